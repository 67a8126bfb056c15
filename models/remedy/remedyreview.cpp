// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/remedyreview.h"

#include <QCoreApplication>

#include <algorithm>

namespace flotsam {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::RemedyReview)
};

} // namespace

qint64 RemedyReview::usedAfter(const ProjectQuota &quota, const QSet<QString> &ids) const
{
    if (plan.action() != RemedyAction::Delete)
        return quota.used;
    const auto freed = std::count_if(plan.ports().begin(), plan.ports().end(), [&](const PlannedPort &planned) {
        return planned.port.projectId == quota.projectId && ids.contains(planned.port.id);
    });
    return std::max<qint64>(0, quota.used - freed);
}

QString confirmationProblem(const RemedyReview &review, const Confirmation &confirmation)
{
    for (const Tripwire &wire : review.wires) {
        if (wire.trip == Tripwire::Trip::Refuse)
            return wire.words;
    }
    if (confirmation.ids.isEmpty())
        return Words::tr("No port is ticked.");
    const QSet<QString> known = review.plan.ids();
    if (!known.contains(confirmation.ids))
        return Words::tr("A port is ticked that is not in the plan.");
    if (confirmation.ids.size() > 1 && confirmation.typedNumber != confirmation.ids.size())
        return Words::tr("Type the number of ports: %1.").arg(confirmation.ids.size());
    if (!review.wires.isEmpty() && !confirmation.wiresAccepted)
        return Words::tr("Confirm the warning as well: %1").arg(review.wires.first().words);
    return {};
}

} // namespace flotsam
