// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/macconflicts.h"

#include <algorithm>

namespace flotsam {

using namespace Qt::StringLiterals;

MacConflicts::MacConflicts(const Snapshot &snapshot, const BaremetalIndex &baremetal, const PortIndex &ports)
    : m_snapshot(snapshot)
    , m_baremetal(baremetal)
    , m_ports(ports)
{
    readDuplicates();
}

const Nic *MacConflicts::blockedNic(const Port &port) const
{
    if (port.mac.isEmpty() || !port.hasVifType || !m_baremetal.hasNicWithMac(port.mac))
        return nullptr;
    // A port group shares its MAC with a member: where one of them names the port, the other is not in its way.
    QStringList nodesNaming;
    m_baremetal.forEachNaming(port.id, [&](const Nic &nic) {
        if (nic.mac == port.mac)
            nodesNaming.append(nic.nodeId);
    });
    const QString host = port.hostId.toLower();
    const Nic *blocked = nullptr;
    m_baremetal.forEachNicWithMac(port.mac, [&](const Nic &nic) {
        const bool named = nic.vifIds.contains(port.id) || (!nic.nodeId.isEmpty() && nodesNaming.contains(nic.nodeId));
        const bool onItsOwnNode = port.bound() && !host.isEmpty() && host == nic.nodeId;
        if (!named && !onItsOwnNode)
            blocked = &nic;
    });
    return blocked;
}

const Port *MacConflicts::duplicateOf(int port) const
{
    const auto found = m_duplicates.constFind(port);
    return found == m_duplicates.constEnd() ? nullptr : &m_snapshot.ports[*found];
}

QList<QString> MacConflicts::nodesOf(const Port &port) const
{
    QList<QString> nodes;
    if (const Node *host = m_baremetal.node(port.hostId.toLower()))
        nodes.append(host->id);
    m_baremetal.forEachNodeOf(port.deviceId, [&](const Node &node) { nodes.append(node.id); });
    m_baremetal.forEachNaming(port.id, [&](const Nic &nic) { nodes.append(nic.nodeId); });
    return nodes;
}

bool MacConflicts::belongTogether(const Port &one, const Port &other) const
{
    if (const QString trunk = m_ports.trunkOf(one.id); !trunk.isEmpty() && trunk == m_ports.trunkOf(other.id))
        return true;
    const auto provisioning = [](const Port &port) { return port.deviceOwner.startsWith("baremetal:"_L1); };
    bool sharedNic = false;
    m_baremetal.forEachNaming(one.id, [&](const Nic &nic) { sharedNic |= nic.vifIds.contains(other.id); });
    if (sharedNic)
        return true;
    if (provisioning(one) == provisioning(other))
        return false;
    const QList<QString> nodes = nodesOf(one);
    const QList<QString> others = nodesOf(other);
    return std::any_of(nodes.begin(), nodes.end(), [&](const QString &node) { return others.contains(node); });
}

void MacConflicts::readDuplicates()
{
    std::vector<std::pair<size_t, int>> byHash;
    byHash.reserve(size_t(m_snapshot.ports.size()));
    for (int i = 0; i < int(m_snapshot.ports.size()); ++i) {
        if (!m_snapshot.ports[i].mac.isEmpty())
            byHash.emplace_back(qHash(m_snapshot.ports[i].mac), i);
    }
    std::sort(byHash.begin(), byHash.end());
    QHash<QString, std::vector<int>> groups; // only of hashes seen on more than one port
    for (size_t i = 0; i < byHash.size(); ++i) {
        const bool shared = (i > 0 && byHash[i - 1].first == byHash[i].first)
            || (i + 1 < byHash.size() && byHash[i + 1].first == byHash[i].first);
        if (shared)
            groups[m_snapshot.ports[byHash[i].second].mac].push_back(byHash[i].second);
    }
    for (const std::vector<int> &group : groups) {
        // A trunk with thousands of subports of one MAC must not cost their square: a port skips its own trunk whole.
        // Neutron allows a MAC once per network; of a listing that says otherwise two are enough.
        QHash<QString, std::vector<int>> byTrunk;
        QHash<std::pair<QString, QString>, int> seen;
        for (const int i : group) {
            const QString trunk = m_ports.trunkOf(m_snapshot.ports[i].id);
            if (++seen[{trunk, m_snapshot.ports[i].networkId}] <= 2)
                byTrunk[trunk].push_back(i);
        }
        for (const int i : group) {
            const Port &port = m_snapshot.ports[i];
            const QString trunk = m_ports.trunkOf(port.id);
            const auto clashes = [&](int other) {
                const Port &candidate = m_snapshot.ports[other];
                return candidate.networkId != port.networkId && !belongTogether(port, candidate);
            };
            for (auto bucket = byTrunk.cbegin(); bucket != byTrunk.cend(); ++bucket) {
                if (!trunk.isEmpty() && bucket.key() == trunk)
                    continue;
                const auto found = std::find_if(bucket->begin(), bucket->end(), clashes);
                if (found == bucket->end())
                    continue;
                const auto known = m_duplicates.constFind(i);
                // The lowest number, whatever the order of the hash: the evidence is the same on every run.
                if (known == m_duplicates.constEnd() || *found < *known)
                    m_duplicates.insert(i, *found);
            }
        }
    }
}

} // namespace flotsam
