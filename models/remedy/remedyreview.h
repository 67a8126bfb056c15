// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/recheck.h"
#include "models/remedy/remedyplan.h"
#include "models/remedy/tripwires.h"

namespace flotsam {

/// What the user is asked to confirm: a plan after its re-check.
struct RemedyReview
{
    RemedyPlan plan; ///< the ports that were found ok; refused() still tells of the others
    QList<RecheckedPort> takenOut; ///< by the re-check
    QList<Tripwire> wires; ///< refusals first
    QList<ProjectQuota> quotas; ///< of the plan's projects, as the re-check read them
    QDateTime checkedAt;
    bool canMatchRevision = false; ///< else each port is looked at just before, and the report says so
    bool isProtected = false; ///< the cloud is marked as protected
    QString again; ///< why it is shown a second time. Translated; empty the first time.

    bool canRun() const { return !plan.isEmpty() && !refuses(wires); }
    /// Used port quota of a project after \a ports of the plan's are gone; unchanged for repairs.
    qint64 usedAfter(const ProjectQuota &quota, const QSet<QString> &ids) const;
};

/// What the user says to a review.
struct Confirmation
{
    QSet<QString> ids; ///< the ticked ports
    int typedNumber = -1; ///< asked for where there is more than one port
    bool wiresAccepted = false; ///< the second confirmation
};

/// Why \a confirmation does not let the plan run; empty where it does. Translated. Pure.
QString confirmationProblem(const RemedyReview &review, const Confirmation &confirmation);

} // namespace flotsam
