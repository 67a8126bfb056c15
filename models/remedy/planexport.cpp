// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/planexport.h"

#include "models/remedy/textformats.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

QJsonArray evidenceList(const RemedyPlan &plan, const QString &portId)
{
    QJsonArray list;
    const Judgement &judgement = *plan.judgement();
    const QList<Evidence> chain = judgement.evidence(portNumber(*judgement.snapshot, portId));
    for (const Evidence &link : chain) {
        list.append(QJsonObject{{u"check"_s, link.check},
                                {u"subject"_s, link.subject},
                                {u"result"_s, link.result},
                                {u"detail"_s, link.detail}});
    }
    return list;
}

QJsonObject portObject(const RemedyPlan &plan, const PlannedPort &planned)
{
    const PortJudgement &judgement = planned.judgement;
    return {{u"id"_s, planned.port.id},
            {u"name"_s, planned.port.name},
            {u"project_id"_s, planned.port.projectId},
            {u"project_name"_s, plan.projectName(planned.port.projectId)},
            {u"verdict"_s, QString(toWord(judgement.verdict))},
            {u"confidence"_s, QString(toWord(judgement.confidence))},
            {u"reasons"_s, QJsonArray::fromStringList(reasonNames(judgement))},
            {u"sentence"_s, planned.sentence},
            {u"side_effects"_s, QJsonArray::fromStringList(planned.effects.sentences)},
            {u"evidence"_s, evidenceList(plan, planned.port.id)},
            {u"port"_s, QJsonDocument::fromJson(planned.json).object()}};
}

QString command(RemedyAction action, const PlannedPort &planned)
{
    const QString id = shellQuoted(planned.port.id);
    switch (action) {
    case RemedyAction::Delete:
        return u"openstack port delete %1"_s.arg(id);
    case RemedyAction::ClearDevice: {
        QString text = u"openstack port set --device '' --device-owner ''"_s;
        if (!planned.port.hostId.isEmpty())
            text += u" --host ''"_s;
        text += u' ' + id;
        for (const QString &key : planned.port.residueKeys)
            text += u"\nopenstack port unset --binding-profile %1 %2"_s.arg(shellQuoted(key), id);
        return text;
    }
    case RemedyAction::RegenerateMac:
        return u"# No openstack command gives a port a new MAC of Neutron's choice. The request is:\n"
               "#   PUT /v2.0/ports/%1   {\"port\": {\"mac_address\": null}}"_s.arg(planned.port.id);
    }
    return {};
}

} // namespace

namespace {

QJsonObject planObject(const RemedyPlan &plan)
{
    QJsonArray ports;
    for (const PlannedPort &planned : plan.ports())
        ports.append(portObject(plan, planned));
    QJsonArray refused;
    for (const RefusedPort &port : plan.refused()) {
        refused.append(QJsonObject{{u"id"_s, port.id},
                                   {u"name"_s, port.name},
                                   {u"verdict"_s, QString(toWord(port.verdict))},
                                   {u"why"_s, port.why}});
    }
    const Snapshot *snapshot = plan.judgement() ? plan.judgement()->snapshot.get() : nullptr;
    return QJsonObject{{u"format"_s, u"flotsam-plan"_s},
                       {u"version"_s, 1},
                       {u"action"_s, QString(toWord(plan.action()))},
                       {u"made_at"_s, isoTime(plan.madeAt())},
                       {u"cloud"_s, snapshot ? snapshot->cloud : QString()},
                       {u"region"_s, snapshot ? snapshot->region : QString()},
                       {u"read_at"_s, snapshot ? isoTime(snapshot->takenAt) : QString()},
                       {u"ports"_s, ports},
                       {u"refused"_s, refused}};
}

QByteArray reviewJson(const RemedyReview &review)
{
    QJsonArray takenOut;
    for (const RecheckedPort &port : review.takenOut) {
        takenOut.append(QJsonObject{{u"id"_s, port.id},
                                    {u"name"_s, port.name},
                                    {u"verdict"_s, QString(toWord(port.judgement.verdict))},
                                    {u"why"_s, port.why}});
    }
    QJsonArray wires;
    for (const Tripwire &wire : review.wires) {
        wires.append(QJsonObject{{u"words"_s, wire.words},
                                 {u"refuses"_s, wire.trip == Tripwire::Trip::Refuse},
                                 {u"ports"_s, QJsonArray::fromStringList(wire.portIds)}});
    }
    QJsonObject object = planObject(review.plan);
    object.insert(u"checked_at"_s, isoTime(review.checkedAt));
    object.insert(u"if_match"_s, review.canMatchRevision);
    object.insert(u"taken_out"_s, takenOut);
    object.insert(u"tripwires"_s, wires);
    return QJsonDocument(object).toJson(QJsonDocument::Indented);
}

QByteArray reviewCsv(const RemedyReview &review)
{
    QByteArray csv = planCsv(review.plan);
    for (const RecheckedPort &port : review.takenOut)
        csv += csvLine({port.id,
                        port.name,
                        {},
                        u"taken-out"_s,
                        toWord(port.judgement.verdict),
                        {},
                        {},
                        port.why,
                        {},
                        {},
                        {},
                        {},
                        {}});
    return csv;
}

QByteArray reviewCommands(const RemedyReview &review)
{
    QString text = u"\n# Looked at again %1.\n"_s.arg(isoTime(review.checkedAt));
    for (const Tripwire &wire : review.wires)
        text += u"# %1 %2\n"_s.arg(wire.trip == Tripwire::Trip::Refuse ? u"Refused:"_s : u"Mind:"_s,
                                   oneLine(wire.words));
    for (const RecheckedPort &port : review.takenOut)
        text += u"# Taken out: %1 %2: %3\n"_s.arg(port.id, oneLine(port.name), oneLine(port.why));
    return planCommands(review.plan) + text.toUtf8();
}

} // namespace

