// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is made of the verdicts: reports, quotas, evidence, wanted probes, words.
#include "models/triage/report.h"
#include "models/triage/rules.h"
#include "models/triage/terminaltext.h"
#include "tests/support/ruletest.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

using namespace Qt::StringLiterals;
using namespace flotsam;

class TriageReport : public QObject
{
    Q_OBJECT

private slots:
    void words();
    void reasonsOnceAndBounded();
    void json();
    void jsonOfAnEmptyCloud();
    void quotas();
    void evidenceOfALeak();
    void evidenceOfWhatWasNotChecked();
    void evidenceOfEveryRule();
    void evidenceThatNobodyClaimsIt();
    void evidenceInTheSameView();
    void probes_data();
    void probes();
    void probesAreFew();
    void textNothingWrong();
    void textOfALeak();
    void textStaysNarrow();
    void textLongLists();
    void textSteersNoTerminal();
    void columnsOfText();
};

void TriageReport::words()
{
    QCOMPARE(QString(toWord(Verdict::InUse)), u"in-use"_s);
    QCOMPARE(QString(toWord(Verdict::Orphan)), u"orphan"_s);
    QCOMPARE(QString(toWord(Confidence::None)), u""_s);
    QCOMPARE(QString(toWord(Remedy::RegenerateMac)), u"regenerate-mac"_s);
    QCOMPARE(QString(toWord(Reason::ServerAlive)), u"server-alive"_s);
    QCOMPARE(QString(toWord(Reason::UserPort)), u"user-port"_s);
    for (int i = 0; i < VerdictCount; ++i)
        QCOMPARE(verdictFromWord(QString(toWord(Verdict(i)))), Verdict(i));
    for (int i = 0; i < ReasonCount; ++i)
        QCOMPARE(reasonFromWord(QString(toWord(Reason(i)))), Reason(i));
    for (const Flag flag : AllFlags)
        QCOMPARE(flagFromWord(QString(toWord(flag))), flag);
    QVERIFY(!verdictFromWord(u"gone"));
    QVERIFY(!reasonFromWord(u""));
    QVERIFY(!flagFromWord(u"x"));
}

void TriageReport::reasonsOnceAndBounded()
{
    PortJudgement judgement;
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < ReasonCount; ++i)
            judgement.add(Reason(i));
    }
    QCOMPARE(judgement.reasons().size(), size_t(8));
    QVERIFY(judgement.has(Reason::ServerAlive));
    QVERIFY(!judgement.has(Reason::UserPort));
}

