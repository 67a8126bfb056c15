// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/sceneparts.h"

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
constexpr qint64 Hour = 3600;
constexpr qint64 Day = 86400;
} // namespace

void addCiLeaks(SceneBuilder &build, const Company &c, int count)
{
    for (int i = 0; i < count; ++i) {
        // A burst every few hours over the last three days, as a flaky load balancer makes them.
        const qint64 born = 2 * Hour + (i / 5) * (6 * Hour + 700) + (i % 5) * 17;
        const qint64 died = born - 6 - i % 4;
        const QString server = build.deadServer(u"ci-%1-%2"_s.arg(4100 + i / 5).arg(i % 5), c.ci, born, died);
        build.port(c.ci, c.ciNet, died - 12 - i % 9, [&](Port &port) { port.deviceId = server; });
    }
}

void addOddLeaks(SceneBuilder &build, const Company &c)
{
    // The compute host died in the middle of the delete: the port had been bound, its server is gone all the same.
    for (int i = 1; i <= 3; ++i) {
        const QString server = build.deadServer(u"load-test-%1"_s.arg(i), c.demo, 9 * Day, 8 * Day);
        build.state().compute.actions[server].clear();
        build.action(server, u"create"_s, 9 * Day, 9 * Day - 12);
        build.action(server, u"delete"_s, 8 * Day + 3, 8 * Day);
        build.port(c.demo, c.demoNet, 9 * Day - 5, [&](Port &port) {
            port.deviceId = server;
            port.deviceOwner = u"compute:nova"_s;
            port.hostId = u"compute-5"_s;
            port.vifType = u"ovs"_s;
            port.revision = 5;
        });
    }
    // Rows purged since: nothing is known of these servers but that they are not there.
    for (int i = 1; i <= 3; ++i) {
        const QString server = build.deadServer(u"purged"_s, c.ci, 40 * Day, 39 * Day, true);
        build.port(c.ci, c.ciNet, 40 * Day - i, [&](Port &port) {
            port.deviceId = server;
            port.deviceOwner = u"compute:nova"_s;
            port.revision = 4;
        });
    }
    // The POST was sent twice; the twin that nobody plugged carries a living server's id.
    const QString lucky = build.server(u"runner-retried"_s, c.ci, {c.ciNet}, 20 * Hour);
    build.port(c.ci, c.ciNet, 20 * Hour - 31, [&](Port &port) { port.deviceId = lucky; });
    // A build that failed and that nobody cleared away: its ports go with it.
    build.server(u"gpu-trial"_s, c.demo, {c.demoNet}, 6 * Day, [&](Server &server) {
        server.status = u"ERROR"_s;
        server.vmState = u"error"_s;
        server.powerState = 0;
        server.faultMessage
            = u"Build of instance %1 aborted: Volume did not finish being created even after 60 attempts"_s.arg(
                server.id);
        server.faultTime = server.created + 4000;
    });
}

void addForgottenPorts(SceneBuilder &build, const Company &c)
{
    // Brought by their users, unbound never: Nova only logs it when that fails.
    for (int i = 1; i <= 4; ++i) {
        const QString port = build.port(c.web, c.frontNet, 20 * Day + i * Hour, [i](Port &made) {
            made.name = u"shop-blue-%1"_s.arg(i);
            made.description = u"fixed address for the firewall rule"_s;
        });
        const QString server = build.deadServer(u"shop-blue-%1"_s.arg(i), c.web, 19 * Day, 4 * Day);
        build.touch(port, 4 * Day, [&](Port &made) {
            made.deviceId = server;
            made.deviceOwner = u"compute:nova"_s;
            made.hostId = u"compute-1"_s;
            made.vifType = u"ovs"_s;
        });
    }
    // Device and owner were cleared, the host and the PCI slot were not.
    for (int i = 1; i <= 2; ++i) {
        const QString port
            = build.port(c.data, c.dataNet, 18 * Day, [i](Port &made) { made.name = u"sriov-%1"_s.arg(i); });
        build.touch(port, 3 * Day, [i](Port &made) {
            made.hostId = u"compute-4"_s;
            made.vnicType = u"direct"_s;
            made.vifType = u"binding_failed"_s;
            made.profile = {{u"pci_slot"_s, u"0000:3b:0a.%1"_s.arg(i)},
                            {u"pci_vendor_info"_s, u"15b3:101e"_s},
                            {u"physical_network"_s, u"physnet2"_s}};
        });
    }
    // Made and never used.
    for (int i = 1; i <= 5; ++i)
        build.port(c.demo, c.demoNet, 12 * Day + i * Hour, [i](Port &made) { made.name = u"reserved-%1"_s.arg(i); });
    // Made by hand, used for a while, let go.
    for (int i = 1; i <= 3; ++i) {
        const QString port
            = build.port(c.data, c.dataNet, 14 * Day, [i](Port &made) { made.name = u"etl-%1"_s.arg(i); });
        build.touch(port, 5 * Day);
    }
    // The same name twice on one network, one of them at work.
    const QString twin = build.server(u"build-cache"_s, c.ci, {c.ciNet}, 16 * Day);
    build.touch(build.portOf(twin), 15 * Day, [](Port &made) { made.name = u"build-cache"_s; });
    const QString spare = build.port(c.ci, c.ciNet, 16 * Day, [](Port &made) { made.name = u"build-cache"_s; });
    build.touch(spare, 15 * Day);
}

