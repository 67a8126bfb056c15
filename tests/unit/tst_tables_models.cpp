// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/workbench.h"
#include "tests/support/samplecloud.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// Every model and every proxy under Qt's own model checker while readings come, change and go.
class TablesModelsTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void everyLifeOfATable_data();
    void everyLifeOfATable();
    void keepsRowsWhereIdsAreTheSame();
    void resetsWhereIdsDiffer();
    void headersTellWhatAColumnIs();
    void rolesAgreeWithTheRows();
    void portCells();
    void instanceCells();
    void cellsShowNamesAsTheyAre();
    void largeReadingsArriveAtOnce();
    void theRestIsPreparedBehindTheBack();
    void theLastReadingWins();
    void clearTakesBackAReadingUnderWay();
};

namespace {

struct Checked
{
    Workbench bench;
    std::vector<std::unique_ptr<QAbstractItemModelTester>> testers;

    explicit Checked(QAbstractItemModelTester::FailureReportingMode mode
                     = QAbstractItemModelTester::FailureReportingMode::QtTest)
    {
        for (const TableKind kind : AllTables) {
            for (QAbstractItemModel *model : {static_cast<QAbstractItemModel *>(&bench.model(kind)),
                                              static_cast<QAbstractItemModel *>(&bench.proxy(kind))}) {
                testers.push_back(std::make_unique<QAbstractItemModelTester>(model, mode));
            }
        }
    }

