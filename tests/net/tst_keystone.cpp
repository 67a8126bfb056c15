// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/keystonesession.h"
#include "tests/support/awaited.h"
#include "tests/support/rudeserver.h"

#include <QEventLoop>
#include <QJsonDocument>
#include <QTest>
#include <QTimer>

#include <atomic>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

namespace {

QByteArray tokenBody(const QByteArray &project = "P1", int lifeSeconds = 3600,
                     const QByteArray &roles = R"({"name":"member"})")
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    return R"({"token":{"methods":["password"],"user":{"id":"U","name":"ann"},"project":{"id":")" + project
        + R"(","name":"pr"},"roles":[)" + roles + R"(],"issued_at":")" + now.toString(Qt::ISODateWithMs).toLatin1()
        + R"(","expires_at":")" + now.addSecs(lifeSeconds).toString(Qt::ISODateWithMs).toLatin1()
        + R"(","catalog":[{"type":"network","endpoints":[{"interface":"public","region_id":"R","url":"http://n:9696"}]}]}})";
}

CloudConfig passwordConfig(const QUrl &url)
{
    CloudConfig config;
    config.name = u"test"_s;
    config.authUrl = url;
    config.userName = u"ann"_s;
    config.userDomainName = u"D"_s;
    config.password = Secret(u"swordfish"_s);
    config.projectName = u"pr"_s;
    config.projectDomainId = u"pd"_s;
    return config;
}

/// What login() says; none where it says nothing.
std::optional<std::optional<Error>> loggedIn(KeystoneSession &session)
{
    std::optional<std::optional<Error>> result;
    QEventLoop loop;
    session.login(&loop, [&](const std::optional<Error> &error) {
        result = error;
        loop.quit();
    });
    QTimer::singleShot(10'000, &loop, &QEventLoop::quit);
    if (!result)
        loop.exec();
    return result;
}

QByteArray compact(const QByteArray &json) { return QJsonDocument::fromJson(json).toJson(QJsonDocument::Compact); }

} // namespace

class KeystoneTest : public QObject
{
    Q_OBJECT

private slots:
    void bodies_data();
    void bodies();
    void discovery_data();
    void discovery();
    void refusals_data();
    void refusals();
    void tokenIsUsed();
    void renewedOnceAfter401();
    void oneLoginForManyCalls();
    void renewedBeforeItExpires();
    void aGivenTokenIsNotRenewed();
    void tokensOfOtherProjects();
    void credentialsHaveOneProject();
    void secretsAreNotEchoed();
    void destroyedWhileLoggingIn();
};

