// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/timeline/timerange.h"

namespace flotsam {

/// Which part of the time is shown, and which pixel shows which time. Always within whole(), never narrower than
/// MinSpan.
class TimelineMapping
{
public:
    static constexpr qint64 MinSpan = 10'000;

    /// All that there is to see. What is shown stays where it can; if all was shown, all is shown again.
    void setWhole(const TimeRange &whole);
    const TimeRange &whole() const { return m_whole; }
    /// The pixels that the shown range covers.
    void setPixels(double left, double width);
    double left() const { return m_left; }
    double width() const { return m_width; }

    const TimeRange &shown() const { return m_shown; }
    bool showsAll() const { return m_shown == m_whole; }
    double xOf(qint64 time) const;
    /// Rounded to the nearest millisecond; not limited to what is shown.
    qint64 timeAt(double x) const;
    /// Of \a pixels, at least 1.
    qint64 duration(double pixels) const;

    void show(const TimeRange &range);
    void showAll() { m_shown = m_whole; }
    /// \a factor above 1 shows less time. The time at \a x stays there, unless an end of whole() is reached.
    void zoom(double factor, double x);
    /// Positive \a pixels show later times.
    void pan(double pixels);

private:
    void showSpan(double begin, qint64 span);

    TimeRange m_whole{0, MinSpan};
    TimeRange m_shown{0, MinSpan};
    double m_left = 0;
    double m_width = 1;
};

} // namespace flotsam
