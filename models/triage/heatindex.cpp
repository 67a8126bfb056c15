// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/heatindex.h"

#include <algorithm>

namespace flotsam {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 CreateWindow = 120 * 1000;

bool statusInMotion(const Stack &stack)
{
    return stack.status.endsWith("_IN_PROGRESS"_L1) || stack.status == "ROLLBACK_FAILED"_L1;
}

} // namespace

QStringView heatResourceName(QStringView portName)
{
    constexpr QLatin1StringView middle = "-port-"_L1;
    const qsizetype at = portName.lastIndexOf(middle);
    if (at <= 0)
        return {};
    const QStringView number = portName.sliced(at + middle.size());
    const bool digits = !number.isEmpty()
        && std::all_of(number.begin(), number.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
    return digits ? portName.first(at) : QStringView();
}

HeatIndex::HeatIndex(const Snapshot &snapshot)
    : m_snapshot(snapshot)
{
    for (const Stack &stack : snapshot.stacks)
        m_stacks.insert(stack.id, &stack);
    // The listing with show_deleted holds live stacks too, read later: one that began to move meanwhile counts.
    for (const Stack &stack : snapshot.deletedStacks) {
        const bool known = m_stacks.contains(stack.id);
        if (stack.status != "DELETE_COMPLETE"_L1 && (!known || statusInMotion(stack)))
            m_stacks.insert(stack.id, &stack);
        else if (!known)
            m_deleted.insert(stack.id, &stack);
    }
    resolveMotion();
    for (int i = 0; i < int(snapshot.resources.size()); ++i) {
        const StackResource &resource = snapshot.resources[i];
        if (!resource.physicalId.isEmpty())
            m_physical.add(resource.physicalId, i);
        if (const Stack *owner = stack(resource.stackId))
            m_named.add({owner->projectId, resource.name}, i);
    }
    readEvents();
}

void HeatIndex::resolveMotion()
{
    QHash<QString, qsizetype> onPath;
    for (auto start = m_stacks.cbegin(); start != m_stacks.cend(); ++start) {
        std::vector<const Stack *> path;
        onPath.clear();
        bool above = false;
        for (const Stack *at = *start; at; at = stack(at->parent)) {
            if (const auto known = m_moving.constFind(at->id); known != m_moving.constEnd()) {
                above = *known;
                break;
            }
            if (const auto loop = onPath.constFind(at->id); loop != onPath.constEnd()) {
                // Stacks that are each other's ancestors share their motion.
                above
                    = std::any_of(path.begin() + *loop, path.end(), [](const Stack *s) { return statusInMotion(*s); });
                break;
            }
            onPath.insert(at->id, qsizetype(path.size()));
            path.push_back(at);
        }
        for (auto at = path.rbegin(); at != path.rend(); ++at) {
            above = above || statusInMotion(**at);
            m_moving.insert((*at)->id, above);
        }
    }
}

void HeatIndex::readEvents()
{
    for (const StackEvent &event : m_snapshot.events) {
        if (event.status != "CREATE_IN_PROGRESS"_L1 || !event.time)
            continue;
        if (stack(event.stackId))
            m_creates[{event.stackId, event.resourceName}].push_back(*event.time);
        else if (const Stack *gone = m_deleted.value(event.stackId))
            m_deletedCreates[{gone->projectId, event.resourceName}].push_back(*event.time);
    }
    for (Times *times : {&m_creates, &m_deletedCreates}) {
        for (std::vector<qint64> &list : *times)
            std::sort(list.begin(), list.end());
    }
}

const Stack *HeatIndex::stack(const QString &id) const { return m_stacks.value(id); }

bool HeatIndex::inMotion(const StackResource &resource) const
{
    return inMotion(resource.stackId) || resource.status.endsWith("_IN_PROGRESS"_L1);
}

bool HeatIndex::hasCreates(const QString &stackId, const QString &resource) const
{
    return m_creates.contains({stackId, resource});
}

bool HeatIndex::createdJustBefore(const QString &stackId, const QString &resource, qint64 created) const
{
    return anyJustBefore(m_creates, {stackId, resource}, created);
}

bool HeatIndex::deletedStackCreated(const QString &projectId, const QString &resource, qint64 created) const
{
    return anyJustBefore(m_deletedCreates, {projectId, resource}, created);
}

bool HeatIndex::anyJustBefore(const Times &times, const Key &key, qint64 created)
{
    const auto found = times.constFind(key);
    if (found == times.constEnd())
        return false;
    const auto after = std::upper_bound(found->begin(), found->end(), created);
    return after != found->begin() && created - *std::prev(after) <= CreateWindow;
}

bool HeatIndex::unreadFor(const QString &projectId) const
{
    return m_snapshot.source(SourceId::Stacks).unreadFor(projectId)
        || m_snapshot.source(SourceId::Resources).unreadFor(projectId);
}

} // namespace flotsam
