// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline/portlife.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

using Event = PortLife::Event;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::PortLife)
};

constexpr qsizetype MostHeatEvents = 12;

void add(PortLife &life, Time time, Event::Kind kind, const QString &text)
{
    if (time)
        life.events.append({*time, kind, text});
}

void addServer(PortLife &life, const Dataset &data, const Port &port)
{
    const int row = data.relations->instanceRow(port.deviceId);
    if (row < 0)
        return;
    const Instance &instance = data.relations->instances()[size_t(row)];
    const Server *const server = instance.server;
    life.server = server && !server->name.isEmpty() ? server->name : instance.id;
    life.serverLives = instance.state == Instance::State::Live || instance.state == Instance::State::Hidden;
    const auto probe = data.snapshot->actionsProbes.constFind(port.deviceId);
    if (probe != data.snapshot->actionsProbes.constEnd()) {
        for (const InstanceAction &action : probe->actions) {
            if (action.action == "create"_L1) {
                life.serverBegin = action.start;
                continue;
            }
            if (action.action == "delete"_L1 && !life.serverLives) {
                life.serverEnd = action.start;
                continue;
            }
            const QString what = action.message.isEmpty()
                ? Words::tr("Nova: %1").arg(action.action)
                : Words::tr("Nova: %1 (%2)").arg(action.action, action.message.simplified());
            add(life, action.start, Event::Kind::ServerAction, what);
        }
    }
    if (server && server->created)
        life.serverBegin = server->created;
    if (server && !life.serverLives && !life.serverEnd)
        life.serverEnd = server->terminatedAt ? server->terminatedAt : server->updated;
    add(life, life.serverBegin, Event::Kind::ServerCreated, Words::tr("Server %1 created").arg(life.server));
    add(life, life.serverEnd, Event::Kind::ServerGone, Words::tr("Server %1 deleted").arg(life.server));
}

void addHeat(PortLife &life, const Dataset &data, int port)
{
    for (const int row : data.relations->resourcesOfPort(port)) {
        const StackResource &resource = data.snapshot->resources[row];
        const auto &events = data.snapshot->events;
        const auto begin = std::lower_bound(events.begin(), events.end(), resource.stackId,
                                            [](const StackEvent &e, const QString &id) { return e.stackId < id; });
        qsizetype count = 0;
        for (auto event = begin; event != events.end() && event->stackId == resource.stackId; ++event) {
            if (event->resourceName != resource.name || !event->time || ++count > MostHeatEvents)
                continue;
            const bool failed = event->status.endsWith("_FAILED"_L1);
            add(life, event->time, failed ? Event::Kind::HeatFailed : Event::Kind::Heat,
                Words::tr("Heat: %1 %2").arg(event->resourceName, event->status));
        }
    }
}

} // namespace

PortLife PortLife::of(const Dataset &data, int number)
{
    const Port &port = data.snapshot->ports[number];
    PortLife life;
    if (!port.deviceId.isEmpty())
        addServer(life, data, port);
    addHeat(life, data, number);
    add(life, port.createdAt, Event::Kind::PortCreated, Words::tr("Port created"));
    if (port.updatedAt && port.updatedAt != port.createdAt)
        add(life, port.updatedAt, Event::Kind::PortChanged, Words::tr("Port changed last"));
    const auto seen = data.snapshot->observations.constFind(port.id);
    if (seen != data.snapshot->observations.constEnd())
        add(life, seen->firstSeen, Event::Kind::FirstSeen, Words::tr("Seen as it is now for the first time"));
    add(life, data.snapshot->takenAt.toMSecsSinceEpoch(), Event::Kind::Reading, Words::tr("This reading"));
    std::stable_sort(life.events.begin(), life.events.end(),
                     [](const Event &a, const Event &b) { return a.time < b.time; });
    return life;
}

} // namespace flotsam
