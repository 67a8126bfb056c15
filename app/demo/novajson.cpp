// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/novajson.h"

#include <QCryptographicHash>
#include <QHostAddress>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
/// Nova's host id is a hash of project and host; the same for all servers of a project on one host.
QString hostId(const Server &server)
{
    if (server.host.isEmpty())
        return {};
    const QByteArray secret = (server.projectId + server.host).toUtf8();
    return QString::fromLatin1(QCryptographicHash::hash(secret, QCryptographicHash::Sha224).toHex());
}

void putOrNull(JsonWriter &out, QLatin1StringView key, const QString &text)
{
    out.key(key);
    if (text.isEmpty())
        out.null();
    else
        out.value(text);
}

void writeLinks(JsonWriter &out, const ServerView &view, const QString &id)
{
    out.key("links"_L1).beginArray();
    out.beginObject();
    out.key("rel"_L1).value(u"self"_s);
    out.key("href"_L1).value(QString(view.base + u"/v2.1/servers/"_s + id));
    out.endObject();
    out.beginObject();
    out.key("rel"_L1).value(u"bookmark"_s);
    out.key("href"_L1).value(QString(view.base + u"/servers/"_s + id));
    out.endObject();
    out.endArray();
}

/// From Nova's network cache: what is attached, so nothing that was created and never plugged.
void writeAddresses(JsonWriter &out, const ServerView &view, const Server &server, const QStringList &portIds)
{
    const NetworkState &net = view.state.network;
    std::map<QString, QList<const Port *>> byNetwork;
    for (const QString &portId : portIds) {
        const Port *port = net.port(portId);
        if (!port->deviceOwner.isEmpty() && !server.deleted && server.status != u"ERROR"_s) {
            const auto network = net.networks.find(port->networkId);
            byNetwork[network == net.networks.end() ? port->networkId : network->second.name].append(port);
        }
    }
    out.key("addresses"_L1).beginObject();
    for (const auto &[name, ports] : byNetwork) {
        const QByteArray key = name.toUtf8();
        out.key(QLatin1StringView(key)).beginArray();
        for (const Port *port : ports) {
            for (const FixedAddress &address : port->fixedIps) {
                out.beginObject();
                out.key("version"_L1).value(address.ip.contains(u':') ? 6 : 4);
                out.key("addr"_L1).value(address.ip);
                out.key("OS-EXT-IPS:type"_L1).value(u"fixed"_s);
                out.key("OS-EXT-IPS-MAC:mac_addr"_L1).value(port->mac);
                out.endObject();
            }
            for (const auto &[fipId, fip] : net.floatingIps) {
                if (fip.portId != port->id)
                    continue;
                out.beginObject();
                out.key("version"_L1).value(4);
                out.key("addr"_L1).value(fip.address);
                out.key("OS-EXT-IPS:type"_L1).value(u"floating"_s);
                out.key("OS-EXT-IPS-MAC:mac_addr"_L1).value(port->mac);
                out.endObject();
            }
        }
        out.endArray();
    }
    out.endObject();
}

void writeAttributes(JsonWriter &out, const ServerView &view, const Server &server)
{
    const QString hypervisor = server.node.isEmpty() || server.host.isEmpty() ? server.host : server.node;
    putOrNull(out, "OS-EXT-SRV-ATTR:host"_L1, server.host);
    out.key("OS-EXT-SRV-ATTR:instance_name"_L1)
        .value(QString(u"instance-"_s + QString::number(server.number, 16).rightJustified(8, u'0')));
    putOrNull(out, "OS-EXT-SRV-ATTR:hypervisor_hostname"_L1, hypervisor);
    if (view.minor < 3)
        return;
    out.key("OS-EXT-SRV-ATTR:reservation_id"_L1).value(server.reservation);
    out.key("OS-EXT-SRV-ATTR:launch_index"_L1).value(0);
    out.key("OS-EXT-SRV-ATTR:hostname"_L1).value(server.name.toLower().replace(u' ', u'-'));
    out.key("OS-EXT-SRV-ATTR:kernel_id"_L1).value(QString());
    out.key("OS-EXT-SRV-ATTR:ramdisk_id"_L1).value(QString());
    out.key("OS-EXT-SRV-ATTR:root_device_name"_L1).value(u"/dev/vda"_s);
    out.key("OS-EXT-SRV-ATTR:user_data"_L1).null();
}

void writeTime(JsonWriter &out, QLatin1StringView key, qint64 time)
{
    putOrNull(out, key, time == 0 ? QString() : isoMicroseconds(time));
}
} // namespace

