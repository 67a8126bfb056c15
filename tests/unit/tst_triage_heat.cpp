// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rules C2 and C3 and their part of B5: ports that Heat made. Each row is one sentence of the contract.
#include "models/triage/heatindex.h"
#include "tests/support/ruletest.h"

using namespace Qt::StringLiterals;
using namespace flotsam;

namespace {

const QString Unclaimed = u"unattached: heat-name-unclaimed; none"_s;
const QString Failed = u"orphan likely: heat-failed-server; delete-stack"_s;
const QString Replaced = u"orphan likely: heat-replaced; delete"_s;
const QString Busy = u"settling: stack-busy; wait"_s;

/// Port 1 is named as the internal port of resource "node".
void named(TestCloud &c, const QString &name = u"node-port-0"_s) { c.port(1).name = name; }

/// ... and stack 1 of its project has a server resource "node" whose server is \a server (0: none).
void claimed(TestCloud &c, int server = 1, int stack = 1)
{
    named(c);
    c.stack(stack);
    c.resource(stack, u"node"_s).physicalId = server ? serverId(server) : QString();
}

void port(TestCloud &c, int number, int created)
{
    c.port(number).name = u"node-port-0"_s;
    c.port(number).createdAt = T(created);
}

void deletedStack(TestCloud &c, int number, const QString &status = u"DELETE_COMPLETE"_s)
{
    Stack stack;
    stack.id = stackId(number);
    stack.status = status;
    stack.projectId = project(1);
    c.deletedStacks.append(stack);
}

} // namespace

class TriageHeat : public QObject
{
    Q_OBJECT

private slots:
    void names_data();
    void names();
    void physical_data();
    void physical() { checkRule(); }
    void motion_data();
    void motion() { checkRule(); }
    void claims_data();
    void claims() { checkRule(); }
    void several_data();
    void several() { checkRule(); }
    void deleted_data();
    void deleted() { checkRule(); }
    void deadDevice_data();
    void deadDevice() { checkRule(); }
};

void TriageHeat::names_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("resource");
    QTest::newRow("plain") << u"node-port-0"_s << u"node"_s;
    QTest::newRow("long number") << u"node-port-123"_s << u"node"_s;
    QTest::newRow("dashes") << u"my-node-1-port-0"_s << u"my-node-1"_s;
    QTest::newRow("nested name") << u"a-port-1-port-0"_s << u"a-port-1"_s;
    QTest::newRow("no resource") << u"-port-0"_s << u""_s;
    QTest::newRow("no number") << u"node-port-"_s << u""_s;
    QTest::newRow("letters") << u"node-port-a"_s << u""_s;
    QTest::newRow("mixed") << u"node-port-0x"_s << u""_s;
    QTest::newRow("sign") << u"node-port--1"_s << u""_s;
    QTest::newRow("other digits") << u"node-port-٣"_s << u""_s;
    QTest::newRow("case") << u"node-Port-0"_s << u""_s;
    QTest::newRow("empty") << u""_s << u""_s;
}

void TriageHeat::names()
{
    QFETCH(QString, name);
    QFETCH(QString, resource);
    QCOMPARE(heatResourceName(name).toString(), resource);
}

