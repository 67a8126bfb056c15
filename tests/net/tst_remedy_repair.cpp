// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cloud/httpportactions.h"
#include "app/democonfig.h"
#include "tests/support/remedybench.h"

#include <QDir>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// Repairs, and ports made again, in the simulated cloud.
class RemedyRepairTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void clearsDevices();
    void memberIsToldWhatItMayNotClear();
    void regeneratesAMac();
    void restoresAPort();
    void restoreMeetsATakenMac();
    void openJournalsAreClosed();

private:
    QJsonObject port(const QString &id) { return m_client->get(u"/network/v2.0/ports/%1"_s.arg(id)).json; }
    bool exists(const QString &id) { return m_client->get(u"/network/v2.0/ports/%1"_s.arg(id)).status == 200; }
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

void RemedyRepairTest::init() { start(u"mixed"_s); }

void RemedyRepairTest::clearsDevices()
{
    const QStringList stale = portsWhere(*m_judgement, [](const Port &, const PortJudgement &judged) {
        return judged.verdict == Verdict::Stale && judged.remedy == Remedy::ClearDevice;
    });
    QVERIFY(stale.size() >= 6);
    RemedyBench bench(m_config);
    QVERIFY(bench.begin(plan(m_judgement, stale, RemedyAction::ClearDevice)));
    QCOMPARE(bench.review.plan.size(), stale.size());
    QVERIFY(bench.confirm());
    QVERIFY(bench.waitForReport());
    QCOMPARE(bench.report.count(OutcomeKind::Done), int(stale.size()));
    for (const QString &id : stale) {
        const QJsonObject now = port(id)[u"port"_s].toObject();
        QCOMPARE(now[u"device_id"_s].toString(), QString());
        QCOMPARE(now[u"device_owner"_s].toString(), QString());
        QCOMPARE(now[u"binding:host_id"_s].toString(), QString());
        QVERIFY(!now[u"binding:profile"_s].toObject().contains(u"pci_slot"_s));
        QVERIFY(bench.outcomeOf(id)->notAllowed.isEmpty());
    }
    const JudgementPtr after = judgedCloud(m_config, {0});
    for (const QString &id : stale) {
        // Free again, or of use to somebody who knew it all the time.
        const PortJudgement &now = after->ports[portNumber(*after->snapshot, id)];
        const bool reliedOn = now.has(Reason::FloatingIp) || now.has(Reason::Vip) || now.has(Reason::HeatManaged);
        QCOMPARE(now.verdict, reliedOn ? Verdict::InUse : Verdict::Unattached);
    }
}

