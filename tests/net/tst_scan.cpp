// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/fakecloud.h"
#include "tests/support/scanned.h"

#include <QElapsedTimer>
#include <QTest>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

namespace {

const QString Ports = u"/network/v2.0/ports"_s;
const QString ServersPath = u"/compute/v2.1/servers/detail"_s;

QJsonObject port(const QString &id, const QString &device = {}, const QString &project = u"p1"_s)
{
    return FakeCloud::object(id, {{u"device_id"_s, device}, {u"project_id"_s, project}, {u"name"_s, u"n"_s}});
}

SourceStatus statusOf(const ScanRecord &record, SourceId source) { return record.snapshot->source(source).status; }
QString detailOf(const ScanRecord &record, SourceId source) { return record.snapshot->source(source).detail; }

} // namespace

class ScanTest : public QObject
{
    Q_OBJECT

private slots:
    void anAdminReadsEverything();
    void portsComeFirst();
    void aMemberReadsItsOwn();
    void everythingDenied();
    void anAdminThatNovaDoesNotKnow();
    void absentServices();
    void servicesThatCannotBeReached();
    void trunksThatAreNotThere_data();
    void trunksThatAreNotThere();
    void oneFailureLeavesTheRest();
    void ironicShowsItsOwnOnly();
    void forwardingsThatAreNotListed();
    void quotasOfEveryProject();
    void clockAhead();
    void noLogin_data();
    void noLogin();
    void tokenRefusedInTheMiddle();
    void noSecretInAnyMessage();
};

void ScanTest::anAdminReadsEverything()
{
    FakeCloud cloud;
    cloud.put(Ports, u"ports"_s, {port(u"a"_s, u"s1"_s), port(u"b"_s, u"gone"_s), port(u"c"_s)});
    cloud.servers() = {FakeCloud::object(u"s1"_s, {{u"status"_s, u"ACTIVE"_s}})};
    cloud.deletedServers() = {FakeCloud::object(u"gone"_s, {{u"status"_s, u"DELETED"_s}})};
    cloud.put(u"/metal/v1/nodes/detail"_s, u"nodes"_s, {QJsonObject{{u"uuid"_s, u"n1"_s}}});
    ScanOptions options;
    options.wantedProbes = unlistedServers;
    options.observations.insert(u"a"_s, Observation{});
    const ScanRecord record = scanned(cloud.config(), options);
    QVERIFY2(record.snapshot, record.failure ? qPrintable(record.failure->toString()) : "");
    QCOMPARE(record.ends, 1);
    const Snapshot &snapshot = *record.snapshot;
    for (const SourceId source : AllSources) {
        QCOMPARE_EQ(snapshot.source(source).status, SourceStatus::Complete);
        QVERIFY(snapshot.source(source).readAt.isValid());
        QCOMPARE(record.progress.at(source).state, SourceProgress::State::Done);
        QCOMPARE(record.progress.at(source).status, SourceStatus::Complete);
    }
    QVERIFY(record.problems.isEmpty());
    QVERIFY(snapshot.auth.admin);
    QCOMPARE(snapshot.auth.projectId, u"p1"_s);
    QCOMPARE(snapshot.cloud, u"fake"_s);
    QCOMPARE(snapshot.region, u"R1"_s);
    QCOMPARE(record.region, u"R1"_s);
    QCOMPARE(snapshot.ports.size(), 3);
    QCOMPARE(record.progress.at(SourceId::Ports).items, 3);
    QCOMPARE(snapshot.servers.size(), 1);
    QCOMPARE(snapshot.deletedServers.size(), 1);
    QCOMPARE(snapshot.nodes.size(), 1);
    QCOMPARE(snapshot.observations.size(), 1);
    QVERIFY(snapshot.takenAt <= QDateTime::currentDateTimeUtc());
    QVERIFY(snapshot.takenAt <= snapshot.source(SourceId::Servers).readAt);

    QCOMPARE(snapshot.serverProbes.size(), 1);
    const ServerProbe probe = snapshot.serverProbes.value(u"gone"_s);
    QCOMPARE(probe.status, 404);
    QCOMPARE(probe.microversion, u"2.60"_s);
    QCOMPARE(probe.body, ServerProbe::Body::ItemNotFound);
    QVERIFY(snapshot.actionsProbes.value(u"gone"_s).readable);
    QCOMPARE(record.probesDone, 2);
    QCOMPARE(record.probesTotal, 2);

    const QList<RudeRequest> listings = cloud.server().requests(ServersPath);
    for (const RudeRequest &request : listings) {
        QCOMPARE(request.query.queryItemValue(u"all_tenants"_s), u"1"_s);
        QCOMPARE(request.headers.value("openstack-api-version"), "compute 2.60");
        QCOMPARE(request.headers.value("x-openstack-nova-api-version"), "2.60");
    }
    QCOMPARE(
        cloud.server().requests(u"/metal/v1/ports/detail"_s).first().headers.value("x-openstack-ironic-api-version"),
        "1.78");
    QVERIFY(cloud.server().mostAtOnce() <= 6);
}

