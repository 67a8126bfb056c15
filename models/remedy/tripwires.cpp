// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/tripwires.h"

#include "models/triage/heatindex.h"
#include "models/triage/ids.h"

#include <QCoreApplication>
#include <QMap>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::Tripwires)
};

using Trip = Tripwire::Trip;

/// The verdict rests on what Nova says of a server.
bool restsOnServers(const PlannedPort &planned)
{
    return !planned.port.deviceId.isEmpty() || !planned.port.deviceOwner.isEmpty()
        || planned.judgement.has(Reason::HeatFailedServer) || planned.judgement.has(Reason::HeatReplaced)
        || planned.judgement.has(Reason::HeatManaged);
}

bool restsOnStacks(const PlannedPort &planned)
{
    const Port &port = planned.port;
    const bool free = port.deviceId.isEmpty() && port.deviceOwner.isEmpty();
    // As PortCase::handMade() and heatNamed(): any name, tag or description makes Heat's word count.
    return free || !port.name.isEmpty() || !port.tags.isEmpty() || !port.description.isEmpty();
}

template <class Which>
QStringList idsWhere(const RemedyPlan &plan, Which &&which)
{
    QStringList ids;
    for (const PlannedPort &planned : plan.ports()) {
        if (which(planned))
            ids += planned.port.id;
    }
    return ids;
}

void halfOfProject(const RemedyPlan &plan, QList<Tripwire> &wires)
{
    QMap<QString, int> planned;
    for (const PlannedPort &port : plan.ports())
        ++planned[port.port.projectId];
    QHash<QString, int> all;
    for (const Port &port : plan.judgement()->snapshot->ports)
        ++all[port.projectId];
    for (auto it = planned.begin(); it != planned.end(); ++it) {
        const int have = all.value(it.key());
        if (it.key().isEmpty() || it.value() * 2 <= have)
            continue;
        Tripwire wire{Wire::HalfOfProject,
                      Trip::Confirm,
                      Words::tr("%1 of the %2 ports of project %3 are in this plan: more than half of what it has.")
                          .arg(it.value())
                          .arg(have)
                          .arg(plan.projectName(it.key())),
                      {}};
        wire.portIds = idsWhere(plan, [&](const PlannedPort &port) { return port.port.projectId == it.key(); });
        wires.append(wire);
    }
}

void manyPorts(const RemedyPlan &plan, QList<Tripwire> &wires)
{
    if (plan.size() > ManyPortsLimit)
        wires.append(
            {Wire::ManyPorts,
             Trip::Confirm,
             Words::tr("There are %1 ports in this plan: more than %2 at once.").arg(plan.size()).arg(ManyPortsLimit),
             {}});
}

void noServers(const RemedyPlan &plan, QList<Tripwire> &wires)
{
    const Snapshot &whole = *plan.judgement()->snapshot;
    if (!whole.servers.isEmpty())
        return;
    QSet<QString> named;
    for (const Port &port : whole.ports) {
        const bool ofNova = port.deviceOwner.isEmpty() || port.deviceOwner.startsWith("compute:"_L1);
        if (ofNova && isUuid(port.deviceId))
            named.insert(port.deviceId);
    }
    if (named.size() < NamedServersLimit)
        return;
    // A Nova that knows their tombstones is the right one, and has really lost them all.
    const auto known
        = std::count_if(whole.deletedServers.begin(), whole.deletedServers.end(),
                        [&](const Server &server) { return server.isTombstone() && named.contains(server.id); });
    const bool explained = known * 2 > named.size();
    wires.append(
        {Wire::NoServers, explained ? Trip::Confirm : Trip::Refuse,
         (explained ? Words::tr("The list of servers is empty, while ports name %1 servers. Nova knows most of them as "
                                "deleted. Is this the cloud that you mean?")
                    : Words::tr("The list of servers is empty, while ports name %1 servers. That is more likely a "
                                "wrong or blind compute service than a cloud without servers."))
             .arg(named.size()),
         idsWhere(plan, restsOnServers)});
}

