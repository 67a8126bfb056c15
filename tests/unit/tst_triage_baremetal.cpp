// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rule D, rule C4 and the flags. Each row is one sentence of the contract.
#include "tests/support/ruletest.h"

using namespace Qt::StringLiterals;
using namespace flotsam;

namespace {

/// Port 1 is a service port of Ironic whose device is node 1.
void ofNode(TestCloud &c)
{
    c.port(1).deviceOwner = u"baremetal:none"_s;
    c.port(1).deviceId = nodeId(1);
}

void trunkOn(TestCloud &c, int parent, const QList<int> &subports)
{
    Trunk trunk;
    trunk.id = u"trunk-%1"_s.arg(parent);
    trunk.portId = portId(parent);
    for (const int subport : subports)
        trunk.subports.append(portId(subport));
    c.trunks.append(trunk);
}

/// Port 2, on network 2, has the MAC of port 1.
void sameMac(TestCloud &c)
{
    c.port(1);
    c.port(2).mac = mac(1);
    c.port(2).networkId = network(2);
}

void quota(TestCloud &c, qint64 limit, qint64 used, qint64 reserved, int ofProject = 1)
{
    c.quotas.append({project(ofProject), limit, used, reserved, true, -1});
}

} // namespace

class TriageBaremetal : public QObject
{
    Q_OBJECT

private slots:
    void nodes_data();
    void nodes() { checkRule(); }
    void conflicts_data();
    void conflicts() { checkRule(); }
    void duplicates_data();
    void duplicates() { checkRule(); }
    void flags_data();
    void flags() { checkRule(); }
};

