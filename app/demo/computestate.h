// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QJsonObject>
#include <QList>
#include <QSet>
#include <QString>
#include <QStringList>

#include <map>
#include <unordered_map>

/// What the simulated Nova holds. Times are milliseconds since the epoch, 0 where there is none.
namespace flotsam::demo {

struct Flavor
{
    QString id;
    QString name;
    int vcpus = 1;
    int ram = 512;
    int disk = 1;
};

struct Image
{
    QString id;
    QString name;
    qint64 created = 0;
};

struct Server
{
    QString id;
    QString name;
    QString projectId;
    QString userId;
    QString status = QStringLiteral("ACTIVE");
    QString vmState = QStringLiteral("active");
    QString taskState;
    QString host;
    QString zone;
    QString flavor;
    QString imageId;
    QString reservation;
    QString description;
    QString keyName;
    QString faultMessage;
    QString node; ///< uuid of the bare-metal node it runs on, the hypervisor's name there
    QJsonObject metadata;
    QStringList givenPorts; ///< ports that the user brought: Nova unbinds them, it does not delete them
    qint64 created = 0;
    qint64 updated = 0;
    qint64 launched = 0;
    qint64 terminated = 0;
    qint64 faultTime = 0;
    int powerState = 1;
    int number = 0; ///< instance-0000000e
    bool deleted = false; ///< a tombstone: only the listing with deleted=true shows it
    bool hidden = false; ///< the copy that a resize across cells keeps back: no listing shows it
    bool cellDown = false; ///< its cell's database does not answer

    bool softDeleted() const { return vmState == QLatin1StringView("soft-delete"); }
};

struct Action
{
    QString name;
    QString requestId;
    QString message;
    qint64 start = 0;
    qint64 end = 0;
};

class ComputeState
{
public:
    std::map<QString, Flavor> flavors; ///< by id
    std::map<QString, Image> images; ///< by id
    QHash<QString, QList<Action>> actions; ///< by server, oldest first; also of deleted servers
    QHash<QString, QString> projectOfGone; ///< of servers whose row was purged and whose actions were not

    const std::unordered_map<QString, Server> &servers() const { return m_servers; }
    const Server *server(const QString &id) const;
    void add(Server server);
    /// Applies \a next in place of the server of its id.
    void replace(Server next, qint64 now);
    void purge(const QString &id); ///< nova-manage db archive_deleted_rows
    /// Ids in the order of Nova's listings: newest first, then by id.
    const QList<QString> &newestFirst() const;
    void setHosts(const QStringList &hosts); ///< the scheduler takes them in turn
    bool hasHost(const QString &host) const { return m_hostNames.contains(host); }
    QString nextHost() { return m_hosts.isEmpty() ? QString() : m_hosts.at(m_turn++ % m_hosts.size()); }

private:
    std::unordered_map<QString, Server> m_servers;
    mutable QList<QString> m_order;
    mutable bool m_orderValid = false;
    QStringList m_hosts;
    QSet<QString> m_hostNames;
    int m_number = 0;
    qsizetype m_turn = 0;
};

} // namespace flotsam::demo