void TriageHeat::physical_data()
{
    ruleColumns();
    const auto owned = [](TestCloud &c) {
        c.port(1), c.stack(1);
        c.resource(1, u"vip"_s, u"OS::Neutron::Port"_s).physicalId = portId(1);
    };
    const QString managed = u"in-use: heat-managed; none"_s;
    row("resource", owned, managed);
    row(
        "of another project's stack", [owned](auto &c) { owned(c), c.stack(1).projectId = project(2); }, managed);
    row(
        "of a stack not listed", [owned](auto &c) { owned(c), c.stacks.clear(); }, managed);
    row(
        "a foreign port", [owned](auto &c) { owned(c), c.member(2); }, managed);
    row(
        "stacks partial", [owned](auto &c) { owned(c), c.status({SourceId::Stacks}, SourceStatus::Partial); }, managed);
    row(
        "young", [owned](auto &c) { owned(c), c.port(1).createdAt = T(-1); }, managed);
    row(
        "another port's", [owned](auto &c) { owned(c), c.resource(1, u"vip"_s).physicalId = portId(2); },
        u"unattached: user-port; none"_s);
    row(
        "in motion", [owned](auto &c) { owned(c), c.stack(1).status = u"UPDATE_IN_PROGRESS"_s; }, Busy);
    row(
        "the resource alone in motion",
        [owned](auto &c) { owned(c), c.resource(1, u"vip"_s).status = u"UPDATE_IN_PROGRESS"_s; }, managed);
    row(
        "Heat-named, its namesake in motion",
        [owned](auto &c) { owned(c), named(c), c.resource(1, u"node"_s).status = u"UPDATE_IN_PROGRESS"_s; }, Busy);
    row(
        "Heat-named, its namesake in another stack in motion",
        [owned](auto &c) { owned(c), named(c), c.stack(2), c.resource(2, u"node"_s).status = u"UPDATE_IN_PROGRESS"_s; },
        managed);
    row(
        "floating IP comes first", [owned](auto &c) { owned(c), floatingIpOn(c, 1); }, u"in-use: floating-ip; none"_s);
}

void TriageHeat::motion_data()
{
    ruleColumns();
    const auto inStatus = [](const QString &status) {
        return [=](TestCloud &c) { claimed(c), c.server(1), c.stack(1).status = status; };
    };
    const QString still = u"unattached: heat-managed; none"_s;
    for (const QString &status :
         {u"CREATE_IN_PROGRESS"_s, u"DELETE_IN_PROGRESS"_s, u"CHECK_IN_PROGRESS"_s, u"ROLLBACK_FAILED"_s})
        row(qPrintable(status), inStatus(status), Busy);
    for (const QString &status : {u"UPDATE_FAILED"_s, u"DELETE_FAILED"_s, u"ROLLBACK_COMPLETE"_s, u"CREATE_COMPLETE"_s})
        row(qPrintable(status), inStatus(status), still);
    row(
        "the resource alone",
        [](auto &c) { claimed(c), c.server(1), c.resource(1, u"node"_s).status = u"UPDATE_IN_PROGRESS"_s; }, Busy);
    row(
        "any type of resource",
        [](auto &c) {
            named(c), c.stack(1).status = u"UPDATE_IN_PROGRESS"_s,
                      c.resource(1, u"node"_s, u"OS::Heat::ResourceGroup"_s);
        },
        Busy);
    row(
        "another project's stack",
        [](auto &c) {
            named(c), c.stack(1).status = u"UPDATE_IN_PROGRESS"_s, c.stack(1).projectId = project(2),
                      c.resource(1, u"node"_s);
        },
        Unclaimed);
    row(
        "another resource's name",
        [](auto &c) { named(c), c.stack(1).status = u"UPDATE_IN_PROGRESS"_s, c.resource(1, u"other"_s); }, Unclaimed);
    row(
        "one of several stacks",
        [](auto &c) { claimed(c, 0), claimed(c, 0, 2), c.stack(2).status = u"UPDATE_IN_PROGRESS"_s; }, Busy);
    row(
        "parent",
        [](auto &c) {
            claimed(c), c.server(1), c.stack(1).parent = stackId(2), c.stack(2).status = u"UPDATE_IN_PROGRESS"_s;
        },
        Busy);
    row(
        "grandparent",
        [](auto &c) {
            claimed(c), c.server(1), c.stack(1).parent = stackId(2), c.stack(2).parent = stackId(3);
            c.stack(3).status = u"ROLLBACK_FAILED"_s;
        },
        Busy);
    row(
        "child",
        [](auto &c) {
            claimed(c), c.server(1), c.stack(2).parent = stackId(1), c.stack(2).status = u"UPDATE_IN_PROGRESS"_s;
        },
        still);
    row(
        "circle at rest",
        [](auto &c) {
            claimed(c), c.server(1), c.stack(1).parent = stackId(2), c.stack(2).parent = stackId(3),
                                     c.stack(3).parent = stackId(2);
        },
        still);
    row(
        "circle in motion",
        [](auto &c) {
            claimed(c), c.server(1), c.stack(1).parent = stackId(2), c.stack(2).parent = stackId(3),
                                     c.stack(3).parent = stackId(2);
            c.stack(3).status = u"UPDATE_IN_PROGRESS"_s;
        },
        Busy);
    row(
        "its own parent", [](auto &c) { claimed(c), c.server(1), c.stack(1).parent = stackId(1); }, still);
    row(
        "began to move while the deleted ones were read",
        [](auto &c) { claimed(c), c.server(1), deletedStack(c, 1, u"DELETE_IN_PROGRESS"_s); }, Busy);
    row(
        "deleted while the deleted ones were read", [](auto &c) { claimed(c), c.server(1), deletedStack(c, 1); },
        still);
    row(
        "young comes before busy",
        [](auto &c) { claimed(c), c.stack(1).status = u"UPDATE_IN_PROGRESS"_s, c.port(1).createdAt = T(-1); },
        u"settling: too-young; wait"_s);
}

