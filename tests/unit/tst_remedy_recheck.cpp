// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/recheck.h"
#include "models/remedy/tripwires.h"
#include "tests/support/ruletest.h"

#include <QTest>

using namespace flotsam;
using namespace Qt::StringLiterals;

class RemedyRecheckTest : public QObject
{
    Q_OBJECT

private slots:
    void unchangedStays();
    void whatChangedIsTakenOut_data();
    void whatChangedIsTakenOut();
    void withoutRevisionTheUpdateCounts();
    void goneIsNotUnread();
    void aStrongerVerdictStays();
    void repairsAreJudgedToo();
    void age();
    void anotherPlace_data();
    void anotherPlace();

    void noWire();
    void halfOfProject();
    void manyPorts();
    void noServers_data();
    void noServers();
    void sourceIncomplete_data();
    void sourceIncomplete();
    void regions_data();
    void regions();

private:
    static JudgementPtr judged(const TestCloud &cloud)
    {
        return std::make_shared<const Judgement>(judge(cloud.build()));
    }
    static RemedyPlan plan(const TestCloud &cloud, QStringList ids = {}, RemedyAction action = RemedyAction::Delete)
    {
        if (ids.isEmpty())
            ids = {portId(1)};
        const JudgementPtr judgement = judged(cloud);
        return RemedyPlan::make(judgement, {action, ids, {}}, judgement->snapshot->takenAt);
    }
    static RecheckedPort look(const RemedyPlan &plan, const TestCloud &now)
    {
        const JudgementPtr fresh = judged(now);
        const QList<RecheckedPort> all = recheckAll(plan, *fresh);
        return all.value(0);
    }
    /// Port 1 proven orphan, and enough of everything else for no wire to be touched.
    static TestCloud calm();
    static const inline EndpointRegions Same{u"RegionOne"_s, {u"RegionOne"_s}};
};

TestCloud RemedyRecheckTest::calm()
{
    TestCloud c;
    leaked(c);
    c.ip(c.port(1), u"10.0.0.5"_s);
    c.port(2);
    c.port(3);
    c.server(9);
    return c;
}

void RemedyRecheckTest::unchangedStays()
{
    const RemedyPlan made = plan(calm());
    QCOMPARE(made.size(), 1);
    const RecheckedPort result = look(made, calm());
    QVERIFY2(result.ok, qPrintable(result.why));
    QVERIFY(result.why.isEmpty());
    QCOMPARE(result.judgement.confidence, Confidence::Proven);
}

void RemedyRecheckTest::whatChangedIsTakenOut_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("word"); // in the reason
    row(
        "gone", [](TestCloud &c) { c.ports.removeFirst(); }, u"not there"_s);
    row(
        "re-created", [](TestCloud &c) { c.port(1).createdText = u"2026-11-30T09:00:00Z"_s; }, u"Another port"_s);
    row(
        "other network", [](TestCloud &c) { c.port(1).networkId = network(2); }, u"Another port"_s);
    row(
        "project", [](TestCloud &c) { c.port(1).projectId = project(2); }, u"project"_s);
    row(
        "device", [](TestCloud &c) { c.port(1).deviceId = serverId(9); }, u"device"_s);
    row(
        "owner", [](TestCloud &c) { c.port(1).deviceOwner = u"compute:az2"_s; }, u"owner"_s);
    row(
        "MAC", [](TestCloud &c) { c.port(1).mac = mac(77); }, u"MAC"_s);
    row(
        "address", [](TestCloud &c) { c.port(1).fixedIps[0].text = u"10.0.0.6"_s; }, u"10.0.0.6"_s);
    row(
        "one address more", [](TestCloud &c) { c.ip(c.port(1), u"10.0.0.7"_s); }, u"10.0.0.7"_s);
    row(
        "host", [](TestCloud &c) { c.port(1).hostId = u"compute-1"_s; }, u"compute-1"_s);
    row(
        "binding", [](TestCloud &c) { c.port(1).vifType = u"ovs"_s; }, u"ovs"_s);
    row(
        "name", [](TestCloud &c) { c.port(1).name = u"keep me"_s; }, u"keep me"_s);
    row(
        "status", [](TestCloud &c) { c.port(1).status = u"ACTIVE"_s; }, u"ACTIVE"_s);
    row(
        "revision", [](TestCloud &c) { c.port(1).revision = 4; }, u"revision"_s);
    row(
        "its server lives", [](TestCloud &c) { c.answer(1, 200); }, u"server"_s);
    row(
        "its server is listed again", [](TestCloud &c) { c.server(1); }, u"server"_s);
    row(
        "Nova is silent", [](TestCloud &c) { c.answer(1, 0); }, u"answer"_s);
    row(
        "Nova fails", [](TestCloud &c) { c.answer(1, 500); }, u"answer"_s);
    row(
        "a proxy's 404", [](TestCloud &c) { c.answer(1, 404, ServerProbe::Body::Other); }, u"answer"_s);
    row(
        "floating IP", [](TestCloud &c) { floatingIpOn(c, 1); }, u"likely"_s);
    row(
        "address pair", [](TestCloud &c) { c.pair(c.port(2), u"10.0.0.5"_s); }, u"likely"_s);
    row(
        "trunk",
        [](TestCloud &c) {
            c.trunks.append({u"t"_s, {}, {}, portId(2), {portId(1)}, -1});
        },
        u"trunk"_s);
    row(
        "VIF of a NIC", [](TestCloud &c) { c.nic(1, 1).vifIds = {portId(1)}; }, u"bare-metal"_s);
    row(
        "tombstone lost", [](TestCloud &c) { c.deletedServers.clear(); }, u"likely"_s);
    row(
        "ports unread", [](TestCloud &c) { c.status({SourceId::Ports}, SourceStatus::Partial); }, u"likely"_s);
}

