// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/decode.h"
#include "models/tables/macgroups.h"
#include "tests/support/testcloud.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace flotsam;
using namespace Qt::StringLiterals;

/// MAC conflicts by NIC, and bare-metal nodes by what they are doing.
class MacGroupsTest : public QObject
{
    Q_OBJECT

private slots:
    void groups();
    void wanted_data();
    void wanted();
    void boundHolder();
    void nodes();
    void askedFor_data();
    void askedFor();
    void words_data();
    void words();
    void model();
};

namespace {

Dataset judged(const TestCloud &cloud) { return Dataset::of(std::make_shared<const Judgement>(judge(cloud.build()))); }

/// Port 1 on network 1 holds the MAC of the NIC 1 of node 1.
TestCloud conflict()
{
    TestCloud cloud;
    cloud.node(1).name = u"bm-1"_s;
    cloud.node(1).resourceClass = u"baremetal"_s;
    cloud.nic(1, 1);
    cloud.port(1).mac = mac(101);
    cloud.port(1).name = u"test-port1"_s;
    cloud.networks = {{network(1), u"private"_s, {}, false, false, -1}};
    return cloud;
}

void server(TestCloud &cloud, int number, const QString &status, const QByteArray &flavor)
{
    Server &one = cloud.server(number);
    one.status = status;
    one.hasAddresses = false;
    const auto page
        = decodePage(SourceId::Servers, R"({"servers":[{"id":"x","flavor":{"extra_specs":)" + flavor + "}}]}");
    one.customResources = page->items.servers.constFirst().customResources;
}

} // namespace

void MacGroupsTest::groups()
{
    TestCloud cloud = conflict();
    Port &second = cloud.port(2);
    second.mac = mac(101);
    second.networkId = network(2);
    cloud.node(2).name = u"bm-0"_s;
    cloud.nic(2, 2);
    cloud.port(3).mac = mac(102);
    cloud.port(4); // has nothing to do with it
    const MacOverview overview = macOverview(judged(cloud));
    QCOMPARE(overview.groups.size(), 2);
    QCOMPARE(overview.groups[0].node, u"bm-0"_s);
    const MacGroup &group = overview.groups[1];
    QCOMPARE(group.mac, mac(101));
    QCOMPARE(group.nicId, nicId(1));
    QCOMPARE(group.nodeState, u"available"_s);
    QCOMPARE(group.holders.size(), 2);
    QCOMPARE(group.holders[0].portId, portId(1));
    QCOMPARE(group.holders[0].name, u"test-port1"_s);
    QCOMPARE(group.holders[0].network, u"private"_s);
    QVERIFY2(group.holders[0].verdict.startsWith(u"stale"_s), qPrintable(group.holders[0].verdict));
    QVERIFY2(group.holders[0].remedy.contains(u"new MAC"_s), qPrintable(group.holders[0].remedy));
    QCOMPARE(macOverview(Dataset()).groups.size(), 0);
    // The NIC's own port is in nobody's way.
    TestCloud own = conflict();
    own.nic(1, 1).vifIds = {portId(1)};
    QVERIFY(macOverview(judged(own)).groups.isEmpty());
}

void MacGroupsTest::wanted_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("by");
    const auto row = [](const char *name, const Change &change, const char *by) {
        QTest::newRow(name) << change << QString::fromLatin1(by);
    };
    row(
        "nobody yet", [](TestCloud &) {}, "next deployment");
    row(
        "failed server",
        [](TestCloud &c) {
            c.server(1).name = u"web"_s;
            c.server(1).status = u"ERROR"_s;
            c.server(1).faultMessage = u"The mac address "_s + mac(101).toUpper() + u" is in use."_s;
        },
        "server web, whose creation failed");
    row(
        "attached port",
        [](TestCloud &c) {
            c.nic(1, 1).vifIds = {portId(2)};
            c.port(2).name = u"test-port2"_s;
        },
        "port test-port2");
    row(
        "server of the node",
        [](TestCloud &c) {
            c.node(1).instanceId = serverId(1);
            c.server(1).name = u"db"_s;
        },
        "server db");
}

void MacGroupsTest::wanted()
{
    QFETCH(Change, change);
    QFETCH(QString, by);
    TestCloud cloud = conflict();
    change(cloud);
    const MacOverview overview = macOverview(judged(cloud));
    QCOMPARE(overview.groups.size(), 1);
    QVERIFY2(overview.groups[0].wantedBy.contains(by), qPrintable(overview.groups[0].wantedBy));
}

void MacGroupsTest::boundHolder()
{
    TestCloud cloud = conflict();
    cloud.port(1).vifType = u"ovs"_s;
    cloud.port(1).hostId = u"compute-1"_s;
    cloud.server(1);
    cloud.port(1).deviceId = serverId(1);
    cloud.port(1).deviceOwner = u"compute:nova"_s;
    const MacOverview overview = macOverview(judged(cloud));
    QCOMPARE(overview.groups.size(), 1);
    QVERIFY2(overview.groups[0].holders[0].remedy.contains(u"compute-1"_s),
             qPrintable(overview.groups[0].holders[0].remedy));
}

