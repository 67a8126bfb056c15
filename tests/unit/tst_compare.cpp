// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/compare/comparison.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

using namespace flotsam;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 Earlier = 1'764'000'000'000;
constexpr qint64 Later = Earlier + 86'400'000;

struct Given
{
    QString id;
    Verdict verdict = Verdict::InUse;
    Confidence confidence = Confidence::None;
    QString project = u"p1"_s;
    Time created = std::nullopt;
    bool conflict = false;
};

struct Reading
{
    QList<Given> ports;
    qint64 time = Later;
    SourceStatus status = SourceStatus::Complete;
    bool admin = true;
    QString project = u"p1"_s;
    QString cloud = u"lab"_s;
    QString region = u"RegionOne"_s;
    QStringList networks{u"n1"_s};
};

JudgementPtr judged(Reading reading)
{
    std::sort(reading.ports.begin(), reading.ports.end(), [](const Given &a, const Given &b) { return a.id < b.id; });
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->cloud = reading.cloud;
    snapshot->region = reading.region;
    snapshot->takenAt = QDateTime::fromMSecsSinceEpoch(reading.time, Qt::UTC);
    snapshot->auth.admin = reading.admin;
    snapshot->auth.projectId = reading.project;
    snapshot->auth.projectName = u"name of "_s + reading.project;
    snapshot->source(SourceId::Ports).status = reading.status;
    snapshot->source(SourceId::Networks).status = SourceStatus::Complete;
    for (const QString &id : reading.networks) {
        Network network;
        network.id = id;
        snapshot->networks += network;
    }
    auto judgement = std::make_shared<Judgement>();
    for (const Given &given : reading.ports) {
        Port port;
        port.id = given.id;
        port.projectId = given.project;
        port.createdAt = given.created;
        snapshot->ports += port;
        PortJudgement verdict;
        verdict.verdict = given.verdict;
        verdict.confidence = given.confidence;
        if (given.verdict == Verdict::Orphan)
            verdict.add(Reason::ServerDeleted);
        if (given.conflict)
            verdict.set(Flag::MacConflict);
        judgement->ports += verdict;
        judgement->reclaimable += given.verdict == Verdict::Orphan;
    }
    judgement->snapshot = snapshot;
    return judgement;
}

Reading earlier(const QList<Given> &ports)
{
    Reading reading;
    reading.ports = ports;
    reading.time = Earlier;
    return reading;
}

Reading later(const QList<Given> &ports)
{
    Reading reading;
    reading.ports = ports;
    return reading;
}

/// "id word, id word"
QString told(const Comparison &comparison)
{
    QStringList all;
    for (const Difference &difference : comparison.differences)
        all += comparison.port(difference).id + u' ' + toWord(difference.change);
    return all.join(u", "_s);
}

QString told(const Reading &before, const Reading &after) { return told(compare(judged(before), judged(after))); }

} // namespace

class CompareTest : public QObject
{
    Q_OBJECT

private slots:
    void whatBecameOfAPort_data();
    void whatBecameOfAPort();
    void sameReadingTwice();
    void cutShortListProvesNothing();
    void memberSeesItsProjectOnly();
    void creationTimeTellsWhatIsNew();
    void otherClouds_data();
    void otherClouds();
    void wrongOrder();
    void networksMayBeReplaced();
    void lessWasRead();
    void conflictsComeAndGo();
    void againstNaiveSets();
    void json();
    void text();
};