/// A source, for which ports of a plan it matters, and what to do where it is unread.
struct Basis
{
    SourceId source;
    Trip trip;
    bool (*matters)(const PlannedPort &);
};

bool always(const PlannedPort &) { return true; }
bool isFree(const PlannedPort &planned)
{
    return planned.port.deviceId.isEmpty() && planned.port.deviceOwner.isEmpty();
}

// Bare metal is closed to members, so that it may only ask for a second look; what a member may read in full must have
// been read in full. Whether one server lives was asked by a probe, whatever became of the listings.
constexpr std::array Bases{
    Basis{SourceId::Ports, Trip::Refuse, always},         Basis{SourceId::FloatingIps, Trip::Refuse, always},
    Basis{SourceId::Trunks, Trip::Refuse, always},        Basis{SourceId::LoadBalancers, Trip::Refuse, isFree},
    Basis{SourceId::Stacks, Trip::Refuse, restsOnStacks}, Basis{SourceId::Resources, Trip::Refuse, restsOnStacks},
    Basis{SourceId::Nodes, Trip::Confirm, always},        Basis{SourceId::BaremetalPorts, Trip::Confirm, always},
    Basis{SourceId::Portgroups, Trip::Confirm, always},
};

void sourceIncomplete(const RemedyPlan &plan, const Snapshot &fresh, QList<Tripwire> &wires)
{
    for (const Basis &basis : Bases) {
        const SourceInfo &info = fresh.source(basis.source);
        const QStringList ids = idsWhere(plan, [&](const PlannedPort &planned) {
            if (!basis.matters(planned))
                return false;
            return isHeatSource(basis.source) ? info.unreadFor(planned.port.projectId) : info.unread();
        });
        if (ids.isEmpty())
            continue;
        const QString why = info.detail.isEmpty() ? QString(sourceStatusName(info.status)) : info.detail;
        wires.append({Wire::SourceIncomplete, basis.trip,
                      Words::tr("%1 was not read in full (%2), and the verdict on %3 of these ports rests on it.")
                          .arg(QString(sourceName(basis.source)), why)
                          .arg(ids.size()),
                      ids});
    }
}

void regionsDiffer(const RemedyPlan &plan, const Snapshot &fresh, const EndpointRegions &regions,
                   QList<Tripwire> &wires)
{
    const QStringList ids = idsWhere(plan, restsOnServers);
    if (ids.isEmpty())
        return;
    if (regions.computes.isEmpty()) {
        wires.append({Wire::RegionsDiffer, Trip::Refuse,
                      Words::tr("No compute service of region %1 was found, and these ports name servers.")
                          .arg(regions.network.isEmpty() ? fresh.region : regions.network),
                      ids});
        return;
    }
    if (regions.computes.contains(regions.network) && !regions.network.isEmpty())
        return;
    const bool unsure = regions.network.isEmpty() || regions.computes.contains(QString());
    const QString computes = regions.computes.join(u", "_s);
    wires.append({Wire::RegionsDiffer, unsure ? Trip::Confirm : Trip::Refuse,
                  unsure ? Words::tr("The region of the network or the compute service is not known (an address of its "
                                     "own is configured). Make sure that both are of one region.")
                         : Words::tr("The ports are of region %1, the servers were asked for in %2.")
                               .arg(regions.network, computes),
                  ids});
}

} // namespace

QList<Tripwire> tripwires(const RemedyPlan &plan, const Judgement &fresh, const EndpointRegions &regions)
{
    QList<Tripwire> wires;
    if (plan.isEmpty())
        return wires;
    halfOfProject(plan, wires);
    manyPorts(plan, wires);
    noServers(plan, wires);
    sourceIncomplete(plan, *fresh.snapshot, wires);
    regionsDiffer(plan, *fresh.snapshot, regions, wires);
    std::stable_sort(wires.begin(), wires.end(),
                     [](const Tripwire &one, const Tripwire &other) { return one.trip > other.trip; });
    return wires;
}

bool refuses(const QList<Tripwire> &wires)
{
    return std::any_of(wires.begin(), wires.end(), [](const Tripwire &wire) { return wire.trip == Trip::Refuse; });
}

} // namespace flotsam
