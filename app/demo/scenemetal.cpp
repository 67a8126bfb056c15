// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/sceneparts.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
constexpr qint64 Hour = 3600;
constexpr qint64 Day = 86400;

QString addNode(SceneBuilder &build, const QString &name, const QString &state, qint64 age)
{
    Node node;
    node.id = build.ids().uuid();
    node.name = name;
    node.state = state;
    node.power = state == u"active"_s ? u"power on"_s : u"power off"_s;
    node.created = build.ago(60 * Day);
    node.updated = node.stateChanged = build.ago(age);
    build.state().metal.nodes[node.id] = node;
    return node.id;
}

QString addNic(SceneBuilder &build, const QString &nodeId, const QString &mac, const QString &switchPort)
{
    Nic nic;
    nic.id = build.ids().uuid();
    nic.nodeId = nodeId;
    nic.mac = mac;
    nic.switchPort = switchPort;
    nic.created = build.ago(60 * Day);
    build.state().metal.nics[nic.id] = nic;
    return nic.id;
}

void bindToNic(SceneBuilder &build, const QString &portId, const QString &nicId, qint64 age)
{
    Nic &nic = build.state().metal.nics.at(nicId);
    build.touch(portId, age, [&](Port &port) {
        port.mac = nic.mac;
        port.hostId = nic.nodeId;
        port.vnicType = u"baremetal"_s;
        port.profile = {{u"local_link_information"_s,
                         QJsonArray{QJsonObject{{u"switch_id"_s, u"0a:1b:2c:3d:4e:5f"_s},
                                                {u"port_id"_s, nic.switchPort},
                                                {u"switch_info"_s, u"sw1"_s}}}}};
        build.state().settleBinding(port);
    });
    nic.internalInfo.insert("tenant_vif_port_id"_L1, portId);
    nic.updated = build.ago(age);
}

QString addBond(SceneBuilder &build, const QString &nodeId, const QString &name, const QString &mac)
{
    Portgroup bond;
    bond.id = build.ids().uuid();
    bond.name = name;
    bond.nodeId = nodeId;
    bond.mac = mac;
    bond.created = build.ago(60 * Day);
    build.state().metal.portgroups[bond.id] = bond;
    for (int i = 1; i <= 2; ++i) {
        const QString nic = addNic(build, nodeId, mac.chopped(2) + QString::number(i).rightJustified(2, u'0'),
                                   name + u"-%1"_s.arg(i));
        build.state().metal.nics.at(nic).portgroupId = bond.id;
    }
    return bond.id;
}
} // namespace

void addHealthyMetal(SceneBuilder &build, const Company &c)
{
    // Two that Nova deployed.
    for (int i = 1; i <= 2; ++i) {
        const QString nodeId = addNode(build, u"rack1-0%1"_s.arg(i), u"active"_s, 14 * Day);
        const QString nicId = addNic(build, nodeId, u"52:54:00:53:b5:0%1"_s.arg(i), u"Ethernet1/%1"_s.arg(i));
        const QString server = build.server(u"metal-%1"_s.arg(i), c.demo, {c.metalNet}, 14 * Day, [&](Server &made) {
            made.node = nodeId;
            made.host = u"ironic-1"_s;
        });
        bindToNic(build, build.portOf(server), nicId, 14 * Day - 30);
        build.state().metal.nodes.at(nodeId).instanceId = server;
    }
    // One that was deployed without Nova.
    const QString standalone = addNode(build, u"rack1-03"_s, u"active"_s, 20 * Day);
    const QString nicId = addNic(build, standalone, u"52:54:00:53:b5:03"_s, u"Ethernet1/3"_s);
    const QString port = build.port(c.demo, c.metalNet, 20 * Day, [](Port &made) { made.name = u"rack1-03-metal"_s; });
    bindToNic(build, port, nicId, 20 * Day - 60);
    // Two with bonded NICs, one of them at work: the port group names the VIF, its NICs do not.
    const QString bonded = addNode(build, u"rack2-01"_s, u"active"_s, 11 * Day);
    Portgroup &bond
        = build.state().metal.portgroups.at(addBond(build, bonded, u"rack2-01-bond0"_s, u"52:54:00:53:c1:00"_s));
    bond.internalInfo.insert("tenant_vif_port_id"_L1, build.port(c.demo, c.metalNet, 11 * Day, [&](Port &made) {
        made.name = u"rack2-01-metal"_s;
        made.mac = bond.mac;
        made.hostId = bonded;
        made.vnicType = u"baremetal"_s;
        build.state().settleBinding(made);
        made.revision = 3;
    }));
    addBond(build, addNode(build, u"rack2-02"_s, u"available"_s, 25 * Day), u"rack2-02-bond0"_s,
            u"52:54:00:53:c2:00"_s);
    addNic(build, addNode(build, u"rack1-04"_s, u"available"_s, 30 * Day), u"52:54:00:53:b5:04"_s, u"Ethernet1/4"_s);
}

void addMetalTrouble(SceneBuilder &build, const Company &c)
{
    // The node was deleted and enrolled again while test-port1 held its MAC.
    const QString again = addNode(build, u"rack1-05"_s, u"available"_s, 4 * Hour);
    addNic(build, again, u"52:54:00:53:b5:b9"_s, u"Ethernet3/1"_s);
    const QString first = build.port(c.demo, c.metalNet, 6 * Hour, [](Port &port) { port.name = u"test-port1"_s; });
    build.touch(first, 5 * Hour, [](Port &port) { port.mac = u"52:54:00:53:b5:b9"_s; });
    build.port(c.demo, c.metalNet, 6 * Hour - 5, [](Port &port) { port.name = u"test-port2"_s; });
    // Ironic made a port for cleaning and did not take it away.
    const QString idle = addNode(build, u"rack1-06"_s, u"available"_s, 3 * Day);
    addNic(build, idle, u"52:54:00:53:b5:06"_s, u"Ethernet1/6"_s);
    build.port(c.service, c.provisioningNet, 3 * Day + Hour, [&](Port &port) {
        port.deviceId = idle;
        port.deviceOwner = u"baremetal:none"_s;
        port.vnicType = u"baremetal"_s;
        port.hostId = idle;
        build.state().settleBinding(port);
        port.status = u"DOWN"_s;
        port.revision = 3;
    });
    // One that is being cleaned right now; the port is not noted at its NIC yet.
    const QString busy = addNode(build, u"rack1-07"_s, u"clean wait"_s, 40);
    const QString busyNic = addNic(build, busy, u"52:54:00:53:b5:07"_s, u"Ethernet1/7"_s);
    const QString cleaning = build.port(c.service, c.provisioningNet, 45, [&](Port &port) {
        port.deviceId = busy;
        port.deviceOwner = u"baremetal:none"_s;
        port.vnicType = u"baremetal"_s;
        port.hostId = busy;
        port.mac = u"52:54:00:53:b5:07"_s;
        build.state().settleBinding(port);
        port.revision = 2;
    });
    build.state().metal.nics.at(busyNic).internalInfo.insert("cleaning_vif_port_id"_L1, cleaning);
    build.port(c.service, c.provisioningNet, 5 * Day, [&](Port &port) {
        port.deviceId = busy;
        port.deviceOwner = u"baremetal:none"_s;
        port.vnicType = u"baremetal"_s;
        port.revision = 3;
    });
}

} // namespace flotsam::demo