void ScanTest::portsComeFirst()
{
    FakeCloud cloud;
    QJsonArray ports;
    for (int i = 0; i < 2500; ++i)
        ports.append(port(u"%1"_s.arg(i, 6, 10, QLatin1Char('0'))));
    cloud.put(Ports, u"ports"_s, ports);
    const ScanRecord record = scanned(cloud.config());
    QVERIFY(record.snapshot);
    QCOMPARE(record.snapshot->ports.size(), 2500);
    QCOMPARE_EQ(statusOf(record, SourceId::Ports), SourceStatus::Complete);
    const QList<RudeRequest> requests = cloud.server().requests();
    int lastPorts = -1;
    int firstOwners = int(requests.size());
    for (int i = 0; i < requests.size(); ++i) {
        const RudeRequest &request = requests.at(i);
        if (request.path == Ports)
            lastPorts = i;
        // The question whether we are an admin may come before; it is no listing.
        const bool question = request.query.queryItemValue(u"limit"_s) == "1"_L1;
        const bool listing = request.path.startsWith("/network"_L1) || request.path.startsWith("/heat"_L1)
            || request.path.startsWith("/metal"_L1) || request.path.startsWith("/lb"_L1) || request.path == ServersPath;
        if (listing && !question && request.path != Ports)
            firstOwners = std::min(firstOwners, i);
    }
    QVERIFY(lastPorts < firstOwners);
    QCOMPARE(cloud.server().requests(Ports).size(), 3);
    QCOMPARE(cloud.server().requests(Ports).first().query.queryItemValue(u"sort_key"_s), u"id"_s);
}

void ScanTest::aMemberReadsItsOwn()
{
    FakeCloud cloud;
    cloud.roles = {u"member"_s};
    cloud.novaAdmin = false;
    cloud.metalAdmin = false;
    cloud.put(Ports, u"ports"_s, {port(u"a"_s, u"gone"_s), port(u"b"_s, {}, u"p9"_s)});
    ScanOptions options;
    options.wantedProbes = unlistedServers;
    const ScanRecord record = scanned(cloud.config(), options);
    QVERIFY(record.snapshot);
    QVERIFY(!record.snapshot->auth.admin);
    QVERIFY(record.problems.isEmpty());
    for (const RudeRequest &request : cloud.server().requests()) {
        QVERIFY(!request.query.hasQueryItem(u"all_tenants"_s));
        QVERIFY(!request.query.hasQueryItem(u"deleted"_s));
        QVERIFY(!request.query.hasQueryItem(u"global_tenant"_s));
        QVERIFY(request.path != "/identity/v3/projects"_L1);
    }
    QVERIFY(cloud.server().requests(ServersPath).last().query.hasQueryItem(u"changes-since"_s)
            || cloud.server().requests(ServersPath).first().query.hasQueryItem(u"changes-since"_s));
    QCOMPARE_EQ(statusOf(record, SourceId::DeletedServers), SourceStatus::Complete);
    QCOMPARE_EQ(statusOf(record, SourceId::Nodes), SourceStatus::Partial);
    QCOMPARE(record.snapshot->quotas.size(), 1);
    QCOMPARE(record.snapshot->quotas.first().projectId, u"p1"_s);
    QCOMPARE(*record.snapshot->source(SourceId::Stacks).projects, (QSet<QString>{u"p1"_s, u"p2"_s}));
    QCOMPARE(record.snapshot->serverProbes.value(u"gone"_s).status, 404);
}

