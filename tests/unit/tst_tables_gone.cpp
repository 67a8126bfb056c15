// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/workbench.h"
#include "tests/support/samplecloud.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QTest>

#include <algorithm>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// Rows that a refresh took away, and those that it brought.
class TablesGoneTest : public QObject
{
    Q_OBJECT

private slots:
    void nothingMoves_data();
    void nothingMoves();
    void sortedAnewTheyStandWhereTheyBelong();
    void onlyTheEyeHasThem();
    void theNextRefreshTakesThem();
    void aFilterHidesThem();
    void whatCameIsFresh();
    void anotherCloudIsNoRefresh();
    void tooManyAreNotKept();
};

namespace {

/// The sample cloud some minutes later, without the ports of certain numbers.
Dataset reading(const SampleOptions &options, int minutes, const QList<int> &without = {})
{
    auto snapshot = std::make_shared<Snapshot>(*sampleSnapshot(options));
    snapshot->takenAt = snapshot->takenAt.addSecs(minutes * 60);
    snapshot->ports.removeIf(
        [&](const Port &port) { return without.contains(QStringView(port.id).sliced(1, 7).toInt()); });
    return Dataset::of(sampleJudgement(snapshot));
}

QStringList idsOf(const IndexProxy &proxy)
{
    QStringList ids;
    for (int row = 0; row < proxy.rowCount(); ++row)
        ids += proxy.index(row, 0).data(IdRole).toString();
    return ids;
}

QStringList goneIds(const IndexProxy &proxy)
{
    QStringList ids;
    for (int row = 0; row < proxy.rowCount(); ++row) {
        if (proxy.index(row, 0).data(GoneRole).toBool())
            ids += proxy.id(row);
    }
    ids.sort();
    return ids;
}

QList<int> someOf(int ports, QRandomGenerator &random)
{
    QList<int> some;
    for (int i = 0; i < ports; ++i) {
        if (random.bounded(4) == 0)
            some += i;
    }
    return some;
}

} // namespace

void TablesGoneTest::nothingMoves_data()
{
    QTest::addColumn<int>("column");
    for (int column = -1; column < PortsTable::ColumnCount; ++column)
        QTest::addRow("column %d", column) << column;
}

void TablesGoneTest::nothingMoves()
{
    QFETCH(int, column);
    QRandomGenerator random(quint32(column + 2));
    for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        Workbench bench;
        IndexProxy &proxy = bench.proxy(TableKind::Ports);
        const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const SampleOptions options{.ports = 120, .servers = 30};
        bench.setDataset(reading(options, 0));
        proxy.sort(column, order);
        const QStringList before = idsOf(proxy);
        const QList<int> without = someOf(options.ports, random);
        bench.setDataset(reading(options, 7, without));
        QCOMPARE(bench.ports().rowCount(), options.ports - int(without.size()));
        QCOMPARE(idsOf(proxy), before);
        QStringList expected;
        for (const int port : without)
            expected += sampleId('d', port);
        QCOMPARE(goneIds(proxy), expected);
    }
}

void TablesGoneTest::sortedAnewTheyStandWhereTheyBelong()
{
    QRandomGenerator random(5);
    const SampleOptions options{.ports = 90, .servers = 30};
    Workbench all;
    all.setDataset(reading(options, 0));
    Workbench bench;
    bench.setDataset(reading(options, 0));
    bench.setDataset(reading(options, 7, someOf(options.ports, random)));
    IndexProxy &proxy = bench.proxy(TableKind::Ports);
    const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
    for (int step = 0; step < 60; ++step) {
        const int column = random.bounded(-1, int(PortsTable::ColumnCount));
        const Qt::SortOrder order = random.bounded(2) ? Qt::AscendingOrder : Qt::DescendingOrder;
        const QPersistentModelIndex kept = proxy.index(random.bounded(proxy.rowCount()), 0);
        const QString id = kept.data(IdRole).toString();
        for (Workbench *each : {&all, &bench})
            each->proxy(TableKind::Ports).sort(column, order);
        QCOMPARE(idsOf(proxy), idsOf(all.proxy(TableKind::Ports)));
        QCOMPARE(kept.data(IdRole).toString(), id);
    }
}

void TablesGoneTest::onlyTheEyeHasThem()
{
    Workbench bench;
    bench.setDataset(reading({}, 0));
    const QList<int> without{1, 11, 12};
    bench.hub().select(TableKind::Ports, {sampleId('d', 11), sampleId('d', 12), sampleId('d', 13)});
    bench.setDataset(reading({}, 7, without));
    IndexProxy &proxy = bench.proxy(TableKind::Ports);
    QCOMPARE(proxy.rowCount(), 40);
    QCOMPARE(proxy.goneCount(), 3);
    QCOMPARE(proxy.shownCount(), 37);
    QCOMPARE(proxy.totalCount(), 37);
    QCOMPARE(bench.filterCounts().shown, 37);
    QCOMPARE(bench.hub().portsInFocus().size(), 1u);
    std::vector<int> rows = proxy.shownSourceRows();
    std::sort(rows.begin(), rows.end());
    QCOMPARE(int(rows.size()), 37);
    QCOMPARE(rows.front(), 0);
    QCOMPARE(rows.back(), 36);
    for (const int port : without) {
        const QString id = sampleId('d', port);
        QCOMPARE(bench.ports().table()->rowOf(id), -1);
        const QModelIndex index = proxy.index(proxy.proxyRowOf(id), PortsTable::Name);
        QVERIFY(index.isValid());
        QCOMPARE(proxy.sourceRow(index.row()), -1);
        QVERIFY(!proxy.mapToSource(index).isValid());
        QCOMPARE(index.flags(), Qt::ItemFlags(Qt::NoItemFlags));
        QVERIFY(index.data(Qt::ToolTipRole).toString().startsWith(u"Gone since the refresh of "_s));
        for (const int role : {int(VerdictRole), int(MacConflictRole), int(TroubleRole), int(SortRole)})
            QVERIFY(!index.data(role).isValid());
        QCOMPARE(proxy.index(index.row(), PortsTable::Id).data().toString(), id);
        QVERIFY(!proxy.hasChildren(index));
    }
}