void TriageReport::json()
{
    TestCloud c;
    leaked(c);
    c.port(2).name = u"日本 \"x\"\n"_s;
    c.port(2).createdText = u"2026-11-30T07:00:00Z"_s;
    c.source(SourceId::Servers).detail = u"cut off"_s;
    c.quotas.append({project(1), 10, 2, 0, true, -1});
    c.projects.append({project(1), u"demo"_s, {}, -1});
    const QByteArray text = jsonReport(judge(c.build(), {900}));
    QVERIFY(!text.contains("null"));
    const QJsonObject report = QJsonDocument::fromJson(text).object();
    QCOMPARE(report[u"format"].toString(), u"flotsam-report"_s);
    QCOMPARE(report[u"version"].toInt(), 1);
    QCOMPARE(report[u"cloud"].toString(), u"test"_s);
    QCOMPARE(report[u"taken_at"].toString(), u"2026-11-30T09:41:00Z"_s);
    QCOMPARE(report[u"grace_s"].toInt(), 900);
    QCOMPARE(report[u"sources"].toArray().size(), SourceCount);
    QCOMPARE(report[u"sources"][0][u"name"].toString(), u"network.ports"_s);
    QCOMPARE(report[u"sources"][0][u"count"].toInt(), 2);
    QCOMPARE(report[u"sources"][1][u"detail"].toString(), u"cut off"_s);
    QCOMPARE(report[u"sources"][18][u"name"].toString(), u"identity.projects"_s);
    QCOMPARE(report[u"summary"][u"ports"].toInt(), 2);
    QCOMPARE(report[u"summary"][u"verdicts"][u"orphan"].toInt(), 1);
    QCOMPARE(report[u"summary"][u"verdicts"][u"in-use"].toInt(), 0);
    QCOMPARE(report[u"summary"][u"flags"].toObject().size(), 5);
    QCOMPARE(report[u"summary"][u"reclaimable"].toInt(), 1);
    const QJsonObject quota = report[u"quotas"][0].toObject();
    QCOMPARE(quota[u"project_name"].toString(), u"demo"_s);
    QCOMPARE(quota[u"limit"].toInt(), 10);
    QCOMPARE(quota[u"by_verdict"][u"unattached"].toInt(), 1);
    QCOMPARE(quota[u"reclaimable"].toInt(), 1);
    const QJsonObject leak = report[u"ports"][0].toObject();
    QCOMPARE(leak[u"id"].toString(), portId(1));
    QCOMPARE(leak[u"verdict"].toString(), u"orphan"_s);
    QCOMPARE(leak[u"confidence"].toString(), u"proven"_s);
    QCOMPARE(leak[u"reasons"].toArray(), QJsonArray{u"server-deleted"_s});
    QCOMPARE(leak[u"flags"].toArray(), QJsonArray());
    QCOMPARE(leak[u"remedy"].toString(), u"delete"_s);
    QCOMPARE(leak[u"deletable"].toBool(), true);
    QCOMPARE(leak[u"preselected"].toBool(), true);
    QCOMPARE(leak[u"device_id"].toString(), serverId(1));
    QVERIFY(leak[u"evidence"][0][u"check"].isString());
    const QJsonObject spare = report[u"ports"][1].toObject();
    QCOMPARE(spare[u"name"].toString(), u"日本 \"x\"\n"_s);
    QCOMPARE(spare[u"created_at"].toString(), u"2026-11-30T07:00:00Z"_s);
    QCOMPARE(spare[u"confidence"].toString(), u""_s);
    QCOMPARE(spare[u"deletable"].toBool(), true);
    QCOMPARE(spare[u"preselected"].toBool(), false);
}

void TriageReport::jsonOfAnEmptyCloud()
{
    const QJsonObject report = QJsonDocument::fromJson(jsonReport(judge(TestCloud().build()))).object();
    QCOMPARE(report[u"ports"].toArray().size(), 0);
    QCOMPARE(report[u"quotas"].toArray().size(), 0);
    QCOMPARE(report[u"summary"][u"ports"].toInt(), 0);
}

void TriageReport::quotas()
{
    TestCloud c;
    leaked(c);
    c.port(2).projectId = project(2);
    c.port(3).projectId.clear();
    c.quotas.append({project(3), 5, 5, 1, true, -1});
    c.quotas.append({project(1), -1, 1, 0, true, -1});
    c.projects.append({project(3), u"idle"_s, {}, -1});
    const Judgement judgement = judge(c.build());
    QCOMPARE(judgement.quotas.size(), 3);
    QCOMPARE(judgement.quotas[0].projectId, project(1));
    QCOMPARE(judgement.quotas[0].reclaimable, 1);
    QCOMPARE(judgement.quotas[0].visible(), 1);
    QCOMPARE(judgement.quotas[0].limit, -1);
    QVERIFY(judgement.quotas[0].known);
    QVERIFY(!judgement.quotas[1].known);
    QCOMPARE(judgement.quotas[1].byVerdict[size_t(Verdict::Unattached)], 1);
    QCOMPARE(judgement.quotas[2].projectName, u"idle"_s);
    QCOMPARE(judgement.quotas[2].reserved, 1);
    QCOMPARE(judgement.quotas[2].visible(), 0);
    QCOMPARE(judgement.reclaimable, 1);
    QCOMPARE(judgement.verdictCounts[size_t(Verdict::Unattached)], 2);
}

