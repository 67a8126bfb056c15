// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/scenebuilder.h"

#include <QHostAddress>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

SceneBuilder::SceneBuilder(qint64 now, quint32 seed)
    : m_state(std::make_unique<DemoState>(now, seed))
{
    IdentityState &identity = m_state->identity;
    identity.adminRole = ids().hex32();
    identity.memberRole = ids().hex32();
    identity.readerRole = ids().hex32();
    adminUser = ids().hex32();
    demoUser = ids().hex32();
    identity.users[adminUser] = {adminUser, u"admin"_s, u"secret"_s, true, {}};
    identity.users[demoUser] = {demoUser, u"demo"_s, u"secret"_s, false, {}};
    ComputeState &compute = m_state->compute;
    compute.setHosts({u"compute-1"_s, u"compute-2"_s, u"compute-3"_s, u"compute-4"_s});
    int size = 1;
    for (const QString &name : {u"tiny"_s, u"small"_s, u"medium"_s}) {
        const QString id = ids().uuid();
        compute.flavors[id] = {id, name, size, 512 * size, 5 * size};
        if (size == 1)
            flavor = id;
        size *= 2;
    }
    image = ids().uuid();
    compute.images[image] = {image, u"cirros"_s, ago(90LL * 86400)};
    const QString debian = ids().uuid();
    compute.images[debian] = {debian, u"debian-12"_s, ago(60LL * 86400)};
}

QString SceneBuilder::project(const QString &name, const QString &description)
{
    const QString id = ids().hex32();
    m_state->identity.projects[id] = {id, name, description, u"default"_s};
    const QString group = ids().uuid();
    m_state->network.defaultGroups[id] = group;
    m_state->network.securityGroups[group]
        = {group, u"default"_s, id, {ids().uuid(), ids().uuid(), ids().uuid(), ids().uuid()}, ago(90LL * 86400)};
    return id;
}

QString SceneBuilder::network(const QString &projectId, const QString &name, const QString &cidr, bool shared)
{
    NetworkState &net = m_state->network;
    Network network;
    network.id = ids().uuid();
    network.name = name;
    network.projectId = projectId;
    network.segment = 1000 + ids().below(60000);
    network.shared = shared;
    network.created = ago(80LL * 86400);
    Subnet subnet;
    subnet.id = ids().uuid();
    subnet.name = name;
    subnet.networkId = network.id;
    subnet.projectId = projectId;
    subnet.cidr = cidr;
    const QHostAddress base = QHostAddress::parseSubnet(cidr).first;
    if (base.protocol() == QAbstractSocket::IPv6Protocol) {
        subnet.version = 6;
        subnet.gateway = base.toString() + u'1';
    } else {
        subnet.gateway = QHostAddress(base.toIPv4Address() + 1).toString();
    }
    subnet.created = network.created;
    network.subnets = {subnet.id};
    net.subnets[subnet.id] = subnet;
    const QString id = network.id;
    net.networks[id] = network;
    port(projectId, id, 80LL * 86400, [&](Port &dhcp) {
        dhcp.deviceId = u"dhcp"_s + ids().uuid() + u'-' + id;
        dhcp.deviceOwner = u"network:dhcp"_s;
        dhcp.hostId = u"network-1"_s;
        dhcp.vifType = u"ovs"_s;
        dhcp.status = u"ACTIVE"_s;
        dhcp.securityGroups.clear();
        dhcp.portSecurity = false;
        dhcp.revision = 4;
    });
    return id;
}

QString SceneBuilder::externalNetwork(const QString &projectId, const QString &name, const QString &cidr)
{
    const QString id = network(projectId, name, cidr);
    Network &external = m_state->network.networks[id];
    external.external = true;
    external.type = u"flat"_s;
    external.physicalNetwork = u"physnet1"_s;
    return id;
}

QString SceneBuilder::router(const QString &projectId, const QString &name, const QString &networkId,
                             const QString &externalId)
{
    Router router;
    router.id = ids().uuid();
    router.name = name;
    router.projectId = projectId;
    router.created = ago(79LL * 86400);
    const auto plumb = [&](const QString &on, const QString &owner, const QString &chargedTo) {
        return port(chargedTo, on, 79LL * 86400, [&](Port &plumbing) {
            plumbing.deviceId = router.id;
            plumbing.deviceOwner = owner;
            plumbing.hostId = u"network-1"_s;
            plumbing.vifType = u"ovs"_s;
            plumbing.status = u"ACTIVE"_s;
            plumbing.securityGroups.clear();
            plumbing.portSecurity = false;
            plumbing.revision = 3;
        });
    };
    plumb(networkId, u"network:router_interface"_s, projectId);
    if (!externalId.isEmpty()) {
        const QString gateway = plumb(externalId, u"network:router_gateway"_s, {});
        router.externalNetworkId = externalId;
        router.externalIps = m_state->network.port(gateway)->fixedIps;
    }
    m_state->network.routers[router.id] = router;
    return router.id;
}

