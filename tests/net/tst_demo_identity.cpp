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
