// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/remedyreport.h"

#include "models/remedy/textformats.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::RemedyReport)
};

constexpr std::array<QLatin1StringView, OutcomeKindCount> KindWords{
    "done"_L1, "gone"_L1, "taken-out"_L1, "changed"_L1, "refused"_L1, "not-sent"_L1, "failed"_L1, "unknown"_L1};

QString doneTitle(RemedyAction action)
{
    switch (action) {
    case RemedyAction::Delete:
        return Words::tr("Deleted");
    case RemedyAction::ClearDevice:
        return Words::tr("Device cleared");
    case RemedyAction::RegenerateMac:
        return Words::tr("New MAC");
    }
    return {};
}

QString quotaText(const ProjectQuota &quota)
{
    const QString limit = quota.limit < 0 ? Words::tr("unlimited") : QString::number(quota.limit);
    return Words::tr("%1 of %2").arg(quota.used).arg(limit);
}

const ProjectQuota *quotaOf(const QList<ProjectQuota> &quotas, const QString &projectId)
{
    for (const ProjectQuota &quota : quotas) {
        if (quota.projectId == projectId)
            return &quota;
    }
    return nullptr;
}

QJsonArray quotaList(const QList<ProjectQuota> &quotas)
{
    QJsonArray list;
    for (const ProjectQuota &quota : quotas)
        list.append(quotaJson(quota));
    return list;
}

} // namespace

QLatin1StringView toWord(OutcomeKind kind) { return KindWords[size_t(kind)]; }

std::optional<OutcomeKind> outcomeKindFromWord(QStringView word)
{
    for (int i = 0; i < OutcomeKindCount; ++i) {
        if (word == KindWords[size_t(i)])
            return OutcomeKind(i);
    }
    return std::nullopt;
}

QString outcomeTitle(OutcomeKind kind, RemedyAction action)
{
    switch (kind) {
    case OutcomeKind::Done:
        return doneTitle(action);
    case OutcomeKind::Gone:
        return Words::tr("Not there any more");
    case OutcomeKind::TakenOut:
        return Words::tr("Taken out");
    case OutcomeKind::Changed:
        return Words::tr("Changed, skipped");
    case OutcomeKind::Refused:
        return Words::tr("Refused");
    case OutcomeKind::NotSent:
        return Words::tr("Not tried");
    case OutcomeKind::Failed:
        return Words::tr("Failed");
    case OutcomeKind::Unknown:
        return Words::tr("Not known");
    }
    return {};
}

std::array<int, OutcomeKindCount> RemedyReport::counts() const
{
    std::array<int, OutcomeKindCount> counts{};
    for (const PortOutcome &outcome : outcomes)
        ++counts[size_t(outcome.kind)];
    return counts;
}

QSet<QString> RemedyReport::retryable() const
{
    QSet<QString> ids;
    for (const PortOutcome &outcome : outcomes) {
        if (outcome.canRetry())
            ids.insert(outcome.portId);
    }
    return ids;
}

QString RemedyReport::summary() const
{
    const auto all = counts();
    QStringList parts;
    for (int i = 0; i < OutcomeKindCount; ++i) {
        if (all[size_t(i)] > 0)
            parts += u"%1: %2"_s.arg(outcomeTitle(OutcomeKind(i), plan.action())).arg(all[size_t(i)]);
    }
    return parts.isEmpty() ? Words::tr("Nothing was done") : parts.join(u", "_s);
}

QString RemedyReport::journalText() const
{
    switch (journal) {
    case JournalState::Incomplete:
        return Words::tr("Journal: %1 (not complete)").arg(journalPath);
    case JournalState::Open:
        return Words::tr("Journal: %1 (stays open: the cloud is asked again what became of %2)")
            .arg(journalPath)
            .arg(count(OutcomeKind::Unknown));
    case JournalState::Closed:
        break;
    }
    return Words::tr("Journal: %1").arg(journalPath);
}

