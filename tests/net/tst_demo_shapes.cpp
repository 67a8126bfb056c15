// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/net/democlient.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using flotsam::DemoCloud;

namespace {

/// The keys of an object, and of the objects of a list taken together: those in all of them and those in some.
struct Shape
{
    QSet<QString> always;
    QSet<QString> sometimes;
};

Shape shapeOf(const QJsonArray &list)
{
    Shape shape;
    bool first = true;
    for (const QJsonValue &item : list) {
        const QStringList names = item.toObject().keys();
        const QSet<QString> keys(names.cbegin(), names.cend());
        shape.always = first ? keys : QSet<QString>(shape.always).intersect(keys);
        shape.sometimes.unite(keys);
        first = false;
    }
    return shape;
}

/// Keys that a real service leaves out or adds with an object's state; see novajson.cpp and neutronjson.cpp.
const QSet<QString> Conditional{u"fault"_s,      u"progress"_s,      u"security_groups"_s, u"trunk_details"_s,
                                u"is_default"_s, u"servers_links"_s, u"parent_resource"_s, u"next"_s};
/// What is inside these is named by data, not by the API.
const QSet<QString> FreeForm{
    u"binding:profile"_s, u"binding:vif_details"_s, u"metadata"_s,   u"addresses"_s, u"internal_info"_s,
    u"extra"_s,           u"attributes"_s,          u"parameters"_s, u"options"_s,   u"local_link_connection"_s,
    u"driver_info"_s};

QString kindOf(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Null:
        return u"null"_s;
    case QJsonValue::Bool:
        return u"bool"_s;
    case QJsonValue::Double:
        return u"number"_s;
    case QJsonValue::String:
        return u"string"_s;
    case QJsonValue::Array:
        return u"array"_s;
    default:
        return u"object"_s;
    }
}

void compare(const QJsonValue &real, const QJsonValue &simulated, const QString &where, QStringList &differences)
{
    if (real.isNull() || simulated.isNull())
        return;
    if (kindOf(real) != kindOf(simulated)) {
        differences += u"%1: %2 there, %3 here"_s.arg(where, kindOf(real), kindOf(simulated));
        return;
    }
    if (real.isArray()) {
        const Shape there = shapeOf(real.toArray());
        const Shape here = shapeOf(simulated.toArray());
        if (real.toArray().isEmpty() || simulated.toArray().isEmpty())
            return;
        for (const QString &key : there.always) {
            if (!here.always.contains(key) && !Conditional.contains(key))
                differences += u"%1[]: %2 is missing"_s.arg(where, key);
        }
        for (const QString &key : here.sometimes) {
            if (!there.sometimes.contains(key) && !Conditional.contains(key))
                differences += u"%1[]: %2 is not there"_s.arg(where, key);
        }
        for (const QString &key : there.always) {
            if (!FreeForm.contains(key)) {
                compare(real.toArray().first().toObject().value(key), simulated.toArray().first().toObject().value(key),
                        where + u"[]."_s + key, differences);
            }
        }
        return;
    }
    if (!real.isObject())
        return;
    const QJsonObject there = real.toObject();
    const QJsonObject here = simulated.toObject();
    for (const QString &key : there.keys()) {
        if (!here.contains(key) && !Conditional.contains(key))
            differences += u"%1: %2 is missing"_s.arg(where, key);
        else if (!FreeForm.contains(key))
            compare(there.value(key), here.value(key), where + u'.' + key, differences);
    }
    for (const QString &key : here.keys()) {
        if (!there.contains(key) && !Conditional.contains(key))
            differences += u"%1: %2 is not there"_s.arg(where, key);
    }
}

} // namespace

