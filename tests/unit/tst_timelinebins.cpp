// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline/intervalindex.h"
#include "models/timeline/lanepacking.h"
#include "models/timeline/timelinebins.h"
#include "models/timeline/timelinescene.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>

using namespace flotsam;

/// Bins, marks, intervals and lanes against a naive count.
class TimelineBinsTest : public QObject
{
    Q_OBJECT

private slots:
    void binsCoverAndAreFew();
    void binsConserveCounts();
    void binsStayWhileMoving();
    void binsAreRoundInTheZone();
    void marksConserveCounts();
    void marksTellTheMostTelling();
    void nearestMarkIsNearest();
    void intervalsMatchTheNaive();
    void lanesNeverOverlap();
    void lanesFillFromTheFirst();

private:
    QRandomGenerator m_random{42};
    TimeRange anyRange()
    {
        const qint64 begin = 1'700'000'000'000 + m_random.bounded(qint64(1'000'000'000));
        return {begin, begin + 10'000 + m_random.bounded(qint64(1) << m_random.bounded(10, 34))};
    }
    std::vector<qint64> anyTimes(const TimeRange &range, int count)
    {
        std::vector<qint64> times;
        for (int i = 0; i < count; ++i)
            times.push_back(range.begin + m_random.bounded(range.span() * 3) - range.span());
        std::sort(times.begin(), times.end());
        return times;
    }
};

void TimelineBinsTest::binsCoverAndAreFew()
{
    for (int i = 0; i < 3000; ++i) {
        const TimeRange range = anyRange();
        const int most = m_random.bounded(2, 400);
        const TimelineBins bins(range, most, m_random.bounded(-50, 50) * 900'000);
        QVERIFY(bins.count() >= 1 && bins.count() <= most);
        QVERIFY(bins.covered().begin <= range.begin && bins.covered().end >= range.end);
        // No bin lies beside the range.
        QVERIFY(bins.bin(0).contains(range.begin));
        QVERIFY(bins.bin(bins.count() - 1).contains(range.end - 1));
        for (int k = 0; k < 20; ++k) {
            const qint64 time = range.begin + m_random.bounded(range.span());
            QVERIFY(bins.bin(bins.binAt(time)).contains(time));
        }
        QCOMPARE(bins.binAt(bins.covered().begin - 1), -1);
        QCOMPARE(bins.binAt(bins.covered().end), -1);
    }
    QCOMPARE(TimelineBins({5, 5}, 10).count(), 0);
}

void TimelineBinsTest::binsConserveCounts()
{
    for (int i = 0; i < 500; ++i) {
        const TimeRange range = anyRange();
        const TimelineBins bins(range, m_random.bounded(2, 200), m_random.bounded(100'000));
        const std::vector<qint64> times = anyTimes(range, m_random.bounded(0, 500));
        const std::vector<int> counts = bins.counts(times);
        QCOMPARE(int(counts.size()), bins.count());
        int sum = 0;
        for (int k = 0; k < bins.count(); ++k) {
            const auto naive
                = std::count_if(times.begin(), times.end(), [&](qint64 t) { return bins.bin(k).contains(t); });
            QCOMPARE(counts[size_t(k)], int(naive));
            sum += counts[size_t(k)];
        }
        QCOMPARE(sum, countIn(times, bins.covered()));
    }
}

void TimelineBinsTest::binsStayWhileMoving()
{
    const TimeRange range = anyRange();
    const TimelineBins bins(range, 100);
    for (qint64 moved = 0; moved < range.span(); moved += std::max<qint64>(1, range.span() / 37)) {
        const TimelineBins other({range.begin + moved, range.end + moved}, 101);
        if (other.width() == bins.width())
            QCOMPARE((other.edge(0) - bins.edge(0)) % bins.width(), 0);
    }
}

void TimelineBinsTest::binsAreRoundInTheZone()
{
    constexpr qint64 Hour = 3'600'000;
    constexpr qint64 Day = 24 * Hour;
    const TimelineBins bins({1'700'000'000'000, 1'700'000'000'000 + 60 * Day}, 70, 5 * Hour + Hour / 2);
    QCOMPARE(bins.width(), Day);
    QCOMPARE((bins.edge(3) + 5 * Hour + Hour / 2) % Day, 0);
}

void TimelineBinsTest::marksConserveCounts()
{
    for (int i = 0; i < 500; ++i) {
        const TimeRange range = anyRange();
        std::array<TimedRows, 4> kinds;
        for (TimedRows &kind : kinds) {
            kind.times = anyTimes(range, m_random.bounded(0, 300));
            for (size_t row = 0; row < kind.times.size(); ++row)
                kind.rows.push_back(int(row));
        }
        const quint32 hidden = quint32(m_random.bounded(16));
        const int limit = m_random.bounded(2, 400);
        const MarkLine line = layOutMarks(kinds, hidden, range, limit);
        int inRange = 0;
        int inBins = 0;
        const TimelineBins bins(range, limit);
        for (size_t kind = 0; kind < kinds.size(); ++kind) {
            if (hidden & (1u << kind))
                continue;
            inRange += countIn(kinds[kind].times, range);
            inBins += countIn(kinds[kind].times, bins.covered());
        }
        QCOMPARE(line.total, inRange);
        QCOMPARE(line.binned, inRange > limit);
        QVERIFY(int(line.marks.size()) <= limit);
        int sum = 0;
        for (size_t k = 0; k < line.marks.size(); ++k) {
            const SceneMark &mark = line.marks[k];
            QVERIFY(mark.count > 0);
            QVERIFY(!(hidden & (1u << mark.kind)));
            QCOMPARE(mark.single(), !line.binned);
            QVERIFY(k == 0 || line.marks[k - 1].range.begin <= mark.range.begin);
            if (mark.single())
                QCOMPARE(kinds[size_t(mark.kind)].times[size_t(mark.row)], mark.range.begin);
            sum += mark.count;
        }
        QCOMPARE(sum, line.binned ? inBins : inRange);
    }
}

void TimelineBinsTest::marksTellTheMostTelling()
{
    std::array<TimedRows, 3> kinds;
    for (int i = 0; i < 1000; ++i) {
        kinds[0].times.push_back(i * 1000);
        kinds[0].rows.push_back(i);
    }
    kinds[2].times = {500'000};
    kinds[2].rows = {7};
    const MarkLine line = layOutMarks(kinds, 0, {0, 1'000'000}, 50);
    QVERIFY(line.binned);
    int telling = 0;
    for (const SceneMark &mark : line.marks) {
        QCOMPARE(mark.kind, mark.range.contains(500'000) ? 2 : 0);
        telling += mark.kind == 2;
    }
    QCOMPARE(telling, 1);
}

void TimelineBinsTest::nearestMarkIsNearest()
{
    for (int i = 0; i < 300; ++i) {
        const TimeRange range = anyRange();
        TimedRows rows;
        rows.times = anyTimes(range, m_random.bounded(0, 60));
        rows.rows.assign(rows.times.size(), 1);
        const MarkLine line = layOutMarks({&rows, 1}, 0, range, 100);
        for (int k = 0; k < 30; ++k) {
            const qint64 time = range.begin + m_random.bounded(range.span());
            const qint64 reach = m_random.bounded(range.span() / 4 + 1);
            qint64 best = reach + 1;
            for (const SceneMark &mark : line.marks)
                best = std::min(best, std::abs(mark.range.begin - time));
            const int found = nearestMark(line, time, reach);
            QCOMPARE(found >= 0, best <= reach);
            if (found >= 0)
                QCOMPARE(std::abs(line.marks[size_t(found)].range.begin - time), best);
        }
    }
    QCOMPARE(nearestMark({}, 5, 100), -1);
}

void TimelineBinsTest::intervalsMatchTheNaive()
{
    for (int i = 0; i < 300; ++i) {
        std::vector<TimeRange> intervals;
        const int count = m_random.bounded(0, 80);
        for (int k = 0; k < count; ++k) {
            const qint64 begin = m_random.bounded(1000);
            intervals.push_back(
                {begin, m_random.bounded(5) == 0 ? std::numeric_limits<qint64>::max() : begin + m_random.bounded(300)});
        }
        std::sort(intervals.begin(), intervals.end(),
                  [](const TimeRange &a, const TimeRange &b) { return a.begin < b.begin; });
        const IntervalIndex index(intervals);
        QCOMPARE(index.size(), count);
        for (int k = 0; k < 40; ++k) {
            const qint64 begin = m_random.bounded(-50, 1400);
            const TimeRange range{begin, begin + m_random.bounded(400)};
            std::vector<int> overlapping;
            std::vector<int> touching;
            for (int n = 0; n < count; ++n) {
                const TimeRange &each = intervals[size_t(n)];
                if (!range.isEmpty() && each.begin < range.end && each.end >= range.begin)
                    overlapping.push_back(n);
                if (range.contains(each.begin) || range.contains(each.end))
                    touching.push_back(n);
            }
            QVERIFY(index.overlapping(range) == overlapping);
            QCOMPARE(index.countOverlapping(range), int(overlapping.size()));
            QVERIFY(index.touching(range) == touching);
            std::vector<int> beginning;
            for (int n = 0; n < count; ++n) {
                if (range.contains(intervals[size_t(n)].begin))
                    beginning.push_back(n);
            }
            if (beginning.size() > 3)
                beginning.erase(beginning.begin(), beginning.end() - 3);
            QVERIFY(index.lastBeginning(range, 3) == beginning);
            QVERIFY(index.countTouching(range) >= int(touching.size()));
        }
    }
}

void TimelineBinsTest::lanesNeverOverlap()
{
    for (int i = 0; i < 200; ++i) {
        std::vector<TimeRange> intervals;
        for (int k = 0; k < 100; ++k) {
            const qint64 begin = m_random.bounded(10'000);
            intervals.push_back({begin, begin + m_random.bounded(1500)});
        }
        const auto byBegin = [](const TimeRange &a, const TimeRange &b) { return a.begin < b.begin; };
        std::sort(intervals.begin(), intervals.begin() + 30, byBegin);
        std::sort(intervals.begin() + 30, intervals.end(), byBegin);
        const int laneCount = m_random.bounded(0, 12);
        const qint64 gap = m_random.bounded(50);
        const std::vector<int> lanes = packLanes(intervals, laneCount, gap);
        QCOMPARE(lanes.size(), intervals.size());
        for (size_t a = 0; a < lanes.size(); ++a) {
            QVERIFY(lanes[a] >= -1 && lanes[a] < laneCount);
            for (size_t b = 0; b < a && lanes[a] >= 0; ++b) {
                const bool apart
                    = intervals[a].end + gap <= intervals[b].begin || intervals[b].end + gap <= intervals[a].begin;
                QVERIFY(lanes[a] != lanes[b] || apart);
            }
        }
        QVERIFY(lanes == packLanes(intervals, laneCount, gap));
    }
}

void TimelineBinsTest::lanesFillFromTheFirst()
{
    const std::vector<TimeRange> intervals{{100, 200}, {150, 300}, {0, 50}, {160, 170}, {205, 210}, {400, 500}};
    QVERIFY((packLanes(intervals, 2, 5) == std::vector<int>{0, 1, 0, -1, 0, 0}));
    QVERIFY((packLanes(intervals, 2, 6) == std::vector<int>{0, 1, 0, -1, -1, 0}));
    QVERIFY((packLanes(intervals, 0, 5) == std::vector<int>(6, -1)));
}

QTEST_GUILESS_MAIN(TimelineBinsTest)
#include "tst_timelinebins.moc"
