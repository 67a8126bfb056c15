// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/decode.h"
#include "models/remedy/journalrecovery.h"
#include "models/remedy/lockstate.h"
#include "models/remedy/remedyrun.h"
#include "tests/support/fakeactions.h"
#include "tests/support/ruletest.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <sys/resource.h>
#include <sys/stat.h>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

class RemedyJournalTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void roundTrip();
    void privateFile();
    void unwritableFolder();
    void fullDisk();
    void heldByARunIsNotOpen();
    void tornAnywhere();
    void strangeLinesAreCounted();
    void otherFilesAreNoJournals();
    void recovery_data();
    void recovery();
    void silentCloudLeavesItOpen();
    void completesATornJournal();
    void restorableOnce();
    void restorableWhereNothingIsSure();
    void locks();

private:
    QString folder() const { return m_home.path() + u"/journals"_s; }
    static const inline QDateTime Now{QDate(2026, 11, 30), QTime(9, 41), Qt::UTC};
    static RemedyPlan plan(int ports = 3);
    JournalHeader header() const;
    /// Appends and waits; the error if there was one.
    static std::optional<Error> write(Journal &journal, const QByteArray &lines);
    QByteArray content(const QString &path) const;
    QString writeFile(const QByteArray &text);

    QTemporaryDir m_home;
};

void RemedyJournalTest::init() { QDir(folder()).removeRecursively(); }

RemedyPlan RemedyJournalTest::plan(int ports)
{
    QByteArray items;
    QStringList ids;
    for (int i = 1; i <= ports; ++i) {
        ids += portId(i);
        items += i > 1 ? "," : "";
        items += R"({"id":")" + portId(i).toUtf8() + R"(","name":"p\n\u2028 )" + QByteArray::number(i)
            + R"(","revision_number":3,"network_id":"n","mac_address":"fa:16:3e:00:00:01","project_id":"x",)"
              R"("device_id":"","unheard_of":{"a":[1,2.5,null,18446744073709551615]},"created_at":"2020-01-01T00:00:00Z",)"
              R"("updated_at":"2020-01-01T00:00:00Z","binding:vif_type":"unbound"})";
    }
    const auto page = decodePage(SourceId::Ports, "{\"ports\":[" + items + "]}");
    auto snapshot = std::make_shared<Snapshot>(page->items);
    snapshot->takenAt = Now;
    snapshot->auth.admin = true;
    const auto judgement = std::make_shared<const Judgement>(judge(snapshot));
    return RemedyPlan::make(judgement, {RemedyAction::Delete, ids, {}}, Now);
}

JournalHeader RemedyJournalTest::header() const
{
    JournalHeader header;
    header.runId = u"run-1"_s;
    header.action = RemedyAction::Delete;
    header.cloud = u"prod eu"_s;
    header.region = u"RegionOne"_s;
    header.authUrl = u"http://keystone/v3"_s;
    header.projectId = u"x"_s;
    header.startedAt = Now;
    header.ports = 3;
    header.matching = true;
    header.quotas.append({u"x"_s, u"ci"_s, true, 500, 499, 1, {}, 0});
    return header;
}

std::optional<Error> RemedyJournalTest::write(Journal &journal, const QByteArray &lines)
{
    std::optional<std::optional<Error>> answer;
    journal.append(lines, [&](const std::optional<Error> &error) { answer = error; });
    [&] { QTRY_VERIFY(answer.has_value()); }();
    return answer ? *answer : std::optional(Error{});
}

QByteArray RemedyJournalTest::content(const QString &path) const
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString RemedyJournalTest::writeFile(const QByteArray &text)
{
    QDir().mkpath(folder());
    const QString path = folder() + u"/20261130T000000Z-x-00000000.jsonl"_s;
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(text) != text.size())
        return {};
    return path;
}

