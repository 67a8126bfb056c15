// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/net/democlient.h"

#include <QTest>

using namespace Qt::StringLiterals;
using flotsam::DemoCloud;

class TestDemoIdentity : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const auto started = m_cloud.start(u"mixed"_s);
        QVERIFY(started.ok());
        QCOMPARE(*started, m_cloud.authUrl());
    }

    void unknownSceneIsRefused()
    {
        DemoCloud other;
        const auto started = other.start(u"nonsense"_s);
        QVERIFY(!started.ok());
        QVERIFY(started.error().advice.contains(u"mixed"_s));
    }

    void portInUseIsAnErrorValue()
    {
        DemoCloud other;
        const auto started = other.start(u"mixed"_s, quint16(m_cloud.authUrl().port()));
        QVERIFY(!started.ok());
        QVERIFY(!started.error().serviceMessage.isEmpty());
    }

    void scopes()
    {
        DemoClient client(m_cloud.authUrl());
        auto answer = client.logIn(u"admin"_s, u"secret"_s, {});
        QCOMPARE(answer.status, 201);
        QVERIFY(!answer.json[u"token"_s].toObject().contains(u"catalog"_s));
        const QByteArray unscoped = client.token;

        answer = client.logInWith(
            {{u"methods"_s, QJsonArray{u"token"_s}}, {u"token"_s, QJsonObject{{u"id"_s, QString::fromUtf8(unscoped)}}}},
            DemoClient::projectScope(u"ci"_s));
        QCOMPARE(answer.status, 201);
        QCOMPARE(answer.json[u"token"_s][u"project"_s][u"name"_s].toString(), u"ci"_s);
        const QString body = QString::fromUtf8(answer.body);
        for (const QString &type :
             {u"network"_s, u"compute"_s, u"orchestration"_s, u"baremetal"_s, u"image"_s, u"identity"_s})
            QVERIFY2(body.contains(u"\"type\":\"%1\""_s.arg(type)), qPrintable(type));
        QVERIFY(body.contains(u"/orchestration/v1/"_s + client.projectId));

        answer = client.logIn(u"admin"_s, u"secret"_s, {{u"system"_s, QJsonObject{{u"all"_s, true}}}});
        QCOMPARE(answer.status, 201);
        QVERIFY(answer.json[u"token"_s][u"system"_s][u"all"_s].toBool());
    }

    void applicationCredentials()
    {
        DemoClient client(m_cloud.authUrl());
        const QJsonObject domain{{u"id"_s, u"default"_s}};
        const QJsonObject owner{{u"name"_s, u"demo"_s}, {u"domain"_s, domain}};
        const auto identity = [&owner](const QString &secret) {
            const QJsonObject data{{u"name"_s, u"flotsam"_s}, {u"secret"_s, secret}, {u"user"_s, owner}};
            return QJsonObject{{u"methods"_s, QJsonArray{u"application_credential"_s}},
                               {u"application_credential"_s, data}};
        };
        QCOMPARE(client.logInWith(identity(u"wrong"_s), {}).status, 401);
        // It is bound to its project and cannot ask for another, nor for its own.
        QCOMPARE(client.logInWith(identity(u"secret"_s), DemoClient::projectScope(u"demo"_s)).status, 401);
        auto answer = client.logInWith(identity(u"secret"_s), {});
        QCOMPARE(answer.status, 201);
        QCOMPARE(answer.json[u"token"_s][u"project"_s][u"name"_s].toString(), u"demo"_s);
        QCOMPARE(answer.json[u"token"_s][u"methods"_s].toArray(), QJsonArray{u"application_credential"_s});
        const QString id = answer.json[u"token"_s][u"application_credential"_s][u"id"_s].toString();
        QCOMPARE(client.get(u"/network/v2.0/networks"_s).status, 200);
        const QString token = QString::fromUtf8(client.token);
        const QJsonObject rescope{{u"methods"_s, QJsonArray{u"token"_s}}, {u"token"_s, QJsonObject{{u"id"_s, token}}}};
        answer = client.logInWith(rescope, DemoClient::projectScope(u"ci"_s));
        QCOMPARE(answer.status, 403);
        QCOMPARE(answer.json[u"error"_s][u"title"_s].toString(), u"Forbidden"_s);
        const QJsonObject byId{{u"id"_s, id}, {u"secret"_s, u"secret"_s}};
        answer = client.logInWith(
            {{u"methods"_s, QJsonArray{u"application_credential"_s}}, {u"application_credential"_s, byId}}, {});
        QCOMPARE(answer.status, 201);
    }

    void rescopingKeepsTheExpiry()
    {
        DemoClient client(m_cloud.authUrl());
        m_cloud.setClockSpeed(60);
        auto answer = client.logIn(u"demo"_s, u"secret"_s, {});
        const QJsonValue expires = answer.json[u"token"_s][u"expires_at"_s];
        const QString unscoped = QString::fromUtf8(client.token);
        QTest::qWait(50);
        const QJsonObject identity{{u"methods"_s, QJsonArray{u"token"_s}},
                                   {u"token"_s, QJsonObject{{u"id"_s, unscoped}}}};
        for (const QString &project : {u"demo"_s, u"ci"_s}) {
            answer = client.logInWith(identity, DemoClient::projectScope(project));
            QCOMPARE(answer.status, 201);
            QCOMPARE(answer.json[u"token"_s][u"expires_at"_s], expires);
            QCOMPARE(answer.json[u"token"_s][u"methods"_s].toArray(), (QJsonArray{u"token"_s, u"password"_s}));
        }
        // Where it has no role it gets no token.
        QCOMPARE(client.logInWith(identity, DemoClient::projectScope(u"web"_s)).status, 401);
        m_cloud.setClockSpeed(1);
    }

    void aTokenIsShownAndDropped()
    {
        DemoClient client(m_cloud.authUrl());
        QVERIFY(client.logInAs(u"demo"_s, u"demo"_s));
        const DemoClient::Headers subject{{"X-Subject-Token", client.token}};
        const auto shown = client.get(u"/identity/v3/auth/tokens"_s, subject);
        QCOMPARE(shown.status, 200);
        QCOMPARE(shown.json[u"token"_s][u"user"_s][u"name"_s].toString(), u"demo"_s);
        QCOMPARE(client.send("DELETE", u"/identity/v3/auth/tokens"_s, {}, subject).status, 204);
        QCOMPARE(client.get(u"/network/v2.0/networks"_s).status, 401);
    }

    void refusals()
    {
        DemoClient client(m_cloud.authUrl());
        auto answer = client.logIn(u"admin"_s, u"wrong"_s, DemoClient::projectScope(u"demo"_s));
        QCOMPARE(answer.status, 401);
        QCOMPARE(answer.json[u"error"_s][u"code"_s].toInt(), 401);
        QVERIFY(answer.headers.value("www-authenticate").startsWith("Keystone uri="));
        QCOMPARE(client.logIn(u"demo"_s, u"secret"_s, DemoClient::projectScope(u"web"_s)).status, 401);
        QCOMPARE(client.logIn(u"demo"_s, u"secret"_s, {{u"system"_s, QJsonObject{{u"all"_s, true}}}}).status, 401);
        client.token = "nonsense";
        for (const QString &path :
             {u"/network/v2.0/ports"_s, u"/compute/v2.1/servers"_s, u"/identity/v3/auth/projects"_s}) {
            answer = client.get(path);
            QCOMPARE(answer.status, 401);
            QCOMPARE(answer.json[u"error"_s][u"title"_s].toString(), u"Unauthorized"_s);
            QVERIFY(answer.headers.contains("x-openstack-request-id"));
        }
    }

    void projectsOfAMemberAndOfAnAdmin()
    {
        DemoClient client(m_cloud.authUrl());
        QVERIFY(client.logInAs(u"demo"_s, u"demo"_s));
        QCOMPARE(client.get(u"/identity/v3/auth/projects"_s).json[u"projects"_s].toArray().size(), 2);
        QCOMPARE(client.get(u"/identity/v3/projects"_s).status, 403);
        QVERIFY(client.logInAs(u"admin"_s, u"demo"_s));
        QCOMPARE(client.get(u"/identity/v3/projects"_s).json[u"projects"_s].toArray().size(), 6);
        QCOMPARE(client.get(u"/identity/v3/projects?name=web"_s).json[u"projects"_s].toArray().size(), 1);
    }

    void expiredTokensAreRefused()
    {
        DemoClient client(m_cloud.authUrl());
        QVERIFY(client.logInAs(u"admin"_s, u"demo"_s));
        QCOMPARE(client.get(u"/network/v2.0/extensions"_s).status, 200);
        m_cloud.expireTokens();
        QCOMPARE(client.get(u"/network/v2.0/extensions"_s).status, 401);
    }

    void stoppedServiceAnswers503()
    {
        DemoClient client(m_cloud.authUrl());
        QVERIFY(client.logInAs(u"admin"_s, u"demo"_s));
        m_cloud.setServiceStopped(u"compute"_s, true);
        QCOMPARE(client.get(u"/compute/v2.1/servers"_s).status, 503);
        QCOMPARE(client.get(u"/network/v2.0/networks"_s).status, 200);
        m_cloud.setServiceStopped(u"compute"_s, false);
        QCOMPARE(client.get(u"/compute/v2.1/servers"_s).status, 200);
    }

private:
    DemoCloud m_cloud;
};

QTEST_GUILESS_MAIN(TestDemoIdentity)
#include "tst_demo_identity.moc"
