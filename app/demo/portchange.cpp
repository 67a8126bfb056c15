// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/portchange.h"

#include "app/demo/neutronjson.h"

#include <QHostAddress>
#include <QJsonArray>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
using Problem = PortChange::Problem;

enum class Writing
{
    Never,
    Post,
    Always
};

const QHash<QString, Writing> &attributes()
{
    using enum Writing;
    static const QHash<QString, Writing> known{{u"id"_s, Never},
                                               {u"status"_s, Never},
                                               {u"created_at"_s, Never},
                                               {u"updated_at"_s, Never},
                                               {u"revision_number"_s, Never},
                                               {u"binding:vif_type"_s, Never},
                                               {u"binding:vif_details"_s, Never},
                                               {u"dns_assignment"_s, Never},
                                               {u"ip_allocation"_s, Never},
                                               {u"qos_network_policy_id"_s, Never},
                                               {u"resource_request"_s, Never},
                                               {u"trunk_details"_s, Never},
                                               {u"network_id"_s, Post},
                                               {u"project_id"_s, Post},
                                               {u"tenant_id"_s, Post},
                                               {u"tags"_s, Post},
                                               {u"name"_s, Always},
                                               {u"description"_s, Always},
                                               {u"admin_state_up"_s, Always},
                                               {u"device_id"_s, Always},
                                               {u"device_owner"_s, Always},
                                               {u"mac_address"_s, Always},
                                               {u"fixed_ips"_s, Always},
                                               {u"allowed_address_pairs"_s, Always},
                                               {u"extra_dhcp_opts"_s, Always},
                                               {u"security_groups"_s, Always},
                                               {u"port_security_enabled"_s, Always},
                                               {u"qos_policy_id"_s, Always},
                                               {u"dns_name"_s, Always},
                                               {u"dns_domain"_s, Always},
                                               {u"binding:vnic_type"_s, Always},
                                               {u"binding:profile"_s, Always},
                                               {u"binding:host_id"_s, Always}};
    return known;
}

Reply badRequest(const QString &message) { return neutronError(400, u"HTTPBadRequest"_s, message); }

QString python(const QJsonValue &value)
{
    if (value.isNull() || value.isUndefined())
        return u"None"_s;
    if (value.isBool())
        return value.toBool() ? u"True"_s : u"False"_s;
    return value.toVariant().toString();
}

Reply invalid(const QString &key, const QJsonValue &value, const QString &expected)
{
    return badRequest(u"Invalid input for %1. Reason: '%2' is not %3."_s.arg(key, python(value), expected));
}

bool isMac(const QString &text)
{
    static const QRegularExpression form(u"^[0-9a-f]{2}([:-])[0-9a-f]{2}(?:\\1[0-9a-f]{2}){4}$"_s);
    return form.match(text).hasMatch();
}

QString plainMac(const QString &text) { return text.toLower().replace(u'-', u':'); }
} // namespace

Reply disallowed(const QString &rule)
{
    return neutronError(403, u"PolicyNotAuthorized"_s, rule + u" is disallowed by policy"_s);
}

PortChange::PortChange(DemoState &state, const Caller &caller, Port &port, bool creating)
    : m_state(state)
    , m_caller(caller)
    , m_port(port)
    , m_before(port)
    , m_creating(creating)
{ }

Problem PortChange::apply(const QJsonObject &wanted)
{
    if (const Problem problem = checkNames(wanted))
        return problem;
    if (const Problem problem = checkPolicy(wanted))
        return problem;
    // The address pairs take their MAC from the port where they name none, so it comes first.
    if (wanted.contains("mac_address"_L1)) {
        if (const Problem problem = setMac(wanted.value("mac_address"_L1)))
            return problem;
    }
    for (auto item = wanted.begin(); item != wanted.end(); ++item) {
        if (const Problem problem = set(item.key(), item.value()))
            return problem;
    }
    if (const Problem problem = setBinding(wanted))
        return problem;
    return checkSecurity(wanted);
}

Problem PortChange::checkNames(const QJsonObject &wanted) const
{
    QStringList unknown;
    for (const QString &key : wanted.keys()) {
        if (!attributes().contains(key))
            unknown += key;
    }
    if (!unknown.isEmpty())
        return badRequest(u"Unrecognized attribute(s) '%1'"_s.arg(unknown.join(u", "_s)));
    for (const QString &key : wanted.keys()) {
        const Writing writing = attributes().value(key);
        if (m_creating && writing == Writing::Never)
            return badRequest(u"Attribute '%1' not allowed in POST"_s.arg(key));
        if (!m_creating && writing != Writing::Always)
            return badRequest(u"Cannot update read-only attribute "_s + key);
    }
    return {};
}

