// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cloud/httpportactions.h"
#include "app/democonfig.h"
#include "tests/support/remedybench.h"

#include <QProcess>

#include <csignal>

#include <unistd.h>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

namespace {

/// Ends the process as kill -9 does, at a step of that number.
class Steps
{
public:
    explicit Steps(int last)
        : m_last(last)
    { }
    void step()
    {
        if (++m_count == m_last)
            ::kill(::getpid(), SIGKILL);
    }

private:
    int m_last;
    int m_count = 0;
};

class SteppedActions : public PortActions
{
public:
    SteppedActions(PortActions &real, Steps &steps)
        : m_real(real)
        , m_steps(steps)
    { }
    void act(const PortOrder &order, ActDone done) override
    {
        m_steps.step();
        m_real.act(order, [this, done](const PortAnswer &answer) {
            m_steps.step();
            done(answer);
        });
    }
    void look(const QString &id, LookDone done) override { m_real.look(id, done); }
    void readQuotas(const QStringList &ids, QuotasDone done) override { m_real.readQuotas(ids, done); }
    void restore(const RestoreOrder &order, RestoreDone done) override { m_real.restore(order, done); }
    void cancelAll() override { m_real.cancelAll(); }

private:
    PortActions &m_real;
    Steps &m_steps;
};

class SteppedJournal : public Journal
{
public:
    SteppedJournal(Journal &real, Steps &steps)
        : m_real(real)
        , m_steps(steps)
    { }
    void append(const QByteArray &lines, Done done) override
    {
        m_steps.step();
        m_real.append(lines, [this, done](const std::optional<Error> &error) {
            m_steps.step();
            done(error);
        });
    }
    QString path() const override { return m_real.path(); }

private:
    Journal &m_real;
    Steps &m_steps;
};

/// The process that is killed: carries a plan out. Arguments: URL, journal folder, action, last step, port ids.
int child(const QStringList &arguments)
{
    const QUrl url(arguments.value(0));
    DemoClient client(url);
    if (!client.logInAs(u"admin"_s, u"admin"_s))
        return 2;
    const auto action = remedyActionFromWord(arguments.value(2)).value_or(RemedyAction::Delete);
    const RemedyPlan plan = madeUpPlan(client, arguments.mid(4), action);
    Steps steps(arguments.value(3).toInt());
    HttpPortActions real(demoConfig(url));
    SteppedActions actions(real, steps);
    JournalFile file(arguments.value(1), u"demo"_s, QDateTime::currentDateTimeUtc());
    SteppedJournal journal(file, steps);
    JournalHeader header;
    header.runId = u"run"_s;
    header.cloud = u"demo"_s;
    RunOptions options;
    options.atOnce = 2;
    RemedyRun run(plan, madeUpCheck(plan), header, actions, journal, options);
    int finished = 0;
    QEventLoop loop;
    QObject::connect(&run, &RemedyRun::finished, &loop, [&] {
        ++finished;
        loop.quit();
    });
    run.start();
    loop.exec();
    return finished == 1 && plan.size() == arguments.size() - 4 ? 0 : 3;
}

} // namespace

/// kill -9 at each step of a run: nothing is lost, nothing is claimed.
class RemedyCrashTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void killedAtEachStep_data();
    void killedAtEachStep();

private:
    QJsonObject portNow(const QString &id)
    {
        return m_client->get(u"/network/v2.0/ports/%1"_s.arg(id)).json[u"port"_s].toObject();
    }
    void checkJournal(const QString &folder, const QHash<QString, QJsonObject> &before, RemedyAction action);
    bool isDone(const QString &id, const QJsonObject &before, RemedyAction action)
    {
        const QJsonObject now = portNow(id);
        switch (action) {
        case RemedyAction::Delete:
            return now.isEmpty();
        case RemedyAction::ClearDevice:
            return !now.isEmpty() && now[u"device_id"_s].toString().isEmpty();
        case RemedyAction::RegenerateMac:
            return !now.isEmpty() && now[u"mac_address"_s] != before[u"mac_address"_s];
        }
        return false;
    }

    DemoCloud m_cloud;
    QUrl m_url;
    std::unique_ptr<DemoClient> m_client;
    QString m_network;
};

