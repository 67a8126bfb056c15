// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/remedyscenes.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam::test {

JudgementPtr remedyJudgement(int proven)
{
    TestCloud cloud;
    cloud.cloud = u"prod-eu"_s;
    cloud.region = u"RegionOne"_s;
    cloud.subnet(1, u"10.0.0.0/16"_s);
    const auto attach = [&](int number, const QString &owner) -> Port & {
        Port &port = cloud.port(number);
        port.deviceId = serverId(number);
        port.deviceOwner = owner;
        cloud.ip(port, u"10.0.1.%1"_s.arg(number));
        return port;
    };
    for (int i = 1; i <= proven; ++i) {
        Port &port = attach(i, u"compute:nova"_s);
        port.projectId = project(i % 3 == 0 ? 2 : 1);
        port.securityGroups = {u"default-group"_s};
        cloud.kill(i);
    }
    attach(proven + 1, u"compute:nova"_s);
    cloud.answer(proven + 1, 404);
    cloud.port(proven + 2).name = u"reserved-vip"_s;
    Port &residue = cloud.port(proven + 3);
    residue.name = u"left-on-host"_s;
    residue.hostId = u"compute-7"_s;
    attach(proven + 4, u"compute:nova"_s).name = u"web"_s;
    cloud.server(proven + 4).name = u"web-1"_s;
    Port &young = attach(proven + 5, u"compute:nova"_s);
    young.createdAt = T(-20);
    for (int i : {1, 2}) {
        Project named;
        named.id = project(i);
        named.name = i == 1 ? u"ci"_s : u"web"_s;
        cloud.projects.append(named);
    }
    for (int i : {1, 2}) {
        Quota quota;
        quota.projectId = project(i);
        quota.known = true;
        quota.limit = i == 1 ? 500 : -1;
        quota.used = i == 1 ? 500 : 31;
        cloud.quotas.append(quota);
    }
    return std::make_shared<const Judgement>(judge(cloud.build()));
}

RemedyPlan remedyPlan(const JudgementPtr &judgement, RemedyAction action)
{
    QStringList ids;
    for (const Port &port : judgement->snapshot->ports)
        ids += port.id;
    return RemedyPlan::make(judgement, {action, ids, {}}, judgement->snapshot->takenAt);
}

RemedyReview remedyReview(const RemedyPlan &plan, int takenOut)
{
    RemedyReview review;
    review.plan = plan.provenOnly();
    QSet<QString> out;
    for (int i = 0; i < takenOut && i < review.plan.size(); ++i) {
        const PlannedPort &planned = review.plan.ports()[i];
        out.insert(planned.port.id);
        RecheckedPort port;
        port.id = planned.port.id;
        port.judgement = planned.judgement;
        port.why = u"Its device changed from %1 to %2 since it was judged."_s.arg(planned.port.deviceId, serverId(99));
        review.takenOut.append(port);
    }
    review.plan = review.plan.subset(review.plan.ids() - out);
    review.quotas = review.plan.quotas();
    review.checkedAt = plan.judgement()->snapshot->takenAt;
    review.canMatchRevision = true;
    return review;
}

RemedyReport remedyReport(const RemedyPlan &plan)
{
    RemedyReport report;
    report.plan = plan;
    report.startedAt = plan.judgement()->snapshot->takenAt;
    report.endedAt = report.startedAt.addSecs(4);
    int number = 0;
    for (const PlannedPort &planned : plan.ports()) {
        PortOutcome outcome;
        outcome.portId = planned.port.id;
        outcome.kind = OutcomeKind(number++ % OutcomeKindCount);
        outcome.words = u"What the cloud said of it."_s;
        outcome.status = 204;
        outcome.requestId = u"req-%1"_s.arg(number);
        report.outcomes.append(outcome);
    }
    report.quotasBefore = plan.quotas();
    report.quotasAfter = plan.quotas();
    for (ProjectQuota &quota : report.quotasAfter)
        quota.used -= 2;
    report.journalPath = u"/home/operator/.local/share/flotsam/journals/20261130T094100Z-prod-eu-1234.jsonl"_s;
    report.journal = JournalState::Closed;
    return report;
}

JournalRecord remedyRecord(const RemedyPlan &plan, int made)
{
    JournalRecord record;
    record.path = remedyReport(plan).journalPath;
    record.header.cloud = u"prod-eu"_s;
    record.header.region = u"RegionOne"_s;
    record.header.userName = u"admin"_s;
    record.header.startedAt = plan.judgement()->snapshot->takenAt;
    record.header.ports = plan.size();
    record.ready = true;
    record.closedAt = record.header.startedAt.addSecs(4);
    record.closedBy = u"run"_s;
    for (const PlannedPort &planned : plan.ports()) {
        JournalPort port;
        port.id = planned.port.id;
        port.port = planned.port;
        port.sending = true;
        PortOutcome outcome;
        outcome.portId = port.id;
        outcome.kind = OutcomeKind::Done;
        outcome.words = u"The cloud confirmed it."_s;
        port.outcome = outcome;
        if (made-- > 0)
            port.restoredAs = serverId(77);
        record.ports.append(port);
    }
    return record;
}

} // namespace flotsam::test
