// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/neutronjson.h"

#include <QHostAddress>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
QJsonValue orNull(const QString &text) { return text.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(text); }

QJsonArray addresses(const QList<FixedAddress> &fixedIps)
{
    QJsonArray list;
    for (const FixedAddress &address : fixedIps)
        list.append(QJsonObject{{u"subnet_id"_s, address.subnetId}, {u"ip_address"_s, address.ip}});
    return list;
}

QJsonObject stamped(QJsonObject object, const QString &projectId, qint64 created, qint64 updated, int revision)
{
    object.insert("tenant_id"_L1, projectId);
    object.insert("project_id"_L1, projectId);
    object.insert("created_at"_L1, isoSeconds(created));
    object.insert("updated_at"_L1, isoSeconds(updated));
    object.insert("revision_number"_L1, revision);
    return object;
}

QString hostName(const Port &port, const QString &ip)
{
    if (!port.dnsName.isEmpty())
        return port.dnsName;
    QString flat = ip;
    return u"host-"_s + flat.replace(u'.', u'-').replace(u':', u'-');
}

QJsonObject vifDetails(const Port &port)
{
    if (port.vifType != u"ovs"_s)
        return {};
    return {{u"connectivity"_s, u"l2"_s},
            {u"port_filter"_s, true},
            {u"ovs_hybrid_plug"_s, QJsonValue::Null},
            {u"datapath_type"_s, u"system"_s},
            {u"bridge_name"_s, u"br-int"_s},
            {u"bound_drivers"_s, QJsonObject{{u"0"_s, u"openvswitch"_s}}}};
}
} // namespace

