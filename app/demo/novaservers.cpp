// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/novaservers.h"

#include "app/demo/serverlife.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
Reply notFound(const QString &id) { return novaError(404, u"Instance %1 could not be found."_s.arg(id)); }

Reply cellIsDown()
{
    return novaError(
        500,
        u"Unexpected API Error. Please report this at http://bugs.launchpad.net/nova/ and attach the Nova API "
        "log if possible.\n<class 'nova.exception.NovaException'>"_s);
}
} // namespace

Reply NovaServers::handle(const Request &request, int minor)
{
    if (request.path.size() == 2)
        return request.is("POST") ? createServer(request, minor) : listServers(request, minor, false);
    if (request.at(2) == u"detail"_s)
        return listServers(request, minor, true);
    if (request.at(3) == u"os-instance-actions"_s)
        return instanceActions(request, minor);
    if (request.at(3) == u"os-interface"_s)
        return interfaces(request);
    if (request.path.size() > 3)
        return subcollections(request);
    if (!request.is("DELETE"))
        return showServer(request, minor);
    const Server *server = visibleServer(request, request.at(2));
    if (!server)
        return notFound(request.at(2));
    deleteServer(m_state, server->id);
    return Reply::empty();
}

ServerView NovaServers::view(const Request &request, int minor, bool show) const
{
    return {m_state, request.base, minor, request.caller.admin, show};
}

const Server *NovaServers::visibleServer(const Request &request, const QString &id) const
{
    const Server *server = m_state.compute.server(id);
    if (!server || server->deleted)
        return nullptr;
    return request.caller.admin || server->projectId == request.caller.projectId ? server : nullptr;
}

Reply NovaServers::listServers(const Request &request, int minor, bool detail) const
{
    const bool admin = request.caller.admin;
    const bool allTenants
        = request.has(u"all_tenants") && (request.first(u"all_tenants").isEmpty() || request.flag(u"all_tenants"));
    if (allTenants && !admin) {
        return novaError(403,
                         u"Policy doesn't allow os_compute_api:servers:%1:get_all_tenants to be performed."_s.arg(
                             detail ? u"detail"_s : u"index"_s));
    }
    const QString wantedStatus = request.first(u"status").toUpper();
    if (wantedStatus == u"DELETED"_s && !admin)
        return novaError(403, u"Only administrators may list deleted instances"_s);
    static const QStringList known{u"ACTIVE"_s,    u"BUILD"_s,         u"DELETED"_s,       u"ERROR"_s,
                                   u"PAUSED"_s,    u"SHUTOFF"_s,       u"SHELVED"_s,       u"SHELVED_OFFLOADED"_s,
                                   u"SUSPENDED"_s, u"SOFT_DELETED"_s,  u"RESCUE"_s,        u"REBUILD"_s,
                                   u"RESIZE"_s,    u"VERIFY_RESIZE"_s, u"HARD_REBOOT"_s,   u"REBOOT"_s,
                                   u"PASSWORD"_s,  u"MIGRATING"_s,     u"REVERT_RESIZE"_s, u"UNKNOWN"_s};
    if (!wantedStatus.isEmpty() && !known.contains(wantedStatus))
        return novaError(400, u"Invalid status value"_s);
    const bool deleted = admin && (request.flag(u"deleted") || wantedStatus == u"DELETED"_s);
    const qint64 since = fromIso(request.first(u"changes-since"));
    bool ok = true;
    int limit = request.has(u"limit") ? request.first(u"limit").toInt(&ok) : 1000;
    if (!ok || limit < 0) {
        return novaError(400,
                         u"Invalid input for query parameters limit. Value: %1. '%1' does not match '^[0-9]*$'"_s.arg(
                             request.first(u"limit")));
    }
    limit = std::min(limit, 1000);
    const bool plain = request.query.isEmpty() || (request.query.size() == 1 && request.has(u"all_tenants"));
    const QString marker = request.first(u"marker");
    if (!marker.isEmpty() && !m_state.compute.server(marker))
        return novaError(400, u"marker [%1] not found"_s.arg(marker));
    const QString project
        = allTenants ? request.first(u"project_id") + request.first(u"tenant_id") : request.caller.projectId;
    const QString name = request.first(u"name");
    const QString host = admin ? request.first(u"host") : QString();
    const QStringList uuids = request.all(u"uuid");

    QByteArray body;
    JsonWriter out(body);
    out.beginObject();
    out.key("servers"_L1).beginArray();
    const ServerView look = view(request, minor, false);
    int count = 0;
    QString last;
    const QList<QString> &order = m_state.compute.newestFirst();
    for (qsizetype i = marker.isEmpty() ? 0 : order.indexOf(marker) + 1; i < order.size() && count < limit; ++i) {
        const Server &server = *m_state.compute.server(order.at(i));
        const bool gone = server.deleted || server.softDeleted();
        if (server.hidden)
            continue;
        if (since > 0 ? server.updated < since : gone != deleted)
            continue;
        if (!project.isEmpty() && server.projectId != project)
            continue;
        if (!wantedStatus.isEmpty() && server.status != wantedStatus)
            continue;
        if (!name.isEmpty() && !server.name.contains(name))
            continue;
        if (!host.isEmpty() && server.host != host)
            continue;
        if (!uuids.isEmpty() && !uuids.contains(server.id))
            continue;
        if (server.cellDown && !(minor >= 69 && plain))
            continue;
        if (server.cellDown)
            writeServerStub(out, look, server);
        else if (detail)
            writeServer(out, look, server);
        else
            writeServerBrief(out, look, server);
        ++count;
        last = server.id;
    }
    out.endArray();
    if (count > 0 && count == limit) {
        QString href = request.self + u'?';
        for (const auto &[key, value] : request.query) {
            if (key != u"marker"_s)
                href += key + u'=' + value + u'&';
        }
        out.key("servers_links"_L1).beginArray();
        out.beginObject();
        out.key("rel"_L1).value(u"next"_s);
        out.key("href"_L1).value(QString(href + u"marker="_s + last));
        out.endObject();
        out.endArray();
    }
    out.endObject();
    return Reply::text(body);
}

