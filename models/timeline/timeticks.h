// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/timeline/timerange.h"

#include <QList>
#include <QString>
#include <QTimeZone>

namespace flotsam {

struct TimeTick
{
    qint64 time = 0;
    QString label;
    bool strong = false; ///< a new day, month or year begins here
};

/// Marks of a time axis, at times that are round in one time zone, also where its clocks are set back or forward.
struct TimeAxis
{
    QList<TimeTick> ticks; ///< within the range, in order of time
    QList<TimeTick> bands; ///< what the ticks leave unsaid (day, month or year); the first may begin before the range

    /// At most \a maxTicks ticks, as many as a round step allows.
    static TimeAxis of(const TimeRange &range, int maxTicks, const QTimeZone &zone);
};

/// From UTC to the zone's time at \a time, in milliseconds.
qint64 zoneOffset(qint64 time, const QTimeZone &zone);

} // namespace flotsam
