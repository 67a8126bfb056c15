// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline/timelinehit.h"

#include "models/tables/format.h"
#include "models/triage/explain.h"

#include <QDateTime>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

QString spanText(const QDateTime &begin, const QDateTime &end)
{
    const QString from = begin.toString(u"yyyy-MM-dd HH:mm:ss"_s);
    return from + u" – "_s + end.toString(begin.date() == end.date() ? u"HH:mm:ss t"_s : u"yyyy-MM-dd HH:mm:ss t"_s);
}

bool isHidden(quint8 hidden, size_t verdict) { return hidden & (1 << verdict); }

} // namespace

QString timeRangeText(const TimeRange &range)
{
    if (range.span() <= 0)
        return exactTime(range.begin);
    const QDateTime begin = QDateTime::fromMSecsSinceEpoch(range.begin, Qt::UTC);
    const QDateTime end = QDateTime::fromMSecsSinceEpoch(range.end, Qt::UTC);
    return spanText(begin, end) + u" ("_s + spanText(begin.toLocalTime(), end.toLocalTime()) + u')';
}

const MarkLine *TimelineAnswers::line(TimelineHit::Row row) const
{
    switch (row) {
    case TimelineHit::Row::Ports:
        return &m_scene.ports;
    case TimelineHit::Row::Heat:
        return &m_scene.heat;
    case TimelineHit::Row::Failures:
        return &m_scene.failures;
    default:
        return nullptr;
    }
}

const std::array<TimedRows, VerdictCount> &TimelineAnswers::counted() const
{
    return m_scene.request.measure == Measure::Leaked ? m_data.leaks() : m_data.ports();
}

TimeRange TimelineAnswers::when(const TimelineHit &hit) const
{
    if (hit.isNull())
        return {};
    if (const MarkLine *marks = line(hit.row))
        return marks->marks[size_t(hit.index)].range;
    if (hit.row == TimelineHit::Row::Servers)
        return m_data.lives()[size_t(m_scene.lives[size_t(hit.index)].life)].range;
    return hit.row == TimelineHit::Row::Crowd ? m_scene.crowdBins.bin(hit.index) : m_scene.bins.bin(hit.index);
}

QString TimelineAnswers::tell(const TimelineHit &hit) const
{
    if (hit.isNull())
        return {};
    switch (hit.row) {
    case TimelineHit::Row::Chart:
        return tellBar(hit);
    case TimelineHit::Row::Ports:
        return tellPorts(m_scene.ports.marks[size_t(hit.index)]);
    case TimelineHit::Row::Servers:
        return tellLife(m_data.lives()[size_t(m_scene.lives[size_t(hit.index)].life)]);
    case TimelineHit::Row::Crowd:
        return tr("Servers alive: %1, %2")
            .arg(groupedNumber(m_scene.crowd[size_t(hit.index)]), timeRangeText(when(hit)));
    case TimelineHit::Row::Heat:
        return tellHeat(m_scene.heat.marks[size_t(hit.index)]);
    case TimelineHit::Row::Failures:
        return tellFailure(m_scene.failures.marks[size_t(hit.index)]);
    case TimelineHit::Row::None:
        break;
    }
    return {};
}

QStringList TimelineAnswers::verdictCounts(const std::array<int, VerdictCount> &counts) const
{
    QStringList parts;
    for (int verdict = VerdictCount - 1; verdict >= 0; --verdict) {
        if (counts[size_t(verdict)] > 0)
            parts += groupedNumber(counts[size_t(verdict)]) + u' ' + toWord(Verdict(verdict));
    }
    return parts;
}

QString TimelineAnswers::tellBar(const TimelineHit &hit) const
{
    const TimeRange range = when(hit);
    const Measure measure = m_scene.request.measure;
    std::array<int, VerdictCount> counts{};
    int sum = 0;
    for (size_t verdict = 0; verdict < VerdictCount; ++verdict) {
        if (isHidden(m_scene.request.hidden, verdict))
            continue;
        const auto &times = counted()[verdict].times;
        counts[verdict] = measure == Measure::Created ? countIn(times, range) : countBefore(times, range.end);
        sum += counts[verdict];
    }
    const QString detail = sum > 0 ? u" ("_s + verdictCounts(counts).join(u", "_s) + u')' : QString();
    const QString number = groupedNumber(sum);
    if (measure == Measure::Created)
        return tr("Ports created: %1%2, %3").arg(number, detail, timeRangeText(range));
    const QString until = exactTime(range.end);
    return measure == Measure::Leaked ? tr("Ports left behind: %1%2, by %3").arg(number, detail, until)
                                      : tr("Of today's ports: %1%2, created by %3").arg(number, detail, until);
}

