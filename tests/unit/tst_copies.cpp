// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// One object listed twice with different content, and one id probed in two spellings: what protects a port counts,
// in whatever order the copies come, and also after the snapshot was saved and opened again.
#include "models/inventory/snapshotfile.h"
#include "models/triage/judgement.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace flotsam;
using namespace Qt::StringLiterals;

namespace {

const QString Leaked = u"90000000-0000-4000-8000-00000000000a"_s; // its server is gone, with tombstone and actions
const QString Free = u"90000000-0000-4000-8000-00000000000b"_s; // no device, no owner
const QString Gone = u"5e000000-0000-4000-8000-000000000001"_s;
const QString Proven = u"orphan server-deleted proven"_s;
const QString Unattached = u"unattached user-port"_s;

QJsonObject object(const QByteArray &text) { return QJsonDocument::fromJson(text).object(); }

QJsonObject port(const QString &id, const QString &device)
{
    QJsonObject made = object(R"({"name":"","network_id":"n1","project_id":"p1","status":"DOWN","device_owner":"",
        "fixed_ips":[{"subnet_id":"s1","ip_address":"10.0.0.10"}],"binding:vif_type":"unbound","binding:host_id":"",
        "created_at":"2026-11-20T10:00:00Z","updated_at":"2026-11-20T10:05:00Z","revision_number":4})");
    made.insert(u"id"_s, id);
    made.insert(u"device_id"_s, device);
    made.insert(u"device_owner"_s, device.isEmpty() ? u""_s : u"compute:nova"_s);
    made.insert(u"mac_address"_s, device.isEmpty() ? u"fa:16:3e:00:00:0b"_s : u"fa:16:3e:00:00:0a"_s);
    return made;
}

QJsonObject with(QJsonObject object, const char *key, const QJsonValue &value)
{
    object.insert(QLatin1StringView(key), value);
    return object;
}

QJsonObject cloud()
{
    const QJsonObject none{{u"status"_s, u"complete"_s}, {u"items"_s, QJsonArray()}};
    QJsonObject sources;
    for (const QString &name :
         {u"compute.servers"_s, u"orchestration.stacks"_s, u"orchestration.deleted_stacks"_s, u"network.trunks"_s,
          u"orchestration.resources"_s, u"orchestration.events"_s, u"network.networks"_s, u"network.subnets"_s,
          u"network.routers"_s, u"network.floatingips"_s, u"baremetal.nodes"_s, u"baremetal.ports"_s,
          u"baremetal.portgroups"_s, u"load-balancer.loadbalancers"_s})
        sources.insert(name, none);
    sources.insert(u"network.ports"_s, with(none, "items", QJsonArray{port(Leaked, Gone), port(Free, {})}));
    const QJsonObject tombstone = with(object(R"({"status":"DELETED","created":"2026-11-20T09:59:00Z",
        "OS-SRV-USG:terminated_at":"2026-11-20T11:00:00Z","updated":"2026-11-20T11:00:00Z"})"),
                                       "id", Gone);
    sources.insert(u"compute.deleted_servers"_s, with(none, "items", QJsonArray{tombstone}));
    const QJsonObject notFound = object(R"({"status":404,"microversion":"2.60","body":{"itemNotFound":{"code":404}}})");
    const QJsonObject actions = object(R"({"status":200,"body":{"instanceActions":[
        {"action":"create","start_time":"2026-11-20T09:59:00Z","updated_at":"2026-11-20T10:30:00Z"}]}})");
    return {{u"format"_s, u"flotsam-snapshot"_s},
            {u"version"_s, 1},
            {u"taken_at"_s, u"2026-11-30T12:00:00Z"_s},
            {u"auth"_s, object(R"({"project_id":"p0","roles":["admin"],"admin":true})")},
            {u"sources"_s, sources},
            {u"probes"_s,
             QJsonObject{{u"compute.server"_s, QJsonObject{{Gone, notFound}}},
                         {u"compute.instance_actions"_s, QJsonObject{{Gone, actions}}}}}};
}

/// Puts \a items into the source, in place of what has the same id.
QJsonObject list(QJsonObject document, const QString &source, const QJsonArray &items)
{
    QJsonObject sources = document.value(u"sources"_s).toObject();
    QJsonObject one = sources.value(source).toObject();
    QJsonArray all = items;
    for (const QJsonValue &old : one.value(u"items"_s).toArray()) {
        if (old.toObject().value(u"id"_s) != items.first().toObject().value(u"id"_s))
            all.append(old);
    }
    one.insert(u"items"_s, all);
    sources.insert(source, one);
    document.insert(u"sources"_s, sources);
    return document;
}

