// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timelinepainter.h"

#include "models/tables/format.h"
#include "views/theme.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

using Row = TimelineHit::Row;

constexpr double LabelGap = 6;

/// Draws one picture; holds what every part of it needs.
class Drawing
{
public:
    Drawing(QPainter &painter, const TimelinePicture &picture)
        : m_painter(painter)
        , m_picture(picture)
        , m_geometry(*picture.geometry)
        , m_metrics(painter.fontMetrics())
        , m_base(picture.palette.color(QPalette::Base))
        , m_text(picture.palette.color(QPalette::Text))
        , m_quiet(theme::quietColor(picture.palette))
        , m_highlight(picture.palette.color(QPalette::Highlight))
        , m_trouble(theme::troubleColor(picture.palette))
    {
        for (size_t verdict = 0; verdict < VerdictCount; ++verdict)
            m_fills[verdict] = timelineFill(Verdict(verdict), picture.palette);
    }

    void grid();
    void rowNames();
    void scale();
    void axis();
    void ports();
    void lives();
    void crowd();
    void heat();
    void failures();
    void now();
    void brush();
    void selected();
    void pointed(const TimelineHit &hit, const QColor &color, double thickness);
    void emptyPlot();

private:
    double x(qint64 time) const { return m_picture.mapping->xOf(time); }
    QRectF markRect(const SceneMark &mark, const QRectF &row) const;
    QRectF lifeRect(const ServerLife &life, const QRectF &lane) const;
    double side() const { return std::min(m_geometry.ports.height() - 3, 12.0); }
    void cross(const QPointF &middle, double reach);

    QPainter &m_painter;
    const TimelinePicture &m_picture;
    const TimelineGeometry &m_geometry;
    const QFontMetrics m_metrics;
    const QColor m_base;
    const QColor m_text;
    const QColor m_quiet;
    const QColor m_highlight;
    const QColor m_trouble;
    std::array<QColor, VerdictCount> m_fills; ///< a contrast is worked out for each: once a picture
};

void Drawing::grid()
{
    const QRectF body = m_geometry.body();
    // Every second row is shaded, as in the tables.
    bool shaded = false;
    for (const Row row : m_geometry.rows()) {
        if (shaded)
            m_painter.fillRect(m_geometry.row(row), m_picture.palette.color(QPalette::AlternateBase));
        shaded = !shaded;
    }
    for (const TimeTick &tick : m_picture.axis->ticks) {
        const double place = std::round(x(tick.time));
        m_painter.fillRect(QRectF(place, body.top(), 1, body.height()),
                           theme::blend(m_text, m_base, tick.strong ? 0.2 : 0.09));
    }
    for (const double part : {0.0, 0.5, 1.0}) {
        const double y = std::round(m_geometry.plot.bottom() - part * m_geometry.plot.height());
        m_painter.fillRect(QRectF(body.left(), y, body.width(), 1),
                           theme::blend(m_text, m_base, part > 0 ? 0.09 : 0.35));
    }
}

void Drawing::rowNames()
{
    m_painter.setPen(m_quiet);
    for (const Row row : m_geometry.rows()) {
        QRectF place = m_geometry.row(row);
        place.setLeft(0);
        place.setWidth(m_geometry.gutter - LabelGap);
        if (row == Row::Servers)
            place.setHeight(std::min(place.height(), m_metrics.height() * 1.2));
        m_painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, TimelineGeometry::rowName(row));
    }
}

void Drawing::scale()
{
    m_painter.setPen(m_quiet);
    const auto label = [&](int value, double part) {
        const double y = m_geometry.plot.bottom() - part * m_geometry.plot.height();
        const double height = m_metrics.height();
        const double top = std::clamp(y - height / 2, 0.0, m_geometry.plot.bottom() - height);
        m_painter.drawText(QRectF(0, top, m_geometry.gutter - LabelGap, height), Qt::AlignRight | Qt::AlignVCenter,
                           groupedNumber(value));
    };
    label(m_picture.top, 1);
    if (m_picture.top % 2 == 0 && m_geometry.plot.height() > 4 * m_metrics.height())
        label(m_picture.top / 2, 0.5);
    if (m_geometry.plot.height() > 2 * m_metrics.height())
        label(0, 0);
}