void KeystoneTest::bodies_data()
{
    QTest::addColumn<CloudConfig>("config");
    QTest::addColumn<QByteArray>("body");
    const auto row = [](const char *name, const CloudConfig &config, const QByteArray &body) {
        QTest::newRow(name) << config << body;
    };
    CloudConfig base = passwordConfig({});
    row("password, project by name", base,
        R"({"auth":{"identity":{"methods":["password"],"password":{"user":{"name":"ann","domain":{"name":"D"},"password":"swordfish"}}},
            "scope":{"project":{"name":"pr","domain":{"id":"pd"}}}}})");
    CloudConfig ids = base;
    ids.userId = u"U"_s;
    ids.projectId = u"P"_s;
    row("ids win over names", ids,
        R"({"auth":{"identity":{"methods":["password"],"password":{"user":{"id":"U","password":"swordfish"}}},
            "scope":{"project":{"id":"P"}}}})");
    CloudConfig domain = base;
    domain.projectName.clear();
    domain.domainName = u"Dom"_s;
    row("domain scope", domain,
        R"({"auth":{"identity":{"methods":["password"],"password":{"user":{"name":"ann","domain":{"name":"D"},"password":"swordfish"}}},
            "scope":{"domain":{"name":"Dom"}}}})");
    domain.domainId = u"dom1"_s;
    row("domain by id", domain,
        R"({"auth":{"identity":{"methods":["password"],"password":{"user":{"name":"ann","domain":{"name":"D"},"password":"swordfish"}}},
            "scope":{"domain":{"id":"dom1"}}}})");
    CloudConfig system = base;
    system.systemScope = true;
    row("system scope", system,
        R"({"auth":{"identity":{"methods":["password"],"password":{"user":{"name":"ann","domain":{"name":"D"},"password":"swordfish"}}},
            "scope":{"system":{"all":true}}}})");
    CloudConfig trust = base;
    trust.trustId = u"T"_s;
    row("trust", trust,
        R"({"auth":{"identity":{"methods":["password"],"password":{"user":{"name":"ann","domain":{"name":"D"},"password":"swordfish"}}},
            "scope":{"OS-TRUST:trust":{"id":"T"}}}})");
    CloudConfig unscoped = base;
    unscoped.projectName.clear();
    row("no scope", unscoped,
        R"({"auth":{"identity":{"methods":["password"],"password":{"user":{"name":"ann","domain":{"name":"D"},"password":"swordfish"}}}}})");
    CloudConfig token = ids;
    token.method = CloudConfig::AuthMethod::Token;
    token.token = Secret(u"tok"_s);
    row("token", token,
        R"({"auth":{"identity":{"methods":["token"],"token":{"id":"tok"}},"scope":{"project":{"id":"P"}}}})");
    CloudConfig credential = ids;
    credential.method = CloudConfig::AuthMethod::ApplicationCredential;
    credential.credentialId = u"C"_s;
    credential.credentialSecret = Secret(u"s3"_s);
    row("application credential has no scope", credential,
        R"({"auth":{"identity":{"methods":["application_credential"],"application_credential":{"id":"C","secret":"s3"}}}})");
    CloudConfig named = base;
    named.method = CloudConfig::AuthMethod::ApplicationCredential;
    named.credentialName = u"cn"_s;
    named.credentialSecret = Secret(u"s3"_s);
    row("application credential by name", named,
        R"({"auth":{"identity":{"methods":["application_credential"],
            "application_credential":{"name":"cn","secret":"s3","user":{"name":"ann","domain":{"name":"D"}}}}}})");
}

void KeystoneTest::bodies()
{
    QFETCH(CloudConfig, config);
    QFETCH(QByteArray, body);
    RudeServer server([](const RudeRequest &) { return json(tokenBody(), 201).with("X-Subject-Token", "t1"); });
    config.authUrl = server.url(u"/v3"_s);
    Transport transport({});
    KeystoneSession session(config, transport);
    const auto result = loggedIn(session);
    QVERIFY(result && !*result);
    const QList<RudeRequest> requests = server.requests();
    QCOMPARE(requests.size(), 1);
    QCOMPARE(requests.first().method, "POST");
    QCOMPARE(requests.first().path, u"/v3/auth/tokens"_s);
    QCOMPARE(requests.first().body, compact(body));
    QVERIFY(!requests.first().headers.contains("x-auth-token"));
    QCOMPARE(session.token().userName, u"ann"_s);
    QCOMPARE(session.token().projectId, u"P1"_s);
    QCOMPARE(session.token().roles, QStringList{u"member"_s});
}

void KeystoneTest::discovery_data()
{
    QTest::addColumn<QString>("authPath");
    QTest::addColumn<QByteArray>("document"); ///< empty: 404
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("tokensPath"); ///< empty: refused
    const QByteArray v3
        = R"({"versions":{"values":[{"id":"v3.14","links":[{"rel":"self","href":"http://internal.invalid:35357/v3/"}]}]}})";
    QTest::newRow("with version") << u"/v3"_s << QByteArray() << 0 << u"/v3/auth/tokens"_s;
    QTest::newRow("with version and slash") << u"/v3/"_s << QByteArray() << 0 << u"/v3/auth/tokens"_s;
    QTest::newRow("root, wrong host in the links") << QString() << v3 << 300 << u"/v3/auth/tokens"_s;
    QTest::newRow("below a path") << u"/identity"_s << v3 << 300 << u"/identity/v3/auth/tokens"_s;
    QTest::newRow("versioned below a path") << u"/identity/v3"_s << QByteArray() << 0 << u"/identity/v3/auth/tokens"_s;
    QTest::newRow("v2.0 in an old file") << u"/v2.0"_s << v3 << 200 << u"/v3/auth/tokens"_s;
    QTest::newRow("no document") << QString() << QByteArray() << 404 << u"/v3/auth/tokens"_s;
    QTest::newRow("something else there")
        << QString() << QByteArray("<html>hello</html>") << 200 << u"/v3/auth/tokens"_s;
    QTest::newRow("only v2") << QString() << QByteArray(R"({"versions":{"values":[{"id":"v2.0"}]}})") << 300
                             << QString();
}

