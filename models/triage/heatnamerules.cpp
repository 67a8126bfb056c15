// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rule C3: ports with the name of an internal port of a Heat server, `<resource>-port-<number>`.
#include "models/triage/heatnames.h"
#include "models/triage/rules.h"

#include <algorithm>

namespace flotsam {

using namespace Qt::StringLiterals;

namespace {

QString stackWords(const PortCase &c, const StackResource &resource)
{
    const Stack *stack = c.index.heat.stack(resource.stackId);
    return u"resource "_s + resource.name + u" ("_s + resource.status + u") of stack "_s
        + (stack && !stack->name.isEmpty() ? stack->name : resource.stackId) + u" ("_s
        + (stack ? stack->status : u"not listed"_s) + u')';
}

/// What one stack with a server resource of the port's name says of the port.
PortJudgement stackSays(const PortCase &c, const StackResource &resource)
{
    const QString &server = resource.physicalId;
    c.wantServer(server);
    c.noteListing(SourceId::Resources, resource.stackId, resource.status, [&] { return stackWords(c, resource); });
    if (!server.isEmpty())
        c.noteServer(server);
    const Life life = server.isEmpty() ? Life::Dead : c.index.servers.life(server);
    // Asked for in vain, it may as well be alive: a listing cut off or a probe refused proves nothing.
    const bool sought = c.unread(SourceId::Servers) || c.index.servers.probe(server);
    const bool createFailed
        = resource.status == "CREATE_FAILED"_L1 && life != Life::Alive && !(life == Life::Undecided && sought);
    if (createFailed || life == Life::Dead || c.index.servers.inError(server)) {
        return c.index.ports.isNewestOfName(c.port) ? likelyOrphan({Reason::HeatFailedServer}, Remedy::DeleteStack)
                                                    : likelyOrphan({Reason::HeatReplaced}, Remedy::Delete);
    }
    if (life == Life::Undecided)
        return unknown({Reason::SourceIncomplete});
    if (c.index.ports.serverHoldsName(server, c.port.name))
        return likelyOrphan({Reason::HeatReplaced});
    return unattached({Reason::HeatManaged});
}

/// The one stack that began to create the resource just before the port, where every stack's events tell.
const StackResource *decider(const PortCase &c, const QList<const StackResource *> &claims)
{
    if (!c.port.createdAt || c.snapshot.source(SourceId::Events).unreadFor(c.port.projectId))
        return nullptr;
    const StackResource *only = nullptr;
    for (const StackResource *claim : claims) {
        if (!c.index.heat.hasCreates(claim->stackId, claim->name))
            return nullptr;
        if (!c.index.heat.createdJustBefore(claim->stackId, claim->name, *c.port.createdAt))
            continue;
        if (only)
            return nullptr;
        only = claim;
    }
    if (only) {
        c.noteListing(SourceId::Events, only->stackId, u"CREATE_IN_PROGRESS"_s,
                      u"of several stacks with this resource only this one began to create it at most 120 s before "
                      "the port"_s);
    }
    return only;
}

bool sameAnswer(const PortJudgement &one, const PortJudgement &other)
{
    const auto mine = one.reasons();
    const auto theirs = other.reasons();
    return one.verdict == other.verdict && one.remedy == other.remedy
        && std::equal(mine.begin(), mine.end(), theirs.begin(), theirs.end());
}

/// Where several stacks do not agree, the safest of their answers.
PortJudgement safest(const QList<PortJudgement> &answers)
{
    const auto best = std::min_element(answers.begin(), answers.end(),
                                       [](const auto &one, const auto &other) { return one.verdict < other.verdict; });
    if (best->verdict == Verdict::Unattached)
        return unattached({Reason::HeatNameUnclaimed});
    if (best->verdict != Verdict::Orphan)
        return *best;
    // All say orphan for different reasons: the failed stack's repair is the gentler one.
    return likelyOrphan({Reason::HeatFailedServer, Reason::HeatReplaced}, Remedy::DeleteStack);
}

} // namespace

bool resourceInMotion(const PortCase &c)
{
    bool moving = false;
    c.index.heat.forEachPhysical(c.port.id, [&](const StackResource &resource) {
        const bool busy = c.index.heat.inMotion(resource.stackId)
            || (c.heatNamed() && c.index.heat.isNameInMotion(resource.stackId, c.heatName));
        if (busy)
            c.noteListing(SourceId::Stacks, resource.stackId, u"in motion"_s, [&] { return stackWords(c, resource); });
        moving = moving || busy;
    });
    return moving;
}

void noteResources(const PortCase &c)
{
    c.index.heat.forEachPhysical(c.port.id, [&](const StackResource &resource) {
        c.noteListing(SourceId::Resources, resource.stackId, resource.status,
                      [&] { return u"the port is "_s + stackWords(c, resource); });
    });
}

Opinion stackBusy(const PortCase &c)
{
    if (!c.heatNamed())
        return {};
    bool busy = false;
    c.index.heat.forEachNamed(c.port.projectId, c.heatName, [&](const StackResource &resource) {
        if (!c.index.heat.inMotion(resource))
            return;
        busy = true;
        c.noteListing(SourceId::Stacks, resource.stackId, u"in motion"_s, [&] { return stackWords(c, resource); });
    });
    if (!busy)
        return {};
    return settling({Reason::StackBusy});
}

Opinion claimedByStack(const PortCase &c)
{
    if (!c.heatNamed())
        return {};
    QList<const StackResource *> claims;
    c.index.heat.forEachNamed(c.port.projectId, c.heatName, [&](const StackResource &resource) {
        if (resource.type == "OS::Nova::Server"_L1)
            claims.append(&resource);
    });
    if (claims.isEmpty()) {
        c.noteListing(SourceId::Resources, c.heatName, u"none"_s,
                      u"no stack of the project has a server resource of that name"_s);
        return {};
    }
    if (claims.size() > 1) {
        if (const StackResource *one = decider(c, claims))
            return stackSays(c, *one);
    }
    QList<PortJudgement> answers;
    for (const StackResource *claim : claims)
        answers.append(stackSays(c, *claim));
    const bool agree = std::all_of(answers.begin(), answers.end(),
                                   [&](const PortJudgement &answer) { return sameAnswer(answer, answers.first()); });
    return agree ? answers.first() : safest(answers);
}

Opinion claimedByDeletedStack(const PortCase &c)
{
    if (!c.heatNamed())
        return {};
    const bool claimed
        = c.port.createdAt && c.index.heat.deletedStackCreated(c.port.projectId, c.heatName, *c.port.createdAt);
    c.noteListing(SourceId::DeletedStacks, c.heatName, claimed ? u"claimed"_s : u"none"_s,
                  claimed ? u"a stack that is deleted now began to create the resource at most 120 s before the port"_s
                          : u"no deleted stack's events claim the port"_s);
    if (!claimed)
        return {};
    return likelyOrphan({Reason::HeatStackGone});
}

Opinion unclaimedName(const PortCase &c)
{
    if (!c.heatNamed())
        return {};
    return unattached({Reason::HeatNameUnclaimed});
}

Opinion asIfReleased(const PortCase &c)
{
    constexpr std::array steps{sourcesUnread, stackBusy, claimedByStack, claimedByDeletedStack};
    for (const auto step : steps) {
        if (const Opinion opinion = step(c))
            return opinion;
    }
    return {};
}

} // namespace flotsam
