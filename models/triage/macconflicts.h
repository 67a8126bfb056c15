// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/triage/baremetalindex.h"
#include "models/triage/portindex.h"

#include <vector>

namespace flotsam {

/// Ports whose MAC is somewhere else too. Of one snapshot, which must outlive it.
class MacConflicts
{
public:
    MacConflicts(const Snapshot &snapshot, const BaremetalIndex &baremetal, const PortIndex &ports);

    /// The NIC whose next deployment on the port's network fails with MacAddressInUse because of this port: an
    /// unbound port, or one bound elsewhere, holds its MAC, and it does not name that port as VIF. Else null.
    const Nic *blockedNic(const Port &port) const;
    /// A port of another network has the same MAC, and the two are neither a trunk's nor a node's own pair. Else null.
    const Port *duplicateOf(int port) const;

private:
    bool belongTogether(int one, int other) const;
    void readDuplicates(const std::vector<int> &group);
    QList<QString> nodesOf(const Port &port) const;
    void readDuplicates();

    const Snapshot &m_snapshot;
    const BaremetalIndex &m_baremetal;
    const PortIndex &m_ports;
    QHash<int, int> m_duplicates; ///< port and the first port of the same MAC elsewhere
};

} // namespace flotsam
