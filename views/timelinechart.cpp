// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timelinechart.h"

#include "models/tables/format.h"
#include "views/theme.h"

#include <QApplication>
#include <QAreaSeries>
#include <QChart>
#include <QEvent>
#include <QLegend>
#include <QLineSeries>
#include <QPainter>
#include <QValueAxis>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr double WideBar = 6; ///< pixels from which on a gap separates two bars

/// The verdict of the area at \a position in the stack.
Verdict verdictAt(size_t position) { return Verdict(VerdictCount - 1 - int(position)); }

/// What the zone is called in the range: both names where the clocks change in it.
QString nameOfZone(const TimeRange &range, const QTimeZone &zone)
{
    const auto at
        = [&zone](qint64 time) { return zone.abbreviation(QDateTime::fromMSecsSinceEpoch(time, QTimeZone::utc())); };
    const QString first = at(range.begin);
    const QString last = at(range.end);
    return first == last ? first : first + u'/' + last;
}

} // namespace

TimelineChart::TimelineChart(QWidget *parent)
    : QChartView(parent)
{
    setObjectName(u"timelineChart"_s);
    setAccessibleName(tr("Timeline of ports, servers and Heat events"));
    viewport()->setObjectName(u"timelineViewport"_s);
    viewport()->setAccessibleName(accessibleName());
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setViewportUpdateMode(FullViewportUpdate);
    setRubberBand(NoRubberBand);
    setRenderHint(QPainter::Antialiasing);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setUpChart();
    showColors();
}

void TimelineChart::setUpChart()
{
    QChart *const plot = chart();
    plot->setAnimationOptions(QChart::NoAnimation);
    plot->legend()->hide();
    plot->setBackgroundVisible(false);
    plot->setPlotAreaBackgroundVisible(false);
    plot->setMargins({});
    m_across = new QValueAxis(plot);
    m_up = new QValueAxis(plot);
    m_across->setRange(0, 1);
    m_up->setRange(0, 1);
    m_across->setVisible(false);
    m_up->setVisible(false);
    plot->addAxis(m_across, Qt::AlignBottom);
    plot->addAxis(m_up, Qt::AlignLeft);
    for (size_t i = 0; i < m_areas.size(); ++i) {
        auto *const area = new QAreaSeries(new QLineSeries(plot), new QLineSeries(plot));
        area->setPen(Qt::NoPen);
        plot->addSeries(area);
        area->attachAxis(m_across);
        area->attachAxis(m_up);
        m_areas[i] = area;
    }
}

QSize TimelineChart::sizeHint() const { return {fontMetrics().averageCharWidth() * 100, fontMetrics().height() * 14}; }

QSize TimelineChart::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 40, fontMetrics().height() * 7};
}

void TimelineChart::setData(const TimelineDataPtr &timeline)
{
    const bool first = !m_data;
    m_data = timeline;
    m_selection = {};
    m_hover = {};
    m_cursor = {};
    if (timeline) {
        m_mapping.setWhole(timeline->whole());
        if (first)
            m_mapping.showAll();
        m_cursorTime = m_mapping.shown().begin - 1;
    }
    markDirty();
}

void TimelineChart::setSelection(const TimelineSelection &selection)
{
    m_selection = selection;
    markDirty();
}

void TimelineChart::setMeasure(Measure measure)
{
    m_request.measure = measure;
    markDirty();
}

void TimelineChart::setHidden(quint8 verdicts)
{
    m_request.hidden = verdicts;
    markDirty();
}

void TimelineChart::setZone(const QTimeZone &zone)
{
    m_zone = zone;
    markDirty();
}

void TimelineChart::setBrush(const std::optional<TimeRange> &brush)
{
    m_brush = brush;
    viewport()->update();
}

void TimelineChart::setBrushMode(bool on)
{
    m_brushMode = on;
    viewport()->setCursor(on ? Qt::CrossCursor : Qt::ArrowCursor);
}

void TimelineChart::zoomBy(double factor)
{
    m_mapping.zoom(factor, focusPlace());
    markDirty();
}

void TimelineChart::showAll()
{
    m_mapping.showAll();
    markDirty();
}

/// Many changes in one turn of the event loop are one picture; and no series changes while one of its signals runs.
void TimelineChart::markDirty()
{
    m_dirty = true;
    if (m_queued)
        return;
    m_queued = true;
    QMetaObject::invokeMethod(this, &TimelineChart::refresh, Qt::QueuedConnection);
}

const TimelineScene &TimelineChart::scene()
{
    if (m_dirty)
        refresh();
    return m_scene;
}

const TimelineGeometry &TimelineChart::geometryOfRows()
{
    scene();
    return m_geometry;
}

const TimeAxis &TimelineChart::axis()
{
    scene();
    return m_axis;
}

void TimelineChart::refresh()
{
    m_queued = false;
    if (!m_dirty)
        return;
    m_dirty = false;
    m_geometry = TimelineGeometry::of(viewport()->size(), fontMetrics(), m_data.get());
    m_mapping.setPixels(m_geometry.plot.left(), m_geometry.plot.width());
    m_request.range = m_mapping.shown();
    m_request.width = m_geometry.plot.width();
    m_request.lanes = m_geometry.lanes;
    m_request.offset = zoneOffset(m_request.range.begin, m_zone);
    const int label = fontMetrics().horizontalAdvance(u"00:00:00"_s) + fontMetrics().averageCharWidth() * 3;
    m_axis = TimeAxis::of(m_request.range, std::max(2, int(m_request.width / label)), m_zone);
    m_zoneName = nameOfZone(m_request.range, m_zone);
    m_scene = m_data ? TimelineScene::of(*m_data, m_request, m_selection) : TimelineScene();
    m_top = timelineTop(m_scene.peak);
    updateSeries();
    findCursorAgain();
    m_hover = {};
    if (m_pointer)
        hover(*m_pointer);
    viewport()->update();
}