static QString chainOf(const Judgement &judgement, int port)
{
    QString text;
    const QList<Evidence> chain = judgement.evidence(port);
    for (const Evidence &link : chain)
        text += link.check + u'|' + link.subject + u'|' + link.result + u'|' + link.detail + u'\n';
    return text;
}

void TriageReport::evidenceOfALeak()
{
    TestCloud c;
    leaked(c);
    c.action(1, u"create"_s, -9000, -7990);
    const Judgement judgement = judge(c.build());
    const QString chain = chainOf(judgement, 0);
    for (const QString &part :
         {u"compute.servers|%1|not listed|"_s.arg(serverId(1)), u"openstack server list"_s,
          u"compute.server|%1|404|Nova itself says"_s.arg(serverId(1)), u"microversion 2.60"_s,
          u"openstack server show %1"_s.arg(serverId(1)), u"compute.deleted_servers|%1|DELETED|"_s.arg(serverId(1)),
          u"2026-11-30 08:17:40 UTC"_s, u"compute.instance_actions|%1|200|create"_s.arg(serverId(1)),
          u"port.created_at|%1|old enough|"_s.arg(portId(1)), u"network.floatingips|%1|none"_s.arg(portId(1)),
          u"network.ports|%1|none"_s.arg(portId(1))})
        QVERIFY2(chain.contains(part), qPrintable(part + u" is not in\n"_s + chain));
    QVERIFY(judgement.evidence(-1).isEmpty());
    QVERIFY(judgement.evidence(1).isEmpty());
    QVERIFY(Judgement().evidence(0).isEmpty());
}

void TriageReport::evidenceOfWhatWasNotChecked()
{
    TestCloud c;
    leaked(c);
    c.serverProbes.clear();
    c.status({SourceId::DeletedServers}, SourceStatus::Denied);
    c.source(SourceId::DeletedServers).detail = u"403 Forbidden"_s;
    c.port(2);
    c.status({SourceId::LoadBalancers}, SourceStatus::Absent);
    c.status({SourceId::Trunks}, SourceStatus::Failed);
    c.deletedServers.clear();
    const Judgement judgement = judge(c.build());
    const QString probe = chainOf(judgement, 0);
    QVERIFY2(probe.contains(u"compute.server|%1|not checked|"_s.arg(serverId(1))), qPrintable(probe));
    QVERIFY2(probe.contains(u"compute.deleted_servers|%1|not checked|"_s.arg(serverId(1))), qPrintable(probe));
    QVERIFY2(probe.contains(u"403 Forbidden"_s), qPrintable(probe));
    const QString spare = chainOf(judgement, 1);
    QVERIFY2(spare.contains(u"load-balancer.loadbalancers|%1|not checked|"_s.arg(portId(2))), qPrintable(spare));
    QVERIFY2(spare.contains(u"network.trunks||not checked|the listing is failed"_s), qPrintable(spare));
}

