// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/decode.h"
#include "models/inventory/snapshotbuilder.h"
#include "models/inventory/snapshotfile.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace flotsam;
using namespace Qt::StringLiterals;

class SnapshotFileTest : public QObject
{
    Q_OBJECT

private slots:
    void time_data();
    void time();
    void mac_data();
    void mac();
    void addresses();
    void page();
    void heatPageCarriesItsStack();
    void quotaPageCarriesItsProject();
    void memberStackTakesProjectFromLinkThenToken();
    void nextLinks_data();
    void nextLinks();
    void pageThatIsNoPage_data();
    void pageThatIsNoPage();
    void probes();
    void duplicatesCountOnce();
    void duplicateOrderDoesNotMatter();
    void busyResourceWinsOverItsCopy();
    void damagedItemsMakePartial();
    void rawObjectsAreKept();
    void roundTrip_data();
    void roundTrip();
    void foreignFiles_data();
    void foreignFiles();
    void cutOffAnywhereIsAnErrorNotACrash();
    void unwritablePlace();

private:
    static QByteArray sample();
    static SnapshotPtr built(const QList<QByteArray> &ports);
};

QByteArray SnapshotFileTest::sample()
{
    return R"({"format":"flotsam-snapshot","version":1,"cloud":"lab","region":"R","taken_at":"2026-11-30T09:41:00Z",
      "auth":{"project_id":"P1","project_name":"demo","user_name":"admin","roles":["admin"],"admin":true},
      "sources":{"network.ports":{"status":"complete","read_at":"2026-11-30T09:40:00Z","items":[
        {"id":"B","name":"b","x-new":{"deep":[1,2.5,null,"ä"]},"binding:profile":{"pci_slot":"0000:01","local_link_information":[]}},
        {"id":"a","tenant_id":"T","mac_address":"FA-16-3E-00-00-01","binding:vif_type":null,
         "fixed_ips":[{"subnet_id":"S","ip_address":"2001:DB8:0::1"}]}]},
       "orchestration.stacks":{"status":"complete","projects":["P2","P1"],"items":[]}},
      "probes":{"compute.server":{"S1":{"status":404,"microversion":"2.60","body":{"itemNotFound":{"code":404}}},
                                  "S2":{"status":404},"S3":{"status":404,"body":"<html>"}},
                "compute.instance_actions":{"S1":{"status":200,"body":{"instanceActions":[
                   {"action":"create","start_time":"2026-11-30T09:00:00.5","updated_at":null}]}}}},
      "observations":{"A":{"first_seen":"2026-11-29T00:00:00Z","revision_number":7}}})";
}

SnapshotPtr SnapshotFileTest::built(const QList<QByteArray> &ports)
{
    SnapshotBuilder builder;
    builder.setOutcome(SourceId::Ports, SourceStatus::Complete, {});
    for (const QByteArray &port : ports) {
        const auto page = decodePage(SourceId::Ports, "{\"ports\":[" + port + "]}");
        if (!page)
            return {};
        builder.add(SourceId::Ports, *page);
    }
    return std::move(builder).build();
}

void SnapshotFileTest::time_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("utc"); // empty: unreadable
    QTest::newRow("neutron") << u"2026-11-30T09:41:00Z"_s << u"2026-11-30T09:41:00.000Z"_s;
    QTest::newRow("ironic") << u"2026-11-30T09:41:00+00:00"_s << u"2026-11-30T09:41:00.000Z"_s;
    QTest::newRow("zone") << u"2026-11-30T09:41:00+05:45"_s << u"2026-11-30T03:56:00.000Z"_s;
    QTest::newRow("zone west") << u"2026-11-30T09:41:00-0330"_s << u"2026-11-30T13:11:00.000Z"_s;
    QTest::newRow("nova action") << u"2026-11-30T09:41:00.123456"_s << u"2026-11-30T09:41:00.123Z"_s;
    QTest::newRow("keystone") << u"2026-11-30T09:41:00.000000Z"_s << u"2026-11-30T09:41:00.000Z"_s;
    QTest::newRow("leap day") << u"2028-02-29T00:00:00Z"_s << u"2028-02-29T00:00:00.000Z"_s;
    for (const char *bad :
         {"", "never", "2026-11-30", "2026-13-30T09:41:00Z", "2026-02-30T09:41:00Z", "2026-11-30T24:00:00Z",
          "2026-11-30T09:41:00 CET", "2026-11-30T09:41:00.Z", "2026-11-30T09:41:00+1", "1700000000"})
        QTest::newRow(qPrintable(u"bad '%1'"_s.arg(QLatin1StringView(bad)))) << QString::fromLatin1(bad) << QString();
}

