// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timelinegeometry.h"

#include <algorithm>
#include <cmath>

namespace flotsam {

namespace {
constexpr double Padding = 6;
constexpr int MostLanes = 40;
constexpr double PlotShare = 0.55;
using Row = TimelineHit::Row;
} // namespace

QString TimelineGeometry::rowName(Row row)
{
    switch (row) {
    case Row::Ports:
        return TimelineAnswers::tr("Ports");
    case Row::Servers:
        return TimelineAnswers::tr("Servers");
    case Row::Crowd:
        return TimelineAnswers::tr("All servers");
    case Row::Heat:
        return TimelineAnswers::tr("Heat");
    case Row::Failures:
        return TimelineAnswers::tr("Failures");
    case Row::Chart:
    case Row::None:
        break;
    }
    return {};
}

TimelineGeometry TimelineGeometry::of(const QSize &size, const QFontMetrics &metrics, const TimelineData *data)
{
    TimelineGeometry geometry;
    const double line = metrics.height();
    const double rowHeight = std::max(12.0, std::ceil(line * 0.95));
    geometry.laneHeight = std::max(6.0, std::round(line * 0.42));
    for (const Row row : {Row::Ports, Row::Servers, Row::Crowd, Row::Heat, Row::Failures})
        geometry.gutter = std::max(geometry.gutter, double(metrics.horizontalAdvance(rowName(row))));
    geometry.gutter = std::ceil(geometry.gutter + 2 * Padding);
    const double left = geometry.gutter;
    const double width = std::max(20.0, size.width() - left - 2 * Padding);

    const bool heat = data && (data->heat()[0].size() > 0 || data->heat()[1].size() > 0);
    const bool failures = data && !data->failures().empty();
    const bool servers = data && !data->lives().empty();
    const double fixed = Padding + rowHeight * (1 + heat + failures) + 2 * line + Padding / 2;
    const double room = std::max(0.0, size.height() - fixed);
    double serverRoom = 0;
    if (servers) {
        const double share = std::max(0.0, room * (1 - PlotShare));
        const auto all = int(data->lives().size());
        geometry.lanes = std::clamp(int(share / geometry.laneHeight), 1, MostLanes);
        const bool crowd = all > geometry.lanes;
        if (crowd)
            geometry.lanes = std::clamp(int((share - rowHeight) / geometry.laneHeight), 1, MostLanes);
        else
            geometry.lanes = all;
        serverRoom = std::max(rowHeight, geometry.lanes * geometry.laneHeight) + (crowd ? rowHeight : 0);
        geometry.crowd = crowd ? QRectF(left, 0, width, rowHeight) : QRectF();
    }

    double y = Padding;
    const auto take = [&](double height) {
        const QRectF rect(left, y, width, height);
        y += height;
        return rect;
    };
    geometry.plot = take(std::max(rowHeight, std::floor(room - serverRoom)));
    geometry.ports = take(rowHeight);
    if (servers) {
        const double crowd = geometry.crowd.height();
        geometry.servers = take(serverRoom - crowd);
        if (crowd > 0)
            geometry.crowd = take(crowd);
    }
    if (heat)
        geometry.heat = take(rowHeight);
    if (failures)
        geometry.failures = take(rowHeight);
    geometry.ticks = take(line);
    geometry.bands = take(line);
    return geometry;
}

QRectF TimelineGeometry::row(Row row) const
{
    switch (row) {
    case Row::Chart:
        return plot;
    case Row::Ports:
        return ports;
    case Row::Servers:
        return servers;
    case Row::Crowd:
        return crowd;
    case Row::Heat:
        return heat;
    case Row::Failures:
        return failures;
    case Row::None:
        break;
    }
    return {};
}

std::vector<Row> TimelineGeometry::rows() const
{
    std::vector<Row> present;
    for (const Row each : {Row::Chart, Row::Ports, Row::Servers, Row::Crowd, Row::Heat, Row::Failures}) {
        if (!row(each).isEmpty())
            present.push_back(each);
    }
    return present;
}

Row TimelineGeometry::rowAt(double y) const
{
    for (const Row each : rows()) {
        if (y >= row(each).top() && y < row(each).bottom())
            return each;
    }
    return Row::None;
}

int TimelineGeometry::laneAt(double y) const { return int(std::floor((y - servers.top()) / laneHeight)); }

QRectF TimelineGeometry::lane(int lane) const
{
    return {servers.left(), servers.top() + lane * laneHeight, servers.width(), laneHeight};
}

} // namespace flotsam
