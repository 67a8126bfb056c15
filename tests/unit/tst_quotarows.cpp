// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/quotagrowth.h"
#include "models/tables/quotamodel.h"
#include "tests/support/testcloud.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <numeric>

using namespace flotsam;
using namespace Qt::StringLiterals;

/// Quotas as the panel tells them: shares, what could be freed, growth, and what still makes ports.
class QuotaRowsTest : public QObject
{
    Q_OBJECT

private slots:
    void numbers();
    void order();
    void growth_data();
    void growth();
    void patterns_data();
    void patterns();
    void steady_data();
    void steady();
    void batches_data();
    void batches();
    void steadyOfServers();
    void partsFillTheLimit();
    void words_data();
    void words();
    void model();
};

namespace {

Dataset judged(const TestCloud &cloud) { return Dataset::of(std::make_shared<const Judgement>(judge(cloud.build()))); }

void quota(TestCloud &cloud, int number, qint64 limit, qint64 used, qint64 reserved = 0)
{
    Quota one;
    one.projectId = project(number);
    one.limit = limit;
    one.used = used;
    one.reserved = reserved;
    one.known = true;
    cloud.quotas += one;
}

QuotaRow rowOf(const TestCloud &cloud, int number = 1)
{
    for (const QuotaRow &row : quotaRows(judged(cloud))) {
        if (row.projectId == project(number))
            return row;
    }
    return {};
}

/// Ports 100, 101… of project 1 without device or owner, created at those minutes before now.
void create(TestCloud &cloud, const QList<int> &minutes, const QString &name = u"ci-%1-port"_s)
{
    for (int i = 0; i < int(minutes.size()); ++i) {
        Port &port = cloud.port(100 + i);
        port.name = name.contains(u'%') ? name.arg(i) : name;
        port.createdAt = T(-60ll * minutes[i]);
        port.updatedAt = port.createdAt;
    }
}

} // namespace

void QuotaRowsTest::numbers()
{
    TestCloud cloud;
    cloud.projects = {{project(1), u"ci"_s, {}, -1}};
    quota(cloud, 1, 10, 8, 1);
    cloud.kill(1);
    for (int i : {1, 2}) { // proven orphans
        Port &port = cloud.port(i);
        port.deviceId = serverId(1);
        port.deviceOwner = u"compute:nova"_s;
    }
    cloud.port(3); // unattached
    cloud.port(4).deviceOwner = u"network:dhcp"_s;
    cloud.server(5);
    cloud.port(5).deviceId = serverId(5);
    cloud.port(5).deviceOwner = u"compute:nova"_s;
    cloud.port(6).projectId = project(2); // without a quota
    const QuotaRow row = rowOf(cloud);
    QCOMPARE(row.name, u"ci"_s);
    QCOMPARE(row.visible, 5);
    QCOMPARE(row.hidden, 3);
    QCOMPARE(row.reclaimable, 2);
    QCOMPARE(row.proven, 2);
    QCOMPARE(row.taken(), 9);
    QVERIFY(!row.isFull());
    QCOMPARE(row.share(), 0.9);
    QCOMPARE(row.byVerdict[size_t(Verdict::Service)], 1);
    const QuotaRow other = rowOf(cloud, 2);
    QVERIFY(!other.known);
    QCOMPARE(other.used, 1);
    QCOMPARE(other.hidden, 0);
    QVERIFY(other.share() < 0);
}

void QuotaRowsTest::order()
{
    TestCloud cloud;
    quota(cloud, 1, 100, 10);
    quota(cloud, 2, -1, 5000);
    quota(cloud, 3, 10, 10);
    quota(cloud, 4, 10, 9, 2);
    quota(cloud, 5, 0, 0);
    QStringList order;
    for (const QuotaRow &row : quotaRows(judged(cloud)))
        order += row.projectId.right(1);
    QCOMPARE(order.join(u' '), u"4 3 5 1 2"_s);
    QCOMPARE(quotaRows(Dataset()).size(), 0);
}

