// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/sceneparts.h"

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
constexpr qint64 Hour = 3600;
constexpr qint64 Day = 86400;

QString numbered(const QString &name, int number) { return name + QString::number(number).rightJustified(2, u'0'); }
} // namespace

Company buildCompany(SceneBuilder &build)
{
    Company c;
    const QString admin = build.project(u"admin"_s, u"Bootstrap project for initializing the cloud."_s);
    c.service = build.project(u"service"_s, u""_s);
    c.demo = build.project(u"demo"_s, u"Developers' machines"_s);
    c.web = build.project(u"web"_s, u"The shop"_s);
    c.ci = build.project(u"ci"_s, u"Build and test runners"_s);
    c.data = build.project(u"data"_s, u"Databases and pipelines"_s);
    build.state().identity.users[build.demoUser].projects = {c.demo, c.ci};
    const QString credential = build.ids().hex32();
    build.state().identity.credentials[credential] = {credential, u"flotsam"_s, u"secret"_s, build.demoUser, c.demo};
    c.publicNet = build.externalNetwork(admin, u"public"_s, u"203.0.113.0/24"_s);
    c.demoNet = build.network(c.demo, u"demo"_s, u"10.10.0.0/20"_s);
    c.frontNet = build.network(c.web, u"shop-front"_s, u"10.20.0.0/24"_s);
    c.backNet = build.network(c.web, u"shop-back"_s, u"10.21.0.0/24"_s);
    c.ciNet = build.network(c.ci, u"runners"_s, u"10.30.0.0/20"_s);
    c.dataNet = build.network(c.data, u"data"_s, u"10.40.0.0/24"_s);
    c.metalNet = build.network(c.demo, u"metal"_s, u"192.168.7.0/24"_s);
    c.provisioningNet = build.network(c.service, u"provisioning"_s, u"172.16.0.0/24"_s);
    c.demoRouter = build.router(c.demo, u"demo"_s, c.demoNet, c.publicNet);
    c.frontRouter = build.router(c.web, u"shop"_s, c.frontNet, c.publicNet);
    build.router(c.ci, u"runners"_s, c.ciNet, c.publicNet);
    build.router(c.data, u"data"_s, c.dataNet, {});
    return c;
}

void addWebShop(SceneBuilder &build, const Company &c)
{
    QStringList proxies;
    QStringList caches;
    for (int i = 1; i <= 16; ++i)
        build.server(numbered(u"shop-"_s, i), c.web, {c.frontNet, c.backNet}, 30 * Day + i * Hour);
    for (int i = 1; i <= 6; ++i)
        caches += build.server(numbered(u"cache-"_s, i), c.web, {c.backNet}, 29 * Day + i * Hour);
    for (int i = 1; i <= 2; ++i)
        proxies += build.server(numbered(u"proxy-"_s, i), c.web, {c.frontNet}, 33 * Day + i * Hour);
    // keepalived: the address floats between the proxies, its port is attached to nothing.
    const QString vip = build.port(c.web, c.frontNet, 33 * Day, [](Port &port) {
        port.name = u"shop-vip"_s;
        port.description = u"keepalived address of the shop"_s;
    });
    const QString address = build.state().network.port(vip)->fixedIps.first().ip;
    for (const QString &proxy : proxies) {
        const QString nic = build.portOf(proxy);
        build.touch(nic, 33 * Day - 600, [&](Port &port) { port.allowedPairs = {{address, port.mac}}; });
    }
    build.floatingIp(c.web, c.publicNet, c.frontRouter, vip);
    build.floatingIp(c.web, c.publicNet, c.frontRouter, build.portOf(proxies.first()));
    // A port that only a floating IP relies on.
    const QString standby = build.port(c.web, c.frontNet, 21 * Day, [](Port &port) { port.name = u"shop-standby"_s; });
    build.floatingIp(c.web, c.publicNet, c.frontRouter, standby);
    // One that only an address pair keeps: no floating IP points there.
    const QString spareVip = build.port(c.web, c.backNet, 28 * Day, [](Port &port) { port.name = u"cache-vip"_s; });
    const QString cacheAddress = build.state().network.port(spareVip)->fixedIps.first().ip;
    build.touch(build.portOf(caches.first()), 28 * Day - 60, [&](Port &port) {
        port.allowedPairs = {{cacheAddress + u"/32"_s, port.mac}};
    });
    for (int i = 1; i <= 3; ++i) {
        build.server(numbered(u"campaign-"_s, i), c.web, {c.frontNet}, 60 * Day + i * Hour, [](Server &server) {
            server.status = u"SHELVED_OFFLOADED"_s;
            server.vmState = u"shelved_offloaded"_s;
            server.powerState = 4;
            server.host.clear();
        });
    }
    for (int i = 1; i <= 2; ++i) {
        build.server(numbered(u"legacy-"_s, i), c.web, {c.backNet}, 75 * Day + i * Hour, [](Server &server) {
            server.status = u"SHUTOFF"_s;
            server.vmState = u"stopped"_s;
            server.powerState = 4;
        });
    }
}

