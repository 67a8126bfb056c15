// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/format.h"
#include "views/timelinechart.h"

#include <QAccessible>
#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

/// Pointer and keyboard of the timeline. No mouse event reaches QChartView.
namespace flotsam {

namespace {

using Row = TimelineHit::Row;

constexpr double Reach = 6; ///< pixels
constexpr double ZoomStep = 1.25;
constexpr double PanShare = 0.1;

} // namespace

TimelineHit TimelineChart::hitAt(const QPointF &position)
{
    const TimelineScene &shown = scene();
    if (!m_data || position.x() < m_geometry.plot.left() - Reach || position.x() > m_geometry.plot.right() + Reach)
        return {};
    const qint64 time = m_mapping.timeAt(position.x());
    const qint64 reach = m_mapping.duration(Reach);
    TimelineHit hit{m_geometry.rowAt(position.y()), -1, {}};
    switch (hit.row) {
    case Row::Chart: {
        hit.index = shown.bins.binAt(std::clamp(time, m_mapping.shown().begin, m_mapping.shown().end - 1));
        if (hit.index < 0)
            break;
        const double value = (m_geometry.plot.bottom() - position.y()) / m_geometry.plot.height() * m_top;
        for (int verdict = VerdictCount - 1; verdict >= 0 && !hit.verdict; --verdict) {
            if (value <= shown.stackedUpTo(Verdict(verdict), size_t(hit.index)))
                hit.verdict = Verdict(verdict);
        }
        break;
    }
    case Row::Ports:
        hit.index = nearestMark(shown.ports, time, reach);
        break;
    case Row::Heat:
        hit.index = nearestMark(shown.heat, time, reach);
        break;
    case Row::Failures:
        hit.index = nearestMark(shown.failures, time, reach);
        break;
    case Row::Servers:
        hit.index = nearestLife(shown, *m_data, m_geometry.laneAt(position.y()), time, reach);
        break;
    case Row::Crowd:
        hit.index = shown.crowdBins.binAt(time);
        break;
    case Row::None:
        break;
    }
    return hit.isNull() ? TimelineHit() : hit;
}

void TimelineChart::hover(const QPointF &position)
{
    m_pointer = position;
    const TimelineHit hit = hitAt(position);
    if (hit != m_hover)
        viewport()->update();
    m_hover = hit;
    QString text;
    if (!hit.isNull())
        text = TimelineAnswers(*m_data, m_scene).tell(hit);
    else if (m_data && m_geometry.body().contains(position))
        text = exactTime(m_mapping.timeAt(position.x()));
    emit told(text);
}

bool TimelineChart::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave) {
        m_pointer.reset();
        m_hover = {};
        viewport()->update();
        emit told({});
    }
    return QChartView::viewportEvent(event);
}

void TimelineChart::mousePressEvent(QMouseEvent *event)
{
    event->accept();
    setFocus(Qt::MouseFocusReason);
    if (!m_data || (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton))
        return;
    scene();
    m_drag = Drag::Pressed;
    m_pressed = event->position();
    m_last = m_pressed;
    m_brushFrom = std::clamp(m_mapping.timeAt(m_pressed.x()), m_mapping.shown().begin, m_mapping.shown().end);
}

void TimelineChart::mouseMoveEvent(QMouseEvent *event)
{
    event->accept();
    const QPointF position = event->position();
    if (m_drag == Drag::Pressed && std::abs(position.x() - m_pressed.x()) >= QApplication::startDragDistance()) {
        const bool brush
            = (event->buttons() & Qt::LeftButton) && m_brushMode != bool(event->modifiers() & Qt::ShiftModifier);
        m_drag = brush ? Drag::Brush : Drag::Move;
        if (!brush)
            viewport()->setCursor(Qt::ClosedHandCursor);
    }
    switch (m_drag) {
    case Drag::Move:
        m_mapping.pan(m_last.x() - position.x());
        m_pointer.reset();
        markDirty();
        break;
    case Drag::Brush: {
        const qint64 to = std::clamp(m_mapping.timeAt(position.x()), m_mapping.shown().begin, m_mapping.shown().end);
        m_draggedBrush = TimeRange{std::min(m_brushFrom, to), std::max(m_brushFrom, to)};
        viewport()->update();
        emit told(timeRangeText(*m_draggedBrush));
        break;
    }
    case Drag::Pressed:
        break;
    case Drag::None:
        hover(position);
        break;
    }
    m_last = position;
}

