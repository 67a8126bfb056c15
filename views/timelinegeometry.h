// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/timeline/timelinehit.h"

#include <QFontMetrics>
#include <QRectF>

#include <vector>

namespace flotsam {

/// Where the rows of the timeline lie. Computed from sizes and from what the data holds at all, never from what is
/// in sight: nothing jumps while zooming.
struct TimelineGeometry
{
    QRectF plot;
    QRectF ports;
    QRectF servers;
    QRectF crowd; ///< empty where every life may have a lane
    QRectF heat; ///< empty where there are no Heat events
    QRectF failures; ///< empty where there are none
    QRectF ticks;
    QRectF bands;
    int lanes = 0;
    double laneHeight = 0;
    double gutter = 0; ///< left of the rows, for their names

    static TimelineGeometry of(const QSize &size, const QFontMetrics &metrics, const TimelineData *data);

    QRectF row(TimelineHit::Row row) const;
    TimelineHit::Row rowAt(double y) const;
    int laneAt(double y) const;
    QRectF lane(int lane) const;
    /// From the top of the plot to the bottom of the last row.
    QRectF body() const { return {plot.left(), plot.top(), plot.width(), ticks.top() - plot.top()}; }
    /// Rows that are there, from top to bottom.
    std::vector<TimelineHit::Row> rows() const;
    static QString rowName(TimelineHit::Row row);
};

} // namespace flotsam
