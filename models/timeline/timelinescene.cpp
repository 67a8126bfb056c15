// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline/timelinescene.h"

#include "models/timeline/lanepacking.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace flotsam {

namespace {

constexpr double NarrowestBar = 6; // pixels
constexpr double NarrowestMark = 3;

bool isHidden(quint32 hidden, size_t kind) { return hidden & (1u << kind); }

int fitting(double width, double each, int limit) { return std::clamp(int(width / each), 2, std::max(2, limit)); }

/// Of the rows that are in \a range.
TimedRows slice(const TimedRows &all, const TimeRange &range)
{
    TimedRows part;
    for (auto i = size_t(countBefore(all.times, range.begin)); i < size_t(countBefore(all.times, range.end)); ++i) {
        part.times.push_back(all.times[i]);
        part.rows.push_back(all.rows[i]);
    }
    return part;
}

void layOutValues(TimelineScene &scene, const TimelineData &data)
{
    const TimelineRequest &request = scene.request;
    const auto &source = request.measure == Measure::Leaked ? data.leaks() : data.ports();
    int shown = 0;
    for (size_t verdict = 0; verdict < VerdictCount; ++verdict)
        shown += source[verdict].size() > 0 && !isHidden(request.hidden, verdict);
    const bool each = request.measure == Measure::Created;
    const int limit = TimelineScene::MaxBars / std::max(1, shown) - (each ? 0 : 1);
    scene.bins = TimelineBins(request.range, fitting(request.width, NarrowestBar, limit), request.offset);
    std::vector<int> sums(size_t(scene.bins.count()) + (each ? 0 : 1), 0);
    for (size_t verdict = 0; verdict < VerdictCount; ++verdict) {
        if (source[verdict].size() == 0 || isHidden(request.hidden, verdict))
            continue;
        std::vector<int> &values = scene.values[verdict];
        if (each) {
            values = scene.bins.counts(source[verdict].times);
        } else {
            for (int i = 0; i <= scene.bins.count(); ++i)
                values.push_back(countBefore(source[verdict].times, scene.bins.edge(i)));
        }
        for (size_t i = 0; i < sums.size(); ++i)
            sums[i] += values[i];
    }
    scene.peak = sums.empty() ? 0 : *std::max_element(sums.begin(), sums.end());
}

/// Lives that may get a place: first those that begin or end in sight, they tell most; trouble first within each.
std::vector<int> chooseLives(const TimelineData &data, const TimeRange &range)
{
    std::vector<int> chosen;
    auto room = size_t(TimelineScene::MaxLives);
    const auto add = [&](int kind, std::vector<int> found) {
        found.resize(std::min(found.size(), room));
        room -= found.size();
        for (const int position : found)
            chosen.push_back(data.firstLife(ServerLife::Kind(kind)) + position);
    };
    for (int kind = 0; kind < LifeKinds; ++kind) {
        const IntervalIndex &index = data.livesOf(ServerLife::Kind(kind));
        if (index.countTouching(range) <= TimelineScene::MaxLives)
            add(kind, index.touching(range));
        else if (ServerLife::Kind(kind) == ServerLife::Kind::Troubled)
            add(kind, index.lastBeginning(range, TimelineScene::MaxLives));
    }
    for (int kind = 0; kind < LifeKinds && room > 0; ++kind) {
        const IntervalIndex &index = data.livesOf(ServerLife::Kind(kind));
        if (index.countOverlapping(range) > 2 * TimelineScene::MaxLives)
            continue;
        const std::vector<int> all = index.overlapping(range);
        const std::vector<int> touching = index.touching(range);
        std::vector<int> through;
        std::set_difference(all.begin(), all.end(), touching.begin(), touching.end(), std::back_inserter(through));
        add(kind, std::move(through));
    }
    return chosen;
}

void layOutLives(TimelineScene &scene, const TimelineData &data)
{
    const TimelineRequest &request = scene.request;
    for (int kind = 0; kind < LifeKinds; ++kind)
        scene.livesInRange += data.livesOf(ServerLife::Kind(kind)).countOverlapping(request.range);
    const std::vector<int> chosen = chooseLives(data, request.range);
    std::vector<TimeRange> ranges;
    ranges.reserve(chosen.size());
    for (const int life : chosen)
        ranges.push_back(data.lives()[size_t(life)].range);
    const auto gap = qint64(request.laneGap * double(request.range.span()) / std::max(1.0, request.width));
    const std::vector<int> lanes = packLanes(ranges, request.lanes, gap);
    for (size_t i = 0; i < chosen.size(); ++i) {
        if (lanes[i] >= 0)
            scene.lives.push_back({chosen[i], lanes[i]});
    }
    scene.crowded = int(scene.lives.size()) < scene.livesInRange;
    std::sort(scene.lives.begin(), scene.lives.end(), [&](const SceneLife &a, const SceneLife &b) {
        return std::pair(a.lane, data.lives()[size_t(a.life)].range.begin)
            < std::pair(b.lane, data.lives()[size_t(b.life)].range.begin);
    });
    if (!scene.crowded)
        return;
    scene.crowdBins
        = TimelineBins(request.range, fitting(request.width, NarrowestMark, TimelineScene::MaxCrowd), request.offset);
    for (int i = 0; i < scene.crowdBins.count(); ++i) {
        int count = 0;
        for (int kind = 0; kind < LifeKinds; ++kind)
            count += data.livesOf(ServerLife::Kind(kind)).countOverlapping(scene.crowdBins.bin(i));
        scene.crowd.push_back(count);
    }
}

void layOutSelection(TimelineScene &scene, const TimelineData &data, const TimelineSelection &selection)
{
    const TimelineRequest &request = scene.request;
    const auto line = [&](const TimedRows &rows, int limit) {
        return layOutMarks({&rows, 1}, 0, request.range, limit, request.offset);
    };
    scene.selectedPorts = line(selection.ports, TimelineScene::MaxSelectedPorts);
    scene.selectedHeat = line(selection.heat, TimelineScene::MaxSelected);
    scene.selectedFailures = line(selection.failures, TimelineScene::MaxSelected);
    std::vector<int> drawn;
    for (const SceneLife &life : scene.lives)
        drawn.push_back(life.life);
    std::sort(drawn.begin(), drawn.end());
    for (const int life : selection.lives) {
        const TimeRange &range = data.lives()[size_t(life)].range;
        if (scene.selectedOutside.size() == TimelineScene::MaxSelected)
            break;
        if (range.begin < request.range.end && range.end >= request.range.begin
            && !std::binary_search(drawn.begin(), drawn.end(), life))
            scene.selectedOutside.push_back(life);
    }
}

} // namespace

