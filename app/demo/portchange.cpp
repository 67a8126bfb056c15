// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/portchange.h"

#include "app/demo/neutronjson.h"

#include <QHostAddress>
#include <QJsonArray>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

Reply disallowed(const QString &rule)
{
    return neutronError(403, u"PolicyNotAuthorized"_s, u"(%1) is disallowed by policy"_s.arg(rule));
}

std::optional<Reply> PortChange::applyAddresses(const QJsonArray &wanted, Port &port, bool creating)
{
    QList<FixedAddress> addresses;
    for (const QJsonValue &value : wanted) {
        FixedAddress address{value.toObject().value("subnet_id"_L1).toString(),
                             value.toObject().value("ip_address"_L1).toString()};
        if (address.subnetId.isEmpty()) {
            for (const auto &[id, subnet] : m_state.network.subnets) {
                if (subnet.networkId == port.networkId
                    && QHostAddress(address.ip).isInSubnet(QHostAddress::parseSubnet(subnet.cidr)))
                    address.subnetId = id;
            }
        }
        const auto subnet = m_state.network.subnets.find(address.subnetId);
        if (subnet == m_state.network.subnets.end() || subnet->second.networkId != port.networkId) {
            return neutronError(
                400, u"InvalidIpForNetwork"_s,
                u"IP address %1 is not a valid IP for any of the subnets on the specified network."_s.arg(address.ip));
        }
        if (address.ip.isEmpty())
            address.ip = m_state.network.allocate(address.subnetId);
        const bool own = !creating
            && std::any_of(port.fixedIps.cbegin(), port.fixedIps.cend(),
                           [&address](const FixedAddress &have) { return have.ip == address.ip; });
        if (!own && m_state.network.addressInUse(address.subnetId, address.ip)) {
            return neutronError(409, u"IpAddressAlreadyAllocated"_s,
                                u"IP address %1 already allocated in subnet %2"_s.arg(address.ip, address.subnetId));
        }
        addresses.append(address);
    }
    port.fixedIps = addresses;
    return {};
}

std::optional<Reply> PortChange::apply(const Caller &caller, const QJsonObject &wanted, Port &port, bool creating)
{
    static const QSet<QString> ignored{u"network_id"_s,
                                       u"project_id"_s,
                                       u"tenant_id"_s,
                                       u"qos_policy_id"_s,
                                       u"extra_dhcp_opts"_s,
                                       u"numa_affinity_policy"_s,
                                       u"propagate_uplink_status"_s};
    static const QSet<QString> readOnly{
        u"id"_s,         u"status"_s,         u"created_at"_s,      u"updated_at"_s,
        u"network_id"_s, u"project_id"_s,     u"tenant_id"_s,       u"revision_number"_s,
        u"tags"_s,       u"dns_assignment"_s, u"binding:vif_type"_s};
    const QString action = creating ? u"create_port"_s : u"update_port"_s;
    QStringList unknown;
    for (auto item = wanted.begin(); item != wanted.end(); ++item) {
        const QString key = item.key();
        const QJsonValue value = item.value();
        const bool restricted = key == u"binding:host_id"_s || key == u"binding:profile"_s
            || (key == u"mac_address"_s && !m_state.network.callerOwnsNetworkOf(port, caller.projectId));
        if (!creating && readOnly.contains(key)) {
            return neutronError(400, u"HTTPBadRequest"_s, u"Cannot update read-only attribute "_s + key);
        } else if (restricted && !caller.admin) {
            return disallowed(u"rule:%1 and rule:%1:%2"_s.arg(action, key));
        } else if (key == u"name"_s) {
            port.name = value.toString();
        } else if (key == u"description"_s) {
            port.description = value.toString();
        } else if (key == u"admin_state_up"_s) {
            port.adminUp = value.toBool();
        } else if (key == u"device_id"_s) {
            port.deviceId = value.toString();
        } else if (key == u"device_owner"_s) {
            port.deviceOwner = value.toString();
        } else if (key == u"dns_name"_s) {
            port.dnsName = value.toString();
        } else if (key == u"port_security_enabled"_s) {
            port.portSecurity = value.toBool();
        } else if (key == u"binding:vnic_type"_s) {
            port.vnicType = value.toString();
        } else if (key == u"binding:profile"_s) {
            port.profile = value.toObject();
        } else if (key == u"binding:host_id"_s) {
            port.hostId = value.toString();
            m_state.settleBinding(port);
        } else if (key == u"tags"_s) {
            port.tags = value.toVariant().toStringList();
        } else if (key == u"security_groups"_s) {
            port.securityGroups = value.toVariant().toStringList();
        } else if (key == u"fixed_ips"_s) {
            if (const auto problem = applyAddresses(value.toArray(), port, creating))
                return problem;
        } else if (key == u"mac_address"_s) {
            const QString mac = value.isNull() ? m_state.ids.mac() : value.toString().toLower();
            if (!creating && port.deviceOwner.startsWith(u"network:"_s)) {
                return neutronError(
                    409, u"UnsupportedPortDeviceOwner"_s,
                    u"Operation mac address update is not supported for device_owner %1 on port %2."_s.arg(
                        port.deviceOwner, port.id));
            }
            if (!creating && port.bound() && mac != port.mac) {
                return neutronError(409, u"PortBound"_s,
                                    u"Unable to complete operation on port %1, port is already bound, port type: %2, "
                                    "old_mac %3, new_mac %4."_s.arg(port.id, port.vifType, port.mac, mac));
            }
            port.mac = mac;
        } else if (key == u"allowed_address_pairs"_s) {
            port.allowedPairs.clear();
            for (const QJsonValue &pair : value.toArray()) {
                port.allowedPairs.append({pair.toObject().value("ip_address"_L1).toString(),
                                          pair.toObject().value("mac_address"_L1).toString(port.mac)});
            }
        } else if (!ignored.contains(key)) {
            unknown += key;
        }
    }
    if (!unknown.isEmpty()) {
        unknown.sort();
        return neutronError(400, u"HTTPBadRequest"_s, u"Unrecognized attribute(s) '%1'"_s.arg(unknown.join(u", "_s)));
    }
    return {};
}

} // namespace flotsam::demo
