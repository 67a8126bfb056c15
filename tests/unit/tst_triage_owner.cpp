// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rule A: device_owner and name. Each row is one sentence of the contract.
#include "tests/support/ruletest.h"

using namespace Qt::StringLiterals;
using namespace flotsam;

namespace {

const QString Deep = u"5a0d0000-0000-4000-8000-00000000000f"_s;

/// Owner, device and name of port 1; the device is dead, so nothing but rule A protects the port.
Change made(const QString &owner, const QString &device, const QString &name)
{
    return [=](TestCloud &c) {
        Port &port = c.port(1);
        port.deviceOwner = owner;
        port.deviceId = device;
        port.name = name;
        c.kill(1);
    };
}

void vifOf(TestCloud &c, int nic) { c.nic(nic, 1).vifIds = {portId(1)}; }

void trunkOn(TestCloud &c, int parent, const QList<int> &subports)
{
    Trunk trunk;
    trunk.id = u"trunk"_s;
    trunk.portId = portId(parent);
    for (const int subport : subports)
        trunk.subports.append(portId(subport));
    c.trunks.append(trunk);
}

} // namespace

class TriageOwner : public QObject
{
    Q_OBJECT

private slots:
    void services_data();
    void services() { checkRule(); }
    void members_data();
    void members() { checkRule(); }
};

void TriageOwner::services_data()
{
    ruleColumns();
    const QString plumbing = u"service: network-plumbing; none"_s;
    const QString balancer = u"service: load-balancer; none"_s;
    const QString container = u"service: container; none"_s;
    const QString share = u"service: share-server; none"_s;
    const QString other = u"service: other-service; none"_s;
    const QString dead = serverId(1);
    for (const QString &owner :
         {u"network:dhcp"_s, u"network:router_interface"_s, u"network:"_s, u"neutron:LOADBALANCER"_s})
        row(qPrintable(owner), made(owner, dead, {}), plumbing);
    for (const QString &owner : {u"Octavia"_s, u"octavia"_s, u"OCTAVIA:health-mgr"_s, u"ovn-lb:vip"_s,
                                 u"OVN-LB-HM:distributed"_s, u"ovn-lb-hm:distributed"_s})
        row(qPrintable(owner), made(owner, dead, {}), balancer);
    row("device of a load balancer", made(u"compute:nova"_s, u"lb-"_s + dead, {}), balancer);
    row("device of a health monitor", made({}, u"ovn-lb-hm-"_s + dead, {}), balancer);
    for (const QString &name : {u"octavia-lb-x"_s, u"octavia-lb-vrrp-x"_s, u"ovn-lb-vip-x"_s, u"ovn-lb-hm-x"_s}) {
        row(qPrintable(name), made(u"compute:nova"_s, dead, name), balancer);
        row(qPrintable(name + u" without device"_s), made({}, {}, name), balancer);
    }
    row(
        "named for Octavia, server listed",
        [](auto &c) {
            made(u"compute:nova"_s, serverId(1), u"octavia-lb-vrrp-x"_s)(c);
            c.server(1);
        },
        u"in-use: server-alive; none"_s);
    row(
        "named for Octavia, server answers",
        [](auto &c) {
            made(u"compute:nova"_s, serverId(1), u"octavia-lb-vrrp-x"_s)(c);
            c.answer(1, 200);
        },
        u"in-use: server-hidden; none"_s);
    row(
        "owned by Octavia, server listed",
        [](auto &c) {
            made(u"Octavia"_s, serverId(1), {})(c);
            c.server(1);
        },
        balancer);
    row("nearly named for Octavia", made(u"compute:nova"_s, dead, u"my-octavia-lb-x"_s),
        u"stale: unbind-failed server-deleted; clear-device"_s);
    for (const QString &owner : {u"manila"_s, u"manila:share"_s, u"manila-x"_s})
        row(qPrintable(owner), made(owner, dead, {}), share);
    for (const QString &owner : {u"compute:kuryr"_s, u"compute:zun"_s, u"kuryr:container"_s})
        row(qPrintable(owner), made(owner, dead, {}), container);
    row("compute:kuryr2 is a zone", made(u"compute:kuryr2"_s, dead, {}), u"orphan proven: server-deleted; delete"_s);
    row("Trove", made({}, {}, u"trove-"_s + Deep), other);
    row("Trove with device", made({}, dead, u"trove-"_s + Deep),
        u"stale: unbind-failed server-deleted; clear-device"_s);
    row("Trove by a short name", made({}, {}, u"trove-1"_s), u"unattached: user-port; none"_s);
    for (const QString &owner : {u"acme:router"_s, u"compute"_s, u"Compute:nova"_s, u"baremetal"_s, u"x"_s})
        row(qPrintable(owner), made(owner, dead, {}), other);
    row("a foreign owner without device", made(u"acme:router"_s, {}, {}), other);
}

void TriageOwner::members_data()
{
    ruleColumns();
    const QString vif = u"in-use: ironic-vif; none"_s;
    const QString trunk = u"in-use: trunk; none"_s;
    row(
        "VIF of a bare-metal port", [](auto &c) { leaked(c), vifOf(c, 1); }, vif);
    row(
        "VIF of a port group",
        [](auto &c) {
            leaked(c);
            Nic group;
            group.id = nicId(1);
            group.vifIds = {portId(1)};
            group.group = true;
            c.portgroups.append(group);
        },
        vif);
    row(
        "VIF of a foreign owner", [](auto &c) { vifOf(c, 1), c.port(1).deviceOwner = u"acme:x"_s; }, vif);
    row(
        "VIF without device", [](auto &c) { c.port(1), vifOf(c, 1); }, vif);
    row(
        "plumbing comes before VIF", [](auto &c) { c.port(1).deviceOwner = u"network:dhcp"_s, vifOf(c, 1); },
        u"service: network-plumbing; none"_s);
    row(
        "trunk:subport", [](auto &c) { c.port(1).deviceOwner = u"trunk:subport"_s; }, trunk);
    row(
        "subport of a trunk",
        [](auto &c) {
            leaked(c), trunkOn(c, 2, {3, 1});
        },
        trunk);
    row(
        "parent of a trunk", [](auto &c) { leaked(c), trunkOn(c, 1, {}); }, trunk);
    row(
        "parent by trunk_details", [](auto &c) { leaked(c), c.port(1).hasTrunkDetails = true; }, trunk);
    row(
        "subport by another port's trunk_details",
        [](auto &c) {
            leaked(c);
            c.port(2).hasTrunkDetails = true;
            c.port(2).trunkSubports = {portId(1)};
        },
        trunk);
    row(
        "free subport", [](auto &c) { c.port(1), trunkOn(c, 2, {1}); }, trunk);
    row(
        "in a trunk though trunks are partial",
        [](auto &c) {
            leaked(c), trunkOn(c, 2, {1});
            c.status({SourceId::Trunks}, SourceStatus::Partial);
        },
        trunk);
    row(
        "beside a trunk", [](auto &c) { leaked(c), trunkOn(c, 2, {3}); }, u"orphan proven: server-deleted; delete"_s);
    row(
        "plumbing comes before trunk", [](auto &c) { c.port(1).deviceOwner = u"network:dhcp"_s, trunkOn(c, 2, {1}); },
        u"service: network-plumbing; none"_s);
}

QTEST_GUILESS_MAIN(TriageOwner)
#include "tst_triage_owner.moc"
