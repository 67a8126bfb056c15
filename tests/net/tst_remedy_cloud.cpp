// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cloud/httpportactions.h"
#include "app/democonfig.h"
#include "tests/support/remedybench.h"
#include "tests/support/rudeproxy.h"

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// Plans carried out against the simulated cloud, which is asked afterwards by a client that knows nothing of ours.
class RemedyCloudTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void smallReadingJudgesAsTheWhole_data();
    void smallReadingJudgesAsTheWhole();
    void leakedPortsGoAndQuotaIsFreed();
    void attachedBeforeTheRecheckSurvives();
    void attachedAfterTheRecheckSurvives();
    void floatingIpAfterTheRecheckSurvives();
    void serverThatComesBackKeepsItsPort();
    void refusedByNeutron();
    void tokensExpireInTheMiddle();
    void cloudGoneInTheMiddle();
    void oldReviewIsLookedAtAgain();
    void runIsLookedAtAgainInTheMiddle();
    void readOnlyDoesNothing();
    void anotherCloudsPlan();
    void anotherPlacesPlan_data();
    void anotherPlacesPlan();

private:
    QJsonObject port(const QString &id) { return m_client->get(u"/network/v2.0/ports/%1"_s.arg(id)).json; }
    bool exists(const QString &id) { return m_client->get(u"/network/v2.0/ports/%1"_s.arg(id)).status == 200; }
    int used(const QString &project)
    {
        return m_client->get(u"/network/v2.0/quotas/%1/details.json"_s.arg(project))
            .json[u"quota"_s][u"port"_s][u"used"_s]
            .toInt(-1);
    }
    int put(const QString &id, const QJsonObject &change)
    {
        return m_client->send("PUT", u"/network/v2.0/ports/%1"_s.arg(id), {{u"port"_s, change}}).status;
    }
    static RemedyPlan plan(const JudgementPtr &judgement, const QStringList &ids,
                           RemedyAction action = RemedyAction::Delete)
    {
        return RemedyPlan::make(judgement, {action, ids, {}}, QDateTime::currentDateTimeUtc());
    }
    void start(const QString &scene)
    {
        m_cloud = std::make_unique<DemoCloud>();
        const auto url = m_cloud->start(scene);
        QVERIFY(url.ok());
        m_config = demoConfig(*url);
        m_client = std::make_unique<DemoClient>(*url);
        QVERIFY(m_client->logInAs(u"admin"_s, u"admin"_s));
        m_judgement = judgedCloud(m_config);
        QVERIFY(m_judgement);
    }

    std::unique_ptr<DemoCloud> m_cloud;
    std::unique_ptr<DemoClient> m_client;
    CloudConfig m_config;
    JudgementPtr m_judgement;
};

void RemedyCloudTest::init() { start(u"mixed"_s); }

void RemedyCloudTest::smallReadingJudgesAsTheWhole_data()
{
    QTest::addColumn<QString>("scene");
    for (const QString &scene : {u"mixed"_s, u"heat"_s, u"baremetal"_s, u"quota"_s})
        QTest::newRow(qPrintable(scene)) << scene;
}