QString TimelineAnswers::tellPorts(const SceneMark &mark) const
{
    if (!mark.single()) {
        std::array<int, VerdictCount> counts{};
        for (size_t verdict = 0; verdict < VerdictCount; ++verdict) {
            if (!isHidden(m_scene.request.hidden, verdict))
                counts[verdict] = countIn(m_data.ports()[verdict].times, mark.range);
        }
        return tr("Ports created: %1 (%2), %3")
            .arg(groupedNumber(mark.count), verdictCounts(counts).join(u", "_s), timeRangeText(mark.range));
    }
    const Port &port = m_data.dataset().snapshot->ports[mark.row];
    const Judgement &judgement = *m_data.dataset().judgement;
    return tr("Port %1, %2, created %3. %4")
        .arg(port.name.isEmpty() ? shortId(port.id) : port.name, verdictLabel(judgement.ports[mark.row]),
             exactTime(mark.range.begin), verdictSentence(judgement, mark.row));
}

QString TimelineAnswers::tellLife(const ServerLife &life) const
{
    const Server *server = life.server;
    const QString id = m_data.serverId(life);
    const QString name = server && !server->name.isEmpty() ? server->name : shortId(id);
    if (life.open) {
        const QString status = server && !server->status.isEmpty() ? server->status : tr("not listed");
        return tr("Server %1 (%2), created %3").arg(name, status, exactTime(life.range.begin));
    }
    int left = 0;
    if (life.instance >= 0) {
        for (const int port : m_data.dataset().relations->portsOfInstance(life.instance))
            left += m_data.dataset().judgement->ports[port].deletable();
    }
    const QString lived = tr("Server %1 lived %2, %3").arg(name, ageText(life.range.span()), timeRangeText(life.range));
    return left == 0 ? lived : tr("%1. Ports left behind: %2").arg(lived, groupedNumber(left));
}

QString TimelineAnswers::nameOf(const StackEvent &event) const
{
    const Snapshot &all = *m_data.dataset().snapshot;
    for (const QList<Stack> *stacks : {&all.stacks, &all.deletedStacks}) {
        const auto found = std::lower_bound(stacks->begin(), stacks->end(), event.stackId,
                                            [](const Stack &stack, const QString &id) { return stack.id < id; });
        if (found != stacks->end() && found->id == event.stackId)
            return found->name == event.resourceName ? found->name : found->name + u" / "_s + event.resourceName;
    }
    return shortId(event.stackId) + u" / "_s + event.resourceName;
}

QString TimelineAnswers::tellHeat(const SceneMark &mark) const
{
    if (!mark.single())
        return tr("Heat events: %1, %2").arg(groupedNumber(mark.count), timeRangeText(mark.range));
    const StackEvent &event = m_data.dataset().snapshot->events[mark.row];
    return tr("Heat: %1 %2 at %3").arg(nameOf(event), event.status, exactTime(mark.range.begin));
}

QString TimelineAnswers::tellFailure(const SceneMark &mark) const
{
    if (!mark.single())
        return tr("Failures: %1, %2").arg(groupedNumber(mark.count), timeRangeText(mark.range));
    const Failure &failure = m_data.failures()[size_t(mark.row)];
    const Snapshot &all = *m_data.dataset().snapshot;
    const QString when = exactTime(failure.time);
    const auto because = [](const QString &reason) { return reason.isEmpty() ? QString() : u": "_s + reason; };
    switch (failure.kind) {
    case Failure::Kind::Event: {
        const StackEvent &event = all.events[failure.row];
        return tr("Heat: %1 %2 at %3").arg(nameOf(event), event.status, when) + because(event.statusReason);
    }
    case Failure::Kind::Resource: {
        const StackResource &resource = all.resources[failure.row];
        const Stack *stack = m_data.dataset().relations->stackOfResource(failure.row);
        return tr("Heat: %1 %2 at %3")
                   .arg((stack ? stack->name : shortId(resource.stackId)) + u" / "_s + resource.name, resource.status,
                        when)
            + because(resource.statusReason);
    }
    case Failure::Kind::Server:
    case Failure::Kind::Action:
        break;
    }
    const Instance &instance = m_data.dataset().relations->instances()[size_t(failure.row)];
    const QString name
        = instance.server && !instance.server->name.isEmpty() ? instance.server->name : shortId(instance.id);
    if (failure.kind == Failure::Kind::Action)
        return tr("Server %1: %2 failed at %3").arg(name, failure.action->action, when)
            + because(failure.action->message);
    return tr("Server %1 in ERROR at %2").arg(name, when) + because(instance.server->faultMessage);
}

int TimelineAnswers::count(const TimelineHit &hit) const
{
    if (hit.isNull())
        return 0;
    if (hit.row == TimelineHit::Row::Chart) {
        int sum = 0;
        for (size_t verdict = 0; verdict < VerdictCount; ++verdict) {
            const bool wanted
                = hit.verdict ? size_t(*hit.verdict) == verdict : !isHidden(m_scene.request.hidden, verdict);
            sum += wanted ? countIn(counted()[verdict].times, when(hit)) : 0;
        }
        return sum;
    }
    const MarkLine *marks = line(hit.row);
    if (marks)
        return marks->marks[size_t(hit.index)].count;
    return hit.row == TimelineHit::Row::Servers ? 1 : 0;
}

