// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/portcase.h"

#include "models/triage/ids.h"

namespace flotsam {

using namespace Qt::StringLiterals;

namespace {

Family familyOf(const Port &port, const TriageIndex &index)
{
    if (port.deviceOwner.startsWith("baremetal:"_L1))
        return Family::Baremetal;
    if (!port.deviceOwner.isEmpty() && !port.deviceOwner.startsWith("compute:"_L1))
        return Family::Foreign;
    if (port.deviceOwner.isEmpty() && port.deviceId.isEmpty())
        return Family::Free;
    return index.baremetal.isNode(port.deviceId) ? Family::Baremetal : Family::Server;
}

QString answerWords(const ServerProbe &probe)
{
    QString words;
    if (probe.status == 0)
        words = u"no answer from every region"_s;
    else if (probe.provesDeath())
        words = u"Nova itself says that there is no such server"_s;
    else if (probe.status == 404)
        words = u"a 404 that is not proof (not Nova's own body, or a microversion outside 2.1 to 2.68)"_s;
    else if (probe.status == 200)
        words = u"the server exists"_s;
    else
        words = u"no proof of anything"_s;
    if (probe.server)
        words += u" in status "_s + (probe.server->status.isEmpty() ? u"not said"_s : probe.server->status);
    if (!probe.microversion.isEmpty())
        words += u", microversion "_s + probe.microversion;
    return words;
}

} // namespace

PortCase::PortCase(const TriageIndex &givenIndex, int givenNumber, const Trail &givenTrail)
    : index(givenIndex)
    , snapshot(*givenIndex.snapshot)
    , number(givenNumber)
    , port(snapshot.ports[givenNumber])
    , trail(givenTrail)
    , family(familyOf(port, index))
    , heatName(heatResourceName(port.name).toString())
{ }

bool PortCase::handMade() const
{
    return (!port.name.isEmpty() && !heatNamed()) || !port.tags.isEmpty() || !port.description.isEmpty();
}

bool PortCase::notMine() const
{
    return !snapshot.auth.admin && (snapshot.auth.projectId.isEmpty() || port.projectId != snapshot.auth.projectId);
}

bool PortCase::mayBeUnreadMetal() const
{
    const bool incomplete = unread(SourceId::Nodes) || index.baremetal.unread();
    return incomplete && (port.vnicType == "baremetal"_L1 || isUuid(port.hostId));
}

std::optional<SourceId> PortCase::firstUnread(std::initializer_list<SourceId> sources) const
{
    for (const SourceId source : sources) {
        if (unread(source))
            return source;
    }
    return std::nullopt;
}

void PortCase::wantServer(const QString &id) const
{
    if (!trail.serverWishes || id.isEmpty() || index.servers.listed(id) || index.servers.probe(id))
        return;
    // A member's 404 for another project's port says nothing, and a Nova that listed nothing answers nothing.
    const SourceInfo &servers = snapshot.source(SourceId::Servers);
    const bool noNova
        = servers.status == SourceStatus::Absent || (servers.unread() && servers.count == 0 && !trail.serversNotListed);
    if (!notMine() && !noNova)
        trail.serverWishes->insert(id);
}

void PortCase::wantActions(const QString &id) const
{
    if (trail.actionWishes && !index.servers.actions(id))
        trail.actionWishes->insert(id);
}

void PortCase::noteServer(const QString &id) const
{
    if (!trail.evidence)
        return;
    if (const Server *row = index.servers.listed(id)) {
        noteListing(index.servers.source(*row), id, row->status,
                    u"server "_s + (row->name.isEmpty() ? id : row->name) + u" is listed, task "_s
                        + (row->taskState.isEmpty() ? u"none"_s : row->taskState));
    } else {
        noteListing(SourceId::Servers, id, u"not listed"_s,
                    u"no server of that id is listed, which proves nothing by itself"_s);
    }
    if (const ServerProbe *probe = index.servers.probe(id)) {
        trail.note([&] {
            return Evidence{u"compute.server"_s, id, QString::number(probe->status),
                            answerWords(*probe) + u". Asked by "_s + when(snapshot.takenAt)
                                + u": openstack server show "_s + id};
        });
    } else if (!index.servers.listed(id)) {
        trail.note([&] {
            return Evidence{u"compute.server"_s, id, u"not checked"_s,
                            u"Nova was not asked for this server. To ask: openstack server show "_s + id};
        });
    }
    if (!index.servers.listed(id))
        noteRemains(id);
}

void PortCase::noteRemains(const QString &id) const
{
    const Server *tombstone = index.servers.tombstone(id);
    noteListing(SourceId::DeletedServers, id, tombstone ? u"DELETED"_s : u"none"_s,
                tombstone ? u"a tombstone: created "_s + when(tombstone->created) + u", terminated "_s
                        + when(tombstone->terminatedAt ? tombstone->terminatedAt : tombstone->updated)
                          : u"no tombstone of that id"_s);
    if (const ActionsProbe *actions = index.servers.actions(id)) {
        trail.note([&] {
            QStringList words;
            for (const InstanceAction &action : actions->actions)
                words.append(action.action + u' ' + when(action.start));
            return Evidence{u"compute.instance_actions"_s, id, QString::number(actions->status),
                            (words.isEmpty() ? u"no actions"_s : words.join(u", "_s)) + u". Asked by "_s
                                + when(snapshot.takenAt) + u": openstack server event list "_s + id};
        });
    } else {
        trail.note([&] {
            return Evidence{u"compute.instance_actions"_s, id, u"not checked"_s,
                            u"Its actions were not asked for. To ask: openstack server event list "_s + id};
        });
    }
}

void PortCase::noteUnclaimed() const
{
    if (!trail.evidence)
        return;
    for (const SourceId source : {SourceId::BaremetalPorts, SourceId::Portgroups})
        noteListing(source, port.id, u"none"_s, u"no NIC names the port as its VIF"_s);
    noteListing(SourceId::Trunks, port.id, u"none"_s, u"no trunk has the port as parent or subport"_s);
    if (index.heat.isPhysical(port.id))
        return;
    noteListing(SourceId::Resources, port.id, u"none"_s, u"no stack's resource is this port"_s);
    if (index.heat.unreadFor(port.projectId))
        noteStacksUnread();
}

void PortCase::noteStacksUnread() const
{
    trail.note([&] {
        return Evidence{u"orchestration.resources"_s, port.projectId, u"not checked"_s,
                        u"the stacks of this project, or their resources, were not read in full. To read them: "
                        "openstack stack list --nested"_s};
    });
}

PortJudgement verdict(Verdict what, std::initializer_list<Reason> reasons, Remedy remedy)
{
    PortJudgement judgement;
    judgement.verdict = what;
    judgement.remedy = remedy;
    for (const Reason reason : reasons)
        judgement.add(reason);
    return judgement;
}

PortJudgement inUse(std::initializer_list<Reason> reasons, Remedy remedy)
{
    return verdict(Verdict::InUse, reasons, remedy);
}

PortJudgement service(Reason reason) { return verdict(Verdict::Service, {reason}, Remedy::None); }

PortJudgement settling(std::initializer_list<Reason> reasons)
{
    return verdict(Verdict::Settling, reasons, Remedy::Wait);
}

PortJudgement unknown(std::initializer_list<Reason> reasons)
{
    return verdict(Verdict::Unknown, reasons, Remedy::None);
}

PortJudgement unattached(std::initializer_list<Reason> reasons)
{
    return verdict(Verdict::Unattached, reasons, Remedy::None);
}

PortJudgement stale(std::initializer_list<Reason> reasons, Remedy remedy)
{
    return verdict(Verdict::Stale, reasons, remedy);
}

PortJudgement likelyOrphan(std::initializer_list<Reason> reasons, Remedy remedy)
{
    PortJudgement judgement = verdict(Verdict::Orphan, reasons, remedy);
    judgement.confidence = Confidence::Likely;
    return judgement;
}

} // namespace flotsam
