// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/timeline/timerange.h"

#include <vector>

namespace flotsam {

/// Intervals that are asked for by a time range: how many overlap it in logarithmic time, and which in time
/// proportional to their number. An interval includes its end; a point is one, too.
class IntervalIndex
{
public:
    IntervalIndex() = default;
    /// \a intervals must be sorted by begin, and no end be before its begin.
    explicit IntervalIndex(const std::vector<TimeRange> &intervals);

    int size() const { return m_size; }
    int countOverlapping(const TimeRange &range) const;
    /// Positions in the vector, ascending.
    std::vector<int> overlapping(const TimeRange &range) const;
    /// Those that begin or end within \a range, ascending.
    std::vector<int> touching(const TimeRange &range) const;
    int countTouching(const TimeRange &range) const;
    /// The last \a most of those that begin within \a range, ascending.
    std::vector<int> lastBeginning(const TimeRange &range, int most) const;

private:
    void collect(size_t node, int first, int count, int last, qint64 time, std::vector<int> &found) const;

    int m_size = 0;
    std::vector<qint64> m_begins;
    std::vector<qint64> m_ends; ///< sorted
    std::vector<int> m_byEnd; ///< positions, in the order of m_ends
    std::vector<qint64> m_latest; ///< a tree: the latest end below each node
    int m_leaves = 1;
};

} // namespace flotsam
