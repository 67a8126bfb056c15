// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/compare/comparison.h"

#include "models/triage/explain.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::Comparison)
};

/// What one reading can say about ports that are not in it.
class View
{
public:
    explicit View(const Snapshot &snapshot)
        : m_whole(snapshot.source(SourceId::Ports).status == SourceStatus::Complete)
        , m_admin(snapshot.auth.admin)
        , m_project(snapshot.auth.projectId)
    { }

    /// A port of that project that existed would be in the list.
    bool covers(const QString &projectId) const
    {
        // Neutron lists to a member what its project owns, and what is on its networks: only the first is certain.
        return m_whole && (m_admin || (!m_project.isEmpty() && projectId == m_project));
    }
    bool whole() const { return m_whole; }
    bool admin() const { return m_admin; }

private:
    bool m_whole;
    bool m_admin;
    QString m_project;
};

QString placeOf(const Snapshot &snapshot)
{
    return snapshot.region.isEmpty() ? snapshot.cloud : snapshot.cloud + u" / "_s + snapshot.region;
}

QString timeOf(const Snapshot &snapshot) { return snapshot.takenAt.toUTC().toString(u"yyyy-MM-dd HH:mm:ss 'UTC'"_s); }

/// Two clouds of one name: both list their networks, and none is the same.
bool networksDiffer(const Snapshot &before, const Snapshot &after)
{
    for (const Snapshot *each : {&before, &after}) {
        if (each->source(SourceId::Networks).status != SourceStatus::Complete || each->networks.isEmpty())
            return false;
    }
    const auto shareNone = [](const auto &ones, const auto &others) {
        QSet<QString> ids;
        for (const auto &one : ones)
            ids += one.id;
        return std::none_of(others.begin(), others.end(), [&ids](const auto &other) { return ids.contains(other.id); });
    };
    return shareNone(before.networks, after.networks) && shareNone(before.ports, after.ports);
}

QString problemOf(const Snapshot &before, const Snapshot &after)
{
    if (before.cloud != after.cloud || before.region != after.region)
        return Words::tr("These are readings of different clouds (%1, and %2): they cannot be compared.")
            .arg(placeOf(before), placeOf(after));
    const bool sameView = before.auth.admin || after.auth.admin || before.auth.projectId == after.auth.projectId;
    if (sameView && networksDiffer(before, after))
        return Words::tr("These are readings of different clouds: they share no network and no port of %1. They "
                         "cannot be compared.")
            .arg(placeOf(after));
    if (after.takenAt < before.takenAt)
        return Words::tr("The earlier reading (%1) is younger than the later one (%2): exchange them.")
            .arg(timeOf(before), timeOf(after));
    return {};
}

QStringList notesOf(const Snapshot &before, const Snapshot &after)
{
    QStringList notes;
    const auto name
        = [](const AuthInfo &auth) { return auth.projectName.isEmpty() ? auth.projectId : auth.projectName; };
    for (const bool later : {false, true}) {
        const Snapshot &snapshot = later ? after : before;
        const SourceInfo &ports = snapshot.source(SourceId::Ports);
        if (ports.status != SourceStatus::Complete)
            notes += (later ? Words::tr("The later port list is %1: a port that is not in it may still be there.")
                            : Words::tr("The earlier port list is %1: a port that is not in it may have been there."))
                         .arg(sourceStatusName(ports.status));
        if (!snapshot.auth.admin)
            notes += (later ? Words::tr("The later reading sees the ports of project %1 only.")
                            : Words::tr("The earlier reading sees the ports of project %1 only."))
                         .arg(name(snapshot.auth));
    }
    QStringList worse;
    for (const SourceId source : AllSources) {
        if (source != SourceId::Ports && after.source(source).unread() && !before.source(source).unread())
            worse += sourceName(source);
    }
    if (!worse.isEmpty())
        notes += Words::tr("Not read in full by the later reading, unlike before: %1. What rests on it is unknown now.")
                     .arg(worse.join(u", "_s));
    return notes;
}

bool isOrphan(const PortJudgement &judged) { return judged.verdict == Verdict::Orphan; }

class Comparer
{
public:
    explicit Comparer(Comparison &result)
        : m_result(result)
        , m_before(*result.before)
        , m_after(*result.after)
        , m_earlierView(*m_before.snapshot)
        , m_laterView(*m_after.snapshot)
        , m_earlierTime(m_before.snapshot->takenAt.toMSecsSinceEpoch())
    { }

    void run()
    {
        const QList<Port> &before = m_before.snapshot->ports;
        const QList<Port> &after = m_after.snapshot->ports;
        int i = 0;
        int j = 0;
        while (i < int(before.size()) || j < int(after.size())) {
            if (j == int(after.size()) || (i < int(before.size()) && before[i].id < after[j].id))
                vanished(i++);
            else if (i == int(before.size()) || after[j].id < before[i].id)
                appeared(j++);
            else
                stayed(i++, j++);
        }
    }

private:
    void add(Change change, int before, int after)
    {
        m_result.differences += {change, before, after};
        ++m_result.counts[size_t(change)];
        if (after >= 0 && m_after.ports[after].has(Flag::MacConflict)
            && (before < 0 || !m_before.ports[before].has(Flag::MacConflict)))
            ++m_result.newConflicts;
    }

