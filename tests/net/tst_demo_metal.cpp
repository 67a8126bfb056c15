// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/net/democlient.h"

#include <QTest>

using namespace Qt::StringLiterals;
using flotsam::DemoCloud;
using Answer = DemoClient::Answer;

namespace {
const QString Ports = u"/network/v2.0/ports"_s;
const QString Nodes = u"/baremetal/v1/nodes"_s;
const DemoClient::Headers At178{{"X-OpenStack-Ironic-API-Version", "1.78"}};

QString faultOf(const Answer &answer)
{
    const QByteArray inner = answer.json[u"error_message"_s].toString().toUtf8();
    return QJsonDocument::fromJson(inner).object()[u"faultstring"_s].toString();
}
} // namespace

/// VIFs are given to nodes and taken away, as Nova and people do it.
class TestDemoMetal : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_cloud = std::make_unique<DemoCloud>();
        QVERIFY(m_cloud->start(u"baremetal"_s).ok());
        m_client = std::make_unique<DemoClient>(m_cloud->authUrl());
        QVERIFY(m_client->logInAs(u"admin"_s, u"demo"_s));
    }

    void cleanup() { m_cloud.reset(); }

    void attachFailsWhileAnOldPortHoldsTheMac()
    {
        const QJsonObject holder = portNamed(u"test-port1"_s);
        const QJsonObject wanted = portNamed(u"test-port2"_s);
        const QString mac = holder[u"mac_address"_s].toString();
        QCOMPARE(holder[u"network_id"_s], wanted[u"network_id"_s]);

        const Answer refused = attach(u"rack1-05"_s, wanted[u"id"_s].toString());
        QCOMPARE(refused.status, 500);
        QCOMPARE(faultOf(refused),
                 u"Unable to attach VIF %1 because Ironic can not update Neutron port %1 MAC address to match physical "
                 "MAC address %2"_s.arg(wanted[u"id"_s].toString(), mac));
        QCOMPARE(portNamed(u"test-port2"_s), wanted); // not a thing changed
        QCOMPARE(vifs(u"rack1-05"_s), QStringList());

        const QJsonObject fresh{{u"port"_s, QJsonObject{{u"mac_address"_s, QJsonValue::Null}}}};
        QCOMPARE(m_client->send("PUT", Ports + u'/' + holder[u"id"_s].toString(), fresh).status, 200);
        QCOMPARE(attach(u"rack1-05"_s, wanted[u"id"_s].toString()).status, 204);
        QCOMPARE(portNamed(u"test-port2"_s)[u"mac_address"_s].toString(), mac);
        QCOMPARE(vifs(u"rack1-05"_s), QStringList{wanted[u"id"_s].toString()});
        const QJsonObject nic
            = m_client->get(u"/baremetal/v1/ports/detail?address="_s + mac, At178).json[u"ports"_s][0].toObject();
        QCOMPARE(nic[u"internal_info"_s][u"tenant_vif_port_id"_s], wanted[u"id"_s]);

        const Answer again = attach(u"rack1-05"_s, wanted[u"id"_s].toString());
        QCOMPARE(again.status, 409);
        QVERIFY(faultOf(again).contains(u"is already attached to Ironic Port"_s));
        const Answer full = attach(u"rack1-05"_s, holder[u"id"_s].toString());
        QCOMPARE(full.status, 400);
        QVERIFY(faultOf(full).contains(u"not enough free physical ports"_s));
        const QString path = Nodes + u"/rack1-05/vifs/"_s;
        QCOMPARE(m_client->send("DELETE", path + wanted[u"id"_s].toString(), {}, At178).status, 204);
        const Answer gone = m_client->send("DELETE", path + wanted[u"id"_s].toString(), {}, At178);
        QCOMPARE(gone.status, 400);
        QVERIFY(faultOf(gone).contains(u"because it is not attached to it"_s));
        // Of a node that is not deployed only the note goes; Ironic leaves the port its MAC.
        QCOMPARE(portNamed(u"test-port2"_s)[u"mac_address"_s].toString(), mac);
    }

    void attachSucceedsAfterTheOldPortIsDeleted()
    {
        const QString holder = portNamed(u"test-port1"_s)[u"id"_s].toString();
        const QString wanted = portNamed(u"test-port2"_s)[u"id"_s].toString();
        QCOMPARE(attach(u"rack1-05"_s, wanted).status, 500);
        QCOMPARE(m_client->send("DELETE", Ports + u'/' + holder).status, 204);
        QCOMPARE(attach(u"rack1-05"_s, wanted).status, 204);
    }

    void aPortThatDoesNotExistIsNotAttached()
    {
        QCOMPARE(attach(u"rack1-05"_s, u"00000000-0000-0000-0000-000000000000"_s).status, 500);
        QCOMPARE(attach(u"nonsense"_s, portNamed(u"test-port2"_s)[u"id"_s].toString()).status, 404);
        QCOMPARE(vifs(u"rack1-05"_s), QStringList());
    }

    void aPortGroupIsTakenBeforeItsNics()
    {
        const QString wanted = portNamed(u"test-port2"_s)[u"id"_s].toString();
        QCOMPARE(attach(u"rack2-02"_s, wanted).status, 204);
        const QJsonArray groups
            = m_client->get(Nodes + u"/rack2-02/portgroups?detail=true"_s, At178).json[u"portgroups"_s].toArray();
        QCOMPARE(groups.size(), 1);
        const QJsonObject group = groups.at(0).toObject();
        QCOMPARE(group[u"internal_info"_s][u"tenant_vif_port_id"_s].toString(), wanted);
        QCOMPARE(portNamed(u"test-port2"_s)[u"mac_address"_s], group[u"address"_s]);
        const QString members = u"/baremetal/v1/portgroups/"_s + group[u"uuid"_s].toString() + u"/ports"_s;
        QCOMPARE(m_client->get(members, At178).json[u"ports"_s].toArray().size(), 2);
        QCOMPARE(attach(u"rack2-02"_s, portNamed(u"test-port1"_s)[u"id"_s].toString()).status, 400);

        m_cloud->setClockSpeed(60);
        const QJsonObject target{{u"target"_s, u"active"_s}};
        QCOMPARE(m_client->send("PUT", Nodes + u"/rack2-02/states/provision"_s, target, At178).status, 202);
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(u"rack2-02"_s), u"active"_s, 60'000);
        const QJsonObject bound = portNamed(u"test-port2"_s);
        QCOMPARE(bound[u"binding:vif_type"_s].toString(), u"other"_s);
        QCOMPARE(bound[u"binding:profile"_s][u"local_link_information"_s].toArray().size(), 2);
        QCOMPARE(
            m_client->send("PUT", Nodes + u"/rack2-02/states/provision"_s, {{u"target"_s, u"deleted"_s}}, At178).status,
            202);
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(u"rack2-02"_s), u"available"_s, 60'000);
        const QJsonObject released = portNamed(u"test-port2"_s);
        QCOMPARE(released[u"binding:vif_type"_s].toString(), u"unbound"_s);
        QCOMPARE(released[u"binding:profile"_s].toObject(), QJsonObject());
        QVERIFY(released[u"mac_address"_s] != group[u"address"_s]);
        QCOMPARE(vifs(u"rack2-02"_s), QStringList());
    }

    void listsAndPages()
    {
        const QJsonArray all = m_client->get(Nodes, At178).json[u"nodes"_s].toArray();
        QVERIFY(all.size() >= 9);
        QStringList seen;
        QString next = Nodes + u"?limit=4"_s;
        while (!next.isEmpty()) {
            const Answer answer = m_client->get(next, At178);
            for (const QJsonValue &node : answer.json[u"nodes"_s].toArray())
                seen += node[u"uuid"_s].toString();
            next = answer.json[u"next"_s].toString();
        }
        QCOMPARE(seen.size(), all.size());
        QCOMPARE(QSet<QString>(seen.cbegin(), seen.cend()).size(), all.size());
        // What a version does not know is not there.
        const DemoClient::Headers old{{"X-OpenStack-Ironic-API-Version", "1.17"}};
        QVERIFY(!m_client->get(u"/baremetal/v1/ports/detail"_s, old)
                     .json[u"ports"_s][0]
                     .toObject()
                     .contains(u"internal_info"_s));
        QCOMPARE(m_client->get(u"/baremetal/v1/portgroups"_s, old).status, 404);
        QCOMPARE(m_client->get(u"/baremetal/v1/portgroups"_s, At178).json[u"portgroups"_s].toArray().size(), 2);
        QCOMPARE(m_client->get(Nodes + u"?fields=uuid,name"_s, At178).json[u"nodes"_s][0].toObject().keys(),
                 (QStringList{u"links"_s, u"name"_s, u"uuid"_s}));
    }

private:
    QJsonObject portNamed(const QString &name)
    {
        return m_client->get(Ports + u"?name="_s + name).json[u"ports"_s][0].toObject();
    }

    Answer attach(const QString &node, const QString &port)
    {
        return m_client->send("POST", Nodes + u'/' + node + u"/vifs"_s, {{u"id"_s, port}}, At178);
    }

    QStringList vifs(const QString &node)
    {
        QStringList ids;
        for (const QJsonValue &vif : m_client->get(Nodes + u'/' + node + u"/vifs"_s, At178).json[u"vifs"_s].toArray())
            ids += vif[u"id"_s].toString();
        return ids;
    }

    QString stateOf(const QString &node)
    {
        return m_client->get(Nodes + u'/' + node, At178).json[u"provision_state"_s].toString();
    }

    std::unique_ptr<DemoCloud> m_cloud;
    std::unique_ptr<DemoClient> m_client;
};

QTEST_GUILESS_MAIN(TestDemoMetal)
#include "tst_demo_metal.moc"