void CompareTest::whatBecameOfAPort_data()
{
    QTest::addColumn<int>("before"); // -1: not there
    QTest::addColumn<int>("after");
    QTest::addColumn<QString>("change");
    const auto row = [](std::optional<Verdict> before, std::optional<Verdict> after, const QString &change) {
        const auto word = [](std::optional<Verdict> verdict) { return verdict ? QString(toWord(*verdict)) : u"-"_s; };
        QTest::newRow(qPrintable(word(before) + u" to "_s + word(after)))
            << (before ? int(*before) : -1) << (after ? int(*after) : -1) << change;
    };
    row({}, Verdict::Orphan, u"a leaked"_s);
    row({}, Verdict::InUse, u"a new"_s);
    row({}, Verdict::Settling, u"a new"_s);
    row({}, Verdict::Unattached, u"a new"_s);
    row(Verdict::Orphan, {}, u"a freed"_s);
    row(Verdict::InUse, {}, u"a gone"_s);
    row(Verdict::Unattached, {}, u"a gone"_s);
    row(Verdict::Unknown, {}, u"a gone"_s);
    row(Verdict::Settling, Verdict::Orphan, u"a leaked"_s);
    row(Verdict::InUse, Verdict::Orphan, u"a leaked"_s);
    row(Verdict::Unattached, Verdict::Orphan, u"a leaked"_s);
    row(Verdict::Unknown, Verdict::Orphan, u"a found"_s); // it may have been one all the time
    row(Verdict::Orphan, Verdict::InUse, u"a changed"_s);
    row(Verdict::Orphan, Verdict::Unknown, u"a changed"_s);
    row(Verdict::InUse, Verdict::Stale, u"a changed"_s);
    row(Verdict::InUse, Verdict::InUse, QString());
    row(Verdict::Orphan, Verdict::Orphan, QString());
}

void CompareTest::whatBecameOfAPort()
{
    QFETCH(int, before);
    QFETCH(int, after);
    QFETCH(QString, change);
    QList<Given> then{{u"b"_s}};
    QList<Given> now{{u"b"_s}};
    if (before >= 0)
        then += Given{u"a"_s, Verdict(before)};
    if (after >= 0)
        now += Given{u"a"_s, Verdict(after)};
    const Comparison comparison = compare(judged(earlier(then)), judged(later(now)));
    QVERIFY(comparison.comparable());
    QVERIFY(comparison.notes.isEmpty());
    QCOMPARE(told(comparison), change);
    QCOMPARE(std::accumulate(comparison.counts.begin(), comparison.counts.end(), 0), change.isEmpty() ? 0 : 1);
    for (const Difference &difference : comparison.differences)
        QVERIFY(!comparison.sentence(difference).isEmpty());
}

void CompareTest::sameReadingTwice()
{
    const JudgementPtr one = judged(later({{u"a"_s, Verdict::Orphan, Confidence::Likely}, {u"b"_s}}));
    QVERIFY(compare(one, one).comparable());
    QVERIFY(compare(one, one).differences.isEmpty());
    QCOMPARE(told(earlier({{u"a"_s, Verdict::Orphan, Confidence::Likely}}),
                  later({{u"a"_s, Verdict::Orphan, Confidence::Proven}})),
             u"a changed"_s);
}

void CompareTest::cutShortListProvesNothing()
{
    for (const SourceStatus status :
         {SourceStatus::Partial, SourceStatus::Denied, SourceStatus::Failed, SourceStatus::Absent}) {
        Reading after = later({{u"b"_s}});
        after.status = status;
        const Comparison comparison
            = compare(judged(earlier({{u"a"_s, Verdict::Orphan}, {u"b"_s}, {u"c"_s}})), judged(after));
        QCOMPARE(told(comparison), u"a not-visible, c not-visible"_s);
        QCOMPARE(comparison.count(Change::Freed) + comparison.count(Change::Gone), 0);
        QVERIFY(!comparison.notes.isEmpty());
        Reading before = earlier({{u"b"_s}});
        before.status = status;
        QCOMPARE(told(before, later({{u"a"_s, Verdict::Orphan}, {u"b"_s}, {u"c"_s}})), u"a found, c unseen"_s);
    }
}

void CompareTest::memberSeesItsProjectOnly()
{
    const QList<Given> two{{u"a"_s, Verdict::Orphan, Confidence::None, u"p1"_s},
                           {u"b"_s, Verdict::Orphan, Confidence::None, u"p2"_s},
                           {u"c"_s, Verdict::InUse, Confidence::None, QString()}};
    Reading member = later({});
    member.admin = false;
    QCOMPARE(told(earlier(two), member), u"a freed, b not-visible, c not-visible"_s);
    member.time = Earlier;
    QCOMPARE(told(member, later(two)), u"a leaked, b found, c unseen"_s);
    member.project.clear();
    QCOMPARE(told(member, later(two)), u"a found, b found, c unseen"_s);
    QVERIFY(!compare(judged(member), judged(later(two))).notes.isEmpty());
}

