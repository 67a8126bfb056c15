// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rule C without Heat's names: ports with neither device nor owner. Each row is one sentence of the contract.
#include "tests/support/ruletest.h"

using namespace Qt::StringLiterals;
using namespace flotsam;

namespace {

const QString Unattached = u"unattached: user-port; none"_s;
const QString Held = u"unattached: user-port; none +ip-held"_s;

void forwardTo(TestCloud &c, const QString &address, const QString &router, const QString &port = {})
{
    FloatingIp floating;
    floating.id = u"fip"_s;
    floating.routerId = router;
    floating.forwardings = {{port, IpAddress::fromString(address)}};
    c.floatingIps.append(floating);
}

void routerPort(TestCloud &c, int number, int onNetwork, const QString &owner)
{
    Port &port = c.port(number);
    port.deviceOwner = owner;
    port.deviceId = u"router"_s;
    port.networkId = network(onNetwork);
}

/// Port 1 has 10.0.0.7 in 10.0.0.0/24; port 2, of the same network, names \a pair.
Change paired(const QString &pair)
{
    return [=](TestCloud &c) {
        c.subnet(1, u"10.0.0.0/24"_s);
        c.ip(c.port(1), u"10.0.0.7"_s);
        c.pair(c.port(2), pair);
    };
}

Change paired6(const QString &pair)
{
    return [=](TestCloud &c) {
        c.subnet(1, u"fd00::/64"_s);
        c.ip(c.port(1), u"fd00:0:0::7"_s);
        c.pair(c.port(2), pair);
    };
}

} // namespace

class TriageFree : public QObject
{
    Q_OBJECT

private slots:
    void relied_data();
    void relied() { checkRule(); }
    void pairs_data();
    void pairs() { checkRule(); }
    void guards_data();
    void guards() { checkRule(); }
    void residue_data();
    void residue() { checkRule(); }
    void unattached_data();
    void unattached() { checkRule(); }
};

void TriageFree::relied_data()
{
    ruleColumns();
    const QString floating = u"in-use: floating-ip; none"_s;
    row(
        "nothing", [](auto &c) { c.port(1); }, Unattached);
    row(
        "floating IP", [](auto &c) { c.port(1), floatingIpOn(c, 1); }, floating);
    row(
        "another port's floating IP", [](auto &c) { c.port(1), floatingIpOn(c, 2); }, Unattached);
    row(
        "a foreign port's floating IP", [](auto &c) { c.port(1), floatingIpOn(c, 1), c.member(2); }, floating);
    row(
        "forwarding by port id", [](auto &c) { c.port(1), forwardTo(c, u"10.0.0.7"_s, u"router"_s, portId(1)); },
        floating);
    row(
        "forwarding by another port's id",
        [](auto &c) { c.ip(c.port(1), u"10.0.0.7"_s), forwardTo(c, u"10.0.0.7"_s, u"router"_s, portId(2)); }, Held);
    row(
        "forwarding by address on the router's network",
        [](auto &c) {
            c.ip(c.port(1), u"10.0.0.7"_s), forwardTo(c, u"10.0.0.7"_s, u"router"_s);
            routerPort(c, 2, 1, u"network:router_interface"_s);
        },
        floating);
    for (const QString &owner :
         {u"network:router_interface_distributed"_s, u"network:ha_router_replicated_interface"_s})
        row(
            qPrintable(owner),
            [=](auto &c) {
                c.ip(c.port(1), u"10.0.0.7"_s), forwardTo(c, u"10.0.0.7"_s, u"router"_s);
                routerPort(c, 2, 1, owner);
            },
            floating);
    row(
        "forwarding on the router's other network",
        [](auto &c) {
            c.ip(c.port(1), u"10.0.0.7"_s), forwardTo(c, u"10.0.0.7"_s, u"router"_s);
            routerPort(c, 2, 2, u"network:router_interface"_s), routerPort(c, 3, 1, u"network:router_interface"_s);
        },
        floating);
    row(
        "forwarding on another router's network",
        [](auto &c) {
            c.ip(c.port(1), u"10.0.0.7"_s), forwardTo(c, u"10.0.0.7"_s, u"router"_s);
            routerPort(c, 2, 2, u"network:router_interface"_s);
        },
        Held);
    row(
        "router without interface in sight",
        [](auto &c) { c.ip(c.port(1), u"10.0.0.7"_s), forwardTo(c, u"10.0.0.7"_s, u"router"_s); }, floating);
    row(
        "a gateway is no interface",
        [](auto &c) {
            c.ip(c.port(1), u"10.0.0.7"_s), forwardTo(c, u"10.0.0.7"_s, u"router"_s);
            routerPort(c, 2, 2, u"network:router_gateway"_s);
        },
        floating);
    row(
        "forwarding without router",
        [](auto &c) {
            c.ip(c.port(1), u"10.0.0.7"_s), forwardTo(c, u"10.0.0.7"_s, {});
            routerPort(c, 2, 2, u"network:router_interface"_s);
        },
        floating);
    row(
        "forwarding to another address",
        [](auto &c) { c.ip(c.port(1), u"10.0.0.8"_s), forwardTo(c, u"10.0.0.7"_s, u"router"_s); }, Held);
    row(
        "load balancer",
        [](auto &c) {
            c.port(1);
            LoadBalancer balancer;
            balancer.vipPortIds = {portId(2), portId(1)};
            c.loadBalancers.append(balancer);
        },
        u"service: load-balancer; none"_s);
    row(
        "floating IP comes before load balancer",
        [](auto &c) {
            c.port(1), floatingIpOn(c, 1);
            LoadBalancer balancer;
            balancer.vipPortIds = {portId(1)};
            c.loadBalancers.append(balancer);
        },
        floating);
}

