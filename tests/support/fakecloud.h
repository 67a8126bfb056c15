// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/cloudconfig.h"
#include "tests/support/rudeserver.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QMutex>

#include <map>

namespace flotsam::test {

/// Answers like Keystone, Nova, Neutron, Heat, Ironic and Octavia, from lists that a test puts in, below the paths
/// /identity, /compute, /network, /heat, /metal and /lb of one server. Links name a host that does not exist. Any path
/// can be made to misbehave.
class FakeCloud
{
public:
    FakeCloud();

    CloudConfig config() const;
    QUrl url(const QString &path) const { return m_server.url(path); }
    const RudeServer &server() const { return m_server; }

    // What the cloud is; to be set before it is used.
    QStringList roles{QStringLiteral("admin")};
    bool novaAdmin = true; ///< all_tenants is allowed
    bool heatGlobal = false; ///< global_tenant is allowed
    bool metalAdmin = true; ///< chassis may be listed
    QStringList reachable{QStringLiteral("p1"), QStringLiteral("p2")}; ///< projects with a role
    QJsonArray catalog; ///< made by the constructor, region R1
    QByteArray newestCompute = "2.93";

    /// A collection: `<key>` of the answer to \a path, in pages as `limit` and `marker` ask.
    void put(const QString &path, const QString &key, const QJsonArray &items);
    QJsonArray &servers() { return m_servers; }
    QJsonArray &deletedServers() { return m_deleted; }
    /// Overrides whatever would answer \a path; \a handler runs on the server's thread.
    void handle(const QString &path, const RudeServer::Handler &handler);
    void deny(const QString &path);

    static QJsonObject object(const QString &id, const QJsonObject &more = {});
    static QJsonObject service(const QString &type, const QList<QStringList> &endpoints); ///< {interface, region, url}
    static RudeAnswer page(const RudeRequest &request, const QString &key, const QJsonArray &items);

private:
    RudeAnswer answer(const RudeRequest &request);
    RudeAnswer token(const RudeRequest &request);
    RudeAnswer compute(const RudeRequest &request);

    mutable QMutex m_mutex;
    std::map<QString, std::pair<QString, QJsonArray>> m_lists;
    std::map<QString, RudeServer::Handler> m_handlers;
    QJsonArray m_servers;
    QJsonArray m_deleted;
    RudeServer m_server;
};

} // namespace flotsam::test
