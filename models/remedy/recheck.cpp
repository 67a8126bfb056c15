// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/recheck.h"

#include "models/remedy/portstate.h"
#include "models/triage/explain.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::Recheck)
};

/// The later in the order, the more sure it is that nobody misses the port.
int strength(const PortJudgement &judgement) { return int(judgement.verdict) * 4 + int(judgement.confidence); }

} // namespace

QString otherPlace(const Snapshot &planned, const QString &cloud, const QString &region, const AuthInfo &auth)
{
    const auto place = [](const QString &name, const QString &where, const AuthInfo &who) {
        const QString project = who.projectName.isEmpty() || who.projectName == who.projectId
            ? who.projectId
            : u"%1 (%2)"_s.arg(who.projectName, who.projectId);
        const auto shown = [](const QString &text) { return text.isEmpty() ? Words::tr("not named") : text; };
        return Words::tr("cloud %1, region %2, project %3").arg(shown(name), shown(where), shown(project));
    };
    if (planned.cloud == cloud && planned.region == region && planned.auth.projectId == auth.projectId)
        return {};
    return Words::tr("The plan was made in %1. This is %2.")
        .arg(place(planned.cloud, planned.region, planned.auth), place(cloud, region, auth));
}

QSet<QString> RecheckResult::okIds() const
{
    QSet<QString> ids;
    for (const RecheckedPort &port : ports) {
        if (port.ok)
            ids.insert(port.id);
    }
    return ids;
}

const RecheckedPort *RecheckResult::find(const QString &id) const
{
    const auto found
        = std::lower_bound(ports.begin(), ports.end(), id,
                           [](const RecheckedPort &port, const QString &wanted) { return port.id < wanted; });
    return found != ports.end() && found->id == id ? &*found : nullptr;
}

RecheckedPort recheck(const PlannedPort &planned, RemedyAction action, const Judgement &fresh,
                      const SideEffectIndex &freshEffects)
{
    RecheckedPort result;
    result.id = planned.port.id;
    result.name = planned.port.name;
    const int number = portNumber(*fresh.snapshot, planned.port.id);
    if (number < 0) {
        result.why = fresh.snapshot->source(SourceId::Ports).status == SourceStatus::Complete
            ? Words::tr("It is not there any more.")
            : Words::tr("It could not be read again: %1.").arg(fresh.snapshot->source(SourceId::Ports).detail);
        return result;
    }
    result.judgement = fresh.ports[number];
    result.why = differenceOf(planned.port, fresh.snapshot->ports[number]);
    if (result.why.isEmpty())
        result.why = refusalOf(fresh, number, action);
    if (result.why.isEmpty() && strength(result.judgement) < strength(planned.judgement))
        result.why
            = Words::tr("It was %1 and is now only %2. %3")
                  .arg(verdictLabel(planned.judgement), verdictLabel(result.judgement), verdictSentence(fresh, number));
    if (result.why.isEmpty()) {
        const SideEffects effects = freshEffects.of(number, action);
        if (effects.isRelyingNew(planned.effects))
            result.why = Words::tr("Something relies on it that did not before. %1").arg(effects.sentences.value(0));
    }
    result.ok = result.why.isEmpty();
    return result;
}

QList<RecheckedPort> recheckAll(const RemedyPlan &plan, const Judgement &fresh)
{
    const SideEffectIndex effects(fresh);
    QList<RecheckedPort> results;
    results.reserve(plan.size());
    for (const PlannedPort &planned : plan.ports())
        results.append(recheck(planned, plan.action(), fresh, effects));
    return results;
}

bool isStale(const QDateTime &checkedAt, const QDateTime &now, std::chrono::milliseconds age)
{
    const qint64 passed = checkedAt.msecsTo(now);
    return !checkedAt.isValid() || passed < 0 || passed > age.count();
}

} // namespace flotsam