void ScanTest::everythingDenied()
{
    FakeCloud cloud;
    cloud.roles = {u"auditor"_s};
    cloud.metalAdmin = false;
    for (const QString &name : {u"networks"_s, u"subnets"_s, u"routers"_s, u"floatingips"_s, u"trunks"_s,
                                u"extensions"_s, u"quotas/p1/details.json"_s})
        cloud.deny(u"/network/v2.0/"_s + name);
    for (const QString &path :
         {ServersPath, u"/heat/v1/p1/stacks"_s, u"/heat/v1/p2/stacks"_s, u"/metal/v1/nodes/detail"_s,
          u"/metal/v1/ports/detail"_s, u"/metal/v1/portgroups/detail"_s, u"/lb/v2/lbaas/loadbalancers"_s,
          u"/identity/v3/auth/projects"_s, Ports})
        cloud.deny(path);
    const ScanRecord record = scanned(cloud.config());
    QVERIFY(record.snapshot);
    for (const SourceId source : AllSources) {
        QVERIFY2(statusOf(record, source) == SourceStatus::Denied, qPrintable(QString(sourceName(source))));
        QVERIFY2(!detailOf(record, source).isEmpty(), qPrintable(QString(sourceName(source))));
    }
    QVERIFY(record.problems.isEmpty()); // denied is an answer
}

void ScanTest::anAdminThatNovaDoesNotKnow()
{
    FakeCloud cloud;
    cloud.novaAdmin = false;
    const ScanRecord record = scanned(cloud.config());
    QVERIFY(record.snapshot);
    QVERIFY(record.auth->admin);
    QVERIFY(!record.snapshot->auth.admin);
    QCOMPARE_EQ(statusOf(record, SourceId::Servers), SourceStatus::Complete);
    for (const RudeRequest &request : cloud.server().requests(ServersPath))
        QVERIFY(!request.query.hasQueryItem(u"all_tenants"_s) || request.query.queryItemValue(u"limit"_s) == "1"_L1);
}

void ScanTest::absentServices()
{
    FakeCloud cloud;
    cloud.catalog = {cloud.catalog.at(0)};
    cloud.put(Ports, u"ports"_s, {port(u"a"_s, u"s1"_s)});
    ScanOptions options;
    options.wantedProbes = unlistedServers;
    const ScanRecord record = scanned(cloud.config(), options);
    QVERIFY(record.snapshot);
    for (const SourceId source :
         {SourceId::Servers, SourceId::DeletedServers, SourceId::Stacks, SourceId::DeletedStacks, SourceId::Resources,
          SourceId::Events, SourceId::Nodes, SourceId::BaremetalPorts, SourceId::Portgroups, SourceId::LoadBalancers}) {
        QVERIFY2(statusOf(record, source) == SourceStatus::Absent, qPrintable(QString(sourceName(source))));
        QCOMPARE(record.progress.at(source).state, SourceProgress::State::Done);
    }
    QCOMPARE(record.snapshot->serverProbes.value(u"s1"_s).status, 0); // nobody there to ask
}

void ScanTest::servicesThatCannotBeReached()
{
    FakeCloud cloud;
    cloud.catalog.replace(3, FakeCloud::service(u"baremetal"_s, {{u"internal"_s, u"R1"_s, u"http://10.0.0.1"_s}}));
    const ScanRecord record = scanned(cloud.config());
    QVERIFY(record.snapshot);
    // It exists, so what it would have said is unread, not absent.
    QCOMPARE_EQ(statusOf(record, SourceId::Nodes), SourceStatus::Failed);
    QVERIFY(detailOf(record, SourceId::BaremetalPorts).contains("internal"_L1));
}

void ScanTest::trunksThatAreNotThere_data()
{
    QTest::addColumn<bool>("extensionsReadable");
    QTest::addColumn<bool>("listed");
    QTest::addColumn<SourceStatus>("status");
    QTest::newRow("the extension is not there") << true << false << SourceStatus::Absent;
    QTest::newRow("it is, something swallowed the request") << true << true << SourceStatus::Failed;
    QTest::newRow("nobody can tell") << false << false << SourceStatus::Failed;
}

