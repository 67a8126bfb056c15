// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cloud/httpportactions.h"
#include "tests/support/remedybench.h"
#include "tests/support/rudeproxy.h"

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;
using Fault = RudeProxy::Fault;

namespace {

constexpr std::chrono::milliseconds Idle(700);

RudeAnswer neutron(int status, const QByteArray &type)
{
    return json("{\"NeutronError\":{\"type\":\"" + type + "\",\"message\":\"made up\",\"detail\":\"\"}}", status);
}

RudeAnswer html(int status)
{
    RudeAnswer page;
    page.status = status;
    page.body = "<html><head><title>Oops</title></head><body><h1>The proxy speaks</h1></body></html>";
    page.with("Content-Type", "text/html");
    return page;
}

/// The cloud does not get the request.
Fault instead(RudeAnswer answer)
{
    Fault fault;
    fault.forward = false;
    fault.answer = std::move(answer);
    return fault;
}

/// The cloud does what it is asked; somebody else answers.
Fault afterwards(RudeAnswer answer)
{
    Fault fault;
    fault.replace = true;
    fault.answer = std::move(answer);
    return fault;
}

RudeAnswer nothing(bool reset, bool silent)
{
    RudeAnswer answer;
    answer.cutAfter = 0;
    answer.reset = reset;
    answer.silent = silent;
    return answer;
}

RudeAnswer patience(RudeAnswer answer) { return answer.with("Retry-After", "0"); }

RudeAnswer redirect()
{
    RudeAnswer answer = html(302);
    return answer.with("Location", "http://127.0.0.1:1/login");
}

Fault slow()
{
    Fault fault;
    fault.answer.delayMs = 150;
    return fault;
}

Fault halfAnAnswer(bool reset)
{
    Fault fault;
    fault.cutInHalf = true;
    fault.answer.reset = reset;
    return fault;
}

struct Row
{
    const char *name;
    Fault fault;
    // What is true where only the first request meets it, and where every one does.
    OutcomeKind deleteOnce;
    OutcomeKind deleteAlways;
    OutcomeKind repairOnce;
    OutcomeKind repairAlways;
};

const QList<Row> &rows()
{
    using enum OutcomeKind;
    static const QList<Row> all{
        {"reset before", instead(nothing(true, false)), Failed, Unknown, Failed, Unknown},
        {"closed before", instead(nothing(false, false)), Failed, Unknown, Failed, Unknown},
        {"reset during the answer", halfAnAnswer(true), Gone, Unknown, Done, Unknown},
        {"reset after", afterwards(nothing(true, false)), Gone, Unknown, Done, Unknown},
        {"slow", slow(), Done, Done, Done, Done},
        {"silence before", instead(nothing(false, true)), Failed, Unknown, Failed, Unknown},
        {"silence after", afterwards(nothing(false, true)), Gone, Unknown, Done, Unknown},
        {"401", instead(json(R"({"error":{"code":401,"message":"no"}})", 401)), Done, Failed, Done, Failed},
        {"403", instead(neutron(403, "PolicyNotAuthorized")), Refused, Refused, Refused, Refused},
        {"403 of a proxy", instead(html(403)), Failed, Unknown, Failed, Unknown},
        {"404", instead(neutron(404, "PortNotFound")), Gone, Gone, Gone, Gone},
        {"404 of a proxy", instead(html(404)), Failed, Unknown, Failed, Unknown},
        {"409", instead(neutron(409, "ServicePortInUse")), Refused, Refused, Refused, Refused},
        {"412", instead(neutron(412, "RevisionNumberConstraintFailed")), Changed, Changed, Changed, Changed},
        {"412 of a proxy", instead(html(412)), Failed, Unknown, Failed, Unknown},
        {"429", instead(patience(html(429))), Done, Failed, Done, Failed},
        {"500", instead(neutron(500, "HTTPInternalServerError")), Failed, Unknown, Failed, Unknown},
        {"502 after", afterwards(html(502)), Gone, Unknown, Done, Unknown},
        {"503", instead(patience(html(503))), Done, Unknown, Done, Unknown},
        {"503 after", afterwards(patience(html(503))), Gone, Unknown, Done, Unknown},
        {"200 of a proxy", instead(html(200)), Failed, Unknown, Failed, Unknown},
        {"200 of a proxy after", afterwards(html(200)), Gone, Unknown, Done, Unknown},
        {"redirect", instead(redirect()), Failed, Unknown, Failed, Unknown},
        {"garbage", instead([] {
             RudeAnswer answer;
             answer.raw = "\x01\x02 no HTTP at all\r\n\r\n";
             answer.close = true;
             return answer;
         }()),
         Failed, Unknown, Failed, Unknown},
    };
    return all;
}

} // namespace

