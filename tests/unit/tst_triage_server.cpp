// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rule B: the device names a server. Each row is one sentence of the contract.
#include "tests/support/ruletest.h"

using namespace Qt::StringLiterals;
using namespace flotsam;

namespace {

using Body = ServerProbe::Body;

/// Server 1 is listed, and a probe shows \a status and \a macs.
void probed(TestCloud &c, const QString &status, const QStringList &macs)
{
    c.server(1), c.answer(1, 200, Body::Server);
    Server server;
    server.status = status;
    server.hasAddresses = !macs.isEmpty();
    server.macs = macs;
    c.serverProbes[serverId(1)].server = server;
}

} // namespace

class TriageServer : public QObject
{
    Q_OBJECT

private slots:
    void alive_data();
    void alive() { checkRule(); }
    void half_data();
    void half() { checkRule(); }
    void undecided_data();
    void undecided() { checkRule(); }
};

void TriageServer::alive_data()
{
    ruleColumns();
    row(
        "listed", [](auto &c) { attached(c), c.server(1); }, u"in-use: server-alive; none"_s);
    row(
        "listed beats a probe", [](auto &c) { attached(c), c.server(1), c.answer(1, 404); },
        u"in-use: server-alive; none"_s);
    row(
        "in ERROR", [](auto &c) { attached(c), c.server(1).status = u"ERROR"_s; },
        u"in-use: server-error; delete-server"_s);
    row(
        "building, port complete", [](auto &c) { attached(c), c.server(1).status = u"BUILD"_s; },
        u"in-use: server-alive; none"_s);
    row(
        "shelved, DOWN and unbound", [](auto &c) { attached(c), c.server(1).status = u"SHELVED_OFFLOADED"_s; },
        u"in-use: server-alive; none"_s);
    row(
        "soft-deleted row of the deleted listing",
        [](auto &c) { attached(c), c.tombstone(1).status = u"SOFT_DELETED"_s; }, u"in-use: server-alive; none"_s);
    row(
        "live row of the deleted listing", [](auto &c) { attached(c), c.tombstone(1).status = u"ACTIVE"_s; },
        u"in-use: server-alive; none"_s);
    row(
        "only the probe", [](auto &c) { attached(c), c.answer(1, 200, Body::None); }, u"in-use: server-hidden; none"_s);
    row(
        "the probe beats a tombstone", [](auto &c) { attached(c), c.tombstone(1), c.answer(1, 200, Body::None); },
        u"in-use: server-hidden; none"_s);
    row(
        "hidden and in ERROR",
        [](auto &c) {
            attached(c), c.answer(1, 200, Body::Server);
            Server server;
            server.status = u"ERROR"_s;
            c.serverProbes[serverId(1)].server = server;
        },
        u"in-use: server-error server-hidden; delete-server"_s);
    row(
        "listed in ERROR, ACTIVE when asked",
        [](auto &c) { attached(c), probed(c, u"ACTIVE"_s, {mac(1)}), c.server(1).status = u"ERROR"_s; },
        u"in-use: server-alive; none"_s);
    row(
        "listed ACTIVE, in ERROR when asked", [](auto &c) { attached(c), probed(c, u"ERROR"_s, {mac(1)}); },
        u"in-use: server-alive; none"_s);
    row(
        "in ERROR, in both listings",
        [](auto &c) {
            attached(c), c.server(1).status = u"ERROR"_s;
            c.tombstone(1).status = u"ERROR"_s;
        },
        u"in-use: server-error; delete-server"_s);
    row(
        "in ERROR, but deleted softly by now",
        [](auto &c) {
            attached(c), c.server(1).status = u"ERROR"_s;
            c.tombstone(1).status = u"SOFT_DELETED"_s;
        },
        u"in-use: server-alive; none"_s);
    row(
        "not a half-created port in a member's view",
        [](auto &c) {
            halfCreated(c), c.server(1), c.member();
            c.port(1).hasVifType = false;
        },
        u"in-use: server-alive; none"_s);
    row(
        "a member's foreign port of a listed server", [](auto &c) { attached(c), c.server(1), c.member(2); },
        u"in-use: server-alive; none"_s);
    row(
        "young port of a living server", [](auto &c) { attached(c), c.server(1), c.port(1).updatedAt = T(-10); },
        u"in-use: server-alive; none"_s);
    row(
        "device is no UUID", [](auto &c) { attached(c), c.port(1).deviceId = u"firewall-7"_s; },
        u"unknown: probe-failed; none"_s);
    row(
        "device is a UUID without dashes",
        [](auto &c) {
            attached(c), c.port(1).deviceId = serverId(1).remove(u'-');
            c.serverProbes[c.port(1).deviceId].status = 404;
        },
        u"unknown: probe-failed; none"_s);
    row(
        "compute owner without device", [](auto &c) { c.port(1).deviceOwner = u"compute:nova"_s; },
        u"unknown: probe-failed; none"_s);
}

