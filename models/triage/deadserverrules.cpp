// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rule B5: the device names a server that is dead.
#include "models/triage/rules.h"

#include "models/triage/heatnames.h"

#include <algorithm>

namespace flotsam {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 ActionSlack = 1000;

/// What is left to read of a server that is gone.
struct Remains
{
    explicit Remains(const PortCase &c)
        : tombstone(c.index.servers.tombstone(c.port.deviceId))
    {
        const ActionsProbe *answer = c.index.servers.actions(c.port.deviceId);
        actionsRead = answer && answer->readable;
        actionsFailed = answer && !actionsRead && answer->status != 404;
        if (actionsRead)
            actions = answer->actions;
    }

    const Server *tombstone;
    bool actionsRead = false;
    bool actionsFailed = false; ///< asked for, and neither read nor gone: what they would have said is not known
    QList<InstanceAction> actions;

    bool seen() const { return tombstone || !actions.isEmpty(); }
    Reason reason() const { return seen() ? Reason::ServerDeleted : Reason::ServerGone; }

    /// The earliest start of an action of that name, or the latest.
    Time start(QLatin1StringView name, bool latest) const
    {
        Time found;
        for (const InstanceAction &action : actions) {
            if (action.action == name && action.start
                && (!found || (latest ? *action.start > *found : *action.start < *found)))
                found = action.start;
        }
        return found;
    }

    Time created() const
    {
        if (tombstone && tombstone->created)
            return tombstone->created;
        return start("create"_L1, false);
    }

    /// A delete that failed and was repeated counts from its last start.
    Time deleted() const
    {
        if (const Time begun = start("delete"_L1, true))
            return begun;
        if (!tombstone)
            return {};
        return tombstone->terminatedAt ? tombstone->terminatedAt : tombstone->updated;
    }

    /// When the last of the actions ended; not set while one has no recorded end: it may still run.
    Time lastActionEnd() const
    {
        Time last;
        for (const InstanceAction &action : actions) {
            if (!action.updated)
                return {};
            last = last ? std::max(*last, *action.updated) : *action.updated;
        }
        return last;
    }

    bool has(QLatin1StringView name) const
    {
        return std::any_of(actions.begin(), actions.end(), [&](const auto &action) { return action.action == name; });
    }

    /// Nova was creating the server, or attaching an interface to it, at that time.
    bool makingPortsAt(qint64 time) const
    {
        return std::any_of(actions.begin(), actions.end(), [&](const InstanceAction &action) {
            const bool makes = action.action == "create"_L1 || action.action == "attach_interface"_L1;
            return makes && action.start && action.updated && time >= *action.start - ActionSlack
                && time <= *action.updated + ActionSlack;
        });
    }
};

bool isLateCreate(const PortCase &c, const Remains &remains)
{
    if (!c.port.createdAt)
        return false;
    const Time deleted = remains.deleted();
    const Time ended = remains.lastActionEnd();
    return (deleted && *c.port.createdAt > *deleted) || (ended && *c.port.createdAt > *ended);
}

bool isProven(const PortCase &c, const Remains &remains, bool lateCreate)
{
    const bool onceLived = remains.tombstone || remains.has("create"_L1);
    if (!c.snapshot.auth.admin || !onceLived || !c.port.createdAt || remains.actionsFailed)
        return false;
    const bool explained
        = !remains.actionsRead || remains.makingPortsAt(*c.port.createdAt) || lateCreate || c.halfCreated();
    return explained && !c.firstUnread({SourceId::Ports, SourceId::FloatingIps}) && !c.index.baremetal.unread();
}

} // namespace

Opinion heatPortOfDeadServer(const PortCase &c)
{
    const bool physical = c.index.heat.isPhysical(c.port.id);
    if (!physical && !c.heatNamed())
        return {};
    if (physical && resourceInMotion(c))
        return settling({Reason::StackBusy});
    if (const Opinion busy = stackBusy(c))
        return busy;
    if (c.index.heat.unreadFor(c.port.projectId)) {
        c.noteUnread({SourceId::Stacks, SourceId::Resources});
        return unknown({Reason::SourceIncomplete});
    }
    if (physical) {
        noteResources(c);
        return stale({Reason::UnbindFailed}, Remedy::ClearDevice);
    }
    const Opinion released = asIfReleased(c);
    if (!released || released->verdict != Verdict::Orphan)
        return stale({Reason::UnbindFailed}, Remedy::ClearDevice);
    PortJudgement judgement = *released;
    judgement.add(Remains(c).reason());
    return judgement;
}

Opinion somebodysPortOfDeadServer(const PortCase &c)
{
    const bool handMade = c.handMade();
    if (!handMade)
        c.wantActions(c.port.deviceId);
    const Remains remains(c);
    const Time server = remains.created();
    const bool older = c.port.createdAt && server && *c.port.createdAt < *server;
    if (!handMade && !older)
        return {};
    c.noteField(handMade ? u"name"_s : u"created_at"_s, handMade ? u"hand-made"_s : u"older than its server"_s, [&] {
        return handMade ? u"it has a name, a tag or a description that Nova does not give"_s
                        : u"created "_s + when(c.port.createdAt) + u", its server "_s + when(server);
    });
    if (handMade && c.index.heat.unreadFor(c.port.projectId)) {
        c.noteUnread({SourceId::Stacks, SourceId::Resources});
        return unknown({Reason::SourceIncomplete});
    }
    return stale({Reason::UnbindFailed, remains.reason()}, Remedy::ClearDevice);
}

Opinion otherOrchestrator(const PortCase &c)
{
    const bool serving = c.port.bound() || c.port.status == "ACTIVE"_L1;
    if (!c.port.deviceOwner.isEmpty() || !serving || Remains(c).seen())
        return {};
    c.noteField(u"status"_s, c.port.status, [] {
        return u"in service, without owner, and nothing shows that its device ever was a server of Nova"_s;
    });
    return unknown({Reason::ProbeFailed});
}

Opinion leakOfDeadServer(const PortCase &c)
{
    const Remains remains(c);
    const bool late = isLateCreate(c, remains);
    PortJudgement judgement = likelyOrphan({remains.reason()});
    if (late)
        judgement.add(Reason::LateCreate);
    if (c.halfCreated())
        judgement.add(Reason::HalfCreated);
    if (isProven(c, remains, late))
        judgement.confidence = Confidence::Proven;
    c.noteField(u"created_at"_s, late ? u"late"_s : u"not after its server's end"_s, [&] {
        return u"port created "_s + when(c.port.createdAt) + u", server created "_s + when(remains.created())
            + u", deletion began "_s + when(remains.deleted());
    });
    c.noteUnread({SourceId::Ports, SourceId::FloatingIps, SourceId::BaremetalPorts, SourceId::Portgroups});
    return judgement;
}

} // namespace flotsam
