// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/journalrecord.h"
#include "tests/support/remedywindow.h"
#include "tests/support/rudeproxy.h"

#include <QApplication>
#include <QDir>
#include <QMessageBox>
#include <QProcess>
#include <QTableView>

#include <atomic>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

namespace {

/// The program that is killed: reads the cloud, plans all proven orphans, has them looked at again, confirms.
int child()
{
    RemedyWindow window;
    if (!window.start() || !window.trigger(u"actionLock"_s) || !window.review() || !window.confirm())
        return 2;
    return QTest::qWaitFor([&] { return !window.textOf(u"reportHeadline"_s).isEmpty(); }, 120'000) ? 0 : 3;
}

} // namespace

/// The program is killed in the middle of a run, or leaves ports unknown, and is begun again with the same home: the
/// window tells what became of each port, as the cloud says it.
class RemedyRestartTest : public QObject
{
    Q_OBJECT

private slots:
    void killedInTheMiddle();
    void unknownIsAskedAgainAtTheNextStart();
    void unknownIsAskedAgainAfterTheNextReading();
    void closedByHand();

private:
    static QString journalOf(const RemedyWindow &window)
    {
        const QDir folder(window.home.path() + u"/flotsam/journals"_s);
        const QStringList names = folder.entryList({u"*.jsonl"_s}, QDir::Files);
        return names.size() == 1 ? folder.filePath(names[0]) : QString();
    }
    /// Every port of the journal has the outcome that the cloud shows.
    static void isTrue(RemedyWindow &window, const JournalRecord &record);
    /// Runs the plan of all proven orphans; the answers about one of them are lost for good.
    static void leaveOneUnknown(RemedyWindow &window, RudeProxy &proxy, QString &id);
};

void RemedyRestartTest::isTrue(RemedyWindow &window, const JournalRecord &record)
{
    QVERIFY(!record.isOpen());
    QVERIFY(record.unresolved().isEmpty());
    for (const JournalPort &port : record.ports) {
        const bool gone = port.outcome->kind == OutcomeKind::Done || port.outcome->kind == OutcomeKind::Gone;
        QVERIFY2(gone != window.exists(port.id), qPrintable(port.outcome->words));
    }
}

void RemedyRestartTest::killedInTheMiddle()
{
    RemedyWindow window(u"quota"_s);
    RudeProxy proxy(window.cloud.authUrl());
    window.useCloudAt(proxy.config().authUrl);
    // Six deletions come through; of the next ones the answers never arrive, though two of them are carried out.
    std::atomic<int> deletions = 0;
    proxy.setPolicy([&deletions](const RudeRequest &request) {
        RudeProxy::Fault fault;
        if (request.method != "DELETE")
            return fault;
        const int number = ++deletions;
        fault.forward = number <= 8;
        fault.replace = number > 6;
        fault.answer.silent = number > 6;
        return fault;
    });
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.start(QCoreApplication::applicationFilePath(), {u"--child"_s});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(deletions >= 10 || process.state() == QProcess::NotRunning, 120'000);
    QCOMPARE(process.state(), QProcess::Running);
    process.kill();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);

    const Result<JournalRecord> left = readJournal(journalOf(window));
    QVERIFY(left.ok() && left->isOpen() && left->ready);
    const QStringList unresolved = left->unresolved();
    QVERIFY(unresolved.size() >= 4 && unresolved.size() < left->ports.size());

    std::atomic<int> changes = 0;
    QMutex mutex;
    QStringList asked;
    proxy.setPolicy([&](const RudeRequest &request) {
        if (request.method != "GET" && !request.path.endsWith(u"/auth/tokens"_s))
            ++changes;
        const QMutexLocker lock(&mutex);
        if (request.method == "GET" && request.path.contains(u"/v2.0/ports/"_s))
            asked += request.path.section(u'/', -1);
        return RudeProxy::Fault();
    });
    QVERIFY(window.start());
    QTRY_VERIFY_WITH_TIMEOUT(window.textOf(u"recoveryText"_s).contains(u"is closed"_s), 60'000);
    const Result<JournalRecord> after = readJournal(journalOf(window));
    QVERIFY(after.ok());
    isTrue(window, *after);
    QCOMPARE(after->closedBy, u"recovery"_s);
    int gone = 0;
    for (const QString &id : unresolved)
        gone += after->find(id)->outcome->kind == OutcomeKind::Gone ? 1 : 0;
    QCOMPARE(gone, 2); // the two that were carried out without an answer
    QCOMPARE(window.find<QTableView>(u"recoveryTable"_s)->model()->rowCount(), int(after->ports.size()));
    {
        const QMutexLocker lock(&mutex);
        QStringList wanted = unresolved;
        wanted.sort();
        asked.sort();
        QCOMPARE(asked, wanted); // each of them, once, and no other
    }
    QCOMPARE(changes, 0); // finding out changes nothing
    window.end();
    proxy.setPolicy({});
}

void RemedyRestartTest::leaveOneUnknown(RemedyWindow &window, RudeProxy &proxy, QString &id)
{
    window.useCloudAt(proxy.config().authUrl);
    QVERIFY(window.start());
    id = window.proven().value(3);
    QVERIFY(!id.isEmpty());
    QVERIFY(window.trigger(u"actionLock"_s));
    QVERIFY(window.review());
    proxy.setPolicy([id](const RudeRequest &request) {
        RudeProxy::Fault fault;
        if (request.path.endsWith(id)) { // carried out, and then nobody says so
            fault.forward = request.method == "DELETE";
            fault.replace = true;
            fault.answer.reset = true;
            fault.answer.cutAfter = 0;
        }
        return fault;
    });
    QVERIFY(window.confirm());
    QTRY_VERIFY_WITH_TIMEOUT(!window.textOf(u"reportHeadline"_s).isEmpty(), 120'000);
    QVERIFY2(window.textOf(u"reportHeadline"_s).contains(u"Not known: 1"_s),
             qPrintable(window.textOf(u"reportHeadline"_s)));
    QVERIFY2(window.textOf(u"reportFacts"_s).contains(u"stays open"_s), qPrintable(window.textOf(u"reportFacts"_s)));
    const Result<JournalRecord> left = readJournal(journalOf(window));
    QVERIFY(left.ok() && left->isOpen());
    QCOMPARE(left->unresolved(), QStringList{id});
}

void RemedyRestartTest::unknownIsAskedAgainAtTheNextStart()
{
    RemedyWindow window(u"quota"_s);
    RudeProxy proxy(window.cloud.authUrl());
    QString id;
    leaveOneUnknown(window, proxy, id);
    window.end();
    proxy.setPolicy({});
    QVERIFY(window.start());
    QTRY_VERIFY_WITH_TIMEOUT(window.textOf(u"recoveryText"_s).contains(u"is closed"_s), 60'000);
    const Result<JournalRecord> after = readJournal(journalOf(window));
    isTrue(window, *after);
    QCOMPARE(after->find(id)->outcome->kind, OutcomeKind::Gone);
    window.end();
}

void RemedyRestartTest::unknownIsAskedAgainAfterTheNextReading()
{
    RemedyWindow window(u"quota"_s);
    RudeProxy proxy(window.cloud.authUrl());
    QString id;
    leaveOneUnknown(window, proxy, id);
    // The reading after the run finds the cloud as silent as it was: told once, with what can be done.
    QTRY_VERIFY_WITH_TIMEOUT(window.textOf(u"recoveryText"_s).contains(u"stays open"_s), 60'000);
    QVERIFY(window.find<QPushButton>(u"recoveryAgain"_s)->isVisible());
    QVERIFY(readJournal(journalOf(window))->isOpen());
    // By hand: still silent.
    QSignalSpy recovered(&window.controller(), &RemedyController::recovered);
    QTest::mouseClick(window.find<QPushButton>(u"recoveryAgain"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(recovered.size() >= 1, 60'000);
    QVERIFY(!recovered.constLast()[0].value<RecoveryReport>().closed);
    // It speaks again.
    proxy.setPolicy({});
    QTest::mouseClick(window.find<QPushButton>(u"recoveryAgain"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(window.textOf(u"recoveryText"_s).contains(u"is closed"_s), 60'000);
    isTrue(window, *readJournal(journalOf(window)));
    window.end();
}

void RemedyRestartTest::closedByHand()
{
    RemedyWindow window(u"quota"_s);
    RudeProxy proxy(window.cloud.authUrl());
    QString id;
    leaveOneUnknown(window, proxy, id);
    QTRY_VERIFY_WITH_TIMEOUT(window.textOf(u"recoveryText"_s).contains(u"stays open"_s), 60'000);
    QTest::mouseClick(window.find<QPushButton>(u"recoveryGiveUp"_s), Qt::LeftButton);
    auto *const question = window.find<QMessageBox>(u"giveUpQuestion"_s);
    QVERIFY(question && question->text().contains(id));
    QTest::keyClick(question, Qt::Key_Return); // keeps it open
    QVERIFY(readJournal(journalOf(window))->isOpen());
    delete question;
    QTest::mouseClick(window.find<QPushButton>(u"recoveryGiveUp"_s), Qt::LeftButton);
    QTest::mouseClick(window.find<QPushButton>(u"giveUpClose"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(window.textOf(u"recoveryText"_s).contains(u"by hand"_s), 60'000);
    const Result<JournalRecord> after = readJournal(journalOf(window));
    QVERIFY(!after->isOpen());
    QCOMPARE(after->closedBy, u"hand"_s);
    QCOMPARE(after->unresolved(), QStringList{id});
    // Nobody asks again.
    proxy.setPolicy({});
    window.end();
    QVERIFY(window.start());
    QSignalSpy looked(&window.controller(), &RemedyController::openJournalsFound);
    window.controller().findOpenJournals();
    QTRY_VERIFY(looked.size() >= 1);
    QVERIFY(looked.constLast()[0].value<QList<JournalRecord>>().isEmpty());
    QVERIFY(window.textOf(u"recoveryText"_s).isEmpty());
    window.end();
}

int main(int argc, char **argv)
{
    const QApplication app(argc, argv);
    if (QCoreApplication::arguments().value(1) == u"--child"_s)
        return child();
    RemedyRestartTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_remedy_restart.moc"
