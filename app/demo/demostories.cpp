// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/demostories.h"

#include "app/demo/serverlife.h"

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
constexpr qint64 Second = 1000;

QString projectNamed(const DemoState &state, const QString &name)
{
    const Project *project = state.identity.projectByName(name);
    return project ? project->id : QString();
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
    const QStringList networks = networksOf(state, boot.projectId);
    if (!networks.isEmpty())
        boot.nics = {{networks.first(), {}}};
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
    const BootRequest boot = request(state, u"demo"_s, numberedName(state, u"demo"_s));
    if (state.network.portQuotaFull(boot.projectId)) {
        state.tell(u"Nova refuses to boot %1: Maximum number of ports exceeded."_s.arg(boot.name));
        return;
    }
    bootServer(state, boot);
    state.tell(u"Server %1 is being built."_s.arg(boot.name));
}

void tellDroppedConnection(DemoState &state)
{
    const QString name = numberedName(state, u"demo"_s);
    dropOne(state, u"demo"_s, name, 14 * Second);
    state.tell(
        u"Server %1 is being built; the connection from Nova to Neutron drops while it asks for a port."_s.arg(name));
    state.later(9 * Second, [name](DemoState &later) {
        later.tell(u"The build of %1 failed and the server was deleted."_s.arg(name));
    });
}

void tellFillQuota(DemoState &state)
{
    const QString project = u"ci"_s;
    const QString projectId = projectNamed(state, project);
    const int limit = state.network.limit(projectId, u"port"_s);
    const int room = limit < 0 ? 0 : limit - state.network.portCount(projectId);
    for (int i = 0; i < room; ++i)
        dropOne(state, project, u"ci-%1-%2"_s.arg(5000 + state.ids.below(900)).arg(i), (14 + i % 20) * Second);
    state.tell(
        u"%1 builds of the project %2 lose their connection to Neutron, one after the other."_s.arg(room).arg(project));
    state.later(40 * Second, [projectId, project](DemoState &later) {
        if (!later.network.portQuotaFull(projectId))
            return;
        later.tell(
            u"The port quota of the project %1 is full: Nova refuses every boot with 403, Maximum number of ports exceeded."_s
                .arg(project));
    });
}

} // namespace flotsam::demo
