// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/workbench.h"
#include "tests/support/samplecloud.h"

#include <QTest>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// A range of creation times as part of the filter of the ports table.
class TimelineFilterTest : public QObject
{
    Q_OBJECT

private slots:
    void showsWhatWasCreatedInRange();
    void isHalfOpen();
    void goesWithTheOtherParts();
    void hidesRowsWithoutTime();

private:
    static QList<int> shown(Workbench &workbench)
    {
        QList<int> rows;
        for (int i = 0; i < workbench.proxy(TableKind::Ports).rowCount(); ++i)
            rows += workbench.proxy(TableKind::Ports).sourceRow(i);
        std::sort(rows.begin(), rows.end());
        return rows;
    }
};

void TimelineFilterTest::showsWhatWasCreatedInRange()
{
    const Dataset data = sampleDataset({.ports = 200});
    Workbench workbench;
    workbench.setDataset(data);
    const qint64 now = data.snapshot->takenAt.toMSecsSinceEpoch();
    FilterState state;
    QVERIFY(state.isEmpty());
    state.createdFrom = now - 300 * 60'000;
    state.createdBefore = now - 100 * 60'000;
    QVERIFY(!state.isEmpty());
    workbench.setFilter(state);

    QList<int> expected;
    for (int row = 0; row < int(data.snapshot->ports.size()); ++row) {
        const Time created = data.snapshot->ports[row].createdAt;
        if (created && *created >= *state.createdFrom && *created < *state.createdBefore)
            expected += row;
    }
    QVERIFY(expected.size() > 10 && expected.size() < 100);
    QCOMPARE(shown(workbench), expected);

    state.createdFrom.reset();
    workbench.setFilter(state);
    QVERIFY(shown(workbench).size() > expected.size());
    workbench.setFilter({});
    QCOMPARE(shown(workbench).size(), 200);
}

void TimelineFilterTest::isHalfOpen()
{
    const Dataset data = sampleDataset();
    Workbench workbench;
    workbench.setDataset(data);
    const qint64 created = *data.snapshot->ports[5].createdAt;
    FilterState state;
    state.createdFrom = created;
    state.createdBefore = created + 1;
    workbench.setFilter(state);
    QCOMPARE(shown(workbench), QList<int>{5});
    state.createdFrom = created - 1;
    state.createdBefore = created;
    workbench.setFilter(state);
    QCOMPARE(shown(workbench), QList<int>{});
}

void TimelineFilterTest::goesWithTheOtherParts()
{
    const Dataset data = sampleDataset({.ports = 100});
    Workbench workbench;
    workbench.setDataset(data);
    FilterState state;
    state.verdicts = 1 << int(Verdict::Orphan);
    workbench.setFilter(state);
    const auto orphans = shown(workbench).size();
    state.createdFrom = data.snapshot->takenAt.toMSecsSinceEpoch() - 100 * 60'000;
    workbench.setFilter(state);
    const QList<int> both = shown(workbench);
    QVERIFY(!both.isEmpty() && both.size() < orphans);
    for (const int row : both) {
        QCOMPARE(data.judgement->ports[row].verdict, Verdict::Orphan);
        QVERIFY(*data.snapshot->ports[row].createdAt >= *state.createdFrom);
    }
}

void TimelineFilterTest::hidesRowsWithoutTime()
{
    const Dataset data = sampleDataset({.ports = 100});
    Workbench workbench;
    workbench.setDataset(data);
    FilterState state;
    state.createdFrom = 0;
    workbench.setFilter(state);
    int timed = 0;
    for (const Port &port : data.snapshot->ports)
        timed += port.createdAt.has_value();
    QVERIFY(timed < 100);
    QCOMPARE(shown(workbench).size(), timed);
}

QTEST_GUILESS_MAIN(TimelineFilterTest)
#include "tst_timelinefilter.moc"