void ScanTest::trunksThatAreNotThere()
{
    QFETCH(bool, extensionsReadable);
    QFETCH(bool, listed);
    QFETCH(SourceStatus, status);
    FakeCloud cloud;
    cloud.handle(u"/network/v2.0/trunks"_s, [](const RudeRequest &) { return json("{}", 404); });
    QJsonArray extensions{QJsonObject{{u"alias"_s, u"router"_s}}};
    if (listed)
        extensions.append(QJsonObject{{u"alias"_s, u"trunk"_s}});
    cloud.put(u"/network/v2.0/extensions"_s, u"extensions"_s, extensions);
    if (!extensionsReadable)
        cloud.handle(u"/network/v2.0/extensions"_s, [](const RudeRequest &) { return json("{}", 500); });
    const ScanRecord record = scanned(cloud.config());
    QVERIFY(record.snapshot);
    QCOMPARE_EQ(statusOf(record, SourceId::Trunks), status);
    QCOMPARE_EQ(statusOf(record, SourceId::Routers), SourceStatus::Complete);
}

void ScanTest::oneFailureLeavesTheRest()
{
    FakeCloud cloud;
    cloud.handle(ServersPath, [](const RudeRequest &request) {
        if (request.query.hasQueryItem(u"deleted"_s))
            return json("{\"servers\": [", 200);
        return json(R"({"computeFault":{"code":500,"message":"Unexpected"}})", 500)
            .with("X-Compute-Request-Id", "req-7");
    });
    cloud.handle(u"/network/v2.0/subnets"_s, [](const RudeRequest &) { return json("[]"); });
    const ScanRecord record = scanned(cloud.config());
    QVERIFY(record.snapshot);
    QCOMPARE_EQ(statusOf(record, SourceId::Servers), SourceStatus::Failed);
    QVERIFY(detailOf(record, SourceId::Servers).contains("req-7"_L1));
    QCOMPARE_EQ(statusOf(record, SourceId::DeletedServers), SourceStatus::Failed);
    QCOMPARE_EQ(statusOf(record, SourceId::Subnets), SourceStatus::Failed);
    QCOMPARE_EQ(statusOf(record, SourceId::Networks), SourceStatus::Complete);
    QCOMPARE(record.problems.size(), 3);
    QVERIFY(record.snapshot->auth.admin); // the role says so, and Nova did not deny it
}

void ScanTest::ironicShowsItsOwnOnly()
{
    FakeCloud cloud;
    cloud.metalAdmin = false;
    const ScanRecord record = scanned(cloud.config());
    QVERIFY(record.snapshot);
    for (const SourceId source : {SourceId::Nodes, SourceId::BaremetalPorts, SourceId::Portgroups})
        QCOMPARE_EQ(statusOf(record, source), SourceStatus::Partial);
}

void ScanTest::forwardingsThatAreNotListed()
{
    FakeCloud cloud;
    QJsonArray extensions{QJsonObject{{u"alias"_s, u"router"_s}}, QJsonObject{{u"alias"_s, u"trunk"_s}},
                          QJsonObject{{u"alias"_s, u"floating-ip-port-forwarding"_s}}};
    cloud.put(u"/network/v2.0/extensions"_s, u"extensions"_s, extensions);
    cloud.put(u"/network/v2.0/floatingips"_s, u"floatingips"_s, {FakeCloud::object(u"f"_s, {{u"port_id"_s, u"a"_s}})});
    QCOMPARE_EQ(statusOf(scanned(cloud.config()), SourceId::FloatingIps), SourceStatus::Complete);
    cloud.put(u"/network/v2.0/floatingips"_s, u"floatingips"_s, {FakeCloud::object(u"f"_s)});
    QCOMPARE_EQ(statusOf(scanned(cloud.config()), SourceId::FloatingIps), SourceStatus::Partial);
    extensions.append(QJsonObject{{u"alias"_s, u"expose-port-forwarding-in-fip"_s}});
    cloud.put(u"/network/v2.0/extensions"_s, u"extensions"_s, extensions);
    QCOMPARE_EQ(statusOf(scanned(cloud.config()), SourceId::FloatingIps), SourceStatus::Complete);
}

void ScanTest::quotasOfEveryProject()
{
    FakeCloud cloud;
    cloud.put(Ports, u"ports"_s, {port(u"a"_s, {}, u"p7"_s), port(u"b"_s, {}, QString())});
    cloud.handle(u"/network/v2.0/quotas/p2/details.json"_s, [](const RudeRequest &) { return json("{}", 500); });
    const ScanRecord record = scanned(cloud.config());
    QVERIFY(record.snapshot);
    QStringList projects;
    for (const Quota &quota : record.snapshot->quotas)
        projects += quota.projectId;
    QCOMPARE(projects, (QStringList{u"p1"_s, u"p3"_s, u"p7"_s}));
    QCOMPARE_EQ(statusOf(record, SourceId::Quotas), SourceStatus::Partial);
    QVERIFY(detailOf(record, SourceId::Quotas).contains("3 of 4"_L1));
}

