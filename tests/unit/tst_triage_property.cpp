// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Never wrong towards orphan: random clouds whose truth is known, whole and with evidence taken away.
// FLOTSAM_PROPERTY_CLOUDS and FLOTSAM_PROPERTY_SEED choose how many and which; a failure names its seed.
#include "models/inventory/snapshotfile.h"
#include "models/inventory/sourcelists.h"
#include "tests/support/randomcloud.h"
#include "tests/support/testcloud.h"

#include <QJsonDocument>
#include <QTest>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;
using namespace flotsam;

namespace {

using Verdicts = QHash<QString, PortJudgement>;

Verdicts verdictsOf(const SnapshotPtr &snapshot)
{
    const Judgement judgement = judge(snapshot);
    Verdicts verdicts;
    for (int i = 0; i < int(judgement.ports.size()); ++i)
        verdicts.insert(snapshot->ports[i].id, judgement.ports[i]);
    return verdicts;
}

/// Evidence taken away from a snapshot.
struct Loss
{
    QString what;
    std::function<void(Snapshot &)> apply;
};

Loss lostSource(SourceId source, SourceStatus status)
{
    return {QString(sourceName(source)) + u' ' + sourceStatusName(status), [=](Snapshot &snapshot) {
                snapshot.source(source).status = status;
                snapshot.source(source).count = 0;
                withList(source, snapshot, [](auto &list) { list.clear(); });
            }};
}

Loss cutSource(SourceId source, quint32 seed)
{
    return {QString(sourceName(source)) + u" partial"_s, [=](Snapshot &snapshot) {
                std::mt19937 random(seed);
                snapshot.source(source).status = SourceStatus::Partial;
                withList(source, snapshot,
                         [&](auto &list) { list.removeIf([&](const auto &) { return random() % 2; }); });
            }};
}

Loss unreadProject(SourceId source, const QString &projectId)
{
    return {QString(sourceName(source)) + u" without a project"_s, [=](Snapshot &snapshot) {
                QSet<QString> read;
                for (const Project &project : snapshot.projects)
                    read.insert(project.id);
                read.remove(projectId);
                snapshot.source(source).projects = read;
            }};
}

Loss failedProbe(const QString &server, int status)
{
    return {u"probe of %1 answers %2"_s.arg(server).arg(status), [=](Snapshot &snapshot) {
                ServerProbe &probe = snapshot.serverProbes[server];
                probe = {};
                probe.status = status;
                probe.body = ServerProbe::Body::Other;
            }};
}

Loss failedActions(const QString &server, int status)
{
    return {u"actions of %1 answer %2"_s.arg(server).arg(status), [=](Snapshot &snapshot) {
                snapshot.actionsProbes[server] = {};
                snapshot.actionsProbes[server].status = status;
            }};
}

QList<Loss> lossesOf(const Snapshot &snapshot, quint32 seed)
{
    std::mt19937 random(seed);
    QList<Loss> losses;
    for (const SourceId source : AllSources) {
        if (source != SourceId::Ports)
            losses.append(lostSource(source, random() % 2 ? SourceStatus::Denied : SourceStatus::Failed));
        losses.append(cutSource(source, quint32(random())));
        if (isHeatSource(source) && !snapshot.projects.isEmpty())
            losses.append(unreadProject(source, snapshot.projects.first().id));
    }
    constexpr std::array statuses{0, 401, 403, 404, 429, 500, 503};
    for (auto it = snapshot.serverProbes.keyBegin(); it != snapshot.serverProbes.keyEnd(); ++it)
        losses.append(failedProbe(*it, statuses[random() % statuses.size()]));
    for (auto it = snapshot.actionsProbes.keyBegin(); it != snapshot.actionsProbes.keyEnd(); ++it)
        losses.append(failedActions(*it, random() % 2 ? 0 : 503));
    losses.append({u"no observations"_s, [](Snapshot &s) { s.observations.clear(); }});
    losses.append({u"no admin"_s, [](Snapshot &s) { s.auth.admin = false; }});
    return losses;
}

} // namespace

class TriageProperty : public QObject
{
    Q_OBJECT

private slots:
    void randomClouds_data();
    void randomClouds();
    void cleanupTestCase();

private:
    static constexpr int CloudsARow = 100;
    QString truthBroken(const RandomCloud &cloud, const Verdicts &verdicts, bool whole);
    QString grewWorse(const Verdicts &before, const Verdicts &after);

    qint64 m_clouds = 0;
    qint64 m_ports = 0;
    qint64 m_judged = 0;
    std::array<int, VerdictCount> m_seen{};
};