void TriageHeat::claims_data()
{
    ruleColumns();
    row(
        "nobody's", [](auto &c) { named(c); }, Unclaimed);
    row(
        "another project's stack", [](auto &c) { claimed(c, 0), c.stack(1).projectId = project(2); }, Unclaimed);
    row(
        "no server resource", [](auto &c) { claimed(c, 0), c.resource(1, u"node"_s).type = u"My::Server"_s; },
        Unclaimed);
    row(
        "no physical id", [](auto &c) { claimed(c, 0); }, Failed);
    row(
        "server dead", [](auto &c) { claimed(c), c.kill(1); }, Failed);
    row(
        "server in ERROR", [](auto &c) { claimed(c), c.server(1).status = u"ERROR"_s; }, Failed);
    row(
        "create failed, server undecided",
        [](auto &c) { claimed(c), c.resource(1, u"node"_s).status = u"CREATE_FAILED"_s; }, Failed);
    row(
        "create failed, server asked for in vain",
        [](auto &c) { claimed(c), c.resource(1, u"node"_s).status = u"CREATE_FAILED"_s, c.answer(1, 503); },
        u"unknown: source-incomplete; none"_s);
    row(
        "create failed, servers unread",
        [](auto &c) {
            claimed(c), c.resource(1, u"node"_s).status = u"CREATE_FAILED"_s;
            c.status({SourceId::Servers}, SourceStatus::Denied);
        },
        u"unknown: source-incomplete; none"_s);
    row(
        "create failed, server alive",
        [](auto &c) { claimed(c), c.server(1), c.resource(1, u"node"_s).status = u"CREATE_FAILED"_s; },
        u"unattached: heat-managed; none"_s);
    row(
        "update failed, server undecided",
        [](auto &c) { claimed(c), c.resource(1, u"node"_s).status = u"UPDATE_FAILED"_s; },
        u"unknown: source-incomplete; none"_s);
    row(
        "server undecided", [](auto &c) { claimed(c), c.answer(1, 500); }, u"unknown: source-incomplete; none"_s);
    row(
        "server alive and without port of that name", [](auto &c) { claimed(c), c.server(1); },
        u"unattached: heat-managed; none"_s);
    row(
        "server alive by the probe", [](auto &c) { claimed(c), c.answer(1, 200); },
        u"unattached: heat-managed; none"_s);
    row(
        "server alive and holds another",
        [](auto &c) { claimed(c), c.server(1), port(c, 2, -100), c.port(2).deviceId = serverId(1); }, Replaced);
    row(
        "server alive and holds another number",
        [](auto &c) { claimed(c), c.server(1), c.port(2).name = u"node-port-1"_s, c.port(2).deviceId = serverId(1); },
        u"unattached: heat-managed; none"_s);
    row(
        "older of two", [](auto &c) { claimed(c, 0), port(c, 2, -7999); }, Replaced);
    row(
        "newer of two", [](auto &c) { claimed(c, 0), port(c, 2, -8001); }, Failed);
    row(
        "as old", [](auto &c) { claimed(c, 0), port(c, 2, -8000); }, Failed);
    row(
        "newer one on another network",
        [](auto &c) { claimed(c, 0), port(c, 2, -7999), c.port(2).networkId = network(2); }, Failed);
    row(
        "newer one of another number",
        [](auto &c) { claimed(c, 0), port(c, 2, -7999), c.port(2).name = u"node-port-1"_s; }, Failed);
    row(
        "newer one is in use",
        [](auto &c) { claimed(c, 0), port(c, 2, -7999), c.port(2).deviceId = serverId(5), c.server(5); }, Replaced);
    row(
        "bare-metal MAC shows", [](auto &c) { claimed(c, 0), c.nic(1, 1).mac = mac(1); }, Failed + u" +mac-conflict"_s);
    row(
        "bare-metal MAC of an unclaimed one", [](auto &c) { named(c), c.nic(1, 1).mac = mac(1); },
        u"stale: baremetal-mac; regenerate-mac +mac-conflict"_s);
    row(
        "residue of an unclaimed one", [](auto &c) { named(c), c.port(1).hostId = u"cmp-1"_s; },
        u"stale: binding-residue; clear-device"_s);
    row(
        "residue of a claimed one", [](auto &c) { claimed(c, 0), c.port(1).hostId = u"cmp-1"_s; }, Failed);
    row(
        "a member's own", [](auto &c) { claimed(c, 0), c.member(); }, Failed + u" +restricted-view"_s);
}