Problem PortChange::checkPolicy(const QJsonObject &wanted) const
{
    if (m_caller.admin)
        return {};
    const bool owner = m_state.network.callerOwnsNetworkOf(m_port, m_caller.projectId);
    static const QSet<QString> adminsOnly{u"binding:host_id"_s, u"binding:profile"_s};
    static const QSet<QString> networkOwners{u"mac_address"_s, u"port_security_enabled"_s, u"allowed_address_pairs"_s};
    const QString action = m_creating ? u"create_port"_s : u"update_port"_s;
    for (const QString &key : wanted.keys()) {
        if (adminsOnly.contains(key) || (!owner && networkOwners.contains(key)))
            return disallowed(u"(rule:%1 and rule:%1:%2)"_s.arg(action, key));
    }
    for (const QJsonValue &address : wanted.value("fixed_ips"_L1).toArray()) {
        if (!owner && address.toObject().contains("ip_address"_L1))
            return disallowed(u"(rule:%1 and (rule:%1:fixed_ips and rule:%1:fixed_ips:ip_address))"_s.arg(action));
    }
    return {};
}

Problem PortChange::set(const QString &key, const QJsonValue &value)
{
    const QList<std::pair<QString, QString *>> texts{
        {u"name"_s, &m_port.name},          {u"description"_s, &m_port.description},
        {u"device_id"_s, &m_port.deviceId}, {u"device_owner"_s, &m_port.deviceOwner},
        {u"dns_name"_s, &m_port.dnsName},   {u"dns_domain"_s, &m_port.dnsDomain}};
    for (const auto &[name, text] : texts) {
        if (key == name)
            return setText(key, value, *text);
    }
    if (key == u"admin_state_up"_s || key == u"port_security_enabled"_s) {
        if (!value.isBool())
            return badRequest(
                u"Invalid input for %1. Reason: '%2' cannot be converted to boolean."_s.arg(key, python(value)));
        (key == u"admin_state_up"_s ? m_port.adminUp : m_port.portSecurity) = value.toBool();
    } else if (key == u"tags"_s) {
        m_port.tags = value.toVariant().toStringList();
        m_port.tags.removeDuplicates();
    } else if (key == u"qos_policy_id"_s) {
        m_port.qosPolicyId = value.toString();
        if (!value.isNull() && !m_state.network.qosPolicies.contains(m_port.qosPolicyId))
            return neutronError(404, u"QosPolicyNotFound"_s, u"QoS policy %1 could not be found."_s.arg(python(value)));
    } else if (key == u"fixed_ips"_s) {
        return setAddresses(value);
    } else if (key == u"allowed_address_pairs"_s) {
        return setPairs(value);
    } else if (key == u"extra_dhcp_opts"_s) {
        return setDhcpOptions(value);
    } else if (key == u"security_groups"_s) {
        return setSecurityGroups(value);
    }
    return {};
}

Problem PortChange::setText(const QString &key, const QJsonValue &value, QString &text) const
{
    if (!value.isString())
        return invalid(key, value, u"a valid string"_s);
    text = value.toString();
    return {};
}

Problem PortChange::setMac(const QJsonValue &value)
{
    QString mac = plainMac(value.toString());
    if (value.isNull()) {
        do {
            mac = m_state.ids.mac();
        } while (!m_state.network.macHolder(m_port.networkId, mac).isEmpty());
    } else if (!isMac(mac)) {
        return invalid(u"mac_address"_s, value, u"a valid MAC address"_s);
    }
    if (!m_creating && mac != m_before.mac) {
        if (m_before.deviceOwner.startsWith(u"network:"_s)) {
            return neutronError(409, u"UnsupportedPortDeviceOwner"_s,
                                u"Operation mac address update is not supported for device_owner %1 on port %2."_s.arg(
                                    m_before.deviceOwner, m_port.id));
        }
        // What this very request does to the binding comes too late.
        if (m_before.bound()) {
            return neutronError(409, u"PortBound"_s,
                                u"Unable to complete operation on port %1, port is already bound, port type: %2, "
                                "old_mac %3, new_mac %4."_s.arg(m_port.id, m_before.vifType, m_before.mac, mac));
        }
    }
    m_port.mac = mac;
    return {};
}

