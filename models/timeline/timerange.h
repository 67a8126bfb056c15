// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <algorithm>

namespace flotsam {

/// From begin up to, not including, end. Milliseconds since the epoch.
struct TimeRange
{
    qint64 begin = 0;
    qint64 end = 0;

    qint64 span() const { return end - begin; }
    bool isEmpty() const { return end <= begin; }
    bool contains(qint64 time) const { return time >= begin && time < end; }
    TimeRange intersected(const TimeRange &other) const
    {
        return {std::max(begin, other.begin), std::min(end, other.end)};
    }
    friend bool operator==(const TimeRange &, const TimeRange &) = default;
};

/// Rounds down, also below zero.
constexpr qint64 floorDiv(qint64 a, qint64 b) { return a / b - (a % b < 0 ? 1 : 0); }

} // namespace flotsam
