// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/snapshotfile.h"
#include "models/tables/pastefinder.h"
#include "tests/support/testcloud.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace flotsam;
using namespace Qt::StringLiterals;

/// What services and tools print, and what is found by it.
class PasteFinderTest : public QObject
{
    Q_OBJECT

private slots:
    void tokens_data();
    void tokens();
    void pasted_data();
    void pasted();
    void finds_data();
    void finds();
    void recordedErrors();
    void quotaThatIsUsedUp_data();
    void quotaThatIsUsedUp();
    void aWholeTable();
    void selectsWhatItFound();
    void says();
    void model();

private:
    static Dataset cloud();
};

namespace {

QString spelled(const QList<PastedToken> &tokens)
{
    QStringList words;
    for (const PastedToken &token : tokens)
        words += QString(u"uhmar"[int(token.kind)]) + u':' + token.text + (token.certain ? QString() : u"?"_s);
    return words.join(u' ');
}

QByteArray contentOf(const QString &name)
{
    QFile file(QStringLiteral(FLOTSAM_TEST_DATA "/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Dataset caseOf(const QString &name)
{
    const QJsonObject object = QJsonDocument::fromJson(contentOf(u"cases/"_s + name)).object();
    const auto snapshot = parseSnapshot(QJsonDocument(object[u"snapshot"_s].toObject()).toJson());
    return snapshot ? Dataset::of(std::make_shared<const Judgement>(judge(*snapshot))) : Dataset();
}

} // namespace

void PasteFinderTest::tokens_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("nothing") << u"Quota exceeded for resources: ['port']."_s << QString();
    QTest::newRow("uuid") << u"Port 2E47C1AA-0b1c-4d2e-8f00-0123456789ab could not be found."_s
                          << u"u:2e47c1aa-0b1c-4d2e-8f00-0123456789ab"_s;
    QTest::newRow("twice") << u"2e47c1aa-0b1c-4d2e-8f00-0123456789ab 2E47c1aa-0b1c-4d2e-8f00-0123456789ab"_s
                           << u"u:2e47c1aa-0b1c-4d2e-8f00-0123456789ab"_s;
    QTest::newRow("no uuid") << u"2e47c1aa-0b1c-4d2e-8f00-0123456789abc x2e47c1aa-0b1c-4d2e-8f00-0123456789ab"_s
                             << QString();
    QTest::newRow("log line")
        << u"2026-11-30 09:33:56.412 17033 ERROR nova.compute.manager [None req-1d892b87-4c38-49bf-8b41-aa27ca132572 "
           "d81c3f21798341bea6c57c86014c0aa0 14971c08d297458aa8a308c6821f85ac - - default default] [instance: "
           "7dc914f5-6fe6-4f93-a39d-bdec534d6b37] Instance failed network setup after 1 attempt(s)"_s
        << u"r:req-1d892b87-4c38-49bf-8b41-aa27ca132572 h:d81c3f21798341bea6c57c86014c0aa0 "
           "h:14971c08d297458aa8a308c6821f85ac u:7dc914f5-6fe6-4f93-a39d-bdec534d6b37"_s;
    QTest::newRow("fault") << u"Unable to complete operation for network 8e76366a-98a5-4898-9ec3-33513fb96adf. The mac "
                              "address 52:54:00:53:b5:b9 is in use."_s
                           << u"u:8e76366a-98a5-4898-9ec3-33513fb96adf m:52:54:00:53:b5:b9"_s;
    QTest::newRow("macs") << u"52-54-00-53-B5-B9, 5254.0053.b5ba; 52:54:00:53:b5:bb"_s
                          << u"m:52:54:00:53:b5:b9 m:52:54:00:53:b5:ba m:52:54:00:53:b5:bb"_s;
    QTest::newRow("bare mac") << u"mac 52540053b5b9"_s << u"m:52:54:00:53:b5:b9?"_s;
    QTest::newRow("one mac in two spellings") << u"52:54:00:53:b5:b9 5254.0053.B5B9"_s << u"m:52:54:00:53:b5:b9"_s;
    QTest::newRow("longer than a mac") << u"80:00:02:08:fe:80:00:00:00:00"_s << QString();
    QTest::newRow("v4") << u"ip_address='10.10.0.53', subnet"_s << u"a:10.10.0.53"_s;
    QTest::newRow("end of a sentence") << u"No address 10.10.0.53."_s << u"a:10.10.0.53"_s;
    QTest::newRow("url") << u"http://10.10.0.53:9696/v2.0/ports"_s << u"a:10.10.0.53"_s;
    QTest::newRow("version") << u"nova 26.2.2.1.5, 1.2.3"_s << QString();
    QTest::newRow("loopback") << u"127.0.0.1 ::1 0.0.0.0 ::"_s << QString();
    QTest::newRow("v6") << u"addr fd00:0:0::A and [fe80::f816:3eff:fe00:1]:8080"_s
                        << u"a:fd00:0:0::a a:fe80::f816:3eff:fe00:1"_s;
    QTest::newRow("v6 twice") << u"fd00::a fd00:0:0::a"_s << u"a:fd00::a"_s;
    QTest::newRow("times") << u"at 09:33:56 and 2026-11-30T09:33:56Z"_s << QString();
    QTest::newRow("table")
        << u"| id | 2e47c1aa-0b1c-4d2e-8f00-0123456789ab |\n| mac_address | fa:16:3e:00:00:07 |\n"
           "| fixed_ips | ip_address='10.10.0.5', subnet_id='8e76366a-98a5-4898-9ec3-33513fb96adf' |"_s
        << u"u:2e47c1aa-0b1c-4d2e-8f00-0123456789ab m:fa:16:3e:00:00:07 a:10.10.0.5 "
           "u:8e76366a-98a5-4898-9ec3-33513fb96adf"_s;
    QTest::newRow("json") << u"{\"port\":{\"id\":\"2e47c1aa-0b1c-4d2e-8f00-0123456789ab\",\"mac_address\":"
                             "\"fa:16:3e:00:00:07\"}}"_s
                          << u"u:2e47c1aa-0b1c-4d2e-8f00-0123456789ab m:fa:16:3e:00:00:07"_s;
}

void PasteFinderTest::tokens()
{
    QFETCH(QString, text);
    const QList<PastedToken> tokens = tokensIn(text);
    QTEST(spelled(tokens), "expected");
    for (const PastedToken &token : tokens)
        QVERIFY(token.position >= 0 && token.length > 0 && token.position + token.length <= text.size());
}

void PasteFinderTest::pasted_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("is");
    QTest::newRow("id alone") << u"2e47c1aa-0b1c-4d2e-8f00-0123456789ab"_s << false;
    QTest::newRow("sentence") << u"Port 2e47c1aa-0b1c-4d2e-8f00-0123456789ab could not be found."_s << true;
    QTest::newRow("fault") << u"The mac address 52:54:00:53:b5:b9 is in use."_s << true;
    QTest::newRow("words") << u"Quota exceeded for resources"_s << false;
    QTest::newRow("quota") << u"Quota exceeded for resources: ['port']."_s << true;
    QTest::newRow("filter") << u"verdict:orphan ip:10.0.0.5"_s << false;
    QTest::newRow("what is no term") << u"message: Port 2e47c1aa-0b1c-4d2e-8f00-0123456789ab"_s << true;
    QTest::newRow("twelve letters") << u"commit abcdefabcdef now"_s << false;
    QTest::newRow("lines") << u"a\n10.0.0.5\n"_s << true;
}

void PasteFinderTest::pasted()
{
    QFETCH(QString, text);
    QTEST(looksPasted(text), "is");
}

Dataset PasteFinderTest::cloud()
{
    TestCloud c;
    Port &port = c.port(1);
    port.name = u"web-port"_s;
    port.deviceId = serverId(1);
    port.deviceOwner = u"compute:nova"_s;
    c.ip(port, u"10.0.0.5"_s);
    c.pair(port, u"10.0.0.200"_s);
    c.server(1).name = u"web"_s;
    c.port(2).deviceId = serverId(2);
    c.port(2).deviceOwner = u"compute:nova"_s;
    c.kill(2);
    c.tombstone(2).name = u"old"_s;
    c.tombstone(3).name = u"older"_s; // no port names it
    c.port(4).deviceId = serverId(4); // only Nova's 404
    c.answer(4, 404);
    c.port(5).deviceId = u"70000000-0000-4000-8000-0000000000aa"_s;
    c.port(5).deviceOwner = u"network:router_interface"_s;
    Router router;
    router.id = c.port(5).deviceId;
    router.name = u"gate"_s;
    c.routers = {router};
    c.stack(1);
    c.resource(1, u"node"_s).physicalId = serverId(1);
    c.subnet(1, u"10.0.0.0/24"_s);
    Network net;
    net.id = network(1);
    net.name = u"private"_s;
    c.networks = {net};
    c.projects = {{project(1), u"ci"_s, {}, -1}};
    FloatingIp floating;
    floating.id = u"80000000-0000-4000-8000-000000000001"_s;
    floating.address = u"203.0.113.9"_s;
    floating.portId = portId(1);
    c.floatingIps = {floating};
    c.node(1).name = u"bm-1"_s;
    c.nic(1, 1).vifIds = {portId(5)};
    Trunk trunk;
    trunk.id = u"90000000-0000-4000-8000-000000000001"_s;
    trunk.name = u"t"_s;
    trunk.portId = portId(1);
    c.trunks = {trunk};
    ActionsProbe &actions = c.actionsProbes[serverId(2)];
    actions.status = 200;
    actions.readable = true;
    actions.raw = R"({"status":200,"body":{"instanceActions":[{"action":"create","request_id":)"
                  R"("req-1d892b87-4c38-49bf-8b41-aa27ca132572"}]}})";
    return Dataset::of(std::make_shared<const Judgement>(judge(c.build())));
}

void PasteFinderTest::finds_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("expected"); ///< kind, name or id, how
    const auto row = [](const char *name, const QString &text, const QStringList &expected) {
        QTest::newRow(name) << text << expected;
    };
    row("port", portId(1), {u"port/web-port/ID"_s});
    row("port, upper-case", portId(1).toUpper(), {u"port/web-port/ID"_s});
    row("port without dashes", portId(1).remove(u'-'), {u"port/web-port/ID"_s});
    row("server", serverId(1), {u"server/web/ID"_s, u"stack resource/node/physical ID"_s});
    row("deleted server", serverId(2), {u"deleted server/old/ID"_s});
    row("deleted server without ports", serverId(3), {u"deleted server/older/ID"_s});
    row("server that only a 404 tells of", serverId(4), {u"deleted server/%1/ID"_s.arg(serverId(4))});
    row("router", u"70000000-0000-4000-8000-0000000000aa"_s,
        {u"port/%1/device_id"_s.arg(portId(5)), u"router/gate/ID"_s});
    row("mac", mac(1).toUpper().replace(u':', u'-'), {u"port/web-port/MAC address"_s});
    row("nic", mac(101), {u"bare-metal NIC/%1/MAC address"_s.arg(mac(101))});
    row("vif", portId(5), {u"port/%1/ID"_s.arg(portId(5)), u"bare-metal NIC/%1/VIF attached to it"_s.arg(mac(101))});
    row("node", nodeId(1), {u"bare-metal node/bm-1/ID"_s});
    row("address", u"10.0.0.5"_s, {u"port/web-port/fixed address"_s});
    row("pair", u"10.0.0.200"_s, {u"port/web-port/allowed address pair"_s});
    row("floating address", u"203.0.113.9"_s, {u"floating IP/203.0.113.9/floating address"_s});
    row("stack", stackId(1), {u"stack/stack-1/ID"_s});
    row("network", network(1), {u"network/private/ID"_s});
    row("subnet", subnetId(1), {u"subnet/%1/ID"_s.arg(subnetId(1))});
    row("project", project(1), {u"project/ci/ID"_s});
    row("trunk", u"90000000-0000-4000-8000-000000000001"_s, {u"trunk/t/ID"_s});
    row("request", u"req-1d892b87-4c38-49bf-8b41-aa27ca132572"_s, {u"deleted server/old/request “create”"_s});
    row("nothing", u"99999999-0000-4000-8000-000000000001 10.9.9.9"_s, {});
}

