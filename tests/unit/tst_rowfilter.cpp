// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/filteredit.h"
#include "models/tables/instancestable.h"
#include "models/tables/portstable.h"
#include "models/tables/resourcestable.h"
#include "models/tables/rowfilter.h"
#include "models/tables/workbench.h"
#include "tests/support/samplecloud.h"

#include <QSignalSpy>
#include <QTest>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// Each term asked of a small cloud whose every port is known, and of a large one for time.
class RowFilterTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void terms_data();
    void terms();
    void everyColumnFiltersByItsCell();
    void cellsOfOtherTables();
    void otherTables();
    void counts_data();
    void counts();
    void oldStatesBecomeText();
    void badTextCountsUpToTheError();
    void unfinishedWordMayBecomeATerm_data();
    void unfinishedWordMayBecomeATerm();
    void large();

private:
    QString found(const QString &text) const;
    Dataset m_data;
    std::unique_ptr<PortsTable> m_table;
};

namespace {

constexpr qint64 Minute = 60'000;
constexpr qint64 Day = 24 * 60 * Minute;

Port makePort(int number, qint64 now)
{
    Port port;
    port.id = sampleId('d', number);
    port.networkId = u"n1"_s;
    port.projectId = u"14971c08d297458aa8a308c6821f85ac"_s;
    port.hasVifType = true;
    port.status = u"DOWN"_s;
    port.mac = u"fa:16:3e:00:00:0%1"_s.arg(number);
    port.createdAt = now - number * Day;
    port.updatedAt = now - number * Minute;
    port.revision = number;
    return port;
}

void address(Port &port, const QString &text) { port.fixedIps += {{}, text, IpAddress::fromString(text)}; }

/// Ports 1 to 6, see the comments.
Dataset smallCloud()
{
    auto cloud = std::make_shared<Snapshot>();
    cloud->takenAt = QDateTime(QDate(2026, 11, 30), QTime(9, 41), Qt::UTC);
    const qint64 now = cloud->takenAt.toMSecsSinceEpoch();
    QList<Port> ports{Port()};
    for (int i = 1; i <= 6; ++i)
        ports += makePort(i, now);
    // 1: in use by the server web-1
    ports[1].name = u"Web-Port"_s;
    ports[1].deviceId = sampleId('a', 1);
    ports[1].deviceOwner = u"compute:nova"_s;
    ports[1].hostId = u"compute-1.example.org"_s;
    ports[1].status = u"ACTIVE"_s;
    address(ports[1], u"10.0.0.7"_s);
    // 2: orphan of a server that was deleted
    ports[2].deviceId = sampleId('b', 2);
    address(ports[2], u"10.0.0.77"_s);
    address(ports[2], u"fd00::a"_s);
    // 3: orphan of a server that only Nova's 404 tells of; another project
    ports[3].deviceId = sampleId('c', 3);
    ports[3].projectId = u"p3"_s;
    ports[3].createdAt.reset();
    address(ports[3], u"10.0.1.1"_s);
    // 4: Heat's
    ports[4].name = u"node-port-0"_s;
    ports[4].networkId = u"n2"_s;
    address(ports[4], u"192.168.7.4"_s);
    // 5: a MAC conflict, name with blanks
    ports[5].name = u"test port, (two)*"_s;
    // 6: DHCP
    ports[6].deviceOwner = u"network:dhcp"_s;
    ports[6].deviceId = u"dhcp-1"_s;
    ports.removeFirst();
    cloud->ports = ports;
    Server web;
    web.id = sampleId('a', 1);
    web.name = u"web-1"_s;
    web.status = u"ACTIVE"_s;
    cloud->servers = {web};
    Server dead;
    dead.id = sampleId('b', 2);
    dead.name = u"ci-runner"_s;
    dead.status = u"DELETED"_s;
    cloud->deletedServers = {dead};
    cloud->serverProbes[sampleId('c', 3)] = {404, u"2.60"_s, ServerProbe::Body::ItemNotFound, {}, {}};
    Stack stack;
    stack.id = sampleId('e', 1);
    stack.name = u"bad"_s;
    cloud->stacks = {stack};
    StackResource vip;
    vip.stackId = stack.id;
    vip.name = u"vip"_s;
    vip.physicalId = sampleId('d', 4);
    cloud->resources = {vip};
    cloud->networks = {{u"n1"_s, u"private"_s, {}, false, false, -1}, {u"n2"_s, u"private"_s, {}, false, false, -1}};
    cloud->projects = {{u"14971c08d297458aa8a308c6821f85ac"_s, u"ci"_s, {}, -1}, {u"p3"_s, u"ci-prod"_s, {}, -1}};

    auto judgement = std::make_shared<Judgement>();
    judgement->snapshot = cloud;
    const auto judge
        = [&](Verdict verdict, std::initializer_list<Reason> reasons, Confidence confidence, Remedy remedy) {
              PortJudgement one;
              one.verdict = verdict;
              one.confidence = confidence;
              one.remedy = remedy;
              for (const Reason reason : reasons)
                  one.add(reason);
              judgement->ports += one;
          };
    judge(Verdict::InUse, {Reason::ServerAlive}, Confidence::None, Remedy::None);
    judge(Verdict::Orphan, {Reason::LateCreate, Reason::ServerDeleted}, Confidence::Proven, Remedy::Delete);
    judge(Verdict::Orphan, {Reason::ServerGone, Reason::HalfCreated}, Confidence::Likely, Remedy::Delete);
    judge(Verdict::InUse, {Reason::HeatManaged}, Confidence::None, Remedy::None);
    judge(Verdict::Stale, {Reason::BaremetalMac}, Confidence::None, Remedy::RegenerateMac);
    judge(Verdict::Service, {Reason::NetworkPlumbing}, Confidence::None, Remedy::None);
    judgement->ports[1].set(Flag::IpHeld);
    judgement->ports[4].set(Flag::MacConflict);
    return Dataset::of(judgement);
}

} // namespace

