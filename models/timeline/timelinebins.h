// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/timeline/timerange.h"

#include <span>
#include <vector>

namespace flotsam {

/// Equal bins of a round width that cover a range. Their edges are multiples of the width, so they stay where they are
/// while the range moves.
class TimelineBins
{
public:
    TimelineBins() = default;
    /// The narrowest bins of which \a maxBins (at least 2) are enough; never narrower than a second, the precision of
    /// OpenStack. \a offset is added to UTC to get the times that are to be round.
    TimelineBins(const TimeRange &range, int maxBins, qint64 offset = 0);

    int count() const { return m_count; }
    qint64 width() const { return m_width; }
    qint64 edge(int bin) const { return m_first + bin * m_width; }
    TimeRange bin(int bin) const { return {edge(bin), edge(bin + 1)}; }
    /// The first bin's begin to the last one's end: holds the range.
    TimeRange covered() const { return {m_first, edge(m_count)}; }
    /// -1 outside.
    int binAt(qint64 time) const;

    /// How many of \a times (sorted) are in each bin.
    std::vector<int> counts(std::span<const qint64> times) const;

private:
    qint64 m_first = 0;
    qint64 m_width = 1000;
    int m_count = 0;
};

/// Items of \a times (sorted) before \a time.
int countBefore(std::span<const qint64> times, qint64 time);
inline int countIn(std::span<const qint64> times, const TimeRange &range)
{
    return range.isEmpty() ? 0 : countBefore(times, range.end) - countBefore(times, range.begin);
}

} // namespace flotsam
