// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/workbench.h"
#include "models/timeline/timelinehit.h"
#include "tests/support/ruletest.h"
#include "tests/support/samplecloud.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <numeric>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// What happened when, out of a snapshot; and what is drawn of it.
class TimelineDataTest : public QObject
{
    Q_OBJECT

private slots:
    void portsByVerdict();
    void damagedTimesAreCounted();
    void serverLives_data();
    void serverLives();
    void leaksBeginWithTheEndOfTheServer();
    void heatAndFailures();
    void emptyCloud();
    void sceneIsNeverTooLarge();
    void barsCountEveryPort();
    void totalsRise();
    void hiddenVerdictsAreLeftOut();
    void livesOfACrowd();
    void selectionIsMarked();
    void selectionOfHeat();
    void isDeterministic();

private:
    static Dataset judged(const TestCloud &cloud)
    {
        return Dataset::of(std::make_shared<const Judgement>(judge(cloud.build())));
    }
    static QStringList lives(const TimelineData &data)
    {
        static const std::array kinds{u"troubled"_s, u"gone"_s, u"alive"_s};
        QStringList lines;
        for (const ServerLife &life : data.lives()) {
            lines += u"%1 %2..%3 %4"_s.arg(data.serverId(life).right(1))
                         .arg((life.range.begin - *T(0)) / 1000)
                         .arg(life.open ? u"now"_s : QString::number((life.range.end - *T(0)) / 1000),
                              kinds[size_t(life.kind)]);
        }
        return lines;
    }
    static TimelineRequest request(const TimelineData &data, double width = 1200)
    {
        TimelineRequest wanted;
        wanted.range = data.whole();
        wanted.width = width;
        return wanted;
    }
    static int sum(const std::vector<int> &values) { return std::accumulate(values.begin(), values.end(), 0); }
};

void TimelineDataTest::portsByVerdict()
{
    const Dataset sample = sampleDataset({.ports = 300, .servers = 50});
    const TimelineData data(sample);
    int found = 0;
    for (size_t verdict = 0; verdict < VerdictCount; ++verdict) {
        const TimedRows &rows = data.ports()[verdict];
        QVERIFY(std::is_sorted(rows.times.begin(), rows.times.end()));
        for (size_t i = 0; i < rows.size(); ++i) {
            QCOMPARE(sample.judgement->ports[rows.rows[i]].verdict, Verdict(verdict));
            QCOMPARE(*sample.snapshot->ports[rows.rows[i]].createdAt, rows.times[i]);
            QVERIFY(data.whole().contains(rows.times[i]));
        }
        found += int(rows.size());
    }
    QVERIFY(data.portsWithoutTime() > 0);
    QCOMPARE(found + data.portsWithoutTime(), 300);
    QVERIFY(data.whole().contains(data.now()));
}

void TimelineDataTest::damagedTimesAreCounted()
{
    TestCloud cloud;
    cloud.port(1).createdAt = T(-100);
    cloud.port(2).createdAt = {};
    cloud.port(3).createdAt = 0; // 1970
    cloud.port(4).createdAt = T(100 * 365 * 86'400LL);
    cloud.port(5).createdAt = T(3600); // a clock that is ahead a little
    const TimelineData data(judged(cloud));
    QCOMPARE(data.portsWithoutTime(), 3);
    QVERIFY(data.whole().span() < 10'000'000);
    QVERIFY(data.whole().contains(*T(3600)));
}

void TimelineDataTest::serverLives_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const Change &change, const QStringList &expected) {
        QTest::newRow(name) << change << expected;
    };
    row("listed", [](TestCloud &c) { c.server(1); }, {u"1 -9000..now alive"_s});
    row("in ERROR", [](TestCloud &c) { c.server(1).status = u"ERROR"_s; }, {u"1 -9000..now troubled"_s});
    row("without a time", [](TestCloud &c) { c.server(1).created = {}; }, {});
    row("tombstone that left nothing", [](TestCloud &c) { c.kill(1); }, {u"1 -9000..-5000 gone"_s});
    row("soft-deleted", [](TestCloud &c) { c.tombstone(1).status = u"SOFT_DELETED"_s; }, {u"1 -9000..now alive"_s});
    row("left a port", [](TestCloud &c) { leaked(c); }, {u"1 -9000..-5000 troubled"_s});
    row("delete action counts first",
        [](TestCloud &c) {
            leaked(c);
            c.action(1, u"create"_s, -9000, -8990);
            c.action(1, u"delete"_s, -6500, -6000);
            c.action(1, u"delete"_s, -5500, -5400);
        },
        {u"1 -9000..-5500 troubled"_s});
    row("updated where nothing else is known",
        [](TestCloud &c) {
            leaked(c);
            c.tombstone(1).terminatedAt = {};
        },
        {u"1 -9000..-4990 troubled"_s});
    row("known by its actions alone",
        [](TestCloud &c) {
            attached(c);
            c.answer(1, 404);
            c.action(1, u"create"_s, -8100, -8000);
            c.action(1, u"delete"_s, -7000, -6990);
        },
        {u"1 -8100..-7000 troubled"_s});
    row("gone, nothing known",
        [](TestCloud &c) {
            attached(c);
            c.answer(1, 404);
        },
        {});
    row("never asked for", [](TestCloud &c) { attached(c); }, {});
    row("hidden",
        [](TestCloud &c) {
            attached(c);
            Server found;
            found.id = serverId(1);
            found.status = u"ACTIVE"_s;
            found.created = T(-7000);
            c.answer(1, 200, ServerProbe::Body::Server);
            c.serverProbes[serverId(1)].server = found;
        },
        {u"1 -7000..now alive"_s});
    row("deleted before it was created", [](TestCloud &c) { c.tombstone(1).terminatedAt = T(-9500); },
        {u"1 -9000..-9000 gone"_s});
    row("trouble first, then by time",
        [](TestCloud &c) {
            c.server(5).created = T(-9999);
            c.server(2);
            c.kill(3);
            c.server(4).status = u"ERROR"_s;
        },
        {u"4 -9000..now troubled"_s, u"3 -9000..-5000 gone"_s, u"5 -9999..now alive"_s, u"2 -9000..now alive"_s});
}

