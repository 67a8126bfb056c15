// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/macconflicts.h"

#include <algorithm>
#include <utility>

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

bool MacConflicts::belongTogether(int first, int second) const
{
    if (const int trunk = m_ports.trunkOf(first); trunk != PortIndex::NoTrunk && trunk == m_ports.trunkOf(second))
        return true;
    const Port &one = m_snapshot.ports[first];
    const Port &other = m_snapshot.ports[second];
    bool sharedNic = false;
    m_baremetal.forEachNaming(one.id, [&](const Nic &nic) { sharedNic |= nic.vifIds.contains(other.id); });
    if (sharedNic)
        return true;
    const auto provisioning = [](const Port &port) { return port.deviceOwner.startsWith("baremetal:"_L1); };
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
    for (auto begin = byHash.cbegin(); begin != byHash.cend();) {
        const auto end
            = std::find_if(begin, byHash.cend(), [&](const auto &entry) { return entry.first != begin->first; });
        if (end - begin > 1) {
            QHash<QString, std::vector<int>> groups; // one, save where two MACs have one hash
            for (auto entry = begin; entry != end; ++entry)
                groups[m_snapshot.ports[entry->second].mac].push_back(entry->second);
            for (const std::vector<int> &group : groups)
                readDuplicates(group);
        }
        begin = end;
    }
}

void MacConflicts::readDuplicates(const std::vector<int> &group)
{
    // A trunk with thousands of subports of one MAC must not cost their square: a port skips its own trunk whole.
    // Neutron allows a MAC once per network; of a listing that says otherwise two are enough.
    QHash<int, std::vector<int>> byTrunk;
    for (const int i : group)
        byTrunk[m_ports.trunkOf(i)].push_back(i);
    if (byTrunk.size() == 1 && byTrunk.cbegin().key() != PortIndex::NoTrunk)
        return;
    for (std::vector<int> &members : byTrunk) {
        QHash<QString, int> seen; // by network
        std::erase_if(members, [&](int i) { return ++seen[m_snapshot.ports[i].networkId] > 2; });
    }
    for (const int i : group) {
        const int trunk = m_ports.trunkOf(i);
        const auto clashes = [&](int other) {
            return m_snapshot.ports[other].networkId != m_snapshot.ports[i].networkId && !belongTogether(i, other);
        };
        for (auto bucket = byTrunk.cbegin(); bucket != byTrunk.cend(); ++bucket) {
            if (trunk != PortIndex::NoTrunk && bucket.key() == trunk)
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

} // namespace flotsam
