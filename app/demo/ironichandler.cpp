// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/ironichandler.h"

#include "app/demo/metallife.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
constexpr int Newest = 82;

QJsonValue orNull(const QString &text) { return text.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(text); }

QJsonValue timeOrNull(qint64 time) { return time == 0 ? QJsonValue(QJsonValue::Null) : QJsonValue(isoOffset(time)); }

/// The error is a JSON text inside a JSON string, as Ironic has it.
Reply error(int status, const QString &message)
{
    const QJsonObject fault{{u"faultcode"_s, status < 500 ? u"Client"_s : u"Server"_s},
                            {u"faultstring"_s, message},
                            {u"debuginfo"_s, QJsonValue::Null}};
    return Reply::json({{u"error_message"_s, QString::fromUtf8(QJsonDocument(fault).toJson(QJsonDocument::Compact))}},
                       status);
}

Reply error(const MetalRefusal &refusal) { return error(refusal.status, refusal.message); }

Reply notFound(const QString &kind, const QString &id)
{
    return error(404, u"%1 %2 could not be found."_s.arg(kind, id));
}

QJsonArray links(const Request &request, const QString &path)
{
    return {QJsonObject{{u"href"_s, QString(request.base + u"/v1/"_s + path)}, {u"rel"_s, u"self"_s}},
            QJsonObject{{u"href"_s, QString(request.base + u'/' + path)}, {u"rel"_s, u"bookmark"_s}}};
}

QJsonObject version(const QString &base)
{
    return {{u"id"_s, u"v1"_s},
            {u"links"_s, QJsonArray{QJsonObject{{u"href"_s, QString(base + u"/v1/"_s)}, {u"rel"_s, u"self"_s}}}},
            {u"status"_s, u"CURRENT"_s},
            {u"min_version"_s, u"1.1"_s},
            {u"version"_s, u"1.82"_s}};
}
} // namespace

Reply IronicHandler::handle(const Request &request)
{
    if (request.path.isEmpty()) {
        return Reply::json(
            {{u"name"_s, u"OpenStack Ironic API"_s},
             {u"description"_s,
              u"Ironic is an OpenStack project which enables the provision and management of baremetal machines."_s},
             {u"default_version"_s, version(request.base)},
             {u"versions"_s, QJsonArray{version(request.base)}}});
    }
    const QString asked = QString::fromLatin1(request.headers.value("x-openstack-ironic-api-version")).trimmed();
    bool ok = asked.isEmpty() || asked == u"latest"_s;
    int minor = asked == u"latest"_s ? Newest : 1;
    if (!ok) {
        minor = asked.section(u'.', 1).toInt(&ok);
        ok = ok && asked.startsWith(u"1."_s) && minor >= 1 && minor <= Newest;
    }
    Reply reply;
    if (ok) {
        reply = dispatch(request, minor);
        reply.with("X-OpenStack-Ironic-API-Version", "1." + QByteArray::number(minor));
    } else {
        const QJsonObject fault{
            {u"code"_s, 406},
            {u"title"_s, u"Not Acceptable"_s},
            {u"description"_s,
             u"Version %1 was requested but the minor version is not supported by this service. The supported version range is: [1.1, 1.82]."_s
                 .arg(asked)}};
        reply = Reply::json(
            {{u"error_message"_s, QString::fromUtf8(QJsonDocument(fault).toJson(QJsonDocument::Compact))}}, 406);
    }
    reply.with("X-OpenStack-Ironic-API-Minimum-Version", "1.1");
    reply.with("X-OpenStack-Ironic-API-Maximum-Version", "1.82");
    return reply;
}