void RemedyRecheckTest::whatChangedIsTakenOut()
{
    QFETCH(Change, change);
    QFETCH(QString, word);
    TestCloud now = calm();
    change(now);
    const RecheckedPort result = look(plan(calm()), now);
    QVERIFY(!result.ok);
    QVERIFY2(result.why.contains(word, Qt::CaseInsensitive), qPrintable(result.why));
}

void RemedyRecheckTest::withoutRevisionTheUpdateCounts()
{
    TestCloud before = calm();
    before.port(1).revision.reset();
    TestCloud now = before;
    QVERIFY(look(plan(before), now).ok);
    now.port(1).updatedAt = T(-3000);
    QVERIFY(!look(plan(before), now).ok);
}

void RemedyRecheckTest::goneIsNotUnread()
{
    TestCloud now = calm();
    now.ports.removeFirst();
    now.status({SourceId::Ports}, SourceStatus::Partial);
    now.source(SourceId::Ports).detail = u"cut off"_s;
    const RecheckedPort result = look(plan(calm()), now);
    QVERIFY(!result.ok);
    QVERIFY2(result.why.contains(u"cut off"_s), qPrintable(result.why));
}

void RemedyRecheckTest::aStrongerVerdictStays()
{
    TestCloud before = calm();
    before.deletedServers.clear(); // likely
    QVERIFY(look(plan(before), calm()).ok);
    // A likely orphan that had a floating IP, and has a second one now.
    floatingIpOn(before, 1);
    TestCloud now = before;
    QVERIFY(look(plan(before), now).ok);
    FloatingIp second;
    second.id = u"second"_s;
    second.address = u"203.0.113.9"_s;
    second.portId = portId(1);
    now.floatingIps.append(second);
    const RecheckedPort result = look(plan(before), now);
    QVERIFY(!result.ok);
    QVERIFY2(result.why.contains(u"relies"_s), qPrintable(result.why));
}

void RemedyRecheckTest::repairsAreJudgedToo()
{
    TestCloud before;
    before.nic(1, 1);
    before.port(1).mac = mac(101);
    before.extensions.append({u"port-mac-address-regenerate"_s, {}, -1});
    const RemedyPlan made = plan(before, {portId(1)}, RemedyAction::RegenerateMac);
    QCOMPARE(made.size(), 1);
    QVERIFY(look(made, before).ok);
    TestCloud now = before;
    now.nic(1, 1).mac = mac(102); // the conflict is gone: there is nothing to repair
    QVERIFY(!look(made, now).ok);
    now = before;
    now.nic(1, 1).vifIds = {portId(1)};
    QVERIFY(!look(made, now).ok);
}

void RemedyRecheckTest::age()
{
    const QDateTime at(QDate(2026, 11, 30), QTime(9, 0), Qt::UTC);
    QVERIFY(!isStale(at, at));
    QVERIFY(!isStale(at, at.addSecs(120)));
    QVERIFY(isStale(at, at.addSecs(120).addMSecs(1)));
    QVERIFY(isStale(at, at.addSecs(-1))); // a clock that was set back proves nothing
    QVERIFY(isStale({}, at));
}