void TriageBaremetal::nodes_data()
{
    ruleColumns();
    const QString leftover = u"orphan likely: ironic-leftover; delete"_s;
    const QString busy = u"settling: ironic-busy; wait"_s;
    const QString used = u"in-use: ironic-vif; none"_s;
    const QString incomplete = u"unknown: source-incomplete; none"_s;
    const auto inState
        = [](const QString &state) { return [=](TestCloud &c) { ofNode(c), c.node(1).provisionState = state; }; };
    for (const QString &state :
         {u"available"_s, u"manageable"_s, u"enroll"_s, u"error"_s, u"clean failed"_s, u"deploy failed"_s})
        row(qPrintable(state), inState(state), leftover);
    for (const QString &state :
         {u"cleaning"_s, u"deploying"_s, u"wait call-back"_s, u"rescue"_s, u""_s, u"failed"_s, u"active soon"_s})
        row(qPrintable(u"moving: "_s + state), inState(state), busy);
    row("active", inState(u"active"_s), used);
    row(
        "by instance",
        [](auto &c) {
            c.port(1).deviceOwner = u"baremetal:none"_s, c.port(1).deviceId = serverId(1),
            c.node(1).instanceId = serverId(1);
        },
        leftover);
    row(
        "by instance, active",
        [](auto &c) {
            c.port(1).deviceOwner = u"baremetal:none"_s, c.port(1).deviceId = serverId(1),
            c.node(1).instanceId = serverId(1);
            c.node(1).provisionState = u"active"_s;
        },
        used);
    row(
        "two nodes of one instance, one active",
        [](auto &c) {
            c.port(1).deviceOwner = u"baremetal:none"_s, c.port(1).deviceId = serverId(1);
            c.node(1).instanceId = c.node(2).instanceId = serverId(1);
            c.node(1).provisionState = u"cleaning"_s, c.node(2).provisionState = u"active"_s;
        },
        used);
    row(
        "two nodes of one instance, one moving",
        [](auto &c) {
            c.port(1).deviceOwner = u"baremetal:none"_s, c.port(1).deviceId = serverId(1);
            c.node(1).instanceId = c.node(2).instanceId = serverId(1);
            c.node(2).provisionState = u"cleaning"_s;
        },
        busy);
    row(
        "compute owner, device a node",
        [](auto &c) { ofNode(c), c.node(1), c.port(1).deviceOwner = u"compute:nova"_s; }, leftover);
    row(
        "no owner, device a node", [](auto &c) { ofNode(c), c.node(1), c.port(1).deviceOwner.clear(); }, leftover);
    row(
        "compute owner, device an instance",
        [](auto &c) { attached(c), c.server(1), c.node(1).instanceId = serverId(1); }, u"in-use: server-alive; none"_s);
    row(
        "young", [](auto &c) { ofNode(c), c.node(1), c.port(1).updatedAt = T(-599); }, u"settling: too-young; wait"_s);
    row(
        "young of an active node",
        [](auto &c) { ofNode(c), c.node(1).provisionState = u"active"_s, c.port(1).updatedAt = T(-599); }, used);
    for (const SourceId source : {SourceId::Nodes, SourceId::BaremetalPorts, SourceId::Portgroups}) {
        for (const SourceStatus status :
             {SourceStatus::Absent, SourceStatus::Partial, SourceStatus::Denied, SourceStatus::Failed}) {
            row(
                qPrintable(sourceName(source) + u' ' + sourceStatusName(status)),
                [=](auto &c) { ofNode(c), c.node(1), c.status({source}, status); }, incomplete);
        }
    }
    for (const SourceId source : {SourceId::Ports, SourceId::Trunks})
        row(
            qPrintable(sourceName(source)),
            [=](auto &c) { ofNode(c), c.node(1), c.status({source}, SourceStatus::Partial); }, incomplete);
    row(
        "unread trunks of a moving node",
        [](auto &c) {
            ofNode(c), c.node(1).provisionState = u"cleaning"_s, c.status({SourceId::Trunks}, SourceStatus::Partial);
        },
        busy);
    row(
        "a member's foreign port", [](auto &c) { ofNode(c), c.node(1), c.member(2); },
        u"unknown: not-my-project; none"_s);
    row(
        "a member's foreign port of a moving node",
        [](auto &c) { ofNode(c), c.node(1).provisionState = u"cleaning"_s, c.member(2); },
        u"unknown: not-my-project; none"_s);
    row(
        "a member's young foreign port",
        [](auto &c) { ofNode(c), c.node(1), c.port(1).updatedAt = T(-599), c.member(2); },
        u"unknown: not-my-project; none"_s);
    row(
        "a member's foreign port of an active node",
        [](auto &c) { ofNode(c), c.node(1).provisionState = u"active"_s, c.member(2); }, used);
    row(
        "a node that only a NIC names, nodes denied",
        [](auto &c) {
            leaked(c), c.port(1).deviceId = nodeId(1), c.nic(1, 1), c.serverProbes[nodeId(1)].status = 404;
            c.status({SourceId::Nodes}, SourceStatus::Denied);
        },
        incomplete);
    row(
        "a node that only a NIC names, nodes read",
        [](auto &c) { leaked(c), c.port(1).deviceId = nodeId(1), c.nic(1, 1), c.serverProbes[nodeId(1)].status = 404; },
        u"orphan likely: ironic-leftover server-gone; delete"_s);
    row(
        "a member's own port", [](auto &c) { ofNode(c), c.node(1), c.member(1); }, leftover + u" +restricted-view"_s);
    row(
        "floating IP on it", [](auto &c) { ofNode(c), c.node(1), floatingIpOn(c, 1); },
        u"orphan likely: ironic-leftover floating-ip; delete"_s);
    row(
        "no node, server dead", [](auto &c) { leaked(c), c.port(1).deviceOwner = u"baremetal:none"_s; },
        u"orphan likely: ironic-leftover server-deleted; delete"_s);
    row(
        "no node, floating IP",
        [](auto &c) { leaked(c), c.port(1).deviceOwner = u"baremetal:none"_s, floatingIpOn(c, 1); },
        u"orphan likely: ironic-leftover server-deleted floating-ip; delete"_s);
    row(
        "no node, server alive", [](auto &c) { attached(c), c.server(1), c.port(1).deviceOwner = u"baremetal:none"_s; },
        u"in-use: server-alive; none"_s);
    row(
        "no node, server undecided",
        [](auto &c) { attached(c), c.answer(1, 500), c.port(1).deviceOwner = u"baremetal:none"_s; },
        u"unknown: probe-failed; none"_s);
    row(
        "no node, named",
        [](auto &c) { leaked(c), c.port(1).deviceOwner = u"baremetal:none"_s, c.port(1).name = u"x"_s; },
        u"stale: unbind-failed server-deleted; clear-device"_s);
    row(
        "no device", [](auto &c) { c.port(1).deviceOwner = u"baremetal:none"_s, c.node(1); },
        u"unknown: probe-failed; none"_s);
}