void RemedyCrashTest::initTestCase()
{
    const auto url = m_cloud.start(u"healthy"_s);
    QVERIFY(url.ok());
    m_url = *url;
    m_client = std::make_unique<DemoClient>(*url);
    QVERIFY(m_client->logInAs(u"admin"_s, u"admin"_s));
    m_network = m_client->get(u"/network/v2.0/networks?name=data"_s).json[u"networks"_s][0][u"id"_s].toString();
    QVERIFY(!m_network.isEmpty());
}

void RemedyCrashTest::killedAtEachStep_data()
{
    QTest::addColumn<int>("action");
    for (int action = 0; action < RemedyActionCount; ++action)
        QTest::newRow(toWord(RemedyAction(action)).data()) << action;
}

void RemedyCrashTest::killedAtEachStep()
{
    QFETCH(int, action);
    constexpr int ports = 3;
    int kills = 0;
    int withOpenJournal = 0;
    for (int step = 1;; ++step) {
        QTemporaryDir folder;
        QStringList ids;
        QHash<QString, QJsonObject> before;
        for (int i = 0; i < ports; ++i) {
            ids += makeLeftPort(*m_client, m_network);
            before.insert(ids.last(), portNow(ids.last()));
            QVERIFY(!before[ids.last()].isEmpty());
        }
        QProcess process;
        process.start(QCoreApplication::applicationFilePath(),
                      QStringList{u"--child"_s, m_url.toString(), folder.path(), toWord(RemedyAction(action)),
                                  QString::number(step)}
                          + ids);
        QVERIFY(process.waitForFinished(60'000));
        const bool killed = process.exitStatus() == QProcess::CrashExit;
        if (killed)
            ++kills;
        else
            QCOMPARE(process.exitCode(), 0);
        withOpenJournal += int(findJournals(folder.path(), true).size());
        checkJournal(folder.path(), before, RemedyAction(action));
        for (const QString &id : ids)
            m_client->send("DELETE", u"/network/v2.0/ports/%1"_s.arg(id));
        if (QTest::currentTestFailed())
            return;
        if (!killed)
            break;
    }
    // Head, three steps for each port and its outcome, the end: before and after each.
    QCOMPARE(kills, 2 * (1 + 3 * ports + 1));
    QVERIFY(withOpenJournal > kills / 2);
}

void RemedyCrashTest::checkJournal(const QString &folder, const QHash<QString, QJsonObject> &before,
                                   RemedyAction action)
{
    const QList<JournalRecord> journals = findJournals(folder, false);
    QVERIFY(journals.size() <= 1);
    for (auto it = before.begin(); it != before.end(); ++it) {
        const bool done = isDone(it.key(), it.value(), action);
        const JournalPort *known = journals.isEmpty() ? nullptr : journals[0].find(it.key());
        // Nothing was done that is not written down, with all that is needed to make it again.
        if (done) {
            QVERIFY(known && known->sending && journals[0].ready);
            QCOMPARE(QJsonDocument::fromJson(known->json).object()[u"mac_address"_s], it.value()[u"mac_address"_s]);
        }
        // Nothing is claimed that was not done.
        if (known && known->outcome && known->outcome->kind == OutcomeKind::Done)
            QVERIFY(done);
    }
    if (journals.isEmpty() || !journals[0].isOpen())
        return;
    HttpPortActions actions(demoConfig(m_url));
    JournalRecovery recovery(journals[0], actions);
    QSignalSpy spy(&recovery, &JournalRecovery::finished);
    recovery.start();
    if (spy.isEmpty())
        QVERIFY(spy.wait(30'000));
    QVERIFY(spy[0][0].value<RecoveryReport>().closed);
    const Result<JournalRecord> after = readJournal(journals[0].path);
    QVERIFY(after.ok() && !after->isOpen());
    QVERIFY(after->ready || before.size() > after->unresolved().size() || after->unresolved().size() == before.size());
    for (const JournalPort &port : after->ports) {
        if (!after->ready)
            break;
        QVERIFY(port.outcome);
        const bool done = isDone(port.id, before[port.id], action);
        const bool claimed = port.outcome->kind == OutcomeKind::Done || port.outcome->kind == OutcomeKind::Gone;
        QVERIFY2(done == claimed, qPrintable(port.outcome->words));
    }
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == u"--child"_s)
        return child(arguments.mid(2));
    RemedyCrashTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_remedy_crash.moc"