void RemedyRecheckTest::anotherPlace_data()
{
    QTest::addColumn<QString>("cloud");
    QTest::addColumn<QString>("region");
    QTest::addColumn<QString>("projectId");
    QTest::addColumn<QStringList>("words"); // empty: it is the same place
    QTest::newRow("same") << u"prod"_s << u"eu-1"_s << u"p1"_s << QStringList();
    QTest::newRow("cloud") << u"lab"_s << u"eu-1"_s << u"p1"_s << QStringList{u"cloud prod"_s, u"cloud lab"_s};
    QTest::newRow("region") << u"prod"_s << u"eu-2"_s << u"p1"_s << QStringList{u"region eu-1"_s, u"region eu-2"_s};
    QTest::newRow("project") << u"prod"_s << u"eu-1"_s << u"p2"_s
                             << QStringList{u"project ops (p1)"_s, u"project ops (p2)"_s};
    QTest::newRow("no region") << u"prod"_s << QString() << u"p1"_s << QStringList{u"region eu-1"_s, u"not named"_s};
}

void RemedyRecheckTest::anotherPlace()
{
    QFETCH(QString, cloud);
    QFETCH(QString, region);
    QFETCH(QString, projectId);
    QFETCH(QStringList, words);
    Snapshot planned;
    planned.cloud = u"prod"_s;
    planned.region = u"eu-1"_s;
    planned.auth.projectId = u"p1"_s;
    planned.auth.projectName = u"ops"_s;
    AuthInfo auth = planned.auth;
    auth.projectId = projectId;
    const QString why = otherPlace(planned, cloud, region, auth);
    QCOMPARE(why.isEmpty(), words.isEmpty());
    for (const QString &word : words)
        QVERIFY2(why.contains(word), qPrintable(why));
}

void RemedyRecheckTest::noWire()
{
    const RemedyPlan made = plan(calm());
    QVERIFY(tripwires(made, *made.judgement(), Same).isEmpty());
    QVERIFY(tripwires(RemedyPlan(), *made.judgement(), {}).isEmpty());
}

void RemedyRecheckTest::halfOfProject()
{
    TestCloud c = calm();
    c.port(4); // four ports: two are half, and half is not more than half
    const RemedyPlan half = plan(c, {portId(1), portId(2)});
    QVERIFY(tripwires(half, *half.judgement(), Same).isEmpty());
    const RemedyPlan more = plan(c, {portId(1), portId(2), portId(3)});
    const QList<Tripwire> wires = tripwires(more, *more.judgement(), Same);
    QCOMPARE(wires.size(), 1);
    QCOMPARE(wires[0].wire, Wire::HalfOfProject);
    QCOMPARE(wires[0].trip, Tripwire::Trip::Confirm);
    QCOMPARE(wires[0].portIds.size(), 3);
    QVERIFY2(wires[0].words.contains(u"3 of the 4"_s), qPrintable(wires[0].words));
    QVERIFY(!refuses(wires));
}

void RemedyRecheckTest::manyPorts()
{
    TestCloud c;
    c.ports.reserve(1000);
    c.server(9);
    QStringList ids;
    for (int i = 1; i <= 201; ++i) {
        c.port(i);
        c.port(300 + i);
        ids += portId(i);
    }
    const RemedyPlan many = plan(c, ids);
    QCOMPARE(many.size(), 201);
    const QList<Tripwire> wires = tripwires(many, *many.judgement(), Same);
    QCOMPARE(wires.size(), 1);
    QCOMPARE(wires[0].wire, Wire::ManyPorts);
    ids.removeLast();
    const RemedyPlan fewer = plan(c, ids);
    QVERIFY(tripwires(fewer, *fewer.judgement(), Same).isEmpty());
}

void RemedyRecheckTest::noServers_data()
{
    QTest::addColumn<int>("named");
    QTest::addColumn<int>("tombstones");
    QTest::addColumn<int>("trip"); // -1: none
    QTest::newRow("nine") << 9 << 0 << -1;
    QTest::newRow("ten") << 10 << 0 << int(Tripwire::Trip::Refuse);
    QTest::newRow("half of them known as deleted") << 10 << 5 << int(Tripwire::Trip::Refuse);
    QTest::newRow("most of them known as deleted") << 10 << 6 << int(Tripwire::Trip::Confirm);
}