    void vanished(int row)
    {
        if (!m_result.comparable() || !m_laterView.covers(m_before.snapshot->ports[row].projectId))
            add(Change::NotVisible, row, -1);
        else
            add(isOrphan(m_before.ports[row]) ? Change::Freed : Change::Gone, row, -1);
    }

    void appeared(int row)
    {
        const Port &port = m_after.snapshot->ports[row];
        const bool orphan = isOrphan(m_after.ports[row]);
        // Its own time says that it is new where the earlier reading cannot.
        const bool isNew = m_result.comparable()
            && (m_earlierView.covers(port.projectId) || (port.createdAt && *port.createdAt > m_earlierTime));
        if (isNew)
            add(orphan ? Change::Leaked : Change::New, -1, row);
        else
            add(orphan && m_result.comparable() ? Change::Found : Change::Unseen, -1, row);
    }

    void stayed(int before, int after)
    {
        const PortJudgement &then = m_before.ports[before];
        const PortJudgement &now = m_after.ports[after];
        if (isOrphan(now) && !isOrphan(then) && m_result.comparable())
            add(then.verdict == Verdict::Unknown ? Change::Found : Change::Leaked, before, after);
        else if (then.verdict != now.verdict || then.confidence != now.confidence
                 || then.has(Flag::MacConflict) != now.has(Flag::MacConflict))
            add(Change::Changed, before, after);
    }

    Comparison &m_result;
    const Judgement &m_before;
    const Judgement &m_after;
    View m_earlierView;
    View m_laterView;
    qint64 m_earlierTime;
};

} // namespace

QLatin1StringView toWord(Change change)
{
    static constexpr std::array Words{"leaked"_L1, "found"_L1, "freed"_L1,       "changed"_L1,
                                      "gone"_L1,   "new"_L1,   "not-visible"_L1, "unseen"_L1};
    static_assert(Words.size() == ChangeCount);
    return Words[size_t(change)];
}

QString changeTitle(Change change)
{
    switch (change) {
    case Change::Leaked:
        return Words::tr("Leaked");
    case Change::Found:
        return Words::tr("Found leaked");
    case Change::Freed:
        return Words::tr("Freed");
    case Change::Changed:
        return Words::tr("Changed");
    case Change::Gone:
        return Words::tr("Gone");
    case Change::New:
        return Words::tr("New");
    case Change::NotVisible:
        return Words::tr("Not visible any more");
    case Change::Unseen:
        break;
    }
    return Words::tr("Not visible before");
}

QString changeMeaning(Change change)
{
    switch (change) {
    case Change::Leaked:
        return Words::tr("Orphan now, and it was not before.");
    case Change::Found:
        return Words::tr("Orphan now. Before it could not be judged or seen: it may have leaked earlier.");
    case Change::Freed:
        return Words::tr("It was an orphan, and it is gone.");
    case Change::Changed:
        return Words::tr("Its verdict, its confidence or its MAC conflict is another.");
    case Change::Gone:
        return Words::tr("It was no orphan, and it is gone.");
    case Change::New:
        return Words::tr("It was made since, and it is no orphan.");
    case Change::NotVisible:
        return Words::tr("The later reading cannot tell whether it is still there.");
    case Change::Unseen:
        break;
    }
    return Words::tr("The earlier reading cannot tell whether it was there.");
}

const Port &Comparison::port(const Difference &difference) const
{
    return difference.after >= 0 ? after->snapshot->ports[difference.after]
                                 : before->snapshot->ports[difference.before];
}

QString Comparison::sentence(const Difference &difference) const
{
    if (difference.after < 0)
        return difference.change == Change::NotVisible ? changeMeaning(difference.change)
                                                       : verdictSentence(*before, difference.before);
    const PortJudgement &now = after->ports[difference.after];
    if (difference.before >= 0 && now.verdict == before->ports[difference.before].verdict
        && now.confidence == before->ports[difference.before].confidence)
        return now.has(Flag::MacConflict) ? flagText(Flag::MacConflict)
                                          : Words::tr("It is in no bare-metal NIC's way any more.");
    return verdictSentence(*after, difference.after);
}

Comparison compare(const JudgementPtr &before, const JudgementPtr &after)
{
    Comparison result;
    result.before = before;
    result.after = after;
    result.problem = problemOf(*before->snapshot, *after->snapshot);
    result.notes = notesOf(*before->snapshot, *after->snapshot);
    Comparer(result).run();
    return result;
}

} // namespace flotsam