void PasteFinderTest::finds()
{
    QFETCH(QString, text);
    const PasteResult result = findPasted(text, cloud());
    QStringList found;
    for (const PasteHit &hit : result.hits) {
        found += hit.kind + u'/' + (hit.name.isEmpty() ? hit.id : hit.name) + u'/' + hit.how;
        QVERIFY(hit.token >= 0 && hit.token < result.tokens.size());
    }
    QTEST(found, "expected");
    QCOMPARE(result.missing.size(), found.isEmpty() ? result.tokens.size() : 0);
}

/// A fault as Neutron sent it, in the cloud that it came from.
void PasteFinderTest::recordedErrors()
{
    const QString fault = QString::fromUtf8(contentOf(u"recorded/neutron-mac-in-use-409.json"_s));
    QVERIFY(fault.contains(u"MacAddressInUse"_s));
    QVERIFY(looksPasted(fault));
    const Dataset data = caseOf(u"05-baremetal-mac-in-use.json"_s);
    QVERIFY(!data.isNull());
    const PasteResult result = findPasted(fault, data);
    QStringList kinds;
    for (const PasteHit &hit : result.hits)
        kinds += hit.kind;
    QVERIFY2(kinds.contains(u"port"_s) && kinds.contains(u"bare-metal NIC"_s), qPrintable(kinds.join(u' ')));
    // Every id of a whole listing is picked out, and found in the snapshot that it is from.
    const QByteArray listing = contentOf(u"recorded/neutron-ports.json"_s);
    QVERIFY(!listing.isEmpty());
    const Dataset lab = caseOf(u"33-real-lab.json"_s);
    const PasteResult ports = findPasted(QString::fromUtf8(listing), lab);
    QVERIFY(ports.tokens.size() > 30);
    QVERIFY(ports.everything().ids.size() > 5);
    QCOMPARE(ports.everything().kind, TableKind::Ports);
}