void TimelineChart::mouseReleaseEvent(QMouseEvent *event)
{
    event->accept();
    const Drag drag = m_drag;
    m_drag = Drag::None;
    if (drag == Drag::Move)
        setBrushMode(m_brushMode); // for the pointer's shape
    if (drag == Drag::Brush && m_draggedBrush) {
        const TimeRange range = *m_draggedBrush;
        m_draggedBrush.reset();
        viewport()->update();
        if (!range.isEmpty())
            emit brushed(range);
    }
    if (drag != Drag::Pressed || event->button() != Qt::LeftButton)
        return;
    if (m_brushMode)
        emit brushCleared();
    else
        pick(hitAt(event->position()), event->modifiers() & Qt::ControlModifier);
}

void TimelineChart::mouseDoubleClickEvent(QMouseEvent *event)
{
    event->accept();
    m_mapping.zoom(4, event->position().x());
    markDirty();
}

void TimelineChart::contextMenuEvent(QContextMenuEvent *event) { event->ignore(); }

void TimelineChart::pick(const TimelineHit &hit, bool add)
{
    if (!m_data)
        return;
    const TimelineAnswers answers(*m_data, m_scene);
    const int count = answers.count(hit);
    if (count > MostPicked) {
        emit told(tr("%1 ports are too many to select at once: zoom in first, or filter by time with Shift+drag.")
                      .arg(groupedNumber(count)));
        return;
    }
    const Selection found = answers.selection(hit);
    const TimeRange when = answers.when(hit);
    if (!found.isEmpty())
        emit picked(found, add);
    else if (!hit.isNull() && hit.row != Row::Chart && hit.row != Row::Servers && !when.isEmpty()) {
        // Many in one mark, and no row for them: have a closer look.
        const qint64 room = std::max(when.span(), TimelineMapping::MinSpan) * 2;
        m_mapping.show({when.begin - room, when.end + room});
        markDirty();
    } else if (!add && (hit.isNull() || count == 0))
        emit picked({}, false);
}

void TimelineChart::wheelEvent(QWheelEvent *event)
{
    event->accept();
    if (!m_data)
        return;
    const QPoint delta = event->angleDelta();
    const bool sideways = std::abs(delta.x()) > std::abs(delta.y());
    const double steps = (sideways ? delta.x() : delta.y()) / 120.0;
    scene();
    if (sideways || (event->modifiers() & Qt::ShiftModifier))
        m_mapping.pan(-steps * PanShare * m_mapping.width());
    else
        m_mapping.zoom(std::pow(ZoomStep, steps), event->position().x());
    m_pointer = event->position();
    markDirty();
}

double TimelineChart::focusPlace() const
{
    if (m_pointer && m_geometry.plot.left() <= m_pointer->x() && m_pointer->x() <= m_geometry.plot.right())
        return m_pointer->x();
    const bool cursorShown = hasFocus() && !m_cursor.isNull() && m_mapping.shown().contains(m_cursorTime);
    return cursorShown ? m_mapping.xOf(m_cursorTime) : m_mapping.left() + m_mapping.width() / 2;
}