void TriageReport::evidenceOfEveryRule()
{
    const auto heatNamed = [](TestCloud &c) { c.port(1).name = u"n-port-0"_s, c.stack(1), c.resource(1, u"n"_s); };
    const Change changes[] = {
        [](TestCloud &c) { c.port(1).deviceOwner = u"network:dhcp"_s; },
        [](TestCloud &c) { c.port(1), c.nic(1, 1).vifIds = {portId(1)}; },
        [](TestCloud &c) { c.port(1).hasTrunkDetails = true; },
        [](TestCloud &c) { c.port(1).deviceOwner = u"Octavia"_s; },
        [](TestCloud &c) { c.port(1).deviceOwner = u"manila:share"_s; },
        [](TestCloud &c) { attached(c), c.port(1).deviceOwner = u"compute:kuryr"_s; },
        [](TestCloud &c) { c.port(1).deviceOwner = u"acme"_s; },
        [](TestCloud &c) { c.port(1).deviceOwner = u"baremetal:none"_s, c.port(1).deviceId = nodeId(1), c.node(1); },
        [](TestCloud &c) { attached(c), c.port(1).deviceId = u"x"_s; },
        [](TestCloud &c) { attached(c), c.server(1); },
        [](TestCloud &c) { halfCreated(c), c.server(1); },
        [](TestCloud &c) { leaked(c), c.port(1).updatedAt = T(-1); },
        [](TestCloud &c) { leaked(c), c.member(2); },
        [](TestCloud &c) { attached(c); },
        [](TestCloud &c) { leaked(c), c.status({SourceId::Trunks}, SourceStatus::Denied); },
        [](TestCloud &c) { leaked(c), c.resource(1, u"vip"_s).physicalId = portId(1); },
        [](TestCloud &c) { leaked(c), c.port(1).name = u"x"_s; },
        [](TestCloud &c) { halfCreated(c), c.answer(1, 404), c.port(1).vifType = u"ovs"_s; },
        [](TestCloud &c) { leaked(c); },
        [](TestCloud &c) { leaked(c), c.member(1); },
        [](TestCloud &c) { c.port(1), floatingIpOn(c, 1); },
        [](TestCloud &c) { c.ip(c.port(1), u"10.0.0.7"_s), c.pair(c.port(2), u"10.0.0.7"_s); },
        [](TestCloud &c) {
            c.port(1), c.loadBalancers.append({u"lb"_s, {}, {}, {portId(1)}, -1});
        },
        [](TestCloud &c) { c.port(1), c.resource(1, u"vip"_s).physicalId = portId(1); },
        [](TestCloud &c) { c.port(1), c.member(2); },
        [](TestCloud &c) { c.port(1), c.status({SourceId::Stacks}, SourceStatus::Denied); },
        [](TestCloud &c) { c.port(1).createdAt.reset(); },
        [=](TestCloud &c) { heatNamed(c), c.stack(1).status = u"UPDATE_IN_PROGRESS"_s; },
        heatNamed,
        [](TestCloud &c) {
            c.port(1).name = u"n-port-0"_s, c.stack(1).status = u"DELETE_COMPLETE"_s, c.event(1, u"n"_s, -8001);
            c.deletedStacks.swap(c.stacks);
        },
        [](TestCloud &c) { c.port(1), c.nic(1, 1).mac = mac(1); },
        [](TestCloud &c) { c.port(1).hostId = nodeId(1), c.node(1).provisionState = u"active"_s; },
        [](TestCloud &c) { c.port(1).hostId = u"cmp-1"_s; },
        [](TestCloud &c) { c.port(1).name = u"n-port-0"_s; },
        [](TestCloud &c) { c.port(1); },
    };
    QSet<QString> deciding;
    for (const Change &change : changes) {
        TestCloud c;
        change(c);
        const Judgement judgement = judge(c.build());
        const Trail silent;
        const PortCase port(*judgement.index, 0, silent);
        const auto rules = allRules();
        const auto rule = std::find_if(rules.begin(), rules.end(), [&](const Rule &candidate) {
            return (candidate.families & quint8(port.family)) && candidate.says(port);
        });
        QVERIFY(rule != rules.end());
        deciding.insert(QString::fromLatin1(rule->name));
        const QList<Evidence> chain = judgement.evidence(0);
        QVERIFY2(!chain.isEmpty(), rule->name);
        for (const Evidence &link : chain) {
            const QByteArray words = (link.check + u'|' + link.result + u'|' + link.detail).toUtf8();
            QVERIFY2(!link.check.isEmpty() && !link.result.isEmpty(), words.constData());
            // What can be asked again says how; only the token's own view is no answer of a service.
            QVERIFY2(link.check == u"auth"_s || link.detail.contains(u": openstack "_s), words.constData());
            QVERIFY2(!link.detail.contains(u'%'), words.constData());
        }
    }
    for (const Rule &rule : allRules())
        QVERIFY2(deciding.contains(QString::fromLatin1(rule.name)), rule.name);
}