Selection TimelineAnswers::selection(const TimelineHit &hit) const
{
    Selection found;
    if (hit.isNull())
        return found;
    const Dataset &dataset = m_data.dataset();
    const TimeRange range = when(hit);
    const auto addPorts = [&](const std::array<TimedRows, VerdictCount> &from, std::optional<Verdict> only) {
        for (size_t verdict = 0; verdict < VerdictCount; ++verdict) {
            if (only ? size_t(*only) != verdict : isHidden(m_scene.request.hidden, verdict))
                continue;
            const TimedRows &rows = from[verdict];
            for (int i = countBefore(rows.times, range.begin); i < countBefore(rows.times, range.end); ++i)
                found.ids += dataset.snapshot->ports[rows.rows[size_t(i)]].id;
        }
    };
    const auto addEvent = [&](int event) {
        found.kind = TableKind::Resources;
        if (const int row = m_data.resourceOfEvent(event); row >= 0)
            found.ids += dataset.relations->resourceKey(row);
        else if (dataset.snapshot->events[event].resourceName.size()) {
            const RowRange all = dataset.relations->resourcesOfStack(dataset.snapshot->events[event].stackId);
            for (int resource = all.begin; resource < all.end; ++resource)
                found.ids += dataset.relations->resourceKey(resource);
        }
    };
    switch (hit.row) {
    case TimelineHit::Row::Chart:
        addPorts(counted(), hit.verdict);
        break;
    case TimelineHit::Row::Ports:
        if (const SceneMark &mark = m_scene.ports.marks[size_t(hit.index)]; mark.single())
            found.ids += dataset.snapshot->ports[mark.row].id;
        else
            addPorts(m_data.ports(), {});
        break;
    case TimelineHit::Row::Servers: {
        const ServerLife &life = m_data.lives()[size_t(m_scene.lives[size_t(hit.index)].life)];
        found = {TableKind::Instances, {m_data.serverId(life)}};
        break;
    }
    case TimelineHit::Row::Heat:
        if (const SceneMark &mark = m_scene.heat.marks[size_t(hit.index)]; mark.single())
            addEvent(mark.row);
        break;
    case TimelineHit::Row::Failures: {
        const SceneMark &mark = m_scene.failures.marks[size_t(hit.index)];
        if (!mark.single())
            break;
        const Failure &failure = m_data.failures()[size_t(mark.row)];
        if (failure.kind == Failure::Kind::Event)
            addEvent(failure.row);
        else if (failure.kind == Failure::Kind::Resource)
            found = {TableKind::Resources, {dataset.relations->resourceKey(failure.row)}};
        else
            found = {TableKind::Instances, {dataset.relations->instances()[size_t(failure.row)].id}};
        break;
    }
    case TimelineHit::Row::Crowd:
    case TimelineHit::Row::None:
        break;
    }
    return found;
}

/// Indices of the items of a row, in order of time.
std::vector<int> TimelineAnswers::ordered(TimelineHit::Row row) const
{
    size_t count = 0;
    if (const MarkLine *marks = line(row))
        count = marks->marks.size();
    else if (row == TimelineHit::Row::Servers)
        count = m_scene.lives.size();
    else if (row == TimelineHit::Row::Chart)
        count = size_t(m_scene.bins.count());
    else if (row == TimelineHit::Row::Crowd)
        count = m_scene.crowd.size();
    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    if (row == TimelineHit::Row::Servers)
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
            return when({row, a, {}}).begin < when({row, b, {}}).begin;
        });
    return order;
}

TimelineHit TimelineAnswers::next(const TimelineHit &from, bool forward) const
{
    const std::vector<int> order = ordered(from.row);
    const auto at = std::find(order.begin(), order.end(), from.index) - order.begin();
    const auto wanted = at + (forward ? 1 : -1);
    const bool there = at < std::ssize(order) && wanted >= 0 && wanted < std::ssize(order);
    return there ? TimelineHit{from.row, order[size_t(wanted)], {}} : TimelineHit();
}

TimelineHit TimelineAnswers::nextTo(TimelineHit::Row row, qint64 time, bool forward) const
{
    const std::vector<int> order = ordered(row);
    const auto begin = [&](int index) { return when({row, index, {}}).begin; };
    const TimeRange &range = m_scene.request.range;
    auto found = order.end();
    if (forward && time < range.begin) {
        found = order.begin();
    } else if (forward) {
        found = std::find_if(order.begin(), order.end(), [&](int index) { return begin(index) > time; });
    } else {
        const auto last = time >= range.end
            ? order.end()
            : std::find_if(order.begin(), order.end(), [&](int index) { return begin(index) >= time; });
        found = last == order.begin() ? order.end() : std::prev(last);
    }
    return found == order.end() ? TimelineHit() : TimelineHit{row, *found, {}};
}

} // namespace flotsam
