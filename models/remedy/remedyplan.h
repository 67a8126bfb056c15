// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/remedyaction.h"
#include "models/remedy/sideeffects.h"
#include "models/triage/judgement.h"

#include <QByteArray>
#include <QDateTime>
#include <QSet>

namespace flotsam {

/// One port that a plan may touch.
struct PlannedPort
{
    Port port; ///< as it was when it was judged
    QByteArray json; ///< the same as Neutron sent it
    PortJudgement judgement;
    QString sentence; ///< the verdict in one sentence. Translated.
    SideEffects effects;

    /// Proven orphans may be picked in bulk; every other port is ticked by hand (triage.md, "Verdicts").
    bool pickedInBulk() const
    {
        return judgement.verdict == Verdict::Orphan && judgement.confidence == Confidence::Proven;
    }
    /// Ticked before the user has touched anything: proven orphans, and for a repair the ports that it is made for.
    bool tickedAtFirst(RemedyAction action) const;
};

/// One port that was asked for and is not in the plan.
struct RefusedPort
{
    QString id;
    QString name;
    Verdict verdict = Verdict::Unknown;
    QString why; ///< in words. Translated.
};

struct PlanCount
{
    QString label; ///< a reason's word, a project's name or id
    int ports = 0;
};

/// Ids frozen with what was known of them. A value that never grows: whatever is made of a plan has the same ports or
/// fewer.
class RemedyPlan
{
public:
    struct Request
    {
        RemedyAction action = RemedyAction::Delete;
        QStringList chosen; ///< port ids, each picked by the user
        QStringList bulk; ///< port ids out of "all of them": only proven orphans are taken
    };

    RemedyPlan() = default;
    static RemedyPlan make(const JudgementPtr &judgement, const Request &request, const QDateTime &now);

    RemedyAction action() const { return m_action; }
    const QDateTime &madeAt() const { return m_madeAt; } ///< UTC
    /// The reading that it rests on.
    const JudgementPtr &judgement() const { return m_judgement; }
    const QList<PlannedPort> &ports() const { return m_ports; } ///< sorted by id, every id once
    const QList<RefusedPort> &refused() const { return m_refused; }
    bool isEmpty() const { return m_ports.isEmpty(); }
    int size() const { return int(m_ports.size()); }
    const PlannedPort *find(const QString &id) const;
    QSet<QString> ids() const;

    /// The ports of \a ids that are in this plan, and nothing else.
    RemedyPlan subset(const QSet<QString> &ids) const;
    /// Only those that may be picked in bulk.
    RemedyPlan provenOnly() const;

    QList<PlanCount> countsByReason() const; ///< by the most telling reason, most ports first
    QList<PlanCount> countsByProject() const; ///< most ports first
    QStringList projectIds() const; ///< sorted; without the system's ''
    /// Port quotas of the plan's projects as the reading had them.
    QList<ProjectQuota> quotas() const;
    QString projectName(const QString &id) const; ///< the id where the name is not known

private:
    RemedyAction m_action = RemedyAction::Delete;
    QDateTime m_madeAt;
    JudgementPtr m_judgement;
    QList<PlannedPort> m_ports;
    QList<RefusedPort> m_refused;
};

/// Why \a action may not be done to that port, in words; empty where it may.
QString refusalOf(const Judgement &judgement, int port, RemedyAction action);

/// The position of a port in the snapshot; -1 where it is not there.
int portNumber(const Snapshot &snapshot, const QString &id);

} // namespace flotsam
