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
    /// The listing that a row of listed() is from.
    SourceId source(const Server &row) const;
    /// A row with status DELETED in the deleted listing.
    const Server *tombstone(const QString &id) const { return m_tombstones.value(id); }
    const ServerProbe *probe(const QString &id) const;
    const ActionsProbe *actions(const QString &id) const;

    Life life(const QString &id) const;
    /// Every record of it says ERROR. A listing and a probe may differ: they were read at different times.
    bool inError(const QString &id) const;
    /// Some record of it says ERROR.
    bool mayBeInError(const QString &id) const;
    /// In BUILD or with a task_state in any record.
    bool busy(const QString &id) const;
    /// Its addresses can be compared: a stub of a down cell, a probe without its body and a row without MACs cannot.
    bool addressesKnown(const QString &id) const;
    /// Some record of it has that MAC.
    bool hasMac(const QString &id, const QString &mac) const;

private:
    /// What the listings and the probe say of a living server.
    template <class F>
    bool anyRecord(const QString &id, F &&says) const
    {
        const Server *row = listed(id);
        const Server *later = m_listedTwice.value(id);
        const ServerProbe *answer = probe(id);
        return (row && says(*row)) || (later && says(*later))
            || (answer && answer->status == 200 && answer->server && says(*answer->server));
    }

    const Snapshot &m_snapshot;
    QHash<QString, const Server *> m_listed;
    QHash<QString, const Server *> m_listedTwice; ///< rows of the deleted listing, no tombstones, of listed servers
    QHash<QString, const Server *> m_tombstones;
};

} // namespace flotsam
