// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/advice.h"
#include "models/remedy/planexport.h"
#include "tests/support/testcloud.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace flotsam;
using namespace Qt::StringLiterals;

/// What is told where a server or a stack has to go first; and how exports are written.
class RemedyAdviceTest : public QObject
{
    Q_OBJECT

private slots:
    void serverInError();
    void serverOfAStack();
    void failedStack();
    void nothingElsewhere();
    void exports();

private:
    static std::optional<Advice> adviceOf(const TestCloud &cloud)
    {
        const Judgement judgement = judge(cloud.build());
        return adviceFor(judgement, 0);
    }
    static TestCloud broken()
    {
        TestCloud cloud;
        cloud.cloud = u"it's prod"_s;
        cloud.region = u"RegionOne"_s;
        Port &port = cloud.port(1);
        port.deviceId = serverId(1);
        port.deviceOwner = u"compute:nova"_s;
        cloud.server(1).status = u"ERROR"_s;
        cloud.server(1).name = u"web"_s;
        return cloud;
    }
};

void RemedyAdviceTest::serverInError()
{
    const auto advice = adviceOf(broken());
    QVERIFY(advice);
    QVERIFY(advice->title.contains(u"web"_s));
    QVERIFY(advice->sentences.size() >= 2);
    QVERIFY2(advice->commands.contains(u"export OS_CLOUD='it'\\''s prod'\n"_s), qPrintable(advice->commands));
    QVERIFY(advice->commands.contains(u"openstack server delete --wait '%1'\n"_s.arg(serverId(1))));
    QVERIFY(!advice->commands.contains(u"port delete"_s));
}

void RemedyAdviceTest::serverOfAStack()
{
    TestCloud cloud = broken();
    cloud.stack(1).name = u"nice\nrm -rf /"_s;
    cloud.resource(1, u"node"_s).physicalId = serverId(1);
    const auto advice = adviceOf(cloud);
    QVERIFY(advice);
    QVERIFY(advice->commands.contains(u"openstack stack update --existing --wait '%1'\n"_s.arg(stackId(1))));
    QVERIFY(!advice->commands.contains(u"openstack server delete"_s)); // Heat would not know
    for (const QString &line : advice->commands.split(u'\n'))
        QVERIFY2(line.isEmpty() || line.startsWith(u'#') || line.startsWith(u"export "_s)
                     || line.startsWith(u"openstack "_s),
                 qPrintable(line));
}

void RemedyAdviceTest::failedStack()
{
    TestCloud cloud;
    cloud.port(1).name = u"node-port-0"_s;
    cloud.stack(1).status = u"CREATE_FAILED"_s;
    cloud.resource(1, u"node"_s).status = u"CREATE_FAILED"_s;
    const auto advice = adviceOf(cloud);
    QVERIFY(advice);
    QVERIFY(advice->commands.contains(stackId(1)));
    QVERIFY(advice->commands.contains(u"# openstack stack delete"_s)); // the destructive one is a comment
}

void RemedyAdviceTest::nothingElsewhere()
{
    TestCloud cloud = broken();
    cloud.server(1).status = u"ACTIVE"_s;
    QVERIFY(!adviceOf(cloud));
    TestCloud orphan = broken();
    orphan.servers.clear();
    orphan.kill(1);
    QVERIFY(!adviceOf(orphan));
}

void RemedyAdviceTest::exports()
{
    const auto judgement = std::make_shared<const Judgement>(judge(broken().build()));
    const RemedyPlan plan
        = RemedyPlan::make(judgement, {RemedyAction::Delete, {portId(1)}, {}}, judgement->snapshot->takenAt);
    QCOMPARE(planExport(plan, ExportFormat::Json), planJson(plan));
    QCOMPARE(planExport(plan, ExportFormat::Csv), planCsv(plan));
    QCOMPARE(planExport(plan, ExportFormat::Commands), planCommands(plan));
    RemedyReport report;
    report.plan = plan;
    QCOMPARE(reportExport(report, ExportFormat::Text), report.toText().toUtf8());
    QCOMPARE(reportExport(report, ExportFormat::Csv), report.toCsv());
    QCOMPARE(reportExport(report, ExportFormat::Json), report.toJson());
    QTemporaryDir folder;
    const QString path = folder.path() + u"/plan."_s + exportSuffix(ExportFormat::Commands);
    QVERIFY(!writeExport(path, "text"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("text"));
    QCOMPARE(QFileInfo(path).permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther),
             QFileDevice::Permissions());
    const auto error = writeExport(folder.path() + u"/no/such/folder"_s, "text");
    QVERIFY(error && error->kind == Error::Kind::File && !error->serviceMessage.isEmpty());
}

QTEST_GUILESS_MAIN(RemedyAdviceTest)
#include "tst_remedy_advice.moc"