Reply NovaServers::showServer(const Request &request, int minor) const
{
    const QString id = request.at(2);
    const Server *server = visibleServer(request, id);
    if (!server)
        return notFound(id);
    QByteArray body = "{\"server\":";
    JsonWriter out(body);
    if (server->cellDown && minor < 69)
        return cellIsDown();
    if (server->cellDown)
        writeServerStub(out, view(request, minor, true), *server);
    else
        writeServer(out, view(request, minor, true), *server);
    body += '}';
    return Reply::text(body);
}

Reply NovaServers::createServer(const Request &request, int minor)
{
    const QJsonObject wanted = request.json(u"server");
    BootRequest boot;
    boot.name = wanted.value("name"_L1).toString();
    boot.projectId = request.caller.projectId;
    boot.userId = request.caller.userId;
    boot.flavor = wanted.value("flavorRef"_L1).toString().section(u'/', -1);
    boot.imageId = wanted.value("imageRef"_L1).toString().section(u'/', -1);
    boot.zone = wanted.value("availability_zone"_L1).toString().section(u':', 0, 0);
    boot.description = wanted.value("description"_L1).toString();
    boot.keyName = wanted.value("key_name"_L1).toString();
    boot.metadata = wanted.value("metadata"_L1).toObject();
    if (boot.name.isEmpty())
        return novaError(400, u"Invalid input for field/attribute name. Value: . '' is too short"_s);
    if (minor >= 37 && !wanted.contains("networks"_L1)) {
        return novaError(400, u"Invalid input for field/attribute server. 'networks' is a required property"_s);
    }
    if (!m_state.compute.flavors.contains(boot.flavor))
        return novaError(400, u"Flavor %1 could not be found."_s.arg(boot.flavor));
    if (!boot.imageId.isEmpty() && !m_state.compute.images.contains(boot.imageId))
        return novaError(400, u"Can not find requested image"_s);
    const QJsonValue networks = wanted.value("networks"_L1);
    if (networks.isArray()) {
        for (const QJsonValue &value : networks.toArray()) {
            const RequestedNic nic{value.toObject().value("uuid"_L1).toString(),
                                   value.toObject().value("port"_L1).toString()};
            const Port *port = m_state.network.port(nic.portId);
            if (!nic.portId.isEmpty() && !port)
                return novaError(400, u"Port id %1 could not be found."_s.arg(nic.portId));
            if (port && !port->deviceId.isEmpty())
                return novaError(409, u"Port %1 is still in use."_s.arg(nic.portId));
            if (nic.portId.isEmpty() && !m_state.network.networks.contains(nic.networkId))
                return novaError(400, u"Network %1 could not be found."_s.arg(nic.networkId));
            boot.nics.append(nic);
        }
    } else if (networks.toString() != u"none"_s) {
        const QStringList own = networksOf(m_state, boot.projectId);
        if (own.size() > 1 && networks.toString() != u"auto"_s)
            return novaError(409, u"Multiple possible networks found, use a Network ID to be more specific."_s);
        if (!own.isEmpty())
            boot.nics.append({own.first(), {}});
    }
    int fresh = 0;
    for (const RequestedNic &nic : boot.nics)
        fresh += nic.portId.isEmpty() ? 1 : 0;
    const int most = m_state.network.limit(boot.projectId, u"port"_s);
    if (most >= 0 && fresh > most - m_state.network.portCount(boot.projectId))
        return novaError(403, u"Maximum number of ports exceeded"_s);
    const QString id = bootServer(m_state, boot);
    const QJsonArray links{
        QJsonObject{{u"rel"_s, u"self"_s}, {u"href"_s, QString(request.base + u"/v2.1/servers/"_s + id)}},
        QJsonObject{{u"rel"_s, u"bookmark"_s}, {u"href"_s, QString(request.base + u"/servers/"_s + id)}}};
    const QJsonObject made{{u"id"_s, id},
                           {u"links"_s, links},
                           {u"OS-DCF:diskConfig"_s, u"MANUAL"_s},
                           {u"security_groups"_s, QJsonArray{QJsonObject{{u"name"_s, u"default"_s}}}},
                           {u"adminPass"_s, m_state.ids.word(12)}};
    return Reply::json({{u"server"_s, made}}, 202).with("Location", (request.base + u"/v2.1/servers/"_s + id).toUtf8());
}

