// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/snapshot.h"
#include "models/triage/chains.h"

#include <QSet>

#include <utility>
#include <vector>

namespace flotsam {

/// What relies on a port's addresses: floating IPs, port forwardings, address pairs, load balancers.
/// Of one snapshot, which must outlive it.
class AddressIndex
{
public:
    explicit AddressIndex(const Snapshot &snapshot);

    /// The floating IP, or one of whose forwardings, leads to the port; null where there is none.
    const FloatingIp *floatingIpOf(const Port &port) const;
    /// Another port whose allowed address pairs name one of the port's addresses; null where there is none.
    const Port *pairOwnerOf(const Port &port) const;
    const LoadBalancer *loadBalancerOf(const Port &port) const { return m_vips.value(port.id); }

private:
    /// A prefix on a network.
    struct Place
    {
        int network = -1;
        int length = 0;
        IpAddress address;
        friend bool operator==(const Place &, const Place &) = default;
        friend size_t qHash(const Place &place, size_t seed = 0) noexcept
        {
            return qHashMulti(seed, place.network, place.length, place.address);
        }
    };
    /// Two different ports at most: enough to find one that is not the port asked about.
    struct Owners
    {
        int first = -1;
        int second = -1;
    };
    using Length = std::pair<bool, int>; ///< v6, prefix length
    void readForwardings();
    void readPairs();
    int networkNumber(const QString &id) const { return m_networks.value(id, -1); }
    int numberNetwork(const QString &id);
    bool coversSubnet(const IpPrefix &prefix, const FixedIp &fixed, const QString &networkId) const;

    const Snapshot &m_snapshot;
    QHash<QString, const FloatingIp *> m_byPort;
    QHash<IpAddress, const FloatingIp *> m_forwardAnywhere;
    QHash<Place, const FloatingIp *> m_forwardOnNetwork;
    QHash<QString, int> m_networks; ///< only networks with pairs or forwardings
    QHash<Place, Owners> m_pairs;
    std::vector<std::vector<Length>> m_lengths; ///< by network number
    QHash<QString, const Subnet *> m_subnets;
    Chains<QString> m_subnetsOfNetwork;
    QHash<QString, const LoadBalancer *> m_vips;
};

} // namespace flotsam