Reply IronicHandler::dispatch(const Request &request, int minor)
{
    if (request.at(0) != u"v1"_s)
        return error(404, u"Not Found"_s);
    if (request.path.size() == 1) {
        const auto collection = [&request](const QString &name) { return links(request, name + u'/'); };
        return Reply::json({{u"id"_s, u"v1"_s},
                            {u"links"_s, version(request.base).value("links"_L1)},
                            {u"media_types"_s,
                             QJsonObject{{u"base"_s, u"application/json"_s},
                                         {u"type"_s, u"application/vnd.openstack.ironic.v1+json"_s}}},
                            {u"nodes"_s, collection(u"nodes"_s)},
                            {u"ports"_s, collection(u"ports"_s)},
                            {u"portgroups"_s, collection(u"portgroups"_s)},
                            {u"version"_s, version(request.base)}});
    }
    const QString kind = request.at(1);
    if (kind == u"nodes"_s)
        return nodes(request, minor);
    if (kind == u"ports"_s)
        return nics(request, minor);
    if (kind == u"portgroups"_s && minor >= 23)
        return portgroups(request, minor);
    if (kind == u"allocations"_s)
        return Reply::json({{u"allocations"_s, QJsonArray()}});
    return installation(request);
}

Reply IronicHandler::installation(const Request &request) const
{
    // What belongs to the installation and to no project: an administrator's to read.
    static const QHash<QString, QString> policies{
        {u"drivers"_s, u"driver"_s}, {u"conductors"_s, u"conductor"_s}, {u"chassis"_s, u"chassis"_s}};
    const QString kind = request.at(1);
    if (policies.contains(kind) && !request.caller.admin) {
        return error(403, u"Access was denied to the following resource: baremetal:%1:get"_s.arg(policies.value(kind)));
    }
    if (kind == u"chassis"_s)
        return Reply::json({{u"chassis"_s, QJsonArray()}});
    if (kind == u"conductors"_s) {
        return Reply::json({{kind,
                             QJsonArray{QJsonObject{{u"hostname"_s, u"ironic-demo"_s},
                                                    {u"conductor_group"_s, u""_s},
                                                    {u"alive"_s, true},
                                                    {u"links"_s, links(request, u"conductors/ironic-demo"_s)}}}}});
    }
    if (kind == u"drivers"_s) {
        return Reply::json({{kind,
                             QJsonArray{QJsonObject{{u"name"_s, u"fake-hardware"_s},
                                                    {u"hosts"_s, QJsonArray{u"ironic-demo"_s}},
                                                    {u"type"_s, u"dynamic"_s},
                                                    {u"links"_s, links(request, u"drivers/fake-hardware"_s)}}}}});
    }
    return error(404, u"Not Found"_s);
}

QString IronicHandler::nodeIdOf(const QString &idOrName) const
{
    for (const auto &[id, node] : m_state.metal.nodes) {
        if (id == idOrName || (!node.name.isEmpty() && node.name == idOrName))
            return id;
    }
    return {};
}

Reply IronicHandler::page(const Request &request, const QString &name, const std::vector<QJsonObject> &objects,
                          const QStringList &brief) const
{
    QStringList fields = request.first(u"fields").split(u',', Qt::SkipEmptyParts);
    const bool detail = request.path.last() == u"detail"_s || request.flag(u"detail");
    if (fields.isEmpty() && !detail)
        fields = brief;
    if (!fields.isEmpty())
        fields += u"links"_s;
    int limit = request.first(u"limit").toInt();
    limit = limit <= 0 ? 1000 : std::min(limit, 1000);
    auto at = objects.cbegin();
    if (request.has(u"marker")) {
        at = std::find_if(objects.cbegin(), objects.cend(), [&request](const QJsonObject &object) {
            return object.value("uuid"_L1).toString() == request.first(u"marker");
        });
        if (at == objects.cend())
            return notFound(name == u"nodes"_s ? u"Node"_s : u"Port"_s, request.first(u"marker"));
        ++at;
    }
    QJsonArray list;
    for (; at != objects.cend() && list.size() < limit; ++at) {
        QJsonObject object = *at;
        if (!fields.isEmpty()) {
            for (const QString &key : object.keys()) {
                if (!fields.contains(key))
                    object.remove(key);
            }
        }
        list.append(object);
    }
    QJsonObject body{{name, list}};
    if (list.size() == limit) {
        QString href = request.self + u"?sort_key=id&sort_dir=asc&limit="_s + QString::number(limit);
        if (request.has(u"fields"))
            href += u"&fields="_s + request.first(u"fields");
        body.insert("next"_L1, QString(href + u"&marker="_s + list.last().toObject().value("uuid"_L1).toString()));
    }
    return Reply::json(body);
}