QString SceneBuilder::floatingIp(const QString &projectId, const QString &externalId, const QString &routerId,
                                 const QString &portId)
{
    FloatingIp fip;
    fip.id = ids().uuid();
    fip.projectId = projectId;
    fip.networkId = externalId;
    fip.created = fip.updated = ago(40LL * 86400);
    const QString own = port({}, externalId, 40LL * 86400, [&fip](Port &holder) {
        holder.deviceId = fip.id;
        holder.deviceOwner = u"network:floatingip"_s;
        holder.status = u"N/A"_s;
        holder.securityGroups.clear();
    });
    fip.address = m_state->network.port(own)->fixedIps.first().ip;
    if (const Port *inner = m_state->network.port(portId)) {
        fip.routerId = routerId;
        fip.portId = portId;
        fip.fixedIp = inner->fixedIps.first().ip;
        fip.revision = 2;
    }
    m_state->network.floatingIps[fip.id] = fip;
    return fip.id;
}

void SceneBuilder::trunk(const QString &name, const QString &parentPort, const QList<Subport> &subports)
{
    Trunk trunk;
    trunk.id = ids().uuid();
    trunk.name = name;
    trunk.projectId = m_state->network.port(parentPort)->projectId;
    trunk.portId = parentPort;
    trunk.subports = subports;
    trunk.created = m_state->network.port(parentPort)->created;
    m_state->network.trunks[trunk.id] = trunk;
}

QString SceneBuilder::port(const QString &projectId, const QString &networkId, qint64 age, const PortTweak &tweak)
{
    Port made = m_state->draftPort(networkId, projectId);
    made.created = made.updated = ago(age);
    if (tweak)
        tweak(made);
    m_state->network.addPort(made);
    return made.id;
}

void SceneBuilder::touch(const QString &portId, qint64 age, const PortTweak &tweak)
{
    Port next = *m_state->network.port(portId);
    if (tweak)
        tweak(next);
    m_state->network.replacePort(next, ago(age));
}

QString SceneBuilder::server(const QString &name, const QString &projectId, const QStringList &networkIds, qint64 age,
                             const ServerTweak &tweak)
{
    Server server;
    server.id = ids().uuid();
    server.name = name;
    server.projectId = projectId;
    server.userId = demoUser;
    server.host = m_state->compute.nextHost();
    server.zone = u"nova"_s;
    server.flavor = flavor;
    server.imageId = image;
    server.reservation = u"r-"_s + ids().word(8);
    server.created = ago(age);
    server.updated = server.launched = server.created + 9000;
    if (tweak)
        tweak(server);
    m_state->compute.add(server);
    const bool works = server.vmState != u"error"_s && server.status != u"BUILD"_s;
    action(server.id, u"create"_s, age, age - (works ? 9 : 4), works ? QString() : u"Error"_s);
    for (const QString &networkId : networkIds) {
        port(projectId, networkId, age - 2, [&](Port &nic) {
            nic.deviceId = server.id;
            nic.deviceOwner = u"compute:"_s + server.zone;
            nic.dnsName = server.name;
            nic.hostId = server.host;
            m_state->settleBinding(nic);
            if (server.powerState != 1)
                nic.status = u"DOWN"_s;
            nic.updated = server.created + 8000;
            nic.revision = 4;
        });
    }
    return server.id;
}

QString SceneBuilder::portOf(const QString &serverId, int index) const
{
    return m_state->network.portsOfDevice(serverId).value(index);
}

QString SceneBuilder::deadServer(const QString &name, const QString &projectId, qint64 born, qint64 died, bool purged)
{
    Server server;
    server.id = ids().uuid();
    server.name = name;
    server.projectId = projectId;
    server.userId = demoUser;
    server.status = u"DELETED"_s;
    server.vmState = u"deleted"_s;
    server.powerState = 0;
    server.flavor = flavor;
    server.imageId = image;
    server.reservation = u"r-"_s + ids().word(8);
    server.created = ago(born);
    server.updated = server.terminated = ago(died);
    server.deleted = true;
    if (purged)
        return server.id;
    m_state->compute.add(server);
    action(server.id, u"create"_s, born, std::max(born - 4, died), u"Error"_s);
    action(server.id, u"delete"_s, died + 1, died);
    return server.id;
}

void SceneBuilder::action(const QString &serverId, const QString &name, qint64 start, qint64 end,
                          const QString &message)
{
    m_state->compute.actions[serverId].append({name, ids().requestId(), message, ago(start), ago(end)});
}

QString SceneBuilder::stack(const QString &name, const QString &projectId, qint64 age,
                            const std::function<void(Stack &)> &tweak)
{
    Stack stack;
    stack.id = ids().uuid();
    stack.name = name;
    stack.projectId = projectId;
    stack.userName = u"admin"_s;
    stack.userProjectId = ids().hex32();
    stack.created = ago(age);
    stack.events.append(event(name, u"CREATE_IN_PROGRESS"_s, age, stack.id, u"Stack CREATE started"_s));
    tweak(stack);
    m_state->stacks.stacks[stack.id] = stack;
    return stack.id;
}

StackEvent SceneBuilder::event(const QString &resource, const QString &status, qint64 age, const QString &physicalId,
                               const QString &reason)
{
    return {ids().uuid(), resource, physicalId, status, reason, ago(age)};
}

} // namespace flotsam::demo