void TriageHeat::several_data()
{
    ruleColumns();
    // Stack 1 failed; stack 2's server lives and holds none; stack 3's lives and holds another; stack 4's is undecided.
    const auto stacks = [](std::initializer_list<int> which) {
        return [numbers = QList<int>(which)](TestCloud &c) {
            for (const int number : numbers) {
                claimed(c, number == 1 ? 0 : number, number);
                if (number == 2 || number == 3)
                    c.server(number);
                if (number == 3)
                    port(c, 30, -100), c.port(30).deviceId = serverId(3);
            }
        };
    };
    const auto with
        = [](const Change &first, const Change &second) { return [=](TestCloud &c) { first(c), second(c); }; };
    const auto events = [](std::initializer_list<std::pair<int, int>> list) {
        return [all = QList<std::pair<int, int>>(list)](TestCloud &c) {
            for (const auto &[stack, seconds] : all)
                c.event(stack, u"node"_s, seconds);
        };
    };
    const QString heat = u"unattached: heat-managed; none"_s;
    const QString incomplete = u"unknown: source-incomplete; none"_s;
    row("orphan and unattached", stacks({1, 2}), Unclaimed);
    row("orphan and unknown", stacks({1, 4}), incomplete);
    row("unattached and unknown", stacks({2, 4}), incomplete);
    row(
        "two orphans for different reasons",
        [](auto &c) {
            claimed(c, 0), claimed(c, 3, 3), c.server(3), port(c, 30, -9500), c.port(30).deviceId = serverId(3);
        },
        u"orphan likely: heat-failed-server heat-replaced; delete-stack"_s);
    row(
        "two that agree on failed", [](auto &c) { claimed(c, 0), claimed(c, 0, 2); }, Failed);
    row(
        "two that agree on unattached", [](auto &c) { claimed(c, 2, 1), claimed(c, 2, 2), c.server(2); }, heat);
    row("events point at the failed one", with(stacks({1, 2}), events({{1, -8100}, {2, -20000}})), Failed);
    row("events point at the living one", with(stacks({1, 2}), events({{1, -20000}, {2, -8100}})), heat);
    row("events point at the undecided one", with(stacks({1, 4}), events({{1, -20000}, {4, -8100}})), incomplete);
    row("events point away from the undecided one", with(stacks({1, 4}), events({{1, -8100}, {4, -20000}})), Failed);
    row("120 s before", with(stacks({1, 2}), events({{1, -8120}, {2, -20000}})), Failed);
    row("121 s before", with(stacks({1, 2}), events({{1, -8121}, {2, -20000}})), Unclaimed);
    row("in the same second", with(stacks({1, 2}), events({{1, -8000}, {2, -20000}})), Failed);
    row("after it", with(stacks({1, 2}), events({{1, -7999}, {2, -20000}})), Unclaimed);
    row("one of several events", with(stacks({1, 2}), events({{1, -20000}, {1, -8100}, {1, -100}, {2, -20000}})),
        Failed);
    row("both began then", with(stacks({1, 2}), events({{1, -8100}, {2, -8050}})), Unclaimed);
    row("one without events", with(stacks({1, 2}), events({{1, -8100}})), Unclaimed);
    row("events unread",
        with(with(stacks({1, 2}), events({{1, -8100}, {2, -20000}})),
             [](auto &c) { c.status({SourceId::Events}, SourceStatus::Partial); }),
        Unclaimed);
    row("one with other events only",
        with(stacks({1, 2}),
             [](auto &c) { c.event(1, u"node"_s, -8100), c.event(2, u"node"_s, -8500, u"CREATE_COMPLETE"_s); }),
        Unclaimed);
    row("events of another resource",
        with(stacks({1, 2}), [](auto &c) { c.event(1, u"node"_s, -8100), c.event(2, u"vip"_s, -20000); }), Unclaimed);
    row("port of unknown age",
        with(with(stacks({1, 2}), events({{1, -8100}, {2, -20000}})),
             [](auto &c) {
                 c.port(1).createdAt.reset();
                 c.observations[portId(1)].firstSeen = T(-9000);
                 c.observations[portId(1)].revision = 3;
             }),
        Unclaimed);
    row("one stack needs no events", stacks({1}), Failed);
}