void writePort(JsonWriter &out, const DemoState &state, const Port &port, bool full, const QStringList &fields)
{
    const auto wants = [&fields](QLatin1StringView name) { return fields.isEmpty() || fields.contains(name); };
    const auto put = [&](QLatin1StringView name, const auto &value) {
        if (wants(name))
            out.key(name).value(value);
    };
    const auto putNull = [&](QLatin1StringView name) {
        if (wants(name))
            out.key(name).null();
    };
    const auto putList = [&](QLatin1StringView name, const QStringList &list) {
        if (!wants(name))
            return;
        out.key(name).beginArray();
        for (const QString &item : list)
            out.value(item);
        out.endArray();
    };
    out.beginObject();
    put("id"_L1, port.id);
    put("name"_L1, port.name);
    put("network_id"_L1, port.networkId);
    put("tenant_id"_L1, port.projectId);
    put("mac_address"_L1, port.mac);
    put("admin_state_up"_L1, port.adminUp);
    put("status"_L1, port.status);
    put("device_id"_L1, port.deviceId);
    put("device_owner"_L1, port.deviceOwner);
    if (wants("fixed_ips"_L1)) {
        out.key("fixed_ips"_L1).beginArray();
        for (const FixedAddress &address : port.fixedIps) {
            out.beginObject();
            out.key("subnet_id"_L1).value(address.subnetId);
            out.key("ip_address"_L1).value(address.ip);
            out.endObject();
        }
        out.endArray();
    }
    if (wants("allowed_address_pairs"_L1)) {
        out.key("allowed_address_pairs"_L1).beginArray();
        for (const AllowedPair &pair : port.allowedPairs) {
            out.beginObject();
            out.key("mac_address"_L1).value(pair.mac);
            out.key("ip_address"_L1).value(pair.ip);
            out.endObject();
        }
        out.endArray();
    }
    if (wants("extra_dhcp_opts"_L1)) {
        out.key("extra_dhcp_opts"_L1).beginArray();
        for (const DhcpOption &option : port.dhcpOptions) {
            out.beginObject();
            out.key("opt_name"_L1).value(option.name);
            out.key("opt_value"_L1).value(option.value);
            out.key("ip_version"_L1).value(option.version);
            out.endObject();
        }
        out.endArray();
    }
    putList("security_groups"_L1, port.securityGroups);
    put("description"_L1, port.description);
    put("binding:vnic_type"_L1, port.vnicType);
    if (full) {
        put("binding:profile"_L1, QJsonValue(port.profile));
        put("binding:host_id"_L1, port.hostId);
        put("binding:vif_type"_L1, port.vifType);
        put("binding:vif_details"_L1, QJsonValue(vifDetails(port)));
    }
    put("port_security_enabled"_L1, port.portSecurity);
    if (port.qosPolicyId.isEmpty())
        putNull("qos_policy_id"_L1);
    else
        put("qos_policy_id"_L1, port.qosPolicyId);
    putNull("qos_network_policy_id"_L1);
    put("dns_name"_L1, port.dnsName);
    if (wants("dns_assignment"_L1)) {
        out.key("dns_assignment"_L1).beginArray();
        for (const FixedAddress &address : port.fixedIps) {
            const QString host = hostName(port, address.ip);
            out.beginObject();
            out.key("ip_address"_L1).value(address.ip);
            out.key("hostname"_L1).value(host);
            out.key("fqdn"_L1).value(QString(host + u".demo.example."_s));
            out.endObject();
        }
        out.endArray();
    }
    put("dns_domain"_L1, port.dnsDomain);
    if (full)
        putNull("resource_request"_L1);
    put("ip_allocation"_L1, u"immediate"_s);
    if (const Trunk *trunk = state.network.trunks.empty() ? nullptr : state.network.trunkOfParent(port.id);
        trunk && wants("trunk_details"_L1)) {
        out.key("trunk_details"_L1).beginObject();
        out.key("trunk_id"_L1).value(trunk->id);
        out.key("sub_ports"_L1).beginArray();
        for (const Subport &subport : trunk->subports) {
            const Port *child = state.network.port(subport.portId);
            out.beginObject();
            out.key("segmentation_id"_L1).value(subport.segment);
            out.key("segmentation_type"_L1).value(u"vlan"_s);
            out.key("port_id"_L1).value(subport.portId);
            out.key("mac_address"_L1).value(child ? child->mac : QString());
            out.endObject();
        }
        out.endArray();
        out.endObject();
    }
    putList("tags"_L1, port.tags);
    put("created_at"_L1, isoSeconds(port.created));
    put("updated_at"_L1, isoSeconds(port.updated));
    put("revision_number"_L1, port.revision);
    put("project_id"_L1, port.projectId);
    out.endObject();
}

QJsonObject portJson(const DemoState &state, const Port &port, bool full)
{
    QByteArray text;
    JsonWriter out(text);
    writePort(out, state, port, full);
    return QJsonDocument::fromJson(text).object();
}

QJsonObject networkJson(const Network &network, bool admin)
{
    QJsonObject object{{u"id"_s, network.id},
                       {u"name"_s, network.name},
                       {u"admin_state_up"_s, true},
                       {u"mtu"_s, 1450},
                       {u"status"_s, u"ACTIVE"_s},
                       {u"subnets"_s, QJsonArray::fromStringList(network.subnets)},
                       {u"shared"_s, network.shared},
                       {u"availability_zone_hints"_s, QJsonArray()},
                       {u"availability_zones"_s, QJsonArray()},
                       {u"ipv4_address_scope"_s, QJsonValue::Null},
                       {u"ipv6_address_scope"_s, QJsonValue::Null},
                       {u"router:external"_s, network.external},
                       {u"description"_s, u""_s},
                       {u"port_security_enabled"_s, true},
                       {u"qos_policy_id"_s, QJsonValue::Null},
                       {u"dns_domain"_s, u""_s},
                       {u"l2_adjacency"_s, true},
                       {u"tags"_s, QJsonArray()}};
    if (network.external)
        object.insert("is_default"_L1, false);
    if (admin) {
        object.insert("provider:network_type"_L1, network.type);
        object.insert("provider:physical_network"_L1, orNull(network.physicalNetwork));
        object.insert("provider:segmentation_id"_L1, network.segment);
    }
    return stamped(object, network.projectId, network.created, network.created, 1 + int(network.subnets.size()));
}

