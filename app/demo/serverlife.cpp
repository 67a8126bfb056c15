// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/serverlife.h"

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
constexpr qint64 Second = 1000;

void failBuild(DemoState &state, const QString &id, const QString &why)
{
    const Server *found = state.compute.server(id);
    if (!found || found->deleted)
        return;
    Server server = *found;
    server.status = u"ERROR"_s;
    server.vmState = u"error"_s;
    server.taskState.clear();
    server.powerState = 0;
    server.host.clear();
    server.zone.clear();
    server.faultMessage = u"Build of instance %1 aborted: %2"_s.arg(id, why);
    server.faultTime = state.now();
    state.compute.replace(server, state.now());
    endAction(state, id, u"Error"_s);
    // What Nova made so far it takes away again; what the user brought is unbound.
    for (const QString &portId : state.network.portsOfDevice(id)) {
        if (server.givenPorts.contains(portId))
            detachPort(state, portId);
        else
            state.network.removePort(portId);
    }
}

/// A port that Nova asks for: device_id is there at once, owner and binding follow with the update.
Port novaPort(DemoState &state, const QString &networkId, const Server &server)
{
    Port port = state.draftPort(networkId, server.projectId);
    port.deviceId = server.id;
    return port;
}

void makePorts(DemoState &state, const QString &id, const BootRequest &request)
{
    const Server *server = state.compute.server(id);
    if (!server || server->deleted || server->taskState == u"deleting"_s)
        return;
    for (const RequestedNic &nic : request.nics) {
        if (const Port *brought = state.network.port(nic.portId)) {
            Port port = *brought;
            port.deviceId = id;
            state.network.replacePort(port, state.now());
            continue;
        }
        if (state.portQuotaRefusal(server->projectId)) {
            failBuild(state, id, u"Failed to allocate the network(s), not rescheduling."_s);
            state.tell(u"Server %1 failed: the port quota of its project is full."_s.arg(request.name));
            return;
        }
        state.network.addPort(novaPort(state, nic.networkId, *server));
    }
    Server next = *server;
    next.taskState = u"spawning"_s;
    state.compute.replace(next, state.now());
}

void finishBuild(DemoState &state, const QString &id, const BootRequest &request)
{
    const Server *found = state.compute.server(id);
    if (!found || found->status != u"BUILD"_s || found->deleted)
        return;
    if (request.fails) {
        failBuild(state, id, u"Failed to provision instance %1: the hypervisor gave up"_s.arg(id));
        return;
    }
    Server server = *found;
    for (const QString &portId : state.network.portsOfDevice(id))
        attachPort(state, portId, server);
    server.status = u"ACTIVE"_s;
    server.vmState = u"active"_s;
    server.taskState.clear();
    server.powerState = 1;
    server.launched = state.now();
    state.compute.replace(server, state.now());
    endAction(state, id);
    state.tell(u"Server %1 is ACTIVE on %2."_s.arg(server.name, server.host));
}
} // namespace

void startAction(DemoState &state, const QString &serverId, const QString &name)
{
    state.compute.actions[serverId].append({name, state.ids.requestId(), {}, state.now(), state.now()});
}

void endAction(DemoState &state, const QString &serverId, const QString &message)
{
    QList<Action> &actions = state.compute.actions[serverId];
    if (actions.isEmpty())
        return;
    actions.last().end = state.now();
    actions.last().message = message;
}

void attachPort(DemoState &state, const QString &portId, const Server &server)
{
    const Port *found = state.network.port(portId);
    if (!found)
        return;
    Port port = *found;
    port.deviceId = server.id;
    port.deviceOwner = u"compute:"_s + (server.zone.isEmpty() ? u"nova"_s : server.zone);
    port.hostId = server.host;
    port.dnsName = server.name;
    state.settleBinding(port);
    state.network.replacePort(port, state.now());
}