void RowFilterTest::initTestCase()
{
    m_data = smallCloud();
    m_table = std::make_unique<PortsTable>(m_data);
}

/// The numbers of the ports that pass, e.g. "1 2".
QString RowFilterTest::found(const QString &text) const
{
    const ParsedFilter parsed = parseFilter(text);
    if (parsed.error)
        return parsed.error->words;
    const RowFilterPtr filter = makeFilter(FilterQuery{parsed.query, {}, {}});
    std::vector<char> keep(size_t(m_table->rowCount()), 1);
    if (filter) {
        filter->prepare(*m_table);
        if (!filter->ready(*m_table))
            return u"not ready"_s;
        filter->apply(*m_table, keep);
    }
    QStringList numbers;
    for (size_t row = 0; row < keep.size(); ++row) {
        if (keep[row])
            numbers += QString::number(row + 1);
    }
    return numbers.join(u' ');
}

void RowFilterTest::terms_data()
{
    QTest::addColumn<QString>("expected");
    const auto row
        = [](const char *text, const char *expected) { QTest::newRow(text) << QString::fromLatin1(expected); };
    row("", "1 2 3 4 5 6");
    row("web", "1");
    row("WEB-1", "1");
    row("10.0.0.7", "1 2");
    row("\"10.0.0.7 \"", "");
    row("10.0.?.1", "3");
    row("w*-p?rt", "1");
    row("port*two", "5");
    row("w*two", "");
    row("\"w*two\"", "");
    row("14971c08d297458aa8a308c6821f85ac", "1 2 4 5 6");
    row("verdict:orphan", "2 3");
    row("verdict:o", "2 3");
    row("verdict:s", "5 6");
    row("verdict:*a*", "2 3 5");
    row("verdict=stale", "5");
    row("verdict:orphan,stale", "2 3 5");
    row("-verdict:in-use", "2 3 5 6");
    row("confidence:proven", "2");
    row("reason:late-create", "2");
    row("reason:server", "1 2 3");
    row("reason:heat-*,half", "3 4");
    row("flag:mac-conflict", "5");
    row("flag:ip,mac", "2 5");
    row("-flag:*", "1 3 4 6");
    row("remedy:delete", "2 3");
    row("remedy:regenerate-mac", "5");
    row("name:port", "1 4 5");
    row("name:PORT", "1 4 5");
    row("name:*-port", "1");
    row("name=node-port-0", "4");
    row("name=node", "");
    row("name:\"\"", "2 3 6");
    row("-name:\"\"", "1 4 5");
    row("name:\"t, (\"", "5");
    row("name:\"(two)*\"", "5");
    row("name:\"web*\"", "");
    row("id:d0000003", "3");
    row("id:*-000000000000", "1 2 3 4 5 6");
    row("id=d0000003-0000-4000-8000-000000000000", "3");
    row("project:ci", "1 2 3 4 5 6");
    row("project=ci", "1 2 4 5 6");
    row("project=CI-PROD", "3");
    row("project:p3", "3");
    row("project:14971c08d297458aa8a308c6821f85ac", "1 2 4 5 6");
    row("network:private", "1 2 3 4 5 6");
    row("network=n2", "4");
    row("owner:compute", "1");
    row("owner:network:dhcp", "6");
    row("owner:\"\"", "2 3 4 5");
    row("server:web-1", "1");
    row("server:ci-runner", "2");
    row("server:gone", "2 3");
    row("server:deleted", "2");
    row("server:active", "1");
    row("server:\"\"", "4 5");
    row("server:dhcp-1", "6");
    row("server=a0000001-0000-4000-8000-000000000000", "1");
    row("stack:bad", "4");
    row("stack:vip", "4");
    row("stack:e0000001", "4");
    row("-stack:\"\"", "4");
    row("mac:fa:16:3e:00:00:03", "3");
    row("mac:FA-16-3E-00-00-03", "3");
    row("mac:fa16.3e00.0003", "3");
    row("mac:0000:04", "4");
    row("mac:*05", "5");
    row("mac=fa163e000006", "6");
    row("ip:10.0.0.7", "1");
    row("ip:10.0.0.0/24", "1 2");
    row("ip:10.0.0.0/16", "1 2 3");
    row("ip:10.0.", "1 2 3");
    row("ip:10.0.0.*", "1 2");
    row("ip:fd00:0:0::a", "2");
    row("ip:FD00::/8", "2");
    row("ip:\"\"", "5 6");
    row("ip:192.168.7.4,10.0.1.1", "3 4");
    row("status:active", "1");
    row("status=DOWN", "2 3 4 5 6");
    row("host:compute-1", "1");
    row("host=compute-1", "");
    row("host:compute-?.*", "1");
    row("host:\"\"", "2 3 4 5 6");
    row("age>3d", "4 5 6");
    row("age>=4d", "4 5 6");
    row("age<36h", "1");
    row("age<=2d", "1 2");
    row("age:2d", "2");
    row("-age>3d", "1 2 3");
    row("created<2026-11-26", "5 6");
    row("created<=2026-11-26", "4 5 6");
    row("created>2026-11-26", "1 2");
    row("created>=2026-11-26", "1 2 4");
    row("created:2026-11-29", "1");
    row("created:2026-11", "1 2 4 5 6");
    row("created<\"2026-11-29 10:41:00+01:00\"", "2 4 5 6");
    row("updated>=2026-11-30T09:38", "1 2 3");
    row("revision>4", "5 6");
    row("revision=3", "3");
    row("revision:1,6", "1 6");
    row("verdict:orphan -confidence:proven", "3");
    row("verdict:stale or name:web", "1 5");
    row("verdict:orphan age>1d or flag:mac-conflict", "2 5");
    row("(verdict:orphan or verdict:stale) ip:10.0.0.0/8", "2 3");
    row("-(verdict:orphan or verdict:stale)", "1 4 6");
    row("-(verdict:orphan 10.0.1.1)", "1 2 4 5 6");
}

