// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline/timeticks.h"

#include <QDateTime>
#include <QLocale>

#include <array>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr qint64 Second = 1000;
constexpr qint64 Minute = 60 * Second;
constexpr qint64 Hour = 60 * Minute;
constexpr qint64 Day = 24 * Hour;

/// Steps within a day divide it.
constexpr std::array ClockSteps{1 * Second, 2 * Second, 5 * Second, 10 * Second, 15 * Second, 30 * Second,
                                1 * Minute, 2 * Minute, 5 * Minute, 10 * Minute, 15 * Minute, 30 * Minute,
                                1 * Hour,   2 * Hour,   3 * Hour,   6 * Hour,    12 * Hour};
constexpr std::array DaySteps{1, 2, 7, 14};
constexpr std::array MonthSteps{1, 3, 6};
constexpr std::array YearSteps{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000};

qint64 ceilTo(qint64 value, qint64 step) { return -floorDiv(-value, step) * step; }

QDateTime at(qint64 time, const QTimeZone &zone) { return QDateTime::fromMSecsSinceEpoch(time, zone); }
qint64 startOf(const QDate &date, const QTimeZone &zone) { return date.startOfDay(zone).toMSecsSinceEpoch(); }

/// The next moment after \a time at which the zone's clocks change, or \a end.
qint64 nextChange(qint64 time, qint64 end, const QTimeZone &zone)
{
    if (!zone.hasTransitions())
        return end;
    const QTimeZone::OffsetData next = zone.nextTransition(at(time, QTimeZone::utc()));
    return next.atUtc.isValid() ? std::min(end, next.atUtc.toMSecsSinceEpoch()) : end;
}

QString dayLabel(const QDate &date) { return QLocale().toString(date, u"ddd d MMM yyyy"_s); }

QList<TimeTick> clockTicks(const TimeRange &range, qint64 step, const QTimeZone &zone)
{
    QList<TimeTick> ticks;
    qint64 begin = range.begin;
    while (begin < range.end) {
        const qint64 offset = zoneOffset(begin, zone);
        const qint64 end = std::max(begin + 1, nextChange(begin, range.end, zone));
        for (qint64 time = ceilTo(begin + offset, step) - offset; time < end; time += step) {
            // Set back in between: two round times may come too close.
            if (!ticks.isEmpty() && time - ticks.constLast().time < step * 6 / 10)
                continue;
            const QTime clock
                = QTime::fromMSecsSinceStartOfDay(int((time + offset) - floorDiv(time + offset, Day) * Day));
            ticks += {time, clock.toString(step < Minute ? u"HH:mm:ss"_s : u"HH:mm"_s), clock == QTime(0, 0)};
        }
        begin = end;
    }
    return ticks;
}

QList<TimeTick> dayTicks(const TimeRange &range, int step, const QTimeZone &zone)
{
    QList<TimeTick> ticks;
    // Julian day 0 was a Monday: steps of weeks stand on Mondays.
    for (qint64 day = floorDiv(at(range.begin, zone).date().toJulianDay(), step) * step;; day += step) {
        const QDate date = QDate::fromJulianDay(day);
        const qint64 time = startOf(date, zone);
        if (time >= range.end)
            return ticks;
        if (time >= range.begin)
            ticks += {time, QLocale().toString(date, u"d MMM"_s), date.day() == 1};
    }
}

QList<TimeTick> dayBands(const TimeRange &range, const QTimeZone &zone)
{
    QList<TimeTick> bands;
    for (QDate date = at(range.begin, zone).date();; date = date.addDays(1)) {
        const qint64 time = startOf(date, zone);
        if (time >= range.end)
            return bands;
        bands += {time, dayLabel(date), false};
    }
}

/// Also months of a range: the first may begin before it.
QList<TimeTick> months(const TimeRange &range, int step, const QString &format, const QTimeZone &zone)
{
    QList<TimeTick> found;
    const QDate first = at(range.begin, zone).date();
    for (QDate date(first.year(), (first.month() - 1) / step * step + 1, 1);; date = date.addMonths(step)) {
        const qint64 time = startOf(date, zone);
        if (time >= range.end)
            return found;
        found += {time, QLocale().toString(date, format), date.month() == 1};
    }
}

QList<TimeTick> years(const TimeRange &range, int step, const QTimeZone &zone)
{
    QList<TimeTick> found;
    for (qint64 year = floorDiv(at(range.begin, zone).date().year(), step) * step;; year += step) {
        const QDate date(year == 0 ? 1 : int(year), 1, 1); // there is no year 0
        const qint64 time = startOf(date, zone);
        if (time >= range.end)
            return found;
        found += {time, QString::number(date.year()), false};
    }
}

QList<TimeTick> within(QList<TimeTick> ticks, const TimeRange &range)
{
    while (!ticks.isEmpty() && ticks.constFirst().time < range.begin)
        ticks.removeFirst();
    return ticks;
}

} // namespace

qint64 zoneOffset(qint64 time, const QTimeZone &zone)
{
    return qint64(zone.offsetFromUtc(at(time, QTimeZone::utc()))) * Second;
}

TimeAxis TimeAxis::of(const TimeRange &range, int maxTicks, const QTimeZone &zone)
{
    if (range.isEmpty() || maxTicks < 1)
        return {};
    // One step more than fit may touch the range, and clocks may be set back by a few hours.
    const auto few = [maxTicks](const QList<TimeTick> &ticks) { return ticks.size() <= maxTicks; };
    const auto worthTrying = [&](qint64 step) { return range.span() / step <= maxTicks; };
    for (const qint64 step : ClockSteps) {
        if (!worthTrying(step))
            continue;
        if (const QList<TimeTick> ticks = clockTicks(range, step, zone); few(ticks))
            return {ticks, dayBands(range, zone)};
    }
    for (const int step : DaySteps) {
        if (!worthTrying(step * Day))
            continue;
        if (const QList<TimeTick> ticks = dayTicks(range, step, zone); few(ticks))
            return {ticks, months(range, 1, u"MMMM yyyy"_s, zone)};
    }
    for (const int step : MonthSteps) {
        if (!worthTrying(step * 30 * Day))
            continue;
        if (const QList<TimeTick> ticks = within(months(range, step, u"MMM"_s, zone), range); few(ticks))
            return {ticks, years(range, 1, zone)};
    }
    for (const int step : YearSteps) {
        if (!worthTrying(step * 365 * Day))
            continue;
        if (const QList<TimeTick> ticks = within(years(range, step, zone), range); few(ticks))
            return {ticks, {}};
    }
    return {};
}

} // namespace flotsam