class TestDemoShapes : public QObject
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
        m_names.insert(u"demo"_s, m_admin->projectId);
        for (const QJsonValue &project : m_admin->get(u"/identity/v3/projects"_s).json[u"projects"_s].toArray()) {
            if (project[u"name"_s].toString() == u"web"_s)
                m_names.insert(u"web"_s, project[u"id"_s].toString());
        }
        for (const QJsonValue &port : m_admin->get(u"/network/v2.0/ports"_s).json[u"ports"_s].toArray()) {
            if (port[u"binding:vif_type"_s].toString() == u"ovs"_s
                && !port[u"device_owner"_s].toString().startsWith(u"network"_s))
                m_names.insert(u"bound"_s, port[u"id"_s].toString());
            if (port[u"name"_s].toString() == u"test-port2"_s)
                m_names.insert(u"port2"_s, port[u"id"_s].toString());
        }
        const QJsonArray dead
            = m_admin->get(u"/compute/v2.1/servers/detail?all_tenants=1&deleted=true"_s).json[u"servers"_s].toArray();
        for (const QJsonValue &server : dead) {
            if (server[u"status"_s].toString() == u"DELETED"_s)
                m_names.insert(u"gone"_s, server[u"id"_s].toString());
        }
        const QJsonArray stacks
            = m_admin->get(u"/orchestration/v1/%1/stacks"_s.arg(m_admin->projectId)).json[u"stacks"_s].toArray();
        for (const QJsonValue &stack : stacks)
            m_names.insert(stack[u"stack_name"_s].toString(),
                           stack[u"stack_name"_s].toString() + u'/' + stack[u"id"_s].toString());
        QCOMPARE(m_names.value(u"port2"_s).size(), 36);
        QCOMPARE(m_names.value(u"gone"_s).size(), 36);
        QVERIFY(m_names.contains(u"batch"_s) && m_names.contains(u"wiki"_s) && m_names.contains(u"bound"_s));
    }

    void answersHaveTheShapeOfTheRealServices_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("who");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QJsonObject>("body");
        const auto row = [](const char *file, const QString &path, const QString &who = u"admin"_s, int status = 200,
                            const QByteArray &method = "GET", const QJsonObject &body = {}) {
            QTest::newRow(file) << path << who << status << method << body;
        };
        row("version-keystone-root", u"/identity/"_s, u"admin"_s, 300);
        row("version-keystone-v3", u"/identity/v3"_s);
        row("version-nova-root", u"/compute/"_s);
        row("version-nova-v21", u"/compute/v2.1/"_s);
        row("version-neutron-root", u"/network/"_s);
        row("version-neutron-v2", u"/network/v2.0"_s, u"admin"_s, 404);
        row("version-heat-root", u"/orchestration/"_s, u"admin"_s, 300);
        row("version-ironic-root", u"/baremetal/"_s);
        row("keystone-projects", u"/identity/v3/projects"_s);
        row("keystone-auth-projects", u"/identity/v3/auth/projects"_s, u"member"_s);
        row("nova-servers-all-tenants", u"/compute/v2.1/servers/detail?all_tenants=1"_s);
        row("nova-servers-page1", u"/compute/v2.1/servers/detail?all_tenants=1&limit=2"_s);
        row("nova-servers-deleted", u"/compute/v2.1/servers/detail?all_tenants=1&status=DELETED"_s);
        row("nova-servers-member", u"/compute/v2.1/servers/detail"_s, u"member"_s);
        row("nova-servers-member-all-tenants", u"/compute/v2.1/servers/detail?all_tenants=1"_s, u"member"_s, 403);
        row("nova-server-gone-404", u"/compute/v2.1/servers/{gone}"_s, u"admin"_s, 404);
        row("nova-instance-actions-gone", u"/compute/v2.1/servers/{gone}/os-instance-actions"_s);
        row("neutron-extensions", u"/network/v2.0/extensions"_s);
        row("neutron-ports", u"/network/v2.0/ports"_s);
        row("neutron-ports-page1", u"/network/v2.0/ports?limit=3&sort_key=id&sort_dir=asc"_s);
        row("neutron-ports-member", u"/network/v2.0/ports"_s, u"member"_s);
        row("neutron-networks", u"/network/v2.0/networks"_s);
        row("neutron-subnets", u"/network/v2.0/subnets"_s);
        row("neutron-floatingips", u"/network/v2.0/floatingips"_s);
        row("neutron-trunks", u"/network/v2.0/trunks"_s);
        row("neutron-routers", u"/network/v2.0/routers"_s);
        row("neutron-quota", u"/network/v2.0/quotas/{demo}"_s);
        row("neutron-quota-details", u"/network/v2.0/quotas/{demo}/details.json"_s);
        row("neutron-quota-details-member-other", u"/network/v2.0/quotas/{web}/details.json"_s, u"member"_s, 403);
        row("neutron-port-404", u"/network/v2.0/ports/00000000-0000-0000-0000-000000000000"_s, u"admin"_s, 404);
        row("neutron-delete-stale-revision-412", u"/network/v2.0/ports/{port2}"_s, u"if-match"_s, 412, "DELETE");
        row("neutron-mac-in-use-409", u"/network/v2.0/ports/{port2}"_s, u"admin"_s, 409, "PUT",
            {{u"port"_s, QJsonObject{{u"mac_address"_s, u"52:54:00:53:b5:b9"_s}}}});
        row("neutron-mac-bound-409", u"/network/v2.0/ports/{bound}"_s, u"admin"_s, 409, "PUT",
            {{u"port"_s, QJsonObject{{u"mac_address"_s, QJsonValue::Null}}}});
        row("heat-stacks", u"/orchestration/v1/{demo}/stacks?show_nested=true&show_hidden=true"_s);
        row("heat-stacks-global", u"/orchestration/v1/{demo}/stacks?global_tenant=true"_s, u"admin"_s, 403);
        row("heat-resources-ok", u"/orchestration/v1/{demo}/stacks/{wiki}/resources?nested_depth=5&with_detail=true"_s);
        row("heat-resources-bad",
            u"/orchestration/v1/{demo}/stacks/{batch}/resources?nested_depth=5&with_detail=true"_s);
        row("heat-events-ok", u"/orchestration/v1/{demo}/stacks/{wiki}/events?nested_depth=5"_s);
        row("heat-events-bad", u"/orchestration/v1/{demo}/stacks/{batch}/events?nested_depth=5"_s);
        row("ironic-nodes", u"/baremetal/v1/nodes/detail"_s);
        row("ironic-ports", u"/baremetal/v1/ports/detail"_s);
        row("nova-bad-token-401", u"/compute/v2.1/servers"_s, u"nobody"_s, 401);
        row("neutron-bad-token-401", u"/network/v2.0/ports"_s, u"nobody"_s, 401);
        row("heat-bad-token-401", u"/orchestration/v1/{demo}/stacks"_s, u"nobody"_s, 401);
        row("ironic-bad-token-401", u"/baremetal/v1/ports"_s, u"nobody"_s, 401);
    }

    void answersHaveTheShapeOfTheRealServices()
    {
        QFETCH(QString, path);
        QFETCH(QString, who);
        QFETCH(int, status);
        QFETCH(QByteArray, method);
        QFETCH(QJsonObject, body);
        for (auto name = m_names.cbegin(); name != m_names.cend(); ++name)
            path.replace(u'{' + name.key() + u'}', name.value());
        QVERIFY2(!path.contains(u'{'), qPrintable(path));
        DemoClient::Headers headers{{"OpenStack-API-Version", "compute 2.60"},
                                    {"X-OpenStack-Ironic-API-Version", "1.78"}};
        if (who == u"if-match"_s)
            headers += std::pair<QByteArray, QByteArray>("If-Match", "revision_number=99");
        DemoClient &client = who == u"member"_s ? *m_member : *m_admin;
        const QByteArray token = std::exchange(client.token, who == u"nobody"_s ? "bad" : client.token);
        const DemoClient::Answer answer = client.send(method, path, body, headers);
        client.token = token;
        QCOMPARE(answer.status, status);
        compareWithRecorded(answer.json);
    }

    void tokensHaveTheShapeOfKeystones_data()
    {
        QTest::addColumn<QString>("password");
        QTest::addColumn<QJsonObject>("scope");
        QTest::newRow("keystone-token-project") << u"secret"_s << DemoClient::projectScope(u"demo"_s);
        QTest::newRow("keystone-token-system")
            << u"secret"_s << QJsonObject{{u"system"_s, QJsonObject{{u"all"_s, true}}}};
        QTest::newRow("keystone-token-unscoped") << u"secret"_s << QJsonObject();
        QTest::newRow("keystone-token-bad-password-401") << u"wrong"_s << QJsonObject();
    }

    void tokensHaveTheShapeOfKeystones()
    {
        QFETCH(QString, password);
        QFETCH(QJsonObject, scope);
        DemoClient client(m_cloud.authUrl());
        const auto answer = client.logIn(u"admin"_s, password, scope);
        QCOMPARE(answer.status, password == u"secret"_s ? 201 : 401);
        compareWithRecorded(answer.json);
    }

private:
    void compareWithRecorded(const QJsonObject &json)
    {
        QFile file(
            QStringLiteral(FLOTSAM_TEST_DATA "/recorded/%1.json").arg(QString::fromLatin1(QTest::currentDataTag())));
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        const QJsonObject recorded = QJsonDocument::fromJson(file.readAll()).object();
        QVERIFY(!recorded.isEmpty());
        QStringList differences;
        compare(recorded, json, QString(), differences);
        QVERIFY2(differences.isEmpty(), qPrintable(differences.join(u'\n')));
    }

    DemoCloud m_cloud;
    std::unique_ptr<DemoClient> m_admin;
    std::unique_ptr<DemoClient> m_member;
    QHash<QString, QString> m_names;
};

QTEST_GUILESS_MAIN(TestDemoShapes)
#include "tst_demo_shapes.moc"
