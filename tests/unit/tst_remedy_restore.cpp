// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/restore.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace flotsam;
using namespace Qt::StringLiterals;

class RemedyRestoreTest : public QObject
{
    Q_OBJECT

private slots:
    void keepsWhatCanBeTheSame();
    void tellsWhatCannot();
    void memberHasNoBindingProfile();
    void portWithoutGroupsStaysWithout();
    void differencesAreFound();

private:
    static QByteArray full();
};

QByteArray RemedyRestoreTest::full()
{
    return R"({"id":"old","name":"web","description":"d","network_id":"net","project_id":"p","tenant_id":"p",
      "mac_address":"FA:16:3E:00:00:01","fixed_ips":[{"subnet_id":"s","ip_address":"10.0.0.5"}],"admin_state_up":false,
      "security_groups":["g1"],"allowed_address_pairs":[{"ip_address":"10.0.0.9","mac_address":"fa:16:3e:00:00:01"},
      {"ip_address":"10.0.0.8","mac_address":"fa:16:3e:00:00:99"}],"tags":["a","b"],"dns_name":"web","dns_domain":"x.",
      "qos_policy_id":"q","port_security_enabled":true,"extra_dhcp_opts":[{"opt_name":"x","opt_value":"y"}],
      "binding:vnic_type":"direct","binding:profile":{"pci_slot":"0"},"binding:host_id":"h","binding:vif_type":"ovs",
      "binding:vif_details":{"a":1},"device_id":"dev","device_owner":"compute:nova","status":"ACTIVE","revision_number":7,
      "created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z","dns_assignment":[{}],"hints":{"x":1},
      "ip_allocation":"immediate","numa_affinity_policy":null})";
}

void RemedyRestoreTest::keepsWhatCanBeTheSame()
{
    const RestoreOrder order = restoreOrder(full(), true);
    const QJsonObject before = QJsonDocument::fromJson(full()).object();
    QCOMPARE(order.formerId, u"old"_s);
    for (const QString &key :
         {u"network_id"_s, u"mac_address"_s, u"fixed_ips"_s, u"name"_s, u"description"_s, u"security_groups"_s,
          u"dns_name"_s, u"dns_domain"_s, u"qos_policy_id"_s, u"port_security_enabled"_s, u"extra_dhcp_opts"_s,
          u"binding:vnic_type"_s, u"binding:profile"_s, u"project_id"_s, u"admin_state_up"_s})
        QCOMPARE(order.body[key], before[key]);
    QCOMPARE(order.tags, (QStringList{u"a"_s, u"b"_s}));
    const QJsonArray pairs = order.body["allowed_address_pairs"_L1].toArray();
    QCOMPARE(pairs.size(), 2);
    QVERIFY(!pairs[0].toObject().contains("mac_address"_L1)); // it was the port's own
    QCOMPARE(pairs[1]["mac_address"_L1].toString(), u"fa:16:3e:00:00:99"_s);
    for (const QString &key : {u"id"_s, u"device_id"_s, u"device_owner"_s, u"binding:host_id"_s, u"status"_s,
                               u"revision_number"_s, u"created_at"_s, u"tenant_id"_s, u"numa_affinity_policy"_s})
        QVERIFY2(!order.body.contains(key), qPrintable(key));
    for (const RestoreOrder::Dispensable &one : order.dispensables) {
        QVERIFY(order.body.contains(one.key));
        QVERIFY(one.key != u"network_id"_s && one.key != u"mac_address"_s && one.key != u"fixed_ips"_s);
    }
}

void RemedyRestoreTest::tellsWhatCannot()
{
    const QString told = restoreOrder(full(), true).different.join(u' ');
    for (const QString &word : {u"old"_s, u"dev"_s, u"host h"_s, u"hints"_s, u"Floating"_s})
        QVERIFY2(told.contains(word) || (word == u"host h"_s && told.contains(u"on h"_s)), qPrintable(told));
    const QString free = restoreOrder(R"({"id":"old","network_id":"n","device_id":""})", true).different.join(u' ');
    QVERIFY(!free.contains(u"attached"_s) && !free.contains(u"bound"_s));
}

void RemedyRestoreTest::memberHasNoBindingProfile()
{
    const RestoreOrder order = restoreOrder(full(), false);
    QVERIFY(!order.body.contains("binding:profile"_L1));
    QVERIFY(!order.body.contains("project_id"_L1));
    QVERIFY(order.different.join(u' ').contains(u"binding profile"_s));
}

void RemedyRestoreTest::portWithoutGroupsStaysWithout()
{
    const RestoreOrder order = restoreOrder(R"({"id":"x","network_id":"n","security_groups":[]})", true);
    QVERIFY(order.body["security_groups"_L1].isArray());
    QVERIFY(restoreOrder("{}", true).body.isEmpty());
    QVERIFY(restoreOrder("not json", true).body.isEmpty());
}

void RemedyRestoreTest::differencesAreFound()
{
    const QJsonObject wanted = restoreOrder(full(), true).body;
    QJsonObject made = QJsonDocument::fromJson(full()).object();
    made[u"security_groups"_s] = QJsonArray{u"g1"_s};
    QVERIFY(restoreDifferences(wanted, made).isEmpty());
    made[u"mac_address"_s] = u"fa:16:3e:aa:aa:aa"_s;
    made[u"fixed_ips"_s] = QJsonArray{QJsonObject{{u"subnet_id"_s, u"s"_s}, {u"ip_address"_s, u"10.0.0.77"_s}}};
    made.remove(u"dns_name"_s);
    const QStringList different = restoreDifferences(wanted, made);
    QCOMPARE(different.size(), 3);
    QVERIFY(different.join(u' ').contains(u"fa:16:3e:aa:aa:aa"_s));
    QVERIFY(different.join(u' ').contains(u"10.0.0.77"_s));
}

QTEST_GUILESS_MAIN(RemedyRestoreTest)
#include "tst_remedy_restore.moc"
