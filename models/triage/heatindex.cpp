// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/heatindex.h"

#include <algorithm>

namespace flotsam {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 CreateWindow = 120 * 1000;

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
    m_numbers.reserve(snapshot.stacks.size());
    m_rows.reserve(size_t(snapshot.stacks.size()));
    for (const Stack &stack : snapshot.stacks)
        add(stack);
    // The listing with show_deleted holds live stacks too, read later: one that began to move meanwhile counts.
    for (const Stack &stack : snapshot.deletedStacks) {
        if (stack.status != "DELETE_COMPLETE"_L1)
            add(stack);
        else if (!m_numbers.contains(stack.id))
            m_deleted.insert(stack.id, &stack);
    }
    resolveMotion();
    for (int i = 0; i < int(snapshot.resources.size()); ++i) {
        const StackResource &resource = snapshot.resources[i];
        if (!resource.physicalId.isEmpty())
            m_physical.add(resource.physicalId, i);
        if (resource.isMoving())
            m_movingNames.insert({resource.stackId, resource.name});
        if (const Stack *owner = stack(resource.stackId))
            m_named.add({owner->projectId, resource.name}, i);
    }
    readEvents();
}

/// Of two rows of one stack the one in motion counts, else the first.
void HeatIndex::add(const Stack &stack)
{
    const bool moving = stack.isMoving();
    int &number = m_numbers.emplace(stack.id, int(m_rows.size())).value();
    if (size_t(number) == m_rows.size())
        m_rows.push_back({&stack, moving});
    else if (moving)
        m_rows[size_t(number)] = {&stack, moving};
}

void HeatIndex::resolveMotion()
{
    constexpr int Unseen = -1;
    constexpr int Done = -2;
    std::vector<int> placeOnPath(m_rows.size(), Unseen);
    std::vector<size_t> path;
    for (size_t start = 0; start < m_rows.size(); ++start) {
        path.clear();
        bool above = false;
        for (int at = int(start); at >= 0;) {
            const size_t number = size_t(at);
            if (placeOnPath[number] == Done) {
                above = m_rows[number].moving;
                break;
            }
            if (placeOnPath[number] != Unseen) {
                // Stacks that are each other's ancestors share their motion.
                above = std::any_of(path.begin() + placeOnPath[number], path.end(),
                                    [&](size_t row) { return m_rows[row].moving; });
                break;
            }
            placeOnPath[number] = int(path.size());
            path.push_back(number);
            const QString &parent = m_rows[number].stack->parent;
            at = parent.isEmpty() ? -1 : m_numbers.value(parent, -1);
        }
        for (auto row = path.rbegin(); row != path.rend(); ++row) {
            above = above || m_rows[*row].moving;
            m_rows[*row].moving = above;
            placeOnPath[*row] = Done;
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

const Stack *HeatIndex::stack(const QString &id) const
{
    const int number = m_numbers.value(id, -1);
    return number < 0 ? nullptr : m_rows[size_t(number)].stack;
}

bool HeatIndex::inMotion(const QString &stackId) const
{
    const int number = m_numbers.value(stackId, -1);
    return number >= 0 && m_rows[size_t(number)].moving;
}

bool HeatIndex::inMotion(const StackResource &resource) const
{
    return inMotion(resource.stackId) || resource.isMoving();
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