void PasteFinderTest::quotaThatIsUsedUp_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("told");
    QTest::newRow("Neutron")
        << u"{\"NeutronError\":{\"type\":\"OverQuota\",\"message\":\"Quota exceeded for resources: "
           "['port'].\",\"detail\":\"\"}}"_s
        << true;
    QTest::newRow("Heat")
        << u"OverQuotaClient: resources.node: Quota exceeded for resources: ['security_group', 'port']."
           "\nNeutron server returns request_ids: ['req-1d892b87-4c38-49bf-8b41-aa27ca132572']"_s
        << true;
    QTest::newRow("Nova") << u"Maximum number of ports exceeded (HTTP 403) (Request-ID: "
                             "req-1d892b87-4c38-49bf-8b41-aa27ca132572)"_s
                          << true;
    QTest::newRow("another resource") << u"Quota exceeded for resources: ['router']. See the port's log."_s << false;
    QTest::newRow("cores") << u"Quota exceeded for cores: Requested 4, but already used 20 of 20 cores"_s << false;
}

void PasteFinderTest::quotaThatIsUsedUp()
{
    QFETCH(QString, text);
    QFETCH(bool, told);
    QCOMPARE(tellsOfPortQuota(text), told);
    const auto found = [&](qint64 usedOfFirst, qint64 usedOfSecond) {
        TestCloud c;
        c.projects = {{project(1), u"ci"_s, {}, -1}};
        for (const auto &[number, used] : {std::pair(1, usedOfFirst), std::pair(2, usedOfSecond)}) {
            Quota quota;
            quota.projectId = project(number);
            quota.known = true;
            quota.limit = 100;
            quota.used = used;
            c.quotas += quota;
        }
        QStringList words;
        const Dataset data = Dataset::of(std::make_shared<const Judgement>(judge(c.build())));
        PasteModel model;
        model.setResult(findPasted(text, data));
        for (int row = 0; row < model.rowCount(); ++row) {
            words += model.index(row, PasteModel::NameColumn).data().toString() + u": "_s
                + model.index(row, PasteModel::HowColumn).data().toString();
            if (model.hit(row).filter != u"project="_s + model.hit(row).id)
                words += u"without a filter"_s;
        }
        return words.join(u"; "_s);
    };
    const auto ifTold = [&](const QString &words) { return told ? words : QString(); };
    QCOMPARE(found(100, 95), ifTold(u"ci: its port quota is full"_s));
    QCOMPARE(found(100, 101), ifTold(u"ci: its port quota is full; %1: its port quota is full"_s.arg(project(2))));
    QCOMPARE(found(90, 89), ifTold(u"ci: its port quota is nearly full"_s));
    QCOMPARE(found(10, 10), QString());
}

