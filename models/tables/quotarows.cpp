// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/quotarows.h"

#include "models/tables/format.h"
#include "models/tables/quotagrowth.h"

#include <QHash>

#include <algorithm>
#include <utility>

namespace flotsam {

double QuotaRow::share() const
{
    if (limit < 0)
        return -1;
    return limit == 0 ? 1 : double(taken()) / double(limit);
}

QList<QuotaRow> quotaRows(const Dataset &dataset)
{
    QList<QuotaRow> rows;
    if (dataset.isNull())
        return rows;
    QHash<QString, qsizetype> places;
    for (const ProjectQuota &quota : dataset.judgement->quotas) {
        QuotaRow row;
        row.projectId = quota.projectId;
        row.name = dataset.relations->projectName(quota.projectId);
        row.known = quota.known;
        row.byVerdict = quota.byVerdict;
        row.visible = quota.visible();
        row.limit = quota.known ? std::max<qint64>(-1, quota.limit) : -1;
        row.used = quota.known ? quota.used : row.visible;
        row.reserved = quota.known ? quota.reserved : 0;
        row.hidden = std::max<qint64>(0, row.used - row.visible);
        row.reclaimable = quota.reclaimable;
        places.insert(row.projectId, rows.size());
        rows += row;
    }
    const QList<Port> &ports = dataset.snapshot->ports;
    for (qsizetype i = 0; i < ports.size(); ++i) {
        const PortJudgement &judgement = dataset.judgement->ports[i];
        if (judgement.verdict != Verdict::Orphan || judgement.confidence != Confidence::Proven)
            continue;
        if (const auto place = places.constFind(ports[i].projectId); place != places.constEnd())
            ++rows[*place].proven;
    }
    addGrowth(dataset, rows);
    std::sort(rows.begin(), rows.end(), [](const QuotaRow &a, const QuotaRow &b) {
        if (a.share() != b.share())
            return a.share() > b.share();
        if (a.reclaimable != b.reclaimable)
            return a.reclaimable > b.reclaimable;
        const int byName = naturalCompare(a.name, b.name);
        return byName != 0 ? byName < 0 : a.projectId < b.projectId;
    });
    return rows;
}

QList<Verdict> verdictsOf(QuotaPart::Kind kind)
{
    switch (kind) {
    case QuotaPart::Kind::Healthy:
        return {Verdict::InUse, Verdict::Service};
    case QuotaPart::Kind::Settling:
        return {Verdict::Settling};
    case QuotaPart::Kind::Unknown:
        return {Verdict::Unknown};
    case QuotaPart::Kind::Unattached:
        return {Verdict::Unattached};
    case QuotaPart::Kind::Stale:
        return {Verdict::Stale};
    case QuotaPart::Kind::Orphan:
        return {Verdict::Orphan};
    default:
        return {};
    }
}

QList<QuotaPart> quotaParts(const QuotaRow &row)
{
    using Kind = QuotaPart::Kind;
    QList<QuotaPart> parts;
    for (const Kind kind : {Kind::Healthy, Kind::Hidden, Kind::Settling, Kind::Unknown, Kind::Unattached, Kind::Stale,
                            Kind::Orphan, Kind::Reserved, Kind::Free}) {
        qint64 amount = 0;
        for (const Verdict verdict : verdictsOf(kind))
            amount += row.byVerdict[size_t(verdict)];
        if (kind == Kind::Hidden)
            amount = row.hidden;
        else if (kind == Kind::Reserved)
            amount = row.reserved;
        else if (kind == Kind::Free)
            amount = row.limit < 0 ? 0 : row.limit - row.taken();
        if (amount > 0)
            parts += {kind, amount};
    }
    return parts;
}

} // namespace flotsam
