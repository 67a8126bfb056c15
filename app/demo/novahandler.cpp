// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/novahandler.h"

#include <QJsonArray>

#include <optional>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
constexpr int Newest = 93;

QJsonObject version(const QString &base, bool current)
{
    const QString path = current ? u"/v2.1/"_s : u"/v2/"_s;
    return {{u"id"_s, current ? u"v2.1"_s : u"v2.0"_s},
            {u"status"_s, current ? u"CURRENT"_s : u"SUPPORTED"_s},
            {u"version"_s, current ? u"2.93"_s : u""_s},
            {u"min_version"_s, current ? u"2.1"_s : u""_s},
            {u"updated"_s, current ? u"2013-07-23T11:33:21Z"_s : u"2011-01-21T11:33:21Z"_s},
            {u"links"_s, QJsonArray{QJsonObject{{u"rel"_s, u"self"_s}, {u"href"_s, QString(base + path)}}}}};
}

/// The microversion that a request asks for; not set where it is none of ours, with the refusal in \a refusal.
std::optional<int> microversion(const Request &request, Reply &refusal)
{
    QString text = QString::fromLatin1(request.headers.value("openstack-api-version"));
    text = text.startsWith(u"compute "_s) ? text.mid(8).trimmed() : QString();
    if (text.isEmpty())
        text = QString::fromLatin1(request.headers.value("x-openstack-nova-api-version")).trimmed();
    if (text.isEmpty())
        return 1;
    if (text == u"latest"_s)
        return Newest;
    bool majorOk = false;
    bool minorOk = false;
    const int major = text.section(u'.', 0, 0).toInt(&majorOk);
    const int minor = text.section(u'.', 1).toInt(&minorOk);
    if (!majorOk || !minorOk) {
        refusal = novaError(
            400, u"API Version String %1 is of invalid format. Must be of format MajorNum.MinorNum."_s.arg(text));
        return {};
    }
    if (major != 2 || minor < 1 || minor > Newest) {
        refusal = novaError(406,
                            u"Version %1 is not supported by the API. Minimum is 2.1 and maximum is 2.93."_s.arg(text));
        refusal.with("OpenStack-API-Version", "compute " + text.toLatin1());
        refusal.with("X-OpenStack-Nova-API-Version", text.toLatin1());
        return {};
    }
    return minor;
}
} // namespace

bool NovaHandler::isPublic(const Request &request) const { return request.path.size() <= 1; }

Reply NovaHandler::handle(const Request &request)
{
    if (request.path.isEmpty()) {
        return Reply::json({{u"versions"_s, QJsonArray{version(request.base, false), version(request.base, true)}}});
    }
    Reply refusal;
    const auto minor = microversion(request, refusal);
    if (!minor)
        return refusal;
    Reply reply = request.at(0) == u"v2.1"_s ? dispatch(request, *minor)
                                             : novaError(404, u"The resource could not be found."_s);
    const QByteArray text = "2." + QByteArray::number(*minor);
    reply.with("OpenStack-API-Version", "compute " + text);
    reply.with("X-OpenStack-Nova-API-Version", text);
    reply.with("Vary", "OpenStack-API-Version, X-OpenStack-Nova-API-Version");
    return reply;
}

Reply NovaHandler::dispatch(const Request &request, int minor)
{
    if (request.path.size() == 1) {
        QJsonObject body = version(request.base, true);
        QJsonArray links = body.value("links"_L1).toArray();
        links.append(QJsonObject{
            {u"rel"_s, u"describedby"_s}, {u"type"_s, u"text/html"_s}, {u"href"_s, u"http://docs.openstack.org/"_s}});
        body.insert("links"_L1, links);
        body.insert("media-types"_L1,
                    QJsonArray{QJsonObject{{u"base"_s, u"application/json"_s},
                                           {u"type"_s, u"application/vnd.openstack.compute+json;version=2.1"_s}}});
        return Reply::json({{u"version"_s, body}});
    }
    const QString kind = request.at(1);
    if (kind == u"servers"_s)
        return m_servers.handle(request, minor);
    if (kind == u"flavors"_s)
        return flavors(request, minor);
    if (kind == u"limits"_s)
        return limits(request, minor);
    if (kind == u"os-quota-sets"_s)
        return quotaSets(request, minor);
    if (kind == u"os-availability-zone"_s) {
        return Reply::json({{u"availabilityZoneInfo"_s,
                             QJsonArray{QJsonObject{{u"zoneName"_s, u"nova"_s},
                                                    {u"zoneState"_s, QJsonObject{{u"available"_s, true}}},
                                                    {u"hosts"_s, QJsonValue::Null}}}}});
    }
    if (kind == u"extensions"_s)
        return Reply::json({{u"extensions"_s, QJsonArray()}});
    return novaError(404, u"The resource could not be found."_s);
}