/// What `openstack port show` prints, of a port of the recorded cloud.
void PasteFinderTest::aWholeTable()
{
    const Dataset data = caseOf(u"33-real-lab.json"_s);
    const QList<Port> &ports = data.snapshot->ports;
    const auto chosen = std::find_if(ports.begin(), ports.end(), [&](const Port &port) {
        return !port.fixedIps.isEmpty() && data.relations->instanceOfPort(int(&port - ports.data())) >= 0;
    });
    QVERIFY(chosen != ports.end());
    const FixedIp &ip = chosen->fixedIps.first();
    QString table = u"+-------------------------+--------------+\n| Field                   | Value        |\n"_s;
    const auto line = [&table](const QString &field, const QString &value) {
        table += u"| %1 | %2 |\n"_s.arg(field, -23).arg(value);
    };
    line(u"admin_state_up"_s, u"UP"_s);
    line(u"binding_host_id"_s, chosen->hostId);
    line(u"created_at"_s, chosen->createdText);
    line(u"device_id"_s, chosen->deviceId);
    line(u"device_owner"_s, chosen->deviceOwner);
    line(u"fixed_ips"_s, u"ip_address='%1', subnet_id='%2'"_s.arg(ip.text, ip.subnetId));
    line(u"id"_s, chosen->id);
    line(u"mac_address"_s, chosen->mac);
    line(u"network_id"_s, chosen->networkId);
    line(u"project_id"_s, chosen->projectId);
    QVERIFY(looksPasted(table));
    const PasteResult result = findPasted(table, data);
    QStringList ids;
    for (const PasteHit &hit : result.hits)
        ids += hit.id;
    for (const QString &id : {chosen->id, chosen->deviceId, chosen->networkId, chosen->projectId, ip.subnetId})
        QVERIFY2(ids.contains(id), qPrintable(id + u" not in "_s + ids.join(u' ')));
    QVERIFY(result.missing.isEmpty());
    QVERIFY(result.everything().ids.contains(chosen->id));
}

