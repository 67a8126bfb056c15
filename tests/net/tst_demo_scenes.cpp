// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cloud/cloudscan.h"
#include "app/demo/democloud.h"
#include "app/demo/demoscenes.h"
#include "app/democonfig.h"
#include "models/triage/judgement.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace flotsam;

/// Whether the scenes tell what they promise: the whole way, over HTTP, through the scan and the rules.
class TestDemoScenes : public QObject
{
    Q_OBJECT

private slots:
    void scenesHoldTheVerdictsTheyPromise_data()
    {
        QTest::addColumn<QList<Verdict>>("present");
        QTest::addColumn<QList<Verdict>>("absent");
        using enum Verdict;
        QTest::newRow("mixed") << QList<Verdict>{InUse, Service, Unknown, Settling, Unattached, Stale, Orphan}
                               << QList<Verdict>{};
        QTest::newRow("healthy") << QList<Verdict>{InUse, Service}
                                 << QList<Verdict>{Unknown, Settling, Unattached, Stale, Orphan};
        QTest::newRow("quota") << QList<Verdict>{InUse, Service, Orphan} << QList<Verdict>{Unknown, Settling, Stale};
        QTest::newRow("heat") << QList<Verdict>{InUse, Settling, Unattached, Stale, Orphan} << QList<Verdict>{Unknown};
        QTest::newRow("baremetal") << QList<Verdict>{InUse, Settling, Unattached, Stale, Orphan}
                                   << QList<Verdict>{Unknown};
    }

    void scenesHoldTheVerdictsTheyPromise()
    {
        QFETCH(QList<Verdict>, present);
        QFETCH(QList<Verdict>, absent);
        DemoCloud cloud;
        const JudgementPtr judgement = judged(cloud, QString::fromLatin1(QTest::currentDataTag()));
        QVERIFY(judgement);
        for (const SourceId id : AllSources) {
            const SourceInfo &source = judgement->snapshot->source(id);
            QVERIFY2(!source.unread(), qPrintable(sourceName(id) + u": "_s + source.detail));
        }
        for (const Verdict verdict : present)
            QVERIFY2(judgement->verdictCounts[size_t(verdict)] > 0, toWord(verdict).data());
        for (const Verdict verdict : absent)
            QVERIFY2(judgement->verdictCounts[size_t(verdict)] == 0, toWord(verdict).data());
    }

    void healthyHighlightsNothing()
    {
        DemoCloud cloud;
        const JudgementPtr judgement = judged(cloud, u"healthy"_s);
        QVERIFY(judgement);
        QVERIFY(judgement->ports.size() > 150);
        for (const PortJudgement &port : judgement->ports)
            QCOMPARE(int(port.flags), 0);
        QCOMPARE(judgement->reclaimable, 0);
        for (const ProjectQuota &quota : judgement->quotas)
            QVERIFY2(quota.limit < 0 || quota.used < quota.limit * 8 / 10, qPrintable(quota.projectName));
    }

    void mixedTellsEveryStory()
    {
        DemoCloud cloud;
        const JudgementPtr judgement = judged(cloud, u"mixed"_s);
        QVERIFY(judgement);
        QVERIFY2(judgement->ports.size() > 250 && judgement->ports.size() < 350,
                 qPrintable(QString::number(judgement->ports.size())));
        QSet<Reason> reasons;
        bool proven = false;
        for (const PortJudgement &port : judgement->ports) {
            for (const Reason reason : port.reasons())
                reasons.insert(reason);
            proven = proven || port.confidence == Confidence::Proven;
        }
        QVERIFY(proven);
        // The rest need a source that fails or a member's view.
        const QSet<Reason> elsewhere{Reason::NotMyProject, Reason::SourceIncomplete};
        for (int i = 0; i < ReasonCount; ++i) {
            if (!elsewhere.contains(Reason(i)))
                QVERIFY2(reasons.contains(Reason(i)), toWord(Reason(i)).data());
        }
        QVERIFY(judgement->flagCounts.value(Flag::MacConflict) > 0);
    }