void TriageFree::pairs_data()
{
    ruleColumns();
    const QString vip = u"in-use: vip; none"_s;
    row("address", paired(u"10.0.0.7"_s), vip);
    row("address with full length", paired(u"10.0.0.7/32"_s), vip);
    row("another address", paired(u"10.0.0.8"_s), Held);
    row("CIDR", paired(u"10.0.0.0/29"_s), vip);
    row("CIDR with host bits", paired(u"10.0.0.5/29"_s), vip);
    row("CIDR beside it", paired(u"10.0.0.8/29"_s), Held);
    row("half of the subnet", paired(u"10.0.0.0/25"_s), vip);
    row("the whole subnet", paired(u"10.0.0.0/24"_s), Held);
    row("more than the subnet", paired(u"10.0.0.0/8"_s), Held);
    row("everything", paired(u"0.0.0.0/0"_s), Held);
    row(
        "everything, the subnet not known", [](auto &c) { paired(u"0.0.0.0/0"_s)(c), c.subnets.clear(); }, Held);
    row("no address", paired(u"any"_s), Held);
    row(
        "the whole subnet and the address",
        [](auto &c) { paired(u"0.0.0.0/0"_s)(c), c.pair(c.port(3), u"10.0.0.7"_s); }, vip);
    row(
        "its own pair and that of the first port of all",
        [](auto &c) {
            c.ip(c.port(1), u"10.0.0.7"_s), c.pair(c.port(1), u"10.0.0.7"_s), c.pair(c.port(0), u"10.0.0.7"_s);
        },
        vip);
    row(
        "whole, but of which subnet is not known", [](auto &c) { paired(u"10.0.0.0/24"_s)(c), c.subnets.clear(); },
        vip);
    row(
        "whole, found by the network's subnets",
        [](auto &c) { paired(u"10.0.0.0/24"_s)(c), c.port(1).fixedIps[0].subnetId.clear(); }, Held);
    row(
        "part, found by the network's subnets",
        [](auto &c) { paired(u"10.0.0.0/25"_s)(c), c.port(1).fixedIps[0].subnetId.clear(); }, vip);
    row(
        "its own pair", [](auto &c) { paired(u"10.0.0.9"_s)(c), c.pair(c.port(1), u"10.0.0.7"_s); }, Held);
    row(
        "its own pair and another's", [](auto &c) { paired(u"10.0.0.7"_s)(c), c.pair(c.port(1), u"10.0.0.7"_s); }, vip);
    row(
        "on another network", [](auto &c) { paired(u"10.0.0.7"_s)(c), c.port(2).networkId = network(2); }, Held);
    row("IPv6 in another spelling", paired6(u"FD00:0000::0007"_s), vip);
    row("IPv6 CIDR", paired6(u"fd00::/120"_s), vip);
    row("the whole IPv6 subnet", paired6(u"fd00::/64"_s), Held);
    row("IPv4 everything is not IPv6", paired6(u"0.0.0.0/1"_s), Held);
    row(
        "second address", [](auto &c) { paired(u"10.0.0.99"_s)(c), c.ip(c.port(1), u"10.0.0.99"_s); }, vip);
    row(
        "a foreign port", [](auto &c) { paired(u"10.0.0.7"_s)(c), c.member(2); }, vip);
}

