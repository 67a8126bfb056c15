// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/timeline/timerange.h"

#include <span>
#include <vector>

namespace flotsam {

/// Puts intervals into lanes so that none overlap in a lane and at least \a gap lies between two; each goes to the
/// first lane with room. The intervals come in groups, the important ones first, each group sorted by begin. The
/// result is parallel to \a intervals: a lane below \a laneCount, or -1 where there is no room.
std::vector<int> packLanes(std::span<const TimeRange> intervals, int laneCount, qint64 gap);

} // namespace flotsam