void writeServer(JsonWriter &out, const ServerView &view, const Server &server)
{
    const QStringList portIds = view.state.network.portsOfDevice(server.id);
    out.beginObject();
    out.key("id"_L1).value(server.id);
    out.key("name"_L1).value(server.name);
    out.key("status"_L1).value(server.status);
    out.key("tenant_id"_L1).value(server.projectId);
    out.key("user_id"_L1).value(server.userId);
    out.key("metadata"_L1).value(QJsonValue(server.metadata));
    out.key("hostId"_L1).value(hostId(server));
    out.key("image"_L1);
    if (server.imageId.isEmpty()) {
        out.value(QString());
    } else {
        out.beginObject();
        out.key("id"_L1).value(server.imageId);
        out.key("links"_L1).beginArray();
        out.beginObject();
        out.key("rel"_L1).value(u"bookmark"_s);
        out.key("href"_L1).value(QString(view.base + u"/images/"_s + server.imageId));
        out.endObject();
        out.endArray();
        out.endObject();
    }
    const auto found = view.state.compute.flavors.find(server.flavor);
    const Flavor flavor = found == view.state.compute.flavors.end() ? Flavor() : found->second;
    out.key("flavor"_L1).beginObject();
    if (view.minor >= 47) {
        out.key("vcpus"_L1).value(flavor.vcpus);
        out.key("ram"_L1).value(flavor.ram);
        out.key("disk"_L1).value(flavor.disk);
        out.key("ephemeral"_L1).value(0);
        out.key("swap"_L1).value(0);
        out.key("original_name"_L1).value(flavor.name);
        out.key("extra_specs"_L1).beginObject();
        out.endObject();
    } else {
        out.key("id"_L1).value(flavor.id);
        out.key("links"_L1).beginArray();
        out.beginObject();
        out.key("rel"_L1).value(u"bookmark"_s);
        out.key("href"_L1).value(QString(view.base + u"/flavors/"_s + flavor.id));
        out.endObject();
        out.endArray();
    }
    out.endObject();
    out.key("created"_L1).value(isoSeconds(server.created));
    out.key("updated"_L1).value(isoSeconds(server.updated));
    writeAddresses(out, view, server, portIds);
    out.key("accessIPv4"_L1).value(QString());
    out.key("accessIPv6"_L1).value(QString());
    writeLinks(out, view, server.id);
    out.key("OS-DCF:diskConfig"_L1).value(u"MANUAL"_s);
    const bool moving = server.status == u"ACTIVE"_s || server.status == u"BUILD"_s || server.status == u"REBUILD"_s
        || server.status == u"RESIZE"_s || server.status == u"VERIFY_RESIZE"_s;
    if (moving)
        out.key("progress"_L1).value(0);
    if (server.status == u"ERROR"_s && !server.faultMessage.isEmpty()) {
        out.key("fault"_L1).beginObject();
        out.key("code"_L1).value(500);
        out.key("created"_L1).value(isoSeconds(server.faultTime));
        out.key("message"_L1).value(server.faultMessage);
        if (view.admin)
            out.key("details"_L1).value(QString(u"nova.exception.BuildAbortException: "_s + server.faultMessage));
        out.endObject();
    }
    out.key("OS-EXT-AZ:availability_zone"_L1).value(server.zone);
    out.key("config_drive"_L1).value(QString());
    putOrNull(out, "key_name"_L1, server.keyName);
    writeTime(out, "OS-SRV-USG:launched_at"_L1, server.launched);
    writeTime(out, "OS-SRV-USG:terminated_at"_L1, server.terminated);
    if (view.admin)
        writeAttributes(out, view, server);
    putOrNull(out, "OS-EXT-STS:task_state"_L1, server.taskState);
    out.key("OS-EXT-STS:vm_state"_L1).value(server.vmState);
    out.key("OS-EXT-STS:power_state"_L1).value(server.powerState);
    out.key("os-extended-volumes:volumes_attached"_L1).beginArray();
    out.endArray();
    if (!portIds.isEmpty()) {
        // Nova asks Neutron for the ports with this device_id, so a tombstone has groups where a port outlived it.
        out.key("security_groups"_L1).beginArray();
        out.beginObject();
        out.key("name"_L1).value(u"default"_s);
        out.endObject();
        out.endArray();
    }
    if (view.minor >= 9)
        out.key("locked"_L1).value(false);
    if (view.minor >= 19)
        putOrNull(out, "description"_L1, server.description);
    if (view.minor >= 26) {
        out.key("tags"_L1).beginArray();
        out.endArray();
    }
    if (view.minor >= 16 && view.admin)
        out.key("host_status"_L1).value(server.host.isEmpty() ? QString() : u"UP"_s);
    if (view.minor >= 63)
        out.key("trusted_image_certificates"_L1).null();
    if (view.minor >= 71 && view.show) {
        out.key("server_groups"_L1).beginArray();
        out.endArray();
    }
    if (view.minor >= 73)
        out.key("locked_reason"_L1).null();
    if (view.minor >= 90 && !view.admin)
        out.key("OS-EXT-SRV-ATTR:hostname"_L1).value(server.name.toLower().replace(u' ', u'-'));
    out.endObject();
}

