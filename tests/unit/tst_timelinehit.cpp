// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline/timelinehit.h"
#include "tests/support/ruletest.h"
#include "tests/support/samplecloud.h"

#include <QTest>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// What is said of a place in the timeline, what a click on it selects, and the way of the keyboard.
class TimelineHitTest : public QObject
{
    Q_OBJECT

private slots:
    void hitsTellAndSelect();
    void answersForCrowdedMarks();
    void stepsFromItemToItem();

private:
    static Dataset judged(const TestCloud &cloud)
    {
        return Dataset::of(std::make_shared<const Judgement>(judge(cloud.build())));
    }
    static TimelineRequest request(const TimelineData &data, double width = 1200)
    {
        TimelineRequest wanted;
        wanted.range = data.whole();
        wanted.width = width;
        return wanted;
    }
};

void TimelineHitTest::hitsTellAndSelect()
{
    TestCloud cloud;
    leaked(cloud);
    cloud.tombstone(1).name = u"web-1"_s;
    cloud.stack(1);
    cloud.resource(1, u"node"_s);
    cloud.event(1, u"node"_s, -700, u"CREATE_FAILED"_s);
    cloud.events.last().statusReason = u"No valid host"_s;
    cloud.event(1, u"stack-1"_s, -800);
    const Dataset dataset = judged(cloud);
    const TimelineData data(dataset);
    TimelineRequest wanted = request(data);
    wanted.lanes = 3;
    const TimelineScene scene = TimelineScene::of(data, wanted);
    const TimelineAnswers answers(data, scene);
    using Row = TimelineHit::Row;

    const TimelineHit port{Row::Ports, nearestMark(scene.ports, *T(-8000), 0), {}};
    QVERIFY(answers.tell(port).startsWith(u"Port 100000…0001, orphan, "_s));
    QVERIFY(answers.tell(port).contains(u"2026-11-30 07:27:40 UTC"_s));
    QCOMPARE(answers.selection(port), (Selection{TableKind::Ports, {portId(1)}}));
    QCOMPARE(answers.count(port), 1);

    const TimelineHit life{Row::Servers, nearestLife(scene, data, 0, *T(-6000), 0), {}};
    QVERIFY(answers.tell(life).startsWith(u"Server web-1 lived 1 h, 2026-11-30 07:11:00 – 08:17:40 UTC ("_s));
    QVERIFY(answers.tell(life).endsWith(u"Ports left behind: 1"_s));
    QCOMPARE(answers.selection(life), (Selection{TableKind::Instances, {serverId(1)}}));
    QCOMPARE(nearestLife(scene, data, 1, *T(-6000), 100), -1);
    QCOMPARE(nearestLife(scene, data, 0, *T(-4000), 100'000), -1);
    QCOMPARE(nearestLife(scene, data, 0, *T(-4950), 60'000), 0);

    const TimelineHit failure{Row::Failures, 0, {}};
    QVERIFY(answers.tell(failure).contains(u"stack-1 / node CREATE_FAILED"_s));
    QVERIFY(answers.tell(failure).endsWith(u": No valid host"_s));
    QCOMPARE(answers.selection(failure), (Selection{TableKind::Resources, {stackId(1) + u"/node"_s}}));
    const TimelineHit heat{Row::Heat, 0, {}};
    QVERIFY(answers.tell(heat).startsWith(u"Heat: stack-1 CREATE_IN_PROGRESS"_s));
    // An event of the stack itself stands for all of its resources.
    QCOMPARE(answers.selection(heat), (Selection{TableKind::Resources, {stackId(1) + u"/node"_s}}));

    const TimelineHit bar{Row::Chart, scene.bins.binAt(*T(-8000)), {}};
    QVERIFY(answers.tell(bar).startsWith(u"Ports created: 1 (1 orphan), 2026-11-30 "_s));
    QCOMPARE(answers.selection(bar), (Selection{TableKind::Ports, {portId(1)}}));
    TimelineHit part = bar;
    part.verdict = Verdict::InUse;
    QCOMPARE(answers.count(part), 0);
    QVERIFY(answers.selection(part).isEmpty());
    QVERIFY(answers.tell({}).isEmpty());
    QVERIFY(answers.selection({}).isEmpty());
}

void TimelineHitTest::answersForCrowdedMarks()
{
    const Dataset sample = sampleDataset({.ports = 8000, .servers = 4000});
    const TimelineData data(sample);
    const TimelineScene scene = TimelineScene::of(data, request(data));
    const TimelineAnswers answers(data, scene);
    QVERIFY(scene.ports.binned);
    int named = 0;
    for (int i = 0; i < int(scene.ports.marks.size()); ++i) {
        const TimelineHit hit{TimelineHit::Row::Ports, i, {}};
        QCOMPARE(int(answers.selection(hit).ids.size()), answers.count(hit));
        named += answers.count(hit);
        QVERIFY(answers.tell(hit).contains(u" – "_s));
    }
    QCOMPARE(named, 8000 - data.portsWithoutTime());
    int selected = 0;
    for (int bin = 0; bin < scene.bins.count(); ++bin) {
        for (int verdict = 0; verdict < VerdictCount; ++verdict) {
            const TimelineHit hit{TimelineHit::Row::Chart, bin, Verdict(verdict)};
            const Selection part = answers.selection(hit);
            QCOMPARE(int(part.ids.size()), answers.count(hit));
            selected += int(part.ids.size());
        }
    }
    QCOMPARE(selected, named);
    QVERIFY(answers.tell({TimelineHit::Row::Crowd, 5, {}}).startsWith(u"Servers alive: "_s));
    QVERIFY(answers.selection({TimelineHit::Row::Crowd, 5, {}}).isEmpty());
}

void TimelineHitTest::stepsFromItemToItem()
{
    const TimelineData data(sampleDataset({.ports = 60, .servers = 10}));
    TimelineRequest wanted = request(data);
    wanted.lanes = 20;
    const TimelineScene scene = TimelineScene::of(data, wanted);
    const TimelineAnswers answers(data, scene);
    for (const TimelineHit::Row row : {TimelineHit::Row::Ports, TimelineHit::Row::Servers, TimelineHit::Row::Chart}) {
        QList<int> forward;
        TimelineHit hit = answers.nextTo(row, wanted.range.begin - 1, true);
        for (qint64 time = 0; !hit.isNull(); hit = answers.next(hit, true)) {
            QVERIFY(answers.when(hit).begin >= time);
            time = answers.when(hit).begin;
            QVERIFY(!forward.contains(hit.index));
            forward += hit.index;
        }
        QVERIFY(forward.size() >= 10);
        QList<int> back;
        for (hit = answers.nextTo(row, wanted.range.end, false); !hit.isNull(); hit = answers.next(hit, false))
            back.prepend(hit.index);
        QCOMPARE(back, forward);
        // From a place in between.
        const qint64 middle = answers.when({row, forward[5], {}}).begin;
        QVERIFY(answers.when(answers.nextTo(row, middle, true)).begin > middle);
        QVERIFY(answers.when(answers.nextTo(row, middle, false)).begin < middle);
    }
}

QTEST_GUILESS_MAIN(TimelineHitTest)
#include "tst_timelinehit.moc"