    void quotaIsFullAndHalfOfItIsLeaked()
    {
        DemoCloud cloud;
        const JudgementPtr judgement = judged(cloud, u"quota"_s);
        QVERIFY(judgement);
        const auto ci = std::find_if(judgement->quotas.cbegin(), judgement->quotas.cend(),
                                     [](const ProjectQuota &quota) { return quota.projectName == u"ci"_s; });
        QVERIFY(ci != judgement->quotas.cend());
        QCOMPARE(ci->used, ci->limit);
        QCOMPARE(ci->reclaimable * 2, int(ci->used));
        // Boots fail: it shows in the servers that nobody got.
        int failed = 0;
        for (const Server &server : judgement->snapshot->servers)
            failed += server.status == u"ERROR"_s && server.projectId == ci->projectId ? 1 : 0;
        QVERIFY(failed >= 3);
        QSignalSpy news(&cloud, &DemoCloud::happened);
        cloud.bootServer();
        QTRY_VERIFY_WITH_TIMEOUT(!news.isEmpty(), 30'000);
        QVERIFY(news.first().first().toString().contains(u"403"_s));
    }

    void bigSceneIsBig()
    {
        const auto state = demo::makeScene(u"big"_s, QDateTime::currentMSecsSinceEpoch());
        QCOMPARE(state->network.ports().size(), 100'000U);
        QCOMPARE(state->compute.servers().size(), 50'000U);
    }

    void aLeakSettlesAndTurnsOrphanWithinSeconds()
    {
        DemoCloud cloud;
        QVERIFY(cloud.start(u"healthy"_s).ok());
        cloud.setClockSpeed(60);
        QSignalSpy news(&cloud, &DemoCloud::happened);
        cloud.bootServerDroppedConnection();
        const auto appeared = [&news] {
            return std::any_of(news.cbegin(), news.cend(), [](const QList<QVariant> &one) {
                return one.first().toString().contains(u"appears for the deleted server"_s);
            });
        };
        QTRY_VERIFY_WITH_TIMEOUT(appeared(), 60'000);
        const QDateTime leaked = cloud.now();
        JudgementPtr judgement = scanned(cloud.authUrl());
        QVERIFY(judgement);
        QCOMPARE(judgement->verdictCounts[size_t(Verdict::Settling)], 1);
        QCOMPARE(judgement->reclaimable, 0);
        QTRY_VERIFY_WITH_TIMEOUT(leaked.secsTo(cloud.now()) > Settings().graceSeconds + 30, 20'000);
        judgement = scanned(cloud.authUrl());
        QVERIFY(judgement);
        QCOMPARE(judgement->verdictCounts[size_t(Verdict::Settling)], 0);
        QCOMPARE(judgement->reclaimable, 1);
        const auto orphan = std::find_if(judgement->ports.cbegin(), judgement->ports.cend(),
                                         [](const PortJudgement &port) { return port.verdict == Verdict::Orphan; });
        QVERIFY(orphan != judgement->ports.cend());
        QCOMPARE(orphan->confidence, Confidence::Proven);
        QVERIFY(orphan->has(Reason::LateCreate));
    }

private:
    static JudgementPtr judged(DemoCloud &cloud, const QString &scene)
    {
        const auto started = cloud.start(scene);
        return started.ok() ? scanned(*started) : JudgementPtr();
    }

    static JudgementPtr scanned(const QUrl &authUrl)
    {
        ScanOptions options;
        options.wantedProbes = [](const SnapshotPtr &snapshot) { return wantedProbes(snapshot); };
        CloudScan scan(demoConfig(authUrl), options);
        QSignalSpy finished(&scan, &CloudScan::finished);
        QSignalSpy problems(&scan, &CloudScan::problem);
        scan.start();
        if (!finished.wait(60'000))
            return {};
        for (const QList<QVariant> &problem : problems)
            qCritical("%s", qPrintable(problem.first().value<Error>().toString()));
        if (!problems.isEmpty())
            return {};
        return std::make_shared<const Judgement>(judge(finished.first().first().value<SnapshotPtr>()));
    }
};

QTEST_GUILESS_MAIN(TestDemoScenes)
#include "tst_demo_scenes.moc"
