// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/workbench.h"
#include "tests/support/samplecloud.h"

#include <QSignalSpy>
#include <QTest>

#include <numeric>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// What belongs to what, and what the hub says of it.
class TablesHubTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void serverLinksItsPortsAndItsStack();
    void portLinksItsServer();
    void portOfAStackLinksItsResource();
    void goneServerLinksItsPort();
    void resourceLinksServerAndPorts();
    void failedResourceLinksItsLeftovers();
    void healthyStacksDoNotClaimLeftovers();
    void aNameThatFitsManyLinksNone();
    void nestedStackLinksWhatIsInside();
    void manyAtOnce();
    void rowsAndIdsAreTheSame();
    void historyStaysSmall();
    void sameSelectionIsSilent();
    void historyGoesBackAndForward();
    void selectionSurvivesAReading();
    void idsThatGoAndComeBack();
    void softDeletedCountsAsListed();
    void hiddenServerIsNotGone();
    void namesFallBackToIds();

private:
    QStringList linked(TableKind kind) const;
    std::unique_ptr<Workbench> m_bench;
};

void TablesHubTest::init()
{
    m_bench = std::make_unique<Workbench>();
    m_bench->setDataset(sampleDataset());
}

QStringList TablesHubTest::linked(TableKind kind) const
{
    QStringList ids;
    for (const int row : m_bench->hub().linkedRows(kind)) {
        ids += m_bench->model(kind).table()->id(row);
        if (!m_bench->hub().isLinked(kind, row))
            return {u"isLinked() and linkedRows() disagree"_s};
    }
    return ids;
}

void TablesHubTest::serverLinksItsPortsAndItsStack()
{
    m_bench->hub().select(TableKind::Instances, {sampleId('a', 0)});
    QCOMPARE(linked(TableKind::Ports), (QStringList{sampleId('d', 0)}));
    QCOMPARE(linked(TableKind::Resources), (QStringList{sampleId('e', 0) + u"/node"_s, sampleId('e', 0) + u"/vip"_s}));
    QCOMPARE(linked(TableKind::Instances), QStringList());
    QCOMPARE(m_bench->hub().onlyPort(), 0);
}

void TablesHubTest::portLinksItsServer()
{
    m_bench->hub().select(TableKind::Ports, {sampleId('d', 10)});
    QCOMPARE(linked(TableKind::Instances), QStringList{sampleId('a', 5)});
    QCOMPARE(linked(TableKind::Ports), QStringList());
    QCOMPARE(m_bench->hub().onlyPort(), 10);
}

void TablesHubTest::portOfAStackLinksItsResource()
{
    m_bench->hub().select(TableKind::Ports, {sampleId('d', 4)});
    QCOMPARE(linked(TableKind::Resources), QStringList{sampleId('e', 0) + u"/vip"_s});
    m_bench->hub().select(TableKind::Ports, {sampleId('d', 0)}); // by way of its server
    QCOMPARE(linked(TableKind::Resources), QStringList{sampleId('e', 0) + u"/node"_s});
}

void TablesHubTest::goneServerLinksItsPort()
{
    for (const int port : {1, 11}) {
        m_bench->hub().select(TableKind::Instances, {sampleId('b', port)});
        QCOMPARE(linked(TableKind::Ports), QStringList{sampleId('d', port)});
        m_bench->hub().select(TableKind::Ports, {sampleId('d', port)});
        QCOMPARE(linked(TableKind::Instances), QStringList{sampleId('b', port)});
    }
}

void TablesHubTest::resourceLinksServerAndPorts()
{
    m_bench->hub().select(TableKind::Resources, {sampleId('e', 0) + u"/node"_s});
    QCOMPARE(linked(TableKind::Instances), QStringList{sampleId('a', 0)});
    QVERIFY(linked(TableKind::Ports).contains(sampleId('d', 0)));
    QCOMPARE(linked(TableKind::Resources), QStringList());
    m_bench->hub().select(TableKind::Resources, {sampleId('e', 0) + u"/vip"_s});
    QCOMPARE(linked(TableKind::Ports), QStringList{sampleId('d', 4)});
}

void TablesHubTest::failedResourceLinksItsLeftovers()
{
    // Ports 18 is named node-port-0, of the project of stack 1, whose node failed.
    m_bench->hub().select(TableKind::Resources, {sampleId('e', 1) + u"/node"_s});
    QVERIFY(linked(TableKind::Ports).contains(sampleId('d', 18)));
    m_bench->hub().select(TableKind::Ports, {sampleId('d', 18)});
    QCOMPARE(linked(TableKind::Resources), QStringList{sampleId('e', 1) + u"/node"_s});
}