void SnapshotFileTest::time()
{
    QFETCH(QString, text);
    QFETCH(QString, utc);
    const Time time = parseTime(text);
    QCOMPARE(time ? QDateTime::fromMSecsSinceEpoch(*time, Qt::UTC).toString(Qt::ISODateWithMs) : QString(), utc);
}

void SnapshotFileTest::mac_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("normal");
    QTest::newRow("same") << u"fa:16:3e:00:00:01"_s << u"fa:16:3e:00:00:01"_s;
    QTest::newRow("dashes") << u"FA-16-3E-00-00-01"_s << u"fa:16:3e:00:00:01"_s;
    QTest::newRow("dots") << u"fa16.3e00.0001"_s << u"fa:16:3e:00:00:01"_s;
    QTest::newRow("short") << u"fa:16:3e:00:00"_s << QString();
    QTest::newRow("word") << u"not a mac at"_s << QString();
    QTest::newRow("empty") << QString() << QString();
}

void SnapshotFileTest::mac()
{
    QFETCH(QString, text);
    QFETCH(QString, normal);
    QCOMPARE(normalizedMac(text), normal);
}

void SnapshotFileTest::addresses()
{
    QCOMPARE(IpAddress::fromString(u"2001:db8::1"), IpAddress::fromString(u"2001:0DB8:0:0:0:0:0:1"));
    QVERIFY(IpAddress::fromString(u"10.0.0.1") != IpAddress::fromString(u"10.0.0.2"));
    QVERIFY(!IpAddress::fromString(u"10.0.0"));
    QVERIFY(!IpPrefix::fromString(u"10.0.0.0/33"));
    const auto subnet = IpPrefix::fromString(u"10.0.0.0/20");
    QVERIFY(subnet && subnet->contains(*IpAddress::fromString(u"10.0.15.255")));
    QVERIFY(!subnet->contains(*IpAddress::fromString(u"10.0.16.0")));
    QVERIFY(!subnet->contains(*IpAddress::fromString(u"::1")));
    QVERIFY(IpPrefix::fromString(u"10.0.0.0/8")->covers(*subnet));
    QVERIFY(!subnet->covers(*IpPrefix::fromString(u"10.0.0.0/8")));
    QVERIFY(IpPrefix::fromString(u"0.0.0.0/0")->covers(*subnet));
    QVERIFY(IpPrefix::fromString(u"10.0.0.7")->isHost());
}

void SnapshotFileTest::page()
{
    const auto page = decodePage(SourceId::Ports, R"({"ports":[{"id":"X","revision_number":3},7,{"name":"no id"}]})");
    QVERIFY(page.ok());
    QCOMPARE(page->sent, 3);
    QCOMPARE(page->ids, QStringList{u"x"_s});
    QCOMPARE(page->items.source(SourceId::Ports).damaged, 2);
    QCOMPARE(page->items.ports.first().revision, std::optional<qint64>(3));
    QVERIFY(!page->items.ports.first().bound() && !page->items.ports.first().unbound());
}

void SnapshotFileTest::heatPageCarriesItsStack()
{
    DecodeContext context;
    context.stackId = u"stack-1"_s;
    const auto page = decodePage(SourceId::Resources,
                                 R"({"resources":[{"resource_name":"node","physical_resource_id":""}]})", context);
    QVERIFY(page.ok());
    QCOMPARE(page->items.resources.first().stackId, u"stack-1"_s);
    QCOMPARE(page->items.rawItem(SourceId::Resources, 0),
             QByteArray(R"({"stack_id":"stack-1","resource_name":"node","physical_resource_id":""})"));
}

