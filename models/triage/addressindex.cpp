// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/addressindex.h"

#include <algorithm>

namespace flotsam {

using namespace Qt::StringLiterals;

namespace {

/// A router's port on a network that it serves (not its gateway, not its heartbeat network).
bool isRouterInterface(const Port &port)
{
    constexpr std::array owners{
        "network:router_interface"_L1,
        "network:router_interface_distributed"_L1,
        "network:ha_router_replicated_interface"_L1,
        "network:router_centralized_snat"_L1,
    };
    return std::any_of(owners.begin(), owners.end(), [&](auto owner) { return port.deviceOwner == owner; });
}

} // namespace

AddressIndex::AddressIndex(const Snapshot &snapshot)
    : m_snapshot(snapshot)
{
    for (const Subnet &subnet : snapshot.subnets)
        m_subnets.insert(subnet.id, &subnet);
    for (int i = 0; i < int(snapshot.subnets.size()); ++i)
        m_subnetsOfNetwork.add(snapshot.subnets[i].networkId, i);
    for (const LoadBalancer &balancer : snapshot.loadBalancers) {
        for (const QString &port : balancer.vipPortIds)
            m_vips.insert(port, &balancer);
    }
    readForwardings();
    readPairs();
}

int AddressIndex::numberNetwork(const QString &id)
{
    const auto known = m_networks.constFind(id);
    if (known != m_networks.constEnd())
        return *known;
    const int number = int(m_networks.size());
    m_networks.insert(id, number);
    m_lengths.emplace_back();
    return number;
}

void AddressIndex::readForwardings()
{
    QSet<QString> routers; // that have a forwarding listed without port id
    for (const FloatingIp &floating : m_snapshot.floatingIps) {
        if (!floating.portId.isEmpty())
            m_byPort.insert(floating.portId, &floating);
        for (const PortForwarding &forwarding : floating.forwardings) {
            if (!forwarding.portId.isEmpty())
                m_byPort.insert(forwarding.portId, &floating);
            else if (forwarding.internalAddress && !floating.routerId.isEmpty())
                routers.insert(floating.routerId);
        }
    }
    Chains<QString> networksOfRouter;
    if (!routers.isEmpty()) {
        for (const Port &port : m_snapshot.ports) {
            if (isRouterInterface(port) && routers.contains(port.deviceId))
                networksOfRouter.add(port.deviceId, numberNetwork(port.networkId));
        }
    }
    for (const FloatingIp &floating : m_snapshot.floatingIps) {
        for (const PortForwarding &forwarding : floating.forwardings) {
            if (!forwarding.portId.isEmpty() || !forwarding.internalAddress)
                continue;
            const IpAddress &address = *forwarding.internalAddress;
            if (floating.routerId.isEmpty() || !networksOfRouter.contains(floating.routerId)) {
                m_forwardAnywhere.insert(address, &floating);
                continue;
            }
            networksOfRouter.forEach(floating.routerId, [&](int network) {
                m_forwardOnNetwork.insert({network, address.bits(), address}, &floating);
            });
        }
    }
}

void AddressIndex::readPairs()
{
    for (int i = 0; i < int(m_snapshot.ports.size()); ++i) {
        const Port &port = m_snapshot.ports[i];
        for (const AddressPair &pair : port.allowedAddressPairs) {
            if (!pair.prefix)
                continue;
            const int network = numberNetwork(port.networkId);
            const int length = pair.prefix->length;
            Owners &owners = m_pairs[{network, length, pair.prefix->network()}];
            if (owners.first < 0)
                owners.first = i;
            else if (owners.first != i)
                owners.second = i;
            std::vector<Length> &lengths = m_lengths[size_t(network)];
            const Length seen{pair.prefix->address.v6, length};
            if (std::find(lengths.begin(), lengths.end(), seen) == lengths.end())
                lengths.push_back(seen);
        }
    }
}

const FloatingIp *AddressIndex::floatingIpOf(const Port &port) const
{
    if (const FloatingIp *own = m_byPort.value(port.id))
        return own;
    if (m_forwardAnywhere.isEmpty() && m_forwardOnNetwork.isEmpty())
        return nullptr;
    const int network = networkNumber(port.networkId);
    for (const FixedIp &fixed : port.fixedIps) {
        if (!fixed.address)
            continue;
        if (const FloatingIp *found = m_forwardAnywhere.value(*fixed.address))
            return found;
        if (const FloatingIp *found = m_forwardOnNetwork.value({network, fixed.address->bits(), *fixed.address}))
            return found;
    }
    return nullptr;
}

bool AddressIndex::coversSubnet(const IpPrefix &prefix, const FixedIp &fixed, const QString &networkId) const
{
    if (prefix.isHost())
        return false;
    if (prefix.length == 0)
        return true; // whatever the subnet is
    if (const Subnet *own = m_subnets.value(fixed.subnetId); own && own->cidr)
        return prefix.covers(*own->cidr);
    bool covers = false;
    m_subnetsOfNetwork.forEach(networkId, [&](int at) {
        const auto &cidr = m_snapshot.subnets[at].cidr;
        covers = covers || (cidr && cidr->contains(*fixed.address) && prefix.covers(*cidr));
    });
    return covers;
}

const Port *AddressIndex::pairOwnerOf(const Port &port) const
{
    const int network = networkNumber(port.networkId);
    if (network < 0)
        return nullptr;
    for (const FixedIp &fixed : port.fixedIps) {
        if (!fixed.address)
            continue;
        for (const auto &[v6, length] : m_lengths[size_t(network)]) {
            if (v6 != fixed.address->v6)
                continue;
            const IpAddress masked = IpPrefix{*fixed.address, length}.network();
            const auto found = m_pairs.constFind({network, length, masked});
            if (found == m_pairs.constEnd() || coversSubnet({masked, length}, fixed, port.networkId))
                continue;
            const Port &first = m_snapshot.ports[found->first];
            if (first.id != port.id)
                return &first;
            if (found->second >= 0)
                return &m_snapshot.ports[found->second];
        }
    }
    return nullptr;
}

} // namespace flotsam