Problem PortChange::setBinding(const QJsonObject &wanted)
{
    static const QStringList kinds{u"normal"_s,
                                   u"direct"_s,
                                   u"macvtap"_s,
                                   u"baremetal"_s,
                                   u"direct-physical"_s,
                                   u"virtio-forwarder"_s,
                                   u"smart-nic"_s,
                                   u"vdpa"_s,
                                   u"accelerator-direct"_s,
                                   u"remote-managed"_s,
                                   u"accelerator-direct-physical"_s};
    if (const QJsonValue kind = wanted.value("binding:vnic_type"_L1); !kind.isUndefined()) {
        if (!kinds.contains(kind.toString())) {
            return invalid(u"binding:vnic_type"_s, kind, u"in ['%1']"_s.arg(kinds.join(u"', '"_s)));
        }
        m_port.vnicType = kind.toString();
    }
    if (const QJsonValue profile = wanted.value("binding:profile"_L1); !profile.isUndefined()) {
        if (!profile.isNull() && !profile.isObject())
            return invalid(u"binding:profile"_s, profile, u"a dictionary"_s);
        m_port.profile = profile.toObject();
    }
    if (const QJsonValue host = wanted.value("binding:host_id"_L1); !host.isUndefined()) {
        m_port.hostId = host.toString();
        m_state.settleBinding(m_port);
    }
    return {};
}

Problem PortChange::setAddress(const QJsonObject &wanted, FixedAddress &address) const
{
    NetworkState &net = m_state.network;
    address = {wanted.value("subnet_id"_L1).toString(), wanted.value("ip_address"_L1).toString()};
    const QHostAddress ip(address.ip);
    if (!address.ip.isEmpty() && ip.isNull())
        return invalid(u"fixed_ips"_s, address.ip, u"a valid IP address"_s);
    if (!ip.isNull())
        address.ip = ip.toString(); // IPv6 in its one spelling
    if (address.subnetId.isEmpty()) {
        for (const auto &[id, subnet] : net.subnets) {
            if (subnet.networkId == m_port.networkId && ip.isInSubnet(QHostAddress::parseSubnet(subnet.cidr)))
                address.subnetId = id;
        }
        if (address.subnetId.isEmpty()) {
            return neutronError(
                400, u"InvalidIpForNetwork"_s,
                u"IP address %1 is not a valid IP for any of the subnets on the specified network."_s.arg(address.ip));
        }
    }
    const auto subnet = net.subnets.find(address.subnetId);
    if (subnet == net.subnets.end())
        return neutronError(404, u"SubnetNotFound"_s, u"Subnet %1 could not be found."_s.arg(address.subnetId));
    if (subnet->second.networkId != m_port.networkId) {
        return neutronError(400, u"InvalidInput"_s,
                            u"Invalid input for operation: Failed to create port on network %1, because fixed_ips "
                            "included invalid subnet %2."_s.arg(m_port.networkId, address.subnetId));
    }
    if (!ip.isNull() && !ip.isInSubnet(QHostAddress::parseSubnet(subnet->second.cidr))) {
        return neutronError(400, u"InvalidIpForSubnet"_s,
                            u"IP address %1 is not a valid IP for the specified subnet."_s.arg(address.ip));
    }
    const auto has = [&address](const QList<FixedAddress> &list) {
        return std::any_of(list.cbegin(), list.cend(), [&](const FixedAddress &have) { return have.ip == address.ip; });
    };
    if (ip.isNull())
        address.ip = net.allocate(address.subnetId);
    if (address.ip.isEmpty())
        return noAddressLeft(m_port.networkId);
    const bool own = !m_creating && has(m_before.fixedIps);
    if (!own && net.addressInUse(address.subnetId, address.ip)) {
        return neutronError(409, u"IpAddressAlreadyAllocated"_s,
                            u"IP address %1 already allocated in subnet %2"_s.arg(address.ip, address.subnetId));
    }
    if (has(m_port.fixedIps))
        return badRequest(u"Invalid input for fixed_ips. Reason: Duplicate IP address '%1'."_s.arg(address.ip));
    return {};
}

