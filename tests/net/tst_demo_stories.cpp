// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/net/democlient.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using flotsam::DemoCloud;
using Answer = DemoClient::Answer;

namespace {
const QString Ports = u"/network/v2.0/ports"_s;
const DemoClient::Headers Ironic{{"X-OpenStack-Ironic-API-Version", "1.78"}};
} // namespace

/// What the Demo menu makes happen, seen by a client.
class TestDemoStories : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_cloud = std::make_unique<DemoCloud>();
        QVERIFY(m_cloud->start(u"mixed"_s).ok());
        m_client = std::make_unique<DemoClient>(m_cloud->authUrl());
        QVERIFY(m_client->logInAs(u"admin"_s, u"demo"_s));
        m_news = std::make_unique<QSignalSpy>(m_cloud.get(), &DemoCloud::happened);
    }

    void cleanup()
    {
        m_news.reset();
        m_cloud.reset();
    }

    void clockRunsFasterAndNeverBack()
    {
        QCOMPARE(m_cloud->clockSpeed(), 1);
        const QDateTime before = m_cloud->now();
        QVERIFY(qAbs(before.msecsTo(QDateTime::currentDateTimeUtc())) < 5000);
        m_cloud->setClockSpeed(60);
        QTRY_VERIFY_WITH_TIMEOUT(before.secsTo(m_cloud->now()) > 60, 60'000);
        const QDateTime later = m_cloud->now();
        m_cloud->setClockSpeed(1);
        QVERIFY(m_cloud->now() >= later);
        // Answers carry the simulated time, as real ones carry their server's.
        const QByteArray date = m_client->get(u"/network/"_s).headers.value("date");
        const QDateTime sent
            = QDateTime::fromString(QString::fromLatin1(date).replace(u"GMT"_s, u"+0000"_s), Qt::RFC2822Date);
        QVERIFY2(qAbs(sent.secsTo(m_cloud->now())) < 30, date.constData());
    }

    void droppedConnectionLeavesAPortOfADeletedServer()
    {
        const QSet<QString> before = ids(m_client->get(Ports));
        m_cloud->setClockSpeed(60);
        m_cloud->bootServerDroppedConnection();
        QTRY_COMPARE_WITH_TIMEOUT(fresh(before).size(), 1, 60'000);
        const QJsonObject port = fresh(before).first();
        QCOMPARE(port[u"device_owner"_s].toString(), QString());
        QCOMPARE(port[u"binding:vif_type"_s].toString(), u"unbound"_s);
        QCOMPARE(port[u"revision_number"_s].toInt(), 1);
        const QString server = u"/compute/v2.1/servers/"_s + port[u"device_id"_s].toString();
        QCOMPARE(m_client->get(server).status, 404);
        const QJsonArray actions
            = m_client->get(server + u"/os-instance-actions"_s, {{"OpenStack-API-Version", "compute 2.60"}})
                  .json[u"instanceActions"_s]
                  .toArray();
        QCOMPARE(actions.size(), 2);
        QVERIFY(port[u"created_at"_s].toString() > actions.at(0)[u"start_time"_s].toString());
        QVERIFY(told(u"drops"_s));
        QTRY_VERIFY_WITH_TIMEOUT(told(u"appears for the deleted server"_s), 60'000);
    }

    void bootedServerGetsItsPort()
    {
        const QSet<QString> before = ids(m_client->get(Ports));
        m_cloud->setClockSpeed(60);
        m_cloud->bootServer();
        QTRY_VERIFY_WITH_TIMEOUT(told(u"is ACTIVE"_s), 60'000);
        QCOMPARE(fresh(before).size(), 1);
        QCOMPARE(fresh(before).first()[u"device_owner"_s].toString(), u"compute:nova"_s);
    }

    void failedStackLeavesAPortAndItsUpdateOneMore()
    {
        const QSet<QString> before = ids(m_client->get(Ports));
        m_cloud->setClockSpeed(60);
        m_cloud->failHeatServerAndUpdate();
        QTRY_VERIFY_WITH_TIMEOUT(told(u"UPDATE_FAILED"_s), 60'000);
        int internal = 0;
        for (const QJsonObject &port : fresh(before)) {
            internal += port[u"name"_s].toString() == u"node-port-0"_s ? 1 : 0;
            QCOMPARE(port[u"device_id"_s].toString(), QString());
        }
        QCOMPARE(internal, 2);
        const QString stacks = u"/orchestration/v1/"_s + m_client->projectId + u"/stacks"_s;
        const QJsonObject stack = m_client->get(stacks).json[u"stacks"_s][0].toObject();
        QCOMPARE(stack[u"stack_status"_s].toString(), u"UPDATE_FAILED"_s);
        const QString path = u"%1/%2/%3"_s.arg(stacks, stack[u"stack_name"_s].toString(), stack[u"id"_s].toString());
        QJsonArray resources = m_client->get(path + u"/resources"_s).json[u"resources"_s].toArray();
        QCOMPARE(resources.at(0)[u"resource_status"_s].toString(), u"CREATE_FAILED"_s);
        QCOMPARE(resources.at(0)[u"physical_resource_id"_s].toString(), QString());
        int started = 0;
        for (const QJsonValue &event : m_client->get(path + u"/events"_s).json[u"events"_s].toArray())
            started += event[u"resource_name"_s].toString() == u"node"_s
                && event[u"resource_status"_s].toString() == u"CREATE_IN_PROGRESS"_s;
        QCOMPARE(started, 2);

        // An update over the API tries once more; deleting the stack takes its newest port with it.
        QCOMPARE(m_client->send("PATCH", path, {{u"existing"_s, true}}).status, 202);
        QTRY_COMPARE_WITH_TIMEOUT(m_client->get(path).json[u"stack"_s][u"stack_status"_s].toString(),
                                  u"UPDATE_FAILED"_s, 60'000);
        QCOMPARE(fresh(before).size(), 4);
        QCOMPARE(m_client->send("DELETE", path).status, 204);
        QTRY_VERIFY_WITH_TIMEOUT(told(u"is deleted"_s), 60'000);
        QCOMPARE(fresh(before).size(), 2);
        QVERIFY(!m_client->get(stacks).body.contains(stack[u"id"_s].toString().toUtf8()));
        QVERIFY(m_client->get(stacks + u"?show_deleted=true"_s).body.contains(stack[u"id"_s].toString().toUtf8()));
    }

    void stackNamesRedirect()
    {
        const QString stacks = u"/orchestration/v1/"_s + m_client->projectId + u"/stacks/"_s;
        const Answer answer = m_client->get(stacks + u"wiki/resources?nested_depth=1"_s);
        QCOMPARE(answer.status, 302);
        const QString target = QString::fromUtf8(answer.headers.value("location"));
        QVERIFY(target.contains(u"/stacks/wiki/"_s) && target.endsWith(u"/resources?nested_depth=1"_s));
        QCOMPARE(m_client->get(target).json[u"resources"_s].toArray().size(), 2);
        QCOMPARE(m_client->get(stacks + u"nonsense"_s).status, 404);
        QCOMPARE(m_client->get(stacks + u"wiki/resources?colour=red"_s).status, 302);
        DemoClient member(m_cloud->authUrl());
        QVERIFY(member.logInAs(u"demo"_s, u"ci"_s));
        QCOMPARE(member.get(stacks + u"wiki"_s).status, 403);
    }

    void stackListsFollowTheirFilters()
    {
        const QString stacks = u"/orchestration/v1/"_s + m_client->projectId + u"/stacks"_s;
        const auto listed = [&](const QString &query) {
            QStringList found;
            for (const QJsonValue &stack : m_client->get(stacks + u'?' + query).json[u"stacks"_s].toArray())
                found += stack[u"stack_name"_s].toString();
            return found;
        };
        const QStringList plain = listed({});
        QVERIFY(plain.contains(u"cluster"_s) && !plain.contains(u"crawler-1"_s));
        const QStringList nested = listed(u"show_nested=true&show_hidden=true"_s);
        QCOMPARE(nested.size(), plain.size() + 1);
        QVERIFY(listed(u"show_deleted=true"_s).contains(u"crawler-1"_s));
        QCOMPARE(listed(u"name=wiki"_s), QStringList{u"wiki"_s});
        QVERIFY(!listed(u"status=FAILED"_s).contains(u"wiki"_s));
        // Pages: the next one begins after the last of this one.
        QStringList paged;
        QString next = stacks + u"?limit=3"_s;
        while (!next.isEmpty()) {
            const Answer answer = m_client->get(next);
            for (const QJsonValue &stack : answer.json[u"stacks"_s].toArray())
                paged += stack[u"stack_name"_s].toString();
            next = answer.json[u"links"_s][0][u"href"_s].toString();
        }
        QCOMPARE(paged, plain);
    }

    void resourcesAndEventsReachIntoNestedStacks()
    {
        const QString stacks = u"/orchestration/v1/"_s + m_client->projectId + u"/stacks"_s;
        const QJsonObject cluster = m_client->get(stacks + u"?name=cluster"_s).json[u"stacks"_s][0].toObject();
        const QString path = stacks + u"/cluster/"_s + cluster[u"id"_s].toString();
        QCOMPARE(m_client->get(path + u"/resources"_s).json[u"resources"_s].toArray().size(), 1);
        const QJsonArray deep = m_client->get(path + u"/resources?nested_depth=5"_s).json[u"resources"_s].toArray();
        QCOMPARE(deep.size(), 4);
        QCOMPARE(deep.at(1)[u"parent_resource"_s].toString(), u"group"_s);
        const QString server = deep.at(1)[u"physical_resource_id"_s].toString();
        const QJsonArray one = m_client->get(path + u"/resources?nested_depth=5&physical_resource_id="_s + server)
                                   .json[u"resources"_s]
                                   .toArray();
        QCOMPARE(one.size(), 1);
        const Answer refused = m_client->get(path + u"/resources?colour=red"_s);
        QCOMPARE(refused.status, 400);
        QCOMPARE(refused.json[u"title"_s].toString(), u"Bad Request"_s);
        const auto events = [&](const QString &query) {
            return m_client->get(path + u"/events?"_s + query).json[u"events"_s].toArray();
        };
        QVERIFY(events(u"nested_depth=5"_s).size() > events({}).size());
        const QJsonArray newest = events(u"nested_depth=5&limit=2"_s);
        QCOMPARE(newest.size(), 2);
        const QJsonArray rest = events(u"nested_depth=5&marker="_s + newest.at(1)[u"id"_s].toString());
        QCOMPARE(rest.size() + 2, events(u"nested_depth=5"_s).size());
        QCOMPARE(m_client->get(path + u"/resources/nonsense"_s).status, 404);
    }

    void redeployIsRefusedUntilTheMacIsFree()
    {
        m_cloud->setClockSpeed(60);
        m_cloud->redeployOntoTestPort2();
        QTRY_VERIFY_WITH_TIMEOUT(told(u"MacAddressInUse"_s), 60'000);
        const Answer refused = m_client->get(u"/baremetal/v1/nodes/rack1-05"_s, Ironic);
        QVERIFY(refused.json[u"last_error"_s].toString().contains(u"can not update Neutron port"_s));
        const QJsonObject holder = m_client->get(Ports + u"?name=test-port1"_s).json[u"ports"_s][0].toObject();
        const QJsonObject fresh{{u"port"_s, QJsonObject{{u"mac_address"_s, QJsonValue::Null}}}};
        QCOMPARE(m_client->send("PUT", Ports + u'/' + holder[u"id"_s].toString(), fresh).status, 200);
        m_cloud->redeployOntoTestPort2();
        QTRY_COMPARE(m_client->get(u"/baremetal/v1/nodes/rack1-05"_s, Ironic).json[u"provision_state"_s].toString(),
                     u"active"_s);
        const QJsonObject port = m_client->get(Ports + u"?name=test-port2"_s).json[u"ports"_s][0].toObject();
        QCOMPARE(port[u"mac_address"_s].toString(), u"52:54:00:53:b5:b9"_s);
        QCOMPARE(port[u"binding:vif_type"_s].toString(), u"other"_s);
        const QString node = u"/baremetal/v1/nodes/rack1-05/vifs"_s;
        QCOMPARE(m_client->get(node, Ironic).json[u"vifs"_s][0][u"id"_s].toString(), port[u"id"_s].toString());
        QCOMPARE(m_client->send("DELETE", node + u'/' + port[u"id"_s].toString(), {}, Ironic).status, 204);
        const QJsonObject released = m_client->get(Ports + u"?name=test-port2"_s).json[u"ports"_s][0].toObject();
        QCOMPARE(released[u"binding:vif_type"_s].toString(), u"unbound"_s);
        QVERIFY(released[u"mac_address"_s] != port[u"mac_address"_s]);
    }

    void metalRefusals()
    {
        QCOMPARE(m_client->get(u"/baremetal/v1/nodes"_s, {{"X-OpenStack-Ironic-API-Version", "1.999"}}).status, 406);
        QCOMPARE(m_client->get(u"/baremetal/v1/nodes/nonsense"_s, Ironic).status, 404);
        const Answer answer = m_client->send("PUT", u"/baremetal/v1/nodes/rack1-04/states/provision"_s,
                                             {{u"target"_s, u"rebuild"_s}}, Ironic);
        QCOMPARE(answer.status, 400);
        const QJsonObject inner = QJsonDocument::fromJson(answer.json[u"error_message"_s].toString().toUtf8()).object();
        QVERIFY(inner[u"faultstring"_s].toString().contains(u"can not be performed"_s));
        DemoClient member(m_cloud->authUrl());
        QVERIFY(member.logInAs(u"demo"_s, u"demo"_s));
        QCOMPARE(member.get(u"/baremetal/v1/nodes"_s, Ironic).json[u"nodes"_s].toArray().size(), 0);
        QCOMPARE(member.get(u"/baremetal/v1/chassis"_s, Ironic).status, 403);
        QCOMPARE(m_client->get(u"/baremetal/v1/nodes?limit=2"_s, Ironic).json[u"nodes"_s].toArray().size(), 2);
    }

    void filledQuotaRefusesEveryBoot()
    {
        m_cloud->setClockSpeed(60);
        m_cloud->fillQuota();
        QTRY_VERIFY_WITH_TIMEOUT(told(u"is full"_s), 15000);
        QVERIFY(m_client->logInAs(u"admin"_s, u"ci"_s));
        const QJsonObject port = m_client->get(u"/network/v2.0/quotas/%1/details"_s.arg(m_client->projectId))
                                     .json[u"quota"_s][u"port"_s]
                                     .toObject();
        QCOMPARE(port[u"used"_s], port[u"limit"_s]);
    }

private:
    static QSet<QString> ids(const Answer &answer)
    {
        QSet<QString> found;
        for (const QJsonValue &item : answer.json[u"ports"_s].toArray())
            found.insert(item[u"id"_s].toString());
        return found;
    }

    QList<QJsonObject> fresh(const QSet<QString> &before)
    {
        QList<QJsonObject> found;
        for (const QJsonValue &item : m_client->get(Ports).json[u"ports"_s].toArray()) {
            if (!before.contains(item[u"id"_s].toString()))
                found.append(item.toObject());
        }
        return found;
    }

    bool told(const QString &words) const
    {
        for (const QList<QVariant> &news : *m_news) {
            if (news.first().toString().contains(words))
                return true;
        }
        return false;
    }

    std::unique_ptr<DemoCloud> m_cloud;
    std::unique_ptr<DemoClient> m_client;
    std::unique_ptr<QSignalSpy> m_news;
};

QTEST_GUILESS_MAIN(TestDemoStories)
#include "tst_demo_stories.moc"