void TriageFree::guards_data()
{
    ruleColumns();
    const QString incomplete = u"unknown: source-incomplete; none"_s;
    row(
        "not my project", [](auto &c) { c.port(1), c.member(2); }, u"unknown: not-my-project; none"_s);
    row(
        "my project", [](auto &c) { c.port(1), c.member(1); }, Unattached + u" +restricted-view"_s);
    row(
        "not my project comes before young", [](auto &c) { c.port(1).createdAt = T(-1), c.member(2); },
        u"unknown: not-my-project; none"_s);
    for (const SourceId source : {SourceId::Ports, SourceId::Trunks, SourceId::FloatingIps, SourceId::LoadBalancers,
                                  SourceId::Stacks, SourceId::Resources}) {
        const QString name = sourceName(source);
        row(
            qPrintable(name + u" denied"_s), [=](auto &c) { c.port(1), c.status({source}, SourceStatus::Denied); },
            incomplete);
        row(
            qPrintable(name + u" absent"_s), [=](auto &c) { c.port(1), c.status({source}, SourceStatus::Absent); },
            Unattached);
    }
    for (const SourceId source : {SourceId::Servers, SourceId::DeletedServers, SourceId::Events, SourceId::Routers,
                                  SourceId::Quotas, SourceId::Nodes, SourceId::BaremetalPorts, SourceId::Portgroups}) {
        row(
            qPrintable(sourceName(source) + u" denied does not matter"_s),
            [=](auto &c) { c.port(1), c.status({source}, SourceStatus::Denied); }, Unattached);
    }
    row(
        "its project's stacks unread", [](auto &c) { c.port(1), c.source(SourceId::Stacks).projects = {project(2)}; },
        incomplete);
    row(
        "its project's resources unread",
        [](auto &c) { c.port(1), c.source(SourceId::Resources).projects = {project(2)}; }, incomplete);
    row(
        "its project's stacks read", [](auto &c) { c.port(1), c.source(SourceId::Stacks).projects = {project(1)}; },
        Unattached);
    row(
        "Heat absent, projects listed",
        [](auto &c) {
            c.port(1), c.source(SourceId::Stacks).projects = {project(2)};
            c.status({SourceId::Stacks}, SourceStatus::Absent);
        },
        Unattached);
    row(
        "young", [](auto &c) { c.port(1).createdAt = T(-599); }, u"settling: too-young; wait"_s);
    row(
        "unread comes before young",
        [](auto &c) { c.port(1).createdAt = T(-599), c.status({SourceId::Trunks}, SourceStatus::Failed); }, incomplete);
    row(
        "young, flags still show", [](auto &c) { c.port(1).createdAt = T(-599), c.nic(1, 1).mac = mac(1); },
        u"settling: too-young; wait +mac-conflict"_s);
}