Reply IronicHandler::nodes(const Request &request, int minor)
{
    const QString id = request.at(2);
    if (!id.isEmpty() && id != u"detail"_s) {
        const QString nodeId = request.caller.admin ? nodeIdOf(id) : QString();
        if (nodeId.isEmpty())
            return notFound(u"Node"_s, id);
        if (request.path.size() > 3)
            return nodePart(request, nodeId, minor);
        if (!request.is("GET"))
            return error(501, u"The simulated cloud does not change nodes this way."_s);
        return Reply::json(nodeJson(request, m_state.metal.nodes.at(nodeId), minor));
    }
    if (!request.is("GET"))
        return error(501, u"The simulated cloud does not enroll nodes."_s);
    std::vector<QJsonObject> found;
    for (const auto &[nodeId, node] : m_state.metal.nodes) {
        const QJsonObject object = nodeJson(request, node, minor);
        bool keep = request.caller.admin; // others see the nodes that they own, and here they own none
        for (const QString &key :
             {u"instance_uuid"_s, u"provision_state"_s, u"resource_class"_s, u"driver"_s, u"owner"_s})
            keep = keep && (!request.has(key) || object.value(key).toString() == request.first(key));
        if (request.has(u"maintenance"))
            keep = keep && node.maintenance == request.flag(u"maintenance");
        if (request.has(u"associated"))
            keep = keep && node.instanceId.isEmpty() != request.flag(u"associated");
        if (keep)
            found.push_back(object);
    }
    return page(request, u"nodes"_s, found,
                {u"uuid"_s, u"instance_uuid"_s, u"maintenance"_s, u"power_state"_s, u"provision_state"_s, u"name"_s});
}

Reply IronicHandler::nodePart(const Request &request, const QString &nodeId, int minor)
{
    const QString part = request.at(3);
    Node &node = m_state.metal.nodes.at(nodeId);
    if (part == u"ports"_s)
        return nics(request, minor, nodeId);
    if (part == u"portgroups"_s)
        return portgroups(request, minor, nodeId);
    if (part == u"vifs"_s && minor >= 28) {
        if (request.is("GET")) {
            QJsonArray vifs;
            for (const QString &vif : vifsOf(m_state, nodeId))
                vifs.append(QJsonObject{{u"id"_s, vif}});
            return Reply::json({{u"vifs"_s, vifs}});
        }
        const auto refusal = request.is("POST") ? attachVif(m_state, nodeId, request.json().value("id"_L1).toString())
                                                : detachVif(m_state, nodeId, request.at(4));
        return refusal ? error(*refusal) : Reply::empty();
    }
    if (part == u"states"_s && request.is("GET")) {
        return Reply::json({{u"console_enabled"_s, false},
                            {u"last_error"_s, orNull(node.lastError)},
                            {u"power_state"_s, orNull(node.power)},
                            {u"provision_state"_s, node.state},
                            {u"target_power_state"_s, QJsonValue::Null},
                            {u"target_provision_state"_s, orNull(node.targetState)},
                            {u"provision_updated_at"_s, timeOrNull(node.stateChanged)},
                            {u"raid_config"_s, QJsonObject()},
                            {u"target_raid_config"_s, QJsonObject()},
                            {u"boot_mode"_s, QJsonValue::Null},
                            {u"secure_boot"_s, QJsonValue::Null}});
    }
    if (part == u"states"_s && request.is("PUT") && request.at(4) == u"provision"_s) {
        const auto refusal = setProvisionTarget(m_state, nodeId, request.json().value("target"_L1).toString());
        return refusal ? error(*refusal) : Reply::empty(202);
    }
    if (part == u"maintenance"_s && (request.is("PUT") || request.is("DELETE"))) {
        node.maintenance = request.is("PUT");
        node.maintenanceReason = node.maintenance ? request.json().value("reason"_L1).toString() : QString();
        node.updated = m_state.now();
        return Reply::empty(202);
    }
    return error(404, u"Not Found"_s);
}