void TriageServer::half_data()
{
    ruleColumns();
    const auto twin = [](TestCloud &c, int seconds) {
        halfCreated(c);
        Port &other = c.port(2);
        other.deviceId = serverId(1);
        other.deviceOwner = u"compute:nova"_s;
        other.createdAt = T(-8000 + seconds);
        c.server(1);
    };
    row(
        "in ERROR", [](auto &c) { halfCreated(c), c.server(1).status = u"ERROR"_s; },
        u"in-use: server-error; delete-server"_s);
    row(
        "in BUILD", [](auto &c) { halfCreated(c), c.server(1).status = u"BUILD"_s; },
        u"settling: half-created server-busy; wait"_s);
    row(
        "with a task", [](auto &c) { halfCreated(c), c.server(1).taskState = u"networking"_s; },
        u"settling: half-created server-busy; wait"_s);
    row(
        "the probe shows it building",
        [](auto &c) {
            halfCreated(c), c.server(1), c.answer(1, 200, Body::Server);
            Server server;
            server.status = u"BUILD"_s;
            c.serverProbes[serverId(1)].server = server;
        },
        u"settling: half-created server-busy; wait"_s);
    row(
        "within grace", [](auto &c) { halfCreated(c), c.server(1), c.port(1).createdAt = T(-599); },
        u"settling: half-created too-young; wait"_s);
    row(
        "busy and within grace",
        [](auto &c) { halfCreated(c), c.server(1).status = u"BUILD"_s, c.port(1).createdAt = T(-599); },
        u"settling: half-created server-busy too-young; wait"_s);
    row(
        "status UNKNOWN", [twin](auto &c) { twin(c, 0), c.server(1).status = u"UNKNOWN"_s; },
        u"unknown: half-created; none"_s);
    row(
        "no addresses", [twin](auto &c) { twin(c, 0), c.server(1).hasAddresses = false; },
        u"unknown: half-created; none"_s);
    row(
        "addresses without MACs", [twin](auto &c) { twin(c, 0), c.server(1).macs.clear(); },
        u"unknown: half-created; none"_s);
    row(
        "probe without body", [twin](auto &c) { twin(c, 0), c.servers.clear(), c.answer(1, 200, Body::None); },
        u"unknown: half-created; none"_s);
    row(
        "its MAC is the server's", [twin](auto &c) { twin(c, 0), c.server(1).macs = {mac(1)}; },
        u"in-use: server-alive; none"_s);
    row(
        "its MAC is the server's, as the probe shows",
        [twin](auto &c) { twin(c, 0), probed(c, u"ACTIVE"_s, {mac(1)}); }, u"in-use: server-alive; none"_s);
    row(
        "its MAC is neither the listing's nor the probe's",
        [twin](auto &c) { twin(c, 0), probed(c, u"ACTIVE"_s, {mac(2)}); },
        u"orphan likely: duplicate-create half-created; delete"_s);
    row(
        "the probe shows no addresses", [twin](auto &c) { twin(c, 0), probed(c, u"ACTIVE"_s, {}); },
        u"unknown: half-created; none"_s);
    row(
        "the probe shows UNKNOWN", [twin](auto &c) { twin(c, 0), probed(c, u"UNKNOWN"_s, {mac(2)}); },
        u"unknown: half-created; none"_s);
    row(
        "the probe shows ERROR, the listing does not", [twin](auto &c) { twin(c, 0), probed(c, u"ERROR"_s, {mac(2)}); },
        u"in-use: server-error; none"_s);
    row(
        "no other port", [](auto &c) { halfCreated(c), c.server(1); }, u"unknown: half-created; none"_s);
    row(
        "twin with owner", [twin](auto &c) { twin(c, 0); }, u"orphan likely: duplicate-create half-created; delete"_s);
    row(
        "twin 120 s later", [twin](auto &c) { twin(c, 120); },
        u"orphan likely: duplicate-create half-created; delete"_s);
    row(
        "twin 120 s earlier", [twin](auto &c) { twin(c, -120); },
        u"orphan likely: duplicate-create half-created; delete"_s);
    row(
        "twin 121 s later", [twin](auto &c) { twin(c, 121); }, u"unknown: half-created; none"_s);
    row(
        "twin 121 s earlier", [twin](auto &c) { twin(c, -121); }, u"unknown: half-created; none"_s);
    row(
        "twin on another network", [twin](auto &c) { twin(c, 0), c.port(2).networkId = network(2); },
        u"unknown: half-created; none"_s);
    row(
        "twin half-created too", [twin](auto &c) { twin(c, 0), c.port(2).deviceOwner.clear(); },
        u"unknown: half-created; none"_s);
    row(
        "twin bound", [twin](auto &c) { twin(c, 0), c.port(2).deviceOwner.clear(), c.port(2).vifType = u"ovs"_s; },
        u"orphan likely: duplicate-create half-created; delete"_s);
    row(
        "twin with the server's MAC",
        [twin](auto &c) { twin(c, 0), c.port(2).deviceOwner.clear(), c.server(1).macs = {mac(2)}; },
        u"orphan likely: duplicate-create half-created; delete"_s);
    row(
        "twin of another server", [twin](auto &c) { twin(c, 0), c.port(2).deviceId = serverId(2); },
        u"unknown: half-created; none"_s);
    row(
        "twin of unknown age", [twin](auto &c) { twin(c, 0), c.port(2).createdAt.reset(); },
        u"unknown: half-created; none"_s);
    row(
        "ports unread", [twin](auto &c) { twin(c, 0), c.status({SourceId::Ports}, SourceStatus::Partial); },
        u"unknown: source-incomplete; none"_s);
    row(
        "trunks unread", [twin](auto &c) { twin(c, 0), c.status({SourceId::Trunks}, SourceStatus::Denied); },
        u"unknown: source-incomplete; none"_s);
    row(
        "trunks absent", [twin](auto &c) { twin(c, 0), c.status({SourceId::Trunks}, SourceStatus::Absent); },
        u"orphan likely: duplicate-create half-created; delete"_s);
    row(
        "floating IP on the twin",
        [twin](auto &c) {
            twin(c, 0);
            floatingIpOn(c, 1);
        },
        u"orphan likely: duplicate-create half-created floating-ip; delete"_s);
    row(
        "a member's foreign port", [twin](auto &c) { twin(c, 0), c.member(2); }, u"unknown: not-my-project; none"_s);
    row(
        "binding_failed is unbound", [twin](auto &c) { twin(c, 0), c.port(1).vifType = u"binding_failed"_s; },
        u"orphan likely: duplicate-create half-created; delete"_s);
    row(
        "no vif_type is unbound", [twin](auto &c) { twin(c, 0), c.port(1).vifType.clear(); },
        u"orphan likely: duplicate-create half-created; delete"_s);
}

