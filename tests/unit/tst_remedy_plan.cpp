// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/planexport.h"
#include "models/remedy/remedyplan.h"
#include "tests/support/ruletest.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

using namespace flotsam;
using namespace Qt::StringLiterals;

class RemedyPlanTest : public QObject
{
    Q_OBJECT

private slots:
    void onlyDeletableVerdictsGetIn();
    void bulkTakesProvenOrphansOnly();
    void everyIdOnceAndSorted();
    void subsetNeverGrows();
    void sideEffectsAreTold();
    void clearDeviceWantsSomethingToClear();
    void macWantsAConflictAndAnUnboundPort();
    void macWantsTheExtension();
    void countsAndQuotas();
    void exportsAreSafe();
    void commandsRunInAShell();
    void checkedPlanIsExportedToo();

private:
    static RemedyPlan plan(const TestCloud &cloud, const QStringList &chosen,
                           RemedyAction action = RemedyAction::Delete, const QStringList &bulk = {})
    {
        const auto judgement = std::make_shared<const Judgement>(judge(cloud.build()));
        return RemedyPlan::make(judgement, {action, chosen, bulk}, judgement->snapshot->takenAt);
    }
    static TestCloud mixed();
};

/// 1 proven orphan, 2 in use, 3 unattached, 4 likely orphan, 5 settling.
TestCloud RemedyPlanTest::mixed()
{
    TestCloud c;
    leaked(c);
    Port &used = c.port(2);
    used.deviceId = serverId(2);
    used.deviceOwner = u"compute:nova"_s;
    used.name = u"web"_s;
    c.server(2);
    c.port(3);
    Port &likely = c.port(4);
    likely.deviceId = serverId(4);
    likely.deviceOwner = u"compute:nova"_s;
    c.answer(4, 404);
    c.port(5).createdAt = T(-10);
    return c;
}

void RemedyPlanTest::onlyDeletableVerdictsGetIn()
{
    const RemedyPlan made = plan(mixed(), {portId(1), portId(2), portId(3), portId(4), portId(5), portId(99)});
    QCOMPARE(made.size(), 3);
    QVERIFY(made.find(portId(1)) && made.find(portId(3)) && made.find(portId(4)));
    QCOMPARE(made.refused().size(), 3);
    QCOMPARE(made.refused()[0].id, portId(2));
    QCOMPARE(made.refused()[0].verdict, Verdict::InUse);
    QCOMPARE(made.refused()[0].name, u"web"_s);
    QVERIFY2(made.refused()[0].why.contains(u"exists"_s), qPrintable(made.refused()[0].why));
    QCOMPARE(made.refused()[1].verdict, Verdict::Settling);
    QCOMPARE(made.refused()[2].id, portId(99));
    QVERIFY(!made.refused()[2].why.isEmpty());
}

void RemedyPlanTest::bulkTakesProvenOrphansOnly()
{
    const QStringList everything{portId(1), portId(2), portId(3), portId(4), portId(5)};
    const RemedyPlan bulk = plan(mixed(), {}, RemedyAction::Delete, everything);
    QCOMPARE(bulk.ids(), QSet<QString>{portId(1)});
    QCOMPARE(bulk.refused().size(), 4);
    // What is picked by itself as well is taken.
    const RemedyPlan both = plan(mixed(), {portId(4)}, RemedyAction::Delete, everything);
    QCOMPARE(both.ids(), (QSet<QString>{portId(1), portId(4)}));
    QVERIFY(both.find(portId(1))->pickedInBulk());
    QVERIFY(!both.find(portId(4))->pickedInBulk());
    QCOMPARE(both.provenOnly().ids(), QSet<QString>{portId(1)});
}

void RemedyPlanTest::everyIdOnceAndSorted()
{
    const RemedyPlan made = plan(mixed(), {portId(4), portId(1).toUpper(), portId(1), portId(3), portId(4)});
    QCOMPARE(made.size(), 3);
    QCOMPARE(made.ports()[0].port.id, portId(1));
    QCOMPARE(made.ports()[2].port.id, portId(4));
}

void RemedyPlanTest::subsetNeverGrows()
{
    const RemedyPlan made = plan(mixed(), {portId(1), portId(3)});
    const RemedyPlan fewer = made.subset({portId(1), portId(2), portId(4), u"strange"_s});
    QCOMPARE(fewer.ids(), QSet<QString>{portId(1)});
    QCOMPARE(fewer.subset({portId(1), portId(3)}).ids(), QSet<QString>{portId(1)});
    QVERIFY(fewer.subset({}).isEmpty());
}