void TriageReport::evidenceThatNobodyClaimsIt()
{
    const Change changes[] = {[](TestCloud &c) { leaked(c); }, [](TestCloud &c) { c.port(1); },
                              [](TestCloud &c) { c.port(1).hostId = u"cmp-1"_s; }};
    for (const Change &change : changes) {
        TestCloud c;
        change(c);
        c.status({SourceId::Portgroups}, SourceStatus::Absent);
        const QString chain = chainOf(judge(c.build()), 0);
        for (const QString &check : {u"baremetal.ports|%1|none|"_s, u"baremetal.portgroups|%1|not checked|"_s,
                                     u"network.trunks|%1|none|"_s, u"orchestration.resources|%1|none|"_s})
            QVERIFY2(chain.contains(check.arg(portId(1))), qPrintable(check + u" is not in\n"_s + chain));
    }
    TestCloud c;
    leaked(c);
    c.status({SourceId::Resources}, SourceStatus::Partial);
    QVERIFY(chainOf(judge(c.build()), 0).contains(u"orchestration.resources|%1|not checked|"_s.arg(project(1))));
}

void TriageReport::evidenceInTheSameView()
{
    TestCloud c;
    leaked(c);
    QVERIFY(chainOf(judge(c.build()), 0).contains(u"openstack server list --all-projects --deleted"_s));
    c.member(1);
    const QString chain = chainOf(judge(c.build()), 0);
    QVERIFY(chain.contains(u"openstack server list --deleted"_s));
    QVERIFY(!chain.contains(u"--all-projects"_s));

    TestCloud both;
    attached(both);
    both.tombstone(1).status = u"SOFT_DELETED"_s;
    QVERIFY(chainOf(judge(both.build()), 0).contains(u"compute.deleted_servers|%1|SOFT_DELETED|"_s.arg(serverId(1))));
    both.server(1), both.answer(1, 200, ServerProbe::Body::None);
    const QString listed = chainOf(judge(both.build()), 0);
    QVERIFY(listed.contains(u"compute.servers|%1|ACTIVE|"_s.arg(serverId(1))));
    QVERIFY(listed.contains(u"compute.server|%1|200|"_s.arg(serverId(1))));

    TestCloud heat;
    heat.port(1), heat.stack(1), heat.resource(1, u"vip"_s).physicalId = portId(1);
    QVERIFY(chainOf(judge(heat.build()), 0).contains(u"openstack stack resource list "_s + stackId(1)));
}

static QString wishes(const TestCloud &c)
{
    QStringList words;
    const QList<ProbeRequest> wanted = wantedProbes(c.build());
    for (const ProbeRequest &request : wanted)
        words.append((request.kind == ProbeRequest::Kind::Server ? u"server "_s : u"actions "_s)
                     + QString::number(request.serverId.last(4).toInt(nullptr, 16)));
    return words.join(u", "_s);
}