void TriageHeat::deleted_data()
{
    ruleColumns();
    const auto gone = [](int seconds) {
        return [=](TestCloud &c) { named(c), deletedStack(c, 1), c.event(1, u"node"_s, seconds); };
    };
    const QString orphan = u"orphan likely: heat-stack-gone; delete"_s;
    row("just before", gone(-8050), orphan);
    row("120 s before", gone(-8120), orphan);
    row("121 s before", gone(-8121), Unclaimed);
    row("after", gone(-7999), Unclaimed);
    row(
        "another project's", [gone](auto &c) { gone(-8050)(c), c.deletedStacks[0].projectId = project(2); }, Unclaimed);
    row(
        "not deleted", [gone](auto &c) { gone(-8050)(c), c.deletedStacks[0].status = u"DELETE_FAILED"_s; }, Unclaimed);
    row(
        "of a stack not listed", [gone](auto &c) { gone(-8050)(c), c.deletedStacks.clear(); }, Unclaimed);
    row(
        "another status",
        [](auto &c) { named(c), deletedStack(c, 1), c.event(1, u"node"_s, -8050, u"CREATE_FAILED"_s); }, Unclaimed);
    row(
        "another resource", [](auto &c) { named(c), deletedStack(c, 1), c.event(1, u"vip"_s, -8050); }, Unclaimed);
    row(
        "a living stack claims it", [gone](auto &c) { gone(-8050)(c), claimed(c, 2, 2), c.server(2); },
        u"unattached: heat-managed; none"_s);
    row(
        "not Heat-named", [gone](auto &c) { gone(-8050)(c), named(c, u"node"_s); }, u"unattached: user-port; none"_s);
    row(
        "comes before the bare-metal MAC", [gone](auto &c) { gone(-8050)(c), c.nic(1, 1).mac = mac(1); },
        orphan + u" +mac-conflict"_s);
}

