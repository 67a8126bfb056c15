// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/networkstate.h"

#include <QHostAddress>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

const std::vector<const Port *> &NetworkState::ports() const
{
    if (!m_orderValid) {
        m_order.clear();
        m_order.reserve(m_ports.size());
        for (const auto &[id, port] : m_ports)
            m_order.push_back(&port);
        std::sort(m_order.begin(), m_order.end(), [](const Port *a, const Port *b) { return a->id < b->id; });
        m_orderValid = true;
    }
    return m_order;
}

const Port *NetworkState::port(const QString &id) const
{
    const auto found = m_ports.find(id);
    return found == m_ports.end() ? nullptr : &found->second;
}

QStringList NetworkState::portsOfDevice(const QString &deviceId) const
{
    QStringList ids;
    if (deviceId.isEmpty())
        return ids;
    for (auto [at, end] = m_byDevice.equal_range(deviceId); at != end; ++at)
        ids += at.value();
    ids.sort();
    return ids;
}

QString NetworkState::macHolder(const QString &networkId, const QString &mac) const
{
    return m_byMac.value({networkId, mac.toLower()});
}

const QStringList &NetworkState::quotaResources()
{
    static const QStringList names{
        u"network"_s,     u"subnet"_s,         u"subnetpool"_s,          u"port"_s, u"router"_s, u"floatingip"_s,
        u"rbac_policy"_s, u"security_group"_s, u"security_group_rule"_s, u"trunk"_s};
    return names;
}

int NetworkState::limit(const QString &projectId, const QString &resource) const
{
    static const QHash<QString, int> defaults{
        {u"network"_s, 100},    {u"subnet"_s, 100},        {u"subnetpool"_s, -1},
        {u"port"_s, 500},       {u"router"_s, 10},         {u"floatingip"_s, 50},
        {u"rbac_policy"_s, 10}, {u"security_group"_s, 10}, {u"security_group_rule"_s, 100},
        {u"trunk"_s, -1}};
    const auto own = quotas.constFind(projectId);
    if (own != quotas.constEnd() && own->contains(resource))
        return own->value(resource);
    return defaults.value(resource, -1);
}

int NetworkState::used(const QString &projectId, const QString &resource) const
{
    const auto count = [&projectId](const auto &items) {
        int n = 0;
        for (const auto &[id, item] : items)
            n += item.projectId == projectId ? 1 : 0;
        return n;
    };
    if (resource == u"port"_s)
        return portCount(projectId);
    if (resource == u"network"_s)
        return count(networks);
    if (resource == u"subnet"_s)
        return count(subnets);
    if (resource == u"router"_s)
        return count(routers);
    if (resource == u"floatingip"_s)
        return count(floatingIps);
    if (resource == u"trunk"_s)
        return count(trunks);
    if (resource == u"security_group"_s)
        return count(securityGroups);
    if (resource == u"security_group_rule"_s)
        return 4 * count(securityGroups);
    return 0;
}

bool NetworkState::portQuotaFull(const QString &projectId) const
{
    const int most = limit(projectId, u"port"_s);
    return most >= 0 && portCount(projectId) >= most;
}

QString NetworkState::allocate(const QString &subnetId)
{
    const auto subnet = subnets.find(subnetId);
    if (subnet == subnets.end())
        return {};
    Pool &pool = m_pools[subnetId];
    const bool v6 = subnet->second.version == 6;
    if (pool.last == 0) {
        const auto [base, length] = QHostAddress::parseSubnet(subnet->second.cidr);
        pool.base = base.toIPv4Address();
        pool.last = v6 ? 0xffffU : (length >= 31 ? 1U : (1U << (32 - length)) - 2U);
    }
    for (quint32 tries = 0; tries < pool.last; ++tries) {
        pool.next = pool.next >= pool.last ? 2 : std::max(pool.next + 1, 2U);
        QString ip;
        if (v6) {
            Q_IPV6ADDR bytes = QHostAddress::parseSubnet(subnet->second.cidr).first.toIPv6Address();
            bytes[14] = quint8(pool.next >> 8);
            bytes[15] = quint8(pool.next & 0xff);
            ip = QHostAddress(bytes).toString();
        } else {
            ip = QHostAddress(pool.base + pool.next).toString();
        }
        if (!pool.used.contains(ip) && ip != subnet->second.gateway)
            return ip;
    }
    return {};
}

bool NetworkState::addressInUse(const QString &subnetId, const QString &ip) const
{
    const auto pool = m_pools.constFind(subnetId);
    return pool != m_pools.constEnd() && pool->used.contains(ip);
}

QStringList NetworkState::defaultGroup(const QString &projectId) const
{
    const QString group = defaultGroups.value(projectId);
    return group.isEmpty() ? QStringList() : QStringList{group};
}

