// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cloud/recheck.h"

#include "models/inventory/onworker.h"

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

ScanScope scopeOf(const RemedyPlan &plan)
{
    ScanScope scope;
    const QStringList projects = plan.projectIds();
    scope.projects = QSet<QString>(projects.begin(), projects.end());
    if (plan.judgement()->snapshot->auth.admin) {
        QSet<QString> networks;
        for (const PlannedPort &planned : plan.ports())
            networks.insert(planned.port.networkId);
        scope.networks = QStringList(networks.begin(), networks.end());
        scope.networks.sort();
    }
    return scope;
}

/// Resources of other projects' stacks whose physical id is a planned port, with their stacks.
void carryForeignResources(Snapshot &fresh, const RemedyPlan &plan)
{
    const Snapshot &whole = *plan.judgement()->snapshot;
    const QSet<QString> ids = plan.ids();
    const ScanScope scope = scopeOf(plan);
    QSet<QString> wanted;
    for (const StackResource &resource : whole.resources) {
        if (ids.contains(resource.physicalId))
            wanted.insert(resource.stackId);
    }
    if (wanted.isEmpty())
        return;
    QHash<QString, const Stack *> stacks;
    for (const Stack &stack : whole.stacks)
        stacks.insert(stack.id, &stack);
    QSet<QString> read;
    for (const Stack &stack : std::as_const(fresh.stacks))
        read.insert(stack.id);
    for (StackResource resource : whole.resources) {
        const Stack *stack = stacks.value(resource.stackId);
        if (!ids.contains(resource.physicalId) || (stack && scope.projects.contains(stack->projectId)))
            continue;
        resource.raw = -1;
        fresh.resources.append(resource);
        if (stack && !read.contains(stack->id)) {
            read.insert(stack->id);
            Stack carried = *stack;
            carried.raw = -1;
            fresh.stacks.append(carried);
        }
    }
    std::sort(fresh.stacks.begin(), fresh.stacks.end(),
              [](const Stack &one, const Stack &other) { return one.id < other.id; });
    std::stable_sort(fresh.resources.begin(), fresh.resources.end(),
                     [](const StackResource &one, const StackResource &other) {
                         return std::tie(one.stackId, one.name) < std::tie(other.stackId, other.name);
                     });
}

} // namespace

SnapshotPtr withCarriedOver(const SnapshotPtr &fresh, const RemedyPlan &plan)
{
    auto next = std::make_shared<Snapshot>(*fresh);
    const Snapshot &whole = *plan.judgement()->snapshot;
    // A row that is no tombstone says that a server lived then; whether it lives is asked anew.
    next->deletedServers.clear();
    for (const Server &server : whole.deletedServers) {
        if (!server.isTombstone())
            continue;
        next->deletedServers.append(server);
        next->deletedServers.last().raw = -1;
    }
    if (whole.source(SourceId::Servers).status != SourceStatus::Absent) {
        SourceInfo &servers = next->source(SourceId::Servers);
        servers.status = SourceStatus::Partial;
        servers.detail = u"not listed again: those that matter were asked for one by one"_s;
    }
    next->source(SourceId::DeletedServers) = whole.source(SourceId::DeletedServers);
    next->projects = whole.projects;
    for (Project &project : next->projects)
        project.raw = -1;
    carryForeignResources(*next, plan);
    return next;
}

Recheck::Recheck(const CloudConfig &config, const RemedyPlan &plan, const RecheckOptions &options, QObject *parent)
    : QObject(parent)
    , m_plan(plan)
    , m_options(options)
{
    ScanOptions scan;
    scan.deadline = options.deadline;
    scan.idleTimeout = options.idleTimeout;
    scan.observations = plan.judgement()->snapshot->observations;
    scan.scope = scopeOf(plan);
    scan.wantedProbes = [plan, ids = plan.ids(), settings = options.settings](const SnapshotPtr &snapshot) {
        return wantedProbes(withCarriedOver(snapshot, plan), settings, ids);
    };
    m_scan = std::make_unique<CloudScan>(config, scan);
    connect(m_scan.get(), &CloudScan::progress, this, &Recheck::progress);
    connect(m_scan.get(), &CloudScan::probesProgress, this, &Recheck::probesProgress);
    connect(m_scan.get(), &CloudScan::problem, this, [this](const Error &error) { m_problems.append(error); });
    connect(m_scan.get(), &CloudScan::failed, this, &Recheck::failed);
    connect(m_scan.get(), &CloudScan::finished, this, &Recheck::onRead);
    connect(m_scan.get(), &CloudScan::loggedIn, this,
            [this, cloud = config.name](const auto &auth, const auto &region) {
                const QString why = otherPlace(*m_plan.judgement()->snapshot, cloud, region, auth);
                if (!why.isEmpty())
                    refuse(why);
            });
}

Recheck::~Recheck() = default;

void Recheck::start()
{
    m_startedAt = m_options.clock();
    m_scan->start();
}

void Recheck::cancel()
{
    m_scan->disconnect(this);
    m_scan->cancel();
    m_scan.reset();
}

void Recheck::refuse(const QString &why)
{
    m_scan->disconnect(this);
    m_scan->cancel();
    Error error;
    error.kind = Error::Kind::Config;
    error.what = tr("Looking at the ports again");
    error.object = m_plan.judgement()->snapshot->cloud;
    error.serviceMessage = why;
    error.advice = tr("Nothing was changed. Read the cloud again and make a new plan.");
    emit failed(error);
}

void Recheck::onRead(const SnapshotPtr &snapshot)
{
    const SourceInfo &ports = snapshot->source(SourceId::Ports);
    Error error;
    error.kind = Error::Kind::Http;
    error.what = tr("Looking at the ports again");
    error.object = snapshot->cloud;
    error.advice = tr("Nothing was changed. Try again.");
    if (ports.status == SourceStatus::Denied || ports.status == SourceStatus::Failed) {
        error.serviceMessage = ports.detail;
        emit failed(error);
        return;
    }
    if (m_plan.judgement()->snapshot->auth.admin && !snapshot->auth.admin) {
        // Read by network, which is not enough without an admin's view.
        error.serviceMessage = tr("the plan was made with an admin's view, and this login has none any more");
        error.advice = tr("Read the cloud again and make a new plan.");
        emit failed(error);
        return;
    }
    RecheckResult frame;
    const ScanRegions regions = m_scan->regions();
    frame.regions = {regions.network, regions.computes};
    frame.problems = m_problems;
    onWorker(
        this,
        [frame, snapshot, plan = m_plan, settings = m_options.settings] {
            RecheckResult result = frame;
            const SnapshotPtr small = withCarriedOver(snapshot, plan);
            result.judgement = std::make_shared<const Judgement>(judge(small, settings));
            result.ports = recheckAll(plan, *result.judgement);
            result.canMatchRevision = std::any_of(small->extensions.begin(), small->extensions.end(),
                                                  [](const auto &one) { return one.alias == "revision-if-match"_L1; });
            return result;
        },
        [this](RecheckResult result) {
            if (!m_scan)
                return;
            // As old as its first answer.
            result.at = m_startedAt;
            emit finished(result);
        });
}

} // namespace flotsam