Reply NovaHandler::flavors(const Request &request, int minor) const
{
    const QString id = request.at(2);
    if (!id.isEmpty() && id != u"detail"_s) {
        const auto found = m_state.compute.flavors.find(id);
        if (found == m_state.compute.flavors.end())
            return novaError(404, u"Flavor %1 could not be found."_s.arg(id));
        if (request.at(3) == u"os-extra_specs"_s)
            return Reply::json({{u"extra_specs"_s, QJsonObject()}});
        return Reply::json({{u"flavor"_s, flavorJson(found->second, request.base, minor, true)}});
    }
    QJsonArray list;
    for (const auto &[flavorId, flavor] : m_state.compute.flavors)
        list.append(flavorJson(flavor, request.base, minor, id == u"detail"_s));
    return Reply::json({{u"flavors"_s, list}});
}

namespace {

/// What Nova limits, and what of it is left at a microversion: networks went with 2.36, injected files with 2.57.
QList<std::pair<QString, int>> quotaLimits(int minor)
{
    QList<std::pair<QString, int>> limits{
        {u"instances"_s, 1000},         {u"cores"_s, 4000},    {u"ram"_s, 8192000},
        {u"metadata_items"_s, 128},     {u"key_pairs"_s, 100}, {u"server_groups"_s, 10},
        {u"server_group_members"_s, 10}};
    if (minor < 36) {
        limits += {
            {u"floating_ips"_s, -1}, {u"fixed_ips"_s, -1}, {u"security_groups"_s, -1}, {u"security_group_rules"_s, -1}};
    }
    if (minor < 57) {
        limits += {
            {u"injected_files"_s, 5}, {u"injected_file_content_bytes"_s, 10240}, {u"injected_file_path_bytes"_s, 255}};
    }
    return limits;
}

int serversOf(const DemoState &state, const QString &projectId)
{
    int used = 0;
    for (const auto &[id, server] : state.compute.servers())
        used += !server.deleted && server.projectId == projectId ? 1 : 0;
    return used;
}

} // namespace

Reply NovaHandler::limits(const Request &request, int minor) const
{
    const int used = serversOf(m_state, request.caller.projectId);
    QJsonObject absolute{
        {u"maxTotalInstances"_s, 1000},   {u"totalInstancesUsed"_s, used}, {u"maxTotalCores"_s, 4000},
        {u"totalCoresUsed"_s, used},      {u"maxTotalRAMSize"_s, 8192000}, {u"totalRAMUsed"_s, used * 512},
        {u"maxServerMeta"_s, 128},        {u"maxTotalKeypairs"_s, 100},    {u"maxServerGroups"_s, 10},
        {u"maxServerGroupMembers"_s, 10}, {u"totalServerGroupsUsed"_s, 0}};
    if (minor < 57) {
        absolute.insert("maxPersonality"_L1, 5);
        absolute.insert("maxPersonalitySize"_L1, 10240);
        absolute.insert("maxImageMeta"_L1, 128);
    }
    return Reply::json({{u"limits"_s, QJsonObject{{u"rate"_s, QJsonArray()}, {u"absolute"_s, absolute}}}});
}

Reply NovaHandler::quotaSets(const Request &request, int minor) const
{
    const QString projectId = request.at(2);
    if (!request.caller.admin && projectId != request.caller.projectId)
        return novaError(403, u"Policy doesn't allow os_compute_api:os-quota-sets:show to be performed."_s);
    const int used = serversOf(m_state, projectId);
    QJsonObject set{{u"id"_s, projectId}};
    for (const auto &[name, limit] : quotaLimits(minor)) {
        const int inUse = name == u"instances"_s || name == u"cores"_s ? used : name == u"ram"_s ? used * 512 : 0;
        if (request.at(3) == u"detail"_s)
            set.insert(name, QJsonObject{{u"limit"_s, limit}, {u"in_use"_s, inUse}, {u"reserved"_s, 0}});
        else
            set.insert(name, limit);
    }
    return Reply::json({{u"quota_set"_s, set}});
}

} // namespace flotsam::demo