void TimelineChart::keyPressEvent(QKeyEvent *event)
{
    if (!m_data)
        return QAbstractScrollArea::keyPressEvent(event);
    scene();
    const bool control = event->modifiers() & Qt::ControlModifier;
    const double page = m_mapping.width() * (event->modifiers() & Qt::ShiftModifier ? 0.5 : PanShare);
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomBy(ZoomStep);
        break;
    case Qt::Key_Minus:
        zoomBy(1 / ZoomStep);
        break;
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (control) {
            stepItem(event->key() == Qt::Key_Right);
            break;
        }
        m_mapping.pan(event->key() == Qt::Key_Right ? page : -page);
        markDirty();
        break;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        m_mapping.pan(m_mapping.width() * (event->key() == Qt::Key_PageDown ? 0.9 : -0.9));
        markDirty();
        break;
    case Qt::Key_Home:
    case Qt::Key_0:
        showAll();
        break;
    case Qt::Key_End:
        m_mapping.show({m_mapping.whole().end - m_mapping.shown().span(), m_mapping.whole().end});
        markDirty();
        break;
    case Qt::Key_Up:
    case Qt::Key_Down:
        stepRow(event->key() == Qt::Key_Down ? 1 : -1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        pick(m_cursor, control);
        break;
    case Qt::Key_B:
        emit brushed(m_mapping.shown());
        break;
    default:
        event->ignore();
        return;
    }
    event->accept();
}

void TimelineChart::stepRow(int direction)
{
    m_pointer.reset();
    m_hover = {};
    const std::vector<Row> rows = m_geometry.rows();
    const auto at = std::find(rows.begin(), rows.end(), m_cursorRow);
    const auto place = at == rows.end() ? 0 : int(at - rows.begin()) + direction;
    m_cursorRow = rows[size_t(std::clamp(place, 0, int(rows.size()) - 1))];
    m_cursor = {};
    viewport()->update();
    emit told(m_cursorRow == Row::Chart ? tr("Bars") : TimelineGeometry::rowName(m_cursorRow));
}

void TimelineChart::stepItem(bool forward)
{
    m_pointer.reset();
    m_hover = {};
    const TimeRange before = m_mapping.shown();
    const TimelineAnswers answers(*m_data, m_scene);
    const bool inSight = before.contains(m_cursorTime);
    const qint64 from = inSight ? m_cursorTime : forward ? before.begin - 1 : before.end;
    TimelineHit found
        = m_cursor.isNull() ? answers.nextTo(m_cursorRow, from, forward) : answers.next(m_cursor, forward);
    // Nothing more in sight: look on.
    for (bool more = true; found.isNull() && more;) {
        const TimeRange last = m_mapping.shown();
        m_mapping.pan(forward ? m_mapping.width() * 0.8 : -m_mapping.width() * 0.8);
        more = m_mapping.shown() != last;
        markDirty();
        found = TimelineAnswers(*m_data, scene()).nextTo(m_cursorRow, forward ? last.end - 1 : last.begin, forward);
    }
    if (found.isNull()) {
        m_mapping.show(before);
        markDirty();
        return;
    }
    m_cursor = found;
    m_cursorTime = std::max(answers.when(found).begin, m_mapping.shown().begin);
    m_cursorLife = found.row == Row::Servers ? m_scene.lives[size_t(found.index)].life : -1;
    viewport()->update();
    tellCursor();
}

void TimelineChart::findCursorAgain()
{
    if (m_cursor.isNull())
        return;
    m_cursor.index = -1;
    switch (m_cursor.row) {
    case Row::Chart:
        m_cursor.index = m_scene.bins.binAt(m_cursorTime);
        break;
    case Row::Ports:
        m_cursor.index = nearestMark(m_scene.ports, m_cursorTime, 0);
        break;
    case Row::Heat:
        m_cursor.index = nearestMark(m_scene.heat, m_cursorTime, 0);
        break;
    case Row::Failures:
        m_cursor.index = nearestMark(m_scene.failures, m_cursorTime, 0);
        break;
    case Row::Servers: {
        const auto found = std::find_if(m_scene.lives.begin(), m_scene.lives.end(),
                                        [this](const SceneLife &life) { return life.life == m_cursorLife; });
        m_cursor.index = found == m_scene.lives.end() ? -1 : int(found - m_scene.lives.begin());
        break;
    }
    case Row::Crowd:
    case Row::None:
        break;
    }
    if (m_cursor.isNull())
        m_cursor = {};
}

void TimelineChart::tellCursor()
{
    const QString text = TimelineAnswers(*m_data, m_scene).tell(m_cursor);
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
    emit told(text);
}

void TimelineChart::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void TimelineChart::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

} // namespace flotsam