void Drawing::axis()
{
    double free = m_geometry.ticks.left();
    for (const TimeTick &tick : m_picture.axis->ticks) {
        const double width = m_metrics.horizontalAdvance(tick.label);
        const double left = std::clamp(x(tick.time) - width / 2, m_geometry.ticks.left(),
                                       std::max(m_geometry.ticks.left(), m_geometry.ticks.right() - width));
        if (left < free)
            continue;
        free = left + width + LabelGap;
        m_painter.setPen(tick.strong ? m_text : m_quiet);
        m_painter.drawText(QPointF(left, m_geometry.ticks.top() + m_metrics.ascent()), tick.label);
    }
    m_painter.setPen(m_quiet);
    m_painter.drawText(QRectF(0, m_geometry.bands.top(), m_geometry.gutter - LabelGap, m_geometry.bands.height()),
                       Qt::AlignRight | Qt::AlignTop, m_picture.zoneName);
    const auto &bands = m_picture.axis->bands;
    const double right = m_geometry.bands.right();
    for (qsizetype i = 0; i < bands.size(); ++i) {
        const double left = std::max(m_geometry.bands.left(), x(bands[i].time));
        const double end = i + 1 < bands.size() ? std::min(right, x(bands[i + 1].time)) : right;
        if (left > m_geometry.bands.left())
            m_painter.fillRect(QRectF(std::round(left), m_geometry.ticks.top(), 1, m_geometry.ticks.height() * 1.9),
                               theme::blend(m_text, m_base, 0.3));
        const double pad = left > m_geometry.bands.left() ? 4 : 0;
        if (m_metrics.horizontalAdvance(bands[i].label) + pad <= end - left - 2)
            m_painter.drawText(QPointF(left + pad, m_geometry.bands.top() + m_metrics.ascent()), bands[i].label);
    }
}

QRectF Drawing::markRect(const SceneMark &mark, const QRectF &row) const
{
    if (mark.single()) {
        const double middle = x(mark.range.begin);
        return {middle - side() / 2, row.center().y() - side() / 2, side(), side()};
    }
    const double left = std::max(row.left(), x(mark.range.begin));
    const double right = std::min(row.right(), x(mark.range.end));
    return {left, row.top() + 2, std::max(1.0, right - left - (right - left > 4 ? 1 : 0)), row.height() - 4};
}

void Drawing::ports()
{
    for (const SceneMark &mark : m_picture.scene->ports.marks) {
        const Mark look = markOf(Verdict(mark.kind));
        QRectF rect = markRect(mark, m_geometry.ports);
        const QColor &color = m_fills[size_t(mark.kind)];
        if (mark.single() && theme::hasIcon(look)) {
            theme::paintIcon(m_painter, look, rect, color);
            continue;
        }
        if (mark.single())
            rect = QRectF(rect.center().x() - 1, rect.top() + 1, 2, rect.height() - 2);
        else if (!theme::hasIcon(look))
            rect.setTop(rect.top() + rect.height() / 2);
        m_painter.fillRect(rect, color);
    }
}

QRectF Drawing::lifeRect(const ServerLife &life, const QRectF &lane) const
{
    const double left = std::max(lane.left(), x(life.range.begin));
    const double right = std::min(lane.right(), x(life.range.end));
    return {left, lane.top() + 1, std::max(2.0, right - left), lane.height() - 2};
}

void Drawing::lives()
{
    for (const SceneLife &each : m_picture.scene->lives) {
        const ServerLife &life = m_picture.data->lives()[size_t(each.life)];
        const QRectF rect = lifeRect(life, m_geometry.lane(each.lane));
        QColor color = theme::blend(m_text, m_base, 0.32);
        if (life.kind == ServerLife::Kind::Troubled)
            color = life.open ? m_trouble : m_fills[size_t(Verdict::Orphan)];
        if (life.open) {
            m_painter.fillRect(rect, color);
            continue;
        }
        // What has ended is hollow, with a bar at its end.
        m_painter.fillRect(rect, theme::blend(color, m_base, life.kind == ServerLife::Kind::Troubled ? 0.35 : 0.45));
        if (x(life.range.end) <= m_geometry.servers.right())
            m_painter.fillRect(QRectF(rect.right() - 2, rect.top() - 1, 2, rect.height() + 2),
                               life.kind == ServerLife::Kind::Troubled ? color : theme::blend(m_text, m_base, 0.6));
    }
}