void QuotaRowsTest::growth_data()
{
    QTest::addColumn<QList<int>>("hours"); ///< ago
    QTest::addColumn<int>("recent");
    QTest::addColumn<int>("window");
    QTest::addColumn<double>("days"); ///< left of 20; negative: none
    QTest::newRow("nothing") << QList<int>() << 0 << 24 << -1.0;
    QTest::newRow("old only") << QList<int>{169, 400} << 0 << 24 << -1.0;
    QTest::newRow("today") << QList<int>{1, 2, 3, 4, 23} << 5 << 24 << 4.0;
    QTest::newRow("the day's end") << QList<int>{24, 24} << 2 << 168 << 70.0;
    QTest::newRow("a week") << QList<int>{30, 40, 50, 60, 70, 80, 90} << 7 << 168 << 20.0;
    QTest::newRow("today beats the week") << QList<int>{1, 2, 30, 40, 50} << 2 << 24 << 10.0;
}

void QuotaRowsTest::growth()
{
    QFETCH(QList<int>, hours);
    QFETCH(double, days);
    TestCloud cloud;
    QList<int> minutes;
    for (const int hour : hours)
        minutes += hour * 60;
    create(cloud, minutes, u"same"_s);
    quota(cloud, 1, 100, 80);
    const QuotaRow row = rowOf(cloud);
    QTEST(row.recent, "recent");
    QTEST(row.windowHours, "window");
    QCOMPARE(bool(row.daysLeft), days >= 0);
    if (row.daysLeft)
        QVERIFY(qAbs(*row.daysLeft - days) < 1e-6);
    TestCloud full = cloud;
    full.quotas.first().used = 100;
    QVERIFY(!rowOf(full).daysLeft);
    TestCloud open = cloud;
    open.quotas.first().limit = -1;
    QVERIFY(!rowOf(open).daysLeft);
}

void QuotaRowsTest::patterns_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("pattern");
    QTest::newRow("none") << QString() << QString();
    QTest::newRow("word") << u"deadbeef"_s << u"deadbeef"_s;
    QTest::newRow("number") << u"ci-4103-2"_s << u"ci-*-*"_s;
    QTest::newRow("heat") << u"node-port-0"_s << u"node-port-*"_s;
    QTest::newRow("hex") << u"kube-7f3a9c2d1e-eth0"_s << u"kube-*-eth*"_s;
    QTest::newRow("uuid") << u"vol-2e47c1aa-0000-4000-8000-0123456789ab"_s << u"vol-*-*-*-*-*"_s;
    QTest::newRow("short hex is a word") << u"face-1"_s << u"face-*"_s;
    QTest::newRow("mixed run") << u"a1b2c3d4x"_s << u"*x"_s;
}

void QuotaRowsTest::patterns()
{
    QFETCH(QString, name);
    QTEST(namePattern(name), "pattern");
}

void QuotaRowsTest::steady_data()
{
    QTest::addColumn<QList<int>>("minutes"); ///< ago
    QTest::addColumn<bool>("growing");
    QTest::newRow("every ten minutes") << QList<int>{12, 22, 32, 42, 52, 62} << true;
    QTest::newRow("about every ten minutes") << QList<int>{15, 22, 35, 47, 52, 64} << true;
    QTest::newRow("too few") << QList<int>{12, 22, 32, 42} << false;
    QTest::newRow("stopped") << QList<int>{62, 72, 82, 92, 102, 112} << false;
    QTest::newRow("at once") << QList<int>{12, 12, 12, 12, 12, 12} << false;
    QTest::newRow("in a few minutes") << QList<int>{12, 14, 16, 18, 20, 22} << false;
    QTest::newRow("with a long break") << QList<int>{12, 22, 32, 222, 232, 242} << false;
    QTest::newRow("broken off") << QList<int>{12, 22, 32, 42, 52, 62, 3000, 3010, 3020} << true;
    QTest::newRow("yesterday") << QList<int>{1512, 1522, 1532, 1542, 1552, 1562} << false;
}

