// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline/timelinemapping.h"
#include "models/timeline/timeticks.h"

#include <QDateTime>
#include <QRandomGenerator>
#include <QTest>

#include <cmath>

using namespace flotsam;
using namespace Qt::StringLiterals;

/// Time to pixels and back, and where the marks of the axis stand.
class TimelineMappingTest : public QObject
{
    Q_OBJECT

private slots:
    void mapsBothWays();
    void isMonotone();
    void zoomKeepsTheTimeUnderThePointer();
    void staysWithinTheWhole();
    void followsANewWhole();
    void ignoresNonsense();
    void ticksAreRound_data();
    void ticksAreRound();
    void ticksFitEverySpan();
    void clocksSetForward();
    void clocksSetBack();
    void midnightThatDoesNotExist();
    void labels_data();
    void labels();
    void bandsSayTheRest();

private:
    QRandomGenerator m_random{20261130};
    TimelineMapping anyMapping()
    {
        TimelineMapping mapping;
        const qint64 begin = 1'600'000'000'000 + m_random.bounded(qint64(300'000'000'000));
        mapping.setWhole({begin, begin + 1000 + m_random.bounded(qint64(1) << m_random.bounded(14, 39))});
        mapping.setPixels(m_random.bounded(100), 50 + m_random.bounded(3000));
        for (int i = 0; i < 3; ++i)
            mapping.zoom(std::exp(m_random.bounded(4.0) - 1), mapping.left() + m_random.bounded(mapping.width()));
        return mapping;
    }
};

namespace {

qint64 utc(const QString &text) { return QDateTime::fromString(text + u'Z', Qt::ISODate).toMSecsSinceEpoch(); }

QStringList shown(const QList<TimeTick> &ticks)
{
    QStringList lines;
    for (const TimeTick &tick : ticks)
        lines += QDateTime::fromMSecsSinceEpoch(tick.time, Qt::UTC).toString(u"yyyy-MM-dd HH:mm"_s) + u'=' + tick.label;
    return lines;
}

} // namespace

void TimelineMappingTest::mapsBothWays()
{
    for (int i = 0; i < 2000; ++i) {
        const TimelineMapping mapping = anyMapping();
        const qint64 time = mapping.shown().begin + m_random.bounded(mapping.shown().span());
        QCOMPARE(mapping.timeAt(mapping.xOf(time)), time);
        const double x = mapping.left() + m_random.bounded(mapping.width());
        const double step = mapping.width() / double(mapping.shown().span());
        QVERIFY(std::abs(mapping.xOf(mapping.timeAt(x)) - x) <= step);
        QVERIFY(std::abs(mapping.xOf(mapping.shown().begin) - mapping.left()) < 1e-6);
        QVERIFY(std::abs(mapping.xOf(mapping.shown().end) - mapping.left() - mapping.width()) < 1e-6);
    }
}

void TimelineMappingTest::isMonotone()
{
    for (int i = 0; i < 200; ++i) {
        const TimelineMapping mapping = anyMapping();
        double before = -1e18;
        qint64 timeBefore = std::numeric_limits<qint64>::min();
        for (int k = 0; k <= 50; ++k) {
            const double x = mapping.xOf(mapping.whole().begin + mapping.whole().span() / 50 * k);
            QVERIFY(x > before);
            before = x;
            const qint64 time = mapping.timeAt(mapping.left() + mapping.width() / 50 * k);
            QVERIFY(time >= timeBefore);
            timeBefore = time;
        }
    }
}

void TimelineMappingTest::zoomKeepsTheTimeUnderThePointer()
{
    int kept = 0;
    for (int i = 0; i < 2000; ++i) {
        TimelineMapping mapping = anyMapping();
        const TimeRange before = mapping.shown();
        const double x = mapping.left() + m_random.bounded(mapping.width());
        const qint64 time = mapping.timeAt(x);
        const double factor = std::exp(m_random.bounded(3.0) - 1);
        mapping.zoom(factor, x);
        const TimeRange &after = mapping.shown();
        QVERIFY(factor >= 1 ? after.span() <= before.span() : after.span() >= before.span());
        const bool free = after.begin > mapping.whole().begin && after.end < mapping.whole().end;
        if (!free)
            continue;
        ++kept;
        const qint64 pixel = std::max(mapping.duration(1), qint64(double(before.span()) / mapping.width()));
        QVERIFY(std::abs(mapping.timeAt(x) - time) <= pixel + 1);
    }
    QVERIFY(kept > 500);
}

void TimelineMappingTest::staysWithinTheWhole()
{
    for (int i = 0; i < 200; ++i) {
        TimelineMapping mapping = anyMapping();
        for (int k = 0; k < 50; ++k) {
            if (m_random.bounded(2))
                mapping.zoom(std::exp(m_random.bounded(6.0) - 3), m_random.bounded(4000.0) - 500);
            else
                mapping.pan(m_random.bounded(8000.0) - 4000);
            QVERIFY(mapping.shown().begin >= mapping.whole().begin);
            QVERIFY(mapping.shown().end <= mapping.whole().end);
            QVERIFY(mapping.shown().span() >= TimelineMapping::MinSpan);
        }
        for (int k = 0; k < 200; ++k)
            mapping.zoom(0.5, 100);
        QVERIFY(mapping.showsAll());
        for (int k = 0; k < 200; ++k)
            mapping.zoom(2, 100);
        QCOMPARE(mapping.shown().span(), TimelineMapping::MinSpan);
    }
}

void TimelineMappingTest::followsANewWhole()
{
    TimelineMapping mapping;
    mapping.setWhole({0, 1'000'000});
    mapping.setWhole({0, 2'000'000});
    QVERIFY(mapping.showsAll());
    mapping.show({500'000, 700'000});
    mapping.setWhole({100'000, 3'000'000});
    QCOMPARE(mapping.shown(), (TimeRange{500'000, 700'000}));
    mapping.setWhole({600'000, 3'000'000});
    QCOMPARE(mapping.shown(), (TimeRange{600'000, 800'000}));
    mapping.setWhole({5, 6});
    QCOMPARE(mapping.whole(), (TimeRange{5, 5 + TimelineMapping::MinSpan}));
    QVERIFY(mapping.showsAll());
}

void TimelineMappingTest::ignoresNonsense()
{
    TimelineMapping mapping;
    mapping.setWhole({0, 1'000'000});
    mapping.show({100'000, 200'000});
    for (const double factor : {0.0, -1.0, std::nan(""), HUGE_VAL})
        mapping.zoom(factor, 10);
    mapping.pan(std::nan(""));
    mapping.pan(HUGE_VAL);
    QCOMPARE(mapping.shown(), (TimeRange{100'000, 200'000}));
}

void TimelineMappingTest::ticksAreRound_data()
{
    QTest::addColumn<QByteArray>("zoneName");
    for (const char *zone : {"UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe",
                             "Pacific/Chatham", "America/Sao_Paulo"})
        QTest::newRow(zone) << QByteArray(zone);
}

void TimelineMappingTest::ticksAreRound()
{
    QFETCH(QByteArray, zoneName);
    const QTimeZone zone(zoneName);
    QVERIFY(zone.isValid());
    for (int i = 0; i < 1500; ++i) {
        const qint64 begin = utc(u"2011-01-01T00:00:00"_s) + m_random.bounded(qint64(15) * 365 * 86'400'000);
        const TimeRange range{begin, begin + 10'000 + m_random.bounded(qint64(1) << m_random.bounded(14, 40))};
        const int most = m_random.bounded(2, 30);
        const TimeAxis axis = TimeAxis::of(range, most, zone);
        QVERIFY(axis.ticks.size() <= most);
        for (qsizetype k = 0; k < axis.ticks.size(); ++k) {
            const TimeTick &tick = axis.ticks[k];
            QVERIFY(range.contains(tick.time));
            QVERIFY(k == 0 || axis.ticks[k - 1].time < tick.time);
            QVERIFY(!tick.label.isEmpty());
            const QDateTime local = QDateTime::fromMSecsSinceEpoch(tick.time, zone);
            QCOMPARE(local.time().msec(), 0);
            // What a label says is what the clock says.
            if (tick.label.contains(u':'))
                QVERIFY(local.time().toString(u"HH:mm:ss"_s).startsWith(tick.label));
            else
                QCOMPARE(local, local.date().startOfDay(zone));
        }
        QVERIFY(axis.bands.isEmpty() || axis.bands.constFirst().time <= range.begin);
    }
}

void TimelineMappingTest::ticksFitEverySpan()
{
    // From seconds to decades there are neither too few nor too many.
    for (double span = 10'000; span < 50 * 365 * 86'400'000.0; span *= 1.37) {
        const qint64 begin = utc(u"2026-11-30T09:41:07"_s);
        for (const QTimeZone &zone : {QTimeZone::utc(), QTimeZone("Europe/Berlin")}) {
            const auto count = TimeAxis::of({begin, begin + qint64(span)}, 12, zone).ticks.size();
            QVERIFY2(count >= 2 && count <= 12, qPrintable(u"%1 ticks in %2 s"_s.arg(count).arg(span / 1000)));
        }
    }
    QVERIFY(TimeAxis::of({5, 5}, 10, QTimeZone::utc()).ticks.isEmpty());
    QVERIFY(TimeAxis::of({0, 100'000}, 0, QTimeZone::utc()).ticks.isEmpty());
}

void TimelineMappingTest::clocksSetForward()
{
    const QTimeZone berlin("Europe/Berlin"); // 02:00 becomes 03:00 on 29 March 2026, 01:00 UTC
    const TimeAxis axis = TimeAxis::of({utc(u"2026-03-28T23:30:00"_s), utc(u"2026-03-29T03:30:00"_s)}, 5, berlin);
    QCOMPARE(shown(axis.ticks),
             (QStringList{u"2026-03-29 00:00=01:00"_s, u"2026-03-29 01:00=03:00"_s, u"2026-03-29 02:00=04:00"_s,
                          u"2026-03-29 03:00=05:00"_s}));
    const TimeAxis days = TimeAxis::of({utc(u"2026-03-27T12:00:00"_s), utc(u"2026-03-31T12:00:00"_s)}, 5, berlin);
    QCOMPARE(shown(days.ticks),
             (QStringList{u"2026-03-27 23:00=28 Mar"_s, u"2026-03-28 23:00=29 Mar"_s, u"2026-03-29 22:00=30 Mar"_s,
                          u"2026-03-30 22:00=31 Mar"_s}));
}

void TimelineMappingTest::clocksSetBack()
{
    const QTimeZone berlin("Europe/Berlin"); // 03:00 becomes 02:00 on 25 October 2026, 01:00 UTC
    const TimeAxis axis = TimeAxis::of({utc(u"2026-10-24T22:30:00"_s), utc(u"2026-10-25T03:30:00"_s)}, 6, berlin);
    QCOMPARE(shown(axis.ticks),
             (QStringList{u"2026-10-24 23:00=01:00"_s, u"2026-10-25 00:00=02:00"_s, u"2026-10-25 01:00=02:00"_s,
                          u"2026-10-25 02:00=03:00"_s, u"2026-10-25 03:00=04:00"_s}));
    // Of two times of two hours that came too close only one is shown.
    const TimeAxis two = TimeAxis::of({utc(u"2026-10-24T20:30:00"_s), utc(u"2026-10-25T06:00:00"_s)}, 6, berlin);
    QCOMPARE(shown(two.ticks),
             (QStringList{u"2026-10-24 22:00=00:00"_s, u"2026-10-25 00:00=02:00"_s, u"2026-10-25 03:00=04:00"_s,
                          u"2026-10-25 05:00=06:00"_s}));
}

void TimelineMappingTest::midnightThatDoesNotExist()
{
    const QTimeZone saoPaulo("America/Sao_Paulo"); // 4 November 2018 began at 01:00 (03:00 UTC)
    const TimeAxis axis = TimeAxis::of({utc(u"2018-11-02T12:00:00"_s), utc(u"2018-11-06T00:00:00"_s)}, 4, saoPaulo);
    QCOMPARE(shown(axis.ticks),
             (QStringList{u"2018-11-03 03:00=3 Nov"_s, u"2018-11-04 03:00=4 Nov"_s, u"2018-11-05 02:00=5 Nov"_s}));
}

void TimelineMappingTest::labels_data()
{
    QTest::addColumn<QString>("begin");
    QTest::addColumn<QString>("end");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const QString &begin, const QString &end, const QStringList &expected) {
        QTest::newRow(name) << begin << end << expected;
    };
    row("seconds", u"2026-11-30T09:41:03"_s, u"2026-11-30T09:41:13"_s, {u"09:41:05"_s, u"09:41:10"_s});
    row("minutes", u"2026-11-30T09:41:03"_s, u"2026-11-30T09:57:13"_s, {u"09:45"_s, u"09:50"_s, u"09:55"_s});
    row("hours", u"2026-11-30T18:10:00"_s, u"2026-12-01T08:00:00"_s, {u"21:00"_s, u"00:00"_s, u"03:00"_s, u"06:00"_s});
    row("days", u"2026-11-28T18:10:00"_s, u"2026-12-02T08:00:00"_s, {u"29 Nov"_s, u"30 Nov"_s, u"1 Dec"_s, u"2 Dec"_s});
    row("weeks begin on Monday", u"2026-11-20T00:00:00"_s, u"2026-12-16T00:00:00"_s,
        {u"23 Nov"_s, u"30 Nov"_s, u"7 Dec"_s, u"14 Dec"_s});
    row("months", u"2026-10-20T00:00:00"_s, u"2027-02-10T00:00:00"_s, {u"Nov"_s, u"Dec"_s, u"Jan"_s, u"Feb"_s});
    row("years", u"2023-10-20T00:00:00"_s, u"2027-02-10T00:00:00"_s, {u"2024"_s, u"2025"_s, u"2026"_s, u"2027"_s});
}

void TimelineMappingTest::labels()
{
    QFETCH(QString, begin);
    QFETCH(QString, end);
    QFETCH(QStringList, expected);
    QStringList labels;
    for (const TimeTick &tick : TimeAxis::of({utc(begin), utc(end)}, 4, QTimeZone::utc()).ticks)
        labels += tick.label;
    QCOMPARE(labels, expected);
}

void TimelineMappingTest::bandsSayTheRest()
{
    const auto bands = [](const QString &begin, const QString &end) {
        return shown(TimeAxis::of({utc(begin), utc(end)}, 8, QTimeZone::utc()).bands);
    };
    QCOMPARE(bands(u"2026-11-30T22:00:00"_s, u"2026-12-01T02:00:00"_s),
             (QStringList{u"2026-11-30 00:00=Mon 30 Nov 2026"_s, u"2026-12-01 00:00=Tue 1 Dec 2026"_s}));
    QCOMPARE(bands(u"2026-11-28T22:00:00"_s, u"2026-12-03T02:00:00"_s),
             (QStringList{u"2026-11-01 00:00=November 2026"_s, u"2026-12-01 00:00=December 2026"_s}));
    QCOMPARE(bands(u"2026-10-28T22:00:00"_s, u"2027-03-03T02:00:00"_s),
             (QStringList{u"2026-01-01 00:00=2026"_s, u"2027-01-01 00:00=2027"_s}));
}

QTEST_GUILESS_MAIN(TimelineMappingTest)
#include "tst_timelinemapping.moc"