void TimelineDataTest::serverLives()
{
    QFETCH(Change, change);
    QFETCH(QStringList, expected);
    TestCloud cloud;
    change(cloud);
    const TimelineData data(judged(cloud));
    QCOMPARE(lives(data), expected);
    for (size_t i = 0; i < data.lives().size(); ++i) {
        if (data.lives()[i].instance >= 0)
            QCOMPARE(data.lifeOfInstance(data.lives()[i].instance), int(i));
    }
}

void TimelineDataTest::leaksBeginWithTheEndOfTheServer()
{
    TestCloud cloud;
    leaked(cloud); // created T(-8000), its server ended T(-5000)
    cloud.port(2).deviceId = serverId(1);
    cloud.port(2).deviceOwner = u"compute:nova"_s;
    cloud.port(2).createdAt = T(-4000); // after the end
    cloud.port(3); // unattached: nobody left it
    const TimelineData data(judged(cloud));
    const TimedRows &orphans = data.leaks()[size_t(Verdict::Orphan)];
    QCOMPARE(orphans.size(), size_t(2));
    QCOMPARE(orphans.times[0], *T(-5000));
    QCOMPARE(orphans.times[1], *T(-4000));
    QCOMPARE(data.leaks()[size_t(Verdict::Unattached)].size(), size_t(0));
}

void TimelineDataTest::heatAndFailures()
{
    TestCloud cloud;
    cloud.stack(1);
    cloud.resource(1, u"node"_s).status = u"CREATE_FAILED"_s;
    cloud.resource(1, u"node"_s).updated = T(-650);
    cloud.event(1, u"node"_s, -700);
    cloud.event(1, u"vip"_s, -690, u"CREATE_COMPLETE"_s);
    cloud.event(1, u"node"_s, -650, u"CREATE_FAILED"_s);
    cloud.stack(2);
    cloud.resource(2, u"lost"_s).status = u"UPDATE_FAILED"_s;
    cloud.resource(2, u"lost"_s).created = T(-400);
    cloud.server(1).status = u"ERROR"_s;
    cloud.server(1).updated = T(-500);
    cloud.action(2, u"resize"_s, -300, -290);
    cloud.actionsProbes[serverId(2)].actions[0].message = u"Error"_s;
    cloud.server(2);
    const TimelineData data(judged(cloud));
    QCOMPARE(data.heat()[size_t(HeatMark::Begun)].times, std::vector<qint64>{*T(-700)});
    QCOMPARE(data.heat()[size_t(HeatMark::Done)].times, std::vector<qint64>{*T(-690)});
    QStringList failures;
    for (const Failure &failure : data.failures())
        failures += u"%1 %2"_s.arg((failure.time - *T(0)) / 1000).arg(int(failure.kind));
    // Of stack 1 the event tells already; of stack 2 nothing but the resource does.
    QCOMPARE(failures, (QStringList{u"-650 0"_s, u"-500 2"_s, u"-400 1"_s, u"-290 3"_s}));
}