/// Every fault against every deed and every look: what is said is true, whatever happens in between.
class RemedyFaultsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void deeds_data();
    void deeds();
    void recheck_data();
    void recheck();
    void withoutIfMatch_data();
    void withoutIfMatch();
    void restoreWhoseAnswerIsLost_data();
    void restoreWhoseAnswerIsLost();

private:
    RemedyReport run(const RemedyPlan &plan, bool withMatch = true);
    QJsonObject portNow(const QString &id)
    {
        return m_client->get(u"/network/v2.0/ports/%1"_s.arg(id)).json[u"port"_s].toObject();
    }

    DemoCloud m_cloud;
    std::unique_ptr<DemoClient> m_client;
    std::unique_ptr<RudeProxy> m_proxy;
    JudgementPtr m_judgement;
    QTemporaryDir m_home;
    QString m_network;
};

void RemedyFaultsTest::initTestCase()
{
    const auto url = m_cloud.start(u"mixed"_s);
    QVERIFY(url.ok());
    m_client = std::make_unique<DemoClient>(*url);
    QVERIFY(m_client->logInAs(u"admin"_s, u"admin"_s));
    m_proxy = std::make_unique<RudeProxy>(*url);
    m_network = m_client->get(u"/network/v2.0/networks?name=data"_s).json[u"networks"_s][0][u"id"_s].toString();
    QVERIFY(!m_network.isEmpty());
}

