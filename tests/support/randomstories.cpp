// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What happens in a random cloud. Each story adds its objects and writes down what is true of its ports.
#include "tests/support/randomcloud.h"

namespace flotsam {

using namespace Qt::StringLiterals;

void RandomCloud::livingServer()
{
    Port port = blank();
    const QString status = oneOf<QString>({u"ACTIVE"_s, u"SHUTOFF"_s, u"SHELVED_OFFLOADED"_s, u"ERROR"_s, u"BUILD"_s,
                                           u"PAUSED"_s, u"UNKNOWN"_s, u"VERIFY_RESIZE"_s});
    port.device = server(port.project, status, {}, {port.mac});
    port.owner = oneOf<QString>({u"compute:nova"_s, u"compute:az2"_s, u"compute:None"_s});
    port.vif = oneOf<QString>({u"ovs"_s, u"unbound"_s, u"binding_failed"_s});
    port.status = oneOf<QString>({u"ACTIVE"_s, u"DOWN"_s, u"BUILD"_s});
    port.name = oneOf<QString>({u""_s, u"web"_s, u"node-port-0"_s, u"octavia-lb-vrrp-1"_s});
    keep(port, Truth::Needed, u"of a server in "_s + status);
}

void RandomCloud::hiddenServer()
{
    Port port = blank();
    port.owner = u"compute:nova"_s;
    port.vif = oneOf<QString>({u"ovs"_s, u"unbound"_s});
    if (chance(50)) {
        port.device = server(port.project, u"SOFT_DELETED"_s, {}, {port.mac}, SourceId::DeletedServers);
        // A member has no deleted listing, but gets its own server.
        probe(port.device, 200);
        keep(port, Truth::Needed, u"of a soft-deleted server"_s);
        return;
    }
    port.device = uuid();
    m_projectOfServer.insert(port.device, port.project);
    probe(port.device, 200);
    keep(port, Truth::Needed, u"of a server that only the probe finds"_s);
}

void RandomCloud::downCell()
{
    Port port = blank();
    port.device = uuid();
    m_projectOfServer.insert(port.device, port.project);
    if (chance(50))
        port.owner = u"compute:nova"_s;
    port.vif = oneOf<QString>({u"ovs"_s, u"unbound"_s});
    port.name = oneOf<QString>({u""_s, u"db"_s, u"node-port-1"_s});
    if (chance(30))
        probe(port.device, 404, oneOf<QString>({u"2.69"_s, u"2.90"_s, u"2.100"_s}));
    else if (chance(80))
        probe(port.device, oneOf({0, 401, 403, 429, 500, 502, 503}));
    keep(port, Truth::Needed, u"of a server in a cell that is down"_s);
}

void RandomCloud::halfCreated()
{
    Port port = blank();
    const int kind = roll(4);
    if (kind == 0) {
        port.device = server(port.project, u"BUILD"_s, u"networking"_s, {});
        keep(port, Truth::Needed, u"half-created, its server is building"_s);
        return;
    }
    if (kind == 1) {
        port.device = server(port.project, u"ACTIVE"_s, {}, {port.mac});
        keep(port, Truth::Needed, u"half-created, the server has its MAC"_s);
        return;
    }
    Port twin = blank(port.created - roll(120));
    twin.project = port.project;
    twin.network = port.network;
    twin.owner = u"compute:nova"_s;
    twin.vif = u"ovs"_s;
    twin.mayLoseTimes = false;
    port.device = twin.device = server(port.project, kind == 2 ? u"ACTIVE"_s : u"UNKNOWN"_s, {}, {twin.mac});
    keep(twin, Truth::Needed, u"the twin that the server uses"_s);
    keep(port, kind == 2 ? Truth::Leaked : Truth::Needed,
         kind == 2 ? u"the twin that nobody uses"_s : u"half-created, its server is not readable"_s);
}

void RandomCloud::deadServer()
{
    const qint64 born = 5000 + roll(5000);
    const qint64 died = 1500 + roll(2000);
    const int kind = roll(4);
    // In the server's life, after its end, or too recently to tell.
    Port port = blank(kind == 0 ? died - 1 - roll(500) : kind == 1 ? roll(600) : born - 1 - roll(50));
    if (kind == 1) {
        port.created = port.updated = roll(600);
        port.mayLoseTimes = false;
    }
    port.device = uuid();
    death(port.device, port.project, born, died);
    if (chance(50) || kind >= 2)
        port.owner = u"compute:nova"_s;
    port.vif = port.owner.isEmpty() ? u"unbound"_s : oneOf<QString>({u"ovs"_s, u"unbound"_s});
    port.status = port.owner.isEmpty() ? u"DOWN"_s : oneOf<QString>({u"ACTIVE"_s, u"DOWN"_s});
    if (kind == 1)
        keep(port, Truth::Needed, u"of a dead server, but too young"_s);
    else
        keep(port, Truth::Leaked, u"left by a dead server"_s);
}

void RandomCloud::heldByDeadServer()
{
    const qint64 born = 4000;
    Port port = blank(born + 100 + roll(3000));
    port.device = uuid();
    death(port.device, port.project, born, 2000);
    port.owner = u"compute:nova"_s;
    port.name = u"my-port"_s;
    if (chance(30))
        port.tags = {u"mine"_s};
    keep(port, Truth::Stale, u"somebody's port of a dead server"_s);
}

void RandomCloud::addressHolder()
{
    Port port = blank();
    const int kind = roll(5);
    if (kind == 0 || kind == 1) {
        Port user = blank();
        user.network = port.network;
        user.owner = u"compute:nova"_s;
        user.device = server(user.project, u"ACTIVE"_s, {}, {user.mac});
        QString pair = port.address;
        if (kind == 1)
            pair = port.address + oneOf<QString>({u"/32"_s, u"/30"_s, u"/28"_s, u"/24"_s});
        user.pairs = {QJsonObject{{u"ip_address"_s, pair}}};
        keep(user, Truth::Needed, u"of a server with address pairs"_s);
        keep(port, Truth::Needed, u"its address is in another port's pairs"_s);
        return;
    }
    QJsonObject floating{{u"id"_s, uuid()}, {u"floating_ip_address"_s, u"203.0.113.7"_s}};
    if (kind == 2)
        floating.insert(u"port_id"_s, spelledId(port.id));
    if (kind == 3) {
        QJsonObject forwarding{{u"internal_ip_address"_s, port.address}};
        if (chance(50))
            forwarding.insert(u"internal_port_id"_s, spelledId(port.id));
        floating.insert(u"port_forwardings"_s, QJsonArray{forwarding});
        floating.insert(u"router_id"_s, uuid());
        if (chance(50)) {
            Port interface = blank();
            interface.network = port.network;
            interface.owner = u"network:router_interface"_s;
            interface.device = floating[u"router_id"_s].toString();
            keep(interface, Truth::Needed, u"a router's interface"_s);
        }
    }
    if (kind == 4) {
        QJsonObject balancer{{u"id"_s, uuid()}};
        if (chance(50))
            balancer.insert(u"vip_port_id"_s, port.id);
        else
            balancer.insert(u"additional_vips"_s, QJsonArray{QJsonObject{{u"port_id"_s, port.id}}});
        add(SourceId::LoadBalancers, balancer);
        keep(port, Truth::Needed, u"the VIP of a load balancer"_s);
        return;
    }
    add(SourceId::FloatingIps, floating);
    keep(port, Truth::Needed, u"under a floating IP"_s);
}

void RandomCloud::trunk()
{
    Port parent = blank();
    Port subport = blank();
    if (chance(50)) {
        subport.owner = u"trunk:subport"_s;
        subport.device = uuid();
    }
    if (chance(50)) {
        parent.owner = u"compute:nova"_s;
        parent.device = uuid();
        death(parent.device, parent.project, 9000, 2000);
        parent.created = 8000;
    }
    if (chance(50))
        subport.mac = parent.mac;
    const QJsonArray subports{QJsonObject{{u"port_id"_s, spelledId(subport.id)}, {u"segmentation_id"_s, 101}}};
    if (chance(50))
        parent.trunk = {{u"trunk_id"_s, uuid()}, {u"sub_ports"_s, subports}};
    add(SourceId::Trunks, {{u"id"_s, uuid()}, {u"port_id"_s, parent.id}, {u"sub_ports"_s, subports}});
    keep(parent, Truth::Needed, u"parent of a trunk"_s);
    keep(subport, Truth::Needed, u"subport of a trunk"_s);
}

void RandomCloud::plumbing()
{
    Port port = blank();
    port.device = uuid();
    death(port.device, port.project, 9000, 2000); // Nova has never heard of it: no protection
    port.owner
        = oneOf<QString>({u"network:dhcp"_s, u"network:floatingip"_s, u"neutron:x"_s, u"Octavia"_s,
                          u"octavia:health-mgr"_s, u"ovn-lb:vip"_s, u"OVN-LB-HM:distributed"_s, u"manila:share"_s,
                          u"compute:kuryr"_s, u"compute:zun"_s, u"kuryr:container"_s, u"acme:x"_s, u""_s});
    if (port.owner.isEmpty()) {
        const int kind = roll(4);
        if (kind == 0)
            port.device = u"lb-"_s + port.device;
        if (kind == 1)
            port.device = u"ovn-lb-hm-"_s + port.device;
        if (kind == 2)
            port.name = oneOf<QString>({u"octavia-lb-1"_s, u"ovn-lb-vip-2"_s, u"ovn-lb-hm-3"_s});
        if (kind == 3) {
            port.name = u"trove-"_s + port.device;
            port.device.clear();
        }
    }
    keep(port, Truth::Needed, u"a service's port"_s);
}

void RandomCloud::heatStory()
{
    Port port = blank();
    const QString name = u"res%1"_s.arg(roll(100000));
    const int kind = roll(8);
    const QString status = kind == 3
        ? oneOf<QString>({u"UPDATE_IN_PROGRESS"_s, u"DELETE_IN_PROGRESS"_s, u"ROLLBACK_FAILED"_s})
        : oneOf<QString>({u"CREATE_COMPLETE"_s, u"UPDATE_FAILED"_s, u"CREATE_FAILED"_s});
    if (kind == 0) {
        const QString owner = stack(port.project, status);
        port.name = u"stack-vip-abc"_s;
        resource(owner, u"vip"_s, u"OS::Neutron::Port"_s, u"CREATE_COMPLETE"_s, spelledId(port.id));
        if (chance(40)) {
            port.device = uuid();
            port.owner = u"compute:nova"_s;
            death(port.device, port.project, 9000, 2000);
            port.created = 8000;
            keep(port, Truth::Stale, u"a stack's port of a dead server"_s);
        } else {
            keep(port, Truth::Needed, u"a stack's port"_s);
        }
        return;
    }
    port.name = name + u"-port-0"_s;
    if (kind == 7) {
        const QString gone = stack(port.project, u"DELETE_COMPLETE"_s, {}, true);
        event(gone, name, port.created + roll(121));
        keep(port, Truth::Leaked, u"left by a deleted stack"_s);
        return;
    }
    QString parent;
    if (kind == 4)
        parent = stack(port.project, u"UPDATE_IN_PROGRESS"_s);
    const QString owner = stack(port.project, kind == 4 ? u"CREATE_COMPLETE"_s : status, parent);
    const QString type = u"OS::Nova::Server"_s;
    switch (kind) {
    case 1:
        resource(owner, name, type, u"CREATE_FAILED"_s, {});
        keep(port, Truth::Leaked, u"of a server resource that failed"_s);
        break;
    case 2: {
        const QString dead = uuid();
        death(dead, port.project, 9000, 2000);
        resource(owner, name, type, u"CREATE_COMPLETE"_s, dead);
        keep(port, Truth::Leaked, u"of a server resource whose server is dead"_s);
        break;
    }
    case 3:
    case 4:
        resource(owner, name, chance(50) ? type : u"OS::Heat::ResourceGroup"_s, u"CREATE_COMPLETE"_s, {});
        keep(port, Truth::Needed, u"its stack is in motion"_s);
        break;
    case 5: {
        const QString living = server(port.project, u"ACTIVE"_s, {}, {});
        resource(owner, name, type, chance(20) ? u"UPDATE_FAILED"_s : u"CREATE_COMPLETE"_s, living);
        keep(port, Truth::NotLeaked, u"its stack's server lives and has no port of that name"_s);
        break;
    }
    default: {
        const QString unread = uuid();
        if (chance(50))
            probe(unread, 503);
        m_projectOfServer.insert(unread, port.project);
        resource(owner, name, type, u"CREATE_COMPLETE"_s, unread);
        keep(port, Truth::Needed, u"its stack's server is not readable"_s);
    }
    }
}

void RandomCloud::heatPair()
{
    Port port = blank();
    const QString name = u"pair%1"_s.arg(roll(100000));
    port.name = name + u"-port-0"_s;
    const QString failed = stack(port.project, u"CREATE_FAILED"_s);
    resource(failed, name, u"OS::Nova::Server"_s, u"CREATE_FAILED"_s, {});
    const QString well = stack(port.project, u"CREATE_COMPLETE"_s);
    Port used = blank(port.created - roll(100));
    used.project = port.project;
    used.name = port.name;
    used.mayLoseTimes = false;
    used.owner = u"compute:nova"_s;
    const bool holds = chance(50);
    used.device = server(port.project, u"ACTIVE"_s, {}, {used.mac});
    resource(well, name, u"OS::Nova::Server"_s, u"CREATE_COMPLETE"_s, used.device);
    if (!holds)
        used.name = u"another"_s;
    keep(used, Truth::Needed, u"the living stack's port"_s);
    const int told = roll(3); // nothing, the failed stack made it, the living one did
    if (told > 0) {
        event(failed, name, told == 1 ? port.created + roll(121) : port.created + 500);
        event(well, name, told == 2 ? port.created + roll(121) : port.created + 500);
    }
    keep(port, holds || told == 1 ? Truth::Leaked : Truth::NotLeaked, u"one of two stacks made it"_s);
}

void RandomCloud::metalStory()
{
    Port port = blank();
    port.vnic = u"baremetal"_s;
    const int kind = roll(7);
    const QString moving
        = oneOf<QString>({u"cleaning"_s, u"deploying"_s, u"wait call-back"_s, u"rescue"_s, u"inspecting"_s});
    const QString stable
        = oneOf<QString>({u"available"_s, u"manageable"_s, u"enroll"_s, u"clean failed"_s, u"error"_s});
    switch (kind) {
    case 0: {
        const bool bond = chance(40);
        const QString home = node(oneOf<QString>({u"active"_s, stable, moving}));
        const QString other = freshMac();
        nic(home, bond ? other : port.mac, oneOf<QString>({u"tenant"_s, u"provisioning"_s, u"cleaning"_s, u"extra"_s}),
            port.id);
        if (bond)
            nic(home, port.mac, {}, {}, true);
        if (chance(50)) {
            port.owner = u"compute:nova"_s;
            port.device = uuid();
            death(port.device, port.project, 9000, 2000);
            port.created = 8000;
        }
        keep(port, Truth::Needed, u"VIF of a bare-metal NIC"_s);
        break;
    }
    case 1:
    case 2: {
        const QString state = kind == 1 ? oneOf<QString>({u"active"_s, moving}) : stable;
        const QString instance = chance(50) ? uuid() : QString();
        const QString home = node(state, instance);
        port.owner = u"baremetal:none"_s;
        port.device = instance.isEmpty() ? home : instance;
        if (chance(50))
            probe(port.device, 404);
        port.host = home;
        port.vif = u"other"_s;
        keep(port, kind == 1 ? Truth::Needed : Truth::Leaked, u"service port of a node in "_s + state);
        break;
    }
    case 3: {
        port.host = node(oneOf<QString>({u"active"_s, u"manageable"_s, moving}));
        port.vif = chance(50) ? u"other"_s : u"unbound"_s;
        keep(port, Truth::Needed, u"standalone bare metal"_s);
        break;
    }
    case 4: {
        port.device = node(moving);
        probe(port.device, 404);
        keep(port, Truth::Needed, u"its device is a node in motion"_s);
        break;
    }
    case 5: {
        const QString home = node(stable);
        port.vnic = u"normal"_s;
        nic(home, port.mac, u"tenant"_s, chance(50) ? uuid() : QString());
        keep(port, Truth::Stale, u"holds the MAC of a NIC"_s);
        break;
    }
    default: {
        const QString instance = server(port.project, u"ACTIVE"_s, {}, {port.mac});
        const QString home = node(u"active"_s, instance);
        nic(home, port.mac, u"tenant"_s, port.id);
        port.owner = u"compute:nova"_s;
        port.device = instance;
        port.host = home;
        port.vif = u"other"_s;
        Port provisioning = blank();
        provisioning.owner = u"baremetal:none"_s;
        provisioning.device = instance;
        provisioning.mac = port.mac;
        provisioning.vnic = u"baremetal"_s;
        keep(port, Truth::Needed, u"of a bare-metal instance"_s);
        keep(provisioning, Truth::Needed, u"provisioning port of an active node"_s);
    }
    }
}

void RandomCloud::nobodys()
{
    Port port = blank();
    port.name = oneOf<QString>({u""_s, u"spare"_s, u"free-port-7"_s});
    if (chance(30)) {
        if (chance(50))
            port.host = u"cmp-1"_s;
        else
            port.profile = {{u"pci_slot"_s, u"0000:3b:02.5"_s}};
        keep(port, Truth::Stale, u"with residue of a binding"_s);
        return;
    }
    keep(port, Truth::Free, u"nobody's"_s);
}

void RandomCloud::otherOrchestrator()
{
    Port port = blank();
    port.device = uuid();
    if (chance(30)) {
        port.device = oneOf<QString>({u"PENDING"_s, u"pod-7"_s, u"reserved_dhcp_port"_s});
        port.owner = chance(50) ? u"compute:nova"_s : u""_s;
    } else {
        port.vif = oneOf<QString>({u"ovs"_s, u"unbound"_s});
        port.status = u"ACTIVE"_s;
    }
    probe(port.device, 404);
    keep(port, Truth::Needed, u"of an orchestrator that is not Nova"_s);
}

} // namespace flotsam