QJsonObject subnetJson(const Subnet &subnet)
{
    const auto [base, length] = QHostAddress::parseSubnet(subnet.cidr);
    QString first;
    QString last;
    if (subnet.version == 4) {
        const quint32 start = base.toIPv4Address();
        first = QHostAddress(start + 2).toString();
        last = QHostAddress(start + (1U << (32 - length)) - 2).toString();
    } else {
        Q_IPV6ADDR bytes = base.toIPv6Address();
        bytes[15] = 2;
        first = QHostAddress(bytes).toString();
        for (int i = length / 8; i < 16; ++i)
            bytes[i] = 0xff;
        last = QHostAddress(bytes).toString();
    }
    const QJsonValue mode = subnet.version == 6 ? QJsonValue(u"dhcpv6-stateful"_s) : QJsonValue(QJsonValue::Null);
    const QJsonObject object{{u"id"_s, subnet.id},
                             {u"name"_s, subnet.name},
                             {u"network_id"_s, subnet.networkId},
                             {u"ip_version"_s, subnet.version},
                             {u"subnetpool_id"_s, QJsonValue::Null},
                             {u"enable_dhcp"_s, subnet.dhcp},
                             {u"ipv6_ra_mode"_s, mode},
                             {u"ipv6_address_mode"_s, mode},
                             {u"gateway_ip"_s, subnet.gateway},
                             {u"cidr"_s, subnet.cidr},
                             {u"allocation_pools"_s, QJsonArray{QJsonObject{{u"start"_s, first}, {u"end"_s, last}}}},
                             {u"host_routes"_s, QJsonArray()},
                             {u"dns_nameservers"_s, QJsonArray()},
                             {u"description"_s, u""_s},
                             {u"service_types"_s, QJsonArray()},
                             {u"segment_id"_s, QJsonValue::Null},
                             {u"tags"_s, QJsonArray()}};
    return stamped(object, subnet.projectId, subnet.created, subnet.created, 0);
}

QJsonObject routerJson(const Router &router, bool admin)
{
    QJsonObject object{{u"id"_s, router.id},
                       {u"name"_s, router.name},
                       {u"admin_state_up"_s, true},
                       {u"status"_s, u"ACTIVE"_s},
                       {u"description"_s, u""_s},
                       {u"external_gateway_info"_s, QJsonValue::Null},
                       {u"availability_zone_hints"_s, QJsonArray()},
                       {u"availability_zones"_s, QJsonArray()},
                       {u"flavor_id"_s, QJsonValue::Null},
                       {u"routes"_s, QJsonArray()},
                       {u"tags"_s, QJsonArray()}};
    if (!router.externalNetworkId.isEmpty()) {
        QJsonObject gateway{{u"network_id"_s, router.externalNetworkId},
                            {u"external_fixed_ips"_s, addresses(router.externalIps)},
                            {u"enable_snat"_s, true}};
        object.insert("external_gateway_info"_L1, gateway);
    }
    if (admin) {
        object.insert("distributed"_L1, false);
        object.insert("ha"_L1, false);
    }
    return stamped(object, router.projectId, router.created, router.created, 3);
}

