// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline/timelinedata.h"

#include <QSet>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

/// OpenStack is no older (2010-01-01), and no clock of a cloud should be ahead by more than a day: what lies outside
/// is a damaged time, and would make everything else too small to see.
constexpr qint64 Earliest = 1'262'304'000'000;
constexpr qint64 ClockSlack = 86'400'000;
constexpr qint64 SmallestMargin = 30'000;

using TimesAndRows = std::vector<std::pair<qint64, int>>;

TimedRows sorted(TimesAndRows &pairs)
{
    std::sort(pairs.begin(), pairs.end());
    TimedRows result;
    result.times.reserve(pairs.size());
    result.rows.reserve(pairs.size());
    for (const auto &[time, row] : pairs) {
        result.times.push_back(time);
        result.rows.push_back(row);
    }
    return result;
}

Time earliestCreate(const ActionsProbe *actions)
{
    Time found;
    for (const InstanceAction &action : actions ? actions->actions : QList<InstanceAction>()) {
        if (action.action == "create"_L1 && action.start && (!found || *action.start < *found))
            found = action.start;
    }
    return found;
}

bool failed(const QString &status) { return status.endsWith("_FAILED"_L1); }

} // namespace

TimelineData::TimelineData(const Dataset &dataset)
    : m_data(dataset)
{
    if (m_data.isNull())
        return;
    m_now = m_data.snapshot->takenAt.toMSecsSinceEpoch();
    addLives();
    addPorts();
    addHeat();
    addServerFailures();
    finish();
}

bool TimelineData::isEmpty() const
{
    return m_lives.empty() && m_failures.empty()
        && std::all_of(m_ports.begin(), m_ports.end(), [](const TimedRows &rows) { return rows.times.empty(); })
        && std::all_of(m_heat.begin(), m_heat.end(), [](const TimedRows &rows) { return rows.times.empty(); });
}

bool TimelineData::usable(Time time) const { return time && *time >= Earliest && *time <= m_now + ClockSlack; }

QString TimelineData::serverId(const ServerLife &life) const
{
    return life.instance >= 0 ? m_data.relations->instances()[size_t(life.instance)].id : life.server->id;
}

Time TimelineData::deathOf(const Server *tombstone, const ActionsProbe *actions) const
{
    Time deleted;
    Time last;
    for (const InstanceAction &action : actions ? actions->actions : QList<InstanceAction>()) {
        if (action.action == "delete"_L1 && action.start && (!deleted || *action.start > *deleted))
            deleted = action.start;
        const Time end = action.updated ? action.updated : action.start;
        if (end && (!last || *end > *last))
            last = end;
    }
    if (deleted)
        return deleted;
    if (tombstone && tombstone->terminatedAt)
        return tombstone->terminatedAt;
    if (tombstone && tombstone->isTombstone() && tombstone->updated)
        return tombstone->updated;
    return last;
}

void TimelineData::addLife(const QString &id, const Server *server, int instance, bool open, bool inError)
{
    const auto probe = m_data.snapshot->actionsProbes.constFind(id);
    const ActionsProbe *actions = probe == m_data.snapshot->actionsProbes.constEnd() ? nullptr : &*probe;
    ServerLife life;
    life.instance = instance;
    life.server = server;
    life.open = open;
    Time begin = server && server->created ? server->created : earliestCreate(actions);
    Time end = open ? Time(m_now) : deathOf(server, actions);
    if (!begin)
        begin = open ? Time() : end;
    if (!usable(begin) || !usable(end)) {
        ++m_serversWithoutTime;
        return;
    }
    life.range = {*begin, std::max(*begin, *end)};
    bool left = false;
    if (instance >= 0) {
        for (const int port : m_data.relations->portsOfInstance(instance))
            left = left || m_data.judgement->ports[port].deletable();
    }
    if (open)
        life.kind = inError ? ServerLife::Kind::Troubled : ServerLife::Kind::Alive;
    else
        life.kind = left ? ServerLife::Kind::Troubled : ServerLife::Kind::Gone;
    m_lives.push_back(life);
}

void TimelineData::addLives()
{
    const auto &instances = m_data.relations->instances();
    for (size_t row = 0; row < instances.size(); ++row) {
        const Instance &instance = instances[row];
        const bool open = instance.state == Instance::State::Live || instance.state == Instance::State::Hidden;
        // Of one that was neither listed nor asked for, not even its end is known.
        if (instance.state == Instance::State::NotSeen)
            ++m_serversWithoutTime;
        else
            addLife(instance.id, instance.server, int(row), open,
                    instance.server && instance.server->status == "ERROR"_L1);
    }
    for (const Server &server : m_data.snapshot->deletedServers) {
        if (m_data.relations->instanceRow(server.id) < 0)
            addLife(server.id, &server, -1, !server.isTombstone(), server.status == "ERROR"_L1);
    }
    std::sort(m_lives.begin(), m_lives.end(), [](const ServerLife &a, const ServerLife &b) {
        return std::tuple(a.kind, a.range.begin, a.range.end, a.instance, a.server)
            < std::tuple(b.kind, b.range.begin, b.range.end, b.instance, b.server);
    });
    m_instanceLife.assign(instances.size(), -1);
    for (size_t i = 0; i < m_lives.size(); ++i) {
        if (m_lives[i].instance >= 0)
            m_instanceLife[size_t(m_lives[i].instance)] = int(i);
    }
    auto begin = m_lives.begin();
    for (int kind = 0; kind < LifeKinds; ++kind) {
        const auto end = std::find_if(begin, m_lives.end(), [kind](const auto &life) { return int(life.kind) > kind; });
        std::vector<TimeRange> ranges;
        ranges.reserve(size_t(end - begin));
        for (auto it = begin; it != end; ++it)
            ranges.push_back({it->range.begin, it->open ? std::numeric_limits<qint64>::max() : it->range.end});
        m_firstLife[size_t(kind)] = int(begin - m_lives.begin());
        m_lifeIndex[size_t(kind)] = IntervalIndex(ranges);
        begin = end;
    }
}