MarkLine layOutMarks(std::span<const TimedRows> kinds, quint32 hidden, const TimeRange &range, int limit, qint64 offset)
{
    MarkLine line;
    for (size_t kind = 0; kind < kinds.size(); ++kind) {
        if (!isHidden(hidden, kind))
            line.total += countIn(kinds[kind].times, range);
    }
    line.binned = line.total > limit;
    if (!line.binned) {
        for (size_t kind = 0; kind < kinds.size(); ++kind) {
            if (isHidden(hidden, kind))
                continue;
            const TimedRows rows = slice(kinds[kind], range);
            for (size_t i = 0; i < rows.size(); ++i)
                line.marks.push_back({{rows.times[i], rows.times[i]}, int(kind), 1, rows.rows[i]});
        }
        std::stable_sort(line.marks.begin(), line.marks.end(), [](const SceneMark &a, const SceneMark &b) {
            return std::pair(a.range.begin, a.kind) < std::pair(b.range.begin, b.kind);
        });
        return line;
    }
    const TimelineBins bins(range, limit, offset);
    std::vector<SceneMark> marks(size_t(bins.count()));
    for (size_t kind = 0; kind < kinds.size(); ++kind) {
        if (isHidden(hidden, kind))
            continue;
        const std::vector<int> counts = bins.counts(kinds[kind].times);
        for (size_t i = 0; i < counts.size(); ++i) {
            SceneMark &mark = marks[i];
            mark.count = (mark.range.isEmpty() ? 0 : mark.count) + counts[i];
            mark.range = bins.bin(int(i));
            if (counts[i] > 0)
                mark.kind = int(kind);
        }
    }
    std::erase_if(marks, [](const SceneMark &mark) { return mark.range.isEmpty() || mark.count == 0; });
    line.marks = std::move(marks);
    return line;
}