QString RemedyReport::toText() const
{
    QString text
        = Words::tr("%1 (%2 to %3)\n").arg(summary(), startedAt.toString(Qt::ISODate), endedAt.toString(Qt::ISODate));
    if (!stopped.isEmpty())
        text += Words::tr("Stopped: %1\n").arg(stopped);
    for (const QString &note : notes)
        text += note + u'\n';
    for (const ProjectQuota &before : quotasBefore) {
        const ProjectQuota *after = quotaOf(quotasAfter, before.projectId);
        text += Words::tr("Ports of project %1: %2 before, %3 after\n")
                    .arg(plan.projectName(before.projectId), quotaText(before),
                         after ? quotaText(*after) : Words::tr("not known"));
    }
    text += journalText() + u'\n';
    for (const PortOutcome &outcome : outcomes) {
        const PlannedPort *planned = plan.find(outcome.portId);
        const QString name = planned ? oneLine(planned->port.name) : QString();
        text += u"%1  %2%3  %4\n"_s.arg(outcome.portId, outcomeTitle(outcome.kind, plan.action()),
                                        name.isEmpty() ? QString() : u" \"%1\""_s.arg(name), outcome.words);
        for (const QString &missing : outcome.notAllowed)
            text += u"    "_s + missing + u'\n';
    }
    return text;
}

QByteArray RemedyReport::toJson() const
{
    QJsonObject tally;
    const auto all = counts();
    for (int i = 0; i < OutcomeKindCount; ++i)
        tally.insert(QString(toWord(OutcomeKind(i))), all[size_t(i)]);
    QJsonArray ports;
    for (const PortOutcome &outcome : outcomes) {
        const PlannedPort *planned = plan.find(outcome.portId);
        QJsonObject port{{u"id"_s, outcome.portId},
                         {u"outcome"_s, QString(toWord(outcome.kind))},
                         {u"detail"_s, outcome.words},
                         {u"status"_s, outcome.status},
                         {u"request_id"_s, outcome.requestId},
                         {u"at"_s, isoTime(outcome.at)},
                         {u"if_match"_s, outcome.matched},
                         {u"not_allowed"_s, QJsonArray::fromStringList(outcome.notAllowed)}};
        if (planned) {
            port.insert(u"name"_s, planned->port.name);
            port.insert(u"project_id"_s, planned->port.projectId);
        }
        ports.append(port);
    }
    const QJsonObject report{{u"format"_s, u"flotsam-outcome"_s},
                             {u"version"_s, 1},
                             {u"action"_s, QString(toWord(plan.action()))},
                             {u"cloud"_s, plan.judgement() ? plan.judgement()->snapshot->cloud : QString()},
                             {u"started_at"_s, isoTime(startedAt)},
                             {u"ended_at"_s, isoTime(endedAt)},
                             {u"stopped"_s, stopped},
                             {u"notes"_s, QJsonArray::fromStringList(notes)},
                             {u"journal"_s, journalPath},
                             {u"journal_complete"_s, journal != JournalState::Incomplete},
                             {u"journal_open"_s, journal != JournalState::Closed},
                             {u"summary"_s, tally},
                             {u"quotas_before"_s, quotaList(quotasBefore)},
                             {u"quotas_after"_s, quotaList(quotasAfter)},
                             {u"ports"_s, ports}};
    return QJsonDocument(report).toJson(QJsonDocument::Indented);
}

QByteArray RemedyReport::toCsv() const
{
    QByteArray csv = csvLine({u"id"_s, u"name"_s, u"project_id"_s, u"action"_s, u"outcome"_s, u"detail"_s, u"status"_s,
                              u"request_id"_s, u"at"_s, u"if_match"_s});
    for (const PortOutcome &outcome : outcomes) {
        const PlannedPort *planned = plan.find(outcome.portId);
        csv += csvLine({outcome.portId, planned ? planned->port.name : QString(),
                        planned ? planned->port.projectId : QString(), toWord(plan.action()), toWord(outcome.kind),
                        outcome.words, QString::number(outcome.status), outcome.requestId, isoTime(outcome.at),
                        outcome.matched ? u"yes"_s : u"no"_s});
    }
    return csv;
}

} // namespace flotsam