QJsonObject floatingIpJson(const DemoState &state, const FloatingIp &fip)
{
    QJsonArray forwardings;
    for (const Forwarding &forwarding : fip.forwardings) {
        // The listing of floating IPs leaves the port id out, as Neutron does.
        forwardings.append(QJsonObject{{u"protocol"_s, forwarding.protocol},
                                       {u"internal_ip_address"_s, forwarding.internalIp},
                                       {u"internal_port"_s, forwarding.internalPort},
                                       {u"external_port"_s, forwarding.externalPort}});
    }
    QJsonValue details(QJsonValue::Null);
    if (const Port *port = state.network.port(fip.portId)) {
        details = QJsonObject{{u"name"_s, port->name},
                              {u"network_id"_s, port->networkId},
                              {u"mac_address"_s, port->mac},
                              {u"admin_state_up"_s, port->adminUp},
                              {u"status"_s, port->status},
                              {u"device_id"_s, port->deviceId},
                              {u"device_owner"_s, port->deviceOwner}};
    }
    const bool inUse = !fip.portId.isEmpty() || !fip.forwardings.isEmpty();
    const QJsonObject object{{u"id"_s, fip.id},
                             {u"floating_ip_address"_s, fip.address},
                             {u"floating_network_id"_s, fip.networkId},
                             {u"router_id"_s, orNull(fip.routerId)},
                             {u"port_id"_s, orNull(fip.portId)},
                             {u"fixed_ip_address"_s, orNull(fip.fixedIp)},
                             {u"status"_s, inUse ? u"ACTIVE"_s : u"DOWN"_s},
                             {u"description"_s, fip.description},
                             {u"dns_domain"_s, u""_s},
                             {u"dns_name"_s, u""_s},
                             {u"qos_policy_id"_s, QJsonValue::Null},
                             {u"port_details"_s, details},
                             {u"port_forwardings"_s, forwardings},
                             {u"tags"_s, QJsonArray()}};
    return stamped(object, fip.projectId, fip.created, fip.updated, fip.revision);
}

QJsonObject trunkJson(const Trunk &trunk)
{
    QJsonArray subports;
    for (const Subport &subport : trunk.subports) {
        subports.append(QJsonObject{{u"port_id"_s, subport.portId},
                                    {u"segmentation_type"_s, u"vlan"_s},
                                    {u"segmentation_id"_s, subport.segment}});
    }
    const QJsonObject object{{u"id"_s, trunk.id},         {u"name"_s, trunk.name},     {u"port_id"_s, trunk.portId},
                             {u"status"_s, trunk.status}, {u"admin_state_up"_s, true}, {u"description"_s, u""_s},
                             {u"sub_ports"_s, subports},  {u"tags"_s, QJsonArray()}};
    return stamped(object, trunk.projectId, trunk.created, trunk.created, 1);
}

QJsonObject securityGroupJson(const SecurityGroup &group)
{
    QJsonArray rules;
    for (qsizetype i = 0; i < group.rules.size(); ++i) {
        const bool ingress = i % 2 == 0;
        const QJsonObject rule{{u"id"_s, group.rules.at(i)},
                               {u"security_group_id"_s, group.id},
                               {u"ethertype"_s, i < 2 ? u"IPv4"_s : u"IPv6"_s},
                               {u"direction"_s, ingress ? u"ingress"_s : u"egress"_s},
                               {u"protocol"_s, QJsonValue::Null},
                               {u"port_range_min"_s, QJsonValue::Null},
                               {u"port_range_max"_s, QJsonValue::Null},
                               {u"remote_ip_prefix"_s, QJsonValue::Null},
                               {u"remote_group_id"_s, ingress ? QJsonValue(group.id) : QJsonValue(QJsonValue::Null)},
                               {u"remote_address_group_id"_s, QJsonValue::Null},
                               {u"normalized_cidr"_s, QJsonValue::Null},
                               {u"standard_attr_id"_s, int(i) + 10},
                               {u"description"_s, QJsonValue::Null},
                               {u"tags"_s, QJsonArray()}};
        rules.append(stamped(rule, group.projectId, group.created, group.created, 0));
    }
    const QJsonObject object{
        {u"id"_s, group.id},      {u"name"_s, group.name}, {u"description"_s, u"Default security group"_s},
        {u"stateful"_s, true},    {u"shared"_s, false},    {u"security_group_rules"_s, rules},
        {u"tags"_s, QJsonArray()}};
    return stamped(object, group.projectId, group.created, group.created, 1);
}

