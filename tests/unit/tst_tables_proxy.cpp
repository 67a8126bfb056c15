// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/format.h"
#include "models/tables/workbench.h"
#include "tests/support/samplecloud.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <numeric>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// The proxy against a naive reference that sorts and filters what the model shows.
class TablesProxyTest : public QObject
{
    Q_OBJECT

private slots:
    void randomOperations_data();
    void randomOperations();
    void sortKeepsPersistentIndexes();
    void sortIsOneLayoutChange();
    void filterIsOneReset();
    void emptyValuesStandLast();
    void upToThreeSortColumns();
    void addressesSortAsNumbers();
    void aLaterFilterBeatsAnEarlierOne();
};

namespace {

/// What \a proxy must show, from the public roles of its source alone.
std::vector<int> reference(const IndexProxy &proxy, const FilterState &filter)
{
    const RowModel &model = proxy.rows();
    const auto contains = [&](int row, const QString &word) {
        for (int column = 0; column < model.columnCount(); ++column) {
            if (model.table()->searchable(column)
                && model.index(row, column).data().toString().contains(word, Qt::CaseInsensitive))
                return true;
        }
        return model.table()->hiddenText(row).contains(word, Qt::CaseInsensitive);
    };
    const auto passes = [&](int row) {
        for (QString word : filter.text.split(filter.text.contains(u'"') ? u'"' : u' ', Qt::SkipEmptyParts)) {
            if (!contains(row, word))
                return false;
        }
        const QModelIndex index = model.index(row, 0);
        const bool chip
            = index.data(VerdictRole).isValid() && (filter.verdicts & (1 << index.data(VerdictRole).toInt()));
        const bool conflict = filter.macConflict && index.data(MacConflictRole).toBool();
        return (filter.verdicts == 0 && !filter.macConflict) || chip || conflict;
    };
    const auto compare = [&](int column, int a, int b) {
        const QVariant x = model.index(a, column).data(SortRole);
        const QVariant y = model.index(b, column).data(SortRole);
        if (x.typeId() == QMetaType::LongLong)
            return x.toLongLong() < y.toLongLong() ? -1 : int(x.toLongLong() > y.toLongLong());
        return naturalCompare(x.toString(), y.toString());
    };
    const auto isEmpty = [&](int column, int row) {
        const QVariant value = model.index(row, column).data(SortRole);
        return value.typeId() == QMetaType::LongLong ? value.toLongLong() == TableData::NoNumber
                                                     : value.toString().isEmpty();
    };
    std::vector<int> all(size_t(model.rowCount()));
    std::iota(all.begin(), all.end(), 0);
    std::vector<int> rows;
    std::copy_if(all.begin(), all.end(), std::back_inserter(rows), passes);
    std::stable_sort(rows.begin(), rows.end(), [&](int a, int b) {
        for (const SortColumn &key : proxy.sortColumns()) {
            if (isEmpty(key.column, a) != isEmpty(key.column, b))
                return isEmpty(key.column, b);
            const int order = compare(key.column, a, b);
            if (order != 0)
                return key.order == Qt::AscendingOrder ? order < 0 : order > 0;
        }
        return false;
    });
    return rows;
}

/// Without rows that are gone: tst_tables_gone has those.
std::vector<int> shown(const IndexProxy &proxy)
{
    std::vector<int> rows;
    for (int row = 0; row < proxy.rowCount(); ++row) {
        if (!proxy.index(row, 0).data(GoneRole).toBool())
            rows.push_back(proxy.mapToSource(proxy.index(row, 0)).row());
    }
    return rows;
}

} // namespace