void TimelineChart::updateSeries()
{
    if (chart()->plotArea() != m_geometry.plot)
        chart()->setPlotArea(m_geometry.plot);
    // Bars stand on whole pixels, and to smooth their edges takes the square of their number.
    if (const bool smooth = m_request.measure != Measure::Created;
        smooth != renderHints().testFlag(QPainter::Antialiasing))
        setRenderHint(QPainter::Antialiasing, smooth);
    if (m_up->max() != m_top)
        m_up->setRange(0, m_top);
    for (size_t i = 0; i < m_areas.size(); ++i) {
        // QtCharts works as hard on an area without height as on any other.
        const bool shown = !m_scene.values[size_t(verdictAt(i))].empty();
        const auto [lower, upper] = shown ? outlines(i) : std::pair<QList<QPointF>, QList<QPointF>>();
        if (m_areas[i]->lowerSeries()->points() != lower)
            m_areas[i]->lowerSeries()->replace(lower);
        if (m_areas[i]->upperSeries()->points() != upper)
            m_areas[i]->upperSeries()->replace(upper);
        m_areas[i]->setVisible(shown);
    }
}

/// Below and above the area at \a position of the stack, with as few corners as will do: QtCharts takes the square of
/// their number to fill it. Bars stand on whole pixels.
std::pair<QList<QPointF>, QList<QPointF>> TimelineChart::outlines(size_t position) const
{
    const TimelineBins &bins = m_scene.bins;
    const bool bars = m_request.measure == Measure::Created;
    const double pixels = m_mapping.width();
    const auto place = [this, bars, pixels](qint64 time) {
        const TimeRange &shown = m_request.range;
        const double share
            = std::clamp(double(time - shown.begin) / double(std::max<qint64>(1, shown.span())), 0.0, 1.0);
        return bars ? std::round(share * pixels) / pixels : share;
    };
    const auto heightUpTo
        = [this](size_t area, int index) { return double(m_scene.stackedUpTo(verdictAt(area), size_t(index))); };
    const auto add = [](QList<QPointF> &points, double x, double y) {
        const auto count = points.size();
        if (count > 1 && points[count - 1].y() == y && points[count - 2].y() == y)
            points.last().setX(x);
        else
            points += {x, y};
    };
    QList<QPointF> lower;
    QList<QPointF> upper;
    if (bins.count() == 0)
        return {lower, upper};
    const int last = bars ? bins.count() - 1 : bins.count();
    const double pixel = 1 / pixels;
    const bool gaps
        = bars && place(bins.edge(bins.count() / 2 + 1)) - place(bins.edge(bins.count() / 2)) >= WideBar * pixel;
    for (int i = 0; i <= last; ++i) {
        const double low = position == 0 ? 0 : heightUpTo(position - 1, i);
        const double high = heightUpTo(position, i);
        const double begin = place(bins.edge(i));
        add(lower, begin, low);
        add(upper, begin, high);
        if (!bars)
            continue;
        const double next = place(bins.edge(i + 1));
        add(lower, next, low);
        const double end = gaps && high > low ? std::max(begin, next - pixel) : next;
        add(upper, end, high);
        if (end < next) {
            add(upper, end, low);
            add(upper, next, low);
        }
    }
    return {lower, upper};
}

void TimelineChart::showColors()
{
    for (size_t i = 0; i < m_areas.size(); ++i)
        m_areas[i]->setBrush(timelineFill(verdictAt(i), palette()));
    viewport()->update();
}

TimelinePicture TimelineChart::picture() const
{
    TimelinePicture picture;
    picture.data = m_data.get();
    picture.scene = &m_scene;
    picture.mapping = &m_mapping;
    picture.geometry = &m_geometry;
    picture.axis = &m_axis;
    picture.selection = &m_selection;
    picture.zoneName = m_zoneName;
    picture.top = m_top;
    picture.hover = m_hover;
    picture.brush = m_draggedBrush ? m_draggedBrush : m_brush;
    picture.palette = palette();
    if (hasFocus()) {
        picture.cursor = m_cursor;
        picture.cursorRow = m_cursorRow;
    }
    return picture;
}

void TimelineChart::drawBackground(QPainter *painter, const QRectF &)
{
    painter->save();
    painter->resetTransform();
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->fillRect(viewport()->rect(), palette().brush(QPalette::Base));
    if (m_data)
        paintTimelineGround(*painter, picture());
    painter->restore();
}

void TimelineChart::paintEvent(QPaintEvent *event)
{
    if (m_dirty) // a first picture, or one between a change and the next turn
        refresh();
    QChartView::paintEvent(event);
    if (!m_data)
        return;
    QPainter painter(viewport());
    painter.setFont(font());
    paintTimeline(painter, picture());
}

void TimelineChart::resizeEvent(QResizeEvent *event)
{
    QChartView::resizeEvent(event);
    markDirty();
}

void TimelineChart::changeEvent(QEvent *event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_up)
        showColors();
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        markDirty();
}

} // namespace flotsam
