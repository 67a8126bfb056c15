// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/demostories.h"

#include "app/demo/metallife.h"
#include "app/demo/serverlife.h"
#include "app/demo/stacklife.h"

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
constexpr qint64 Second = 1000;

QString projectNamed(const DemoState &state, const QString &name)
{
    const Project *project = state.identity.projectByName(name);
    return project ? project->id : QString();
}

/// The network named like the project where there is one, else any of its own.
QString networkOf(const DemoState &state, const QString &projectId, const QString &project)
{
    const QStringList own = networksOf(state, projectId);
    for (const QString &id : own) {
        if (state.network.networks.at(id).name == project)
            return id;
    }
    return own.value(0);
}

BootRequest request(const DemoState &state, const QString &project, const QString &name)
{
    BootRequest boot;
    boot.name = name;
    boot.projectId = projectNamed(state, project);
    if (const User *user = state.identity.userByName(u"demo"_s))
        boot.userId = user->id;
    if (!state.compute.flavors.empty())
        boot.flavor = state.compute.flavors.begin()->first;
    if (!state.compute.images.empty())
        boot.imageId = state.compute.images.begin()->first;
    const QString network = networkOf(state, boot.projectId, project);
    if (!network.isEmpty())
        boot.nics = {{network, {}}};
    return boot;
}

QString numberedName(DemoState &state, const QString &stem)
{
    return u"%1-%2"_s.arg(stem).arg(100 + state.ids.below(900));
}

void latePort(DemoState &state, const QString &serverId, const QString &networkId)
{
    const Server *server = state.compute.server(serverId);
    if (!server)
        return;
    if (state.portQuotaRefusal(server->projectId)) {
        state.tell(u"Neutron refuses the late port of %1: the quota is full."_s.arg(server->name));
        return;
    }
    Port port = state.draftPort(networkId, server->projectId);
    port.deviceId = serverId;
    state.network.addPort(port);
    state.tell(u"Neutron finishes the request nobody waits for: port %1 appears for the deleted server %2."_s.arg(
        port.id.left(8), server->name));
}

/// Nova looks at the quota before it takes a server on.
bool refusesBoot(DemoState &state, const BootRequest &boot)
{
    if (!state.network.portQuotaFull(boot.projectId))
        return false;
    state.tell(u"Nova refuses to boot %1 with 403: Maximum number of ports exceeded."_s.arg(boot.name));
    return true;
}

/// The build fails after 3 s, the server is gone after 8 s, its port comes after \a portAfter.
void dropOne(DemoState &state, const QString &project, const QString &name, qint64 portAfter)
{
    BootRequest boot = request(state, project, name);
    if (boot.nics.isEmpty())
        return;
    boot.connectionDrops = true;
    const QString networkId = boot.nics.first().networkId;
    const QString id = bootServer(state, boot);
    state.later(6 * Second, [id](DemoState &later) { deleteServer(later, id); });
    state.later(portAfter, [id, networkId](DemoState &later) { latePort(later, id, networkId); });
}
} // namespace

void tellBootServer(DemoState &state)
{
    const BootRequest boot = request(state, state.storyProject, numberedName(state, state.storyProject));
    if (refusesBoot(state, boot))
        return;
    bootServer(state, boot);
    state.tell(u"Server %1 is being built."_s.arg(boot.name));
}

void tellDroppedConnection(DemoState &state)
{
    const QString name = numberedName(state, state.storyProject);
    if (refusesBoot(state, request(state, state.storyProject, name)))
        return;
    dropOne(state, state.storyProject, name, 14 * Second);
    state.tell(
        u"Server %1 is being built; the connection from Nova to Neutron drops while it asks for a port."_s.arg(name));
    state.later(9 * Second, [name](DemoState &later) {
        later.tell(u"The build of %1 failed and the server was deleted."_s.arg(name));
    });
}

void tellFailedStack(DemoState &state)
{
    const QString projectId = projectNamed(state, u"demo"_s);
    const QString network = networkOf(state, projectId, u"demo"_s);
    if (network.isEmpty())
        return;
    const QString name = numberedName(state, u"stack"_s);
    const QString id = createStack(state, name, projectId, network, true);
    state.tell(u"Heat creates the stack %1."_s.arg(name));
    state.later(14 * Second, [id, name](DemoState &later) {
        updateStack(later, id);
        later.tell(u"Heat updates the stack %1: it tries its server again."_s.arg(name));
    });
}

void tellRedeploy(DemoState &state)
{
    const Port *wanted = nullptr;
    const Port *holder = nullptr;
    for (const Port *port : state.network.ports()) {
        if (port->name == u"test-port1"_s)
            holder = port;
        if (port->name == u"test-port2"_s)
            wanted = port;
    }
    const auto nic = std::find_if(state.metal.nics.begin(), state.metal.nics.end(), [&state](const auto &item) {
        const auto node = state.metal.nodes.find(item.second.nodeId);
        return item.second.mac == u"52:54:00:53:b5:b9"_s && node != state.metal.nodes.end();
    });
    if (!wanted || nic == state.metal.nics.end()) {
        state.tell(u"There is no test-port2 and no node for it in this scene."_s);
        return;
    }
    const QString nodeId = nic->second.nodeId;
    const QString name = state.metal.nodes.at(nodeId).name;
    if (!nic->second.internalInfo.value("tenant_vif_port_id"_L1).toString().isEmpty()) {
        state.tell(u"Node %1 is deployed already."_s.arg(name));
        return;
    }
    const auto refusal = attachVif(state, nodeId, wanted->id);
    if (!refusal) {
        setProvisionTarget(state, nodeId, u"active"_s);
        state.tell(u"Node %1 is being deployed on test-port2: nothing holds its MAC any more."_s.arg(name));
        return;
    }
    state.metal.nodes.at(nodeId).lastError = refusal->message;
    state.metal.nodes.at(nodeId).updated = state.now();
    state.tell(u"Node %1 cannot be deployed on test-port2: Neutron answers MacAddressInUse for %2%3."_s.arg(
        name, nic->second.mac, holder && holder->mac == nic->second.mac ? u", test-port1 holds it"_s : QString()));
}

void tellFillQuota(DemoState &state)
{
    const QString project = projectNamed(state, u"ci"_s).isEmpty() ? state.storyProject : u"ci"_s;
    const QString projectId = projectNamed(state, project);
    const int limit = state.network.limit(projectId, u"port"_s);
    const int room = limit < 0 ? 0 : limit - state.network.portCount(projectId);
    const QString full
        = u"The port quota of the project %1 is full: Nova refuses every boot with 403, Maximum number of ports exceeded."_s
              .arg(project);
    if (room <= 0) {
        state.tell(full);
        return;
    }
    for (int i = 0; i < room; ++i) {
        dropOne(state, project, u"%1-%2-%3"_s.arg(project).arg(5000 + state.ids.below(900)).arg(i),
                (14 + i % 20) * Second);
    }
    state.tell(
        u"%1 builds of the project %2 lose their connection to Neutron, one after the other."_s.arg(room).arg(project));
    state.later(40 * Second, [projectId, full](DemoState &later) {
        if (later.network.portQuotaFull(projectId))
            later.tell(full);
    });
}

} // namespace flotsam::demo
