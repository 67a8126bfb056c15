// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rule B1 to B4: the device names a server, and the server lives or cannot be judged.
#include "models/triage/rules.h"

#include "models/triage/ids.h"

namespace flotsam {

using namespace Qt::StringLiterals;

namespace {

Opinion halfCreatedOfLiving(const PortCase &c)
{
    const ServerIndex &servers = c.index.servers;
    const QString &id = c.port.deviceId;
    if (servers.mayBeInError(id))
        return inUse({Reason::ServerError}, servers.inError(id) ? Remedy::DeleteServer : Remedy::None);
    const bool busy = servers.busy(id);
    const bool young = c.age().young;
    if (busy && young)
        return settling({Reason::HalfCreated, Reason::ServerBusy, Reason::TooYoung});
    if (busy || young)
        return settling({Reason::HalfCreated, busy ? Reason::ServerBusy : Reason::TooYoung});
    if (!servers.addressesKnown(id))
        return unknown({Reason::HalfCreated});
    if (servers.hasMac(id, c.port.mac))
        return inUse({Reason::ServerAlive});
    if (!c.index.ports.hasTwin(c.port))
        return unknown({Reason::HalfCreated});
    c.noteListing(SourceId::Ports, c.port.deviceId, u"twin"_s,
                  u"the server has another port on this network, made within 120 s of this one and in service; this "
                  "one's MAC is not among the server's addresses"_s);
    if (c.notMine())
        return unknown({Reason::NotMyProject});
    if (c.firstUnread({SourceId::Ports, SourceId::Trunks})) {
        c.noteUnread({SourceId::Ports, SourceId::Trunks});
        return unknown({Reason::SourceIncomplete});
    }
    return likelyOrphan({Reason::DuplicateCreate, Reason::HalfCreated});
}

} // namespace

Opinion deviceIsNoServer(const PortCase &c)
{
    if (isUuid(c.port.deviceId))
        return {};
    c.noteField(u"device_id"_s, c.port.deviceId,
                [] { return u"is not the id of a server, and nobody else was found who could be asked"_s; });
    return unknown({Reason::ProbeFailed});
}

Opinion serverAlive(const PortCase &c)
{
    const QString &id = c.port.deviceId;
    c.wantServer(id);
    c.noteServer(id);
    const Server *listed = c.index.servers.listed(id);
    if (!listed && c.life() != Life::Alive)
        return {};
    if (c.halfCreated()) {
        c.noteField(u"binding"_s, u"half-created"_s,
                    [&] { return u"device_id set, device_owner empty, unbound; "_s + c.age().words(); });
        return halfCreatedOfLiving(c);
    }
    PortJudgement judgement = inUse({});
    if (c.index.servers.inError(id)) {
        judgement.add(Reason::ServerError);
        judgement.remedy = Remedy::DeleteServer;
    }
    if (!listed)
        judgement.add(Reason::ServerHidden);
    if (judgement.reasons().empty())
        judgement.add(Reason::ServerAlive);
    return judgement;
}

Opinion tooYoung(const PortCase &c)
{
    const Age age = c.age();
    c.noteField(u"created_at"_s, age.young ? u"young"_s : u"old enough"_s, [&] {
        return age.words() + u"; the grace period is "_s + QString::number(c.index.settings.graceSeconds)
            + u" s, now is "_s + when(c.snapshot.takenAt);
    });
    if (!age.young)
        return {};
    return settling({Reason::TooYoung});
}

Opinion notMyProject(const PortCase &c)
{
    if (!c.notMine())
        return {};
    c.noteField(u"project_id"_s, c.port.projectId, [&] {
        return u"the token is no admin's and of project "_s + c.snapshot.auth.projectId
            + u": it does not see what owns another project's port"_s;
    });
    return unknown({Reason::NotMyProject});
}

Opinion serverUndecided(const PortCase &c)
{
    if (c.life() != Life::Dead) {
        const SourceInfo &servers = c.snapshot.source(SourceId::Servers);
        const bool listIncomplete = servers.unread() || servers.status == SourceStatus::Absent;
        const bool asked = c.index.servers.probe(c.port.deviceId);
        return unknown({!asked && listIncomplete ? Reason::SourceIncomplete : Reason::ProbeFailed});
    }
    if (c.unread(SourceId::Trunks)) {
        c.noteUnread({SourceId::Trunks});
        return unknown({Reason::SourceIncomplete});
    }
    // Nodes too: the device of a bare-metal port may be a node, of which Nova knows nothing.
    const bool metalUnread = c.index.baremetal.unread() || c.unread(SourceId::Nodes);
    if (metalUnread && c.port.vnicType == "baremetal"_L1) {
        c.noteUnread({SourceId::Nodes, SourceId::BaremetalPorts, SourceId::Portgroups});
        return unknown({Reason::SourceIncomplete});
    }
    return {};
}

} // namespace flotsam
