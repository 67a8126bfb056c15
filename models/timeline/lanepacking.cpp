// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline/lanepacking.h"

#include <map>

namespace flotsam {

std::vector<int> packLanes(std::span<const TimeRange> intervals, int laneCount, qint64 gap)
{
    std::vector<int> lanes;
    lanes.reserve(intervals.size());
    std::vector<std::map<qint64, qint64>> taken(size_t(std::max(0, laneCount))); // begin to end
    const auto fits = [gap](const std::map<qint64, qint64> &lane, const TimeRange &wanted) {
        const auto next = lane.lower_bound(wanted.begin);
        if (next != lane.end() && next->first < wanted.end + gap)
            return false;
        return next == lane.begin() || std::prev(next)->second + gap <= wanted.begin;
    };
    for (const TimeRange &interval : intervals) {
        int lane = 0;
        while (lane < laneCount && !fits(taken[size_t(lane)], interval))
            ++lane;
        if (lane < laneCount)
            taken[size_t(lane)].emplace(interval.begin, interval.end);
        lanes.push_back(lane < laneCount ? lane : -1);
    }
    return lanes;
}

} // namespace flotsam