void detachPort(DemoState &state, const QString &portId)
{
    const Port *found = state.network.port(portId);
    if (!found)
        return;
    Port port = *found;
    port.deviceId.clear();
    port.deviceOwner.clear();
    port.hostId.clear();
    port.dnsName.clear();
    port.profile = {};
    state.settleBinding(port);
    state.network.replacePort(port, state.now());
}

QString giveInterface(DemoState &state, const QString &serverId, const RequestedNic &nic)
{
    Server server = *state.compute.server(serverId);
    startAction(state, serverId, u"attach_interface"_s);
    QString portId = nic.portId;
    if (portId.isEmpty()) {
        const Port made = novaPort(state, nic.networkId, server);
        portId = made.id;
        state.network.addPort(made);
    } else {
        server.givenPorts += portId;
        state.compute.replace(server, state.now());
    }
    attachPort(state, portId, server);
    endAction(state, serverId);
    return portId;
}

void takeInterface(DemoState &state, const QString &serverId, const QString &portId)
{
    Server server = *state.compute.server(serverId);
    startAction(state, serverId, u"detach_interface"_s);
    if (server.givenPorts.removeAll(portId) > 0)
        detachPort(state, portId);
    else
        state.network.removePort(portId);
    state.compute.replace(server, state.now());
    endAction(state, serverId);
}

QStringList networksOf(const DemoState &state, const QString &projectId)
{
    QStringList ids;
    for (const auto &[id, network] : state.network.networks) {
        if (network.projectId == projectId && !network.external)
            ids += id;
    }
    return ids;
}

QString bootServer(DemoState &state, const BootRequest &request)
{
    Server server;
    server.id = state.ids.uuid();
    server.name = request.name;
    server.projectId = request.projectId;
    server.userId = request.userId;
    server.status = u"BUILD"_s;
    server.vmState = u"building"_s;
    server.taskState = u"networking"_s;
    server.powerState = 0;
    server.host = state.compute.nextHost();
    server.zone = request.zone.isEmpty() ? u"nova"_s : request.zone;
    server.flavor = request.flavor;
    server.imageId = request.imageId;
    server.description = request.description;
    server.keyName = request.keyName;
    server.metadata = request.metadata;
    server.reservation = u"r-"_s + state.ids.word(8);
    server.created = server.updated = state.now();
    for (const RequestedNic &nic : request.nics) {
        if (!nic.portId.isEmpty())
            server.givenPorts += nic.portId;
    }
    const QString id = server.id;
    state.compute.add(server);
    startAction(state, id, u"create"_s);
    if (request.connectionDrops) {
        state.later(3 * Second, [id](DemoState &later) {
            failBuild(later, id, u"Failed to allocate the network(s), not rescheduling."_s);
        });
        return id;
    }
    state.later(2 * Second, [id, request](DemoState &later) { makePorts(later, id, request); });
    state.later(5 * Second, [id, request](DemoState &later) { finishBuild(later, id, request); });
    return id;
}

void deleteServer(DemoState &state, const QString &id)
{
    const Server *found = state.compute.server(id);
    if (!found || found->deleted)
        return;
    Server dying = *found;
    dying.taskState = u"deleting"_s;
    state.compute.replace(dying, state.now());
    startAction(state, id, u"delete"_s);
    state.later(2 * Second, [id](DemoState &later) {
        const Server *server = later.compute.server(id);
        if (!server || server->deleted)
            return;
        Server gone = *server;
        for (const QString &portId : later.network.portsOfDevice(id)) {
            if (gone.givenPorts.contains(portId))
                detachPort(later, portId);
            else
                later.network.removePort(portId);
        }
        gone.status = u"DELETED"_s;
        gone.vmState = u"deleted"_s;
        gone.taskState.clear();
        gone.powerState = 0;
        gone.host.clear();
        gone.deleted = true;
        gone.terminated = later.now();
        later.compute.replace(gone, later.now());
        endAction(later, id);
    });
}

} // namespace flotsam::demo