void RowFilterTest::terms() { QTEST(found(QString::fromUtf8(QTest::currentDataTag())), "expected"); }

void RowFilterTest::everyColumnFiltersByItsCell()
{
    for (int row = 0; row < m_table->rowCount(); ++row) {
        for (int column = 0; column < PortsTable::ColumnCount; ++column) {
            const QString term = cellTerm(*m_table, row, column);
            const QString opposite = cellTerm(*m_table, row, column, true);
            if (term.isEmpty()) {
                QVERIFY(opposite.isEmpty());
                QVERIFY2(m_table->text(row, column).isEmpty(), qPrintable(m_table->columns()[column].key));
                continue;
            }
            const QStringList with = found(term).split(u' ', Qt::SkipEmptyParts);
            const QStringList without = found(opposite).split(u' ', Qt::SkipEmptyParts);
            QVERIFY2(with.contains(QString::number(row + 1)), qPrintable(term));
            QVERIFY2(!without.contains(QString::number(row + 1)), qPrintable(opposite));
            QCOMPARE(with.size() + without.size(), m_table->rowCount());
        }
    }
    QCOMPARE(cellTerm(*m_table, 0, PortsTable::Project), u"project=ci"_s);
    QCOMPARE(cellTerm(*m_table, 0, PortsTable::Network), u"network=n1"_s); // two are called private
    QCOMPARE(cellTerm(*m_table, 4, PortsTable::Name), u"name=\"test port, (two)*\""_s);
    QCOMPARE(cellTerm(*m_table, 1, PortsTable::ServerColumn, true), u"-server=ci-runner"_s);
    QCOMPARE(cellTerm(*m_table, 3, PortsTable::StackColumn), u"stack=bad"_s);
}

