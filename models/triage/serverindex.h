// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/snapshot.h"

namespace flotsam {

/// What is known of a server's life (triage.md, principle 3).
enum class Life
{
    Alive, ///< listed, or the probe answered 200
    Dead, ///< Nova itself said 404, at a microversion where that is proof
    Undecided
};

/// Servers by id, from the listings and the probes of one snapshot, which must outlive it.
class ServerIndex
{
public:
    explicit ServerIndex(const Snapshot &snapshot);

    /// A row of the live listing, or one of the deleted listing that is no tombstone.
    const Server *listed(const QString &id) const { return m_listed.value(id); }
    /// A row with status DELETED in the deleted listing.
    const Server *tombstone(const QString &id) const { return m_tombstones.value(id); }
    const ServerProbe *probe(const QString &id) const;
    const ActionsProbe *actions(const QString &id) const;

    Life life(const QString &id) const;
    /// The row that describes a living server: the listing's, else the probe's; null where neither has one.
    const Server *living(const QString &id) const;
    bool inError(const QString &id) const;
    /// In BUILD or with a task_state, in the listing or in the probe: whichever is the fresher one.
    bool busy(const QString &id) const;

private:
    const Snapshot &m_snapshot;
    QHash<QString, const Server *> m_listed;
    QHash<QString, const Server *> m_tombstones;
};

/// True where \a probe is Nova's own 404 at a microversion from 2.1 to 2.68 (compute/api.py
/// `_get_instance_from_cell`: from 2.69 on a 404 can hide a down cell).
bool provesDeath(const ServerProbe &probe);

} // namespace flotsam
