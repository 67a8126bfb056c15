// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/workbench.h"
#include "tests/support/samplecloud.h"
#include "views/timelinechart.h"
#include "views/timelinepanel.h"

#include <memory>

namespace flotsam::test {

/// A timeline on the screen with a workbench behind it, and a hand to point at it.
struct TimelineFixture
{
    TimelineFixture();

    /// Shows \a dataset and waits until the timeline shows it, too.
    void show(const Dataset &dataset = sampleDataset({.ports = 120, .servers = 30}));
    TimelineChart &chart() { return panel->chart(); }
    const TimelineGeometry &rows() { return chart().geometryOfRows(); }
    QImage grab();
    QString readout() const;

    void mouse(QEvent::Type type, const QPointF &at, Qt::MouseButton button = Qt::LeftButton,
               Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    void click(const QPointF &at, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    void drag(const QPointF &from, const QPointF &to, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    void hover(const QPointF &at) { mouse(QEvent::MouseMove, at, Qt::NoButton); }
    /// True where the event was taken.
    bool wheel(const QPointF &at, const QPoint &delta, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    /// The middle of a drawn item.
    QPointF placeOf(const TimelineHit &hit);

    Workbench workbench;
    std::unique_ptr<TimelinePanel> panel;
};

} // namespace flotsam::test