void CompareTest::creationTimeTellsWhatIsNew()
{
    Reading before = earlier({{u"z"_s}});
    before.status = SourceStatus::Partial;
    const Confidence none = Confidence::None;
    QCOMPARE(told(before,
                  later({{u"a"_s, Verdict::Orphan, none, u"p1"_s, Earlier + 1},
                         {u"b"_s, Verdict::InUse, none, u"p1"_s, Earlier + 1},
                         {u"c"_s, Verdict::Orphan, none, u"p1"_s, Earlier},
                         {u"d"_s, Verdict::InUse, none, u"p1"_s, Earlier - 1},
                         {u"z"_s}})),
             u"a leaked, b new, c found, d unseen"_s);
}

void CompareTest::otherClouds_data()
{
    QTest::addColumn<int>("what");
    QTest::newRow("name") << 0;
    QTest::newRow("region") << 1;
    QTest::newRow("networks") << 2;
}

void CompareTest::otherClouds()
{
    QFETCH(int, what);
    Reading after = later({{u"b"_s, Verdict::Orphan}});
    if (what == 0)
        after.cloud = u"other"_s;
    else if (what == 1)
        after.region = u"RegionTwo"_s;
    else
        after.networks = QStringList{u"n2"_s};
    const Comparison comparison = compare(judged(earlier({{u"a"_s, Verdict::Orphan}, {u"c"_s}})), judged(after));
    QVERIFY(!comparison.comparable());
    QCOMPARE(told(comparison), u"a not-visible, b unseen, c not-visible"_s);
}

void CompareTest::wrongOrder()
{
    const Comparison comparison
        = compare(judged(later({{u"a"_s, Verdict::Orphan}})), judged(earlier({{u"b"_s, Verdict::Orphan}})));
    QVERIFY(comparison.problem.contains(u"exchange"_s));
    QCOMPARE(told(comparison), u"a not-visible, b unseen"_s);
}

void CompareTest::networksMayBeReplaced()
{
    // A port in both says that it is the same cloud.
    Reading after = later({{u"b"_s}});
    after.networks = QStringList{u"n2"_s};
    QCOMPARE(told(earlier({{u"a"_s, Verdict::Orphan}, {u"b"_s}}), after), u"a freed"_s);
    // Two projects may share no network without being in two clouds.
    Reading one = earlier({{u"a"_s, Verdict::Orphan}});
    Reading two = later({{u"c"_s, Verdict::InUse, Confidence::None, u"p2"_s}});
    one.admin = two.admin = false;
    two.project = u"p2"_s;
    two.networks = QStringList{u"n2"_s};
    QVERIFY(compare(judged(one), judged(two)).comparable());
    QCOMPARE(told(one, two), u"a not-visible, c unseen"_s);
}

void CompareTest::lessWasRead()
{
    const JudgementPtr before = judged(earlier({}));
    auto snapshot = std::make_shared<Snapshot>(*judged(later({}))->snapshot);
    snapshot->source(SourceId::Trunks).status = SourceStatus::Denied;
    auto after = std::make_shared<Judgement>();
    after->snapshot = snapshot;
    const Comparison comparison = compare(before, after);
    QCOMPARE(comparison.notes.size(), 1);
    QVERIFY(comparison.notes.constFirst().contains(u"network.trunks"_s));
}

void CompareTest::conflictsComeAndGo()
{
    const Confidence none = Confidence::None;
    const Given quiet{u"a"_s, Verdict::Stale, none, u"p1"_s, {}, false};
    const Given loud{u"a"_s, Verdict::Stale, none, u"p1"_s, {}, true};
    const Comparison came = compare(judged(earlier({quiet})), judged(later({loud})));
    QCOMPARE(told(came), u"a changed"_s);
    QCOMPARE(came.newConflicts, 1);
    QVERIFY(came.sentence(came.differences[0]).contains(u"MacAddressInUse"_s));
    const Comparison went = compare(judged(earlier({loud})), judged(later({quiet})));
    QCOMPARE(told(went), u"a changed"_s);
    QCOMPARE(went.newConflicts, 0);
    QVERIFY(went.sentence(went.differences[0]) != came.sentence(came.differences[0]));
    QCOMPARE(compare(judged(earlier({})), judged(later({loud}))).newConflicts, 1);
}