void KeystoneTest::discovery()
{
    QFETCH(QString, authPath);
    QFETCH(QByteArray, document);
    QFETCH(int, status);
    QFETCH(QString, tokensPath);
    RudeServer server([&](const RudeRequest &request) {
        if (request.method == "POST")
            return json(tokenBody(), 201).with("X-Subject-Token", "t1");
        return json(document, status);
    });
    Transport transport({});
    KeystoneSession session(passwordConfig(server.url(authPath)), transport);
    const auto result = loggedIn(session);
    QVERIFY(result);
    if (tokensPath.isEmpty()) {
        QVERIFY(*result);
        QVERIFY((*result)->serviceMessage.contains("version 3"_L1));
        return;
    }
    QVERIFY2(!*result, *result ? qPrintable((*result)->toString()) : "");
    QCOMPARE(server.requests(tokensPath).size(), 1);
    QCOMPARE(server.requests().size(), status == 0 ? 1 : 2);
}

void KeystoneTest::refusals_data()
{
    QTest::addColumn<RudeAnswer>("answer");
    QTest::addColumn<Error::Kind>("kind");
    QTest::addColumn<QString>("text");
    QTest::newRow("wrong password")
        << json(
               R"({"error":{"code":401,"message":"The request you have made requires authentication.","title":"Unauthorized"}})",
               401)
               .with("WWW-Authenticate", "Keystone uri=\"http://k\"")
               .with("X-Openstack-Request-Id", "req-9")
        << Error::Kind::Auth << u"Logging in (test (http"_s;
    QTest::newRow("a web page") << json("<html><body>It works!</body></html>", 201) << Error::Kind::Parse
                                << u"no token"_s;
    QTest::newRow("no subject token") << json(tokenBody(), 201) << Error::Kind::Parse << u"no token"_s;
    QTest::newRow("forbidden") << json(R"({"error":{"message":"nope"}})", 403) << Error::Kind::Http << u"nope"_s;
    QTest::newRow("broken") << json("oops", 500) << Error::Kind::Http << u"oops"_s;
    RudeAnswer gone = json("{}");
    gone.cutAfter = 0;
    QTest::newRow("hangs up") << gone << Error::Kind::Network << u"closed the connection"_s;
}

void KeystoneTest::refusals()
{
    QFETCH(RudeAnswer, answer);
    QFETCH(Error::Kind, kind);
    QFETCH(QString, text);
    RudeServer server([&](const RudeRequest &) { return answer; });
    Transport transport({});
    KeystoneSession session(passwordConfig(server.url(u"/v3"_s)), transport);
    const auto result = loggedIn(session);
    QVERIFY(result && *result);
    QCOMPARE((*result)->kind, kind);
    QVERIFY2((*result)->toString().contains(text), qPrintable((*result)->toString()));
    QVERIFY(!(*result)->toString().contains("swordfish"_L1));
}

void KeystoneTest::tokenIsUsed()
{
    RudeServer server([](const RudeRequest &request) {
        return request.method == "POST" ? json(tokenBody(), 201).with("X-Subject-Token", "t1") : json("{}");
    });
    Transport transport({});
    KeystoneSession session(passwordConfig(server.url(u"/v3"_s)), transport);
    QVERIFY(!*loggedIn(session));
    QVERIFY(awaited(session.send(get(server.url(u"/x"_s))))->ok());
    QCOMPARE(server.requests(u"/x"_s).first().headers.value("x-auth-token"), "t1");
    QCOMPARE(server.requests(u"/v3/auth/tokens"_s).size(), 1);
}

