// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/compare/comparison.h"
#include "models/triage/explain.h"
#include "models/triage/terminaltext.h"
#include "models/triage/trail.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr int Columns = 100;
constexpr int RowsShown = 12;

QString orEmpty(const QString &text) { return text.isNull() ? u""_s : text; }

QByteArray compact(const QJsonObject &object) { return QJsonDocument(object).toJson(QJsonDocument::Compact); }

QString isoTime(const QDateTime &time) { return time.isValid() ? time.toUTC().toString(Qt::ISODate) : u""_s; }

QJsonObject readingObject(const Judgement &judgement)
{
    const Snapshot &snapshot = *judgement.snapshot;
    return {{u"cloud"_s, orEmpty(snapshot.cloud)},
            {u"region"_s, orEmpty(snapshot.region)},
            {u"taken_at"_s, isoTime(snapshot.takenAt)},
            {u"admin"_s, snapshot.auth.admin},
            {u"project_id"_s, orEmpty(snapshot.auth.projectId)},
            {u"ports_status"_s, QString(sourceStatusName(snapshot.source(SourceId::Ports).status))},
            {u"ports"_s, int(judgement.ports.size())},
            {u"reclaimable"_s, judgement.reclaimable}};
}

QJsonValue stateOf(const Judgement &judgement, int row)
{
    if (row < 0)
        return QJsonValue::Null;
    const PortJudgement &judged = judgement.ports[row];
    return QJsonObject{{u"verdict"_s, QString(toWord(judged.verdict))},
                       {u"confidence"_s, orEmpty(QString(toWord(judged.confidence)))},
                       {u"reasons"_s, QJsonArray::fromStringList(reasonNames(judged))},
                       {u"flags"_s, QJsonArray::fromStringList(flagNames(judged))},
                       {u"remedy"_s, QString(toWord(judged.remedy))}};
}

QJsonObject portObject(const Comparison &comparison, const Difference &difference)
{
    const Port &port = comparison.port(difference);
    return {{u"id"_s, port.id},
            {u"name"_s, orEmpty(port.name)},
            {u"project_id"_s, orEmpty(port.projectId)},
            {u"network_id"_s, orEmpty(port.networkId)},
            {u"mac_address"_s, orEmpty(port.mac)},
            {u"device_id"_s, orEmpty(port.deviceId)},
            {u"device_owner"_s, orEmpty(port.deviceOwner)},
            {u"created_at"_s, orEmpty(port.createdText)},
            {u"change"_s, QString(toWord(difference.change))},
            {u"before"_s, stateOf(*comparison.before, difference.before)},
            {u"after"_s, stateOf(*comparison.after, difference.after)}};
}

Ink inkOf(Change change)
{
    switch (change) {
    case Change::Leaked:
    case Change::Found:
        return Ink::Vermilion;
    case Change::Freed:
    case Change::Changed:
        return Ink::Blue;
    case Change::NotVisible:
    case Change::Unseen:
        return Ink::Grey;
    case Change::Gone:
    case Change::New:
        break;
    }
    return Ink::None;
}

class TextComparison
{
public:
    TextComparison(const Comparison &comparison, bool colour)
        : m_comparison(comparison)
        , m_paint(colour)
    { }

    QString write()
    {
        heading();
        for (int change = 0; change < ChangeCount; ++change)
            list(Change(change));
        while (m_out.endsWith("\n\n"_L1))
            m_out.chop(1);
        return m_out;
    }

private:
    void line(const QString &text = {}) { m_out += text + u'\n'; }
    void plain(const QString &text) { line(fitted(text, Columns)); }

    /// Broken between words: what must be known is never cut.
    void paragraph(const QString &text)
    {
        QString current;
        const QStringList words = printable(text).split(u' ');
        for (const QString &word : words) {
            if (!current.isEmpty() && displayColumns(current) + 1 + displayColumns(word) > Columns) {
                line(current);
                current.clear();
            }
            current += (current.isEmpty() ? QString() : u" "_s) + word;
        }
        line(current);
    }