TimelineSelection TimelineSelection::of(const TimelineData &data, const SelectionHub &hub)
{
    TimelineSelection result;
    const Dataset &dataset = data.dataset();
    const auto timed = [](std::vector<std::pair<qint64, int>> found) {
        std::sort(found.begin(), found.end());
        TimedRows rows;
        for (const auto &[time, row] : found) {
            rows.times.push_back(time);
            rows.rows.push_back(row);
        }
        return rows;
    };
    const auto marked
        = [&hub](TableKind kind, int row) { return hub.isSelected(kind, row) || hub.isLinked(kind, row); };
    const auto each = [&hub](TableKind kind, const auto &use) {
        if (hub.selection().kind == kind) {
            for (const int row : hub.selectedRows())
                use(row);
        }
        for (const int row : hub.linkedRows(kind))
            use(row);
    };

    std::vector<std::pair<qint64, int>> ports;
    each(TableKind::Ports, [&](int row) {
        if (const Time created = dataset.snapshot->ports[row].createdAt)
            ports.emplace_back(*created, row);
    });
    result.ports = timed(std::move(ports));
    each(TableKind::Instances, [&](int row) {
        if (const int life = data.lifeOfInstance(row); life >= 0)
            result.lives.push_back(life);
    });
    std::sort(result.lives.begin(), result.lives.end());

    std::vector<std::pair<qint64, int>> heat;
    std::vector<std::pair<qint64, int>> failures;
    const auto ofResource = [&](int eventRow) {
        const int row = data.resourceOfEvent(eventRow);
        return row >= 0 && marked(TableKind::Resources, row);
    };
    const bool anyResource
        = hub.selection().kind == TableKind::Resources || !hub.linkedRows(TableKind::Resources).empty();
    if (anyResource) {
        for (const TimedRows &rows : data.heat()) {
            for (size_t i = 0; i < rows.size(); ++i) {
                if (ofResource(rows.rows[i]))
                    heat.emplace_back(rows.times[i], rows.rows[i]);
            }
        }
    }
    for (int i = 0; !hub.selectedRows().empty() && i < int(data.failures().size()); ++i) {
        const Failure &failure = data.failures()[size_t(i)];
        bool hit = false;
        switch (failure.kind) {
        case Failure::Kind::Event:
            hit = anyResource && ofResource(failure.row);
            break;
        case Failure::Kind::Resource:
            hit = marked(TableKind::Resources, failure.row);
            break;
        case Failure::Kind::Server:
        case Failure::Kind::Action:
            hit = marked(TableKind::Instances, failure.row);
            break;
        }
        if (hit)
            failures.emplace_back(failure.time, i);
    }
    result.heat = timed(std::move(heat));
    result.failures = timed(std::move(failures));
    return result;
}

TimelineScene TimelineScene::of(const TimelineData &data, const TimelineRequest &request,
                                const TimelineSelection &selection)
{
    TimelineScene scene;
    scene.request = request;
    if (request.range.isEmpty())
        return scene;
    layOutValues(scene, data);
    scene.ports = layOutMarks(data.ports(), request.hidden, request.range,
                              fitting(request.width, NarrowestMark, MaxPorts), request.offset);
    scene.heat
        = layOutMarks(data.heat(), 0, request.range, fitting(request.width, NarrowestMark, MaxHeat), request.offset);
    scene.failures = layOutMarks({&data.failureTimes(), 1}, 0, request.range,
                                 fitting(request.width, NarrowestMark, MaxFailures), request.offset);
    layOutLives(scene, data);
    layOutSelection(scene, data, selection);
    return scene;
}

int TimelineScene::itemCount() const
{
    size_t count = ports.marks.size() + heat.marks.size() + failures.marks.size() + lives.size() + crowd.size()
        + selectedPorts.marks.size() + selectedHeat.marks.size() + selectedFailures.marks.size()
        + selectedOutside.size();
    for (const auto &each : values)
        count += each.size();
    return int(count);
}

int TimelineScene::stackedUpTo(Verdict verdict, size_t index) const
{
    int sum = 0;
    for (int v = VerdictCount - 1; v >= int(verdict); --v) {
        if (!values[size_t(v)].empty())
            sum += values[size_t(v)][index];
    }
    return sum;
}

int nearestMark(const MarkLine &line, qint64 time, qint64 reach)
{
    const auto &marks = line.marks;
    const auto distance = [time](const SceneMark &mark) {
        if (time < mark.range.begin)
            return mark.range.begin - time;
        return std::max<qint64>(0, time - std::max(mark.range.begin, mark.range.end - 1));
    };
    const auto after = std::upper_bound(marks.begin(), marks.end(), time,
                                        [](qint64 t, const SceneMark &mark) { return t < mark.range.begin; });
    auto best = marks.end();
    if (after != marks.begin())
        best = std::prev(after);
    if (after != marks.end() && (best == marks.end() || distance(*after) < distance(*best)))
        best = after;
    return best != marks.end() && distance(*best) <= reach ? int(best - marks.begin()) : -1;
}

int nearestLife(const TimelineScene &scene, const TimelineData &data, int lane, qint64 time, qint64 reach)
{
    const auto rangeOf
        = [&](const SceneLife &life) -> const TimeRange & { return data.lives()[size_t(life.life)].range; };
    const auto after = std::upper_bound(
        scene.lives.begin(), scene.lives.end(), std::pair(lane, time),
        [&](const auto &wanted, const SceneLife &life) { return wanted < std::pair(life.lane, rangeOf(life).begin); });
    int best = -1;
    qint64 nearest = reach;
    const auto consider = [&](auto it) {
        const qint64 distance = std::max({qint64(0), rangeOf(*it).begin - time, time - rangeOf(*it).end});
        if (it->lane == lane && distance <= nearest) {
            nearest = distance;
            best = int(it - scene.lives.begin());
        }
    };
    if (after != scene.lives.end())
        consider(after);
    if (after != scene.lives.begin())
        consider(std::prev(after));
    return best;
}

} // namespace flotsam