void TriageHeat::deadDevice_data()
{
    ruleColumns();
    // The port still points at server 9, which is dead.
    const auto held = [](TestCloud &c) {
        c.port(1).deviceId = serverId(9), c.port(1).deviceOwner = u"compute:nova"_s;
        c.kill(9);
    };
    const QString stale = u"stale: unbind-failed; clear-device"_s;
    const auto after = [held](const Change &change) { return [=](TestCloud &c) { held(c), change(c); }; };
    const auto owned = [](TestCloud &c) {
        c.stack(1);
        c.resource(1, u"vip"_s, u"OS::Neutron::Port"_s).physicalId = portId(1);
    };
    row("resource", after(owned), stale);
    row("resource in motion, its stack not listed", after([owned](auto &c) {
            owned(c), named(c), c.resource(1, u"node"_s).status = u"DELETE_IN_PROGRESS"_s;
            c.stacks.clear();
        }),
        Busy);
    row("resource in motion", after([owned](auto &c) { owned(c), c.stack(1).status = u"UPDATE_IN_PROGRESS"_s; }), Busy);
    row("resource, stacks unread",
        after([owned](auto &c) { owned(c), c.status({SourceId::Stacks}, SourceStatus::Partial); }),
        u"unknown: source-incomplete; none"_s);
    row("name, stack in motion", after([](auto &c) { claimed(c, 0), c.stack(1).status = u"UPDATE_IN_PROGRESS"_s; }),
        Busy);
    row("name, stack in motion, stacks unread", after([](auto &c) {
            claimed(c, 0), c.stack(1).status = u"UPDATE_IN_PROGRESS"_s,
                           c.status({SourceId::Resources}, SourceStatus::Partial);
        }),
        Busy);
    row("name, stacks unread",
        after([](auto &c) { claimed(c, 0), c.status({SourceId::Resources}, SourceStatus::Partial); }),
        u"unknown: source-incomplete; none"_s);
    row("name, failed", after([](auto &c) { claimed(c, 0); }),
        u"orphan likely: heat-failed-server server-deleted; delete-stack"_s);
    row("name, the server itself", after([](auto &c) { claimed(c, 9); }),
        u"orphan likely: heat-failed-server server-deleted; delete-stack"_s);
    row("name, bare 404", after([](auto &c) { claimed(c, 0), c.deletedServers.clear(); }),
        u"orphan likely: heat-failed-server server-gone; delete-stack"_s);
    row("name, replaced",
        after([](auto &c) { claimed(c, 1), c.server(1), port(c, 2, -100), c.port(2).deviceId = serverId(1); }),
        u"orphan likely: heat-replaced server-deleted; delete"_s);
    row("name, deleted stack", after([](auto &c) { named(c), deletedStack(c, 1), c.event(1, u"node"_s, -8050); }),
        u"orphan likely: heat-stack-gone server-deleted; delete"_s);
    row("name, managed", after([](auto &c) { claimed(c, 1), c.server(1); }), stale);
    row("name, undecided", after([](auto &c) { claimed(c, 1); }), stale);
    row("name, unclaimed", after([](auto &c) { named(c); }), stale);
    row("name, failed, load balancers unread",
        after([](auto &c) { claimed(c, 0), c.status({SourceId::LoadBalancers}, SourceStatus::Denied); }), stale);
    row("name, unclaimed, residue", after([](auto &c) { named(c), c.port(1).hostId = u"cmp-1"_s; }), stale);
    row("name, failed, floating IP", after([](auto &c) { claimed(c, 0), floatingIpOn(c, 1); }),
        u"orphan likely: heat-failed-server server-deleted floating-ip; delete-stack"_s);
    row("name and tag", after([](auto &c) { claimed(c, 0), c.port(1).tags = {u"x"_s}; }),
        u"orphan likely: heat-failed-server server-deleted; delete-stack"_s);
}

QTEST_GUILESS_MAIN(TriageHeat)
#include "tst_triage_heat.moc"