QByteArray planJson(const RemedyPlan &plan) { return QJsonDocument(planObject(plan)).toJson(QJsonDocument::Indented); }

QByteArray planCsv(const RemedyPlan &plan)
{
    QByteArray csv = csvLine({u"id"_s, u"name"_s, u"project_id"_s, u"action"_s, u"verdict"_s, u"confidence"_s,
                              u"reasons"_s, u"sentence"_s, u"side_effects"_s, u"mac_address"_s, u"device_id"_s,
                              u"device_owner"_s, u"created_at"_s});
    for (const PlannedPort &planned : plan.ports()) {
        const Port &port = planned.port;
        csv += csvLine({port.id, port.name, port.projectId, toWord(plan.action()), toWord(planned.judgement.verdict),
                        toWord(planned.judgement.confidence), reasonNames(planned.judgement).join(u' '),
                        planned.sentence, planned.effects.sentences.join(u' '), port.mac, port.deviceId,
                        port.deviceOwner, port.createdText});
    }
    for (const RefusedPort &port : plan.refused())
        csv += csvLine({port.id, port.name, {}, u"none"_s, toWord(port.verdict), {}, {}, port.why, {}, {}, {}, {}, {}});
    return csv;
}

QByteArray planCommands(const RemedyPlan &plan)
{
    const Snapshot *snapshot = plan.judgement() ? plan.judgement()->snapshot.get() : nullptr;
    QString text
        = u"#!/bin/sh\n"
          "# %1 of %2 ports of cloud %3, read %4.\n"
          "# These commands do not look again before they act: the longer ago the reading, the less they are "
          "to be trusted.\n"
          "set -eu\n"_s.arg(toWord(plan.action()))
              .arg(plan.size())
              .arg(snapshot ? oneLine(snapshot->cloud) : QString(), snapshot ? isoTime(snapshot->takenAt) : QString());
    if (snapshot)
        text += shellPlace(*snapshot);
    for (const PlannedPort &planned : plan.ports()) {
        text += u"\n# %1 project %2: %3\n"_s.arg(
            oneLine(planned.port.name), oneLine(plan.projectName(planned.port.projectId)), oneLine(planned.sentence));
        for (const QString &effect : planned.effects.sentences)
            text += u"#   %1\n"_s.arg(oneLine(effect));
        text += command(plan.action(), planned) + u'\n';
    }
    return text.toUtf8();
}

QByteArray planExport(const RemedyPlan &plan, ExportFormat format)
{
    switch (format) {
    case ExportFormat::Csv:
        return planCsv(plan);
    case ExportFormat::Commands:
        return planCommands(plan);
    case ExportFormat::Json:
    case ExportFormat::Text:
        break;
    }
    return planJson(plan);
}

QByteArray reviewExport(const RemedyReview &review, ExportFormat format)
{
    switch (format) {
    case ExportFormat::Csv:
        return reviewCsv(review);
    case ExportFormat::Commands:
        return reviewCommands(review);
    case ExportFormat::Json:
    case ExportFormat::Text:
        break;
    }
    return reviewJson(review);
}

QByteArray reportExport(const RemedyReport &report, ExportFormat format)
{
    switch (format) {
    case ExportFormat::Csv:
        return report.toCsv();
    case ExportFormat::Text:
        return report.toText().toUtf8();
    case ExportFormat::Json:
    case ExportFormat::Commands:
        break;
    }
    return report.toJson();
}

QString exportSuffix(ExportFormat format)
{
    switch (format) {
    case ExportFormat::Csv:
        return u"csv"_s;
    case ExportFormat::Commands:
        return u"sh"_s;
    case ExportFormat::Text:
        return u"txt"_s;
    case ExportFormat::Json:
        break;
    }
    return u"json"_s;
}

std::optional<Error> writeExport(const QString &path, const QByteArray &content)
{
    QSaveFile file(path);
    file.setDirectWriteFallback(true);
    if (file.open(QIODevice::WriteOnly) && file.write(content) == content.size()) {
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
        if (file.commit())
            return std::nullopt;
    }
    Error error;
    error.kind = Error::Kind::File;
    error.what = QCoreApplication::translate("flotsam::PlanExport", "Writing the export");
    error.object = path;
    error.serviceMessage = file.errorString();
    return error;
}

} // namespace flotsam
