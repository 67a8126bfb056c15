// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/runbench.h"

#include <QSignalSpy>
#include <QTest>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;
using Bench = RunBench;

/// Deeds that had not begun when the run was stopped or paused, and answers that an earlier one makes doubtful.
class RemedyDoubtTest : public QObject
{
    Q_OBJECT

private slots:
    void stopReachesWhatHasNotBegun();
    void pauseReachesWhatHasNotBegun();
    void takenOutWhileStopped();
    void nothingDoneIsNotBelievedAfterDoubt_data();
    void nothingDoneIsNotBelievedAfterDoubt();
};

void RemedyDoubtTest::stopReachesWhatHasNotBegun()
{
    Bench bench(6);
    bench.actions.hold = true;
    bench.actions.looksBefore = true;
    bench.make().start();
    QTRY_COMPARE(bench.actions.acted.size(), 4);
    bench.run->stop();
    bench.actions.release();
    QTRY_COMPARE(bench.finished, 1);
    QCOMPARE(bench.report.count(OutcomeKind::NotSent), 6);
    for (int port = 1; port <= 6; ++port)
        QVERIFY(bench.has(port));
    QVERIFY(bench.report.journal == JournalState::Closed);
}

void RemedyDoubtTest::pauseReachesWhatHasNotBegun()
{
    Bench bench(6);
    bench.actions.hold = true;
    bench.actions.looksBefore = true;
    bench.make().start();
    QTRY_COMPARE(bench.actions.acted.size(), 4);
    bench.run->pause();
    bench.actions.release();
    QTRY_COMPARE(bench.run->progress().state, State::Paused);
    QCOMPARE(int(bench.actions.ports.size()), 6);
    bench.run->resume();
    QTRY_COMPARE(bench.finished, 1);
    QCOMPARE(bench.report.count(OutcomeKind::Done), 6);
}

void RemedyDoubtTest::takenOutWhileStopped()
{
    Bench bench(4);
    RecheckResult check = allOk(bench.plan, bench.now);
    for (RecheckedPort &port : check.ports)
        port.ok = false;
    bench.run
        = std::make_unique<RemedyRun>(bench.plan, check, JournalHeader(), bench.actions, bench.journal, bench.options);
    QSignalSpy spy(bench.run.get(), &RemedyRun::finished);
    bench.run->start();
    bench.run->stop();
    QTRY_COMPARE(spy.size(), 1);
    QCOMPARE(spy[0][0].value<RemedyReport>().count(OutcomeKind::TakenOut), 4);
    // The line that closes the journal is its last.
    QVERIFY(bench.journal.text.trimmed().split('\n').constLast().contains("\"closed\""));
}

void RemedyDoubtTest::nothingDoneIsNotBelievedAfterDoubt_data()
{
    QTest::addColumn<Kind>("kind");
    QTest::newRow("a look before failed") << Kind::NotSent;
    QTest::newRow("refused") << Kind::Refused;
    QTest::newRow("logged out") << Kind::LoggedOut;
}

void RemedyDoubtTest::nothingDoneIsNotBelievedAfterDoubt()
{
    QFETCH(Kind, kind);
    Bench bench(1);
    bench.script(1, Kind::Later, 503, true, std::chrono::milliseconds(1)); // carried out all the same
    bench.script(1, kind, 400);
    bench.play();
    QCOMPARE(bench.outcome(1).kind, OutcomeKind::Gone);
    QVERIFY(bench.actions.looked.contains(portId(1)));
}

QTEST_GUILESS_MAIN(RemedyDoubtTest)
#include "tst_remedy_doubt.moc"