void CompareTest::againstNaiveSets()
{
    QRandomGenerator random(42);
    for (int round = 0; round < 200; ++round) {
        std::map<QString, Given> then;
        std::map<QString, Given> now;
        for (int i = 0; i < 40; ++i) {
            const QString id = QString::number(random.bounded(60));
            const QString project = random.bounded(2) ? u"p1"_s : u"p2"_s;
            for (auto *each : {&then, &now}) {
                if (random.bounded(3))
                    each->insert({id, Given{id, Verdict(random.bounded(VerdictCount)), Confidence::None, project}});
            }
        }
        Reading before = earlier({});
        Reading after = later({});
        for (const auto &[id, given] : then)
            before.ports += given;
        for (const auto &[id, given] : now)
            after.ports += given;
        for (Reading *each : {&before, &after}) {
            each->admin = random.bounded(2);
            each->status = random.bounded(4) ? SourceStatus::Complete : SourceStatus::Partial;
        }
        const Comparison comparison = compare(judged(before), judged(after));
        int seen = 0;
        for (const Difference &difference : comparison.differences) {
            const Given *was = difference.before < 0 ? nullptr : &then.at(comparison.port(difference).id);
            const Given *is = difference.after < 0 ? nullptr : &now.at(comparison.port(difference).id);
            seen += !was || !is;
            const bool gone = difference.change == Change::Freed || difference.change == Change::Gone;
            if (!is)
                QCOMPARE(gone,
                         after.status == SourceStatus::Complete && (after.admin || was->project == after.project));
            QVERIFY(!gone || !is);
            if (difference.change == Change::Leaked || difference.change == Change::Found)
                QVERIFY(is && is->verdict == Verdict::Orphan && (!was || was->verdict != Verdict::Orphan));
        }
        int expected = 0;
        for (const auto &[id, given] : then)
            expected += !now.contains(id);
        for (const auto &[id, given] : now)
            expected += !then.contains(id);
        QCOMPARE(seen, expected);
    }
}

void CompareTest::json()
{
    const Comparison comparison
        = compare(judged(earlier({{u"a"_s, Verdict::Orphan}, {u"c"_s}})), judged(later({{u"b"_s, Verdict::Orphan}})));
    const QJsonObject report = QJsonDocument::fromJson(jsonComparison(comparison)).object();
    QCOMPARE(report["format"_L1].toString(), u"flotsam-comparison"_s);
    QCOMPARE(report["version"_L1].toInt(), 1);
    QCOMPARE(report["comparable"_L1].toBool(), true);
    const QJsonObject summary = report["summary"_L1].toObject();
    QCOMPARE(summary["leaked"_L1].toInt(), 1);
    QCOMPARE(summary["freed"_L1].toInt(), 1);
    QCOMPARE(summary["gone"_L1].toInt(), 1);
    const QJsonArray ports = report["ports"_L1].toArray();
    QCOMPARE(ports.size(), 3);
    QCOMPARE(ports[0]["change"_L1].toString(), u"freed"_s);
    QCOMPARE(ports[0]["before"_L1]["verdict"_L1].toString(), u"orphan"_s);
    QVERIFY(ports[0]["after"_L1].isNull());
    QVERIFY(ports[1]["before"_L1].isNull());
    QCOMPARE(ports[1]["after"_L1]["reasons"_L1][0].toString(), u"server-deleted"_s);
}

void CompareTest::text()
{
    QList<Given> leaks;
    for (int i = 0; i < 30; ++i)
        leaks += Given{u"a%1"_s.arg(i), Verdict::Orphan, i % 2 ? Confidence::Likely : Confidence::Proven};
    Reading after = later(leaks);
    after.status = SourceStatus::Partial;
    const Comparison comparison = compare(judged(earlier({{u"b"_s}})), judged(after));
    const QString text = textComparison(comparison, false);
    QVERIFY(text.contains(u"30  leaked"_s) && text.contains(u"1  not-visible"_s) && text.contains(u"and 18 more"_s));
    QVERIFY(text.contains(u"15  orphan, likely"_s));
    QVERIFY(!text.contains(u"freed"_s) && !text.contains(u'\x1b'));
    for (const QString &line : text.split(u'\n'))
        QVERIFY2(line.size() <= 100, qPrintable(line));
    QVERIFY(textComparison(comparison, true).contains(u'\x1b'));
    const JudgementPtr one = judged(later({}));
    QVERIFY(textComparison(compare(one, one), false).contains(u"No difference"_s));
}

QTEST_GUILESS_MAIN(CompareTest)
#include "tst_compare.moc"