Reply IronicHandler::nics(const Request &request, int minor, const QString &nodeId, const QString &groupId) const
{
    const QString id = nodeId.isEmpty() && groupId.isEmpty() ? request.at(2) : QString();
    std::vector<QJsonObject> found;
    for (const auto &[nicId, nic] : m_state.metal.nics) {
        if (!request.caller.admin || (!nodeId.isEmpty() && nic.nodeId != nodeId))
            continue;
        if (!groupId.isEmpty() && nic.portgroupId != groupId)
            continue;
        if (request.has(u"address") && request.first(u"address").toLower() != nic.mac)
            continue;
        const QString node = request.first(u"node") + request.first(u"node_uuid");
        if (!node.isEmpty() && nodeIdOf(node) != nic.nodeId)
            continue;
        if (request.has(u"portgroup") && request.first(u"portgroup") != nic.portgroupId)
            continue;
        if (id == nicId)
            return Reply::json(nicJson(request, nic, minor));
        found.push_back(nicJson(request, nic, minor));
    }
    if (!id.isEmpty() && id != u"detail"_s)
        return notFound(u"Port"_s, id);
    return page(request, u"ports"_s, found, {u"uuid"_s, u"address"_s});
}

Reply IronicHandler::portgroups(const Request &request, int minor, const QString &nodeId) const
{
    const QString id = nodeId.isEmpty() ? request.at(2) : QString();
    std::vector<QJsonObject> found;
    for (const auto &[groupId, group] : m_state.metal.portgroups) {
        if (!request.caller.admin || (!nodeId.isEmpty() && group.nodeId != nodeId))
            continue;
        if (request.has(u"node") && nodeIdOf(request.first(u"node")) != group.nodeId)
            continue;
        if (request.has(u"address") && request.first(u"address").toLower() != group.mac)
            continue;
        if (id == groupId && request.at(3) == u"ports"_s)
            return nics(request, minor, {}, groupId);
        if (id == groupId)
            return Reply::json(portgroupJson(request, group));
        found.push_back(portgroupJson(request, group));
    }
    if (!id.isEmpty() && id != u"detail"_s)
        return notFound(u"Portgroup"_s, id);
    return page(request, u"portgroups"_s, found, {u"uuid"_s, u"address"_s, u"name"_s});
}