RemedyReport RemedyFaultsTest::run(const RemedyPlan &plan, bool withMatch)
{
    PortActionsOptions options;
    options.idleTimeout = Idle;
    HttpPortActions actions(m_proxy->config(), options);
    JournalFile journal(m_home.path(), u"demo"_s, QDateTime::currentDateTimeUtc());
    RunOptions speed;
    speed.betweenLooks = std::chrono::milliseconds(10);
    RecheckResult check = madeUpCheck(plan);
    check.canMatchRevision = withMatch;
    RemedyRun run(plan, check, {}, actions, journal, speed);
    QSignalSpy spy(&run, &RemedyRun::finished);
    run.start();
    if (spy.isEmpty())
        spy.wait(60'000);
    return spy.isEmpty() ? RemedyReport() : spy[0][0].value<RemedyReport>();
}

void RemedyFaultsTest::deeds_data()
{
    QTest::addColumn<int>("row");
    QTest::addColumn<int>("action");
    QTest::addColumn<bool>("always");
    for (int i = 0; i < int(rows().size()); ++i) {
        for (int action = 0; action < RemedyActionCount; ++action) {
            for (const bool always : {false, true})
                QTest::addRow("%s, %s, %s", toWord(RemedyAction(action)).data(), rows()[i].name,
                              always ? "always" : "once")
                    << i << action << always;
        }
    }
}

void RemedyFaultsTest::deeds()
{
    QFETCH(int, row);
    QFETCH(int, action);
    QFETCH(bool, always);
    const Row &told = rows()[row];
    const bool deletes = RemedyAction(action) == RemedyAction::Delete;
    const OutcomeKind expected
        = deletes ? (always ? told.deleteAlways : told.deleteOnce) : (always ? told.repairAlways : told.repairOnce);
    const QString id = makeLeftPort(*m_client, m_network);
    const RemedyPlan plan = madeUpPlan(*m_client, {id}, RemedyAction(action));
    QCOMPARE(plan.size(), 1);
    const QJsonObject before = portNow(id);

    const auto met = std::make_shared<int>(0);
    m_proxy->setPolicy([met, always, id, fault = told.fault](const RudeRequest &request) {
        const bool one = request.path.endsWith(id);
        const bool deed = request.method == "DELETE" || request.method == "PUT";
        if (!one || (!always && (!deed || *met > 0)) || (always && *met == 0 && !deed))
            return Fault::none();
        ++*met;
        return fault;
    });
    const RemedyReport report = run(plan);
    m_proxy->setPolicy({});

    QVERIFY(*met > 0);
    QCOMPARE(report.outcomes.size(), 1);
    const PortOutcome &outcome = report.outcomes[0];
    QVERIFY2(outcome.kind == expected,
             qPrintable(u"%1: %2"_s.arg(outcomeTitle(outcome.kind, RemedyAction(action)), outcome.words)));
    QCOMPARE(report.journal, outcome.kind == OutcomeKind::Unknown ? JournalState::Open : JournalState::Closed);

    // What is claimed holds in the cloud itself.
    const QJsonObject now = portNow(id);
    const bool lied = qstrcmp(told.name, "404") == 0;
    const bool done = deletes                               ? now.isEmpty()
        : RemedyAction(action) == RemedyAction::ClearDevice ? now[u"device_id"_s].toString().isEmpty()
                                                            : now[u"mac_address"_s] != before[u"mac_address"_s];
    if (outcome.kind == OutcomeKind::Done || (outcome.kind == OutcomeKind::Gone && !lied))
        QVERIFY(done);
    else if (outcome.kind != OutcomeKind::Unknown)
        QVERIFY(!done && !now.isEmpty());
    // Sent twice only after a word that it was not carried out, or perhaps not.
    int sent = 0;
    for (const RudeRequest &request : m_proxy->server().requests())
        sent += request.path.endsWith(id) && (request.method == "DELETE" || request.method == "PUT") ? 1 : 0;
    const QByteArray name(told.name);
    const bool mayRepeat = name.startsWith("401") || name.startsWith("429") || name.startsWith("503");
    QVERIFY2(sent == 1 || mayRepeat, qPrintable(QString::number(sent)));
}

void RemedyFaultsTest::recheck_data()
{
    QTest::addColumn<int>("row");
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("orphan"); // the source matters to a port of a dead server
    QTest::addColumn<bool>("free"); // the source matters to a port without device
    struct Source
    {
        const char *name;
        const char *path;
        bool orphan;
        bool free;
    };
    for (const Source &source :
         {Source{"login", "/identity/v3/auth/tokens", true, true}, Source{"ports", "/network/v2.0/ports", true, true},
          Source{"floating IPs", "/network/v2.0/floatingips", true, true},
          Source{"trunks", "/network/v2.0/trunks", true, true},
          Source{"servers", "/compute/v2.1/servers/", true, false}, Source{"stacks", "/stacks", false, true},
          Source{"NICs", "/baremetal/v1/ports/detail", true, true},
          Source{"extensions", "/network/v2.0/extensions", false, false},
          Source{"quotas", "/network/v2.0/quotas/", false, false}}) {
        for (int i = 0; i < int(rows().size()); ++i)
            QTest::addRow("%s, %s", source.name, rows()[i].name)
                << i << QString::fromLatin1(source.path) << source.orphan << source.free;
    }
}

void RemedyFaultsTest::recheck()
{
    QFETCH(int, row);
    QFETCH(QString, path);
    QFETCH(bool, orphan);
    QFETCH(bool, free);
    const Row &told = rows()[row];
    if (!m_judgement)
        m_judgement = judgedCloud(m_proxy->config());
    QVERIFY(m_judgement);
    const QString proven = provenOrphans(*m_judgement).value(0);
    const QString spare = portsWhere(*m_judgement, [](const Port &port, const PortJudgement &judged) {
                              return judged.verdict == Verdict::Unattached && port.name.startsWith(u"reserved-"_s);
                          }).value(0);
    const RemedyPlan plan
        = RemedyPlan::make(m_judgement, {RemedyAction::Delete, {proven, spare}, {}}, QDateTime::currentDateTimeUtc());
    QCOMPARE(plan.size(), 2);
    m_proxy->setPolicy([path, fault = told.fault](const RudeRequest &request) {
        const bool begins = request.path.startsWith(path);
        const bool ends = request.path.endsWith(path);
        // Of Nova only single servers, and not their actions.
        const bool server = path.contains(u"servers/"_s);
        const bool meant = server
            ? begins && !request.path.endsWith(u"detail"_s) && !request.path.endsWith(u"actions"_s)
            : begins || ends;
        return meant ? fault : Fault::none();
    });
    RemedyOptions options;
    options.idleTimeout = Idle;
    options.recheckDeadline = std::chrono::seconds(20);
    RemedyBench bench(m_proxy->config(), options);
    const bool reviewed = bench.begin(plan);
    m_proxy->setPolicy({});
    const bool harmless = qstrcmp(told.name, "slow") == 0;
    if (harmless) {
        QVERIFY(reviewed);
        QCOMPARE(bench.review.plan.size(), 2);
        return;
    }
    if (!reviewed) {
        QVERIFY(bench.failures > 0);
        QVERIFY(!bench.failure.toString().isEmpty());
        QVERIFY(!bench.controller->confirm({plan.ids(), 2, true}).isEmpty());
        return;
    }
    const auto guarded = [&](const QString &id) {
        if (!bench.review.plan.find(id))
            return true;
        return std::any_of(bench.review.wires.begin(), bench.review.wires.end(),
                           [&](const Tripwire &wire) { return wire.portIds.contains(id); });
    };
    QVERIFY2(!orphan || guarded(proven), "a port of a server stayed although what it rests on was not read");
    QVERIFY2(!free || guarded(spare), "a free port stayed although what it rests on was not read");
    for (const RecheckedPort &out : bench.review.takenOut)
        QVERIFY(!out.why.isEmpty());
}

void RemedyFaultsTest::withoutIfMatch_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<int>("outcome");
    QTest::newRow("unchanged") << QString() << int(OutcomeKind::Done);
    QTest::newRow("changed") << u"name"_s << int(OutcomeKind::Changed);
    QTest::newRow("gone") << u"gone"_s << int(OutcomeKind::Gone);
    QTest::newRow("look fails") << u"fault"_s << int(OutcomeKind::NotSent);
}

