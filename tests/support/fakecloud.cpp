// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/fakecloud.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QMutexLocker>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam::test {
namespace {

RudeAnswer jsonObject(const QJsonObject &object, int status = 200)
{
    return json(QJsonDocument(object).toJson(QJsonDocument::Compact), status);
}

RudeAnswer forbidden() { return json(R"({"forbidden":{"code":403,"message":"Policy doesn't allow it."}})", 403); }

} // namespace

FakeCloud::FakeCloud()
    : m_server([this](const RudeRequest &request) { return answer(request); })
{
    const auto at = [this](const QString &path) { return m_server.url(path).toString(); };
    const auto one = [&](const QString &type, const QString &path) {
        return service(type, {{u"public"_s, u"R1"_s, at(path)}});
    };
    catalog = {one(u"network"_s, u"/network"_s),          one(u"compute"_s, u"/compute/v2.1"_s),
               one(u"orchestration"_s, u"/heat/v1/p1"_s), one(u"baremetal"_s, u"/metal"_s),
               one(u"load-balancer"_s, u"/lb"_s),         one(u"identity"_s, u"/identity/v3"_s)};
    for (const QString &name : {u"ports"_s, u"networks"_s, u"subnets"_s, u"routers"_s, u"floatingips"_s, u"trunks"_s})
        put(u"/network/v2.0/"_s + name, name, {});
    put(u"/network/v2.0/extensions"_s, u"extensions"_s,
        {QJsonObject{{u"alias"_s, u"router"_s}}, QJsonObject{{u"alias"_s, u"trunk"_s}}});
    put(u"/metal/v1/nodes/detail"_s, u"nodes"_s, {});
    put(u"/metal/v1/ports/detail"_s, u"ports"_s, {});
    put(u"/metal/v1/portgroups/detail"_s, u"portgroups"_s, {});
    put(u"/lb/v2/lbaas/loadbalancers"_s, u"loadbalancers"_s, {});
    put(u"/lb/v2/octavia/amphorae"_s, u"amphorae"_s, {});
    for (const QString &project : {u"p1"_s, u"p2"_s, u"p3"_s})
        put(u"/heat/v1/%1/stacks"_s.arg(project), u"stacks"_s, {});
}

CloudConfig FakeCloud::config() const
{
    CloudConfig config;
    config.name = u"fake"_s;
    config.authUrl = m_server.url(u"/identity/v3"_s);
    config.userName = u"ann"_s;
    config.userDomainId = u"default"_s;
    config.password = Secret(u"swordfish"_s);
    config.projectId = u"p1"_s;
    return config;
}

QJsonObject FakeCloud::object(const QString &id, const QJsonObject &more)
{
    QJsonObject result = more;
    result.insert("id"_L1, id);
    return result;
}

QJsonObject FakeCloud::service(const QString &type, const QList<QStringList> &endpoints)
{
    QJsonArray list;
    for (const QStringList &endpoint : endpoints)
        list.append(QJsonObject{
            {u"interface"_s, endpoint.at(0)}, {u"region_id"_s, endpoint.at(1)}, {u"url"_s, endpoint.at(2)}});
    return {{u"type"_s, type}, {u"endpoints"_s, list}};
}

void FakeCloud::put(const QString &path, const QString &key, const QJsonArray &items)
{
    const QMutexLocker lock(&m_mutex);
    m_lists[path] = {key, items};
}

void FakeCloud::handle(const QString &path, const RudeServer::Handler &handler)
{
    const QMutexLocker lock(&m_mutex);
    m_handlers[path] = handler;
}

void FakeCloud::deny(const QString &path)
{
    handle(path, [](const RudeRequest &) { return forbidden(); });
}

RudeAnswer FakeCloud::page(const RudeRequest &request, const QString &key, const QJsonArray &items)
{
    const qsizetype limit = request.query.queryItemValue(u"limit"_s).toLongLong();
    const QString marker = request.query.queryItemValue(u"marker"_s, QUrl::FullyDecoded);
    qsizetype from = 0;
    if (!marker.isEmpty()) {
        while (from < items.size() && items.at(from)["id"_L1].toString() != marker)
            ++from;
        if (from++ == items.size())
            return json(R"({"NeutronError":{"type":"PortNotFound","message":"gone","detail":""}})", 404);
    }
    QJsonArray part;
    for (qsizetype i = from; i < items.size() && (limit == 0 || part.size() < limit); ++i)
        part.append(items.at(i));
    QJsonObject body{{key, part}};
    if (limit > 0 && part.size() == limit) {
        const QString next
            = u"http://internal.invalid/x?limit=%1&marker=%2"_s.arg(limit).arg(part.last()["id"_L1].toString());
        body.insert(key + "_links"_L1, QJsonArray{QJsonObject{{u"rel"_s, u"next"_s}, {u"href"_s, next}}});
    }
    return jsonObject(body);
}

RudeAnswer FakeCloud::answer(const RudeRequest &request)
{
    const QMutexLocker lock(&m_mutex);
    const QString &path = request.path;
    if (const auto own = m_handlers.find(path); own != m_handlers.end())
        return own->second(request);
    if (path == "/identity/v3/auth/tokens"_L1)
        return token(request);
    if (!request.headers.value("x-auth-token").startsWith("tok-"))
        return json(R"({"error":{"code":401,"message":"no token"}})", 401);
    if (path == "/identity/v3/auth/projects"_L1 || path == "/identity/v3/projects"_L1) {
        QJsonArray projects;
        for (const QString &id :
             path == "/identity/v3/projects"_L1 ? QStringList{u"p1"_s, u"p2"_s, u"p3"_s} : reachable)
            projects.append(object(id, {{u"name"_s, u"name-"_s + id}}));
        return jsonObject({{u"projects"_s, projects}});
    }
    if (path.startsWith("/compute/"_L1))
        return compute(request);
    if (path == "/metal/v1/"_L1)
        return json("{}").with("X-OpenStack-Ironic-API-Maximum-Version", "1.82");
    if (path == "/metal/v1/chassis"_L1 || path == "/metal/v1/conductors"_L1)
        return metalAdmin ? json("{}") : forbidden();
    if (path.startsWith("/network/v2.0/quotas/"_L1))
        return json(R"({"quota":{"port":{"limit":500,"used":1,"reserved":0}}})");
    if (path.startsWith("/heat/"_L1) && request.query.hasQueryItem(u"global_tenant"_s)) {
        if (!heatGlobal)
            return json(R"({"error":{"message":"You are not authorized to use stacks:global_index."}})", 403);
        return page(request, u"stacks"_s, m_lists[u"/heat/v1/global"_s].second);
    }
    if (const auto found = m_lists.find(path); found != m_lists.end())
        return page(request, found->second.first, found->second.second);
    return json(R"({"NeutronError":{"type":"HTTPNotFound","message":"The resource could not be found.","detail":""}})",
                404);
}

RudeAnswer FakeCloud::token(const RudeRequest &request)
{
    const QJsonObject auth = QJsonDocument::fromJson(request.body)["auth"_L1].toObject();
    QString project = auth["scope"_L1]["project"_L1]["id"_L1].toString();
    if (auth["identity"_L1]["password"_L1]["user"_L1]["password"_L1].toString() != "swordfish"_L1
        || (!project.isEmpty() && !reachable.contains(project)))
        return json(R"({"error":{"code":401,"message":"The request you have made requires authentication."}})", 401);
    QJsonArray names;
    for (const QString &role : roles)
        names.append(QJsonObject{{u"name"_s, role}});
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const QJsonObject token{{u"user"_s, QJsonObject{{u"id"_s, u"U"_s}, {u"name"_s, u"ann"_s}}},
                            {u"project"_s, object(project, {{u"name"_s, u"name-"_s + project}})},
                            {u"roles"_s, names},
                            {u"issued_at"_s, now.toString(Qt::ISODateWithMs)},
                            {u"expires_at"_s, now.addSecs(3600).toString(Qt::ISODateWithMs)},
                            {u"catalog"_s, catalog}};
    return jsonObject({{u"token"_s, token}}, 201).with("X-Subject-Token", "tok-" + project.toLatin1());
}

RudeAnswer FakeCloud::compute(const RudeRequest &request)
{
    const QStringList parts = request.path.split(u'/', Qt::SkipEmptyParts); // compute v2.1 servers …
    if (parts.size() == 2)
        return json(R"({"version":{"id":"v2.1","version":")" + newestCompute + R"(","min_version":"2.1"}})");
    const QByteArray version = request.headers.value("x-openstack-nova-api-version", "2.1");
    const auto told = [&](RudeAnswer answer) { return answer.with("X-OpenStack-Nova-API-Version", version); };
    if (parts.value(3) == "detail"_L1) {
        if (request.query.hasQueryItem(u"all_tenants"_s) && !novaAdmin)
            return told(forbidden());
        const bool deleted = request.query.hasQueryItem(u"deleted"_s) || request.query.hasQueryItem(u"changes-since"_s);
        return told(page(request, u"servers"_s, deleted ? m_deleted : m_servers));
    }
    const auto has = [&](const QJsonArray &list) {
        return std::any_of(list.begin(), list.end(),
                           [&](const QJsonValue &server) { return server["id"_L1].toString() == parts.value(3); });
    };
    if (parts.size() == 5 && (has(m_servers) || has(m_deleted)))
        return told(json(R"({"instanceActions":[{"action":"create","start_time":"2026-01-01T00:00:00.000000"}]})"));
    if (has(m_servers))
        return told(json(R"({"server":{"id":")" + parts.value(3).toLatin1() + R"(","status":"ACTIVE"}})"));
    return told(json(R"({"itemNotFound":{"code":404,"message":"Instance could not be found."}})", 404));
}

} // namespace flotsam::test