void TriageBaremetal::conflicts_data()
{
    ruleColumns();
    const QString conflict = u"stale: baremetal-mac; regenerate-mac +mac-conflict"_s;
    const QString plain = u"unattached: user-port; none"_s;
    const auto holds = [](TestCloud &c) { c.port(1).mac = mac(101), c.nic(1, 1); };
    row("unbound holder", holds, conflict);
    const auto metalPort = [holds](TestCloud &c) { holds(c), c.port(1).vnicType = u"baremetal"_s; };
    row(
        "unbound holder, nodes not read: its NIC was",
        [metalPort](auto &c) { metalPort(c), c.status({SourceId::Nodes}, SourceStatus::Denied); }, conflict);
    row(
        "unbound holder, port groups not read: one may name it",
        [metalPort](auto &c) { metalPort(c), c.status({SourceId::Portgroups}, SourceStatus::Failed); },
        u"unknown: source-incomplete; none +mac-conflict"_s);
    row(
        "of a port group",
        [](auto &c) {
            c.port(1);
            Nic group;
            group.id = nicId(7);
            group.nodeId = nodeId(1);
            group.mac = mac(1);
            group.group = true;
            c.portgroups.append(group);
        },
        conflict);
    row(
        "another MAC", [](auto &c) { c.port(1), c.nic(1, 1); }, plain);
    row(
        "a NIC that names another port", [holds](auto &c) { holds(c), c.nic(1, 1).vifIds = {portId(2)}; }, conflict);
    row(
        "a NIC that names it", [holds](auto &c) { holds(c), c.nic(1, 1).vifIds = {portId(1)}; },
        u"in-use: ironic-vif; none"_s);
    row(
        "its group names it",
        [holds](auto &c) {
            holds(c);
            Nic group = c.nic(1, 1);
            group.id = nicId(7);
            group.group = true;
            group.vifIds = {portId(1)};
            c.portgroups.append(group);
        },
        u"in-use: ironic-vif; none"_s);
    row(
        "another node's NIC names it", [holds](auto &c) { holds(c), c.nic(2, 2).vifIds = {portId(1)}; },
        u"in-use: ironic-vif; none +mac-conflict"_s);
    row(
        "another NIC of the node names it", [holds](auto &c) { holds(c), c.nic(2, 1).vifIds = {portId(1)}; },
        u"in-use: ironic-vif; none +mac-conflict"_s);
    row(
        "vif_type not there", [holds](auto &c) { holds(c), c.port(1).hasVifType = false; }, plain);
    row(
        "bound elsewhere",
        [holds](auto &c) {
            holds(c), attached(c), c.server(1), c.port(1).vifType = u"ovs"_s, c.port(1).hostId = u"cmp-1"_s;
        },
        u"in-use: server-alive; none +mac-conflict"_s);
    row(
        "bound without host", [holds](auto &c) { holds(c), attached(c), c.server(1), c.port(1).vifType = u"other"_s; },
        u"in-use: server-alive; none +mac-conflict"_s);
    row(
        "bound to the NIC's node",
        [holds](auto &c) {
            holds(c), attached(c), c.server(1), c.port(1).vifType = u"other"_s, c.port(1).hostId = nodeId(1).toUpper();
        },
        u"in-use: server-alive; none"_s);
    row(
        "bound to another node",
        [holds](auto &c) {
            holds(c), attached(c), c.server(1), c.port(1).vifType = u"other"_s, c.port(1).hostId = nodeId(2);
        },
        u"in-use: server-alive; none +mac-conflict"_s);
    row(
        "unbound with the node's host",
        [holds](auto &c) { holds(c), attached(c), c.server(1), c.port(1).hostId = nodeId(1); },
        u"in-use: server-alive; none +mac-conflict"_s);
    row(
        "binding_failed", [holds](auto &c) { holds(c), c.port(1).vifType = u"binding_failed"_s; }, conflict);
    row(
        "NIC without node",
        [holds](auto &c) {
            holds(c), c.nic(1, 1).nodeId.clear(), c.nic(2, 2).vifIds = {portId(2)}, c.nic(2, 2).nodeId.clear();
        },
        conflict);
    row(
        "MAC comes before residue", [holds](auto &c) { holds(c), c.port(1).hostId = u"cmp-1"_s; }, conflict);
    row(
        "a NIC not read may name it",
        [holds](auto &c) {
            holds(c), c.port(1).vnicType = u"baremetal"_s, c.status({SourceId::Portgroups}, SourceStatus::Denied);
        },
        u"unknown: source-incomplete; none +mac-conflict"_s);
    row(
        "port groups denied, vnic normal",
        [holds](auto &c) { holds(c), c.status({SourceId::Portgroups}, SourceStatus::Denied); }, conflict);
    row(
        "bound holder without device has residue",
        [holds](auto &c) { holds(c), c.port(1).hostId = u"cmp-1"_s, c.port(1).vifType = u"ovs"_s; },
        u"stale: binding-residue; clear-device +mac-conflict"_s);
    row(
        "no MAC", [](auto &c) { c.port(1).mac.clear(), c.nic(1, 1).mac.clear(); }, plain);
}

