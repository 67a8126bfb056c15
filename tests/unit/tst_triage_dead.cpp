// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rule B5 and principle 4: the device names a dead server, and time matters. Each row is one sentence of the contract.
#include "tests/support/ruletest.h"

using namespace Qt::StringLiterals;
using namespace flotsam;

class TriageDead : public QObject
{
    Q_OBJECT

private slots:
    void dead_data();
    void dead() { checkRule(); }
    void late_data();
    void late() { checkRule(); }
    void proven_data();
    void proven() { checkRule(); }
    void grace_data();
    void grace() { checkRule(); }
    void shorterGrace();
};

void TriageDead::dead_data()
{
    ruleColumns();
    row("tombstone", leaked, u"orphan proven: server-deleted; delete"_s);
    row(
        "bare 404", [](auto &c) { attached(c), c.answer(1, 404); }, u"orphan likely: server-gone; delete"_s);
    row(
        "actions", [](auto &c) { attached(c), c.answer(1, 404), c.action(1, u"delete"_s, -5000, -4990); },
        u"orphan likely: server-deleted; delete"_s);
    row(
        "actions read and empty",
        [](auto &c) {
            attached(c), c.answer(1, 404);
            c.actionsProbes[serverId(1)].status = 200;
            c.actionsProbes[serverId(1)].readable = true;
        },
        u"orphan likely: server-gone; delete"_s);
    row(
        "half-created", [](auto &c) { halfCreated(c), c.kill(1); },
        u"orphan proven: server-deleted half-created; delete"_s);
    row(
        "named", [](auto &c) { leaked(c), c.port(1).name = u"web"_s; },
        u"stale: unbind-failed server-deleted; clear-device"_s);
    row(
        "tagged", [](auto &c) { leaked(c), c.port(1).tags = {u"env:prod"_s}; },
        u"stale: unbind-failed server-deleted; clear-device"_s);
    row(
        "described", [](auto &c) { leaked(c), c.port(1).description = u"mine"_s; },
        u"stale: unbind-failed server-deleted; clear-device"_s);
    row(
        "named, bare 404", [](auto &c) { attached(c), c.answer(1, 404), c.port(1).name = u"web"_s; },
        u"stale: unbind-failed server-gone; clear-device"_s);
    row(
        "named, stacks unread",
        [](auto &c) { leaked(c), c.port(1).name = u"web"_s, c.status({SourceId::Stacks}, SourceStatus::Denied); },
        u"unknown: source-incomplete; none"_s);
    row(
        "named, resources unread",
        [](auto &c) { leaked(c), c.port(1).name = u"web"_s, c.status({SourceId::Resources}, SourceStatus::Partial); },
        u"unknown: source-incomplete; none"_s);
    row(
        "named, its project's stacks unread",
        [](auto &c) { leaked(c), c.port(1).name = u"web"_s, c.source(SourceId::Stacks).projects = {project(2)}; },
        u"unknown: source-incomplete; none"_s);
    row(
        "unnamed, stacks unread", [](auto &c) { leaked(c), c.status({SourceId::Stacks}, SourceStatus::Denied); },
        u"orphan proven: server-deleted; delete"_s);
    row(
        "older than the tombstone", [](auto &c) { leaked(c), c.port(1).createdAt = T(-9001); },
        u"stale: unbind-failed server-deleted; clear-device"_s);
    row(
        "as old as the tombstone", [](auto &c) { leaked(c), c.port(1).createdAt = T(-9000); },
        u"orphan proven: server-deleted; delete"_s);
    row(
        "older than the server, stacks unread",
        [](auto &c) { leaked(c), c.port(1).createdAt = T(-9001), c.status({SourceId::Stacks}, SourceStatus::Denied); },
        u"stale: unbind-failed server-deleted; clear-device"_s);
    row(
        "older than the create action",
        [](auto &c) { attached(c), c.answer(1, 404), c.action(1, u"create"_s, -7990, -7900); },
        u"stale: unbind-failed server-deleted; clear-device"_s);
    row(
        "the tombstone's time comes first", [](auto &c) { leaked(c), c.action(1, u"create"_s, -7990, -7900); },
        u"orphan likely: server-deleted; delete"_s);
    row(
        "another orchestrator's, ACTIVE",
        [](auto &c) { halfCreated(c), c.answer(1, 404), c.port(1).status = u"ACTIVE"_s; },
        u"unknown: probe-failed; none"_s);
    row(
        "another orchestrator's, bound",
        [](auto &c) { halfCreated(c), c.answer(1, 404), c.port(1).vifType = u"ovs"_s; },
        u"unknown: probe-failed; none"_s);
    row(
        "with a tombstone it was Nova's", [](auto &c) { halfCreated(c), c.kill(1), c.port(1).vifType = u"ovs"_s; },
        u"orphan proven: server-deleted; delete"_s);
    row(
        "with an owner it is Nova's", [](auto &c) { attached(c), c.answer(1, 404), c.port(1).status = u"ACTIVE"_s; },
        u"orphan likely: server-gone; delete"_s);
    row(
        "floating IP",
        [](auto &c) {
            leaked(c);
            floatingIpOn(c, 1);
        },
        u"orphan likely: server-deleted floating-ip; delete"_s);
    row(
        "floating IP on a stale port",
        [](auto &c) {
            leaked(c), c.port(1).name = u"web"_s;
            floatingIpOn(c, 1);
        },
        u"stale: unbind-failed server-deleted floating-ip; clear-device"_s);
    row(
        "address pair", [](auto &c) { leaked(c), c.ip(c.port(1), u"10.0.0.7"_s), c.pair(c.port(2), u"10.0.0.7"_s); },
        u"orphan likely: server-deleted vip; delete +ip-held"_s);
    row(
        "both",
        [](auto &c) {
            leaked(c), c.ip(c.port(1), u"10.0.0.7"_s), c.pair(c.port(2), u"10.0.0.7"_s);
            floatingIpOn(c, 1);
        },
        u"orphan likely: server-deleted floating-ip vip; delete +ip-held"_s);
}