Reply NovaServers::instanceActions(const Request &request, int minor) const
{
    const QString id = request.at(2);
    const Server *server = m_state.compute.server(id);
    const QString project = server ? server->projectId : m_state.compute.projectOfGone.value(id);
    const bool known = m_state.compute.actions.contains(id) && (!server || !server->deleted || minor >= 21);
    if (!known || (!request.caller.admin && project != request.caller.projectId))
        return notFound(id);
    if (server && server->cellDown)
        return cellIsDown();
    const auto json = [&](const Action &action) {
        QJsonObject object{
            {u"action"_s, action.name},
            {u"instance_uuid"_s, id},
            {u"request_id"_s, action.requestId},
            {u"user_id"_s, server ? server->userId : QString()},
            {u"project_id"_s, project},
            {u"start_time"_s, isoMicroseconds(action.start)},
            {u"message"_s, action.message.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(action.message)}};
        if (minor >= 58)
            object.insert("updated_at"_L1, isoMicroseconds(action.end));
        return object;
    };
    const QList<Action> actions = m_state.compute.actions.value(id);
    if (request.path.size() > 4) {
        for (const Action &action : actions) {
            if (action.requestId != request.at(4))
                continue;
            QJsonObject object = json(action);
            QJsonObject event{{u"event"_s, QString(u"compute_"_s + action.name)},
                              {u"start_time"_s, isoMicroseconds(action.start)},
                              {u"finish_time"_s, isoMicroseconds(action.end)},
                              {u"result"_s, action.message.isEmpty() ? u"Success"_s : u"Error"_s}};
            if (request.caller.admin)
                event.insert("traceback"_L1, QJsonValue::Null);
            object.insert("events"_L1, QJsonArray{event});
            return Reply::json({{u"instanceAction"_s, object}});
        }
        return novaError(404, u"Action %1 not found"_s.arg(request.at(4)));
    }
    QJsonArray list;
    for (auto action = actions.crbegin(); action != actions.crend(); ++action)
        list.append(json(*action));
    return Reply::json({{u"instanceActions"_s, list}});
}