void RemedyJournalTest::roundTrip()
{
    const RemedyPlan made = plan();
    QCOMPARE(made.size(), 3);
    PortOutcome outcome{portId(2), OutcomeKind::Refused, u"in use \"x\"\n"_s, 409, u"req-1"_s, Now, true, {u"host"_s}};
    {
        JournalFile journal(folder(), u"prod/../eu"_s, Now);
        QVERIFY(!QFile::exists(journal.path()));
        QVERIFY(!write(journal, journalHead(header(), made)));
        QVERIFY(!write(journal, journalSending(portId(2), Now) + journalOutcome(outcome)));
        QVERIFY(QFileInfo(journal.path()).absolutePath() == folder());
    }
    QList<JournalRecord> found = findJournals(folder(), true);
    QCOMPARE(found.size(), 1);
    const JournalRecord &record = found[0];
    QVERIFY(record.isOpen() && record.ready && !record.torn);
    QCOMPARE(record.damagedLines, 0);
    QCOMPARE(record.header.runId, u"run-1"_s);
    QCOMPARE(record.header.cloud, u"prod eu"_s);
    QCOMPARE(record.header.startedAt, Now);
    QCOMPARE(record.header.quotas.size(), 1);
    QCOMPARE(record.header.quotas[0].used, 499);
    QCOMPARE(record.ports.size(), 3);
    QCOMPARE(record.unresolved(), (QStringList{portId(1), portId(3)}));
    const JournalPort &second = *record.find(portId(2));
    QVERIFY(second.sending && second.outcome);
    QCOMPARE(second.outcome->kind, OutcomeKind::Refused);
    QCOMPARE(second.outcome->words, outcome.words);
    QCOMPARE(second.outcome->notAllowed, outcome.notAllowed);
    QCOMPARE(second.port.revision, std::optional<qint64>(3));
    QCOMPARE(second.port.name, u"p\n\u2028 2"_s);
    // What nobody knows is kept byte by byte.
    QVERIFY(content(record.path).contains("18446744073709551615"));
    {
        JournalFile journal(record.path);
        QVERIFY(!write(journal, journalClose(Now, u"run"_s, {outcome})));
    }
    QVERIFY(findJournals(folder(), true).isEmpty());
    QCOMPARE(findJournals(folder(), false).size(), 1);
}

void RemedyJournalTest::privateFile()
{
    const mode_t before = umask(0);
    JournalFile journal(folder(), u"c"_s, Now);
    QVERIFY(!write(journal, "{}\n"));
    umask(before);
    struct stat info
    { };
    QCOMPARE(stat(QFile::encodeName(journal.path()).constData(), &info), 0);
    QCOMPARE(info.st_mode & 0777, mode_t(0600));
    QCOMPARE(stat(QFile::encodeName(folder()).constData(), &info), 0);
    QCOMPARE(info.st_mode & 0777, mode_t(0700));
}