QJsonObject qosPolicyJson(const QosPolicy &policy)
{
    const QJsonObject object{{u"id"_s, policy.id},         {u"name"_s, policy.name}, {u"description"_s, u""_s},
                             {u"shared"_s, policy.shared}, {u"is_default"_s, false}, {u"rules"_s, QJsonArray()},
                             {u"tags"_s, QJsonArray()}};
    return stamped(object, policy.projectId, policy.created, policy.created, 0);
}

QJsonArray extensionsJson()
{
    static const QList<std::pair<QString, QString>> known{
        {u"agent"_s, u"agent"_s},
        {u"allowed-address-pairs"_s, u"Allowed Address Pairs"_s},
        {u"binding"_s, u"Port Binding"_s},
        {u"dns-domain-ports"_s, u"dns_domain for ports"_s},
        {u"dns-integration"_s, u"DNS Integration"_s},
        {u"empty-string-filtering"_s, u"Empty String Filtering Extension"_s},
        {u"expose-port-forwarding-in-fip"_s, u"Expose Port Forwarding in FIP"_s},
        {u"external-net"_s, u"Neutron external network"_s},
        {u"extra_dhcp_opt"_s, u"Neutron Extra DHCP options"_s},
        {u"filter-validation"_s, u"Filter parameters validation"_s},
        {u"fip-port-details"_s, u"Floating IP Port Details Extension"_s},
        {u"floating-ip-port-forwarding"_s, u"Floating IP Port Forwarding"_s},
        {u"ip_allocation"_s, u"IP Allocation"_s},
        {u"net-mtu"_s, u"Network MTU"_s},
        {u"pagination"_s, u"Pagination support"_s},
        {u"port-mac-address-regenerate"_s, u"Neutron Port MAC address regenerate"_s},
        {u"port-security"_s, u"Port Security"_s},
        {u"port-security-groups-filtering"_s, u"Port filtering on security groups"_s},
        {u"project-id"_s, u"project_id field enabled"_s},
        {u"provider"_s, u"Provider Network"_s},
        {u"qos"_s, u"Quality of Service"_s},
        {u"quota_details"_s, u"Quota details management support"_s},
        {u"quotas"_s, u"Quota management support"_s},
        {u"revision-if-match"_s, u"If-Match constraints based on revision_number"_s},
        {u"router"_s, u"Neutron L3 Router"_s},
        {u"security-group"_s, u"security-group"_s},
        {u"sorting"_s, u"Sorting support"_s},
        {u"standard-attr-description"_s, u"standard-attr-description"_s},
        {u"standard-attr-revisions"_s, u"Resource revision numbers"_s},
        {u"standard-attr-tag"_s, u"Tag support for resources with standard attribute: port"_s},
        {u"standard-attr-timestamp"_s, u"Resource timestamps"_s},
        {u"tag-ports-during-bulk-creation"_s, u"Tag Ports During Bulk Creation"_s},
        {u"trunk"_s, u"Trunk Extension"_s},
        {u"trunk-details"_s, u"Trunk port details"_s},
    };
    QJsonArray list;
    for (const auto &[alias, name] : known) {
        list.append(QJsonObject{{u"alias"_s, alias},
                                {u"name"_s, name},
                                {u"description"_s, name},
                                {u"updated"_s, u"2018-01-01T10:00:00-00:00"_s},
                                {u"links"_s, QJsonArray()}});
    }
    return list;
}

Reply neutronError(int status, const QString &type, const QString &message)
{
    const QJsonObject body{{u"type"_s, type}, {u"message"_s, message}, {u"detail"_s, u""_s}};
    return Reply::json({{u"NeutronError"_s, body}}, status);
}

Reply neutronError(const Refusal &refusal) { return neutronError(refusal.status, refusal.type, refusal.message); }

Reply noAddressLeft(const QString &networkId)
{
    return neutronError(409, u"IpAddressGenerationFailure"_s,
                        u"No more IP addresses available on network %1."_s.arg(networkId));
}

} // namespace flotsam::demo
