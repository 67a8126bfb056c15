// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cloud/httpportactions.h"
#include "app/democonfig.h"
#include "tests/support/remedybench.h"
#include "tests/support/rudeproxy.h"

#include <atomic>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;
using Fault = RudeProxy::Fault;

/// The last moment before a deed: what is asked then, and that nothing leaves the program which is not wanted any more.
class RemedyLastLookTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup() { m_proxy->setPolicy({}); }
    void loadBalancerKeepsItsVip_data();
    void loadBalancerKeepsItsVip();
    void notWantedAfterAnExpiredToken_data();
    void notWantedAfterAnExpiredToken();
    void newLooksAfterAnExpiredToken();
    void onlyIds();
    void nothingIsMadeAgainOnceLocked();
    void regionOfThePlanInAnyOrder();
    void narrowerLoginMakesNothingGone_data();
    void narrowerLoginMakesNothingGone();

private:
    QString makePort(const QJsonObject &more = {})
    {
        QJsonObject port{{u"network_id"_s, m_network}, {u"name"_s, u"spare"_s}};
        for (auto it = more.begin(); it != more.end(); ++it)
            port.insert(it.key(), it.value());
        return m_client->send("POST", u"/network/v2.0/ports"_s, {{u"port"_s, port}})
            .json[u"port"_s][u"id"_s]
            .toString();
    }
    bool exists(const QString &id) { return m_client->get(u"/network/v2.0/ports/"_s + id).status == 200; }
    PortOrder orderFor(const QString &id)
    {
        const RemedyPlan plan = madeUpPlan(*m_client, {id}, RemedyAction::Delete);
        PortOrder order;
        order.port = plan.ports().value(0).port;
        order.json = plan.ports().value(0).json;
        return order;
    }
    PortAnswer act(const PortOrder &order)
    {
        HttpPortActions actions(m_proxy->config());
        std::optional<PortAnswer> answer;
        actions.act(order, [&](const PortAnswer &given) { answer = given; });
        [&] { QTRY_VERIFY_WITH_TIMEOUT(answer, 30'000); }();
        return answer.value_or(PortAnswer());
    }
    /// What the cloud answers to a login, with \a change made to its token; everything is behind the proxy.
    RudeAnswer login(const std::function<void(QJsonObject &)> &change);
    RudeAnswer loginWithLoadBalancers();
    /// RegionTwo is the same services below /two.
    RudeAnswer loginOfTwoRegions(bool otherFirst);

    DemoCloud m_cloud;
    std::unique_ptr<DemoClient> m_client;
    std::unique_ptr<RudeProxy> m_proxy;
    QString m_network;
};

void RemedyLastLookTest::initTestCase()
{
    const auto url = m_cloud.start(u"healthy"_s);
    QVERIFY(url.ok());
    m_client = std::make_unique<DemoClient>(*url);
    QVERIFY(m_client->logInAs(u"admin"_s, u"admin"_s));
    m_network = m_client->get(u"/network/v2.0/networks?name=data"_s).json[u"networks"_s][0][u"id"_s].toString();
    QVERIFY(!m_network.isEmpty());
    m_proxy = std::make_unique<RudeProxy>(*url);
}

RudeAnswer RemedyLastLookTest::login(const std::function<void(QJsonObject &)> &change)
{
    DemoClient other(m_cloud.authUrl());
    const DemoClient::Answer login = other.logIn(u"admin"_s, u"secret"_s, DemoClient::projectScope(u"admin"_s));
    QByteArray body = login.body;
    body.replace("127.0.0.1:" + QByteArray::number(m_cloud.authUrl().port()),
                 "127.0.0.1:" + QByteArray::number(m_proxy->server().url().port()));
    QJsonObject root = QJsonDocument::fromJson(body).object();
    QJsonObject token = root[u"token"_s].toObject();
    change(token);
    root.insert(u"token"_s, token);
    RudeAnswer answer = json(QJsonDocument(root).toJson(QJsonDocument::Compact), 201);
    answer.with("X-Subject-Token", other.token);
    return answer;
}

RudeAnswer RemedyLastLookTest::loginWithLoadBalancers()
{
    return login([this](QJsonObject &token) {
        QJsonArray catalog = token[u"catalog"_s].toArray();
        QJsonArray endpoints;
        const QJsonArray known = catalog.at(0)[u"endpoints"_s].toArray();
        for (const QJsonValue &one : known) {
            QJsonObject endpoint = one.toObject();
            endpoint.insert(u"url"_s, m_proxy->server().url(u"/balancers"_s).toString());
            endpoints.append(endpoint);
        }
        catalog.append(
            QJsonObject{{u"type"_s, u"load-balancer"_s}, {u"name"_s, u"octavia"_s}, {u"endpoints"_s, endpoints}});
        token.insert(u"catalog"_s, catalog);
    });
}

RudeAnswer RemedyLastLookTest::loginOfTwoRegions(bool otherFirst)
{
    return login([this, otherFirst](QJsonObject &token) {
        QJsonArray catalog;
        const QJsonArray known = token[u"catalog"_s].toArray();
        for (const QJsonValue &service : known) {
            QJsonArray own = service[u"endpoints"_s].toArray();
            QJsonArray other;
            for (const QJsonValue &one : std::as_const(own)) {
                QJsonObject endpoint = one.toObject();
                QUrl url(endpoint[u"url"_s].toString());
                url.setPath(u"/two"_s + url.path());
                endpoint.insert(u"url"_s, url.toString());
                endpoint.insert(u"region"_s, u"RegionTwo"_s);
                endpoint.insert(u"region_id"_s, u"RegionTwo"_s);
                other.append(endpoint);
            }
            QJsonObject both = service.toObject();
            QJsonArray &first = otherFirst ? other : own;
            for (const QJsonValue &one : std::as_const(otherFirst ? own : other))
                first.append(one);
            both.insert(u"endpoints"_s, first);
            catalog.append(both);
        }
        token.insert(u"catalog"_s, catalog);
    });
}

void RemedyLastLookTest::loadBalancerKeepsItsVip_data()
{
    QTest::addColumn<bool>("attached");
    QTest::addColumn<QString>("balancers"); // %1: the port; empty: the service is broken
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("kind");
    const QString its = u"{\"loadbalancers\":[{\"id\":\"lb-1\",\"vip_port_id\":\"%1\"}]}"_s;
    QTest::newRow("its VIP") << false << its << 200 << int(PortAnswer::Kind::Changed);
    QTest::newRow("an additional VIP") << false
                                       << u"{\"loadbalancers\":[{\"id\":\"lb-1\",\"vip_port_id\":\"x\","
                                          "\"additional_vips\":[{\"port_id\":\"%1\"}]}]}"_s
                                       << 200 << int(PortAnswer::Kind::Changed);
    QTest::newRow("none") << false << u"{\"loadbalancers\":[]}"_s << 200 << int(PortAnswer::Kind::Done);
    QTest::newRow("filter ignored, others' VIPs")
        << false << u"{\"loadbalancers\":[{\"id\":\"lb-1\",\"vip_port_id\":\"x\"}]}"_s << 200
        << int(PortAnswer::Kind::Done);
    QTest::newRow("no answer") << false << u"{}"_s << 500 << int(PortAnswer::Kind::NotSent);
    QTest::newRow("denied") << false << u"{}"_s << 403 << int(PortAnswer::Kind::NotSent);
    QTest::newRow("nonsense") << false << u"<html>"_s << 200 << int(PortAnswer::Kind::NotSent);
    QTest::newRow("of a server: not asked") << true << its << 200 << int(PortAnswer::Kind::Done);
}

void RemedyLastLookTest::loadBalancerKeepsItsVip()
{
    QFETCH(bool, attached);
    QFETCH(QString, balancers);
    QFETCH(int, status);
    QFETCH(int, kind);
    const QString id = makePort(attached ? QJsonObject{{u"device_id"_s, deadServer()}} : QJsonObject());
    const PortOrder order = orderFor(id);
    const RudeAnswer login = loginWithLoadBalancers();
    const QByteArray answer = (balancers.contains(u"%1"_s) ? balancers.arg(id) : balancers).toUtf8();
    std::atomic<int> asked = 0;
    m_proxy->setPolicy([&, login](const RudeRequest &request) {
        Fault fault;
        if (request.path.endsWith(u"/auth/tokens"_s)) {
            fault.forward = false;
            fault.answer = login;
        } else if (request.path.startsWith(u"/balancers"_s)) {
            ++asked;
            fault.forward = false;
            fault.answer = json(answer, status);
            if (request.query.queryItemValue(u"vip_port_id"_s) != id)
                fault.answer = json("{}", 400);
        }
        return fault;
    });
    const PortAnswer given = act(order);
    QVERIFY2(given.kind == PortAnswer::Kind(kind), qPrintable(given.message));
    QCOMPARE(asked > 0, !attached);
    QCOMPARE(exists(id), given.kind != PortAnswer::Kind::Done);
}

void RemedyLastLookTest::notWantedAfterAnExpiredToken_data()
{
    QTest::addColumn<bool>("withDelete401"); // else the token is found expired by the look before
    QTest::newRow("the deletion was refused") << true;
    QTest::newRow("the look before was refused") << false;
}

void RemedyLastLookTest::notWantedAfterAnExpiredToken()
{
    // The session is locked while a new token is being fetched: the deletion does not go out after that.
    QFETCH(bool, withDelete401);
    const QString id = makePort();
    PortOrder order = orderFor(id);
    std::atomic<bool> wanted = true;
    order.stillWanted = [&wanted] { return wanted.load(); };
    std::atomic<int> deletions = 0;
    std::atomic<int> logins = 0;
    std::atomic<bool> refused = false;
    m_proxy->setPolicy([&](const RudeRequest &request) {
        Fault fault;
        const bool deletes = request.method == "DELETE";
        deletions += deletes ? 1 : 0;
        if (request.path.endsWith(u"/auth/tokens"_s) && ++logins == 2)
            wanted = false;
        const bool target = withDelete401 ? deletes : request.path.endsWith(u"/floatingips"_s);
        if (target && !refused.exchange(true)) {
            fault.forward = false;
            fault.answer = json(R"({"error":{"code":401,"title":"Unauthorized","message":"expired"}})", 401);
        }
        return fault;
    });
    const PortAnswer given = act(order);
    QCOMPARE(given.kind, PortAnswer::Kind::Withdrawn);
    QVERIFY(refused && logins >= 2);
    QCOMPARE(deletions, withDelete401 ? 1 : 0); // that one was answered with 401, and none followed
    QVERIFY(exists(id));
}

void RemedyLastLookTest::newLooksAfterAnExpiredToken()
{
    // While a new token was fetched somebody put a floating IP on the port.
    QString floating;
    const QJsonArray known = m_client->get(u"/network/v2.0/floatingips"_s).json[u"floatingips"_s].toArray();
    QString network = m_network;
    for (const QJsonValue &one : known) {
        floating = one[u"id"_s].toString();
        if (!one[u"port_id"_s].toString().isEmpty())
            network = m_client->get(u"/network/v2.0/ports/"_s + one[u"port_id"_s].toString())
                          .json[u"port"_s][u"network_id"_s]
                          .toString();
    }
    QVERIFY(!floating.isEmpty());
    const QString id = makePort({{u"network_id"_s, network}});
    const PortOrder order = orderFor(id);
    std::atomic<int> deletions = 0;
    std::atomic<int> status = 0;
    m_proxy->setPolicy([&](const RudeRequest &request) {
        Fault fault;
        if (request.method != "DELETE" || ++deletions > 1)
            return fault;
        DemoClient client(m_cloud.authUrl()); // of this thread, that of the server
        client.logInAs(u"admin"_s, u"admin"_s);
        status = client
                     .send("PUT", u"/network/v2.0/floatingips/"_s + floating,
                           {{u"floatingip"_s, QJsonObject{{u"port_id"_s, id}}}})
                     .status;
        fault.forward = false;
        fault.answer = json(R"({"error":{"code":401,"title":"Unauthorized","message":"expired"}})", 401);
        return fault;
    });
    const PortAnswer given = act(order);
    QCOMPARE(status, 200);
    QVERIFY2(given.kind == PortAnswer::Kind::Changed, qPrintable(given.message));
    QCOMPARE(deletions, 1);
    QVERIFY(exists(id));
}

void RemedyLastLookTest::onlyIds()
{
    const QString id = makePort();
    PortOrder order = orderFor(id);
    std::atomic<int> requests = 0;
    m_proxy->setPolicy([&](const RudeRequest &request) {
        requests += request.method == "DELETE" ? 1 : 0;
        return Fault();
    });
    for (const QString &strange :
         {QString(), u"../networks/"_s + m_network, id + u"?force=1"_s, id + u'/', u"a b"_s, u".."_s}) {
        order.port.id = strange;
        QCOMPARE(act(order).kind, PortAnswer::Kind::Refused);
    }
    QCOMPARE(requests, 0);
    QVERIFY(exists(id));
}

void RemedyLastLookTest::nothingIsMadeAgainOnceLocked()
{
    const QString id = makePort();
    const PortOrder port = orderFor(id);
    QCOMPARE(m_client->send("DELETE", u"/network/v2.0/ports/"_s + id).status, 204);
    std::atomic<bool> wanted = true;
    std::atomic<int> posts = 0;
    std::atomic<int> logins = 0;
    m_proxy->setPolicy([&](const RudeRequest &request) {
        Fault fault;
        if (request.path.endsWith(u"/auth/tokens"_s) && ++logins == 2)
            wanted = false; // while a new token was fetched
        if (request.method == "POST" && request.path.endsWith(u"/v2.0/ports"_s) && ++posts == 1) {
            fault.forward = false;
            fault.answer = json(R"({"error":{"code":401,"title":"Unauthorized","message":"expired"}})", 401);
        }
        return fault;
    });
    HttpPortActions actions(m_proxy->config());
    RestoreOrder order = restoreOrder(port.json, true);
    order.stillWanted = [&wanted] { return wanted.load(); };
    std::optional<RestoreAnswer> answer;
    actions.restore(order, [&](const RestoreAnswer &given) { answer = given; });
    QTRY_VERIFY_WITH_TIMEOUT(answer, 30'000);
    QVERIFY(!answer->made && !answer->unclear && !answer->message.isEmpty());
    QCOMPARE(posts, 1);
    const QString mac = port.port.mac;
    QCOMPARE(m_client->get(u"/network/v2.0/ports?mac_address="_s + mac).json[u"ports"_s].toArray().size(), 0);
}

void RemedyLastLookTest::regionOfThePlanInAnyOrder()
{
    // No region is configured, and the catalogue has them now in this order, now in that.
    const QString id = makePort({{u"device_id"_s, deadServer()}});
    const RudeAnswer own = loginOfTwoRegions(false);
    const RudeAnswer other = loginOfTwoRegions(true);
    std::atomic<int> logins = 0;
    std::atomic<int> elsewhere = 0;
    m_proxy->setPolicy([&](const RudeRequest &request) {
        Fault fault;
        fault.forward = false;
        if (request.path.endsWith(u"/auth/tokens"_s)) {
            fault.answer = logins++ == 0 ? own : other;
        } else if (request.path.startsWith(u"/two/network"_s)) {
            ++elsewhere;
            fault.answer
                = json(R"({"NeutronError":{"type":"PortNotFound","message":"no such port","detail":""}})", 404);
            if (request.path.endsWith(u"/extensions"_s))
                fault.answer = json(R"({"extensions":[]})");
        } else {
            fault.forward = !request.path.startsWith(u"/two/"_s);
            fault.answer = json("{}", 503);
        }
        return fault;
    });
    const JudgementPtr judgement = judgedCloud(m_proxy->config(), {0});
    QVERIFY(judgement);
    QCOMPARE(judgement->snapshot->region, u"RegionOne"_s);
    RemedyOptions options;
    options.settings.graceSeconds = 0;
    RemedyBench bench(m_proxy->config(), options);
    bench.read(*judgement);
    const RemedyPlan plan
        = RemedyPlan::make(judgement, {RemedyAction::Delete, {id}, {}}, QDateTime::currentDateTimeUtc());
    QCOMPARE(plan.size(), 1);
    QVERIFY2(bench.begin(plan), qPrintable(bench.failure.toString()));
    QVERIFY2(bench.review.plan.size() == 1, qPrintable(bench.review.takenOut.value(0).why));
    QVERIFY(bench.confirm());
    QVERIFY(bench.waitForReport());
    QVERIFY(logins >= 3);
    QCOMPARE(elsewhere, 0);
    QVERIFY2(bench.report.outcomes[0].kind == OutcomeKind::Done, qPrintable(bench.report.outcomes[0].words));
    QVERIFY(!exists(id));
}

void RemedyLastLookTest::narrowerLoginMakesNothingGone_data()
{
    QTest::addColumn<bool>("otherProject");
    QTest::newRow("no admin any more") << false;
    QTest::newRow("another project") << true;
}

void RemedyLastLookTest::narrowerLoginMakesNothingGone()
{
    // A port of another project is hidden from a member with the words for one that does not exist.
    QFETCH(bool, otherProject);
    const QString id = makePort();
    const PortOrder order = orderFor(id);
    AuthInfo reading;
    const RudeAnswer narrow = login([&](QJsonObject &token) {
        reading.admin = !otherProject;
        reading.projectId = token[u"project"_s][u"id"_s].toString();
        if (otherProject)
            reading.projectId = u"0123456789abcdef0123456789abcdef"_s;
        else
            token.insert(u"roles"_s, QJsonArray{QJsonObject{{u"id"_s, u"m"_s}, {u"name"_s, u"member"_s}}});
    });
    m_proxy->setPolicy([&, narrow](const RudeRequest &request) {
        Fault fault;
        if (request.path.endsWith(u"/auth/tokens"_s)) {
            fault.forward = false;
            fault.answer = narrow;
        } else if (request.path.endsWith(id)) {
            fault.forward = false;
            fault.answer
                = json(R"({"NeutronError":{"type":"PortNotFound","message":"no such port","detail":""}})", 404);
        }
        return fault;
    });
    HttpPortActions actions(m_proxy->config());
    actions.expect(reading, u"RegionOne"_s);
    std::optional<PortAnswer> answer;
    actions.act(order, [&](const PortAnswer &given) { answer = given; });
    QTRY_VERIFY_WITH_TIMEOUT(answer, 30'000);
    QVERIFY2(answer->kind == PortAnswer::Kind::Unclear, qPrintable(answer->message));
    QVERIFY2(answer->message.contains(u"sees less"_s), qPrintable(answer->message));
    std::optional<PortLook> look;
    actions.look(id, [&](const PortLook &given) { look = given; });
    QTRY_VERIFY_WITH_TIMEOUT(look, 30'000);
    QCOMPARE(look->kind, PortLook::Kind::Unclear);
    QVERIFY(exists(id));
}

QTEST_GUILESS_MAIN(RemedyLastLookTest)
#include "tst_remedy_lastlook.moc"