void TriageDead::late_data()
{
    ruleColumns();
    const auto created = [](int seconds) {
        return [=](TestCloud &c) { leaked(c), c.port(1).createdAt = T(seconds), c.port(1).updatedAt = T(-700); };
    };
    const QString late = u"orphan proven: server-deleted late-create; delete"_s;
    const QString intime = u"orphan proven: server-deleted; delete"_s;
    row("after termination", created(-4999), late);
    row("in the second of termination", created(-5000), intime);
    row(
        "no termination: after the update",
        [created](auto &c) { created(-4989)(c), c.tombstone(1).terminatedAt.reset(); }, late);
    row(
        "no termination: before the update",
        [created](auto &c) { created(-4991)(c), c.tombstone(1).terminatedAt.reset(); }, intime);
    row(
        "the delete action's start comes first",
        [created](auto &c) { created(-5005)(c), c.action(1, u"delete"_s, -5010, -4980); }, late);
    row(
        "the last delete counts",
        [created](auto &c) {
            created(-5500)(c), c.action(1, u"delete"_s, -6000, -5990), c.action(1, u"delete"_s, -5010, -4980);
        },
        u"orphan likely: server-deleted; delete"_s);
    row(
        "after the last action of a failed server",
        [](auto &c) { attached(c), c.answer(1, 404), c.action(1, u"create"_s, -8100, -8050); }, late);
    row(
        "in the second in which the last action ended",
        [](auto &c) { attached(c), c.answer(1, 404), c.action(1, u"create"_s, -8100, -8000); }, intime);
    row(
        "the action that began last counts",
        [](auto &c) {
            attached(c), c.answer(1, 404), c.action(1, u"attach_interface"_s, -8010, -7990),
                c.action(1, u"create"_s, -8100, -8050);
        },
        intime);
    row(
        "last action without end",
        [](auto &c) {
            attached(c), c.answer(1, 404), c.action(1, u"create"_s, -8100, -8050), c.action(1, u"reboot"_s, -8040, {});
        },
        u"orphan likely: server-deleted; delete"_s);
    row(
        "an action without times may still run",
        [](auto &c) {
            attached(c), c.answer(1, 404), c.action(1, u"create"_s, -8100, -8050);
            c.actionsProbes[serverId(1)].actions.append({u"stop"_s, {}, {}, {}});
        },
        u"orphan likely: server-deleted; delete"_s);
    row(
        "an earlier action without end may still run",
        [](auto &c) {
            attached(c), c.answer(1, 404), c.action(1, u"stop"_s, -8300, {}), c.action(1, u"create"_s, -8100, -8050);
        },
        u"orphan likely: server-deleted; delete"_s);
    row(
        "unknown creation",
        [](auto &c) {
            leaked(c), c.port(1).createdAt.reset();
            c.observations[portId(1)].firstSeen = T(-600);
            c.observations[portId(1)].revision = 3;
        },
        u"orphan likely: server-deleted; delete"_s);
    row(
        "late and half-created",
        [](auto &c) { halfCreated(c), c.kill(1), c.port(1).createdAt = T(-4000), c.port(1).updatedAt = T(-4000); },
        u"orphan proven: server-deleted late-create half-created; delete"_s);
}

