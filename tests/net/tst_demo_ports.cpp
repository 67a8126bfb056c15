// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/restore.h"
#include "tests/net/democlient.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace flotsam;
using Answer = DemoClient::Answer;

namespace {
const QString Ports = u"/network/v2.0/ports"_s;
const QString FloatingIps = u"/network/v2.0/floatingips"_s;

QString typeOf(const Answer &answer) { return answer.json[u"NeutronError"_s][u"type"_s].toString(); }

QJsonObject port(const QJsonObject &attributes) { return {{u"port"_s, attributes}}; }

QJsonArray list(const QJsonValue &one) { return {one}; }
} // namespace

/// What can be set on a port, what is refused and in which words: restoring a deleted port rests on it.
class TestDemoPorts : public QObject
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
        m_demoNet = idOf(u"/network/v2.0/networks?name=demo"_s, u"networks"_s);
        m_policy = idOf(u"/network/v2.0/qos/policies?name=bronze"_s, u"policies"_s);
        m_group = idOf(u"/network/v2.0/security-groups?name=default&project_id="_s + m_admin->projectId,
                       u"security_groups"_s);
        QCOMPARE(m_demoNet.size(), 36);
        QCOMPARE(m_policy.size(), 36);
        QCOMPARE(m_group.size(), 36);
    }

    void aDeletedPortCanBeMadeAgain_data()
    {
        QTest::addColumn<bool>("admin");
        QTest::newRow("by an administrator") << true;
        QTest::newRow("by a member") << false;
    }

    void aDeletedPortCanBeMadeAgain()
    {
        QFETCH(bool, admin);
        DemoClient &client = admin ? *m_admin : *m_member;
        const QJsonObject before = client.get(Ports + u"?name=pxe-lab"_s).json[u"ports"_s][0].toObject();
        const auto full = {u"extra_dhcp_opts"_s, u"allowed_address_pairs"_s, u"tags"_s, u"security_groups"_s};
        for (const QString &key : full)
            QVERIFY2(!before[key].toArray().isEmpty(), qPrintable(key));
        QCOMPARE(before[u"qos_policy_id"_s].toString(), m_policy);
        const QString path = Ports + u'/';
        QCOMPARE(client.send("DELETE", path + before[u"id"_s].toString()).status, 204);

        const RestoreOrder order = restoreOrder(QJsonDocument(before).toJson(), admin);
        const Answer made = client.send("POST", Ports, port(order.body));
        QVERIFY2(made.status == 201, made.body.constData());
        const QString id = made.json[u"port"_s][u"id"_s].toString();
        QVERIFY(id != before[u"id"_s].toString());
        const QJsonObject tags{{u"tags"_s, QJsonArray::fromStringList(order.tags)}};
        QCOMPARE(client.send("PUT", path + id + u"/tags"_s, tags).status, 200);

        QJsonObject after = client.get(path + id).json[u"port"_s].toObject();
        QCOMPARE(restoreDifferences(order.body, after), QStringList());
        for (const QString &key : before.keys()) {
            static const QStringList neutrons{u"id"_s, u"created_at"_s, u"updated_at"_s, u"revision_number"_s};
            if (!neutrons.contains(key))
                QVERIFY2(after[key] == before[key], qPrintable(key));
        }
    }

    void anUpdateSetsWhatAPostSets()
    {
        QString id = makePort();
        const QJsonObject wanted{
            {u"name"_s, u"changed"_s},
            {u"description"_s, u"by an update"_s},
            {u"mac_address"_s, u"FA-16-3E-00-11-22"_s},
            {u"fixed_ips"_s, list(QJsonObject{{u"ip_address"_s, u"10.10.14.7"_s}})},
            {u"allowed_address_pairs"_s, list(QJsonObject{{u"ip_address"_s, u"10.10.14.8"_s}})},
            {u"security_groups"_s, QJsonArray()},
            {u"qos_policy_id"_s, m_policy},
            {u"dns_name"_s, u"changed"_s},
            {u"binding:vnic_type"_s, u"direct"_s},
            {u"binding:profile"_s, QJsonObject{{u"trusted"_s, u"true"_s}}},
            {u"extra_dhcp_opts"_s, list(QJsonObject{{u"opt_name"_s, u"mtu"_s}, {u"opt_value"_s, u"1400"_s}})},
            {u"admin_state_up"_s, false}};
        const Answer answer = m_admin->send("PUT", Ports + u'/' + id, port(wanted));
        QVERIFY2(answer.status == 200, answer.body.constData());
        const QJsonObject now = answer.json[u"port"_s].toObject();
        QCOMPARE(now[u"mac_address"_s].toString(), u"fa:16:3e:00:11:22"_s);
        QCOMPARE(now[u"fixed_ips"_s][0][u"ip_address"_s].toString(), u"10.10.14.7"_s);
        // A pair without a MAC takes the port's own: the one of this very request.
        QCOMPARE(now[u"allowed_address_pairs"_s][0][u"mac_address"_s].toString(), u"fa:16:3e:00:11:22"_s);
        QCOMPARE(now[u"extra_dhcp_opts"_s][0][u"ip_version"_s].toInt(), 4);
        for (const QString &key : {u"name"_s, u"description"_s, u"security_groups"_s, u"qos_policy_id"_s, u"dns_name"_s,
                                   u"binding:vnic_type"_s, u"binding:profile"_s, u"admin_state_up"_s})
            QVERIFY2(now[key] == wanted[key], qPrintable(key));
        // An option without a value goes, and so does a policy.
        const QJsonObject away{
            {u"extra_dhcp_opts"_s, list(QJsonObject{{u"opt_name"_s, u"mtu"_s}, {u"opt_value"_s, QJsonValue::Null}})},
            {u"qos_policy_id"_s, QJsonValue::Null}};
        const QJsonObject less = m_admin->send("PUT", Ports + u'/' + id, port(away)).json[u"port"_s].toObject();
        QCOMPARE(less[u"extra_dhcp_opts"_s].toArray().size(), 0);
        QVERIFY(less[u"qos_policy_id"_s].isNull());
        QCOMPARE(m_admin->send("DELETE", Ports + u'/' + id).status, 204);
    }

    void tagsComeWithAPostOrOneByOne()
    {
        const QJsonObject wanted{{u"network_id"_s, m_demoNet}, {u"tags"_s, QJsonArray{u"a"_s, u"b"_s}}};
        const QString path
            = Ports + u'/' + m_member->send("POST", Ports, port(wanted)).json[u"port"_s][u"id"_s].toString();
        QCOMPARE(m_member->get(path + u"/tags"_s).json[u"tags"_s].toArray(), (QJsonArray{u"a"_s, u"b"_s}));
        QCOMPARE(m_member->send("PUT", path, port({{u"tags"_s, QJsonArray()}})).status, 400);
        QCOMPARE(m_member->send("PUT", path + u"/tags/c"_s).status, 201);
        QCOMPARE(m_member->send("DELETE", path + u"/tags/a"_s).status, 204);
        QCOMPARE(typeOf(m_member->send("DELETE", path + u"/tags/a"_s)), u"TagNotFound"_s);
        QCOMPARE(m_member->get(path).json[u"port"_s][u"tags"_s].toArray(), (QJsonArray{u"b"_s, u"c"_s}));
        QCOMPARE(m_member->get(Ports + u"?tags=b,c"_s).json[u"ports"_s].toArray().size(), 1);
        QCOMPARE(m_member->send("DELETE", path).status, 204);
    }

    void refusedBodies_data()
    {
        QTest::addColumn<QJsonObject>("body");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("type");
        const QString nowhere = u"00000000-0000-0000-0000-000000000000"_s;
        const QString bad = u"HTTPBadRequest"_s;
        const auto pair = [](const QString &ip) { return QJsonObject{{u"ip_address"_s, ip}}; };
        const auto row = [](const char *name, const QJsonObject &body, int status, const QString &type) {
            QTest::newRow(name) << body << status << type;
        };
        row("no MAC", {{u"mac_address"_s, u"52:54"_s}}, 400, bad);
        row("no text", {{u"name"_s, 7}}, 400, bad);
        row("device null", {{u"device_id"_s, QJsonValue::Null}}, 400, bad);
        row("no boolean", {{u"port_security_enabled"_s, u"perhaps"_s}}, 400, bad);
        row("an id of its own", {{u"id"_s, nowhere}}, 400, bad);
        row("a revision", {{u"revision_number"_s, 3}}, 400, bad);
        row("unknown", {{u"colour"_s, u"red"_s}}, 400, bad);
        row("vnic type", {{u"binding:vnic_type"_s, u"wireless"_s}}, 400, bad);
        row("no list of addresses", {{u"fixed_ips"_s, QJsonValue::Null}}, 400, bad);
        row("no address", {{u"fixed_ips"_s, list(pair(u"ten"_s))}}, 400, bad);
        row("foreign address", {{u"fixed_ips"_s, list(pair(u"192.0.2.1"_s))}}, 400, u"InvalidIpForNetwork"_s);
        row("foreign subnet", {{u"fixed_ips"_s, list(QJsonObject{{u"subnet_id"_s, nowhere}})}}, 404,
            u"SubnetNotFound"_s);
        row("address twice", {{u"fixed_ips"_s, QJsonArray{pair(u"10.10.14.9"_s), pair(u"10.10.14.9"_s)}}}, 400, bad);
        row("no such group", {{u"security_groups"_s, list(nowhere)}}, 404, u"SecurityGroupNotFound"_s);
        row("no such policy", {{u"qos_policy_id"_s, nowhere}}, 404, u"QosPolicyNotFound"_s);
        row("pair without address", {{u"allowed_address_pairs"_s, list(QJsonObject())}}, 400,
            u"AllowedAddressPairsMissingIP"_s);
        row("pair twice", {{u"allowed_address_pairs"_s, QJsonArray{pair(u"10.10.1.1"_s), pair(u"10.10.1.1"_s)}}}, 400,
            u"DuplicateAddressPairInRequest"_s);
        row("pair without port security",
            {{u"allowed_address_pairs"_s, list(pair(u"10.10.1.1"_s))}, {u"port_security_enabled"_s, false}}, 409,
            u"AddressPairAndPortSecurityRequired"_s);
        row("option without name", {{u"extra_dhcp_opts"_s, list(QJsonObject{{u"opt_value"_s, u"1"_s}})}}, 400, bad);
    }

    void refusedBodies()
    {
        QFETCH(QJsonObject, body);
        const qsizetype before = m_admin->get(Ports + u"?fields=id"_s).json[u"ports"_s].toArray().size();
        QJsonObject created = body;
        created.insert(u"network_id"_s, m_demoNet);
        const Answer refused = m_admin->send("POST", Ports, port(created));
        QTEST(refused.status, "status");
        QTEST(typeOf(refused), "type");
        QVERIFY(!refused.json[u"NeutronError"_s][u"message"_s].toString().isEmpty());
        QCOMPARE(m_admin->get(Ports + u"?fields=id"_s).json[u"ports"_s].toArray().size(), before);
        // An update is refused in the same words, and changes nothing.
        const QString id = makePort();
        const QJsonObject untouched = m_admin->get(Ports + u'/' + id).json;
        const Answer update = m_admin->send("PUT", Ports + u'/' + id, port(body));
        QTEST(update.status, "status");
        QTEST(typeOf(update), "type");
        QCOMPARE(m_admin->get(Ports + u'/' + id).json, untouched);
        QCOMPARE(m_admin->send("DELETE", Ports + u'/' + id).status, 204);
    }

    void portSecurityAndGroupsGoTogether()
    {
        const QString id = makePort();
        const QString path = Ports + u'/' + id;
        QCOMPARE(typeOf(m_member->send("PUT", path, port({{u"port_security_enabled"_s, false}}))),
                 u"PortSecurityPortHasSecurityGroup"_s);
        const QJsonObject both{{u"port_security_enabled"_s, false}, {u"security_groups"_s, QJsonArray()}};
        QCOMPARE(m_member->send("PUT", path, port(both)).status, 200);
        QCOMPARE(typeOf(m_member->send("PUT", path, port({{u"security_groups"_s, list(m_group)}}))),
                 u"PortSecurityAndIPRequiredForSecurityGroups"_s);
        QCOMPARE(m_member->send("DELETE", path).status, 204);
        // A new port without port security gets no default group.
        const QJsonObject open{{u"network_id"_s, m_demoNet}, {u"port_security_enabled"_s, false}};
        const QJsonObject made = m_member->send("POST", Ports, port(open)).json[u"port"_s].toObject();
        QCOMPARE(made[u"security_groups"_s].toArray().size(), 0);
        QCOMPARE(m_member->send("DELETE", Ports + u'/' + made[u"id"_s].toString()).status, 204);
    }

    void aBoundPortKeepsItsMacEvenWhereTheRequestUnbindsIt()
    {
        const QString path = Ports + u'/' + makePort();
        const QJsonObject bound{{u"binding:host_id"_s, u"compute-1"_s}};
        QCOMPARE(m_admin->send("PUT", path, port(bound)).status, 200);
        const QJsonObject both{{u"binding:host_id"_s, u""_s}, {u"mac_address"_s, QJsonValue::Null}};
        QCOMPARE(typeOf(m_admin->send("PUT", path, port(both))), u"PortBound"_s);
        const QString mac = m_admin->get(path).json[u"port"_s][u"mac_address"_s].toString();
        QCOMPARE(m_admin->send("PUT", path, port({{u"binding:host_id"_s, QJsonValue::Null}})).status, 200);
        const Answer fresh = m_admin->send("PUT", path, port({{u"mac_address"_s, QJsonValue::Null}}));
        QCOMPARE(fresh.status, 200);
        QVERIFY(fresh.json[u"port"_s][u"mac_address"_s].toString() != mac);
        QCOMPARE(m_admin->send("DELETE", path).status, 204);
    }

    void whatAMemberMayNotSet()
    {
        const QString path = Ports + u'/' + makePort();
        for (const QJsonObject &body :
             {QJsonObject{{u"binding:host_id"_s, u"compute-1"_s}}, QJsonObject{{u"binding:profile"_s, QJsonObject()}}})
            QCOMPARE(typeOf(m_member->send("PUT", path, port(body))), u"PolicyNotAuthorized"_s);
        // The network is its own, so these are its to set.
        for (const QJsonObject &body :
             {QJsonObject{{u"mac_address"_s, QJsonValue::Null}}, QJsonObject{{u"dns_name"_s, u"mine"_s}},
              QJsonObject{{u"qos_policy_id"_s, m_policy}}})
            QCOMPARE(m_member->send("PUT", path, port(body)).status, 200);
        QCOMPARE(m_member->send("DELETE", path).status, 204);
        QJsonObject foreign{{u"network_id"_s, m_demoNet}, {u"project_id"_s, u"somebody"_s}};
        QCOMPARE(m_member->send("POST", Ports, port(foreign)).status, 400);
    }

    void manyAtOnceAreAllOrNone()
    {
        const QJsonObject fine{{u"network_id"_s, m_demoNet}, {u"name"_s, u"bulk"_s}};
        QJsonObject broken = fine;
        broken.insert(u"mac_address"_s, u"nonsense"_s);
        QCOMPARE(m_admin->send("POST", Ports, {{u"ports"_s, QJsonArray{fine, fine, broken}}}).status, 400);
        QCOMPARE(m_admin->get(Ports + u"?name=bulk"_s).json[u"ports"_s].toArray().size(), 0);
        const Answer made = m_admin->send("POST", Ports, {{u"ports"_s, QJsonArray{fine, fine}}});
        QCOMPARE(made.status, 201);
        for (const QJsonValue &one : made.json[u"ports"_s].toArray())
            QCOMPARE(m_admin->send("DELETE", Ports + u'/' + one[u"id"_s].toString()).status, 204);
    }

    void anEmptySubnetHasNoAddressLeft()
    {
        // The web shop's network has 253 addresses.
        const QString front = idOf(u"/network/v2.0/networks?name=shop-front"_s, u"networks"_s);
        const QString web
            = m_admin->get(u"/identity/v3/projects?name=web"_s).json[u"projects"_s][0][u"id"_s].toString();
        const QString quota = u"/network/v2.0/quotas/"_s + web;
        QCOMPARE(m_admin->send("PUT", quota, {{u"quota"_s, QJsonObject{{u"port"_s, -1}}}}).status, 200);
        const QJsonObject one{{u"network_id"_s, front}, {u"project_id"_s, web}};
        QStringList made;
        Answer last;
        for (int i = 0; i < 260; ++i) {
            last = m_admin->send("POST", Ports, port(one));
            if (last.status != 201)
                break;
            made += last.json[u"port"_s][u"id"_s].toString();
        }
        QCOMPARE(typeOf(last), u"IpAddressGenerationFailure"_s);
        QCOMPARE(last.status, 409);
        QVERIFY(made.size() > 200);
        for (const QString &id : std::as_const(made))
            QCOMPARE(m_admin->send("DELETE", Ports + u'/' + id).status, 204);
        QCOMPARE(m_admin->send("DELETE", quota).status, 204);
    }

    void lifeOfAFloatingIp()
    {
        const QString pub = idOf(u"/network/v2.0/networks?name=public"_s, u"networks"_s);
        const QString inner = makePort();
        const auto body = [](const QJsonObject &attributes) { return QJsonObject{{u"floatingip"_s, attributes}}; };
        QCOMPARE(m_member->send("POST", FloatingIps, body({{u"floating_network_id"_s, m_demoNet}})).status, 400);
        const Answer made
            = m_member->send("POST", FloatingIps, body({{u"floating_network_id"_s, pub}, {u"port_id"_s, inner}}));
        QCOMPARE(made.status, 201);
        const QJsonObject fip = made.json[u"floatingip"_s].toObject();
        const QString path = FloatingIps + u'/' + fip[u"id"_s].toString();
        QCOMPARE(fip[u"port_id"_s].toString(), inner);
        QCOMPARE(fip[u"router_id"_s].toString().size(), 36);
        const QString holder = idOf(Ports + u"?device_id="_s + fip[u"id"_s].toString(), u"ports"_s);
        QCOMPARE(typeOf(m_admin->send("DELETE", Ports + u'/' + holder)), u"ServicePortInUse"_s);
        const Answer second
            = m_member->send("POST", FloatingIps, body({{u"floating_network_id"_s, pub}, {u"port_id"_s, inner}}));
        QCOMPARE(typeOf(second), u"FloatingIPPortAlreadyAssociated"_s);
        QCOMPARE(m_member->get(FloatingIps + u"?port_id="_s + inner).json[u"floatingips"_s].toArray().size(), 1);
        // Deleting the port takes the association, not the address.
        QCOMPARE(m_member->send("DELETE", Ports + u'/' + inner).status, 204);
        QVERIFY(m_member->get(path).json[u"floatingip"_s][u"port_id"_s].isNull());
        const QString next = makePort();
        QCOMPARE(
            m_member->send("PUT", path, body({{u"port_id"_s, next}})).json[u"floatingip"_s][u"port_id"_s].toString(),
            next);
        QCOMPARE(typeOf(m_member->send("PUT", path, body({{u"port_id"_s, u"nonsense"_s}}))), u"PortNotFound"_s);
        QVERIFY(m_member->send("PUT", path, body({{u"port_id"_s, QJsonValue::Null}}))
                    .json[u"floatingip"_s][u"port_id"_s]
                    .isNull());
        QCOMPARE(m_member->send("DELETE", path).status, 204);
        QCOMPARE(m_admin->get(Ports + u'/' + holder).status, 404);
        QCOMPARE(m_member->send("DELETE", Ports + u'/' + next).status, 204);
        // No router leads from the bare-metal network to the outside.
        const QString metal = idOf(Ports + u"?name=test-port2"_s, u"ports"_s);
        const Answer far
            = m_admin->send("POST", FloatingIps, body({{u"floating_network_id"_s, pub}, {u"port_id"_s, metal}}));
        QCOMPARE(typeOf(far), u"ExternalGatewayForFloatingIPNotFound"_s);
    }

private:
    QString idOf(const QString &path, const QString &collection)
    {
        return m_admin->get(path).json[collection][0][u"id"_s].toString();
    }

    QString makePort()
    {
        return m_member->send("POST", Ports, port({{u"network_id"_s, m_demoNet}})).json[u"port"_s][u"id"_s].toString();
    }

    DemoCloud m_cloud;
    std::unique_ptr<DemoClient> m_admin;
    std::unique_ptr<DemoClient> m_member;
    QString m_demoNet;
    QString m_policy;
    QString m_group;
};

QTEST_GUILESS_MAIN(TestDemoPorts)
#include "tst_demo_ports.moc"
