// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/decode.h"
#include "models/remedy/journalrecovery.h"
#include "models/remedy/lockstate.h"
#include "tests/support/fakeactions.h"
#include "tests/support/ruletest.h"

#include <QDir>
#include <QFileInfo>
#include <QMutex>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/syscall.h>
#include <unistd.h>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

namespace {

QMutex syncedMutex;
QStringList synced; ///< what was made durable, in order

} // namespace

/// In place of the C library's: writes down what is asked of it and does it.
extern "C" int fsync(int fd)
{
    char path[4096];
    const ssize_t length
        = ::readlink(QByteArray("/proc/self/fd/" + QByteArray::number(fd)).constData(), path, sizeof path);
    {
        const QMutexLocker locker(&syncedMutex);
        if (length > 0)
            synced += QString::fromLocal8Bit(path, qsizetype(length));
    }
    return int(::syscall(SYS_fsync, fd));
}

/// Journals that are open after their run: what is asked, what is not claimed, and how they are closed.
class RemedyRecoveryTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void unknownIsAskedAgain_data();
    void unknownIsAskedAgain();
    void silenceKeepsItOpenEachTime();
    void closedByHand();
    void cutOffAndClosedByHand();
    void damagedPortIsAskedAbout_data();
    void damagedPortIsAskedAbout();
    void unreadableJournalIsTold();
    void oneLookAtATime();
    void closedMeanwhile();
    void newFoldersAreMadeDurable();
    void protectionThatCannotBeReadProtectsAll();
    void protectionThatCannotBeKeptIsTold();

private:
    static const inline QDateTime Now{QDate(2026, 11, 30), QTime(9, 41), Qt::UTC};
    QString folder() const { return m_home->path() + u"/journals"_s; }
    QString path() const { return folder() + u"/20261130T000000Z-x-00000000.jsonl"_s; }
    static RemedyPlan plan(RemedyAction action = RemedyAction::Delete);
    static QByteArray head(RemedyAction action = RemedyAction::Delete);
    static QByteArray unknown(int port)
    {
        return journalSending(portId(port), Now)
            + journalOutcome({portId(port), OutcomeKind::Unknown, u"lost"_s, 0, {}, Now, true, {}});
    }
    void write(const QByteArray &text);
    RecoveryReport recover(FakeActions &actions);
    static std::optional<Error> append(Journal &journal, const QByteArray &lines);

    std::unique_ptr<QTemporaryDir> m_home;
};

void RemedyRecoveryTest::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir().mkpath(folder()));
}

RemedyPlan RemedyRecoveryTest::plan(RemedyAction action)
{
    QByteArray items;
    QStringList ids;
    for (int i = 1; i <= 3; ++i) {
        ids += portId(i);
        items += (i > 1 ? "," : "") + QByteArray("{\"id\":\"") + portId(i).toUtf8()
            + "\",\"network_id\":\"n\",\"project_id\":\"x\",\"mac_address\":\"fa:16:3e:00:00:0" + QByteArray::number(i)
            + "\",\"device_id\":\"" + serverId(1).toUtf8()
            + "\",\"device_owner\":\"compute:nova\",\"name\":\"mine\",\"revision_number\":3,"
              "\"created_at\":\"2020-01-01T00:00:00Z\",\"updated_at\":\"2020-01-01T00:00:00Z\"}";
    }
    auto snapshot = std::make_shared<Snapshot>(decodePage(SourceId::Ports, "{\"ports\":[" + items + "]}")->items);
    for (SourceInfo &info : snapshot->sources)
        info.status = SourceStatus::Complete;
    snapshot->takenAt = Now;
    snapshot->auth.admin = true;
    ServerProbe gone;
    gone.status = 404;
    gone.body = ServerProbe::Body::ItemNotFound;
    snapshot->serverProbes.insert(serverId(1), gone);
    const auto judgement = std::make_shared<const Judgement>(judge(snapshot, {0}));
    return RemedyPlan::make(judgement, {action, ids, {}}, Now);
}

QByteArray RemedyRecoveryTest::head(RemedyAction action)
{
    JournalHeader header;
    header.runId = u"run-1"_s;
    header.action = action;
    header.cloud = u"lab"_s;
    header.startedAt = Now;
    header.ports = 3;
    return journalHead(header, plan(action));
}