Reply NovaServers::interfaces(const Request &request)
{
    const Server *server = visibleServer(request, request.at(2));
    if (!server)
        return notFound(request.at(2));
    const auto json = [this](const QString &portId) {
        const Port &port = *m_state.network.port(portId);
        QJsonArray addresses;
        for (const FixedAddress &address : port.fixedIps)
            addresses.append(QJsonObject{{u"subnet_id"_s, address.subnetId}, {u"ip_address"_s, address.ip}});
        return QJsonObject{{u"port_id"_s, port.id},
                           {u"net_id"_s, port.networkId},
                           {u"mac_addr"_s, port.mac},
                           {u"port_state"_s, port.status},
                           {u"fixed_ips"_s, addresses}};
    };
    const QStringList portIds = m_state.network.portsOfDevice(server->id);
    const QString one = request.at(4);
    if (!one.isEmpty() && !portIds.contains(one))
        return novaError(404, u"Port id %1 could not be found."_s.arg(one));
    if (request.is("DELETE") && !one.isEmpty()) {
        takeInterface(m_state, server->id, one);
        return Reply::empty(202);
    }
    if (request.is("POST") && one.isEmpty()) {
        const QJsonObject wanted = request.json(u"interfaceAttachment");
        const RequestedNic nic{wanted.value("net_id"_L1).toString(), wanted.value("port_id"_L1).toString()};
        const Port *brought = m_state.network.port(nic.portId);
        if (!nic.portId.isEmpty() && !brought)
            return novaError(404, u"Port id %1 could not be found."_s.arg(nic.portId));
        if (brought && !brought->deviceId.isEmpty())
            return novaError(409, u"Port %1 is still in use."_s.arg(nic.portId));
        if (!brought && !m_state.network.networks.contains(nic.networkId))
            return novaError(404, u"Network %1 could not be found."_s.arg(nic.networkId));
        if (!brought && m_state.network.portQuotaFull(server->projectId))
            return novaError(403, u"Maximum number of ports exceeded"_s);
        return Reply::json({{u"interfaceAttachment"_s, json(giveInterface(m_state, server->id, nic))}});
    }
    if (!request.is("GET"))
        return novaError(404, u"The resource could not be found."_s);
    if (!one.isEmpty())
        return Reply::json({{u"interfaceAttachment"_s, json(one)}});
    QJsonArray list;
    for (const QString &portId : portIds)
        list.append(json(portId));
    return Reply::json({{u"interfaceAttachments"_s, list}});
}

Reply NovaServers::subcollections(const Request &request) const
{
    if (!visibleServer(request, request.at(2)))
        return notFound(request.at(2));
    if (request.is("GET") && request.at(3) == u"os-volume_attachments"_s)
        return Reply::json({{u"volumeAttachments"_s, QJsonArray()}});
    if (request.is("GET") && request.at(3) == u"metadata"_s)
        return Reply::json({{u"metadata"_s, m_state.compute.server(request.at(2))->metadata}});
    if (request.is("GET") && request.at(3) == u"os-security-groups"_s)
        return Reply::json({{u"security_groups"_s, QJsonArray()}});
    return novaError(404, u"The resource could not be found."_s);
}

} // namespace flotsam::demo