void TablesGoneTest::theNextRefreshTakesThem()
{
    Workbench bench;
    IndexProxy &proxy = bench.proxy(TableKind::Ports);
    const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
    bench.setDataset(reading({}, 0));
    bench.setDataset(reading({}, 7, {3, 4}));
    QCOMPARE(goneIds(proxy), (QStringList{sampleId('d', 3), sampleId('d', 4)}));
    bench.setDataset(reading({}, 14, {3, 4})); // the same ports
    QCOMPARE(goneIds(proxy), QStringList());
    QCOMPARE(proxy.rowCount(), 38);
    bench.setDataset(reading({}, 21, {3, 4, 5}));
    QCOMPARE(goneIds(proxy), QStringList{sampleId('d', 5)});
    bench.setDataset(reading({}, 28, {3, 4, 6})); // one comes back, one goes
    QCOMPARE(goneIds(proxy), QStringList{sampleId('d', 6)});
    bench.clear();
    QCOMPARE(proxy.rowCount(), 0);
}

void TablesGoneTest::aFilterHidesThem()
{
    Workbench bench;
    IndexProxy &proxy = bench.proxy(TableKind::Ports);
    const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
    bench.setDataset(reading({}, 0));
    bench.setDataset(reading({}, 7, {1, 2}));
    QCOMPARE(proxy.goneCount(), 2);
    bench.setFilter({u"verdict:orphan"_s}); // nobody knows whether they would fit
    QCOMPARE(proxy.goneCount(), 0);
    QCOMPARE(proxy.rowCount(), bench.filterCounts().shown);
    bench.setFilter({});
    QCOMPARE(proxy.goneCount(), 2);
    // What the filter hid is not missed.
    bench.setFilter({u"verdict:orphan"_s});
    const QStringList before = idsOf(proxy);
    bench.setDataset(reading({}, 14, {1, 2, 10, 11}));
    QCOMPARE(idsOf(proxy), before);
    QCOMPARE(goneIds(proxy), QStringList{sampleId('d', 11)});
}

void TablesGoneTest::whatCameIsFresh()
{
    Workbench bench;
    IndexProxy &proxy = bench.proxy(TableKind::Ports);
    bench.setDataset(reading({}, 0, {7, 8}));
    QVERIFY(!proxy.hasFresh());
    bench.setDataset(reading({}, 7, {9}));
    QVERIFY(proxy.hasFresh());
    for (int row = 0; row < proxy.rowCount(); ++row)
        QCOMPARE(proxy.isFresh(row), proxy.id(row) == sampleId('d', 7) || proxy.id(row) == sampleId('d', 8));
    bench.setDataset(reading({}, 14, {9}));
    QVERIFY(!proxy.hasFresh());
}

void TablesGoneTest::anotherCloudIsNoRefresh()
{
    Workbench bench;
    bench.setDataset(reading({.ports = 20}, 0));
    bench.setDataset(reading({.ports = 40, .shift = 20}, 7));
    QCOMPARE(bench.proxy(TableKind::Ports).rowCount(), 20);
    QVERIFY(!bench.proxy(TableKind::Ports).hasFresh());
}

void TablesGoneTest::tooManyAreNotKept()
{
    for (const int gone : {GoneRows::Most, GoneRows::Most + 1}) {
        Workbench bench;
        IndexProxy &proxy = bench.proxy(TableKind::Ports);
        SampleOptions options{.ports = IndexProxy::AtOnce + 900};
        const auto show = [&bench](const Dataset &dataset) {
            bench.setDataset(dataset);
            QTRY_COMPARE_WITH_TIMEOUT(bench.dataset().snapshot, dataset.snapshot, 60'000);
        };
        show(reading(options, 0));
        const QStringList before = idsOf(proxy);
        options.shift = gone;
        show(reading(options, 7));
        QCOMPARE(proxy.goneCount(), gone == GoneRows::Most ? gone : 0);
        if (gone == GoneRows::Most)
            QCOMPARE(idsOf(proxy), before);
        proxy.sort(PortsTable::Mac); // on a worker, with what is gone
        QTRY_VERIFY_WITH_TIMEOUT(!proxy.isBusy(), 60'000);
        QCOMPARE(proxy.shownCount(), options.ports - gone);
    }
}

QTEST_GUILESS_MAIN(TablesGoneTest)
#include "tst_tables_gone.moc"