void RemedyCloudTest::smallReadingJudgesAsTheWhole()
{
    QFETCH(QString, scene);
    start(scene);
    const QStringList deletable
        = portsWhere(*m_judgement, [](const Port &, const PortJudgement &port) { return port.deletable(); });
    QVERIFY(!deletable.isEmpty());
    // One port at a time: the smaller the reading, the more is missing from it.
    for (const QString &id : deletable) {
        const RemedyPlan made = plan(m_judgement, {id});
        Recheck recheck(m_config, made);
        QSignalSpy spy(&recheck, &Recheck::finished);
        recheck.start();
        QVERIFY(spy.wait(60'000));
        const auto result = spy[0][0].value<RecheckResult>();
        const PortJudgement &whole = m_judgement->ports[portNumber(*m_judgement->snapshot, id)];
        const PortJudgement &small = result.ports[0].judgement;
        QVERIFY2(result.ports[0].ok, qPrintable(id + u": "_s + result.ports[0].why));
        QCOMPARE(toWord(small.verdict), toWord(whole.verdict));
        QCOMPARE(toWord(small.confidence), toWord(whole.confidence));
        QCOMPARE(toWord(small.remedy), toWord(whole.remedy));
        QCOMPARE(result.regions.network, u"RegionOne"_s);
        QVERIFY(result.canMatchRevision);
    }
}

void RemedyCloudTest::leakedPortsGoAndQuotaIsFreed()
{
    const QStringList leaked = provenOrphans(*m_judgement);
    QVERIFY(leaked.size() > 20);
    const QString ci = m_judgement->snapshot->ports[portNumber(*m_judgement->snapshot, leaked[0])].projectId;
    const auto all
        = [this] { return m_client->get(u"/network/v2.0/ports?fields=id"_s).json[u"ports"_s].toArray().size(); };
    const qsizetype ports = all();
    const int before = used(ci);

    RemedyBench bench(m_config);
    const RemedyPlan bulk = RemedyPlan::make(
        m_judgement,
        {RemedyAction::Delete, {}, portsWhere(*m_judgement, [](const auto &, const auto &) { return true; })},
        QDateTime::currentDateTimeUtc());
    QCOMPARE(bulk.size(), leaked.size());
    QVERIFY(bench.begin(bulk));
    QCOMPARE(bench.review.plan.size(), leaked.size());
    QVERIFY(bench.review.takenOut.isEmpty());
    QVERIFY(bench.review.canRun());
    const QStringList projects = bulk.projectIds();
    QCOMPARE(bench.review.quotas.size(), projects.size());
    QVERIFY(bench.confirm());
    QVERIFY(bench.waitForReport());

    QCOMPARE(bench.report.count(OutcomeKind::Done), int(leaked.size()));
    QVERIFY(bench.report.journal == JournalState::Closed && bench.report.stopped.isEmpty()
            && bench.report.notes.isEmpty());
    for (const QString &id : leaked)
        QVERIFY(!exists(id));
    QCOMPARE(all(), ports - leaked.size()); // and nothing else
    QVERIFY(used(ci) < before);
    for (const ProjectQuota &after : bench.report.quotasAfter)
        QCOMPARE(after.used, used(after.projectId));
    QCOMPARE(bench.report.quotasAfter.size(), projects.size());
    const Result<JournalRecord> journal = readJournal(bench.report.journalPath);
    QVERIFY(journal.ok() && !journal->isOpen());
    QCOMPARE(journal->restorable().size(), leaked.size());
    // Read again, nothing of it is left.
    QVERIFY(provenOrphans(*judgedCloud(m_config)).isEmpty());
}

void RemedyCloudTest::attachedBeforeTheRecheckSurvives()
{
    const QStringList leaked = provenOrphans(*m_judgement);
    const QString server = m_judgement->snapshot->servers[0].id;
    QCOMPARE(put(leaked[0], {{u"device_id"_s, server}, {u"device_owner"_s, u"compute:nova"_s}}), 200);
    QCOMPARE(put(leaked[1], {{u"name"_s, u"mine"_s}}), 200);
    QCOMPARE(m_client->send("DELETE", u"/network/v2.0/ports/%1"_s.arg(leaked[2])).status, 204);
    RemedyBench bench(m_config);
    QVERIFY(bench.begin(plan(m_judgement, leaked.mid(0, 5))));
    QCOMPARE(bench.review.takenOut.size(), 3);
    QCOMPARE(bench.review.plan.size(), 2);
    QVERIFY(bench.confirm());
    QVERIFY(bench.waitForReport());
    QCOMPARE(bench.report.count(OutcomeKind::Done), 2);
    QVERIFY(exists(leaked[0]) && exists(leaked[1]));
}

void RemedyCloudTest::attachedAfterTheRecheckSurvives()
{
    const QStringList leaked = provenOrphans(*m_judgement);
    RemedyBench bench(m_config);
    QVERIFY(bench.begin(plan(m_judgement, leaked.mid(0, 5))));
    QCOMPARE(bench.review.plan.size(), 5);
    const QString server = m_judgement->snapshot->servers[0].id;
    QCOMPARE(put(leaked[0], {{u"device_id"_s, server}, {u"device_owner"_s, u"compute:nova"_s}}), 200);
    QCOMPARE(m_client->send("DELETE", u"/network/v2.0/ports/%1"_s.arg(leaked[2])).status, 204);
    QVERIFY(bench.confirm());
    QVERIFY(bench.waitForReport());
    QCOMPARE(bench.outcomeOf(leaked[0])->kind, OutcomeKind::Changed);
    QCOMPARE(bench.outcomeOf(leaked[0])->status, 412);
    QCOMPARE(bench.outcomeOf(leaked[2])->kind, OutcomeKind::Gone);
    QCOMPARE(bench.report.count(OutcomeKind::Done), 3);
    QVERIFY(exists(leaked[0]));
}

void RemedyCloudTest::floatingIpAfterTheRecheckSurvives()
{
    // The revision of a port does not tell of floating IPs: only a last look does.
    const QStringList free = portsWhere(*m_judgement, [](const Port &port, const PortJudgement &judged) {
        return judged.verdict == Verdict::Unattached && port.name.startsWith(u"reserved-"_s);
    });
    QVERIFY(free.size() >= 2);
    QString unused;
    for (const FloatingIp &floating : m_judgement->snapshot->floatingIps) {
        if (floating.portId.isEmpty() && floating.forwardings.isEmpty())
            unused = floating.id;
    }
    if (unused.isEmpty())
        unused = m_judgement->snapshot->floatingIps[0].id;
    RemedyBench bench(m_config);
    QVERIFY(bench.begin(plan(m_judgement, free.mid(0, 2))));
    QCOMPARE(bench.review.plan.size(), 2);
    const qint64 revision = port(free[0])[u"port"_s][u"revision_number"_s].toInteger();
    QCOMPARE(m_client
                 ->send("PUT", u"/network/v2.0/floatingips/%1"_s.arg(unused),
                        {{u"floatingip"_s, QJsonObject{{u"port_id"_s, free[0]}}}})
                 .status,
             200);
    QCOMPARE(port(free[0])[u"port"_s][u"revision_number"_s].toInteger(), revision);
    QVERIFY(bench.confirm());
    QVERIFY(bench.waitForReport());
    QCOMPARE(bench.outcomeOf(free[0])->kind, OutcomeKind::Changed);
    QCOMPARE(bench.outcomeOf(free[1])->kind, OutcomeKind::Done);
    QVERIFY(exists(free[0]));
}

void RemedyCloudTest::serverThatComesBackKeepsItsPort()
{
    // While the plan was made, Nova said of a living server that it does not exist.
    const Port *used = nullptr;
    for (int i = 0; i < int(m_judgement->ports.size()); ++i) {
        const Port &one = m_judgement->snapshot->ports[i];
        const bool plain = one.deviceOwner.startsWith(u"compute:"_s) && one.name.isEmpty() && one.status == u"ACTIVE"_s
            && one.vnicType == u"normal"_s;
        if (plain && m_judgement->ports[i].has(Reason::ServerAlive)) {
            used = &one;
            break;
        }
    }
    QVERIFY(used);
    RudeProxy proxy(m_cloud->authUrl());
    bool lying = true;
    const QString server = used->deviceId;
    proxy.setPolicy([&lying, server](const RudeRequest &request) {
        RudeProxy::Fault fault;
        if (!lying || !request.path.contains(u"/compute/"_s))
            return fault;
        if (request.path.contains(server)) {
            fault.forward = false;
            fault.answer = json(R"({"itemNotFound":{"code":404,"message":"Instance could not be found."}})", 404);
            fault.answer.with("X-OpenStack-Nova-API-Version", "2.60");
        } else if (request.path.endsWith(u"/servers/detail"_s)) {
            fault.replace = true;
            fault.answer = json(R"({"servers":[{"id":"00000000-0000-4000-8000-00000000beef","status":"ACTIVE"}]})");
        }
        return fault;
    });
    const JudgementPtr misled = judgedCloud(proxy.config());
    QVERIFY(misled);
    const RemedyPlan made = plan(misled, {used->id});
    QVERIFY2(made.size() == 1, made.refused().isEmpty() ? "" : qPrintable(made.refused()[0].why));
    lying = false;
    RemedyBench bench(proxy.config());
    QVERIFY(bench.begin(made));
    QVERIFY(bench.review.plan.isEmpty());
    QCOMPARE(bench.review.takenOut.size(), 1);
    QVERIFY2(bench.review.takenOut[0].why.contains(u"server"_s), qPrintable(bench.review.takenOut[0].why));
    QVERIFY(!bench.controller->confirm(bench.everything()).isEmpty());
    QVERIFY(exists(used->id));
}

void RemedyCloudTest::refusedByNeutron()
{
    // A plan that would be wrong: Neutron's own guard is the last one.
    HttpPortActions actions(m_config);
    PortOrder order;
    for (const Port &one : m_judgement->snapshot->ports) {
        if (one.deviceOwner == u"network:router_interface"_s)
            order.port = one;
    }
    QVERIFY(!order.port.id.isEmpty());
    std::optional<PortAnswer> answer;
    actions.act(order, [&](const PortAnswer &given) { answer = given; });
    QTRY_VERIFY_WITH_TIMEOUT(answer, 30'000);
    QCOMPARE(answer->kind, PortAnswer::Kind::Refused);
    QCOMPARE(answer->status, 409);
    QVERIFY2(answer->message.contains(u"ServicePortInUse"_s), qPrintable(answer->message));
    QVERIFY(!answer->requestId.isEmpty());
    QVERIFY(exists(order.port.id));
}

void RemedyCloudTest::tokensExpireInTheMiddle()
{
    const QStringList leaked = provenOrphans(*m_judgement);
    RemedyBench bench(m_config);
    QVERIFY(bench.begin(plan(m_judgement, leaked)));
    int seen = 0;
    connect(bench.controller.get(), &RemedyController::outcome, this, [&] {
        if (++seen % 7 == 3)
            m_cloud->expireTokens();
    });
    QVERIFY(bench.confirm());
    QVERIFY(bench.waitForReport());
    QCOMPARE(bench.report.count(OutcomeKind::Done), int(leaked.size()));
    QVERIFY(m_client->logInAs(u"admin"_s, u"admin"_s));
    for (const QString &id : leaked)
        QVERIFY(!exists(id));
}

void RemedyCloudTest::cloudGoneInTheMiddle()
{
    const QStringList leaked = provenOrphans(*m_judgement);
    RemedyOptions options;
    options.run.longestWait = std::chrono::milliseconds(1); // the stopped service asks for patience: not here
    RemedyBench bench(m_config, options);
    QVERIFY(bench.begin(plan(m_judgement, leaked)));
    int seen = 0;
    connect(bench.controller.get(), &RemedyController::outcome, this, [&] {
        if (++seen == 6)
            m_cloud->setServiceStopped(u"network"_s, true);
    });
    QVERIFY(bench.confirm());
    QVERIFY(bench.waitForReport());
    m_cloud->setServiceStopped(u"network"_s, false);
    QVERIFY2(bench.report.stopped.contains(u"errors"_s), qPrintable(bench.report.stopped));
    QVERIFY(bench.report.journal
            == (bench.report.count(OutcomeKind::Unknown) > 0 ? JournalState::Open : JournalState::Closed));
    int claimed = 0;
    for (const PortOutcome &outcome : bench.report.outcomes) {
        const bool there = exists(outcome.portId);
        if (outcome.kind == OutcomeKind::Done || outcome.kind == OutcomeKind::Gone) {
            ++claimed;
            QVERIFY2(!there, qPrintable(outcome.words));
        } else if (outcome.kind != OutcomeKind::Unknown) {
            QVERIFY2(there, qPrintable(outcome.words));
        }
    }
    QVERIFY(claimed >= 6 && claimed < leaked.size());
}

void RemedyCloudTest::oldReviewIsLookedAtAgain()
{
    const QStringList leaked = provenOrphans(*m_judgement);
    QDateTime now = QDateTime::currentDateTimeUtc();
    RemedyOptions options;
    options.run.clock = [&now] { return now; };
    RemedyBench bench(m_config, options);
    QVERIFY(bench.begin(plan(m_judgement, leaked.mid(0, 4))));
    now = now.addSecs(121);
    QCOMPARE(put(leaked[0], {{u"name"_s, u"mine"_s}}), 200);
    QVERIFY(bench.confirm());
    QCOMPARE(bench.controller->state(), RemedyController::State::Rechecking);
    QVERIFY(bench.waitForReport());
    QCOMPARE(bench.outcomeOf(leaked[0])->kind, OutcomeKind::TakenOut);
    QCOMPARE(bench.report.count(OutcomeKind::Done), 3);
    QCOMPARE(bench.reviews, 1); // fewer ports need no second review

    // All of them changed: there is nothing left to run, and the user sees why.
    QVERIFY(bench.begin(plan(m_judgement, leaked.mid(4, 2))));
    now = now.addSecs(121);
    QCOMPARE(put(leaked[4], {{u"name"_s, u"mine"_s}}), 200);
    QCOMPARE(put(leaked[5], {{u"name"_s, u"mine"_s}}), 200);
    QVERIFY(bench.confirm());
    QTRY_COMPARE_WITH_TIMEOUT(bench.reviews, 3, 60'000);
    QVERIFY(!bench.review.again.isEmpty());
    QVERIFY(!bench.review.canRun());
    QVERIFY(exists(leaked[4]) && exists(leaked[5]));
}

void RemedyCloudTest::runIsLookedAtAgainInTheMiddle()
{
    const QStringList leaked = provenOrphans(*m_judgement);
    QDateTime now = QDateTime::currentDateTimeUtc();
    RemedyOptions options;
    options.run.clock = [&now] { return now; };
    RemedyBench bench(m_config, options);
    QVERIFY(bench.begin(plan(m_judgement, leaked)));
    QStringList changed;
    int rechecks = 0;
    int seen = 0;
    connect(bench.controller.get(), &RemedyController::runProgress, this,
            [&](const RunProgress &progress) { rechecks += progress.state == RunProgress::State::Rechecking ? 1 : 0; });
    connect(bench.controller.get(), &RemedyController::outcome, this, [&] {
        if (++seen == 5) {
            // First the changes: the look begins as soon as the last one is old.
            changed = leaked.mid(leaked.size() - 3);
            for (const QString &id : std::as_const(changed))
                put(id, {{u"name"_s, u"mine"_s}});
            now = now.addSecs(200);
        }
    });
    QVERIFY(bench.confirm());
    QVERIFY(bench.waitForReport());
    QVERIFY(rechecks > 0);
    for (const QString &id : std::as_const(changed)) {
        QCOMPARE(bench.outcomeOf(id)->kind, OutcomeKind::TakenOut);
        QVERIFY(exists(id));
    }
    QCOMPARE(bench.report.count(OutcomeKind::Done), int(leaked.size() - 3));
}

void RemedyCloudTest::readOnlyDoesNothing()
{
    const QStringList leaked = provenOrphans(*m_judgement);
    RemedyBench bench(m_config);
    bench.lock.lock();
    QVERIFY(!bench.controller->begin(plan(m_judgement, leaked)).isEmpty());
    QVERIFY(!bench.controller->restore(u"/x"_s, leaked[0]).isEmpty());
    QVERIFY(bench.lock.unlock());
    QVERIFY(bench.begin(plan(m_judgement, leaked)));
    bench.lock.lock(); // gives the review up
    QCOMPARE(bench.controller->state(), RemedyController::State::Idle);
    QVERIFY(!bench.controller->confirm(bench.everything()).isEmpty());
    // Locked in the middle of a run: what is in flight ends, the rest is left.
    QVERIFY(bench.lock.unlock());
    QVERIFY(bench.begin(plan(m_judgement, leaked)));
    QVERIFY(!bench.controller->confirm({}).isEmpty());
    Confirmation wrong = bench.everything();
    wrong.typedNumber = 1;
    QVERIFY(!bench.controller->confirm(wrong).isEmpty());
    wrong = bench.everything();
    wrong.ids.insert(m_judgement->snapshot->ports[0].id);
    wrong.typedNumber = int(wrong.ids.size());
    QVERIFY(!bench.controller->confirm(wrong).isEmpty());
    connect(bench.controller.get(), &RemedyController::outcome, this, [&] { bench.lock.lock(); });
    QVERIFY(bench.confirm());
    QVERIFY(!bench.controller->setCloud(m_config)); // not in the middle
    QVERIFY(bench.waitForReport());
    QVERIFY(bench.report.count(OutcomeKind::Done) >= 1);
    QVERIFY(bench.report.count(OutcomeKind::Done) <= 8);
    QCOMPARE(bench.report.count(OutcomeKind::Done) + bench.report.count(OutcomeKind::NotSent), int(leaked.size()));
}

void RemedyCloudTest::anotherCloudsPlan()
{
    CloudConfig other = m_config;
    other.name = u"other"_s;
    RemedyBench bench(other);
    QVERIFY(!bench.controller->begin(plan(m_judgement, provenOrphans(*m_judgement))).isEmpty());
    QVERIFY(!bench.controller->begin(RemedyPlan()).isEmpty());
    // A snapshot file is shown: there is nothing that could be done.
    QVERIFY(bench.controller->setCloud(std::nullopt));
    QVERIFY(!bench.lock.unlock());
    QVERIFY(!bench.controller->begin(plan(m_judgement, provenOrphans(*m_judgement))).isEmpty());
}

void RemedyCloudTest::anotherPlacesPlan_data()
{
    QTest::addColumn<QString>("what");
    for (const QString &what : {u"cloud"_s, u"region"_s, u"project"_s})
        QTest::newRow(qPrintable(what)) << what;
}

void RemedyCloudTest::anotherPlacesPlan()
{
    // The ports have the ids of the plan, and all else is as it was judged: the place alone is not the plan's.
    QFETCH(QString, what);
    const QStringList leaked = provenOrphans(*m_judgement);
    auto elsewhere = std::make_shared<Snapshot>(*m_judgement->snapshot);
    if (what == u"cloud"_s)
        elsewhere->cloud = u"other"_s;
    else if (what == u"region"_s)
        elsewhere->region = u"RegionTwo"_s;
    else
        elsewhere->auth.projectId = u"00000000000000000000000000000bad"_s;
    const auto judgement = std::make_shared<const Judgement>(judge(elsewhere));
    const RemedyPlan made = plan(judgement, leaked);
    QCOMPARE(made.size(), int(leaked.size()));
    CloudConfig config = m_config;
    Recheck recheck(config, made);
    QSignalSpy failed(&recheck, &Recheck::failed);
    QSignalSpy finished(&recheck, &Recheck::finished);
    recheck.start();
    QTRY_VERIFY_WITH_TIMEOUT(!failed.isEmpty() || !finished.isEmpty(), 60'000);
    QCOMPARE(failed.size(), 1);
    const QString why = failed[0][0].value<Error>().serviceMessage;
    const Snapshot &there = *m_judgement->snapshot;
    const QStringList names = what == u"cloud"_s ? QStringList{elsewhere->cloud, there.cloud}
        : what == u"region"_s                    ? QStringList{elsewhere->region, there.region}
                                                 : QStringList{elsewhere->auth.projectId, there.auth.projectId};
    for (const QString &name : names)
        QVERIFY2(why.contains(name), qPrintable(why));

    // The controller leaves the plan, and nothing is there to confirm.
    RemedyBench bench(m_config);
    QVERIFY(!bench.begin(made));
    QCOMPARE(bench.controller->state(), RemedyController::State::Idle);
    QVERIFY(!bench.controller->confirm(bench.everything()).isEmpty());
    for (const QString &id : leaked)
        QVERIFY(exists(id));
}

QTEST_GUILESS_MAIN(RemedyCloudTest)
#include "tst_remedy_cloud.moc"