void QuotaRowsTest::steady()
{
    QFETCH(QList<int>, minutes);
    TestCloud cloud;
    create(cloud, minutes);
    QuotaRow row = rowOf(cloud);
    QTEST(bool(row.growing), "growing");
    if (!row.growing)
        return;
    QCOMPARE(row.growing->pattern, u"ci-*-port"_s);
    QCOMPARE(row.growing->term, u"name:ci-*-port"_s);
    QCOMPARE(row.growing->count, 6);
    QVERIFY(quotaWarning(row).contains(u"stop it first"_s));
    // Ports that work are growth, but nothing to stop.
    cloud.server(1);
    for (int i = 0; i < 4; ++i) {
        cloud.port(100 + i).deviceId = serverId(1);
        cloud.port(100 + i).deviceOwner = u"compute:nova"_s;
    }
    QVERIFY(!rowOf(cloud).growing);
    // Also where all was well until today.
    TestCloud late;
    QList<int> week = minutes;
    for (int i = 0; i < 30; ++i)
        week += 3000 + 7 * i;
    create(late, week);
    late.server(1);
    for (int i = int(minutes.size()); i < int(week.size()); ++i) {
        late.port(100 + i).deviceId = serverId(1);
        late.port(100 + i).deviceOwner = u"compute:nova"_s;
    }
    QVERIFY(rowOf(late).growing);
    // Names that have nothing in common are no pattern.
    TestCloud mixed;
    create(mixed, minutes);
    const QStringList names{u"a"_s, u"b"_s, u"c"_s, u"web-1"_s, u"db-1"_s, u"ci-1"_s};
    for (int i = 0; i < 6; ++i)
        mixed.port(100 + i).name = names[i];
    QVERIFY(!rowOf(mixed).growing);
}

void QuotaRowsTest::batches_data()
{
    QTest::addColumn<QList<int>>("hours"); ///< ago, of each batch
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("counted"); ///< 0: not growing
    QTest::newRow("every six hours") << QList<int>{2, 8, 14, 20} << 5 << 20;
    QTest::newRow("every night") << QList<int>{9, 33, 57, 81, 105} << 3 << 15;
    QTest::newRow("about every six hours") << QList<int>{2, 7, 14, 20, 27} << 2 << 10;
    QTest::newRow("the last one early") << QList<int>{2, 4, 10, 16, 22} << 5 << 25;
    QTest::newRow("after a pause") << QList<int>{2, 8, 14, 20, 140, 146} << 5 << 20;
    QTest::newRow("three times") << QList<int>{2, 8, 14} << 5 << 0;
    QTest::newRow("stopped") << QList<int>{14, 20, 26, 32} << 5 << 0;
    QTest::newRow("now and then") << QList<int>{2, 3, 30, 31, 90} << 5 << 0;
    QTest::newRow("once") << QList<int>{2} << 30 << 0;
}

void QuotaRowsTest::batches()
{
    QFETCH(QList<int>, hours);
    QFETCH(int, size);
    QFETCH(int, counted);
    QList<int> minutes;
    for (const int hour : hours) {
        for (int i = 0; i < size; ++i)
            minutes += hour * 60 - i;
    }
    TestCloud cloud;
    create(cloud, minutes);
    const QuotaRow row = rowOf(cloud);
    QCOMPARE(row.growing ? row.growing->count : 0, counted);
    if (!row.growing)
        return;
    QCOMPARE(row.growing->atOnce, size);
    QVERIFY2(quotaWarning(row).contains(u"%1 every "_s.arg(size)), qPrintable(quotaWarning(row)));
}

void QuotaRowsTest::steadyOfServers()
{
    TestCloud cloud;
    create(cloud, {12, 22, 32, 42, 52}, QString());
    QCOMPARE(rowOf(cloud).growing->term, u"name:\"\""_s);
    for (int i = 0; i < 5; ++i) {
        cloud.kill(i);
        cloud.tombstone(i).name = u"runner-%1"_s.arg(i);
        cloud.port(100 + i).deviceId = serverId(i);
    }
    const QuotaRow row = rowOf(cloud);
    QVERIFY(row.growing);
    QVERIFY(row.growing->ofServers);
    QCOMPARE(row.growing->term, u"server:runner-*"_s);
    QCOMPARE(row.reclaimable, 5);
}

