// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/snapshot.h"
#include "models/triage/serverindex.h"

#include <QSet>

#include <utility>
#include <vector>

namespace flotsam {

/// device_id set, device_owner empty, unbound: Nova sets the device when it creates a port and the rest later.
bool isHalfCreated(const Port &port);

/// What the rules ask of other ports. Of one snapshot, which must outlive it.
class PortIndex
{
public:
    PortIndex(const Snapshot &snapshot, const ServerIndex &servers);

    static constexpr int NoTrunk = -1;
    /// Number of the trunk that lists the snapshot's port of that number as parent or subport; else NoTrunk.
    int trunkOf(int port) const { return m_trunkOfPort.empty() ? NoTrunk : m_trunkOfPort[size_t(port)]; }
    /// The id of the trunk's parent port, else the trunk's own; empty for NoTrunk.
    QString trunkName(int trunk) const { return trunk == NoTrunk ? QString() : m_trunkNames[size_t(trunk)]; }
    /// Another port of the same server on the same network, created within 120 s of it, that is bound, has an
    /// owner, or has its MAC among the server's addresses.
    bool hasTwin(const Port &port) const;
    /// No port of that full name on that network is known to be newer.
    bool isNewestOfName(const Port &port) const;
    /// The server holds a port of that name. Asked of Heat names only.
    bool serverHoldsName(const QString &serverId, const QString &name) const;
    /// An ACTIVE or bound port of the same name, not itself, is on that network.
    bool hasWorkingNamesake(const Port &port) const;

private:
    using Key = std::pair<QString, QString>;
    void readTrunks();

    const Snapshot &m_snapshot;
    std::vector<QString> m_trunkNames;
    std::vector<int> m_trunkOfPort; ///< by port number; empty where there are no trunks
    QHash<Key, std::vector<qint64>> m_twins; ///< by device and network: creation times, sorted
    QHash<Key, qint64> m_newest; ///< by network and Heat name
    QSet<Key> m_heatNamesHeld; ///< device and Heat name
    QHash<Key, int> m_working; ///< by network and name: ACTIVE or bound ports
};

} // namespace flotsam
