// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/remedyplan.h"

#include "models/triage/explain.h"

#include <QCoreApplication>
#include <QMap>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::RemedyPlan)
};

bool hasExtension(const Snapshot &snapshot, QLatin1StringView alias)
{
    return std::any_of(snapshot.extensions.begin(), snapshot.extensions.end(),
                       [&](const Extension &extension) { return extension.alias == alias; });
}

QString deviceRefusal(const Port &port, const PortJudgement &judgement)
{
    if (judgement.verdict == Verdict::Unattached
        || (port.deviceId.isEmpty() && port.deviceOwner.isEmpty() && port.hostId.isEmpty()
            && port.residueKeys.isEmpty()))
        return Words::tr("It names no device and no host: there is nothing to clear.");
    return {};
}

QString macRefusal(const Snapshot &snapshot, const Port &port, const PortJudgement &judgement)
{
    const SourceInfo &extensions = snapshot.source(SourceId::Extensions);
    if (extensions.status == SourceStatus::Complete && !hasExtension(snapshot, "port-mac-address-regenerate"_L1))
        return Words::tr("This Neutron cannot give a port a new MAC (extension port-mac-address-regenerate).");
    if (!judgement.has(Flag::MacConflict) && !judgement.has(Reason::BaremetalMac))
        return Words::tr("No bare-metal NIC is known to need its MAC.");
    if (!port.hasVifType)
        return Words::tr("Whether it is bound is not shown to this user: only an unbound port may get a new MAC.");
    if (!port.unbound())
        return Words::tr("It is bound to %1: only an unbound port may get a new MAC.").arg(port.hostId);
    return {};
}

QList<PlanCount> sortedCounts(const QMap<QString, int> &counts)
{
    QList<PlanCount> list;
    for (auto it = counts.begin(); it != counts.end(); ++it)
        list.append({it.key(), it.value()});
    std::stable_sort(list.begin(), list.end(),
                     [](const PlanCount &one, const PlanCount &other) { return one.ports > other.ports; });
    return list;
}

} // namespace

bool PlannedPort::tickedAtFirst(RemedyAction action) const
{
    switch (action) {
    case RemedyAction::Delete:
        return judgement.preselected && pickedInBulk();
    case RemedyAction::ClearDevice:
        return judgement.remedy == Remedy::ClearDevice;
    case RemedyAction::RegenerateMac:
        return judgement.remedy == Remedy::RegenerateMac;
    }
    return false;
}

int portNumber(const Snapshot &snapshot, const QString &id)
{
    const auto found = std::lower_bound(snapshot.ports.begin(), snapshot.ports.end(), id,
                                        [](const Port &port, const QString &wanted) { return port.id < wanted; });
    return found != snapshot.ports.end() && found->id == id ? int(found - snapshot.ports.begin()) : -1;
}

QString refusalOf(const Judgement &judgement, int number, RemedyAction action)
{
    const Port &port = judgement.snapshot->ports[number];
    const PortJudgement &verdict = judgement.ports[number];
    if (!verdict.deletable())
        return verdictSentence(judgement, number);
    switch (action) {
    case RemedyAction::Delete:
        return {};
    case RemedyAction::ClearDevice:
        return deviceRefusal(port, verdict);
    case RemedyAction::RegenerateMac:
        return macRefusal(*judgement.snapshot, port, verdict);
    }
    return {};
}