void RowFilterTest::cellsOfOtherTables()
{
    const InstancesTable servers(m_data);
    const ResourcesTable resources(m_data);
    const auto ask = [&](const auto &table, int row, int column) { return found(cellTerm(table, row, column)); };
    const int web = servers.rowOf(sampleId('a', 1));
    const int dead = servers.rowOf(sampleId('b', 2));
    const int gone = servers.rowOf(sampleId('c', 3));
    for (const int column : {InstancesTable::Name, InstancesTable::Ports, InstancesTable::Id}) {
        QCOMPARE(ask(servers, web, column), u"1"_s);
        QCOMPARE(ask(servers, dead, column), u"2"_s);
        QCOMPARE(ask(servers, gone, column), u"3"_s);
    }
    QCOMPARE(cellTerm(servers, web, InstancesTable::Name, true), u"-server=web-1"_s);
    QCOMPARE(cellTerm(servers, web, InstancesTable::Created), QString());
    QCOMPARE(cellTerm(servers, web, InstancesTable::Created, true), QString());
    QCOMPARE(cellTerm(resources, 0, ResourcesTable::StackColumn), u"stack=bad"_s);
    for (const int column : {ResourcesTable::StackColumn, ResourcesTable::Resource, ResourcesTable::PhysicalId})
        QCOMPARE(ask(resources, 0, column), u"4"_s);
    QCOMPARE(cellTerm(resources, 0, ResourcesTable::Type), QString());
}

void RowFilterTest::otherTables()
{
    const InstancesTable servers(m_data);
    std::vector<char> keep(size_t(servers.rowCount()), 1);
    makeFilter(FilterState{u"web"_s})->apply(servers, keep);
    QCOMPARE(std::count(keep.begin(), keep.end(), 1), 1);
    keep.assign(keep.size(), 1);
    makeFilter(FilterState{u"name:web"_s})->apply(servers, keep);
    QCOMPARE(std::count(keep.begin(), keep.end(), 1), 0);
}

void RowFilterTest::counts_data()
{
    QTest::addColumn<int>("orphans");
    QTest::addColumn<int>("inUse");
    QTest::addColumn<int>("conflicts");
    QTest::addColumn<int>("held");
    QTest::addColumn<int>("shown");
    QTest::newRow("") << 2 << 2 << 1 << 1 << 6;
    QTest::newRow("verdict:orphan") << 2 << 2 << 0 << 1 << 2;
    QTest::newRow("verdict:orphan,stale") << 2 << 2 << 1 << 1 << 3;
    QTest::newRow("flag:mac-conflict") << 0 << 0 << 1 << 1 << 1;
    QTest::newRow("verdict:orphan flag:ip-held") << 1 << 0 << 0 << 1 << 1;
    QTest::newRow("10.0.0.0 or ip:10.0.0.0/24") << 1 << 1 << 0 << 1 << 2;
    QTest::newRow("-verdict:orphan") << 0 << 2 << 1 << 0 << 4;
    QTest::newRow("no such thing") << 0 << 0 << 0 << 0 << 0;
}

void RowFilterTest::counts()
{
    const FilterQuery query{parseFilter(QString::fromUtf8(QTest::currentDataTag())).query, {}, {}};
    const FilterCounts counts = countMatches(*m_table, query);
    QTEST(counts.verdicts[size_t(Verdict::Orphan)], "orphans");
    QTEST(counts.verdicts[size_t(Verdict::InUse)], "inUse");
    QTEST(counts.flags[0], "conflicts");
    QTEST(counts.flags[2], "held");
    QTEST(counts.shown, "shown");
}

void RowFilterTest::oldStatesBecomeText()
{
    FilterState range;
    range.createdFrom = 1;
    range.macConflict = true;
    QCOMPARE(asText(range).createdFrom, Time(1));
    QCOMPARE(asText({u" web"_s, 0, false}).text, u" web"_s);
    QCOMPARE(asText({{}, quint8(1 << int(Verdict::Orphan)), false}).text, u"verdict:orphan"_s);
    QCOMPARE(asText({{}, 0, true}).text, u"flag:mac-conflict"_s);
    QCOMPARE(asText({u"a or b"_s, quint8(1 << int(Verdict::Orphan) | 1 << int(Verdict::Stale)), true}).text,
             u"(a or b) (verdict:stale,orphan or flag:mac-conflict)"_s);
}

