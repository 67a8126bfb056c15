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

    /// Name of the trunk that lists the port as parent or subport (its parent's id, else the trunk's); else empty.
    QString trunkOf(const QString &portId) const { return m_trunks.value(portId); }
    bool hasTrunks() const { return !m_trunks.isEmpty(); }
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
    QHash<QString, QString> m_trunks;
    QHash<Key, std::vector<qint64>> m_twins; ///< by device and network: creation times, sorted
    QHash<Key, qint64> m_newest; ///< by network and Heat name
    QSet<Key> m_heatNamesHeld; ///< device and Heat name
    QHash<Key, int> m_working; ///< by network and name: ACTIVE or bound ports
};

} // namespace flotsam
