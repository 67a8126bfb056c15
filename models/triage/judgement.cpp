// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/judgement.h"

#include "models/triage/quotas.h"
#include "models/triage/rules.h"

#include <algorithm>

namespace flotsam {

bool PortJudgement::has(Reason reason) const
{
    const auto all = reasons();
    return std::find(all.begin(), all.end(), reason) != all.end();
}

void PortJudgement::add(Reason reason)
{
    if (!has(reason) && reasonCount < reasonSlots.size())
        reasonSlots[reasonCount++] = reason;
}

QList<Evidence> Judgement::evidence(int port) const
{
    QList<Evidence> chain;
    if (!index || port < 0 || port >= ports.size())
        return chain;
    Trail trail;
    trail.evidence = &chain;
    judgePort(PortCase(*index, port, trail));
    return chain;
}

Judgement judge(const SnapshotPtr &snapshot, const Settings &settings)
{
    Judgement judgement;
    judgement.snapshot = snapshot;
    judgement.settings = settings;
    judgement.index = std::make_shared<const TriageIndex>(snapshot, settings);
    const Trail silent;
    judgement.ports.reserve(snapshot->ports.size());
    for (int i = 0; i < int(snapshot->ports.size()); ++i) {
        const PortJudgement port = judgePort(PortCase(*judgement.index, i, silent));
        ++judgement.verdictCounts[size_t(port.verdict)];
        for (const Flag flag : AllFlags) {
            if (port.has(flag))
                ++judgement.flagCounts[flag];
        }
        judgement.ports.append(port);
    }
    judgement.reclaimable = judgement.verdictCounts[size_t(Verdict::Orphan)];
    judgement.quotas = attributeQuotas(*snapshot, judgement.ports);
    return judgement;
}

namespace {

template <class Which>
QList<ProbeRequest> probesFor(const SnapshotPtr &snapshot, const Settings &settings, bool serversNotListed,
                              Which &&which)
{
    const TriageIndex index(snapshot, settings);
    QSet<QString> servers;
    QSet<QString> actions;
    Trail trail;
    trail.serverWishes = &servers;
    trail.actionWishes = &actions;
    trail.serversNotListed = serversNotListed;
    for (int i = 0; i < int(snapshot->ports.size()); ++i) {
        if (which(snapshot->ports[i]))
            ruleOn(PortCase(index, i, trail));
    }

    QList<ProbeRequest> wanted;
    const auto append = [&](const QSet<QString> &ids, ProbeRequest::Kind kind) {
        QStringList sorted(ids.begin(), ids.end());
        sorted.sort();
        for (const QString &id : sorted)
            wanted.append({kind, id});
    };
    append(servers, ProbeRequest::Kind::Server);
    append(actions, ProbeRequest::Kind::InstanceActions);
    return wanted;
}

} // namespace

QList<ProbeRequest> wantedProbes(const SnapshotPtr &snapshot, const Settings &settings)
{
    return probesFor(snapshot, settings, false, [](const Port &) { return true; });
}

QList<ProbeRequest> wantedProbes(const SnapshotPtr &snapshot, const Settings &settings, const QSet<QString> &portIds)
{
    return probesFor(snapshot, settings, true, [&](const Port &port) { return portIds.contains(port.id); });
}

} // namespace flotsam