void addDataPlatform(SceneBuilder &build, const Company &c)
{
    for (int i = 1; i <= 9; ++i)
        build.server(numbered(u"db-"_s, i), c.data, {c.dataNet}, 50 * Day + i * Hour);
    for (int i = 1; i <= 2; ++i) {
        const QString router = build.server(numbered(u"vrouter-"_s, i), c.data, {c.dataNet}, 45 * Day + i * Hour);
        QList<Subport> subports;
        for (int vlan = 100; vlan < 103; ++vlan) {
            const QString id = build.port(c.data, c.dataNet, 45 * Day, [vlan](Port &port) {
                port.name = u"vlan%1"_s.arg(vlan);
                port.deviceOwner = u"trunk:subport"_s;
                port.vifType = u"ovs"_s;
                port.hostId = u"compute-2"_s;
                port.status = u"ACTIVE"_s;
                port.revision = 3;
            });
            subports.append({id, vlan});
        }
        build.trunk(numbered(u"vrouter-"_s, i), build.portOf(router), subports);
    }
    // Restorable for a week; its port must wait for it.
    build.server(u"warehouse-old"_s, c.data, {c.dataNet}, 40 * Day, [](Server &server) {
        server.status = u"SOFT_DELETED"_s;
        server.vmState = u"soft-delete"_s;
        server.powerState = 4;
    });
}

void addRunners(SceneBuilder &build, const Company &c, int count)
{
    for (int i = 1; i <= count; ++i)
        build.server(numbered(u"runner-"_s, i), c.ci, {c.ciNet}, 2 * Day + i * 1700);
}

void addDevelopers(SceneBuilder &build, const Company &c)
{
    static const QStringList people{u"amira"_s, u"bo"_s,   u"carla"_s, u"dmitri"_s, u"esra"_s, u"femi"_s,
                                    u"greta"_s, u"hugo"_s, u"ines"_s,  u"jan"_s,    u"kim"_s,  u"lena"_s};
    for (const QString &person : people) {
        for (int i = 1; i <= 3; ++i)
            build.server(u"%1-%2"_s.arg(person).arg(i), c.demo, {c.demoNet},
                         (10 + i) * Day + build.ids().below(9 * Day));
    }
    const QString jump = build.server(u"jumphost"_s, c.demo, {c.demoNet}, 70 * Day);
    build.floatingIp(c.demo, c.publicNet, c.demoRouter, build.portOf(jump));
    // A port forwarding instead of an address of its own.
    const QString gitea = build.port(c.demo, c.demoNet, 20 * Day, [](Port &port) { port.name = u"gitea-forward"_s; });
    const QString fip = build.floatingIp(c.demo, c.publicNet, c.demoRouter, {});
    FloatingIp &shared = build.state().network.floatingIps[fip];
    shared.routerId = c.demoRouter;
    shared.forwardings
        = {{build.ids().uuid(), gitea, build.state().network.port(gitea)->fixedIps.first().ip, 22, 2222, u"tcp"_s}};
    // Visible to the project demo because it owns the network, and none of its business otherwise.
    build.server(u"mirror"_s, c.ci, {c.demoNet}, 15 * Day);
}

void addServicePlumbing(SceneBuilder &build, const Company &c)
{
    for (int i = 1; i <= 2; ++i) {
        const QString balancer = build.ids().uuid();
        build.port(c.web, c.frontNet, 25 * Day + i, [&](Port &port) {
            port.name = u"octavia-lb-"_s + balancer;
            port.deviceId = u"lb-"_s + balancer;
            port.deviceOwner = u"Octavia"_s;
            port.adminUp = false;
        });
    }
    build.port(c.data, c.dataNet, 24 * Day, [&](Port &port) {
        const QString share = build.ids().uuid();
        port.name = share + u"_0"_s;
        port.deviceId = share;
        port.deviceOwner = u"manila:share"_s;
        port.vifType = u"ovs"_s;
        port.hostId = u"network-1"_s;
        port.status = u"ACTIVE"_s;
    });
    build.port(c.data, c.dataNet, 31 * Day, [&](Port &port) { port.name = u"trove-"_s + build.ids().uuid(); });
    for (int i = 1; i <= 4; ++i) {
        build.port(c.ci, c.ciNet, 3 * Day + i * 600, [&](Port &port) {
            port.name = u"build-pod-%1"_s.arg(i);
            port.deviceId = build.ids().uuid();
            port.deviceOwner = u"compute:kuryr"_s;
            port.vifType = u"ovs"_s;
            port.hostId = u"compute-3"_s;
            port.status = u"ACTIVE"_s;
        });
    }
}

} // namespace flotsam::demo
