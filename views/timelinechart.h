// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/timeline/timelinehit.h"
#include "models/timeline/timelinemapping.h"
#include "models/timeline/timeticks.h"
#include "views/timelinegeometry.h"
#include "views/timelinepainter.h"

#include <QChartView>

#include <array>
#include <utility>

class QAreaSeries;
class QValueAxis;

namespace flotsam {

/// Time against ports, stacked by verdict, with the lanes below. QtCharts gets the bins only and draws the areas; the
/// rest is painted here, and every question of what lies where is answered from the scene, never by QtCharts: its
/// view crashes on a press where no graphics item lies and swallows the wheel (6.4).
class TimelineChart : public QChartView
{
    Q_OBJECT
public:
    /// More are not selected by one click.
    static constexpr int MostPicked = 10'000;

    explicit TimelineChart(QWidget *parent = nullptr);

    /// Null shows nothing. What is in sight stays in sight.
    void setData(const TimelineDataPtr &timeline);
    const TimelineDataPtr &timeline() const { return m_data; }
    void setSelection(const TimelineSelection &selection);
    void setMeasure(Measure measure);
    void setHidden(quint8 verdicts);
    void setZone(const QTimeZone &zone);
    /// The range that the tables are filtered by.
    void setBrush(const std::optional<TimeRange> &brush);
    /// Dragging chooses a range instead of moving.
    void setBrushMode(bool on);

    void zoomBy(double factor);
    void showAll();

    const TimelineMapping &mapping() const { return m_mapping; }
    /// As drawn, or as it will be drawn next.
    const TimelineScene &scene();
    const TimelineGeometry &geometryOfRows();
    const TimeAxis &axis();
    /// As written beside the axis.
    const QString &zoneName() const { return m_zoneName; }
    TimelineHit hitAt(const QPointF &position);
    TimelineHit cursor() const { return m_cursor; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// What the pointer or the keyboard is at; empty: nothing.
    void told(const QString &text);
    /// Nothing in it: an empty place was clicked. \a add: beside what is selected.
    void picked(const flotsam::Selection &selection, bool add);
    void brushed(const flotsam::TimeRange &range);
    /// A plain click in brush mode.
    void brushCleared();

protected:
    void drawBackground(QPainter *painter, const QRectF &rect) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    enum class Drag : quint8
    {
        None,
        Pressed,
        Move,
        Brush
    };
    void setUpChart();
    void markDirty();
    void refresh();
    void updateSeries();
    std::pair<QList<QPointF>, QList<QPointF>> outlines(size_t position) const;
    void showColors();
    TimelinePicture picture() const;
    void hover(const QPointF &position);
    void pick(const TimelineHit &hit, bool add);
    void stepRow(int direction);
    void stepItem(bool forward);
    void findCursorAgain();
    void tellCursor();
    double focusPlace() const;

    TimelineDataPtr m_data;
    TimelineSelection m_selection;
    TimelineMapping m_mapping;
    TimelineRequest m_request;
    TimelineScene m_scene;
    TimelineGeometry m_geometry;
    TimeAxis m_axis;
    QTimeZone m_zone = QTimeZone::utc();
    QString m_zoneName;
    std::optional<TimeRange> m_brush;
    bool m_brushMode = false;
    bool m_dirty = true;
    bool m_queued = false;
    int m_top = 1;

    Drag m_drag = Drag::None;
    QPointF m_pressed;
    QPointF m_last;
    qint64 m_brushFrom = 0;
    std::optional<TimeRange> m_draggedBrush;
    std::optional<QPointF> m_pointer;
    TimelineHit m_hover;
    TimelineHit::Row m_cursorRow = TimelineHit::Row::Chart;
    TimelineHit m_cursor;
    qint64 m_cursorTime = 0;
    int m_cursorLife = -1;

    QValueAxis *m_across = nullptr;
    QValueAxis *m_up = nullptr;
    std::array<QAreaSeries *, VerdictCount> m_areas{}; ///< from bottom to top: the most telling verdict first
};

} // namespace flotsam