void RemedyRecoveryTest::write(const QByteArray &text)
{
    QFile file(path());
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(file.write(text), text.size());
}

RecoveryReport RemedyRecoveryTest::recover(FakeActions &actions)
{
    JournalRecovery recovery(*readJournal(path()), actions);
    QSignalSpy spy(&recovery, &JournalRecovery::finished);
    recovery.start();
    [&] { QTRY_COMPARE_WITH_TIMEOUT(spy.size(), 1, 60'000); }();
    return spy.value(0).value(0).value<RecoveryReport>();
}

std::optional<Error> RemedyRecoveryTest::append(Journal &journal, const QByteArray &lines)
{
    std::optional<std::optional<Error>> answer;
    journal.append(lines, [&](const std::optional<Error> &error) { answer = error; });
    [&] { QTRY_VERIFY(answer.has_value()); }();
    return answer ? *answer : std::optional(Error{});
}

void RemedyRecoveryTest::unknownIsAskedAgain_data()
{
    QTest::addColumn<bool>("there");
    QTest::addColumn<int>("kind");
    QTest::newRow("gone") << false << int(OutcomeKind::Gone);
    QTest::newRow("there") << true << int(OutcomeKind::Failed);
}

void RemedyRecoveryTest::unknownIsAskedAgain()
{
    QFETCH(bool, there);
    QFETCH(int, kind);
    const PortOutcome done{portId(1), OutcomeKind::Done, u"done"_s, 204, {}, Now, true, {}};
    const PortOutcome refused{portId(3), OutcomeKind::Refused, u"no"_s, 409, {}, Now, true, {}};
    const PortOutcome lost{portId(2), OutcomeKind::Unknown, u"lost"_s, 0, {}, Now, true, {}};
    write(head() + journalSending(portId(1), Now) + journalOutcome(done) + unknown(2) + journalSending(portId(3), Now)
          + journalOutcome(refused) + journalEnded(Now, {done, lost, refused}));
    // The next start finds it, as one that is not held by anybody.
    const QList<JournalRecord> open = findJournals(folder(), true);
    QCOMPARE(open.size(), 1);
    QVERIFY(open[0].isOpen() && open[0].endedAt == Now);
    QCOMPARE(open[0].damagedLines, 0);
    QCOMPARE(open[0].unresolved(), QStringList{portId(2)});
    FakeActions actions;
    const RemedyPlan made = plan();
    if (there)
        actions.ports[portId(2)] = made.ports()[1].port;
    const RecoveryReport report = recover(actions);
    QVERIFY(report.closed && !report.error && report.silent.isEmpty());
    QCOMPARE(actions.looked, QStringList{portId(2)});
    QVERIFY2(report.summary.contains(u"ended without knowing"_s), qPrintable(report.summary));
    const Result<JournalRecord> after = readJournal(path());
    QVERIFY(!after->isOpen());
    QCOMPARE(after->closedBy, u"recovery"_s);
    QCOMPARE(after->find(portId(2))->outcome->kind, OutcomeKind(kind));
    QVERIFY2(after->find(portId(2))->outcome->words.startsWith(u"At first"_s),
             qPrintable(after->find(portId(2))->outcome->words));
    QCOMPARE(after->find(portId(1))->outcome->kind, OutcomeKind::Done);
    QVERIFY(findJournals(folder(), true).isEmpty());
}

void RemedyRecoveryTest::silenceKeepsItOpenEachTime()
{
    write(head() + unknown(1) + journalSending(portId(2), Now));
    FakeActions actions;
    const RemedyPlan made = plan();
    actions.ports[portId(2)] = made.ports()[1].port;
    actions.ports[portId(3)] = made.ports()[2].port;
    for (int i = 0; i < 2; ++i)
        actions.looks[portId(1)].append(PortLook::Kind::Unclear);
    for (int round = 0; round < 2; ++round) {
        const RecoveryReport report = recover(actions);
        QVERIFY(!report.closed && report.error);
        QCOMPARE(report.silent, QStringList{portId(1)});
        QCOMPARE(findJournals(folder(), true).size(), 1);
        QCOMPARE(readJournal(path())->unresolved(), QStringList{portId(1)});
    }
    // What was told once is not asked again.
    QCOMPARE(actions.looked, (QStringList{portId(1), portId(2), portId(3), portId(1)}));
    QVERIFY(recover(actions).closed);
    QCOMPARE(readJournal(path())->find(portId(1))->outcome->kind, OutcomeKind::Gone);
}

void RemedyRecoveryTest::closedByHand()
{
    const PortOutcome done{portId(1), OutcomeKind::Done, u"done"_s, 204, {}, Now, true, {}};
    write(head() + journalSending(portId(1), Now) + journalOutcome(done) + unknown(2));
    {
        JournalFile journal(path());
        QVERIFY(!append(journal, flotsam::closedByHand(*readJournal(path()), Now)));
    }
    QFile file(path());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray last = file.readAll().trimmed().split('\n').constLast();
    QVERIFY2(last.contains("\"hand\"") && last.contains("\"unknown\":[\"" + portId(2).toUtf8() + "\"]"),
             last.constData());
    const Result<JournalRecord> after = readJournal(path());
    QVERIFY(!after->isOpen());
    QCOMPARE(after->closedBy, u"hand"_s);
    QCOMPARE(after->find(portId(3))->outcome->kind, OutcomeKind::NotSent); // it was never announced
    QCOMPARE(after->unresolved(), QStringList{portId(2)});
    QCOMPARE(after->restorable(), (QStringList{portId(1), portId(2)})); // perhaps it is gone: that is asked first
    QVERIFY(findJournals(folder(), true).isEmpty());
}

void RemedyRecoveryTest::cutOffAndClosedByHand()
{
    write(head() + journalSending(portId(3), Now));
    {
        JournalFile journal(path());
        QVERIFY(!append(journal, flotsam::closedByHand(*readJournal(path()), Now)));
    }
    const Result<JournalRecord> after = readJournal(path());
    QCOMPARE(after->find(portId(3))->outcome->kind, OutcomeKind::Unknown);
    QCOMPARE(after->find(portId(1))->outcome->kind, OutcomeKind::NotSent);
    QCOMPARE(after->unresolved(), QStringList{portId(3)});
    // One whose head is torn: nothing was ever sent.
    write(head().chopped(4));
    JournalFile torn(path());
    QVERIFY(!append(torn, flotsam::closedByHand(*readJournal(path()), Now)));
    QVERIFY(!readJournal(path())->isOpen());
}

void RemedyRecoveryTest::damagedPortIsAskedAbout_data()
{
    QTest::addColumn<int>("action");
    QTest::addColumn<bool>("there");
    QTest::addColumn<bool>("closed");
    QTest::newRow("delete, gone") << int(RemedyAction::Delete) << false << true;
    QTest::newRow("delete, there") << int(RemedyAction::Delete) << true << true;
    QTest::newRow("clear, gone") << int(RemedyAction::ClearDevice) << false << true;
    QTest::newRow("clear, there") << int(RemedyAction::ClearDevice) << true << false;
}

void RemedyRecoveryTest::damagedPortIsAskedAbout()
{
    QFETCH(int, action);
    QFETCH(bool, there);
    QFETCH(bool, closed);
    // A bit of the disk turned over in the line of a port that something was sent for.
    QByteArray text = head(RemedyAction(action)) + journalSending(portId(2), Now);
    text.replace("{\"port\":\"" + portId(2).toUtf8(), "{\"p~rt\":\"" + portId(2).toUtf8());
    write(text);
    const Result<JournalRecord> before = readJournal(path());
    QVERIFY(before->ready); // and not "nothing was sent"
    QCOMPARE(before->damagedLines, 1);
    QVERIFY(before->unresolved().contains(portId(2)));
    FakeActions actions;
    const RemedyPlan made = plan(RemedyAction(action));
    for (int i : {0, 2})
        actions.ports[made.ports()[i].port.id] = made.ports()[i].port;
    if (there)
        actions.ports[portId(2)] = made.ports()[1].port;
    const RecoveryReport report = recover(actions);
    QCOMPARE(report.closed, closed);
    QVERIFY(actions.looked.contains(portId(2)));
    const Result<JournalRecord> after = readJournal(path());
    if (closed)
        QCOMPARE(after->find(portId(2))->outcome->kind, there ? OutcomeKind::Failed : OutcomeKind::Gone);
    else
        QCOMPARE(after->unresolved(), QStringList{portId(2)});
    QVERIFY(!after->restorable().contains(portId(2))); // nothing is left to make it of
}

void RemedyRecoveryTest::unreadableJournalIsTold()
{
    // What the program is no journal of, or what it does not know what was done in, is not passed over.
    for (const QByteArray &key : {QByteArray("\"journal\""), QByteArray("\"action\"")}) {
        QByteArray text = head() + journalSending(portId(1), Now);
        text.replace(text.indexOf(key) + 2, 1, "~");
        write(text);
        QList<Error> problems;
        QVERIFY(findJournals(folder(), true, &problems).isEmpty());
        QCOMPARE(problems.size(), 1);
        QCOMPARE(problems[0].object, path());
    }
}

void RemedyRecoveryTest::oneLookAtATime()
{
    write(head() + journalSending(portId(1), Now));
    JournalFile holder(path());
    QVERIFY(!append(holder, {}));
    FakeActions actions;
    const RecoveryReport report = recover(actions);
    QVERIFY(!report.closed && report.error);
    QVERIFY(actions.looked.isEmpty());
    QVERIFY(readJournal(path())->isOpen());
}

void RemedyRecoveryTest::closedMeanwhile()
{
    write(head() + journalSending(portId(1), Now));
    const Result<JournalRecord> stale = readJournal(path());
    FakeActions actions;
    QVERIFY(recover(actions).closed);
    const qsizetype looks = actions.looked.size();
    const qint64 size = QFileInfo(path()).size();
    JournalRecovery second(*stale, actions);
    QSignalSpy spy(&second, &JournalRecovery::finished);
    second.start();
    QTRY_COMPARE_WITH_TIMEOUT(spy.size(), 1, 60'000);
    QVERIFY(spy[0][0].value<RecoveryReport>().closed);
    QCOMPARE(actions.looked.size(), looks);
    QCOMPARE(QFileInfo(path()).size(), size);
}

void RemedyRecoveryTest::newFoldersAreMadeDurable()
{
    const QString home = QFileInfo(m_home->path()).canonicalFilePath();
    const QString deep = home + u"/data/flotsam/journals"_s;
    {
        const QMutexLocker locker(&syncedMutex);
        synced.clear();
    }
    JournalFile journal(deep, u"lab"_s, Now);
    QVERIFY(!append(journal, head()));
    const QMutexLocker locker(&syncedMutex);
    for (const QString &one : {home, home + u"/data"_s, home + u"/data/flotsam"_s, deep, journal.path()})
        QVERIFY2(synced.contains(one), qPrintable(one));
    // The name of the file stands in its folder before the first line counts.
    QVERIFY(synced.lastIndexOf(deep) > synced.indexOf(home));
    QCOMPARE(synced.constLast(), journal.path());
}

void RemedyRecoveryTest::protectionThatCannotBeReadProtectsAll()
{
    const QString file = m_home->path() + u"/protected.ini"_s;
    QVERIFY(QDir().mkpath(file)); // there, and no file: nobody can read it, not even root
    LockState lock{ProtectedClouds(file)};
    lock.setCloud(u"anything"_s);
    QVERIFY(lock.isProtected());
    QVERIFY(!lock.unlock());
    QVERIFY2(lock.trouble().contains(file), qPrintable(lock.trouble()));
    QVERIFY(lock.unlock(u"anything"_s));
    QVERIFY(!lock.setProtected(false));
    LockState fine{ProtectedClouds(m_home->path() + u"/none.ini"_s)};
    fine.setCloud(u"anything"_s);
    QVERIFY(!fine.isProtected() && fine.trouble().isEmpty());
}

void RemedyRecoveryTest::protectionThatCannotBeKeptIsTold()
{
    QFile file(m_home->path() + u"/file"_s);
    QVERIFY(file.open(QIODevice::WriteOnly));
    LockState lock{ProtectedClouds(file.fileName() + u"/below/protected.ini"_s)};
    QSignalSpy told(&lock, &LockState::notKept);
    lock.setCloud(u"prod"_s);
    QVERIFY(!lock.setProtected(true));
    QVERIFY(lock.isProtected()); // for this session
    QCOMPARE(told.size(), 1);
}

QTEST_GUILESS_MAIN(RemedyRecoveryTest)
#include "tst_remedy_recovery.moc"