void SnapshotFileTest::quotaPageCarriesItsProject()
{
    DecodeContext context;
    context.projectId = u"p"_s;
    const auto page = decodePage(SourceId::Quotas, R"({"quota":{"port":{"limit":5,"used":4,"reserved":1}}})", context);
    QVERIFY(page.ok());
    const Quota quota = page->items.quotas.first();
    QCOMPARE(quota.projectId, u"p"_s);
    QCOMPARE(quota.limit, 5);
    QCOMPARE(quota.used + quota.reserved, 5);
}

void SnapshotFileTest::memberStackTakesProjectFromLinkThenToken()
{
    DecodeContext context;
    context.tokenProjectId = u"token"_s;
    const auto page = decodePage(SourceId::Stacks, R"({"stacks":[
        {"id":"1","links":[{"rel":"self","href":"http://h/v1/LINK/stacks/a/1"}]},{"id":"2"},{"id":"3","project":"own"}]})",
                                 context);
    QVERIFY(page.ok());
    QCOMPARE(page->items.stacks[0].projectId, u"link"_s);
    QCOMPARE(page->items.stacks[1].projectId, u"token"_s);
    QCOMPARE(page->items.stacks[2].projectId, u"own"_s);
}

void SnapshotFileTest::nextLinks_data()
{
    QTest::addColumn<int>("source");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("neutron")
        << int(SourceId::Ports)
        << QByteArray(R"({"ports":[],"ports_links":[{"rel":"previous","href":"p"},{"rel":"next","href":"n"}]})");
    QTest::newRow("nova") << int(SourceId::Servers)
                          << QByteArray(R"({"servers":[],"servers_links":[{"rel":"next","href":"n"}]})");
    QTest::newRow("heat") << int(SourceId::Stacks)
                          << QByteArray(R"({"stacks":[],"links":[{"rel":"next","href":"n"}]})");
    QTest::newRow("ironic") << int(SourceId::Nodes) << QByteArray(R"({"nodes":[],"next":"n"})");
    QTest::newRow("keystone") << int(SourceId::Projects)
                              << QByteArray(R"({"projects":[],"links":{"next":"n","self":"s"}})");
}

void SnapshotFileTest::nextLinks()
{
    QFETCH(int, source);
    QFETCH(QByteArray, body);
    const auto page = decodePage(SourceId(source), body);
    QVERIFY(page.ok());
    QCOMPARE(page->next, u"n"_s);
}

void SnapshotFileTest::pageThatIsNoPage_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("html") << QByteArray("<html>502</html>");
    QTest::newRow("cut") << QByteArray(R"({"ports":[{"id":"x")");
    QTest::newRow("other") << QByteArray(R"({"servers":[]})");
    QTest::newRow("null") << QByteArray(R"({"ports":null})");
    QTest::newRow("list") << QByteArray("[]");
}

void SnapshotFileTest::pageThatIsNoPage()
{
    QFETCH(QByteArray, body);
    const auto page = decodePage(SourceId::Ports, body);
    QVERIFY(!page.ok());
    QCOMPARE(page.error().kind, Error::Kind::Parse);
    QVERIFY(!page.error().serviceMessage.isEmpty());
}

void SnapshotFileTest::probes()
{
    QCOMPARE(decodeServerProbe(404, u"2.60"_s, R"({"itemNotFound":{"code":404}})").body,
             ServerProbe::Body::ItemNotFound);
    QCOMPARE(decodeServerProbe(404, u"2.60"_s, "<html>").body, ServerProbe::Body::Other);
    QCOMPARE(decodeServerProbe(404, u"2.60"_s, "").body, ServerProbe::Body::Other);
    const ServerProbe alive = decodeServerProbe(200, u"2.60"_s, R"({"server":{"id":"S","status":"active"}})");
    QVERIFY(alive.server && alive.server->status == u"ACTIVE"_s);
    // What is kept of a broken answer still proves nothing when the snapshot is opened again.
    QByteArray file = sample();
    file.replace(R"("S2":{"status":404})", "\"S2\":" + decodeServerProbe(404, u"2.60"_s, "<html>").raw);
    const auto again = parseSnapshot(file);
    QVERIFY(again.ok());
    QCOMPARE((*again)->serverProbes[u"s2"_s].body, ServerProbe::Body::Other);
    QVERIFY(decodeActionsProbe(200, R"({"instanceActions":[{"action":"create"}]})").readable);
    QVERIFY(!decodeActionsProbe(200, "{}").readable);
    QVERIFY(!decodeActionsProbe(404, R"({"instanceActions":[]})").readable);
}