void TriageFree::residue_data()
{
    ruleColumns();
    const QString residue = u"stale: binding-residue; clear-device"_s;
    const auto onNode = [](const QString &state) {
        return [=](TestCloud &c) {
            c.port(1).hostId = nodeId(1).toUpper();
            c.node(1).provisionState = state;
        };
    };
    row(
        "host on an unbound port", [](auto &c) { c.port(1).hostId = u"cmp-1"_s; }, residue);
    row(
        "host on a bound port", [](auto &c) { c.port(1).hostId = u"cmp-1"_s, c.port(1).vifType = u"ovs"_s; }, residue);
    row(
        "profile on an unbound port", [](auto &c) { c.port(1).residueKeys = {u"pci_slot"_s}; }, residue);
    row(
        "profile on a bound port",
        [](auto &c) { c.port(1).residueKeys = {u"pci_slot"_s}, c.port(1).vifType = u"ovs"_s; }, Unattached);
    row(
        "link information alone", [](auto &c) { c.port(1).hasLocalLink = true; }, Unattached);
    row(
        "link information beside a host", [](auto &c) { c.port(1).hasLocalLink = true, c.port(1).hostId = u"h"_s; },
        residue);
    row(
        "vif_type not there, host", [](auto &c) { c.port(1).hasVifType = false, c.port(1).hostId = u"cmp-1"_s; },
        Unattached);
    row(
        "vif_type not there, profile",
        [](auto &c) { c.port(1).hasVifType = false, c.port(1).residueKeys = {u"pci_slot"_s}; }, Unattached);
    for (const QString &state : {u"active"_s, u"manageable"_s, u"deploying"_s, u"deploy failed"_s, u""_s})
        row(qPrintable(u"standalone node "_s + state), onNode(state), u"in-use: ironic-vif; none"_s);
    for (const QString &state : {u"available"_s, u"enroll"_s})
        row(qPrintable(u"released node "_s + state), onNode(state), residue);
    row(
        "standalone node in a view without vif_type",
        [onNode](auto &c) { onNode(u"active"_s)(c), c.port(1).hasVifType = false; }, u"in-use: ironic-vif; none"_s);
    row(
        "host of a node not listed", [](auto &c) { c.port(1).hostId = nodeId(1); }, residue);
    for (const SourceId source : {SourceId::Nodes, SourceId::BaremetalPorts, SourceId::Portgroups}) {
        const QString name = sourceName(source);
        row(
            qPrintable(name + u" denied, host a UUID"_s),
            [=](auto &c) { c.port(1).hostId = nodeId(1), c.status({source}, SourceStatus::Denied); },
            u"unknown: source-incomplete; none"_s);
        row(
            qPrintable(name + u" denied, vnic baremetal"_s),
            [=](auto &c) { c.port(1).vnicType = u"baremetal"_s, c.status({source}, SourceStatus::Denied); },
            u"unknown: source-incomplete; none"_s);
        row(
            qPrintable(name + u" denied, host a name"_s),
            [=](auto &c) { c.port(1).hostId = u"cmp-1"_s, c.status({source}, SourceStatus::Denied); }, residue);
    }
    row(
        "vnic baremetal, all read", [](auto &c) { c.port(1).vnicType = u"baremetal"_s; }, Unattached);
}

void TriageFree::unattached_data()
{
    ruleColumns();
    const QString never = u"unattached: never-bound; none"_s;
    const QString twice = u"unattached: duplicate-name; none"_s;
    row(
        "changed", [](auto &c) { c.port(1); }, Unattached);
    row(
        "revision 1", [](auto &c) { c.port(1).revision = 1; }, never);
    row(
        "revision 2", [](auto &c) { c.port(1).revision = 2; }, Unattached);
    row(
        "never changed", [](auto &c) { c.port(1).updatedAt = c.port(1).createdAt; }, never);
    row(
        "no times at all",
        [](auto &c) {
            c.port(1).createdAt.reset(), c.port(1).updatedAt.reset();
            c.observations[portId(1)].firstSeen = T(-9000);
            c.observations[portId(1)].revision = 3;
        },
        Unattached);
    row(
        "namesake ACTIVE", [](auto &c) { c.port(1).name = c.port(2).name = u"n"_s, c.port(2).status = u"ACTIVE"_s; },
        twice);
    row(
        "namesake bound", [](auto &c) { c.port(1).name = c.port(2).name = u"n"_s, c.port(2).vifType = u"ovs"_s; },
        twice);
    row(
        "namesake idle", [](auto &c) { c.port(1).name = c.port(2).name = u"n"_s; }, Unattached);
    row(
        "namesake on another network",
        [](auto &c) {
            c.port(1).name = c.port(2).name = u"n"_s, c.port(2).status = u"ACTIVE"_s, c.port(2).networkId = network(2);
        },
        Unattached);
    row(
        "itself ACTIVE", [](auto &c) { c.port(1).name = u"n"_s, c.port(1).status = u"ACTIVE"_s; }, Unattached);
    row(
        "both ACTIVE",
        [](auto &c) { c.port(1).name = c.port(2).name = u"n"_s, c.port(1).status = c.port(2).status = u"ACTIVE"_s; },
        twice);
    row(
        "no names", [](auto &c) { c.port(1), c.port(2).status = u"ACTIVE"_s; }, Unattached);
    row(
        "duplicate name is the more telling",
        [](auto &c) {
            c.port(1).name = c.port(2).name = u"n"_s, c.port(2).status = u"ACTIVE"_s, c.port(1).revision = 1;
        },
        twice);
}

QTEST_GUILESS_MAIN(TriageFree)
#include "tst_triage_free.moc"
