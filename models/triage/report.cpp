// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/report.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace flotsam {

using namespace Qt::StringLiterals;

namespace {

QString orEmpty(const QString &text) { return text.isNull() ? u""_s : text; }

QString word(QLatin1StringView text) { return orEmpty(QString(text)); }

QByteArray compact(const QJsonObject &object) { return QJsonDocument(object).toJson(QJsonDocument::Compact); }

QByteArray quoted(const QString &text)
{
    const QByteArray list = QJsonDocument(QJsonArray{orEmpty(text)}).toJson(QJsonDocument::Compact);
    return list.mid(1, list.size() - 2);
}

QString isoTime(const QDateTime &time) { return time.isValid() ? time.toUTC().toString(Qt::ISODate) : u""_s; }

QJsonObject verdictObject(const std::array<int, VerdictCount> &counts)
{
    QJsonObject object;
    for (int i = 0; i < VerdictCount; ++i)
        object.insert(toWord(Verdict(i)), counts[size_t(i)]);
    return object;
}

QJsonObject summaryObject(const Judgement &judgement)
{
    QJsonObject flags;
    for (const Flag flag : AllFlags)
        flags.insert(toWord(flag), judgement.flagCounts.value(flag));
    return {{u"ports"_s, int(judgement.ports.size())},
            {u"verdicts"_s, verdictObject(judgement.verdictCounts)},
            {u"flags"_s, flags},
            {u"reclaimable"_s, judgement.reclaimable}};
}

QJsonObject sourceObject(const Snapshot &snapshot, SourceId source)
{
    const SourceInfo &info = snapshot.source(source);
    return {{u"name"_s, word(sourceName(source))},
            {u"status"_s, word(sourceStatusName(info.status))},
            {u"count"_s, info.count},
            {u"detail"_s, orEmpty(info.detail)}};
}

QJsonObject quotaObject(const ProjectQuota &quota)
{
    return {{u"project_id"_s, orEmpty(quota.projectId)},
            {u"project_name"_s, orEmpty(quota.projectName)},
            {u"limit"_s, quota.limit},
            {u"used"_s, quota.used},
            {u"reserved"_s, quota.reserved},
            {u"by_verdict"_s, verdictObject(quota.byVerdict)},
            {u"reclaimable"_s, quota.reclaimable}};
}

QJsonObject portObject(const Judgement &judgement, int number)
{
    const Port &port = judgement.snapshot->ports[number];
    const PortJudgement &result = judgement.ports[number];
    QJsonArray evidence;
    const QList<Evidence> chain = judgement.evidence(number);
    for (const Evidence &link : chain) {
        evidence.append(QJsonObject{{u"check"_s, orEmpty(link.check)},
                                    {u"subject"_s, orEmpty(link.subject)},
                                    {u"result"_s, orEmpty(link.result)},
                                    {u"detail"_s, orEmpty(link.detail)}});
    }
    return {{u"id"_s, orEmpty(port.id)},
            {u"name"_s, orEmpty(port.name)},
            {u"project_id"_s, orEmpty(port.projectId)},
            {u"network_id"_s, orEmpty(port.networkId)},
            {u"mac_address"_s, orEmpty(port.mac)},
            {u"device_id"_s, orEmpty(port.deviceId)},
            {u"device_owner"_s, orEmpty(port.deviceOwner)},
            {u"status"_s, orEmpty(port.status)},
            {u"created_at"_s, orEmpty(port.createdText)},
            {u"verdict"_s, word(toWord(result.verdict))},
            {u"confidence"_s, word(toWord(result.confidence))},
            {u"reasons"_s, QJsonArray::fromStringList(reasonNames(result))},
            {u"flags"_s, QJsonArray::fromStringList(flagNames(result))},
            {u"remedy"_s, word(toWord(result.remedy))},
            {u"deletable"_s, result.deletable()},
            {u"preselected"_s, result.preselected},
            {u"evidence"_s, evidence}};
}

/// `[` one object a line `]`
template <class Each>
void appendList(QByteArray &out, const char *key, qsizetype count, Each &&each)
{
    out += " \"";
    out += key;
    out += "\":[";
    for (qsizetype i = 0; i < count; ++i) {
        out += i ? ",\n  " : "\n  ";
        out += compact(each(i));
    }
    out += ']';
}

} // namespace

QByteArray jsonReport(const Judgement &judgement)
{
    const Snapshot &snapshot = *judgement.snapshot;
    QList<ProjectQuota> quotas; // one that was not read has no limit to tell
    for (const ProjectQuota &quota : judgement.quotas) {
        if (quota.known)
            quotas.append(quota);
    }
    // Written object by object: a tree of a hundred thousand ports would take the memory of the cloud twice.
    QByteArray out = "{\"format\":\"flotsam-report\",\"version\":1,\"cloud\":" + quoted(snapshot.cloud)
        + ",\"taken_at\":" + quoted(isoTime(snapshot.takenAt))
        + ",\"grace_s\":" + QByteArray::number(judgement.settings.graceSeconds) + ",\n";
    appendList(out, "sources", SourceCount, [&](qsizetype i) { return sourceObject(snapshot, AllSources[size_t(i)]); });
    out += ",\n \"summary\":" + compact(summaryObject(judgement)) + ",\n";
    appendList(out, "quotas", quotas.size(), [&](qsizetype i) { return quotaObject(quotas[i]); });
    out += ",\n";
    appendList(out, "ports", judgement.ports.size(), [&](qsizetype i) { return portObject(judgement, int(i)); });
    out += "}\n";
    return out;
}

} // namespace flotsam