void TriageBaremetal::duplicates_data()
{
    ruleColumns();
    const QString plain = u"unattached: user-port; none"_s;
    const QString twice = plain + u" +mac-duplicate"_s;
    const QString member = u"in-use: trunk; none"_s;
    row("same MAC on another network", sameMac, twice);
    row(
        "same MAC on the same network", [](auto &c) { sameMac(c), c.port(2).networkId = network(1); }, plain);
    row(
        "another MAC", [](auto &c) { sameMac(c), c.port(2).mac = mac(2); }, plain);
    row(
        "no MACs", [](auto &c) { sameMac(c), c.port(1).mac.clear(), c.port(2).mac.clear(); }, plain);
    row(
        "parent and subport", [](auto &c) { sameMac(c), trunkOn(c, 1, {2}); }, member);
    row(
        "subport and parent", [](auto &c) { sameMac(c), trunkOn(c, 2, {1}); }, member);
    row(
        "subports of one trunk",
        [](auto &c) {
            sameMac(c), trunkOn(c, 3, {1, 2});
        },
        member);
    row(
        "subports of two trunks", [](auto &c) { sameMac(c), trunkOn(c, 3, {1}), trunkOn(c, 4, {2}); },
        member + u" +mac-duplicate"_s);
    row(
        "of many subports two are of another trunk",
        [](auto &c) {
            sameMac(c), trunkOn(c, 9, {1, 2}), trunkOn(c, 8, {3});
            c.port(3).mac = mac(1), c.port(3).networkId = network(1);
        },
        member);
    row(
        "two trunks on two networks",
        [](auto &c) {
            sameMac(c), trunkOn(c, 9, {1, 2}), trunkOn(c, 8, {3});
            c.port(3).mac = mac(1), c.port(3).networkId = network(3);
        },
        member + u" +mac-duplicate"_s);
    row(
        "a trunk and a stranger",
        [](auto &c) { sameMac(c), trunkOn(c, 1, {2}), c.port(3).mac = mac(1), c.port(3).networkId = network(3); },
        member + u" +mac-duplicate"_s);
    const auto provisioning = [](TestCloud &c) {
        sameMac(c), attached(c), c.server(1);
        c.node(1).instanceId = serverId(1);
        c.port(2).deviceOwner = u"baremetal:none"_s;
    };
    const QString alive = u"in-use: server-alive; none"_s;
    row(
        "provisioning by instance", [provisioning](auto &c) { provisioning(c), c.port(2).deviceId = serverId(1); },
        alive);
    row(
        "provisioning by node", [provisioning](auto &c) { provisioning(c), c.port(2).deviceId = nodeId(1); }, alive);
    row(
        "provisioning by host", [provisioning](auto &c) { provisioning(c), c.port(2).hostId = nodeId(1); }, alive);
    row(
        "provisioning by NIC", [provisioning](auto &c) { provisioning(c), c.nic(1, 1).vifIds = {portId(2)}; }, alive);
    row(
        "provisioning of another node",
        [provisioning](auto &c) { provisioning(c), c.node(2), c.port(2).deviceId = nodeId(2); },
        alive + u" +mac-duplicate"_s);
    row(
        "two tenant ports of one node",
        [provisioning](auto &c) {
            provisioning(c), c.port(2).deviceId = serverId(1), c.port(2).deviceOwner = u"compute:nova"_s;
        },
        alive + u" +mac-duplicate"_s);
    row(
        "named by one NIC",
        [](auto &c) {
            sameMac(c), c.nic(1, 1).vifIds = {portId(1), portId(2)};
        },
        u"in-use: ironic-vif; none"_s);
    row(
        "named by two NICs",
        [](auto &c) { sameMac(c), c.nic(1, 1).vifIds = {portId(1)}, c.nic(2, 1).vifIds = {portId(2)}; },
        u"in-use: ironic-vif; none +mac-duplicate"_s);
}