QJsonObject IronicHandler::nodeJson(const Request &request, const Node &node, int minor) const
{
    const QString path = u"nodes/"_s + node.id;
    QJsonObject object{{u"uuid"_s, node.id},
                       {u"created_at"_s, isoOffset(node.created)},
                       {u"updated_at"_s, timeOrNull(node.updated)},
                       {u"provision_updated_at"_s, timeOrNull(node.stateChanged)},
                       {u"driver"_s, u"fake-hardware"_s},
                       {u"instance_uuid"_s, orNull(node.instanceId)},
                       {u"last_error"_s, orNull(node.lastError)},
                       {u"maintenance"_s, node.maintenance},
                       {u"maintenance_reason"_s, orNull(node.maintenanceReason)},
                       {u"owner"_s, orNull(node.owner)},
                       {u"power_state"_s, orNull(node.power)},
                       {u"provision_state"_s, node.state},
                       {u"target_provision_state"_s, orNull(node.targetState)},
                       {u"resource_class"_s, u"baremetal"_s},
                       {u"network_interface"_s, u"neutron"_s},
                       {u"conductor"_s, u"ironic-demo"_s},
                       {u"conductor_group"_s, u""_s},
                       {u"traits"_s, QJsonArray()},
                       {u"links"_s, links(request, path)}};
    // Releases before 1.2 had no word for "available".
    if (minor < 2 && node.state == u"available"_s)
        object.insert("provision_state"_L1, QJsonValue::Null);
    if (minor >= 5)
        object.insert("name"_L1, orNull(node.name));
    for (const QString &part : {u"ports"_s, u"states"_s, u"portgroups"_s, u"volume"_s})
        object.insert(part, links(request, path + u'/' + part));
    const QList<std::pair<QString, QString>> interfaces{
        {u"bios"_s, u"no-bios"_s}, {u"boot"_s, u"fake"_s},          {u"console"_s, u"no-console"_s},
        {u"deploy"_s, u"fake"_s},  {u"inspect"_s, u"no-inspect"_s}, {u"management"_s, u"fake"_s},
        {u"power"_s, u"fake"_s},   {u"raid"_s, u"fake"_s},          {u"rescue"_s, u"no-rescue"_s},
        {u"storage"_s, u"noop"_s}, {u"vendor"_s, u"no-vendor"_s}};
    for (const auto &[name, interface] : interfaces)
        object.insert(name + u"_interface"_s, interface);
    for (const QString &empty :
         {u"clean_step"_s, u"deploy_step"_s, u"driver_info"_s, u"driver_internal_info"_s, u"extra"_s,
          u"instance_info"_s, u"network_data"_s, u"properties"_s, u"raid_config"_s, u"target_raid_config"_s})
        object.insert(empty, QJsonObject());
    for (const QString &no : {u"console_enabled"_s, u"protected"_s, u"retired"_s})
        object.insert(no, false);
    for (const QString &none :
         {u"automated_clean"_s, u"boot_mode"_s, u"description"_s, u"fault"_s, u"inspection_finished_at"_s,
          u"inspection_started_at"_s, u"lessee"_s, u"protected_reason"_s, u"reservation"_s, u"retired_reason"_s,
          u"secure_boot"_s, u"target_power_state"_s, u"allocation_uuid"_s, u"chassis_uuid"_s})
        object.insert(none, QJsonValue::Null);
    return object;
}

QJsonObject IronicHandler::nicJson(const Request &request, const Nic &nic, int minor) const
{
    QJsonObject object{{u"uuid"_s, nic.id},
                       {u"created_at"_s, isoOffset(nic.created)},
                       {u"updated_at"_s, timeOrNull(nic.updated)},
                       {u"address"_s, nic.mac},
                       {u"extra"_s, nic.extra},
                       {u"node_uuid"_s, nic.nodeId},
                       {u"links"_s, links(request, u"ports/"_s + nic.id)}};
    if (minor >= 18)
        object.insert("internal_info"_L1, nic.internalInfo);
    if (minor >= 19) {
        object.insert("pxe_enabled"_L1, true);
        object.insert("local_link_connection"_L1,
                      QJsonObject{{u"switch_id"_s, u"0a:1b:2c:3d:4e:5f"_s},
                                  {u"port_id"_s, nic.switchPort},
                                  {u"switch_info"_s, u"sw1"_s}});
    }
    if (minor >= 24)
        object.insert("portgroup_uuid"_L1, orNull(nic.portgroupId));
    if (minor >= 34)
        object.insert("physical_network"_L1, QJsonValue::Null);
    if (minor >= 53)
        object.insert("is_smartnic"_L1, false);
    return object;
}

QJsonObject IronicHandler::portgroupJson(const Request &request, const Portgroup &group) const
{
    const QString path = u"portgroups/"_s + group.id;
    return {{u"uuid"_s, group.id},
            {u"name"_s, orNull(group.name)},
            {u"created_at"_s, isoOffset(group.created)},
            {u"updated_at"_s, timeOrNull(group.updated)},
            {u"address"_s, orNull(group.mac)},
            {u"node_uuid"_s, group.nodeId},
            {u"internal_info"_s, group.internalInfo},
            {u"extra"_s, group.extra},
            {u"mode"_s, u"active-backup"_s},
            {u"properties"_s, QJsonObject()},
            {u"standalone_ports_supported"_s, true},
            {u"ports"_s, links(request, path + u"/ports"_s)},
            {u"links"_s, links(request, path)}};
}

} // namespace flotsam::demo