void RemedyPlanTest::sideEffectsAreTold()
{
    TestCloud c = mixed();
    c.ip(c.port(1), u"10.0.0.5"_s);
    c.port(1).securityGroups = {u"group"_s};
    FloatingIp floating;
    floating.id = u"fip"_s;
    floating.address = u"203.0.113.7"_s;
    floating.forwardings.append({portId(1), {}});
    c.floatingIps.append(floating);
    c.pair(c.port(2), u"10.0.0.5"_s);
    const RemedyPlan made = plan(c, {portId(1)});
    const SideEffects &effects = made.find(portId(1))->effects;
    QCOMPARE(effects.floatingIps, QStringList{u"203.0.113.7"_s});
    QCOMPARE(effects.floatingIpIds, QSet<QString>{u"fip"_s});
    QCOMPARE(effects.pairOwners, QStringList{portId(2)});
    QCOMPARE(effects.securityGroups, QStringList{u"group"_s});
    QCOMPARE(effects.addresses, QStringList{u"10.0.0.5"_s});
    QVERIFY(effects.freesQuota);
    const QString all = effects.sentences.join(u' ');
    for (const QString &told : {u"203.0.113.7"_s, portId(2), u"10.0.0.5"_s, u"group"_s, project(1)})
        QVERIFY2(all.contains(told), qPrintable(told + u" in "_s + all));
    // What relies on a port keeps it out of bulk.
    QVERIFY(!made.find(portId(1))->pickedInBulk());
    QVERIFY(plan(c, {}, RemedyAction::Delete, {portId(1)}).isEmpty());
}

void RemedyPlanTest::clearDeviceWantsSomethingToClear()
{
    TestCloud c = mixed();
    Port &stale = c.port(6);
    stale.name = u"mine"_s;
    stale.deviceId = serverId(1);
    stale.deviceOwner = u"compute:nova"_s;
    const RemedyPlan made = plan(c, {portId(2), portId(3), portId(6)}, RemedyAction::ClearDevice);
    QCOMPARE(made.ids(), QSet<QString>{portId(6)});
    QCOMPARE(made.refused().size(), 2);
    QVERIFY(made.find(portId(6))->effects.sentences.join(u' ').contains(serverId(1)));
    QVERIFY(!made.find(portId(6))->effects.freesQuota);
}

void RemedyPlanTest::macWantsAConflictAndAnUnboundPort()
{
    TestCloud c;
    c.nic(1, 1);
    c.extensions.append({u"port-mac-address-regenerate"_s, {}, -1});
    c.port(1).mac = mac(101);
    c.port(2);
    Port &bound = c.port(3);
    bound.mac = mac(101);
    bound.deviceId = serverId(3);
    bound.deviceOwner = u"compute:nova"_s;
    bound.vifType = u"ovs"_s;
    bound.hostId = u"compute-1"_s;
    c.kill(3);
    QCOMPARE(c.verdictOf(1), u"stale: baremetal-mac; regenerate-mac +mac-conflict"_s);
    const RemedyPlan made = plan(c, {portId(1), portId(2), portId(3)}, RemedyAction::RegenerateMac);
    QCOMPARE(made.ids(), QSet<QString>{portId(1)});
    QCOMPARE(made.refused().size(), 2);
    QVERIFY(made.refused()[1].why.contains(u"compute-1"_s));
}

void RemedyPlanTest::macWantsTheExtension()
{
    TestCloud c;
    c.nic(1, 1);
    c.port(1).mac = mac(101);
    QVERIFY(plan(c, {portId(1)}, RemedyAction::RegenerateMac).isEmpty());
    // Where the extensions are not known the cloud is asked.
    c.status({SourceId::Extensions}, SourceStatus::Failed);
    QCOMPARE(plan(c, {portId(1)}, RemedyAction::RegenerateMac).size(), 1);
}

void RemedyPlanTest::countsAndQuotas()
{
    TestCloud c = mixed();
    c.port(4).projectId = project(2);
    Quota quota;
    quota.projectId = project(1);
    quota.limit = 10;
    quota.used = 4;
    quota.known = true;
    c.quotas.append(quota);
    c.projects.append({project(1), u"ci"_s, {}, -1});
    const RemedyPlan made = plan(c, {portId(1), portId(3), portId(4)});
    const QList<PlanCount> projects = made.countsByProject();
    QCOMPARE(projects.size(), 2);
    QCOMPARE(projects[0].label, u"ci"_s);
    QCOMPARE(projects[0].ports, 2);
    QCOMPARE(projects[1].label, project(2));
    QCOMPARE(made.countsByReason().size(), 3);
    QCOMPARE(made.quotas().size(), 1);
    QCOMPARE(made.quotas()[0].used, 4);
}

void RemedyPlanTest::exportsAreSafe()
{
    TestCloud c = mixed();
    c.port(3).name = u"=cmd|' /C calc'!A1\n\"x\", rm -rf \u2028y"_s;
    const RemedyPlan made = plan(c, {portId(1), portId(2), portId(3)});
    const QJsonObject json = QJsonDocument::fromJson(planJson(made)).object();
    QCOMPARE(json["format"_L1].toString(), u"flotsam-plan"_s);
    QCOMPARE(json["action"_L1].toString(), u"delete"_s);
    QCOMPARE(json["ports"_L1].toArray().size(), 2);
    QCOMPARE(json["refused"_L1].toArray().size(), 1);
    QVERIFY(!json["ports"_L1][0]["evidence"_L1].toArray().isEmpty());

    const QString csv = QString::fromUtf8(planCsv(made));
    QVERIFY(csv.contains(u"\"'=cmd|"_s));
    QVERIFY(csv.contains(u"\"\"x\"\""_s));

    // A name never gets out of its comment.
    const QStringList lines = QString::fromUtf8(planCommands(made)).split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines) {
        const bool command = line.startsWith(u"openstack port delete '1"_s) || line.startsWith(u"export OS_"_s)
            || line == u"set -eu"_s;
        QVERIFY2(line.startsWith(u'#') || command, qPrintable(line));
    }
}

