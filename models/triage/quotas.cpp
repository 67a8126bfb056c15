// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/quotas.h"

#include <algorithm>
#include <numeric>

namespace flotsam {

int ProjectQuota::visible() const { return std::accumulate(byVerdict.begin(), byVerdict.end(), 0); }

QList<ProjectQuota> attributeQuotas(const Snapshot &snapshot, const QList<PortJudgement> &ports)
{
    QList<ProjectQuota> quotas;
    QHash<QString, qsizetype> places;
    const auto of = [&](const QString &projectId) -> ProjectQuota & {
        const auto known = places.constFind(projectId);
        if (known != places.constEnd())
            return quotas[*known];
        places.insert(projectId, quotas.size());
        ProjectQuota fresh;
        fresh.projectId = projectId;
        quotas.append(fresh);
        return quotas.last();
    };

    for (const Quota &quota : snapshot.quotas) {
        ProjectQuota &project = of(quota.projectId);
        project.known = quota.known;
        project.limit = quota.limit;
        project.used = quota.used;
        project.reserved = quota.reserved;
    }
    for (qsizetype i = 0; i < ports.size(); ++i) {
        const QString &projectId = snapshot.ports[i].projectId;
        if (projectId.isEmpty())
            continue;
        ProjectQuota &project = of(projectId);
        ++project.byVerdict[size_t(ports[i].verdict)];
        if (ports[i].verdict == Verdict::Orphan)
            ++project.reclaimable;
    }
    QHash<QString, QString> names{{snapshot.auth.projectId, snapshot.auth.projectName}};
    for (const Project &project : snapshot.projects)
        names.insert(project.id, project.name);
    for (ProjectQuota &project : quotas)
        project.projectName = names.value(project.projectId);
    std::sort(quotas.begin(), quotas.end(),
              [](const ProjectQuota &one, const ProjectQuota &other) { return one.projectId < other.projectId; });
    return quotas;
}

} // namespace flotsam
