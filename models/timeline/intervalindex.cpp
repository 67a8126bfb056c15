// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline/intervalindex.h"

#include "models/timeline/timelinebins.h"

#include <limits>
#include <numeric>

namespace flotsam {

IntervalIndex::IntervalIndex(const std::vector<TimeRange> &intervals)
    : m_size(int(intervals.size()))
{
    m_begins.reserve(intervals.size());
    for (const TimeRange &interval : intervals)
        m_begins.push_back(interval.begin);
    m_byEnd.resize(intervals.size());
    std::iota(m_byEnd.begin(), m_byEnd.end(), 0);
    std::stable_sort(m_byEnd.begin(), m_byEnd.end(),
                     [&](int a, int b) { return intervals[size_t(a)].end < intervals[size_t(b)].end; });
    m_ends.reserve(intervals.size());
    for (const int position : m_byEnd)
        m_ends.push_back(intervals[size_t(position)].end);

    while (m_leaves < m_size)
        m_leaves *= 2;
    m_latest.assign(size_t(m_leaves) * 2, std::numeric_limits<qint64>::min());
    for (size_t i = 0; i < intervals.size(); ++i)
        m_latest[size_t(m_leaves) + i] = intervals[i].end;
    for (size_t node = size_t(m_leaves) - 1; node > 0; --node)
        m_latest[node] = std::max(m_latest[2 * node], m_latest[2 * node + 1]);
}

int IntervalIndex::countOverlapping(const TimeRange &range) const
{
    return range.isEmpty() ? 0 : countBefore(m_begins, range.end) - countBefore(m_ends, range.begin);
}

std::vector<int> IntervalIndex::overlapping(const TimeRange &range) const
{
    std::vector<int> found;
    if (!range.isEmpty() && m_size > 0)
        collect(1, 0, m_leaves, countBefore(m_begins, range.end), range.begin, found);
    return found;
}

void IntervalIndex::collect(size_t node, int first, int count, int last, qint64 time, std::vector<int> &found) const
{
    if (first >= last || m_latest[node] < time)
        return;
    if (count == 1) {
        found.push_back(first);
        return;
    }
    collect(2 * node, first, count / 2, last, time, found);
    collect(2 * node + 1, first + count / 2, count / 2, last, time, found);
}

int IntervalIndex::countTouching(const TimeRange &range) const
{
    return countIn(m_begins, range) + countIn(m_ends, range);
}

std::vector<int> IntervalIndex::touching(const TimeRange &range) const
{
    std::vector<int> found;
    if (range.isEmpty())
        return found;
    for (int i = countBefore(m_begins, range.begin); i < countBefore(m_begins, range.end); ++i)
        found.push_back(i);
    for (int i = countBefore(m_ends, range.begin); i < countBefore(m_ends, range.end); ++i)
        found.push_back(m_byEnd[size_t(i)]);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

std::vector<int> IntervalIndex::lastBeginning(const TimeRange &range, int most) const
{
    const int end = countBefore(m_begins, range.end);
    const int begin = std::max(std::min(end, countBefore(m_begins, range.begin)), end - most);
    std::vector<int> found(size_t(end - begin));
    std::iota(found.begin(), found.end(), begin);
    return found;
}

} // namespace flotsam