QString told(const SnapshotPtr &snapshot, const QString &id)
{
    const Judgement judgement = judge(snapshot);
    for (qsizetype i = 0; i < snapshot->ports.size(); ++i) {
        if (snapshot->ports.at(i).id != id)
            continue;
        const PortJudgement &port = judgement.ports.at(i);
        const QString words
            = QLatin1StringView(toWord(port.verdict)) + u' ' + QLatin1StringView(toWord(port.reasons().front()));
        return port.confidence == Confidence::None ? words : words + u' ' + QLatin1StringView(toWord(port.confidence));
    }
    return u"no such port"_s;
}

} // namespace

class CopiesTest : public QObject
{
    Q_OBJECT

private slots:
    void whatOneCopyProtectsIsProtected_data();
    void whatOneCopyProtectsIsProtected();
    void twoSpellings_data();
    void twoSpellings();
};

void CopiesTest::whatOneCopyProtectsIsProtected_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QJsonObject>("first");
    QTest::addColumn<QJsonObject>("second");
    QTest::addColumn<QString>("of");
    QTest::addColumn<QString>("expected");

    const auto row = [](const char *name, const QString &source, const QJsonObject &first, const QJsonObject &second,
                        const QString &of, const QString &expected) {
        QTest::newRow(name) << source << first << second << of << expected;
    };
    const QString nics = u"baremetal.ports"_s;
    const QJsonObject nic{{u"uuid"_s, u"c1"_s}, {u"node_uuid"_s, u"d1"_s}, {u"address"_s, u"52:54:00:00:00:01"_s}};
    const auto vif = [&](const QString &id) {
        return with(nic, "internal_info", QJsonObject{{u"tenant_vif_port_id"_s, id}});
    };
    row("nothing names it", nics, nic, nic, Leaked, Proven);
    row("NIC, named by one copy", nics, nic, vif(Leaked), Leaked, u"in-use ironic-vif"_s);
    row("NIC, one copy names another", nics, vif(Free), vif(Leaked), Leaked, u"in-use ironic-vif"_s);
    row("NIC, one copy with an empty dictionary", nics, with(nic, "internal_info", QJsonObject()), vif(Leaked), Leaked,
        u"in-use ironic-vif"_s);

    const QString trunks = u"network.trunks"_s;
    const QJsonObject trunk{{u"id"_s, u"e1"_s}, {u"port_id"_s, QJsonValue::Null}, {u"sub_ports"_s, QJsonArray()}};
    const QJsonArray subports{QJsonObject{{u"port_id"_s, Leaked}}};
    row("trunk's parent in one copy", trunks, trunk, with(trunk, "port_id", Leaked), Leaked, u"in-use trunk"_s);
    row("another parent in each", trunks, with(trunk, "port_id", Free), with(trunk, "port_id", Leaked), Leaked,
        u"in-use trunk"_s);
    row("subport in one copy", trunks, trunk, with(trunk, "sub_ports", subports), Leaked, u"in-use trunk"_s);

    const QString floating = u"network.floatingips"_s;
    const QJsonObject ip{{u"id"_s, u"f1"_s}, {u"port_id"_s, QJsonValue::Null}, {u"port_forwardings"_s, QJsonArray()}};
    const QJsonArray forwarding{QJsonObject{{u"internal_port_id"_s, Free}}};
    row("floating IP on it in one copy", floating, ip, with(ip, "port_id", Free), Free, u"in-use floating-ip"_s);
    row("an older revision had it", floating, with(ip, "revision_number", 9), with(ip, "port_id", Free), Free,
        u"in-use floating-ip"_s);
    row("on another port in the other", floating, with(ip, "port_id", Leaked), with(ip, "port_id", Free), Free,
        u"in-use floating-ip"_s);
    row("forwarded in one copy", floating, ip, with(ip, "port_forwardings", forwarding), Free, u"in-use floating-ip"_s);
    row("floating IP on a leak in one copy", floating, ip, with(ip, "port_id", Leaked), Leaked,
        u"orphan server-deleted likely"_s);

    const QString balancers = u"load-balancer.loadbalancers"_s;
    const QJsonObject balancer{{u"id"_s, u"b1"_s}, {u"vip_port_id"_s, QJsonValue::Null}};
    row("VIP in one copy", balancers, balancer, with(balancer, "vip_port_id", Free), Free, u"service load-balancer"_s);
    row("another VIP in each", balancers, with(balancer, "vip_port_id", Leaked), with(balancer, "vip_port_id", Free),
        Free, u"service load-balancer"_s);

    const QString ports = u"network.ports"_s;
    const QJsonObject leaked = port(Leaked, Gone);
    const QJsonObject parent
        = with(leaked, "trunk_details", QJsonObject{{u"trunk_id"_s, u"e1"_s}, {u"sub_ports"_s, QJsonArray()}});
    row("trunk details in one copy", ports, leaked, parent, Leaked, u"in-use trunk"_s);
    row("an older revision's trunk details", ports, with(leaked, "revision_number", 5), parent, Leaked, Proven);
    const QJsonArray pairs{QJsonObject{{u"ip_address"_s, u"10.0.0.10"_s}}};
    row("pairs in one copy", ports, leaked, with(leaked, "allowed_address_pairs", pairs), Free, u"in-use vip"_s);

    const QString resources = u"orchestration.resources"_s;
    const QJsonObject resource{{u"stack_id"_s, u"a1"_s},
                               {u"resource_name"_s, u"vip"_s},
                               {u"physical_resource_id"_s, u""_s},
                               {u"resource_status"_s, u"CREATE_COMPLETE"_s}};
    row("a resource's port in one copy", resources, resource, with(resource, "physical_resource_id", Free), Free,
        u"in-use heat-managed"_s);

    row("nothing takes the free one", trunks, trunk, trunk, Free, Unattached);
}

