// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/rules.h"

namespace flotsam {

using namespace Qt::StringLiterals;

namespace {

constexpr quint8 OfServer = quint8(Family::Server) | quint8(Family::Baremetal);
constexpr quint8 OfNode = quint8(Family::Baremetal);
constexpr quint8 OfNobody = quint8(Family::Free);
constexpr quint8 OfOthers = quint8(Family::Foreign);
constexpr quint8 Every = OfServer | OfNobody | OfOthers;

constexpr std::array Rules{
    Rule{"A1 network plumbing", OfOthers, networkPlumbing},
    Rule{"A2 VIF of a bare-metal NIC", Every, ironicVif},
    Rule{"A2 trunk", Every, trunkMember},
    Rule{"A3 load balancer", Every, loadBalancerPlumbing},
    Rule{"A3 share server", OfOthers, shareServer},
    Rule{"A3 container", Every, container},
    Rule{"A3 other service", Every, otherService},

    Rule{"D  node", OfNode, baremetalNode},

    Rule{"B  device is no server", OfServer, deviceIsNoServer},
    Rule{"B1 server alive", OfServer, serverAlive},
    Rule{"B2 too young", OfServer, tooYoung},
    Rule{"B3 not my project", OfServer, notMyProject},
    Rule{"B4 server undecided", OfServer, serverUndecided},
    Rule{"B5 Heat's port", OfServer, heatPortOfDeadServer},
    Rule{"B5 somebody's port", OfServer, somebodysPortOfDeadServer},
    Rule{"B5 other orchestrator", OfServer, otherOrchestrator},
    Rule{"B5 leak", OfServer, leakOfDeadServer},

    Rule{"C1 floating IP", OfNobody, floatingIp},
    Rule{"C1 address pair", OfNobody, vip},
    Rule{"C1 load balancer", OfNobody, loadBalancerVip},
    Rule{"C2 resource of a stack", OfNobody, heatResource},
    Rule{"C3 not my project", OfNobody, notMyProject},
    Rule{"C3 sources unread", OfNobody, sourcesUnread},
    Rule{"C3 too young", OfNobody, tooYoung},
    Rule{"C3 stack busy", OfNobody, stackBusy},
    Rule{"C3 name claimed", OfNobody, claimedByStack},
    Rule{"C3 name claimed by a deleted stack", OfNobody, claimedByDeletedStack},
    Rule{"C4 MAC of a bare-metal NIC", OfNobody, baremetalMac},
    Rule{"C5 standalone bare metal", OfNobody, standaloneNode},
    Rule{"C5 binding residue", OfNobody, bindingResidue},
    Rule{"C3 name unclaimed", OfNobody, unclaimedName},
    Rule{"C6 unattached", OfNobody, unattachedPort},
};

/// "For every orphan and stale of rules B and D": what relies on the port is said, and keeps it from being proven.
void addReliance(const PortCase &c, PortJudgement &judgement)
{
    if (judgement.verdict != Verdict::Orphan && judgement.verdict != Verdict::Stale)
        return;
    const Opinion reliances[]{floatingIp(c), vip(c)};
    for (const Opinion &reliance : reliances) {
        if (!reliance)
            continue;
        if (judgement.verdict == Verdict::Orphan)
            judgement.confidence = Confidence::Likely;
        for (const Reason reason : reliance->reasons())
            judgement.add(reason);
    }
}

/// "No node of that id: rule B decides (its orphans are likely, with ironic-leftover first)."
void markLeftover(PortJudgement &judgement)
{
    if (judgement.verdict != Verdict::Orphan)
        return;
    PortJudgement marked = likelyOrphan({Reason::IronicLeftover}, judgement.remedy);
    for (const Reason reason : judgement.reasons())
        marked.add(reason);
    judgement = marked;
}

void addMacFlags(const PortCase &c, PortJudgement &judgement)
{
    if (const Nic *nic = c.index.macs.blockedNic(c.port)) {
        judgement.set(Flag::MacConflict);
        c.noteListing(
            nic->group ? SourceId::Portgroups : SourceId::BaremetalPorts, nic->id, c.port.mac,
            u"a NIC of node "_s % nic->nodeId
                % u" has the MAC that this port holds and does not name the port: the node's next deployment on network "_s
                % c.port.networkId % u" fails with MacAddressInUse"_s);
    }
    if (const Port *other = c.index.macs.duplicateOf(c.number)) {
        judgement.set(Flag::MacDuplicate);
        c.noteListing(SourceId::Ports, other->id, other->mac, u"has the same MAC on network "_s % other->networkId);
    }
}

void addOpenFlags(const PortCase &c, PortJudgement &judgement)
{
    if (!judgement.deletable())
        return;
    for (const FixedIp &fixed : c.port.fixedIps) {
        if (!fixed.text.isEmpty())
            judgement.set(Flag::IpHeld);
    }
    if (c.index.isFull(c.port.projectId)) {
        judgement.set(Flag::OverQuota);
        c.noteListing(SourceId::Quotas, c.port.projectId, u"full"_s, u"the project's port quota is used up"_s);
    }
    if (!c.snapshot.auth.admin) {
        judgement.set(Flag::RestrictedView);
        c.trail.note([&] {
            return Evidence{u"auth"_s, c.snapshot.auth.projectName, u"no admin"_s,
                            u"read with a token that sees one project: what other projects hold was not checked"_s};
        });
    }
}

} // namespace

std::span<const Rule> allRules() { return Rules; }

PortJudgement ruleOn(const PortCase &port)
{
    for (const Rule &rule : Rules) {
        if (!(rule.families & quint8(port.family)))
            continue;
        if (const Opinion opinion = rule.says(port))
            return *opinion;
    }
    return unknown({Reason::SourceIncomplete});
}

PortJudgement judgePort(const PortCase &port)
{
    PortJudgement judgement = ruleOn(port);
    if (judgement.deletable())
        port.noteUnclaimed();
    if (port.family == Family::Baremetal)
        markLeftover(judgement);
    if (port.family != Family::Free)
        addReliance(port, judgement);
    addMacFlags(port, judgement);
    addOpenFlags(port, judgement);
    judgement.preselected = judgement.verdict == Verdict::Orphan && judgement.confidence == Confidence::Proven;
    return judgement;
}

} // namespace flotsam