void TriageDead::proven_data()
{
    ruleColumns();
    const QString yes = u"orphan proven: server-deleted; delete"_s;
    const QString no = u"orphan likely: server-deleted; delete"_s;
    row(
        "created in the create action", [](auto &c) { leaked(c), c.action(1, u"create"_s, -8010, -7990); }, yes);
    row(
        "create action, no tombstone",
        [](auto &c) { attached(c), c.answer(1, 404), c.action(1, u"create"_s, -8010, -7990); }, yes);
    row(
        "attach action",
        [](auto &c) {
            leaked(c), c.action(1, u"create"_s, -8900, -8800), c.action(1, u"attach_interface"_s, -8010, -7990);
        },
        yes);
    row(
        "one second before an action", [](auto &c) { leaked(c), c.action(1, u"create"_s, -7999, -7990); }, yes);
    row(
        "two seconds before an action", [](auto &c) { leaked(c), c.action(1, u"create"_s, -7998, -7990); }, no);
    row(
        "one second after an action",
        [](auto &c) { leaked(c), c.action(1, u"create"_s, -8050, -8001), c.action(1, u"stop"_s, -6000, -5990); }, yes);
    row(
        "two seconds after an action",
        [](auto &c) { leaked(c), c.action(1, u"create"_s, -8050, -8002), c.action(1, u"stop"_s, -6000, -5990); }, no);
    row(
        "in another kind of action",
        [](auto &c) { leaked(c), c.action(1, u"create"_s, -8900, -8800), c.action(1, u"reboot"_s, -8010, -7990); }, no);
    row(
        "in an action that never ended",
        [](auto &c) { leaked(c), c.action(1, u"create"_s, -8010, {}), c.action(1, u"stop"_s, -6000, -5990); }, no);
    row(
        "outside, but half-created",
        [](auto &c) {
            halfCreated(c), c.kill(1), c.action(1, u"create"_s, -8900, -8800), c.action(1, u"stop"_s, -6000, -5990);
        },
        u"orphan proven: server-deleted half-created; delete"_s);
    row(
        "outside, but late",
        [](auto &c) { leaked(c), c.action(1, u"create"_s, -8900, -8800), c.action(1, u"delete"_s, -8700, -8690); },
        u"orphan proven: server-deleted late-create; delete"_s);
    row(
        "actions refused", [](auto &c) { leaked(c), c.actionsProbes[serverId(1)].status = 403; }, no);
    row(
        "actions gone too", [](auto &c) { leaked(c), c.actionsProbes[serverId(1)].status = 404; }, yes);
    row(
        "actions without create and no tombstone",
        [](auto &c) { attached(c), c.answer(1, 404), c.action(1, u"attach_interface"_s, -8010, -7990); }, no);
    row(
        "a member", [](auto &c) { leaked(c), c.member(); }, no + u" +restricted-view"_s);
    row(
        "ports partial", [](auto &c) { leaked(c), c.status({SourceId::Ports}, SourceStatus::Partial); }, no);
    row(
        "floating IPs denied", [](auto &c) { leaked(c), c.status({SourceId::FloatingIps}, SourceStatus::Denied); }, no);
    row(
        "floating IPs absent", [](auto &c) { leaked(c), c.status({SourceId::FloatingIps}, SourceStatus::Absent); },
        yes);
    row(
        "port groups failed", [](auto &c) { leaked(c), c.status({SourceId::Portgroups}, SourceStatus::Failed); }, no);
}

