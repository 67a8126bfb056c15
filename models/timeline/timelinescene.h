// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/timeline/timelinebins.h"
#include "models/timeline/timelinedata.h"

#include <optional>

namespace flotsam {

/// What the chart counts.
enum class Measure : quint8
{
    Created, ///< ports created in each bin
    StillThere, ///< ports that exist of those created until then
    Leaked, ///< orphan and stale ports that were left behind until then
};

/// A mark of one item, or of all items of a bin.
struct SceneMark
{
    TimeRange range; ///< begin == end for a single item
    int kind = 0; ///< the most telling one of its items
    int count = 1;
    int row = -1; ///< of a single item; -1 of a bin
    bool single() const { return row >= 0; }
};

/// Marks on one line, in order of time.
struct MarkLine
{
    std::vector<SceneMark> marks;
    int total = 0; ///< items within the range; a mark more where a bin reaches over its ends
    bool binned = false;
};

/// Items of \a kinds (a later kind is more telling; \a hidden has a bit for each that is left out): one mark each where
/// at most \a limit are in \a range, else one for each bin that is not empty.
MarkLine layOutMarks(std::span<const TimedRows> kinds, quint32 hidden, const TimeRange &range, int limit,
                     qint64 offset = 0);

struct SceneLife
{
    int life = 0; ///< index in TimelineData::lives()
    int lane = 0;
};

/// Selected things, as the timeline marks them.
struct TimelineSelection
{
    TimedRows ports;
    TimedRows heat; ///< rows of snapshot->events
    TimedRows failures; ///< rows of failures()
    std::vector<int> lives; ///< sorted

    static TimelineSelection of(const TimelineData &data, const SelectionHub &hub);
    bool isEmpty() const { return !ports.size() && !heat.size() && !failures.size() && lives.empty(); }
};

struct TimelineRequest
{
    TimeRange range;
    double width = 1; ///< pixels
    int lanes = 8; ///< for servers
    double laneGap = 2; ///< pixels between two lives
    Measure measure = Measure::Created;
    quint8 hidden = 0; ///< bit per Verdict
    qint64 offset = 0; ///< from UTC to the zone in which bins are round
    friend bool operator==(const TimelineRequest &, const TimelineRequest &) = default;
};

/// What is drawn for one time range: a pure value, never more than MaxItems items.
struct TimelineScene
{
    static constexpr int MaxItems = 2000;
    static constexpr int MaxBars = 700;
    static constexpr int MaxPorts = 350;
    static constexpr int MaxLives = 300;
    static constexpr int MaxCrowd = 100;
    static constexpr int MaxHeat = 100;
    static constexpr int MaxFailures = 100;
    static constexpr int MaxSelectedPorts = 200;
    static constexpr int MaxSelected = 50; ///< of each of Heat events, failures and lives not in a lane

    TimelineRequest request;
    TimelineBins bins;
    /// By verdict. Created: one a bin; else one at each edge: what is counted up to then. Empty where hidden or none.
    std::array<std::vector<int>, VerdictCount> values;
    int peak = 0; ///< the highest sum of all verdicts
    MarkLine ports;
    MarkLine heat;
    MarkLine failures;
    std::vector<SceneLife> lives; ///< by lane, then by time
    int livesInRange = 0;
    bool crowded = false; ///< not every life has a place in a lane: crowd tells of all of them
    TimelineBins crowdBins;
    std::vector<int> crowd; ///< lives in each of crowdBins
    MarkLine selectedPorts;
    MarkLine selectedHeat;
    MarkLine selectedFailures;
    std::vector<int> selectedOutside; ///< selected lives in range that are in no lane

    static TimelineScene of(const TimelineData &data, const TimelineRequest &request,
                            const TimelineSelection &selection = {});
    int itemCount() const;
    /// Sum over the verdicts up to and with \a verdict, most telling verdict first (at the bottom of the stack).
    int stackedUpTo(Verdict verdict, size_t index) const;
};

/// The mark next to \a time, at most \a reach away; -1 where there is none.
int nearestMark(const MarkLine &line, qint64 time, qint64 reach);
/// The index in scene.lives of what lies in \a lane at \a time or next to it; -1 where there is nothing.
int nearestLife(const TimelineScene &scene, const TimelineData &data, int lane, qint64 time, qint64 reach);

} // namespace flotsam