void TimelineData::addPorts()
{
    std::array<TimesAndRows, VerdictCount> created;
    std::array<TimesAndRows, VerdictCount> left;
    const auto &ports = m_data.snapshot->ports;
    for (int row = 0; row < int(ports.size()); ++row) {
        const Time time = ports[row].createdAt;
        if (!usable(time)) {
            ++m_portsWithoutTime;
            continue;
        }
        const Verdict verdict = m_data.judgement->ports[row].verdict;
        created[size_t(verdict)].emplace_back(*time, row);
        if (verdict != Verdict::Orphan && verdict != Verdict::Stale)
            continue;
        const int instance = m_data.relations->instanceOfPort(row);
        const int life = instance < 0 ? -1 : lifeOfInstance(instance);
        const bool ended = life >= 0 && !m_lives[size_t(life)].open;
        left[size_t(verdict)].emplace_back(ended ? std::max(*time, m_lives[size_t(life)].range.end) : *time, row);
    }
    for (size_t verdict = 0; verdict < VerdictCount; ++verdict) {
        m_ports[verdict] = sorted(created[verdict]);
        m_leaks[verdict] = sorted(left[verdict]);
    }
}

void TimelineData::addHeat()
{
    const Snapshot &all = *m_data.snapshot;
    std::array<TimesAndRows, HeatMarks> marks;
    QSet<QString> told;
    for (int row = 0; row < int(all.events.size()); ++row) {
        const StackEvent &event = all.events[row];
        told.insert(event.stackId);
        m_eventResource.push_back(m_data.relations->resourceRow(event.stackId + u'/' + event.resourceName));
        if (!usable(event.time))
            continue;
        if (failed(event.status))
            m_failures.push_back({*event.time, Failure::Kind::Event, row, nullptr});
        else
            marks[size_t(event.status.endsWith("_COMPLETE"_L1) ? HeatMark::Done : HeatMark::Begun)].emplace_back(
                *event.time, row);
    }
    for (size_t i = 0; i < HeatMarks; ++i)
        m_heat[i] = sorted(marks[i]);
    for (int row = 0; row < int(all.resources.size()); ++row) {
        const StackResource &resource = all.resources[row];
        const Time time = resource.updated ? resource.updated : resource.created;
        if (failed(resource.status) && usable(time) && !told.contains(resource.stackId))
            m_failures.push_back({*time, Failure::Kind::Resource, row, nullptr});
    }
}

void TimelineData::addServerFailures()
{
    const auto &instances = m_data.relations->instances();
    for (int row = 0; row < int(instances.size()); ++row) {
        const Instance &instance = instances[size_t(row)];
        if (instance.server && instance.server->status == "ERROR"_L1) {
            const Time time = instance.server->updated ? instance.server->updated : instance.server->created;
            if (usable(time))
                m_failures.push_back({*time, Failure::Kind::Server, row, nullptr});
        }
        const auto probe = m_data.snapshot->actionsProbes.constFind(instance.id);
        if (probe == m_data.snapshot->actionsProbes.constEnd())
            continue;
        for (const InstanceAction &action : probe->actions) {
            const Time time = action.updated ? action.updated : action.start;
            if (!action.message.isEmpty() && usable(time))
                m_failures.push_back({*time, Failure::Kind::Action, row, &action});
        }
    }
}

void TimelineData::finish()
{
    std::sort(m_failures.begin(), m_failures.end(), [](const Failure &a, const Failure &b) {
        return std::tuple(a.time, a.kind, a.row, a.action) < std::tuple(b.time, b.kind, b.row, b.action);
    });
    for (size_t i = 0; i < m_failures.size(); ++i) {
        m_failureTimes.times.push_back(m_failures[i].time);
        m_failureTimes.rows.push_back(int(i));
    }
    TimeRange all{m_now, m_now};
    const auto include = [&all](const std::vector<qint64> &times) {
        if (!times.empty())
            all = {std::min(all.begin, times.front()), std::max(all.end, times.back())};
    };
    for (const auto &rows : m_ports)
        include(rows.times);
    for (const auto &rows : m_leaks)
        include(rows.times);
    for (const auto &rows : m_heat)
        include(rows.times);
    include(m_failureTimes.times);
    for (const ServerLife &life : m_lives)
        all = {std::min(all.begin, life.range.begin), std::max(all.end, life.range.end)};
    const qint64 margin = std::max(SmallestMargin, all.span() / 50);
    m_whole = {all.begin - margin, all.end + margin};
}

} // namespace flotsam