void TriageReport::probes_data()
{
    ruleColumns();
    row("living", [](auto &c) { attached(c), c.server(1); }, {});
    row(
        "not listed", [](auto &c) { attached(c); }, u"server 1"_s);
    row(
        "two ports of one server", [](auto &c) { attached(c), c.port(2).deviceId = serverId(1); }, u"server 1"_s);
    row(
        "young: a 200 would tell that it lives", [](auto &c) { attached(c), c.port(1).createdAt = T(-1); },
        u"server 1"_s);
    row("answered in vain", [](auto &c) { attached(c), c.answer(1, 500); }, {});
    row("plumbing", [](auto &c) { attached(c), c.port(1).deviceOwner = u"network:dhcp"_s; }, {});
    row("load balancer by name", [](auto &c) { attached(c), c.port(1).name = u"octavia-lb-1"_s; }, {});
    row("trunk", [](auto &c) { attached(c), c.port(1).hasTrunkDetails = true; }, {});
    row("device of a node", [](auto &c) { attached(c), c.node(1), c.port(1).deviceId = nodeId(1); }, {});
    row("device no server", [](auto &c) { attached(c), c.port(1).deviceId = u"x"_s; }, {});
    row("a member's foreign port", [](auto &c) { attached(c), c.member(2); }, {});
    row(
        "a member's own port", [](auto &c) { attached(c), c.member(1); }, u"server 1"_s);
    row("no Nova", [](auto &c) { attached(c), c.status({SourceId::Servers}, SourceStatus::Absent); }, {});
    row("Nova down", [](auto &c) { attached(c), c.status({SourceId::Servers}, SourceStatus::Failed); }, {});
    row(
        "list cut off", [](auto &c) { attached(c), c.server(7), c.status({SourceId::Servers}, SourceStatus::Partial); },
        u"server 1"_s);
    row(
        "dead", [](auto &c) { leaked(c); }, u"actions 1"_s);
    row("dead, actions read", [](auto &c) { leaked(c), c.action(1, u"create"_s, -9000, -8000); }, {});
    row("dead, actions denied", [](auto &c) { leaked(c), c.actionsProbes[serverId(1)].status = 403; }, {});
    row("dead, named", [](auto &c) { leaked(c), c.port(1).name = u"x"_s; }, {});
    row("dead, a stack's", [](auto &c) { leaked(c), c.stack(1), c.resource(1, u"x"_s).physicalId = portId(1); }, {});
    row("dead, young", [](auto &c) { leaked(c), c.port(1).createdAt = T(-1); }, {});
    row("dead, trunks unread", [](auto &c) { leaked(c), c.status({SourceId::Trunks}, SourceStatus::Denied); }, {});
    row("not proven dead", [](auto &c) { leaked(c), c.answer(1, 404, ServerProbe::Body::Other); }, {});
    const auto named = [](TestCloud &c) {
        c.port(1).name = u"n-port-0"_s, c.stack(1);
        c.resource(1, u"n"_s).physicalId = serverId(5);
    };
    row("server of a stack that claims the name", named, u"server 5"_s);
    row("which is listed", [named](auto &c) { named(c), c.server(5); }, {});
    row("whose stack is busy", [named](auto &c) { named(c), c.stack(1).status = u"UPDATE_IN_PROGRESS"_s; }, {});
    row("while the port is young", [named](auto &c) { named(c), c.port(1).createdAt = T(-1); }, {});
    row("spare", [](auto &c) { c.port(1); }, {});
}

void TriageReport::probes()
{
    QFETCH(Change, change);
    QFETCH(QString, expected);
    TestCloud c;
    change(c);
    QCOMPARE(wishes(c), expected);
}

void TriageReport::probesAreFew()
{
    TestCloud c;
    for (int i = 1; i <= 150; ++i) {
        c.port(i).deviceId = serverId(i);
        c.port(i).deviceOwner = u"compute:nova"_s;
        if (i > 30)
            c.server(i);
    }
    const QList<ProbeRequest> wanted = wantedProbes(c.build());
    QCOMPARE(wanted.size(), 30);
    QVERIFY(std::is_sorted(wanted.begin(), wanted.end(),
                           [](const auto &a, const auto &b) { return a.serverId < b.serverId; }));
}

void TriageReport::textNothingWrong()
{
    TestCloud c;
    attached(c);
    c.server(1);
    QVERIFY(textReport(judge(c.build()), false).contains(u"No leaked ports. 1 checked, every source complete."_s));
    c.status({SourceId::Trunks}, SourceStatus::Denied);
    const QString text = textReport(judge(c.build()), false);
    QVERIFY(text.contains(u"No leaked ports. 1 checked, but not every source could be read."_s));
    QVERIFY(text.contains(u"network.trunks"_s));
    QVERIFY(!text.contains(u'\x1b'));
}