Problem PortChange::setAddresses(const QJsonValue &value)
{
    if (!value.isArray()) {
        return badRequest(
            u"Invalid input for fixed_ips. Reason: Invalid data format for fixed IP: '%1'."_s.arg(python(value)));
    }
    m_port.fixedIps.clear();
    for (const QJsonValue &wanted : value.toArray()) {
        FixedAddress address;
        if (const Problem problem = setAddress(wanted.toObject(), address))
            return problem;
        m_port.fixedIps.append(address);
    }
    return {};
}

Problem PortChange::setPairs(const QJsonValue &value)
{
    if (!value.isArray() && !value.isNull())
        return badRequest(u"Allowed address pairs must be a list."_s);
    m_port.allowedPairs.clear();
    for (const QJsonValue &item : value.toArray()) {
        const QJsonObject wanted = item.toObject();
        const AllowedPair pair{wanted.value("ip_address"_L1).toString(),
                               plainMac(wanted.value("mac_address"_L1).toString(m_port.mac))};
        if (pair.ip.isEmpty())
            return neutronError(400, u"AllowedAddressPairsMissingIP"_s,
                                u"AllowedAddressPair must contain ip_address"_s);
        if (!isMac(pair.mac))
            return badRequest(u"'%1' is not a valid MAC address."_s.arg(pair.mac));
        const bool twice
            = std::any_of(m_port.allowedPairs.cbegin(), m_port.allowedPairs.cend(),
                          [&pair](const AllowedPair &have) { return have.ip == pair.ip && have.mac == pair.mac; });
        if (twice) {
            return neutronError(
                400, u"DuplicateAddressPairInRequest"_s,
                u"Request contains duplicate address pair: mac_address %1 ip_address %2."_s.arg(pair.mac, pair.ip));
        }
        m_port.allowedPairs.append(pair);
    }
    return {};
}

Problem PortChange::setDhcpOptions(const QJsonValue &value)
{
    if (!value.isArray() && !value.isNull())
        return badRequest(u"Invalid data format for extra_dhcp_opts: '%1'."_s.arg(python(value)));
    // An update changes the options that it names; one without a value goes.
    for (const QJsonValue &item : value.toArray()) {
        const QJsonObject wanted = item.toObject();
        const DhcpOption option{wanted.value("opt_name"_L1).toString(), wanted.value("opt_value"_L1).toString(),
                                wanted.value("ip_version"_L1).toVariant().toInt() == 6 ? 6 : 4};
        if (option.name.isEmpty())
            return badRequest(u"Invalid input for extra_dhcp_opts. Reason: 'opt_name' is required."_s);
        m_port.dhcpOptions.removeIf(
            [&option](const DhcpOption &have) { return have.name == option.name && have.version == option.version; });
        if (!wanted.value("opt_value"_L1).isNull())
            m_port.dhcpOptions.append(option);
    }
    return {};
}

Problem PortChange::setSecurityGroups(const QJsonValue &value)
{
    m_port.securityGroups.clear();
    for (const QJsonValue &item : value.toArray()) {
        const auto group = m_state.network.securityGroups.find(item.toString());
        if (group == m_state.network.securityGroups.end()
            || (!m_caller.admin && group->second.projectId != m_caller.projectId)) {
            return neutronError(404, u"SecurityGroupNotFound"_s,
                                u"Security group %1 does not exist."_s.arg(item.toString()));
        }
        if (!m_port.securityGroups.contains(group->first))
            m_port.securityGroups += group->first;
    }
    return {};
}

Problem PortChange::checkSecurity(const QJsonObject &wanted)
{
    if (m_port.portSecurity)
        return {};
    if (!m_port.allowedPairs.isEmpty()) {
        return neutronError(409, u"AddressPairAndPortSecurityRequired"_s,
                            u"Port Security must be enabled in order to have allowed address pairs on a port."_s);
    }
    const bool named = wanted.contains("security_groups"_L1);
    if (named && !m_port.securityGroups.isEmpty()) {
        return neutronError(400, u"PortSecurityAndIPRequiredForSecurityGroups"_s,
                            u"Port security must be enabled and port must have an IP address in order to use "
                            "security groups."_s);
    }
    // Without port security no default group comes with a new port; an old one must be rid of its groups first.
    if (m_creating)
        m_port.securityGroups.clear();
    if (!m_port.securityGroups.isEmpty()) {
        return neutronError(409, u"PortSecurityPortHasSecurityGroup"_s,
                            u"Port has security group associated. Cannot disable port security or IP address until "
                            "security group is removed."_s);
    }
    return {};
}

} // namespace flotsam::demo