void TablesHubTest::healthyStacksDoNotClaimLeftovers()
{
    auto snapshot = std::make_shared<Snapshot>(*sampleSnapshot());
    for (Stack &stack : snapshot->stacks)
        stack.projectId = u"p1"_s; // as port 18
    m_bench->setDataset(Dataset::of(sampleJudgement(snapshot)));
    m_bench->hub().select(TableKind::Ports, {sampleId('d', 18)});
    QCOMPARE(linked(TableKind::Resources), QStringList{sampleId('e', 1) + u"/node"_s});
    const int healthy = m_bench->resources().table()->rowOf(sampleId('e', 0) + u"/node"_s);
    QVERIFY(!m_bench->resources().table()->verdict(healthy));
}

void TablesHubTest::aNameThatFitsManyLinksNone()
{
    SampleOptions options;
    options.servers = 1000;
    auto snapshot = std::make_shared<Snapshot>(*sampleSnapshot(options));
    for (Stack &stack : snapshot->stacks)
        stack.projectId = u"p1"_s;
    m_bench->setDataset(Dataset::of(sampleJudgement(snapshot)));
    m_bench->hub().select(TableKind::Ports, {sampleId('d', 18)});
    QCOMPARE(linked(TableKind::Resources), QStringList());
}

void TablesHubTest::nestedStackLinksWhatIsInside()
{
    auto snapshot = std::make_shared<Snapshot>(*sampleSnapshot());
    StackResource group;
    group.stackId = sampleId('e', 9);
    group.name = u"group"_s;
    group.physicalId = sampleId('e', 0);
    StackResource loop = group; // a stack cannot hold itself, but data may say so
    loop.name = u"loop"_s;
    loop.physicalId = sampleId('e', 9);
    snapshot->resources += {group, loop};
    m_bench->setDataset(Dataset::of(sampleJudgement(snapshot)));
    m_bench->hub().select(TableKind::Resources, {sampleId('e', 9) + u"/group"_s});
    QCOMPARE(linked(TableKind::Resources), (QStringList{sampleId('e', 0) + u"/node"_s, sampleId('e', 0) + u"/vip"_s}));
    QVERIFY(linked(TableKind::Ports).contains(sampleId('d', 4)));
    QCOMPARE(linked(TableKind::Instances), QStringList{sampleId('a', 0)});
    m_bench->hub().select(TableKind::Resources, {sampleId('e', 9) + u"/loop"_s}); // ends
}

void TablesHubTest::manyAtOnce()
{
    QStringList all;
    for (int row = 0; row < m_bench->ports().rowCount(); ++row)
        all += m_bench->ports().row(row).id;
    m_bench->hub().select(TableKind::Ports, all);
    QCOMPARE(m_bench->hub().selectedRows().size(), size_t(all.size()));
    QCOMPARE(m_bench->hub().onlyPort(), -1);
    QVERIFY(linked(TableKind::Instances).contains(sampleId('b', 11)));
    QVERIFY(!linked(TableKind::Instances).contains(sampleId('a', 7))); // has no port and no stack
}

void TablesHubTest::rowsAndIdsAreTheSame()
{
    SelectionHub &hub = m_bench->hub();
    QSignalSpy changes(&hub, &SelectionHub::changed);
    for (const TableKind kind : AllTables) {
        const TableDataPtr &table = m_bench->model(kind).table();
        hub.selectRows(kind, {0, 3});
        QCOMPARE(hub.selection(), (Selection{kind, {table->id(0), table->id(3)}}));
        const auto rows = hub.selectedRows();
        const auto links = hub.linkedRows(TableKind::Ports);
        const auto count = changes.size();
        hub.select(kind, {table->id(0), table->id(3)});
        QCOMPARE(changes.size(), count);
        hub.select(kind, {});
        hub.select(kind, {table->id(0), table->id(3)});
        QCOMPARE(hub.selectedRows(), rows);
        QCOMPARE(hub.linkedRows(TableKind::Ports), links);
        QVERIFY(hub.isSelected(kind, 3) && !hub.isSelected(kind, 1));
    }
}