void TriageBaremetal::flags_data()
{
    ruleColumns();
    const QString plain = u"unattached: user-port; none"_s;
    const auto with = [](qint64 limit, qint64 used, qint64 reserved) {
        return [=](TestCloud &c) { c.port(1), quota(c, limit, used, reserved); };
    };
    row("full", with(10, 10, 0), plain + u" +over-quota"_s);
    row("over", with(10, 11, 0), plain + u" +over-quota"_s);
    row("full by reservations", with(10, 8, 2), plain + u" +over-quota"_s);
    row("one left", with(10, 8, 1), plain);
    row("limit 0", with(0, 0, 0), plain + u" +over-quota"_s);
    row("unlimited", with(-1, 1000, 0), plain);
    row(
        "another project's", [](auto &c) { c.port(1), quota(c, 1, 1, 0, 2); }, plain);
    row(
        "not known", [](auto &c) { c.port(1), quota(c, 1, 1, 0), c.quotas[0].known = false; }, plain);
    row(
        "stale and full", [](auto &c) { leaked(c), c.port(1).name = u"x"_s, quota(c, 1, 1, 0); },
        u"stale: unbind-failed server-deleted; clear-device +over-quota"_s);
    row(
        "holds an address", [](auto &c) { leaked(c), c.ip(c.port(1), u"10.0.0.7"_s); },
        u"orphan proven: server-deleted; delete +ip-held"_s);
    row(
        "every open flag", [](auto &c) { leaked(c), c.member(), c.ip(c.port(1), u"10.0.0.7"_s), quota(c, 1, 1, 0); },
        u"orphan likely: server-deleted; delete +ip-held +over-quota +restricted-view"_s);
    row(
        "in use: none",
        [](auto &c) { attached(c), c.server(1), c.member(), c.ip(c.port(1), u"10.0.0.7"_s), quota(c, 1, 1, 0); },
        u"in-use: server-alive; none"_s);
    row(
        "unknown: none",
        [](auto &c) { attached(c), c.answer(1, 500), c.member(), c.ip(c.port(1), u"10.0.0.7"_s), quota(c, 1, 1, 0); },
        u"unknown: probe-failed; none"_s);
    row(
        "settling: none",
        [](auto &c) { leaked(c), c.port(1).createdAt = T(0), c.ip(c.port(1), u"10.0.0.7"_s), quota(c, 1, 1, 0); },
        u"settling: too-young; wait"_s);
}

QTEST_GUILESS_MAIN(TriageBaremetal)
#include "tst_triage_baremetal.moc"