void TriageDead::grace_data()
{
    ruleColumns();
    const QString old = u"orphan proven: server-deleted late-create; delete"_s;
    const QString young = u"settling: too-young; wait"_s;
    const auto times = [](Time created, Time updated) {
        return [=](TestCloud &c) { leaked(c), c.port(1).createdAt = created, c.port(1).updatedAt = updated; };
    };
    const auto seen = [times](qint64 first, std::optional<qint64> revision) {
        return [=](TestCloud &c) {
            times({}, {})(c);
            Observation &observation = c.observations[portId(1)];
            observation.firstSeen = T(first);
            observation.revision = revision;
        };
    };
    const auto seenFields = [seen](const std::function<void(Observation &)> &change) {
        return [=](TestCloud &c) {
            seen(-600, {})(c);
            c.ip(c.port(1), u"fd00::1"_s);
            Observation &observation = c.observations[portId(1)];
            observation.deviceId = serverId(1);
            observation.deviceOwner = u"compute:nova"_s;
            observation.mac = mac(1);
            observation.addresses = {u"fd00:0::1"_s};
            observation.status = u"DOWN"_s;
            observation.hasFields = true;
            change(observation);
        };
    };
    const QString unproven = u"orphan likely: server-deleted; delete"_s;
    row("exactly 600 s", times(T(-600), T(-600)), old);
    row("599 s", times(T(-599), T(-599)), young);
    row("changed 599 s ago", times(T(-8000), T(-599)), young);
    row("created 599 s ago, changed long ago", times(T(-599), T(-8000)), young);
    row("created in the future", times(T(60), T(60)), young);
    row("no times", times({}, {}), young);
    row("no update time", times(T(-8000), {}), young);
    row("no creation time", times({}, T(-8000)), young);
    row("seen 600 s ago", seen(-600, 3), unproven);
    row("seen 599 s ago", seen(-599, 3), young);
    row("seen at another revision", seen(-6000, 2), young);
    row("seen without revision or fields", seen(-6000, {}), young);
    row("seen in the future", seen(60, 3), young);
    row(
        "seen, but changed since", [seen](auto &c) { seen(-6000, 3)(c), c.port(1).updatedAt = T(-599); }, young);
    row("same fields", seenFields([](auto &) {}), unproven + u" +ip-held"_s);
    row("another device", seenFields([](auto &o) { o.deviceId = serverId(2); }), young);
    row("another owner", seenFields([](auto &o) { o.deviceOwner.clear(); }), young);
    row("another MAC", seenFields([](auto &o) { o.mac = mac(2); }), young);
    row("another address", seenFields([](auto &o) { o.addresses = {u"fd00::2"_s}; }), young);
    row("another status", seenFields([](auto &o) { o.status = u"ACTIVE"_s; }), young);
    row("another host", seenFields([](auto &o) { o.hostId = u"cmp-1"_s; }), young);
}

void TriageDead::shorterGrace()
{
    TestCloud c;
    leaked(c);
    c.port(1).updatedAt = T(-60);
    QCOMPARE(c.verdictOf(1, {60}), u"orphan proven: server-deleted; delete"_s);
    QCOMPARE(c.verdictOf(1, {61}), u"settling: too-young; wait"_s);
}

QTEST_GUILESS_MAIN(TriageDead)
#include "tst_triage_dead.moc"