void CopiesTest::whatOneCopyProtectsIsProtected()
{
    QFETCH(QString, source);
    QFETCH(QJsonObject, first);
    QFETCH(QJsonObject, second);
    QFETCH(QString, of);
    QFETCH(QString, expected);

    for (const QJsonArray &copies : {QJsonArray{first, second}, QJsonArray{second, first}}) {
        const QByteArray text = QJsonDocument(list(cloud(), source, copies)).toJson();
        const auto snapshot = parseSnapshot(text, u"test"_s);
        QVERIFY2(snapshot, snapshot ? "" : qPrintable(snapshot.error().toString()));
        QCOMPARE(told(*snapshot, of), expected);
        QTemporaryDir folder;
        const QString path = folder.filePath(u"copies.flotsam.json"_s);
        QVERIFY(!writeSnapshot(**snapshot, path));
        const auto again = readSnapshot(path);
        QVERIFY(again);
        QCOMPARE(told(*again, of), expected);
    }
}

void CopiesTest::twoSpellings_data()
{
    QTest::addColumn<QByteArray>("map");
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<QString>("expected");
    const QByteArray proof = R"({"status":404,"microversion":"2.60","body":{"itemNotFound":{}}})";
    const QString failed = u"unknown probe-failed"_s;
    const QString likely = u"orphan server-deleted likely"_s;
    const auto server
        = [&](const char *name, const QByteArray &first, const QByteArray &second, const QString &expected) {
              QTest::newRow(name) << QByteArray("compute.server") << first << second << expected;
          };
    server("both prove it", proof, proof, Proven);
    server("one is too new", proof, R"({"status":404,"microversion":"2.90","body":{"itemNotFound":{}}})", failed);
    server("one is a proxy's", proof, R"({"status":404,"microversion":"2.60","body":"<html>"})", failed);
    server("one is no answer", proof, R"({"status":0})", failed);
    server("one lives", proof, R"({"status":200})", u"in-use server-hidden"_s);
    for (const char *version : {"2.69", "2.60", "2.6", "{}", "[]", "false", "\" 2.60\"", "\"2.+60\"", "\"2.060\"",
                                "\"2.\"", "\"02.60\"", "\"2.60 \"", "\"2.60\\n\"", "\"\xd9\xa2.60\""}) {
        const QByteArray odd
            = "{\"status\":404,\"microversion\":" + QByteArray(version) + ",\"body\":{\"itemNotFound\":{}}}";
        server(version, odd, odd, failed);
    }
    server("null is missing", R"({"status":404,"microversion":null})", proof, Proven);
    const QByteArray actions = R"({"status":200,"body":{"instanceActions":[
        {"action":"create","start_time":"2026-11-20T09:59:00Z","updated_at":"2026-11-20T10:30:00Z"}]}})";
    const auto action = [&](const char *name, const QByteArray &second, const QString &expected) {
        QTest::newRow(name) << QByteArray("compute.instance_actions") << actions << second << expected;
    };
    action("both have actions", actions, Proven);
    action("one could not be read", R"({"status":500})", likely);
}

void CopiesTest::twoSpellings()
{
    QFETCH(QByteArray, map);
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, second);
    QFETCH(QString, expected);
    const QByteArray lower = Gone.toUtf8();
    const QByteArray upper = Gone.toUpper().toUtf8();
    for (const auto &[a, b] : {std::pair(first, second), std::pair(second, first)}) {
        QJsonObject document = cloud();
        QJsonObject probes = document.value(u"probes"_s).toObject();
        probes.insert(QString::fromUtf8(map), u"HERE"_s);
        document.insert(u"probes"_s, probes);
        QByteArray text = QJsonDocument(document).toJson();
        text.replace("\"HERE\"", "{\"" + lower + "\":" + a + ",\"" + upper + "\":" + b + "}");
        const auto snapshot = parseSnapshot(text, u"test"_s);
        QVERIFY2(snapshot, snapshot ? "" : qPrintable(snapshot.error().toString()));
        QCOMPARE(told(*snapshot, Leaked), expected);
    }
}

QTEST_GUILESS_MAIN(CopiesTest)
#include "tst_copies.moc"