void MacGroupsTest::nodes()
{
    TestCloud cloud = conflict();
    const QStringList states{u"available"_s, u"active"_s, u"cleaning"_s,       u"deploy failed"_s,
                             u"enroll"_s,    u"error"_s,  u"wait call-back"_s, u"manageable"_s};
    for (int i = 0; i < int(states.size()); ++i) {
        cloud.node(10 + i).provisionState = states[i];
        cloud.node(10 + i).resourceClass = u"baremetal"_s;
    }
    cloud.node(30).resourceClass = u"baremetal"_s;
    cloud.node(30).maintenance = true;
    cloud.node(31).resourceClass = u"gpu"_s;
    cloud.node(31).instanceId = serverId(77); // being taken
    const QList<NodeClass> classes = macOverview(judged(cloud)).classes;
    QCOMPARE(classes.size(), 2);
    QCOMPARE(classes[0].resourceClass, u"baremetal"_s);
    QCOMPARE(classes[0].nodes, 10);
    QCOMPARE(classes[0].free, 2); // bm-1 and the available one
    QCOMPARE(classes[0].blocked, 1);
    QCOMPARE(classes[0].active, 1);
    QCOMPARE(classes[0].moving, 2);
    QCOMPARE(classes[0].broken, 3);
    QCOMPARE(classes[0].other, 2);
    QCOMPARE(classes[1].free, 0);
    QCOMPARE(classes[1].other, 1);
}

void MacGroupsTest::askedFor_data()
{
    QTest::addColumn<QString>("status");
    QTest::addColumn<QByteArray>("flavor");
    QTest::addColumn<bool>("hasNode");
    QTest::addColumn<int>("asked");
    QTest::addColumn<int>("failed");
    const QByteArray metal = R"({"resources:CUSTOM_BM_LARGE":"1","resources:VCPU":"0"})";
    QTest::newRow("building") << u"BUILD"_s << metal << false << 1 << 0;
    QTest::newRow("has its node") << u"BUILD"_s << metal << true << 0 << 0;
    QTest::newRow("failed") << u"ERROR"_s << metal << false << 0 << 1;
    QTest::newRow("running") << u"ACTIVE"_s << metal << false << 0 << 0;
    QTest::newRow("virtual") << u"BUILD"_s << QByteArray("{}") << false << 0 << 0;
    QTest::newRow("other class") << u"BUILD"_s << QByteArray(R"({"resources:CUSTOM_GPU":"1"})") << false << 0 << 0;
    QTest::newRow("as a number") << u"BUILD"_s << QByteArray(R"({"resources:CUSTOM_BM_LARGE":1})") << false << 1 << 0;
    QTest::newRow("no flavor") << u"BUILD"_s << QByteArray("null") << false << 0 << 0;
    QTest::newRow("none of it") << u"BUILD"_s << QByteArray(R"({"resources:CUSTOM_BM_LARGE":"0"})") << false << 0 << 0;
}

void MacGroupsTest::askedFor()
{
    QFETCH(QString, status);
    QFETCH(QByteArray, flavor);
    QFETCH(bool, hasNode);
    TestCloud cloud;
    cloud.node(1).resourceClass = u"bm.large"_s;
    server(cloud, 1, status, flavor);
    if (hasNode)
        cloud.node(1).instanceId = serverId(1);
    const QList<NodeClass> classes = macOverview(judged(cloud)).classes;
    QCOMPARE(classes.size(), 1);
    QTEST(classes[0].asked, "asked");
    QTEST(classes[0].failed, "failed");
}

void MacGroupsTest::words_data()
{
    QTest::addColumn<NodeClass>("nodes");
    QTest::addColumn<QString>("text");
    NodeClass nodes;
    nodes.free = 3;
    QTest::newRow("idle") << nodes << u"3 free, 0 asked for"_s;
    nodes.asked = 2;
    QTest::newRow("enough") << nodes << u"3 free, 2 asked for: 1 to spare"_s;
    nodes.blocked = 1;
    QTest::newRow("just enough") << nodes << u"3 free (1 blocked by a MAC conflict), 2 asked for: none to spare"_s;
    nodes.asked = 3;
    QTest::newRow("too few") << nodes << u"3 free (1 blocked by a MAC conflict), 3 asked for: 1 too few"_s;
}

void MacGroupsTest::words()
{
    QFETCH(NodeClass, nodes);
    QTEST(nodeClassText(nodes), "text");
    QCOMPARE(nodeClassRest(nodes), QString());
    nodes.active = 4;
    nodes.failed = 1;
    QCOMPARE(nodeClassRest(nodes), u"4 active, servers that failed without a node: 1"_s);
}

void MacGroupsTest::model()
{
    MacModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setGroups(macOverview(judged(conflict())).groups);
    QCOMPARE(model.rowCount(), 1);
    const QString spoken = model.index(0).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(spoken.contains(u"bm-1"_s) && spoken.contains(u"test-port1"_s), qPrintable(spoken));
    model.setGroups({});
    QCOMPARE(model.rowCount(), 0);
}

QTEST_GUILESS_MAIN(MacGroupsTest)
#include "tst_macgroups.moc"