void RemedyFaultsTest::withoutIfMatch()
{
    QFETCH(QString, change);
    QFETCH(int, outcome);
    const QString id = makeLeftPort(*m_client, m_network);
    const RemedyPlan plan = madeUpPlan(*m_client, {id}, RemedyAction::Delete);
    if (change == u"name"_s)
        m_client->send("PUT", u"/network/v2.0/ports/%1"_s.arg(id), {{u"port"_s, QJsonObject{{u"name"_s, u"mine"_s}}}});
    if (change == u"gone"_s)
        m_client->send("DELETE", u"/network/v2.0/ports/%1"_s.arg(id));
    m_proxy->setPolicy([id, change](const RudeRequest &request) {
        if (request.path.endsWith(u"/extensions"_s)) // of a cloud without revision-if-match
            return afterwards(json(R"({"extensions":[{"alias":"router"}]})"));
        if (change == u"fault"_s && request.path.endsWith(id))
            return instead(html(500));
        return Fault::none();
    });
    const RemedyReport report = run(plan, false);
    m_proxy->setPolicy({});
    QCOMPARE(report.outcomes.size(), 1);
    QCOMPARE(report.outcomes[0].kind, OutcomeKind(outcome));
    QCOMPARE(report.notes.size(), report.outcomes[0].kind == OutcomeKind::Done ? 1 : 0);
    bool headers = false;
    for (const RudeRequest &request : m_proxy->server().requests())
        headers = headers || (request.path.endsWith(id) && request.headers.contains("if-match"));
    QVERIFY(!headers);
    QCOMPARE(portNow(id).isEmpty(), outcome == int(OutcomeKind::Done) || outcome == int(OutcomeKind::Gone));
}

void RemedyFaultsTest::restoreWhoseAnswerIsLost_data()
{
    QTest::addColumn<bool>("carriedOut");
    QTest::addColumn<bool>("silent"); // afterwards too
    QTest::newRow("made") << true << false;
    QTest::newRow("not made") << false << false;
    QTest::newRow("made, and nobody to ask") << true << true;
}

void RemedyFaultsTest::restoreWhoseAnswerIsLost()
{
    QFETCH(bool, carriedOut);
    QFETCH(bool, silent);
    const QString id = makeLeftPort(*m_client, m_network, u"to be restored"_s);
    const QByteArray json = QJsonDocument(portNow(id)).toJson(QJsonDocument::Compact);
    const QString mac = portNow(id)[u"mac_address"_s].toString();
    QCOMPARE(m_client->send("DELETE", u"/network/v2.0/ports/%1"_s.arg(id)).status, 204);
    const auto posts = std::make_shared<int>(0);
    m_proxy->setPolicy([posts, carriedOut, silent](const RudeRequest &request) {
        if (!request.path.endsWith(u"/ports"_s))
            return Fault::none();
        if (request.method == "POST") {
            ++*posts;
            return carriedOut ? afterwards(nothing(true, false)) : instead(nothing(true, false));
        }
        return silent ? instead(html(500)) : Fault::none();
    });
    HttpPortActions actions(m_proxy->config());
    std::optional<RestoreAnswer> answer;
    actions.restore(restoreOrder(json, true), [&](const RestoreAnswer &given) { answer = given; });
    QTRY_VERIFY_WITH_TIMEOUT(answer, 30'000);
    m_proxy->setPolicy({});
    QCOMPARE(*posts, 1); // a second one could make a second port
    QCOMPARE(answer->made, carriedOut && !silent);
    QCOMPARE(answer->unclear, !answer->made);
    const QJsonArray there = m_client->get(u"/network/v2.0/ports?mac_address=%1"_s.arg(mac)).json[u"ports"_s].toArray();
    QCOMPARE(there.size(), carriedOut ? 1 : 0);
    if (answer->made)
        QCOMPARE(answer->newId, there[0][u"id"_s].toString());
}

QTEST_GUILESS_MAIN(RemedyFaultsTest)
#include "tst_remedy_faults.moc"