void writeServerBrief(JsonWriter &out, const ServerView &view, const Server &server)
{
    out.beginObject();
    out.key("id"_L1).value(server.id);
    out.key("name"_L1).value(server.name);
    writeLinks(out, view, server.id);
    out.endObject();
}

void writeServerStub(JsonWriter &out, const ServerView &view, const Server &server)
{
    out.beginObject();
    out.key("id"_L1).value(server.id);
    out.key("status"_L1).value(u"UNKNOWN"_s);
    out.key("tenant_id"_L1).value(server.projectId);
    out.key("created"_L1).value(isoSeconds(server.created));
    writeLinks(out, view, server.id);
    out.endObject();
}

QJsonObject serverJson(const ServerView &view, const Server &server)
{
    QByteArray text;
    JsonWriter out(text);
    writeServer(out, view, server);
    return QJsonDocument::fromJson(text).object();
}

QJsonObject flavorJson(const Flavor &flavor, const QString &base, int minor, bool detail)
{
    const QJsonArray links{
        QJsonObject{{u"rel"_s, u"self"_s}, {u"href"_s, QString(base + u"/v2.1/flavors/"_s + flavor.id)}},
        QJsonObject{{u"rel"_s, u"bookmark"_s}, {u"href"_s, QString(base + u"/flavors/"_s + flavor.id)}}};
    QJsonObject object{{u"id"_s, flavor.id}, {u"name"_s, flavor.name}, {u"links"_s, links}};
    if (minor >= 55)
        object.insert("description"_L1, QJsonValue::Null);
    if (!detail)
        return object;
    object.insert("ram"_L1, flavor.ram);
    object.insert("disk"_L1, flavor.disk);
    object.insert("swap"_L1, minor >= 75 ? QJsonValue(0) : QJsonValue(u""_s));
    object.insert("vcpus"_L1, flavor.vcpus);
    object.insert("rxtx_factor"_L1, 1.0);
    object.insert("OS-FLV-EXT-DATA:ephemeral"_L1, 0);
    object.insert("OS-FLV-DISABLED:disabled"_L1, false);
    object.insert("os-flavor-access:is_public"_L1, true);
    if (minor >= 61)
        object.insert("extra_specs"_L1, QJsonObject());
    return object;
}

QJsonObject imageJson(const Image &image)
{
    const QString created = isoSeconds(image.created);
    return {{u"id"_s, image.id},
            {u"name"_s, image.name},
            {u"status"_s, u"active"_s},
            {u"visibility"_s, u"public"_s},
            {u"protected"_s, false},
            {u"container_format"_s, u"bare"_s},
            {u"disk_format"_s, u"qcow2"_s},
            {u"size"_s, 1048576},
            {u"virtual_size"_s, 1048576},
            {u"min_disk"_s, 0},
            {u"min_ram"_s, 0},
            {u"checksum"_s, u"b6d81b360a5672d80c27430f39153e2c"_s},
            {u"os_hash_algo"_s, u"sha512"_s},
            {u"os_hash_value"_s, QString(128, u'0')},
            {u"os_hidden"_s, false},
            {u"owner"_s, QJsonValue::Null},
            {u"tags"_s, QJsonArray()},
            {u"created_at"_s, created},
            {u"updated_at"_s, created},
            {u"self"_s, QString(u"/v2/images/"_s + image.id)},
            {u"file"_s, QString(u"/v2/images/"_s + image.id + u"/file"_s)},
            {u"schema"_s, u"/v2/schemas/image"_s}};
}

Reply novaError(int status, const QString &message)
{
    static const QHash<int, QString> names{
        {400, u"badRequest"_s},     {401, u"unauthorized"_s},       {403, u"forbidden"_s}, {404, u"itemNotFound"_s},
        {405, u"badMethod"_s},      {409, u"conflictingRequest"_s}, {413, u"overLimit"_s}, {429, u"overLimit"_s},
        {501, u"notImplemented"_s}, {503, u"serviceUnavailable"_s}};
    const QJsonObject body{{u"code"_s, status}, {u"message"_s, message}};
    Reply reply = Reply::json({{names.value(status, u"computeFault"_s), body}}, status);
    reply.headers = {{"Content-Type", "application/json; charset=UTF-8"}};
    return reply;
}

} // namespace flotsam::demo