void Drawing::crowd()
{
    const TimelineScene &scene = *m_picture.scene;
    if (m_geometry.crowd.isEmpty() || scene.crowd.empty())
        return;
    const int most = std::max(1, *std::max_element(scene.crowd.begin(), scene.crowd.end()));
    for (size_t i = 0; i < scene.crowd.size(); ++i) {
        if (scene.crowd[i] == 0)
            continue;
        const QRectF rect = markRect({scene.crowdBins.bin(int(i)), 0, scene.crowd[i], -1}, m_geometry.crowd);
        const double height = std::max(1.0, rect.height() * scene.crowd[i] / most);
        m_painter.fillRect(QRectF(rect.left(), rect.bottom() - height, rect.width(), height),
                           theme::blend(m_text, m_base, 0.32));
    }
    m_painter.setPen(m_quiet);
}

void Drawing::cross(const QPointF &middle, double reach)
{
    m_painter.drawLine(middle - QPointF(reach, reach), middle + QPointF(reach, reach));
    m_painter.drawLine(middle - QPointF(reach, -reach), middle + QPointF(reach, -reach));
}

void Drawing::heat()
{
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    const QColor color = theme::blend(m_text, m_base, 0.55);
    for (const SceneMark &mark : m_picture.scene->heat.marks) {
        const QRectF rect = markRect(mark, m_geometry.heat);
        if (!mark.single()) {
            m_painter.fillRect(rect, theme::blend(m_text, m_base, 0.32));
            continue;
        }
        m_painter.setPen(QPen(color, 1.4));
        m_painter.setBrush(HeatMark(mark.kind) == HeatMark::Done ? color : m_base);
        m_painter.drawEllipse(rect.center(), 3, 3);
    }
    m_painter.restore();
}

void Drawing::failures()
{
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    const QColor &color = m_trouble;
    for (const SceneMark &mark : m_picture.scene->failures.marks) {
        const QRectF rect = markRect(mark, m_geometry.failures);
        if (!mark.single()) {
            m_painter.fillRect(rect, color);
            continue;
        }
        m_painter.setPen(QPen(color, 2));
        cross(rect.center(), 3.5);
    }
    m_painter.restore();
}

void Drawing::now()
{
    const double place = std::round(x(m_picture.data->now()));
    const QRectF body = m_geometry.body();
    if (place < body.left() || place > body.right())
        return;
    m_painter.setPen(QPen(theme::blend(m_text, m_base, 0.5), 1, Qt::DashLine));
    m_painter.drawLine(QPointF(place, body.top()), QPointF(place, body.bottom()));
}

void Drawing::brush()
{
    if (!m_picture.brush)
        return;
    const QRectF body = m_geometry.body();
    const double left = std::clamp(x(m_picture.brush->begin), body.left(), body.right());
    const double right = std::clamp(x(m_picture.brush->end), body.left(), body.right());
    QColor shade = m_highlight;
    shade.setAlpha(45);
    m_painter.fillRect(QRectF(left, body.top(), right - left, body.height()), shade);
    for (const double edge : {left, right - 1})
        m_painter.fillRect(QRectF(std::round(edge), body.top(), 1, body.height()), m_highlight);
}

void Drawing::selected()
{
    const TimelineScene &scene = *m_picture.scene;
    for (const SceneMark &mark : scene.selectedPorts.marks) {
        const QRectF rect = markRect(mark, m_geometry.ports);
        QColor line = m_highlight;
        line.setAlpha(scene.selectedPorts.marks.size() > 40 ? 70 : 150);
        const double middle = std::round(rect.center().x());
        m_painter.fillRect(QRectF(middle, m_geometry.plot.top(), 1, m_geometry.plot.height()), line);
        m_painter.setPen(QPen(m_highlight, 2));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(rect.adjusted(-1, 0, 1, 0));
    }
    m_painter.setPen(QPen(m_highlight, 2));
    for (const SceneLife &each : scene.lives) {
        if (std::binary_search(m_picture.selection->lives.begin(), m_picture.selection->lives.end(), each.life))
            m_painter.drawRect(
                lifeRect(m_picture.data->lives()[size_t(each.life)], m_geometry.lane(each.lane)).adjusted(-1, 0, 1, 0));
    }
    if (!m_geometry.crowd.isEmpty()) {
        QRectF lane = m_geometry.crowd;
        lane.setTop(lane.bottom() - m_geometry.laneHeight);
        for (const int life : scene.selectedOutside)
            m_painter.fillRect(lifeRect(m_picture.data->lives()[size_t(life)], lane), m_highlight);
    }
    for (const SceneMark &mark : scene.selectedHeat.marks)
        m_painter.drawRect(markRect(mark, m_geometry.heat));
    for (const SceneMark &mark : scene.selectedFailures.marks)
        m_painter.drawRect(markRect(mark, m_geometry.failures));
}

