// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/computestate.h"

#include <algorithm>

namespace flotsam::demo {

const Server *ComputeState::server(const QString &id) const
{
    const auto found = m_servers.find(id);
    return found == m_servers.end() ? nullptr : &found->second;
}

void ComputeState::setHosts(const QStringList &hosts)
{
    m_hosts = hosts;
    m_hostNames = {hosts.cbegin(), hosts.cend()};
}

void ComputeState::add(Server server)
{
    server.number = ++m_number;
    m_servers.insert_or_assign(server.id, std::move(server));
    m_orderValid = false;
}

void ComputeState::replace(Server next, qint64 now)
{
    const auto found = m_servers.find(next.id);
    if (found == m_servers.end())
        return;
    m_orderValid = m_orderValid && found->second.created == next.created;
    next.updated = now;
    found->second = std::move(next);
}

void ComputeState::purge(const QString &id)
{
    m_servers.erase(id);
    m_orderValid = false;
}

const QList<QString> &ComputeState::newestFirst() const
{
    if (!m_orderValid) {
        QList<const Server *> all;
        all.reserve(qsizetype(m_servers.size()));
        for (const auto &[id, server] : m_servers)
            all.append(&server);
        std::sort(all.begin(), all.end(), [](const Server *a, const Server *b) {
            return a->created != b->created ? a->created > b->created : a->id > b->id;
        });
        m_order.clear();
        m_order.reserve(all.size());
        for (const Server *server : all)
            m_order.append(server->id);
        m_orderValid = true;
    }
    return m_order;
}

} // namespace flotsam::demo
