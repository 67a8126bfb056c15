// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/net/democlient.h"

#include <QTest>

using namespace Qt::StringLiterals;
using flotsam::DemoCloud;
using Answer = DemoClient::Answer;

namespace {
const QString Servers = u"/compute/v2.1/servers"_s;
const DemoClient::Headers At260{{"OpenStack-API-Version", "compute 2.60"}};

QStringList names(const Answer &answer)
{
    QStringList found;
    for (const QJsonValue &server : answer.json[u"servers"_s].toArray())
        found += server[u"name"_s].toString();
    return found;
}
} // namespace

class TestDemoCompute : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_cloud.start(u"mixed"_s).ok());
        m_cloud.setClockSpeed(60);
        m_admin = std::make_unique<DemoClient>(m_cloud.authUrl());
        m_member = std::make_unique<DemoClient>(m_cloud.authUrl());
        QVERIFY(m_admin->logInAs(u"admin"_s, u"demo"_s));
        QVERIFY(m_member->logInAs(u"demo"_s, u"demo"_s));
    }

    void microversions_data()
    {
        QTest::addColumn<QByteArray>("asked");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("answered");
        QTest::newRow("none") << QByteArray() << 200 << QByteArray("compute 2.1");
        QTest::newRow("2.60") << QByteArray("compute 2.60") << 200 << QByteArray("compute 2.60");
        QTest::newRow("latest") << QByteArray("compute latest") << 200 << QByteArray("compute 2.93");
        QTest::newRow("another service's") << QByteArray("volume 3.0") << 200 << QByteArray("compute 2.1");
        QTest::newRow("too new") << QByteArray("compute 2.999") << 406 << QByteArray("compute 2.999");
        QTest::newRow("nonsense") << QByteArray("compute x") << 400 << QByteArray();
    }

    void microversions()
    {
        QFETCH(QByteArray, asked);
        const Answer answer = m_admin->get(Servers, {{"OpenStack-API-Version", asked}});
        QTEST(answer.status, "status");
        QTEST(answer.headers.value("openstack-api-version"), "answered");
    }

    void pagesHoldEveryServerOnce()
    {
        QSet<QString> whole;
        for (const QJsonValue &server :
             m_admin->get(Servers + u"/detail?all_tenants=1&limit=1000"_s, At260).json[u"servers"_s].toArray())
            whole.insert(server[u"id"_s].toString());
        QVERIFY(whole.size() > 100);
        QSet<QString> seen;
        QString last;
        QString next = Servers + u"/detail?all_tenants=1&limit=13"_s;
        while (!next.isEmpty()) {
            const Answer answer = m_admin->get(next, At260);
            next.clear();
            for (const QJsonValue &server : answer.json[u"servers"_s].toArray()) {
                seen.insert(server[u"id"_s].toString());
                // Newest first.
                const QString created = server[u"created"_s].toString();
                QVERIFY(last.isEmpty() || created <= last);
                last = created;
            }
            next = answer.json[u"servers_links"_s][0][u"href"_s].toString();
        }
        QCOMPARE(seen, whole);
        QCOMPARE(m_admin->get(Servers + u"?marker=00000000-0000-0000-0000-000000000000"_s).status, 400);
    }

    void deletedServersAreAnAdministratorsView()
    {
        const QStringList dead = names(m_admin->get(Servers + u"?all_tenants=1&deleted=true"_s, At260));
        QVERIFY(dead.contains(u"ci-4100-0"_s));
        QVERIFY2(dead.contains(u"warehouse-old"_s), "a soft-deleted server is in this listing too");
        QVERIFY(!names(m_admin->get(Servers + u"?all_tenants=1"_s, At260)).contains(u"warehouse-old"_s));
        // From a member Nova takes the filter away without a word.
        QCOMPARE(names(m_member->get(Servers + u"?deleted=true"_s, At260)), names(m_member->get(Servers, At260)));
        QCOMPARE(m_member->get(Servers + u"?status=DELETED"_s).status, 403);
        QCOMPARE(m_member->get(Servers + u"?all_tenants=1"_s).status, 403);
        QCOMPARE(m_admin->get(Servers + u"?status=NONSENSE"_s).status, 400);
    }

    void goneServersAnswer404AndKeepTheirActions()
    {
        const QJsonObject gone
            = m_admin->get(Servers + u"?all_tenants=1&deleted=true&name=ci-4100-0"_s).json[u"servers"_s][0].toObject();
        const QString path = Servers + u'/' + gone[u"id"_s].toString();
        const Answer answer = m_admin->get(path, At260);
        QCOMPARE(answer.status, 404);
        QCOMPARE(answer.json[u"itemNotFound"_s][u"code"_s].toInt(), 404);
        const QJsonArray actions
            = m_admin->get(path + u"/os-instance-actions"_s, At260).json[u"instanceActions"_s].toArray();
        QCOMPARE(actions.size(), 2);
        QCOMPARE(actions.at(0)[u"action"_s].toString(), u"delete"_s);
        QCOMPARE(actions.at(1)[u"action"_s].toString(), u"create"_s);
        QVERIFY(actions.at(1)[u"updated_at"_s].isString());
        QCOMPARE(m_admin->get(path + u"/os-instance-actions"_s).status, 404); // not before 2.21
        const QString request = actions.at(1)[u"request_id"_s].toString();
        const Answer one = m_admin->get(path + u"/os-instance-actions/"_s + request, At260);
        QCOMPARE(one.json[u"instanceAction"_s][u"events"_s].toArray().size(), 1);
    }

    void downCellAnswers500AndIsLeftOut()
    {
        const DemoClient::Headers at269{{"OpenStack-API-Version", "compute 2.69"}};
        QVERIFY(!names(m_admin->get(Servers + u"?all_tenants=1"_s, At260)).contains(u"archive-1"_s));
        QString stub;
        for (const QJsonValue &server :
             m_admin->get(Servers + u"/detail?all_tenants=1"_s, at269).json[u"servers"_s].toArray()) {
            if (server[u"status"_s].toString() == u"UNKNOWN"_s)
                stub = server[u"id"_s].toString();
        }
        QCOMPARE(stub.size(), 36);
        QVERIFY(!m_admin->get(Servers + u"/detail?all_tenants=1&limit=1000"_s, at269).body.contains(stub.toUtf8()));
        const Answer answer = m_admin->get(Servers + u'/' + stub, At260);
        QCOMPARE(answer.status, 500);
        QVERIFY(answer.json.contains(u"computeFault"_s));
        QCOMPARE(m_admin->get(Servers + u'/' + stub, at269).json[u"server"_s][u"status"_s].toString(), u"UNKNOWN"_s);
    }

    void aHiddenServerIsShownAndNotListed()
    {
        // The listing that a plain administrator sees leaves it out; whoever knows its id gets it.
        QVERIFY(!names(m_admin->get(Servers + u"?all_tenants=1"_s, At260)).contains(u"ledger"_s));
        QString id;
        for (const QJsonValue &candidate : m_admin->get(u"/network/v2.0/ports"_s).json[u"ports"_s].toArray()) {
            if (candidate[u"dns_name"_s].toString() == u"ledger"_s)
                id = candidate[u"device_id"_s].toString();
        }
        QCOMPARE(id.size(), 36);
        const Answer shown = m_admin->get(Servers + u'/' + id, At260);
        QCOMPARE(shown.status, 200);
        QCOMPARE(shown.json[u"server"_s][u"name"_s].toString(), u"ledger"_s);
    }

    void interfacesComeAndGo()
    {
        const QJsonObject server
            = m_member->get(Servers + u"/detail?name=jumphost"_s, At260).json[u"servers"_s][0].toObject();
        const QString path = Servers + u'/' + server[u"id"_s].toString();
        const QString net
            = m_member->get(u"/network/v2.0/networks?name=demo"_s).json[u"networks"_s][0][u"id"_s].toString();
        const QJsonObject loose{{u"port"_s, QJsonObject{{u"network_id"_s, net}}}};
        const QString own = m_member->send("POST", u"/network/v2.0/ports"_s, loose).json[u"port"_s][u"id"_s].toString();
        const auto give = [&](const QJsonObject &what) {
            return m_member->send("POST", path + u"/os-interface"_s, {{u"interfaceAttachment"_s, what}}, At260);
        };
        const Answer brought = give({{u"port_id"_s, own}});
        QCOMPARE(brought.status, 200);
        QCOMPARE(brought.json[u"interfaceAttachment"_s][u"port_state"_s].toString(), u"ACTIVE"_s);
        QCOMPARE(give({{u"port_id"_s, own}}).status, 409);
        QCOMPARE(give({{u"port_id"_s, u"nonsense"_s}}).status, 404);
        const Answer novas = give({{u"net_id"_s, net}});
        QCOMPARE(novas.status, 200);
        const QString made = novas.json[u"interfaceAttachment"_s][u"port_id"_s].toString();
        QCOMPARE(m_admin->get(path + u"/os-interface"_s).json[u"interfaceAttachments"_s].toArray().size(), 3);
        for (const QString &id : {own, made})
            QCOMPARE(m_member->send("DELETE", path + u"/os-interface/"_s + id, {}, At260).status, 202);
        QCOMPARE(m_member->send("DELETE", path + u"/os-interface/"_s + made, {}, At260).status, 404);
        // Nova's own port goes, the brought one is let go.
        QCOMPARE(m_admin->get(u"/network/v2.0/ports/"_s + made).status, 404);
        const QJsonObject kept = m_admin->get(u"/network/v2.0/ports/"_s + own).json[u"port"_s].toObject();
        QCOMPARE(kept[u"device_id"_s].toString(), QString());
        QCOMPARE(kept[u"binding:host_id"_s].toString(), QString());
        const QJsonArray actions
            = m_admin->get(path + u"/os-instance-actions"_s, At260).json[u"instanceActions"_s].toArray();
        QCOMPARE(actions.at(0)[u"action"_s].toString(), u"detach_interface"_s);
        QCOMPARE(actions.at(3)[u"action"_s].toString(), u"attach_interface"_s);
    }

    void lifeOfAServer()
    {
        const QString network
            = m_member->get(u"/network/v2.0/networks?name=demo"_s).json[u"networks"_s][0][u"id"_s].toString();
        const QString flavor = m_member->get(u"/compute/v2.1/flavors"_s).json[u"flavors"_s][0][u"id"_s].toString();
        const QString image = m_member->get(u"/image/v2/images?name=cirros"_s).json[u"images"_s][0][u"id"_s].toString();
        const QJsonObject brought{{u"network_id"_s, network}, {u"name"_s, u"brought"_s}};
        const QString own = m_member->send("POST", u"/network/v2.0/ports"_s, {{u"port"_s, brought}})
                                .json[u"port"_s][u"id"_s]
                                .toString();
        const QJsonObject wanted{
            {u"name"_s, u"young"_s},
            {u"flavorRef"_s, flavor},
            {u"imageRef"_s, image},
            {u"networks"_s, QJsonArray{QJsonObject{{u"uuid"_s, network}}, QJsonObject{{u"port"_s, own}}}}};
        const Answer made = m_member->send("POST", Servers, {{u"server"_s, wanted}}, At260);
        QCOMPARE(made.status, 202);
        const QString id = made.json[u"server"_s][u"id"_s].toString();
        const auto ports
            = [this, &id] { return m_admin->get(u"/network/v2.0/ports?device_id="_s + id).json[u"ports"_s].toArray(); };
        const auto status
            = [this, &id] { return m_member->get(Servers + u'/' + id).json[u"server"_s][u"status"_s].toString(); };
        QTRY_COMPARE_WITH_TIMEOUT(status(), u"ACTIVE"_s, 60'000);
        QCOMPARE(ports().size(), 2);
        for (const QJsonValue &port : ports()) {
            QCOMPARE(port[u"device_owner"_s].toString(), u"compute:nova"_s);
            QCOMPARE(port[u"binding:vif_type"_s].toString(), u"ovs"_s);
        }
        QCOMPARE(
            m_member->get(Servers + u'/' + id + u"/os-interface"_s).json[u"interfaceAttachments"_s].toArray().size(),
            2);
        QCOMPARE(m_member->send("DELETE", Servers + u'/' + id).status, 204);
        QTRY_COMPARE_WITH_TIMEOUT(m_member->get(Servers + u'/' + id).status, 404, 60'000);
        QCOMPARE(ports().size(), 0);
        // What the user brought is unbound, not deleted.
        const QJsonObject kept = m_admin->get(u"/network/v2.0/ports/"_s + own).json[u"port"_s].toObject();
        QCOMPARE(kept[u"device_owner"_s].toString(), QString());
        QCOMPARE(kept[u"binding:vif_type"_s].toString(), u"unbound"_s);
        QVERIFY(names(m_admin->get(Servers + u"?deleted=true"_s)).contains(u"young"_s));
    }

    void fullPortQuotaRefusesTheBoot()
    {
        QVERIFY(m_admin->logInAs(u"admin"_s, u"ci"_s));
        const QString quota = u"/network/v2.0/quotas/"_s + m_admin->projectId;
        const int used = m_admin->get(quota + u"/details"_s).json[u"quota"_s][u"port"_s][u"used"_s].toInt();
        m_admin->send("PUT", quota, {{u"quota"_s, QJsonObject{{u"port"_s, used}}}});
        const QString flavor = m_admin->get(u"/compute/v2.1/flavors"_s).json[u"flavors"_s][0][u"id"_s].toString();
        const QJsonObject wanted{{u"name"_s, u"one-more"_s}, {u"flavorRef"_s, flavor}, {u"networks"_s, u"auto"_s}};
        const Answer answer = m_admin->send("POST", Servers, {{u"server"_s, wanted}}, At260);
        QCOMPARE(answer.status, 403);
        QCOMPARE(answer.json[u"forbidden"_s][u"message"_s].toString(), u"Maximum number of ports exceeded"_s);
        QVERIFY(m_admin->logInAs(u"admin"_s, u"demo"_s));
    }

private:
    DemoCloud m_cloud;
    std::unique_ptr<DemoClient> m_admin;
    std::unique_ptr<DemoClient> m_member;
};

QTEST_GUILESS_MAIN(TestDemoCompute)
#include "tst_demo_compute.moc"