void Drawing::pointed(const TimelineHit &hit, const QColor &color, double thickness)
{
    if (hit.isNull())
        return;
    m_painter.setPen(QPen(color, thickness));
    m_painter.setBrush(Qt::NoBrush);
    const TimelineScene &scene = *m_picture.scene;
    const auto index = size_t(hit.index);
    switch (hit.row) {
    case Row::Chart:
    case Row::Crowd: {
        const TimeRange bin = hit.row == Row::Chart ? scene.bins.bin(hit.index) : scene.crowdBins.bin(hit.index);
        QRectF rect = markRect({bin, 0, 1, -1}, m_geometry.row(hit.row));
        m_painter.drawRect(rect.adjusted(0, -1, 0, 1));
        break;
    }
    case Row::Ports:
        m_painter.drawRect(markRect(scene.ports.marks[index], m_geometry.ports).adjusted(-1, -1, 1, 1));
        break;
    case Row::Heat:
        m_painter.drawRect(markRect(scene.heat.marks[index], m_geometry.heat).adjusted(-1, -1, 1, 1));
        break;
    case Row::Failures:
        m_painter.drawRect(markRect(scene.failures.marks[index], m_geometry.failures).adjusted(-1, -1, 1, 1));
        break;
    case Row::Servers: {
        const SceneLife &life = scene.lives[index];
        m_painter.drawRect(
            lifeRect(m_picture.data->lives()[size_t(life.life)], m_geometry.lane(life.lane)).adjusted(-1, -1, 1, 1));
        break;
    }
    case Row::None:
        break;
    }
}

void Drawing::emptyPlot()
{
    if (m_picture.scene->peak > 0)
        return;
    m_painter.setPen(m_quiet);
    m_painter.drawText(m_geometry.plot, Qt::AlignCenter, TimelineAnswers::tr("No port to count in this range"));
}

} // namespace

QColor timelineFill(Verdict verdict, const QPalette &palette)
{
    const Mark mark = markOf(verdict);
    if (theme::hasIcon(mark))
        return theme::color(mark, palette);
    return theme::blend(palette.color(QPalette::Text), palette.color(QPalette::Base),
                        mark == Mark::Service ? 0.16 : 0.28);
}

int timelineTop(int peak)
{
    if (peak <= 1)
        return 1;
    qint64 scale = 1;
    for (;;) {
        for (const int step : {1, 2, 3, 4, 5, 6, 8}) {
            if (step * scale >= peak)
                return int(std::min<qint64>(step * scale, std::numeric_limits<int>::max()));
        }
        scale *= 10;
    }
}

void paintTimelineGround(QPainter &painter, const TimelinePicture &picture)
{
    Drawing drawing(painter, picture);
    drawing.grid();
}

void paintTimeline(QPainter &painter, const TimelinePicture &picture)
{
    Drawing drawing(painter, picture);
    drawing.rowNames();
    drawing.scale();
    drawing.axis();
    painter.save();
    // Marks may reach a little over the ends.
    painter.setClipRect(picture.geometry->body().adjusted(-4, -2, 4, 2));
    drawing.emptyPlot();
    drawing.crowd();
    drawing.lives();
    drawing.heat();
    drawing.ports();
    drawing.failures();
    drawing.now();
    drawing.brush();
    drawing.selected();
    const QColor text = picture.palette.color(QPalette::Text);
    drawing.pointed(picture.hover, text, 1);
    drawing.pointed(picture.cursor, text, 2);
    painter.restore();
    if (picture.cursorRow != TimelineHit::Row::None) {
        const QRectF row = picture.geometry->row(picture.cursorRow);
        painter.fillRect(QRectF(0, row.top() + 1, 3, row.height() - 2), picture.palette.color(QPalette::Highlight));
    }
}

} // namespace flotsam