void ScanTest::clockAhead()
{
    FakeCloud cloud;
    cloud.handle(Ports, [](const RudeRequest &) {
        const QDateTime then = QDateTime::currentDateTimeUtc().addSecs(-3600);
        const QByteArray date = QLocale::c().toString(then, u"ddd, dd MMM yyyy hh:mm:ss"_s).toLatin1() + " GMT";
        return json("{\"ports\":[]}").with("Date", date);
    });
    const ScanRecord record = scanned(cloud.config());
    QVERIFY(record.snapshot);
    // A port made a minute ago by the cloud's clock must not look an hour old by ours.
    QVERIFY(record.snapshot->takenAt < QDateTime::currentDateTimeUtc().addSecs(-3500));
    QCOMPARE(record.problems.size(), 1);
    QVERIFY(record.problems.first().serviceMessage.contains("ahead"_L1));
}

void ScanTest::noLogin_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("message");
    QTest::newRow("password") << u"password"_s << u"requires authentication"_s;
    QTest::newRow("address") << u"address"_s << u"refused the connection"_s;
    QTest::newRow("ca file") << u"ca"_s << u"/none.pem"_s;
    QTest::newRow("region") << u"region"_s << u"no network service in region R9"_s;
    QTest::newRow("unscoped") << u"scope"_s << u"for no project"_s;
}

void ScanTest::noLogin()
{
    QFETCH(QString, what);
    QFETCH(QString, message);
    FakeCloud cloud;
    CloudConfig config = cloud.config();
    if (what == "password"_L1)
        config.password = Secret(u"wrong"_s);
    else if (what == "address"_L1)
        config.authUrl = QUrl(u"http://127.0.0.1:1/v3"_s);
    else if (what == "ca"_L1)
        config.caCert = u"/none.pem"_s;
    else if (what == "region"_L1)
        config.region = u"R9"_s;
    else
        config.projectId.clear();
    const ScanRecord record = scanned(config);
    QVERIFY(record.failure);
    QCOMPARE(record.ends, 1);
    QVERIFY2(record.failure->toString().contains(message), qPrintable(record.failure->toString()));
    QVERIFY(!record.auth);
}

void ScanTest::tokenRefusedInTheMiddle()
{
    FakeCloud cloud;
    auto refusals = std::make_shared<int>(0);
    cloud.handle(u"/network/v2.0/networks"_s, [refusals](const RudeRequest &) {
        return (*refusals)++ == 0 ? json("{}", 401) : json("{\"networks\":[{\"id\":\"n\"}]}");
    });
    cloud.handle(u"/network/v2.0/subnets"_s, [](const RudeRequest &) { return json("{}", 401); });
    const ScanRecord record = scanned(cloud.config());
    QVERIFY(record.snapshot);
    QCOMPARE_EQ(statusOf(record, SourceId::Networks), SourceStatus::Complete);
    QCOMPARE_EQ(statusOf(record, SourceId::Subnets), SourceStatus::Failed);
    QCOMPARE(cloud.server().requests(u"/network/v2.0/subnets"_s).size(), 2);
}

void ScanTest::noSecretInAnyMessage()
{
    FakeCloud cloud;
    const auto echo = [](const RudeRequest &request) {
        return json("{\"error\":{\"message\":\"token " + request.headers.value("x-auth-token") + "\"}}", 500);
    };
    for (const QString &path : {ServersPath, u"/network/v2.0/networks"_s, u"/metal/v1/"_s, u"/heat/v1/p2/stacks"_s})
        cloud.handle(path, echo);
    const ScanRecord record = scanned(cloud.config());
    QVERIFY(record.snapshot);
    QVERIFY(record.problems.size() >= 4);
    for (const Error &error : record.problems)
        QVERIFY2(!error.toString().contains("tok-"_L1), qPrintable(error.toString()));
    for (const SourceId source : AllSources)
        QVERIFY(!detailOf(record, source).contains("tok-"_L1));
}

QTEST_GUILESS_MAIN(ScanTest)
#include "tst_scan.moc"