    void show(const Dataset &data)
    {
        bench.setDataset(data);
        QTRY_COMPARE_WITH_TIMEOUT(bench.dataset().snapshot, data.snapshot, 60'000);
    }
};

QString cell(const RowModel &model, int row, int column) { return model.index(row, column).data().toString(); }

} // namespace

void TablesModelsTest::everyLifeOfATable_data()
{
    QTest::addColumn<int>("ports");
    QTest::newRow("none") << 0;
    QTest::newRow("one") << 1;
    QTest::newRow("some") << 137;
    QTest::newRow("prepared on a worker") << IndexProxy::AtOnce + 500;
    QTest::newRow("100,000") << 100'000;
}

void TablesModelsTest::everyLifeOfATable()
{
    QFETCH(int, ports);
    using Mode = QAbstractItemModelTester::FailureReportingMode;
    Checked checked(ports < 10'000 ? Mode::QtTest : Mode::Fatal); // the same checks, without a log line each
    Workbench &bench = checked.bench;
    SampleOptions options;
    options.ports = ports;
    options.servers = ports / 2;
    checked.show(sampleDataset(options));
    QCOMPARE(bench.ports().rowCount(), ports);
    QCOMPARE(bench.proxy(TableKind::Ports).rowCount(), ports);

    for (const TableKind kind : AllTables) {
        IndexProxy &proxy = bench.proxy(kind);
        // The checker walks over every row: at this size a few columns must do.
        for (int column = 0; column < proxy.columnCount(); column += ports < 10'000 ? 1 : 5) {
            proxy.sort(column, column % 2 ? Qt::DescendingOrder : Qt::AscendingOrder);
            QTRY_VERIFY_WITH_TIMEOUT(!proxy.isBusy(), 60'000);
            QCOMPARE(proxy.rowCount(), proxy.totalCount());
        }
        proxy.sort(-1);
        QTRY_VERIFY_WITH_TIMEOUT(!proxy.isBusy(), 60'000);
        QCOMPARE(proxy.rowCount() > 1 ? proxy.sourceRow(1) : 1, 1);
    }

    bench.setFilter({u"10.0.0."_s, 0, false});
    QTRY_VERIFY_WITH_TIMEOUT(!bench.proxy(TableKind::Ports).isBusy(), 60'000);
    QVERIFY(bench.proxy(TableKind::Ports).rowCount() <= 256);
    options.shift = ports / 2;
    checked.show(sampleDataset(options)); // fewer rows, under the same filter
    QCOMPARE(bench.ports().rowCount(), ports - ports / 2);
    options.healthy = true;
    checked.show(sampleDataset(options)); // same ids, other contents
    QCOMPARE(bench.ports().rowCount(), ports - ports / 2);
    bench.setFilter({});
    QTRY_VERIFY_WITH_TIMEOUT(!bench.proxy(TableKind::Ports).isBusy(), 60'000);
    QCOMPARE(bench.proxy(TableKind::Ports).rowCount(), bench.ports().rowCount());
    bench.clear();
    for (const TableKind kind : AllTables) {
        QCOMPARE(bench.model(kind).rowCount(), 0);
        QCOMPARE(bench.proxy(kind).rowCount(), 0);
    }
}

void TablesModelsTest::keepsRowsWhereIdsAreTheSame()
{
    Checked checked;
    SampleOptions options;
    checked.show(sampleDataset(options));
    const QPersistentModelIndex kept = checked.bench.proxy(TableKind::Ports).index(3, 0);
    const QString id = kept.data(IdRole).toString();
    QSignalSpy resets(&checked.bench.ports(), &QAbstractItemModel::modelReset);
    QSignalSpy changes(&checked.bench.ports(), &QAbstractItemModel::dataChanged);
    options.healthy = true;
    checked.show(sampleDataset(options));
    QCOMPARE(resets.size(), 0);
    QCOMPARE(changes.size(), 1);
    QVERIFY(kept.isValid());
    QCOMPARE(kept.data(IdRole).toString(), id);
    QCOMPARE(kept.data(VerdictRole).toInt(), int(Verdict::InUse));
}

void TablesModelsTest::resetsWhereIdsDiffer()
{
    Checked checked;
    checked.show(sampleDataset());
    QSignalSpy resets(&checked.bench.proxy(TableKind::Ports), &QAbstractItemModel::modelReset);
    SampleOptions later;
    later.shift = 1;
    checked.show(sampleDataset(later));
    QCOMPARE(resets.size(), 1);
    QCOMPARE(checked.bench.ports().rowCount(), 39);
}

void TablesModelsTest::headersTellWhatAColumnIs()
{
    Workbench bench;
    for (const TableKind kind : AllTables) {
        QStringList titles;
        for (int column = 0; column < bench.model(kind).columnCount(); ++column) {
            const QString title = bench.proxy(kind).headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
            QVERIFY(!title.isEmpty());
            QVERIFY(!titles.contains(title));
            titles += title;
            QVERIFY(!bench.proxy(kind).headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
        }
        QVERIFY(!bench.proxy(kind).headerData(99, Qt::Horizontal, Qt::DisplayRole).isValid());
    }
}

void TablesModelsTest::rolesAgreeWithTheRows()
{
    Workbench bench;
    bench.setDataset(sampleDataset());
    const PortsModel &ports = bench.ports();
    for (int row = 0; row < ports.rowCount(); ++row) {
        const QModelIndex index = ports.index(row, PortsTable::VerdictColumn);
        QCOMPARE(index.data(IdRole).toString(), ports.row(row).id);
        QCOMPARE(index.data(VerdictRole).toInt(), int(ports.judgement(row).verdict));
        QCOMPARE(index.data(MacConflictRole).toBool(), ports.judgement(row).has(Flag::MacConflict));
        QCOMPARE(ports.table()->rowOf(ports.row(row).id), row);
    }
    for (int row = 0; row < bench.servers().rowCount(); ++row)
        QCOMPARE(bench.servers().table()->rowOf(bench.servers().row(row).id), row);
    for (int row = 0; row < bench.resources().rowCount(); ++row)
        QCOMPARE(bench.resources().table()->rowOf(bench.resources().table()->id(row)), row);
    QCOMPARE(ports.table()->rowOf(u"nobody"_s), -1);
    QCOMPARE(bench.resources().table()->rowOf(u"no slash"_s), -1);
}

void TablesModelsTest::portCells()
{
    Workbench bench;
    bench.setDataset(sampleDataset());
    const PortsModel &ports = bench.ports();
    const auto at = [&](int row, int column) { return cell(ports, row, column); };
    QCOMPARE(at(0, PortsTable::VerdictColumn), u"in-use"_s);
    QCOMPARE(at(0, PortsTable::ServerColumn), u"web-0 (ACTIVE)"_s);
    QCOMPARE(at(0, PortsTable::StackColumn), u"stack-0 / node"_s);
    QCOMPARE(at(0, PortsTable::Project), u"demo"_s);
    QCOMPARE(at(0, PortsTable::Network), u"private"_s);
    QCOMPARE(at(0, PortsTable::Created), u"1 min"_s);
    QCOMPARE(at(1, PortsTable::VerdictColumn), u"orphan, proven"_s);
    QCOMPARE(at(1, PortsTable::Why), u"late-create, server-deleted"_s);
    QCOMPARE(at(1, PortsTable::ServerColumn), u"ci-1 (deleted)"_s);
    QCOMPARE(at(11, PortsTable::ServerColumn), u"b00000…0000 (gone)"_s);
    QCOMPARE(at(7, PortsTable::ServerColumn), u"c00000…0000 (not seen)"_s);
    QCOMPARE(at(9, PortsTable::ServerColumn), QString()); // a DHCP port names no server
    QCOMPARE(at(5, PortsTable::VerdictColumn), u"stale + MAC conflict"_s);
    QCOMPARE(at(4, PortsTable::StackColumn), u"stack-0 / vip"_s);
    QCOMPARE(at(3, PortsTable::Created), QString()); // no created_at
    QCOMPARE(at(1, PortsTable::Addresses), u"10.0.0.1"_s);
    QVERIFY(ports.index(1, PortsTable::Why).data(Qt::ToolTipRole).toString().contains(u"12 s before"_s));
}

void TablesModelsTest::instanceCells()
{
    Workbench bench;
    bench.setDataset(sampleDataset());
    const ServersModel &servers = bench.servers();
    const auto rowOf = [&](const QString &id) { return servers.table()->rowOf(id); };
    QCOMPARE(cell(servers, 0, InstancesTable::Name), u"web-0"_s);
    QCOMPARE(cell(servers, 5, InstancesTable::Status), u"ERROR"_s);
    QVERIFY(servers.index(5, InstancesTable::Status).data(TroubleRole).toBool());
    QVERIFY(!servers.index(4, InstancesTable::Status).data(TroubleRole).toBool());
    const int deleted = rowOf(sampleId('b', 1));
    QCOMPARE(cell(servers, deleted, InstancesTable::Name), u"ci-1"_s);
    QCOMPARE(cell(servers, deleted, InstancesTable::Status), u"deleted"_s);
    QCOMPARE(cell(servers, deleted, InstancesTable::Ports), u"1"_s);
    QCOMPARE(servers.index(deleted, InstancesTable::Ports).data(VerdictRole).toInt(), int(Verdict::Orphan));
    QCOMPARE(cell(servers, rowOf(sampleId('b', 11)), InstancesTable::Status), u"gone"_s);
    const int unseen = rowOf(sampleId('c', 7));
    QCOMPARE(cell(servers, unseen, InstancesTable::Status), u"not seen"_s);
    QVERIFY(!servers.index(unseen, InstancesTable::Status).data(TroubleRole).toBool());
    QVERIFY(!servers.index(0, InstancesTable::Ports).data(VerdictRole).isValid()); // health has none
    QCOMPARE(rowOf(u"dhcp0-"_s + sampleId('f', 9)), -1);
}

void TablesModelsTest::cellsShowNamesAsTheyAre()
{
    SampleOptions options;
    options.insecureNames = true;
    Checked checked;
    checked.show(sampleDataset(options));
    QCOMPARE(cell(checked.bench.ports(), 2, PortsTable::Name), u"<b>näme</b>\t&amp;\nпорт 2"_s);
    checked.bench.setFilter({u"ПОРТ"_s, 0, false}); // without case
    QCOMPARE(checked.bench.proxy(TableKind::Ports).rowCount(), 40);
}

void TablesModelsTest::largeReadingsArriveAtOnce()
{
    Checked checked;
    SampleOptions options;
    options.ports = IndexProxy::AtOnce * 2;
    options.servers = options.ports;
    bool whole = true;
    connect(&checked.bench, &Workbench::datasetChanged, this, [&] {
        whole = checked.bench.ports().rowCount() == options.ports
            && checked.bench.servers().rowCount() > options.servers
            && checked.bench.proxy(TableKind::Ports).rowCount() == options.ports
            && !checked.bench.proxy(TableKind::Ports).isBusy();
    });
    checked.bench.setDataset(sampleDataset(options));
    QVERIFY(checked.bench.dataset().isNull()); // not yet: it is prepared elsewhere
    QTRY_VERIFY_WITH_TIMEOUT(!checked.bench.dataset().isNull(), 60'000);
    QVERIFY(whole);
    QCOMPARE(checked.bench.proxy(TableKind::Ports).index(0, 0).data(VerdictRole).toInt(), int(Verdict::Orphan));
}

void TablesModelsTest::theRestIsPreparedBehindTheBack()
{
    Workbench bench;
    SampleOptions large;
    large.ports = IndexProxy::AtOnce * 2;
    bench.setDataset(sampleDataset(large));
    QTRY_VERIFY(!bench.dataset().isNull());
    const TableDataPtr table = bench.ports().table();
    QTRY_VERIFY_WITH_TIMEOUT(table->hasSearchText(), 60'000);
    for (int column = 0; column < table->columnCount(); ++column)
        QTRY_VERIFY_WITH_TIMEOUT(table->hasRanks(column), 60'000);
    bench.proxy(TableKind::Ports).sort(PortsTable::Mac);
    QVERIFY(!bench.proxy(TableKind::Ports).isBusy()); // at once, though large
}

void TablesModelsTest::theLastReadingWins()
{
    Checked checked;
    SampleOptions large;
    large.ports = IndexProxy::AtOnce * 2;
    checked.bench.setDataset(sampleDataset(large));
    checked.bench.setDataset(sampleDataset());
    QCOMPARE(checked.bench.ports().rowCount(), 40);
    QSignalSpy spy(&checked.bench, &Workbench::datasetChanged);
    QVERIFY(!spy.wait(300));
    QCOMPARE(checked.bench.ports().rowCount(), 40);
}

void TablesModelsTest::clearTakesBackAReadingUnderWay()
{
    Checked checked;
    SampleOptions large;
    large.ports = IndexProxy::AtOnce * 2;
    checked.bench.setDataset(sampleDataset(large));
    checked.bench.clear();
    QSignalSpy spy(&checked.bench, &Workbench::datasetChanged);
    QVERIFY(!spy.wait(300));
    QVERIFY(checked.bench.dataset().isNull());
    QCOMPARE(checked.bench.ports().rowCount(), 0);
}

QTEST_GUILESS_MAIN(TablesModelsTest)
#include "tst_tables_models.moc"