void SnapshotFileTest::duplicatesCountOnce()
{
    const SnapshotPtr snapshot
        = built({R"({"id":"a","revision_number":2,"name":"old"})", R"({"id":"A","revision_number":10,"name":"new"})",
                 R"({"id":"a","name":"none"})"});
    QVERIFY(snapshot);
    QCOMPARE(snapshot->ports.size(), 1);
    QCOMPARE(snapshot->ports.first().name, u"new"_s);
    QCOMPARE(snapshot->source(SourceId::Ports).count, 1);
    QCOMPARE(snapshot->source(SourceId::Ports).status, SourceStatus::Complete);
}

void SnapshotFileTest::duplicateOrderDoesNotMatter()
{
    const QByteArray one = R"({"id":"a","name":"one"})";
    const QByteArray two = R"({"id":"a","name":"two"})";
    QCOMPARE(built({one, two})->ports.first().name, built({two, one})->ports.first().name);
}

void SnapshotFileTest::busyResourceWinsOverItsCopy()
{
    const QByteArray row
        = R"({"stack_id":"s","resource_name":"node","resource_type":"OS::Nova::Server","resource_status":"%1"})";
    const QByteArray failed = QByteArray(row).replace("%1", "CREATE_FAILED");
    const QByteArray busy = QByteArray(row).replace("%1", "UPDATE_IN_PROGRESS");
    for (const auto &list : {failed + ',' + busy, busy + ',' + failed}) {
        SnapshotBuilder builder;
        builder.setOutcome(SourceId::Resources, SourceStatus::Complete, {});
        const auto page = decodePage(SourceId::Resources, "{\"resources\":[" + list + "]}");
        QVERIFY(page.ok());
        builder.add(SourceId::Resources, *page);
        const SnapshotPtr snapshot = std::move(builder).build();
        QCOMPARE(snapshot->resources.size(), 1);
        QCOMPARE(snapshot->resources.first().status, u"UPDATE_IN_PROGRESS"_s);
    }
}

void SnapshotFileTest::damagedItemsMakePartial()
{
    const SnapshotPtr snapshot = built({R"({"id":"a"},{"id":null},"x")"});
    QVERIFY(snapshot);
    QCOMPARE(snapshot->source(SourceId::Ports).status, SourceStatus::Partial);
    QVERIFY(snapshot->source(SourceId::Ports).detail.contains(u"2 items left out"_s));
}

void SnapshotFileTest::rawObjectsAreKept()
{
    QList<QByteArray> sent;
    for (int i = 0; i < 3000; ++i)
        sent
            << QByteArray(
                   R"({"id":"%1","pad":"0123456789012345678901234567890123456789","later":{"key":[true,null,-3,1.5]}})")
                   .replace("%1", QByteArray::number(100000 + i));
    const SnapshotPtr snapshot = built(sent);
    QVERIFY(snapshot);
    QCOMPARE(snapshot->ports.size(), sent.size());
    for (const int i : {0, 1, 700, 2999})
        QCOMPARE(snapshot->rawItem(SourceId::Ports, snapshot->ports[i].raw), sent[i]);
}

void SnapshotFileTest::roundTrip_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("plain") << u"s.flotsam.json"_s;
    QTest::newRow("gzip") << u"s.flotsam.json.gz"_s;
}