/// What the verdicts say against the truth; empty where nothing.
QString TriageProperty::truthBroken(const RandomCloud &cloud, const Verdicts &verdicts, bool whole)
{
    for (auto it = cloud.known.cbegin(); it != cloud.known.cend(); ++it) {
        const auto found = verdicts.constFind(it.key());
        if (found == verdicts.cend())
            continue;
        const PortJudgement &said = *found;
        bool right = true;
        if (it->truth == Truth::Needed)
            right = !said.deletable();
        else if (it->truth == Truth::NotLeaked)
            right = said.verdict != Verdict::Orphan;
        else if (whole && it->truth == Truth::Leaked)
            right = said.verdict == Verdict::Orphan;
        else if (whole && it->truth == Truth::Stale)
            right = said.verdict == Verdict::Stale;
        else if (it->truth == Truth::Free)
            right = said.verdict != Verdict::Orphan && (!whole || said.verdict == Verdict::Unattached);
        if (!right)
            return u"port %1 (%2) is called %3"_s.arg(it.key(), it->story, told(said));
    }
    return {};
}

QString TriageProperty::grewWorse(const Verdicts &before, const Verdicts &after)
{
    for (auto it = after.cbegin(); it != after.cend(); ++it) {
        const PortJudgement was = before.value(it.key());
        const PortJudgement &is = *it;
        if ((is.deletable() && !was.deletable()) || (is.preselected && !was.preselected))
            return u"port %1 was %2 and became %3"_s.arg(it.key(), told(was), told(is));
    }
    return {};
}

void TriageProperty::randomClouds_data()
{
    const bool chosen = qEnvironmentVariableIsSet("FLOTSAM_PROPERTY_CLOUDS");
    const int clouds = chosen ? qEnvironmentVariableIntValue("FLOTSAM_PROPERTY_CLOUDS") : 2000;
    const int seed = std::max(1, qEnvironmentVariableIntValue("FLOTSAM_PROPERTY_SEED"));
    QTest::addColumn<int>("first");
    for (int first = seed; first < seed + clouds; first += CloudsARow)
        QTest::newRow(qPrintable(u"seeds from %1"_s.arg(first))) << first;
}

void TriageProperty::randomClouds()
{
    QFETCH(int, first);
    for (int seed = first; seed < first + CloudsARow; ++seed) {
        RandomCloud cloud{quint32(seed)};
        const Result<SnapshotPtr> snapshot = parseSnapshot(QJsonDocument(cloud.snapshot()).toJson());
        QVERIFY(snapshot.ok());
        const auto check = [&](const QString &what, const QString &problem) {
            return problem.isEmpty() ? QByteArray() : u"seed %1, %2: %3"_s.arg(seed).arg(what, problem).toUtf8();
        };
        const auto judgeWith = [&](const QList<Loss> &losses) {
            auto less = std::make_shared<Snapshot>(**snapshot);
            for (const Loss &loss : losses)
                loss.apply(*less);
            const Verdicts verdicts = verdictsOf(less);
            m_judged += verdicts.size();
            return verdicts;
        };

        const Verdicts whole = judgeWith({});
        m_ports += whole.size();
        ++m_clouds;
        for (const PortJudgement &seen : whole)
            ++m_seen[size_t(seen.verdict)];
        QByteArray problem = check(u"whole"_s, truthBroken(cloud, whole, !cloud.isMember()));
        QVERIFY2(problem.isEmpty(), problem.constData());

        const Result<SnapshotPtr> shuffled = parseSnapshot(QJsonDocument(cloud.snapshot(true)).toJson());
        const Verdicts again = verdictsOf(*shuffled);
        for (auto it = whole.cbegin(); it != whole.cend(); ++it)
            QVERIFY2(told(again.value(it.key())) == told(*it),
                     qPrintable(u"seed %1, shuffled: %2"_s.arg(seed).arg(it.key())));

        const QList<Loss> losses = lossesOf(**snapshot, quint32(seed));
        std::mt19937 random{quint32(seed)};
        for (const Loss &loss : losses) {
            const Verdicts after = judgeWith({loss});
            problem = check(loss.what, truthBroken(cloud, after, false) + grewWorse(whole, after));
            QVERIFY2(problem.isEmpty(), problem.constData());
            // And one loss on top of another.
            const Loss &second = losses[qsizetype(random() % size_t(losses.size()))];
            const Verdicts worse = judgeWith({loss, second});
            problem = check(loss.what + u" and "_s + second.what,
                            truthBroken(cloud, worse, false) + grewWorse(after, worse));
            QVERIFY2(problem.isEmpty(), problem.constData());
        }
    }
}

void TriageProperty::cleanupTestCase()
{
    QString counts;
    for (int i = 0; i < VerdictCount; ++i)
        counts += u", %1 %2"_s.arg(m_seen[size_t(i)]).arg(toWord(Verdict(i)));
    qInfo().noquote() << m_clouds << "clouds with" << m_ports << "ports" << counts << "; judged" << m_judged << "times";
    if (m_clouds >= 1000)
        QVERIFY(std::all_of(m_seen.begin(), m_seen.end(), [](int count) { return count > 100; }));
}

QTEST_GUILESS_MAIN(TriageProperty)
#include "tst_triage_property.moc"