RemedyPlan RemedyPlan::make(const JudgementPtr &judgement, const Request &request, const QDateTime &now)
{
    RemedyPlan plan;
    plan.m_action = request.action;
    plan.m_madeAt = now.toUTC();
    plan.m_judgement = judgement;
    const SideEffectIndex effects(*judgement);
    const Snapshot &snapshot = *judgement->snapshot;

    QMap<QString, bool> wanted; // id: picked by the user
    for (const QString &id : request.bulk)
        wanted.insert(id.toLower(), false);
    for (const QString &id : request.chosen)
        wanted.insert(id.toLower(), true);
    for (auto it = wanted.begin(); it != wanted.end(); ++it) {
        const int number = portNumber(snapshot, it.key());
        if (number < 0) {
            plan.m_refused.append({it.key(), {}, Verdict::Unknown, Words::tr("It is not in this reading.")});
            continue;
        }
        PlannedPort planned;
        planned.port = snapshot.ports[number];
        planned.judgement = judgement->ports[number];
        QString why = refusalOf(*judgement, number, request.action);
        if (why.isEmpty() && !it.value() && !planned.pickedInBulk())
            why = Words::tr("Only proven orphans are picked in bulk; this one is %1. Pick it by itself.")
                      .arg(verdictLabel(planned.judgement));
        if (!why.isEmpty()) {
            plan.m_refused.append({planned.port.id, planned.port.name, planned.judgement.verdict, why});
            continue;
        }
        planned.json = snapshot.rawItem(SourceId::Ports, planned.port.raw);
        planned.sentence = verdictSentence(*judgement, number);
        planned.effects = effects.of(number, request.action);
        plan.m_ports.append(planned);
    }
    return plan;
}

const PlannedPort *RemedyPlan::find(const QString &id) const
{
    const auto found
        = std::lower_bound(m_ports.begin(), m_ports.end(), id,
                           [](const PlannedPort &planned, const QString &wanted) { return planned.port.id < wanted; });
    return found != m_ports.end() && found->port.id == id ? &*found : nullptr;
}

QSet<QString> RemedyPlan::ids() const
{
    QSet<QString> all;
    for (const PlannedPort &planned : m_ports)
        all.insert(planned.port.id);
    return all;
}

RemedyPlan RemedyPlan::subset(const QSet<QString> &ids) const
{
    RemedyPlan fewer = *this;
    fewer.m_ports.removeIf([&](const PlannedPort &planned) { return !ids.contains(planned.port.id); });
    return fewer;
}

RemedyPlan RemedyPlan::provenOnly() const
{
    RemedyPlan fewer = *this;
    fewer.m_ports.removeIf([](const PlannedPort &planned) { return !planned.pickedInBulk(); });
    return fewer;
}

QList<PlanCount> RemedyPlan::countsByReason() const
{
    QMap<QString, int> counts;
    for (const PlannedPort &planned : m_ports) {
        const auto reasons = planned.judgement.reasons();
        ++counts[reasons.empty() ? QString(toWord(planned.judgement.verdict)) : QString(toWord(reasons.front()))];
    }
    return sortedCounts(counts);
}

QList<PlanCount> RemedyPlan::countsByProject() const
{
    QMap<QString, int> counts; // by id: two projects may have one name
    for (const PlannedPort &planned : m_ports)
        ++counts[planned.port.projectId];
    QList<PlanCount> list = sortedCounts(counts);
    for (PlanCount &count : list)
        count.label = projectName(count.label);
    return list;
}

QStringList RemedyPlan::projectIds() const
{
    QSet<QString> ids;
    for (const PlannedPort &planned : m_ports)
        ids.insert(planned.port.projectId);
    ids.remove(QString());
    QStringList sorted(ids.begin(), ids.end());
    sorted.sort();
    return sorted;
}

QList<ProjectQuota> RemedyPlan::quotas() const
{
    QList<ProjectQuota> list;
    const QStringList projects = projectIds();
    if (m_judgement) {
        for (const ProjectQuota &quota : m_judgement->quotas) {
            if (quota.known && projects.contains(quota.projectId))
                list.append(quota);
        }
    }
    return list;
}

QString RemedyPlan::projectName(const QString &id) const
{
    if (m_judgement) {
        for (const ProjectQuota &quota : m_judgement->quotas) {
            if (quota.projectId == id && !quota.projectName.isEmpty())
                return quota.projectName;
        }
    }
    return id.isEmpty() ? Words::tr("no project") : id;
}

} // namespace flotsam