void PasteFinderTest::selectsWhatItFound()
{
    const Dataset data = cloud();
    const PasteResult mixed = findPasted(serverId(1) + u' ' + portId(1) + u' ' + mac(2), data);
    QCOMPARE(mixed.everything(), (Selection{TableKind::Ports, {portId(1), portId(2)}}));
    QCOMPARE(findPasted(serverId(2), data).everything(), (Selection{TableKind::Instances, {serverId(2)}}));
    const Selection stack = findPasted(stackId(1), data).everything();
    QCOMPARE(stack, (Selection{TableKind::Resources, {stackId(1) + u"/node"_s}}));
    QVERIFY(data.relations->resourceRow(stack.ids.first()) >= 0);
    QVERIFY(findPasted(network(1), data).everything().isEmpty());
    QCOMPARE(findPasted(network(1), data).hits.first().filter, u"network="_s + network(1));
    QVERIFY(findPasted(portId(1), Dataset()).hits.isEmpty());
}

void PasteFinderTest::says()
{
    QCOMPARE(missingText(findPasted(portId(1), cloud())), QString());
    const QString text = missingText(findPasted(portId(1) + u" 10.9.9.9 deadbeef0001"_s, cloud()));
    QVERIFY2(text.contains(u"10.9.9.9"_s) && !text.contains(u"de:ad"_s), qPrintable(text));
}

void PasteFinderTest::model()
{
    PasteModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    model.setResult(findPasted(serverId(1) + u' ' + mac(1), cloud()));
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.index(0, PasteModel::IdColumn).data().toString(), serverId(1));
    QVERIFY(model.index(2, PasteModel::HowColumn).data().toString().contains(mac(1)));
    model.setResult({});
    QCOMPARE(model.rowCount(), 0);
}

QTEST_GUILESS_MAIN(PasteFinderTest)
#include "tst_pastefinder.moc"