void RemedyRecheckTest::noServers()
{
    QFETCH(int, named);
    QFETCH(int, tombstones);
    QFETCH(int, trip);
    TestCloud c;
    for (int i = 1; i <= named; ++i) {
        c.port(i).deviceId = serverId(i);
        c.port(i).deviceOwner = u"compute:nova"_s;
        c.answer(i, 404);
        if (i <= tombstones)
            c.tombstone(i);
    }
    const RemedyPlan made = plan(c);
    QCOMPARE(made.size(), 1);
    const QList<Tripwire> wires = tripwires(made, *made.judgement(), Same);
    QCOMPARE(wires.isEmpty() ? -1 : int(wires[0].trip), trip);
    if (trip >= 0)
        QCOMPARE(wires[0].wire, Wire::NoServers);
    // One server in the list, and the wire is not touched.
    c.server(99);
    const RemedyPlan again = plan(c);
    QVERIFY(tripwires(again, *again.judgement(), Same).isEmpty());
}

void RemedyRecheckTest::sourceIncomplete_data()
{
    QTest::addColumn<int>("source");
    QTest::addColumn<int>("deviceTrip"); // of a port that names a dead server
    QTest::addColumn<int>("freeTrip"); // of a port without device
    constexpr int none = -1;
    constexpr int confirm = int(Tripwire::Trip::Confirm);
    constexpr int refuse = int(Tripwire::Trip::Refuse);
    const auto add = [](SourceId source, int device, int free) {
        QTest::newRow(sourceName(source).data()) << int(source) << device << free;
    };
    add(SourceId::Ports, refuse, refuse);
    add(SourceId::FloatingIps, refuse, refuse);
    add(SourceId::Trunks, refuse, refuse);
    add(SourceId::LoadBalancers, none, refuse);
    add(SourceId::Stacks, none, refuse);
    add(SourceId::Resources, none, refuse);
    add(SourceId::BaremetalPorts, confirm, confirm);
    add(SourceId::Portgroups, confirm, confirm);
    add(SourceId::Nodes, confirm, confirm);
    add(SourceId::Quotas, none, none);
    add(SourceId::DeletedServers, none, none);
}

void RemedyRecheckTest::sourceIncomplete()
{
    QFETCH(int, source);
    for (const bool device : {true, false}) {
        const int expected = *static_cast<int *>(QTest::qData(device ? "deviceTrip" : "freeTrip", qMetaTypeId<int>()));
        const RemedyPlan made = plan(calm(), {device ? portId(1) : portId(2)});
        QCOMPARE(made.size(), 1);
        for (const SourceStatus status : {SourceStatus::Partial, SourceStatus::Denied, SourceStatus::Failed}) {
            TestCloud now = calm();
            now.status({SourceId(source)}, status);
            const QList<Tripwire> wires = tripwires(made, *judged(now), Same);
            QCOMPARE(wires.isEmpty() ? -1 : int(wires[0].trip), expected);
            if (expected >= 0) {
                QCOMPARE(wires[0].wire, Wire::SourceIncomplete);
                QVERIFY(wires[0].words.contains(sourceName(SourceId(source))));
                QCOMPARE(wires[0].portIds.size(), 1);
            }
        }
        TestCloud without = calm();
        without.status({SourceId(source)}, SourceStatus::Absent);
        QVERIFY(tripwires(made, *judged(without), Same).isEmpty());
    }
}

void RemedyRecheckTest::regions_data()
{
    QTest::addColumn<QString>("network");
    QTest::addColumn<QStringList>("computes");
    QTest::addColumn<int>("trip");
    QTest::newRow("same") << u"A"_s << QStringList{u"A"_s} << -1;
    QTest::newRow("shared by two") << u"A"_s << QStringList{u"A"_s, u"B"_s} << -1;
    QTest::newRow("another") << u"A"_s << QStringList{u"B"_s} << int(Tripwire::Trip::Refuse);
    QTest::newRow("none") << u"A"_s << QStringList() << int(Tripwire::Trip::Refuse);
    QTest::newRow("not known") << u"A"_s << QStringList{QString()} << int(Tripwire::Trip::Confirm);
    QTest::newRow("network not known") << QString() << QStringList{u"A"_s} << int(Tripwire::Trip::Confirm);
}

void RemedyRecheckTest::regions()
{
    QFETCH(QString, network);
    QFETCH(QStringList, computes);
    QFETCH(int, trip);
    const RemedyPlan made = plan(calm());
    const QList<Tripwire> wires = tripwires(made, *made.judgement(), {network, computes});
    QCOMPARE(wires.isEmpty() ? -1 : int(wires[0].trip), trip);
    if (trip >= 0)
        QCOMPARE(wires[0].wire, Wire::RegionsDiffer);
    // A port that names no server does not care.
    const RemedyPlan free = plan(calm(), {portId(2)});
    QVERIFY(tripwires(free, *free.judgement(), {network, computes}).isEmpty());
}

QTEST_GUILESS_MAIN(RemedyRecheckTest)
#include "tst_remedy_recheck.moc"
