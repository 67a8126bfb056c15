// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/serverindex.h"

#include <algorithm>

namespace flotsam {

using namespace Qt::StringLiterals;

ServerIndex::ServerIndex(const Snapshot &snapshot)
    : m_snapshot(snapshot)
{
    m_listed.reserve(snapshot.servers.size());
    for (const Server &server : snapshot.servers)
        m_listed.insert(server.id, &server);
    for (const Server &server : snapshot.deletedServers) {
        if (server.isTombstone())
            m_tombstones.insert(server.id, &server);
        else
            (m_listed.contains(server.id) ? m_listedTwice : m_listed).insert(server.id, &server);
    }
}

SourceId ServerIndex::source(const Server &row) const
{
    const auto isRow = [&](const Server &server) { return &server == &row; };
    const QList<Server> &deleted = m_snapshot.deletedServers;
    return std::any_of(deleted.begin(), deleted.end(), isRow) ? SourceId::DeletedServers : SourceId::Servers;
}

const ServerProbe *ServerIndex::probe(const QString &id) const
{
    const auto found = m_snapshot.serverProbes.constFind(id);
    return found == m_snapshot.serverProbes.constEnd() ? nullptr : &*found;
}

const ActionsProbe *ServerIndex::actions(const QString &id) const
{
    const auto found = m_snapshot.actionsProbes.constFind(id);
    return found == m_snapshot.actionsProbes.constEnd() ? nullptr : &*found;
}

Life ServerIndex::life(const QString &id) const
{
    if (listed(id))
        return Life::Alive;
    const ServerProbe *answer = probe(id);
    if (!answer)
        return Life::Undecided;
    if (answer->status == 200)
        return Life::Alive;
    return answer->provesDeath() ? Life::Dead : Life::Undecided;
}

bool ServerIndex::busy(const QString &id) const
{
    return anyRecord(id,
                     [](const Server &server) { return server.status == "BUILD"_L1 || !server.taskState.isEmpty(); });
}

bool ServerIndex::inError(const QString &id) const
{
    return mayBeInError(id) && !anyRecord(id, [](const Server &server) { return server.status != "ERROR"_L1; });
}

bool ServerIndex::mayBeInError(const QString &id) const
{
    return anyRecord(id, [](const Server &server) { return server.status == "ERROR"_L1; });
}

bool ServerIndex::addressesKnown(const QString &id) const
{
    const auto known = [](const Server &server) {
        return server.status != "UNKNOWN"_L1 && server.hasAddresses && !server.macs.isEmpty();
    };
    return anyRecord(id, known) && !anyRecord(id, [&](const Server &server) { return !known(server); });
}

bool ServerIndex::hasMac(const QString &id, const QString &mac) const
{
    return anyRecord(id, [&](const Server &server) { return server.macs.contains(mac); });
}

} // namespace flotsam