void RowFilterTest::badTextCountsUpToTheError()
{
    Workbench bench;
    bench.setDataset(m_data);
    QSignalSpy changed(&bench, &Workbench::filterChanged);
    QSignalSpy counted(&bench, &Workbench::filterCountsChanged);
    bench.setFilter({u"verdict:orphan"_s});
    QCOMPARE(bench.proxy(TableKind::Ports).rowCount(), 2);
    QCOMPARE(bench.filterCounts().shown, 2);
    QCOMPARE(counted.count(), 1);
    bench.setFilter({u"verdict:orphan projct:x"_s});
    QCOMPARE(changed.count(), 2);
    QVERIFY(bench.filterError());
    QCOMPARE(bench.proxy(TableKind::Ports).rowCount(), 2);
    bench.setFilter({u"verdict:stale"_s});
    QVERIFY(!bench.filterError());
    QCOMPARE(bench.proxy(TableKind::Ports).rowCount(), 1);
    bench.setFilter({u"ip:host"_s}); // no matter what was set before
    QCOMPARE(bench.proxy(TableKind::Ports).rowCount(), 6);
    bench.setFilter({u"verdict:stale ip:host"_s});
    QCOMPARE(bench.proxy(TableKind::Ports).rowCount(), 1);
    bench.setFilter({});
    QVERIFY(!bench.filterError());
    QCOMPARE(bench.proxy(TableKind::Ports).rowCount(), 6);
}

void RowFilterTest::unfinishedWordMayBecomeATerm_data()
{
    QTest::addColumn<int>("writing");
    QTest::addColumn<int>("written");
    QTest::newRow("verd") << 6 << 0;
    QTest::newRow("VERDICT") << 6 << 0;
    QTest::newRow("verdict:orphan rem") << 2 << 0;
    QTest::newRow("verdict:orphan -rem") << 2 << 2; // leaves out what is not there
    QTest::newRow("verdict:orphan or confi") << 2 << 2;
    QTest::newRow("verdict:orphan \"rem\"") << 0 << 0; // in quotes it is text
    QTest::newRow("verdict:orphan rem ") << 0 << 0; // the word has ended
    QTest::newRow("verdict:orphan rem*") << 0 << 0;
    QTest::newRow("rem verdict:orphan") << 0 << 0;
    QTest::newRow("verdicts") << 0 << 0; // no term begins so
    QTest::newRow("verdict:orphan confi") << 2 << 0;
}

void RowFilterTest::unfinishedWordMayBecomeATerm()
{
    QFETCH(int, writing);
    QFETCH(int, written);
    const QString text = QString::fromUtf8(QTest::currentDataTag());
    Workbench bench;
    bench.setDataset(m_data);
    FilterState state{text};
    state.unfinished = true;
    bench.setFilter(state);
    QCOMPARE(bench.proxy(TableKind::Ports).rowCount(), writing);
    QCOMPARE(bench.filterCounts().shown, writing);
    state.unfinished = false;
    bench.setFilter(state);
    QCOMPARE(bench.proxy(TableKind::Ports).rowCount(), written);
    QCOMPARE(bench.filterCounts().shown, written);
    // What rows hold counts at once, though it may become a term.
    state = {u"ci"_s};
    bench.setFilter(state);
    const int found = bench.proxy(TableKind::Ports).rowCount();
    state.unfinished = true;
    bench.setFilter(state);
    QCOMPARE(bench.proxy(TableKind::Ports).rowCount(), found);
}

void RowFilterTest::large()
{
    SampleOptions options;
    options.ports = 100'000;
    options.servers = 50'000;
    const PortsTable table(sampleDataset(options));
    for (const QString &text :
         {u"10.1"_s, u"web verdict:orphan"_s, u"w*-1"_s, u"project:ci -name:reserved* age>1d"_s, u"ip:10.0.0.0/16"_s,
          u"mac:fa163e0001"_s, u"server:web or stack:vip"_s, u"-(id:d00001 or reason:late)"_s}) {
        const FilterQuery query{parseFilter(text).query, {}, {}};
        const RowFilterPtr filter = makeFilter(query);
        filter->prepare(table);
        QVERIFY(filter->ready(table));
        std::vector<char> keep(size_t(table.rowCount()), 1);
        filter->apply(table, keep);
        const auto shown = std::count(keep.begin(), keep.end(), 1);
        QVERIFY2(shown > 0 && shown < table.rowCount(), qPrintable(text));
        QCOMPARE(countMatches(table, query).shown, int(shown));
    }
}

QTEST_GUILESS_MAIN(RowFilterTest)
#include "tst_rowfilter.moc"
