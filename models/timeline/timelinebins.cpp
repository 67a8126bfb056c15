// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline/timelinebins.h"

#include <array>

namespace flotsam {

namespace {

constexpr qint64 Second = 1000;
constexpr qint64 Minute = 60 * Second;
constexpr qint64 Hour = 60 * Minute;
constexpr qint64 Day = 24 * Hour;
constexpr std::array Widths{1 * Second, 2 * Second, 5 * Second,  10 * Second, 15 * Second, 30 * Second, 1 * Minute,
                            2 * Minute, 5 * Minute, 10 * Minute, 15 * Minute, 30 * Minute, 1 * Hour,    2 * Hour,
                            3 * Hour,   6 * Hour,   12 * Hour,   1 * Day,     2 * Day,     7 * Day,     14 * Day};

} // namespace

TimelineBins::TimelineBins(const TimeRange &range, int maxBins, qint64 offset)
{
    if (range.isEmpty())
        return;
    const qint64 limit = std::max(2, maxBins);
    size_t step = 0;
    m_width = Widths[0];
    for (;;) {
        const qint64 first = floorDiv(range.begin + offset, m_width);
        const qint64 last = floorDiv(range.end - 1 + offset, m_width);
        if (last - first < limit) {
            m_first = first * m_width - offset;
            m_count = int(last - first + 1);
            return;
        }
        m_width = ++step < Widths.size() ? Widths[step] : m_width * 2;
    }
}

int TimelineBins::binAt(qint64 time) const { return covered().contains(time) ? int((time - m_first) / m_width) : -1; }

std::vector<int> TimelineBins::counts(std::span<const qint64> times) const
{
    std::vector<int> counts;
    counts.reserve(size_t(m_count));
    int before = countBefore(times, m_first);
    for (int i = 1; i <= m_count; ++i) {
        const int upTo = countBefore(times, edge(i));
        counts.push_back(upTo - before);
        before = upTo;
    }
    return counts;
}

int countBefore(std::span<const qint64> times, qint64 time)
{
    return int(std::lower_bound(times.begin(), times.end(), time) - times.begin());
}

} // namespace flotsam
