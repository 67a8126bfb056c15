// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/race.h"

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// A bulk deletion while another client is at the same ports. Every row is a seed: it stands before the message where
/// something fails.
class RemedyRaceTest : public QObject
{
    Q_OBJECT

private slots:
    void bulkDelete_data() { seeds(4); }
    void bulkDelete();
    void withoutIfMatch_data() { seeds(2); }
    void withoutIfMatch();
    void endedInTheMiddle_data();
    void endedInTheMiddle();
    void pausedForLong_data() { seeds(1); }
    void pausedForLong();

private:
    static void seeds(int count)
    {
        QTest::addColumn<quint32>("seed");
        bool ok = false;
        const int wanted = qEnvironmentVariableIntValue("FLOTSAM_RACE_SEEDS", &ok);
        for (int seed = 1; seed <= (ok ? wanted : count); ++seed)
            QTest::addRow("seed %d", seed) << quint32(seed);
    }
    static int notTried(const Race &race, const RemedyReport &report)
    {
        int count = 0;
        for (const PortOutcome &outcome : report.outcomes)
            count += race.deletionsOf(outcome.portId) == 0 ? 1 : 0;
        return count;
    }
};

void RemedyRaceTest::bulkDelete()
{
    QFETCH(quint32, seed);
    Race race(200, seed);
    QVERIFY(race.prepare());
    QVERIFY(race.begin());
    const int before = race.moves();
    QVERIFY(race.bench().confirm());
    QVERIFY(race.bench().waitForReport());
    const int during = race.moves() - before;
    race.endStranger();
    const QString fault = race.fault();
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
    const RemedyReport &report = race.bench().report;
    QVERIFY(report.count(OutcomeKind::Done) > 0);
    QVERIFY2(report.count(OutcomeKind::Changed) + int(race.bench().review.takenOut.size()) > 0,
             "the stranger met no port");
    qInfo("%s; %d moves during the run", qPrintable(race.summary()), during);
}

void RemedyRaceTest::withoutIfMatch()
{
    QFETCH(quint32, seed);
    Race race(80, seed, false);
    QVERIFY(race.prepare());
    QVERIFY(race.begin());
    QVERIFY(race.bench().confirm());
    QVERIFY(race.bench().waitForReport());
    race.endStranger();
    const QString fault = race.fault();
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
    const RemedyReport &report = race.bench().report;
    QVERIFY(report.count(OutcomeKind::Done) > 0);
    // The report says how it was guarded.
    QCOMPARE(report.notes.size(), 1);
    QVERIFY2(report.notes[0].contains(u"revision-if-match"_s), qPrintable(report.notes[0]));
    for (const PortOutcome &outcome : report.outcomes)
        QVERIFY(outcome.kind != OutcomeKind::Done || !outcome.matched);
    qInfo("%s", qPrintable(race.summary()));
}

void RemedyRaceTest::endedInTheMiddle_data()
{
    QTest::addColumn<quint32>("seed");
    QTest::addColumn<bool>("byTheLock");
    QTest::newRow("locked, seed 1") << quint32(1) << true;
    QTest::newRow("stopped, seed 2") << quint32(2) << false;
}

void RemedyRaceTest::endedInTheMiddle()
{
    QFETCH(quint32, seed);
    QFETCH(bool, byTheLock);
    Race race(80, seed);
    QVERIFY(race.prepare());
    QVERIFY(race.begin());
    RemedyBench &bench = race.bench();
    int outcomes = 0;
    int sentBefore = 0;
    connect(bench.controller.get(), &RemedyController::outcome, this, [&] {
        if (++outcomes != 15)
            return;
        if (byTheLock)
            bench.lock.lock();
        else
            bench.controller->stop();
        sentBefore = race.deletions();
    });
    QVERIFY(bench.confirm());
    QVERIFY(bench.waitForReport());
    const int sent = race.deletions();
    QVERIFY(race.waitForMoves(40));
    QCOMPARE(race.deletions(), sent); // nor later
    race.endStranger();
    const QString fault = race.fault();
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
    const RemedyReport &report = bench.report;
    QVERIFY(outcomes >= 15);
    // Only what had left the program already: no more than fly at once, and each with an outcome of its own.
    QVERIFY2(sent - sentBefore < bench.options.run.atOnce, qPrintable(QString::number(sent - sentBefore)));
    QVERIFY(!report.stopped.isEmpty());
    QCOMPARE(report.journal, JournalState::Closed);
    QVERIFY(report.count(OutcomeKind::NotSent) > 0);
    QVERIFY(notTried(race, report) >= report.count(OutcomeKind::NotSent));
    QCOMPARE(bench.controller->state(), RemedyController::State::Idle);
    qInfo("%s", qPrintable(race.summary()));
}

void RemedyRaceTest::pausedForLong()
{
    QFETCH(quint32, seed);
    Race race(80, seed);
    QVERIFY(race.prepare());
    QVERIFY(race.begin());
    RemedyBench &bench = race.bench();
    int outcomes = 0;
    RunProgress::State state = RunProgress::State::Starting;
    int rechecks = 0;
    connect(bench.controller.get(), &RemedyController::runProgress, this, [&](const RunProgress &progress) {
        rechecks += progress.state != state && progress.state == RunProgress::State::Rechecking ? 1 : 0;
        state = progress.state;
    });
    int sentWhenAsked = -1;
    connect(bench.controller.get(), &RemedyController::recheckProgress, this, [&] {
        if (sentWhenAsked < 0)
            sentWhenAsked = race.deletions();
    });
    connect(bench.controller.get(), &RemedyController::outcome, this, [&] {
        if (++outcomes == 15)
            bench.controller->pause();
    });
    QVERIFY(bench.confirm());
    QTRY_COMPARE_WITH_TIMEOUT(state, RunProgress::State::Paused, 60'000);
    const int sent = race.deletions();
    const int listings = race.listings();
    QVERIFY(race.waitForMoves(60));
    QCOMPARE(race.deletions(), sent);
    QCOMPARE(rechecks, 0);
    race.now = race.now.addSecs(121); // the plan's two minutes are over
    bench.controller->resume();
    QVERIFY(bench.waitForReport());
    race.endStranger();
    const QString fault = race.fault();
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
    QCOMPARE(rechecks, 1);
    QVERIFY(race.listings() > listings);
    QCOMPARE(sentWhenAsked, sent); // all that was left was looked at before anything was sent
    QVERIFY(bench.report.stopped.isEmpty());
    QVERIFY2(bench.report.count(OutcomeKind::TakenOut) > 0, "the stranger met no port in the pause");
    QVERIFY(race.deletions() > sent);
    qInfo("%s", qPrintable(race.summary()));
}

QTEST_GUILESS_MAIN(RemedyRaceTest)
#include "tst_remedy_race.moc"