void TablesProxyTest::randomOperations_data()
{
    QTest::addColumn<quint32>("seed");
    for (quint32 seed = 1; seed <= 12; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

void TablesProxyTest::randomOperations()
{
    QFETCH(quint32, seed);
    QRandomGenerator random(seed);
    Workbench bench;
    IndexProxy &proxy = bench.proxy(TableKind::Ports);
    QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
    SampleOptions options;
    const QStringList words{{},
                            u"web"_s,
                            u"10.0"_s,
                            u"ORPHAN"_s,
                            u"node-port"_s,
                            u"late server"_s,
                            u"\"port 1\""_s,
                            u"d0000007"_s,
                            u"nothing has this"_s,
                            u"p1"_s};
    FilterState filter;
    QPersistentModelIndex kept;
    for (int step = 0; step < 60; ++step) {
        const QString keptId = kept.isValid() ? kept.data(IdRole).toString() : QString();
        switch (random.bounded(4)) {
        case 0:
            options.ports = random.bounded(120);
            options.shift = random.bounded(10);
            options.healthy = random.bounded(5) == 0;
            bench.setDataset(sampleDataset(options));
            break;
        case 1:
            filter = {words[random.bounded(int(words.size()))], quint8(random.bounded(3) ? 0 : random.bounded(128)),
                      random.bounded(4) == 0};
            bench.setFilter(filter);
            break;
        default:
            proxy.sort(random.bounded(-1, proxy.columnCount()),
                       random.bounded(2) ? Qt::AscendingOrder : Qt::DescendingOrder);
        }
        QVERIFY(!proxy.isBusy());
        if (bench.dataset().isNull())
            continue;
        QCOMPARE(shown(proxy), reference(proxy, filter));
        for (int source = 0; source < bench.ports().rowCount(); ++source) {
            const QModelIndex mapped = proxy.mapFromSource(bench.ports().index(source, 2));
            QVERIFY(!mapped.isValid() || (proxy.mapToSource(mapped).row() == source && mapped.column() == 2));
        }
        if (kept.isValid())
            QCOMPARE(kept.data(IdRole).toString(), keptId);
        kept = proxy.rowCount() > 0 ? proxy.index(random.bounded(proxy.rowCount()), 1) : QModelIndex();
    }
}

void TablesProxyTest::sortKeepsPersistentIndexes()
{
    Workbench bench;
    bench.setDataset(sampleDataset());
    IndexProxy &proxy = bench.proxy(TableKind::Ports);
    QList<QPersistentModelIndex> kept;
    QStringList ids;
    for (int row = 0; row < proxy.rowCount(); ++row) {
        kept += proxy.index(row, row % proxy.columnCount());
        ids += kept.last().data(IdRole).toString();
    }
    proxy.sort(PortsTable::Mac, Qt::DescendingOrder);
    for (qsizetype i = 0; i < kept.size(); ++i) {
        QCOMPARE(kept[i].data(IdRole).toString(), ids[i]);
        QCOMPARE(kept[i].column(), int(i) % proxy.columnCount());
    }
}

void TablesProxyTest::sortIsOneLayoutChange()
{
    Workbench bench;
    bench.setDataset(sampleDataset());
    IndexProxy &proxy = bench.proxy(TableKind::Ports);
    QSignalSpy layouts(&proxy, &QAbstractItemModel::layoutChanged);
    QSignalSpy resets(&proxy, &QAbstractItemModel::modelReset);
    proxy.sort(PortsTable::Addresses, Qt::DescendingOrder);
    QCOMPARE(layouts.size(), 1);
    QCOMPARE(resets.size(), 0);
}

void TablesProxyTest::filterIsOneReset()
{
    Workbench bench;
    bench.setDataset(sampleDataset());
    IndexProxy &proxy = bench.proxy(TableKind::Ports);
    QSignalSpy resets(&proxy, &QAbstractItemModel::modelReset);
    QSignalSpy counts(&proxy, &IndexProxy::countsChanged);
    bench.setFilter({{}, 1 << int(Verdict::Orphan), false});
    QCOMPARE(resets.size(), 1);
    QCOMPARE(counts.size(), 1);
    QCOMPARE(proxy.rowCount(), 8);
    bench.setFilter({{}, 1 << int(Verdict::Orphan), false}); // the same again
    QCOMPARE(resets.size(), 1);
}

void TablesProxyTest::emptyValuesStandLast()
{
    Workbench bench;
    bench.setDataset(sampleDataset());
    IndexProxy &proxy = bench.proxy(TableKind::Ports);
    for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        proxy.sort(PortsTable::Created, order);
        QVERIFY(!proxy.index(0, PortsTable::Created).data().toString().isEmpty());
        QVERIFY(proxy.index(proxy.rowCount() - 1, PortsTable::Created).data().toString().isEmpty());
    }
}

void TablesProxyTest::upToThreeSortColumns()
{
    Workbench bench;
    IndexProxy &proxy = bench.proxy(TableKind::Ports);
    proxy.sort(-1);
    QVERIFY(proxy.sortColumns().isEmpty());
    for (const int column : {PortsTable::Name, PortsTable::Project, PortsTable::Network, PortsTable::Mac})
        proxy.sort(column, Qt::AscendingOrder);
    const QList<SortColumn> wanted{{PortsTable::Mac, Qt::AscendingOrder},
                                   {PortsTable::Network, Qt::AscendingOrder},
                                   {PortsTable::Project, Qt::AscendingOrder}};
    QCOMPARE(proxy.sortColumns(), wanted);
    proxy.sort(PortsTable::Project, Qt::DescendingOrder);
    QCOMPARE(proxy.sortColumns().size(), 3);
    QCOMPARE(proxy.sortColumns().first(), (SortColumn{PortsTable::Project, Qt::DescendingOrder}));
}

void TablesProxyTest::addressesSortAsNumbers()
{
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->takenAt = QDateTime::fromMSecsSinceEpoch(0, Qt::UTC);
    const QStringList texts{u"10.0.0.10"_s, u"10.0.0.9"_s, u"2001:db8::a"_s, u"2001:db8::9"_s, u"9.255.0.1"_s};
    for (int i = 0; i < int(texts.size()); ++i) {
        Port port;
        port.id = sampleId('d', i);
        port.fixedIps = {{{}, texts[i], IpAddress::fromString(texts[i])}};
        snapshot->ports += port;
    }
    Workbench bench;
    bench.setDataset(Dataset::of(sampleJudgement(snapshot)));
    IndexProxy &proxy = bench.proxy(TableKind::Ports);
    proxy.sort(PortsTable::Addresses, Qt::AscendingOrder);
    QStringList sorted;
    for (int row = 0; row < proxy.rowCount(); ++row)
        sorted += proxy.index(row, PortsTable::Addresses).data().toString();
    QCOMPARE(sorted, (QStringList{u"9.255.0.1"_s, u"10.0.0.9"_s, u"10.0.0.10"_s, u"2001:db8::9"_s, u"2001:db8::a"_s}));
}

void TablesProxyTest::aLaterFilterBeatsAnEarlierOne()
{
    SampleOptions options;
    options.ports = IndexProxy::AtOnce * 3;
    PortsModel model;
    model.setTable(std::make_shared<const PortsTable>(sampleDataset(options)));
    IndexProxy proxy(model);
    const FilterState seven{u"10.0.0.7"_s, 0, false};
    proxy.setFilter(makeFilter(seven)); // needs the search text: a worker makes it
    QVERIFY(proxy.isBusy());
    QCOMPARE(proxy.rowCount(), options.ports); // the old picture stays
    proxy.setFilter(makeFilter(FilterState{u"no such thing"_s, 0, false}));
    proxy.setFilter(makeFilter(FilterState{u"d0000042"_s, 0, false}));
    QTRY_VERIFY_WITH_TIMEOUT(!proxy.isBusy(), 60'000);
    QCOMPARE(proxy.rowCount(), 1);
    QCOMPARE(proxy.index(0, 0).data(IdRole).toString(), sampleId('d', 42));
    proxy.setFilter(makeFilter(seven)); // ready by now: at once
    QVERIFY(!proxy.isBusy());
    QCOMPARE(shown(proxy), reference(proxy, seven));
}

QTEST_GUILESS_MAIN(TablesProxyTest)
#include "tst_tables_proxy.moc"
