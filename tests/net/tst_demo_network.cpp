// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/net/democlient.h"

#include <QTest>
#include <QUrlQuery>

using namespace Qt::StringLiterals;
using flotsam::DemoCloud;
using Answer = DemoClient::Answer;

namespace {
const QString Ports = u"/network/v2.0/ports"_s;

QString typeOf(const Answer &answer) { return answer.json[u"NeutronError"_s][u"type"_s].toString(); }

QJsonObject port(const QJsonObject &attributes) { return {{u"port"_s, attributes}}; }
} // namespace

class TestDemoNetwork : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_cloud.start(u"mixed"_s).ok());
        m_admin = std::make_unique<DemoClient>(m_cloud.authUrl());
        m_member = std::make_unique<DemoClient>(m_cloud.authUrl());
        QVERIFY(m_admin->logInAs(u"admin"_s, u"demo"_s));
        QVERIFY(m_member->logInAs(u"demo"_s, u"demo"_s));
        m_demoNet = m_admin->get(u"/network/v2.0/networks?name=demo"_s).json[u"networks"_s][0][u"id"_s].toString();
        QCOMPARE(m_demoNet.size(), 36);
    }

    void pagesHoldEveryPortOnce_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<bool>("member");
        QTest::newRow("by id") << u"limit=37"_s << false;
        QTest::newRow("sorted") << u"limit=37&sort_key=created_at&sort_dir=desc"_s << false;
        QTest::newRow("exactly one page") << u"limit=1000"_s << false;
        QTest::newRow("member") << u"limit=10&sort_key=id&sort_dir=asc"_s << true;
    }

    void pagesHoldEveryPortOnce()
    {
        QFETCH(QString, query);
        QFETCH(bool, member);
        DemoClient &client = member ? *m_member : *m_admin;
        const QSet<QString> all = ids(client.get(Ports));
        QSet<QString> seen;
        qsizetype count = 0;
        QString next = Ports + u'?' + query;
        while (!next.isEmpty()) {
            const Answer answer = client.get(next);
            QCOMPARE(answer.status, 200);
            seen.unite(ids(answer));
            count += answer.json[u"ports"_s].toArray().size();
            next.clear();
            for (const QJsonValue &link : answer.json[u"ports_links"_s].toArray()) {
                if (link[u"rel"_s].toString() == u"next"_s)
                    next = link[u"href"_s].toString();
            }
        }
        QCOMPARE(seen, all);
        QCOMPARE(count, all.size());
    }

    void backwardsIsForwardsReversed()
    {
        const QJsonArray all = m_admin->get(Ports + u"?fields=id"_s).json[u"ports"_s].toArray();
        const QString marker = all.at(20)[u"id"_s].toString();
        const QJsonArray before = m_admin->get(Ports + u"?fields=id&limit=5&page_reverse=True&marker="_s + marker)
                                      .json[u"ports"_s]
                                      .toArray();
        QCOMPARE(before.size(), 5);
        for (int i = 0; i < 5; ++i)
            QCOMPARE(before.at(i), all.at(15 + i));
    }

    void filtersAreAppliedAndUnknownOnesRefused()
    {
        const auto count = [this](const QString &query) {
            return m_admin->get(Ports + u'?' + query).json[u"ports"_s].toArray().size();
        };
        const auto total = m_admin->get(Ports).json[u"ports"_s].toArray().size();
        QCOMPARE(count(u"name=test-port1&name=test-port2"_s), 2);
        QCOMPARE(count(u"mac_address=52:54:00:53:B5:B9"_s), 1);
        const auto unowned = count(u"device_id="_s);
        QVERIFY(unowned > 10 && unowned < total);
        QCOMPARE(count(u"status=ACTIVE"_s) + count(u"status=DOWN"_s) + count(u"status=N/A"_s), total);
        const QJsonObject one = m_admin->get(Ports + u"?name=test-port1"_s).json[u"ports"_s][0].toObject();
        const QString ip = one[u"fixed_ips"_s][0][u"ip_address"_s].toString();
        QCOMPARE(count(u"network_id=%1&fixed_ips=ip_address%3D%2"_s.arg(one[u"network_id"_s].toString(), ip)), 1);
        const Answer refused = m_admin->get(Ports + u"?colour=red"_s);
        QCOMPARE(refused.status, 400);
        QCOMPARE(refused.json[u"NeutronError"_s][u"message"_s].toString(),
                 u"['colour'] is invalid attribute for filtering"_s);
        QCOMPARE(m_admin->get(Ports + u"?limit=x"_s).status, 400);
        QCOMPARE(m_admin->get(Ports + u"?sort_key=id"_s).status, 400);
        QCOMPARE(typeOf(m_admin->get(Ports + u"?limit=2&marker=00000000-0000-0000-0000-000000000000"_s)),
                 u"PortNotFound"_s);
        const QJsonObject cut
            = m_admin->get(Ports + u"?fields=id&fields=name&limit=1"_s).json[u"ports"_s][0].toObject();
        QCOMPARE(cut.keys(), (QStringList{u"id"_s, u"name"_s}));
    }

    void lifeOfAPort()
    {
        Answer answer = m_admin->send("POST", Ports, port({{u"network_id"_s, m_demoNet}, {u"name"_s, u"a"_s}}));
        QCOMPARE(answer.status, 201);
        QJsonObject made = answer.json[u"port"_s].toObject();
        const QString path = Ports + u'/' + made[u"id"_s].toString();
        QCOMPARE(made[u"revision_number"_s].toInt(), 1);
        QCOMPARE(made[u"created_at"_s], made[u"updated_at"_s]);
        QCOMPARE(made[u"fixed_ips"_s].toArray().size(), 1);

        answer = m_admin->send("PUT", path, port({{u"name"_s, u"b"_s}}), {{"If-Match", "revision_number=7"}});
        QCOMPARE(answer.status, 412);
        QCOMPARE(typeOf(answer), u"RevisionNumberConstraintFailed"_s);
        answer = m_admin->send("PUT", path, port({{u"name"_s, u"b"_s}}), {{"If-Match", "\"revision_number=1\""}});
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.json[u"port"_s][u"revision_number"_s].toInt(), 2);
        QCOMPARE(m_admin->send("PUT", path, port({{u"name"_s, u"c"_s}}), {{"If-Match", "revision_number=x"}}).status,
                 400);

        answer = m_admin->send("PUT", path, port({{u"binding:host_id"_s, u"compute-1"_s}, {u"device_id"_s, u"x"_s}}));
        QCOMPARE(answer.json[u"port"_s][u"binding:vif_type"_s].toString(), u"ovs"_s);
        QCOMPARE(typeOf(m_admin->send("PUT", path, port({{u"mac_address"_s, QJsonValue::Null}}))), u"PortBound"_s);
        answer = m_admin->send("PUT", path, port({{u"binding:host_id"_s, u""_s}}));
        QCOMPARE(answer.json[u"port"_s][u"binding:vif_type"_s].toString(), u"unbound"_s);
        answer = m_admin->send("PUT", path, port({{u"mac_address"_s, QJsonValue::Null}}));
        QCOMPARE(answer.status, 200);
        QVERIFY(answer.json[u"port"_s][u"mac_address"_s] != made[u"mac_address"_s]);
        answer = m_admin->send("PUT", path, port({{u"binding:host_id"_s, u"nowhere"_s}}));
        QCOMPARE(answer.json[u"port"_s][u"binding:vif_type"_s].toString(), u"binding_failed"_s);

        QCOMPARE(m_admin->send("PUT", path, port({{u"colour"_s, u"red"_s}})).status, 400);
        QCOMPARE(m_admin->send("PUT", path, port({{u"status"_s, u"ACTIVE"_s}})).status, 400);
        QCOMPARE(m_admin->send("DELETE", path, {}, {{"If-Match", "revision_number=2"}}).status, 412);
        QCOMPARE(m_admin->send("DELETE", path).status, 204);
        QCOMPARE(typeOf(m_admin->send("DELETE", path)), u"PortNotFound"_s);
    }

    void macsAndAddressesAreUniqueOnANetwork()
    {
        const QJsonObject held = m_admin->get(Ports + u"?name=test-port1"_s).json[u"ports"_s][0].toObject();
        const QString metal = held[u"network_id"_s].toString();
        const QString mac = held[u"mac_address"_s].toString();
        Answer answer
            = m_admin->send("POST", Ports, port({{u"network_id"_s, metal}, {u"mac_address"_s, mac.toUpper()}}));
        QCOMPARE(answer.status, 409);
        QCOMPARE(typeOf(answer), u"MacAddressInUse"_s);
        answer = m_admin->send("POST", Ports, port({{u"network_id"_s, metal}, {u"fixed_ips"_s, held[u"fixed_ips"_s]}}));
        QCOMPARE(typeOf(answer), u"IpAddressAlreadyAllocated"_s);
        // The same MAC on another network is nobody's business.
        answer = m_admin->send("POST", Ports, port({{u"network_id"_s, m_demoNet}, {u"mac_address"_s, mac}}));
        QCOMPARE(answer.status, 201);
        QCOMPARE(m_admin->send("DELETE", Ports + u'/' + answer.json[u"port"_s][u"id"_s].toString()).status, 204);
    }

    void portsThatNeutronProtects_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("type");
        QTest::newRow("router") << u"device_owner=network:router_interface"_s << u"ServicePortInUse"_s;
        QTest::newRow("floating IP") << u"device_owner=network:floatingip"_s << u"ServicePortInUse"_s;
        QTest::newRow("subport") << u"device_owner=trunk:subport"_s << u"PortInUseAsSubPort"_s;
    }

    void portsThatNeutronProtects()
    {
        QFETCH(QString, query);
        QFETCH(QString, type);
        const QString id = m_admin->get(Ports + u'?' + query).json[u"ports"_s][0][u"id"_s].toString();
        const Answer answer = m_admin->send("DELETE", Ports + u'/' + id);
        QCOMPARE(answer.status, 409);
        QCOMPARE(typeOf(answer), type);
    }

    void whatAMemberSeesAndMayNot()
    {
        const QJsonArray seen = m_member->get(Ports).json[u"ports"_s].toArray();
        QSet<QString> projects;
        for (const QJsonValue &value : seen) {
            projects.insert(value[u"project_id"_s].toString());
            const QJsonObject object = value.toObject();
            for (const QString &key :
                 {u"binding:host_id"_s, u"binding:vif_type"_s, u"binding:profile"_s, u"binding:vif_details"_s})
                QVERIFY(!object.contains(key));
            QVERIFY(object.contains(u"binding:vnic_type"_s));
        }
        // Its own ports, and the one of another project on its network.
        QCOMPARE(projects.size(), 2);
        const QString own = m_member->get(Ports + u"?name=reserved-1"_s).json[u"ports"_s][0][u"id"_s].toString();
        const QString path = Ports + u'/' + own;
        QCOMPARE(typeOf(m_member->send("PUT", path, port({{u"binding:host_id"_s, u""_s}}))), u"PolicyNotAuthorized"_s);
        QCOMPARE(m_member->send("PUT", path, port({{u"device_id"_s, u""_s}})).status, 200);
        const QString foreign = m_admin->get(Ports + u"?name=shop-vip"_s).json[u"ports"_s][0][u"id"_s].toString();
        QCOMPARE(m_member->get(Ports + u'/' + foreign).status, 404);
        QCOMPARE(m_member->send("DELETE", Ports + u'/' + foreign).status, 404);
    }

    void quotaRefusesTheNextPort()
    {
        const QString quota = u"/network/v2.0/quotas/"_s + m_admin->projectId;
        const QJsonObject before = m_admin->get(quota + u"/details.json"_s).json[u"quota"_s][u"port"_s].toObject();
        const int used = before[u"used"_s].toInt();
        const auto mine
            = m_admin->get(Ports + u"?project_id="_s + m_admin->projectId).json[u"ports"_s].toArray().size();
        QCOMPARE(used, int(mine));
        QCOMPARE(m_member->send("PUT", quota, {{u"quota"_s, QJsonObject{{u"port"_s, 1000}}}}).status, 403);
        QCOMPARE(m_admin->send("PUT", quota, {{u"quota"_s, QJsonObject{{u"port"_s, used}}}}).status, 200);
        const Answer answer = m_member->send("POST", Ports, port({{u"network_id"_s, m_demoNet}}));
        QCOMPARE(answer.status, 409);
        QCOMPARE(typeOf(answer), u"OverQuota"_s);
        QCOMPARE(m_admin->send("PUT", quota, {{u"quota"_s, QJsonObject{{u"port"_s, before[u"limit"_s]}}}}).status, 200);
    }

private:
    static QSet<QString> ids(const Answer &answer)
    {
        QSet<QString> found;
        for (const QJsonValue &item : answer.json[u"ports"_s].toArray())
            found.insert(item[u"id"_s].toString());
        return found;
    }

    DemoCloud m_cloud;
    std::unique_ptr<DemoClient> m_admin;
    std::unique_ptr<DemoClient> m_member;
    QString m_demoNet;
};

QTEST_GUILESS_MAIN(TestDemoNetwork)
#include "tst_demo_network.moc"