void KeystoneTest::renewedOnceAfter401()
{
    std::atomic<int> tokens = 0;
    std::atomic<bool> never = false;
    RudeServer server([&](const RudeRequest &request) {
        if (request.method == "POST")
            return json(tokenBody(), 201).with("X-Subject-Token", "t" + QByteArray::number(++tokens));
        return !never && request.headers.value("x-auth-token") == "t2" ? json("{}") : json("{}", 401);
    });
    Transport transport({});
    KeystoneSession session(passwordConfig(server.url(u"/v3"_s)), transport);
    QVERIFY(!*loggedIn(session));
    QVERIFY(awaited(session.send(get(server.url(u"/x"_s))))->ok());
    QCOMPARE(tokens.load(), 2);
    QCOMPARE(server.requests(u"/x"_s).size(), 2);
    never = true;
    const auto reply = awaited(session.send(get(server.url(u"/y"_s))));
    QVERIFY(reply && reply->error);
    QCOMPARE(reply->error->kind, Error::Kind::Auth);
    QCOMPARE(server.requests(u"/y"_s).size(), 2);
}

void KeystoneTest::oneLoginForManyCalls()
{
    std::atomic<int> tokens = 0;
    RudeServer server([&](const RudeRequest &request) {
        if (request.method == "POST") {
            RudeAnswer answer = json(tokenBody(), 201).with("X-Subject-Token", "t" + QByteArray::number(++tokens));
            answer.delayMs = 50;
            return answer;
        }
        return request.headers.value("x-auth-token") == "t1" ? json("{}", 401) : json("{}");
    });
    Transport transport({});
    KeystoneSession session(passwordConfig(server.url(u"/v3"_s)), transport);
    int done = 0;
    for (int i = 0; i < 20; ++i) {
        connect(session.send(get(server.url(u"/%1"_s.arg(i)))), &ApiCall::finished, this, [&](const ApiReply &reply) {
            QVERIFY(reply.ok());
            ++done;
        });
    }
    QTRY_COMPARE_WITH_TIMEOUT(done, 20, 60'000);
    QCOMPARE(tokens.load(), 2);
}

void KeystoneTest::renewedBeforeItExpires()
{
    std::atomic<int> tokens = 0;
    RudeServer server([&](const RudeRequest &request) {
        if (request.method == "POST") {
            const int number = ++tokens;
            return json(tokenBody("P1", number == 1 ? 119 : 125), 201)
                .with("X-Subject-Token", "t" + QByteArray::number(number));
        }
        return json("{}");
    });
    Transport transport({});
    KeystoneSession session(passwordConfig(server.url(u"/v3"_s)), transport);
    QVERIFY(!*loggedIn(session));
    QVERIFY(awaited(session.send(get(server.url(u"/x"_s))))->ok());
    QCOMPARE(tokens.load(), 2);
    QCOMPARE(server.requests(u"/x"_s).first().headers.value("x-auth-token"), "t2");
    QVERIFY(awaited(session.send(get(server.url(u"/x"_s))))->ok());
    QCOMPARE(tokens.load(), 2);
}

void KeystoneTest::aGivenTokenIsNotRenewed()
{
    std::atomic<int> tokens = 0;
    RudeServer server([&](const RudeRequest &request) {
        if (request.method == "POST") {
            ++tokens;
            return json(tokenBody("P1", 60), 201).with("X-Subject-Token", "t1");
        }
        return request.path == "/no"_L1 ? json("{}", 401) : json("{}");
    });
    CloudConfig config = passwordConfig(server.url(u"/v3"_s));
    config.method = CloudConfig::AuthMethod::Token;
    config.token = Secret(u"given"_s);
    Transport transport({});
    KeystoneSession session(config, transport);
    QVERIFY(!*loggedIn(session));
    QVERIFY(awaited(session.send(get(server.url(u"/x"_s))))->ok());
    QCOMPARE(tokens.load(), 1);
    QCOMPARE(awaited(session.send(get(server.url(u"/no"_s))))->error->kind, Error::Kind::Auth);
}

void KeystoneTest::tokensOfOtherProjects()
{
    std::atomic<int> tokens = 0;
    RudeServer server([&](const RudeRequest &request) {
        if (request.method != "POST")
            return json("{}");
        const QJsonObject auth = QJsonDocument::fromJson(request.body)["auth"_L1].toObject();
        const QString project = auth["scope"_L1]["project"_L1]["id"_L1].toString();
        if (project == "closed"_L1)
            return json(R"({"error":{"message":"no role"}})", 401);
        ++tokens;
        return json(tokenBody(project.isEmpty() ? "P1" : project.toLatin1()), 201)
            .with("X-Subject-Token", "t-" + project.toLatin1());
    });
    Transport transport({});
    KeystoneSession session(passwordConfig(server.url(u"/v3"_s)), transport);
    QVERIFY(!*loggedIn(session));
    for (int i = 0; i < 2; ++i)
        QVERIFY(awaited(session.send(get(server.url(u"/p2"_s)), u"P2"_s))->ok());
    QVERIFY(awaited(session.send(get(server.url(u"/own"_s)), u"P1"_s))->ok());
    QCOMPARE(server.requests(u"/p2"_s).first().headers.value("x-auth-token"), "t-P2");
    QCOMPARE(server.requests(u"/own"_s).first().headers.value("x-auth-token"), "t-");
    QCOMPARE(tokens.load(), 2);
    QVERIFY(server.requests(u"/v3/auth/tokens"_s).last().body.contains("\"password\""));
    const auto closed = awaited(session.send(get(server.url(u"/closed"_s)), u"closed"_s));
    QVERIFY(closed && closed->error);
    QCOMPARE(closed->status, 0);
    QCOMPARE(closed->error->kind, Error::Kind::Auth);
    QVERIFY(server.requests(u"/closed"_s).isEmpty());

    CloudConfig config = passwordConfig(server.url(u"/v3"_s));
    config.method = CloudConfig::AuthMethod::Token;
    config.token = Secret(u"given"_s);
    KeystoneSession byToken(config, transport);
    QVERIFY(!*loggedIn(byToken));
    QVERIFY(awaited(byToken.send(get(server.url(u"/p3"_s)), u"P3"_s))->ok());
    QCOMPARE(
        server.requests(u"/v3/auth/tokens"_s).last().body,
        compact(R"({"auth":{"identity":{"methods":["token"],"token":{"id":"t-"}},"scope":{"project":{"id":"P3"}}}})"));
}

void KeystoneTest::credentialsHaveOneProject()
{
    RudeServer server([](const RudeRequest &request) {
        return request.method == "POST" ? json(tokenBody(), 201).with("X-Subject-Token", "t1") : json("{}");
    });
    CloudConfig config = passwordConfig(server.url(u"/v3"_s));
    config.method = CloudConfig::AuthMethod::ApplicationCredential;
    config.credentialId = u"C"_s;
    config.credentialSecret = Secret(u"s3cret"_s);
    Transport transport({});
    KeystoneSession session(config, transport);
    QVERIFY(!*loggedIn(session));
    const auto reply = awaited(session.send(get(server.url(u"/x"_s)), u"P2"_s));
    QVERIFY(reply && reply->error);
    QVERIFY(reply->error->serviceMessage.contains("one project only"_L1));
    QCOMPARE(server.requests(u"/v3/auth/tokens"_s).size(), 1);
    QVERIFY(awaited(session.send(get(server.url(u"/x"_s)), u"P1"_s))->ok());
}

void KeystoneTest::secretsAreNotEchoed()
{
    RudeServer server([](const RudeRequest &) {
        return json("{\"error\":{\"message\":\"no: " + QByteArray(380, 'x') + " swordfish\"}}", 400);
    });
    Transport transport({});
    KeystoneSession session(passwordConfig(server.url(u"/v3"_s)), transport);
    const auto result = loggedIn(session);
    QVERIFY(result && *result);
    QVERIFY2((*result)->serviceMessage.contains("***"_L1), qPrintable((*result)->toString()));
    QVERIFY(!(*result)->toString().contains("sword"_L1)); // nor the part before the end of a long message
}

void KeystoneTest::destroyedWhileLoggingIn()
{
    RudeServer server([](const RudeRequest &) {
        RudeAnswer answer;
        answer.silent = true;
        return answer;
    });
    bool said = false;
    Transport transport({});
    {
        KeystoneSession session(passwordConfig(server.url()), transport);
        session.login(this, [&](const auto &) { said = true; });
        session.send(get(server.url(u"/x"_s)));
        QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 1, 60'000);
    }
    transport.cancelAll();
    QVERIFY(!said);
}

QTEST_GUILESS_MAIN(KeystoneTest)
#include "tst_keystone.moc"