void SnapshotFileTest::roundTrip()
{
    QFETCH(QString, name);
    const auto first = parseSnapshot(sample());
    QVERIFY(first.ok());
    QTemporaryDir folder;
    const QString path = folder.filePath(name);
    QVERIFY(!writeSnapshot(**first, path));
    QCOMPARE(QFile(path).permissions() & QFile::Permissions(0x0077), QFile::Permissions());
    const auto second = readSnapshot(path);
    QVERIFY(second.ok());
    const Snapshot &snapshot = **second;
    QCOMPARE(snapshot.takenAt, QDateTime::fromString(u"2026-11-30T09:41:00Z"_s, Qt::ISODate));
    QVERIFY(snapshot.auth.admin);
    QCOMPARE(snapshot.ports.size(), 2);
    QCOMPARE(snapshot.ports[0].id, u"a"_s);
    QCOMPARE(snapshot.ports[0].projectId, u"t"_s);
    QVERIFY(snapshot.ports[0].unbound());
    QCOMPARE(snapshot.ports[1].residueKeys, QStringList{u"pci_slot"_s});
    QVERIFY(!snapshot.ports[1].hasLocalLink);
    QVERIFY(snapshot.rawItem(SourceId::Ports, snapshot.ports[1].raw).contains(R"("x-new":{"deep":[1,2.5,null,"ä"]})"));
    QCOMPARE(*snapshot.source(SourceId::Stacks).projects, (QSet<QString>{u"p1"_s, u"p2"_s}));
    QCOMPARE(snapshot.source(SourceId::Servers).status, SourceStatus::Absent);
    QCOMPARE(snapshot.serverProbes.size(), 3);
    QCOMPARE(snapshot.serverProbes[u"s2"_s].body, ServerProbe::Body::None);
    QCOMPARE(snapshot.serverProbes[u"s3"_s].body, ServerProbe::Body::Other);
    QCOMPARE(snapshot.actionsProbes[u"s1"_s].actions.size(), 1);
    QCOMPARE(snapshot.observations[u"a"_s].revision, std::optional<qint64>(7));
}

void SnapshotFileTest::foreignFiles_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("hello");
    QTest::newRow("list") << QByteArray("[1,2]");
    QTest::newRow("other json") << QByteArray(R"({"format":"flotsam-report","version":1})");
    QTest::newRow("version") << sample().replace(R"("version":1)", R"("version":2)");
    QTest::newRow("no time") << sample().replace(R"("taken_at":"2026-11-30T09:41:00Z")", R"("taken_at":"soon")");
    QTest::newRow("status") << sample().replace(R"("status":"complete","read_at")", R"("status":"fine","read_at")");
    QTest::newRow("items") << sample().replace(R"("items":[]})", R"("items":{}})");
    QTest::newRow("sources") << QByteArray(
        R"({"format":"flotsam-snapshot","version":1,"taken_at":"2026-11-30T09:41:00Z","sources":[]})");
    QTest::newRow("gzip junk") << QByteArray("\x1f\x8b\x08 junk and more junk");
    QTest::newRow("deep") << QByteArray(100000, '[');
    QTest::newRow("bad utf8") << sample().replace("demo", "d\xff\xfe");
}

void SnapshotFileTest::foreignFiles()
{
    QFETCH(QByteArray, content);
    QTemporaryDir folder;
    QFile file(folder.filePath(u"x"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    const auto read = readSnapshot(file.fileName());
    QVERIFY(!read.ok());
    QVERIFY(!read.error().toString().contains(u'\n'));
    QVERIFY(read.error().toString().contains(file.fileName()));
}

void SnapshotFileTest::cutOffAnywhereIsAnErrorNotACrash()
{
    const QByteArray whole = sample();
    for (qsizetype length = 0; length < whole.size(); ++length)
        QVERIFY(!parseSnapshot(whole.first(length)).ok());
    QVERIFY(parseSnapshot(whole).ok());
}

void SnapshotFileTest::unwritablePlace()
{
    const auto snapshot = parseSnapshot(sample());
    const auto error = writeSnapshot(**snapshot, u"/nonexistent/folder/x.json"_s);
    QVERIFY(error);
    QCOMPARE(error->kind, Error::Kind::File);
}

QTEST_GUILESS_MAIN(SnapshotFileTest)
#include "tst_snapshotfile.moc"
