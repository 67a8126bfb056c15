// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/sideeffects.h"

#include "models/triage/triageindex.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::SideEffects)
};

bool leadsTo(const FloatingIp &floating, const QString &portId)
{
    return floating.portId == portId
        || std::any_of(floating.forwardings.begin(), floating.forwardings.end(),
                       [&](const PortForwarding &forwarding) { return forwarding.portId == portId; });
}

QStringList deletionSentences(const SideEffects &effects, const Port &port, const Snapshot &snapshot)
{
    QStringList sentences;
    for (const QString &address : effects.floatingIps)
        sentences += Words::tr("Floating IP %1 leads to it and would lead nowhere.").arg(address);
    for (const QString &owner : effects.pairOwners)
        sentences
            += Words::tr("Port %1 has one of its addresses among its allowed address pairs: another port could get "
                         "that address.")
                   .arg(owner);
    if (!effects.trunk.isEmpty())
        sentences += Words::tr("It is a member of trunk %1.").arg(effects.trunk);
    if (!effects.addresses.isEmpty())
        sentences += Words::tr("%1 may be given to another port.").arg(effects.addresses.join(u", "_s));
    if (!effects.securityGroups.isEmpty())
        sentences += Words::tr("Security groups lose it: %1.").arg(effects.securityGroups.join(u", "_s));
    if (effects.freesQuota) {
        QString project = port.projectId;
        for (const Project &known : snapshot.projects) {
            if (known.id == port.projectId && !known.name.isEmpty())
                project = known.name;
        }
        sentences += Words::tr("Frees one port of the quota of project %1.").arg(project);
    }
    return sentences;
}

QStringList repairSentences(const SideEffects &effects, const Port &port, RemedyAction action)
{
    QStringList sentences;
    if (action == RemedyAction::RegenerateMac) {
        sentences += Words::tr("Its MAC changes from %1 to a new one; its addresses stay.").arg(port.mac);
        for (const QString &owner : effects.pairOwners)
            sentences += Words::tr("Port %1 has one of its addresses among its allowed address pairs.").arg(owner);
        return sentences;
    }
    if (!port.deviceId.isEmpty())
        sentences += Words::tr("It no longer names the device %1.").arg(port.deviceId);
    if (!port.hostId.isEmpty())
        sentences += Words::tr("It is unbound from host %1.").arg(port.hostId);
    if (!port.residueKeys.isEmpty())
        sentences += Words::tr("It loses %1 of its binding profile.").arg(port.residueKeys.join(u", "_s));
    sentences += Words::tr("It keeps its addresses and its place in the quota.");
    return sentences;
}

} // namespace

bool SideEffects::isRelyingNew(const SideEffects &earlier) const
{
    const auto unseen = [](const auto &now, const auto &before) {
        return std::any_of(now.begin(), now.end(), [&](const QString &one) { return !before.contains(one); });
    };
    return unseen(floatingIpIds, earlier.floatingIpIds) || unseen(pairOwners, earlier.pairOwners)
        || (trunk != earlier.trunk && !trunk.isEmpty());
}

SideEffectIndex::SideEffectIndex(const Judgement &judgement)
    : m_judgement(judgement)
{
    const Snapshot &snapshot = *judgement.snapshot;
    for (int i = 0; i < int(snapshot.floatingIps.size()); ++i) {
        const FloatingIp &floating = snapshot.floatingIps[i];
        if (!floating.portId.isEmpty())
            m_floatingIps[floating.portId].append(i);
        for (const PortForwarding &forwarding : floating.forwardings) {
            QList<int> &known = m_floatingIps[forwarding.portId];
            if (!forwarding.portId.isEmpty() && !known.contains(i))
                known.append(i);
        }
    }
    for (int i = 0; i < int(snapshot.ports.size()); ++i) {
        if (!snapshot.ports[i].allowedAddressPairs.isEmpty())
            m_pairedPorts[snapshot.ports[i].networkId].append(i);
    }
}

QStringList SideEffectIndex::pairOwnersOf(const Port &port) const
{
    // The index knows whether there is one at all, and leaves out pairs that cover a whole subnet.
    const Port *first = m_judgement.index->addresses.pairOwnerOf(port);
    if (!first)
        return {};
    QStringList owners{first->id};
    const QList<int> paired = m_pairedPorts.value(port.networkId);
    for (const int number : paired) {
        const Port &other = m_judgement.snapshot->ports[number];
        const bool names = std::any_of(
            other.allowedAddressPairs.begin(), other.allowedAddressPairs.end(), [&](const AddressPair &pair) {
                return std::any_of(port.fixedIps.begin(), port.fixedIps.end(), [&](const FixedIp &fixed) {
                    return fixed.address && pair.prefix && pair.prefix->isHost()
                        && pair.prefix->contains(*fixed.address);
                });
            });
        if (names && other.id != port.id && !owners.contains(other.id))
            owners += other.id;
    }
    owners.sort();
    return owners;
}

SideEffects SideEffectIndex::of(int number, RemedyAction action) const
{
    const Snapshot &snapshot = *m_judgement.snapshot;
    const Port &port = snapshot.ports[number];
    SideEffects effects;
    const auto addFloating = [&](const FloatingIp &floating) {
        if (effects.floatingIpIds.contains(floating.id))
            return;
        effects.floatingIpIds.insert(floating.id);
        effects.floatingIps += floating.address.isEmpty() ? floating.id : floating.address;
    };
    const QList<int> own = m_floatingIps.value(port.id);
    for (const int at : own) {
        if (leadsTo(snapshot.floatingIps[at], port.id))
            addFloating(snapshot.floatingIps[at]);
    }
    if (const FloatingIp *found = m_judgement.index->addresses.floatingIpOf(port))
        addFloating(*found);
    effects.floatingIps.sort();
    effects.pairOwners = pairOwnersOf(port);
    const PortIndex &ports = m_judgement.index->ports;
    effects.trunk = ports.trunkName(ports.trunkOf(number));
    if (action != RemedyAction::Delete) {
        effects.sentences = repairSentences(effects, port, action);
        return effects;
    }
    effects.securityGroups = port.securityGroups;
    for (const FixedIp &fixed : port.fixedIps)
        effects.addresses += fixed.text;
    effects.freesQuota = !port.projectId.isEmpty();
    effects.sentences = deletionSentences(effects, port, snapshot);
    return effects;
}

} // namespace flotsam