void TimelineDataTest::emptyCloud()
{
    QVERIFY(TimelineData({}).isEmpty());
    const TimelineData data(judged(TestCloud()));
    QVERIFY(data.isEmpty());
    QVERIFY(data.whole().contains(data.now()));
    const TimelineScene scene = TimelineScene::of(data, request(data));
    QCOMPARE(scene.peak, 0);
    QVERIFY(TimelineScene::of(data, {}).itemCount() == 0);
}

void TimelineDataTest::sceneIsNeverTooLarge()
{
    QRandomGenerator random(7);
    Workbench workbench;
    for (const int size : {30, 2000, 20'000}) {
        const Dataset sample = sampleDataset({.ports = size, .servers = size / 2});
        const TimelineData data(sample);
        SelectionHub hub;
        hub.setDataset(sample);
        QStringList ids;
        for (const Port &port : sample.snapshot->ports)
            ids += port.id;
        hub.select(TableKind::Ports, ids);
        const TimelineSelection all = TimelineSelection::of(data, hub);
        for (int i = 0; i < 200; ++i) {
            TimelineRequest wanted = request(data, random.bounded(10, 8000));
            const qint64 span = 10'000 + random.bounded(qint64(1) << random.bounded(14, 36));
            wanted.range.begin = data.whole().begin + random.bounded(data.whole().span());
            wanted.range.end = wanted.range.begin + span;
            wanted.lanes = random.bounded(0, 100);
            wanted.measure = Measure(random.bounded(3));
            wanted.hidden = quint8(random.bounded(128));
            const TimelineScene scene = TimelineScene::of(data, wanted, all);
            QVERIFY2(scene.itemCount() <= TimelineScene::MaxItems, qPrintable(QString::number(scene.itemCount())));
        }
        QVERIFY(TimelineScene::of(data, request(data), all).itemCount() > 20);
    }
}

void TimelineDataTest::barsCountEveryPort()
{
    const TimelineData data(sampleDataset({.ports = 5000, .servers = 100}));
    const TimelineScene scene = TimelineScene::of(data, request(data));
    int highest = 0;
    for (size_t verdict = 0; verdict < VerdictCount; ++verdict)
        QCOMPARE(sum(scene.values[verdict]), int(data.ports()[verdict].size()));
    for (int bin = 0; bin < scene.bins.count(); ++bin) {
        int inBin = 0;
        for (const TimedRows &rows : data.ports())
            inBin += countIn(rows.times, scene.bins.bin(bin));
        QCOMPARE(scene.stackedUpTo(Verdict::InUse, size_t(bin)), inBin);
        highest = std::max(highest, inBin);
    }
    QCOMPARE(scene.peak, highest);
}

void TimelineDataTest::totalsRise()
{
    const TimelineData data(sampleDataset({.ports = 3000, .servers = 100}));
    TimelineRequest wanted = request(data);
    for (const Measure measure : {Measure::StillThere, Measure::Leaked}) {
        wanted.measure = measure;
        const TimelineScene scene = TimelineScene::of(data, wanted);
        const auto &source = measure == Measure::Leaked ? data.leaks() : data.ports();
        for (size_t verdict = 0; verdict < VerdictCount; ++verdict) {
            const std::vector<int> &values = scene.values[verdict];
            QVERIFY(std::is_sorted(values.begin(), values.end()));
            QCOMPARE(values.empty() ? 0 : values.back(), int(source[verdict].size()));
        }
    }
}

void TimelineDataTest::hiddenVerdictsAreLeftOut()
{
    const TimelineData data(sampleDataset({.ports = 2000, .servers = 100}));
    TimelineRequest wanted = request(data);
    wanted.hidden = quint8(0x7f & ~(1 << int(Verdict::Orphan)));
    const TimelineScene scene = TimelineScene::of(data, wanted);
    const auto orphans = int(data.ports()[size_t(Verdict::Orphan)].size());
    QCOMPARE(scene.ports.total, orphans);
    QCOMPARE(sum(scene.values[size_t(Verdict::Orphan)]), orphans);
    QVERIFY(scene.values[size_t(Verdict::InUse)].empty());
    for (const SceneMark &mark : scene.ports.marks)
        QCOMPARE(mark.kind, int(Verdict::Orphan));
}

void TimelineDataTest::livesOfACrowd()
{
    const Dataset sample = sampleDataset({.ports = 100, .servers = 5000});
    const TimelineData data(sample);
    TimelineRequest wanted = request(data);
    const TimelineScene scene = TimelineScene::of(data, wanted);
    QVERIFY(scene.crowded);
    QCOMPARE(scene.livesInRange, int(data.lives().size()));
    QVERIFY(!scene.lives.empty());
    // Trouble has its place also among many.
    for (const SceneLife &life : scene.lives)
        QVERIFY(data.lives()[size_t(life.life)].kind != ServerLife::Kind::Alive);
    QCOMPARE(scene.crowd.size(), size_t(scene.crowdBins.count()));
    const auto lastBin = scene.crowdBins.bin(scene.crowdBins.binAt(data.now()));
    int living = 0;
    for (const ServerLife &life : data.lives())
        living += life.range.begin < lastBin.end && (life.open || life.range.end >= lastBin.begin);
    QCOMPARE(scene.crowd[size_t(scene.crowdBins.binAt(data.now()))], living);

    // Close up, what begins in sight has a lane though thousands live on.
    wanted.range = {data.now() - 600 * 60'000, data.now() - 540 * 60'000};
    wanted.lanes = 20;
    const TimelineScene close = TimelineScene::of(data, wanted);
    int beginning = 0;
    for (const SceneLife &life : close.lives)
        beginning += wanted.range.contains(data.lives()[size_t(life.life)].range.begin);
    QVERIFY(beginning >= 7);
    // Few servers: everybody has a lane.
    const TimelineData few(sampleDataset({.ports = 10, .servers = 6}));
    TimelineRequest all = request(few);
    all.lanes = 10;
    QVERIFY(!TimelineScene::of(few, all).crowded);
    QVERIFY(TimelineScene::of(few, all).crowd.empty());
}

void TimelineDataTest::selectionIsMarked()
{
    const Dataset sample = sampleDataset({.ports = 200, .servers = 40});
    const TimelineData data(sample);
    SelectionHub hub;
    hub.setDataset(sample);
    QVERIFY(TimelineSelection::of(data, hub).isEmpty());
    hub.select(TableKind::Instances, {sampleId('a', 5)});
    const TimelineSelection selection = TimelineSelection::of(data, hub);
    QCOMPARE(selection.lives, std::vector<int>{data.lifeOfInstance(sample.relations->instanceRow(sampleId('a', 5)))});
    QVERIFY(selection.ports.size() > 1);
    for (const int row : selection.ports.rows)
        QCOMPARE(sample.snapshot->ports[row].deviceId, sampleId('a', 5));
    QVERIFY(std::is_sorted(selection.ports.times.begin(), selection.ports.times.end()));
    const TimelineScene scene = TimelineScene::of(data, request(data), selection);
    QCOMPARE(scene.selectedPorts.marks.size(), selection.ports.size());
    // It is in a lane or marked outside of them.
    const bool inLane = std::any_of(scene.lives.begin(), scene.lives.end(),
                                    [&](const SceneLife &life) { return life.life == selection.lives[0]; });
    QCOMPARE(scene.selectedOutside.size(), size_t(inLane ? 0 : 1));
}

void TimelineDataTest::selectionOfHeat()
{
    TestCloud cloud;
    cloud.stack(1);
    cloud.resource(1, u"node"_s);
    cloud.resource(1, u"vip"_s);
    cloud.event(1, u"node"_s, -700);
    cloud.event(1, u"node"_s, -600, u"CREATE_FAILED"_s);
    cloud.event(1, u"vip"_s, -650);
    const Dataset dataset = judged(cloud);
    const TimelineData data(dataset);
    SelectionHub hub;
    hub.setDataset(dataset);
    hub.select(TableKind::Resources, {stackId(1) + u"/node"_s});
    const TimelineSelection selection = TimelineSelection::of(data, hub);
    QCOMPARE(selection.heat.times, std::vector<qint64>{*T(-700)});
    QCOMPARE(selection.failures.times, std::vector<qint64>{*T(-600)});
}

void TimelineDataTest::isDeterministic()
{
    const TimelineData one(sampleDataset({.ports = 900, .servers = 300}));
    const TimelineData two(sampleDataset({.ports = 900, .servers = 300}));
    const TimelineScene a = TimelineScene::of(one, request(one));
    const TimelineScene b = TimelineScene::of(two, request(two));
    QCOMPARE(a.itemCount(), b.itemCount());
    QVERIFY(a.values == b.values);
    QVERIFY(a.crowd == b.crowd);
    QVERIFY(std::equal(a.lives.begin(), a.lives.end(), b.lives.begin(), b.lives.end(),
                       [](const SceneLife &x, const SceneLife &y) { return x.life == y.life && x.lane == y.lane; }));
}

QTEST_GUILESS_MAIN(TimelineDataTest)
#include "tst_timelinedata.moc"