void QuotaRowsTest::partsFillTheLimit()
{
    TestCloud cloud;
    quota(cloud, 1, 20, 8, 1);
    cloud.port(1);
    cloud.port(2).deviceOwner = u"network:dhcp"_s;
    const QList<QuotaPart> parts = quotaParts(rowOf(cloud));
    qint64 sum = 0;
    QStringList told;
    for (const QuotaPart &part : parts) {
        sum += part.amount;
        told += quotaPartText(part);
        QVERIFY(part.amount > 0);
    }
    QCOMPARE(sum, 20);
    QCOMPARE(told,
             (QStringList{u"1 in use"_s, u"6 counted by the quota, but not visible"_s, u"1 unattached"_s,
                          u"1 reserved by requests under way"_s, u"11 free"_s}));
    for (const QuotaPart &part : parts) {
        for (const Verdict verdict : verdictsOf(part.kind))
            QVERIFY(rowOf(cloud).byVerdict[size_t(verdict)] <= part.amount);
    }
}

void QuotaRowsTest::words_data()
{
    QTest::addColumn<QuotaRow>("row");
    QTest::addColumn<QString>("usage");
    QTest::addColumn<QString>("outlook");
    QuotaRow row;
    row.known = true;
    row.limit = 1500;
    row.used = 1400;
    QTest::newRow("quiet") << row << u"1,400 / 1,500"_s << QString();
    row.reclaimable = 214;
    row.proven = 200;
    QTest::newRow("not all proven") << row << u"1,400 / 1,500"_s << u"214 freeable (200 proven)"_s;
    row.proven = 214;
    row.daysLeft = 3.7;
    QTest::newRow("filling") << row << u"1,400 / 1,500"_s << u"214 freeable · full in 3 d at this rate"_s;
    row.daysLeft = 0.4;
    QTest::newRow("today") << row << u"1,400 / 1,500"_s << u"214 freeable · full within a day at this rate"_s;
    row.daysLeft = 400;
    row.hidden = 12;
    QTest::newRow("far away") << row << u"1,400 / 1,500"_s << u"214 freeable · 12 not visible"_s;
    row.daysLeft.reset();
    row.reserved = 100;
    row.hidden = 0;
    QTest::newRow("full") << row << u"1,500 / 1,500"_s << u"full · 214 freeable"_s;
    row.limit = -1;
    row.reclaimable = 0;
    row.proven = 0;
    QTest::newRow("no limit") << row << u"1,500, no limit"_s << QString();
    row.known = false;
    row.reserved = 0;
    QTest::newRow("not read") << row << u"1,400 seen, quota not read"_s << QString();
}

void QuotaRowsTest::words()
{
    QLocale::setDefault(QLocale(QLocale::English));
    QFETCH(QuotaRow, row);
    QTEST(quotaUsage(row), "usage");
    QTEST(quotaOutlook(row), "outlook");
    QVERIFY(quotaGrowth(row).isEmpty());
    row.recent = 9;
    row.windowHours = 168;
    row.perDay = 9 / 7.0;
    QVERIFY2(quotaGrowth(row).contains(u"1.3 a day"_s) && quotaGrowth(row).contains(u"estimate"_s),
             qPrintable(quotaGrowth(row)));
}

void QuotaRowsTest::model()
{
    QuotaModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    TestCloud cloud;
    quota(cloud, 1, 10, 5);
    quota(cloud, 2, 10, 9);
    model.setRows(quotaRows(judged(cloud)));
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.rowOf(project(1)), 1);
    QCOMPARE(model.rowOf(u"nobody"_s), -1);
    QVERIFY(model.index(0).data(Qt::AccessibleTextRole).toString().contains(u"9 / 10"_s));
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setRows(quotaRows(judged(cloud))); // the same projects: a view keeps its place
    QCOMPARE(reset.count(), 0);
    QCOMPARE(changed.count(), 1);
    quota(cloud, 3, 10, 1);
    model.setRows(quotaRows(judged(cloud)));
    QCOMPARE(reset.count(), 1);
    model.setRows({});
    QCOMPARE(model.rowCount(), 0);
}

QTEST_GUILESS_MAIN(QuotaRowsTest)
#include "tst_quotarows.moc"