    void heading()
    {
        const Snapshot &before = *m_comparison.before->snapshot;
        const Snapshot &after = *m_comparison.after->snapshot;
        QString where = after.cloud.isEmpty() ? u"Cloud"_s : after.cloud;
        if (!after.region.isEmpty())
            where += u" / "_s + after.region;
        plain(printable(where) + u", read "_s + when(before.takenAt) + u" and "_s + when(after.takenAt));
        const Judgement &then = *m_comparison.before;
        const Judgement &now = *m_comparison.after;
        plain(grouped(then.ports.size()) + u" ports with "_s + grouped(then.reclaimable) + u" orphans before, "_s
              + grouped(now.ports.size()) + u" ports with "_s + grouped(now.reclaimable) + u" orphans now"_s);
        line();
        if (!m_comparison.comparable())
            paragraph(m_comparison.problem);
        for (const QString &note : m_comparison.notes)
            paragraph(note);
        if (!m_comparison.comparable() || !m_comparison.notes.isEmpty())
            line();
        if (m_comparison.differences.isEmpty())
            line(u"No difference: the same ports with the same verdicts."_s);
        for (int change = 0; change < ChangeCount; ++change) {
            const int count = m_comparison.counts[size_t(change)];
            if (count > 0)
                line(m_paint(inkOf(Change(change)),
                             grouped(count).rightJustified(9) + u"  "_s
                                 + QString(toWord(Change(change))).leftJustified(13))
                     + changeMeaning(Change(change)));
        }
        line();
    }

    QString transition(const Difference &difference) const
    {
        const auto label = [](const Judgement &judgement, int row) { return verdictLabel(judgement.ports[row]); };
        if (difference.before < 0)
            return label(*m_comparison.after, difference.after);
        const QString then = label(*m_comparison.before, difference.before);
        if (difference.after < 0)
            return difference.change == Change::NotVisible ? u"was "_s + then : then + u" -> gone"_s;
        return then + u" -> "_s + label(*m_comparison.after, difference.after);
    }

    void transitionCounts(Change change)
    {
        QMap<QString, int> counts;
        for (const Difference &difference : m_comparison.differences) {
            if (difference.change == change)
                ++counts[transition(difference)];
        }
        if (counts.size() < 2)
            return;
        QList<std::pair<int, QString>> sorted;
        for (auto it = counts.cbegin(); it != counts.cend(); ++it)
            sorted.append({-it.value(), it.key()});
        std::sort(sorted.begin(), sorted.end());
        for (const auto &[count, words] : sorted)
            plain(grouped(-count).rightJustified(9) + u"  "_s + words);
    }

    void list(Change change)
    {
        // What comes and goes in a healthy cloud, and what cannot be told, is a number here.
        if (m_comparison.count(change) == 0 || change == Change::New || change == Change::Gone
            || change == Change::NotVisible || change == Change::Unseen)
            return;
        line(m_paint(inkOf(change), changeTitle(change) + u": "_s + grouped(m_comparison.count(change))));
        if (m_comparison.count(change) > RowsShown)
            transitionCounts(change);
        int shown = 0;
        for (const Difference &difference : m_comparison.differences) {
            if (difference.change != change)
                continue;
            if (++shown > RowsShown) {
                line(u"  and "_s + grouped(m_comparison.count(change) - RowsShown)
                     + u" more (--report json has all of them)"_s);
                break;
            }
            const Port &port = m_comparison.port(difference);
            plain(u"  "_s + padded(port.id, 36) + u"  "_s
                  + padded(printable(port.name.isEmpty() ? port.mac : port.name), 24) + u"  "_s
                  + transition(difference));
            plain(u"    "_s + printable(m_comparison.sentence(difference)));
        }
        line();
    }

    const Comparison &m_comparison;
    Painter m_paint;
    QString m_out;
};

} // namespace

QByteArray jsonComparison(const Comparison &comparison)
{
    QJsonObject summary;
    for (int change = 0; change < ChangeCount; ++change)
        summary.insert(toWord(Change(change)), comparison.counts[size_t(change)]);
    summary.insert(u"new_mac_conflicts"_s, comparison.newConflicts);
    QByteArray out = "{\"format\":\"flotsam-comparison\",\"version\":1,\n \"before\":"
        + compact(readingObject(*comparison.before)) + ",\n \"after\":" + compact(readingObject(*comparison.after))
        + ",\n \"grace_s\":" + QByteArray::number(comparison.after->settings.graceSeconds)
        + ",\n \"comparable\":" + (comparison.comparable() ? "true" : "false") + ",\n \"notes\":";
    QStringList notes = comparison.notes;
    if (!comparison.comparable())
        notes.prepend(comparison.problem);
    out += QJsonDocument(QJsonArray::fromStringList(notes)).toJson(QJsonDocument::Compact);
    out += ",\n \"summary\":" + compact(summary) + ",\n \"ports\":[";
    // Port by port, as jsonReport() does: no tree of a hundred thousand ports.
    bool first = true;
    for (const Difference &difference : comparison.differences) {
        out += first ? "\n  " : ",\n  ";
        out += compact(portObject(comparison, difference));
        first = false;
    }
    out += "]}\n";
    return out;
}

QString textComparison(const Comparison &comparison, bool colour) { return TextComparison(comparison, colour).write(); }

} // namespace flotsam