void NetworkState::index(const Port &port)
{
    if (!port.deviceId.isEmpty())
        m_byDevice.insert(port.deviceId, port.id);
    m_byMac.insert({port.networkId, port.mac}, port.id);
    ++m_portCounts[port.projectId];
    for (const FixedAddress &address : port.fixedIps)
        m_pools[address.subnetId].used.insert(address.ip);
}

void NetworkState::unindex(const Port &port)
{
    if (!port.deviceId.isEmpty())
        m_byDevice.remove(port.deviceId, port.id);
    m_byMac.remove({port.networkId, port.mac});
    --m_portCounts[port.projectId];
    for (const FixedAddress &address : port.fixedIps)
        m_pools[address.subnetId].used.remove(address.ip);
}

std::optional<Refusal> NetworkState::addPort(const Port &port)
{
    if (!macHolder(port.networkId, port.mac).isEmpty()) {
        return Refusal{409, u"MacAddressInUse"_s,
                       u"Unable to complete operation for network %1. The mac address %2 is in use."_s.arg(
                           port.networkId, port.mac)};
    }
    for (const FixedAddress &address : port.fixedIps) {
        if (addressInUse(address.subnetId, address.ip)) {
            return Refusal{409, u"IpAddressAlreadyAllocated"_s,
                           u"IP address %1 already allocated in subnet %2"_s.arg(address.ip, address.subnetId)};
        }
    }
    m_ports.insert_or_assign(port.id, port);
    m_orderValid = false;
    index(port);
    return {};
}

std::optional<Refusal> NetworkState::replacePort(Port next, qint64 now)
{
    const auto found = m_ports.find(next.id);
    if (found == m_ports.end())
        return Refusal{404, u"PortNotFound"_s, u"Port %1 could not be found."_s.arg(next.id)};
    const QString holder = macHolder(next.networkId, next.mac);
    if (!holder.isEmpty() && holder != next.id) {
        return Refusal{409, u"MacAddressInUse"_s,
                       u"Unable to complete operation for network %1. The mac address %2 is in use."_s.arg(
                           next.networkId, next.mac)};
    }
    unindex(found->second);
    next.revision = found->second.revision + 1;
    next.updated = now;
    found->second = std::move(next);
    index(found->second);
    return {};
}

std::optional<Refusal> NetworkState::removePort(const QString &id, bool force)
{
    const Port *gone = port(id);
    if (!gone)
        return Refusal{404, u"PortNotFound"_s, u"Port %1 could not be found."_s.arg(id)};
    static const QSet<QString> kept{u"network:router_interface"_s, u"network:router_gateway"_s, u"network:floatingip"_s,
                                    u"network:ha_router_replicated_interface"_s,
                                    u"network:router_interface_distributed"_s};
    const QString device = gone->deviceId;
    if (!force && kept.contains(gone->deviceOwner) && (routers.contains(device) || floatingIps.contains(device))) {
        return Refusal{
            409, u"ServicePortInUse"_s,
            u"Port %1 cannot be deleted directly via the port API: has device owner %2."_s.arg(id, gone->deviceOwner)};
    }
    if (const Trunk *trunk = trunkOfParent(id); trunk && !force) {
        return Refusal{409, u"PortInUseAsTrunkParent"_s,
                       u"Port %1 is currently a parent port for trunk %2."_s.arg(id, trunk->id)};
    }
    if (const Trunk *trunk = trunkOfSubport(id); trunk && !force) {
        return Refusal{409, u"PortInUseAsSubPort"_s,
                       u"Port %1 is currently a subport for trunk %2."_s.arg(id, trunk->id)};
    }
    for (auto &[fipId, fip] : floatingIps) {
        if (fip.portId == id) {
            fip.portId.clear();
            fip.fixedIp.clear();
            fip.routerId.clear();
            ++fip.revision;
        }
        fip.forwardings.removeIf([&id](const Forwarding &forwarding) { return forwarding.internalPortId == id; });
    }
    unindex(*gone);
    m_ports.erase(id);
    m_orderValid = false;
    return {};
}

const Trunk *NetworkState::trunkOfParent(const QString &portId) const
{
    for (const auto &[id, trunk] : trunks) {
        if (trunk.portId == portId)
            return &trunk;
    }
    return nullptr;
}

const Trunk *NetworkState::trunkOfSubport(const QString &portId) const
{
    for (const auto &[id, trunk] : trunks) {
        for (const Subport &subport : trunk.subports) {
            if (subport.portId == portId)
                return &trunk;
        }
    }
    return nullptr;
}

bool NetworkState::callerOwnsNetworkOf(const Port &port, const QString &projectId) const
{
    const auto network = networks.find(port.networkId);
    return network != networks.end() && network->second.projectId == projectId;
}

} // namespace flotsam::demo
