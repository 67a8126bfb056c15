// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/runbench.h"

#include <QSignalSpy>
#include <QTest>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;
using Bench = RunBench;

class RemedyRunTest : public QObject
{
    Q_OBJECT

private slots:
    void deletesWhatWasPlanned();
    void writesBeforeItSends();
    void onlyWhatTheRecheckFoundOk();
    void fewAtOnce();
    void answersAreTruthful_data();
    void answersAreTruthful();
    void lostAnswerIsLookedInto_data();
    void lostAnswerIsLookedInto();
    void waitsAsAsked();
    void givesUpWaiting();
    void stopsAfterErrorsInARow();
    void refusalsCountAsErrors();
    void whatIsTakenOutIsNoAnswer();
    void unknownLeavesTheJournalOpen();
    void stopEndsTheOnesInFlight();
    void pauseAndResume();
    void stopDuringPause();
    void oldRecheckIsRepeated();
    void failedRecheckStops();
    void recheckThatIsOldWhenItComesStops();
    void nothingWithoutJournal();
    void fullDiskStopsTheRun();
    void busyOnesAreLookedIntoAtTheEnd();
    void retryIsASubset();
    void repairs_data();
    void repairs();
    void emptyPlan();
};

void RemedyRunTest::deletesWhatWasPlanned()
{
    Bench b(30);
    b.actions.ports[portId(500)] = Port();
    b.actions.quotas.append({project(1), {}, true, 10, 1, 0, {}, 0});
    QList<RunProgress> seen;
    connect(&b.make(), &RemedyRun::progressChanged, this, [&](const RunProgress &p) { seen.append(p); });
    b.run->start();
    QTRY_COMPARE_WITH_TIMEOUT(b.finished, 1, 60'000);
    QCOMPARE(b.report.outcomes.size(), 30);
    QCOMPARE(b.report.count(OutcomeKind::Done), 30);
    QCOMPARE(b.actions.ports.size(), 1u);
    QVERIFY(b.report.journal == JournalState::Closed);
    QVERIFY(b.report.stopped.isEmpty());
    QCOMPARE(b.report.quotasAfter.size(), 1);
    QCOMPARE(seen.last().state, State::Over);
    QCOMPARE(seen.last().done, 30);
    QCOMPARE(seen.last().counts[size_t(OutcomeKind::Done)], 30);
    for (const RunProgress &p : seen)
        QVERIFY(p.done + p.inFlight <= p.total);
}

void RemedyRunTest::writesBeforeItSends()
{
    Bench b(5);
    b.actions.onAct = [&](const QString &id) {
        QVERIFY(b.journal.text.contains("\"ready\":5"));
        QVERIFY(b.journal.text.contains("\"sending\":\"" + id.toUtf8()));
        QVERIFY(!b.journal.text.contains("\"outcome\":\"" + id.toUtf8()));
    };
    b.play();
    QCOMPARE(b.journal.text.count("\"outcome\""), 5);
    QVERIFY(b.journal.text.endsWith('\n'));
    QVERIFY(b.journal.text.contains("\"closed\""));
}

void RemedyRunTest::onlyWhatTheRecheckFoundOk()
{
    Bench b(4);
    RecheckResult check = allOk(b.plan, b.now);
    check.ports[1].ok = false;
    check.ports.append({portId(77), true, {}, {}}); // nothing adds to a plan
    RemedyRun run(b.plan, check, {}, b.actions, b.journal, b.options);
    QSignalSpy spy(&run, &RemedyRun::finished);
    run.start();
    QTRY_COMPARE_WITH_TIMEOUT(spy.size(), 1, 60'000);
    QCOMPARE(b.actions.acted, (QStringList{portId(1), portId(3), portId(4)}));
    QVERIFY(b.has(2));
}

void RemedyRunTest::fewAtOnce()
{
    Bench b(40);
    b.play();
    QCOMPARE(b.actions.mostInFlight, 4);
}

void RemedyRunTest::answersAreTruthful_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("outcome");
    const auto add = [](const char *name, Kind kind, int status, OutcomeKind outcome) {
        QTest::newRow(name) << int(kind) << status << int(outcome);
    };
    add("404", Kind::Gone, 404, OutcomeKind::Gone);
    add("412", Kind::Changed, 412, OutcomeKind::Changed);
    add("409", Kind::Refused, 409, OutcomeKind::Refused);
    add("403", Kind::Refused, 403, OutcomeKind::Refused);
    add("401", Kind::LoggedOut, 401, OutcomeKind::Failed);
    add("look failed", Kind::NotSent, 500, OutcomeKind::NotSent);
}

void RemedyRunTest::answersAreTruthful()
{
    QFETCH(int, kind);
    QFETCH(int, status);
    QFETCH(int, outcome);
    Bench b(2);
    b.script(1, Kind(kind), status);
    b.play();
    QCOMPARE(b.outcome(1).kind, OutcomeKind(outcome));
    QCOMPARE(b.outcome(1).status, status);
    QVERIFY(b.has(1));
    QCOMPARE(b.outcome(2).kind, OutcomeKind::Done);
    QCOMPARE(b.actions.acted.count(portId(1)), 1); // never sent twice
    QCOMPARE(b.report.count(OutcomeKind::Done), 1);
}

void RemedyRunTest::lostAnswerIsLookedInto_data()
{
    QTest::addColumn<int>("action");
    QTest::addColumn<bool>("carriedOut");
    QTest::addColumn<int>("silentLooks");
    QTest::addColumn<int>("outcome");
    const auto add = [](const char *name, RemedyAction action, bool carriedOut, int silent, OutcomeKind outcome) {
        QTest::newRow(name) << int(action) << carriedOut << silent << int(outcome);
    };
    add("delete, done", RemedyAction::Delete, true, 0, OutcomeKind::Gone);
    add("delete, done, silence first", RemedyAction::Delete, true, 3, OutcomeKind::Gone);
    add("delete, not done", RemedyAction::Delete, false, 0, OutcomeKind::Failed);
    add("delete, silence for good", RemedyAction::Delete, true, 9, OutcomeKind::Unknown);
    add("clear, done", RemedyAction::ClearDevice, true, 0, OutcomeKind::Done);
    add("clear, not done", RemedyAction::ClearDevice, false, 0, OutcomeKind::Failed);
    add("MAC, done", RemedyAction::RegenerateMac, true, 1, OutcomeKind::Done);
    add("MAC, not done", RemedyAction::RegenerateMac, false, 0, OutcomeKind::Failed);
    add("MAC, silence for good", RemedyAction::RegenerateMac, false, 9, OutcomeKind::Unknown);
}

void RemedyRunTest::lostAnswerIsLookedInto()
{
    QFETCH(int, action);
    QFETCH(bool, carriedOut);
    QFETCH(int, silentLooks);
    QFETCH(int, outcome);
    Bench b(1, RemedyAction(action));
    QCOMPARE(b.plan.size(), 1);
    b.script(1, Kind::Unclear, 0, carriedOut);
    for (int i = 0; i < silentLooks; ++i)
        b.actions.looks[portId(1)].append(PortLook::Kind::Unclear);
    b.play();
    QCOMPARE(b.outcome(1).kind, OutcomeKind(outcome));
    QCOMPARE(b.actions.acted.size(), 1);
    QVERIFY(b.actions.looked.size() <= 4);
    QVERIFY2(b.outcome(1).words.contains(u"said so"_s), qPrintable(b.outcome(1).words));
}

void RemedyRunTest::waitsAsAsked()
{
    Bench b(3);
    b.script(1, Kind::Later, 429, false, std::chrono::milliseconds(30));
    b.script(1, Kind::Later, 503, false, std::chrono::milliseconds(30));
    bool waited = false;
    connect(&b.make(), &RemedyRun::progressChanged, this,
            [&](const RunProgress &p) { waited = waited || p.state == State::Waiting; });
    b.run->start();
    QTRY_COMPARE_WITH_TIMEOUT(b.finished, 1, 60'000);
    QVERIFY(waited);
    QCOMPARE(b.actions.acted.count(portId(1)), 3);
    QCOMPARE(b.report.count(OutcomeKind::Done), 3);
}

void RemedyRunTest::givesUpWaiting()
{
    Bench b(2);
    b.script(1, Kind::Later, 429, false, std::chrono::hours(1));
    for (int i = 0; i < 9; ++i)
        b.script(2, Kind::Later, 503, false, std::chrono::milliseconds(1));
    b.play();
    QCOMPARE(b.outcome(1).kind, OutcomeKind::Failed);
    QVERIFY2(b.outcome(1).words.contains(u"3600"_s), qPrintable(b.outcome(1).words));
    QCOMPARE(b.outcome(2).kind, OutcomeKind::Failed);
    QCOMPARE(b.actions.acted.count(portId(2)), 4);
    QVERIFY(b.actions.looked.contains(portId(2))); // a 503 may have done it all the same
    QVERIFY(b.has(1) && b.has(2));
}

void RemedyRunTest::stopsAfterErrorsInARow()
{
    Bench b(30);
    b.options.looks = 1;
    for (int i = 3; i <= 30; ++i)
        b.script(i, Kind::Unclear, 500);
    b.play();
    QCOMPARE(b.report.count(OutcomeKind::Done), 2);
    QVERIFY(b.report.count(OutcomeKind::Failed) >= 5);
    QVERIFY(b.report.count(OutcomeKind::Failed) <= 5 + 3); // those in flight
    QCOMPARE(b.report.count(OutcomeKind::NotSent), 30 - 2 - b.report.count(OutcomeKind::Failed));
    QVERIFY2(b.report.stopped.contains(u"5 errors"_s), qPrintable(b.report.stopped));
    QVERIFY(b.report.journal == JournalState::Closed);
}

void RemedyRunTest::refusalsCountAsErrors()
{
    // A 409 in Neutron's own words is an error answer: the port is still there.
    Bench b(30);
    for (int i = 3; i <= 30; ++i)
        b.script(i, Kind::Refused, 409);
    b.play();
    QCOMPARE(b.report.count(OutcomeKind::Done), 2);
    QVERIFY(b.report.count(OutcomeKind::Refused) >= 5);
    QVERIFY(b.report.count(OutcomeKind::Refused) <= 5 + 3); // those in flight
    QVERIFY2(b.report.stopped.contains(u"5 errors"_s), qPrintable(b.report.stopped));

    // 204, 404 and 412 come between: never five in a row.
    Bench mixed(40);
    for (int i = 1; i <= 40; ++i) {
        if (i % 5 == 0 && i % 2)
            mixed.script(i, Kind::Changed, 412);
        else if (i % 5 == 0 && i % 4)
            mixed.script(i, Kind::Gone, 404);
        else if (i % 5)
            mixed.script(i, Kind::Refused, 409);
    }
    mixed.options.atOnce = 1;
    mixed.play();
    QVERIFY2(mixed.report.stopped.isEmpty(), qPrintable(mixed.report.stopped));
    QCOMPARE(mixed.report.count(OutcomeKind::Refused), 32);
    QCOMPARE(mixed.report.count(OutcomeKind::Done), 2);
}

void RemedyRunTest::whatIsTakenOutIsNoAnswer()
{
    // Four errors, then a look takes ports out, then one more error: five in a row.
    Bench b(8);
    b.options.atOnce = 1;
    for (int i : {1, 2, 3, 4, 7, 8})
        b.script(i, Kind::Refused, 409);
    connect(&b.make(), &RemedyRun::outcome, this, [&](const PortOutcome &outcome) {
        if (outcome.portId == portId(4))
            b.now = b.now.addSecs(121);
    });
    connect(b.run.get(), &RemedyRun::recheckWanted, this, [&] {
        RecheckResult check = allOk(b.plan, b.now);
        check.ports[4].ok = check.ports[5].ok = false;
        QTimer::singleShot(0, this, [&b, check] { b.run->recheckDone(check); });
    });
    b.run->start();
    QTRY_COMPARE_WITH_TIMEOUT(b.finished, 1, 60'000);
    QCOMPARE(b.report.count(OutcomeKind::TakenOut), 2);
    QCOMPARE(b.report.count(OutcomeKind::Refused), 5);
    QCOMPARE(b.outcome(8).kind, OutcomeKind::NotSent);
    QVERIFY2(b.report.stopped.contains(u"5 errors"_s), qPrintable(b.report.stopped));
}

void RemedyRunTest::unknownLeavesTheJournalOpen()
{
    Bench b(3);
    b.script(2, Kind::Unclear, 0, true);
    for (int i = 0; i < 9; ++i)
        b.actions.looks[portId(2)].append(PortLook::Kind::Unclear);
    b.play();
    QCOMPARE(b.outcome(2).kind, OutcomeKind::Unknown);
    QCOMPARE(b.report.journal, JournalState::Open);
    QVERIFY2(b.report.journalText().contains(u"stays open"_s), qPrintable(b.report.journalText()));
    QVERIFY(b.report.toJson().contains("\"journal_open\": true"));
    QVERIFY(b.report.toJson().contains("\"journal_complete\": true"));
    QVERIFY(!b.journal.text.contains("\"closed\""));
    const QByteArray last = b.journal.text.trimmed().split('\n').constLast();
    QVERIFY2(last.contains("\"ended\"") && last.contains(portId(2).toUtf8()) && !last.contains(portId(1).toUtf8()),
             last.constData());
}

void RemedyRunTest::stopEndsTheOnesInFlight()
{
    Bench b(20);
    b.actions.hold = true;
    b.make().start();
    QTRY_COMPARE_WITH_TIMEOUT(b.actions.acted.size(), 4, 60'000);
    b.run->stop();
    QCOMPARE(b.run->progress().state, State::Stopping);
    b.actions.release();
    QTRY_COMPARE_WITH_TIMEOUT(b.finished, 1, 60'000);
    QCOMPARE(b.report.count(OutcomeKind::Done), 4);
    QCOMPARE(b.report.count(OutcomeKind::NotSent), 16);
    QCOMPARE(b.actions.acted.size(), 4);
    QVERIFY(!b.report.stopped.isEmpty());
    QVERIFY(b.report.journal == JournalState::Closed);
    b.run->stop();
    b.run->pause();
    b.run->resume();
    QCOMPARE(b.finished, 1);
}

void RemedyRunTest::pauseAndResume()
{
    Bench b(20);
    b.actions.hold = true;
    b.make().start();
    QTRY_COMPARE_WITH_TIMEOUT(b.actions.acted.size(), 4, 60'000);
    b.run->pause();
    QCOMPARE(b.run->progress().state, State::Pausing);
    b.actions.release();
    QTRY_COMPARE_WITH_TIMEOUT(b.run->progress().state, State::Paused, 60'000);
    QCOMPARE(b.run->progress().done, 4);
    QCOMPARE(b.actions.acted.size(), 4);
    b.run->resume();
    QTRY_COMPARE_WITH_TIMEOUT(b.finished, 1, 60'000);
    QCOMPARE(b.report.count(OutcomeKind::Done), 20);
}

void RemedyRunTest::stopDuringPause()
{
    Bench b(8);
    b.make().pause(); // before the start: nothing to pause
    b.run->start();
    b.run->pause();
    QTRY_COMPARE_WITH_TIMEOUT(b.run->progress().state, State::Paused, 60'000);
    b.run->stop();
    QTRY_COMPARE_WITH_TIMEOUT(b.finished, 1, 60'000);
    QCOMPARE(b.report.count(OutcomeKind::NotSent), 8);
    QVERIFY(b.actions.acted.isEmpty());
}

void RemedyRunTest::oldRecheckIsRepeated()
{
    Bench b(12);
    b.actions.onAct = [&](const QString &) { b.now = b.now.addSecs(25); };
    QList<QStringList> asked;
    connect(&b.make(), &RemedyRun::recheckWanted, this, [&](const QStringList &ids) {
        asked.append(ids);
        QVERIFY(b.run->progress().inFlight == 0);
        RecheckResult check = allOk(b.plan, b.now);
        if (asked.size() == 1) { // one changed, one was forgotten
            check.ports[11].ok = false;
            check.ports[11].why = u"it lives"_s;
            check.ports.removeAt(10);
        }
        QTimer::singleShot(0, this, [&b, check] { b.run->recheckDone(check); });
    });
    b.run->start();
    QTRY_COMPARE_WITH_TIMEOUT(b.finished, 1, 60'000);
    QVERIFY(asked.size() >= 1);
    QCOMPARE(b.outcome(12).kind, OutcomeKind::TakenOut);
    QCOMPARE(b.outcome(12).words, u"it lives"_s);
    QCOMPARE(b.outcome(11).kind, OutcomeKind::TakenOut);
    QCOMPARE(b.report.count(OutcomeKind::Done), 10);
    QVERIFY(b.has(11) && b.has(12));
}

void RemedyRunTest::failedRecheckStops()
{
    Bench b(6);
    b.now = b.now.addSecs(1);
    b.make();
    b.now = b.now.addSecs(500);
    connect(b.run.get(), &RemedyRun::recheckWanted, this, [&] {
        Error error;
        error.what = u"Reading the cloud"_s;
        b.run->recheckFailed(error);
    });
    b.run->start();
    QTRY_COMPARE_WITH_TIMEOUT(b.finished, 1, 60'000);
    QCOMPARE(b.report.count(OutcomeKind::NotSent), 6);
    QVERIFY(b.actions.acted.isEmpty());
    QVERIFY(b.report.stopped.contains(u"Reading the cloud"_s));
}

void RemedyRunTest::recheckThatIsOldWhenItComesStops()
{
    Bench b(6);
    b.make();
    b.now = b.now.addSecs(500);
    int asked = 0;
    connect(b.run.get(), &RemedyRun::recheckWanted, this, [&] {
        ++asked;
        const RecheckResult check = allOk(b.plan, b.now);
        b.now = b.now.addSecs(121); // so long did it take
        QTimer::singleShot(0, this, [&b, check] { b.run->recheckDone(check); });
    });
    b.run->start();
    QTRY_COMPARE_WITH_TIMEOUT(b.finished, 1, 60'000);
    QCOMPARE(asked, 1);
    QVERIFY(b.actions.acted.isEmpty());
    QCOMPARE(b.report.count(OutcomeKind::NotSent), 6);
    QVERIFY2(b.report.stopped.contains(u"too old"_s), qPrintable(b.report.stopped));
}

void RemedyRunTest::nothingWithoutJournal()
{
    Bench b(6);
    b.journal.failFrom = 0;
    b.play();
    QVERIFY(b.actions.acted.isEmpty());
    QCOMPARE(b.actions.ports.size(), 6u);
    QCOMPARE(b.report.count(OutcomeKind::NotSent), 6);
    QVERIFY(b.report.journal == JournalState::Incomplete);
    QVERIFY2(b.report.stopped.contains(u"No space left"_s), qPrintable(b.report.stopped));
}

void RemedyRunTest::fullDiskStopsTheRun()
{
    for (int good = 1; good < 14; ++good) {
        Bench b(6);
        b.journal.failFrom = good;
        b.play();
        const qsizetype announced = b.journal.text.count("\"sending\"");
        QVERIFY(b.actions.acted.size() <= announced); // nothing that is not written down
        QVERIFY(b.report.journal == JournalState::Incomplete);
        QCOMPARE(b.report.count(OutcomeKind::Done), int(b.actions.acted.size()));
        QCOMPARE(b.report.count(OutcomeKind::NotSent), 6 - int(b.actions.acted.size()));
    }
}

void RemedyRunTest::busyOnesAreLookedIntoAtTheEnd()
{
    Bench b(1);
    b.script(1, Kind::Later, 503, true, std::chrono::seconds(60));
    b.make().start();
    QTRY_COMPARE_WITH_TIMEOUT(b.run->progress().state, State::Waiting, 60'000);
    b.run->stop();
    QTRY_COMPARE_WITH_TIMEOUT(b.finished, 1, 60'000);
    QCOMPARE(b.outcome(1).kind, OutcomeKind::Gone); // and not "not tried"
}

void RemedyRunTest::retryIsASubset()
{
    Bench b(7);
    b.options.looks = 1;
    b.script(1, Kind::Unclear, 500);
    b.script(2, Kind::Changed, 412);
    b.script(3, Kind::Refused, 409);
    b.script(4, Kind::Gone, 404);
    b.play();
    const RemedyPlan again = b.report.plan.subset(b.report.retryable());
    QCOMPARE(again.ids(), (QSet<QString>{portId(1), portId(3)}));
    const QString text = b.report.toText();
    QVERIFY(text.contains(portId(2)) && text.contains(u"said so"_s));
    QCOMPARE(b.report.toCsv().count("\r\n"), 8);
    QVERIFY(b.report.toJson().contains("\"changed\": 1"));
    QVERIFY(b.report.summary().contains(u"Deleted: 3"_s));
}

void RemedyRunTest::repairs_data()
{
    QTest::addColumn<int>("action");
    QTest::newRow("clear-device") << int(RemedyAction::ClearDevice);
    QTest::newRow("regenerate-mac") << int(RemedyAction::RegenerateMac);
}

void RemedyRunTest::repairs()
{
    QFETCH(int, action);
    Bench b(5, RemedyAction(action));
    QCOMPARE(b.plan.size(), 5);
    b.actions.ports[portId(2)].revision = 9;
    PortAnswer partly = FakeActions::answer(Kind::Done, 200);
    partly.notAllowed = {u"host"_s};
    partly.matched = false;
    b.actions.acts[portId(3)].append({partly, true});
    b.play();
    QCOMPARE(b.report.count(OutcomeKind::Done), 4);
    QCOMPARE(b.outcome(2).kind, OutcomeKind::Changed);
    QCOMPARE(b.outcome(3).notAllowed, QStringList{u"host"_s});
    QVERIFY(!b.outcome(3).matched);
    QCOMPARE(b.report.notes.size(), 1);
    QCOMPARE(b.actions.ports.size(), 5u);
}

void RemedyRunTest::emptyPlan()
{
    Bench b(1);
    RemedyRun run(b.plan.subset({}), allOk(b.plan, b.now), {}, b.actions, b.journal, b.options);
    QSignalSpy spy(&run, &RemedyRun::finished);
    run.start();
    QTRY_COMPARE_WITH_TIMEOUT(spy.size(), 1, 60'000);
    QVERIFY(b.actions.acted.isEmpty());
}

QTEST_GUILESS_MAIN(RemedyRunTest)
#include "tst_remedy_run.moc"