void TriageReport::textOfALeak()
{
    TestCloud c;
    leaked(c);
    c.port(2).mac = mac(101);
    c.nic(1, 1);
    c.node(1).name = u"rack-7"_s;
    c.quotas.append({project(1), 2, 2, 0, true, -1});
    c.projects.append({project(1), u"demo"_s, {}, -1});
    const Judgement judgement = judge(c.build());
    const QString text = textReport(judgement, false);
    QVERIFY(!text.contains(u"No leaked ports"_s));
    for (const QString &part : {u"Orphans: 1, 1 proven"_s, portId(1), u"(server-deleted)"_s, u"2 of 2"_s, u"full"_s,
                                u"1 freeable"_s, u"MAC conflicts"_s, u"of node rack-7."_s, u"demo"_s})
        QVERIFY2(text.contains(part), qPrintable(part + u" is not in\n"_s + text));
    QVERIFY(textReport(judgement, true).contains(u"\x1b[38;5;202m"_s));
    QString bare = textReport(judgement, true);
    bare.remove(QRegularExpression(u"\x1b\\[[0-9;]*m"_s));
    QCOMPARE(bare, text);
}

void TriageReport::textStaysNarrow()
{
    TestCloud c;
    leaked(c);
    c.port(1).name = QString(200, u'漢');
    c.ip(c.port(1), u"2001:db8:aaaa:bbbb:cccc:dddd:eeee:ffff"_s);
    c.tombstone(1).name = QString(200, u'x');
    c.auth.userName = QString(200, u'é');
    c.quotas.append({project(1), 1234567, 1234567, 1000, true, -1});
    c.projects.append({project(1), QString(100, u'한'), {}, -1});
    c.status({SourceId::Servers}, SourceStatus::Partial);
    c.source(SourceId::Servers).detail = QString(300, u'd');
    const QStringList lines = textReport(judge(c.build()), false).split(u'\n');
    for (const QString &line : lines)
        QVERIFY2(displayColumns(line) <= 100, qPrintable(line));
}

void TriageReport::textLongLists()
{
    TestCloud c;
    for (int i = 1; i <= 40; ++i) {
        c.port(i).deviceId = serverId(i);
        c.port(i).deviceOwner = i % 2 ? u"compute:nova"_s : u""_s;
        c.kill(i);
    }
    const QString text = textReport(judge(c.build()), false);
    QVERIFY(text.contains(u"and 28 more"_s));
    QVERIFY(text.contains(u"20  server-deleted, half-created"_s));
    QVERIFY(text.count(u'\n') < 60);
}

void TriageReport::textSteersNoTerminal()
{
    TestCloud c;
    leaked(c);
    c.port(1).name = u"a\x1b[2Jb\nc\u202ed"_s;
    const QString text = textReport(judge(c.build()), false);
    QVERIFY(!text.contains(u'\x1b'));
    QVERIFY(!text.contains(QChar(0x202e)));
    QVERIFY(text.contains(u"a?[2Jb?c?d"_s));
}

void TriageReport::columnsOfText()
{
    QCOMPARE(displayColumns(u"abc"_s), 3);
    QCOMPARE(displayColumns(u"漢字"_s), 4);
    QCOMPARE(displayColumns(u"e\u0301"_s), 1);
    QCOMPARE(fitted(u"abcdef"_s, 6), u"abcdef"_s);
    QCOMPARE(fitted(u"abcdef"_s, 5), u"abcd…"_s);
    QCOMPARE(fitted(u"漢字漢字"_s, 5), u"漢字…"_s);
    QCOMPARE(padded(u"ab"_s, 4), u"ab  "_s);
    QCOMPARE(grouped(1234567), u"1 234 567"_s);
    QCOMPARE(grouped(-1234), u"-1 234"_s);
    QCOMPARE(grouped(123), u"123"_s);
    QCOMPARE(bar(0.5, 12), u"[#####.....]"_s);
    QCOMPARE(bar(7, 12), u"[##########]"_s);
}

QTEST_GUILESS_MAIN(TriageReport)
#include "tst_triage_report.moc"