void TablesHubTest::historyStaysSmall()
{
    SampleOptions options;
    options.ports = 20'000;
    m_bench->setDataset(sampleDataset(options));
    QTRY_COMPARE_WITH_TIMEOUT(m_bench->ports().rowCount(), options.ports, 60'000);
    SelectionHub &hub = m_bench->hub();
    for (int i = 0; i < 40; ++i) {
        std::vector<int> rows(size_t(options.ports - i));
        std::iota(rows.begin(), rows.end(), 0);
        hub.selectRows(TableKind::Ports, std::move(rows));
    }
    int steps = 0;
    for (; hub.canGoBack(); ++steps)
        hub.back();
    QVERIFY2(steps >= 10 && steps <= 15, qPrintable(QString::number(steps)));
}

void TablesHubTest::sameSelectionIsSilent()
{
    QSignalSpy changes(&m_bench->hub(), &SelectionHub::changed);
    m_bench->hub().clear();
    QCOMPARE(changes.size(), 0);
    m_bench->hub().select(TableKind::Ports, {sampleId('d', 1)});
    m_bench->hub().select(TableKind::Ports, {sampleId('d', 1)});
    QCOMPARE(changes.size(), 1);
    m_bench->hub().select(TableKind::Instances, {});
    m_bench->hub().select(TableKind::Resources, {}); // nothing is nothing, wherever
    QCOMPARE(changes.size(), 2);
}

void TablesHubTest::historyGoesBackAndForward()
{
    SelectionHub &hub = m_bench->hub();
    QVERIFY(!hub.canGoBack());
    hub.select(TableKind::Ports, {sampleId('d', 1)});
    hub.select(TableKind::Instances, {sampleId('a', 1)});
    hub.back();
    QCOMPARE(hub.selection(), (Selection{TableKind::Ports, {sampleId('d', 1)}}));
    QVERIFY(hub.canGoForward());
    hub.back();
    QVERIFY(hub.selection().isEmpty());
    QVERIFY(!hub.canGoBack());
    hub.back();
    hub.forward();
    hub.forward();
    QCOMPARE(hub.selection().kind, TableKind::Instances);
    hub.back();
    hub.select(TableKind::Ports, {sampleId('d', 2)}); // forgets what lay ahead
    QVERIFY(!hub.canGoForward());
    for (int i = 0; i < 300; ++i)
        hub.select(TableKind::Ports, {sampleId('d', i)});
    int steps = 0;
    while (hub.canGoBack()) {
        hub.back();
        ++steps;
    }
    QCOMPARE(steps, 99);
}

void TablesHubTest::selectionSurvivesAReading()
{
    SelectionHub &hub = m_bench->hub();
    hub.select(TableKind::Ports, {sampleId('d', 10)});
    QSignalSpy refreshed(&hub, &SelectionHub::refreshed);
    SampleOptions later;
    later.shift = 5; // other rows, same ids
    m_bench->setDataset(sampleDataset(later));
    QCOMPARE(refreshed.size(), 1);
    QCOMPARE(hub.selectedRows(), std::vector<int>{5});
    QCOMPARE(linked(TableKind::Instances), QStringList{sampleId('a', 5)});
}

void TablesHubTest::idsThatGoAndComeBack()
{
    SelectionHub &hub = m_bench->hub();
    hub.select(TableKind::Ports, {sampleId('d', 1), sampleId('d', 10)});
    SampleOptions later;
    later.shift = 5;
    m_bench->setDataset(sampleDataset(later));
    QCOMPARE(hub.selectedRows().size(), size_t(1));
    m_bench->clear();
    QVERIFY(hub.selectedRows().empty());
    QVERIFY(!hub.isSelected(TableKind::Ports, 1));
    QVERIFY(!hub.isLinked(TableKind::Instances, 1));
    m_bench->setDataset(sampleDataset());
    QCOMPARE(hub.selectedRows(), (std::vector<int>{1, 10}));
}

void TablesHubTest::softDeletedCountsAsListed()
{
    auto snapshot = std::make_shared<Snapshot>(*sampleSnapshot());
    for (Server &server : snapshot->deletedServers)
        server.status = u"SOFT_DELETED"_s;
    const Relations relations(snapshot, {});
    const Instance &instance = relations.instances()[size_t(relations.instanceRow(sampleId('b', 1)))];
    QCOMPARE(instance.state, Instance::State::Live);
    QCOMPARE(instanceState(instance), u"SOFT_DELETED"_s);
}

void TablesHubTest::hiddenServerIsNotGone()
{
    auto snapshot = std::make_shared<Snapshot>(*sampleSnapshot());
    ServerProbe alive;
    alive.status = 200;
    snapshot->serverProbes.insert(sampleId('c', 7), alive);
    ServerProbe proxyPage;
    proxyPage.status = 404;
    proxyPage.body = ServerProbe::Body::Other;
    snapshot->serverProbes.insert(sampleId('c', 17), proxyPage);
    const Relations relations(snapshot, {});
    const auto stateOf
        = [&](int number) { return relations.instances()[size_t(relations.instanceRow(sampleId('c', number)))].state; };
    QCOMPARE(stateOf(7), Instance::State::Hidden);
    QCOMPARE(stateOf(17), Instance::State::NotSeen);
}

void TablesHubTest::namesFallBackToIds()
{
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->auth.projectId = u"mine"_s;
    snapshot->auth.projectName = u"my project"_s;
    const Relations relations(snapshot, {});
    QCOMPARE(relations.projectName(u"mine"_s), u"my project"_s);
    QCOMPARE(relations.projectName(u"other"_s), u"other"_s);
    QCOMPARE(relations.networkName(u"net"_s), u"net"_s);
}

QTEST_GUILESS_MAIN(TablesHubTest)
#include "tst_tables_hub.moc"