void RemedyRepairTest::memberIsToldWhatItMayNotClear()
{
    const QStringList stale = portsWhere(*m_judgement, [](const Port &one, const PortJudgement &judged) {
        return judged.verdict == Verdict::Stale && !one.deviceId.isEmpty() && !one.hostId.isEmpty();
    });
    QVERIFY(!stale.isEmpty());
    const int number = portNumber(*m_judgement->snapshot, stale[0]);
    CloudConfig member = m_config;
    member.userName = u"demo"_s;
    member.projectName = u"demo"_s;
    // The member's own port, made to look like that one.
    const QJsonArray networks = m_client->get(u"/network/v2.0/networks?name=demo"_s).json[u"networks"_s].toArray();
    QVERIFY(!networks.isEmpty());
    const QJsonObject network = networks[0].toObject();
    const auto made = m_client->send("POST", u"/network/v2.0/ports"_s,
                                     {{u"port"_s,
                                       QJsonObject{{u"network_id"_s, network[u"id"_s]},
                                                   {u"project_id"_s, network[u"project_id"_s]},
                                                   {u"name"_s, u"left"_s},
                                                   {u"device_id"_s, m_judgement->snapshot->ports[number].deviceId},
                                                   {u"device_owner"_s, u"compute:nova"_s},
                                                   {u"binding:host_id"_s, u"compute-1"_s}}}});
    QCOMPARE(made.status, 201);
    const QString id = made.json[u"port"_s][u"id"_s].toString();
    HttpPortActions actions(member);
    PortOrder order;
    order.action = RemedyAction::ClearDevice;
    order.json = QJsonDocument(made.json[u"port"_s].toObject()).toJson(QJsonDocument::Compact);
    const auto page = decodePage(SourceId::Ports, "{\"ports\":[" + order.json + "]}");
    order.port = page->items.ports[0];
    std::optional<PortAnswer> answer;
    actions.act(order, [&](const PortAnswer &given) { answer = given; });
    QTRY_VERIFY_WITH_TIMEOUT(answer, 30'000);
    QCOMPARE(answer->kind, PortAnswer::Kind::Done);
    QCOMPARE(answer->notAllowed.size(), 1);
    QVERIFY(answer->notAllowed[0].contains(u"compute-1"_s));
    const QJsonObject now = port(id)[u"port"_s].toObject();
    QCOMPARE(now[u"device_id"_s].toString(), QString());
    QCOMPARE(now[u"binding:host_id"_s].toString(), u"compute-1"_s);
}

void RemedyRepairTest::regeneratesAMac()
{
    start(u"baremetal"_s);
    const QStringList holders = portsWhere(
        *m_judgement, [](const Port &, const PortJudgement &judged) { return judged.remedy == Remedy::RegenerateMac; });
    QVERIFY(!holders.isEmpty());
    QStringList before;
    for (const QString &id : holders)
        before += port(id)[u"port"_s][u"mac_address"_s].toString();
    RemedyBench bench(m_config);
    QVERIFY(bench.begin(plan(m_judgement, holders, RemedyAction::RegenerateMac)));
    QCOMPARE(bench.review.plan.size(), holders.size());
    QVERIFY(bench.confirm());
    QVERIFY(bench.waitForReport());
    QCOMPARE(bench.report.count(OutcomeKind::Done), int(holders.size()));
    for (qsizetype i = 0; i < holders.size(); ++i)
        QVERIFY(port(holders[i])[u"port"_s][u"mac_address"_s].toString() != before[i]);
    // The deployment that failed on it goes through now.
    QSignalSpy happened(m_cloud.get(), &DemoCloud::happened);
    m_cloud->redeployOntoTestPort2();
    QTRY_VERIFY(!happened.isEmpty());
    QVERIFY2(happened[0][0].toString().contains(u"is being deployed"_s), qPrintable(happened[0][0].toString()));
}

void RemedyRepairTest::restoresAPort()
{
    const QStringList free = portsWhere(*m_judgement, [](const Port &port, const PortJudgement &judged) {
        return judged.verdict == Verdict::Unattached && port.name.startsWith(u"etl-"_s);
    });
    QVERIFY(!free.isEmpty());
    QCOMPARE(m_client
                 ->send("PUT", u"/network/v2.0/ports/%1/tags"_s.arg(free[0]),
                        {{u"tags"_s, QJsonArray{u"keep"_s, u"blue"_s}}})
                 .status,
             200);
    const JudgementPtr judgement = judgedCloud(m_config, {0});
    const QJsonObject before = port(free[0])[u"port"_s].toObject();
    RemedyOptions options;
    options.settings.graceSeconds = 0;
    RemedyBench bench(m_config, options);
    QVERIFY(bench.begin(plan(judgement, {free[0]})));
    QVERIFY(bench.confirm());
    QVERIFY(bench.waitForReport());
    QVERIFY(!exists(free[0]));

    QSignalSpy restored(bench.controller.get(), &RemedyController::restored);
    bench.read(*m_judgement);
    QCOMPARE(bench.controller->restore(bench.report.journalPath, free[0]), QString());
    QVERIFY(restored.wait(30'000));
    const auto answer = restored[0][1].value<RestoreAnswer>();
    QVERIFY2(answer.made, qPrintable(answer.message));
    const QJsonObject after = port(answer.newId)[u"port"_s].toObject();
    for (const QString &key :
         {u"mac_address"_s, u"fixed_ips"_s, u"name"_s, u"description"_s, u"network_id"_s, u"security_groups"_s,
          u"project_id"_s, u"binding:vnic_type"_s, u"tags"_s, u"port_security_enabled"_s, u"admin_state_up"_s})
        QCOMPARE(after[key], before[key]);
    QVERIFY(answer.newId != free[0]);
    QVERIFY(answer.different.join(u' ').contains(free[0]));
    // Only once: the journal remembers.
    QCOMPARE(readJournal(bench.report.journalPath)->find(free[0])->restoredAs, answer.newId);
    QCOMPARE(bench.controller->restore(bench.report.journalPath, free[0]), QString());
    QVERIFY(restored.wait(30'000));
    QVERIFY(!restored[1][1].value<RestoreAnswer>().made);
}

void RemedyRepairTest::restoreMeetsATakenMac()
{
    const Port &living = m_judgement->snapshot->ports[0];
    QByteArray json = m_judgement->snapshot->rawItem(SourceId::Ports, living.raw);
    HttpPortActions actions(m_config);
    std::optional<RestoreAnswer> answer;
    actions.restore(restoreOrder(json, true), [&](const RestoreAnswer &given) { answer = given; });
    QTRY_VERIFY_WITH_TIMEOUT(answer, 30'000);
    QVERIFY(!answer->made && !answer->unclear);
    QCOMPARE(answer->status, 409);
    QVERIFY(!answer->message.isEmpty());
}

void RemedyRepairTest::openJournalsAreClosed()
{
    const QStringList leaked = provenOrphans(*m_judgement);
    RemedyBench bench(m_config);
    QDir().mkpath(bench.options.journalFolder);
    const RemedyPlan made = plan(m_judgement, leaked.mid(0, 3));
    JournalHeader header;
    header.runId = u"run"_s;
    header.cloud = m_config.name;
    header.authUrl = m_config.authUrl.toString();
    const AuthInfo &auth = m_judgement->snapshot->auth;
    header.region = m_judgement->snapshot->region;
    header.projectId = auth.projectId;
    header.userName = auth.userName;
    const auto write = [&](const QString &name, const QByteArray &text) {
        QFile file(bench.options.journalFolder + u'/' + name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    };
    // Killed while the first port was on its way; it was done all the same.
    write(u"1.jsonl"_s, journalHead(header, made) + journalSending(leaked[0], QDateTime::currentDateTimeUtc()));
    QCOMPARE(m_client->send("DELETE", u"/network/v2.0/ports/%1"_s.arg(leaked[0])).status, 204);
    header.cloud = u"elsewhere"_s;
    write(u"2.jsonl"_s, journalHead(header, made));

    QSignalSpy found(bench.controller.get(), &RemedyController::openJournalsFound);
    QSignalSpy recovered(bench.controller.get(), &RemedyController::recovered);
    bench.lock.lock(); // asking changes nothing, so it needs no leave
    bench.controller->findOpenJournals();
    QVERIFY(found.wait(30'000));
    const auto records = found[0][0].value<QList<JournalRecord>>();
    QCOMPARE(records.size(), 2);
    QCOMPARE(records[0].header.cloud, u"elsewhere"_s);
    // Not before it is known whose eyes look: a port that they cannot see is not gone.
    QVERIFY(!bench.controller->recover(records[1]));
    bench.controller->setView(auth, u"elsewhere"_s);
    QVERIFY(!bench.controller->recover(records[1]));
    AuthInfo member = auth;
    member.admin = false;
    member.projectId = u"another"_s;
    bench.controller->setView(member, header.region);
    QVERIFY(!bench.controller->recover(records[1]));
    bench.controller->setView(auth, header.region);
    QVERIFY(!bench.controller->recover(records[0]));
    QVERIFY(bench.controller->recover(records[1]));
    QVERIFY(recovered.wait(30'000));
    const auto report = recovered[0][0].value<RecoveryReport>();
    QVERIFY(report.closed);
    QCOMPARE(report.record.find(leaked[0])->outcome->kind, OutcomeKind::Gone);
    QCOMPARE(report.record.find(leaked[1])->outcome->kind, OutcomeKind::NotSent);
    QVERIFY2(report.summary.contains(u"3"_s), qPrintable(report.summary));
    QVERIFY(exists(leaked[1]) && exists(leaked[2]));
    bench.controller->findOpenJournals();
    QVERIFY(found.wait(30'000));
    QCOMPARE(found[1][0].value<QList<JournalRecord>>().size(), 1);
}

QTEST_GUILESS_MAIN(RemedyRepairTest)
#include "tst_remedy_repair.moc"
