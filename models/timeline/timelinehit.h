// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/timeline/timelinescene.h"

#include <QCoreApplication>

namespace flotsam {

/// What lies at one place of the timeline.
struct TimelineHit
{
    enum class Row : quint8
    {
        None,
        Chart, ///< index: bin
        Ports, ///< index: mark of scene.ports
        Servers, ///< index: in scene.lives
        Crowd, ///< index: bin of scene.crowdBins
        Heat, ///< index: mark of scene.heat
        Failures, ///< index: mark of scene.failures
    };
    Row row = Row::None;
    int index = -1;
    std::optional<Verdict> verdict; ///< of a bar's part; not set: of the whole bar

    bool isNull() const { return row == Row::None || index < 0; }
    friend bool operator==(const TimelineHit &, const TimelineHit &) = default;
};

/// Answers about a hit: what it is and which rows of the tables belong to it.
class TimelineAnswers
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::TimelineAnswers)
public:
    TimelineAnswers(const TimelineData &data, const TimelineScene &scene)
        : m_data(data)
        , m_scene(scene)
    { }

    /// When it was; a moment where begin == end.
    TimeRange when(const TimelineHit &hit) const;
    /// One line for people: what, and when (UTC and local).
    QString tell(const TimelineHit &hit) const;
    /// What to select. Empty where it stands for no row of a table.
    Selection selection(const TimelineHit &hit) const;
    /// How many rows selection() would name, without naming them.
    int count(const TimelineHit &hit) const;
    /// The item in sight after (\a forward) or before another of its row; null where there is none.
    TimelineHit next(const TimelineHit &from, bool forward) const;
    /// The item of \a row that begins next after or before \a time. Before the range: the first, after it: the last.
    TimelineHit nextTo(TimelineHit::Row row, qint64 time, bool forward) const;

private:
    const MarkLine *line(TimelineHit::Row row) const;
    std::vector<int> ordered(TimelineHit::Row row) const;
    QString tellBar(const TimelineHit &hit) const;
    QString tellPorts(const SceneMark &mark) const;
    QString tellLife(const ServerLife &life) const;
    QString tellHeat(const SceneMark &mark) const;
    QString tellFailure(const SceneMark &mark) const;
    QString nameOf(const StackEvent &event) const;
    QStringList verdictCounts(const std::array<int, VerdictCount> &counts) const;
    const std::array<TimedRows, VerdictCount> &counted() const;

    const TimelineData &m_data;
    const TimelineScene &m_scene;
};

/// "2026-11-30 09:00:00 – 09:15:00 UTC (10:00:00 – 10:15:00 CET)", dates where they differ.
QString timeRangeText(const TimeRange &range);

} // namespace flotsam