void TriageServer::undecided_data()
{
    ruleColumns();
    const auto answered = [](int status, Body body = Body::Other, const QString &version = u"2.60"_s) {
        return [=](TestCloud &c) { leaked(c), c.answer(1, status, body, version); };
    };
    const QString failed = u"unknown: probe-failed; none"_s;
    const QString orphan = u"orphan proven: server-deleted; delete"_s;
    for (const int status : {401, 403, 429, 500, 503, 0, 300, 202, 410})
        row(qPrintable(u"status %1"_s.arg(status)), answered(status), failed);
    row("another 404", answered(404, Body::Other), failed);
    row("a 404 with a server's body", answered(404, Body::Server), failed);
    row("404 without body", answered(404, Body::None), orphan);
    row("404 without microversion", answered(404, Body::ItemNotFound, {}), orphan);
    row("2.1", answered(404, Body::ItemNotFound, u"2.1"_s), orphan);
    row("2.68", answered(404, Body::ItemNotFound, u"2.68"_s), orphan);
    row("2.9 is below 2.68", answered(404, Body::ItemNotFound, u"2.9"_s), orphan);
    const QStringList noProof = u"2.69 2.0 2.100 2.693 3.1 1.60 2 latest 2.60.1 2.x"_s.split(u' ');
    for (const QString &version : noProof)
        row(qPrintable(version), answered(404, Body::ItemNotFound, version), failed);

    row(
        "not probed, servers complete", [](auto &c) { leaked(c), c.serverProbes.clear(); }, failed);
    row(
        "not probed, servers partial",
        [](auto &c) { leaked(c), c.serverProbes.clear(), c.status({SourceId::Servers}, SourceStatus::Partial); },
        u"unknown: source-incomplete; none"_s);
    row(
        "not probed, servers absent",
        [](auto &c) { leaked(c), c.serverProbes.clear(), c.status({SourceId::Servers}, SourceStatus::Absent); },
        u"unknown: source-incomplete; none"_s);
    row(
        "probe failed, servers partial",
        [](auto &c) { leaked(c), c.answer(1, 500), c.status({SourceId::Servers}, SourceStatus::Partial); }, failed);
    row(
        "dead though the list was cut off",
        [](auto &c) { leaked(c), c.status({SourceId::Servers}, SourceStatus::Partial); }, orphan);
    row(
        "trunks unread", [](auto &c) { leaked(c), c.status({SourceId::Trunks}, SourceStatus::Failed); },
        u"unknown: source-incomplete; none"_s);
    row(
        "trunks absent", [](auto &c) { leaked(c), c.status({SourceId::Trunks}, SourceStatus::Absent); }, orphan);
    row(
        "bare metal unread, vnic baremetal",
        [](auto &c) {
            leaked(c), c.port(1).vnicType = u"baremetal"_s, c.status({SourceId::Portgroups}, SourceStatus::Denied);
        },
        u"unknown: source-incomplete; none"_s);
    row(
        "nodes unread, vnic baremetal",
        [](auto &c) {
            leaked(c), c.port(1).vnicType = u"baremetal"_s, c.status({SourceId::Nodes}, SourceStatus::Denied);
        },
        u"unknown: source-incomplete; none"_s);
    row(
        "nodes unread, vnic normal", [](auto &c) { leaked(c), c.status({SourceId::Nodes}, SourceStatus::Denied); },
        orphan);
    row(
        "bare metal unread, vnic normal",
        [](auto &c) { leaked(c), c.status({SourceId::BaremetalPorts}, SourceStatus::Denied); },
        u"orphan likely: server-deleted; delete"_s);
    row(
        "bare metal absent, vnic baremetal",
        [](auto &c) {
            leaked(c), c.port(1).vnicType = u"baremetal"_s;
            c.status({SourceId::BaremetalPorts, SourceId::Portgroups, SourceId::Nodes}, SourceStatus::Absent);
        },
        orphan);
    row(
        "not my project", [](auto &c) { leaked(c), c.member(2); }, u"unknown: not-my-project; none"_s);
    row(
        "a member without project",
        [](auto &c) { leaked(c), c.member(1), c.auth.projectId.clear(), c.port(1).projectId.clear(); },
        u"unknown: not-my-project; none"_s);
    row(
        "my project", [](auto &c) { leaked(c), c.member(1); },
        u"orphan likely: server-deleted; delete +restricted-view"_s);
    row(
        "young comes before not my project", [](auto &c) { leaked(c), c.member(2), c.port(1).createdAt = T(-599); },
        u"settling: too-young; wait"_s);
    row(
        "young comes before a failed probe",
        [](auto &c) { leaked(c), c.answer(1, 500), c.port(1).createdAt = T(-599); }, u"settling: too-young; wait"_s);
}

QTEST_GUILESS_MAIN(TriageServer)
#include "tst_triage_server.moc"
