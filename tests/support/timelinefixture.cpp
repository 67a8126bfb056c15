// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/timelinefixture.h"

#include <QApplication>
#include <QLabel>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>

namespace flotsam::test {

using namespace Qt::StringLiterals;

TimelineFixture::TimelineFixture()
    : panel(std::make_unique<TimelinePanel>(workbench))
{
    panel->resize(1000, 300);
    panel->show();
    if (!QTest::qWaitForWindowExposed(panel.get()))
        qFatal("the timeline does not come up");
}

void TimelineFixture::show(const Dataset &dataset)
{
    workbench.setDataset(dataset);
    const auto shown = [&] { return chart().timeline() && chart().timeline()->dataset().snapshot == dataset.snapshot; };
    if (!QTest::qWaitFor(shown, 30'000))
        qFatal("the timeline does not show the data");
    QApplication::processEvents();
}

QImage TimelineFixture::grab()
{
    QApplication::processEvents();
    return chart().viewport()->grab().toImage();
}

QString TimelineFixture::readout() const
{
    const auto *const label = panel->findChild<QLabel *>(u"timelineReadout"_s);
    return label->toolTip();
}

void TimelineFixture::mouse(QEvent::Type type, const QPointF &at, Qt::MouseButton button,
                            Qt::KeyboardModifiers modifiers)
{
    QWidget *const target = chart().viewport();
    const bool moves = type == QEvent::MouseMove;
    const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::MouseButtons(button);
    QMouseEvent event(type, at, target->mapToGlobal(at), moves ? Qt::NoButton : button, held, modifiers);
    QApplication::sendEvent(target, &event);
}

void TimelineFixture::click(const QPointF &at, Qt::KeyboardModifiers modifiers)
{
    mouse(QEvent::MouseButtonPress, at, Qt::LeftButton, modifiers);
    mouse(QEvent::MouseButtonRelease, at, Qt::LeftButton, modifiers);
    QApplication::processEvents();
}

void TimelineFixture::drag(const QPointF &from, const QPointF &to, Qt::KeyboardModifiers modifiers)
{
    mouse(QEvent::MouseButtonPress, from, Qt::LeftButton, modifiers);
    for (int step = 1; step <= 8; ++step)
        mouse(QEvent::MouseMove, from + (to - from) * step / 8, Qt::LeftButton, modifiers);
    mouse(QEvent::MouseButtonRelease, to, Qt::LeftButton, modifiers);
    QApplication::processEvents();
}

bool TimelineFixture::wheel(const QPointF &at, const QPoint &delta, Qt::KeyboardModifiers modifiers)
{
    QWidget *const target = chart().viewport();
    QWheelEvent event(at, target->mapToGlobal(at), {}, delta, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    event.ignore();
    QApplication::sendEvent(target, &event);
    const bool taken = event.isAccepted();
    QApplication::processEvents();
    return taken;
}

QPointF TimelineFixture::placeOf(const TimelineHit &hit)
{
    const TimelineScene &scene = chart().scene();
    const TimeRange when = TimelineAnswers(*chart().timeline(), scene).when(hit);
    const TimelineMapping &mapping = chart().mapping();
    const qint64 middle = when.begin + std::max<qint64>(0, when.span()) / 2;
    QPointF place(mapping.xOf(std::clamp(middle, mapping.shown().begin, mapping.shown().end)),
                  rows().row(hit.row).center().y());
    if (hit.row == TimelineHit::Row::Servers)
        place.setY(rows().lane(scene.lives[size_t(hit.index)].lane).center().y());
    return place;
}

} // namespace flotsam::test
