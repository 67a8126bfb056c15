// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/timeline/timelinehit.h"
#include "models/timeline/timelinemapping.h"
#include "models/timeline/timeticks.h"
#include "views/timelinegeometry.h"

#include <QPalette>

class QPainter;

namespace flotsam {

/// Everything that a picture of the timeline is made of, beside the areas that QtCharts draws.
struct TimelinePicture
{
    const TimelineData *data = nullptr;
    const TimelineScene *scene = nullptr;
    const TimelineMapping *mapping = nullptr;
    const TimelineGeometry *geometry = nullptr;
    const TimeAxis *axis = nullptr;
    const TimelineSelection *selection = nullptr;
    QString zoneName;
    int top = 1; ///< the number at the top of the plot
    TimelineHit hover;
    TimelineHit cursor; ///< of the keyboard
    TimelineHit::Row cursorRow = TimelineHit::Row::None;
    std::optional<TimeRange> brush;
    QPalette palette;
};

/// How a verdict fills an area: trouble in its colour, the rest in shades of the text.
QColor timelineFill(Verdict verdict, const QPalette &palette);
/// Round, and not below \a peak.
int timelineTop(int peak);

/// Grid and stripes, below the areas.
void paintTimelineGround(QPainter &painter, const TimelinePicture &picture);
/// Lanes, marks, axis, range and selection, over them.
void paintTimeline(QPainter &painter, const TimelinePicture &picture);

} // namespace flotsam