void addFailedBoots(SceneBuilder &build, const Company &c)
{
    for (int i = 1; i <= 6; ++i) {
        const qint64 age = 50 * 60 - i * 7 * 60;
        build.server(u"runner-late-%1"_s.arg(i), c.ci, {}, age, [](Server &server) {
            server.status = u"ERROR"_s;
            server.vmState = u"error"_s;
            server.powerState = 0;
            server.host.clear();
            server.zone.clear();
            server.launched = 0;
            server.faultMessage
                = u"Build of instance %1 aborted: Failed to allocate the network(s), not rescheduling."_s.arg(
                    server.id);
            server.faultTime = server.created + 4000;
        });
    }
}

void addRichPort(SceneBuilder &build, const Company &c)
{
    QosPolicy policy;
    policy.id = build.ids().uuid();
    policy.name = u"bronze"_s;
    policy.projectId = c.demo;
    policy.created = build.ago(50 * Day);
    build.state().network.qosPolicies[policy.id] = policy;
    build.port(c.demo, c.demoNet, 33 * Day, [&](Port &port) {
        port.name = u"pxe-lab"_s;
        port.description = u"boots the lab's test machines"_s;
        port.dnsName = u"pxe-lab"_s;
        port.qosPolicyId = policy.id;
        port.tags = {u"lab"_s, u"owner=femi"_s};
        port.allowedPairs = {{u"10.10.15.240"_s, port.mac}};
        port.dhcpOptions = {{u"bootfile-name"_s, u"pxelinux.0"_s, 4}, {u"tftp-server"_s, u"10.10.0.9"_s, 4}};
    });
}

void addMotion(SceneBuilder &build, const Company &c)
{
    build.port(c.demo, c.demoNet, 150, [](Port &port) { port.name = u"new-lab-1"_s; });
    build.port(c.demo, c.demoNet, 90, [](Port &port) { port.name = u"new-lab-2"_s; });
    const QString young = build.deadServer(u"ci-4999-0"_s, c.ci, 260, 250);
    build.port(c.ci, c.ciNet, 235, [&](Port &port) { port.deviceId = young; });
    const QString building = build.server(u"runner-next"_s, c.ci, {}, 40, [](Server &server) {
        server.status = u"BUILD"_s;
        server.vmState = u"building"_s;
        server.taskState = u"spawning"_s;
        server.powerState = 0;
        server.launched = 0;
    });
    build.port(c.ci, c.ciNet, 35, [&](Port &port) { port.deviceId = building; });
}

void addUnlistedServers(SceneBuilder &build, const Company &c)
{
    // Alive, though no listing says so.
    build.server(u"ledger"_s, c.data, {c.dataNet}, 52 * Day, [](Server &server) { server.hidden = true; });
    for (int i = 1; i <= 4; ++i) {
        build.server(u"archive-%1"_s.arg(i), c.data, {c.dataNet}, 55 * Day + i * Hour, [](Server &server) {
            server.cellDown = true;
            server.host = u"compute-4"_s;
        });
    }
}

} // namespace flotsam::demo
