// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline/timelinemapping.h"

#include <cmath>

namespace flotsam {

void TimelineMapping::setWhole(const TimeRange &whole)
{
    const bool all = showsAll();
    m_whole = whole;
    m_whole.end = std::max(m_whole.end, m_whole.begin + MinSpan);
    if (all)
        showAll();
    else
        show(m_shown);
}

void TimelineMapping::setPixels(double left, double width)
{
    m_left = left;
    m_width = std::max(1.0, width);
}

double TimelineMapping::xOf(qint64 time) const
{
    return m_left + double(time - m_shown.begin) * m_width / double(m_shown.span());
}

qint64 TimelineMapping::timeAt(double x) const
{
    return m_shown.begin + std::llround((x - m_left) * double(m_shown.span()) / m_width);
}

qint64 TimelineMapping::duration(double pixels) const
{
    return std::max(1LL, std::llround(pixels * double(m_shown.span()) / m_width));
}

void TimelineMapping::show(const TimeRange &range) { showSpan(double(range.begin), range.span()); }

void TimelineMapping::zoom(double factor, double x)
{
    if (!(factor > 0) || !std::isfinite(factor))
        return;
    const double place = std::clamp((x - m_left) / m_width, 0.0, 1.0);
    const double anchor = double(m_shown.begin) + place * double(m_shown.span());
    const double wanted = std::min(double(m_shown.span()) / factor, double(m_whole.span()));
    const qint64 span = std::max(MinSpan, qint64(std::llround(wanted)));
    showSpan(anchor - place * double(span), span);
}

void TimelineMapping::pan(double pixels)
{
    if (std::isfinite(pixels))
        showSpan(double(m_shown.begin) + pixels * double(m_shown.span()) / m_width, m_shown.span());
}

void TimelineMapping::showSpan(double begin, qint64 span)
{
    span = std::clamp(span, MinSpan, m_whole.span());
    const double latest = double(m_whole.end - span);
    m_shown.begin = std::llround(std::clamp(begin, double(m_whole.begin), latest));
    m_shown.end = m_shown.begin + span;
}

} // namespace flotsam