void RemedyPlanTest::commandsRunInAShell()
{
    TestCloud c = mixed();
    Port &stale = c.port(6);
    stale.name = u"it's mine"_s;
    stale.deviceId = serverId(1);
    stale.deviceOwner = u"compute:nova"_s;
    stale.hostId = u"compute-1"_s;
    stale.residueKeys = {u"pci_slot"_s};
    for (const RemedyAction action : {RemedyAction::Delete, RemedyAction::ClearDevice}) {
        const RemedyPlan made = plan(c, {portId(1), portId(6)}, action);
        QVERIFY(made.size() >= 1);
        QProcess shell;
        shell.start(u"sh"_s, {u"-n"_s});
        shell.write(planCommands(made));
        shell.closeWriteChannel();
        QVERIFY(shell.waitForFinished());
        QCOMPARE(shell.exitCode(), 0);
    }
    const QByteArray clear = planCommands(plan(c, {portId(6)}, RemedyAction::ClearDevice));
    QVERIFY(clear.contains("openstack port set --device '' --device-owner '' --host '' '" + portId(6).toUtf8() + '\''));
    QVERIFY(clear.contains("openstack port unset --binding-profile 'pci_slot'"));
}

void RemedyPlanTest::checkedPlanIsExportedToo()
{
    const RemedyPlan made = plan(mixed(), {portId(1), portId(2), portId(3)});
    QCOMPARE(made.ids(), (QSet<QString>{portId(1), portId(3)}));
    RemedyReview review;
    review.plan = made.subset({portId(3)});
    review.checkedAt = QDateTime(QDate(2026, 11, 30), QTime(9, 42), Qt::UTC);
    RecheckedPort out;
    out.id = portId(1);
    out.name = u"=evil\n, \"x\"; rm -rf ."_s;
    out.why = u"Its device changed\nsince it was judged."_s;
    out.judgement.verdict = Verdict::InUse;
    review.takenOut = {out};
    review.wires = {{Wire::HalfOfProject, Tripwire::Trip::Confirm, u"More than\nhalf."_s, {portId(3)}}};

    const QJsonObject json = QJsonDocument::fromJson(reviewExport(review, ExportFormat::Json)).object();
    QCOMPARE(json["format"_L1].toString(), u"flotsam-plan"_s);
    QCOMPARE(json["checked_at"_L1].toString(), u"2026-11-30T09:42:00.000Z"_s);
    QCOMPARE(json["ports"_L1].toArray().size(), 1);
    QCOMPARE(json["ports"_L1][0]["id"_L1].toString(), portId(3));
    QCOMPARE(json["taken_out"_L1].toArray().size(), 1);
    QCOMPARE(json["taken_out"_L1][0]["id"_L1].toString(), portId(1));
    QCOMPARE(json["taken_out"_L1][0]["verdict"_L1].toString(), u"in-use"_s);
    QCOMPARE(json["taken_out"_L1][0]["why"_L1].toString(), out.why);
    QCOMPARE(json["refused"_L1].toArray().size(), 1); // by the plan itself
    QCOMPARE(json["tripwires"_L1].toArray().size(), 1);

    const QString csv = QString::fromUtf8(reviewExport(review, ExportFormat::Csv));
    QCOMPARE(csv.count(u"\r\n"_s), 1 + 1 + 1 + 1);
    QVERIFY(csv.contains(portId(1) + u",\"'=evil"_s));
    QVERIFY(csv.contains(u"taken-out,in-use"_s));

    const QString commands = QString::fromUtf8(reviewExport(review, ExportFormat::Commands));
    const QStringList lines = commands.split(u'\n', Qt::SkipEmptyParts);
    int deletions = 0;
    for (const QString &line : lines) {
        deletions += line == u"openstack port delete '%1'"_s.arg(portId(3)) ? 1 : 0;
        const bool command
            = line.startsWith(u"openstack port delete '"_s) || line.startsWith(u"export OS_"_s) || line == u"set -eu"_s;
        QVERIFY2(line.startsWith(u'#') || command, qPrintable(line));
    }
    QCOMPARE(deletions, 1);
    QVERIFY(!commands.contains(u"delete '%1'"_s.arg(portId(1))));
    QVERIFY(commands.contains(u"# Taken out: %1"_s.arg(portId(1))));
    QVERIFY(commands.contains(u"# Mind: More than half."_s));
}

QTEST_GUILESS_MAIN(RemedyPlanTest)
#include "tst_remedy_plan.moc"