void RemedyJournalTest::unwritableFolder()
{
    QFile file(m_home.path() + u"/file"_s);
    QVERIFY(file.open(QIODevice::WriteOnly));
    JournalFile journal(file.fileName() + u"/journals"_s, u"c"_s, Now);
    const auto error = write(journal, journalHead(header(), plan()));
    QVERIFY(error);
    QCOMPARE(error->kind, Error::Kind::File);
    FakeActions actions;
    const RemedyPlan made = plan();
    for (const PlannedPort &planned : made.ports())
        actions.ports[planned.port.id] = planned.port;
    RemedyRun run(made, allOk(made, QDateTime::currentDateTimeUtc()), header(), actions, journal);
    QSignalSpy spy(&run, &RemedyRun::finished);
    run.start();
    QTRY_COMPARE_WITH_TIMEOUT(spy.size(), 1, 60'000);
    QVERIFY(actions.acted.isEmpty());
    QCOMPARE(spy[0][0].value<RemedyReport>().count(OutcomeKind::NotSent), 3);
}

void RemedyJournalTest::fullDisk()
{
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    rlimit small = before;
    const RemedyPlan made = plan(40);
    small.rlim_cur = rlim_t(journalHead(header(), made).size() + 1500);
    setrlimit(RLIMIT_FSIZE, &small);
    FakeActions actions;
    for (const PlannedPort &planned : made.ports())
        actions.ports[planned.port.id] = planned.port;
    QString path;
    RemedyReport report;
    {
        JournalFile journal(folder(), u"c"_s, Now);
        path = journal.path();
        RemedyRun run(made, allOk(made, QDateTime::currentDateTimeUtc()), header(), actions, journal);
        QSignalSpy spy(&run, &RemedyRun::finished);
        run.start();
        [&] { QTRY_COMPARE(spy.size(), 1); }();
        report = spy.value(0).value(0).value<RemedyReport>();
    }
    setrlimit(RLIMIT_FSIZE, &before);
    QVERIFY(!report.stopped.isEmpty());
    QVERIFY(report.journal == JournalState::Incomplete);
    QVERIFY(!actions.acted.isEmpty() && actions.acted.size() < 40);
    QCOMPARE(report.count(OutcomeKind::Done), int(actions.acted.size()));
    // Every port that something was sent for is written down as being sent.
    const Result<JournalRecord> record = readJournal(path);
    QVERIFY(record.ok());
    QVERIFY(record->isOpen() && record->ready);
    for (const QString &id : std::as_const(actions.acted))
        QVERIFY(record->find(id)->sending);
}

void RemedyJournalTest::heldByARunIsNotOpen()
{
    auto journal = std::make_unique<JournalFile>(folder(), u"c"_s, Now);
    QVERIFY(!write(*journal, journalHead(header(), plan())));
    QVERIFY(findJournals(folder(), true).isEmpty());
    QCOMPARE(findJournals(folder(), false).size(), 1);
    JournalFile second(journal->path());
    QVERIFY(write(second, "{}\n")); // two must not write to one journal
    journal.reset();
    QCOMPARE(findJournals(folder(), true).size(), 1);
}

void RemedyJournalTest::tornAnywhere()
{
    PortOutcome outcome{portId(1), OutcomeKind::Done, u"done"_s, 204, {}, Now, true, {}};
    const QByteArray head = journalHead(header(), plan());
    const QByteArray whole
        = head + journalSending(portId(1), Now) + journalOutcome(outcome) + journalClose(Now, u"run"_s, {outcome});
    for (qsizetype cut = 1; cut <= whole.size(); ++cut) {
        const Result<JournalRecord> record = readJournal(writeFile(whole.first(cut)));
        QVERIFY(record.ok());
        QCOMPARE(record->ready, cut >= head.size());
        QCOMPARE(record->isOpen(), cut < whole.size());
        QCOMPARE(record->torn, whole[cut - 1] != '\n');
        if (const JournalPort *first = record->find(portId(1))) {
            const qsizetype end = head.size() + journalSending(portId(1), Now).size();
            QCOMPARE(first->sending, cut >= end);
            QCOMPARE(first->outcome.has_value(), cut >= end + journalOutcome(outcome).size());
        }
    }
}

void RemedyJournalTest::strangeLinesAreCounted()
{
    const QByteArray text = journalHead(header(), plan()) + "\xff\xfe garbage\n{\"future\":1}\n\n[]\n"
        + journalSending(u"not-in-the-plan"_s, Now) + journalSending(portId(3), Now);
    const Result<JournalRecord> record = readJournal(writeFile(text));
    QVERIFY(record.ok());
    QCOMPARE(record->damagedLines, 3);
    QVERIFY(record->find(portId(3))->sending);
    QCOMPARE(record->ports.size(), 4); // something was sent for one whose own line is not there: it is asked for
    QVERIFY(record->unresolved().contains(u"not-in-the-plan"_s));
}

void RemedyJournalTest::otherFilesAreNoJournals()
{
    QVERIFY(!readJournal(writeFile("hello\n")).ok());
    QVERIFY(findJournals(folder(), false).isEmpty());
    QVERIFY(!readJournal(folder() + u"/none.jsonl"_s).ok());
    QVERIFY(findJournals(m_home.path() + u"/nowhere"_s, true).isEmpty());
}

void RemedyJournalTest::recovery_data()
{
    QTest::addColumn<bool>("sending");
    QTest::addColumn<int>("state"); // 0 gone, 1 as it was, 2 changed
    QTest::addColumn<int>("kind");
    QTest::newRow("sent, gone") << true << 0 << int(OutcomeKind::Gone);
    QTest::newRow("sent, there") << true << 1 << int(OutcomeKind::Failed);
    QTest::newRow("sent, changed") << true << 2 << int(OutcomeKind::Changed);
    QTest::newRow("not sent, gone") << false << 0 << int(OutcomeKind::Gone);
    QTest::newRow("not sent, there") << false << 1 << int(OutcomeKind::NotSent);
    QTest::newRow("not sent, changed") << false << 2 << int(OutcomeKind::Changed);
}

void RemedyJournalTest::recovery()
{
    QFETCH(bool, sending);
    QFETCH(int, state);
    QFETCH(int, kind);
    const RemedyPlan made = plan();
    PortOutcome known{portId(1), OutcomeKind::Done, u"done"_s, 204, {}, Now, true, {}};
    const QString path = writeFile(journalHead(header(), made) + journalSending(portId(1), Now) + journalOutcome(known)
                                   + (sending ? journalSending(portId(2), Now) : QByteArray()));
    FakeActions actions;
    actions.ports[portId(1)] = made.ports()[0].port; // known already: nobody asks
    actions.ports[portId(3)] = made.ports()[2].port;
    if (state > 0)
        actions.ports[portId(2)] = made.ports()[1].port;
    if (state > 1)
        actions.ports[portId(2)].deviceId = u"somebody"_s;
    const Result<JournalRecord> record = readJournal(path);
    JournalRecovery recovery(*record, actions);
    QSignalSpy spy(&recovery, &JournalRecovery::finished);
    recovery.start();
    QTRY_COMPARE_WITH_TIMEOUT(spy.size(), 1, 60'000);
    const auto report = spy[0][0].value<RecoveryReport>();
    QVERIFY(report.closed && !report.error);
    QCOMPARE(actions.looked, (QStringList{portId(2), portId(3)}));
    QVERIFY(actions.acted.isEmpty());
    const Result<JournalRecord> after = readJournal(path);
    QVERIFY(!after->isOpen());
    QCOMPARE(after->closedBy, u"recovery"_s);
    QCOMPARE(after->find(portId(2))->outcome->kind, OutcomeKind(kind));
    QCOMPARE(after->find(portId(1))->outcome->kind, OutcomeKind::Done);
    QCOMPARE(after->find(portId(3))->outcome->kind, OutcomeKind::NotSent);
    QVERIFY(after->unresolved().isEmpty());
}

void RemedyJournalTest::silentCloudLeavesItOpen()
{
    const QString path = writeFile(journalHead(header(), plan()));
    FakeActions actions;
    actions.looks[portId(2)] = {PortLook::Kind::Unclear};
    JournalRecovery recovery(*readJournal(path), actions);
    QSignalSpy spy(&recovery, &JournalRecovery::finished);
    recovery.start();
    QTRY_COMPARE_WITH_TIMEOUT(spy.size(), 1, 60'000);
    const auto report = spy[0][0].value<RecoveryReport>();
    QVERIFY(!report.closed && report.error);
    const Result<JournalRecord> after = readJournal(path);
    QVERIFY(after->isOpen());
    QCOMPARE(after->unresolved(), QStringList{portId(2)});
}

void RemedyJournalTest::completesATornJournal()
{
    const QByteArray head = journalHead(header(), plan());
    // Torn in the head: nothing was sent, and nobody needs to be asked.
    QString path = writeFile(head.first(head.size() - 3));
    FakeActions actions;
    {
        JournalRecovery recovery(*readJournal(path), actions);
        QSignalSpy spy(&recovery, &JournalRecovery::finished);
        recovery.start();
        QTRY_COMPARE_WITH_TIMEOUT(spy.size(), 1, 60'000);
    }
    QVERIFY(actions.looked.isEmpty());
    QVERIFY(!readJournal(path)->isOpen());
    QVERIFY(content(path).startsWith(head.first(head.size() - 3)));
    // Torn later: what follows stands on a line of its own.
    path = writeFile(head + journalSending(portId(1), Now).chopped(5));
    {
        JournalRecovery recovery(*readJournal(path), actions);
        QSignalSpy spy(&recovery, &JournalRecovery::finished);
        recovery.start();
        QTRY_COMPARE_WITH_TIMEOUT(spy.size(), 1, 60'000);
    }
    const Result<JournalRecord> after = readJournal(path);
    QVERIFY(!after->isOpen());
    QCOMPARE(after->damagedLines, 1);
    QVERIFY(after->unresolved().isEmpty());
}

void RemedyJournalTest::restorableOnce()
{
    PortOutcome deleted{portId(1), OutcomeKind::Done, {}, 204, {}, Now, true, {}};
    PortOutcome refused{portId(2), OutcomeKind::Refused, {}, 409, {}, Now, true, {}};
    const QString path = writeFile(journalHead(header(), plan()) + journalOutcome(deleted) + journalOutcome(refused)
                                   + journalClose(Now, u"run"_s, {deleted, refused}));
    QCOMPARE(readJournal(path)->restorable(), QStringList{portId(1)});
    JournalFile journal(path);
    QVERIFY(!write(journal, journalRestored(portId(1), u"new"_s, Now, {u"the id"_s})));
    QVERIFY(readJournal(path)->restorable().isEmpty());
    QCOMPARE(readJournal(path)->find(portId(1))->restoredAs, u"new"_s);
}

void RemedyJournalTest::restorableWhereNothingIsSure()
{
    const PortOutcome unknown{portId(1), OutcomeKind::Unknown, {}, 0, {}, Now, true, {}};
    const PortOutcome failed{portId(2), OutcomeKind::Failed, {}, 500, {}, Now, true, {}};
    const QByteArray head = journalHead(header(), plan());
    const QString path = writeFile(head + journalSending(portId(1), Now) + journalOutcome(unknown)
                                   + journalOutcome(failed) + journalClose(Now, u"run"_s, {unknown, failed}));
    QCOMPARE(readJournal(path)->restorable(), QStringList{portId(1)}); // for the other nothing was ever sent
}

void RemedyJournalTest::locks()
{
    const QString file = m_home.path() + u"/protected.ini"_s;
    LockState lock{ProtectedClouds(file)};
    QSignalSpy spy(&lock, &LockState::changed);
    QVERIFY(!lock.isUnlocked());
    QVERIFY(!lock.unlock()); // no cloud
    lock.setCloud(u"lab"_s);
    QVERIFY(!lock.isUnlocked());
    QVERIFY(lock.unlock());
    QVERIFY(lock.isUnlocked());
    lock.setCloud(u"prod"_s);
    QVERIFY(!lock.isUnlocked()); // another cloud is another session
    QVERIFY(lock.unlock());
    QVERIFY(lock.setProtected(true));
    QVERIFY(!lock.isUnlocked());
    QVERIFY(!lock.unlock());
    QVERIFY(!lock.unlock(u"Prod"_s));
    QVERIFY(lock.unlock(u"prod"_s));
    QVERIFY(spy.size() >= 5);
    LockState again{ProtectedClouds(file)};
    again.setCloud(u"prod"_s);
    QVERIFY(again.isProtected());
    QVERIFY(!again.unlock());
    QVERIFY(!again.setProtected(false)); // only whoever has typed the name
    QVERIFY(again.isProtected());
    QVERIFY(again.unlock(u"prod"_s));
    QVERIFY(again.setProtected(false));
    QVERIFY(!again.isProtected());
    QVERIFY(!ProtectedClouds(file).contains(u"prod"_s));
    again.setCloud(u"lab"_s);
    QVERIFY(!again.isProtected());
}

QTEST_GUILESS_MAIN(RemedyJournalTest)
#include "tst_remedy_journal.moc"
