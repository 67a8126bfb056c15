// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/snapshotfile.h"

#include "models/inventory/gzip.h"
#include "models/inventory/jsonread.h"
#include "models/inventory/snapshotbuilder.h"
#include "models/inventory/sourcelists.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <vector>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

using json::Element;

Error fileError(const QString &what, const QString &path, const QString &why, const QString &advice = {})
{
    return {Error::Kind::File, what, path, 0, why, {}, advice};
}

Error foreign(const QString &name, const QString &why)
{
    return fileError(u"Opening the snapshot"_s, name, why, u"Open a file that was saved with --save"_s);
}

QDateTime dateTime(const Time &time) { return time ? QDateTime::fromMSecsSinceEpoch(*time, Qt::UTC) : QDateTime(); }

void readAuth(const Element &value, AuthInfo &auth)
{
    auth.projectId = json::memberId(value, "project_id");
    auth.projectName = json::memberText(value, "project_name");
    auth.userName = json::memberText(value, "user_name");
    if (const auto roles = json::member(value, "roles"))
        auth.roles = json::strings(*roles);
    if (const auto admin = json::member(value, "admin"))
        auth.admin = json::boolean(*admin, false);
}

/// What is wrong with the source; empty where nothing is.
QString readSource(SourceId source, const Element &value, json::Pool &pool, SnapshotBuilder &builder)
{
    Snapshot &draft = builder.draft();
    const QString word = json::memberText(value, "status");
    const auto status = sourceStatusFromName(word);
    if (const auto given = json::member(value, "status"); !status && given && !given->is_null())
        return u"source %1 has the unknown status \"%2\""_s.arg(sourceName(source), word);
    std::optional<QSet<QString>> projects;
    if (const auto list = json::member(value, "projects"); list && list->is_array()) {
        projects.emplace();
        json::forEachEntry(*list, [&](const Element &id) { projects->insert(json::id(id)); });
    }
    const auto readAt = json::member(value, "read_at");
    // A source with items but no word on its status was read, though nobody says how far.
    builder.setOutcome(source, status.value_or(SourceStatus::Partial),
                       readAt ? dateTime(json::time(*readAt)) : QDateTime(), json::memberText(value, "detail"),
                       projects);
    const auto items = json::member(value, "items");
    if (!items || items->is_null())
        return {};
    if (!items->is_array())
        return u"the items of source %1 are no list"_s.arg(sourceName(source));
    RawItems &raw = draft.raw[size_t(source)];
    json::forEachEntry(*items, [&](const Element &item) {
        if (json::decodeItem(source, item, draft.auth.projectId, pool, raw.size(), draft))
            raw.append(json::compact(item));
        else
            ++draft.source(source).damaged;
    });
    return {};
}

QByteArray rawOf(const Element &value) { return QByteArray::fromStdString(json::compact(value)); }

// Of two answers for one id in two spellings the weightier one counts: the server lives, then nothing is known.
int weight(const ServerProbe &probe) { return probe.provesDeath() ? 0 : (probe.status == 200 ? 2 : 1); }
int weight(const ActionsProbe &probe) { return probe.status == 200 ? 0 : (probe.status == 404 ? 1 : 2); }

template <class Probe>
void keepSafer(QHash<QString, Probe> &probes, std::string_view key, const Probe &probe)
{
    const QString id = QString::fromUtf8(key.data(), qsizetype(key.size())).toLower();
    const auto known = probes.constFind(id);
    if (known == probes.constEnd() || weight(probe) > weight(*known))
        probes.insert(id, probe);
}

void readServerProbes(const Element &value, json::Pool &pool, Snapshot &draft)
{
    json::Object probes;
    if (value.get(probes) != simdjson::SUCCESS)
        return;
    for (const auto [key, entry] : probes) {
        ServerProbe probe;
        if (const auto status = json::member(entry, "status"))
            probe.status = int(json::integer(*status).value_or(0));
        if (const auto version = json::member(entry, "microversion"); version && !version->is_null()) {
            // A number has lost the zero of 2.60, and anything else is no version: as if it were too high.
            probe.microversion
                = version->is_string() ? json::text(*version) : QString::fromStdString(json::compact(*version)) + u'?';
        }
        if (const auto body = json::member(entry, "body"))
            json::readProbeBody(*body, pool, probe);
        probe.raw = rawOf(entry);
        keepSafer(draft.serverProbes, key, probe);
    }
}

void readActionsProbes(const Element &value, Snapshot &draft)
{
    json::Object probes;
    if (value.get(probes) != simdjson::SUCCESS)
        return;
    for (const auto [key, entry] : probes) {
        ActionsProbe probe;
        if (const auto status = json::member(entry, "status"))
            probe.status = int(json::integer(*status).value_or(0));
        if (const auto body = json::member(entry, "body"))
            json::readActionsBody(*body, probe);
        probe.raw = rawOf(entry);
        keepSafer(draft.actionsProbes, key, probe);
    }
}

void readObservations(const Element &value, Snapshot &draft)
{
    json::Object observations;
    if (value.get(observations) != simdjson::SUCCESS)
        return;
    for (const auto [key, entry] : observations)
        draft.observations.insert(QString::fromUtf8(key.data(), qsizetype(key.size())).toLower(),
                                  json::decodeObservation(entry));
}

QByteArray quoted(const QString &text)
{
    const QByteArray list = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact);
    return list.mid(1, list.size() - 2);
}

QByteArray isoTime(const QDateTime &time)
{
    return quoted(time.isValid() ? time.toUTC().toString(Qt::ISODate) : QString());
}

void writeSource(const Snapshot &snapshot, SourceId source, GzipWriter &out)
{
    const SourceInfo &info = snapshot.source(source);
    const RawItems &raw = snapshot.raw[size_t(source)];
    out.write("\n  " + quoted(sourceName(source)) + ":{\"status\":" + quoted(sourceStatusName(info.status)));
    if (info.readAt.isValid())
        out.write(",\"read_at\":" + isoTime(info.readAt));
    if (!info.detail.isEmpty())
        out.write(",\"detail\":" + quoted(info.detail));
    if (info.projects) {
        QStringList ids(info.projects->begin(), info.projects->end());
        ids.sort();
        out.write(",\"projects\":" + QJsonDocument(QJsonArray::fromStringList(ids)).toJson(QJsonDocument::Compact));
    }
    // All of it, with the copies of one object: what it is judged by may stand in either.
    out.write(",\"items\":[");
    bool first = true;
    raw.forEach([&](const QByteArray &item) {
        out.write(first ? "\n   " : ",\n   ");
        out.write(item);
        first = false;
    });
    out.write("]}");
}

template <class Probe>
void writeRawMap(const QHash<QString, Probe> &map, GzipWriter &out)
{
    QStringList ids(map.keyBegin(), map.keyEnd());
    ids.sort();
    out.write("{");
    for (qsizetype i = 0; i < ids.size(); ++i)
        out.write((i ? ",\n   " : "\n   ") + quoted(ids[i]) + ':' + map[ids[i]].raw);
    out.write("}");
}

} // namespace

Result<SnapshotPtr> parseSnapshot(const QByteArray &text, const QString &name)
{
    simdjson::dom::parser parser;
    Element document;
    if (const auto failed = parser.parse(text.constData(), size_t(text.size())).get(document))
        return foreign(name, u"it is no JSON: "_s + QString::fromLatin1(simdjson::error_message(failed)));
    if (json::memberText(document, "format") != "flotsam-snapshot"_L1)
        return foreign(name, u"it is no flotsam snapshot"_s);
    const auto version = json::member(document, "version");
    if (!version || json::integer(*version) != 1)
        return foreign(name, u"its version is not 1"_s);

    SnapshotBuilder builder;
    Snapshot &draft = builder.draft();
    draft.cloud = json::memberText(document, "cloud");
    draft.region = json::memberText(document, "region");
    const auto taken = json::member(document, "taken_at");
    draft.takenAt = taken ? dateTime(json::time(*taken)) : QDateTime();
    if (!draft.takenAt.isValid())
        return foreign(name, u"taken_at is missing or no time"_s);
    if (const auto auth = json::member(document, "auth"))
        readAuth(*auth, draft.auth);

    json::Pool pool;
    json::Object sources;
    const auto listed = json::member(document, "sources");
    if (!listed || listed->get(sources) != simdjson::SUCCESS)
        return foreign(name, u"it has no sources"_s);
    for (const auto [key, value] : sources) {
        const auto source = sourceFromName(QString::fromUtf8(key.data(), qsizetype(key.size())));
        if (!source || value.is_null())
            continue; // a later version may know more
        const QString wrong = value.is_object() ? readSource(*source, value, pool, builder)
                                                : u"source %1 is no object"_s.arg(sourceName(*source));
        if (!wrong.isEmpty())
            return foreign(name, wrong);
    }
    if (const auto probes = json::member(document, "probes")) {
        if (const auto servers = json::member(*probes, "compute.server"))
            readServerProbes(*servers, pool, draft);
        if (const auto actions = json::member(*probes, "compute.instance_actions"))
            readActionsProbes(*actions, draft);
    }
    if (const auto observations = json::member(document, "observations"))
        readObservations(*observations, draft);
    return std::move(builder).build();
}

Result<SnapshotPtr> readSnapshot(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fileError(u"Opening the snapshot"_s, path, file.errorString());
    QByteArray text = file.readAll();
    if (file.error() != QFileDevice::NoError)
        return fileError(u"Reading the snapshot"_s, path, file.errorString());
    if (isGzip(text)) {
        Result<QByteArray> unpacked = gunzip(text);
        if (!unpacked) {
            Error error = unpacked.error();
            error.object = path;
            return error;
        }
        text = std::move(unpacked).value();
    }
    return parseSnapshot(text, path);
}

std::optional<Error> writeSnapshot(const Snapshot &snapshot, const QString &path)
{
    const QString what = u"Saving the snapshot"_s;
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return fileError(what, path, file.errorString(), u"Choose another place"_s);
    file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);

    GzipWriter out(file, path.endsWith(".gz"_L1));
    const QJsonObject auth{{u"project_id"_s, snapshot.auth.projectId},
                           {u"project_name"_s, snapshot.auth.projectName},
                           {u"user_name"_s, snapshot.auth.userName},
                           {u"roles"_s, QJsonArray::fromStringList(snapshot.auth.roles)},
                           {u"admin"_s, snapshot.auth.admin}};
    out.write("{\"format\":\"flotsam-snapshot\",\"version\":1,\"cloud\":" + quoted(snapshot.cloud));
    out.write(",\"region\":" + quoted(snapshot.region) + ",\"taken_at\":" + isoTime(snapshot.takenAt));
    out.write(",\n \"auth\":" + QJsonDocument(auth).toJson(QJsonDocument::Compact) + ",\n \"sources\":{");
    bool first = true;
    for (const SourceId source : AllSources) {
        if (!first)
            out.write(",");
        first = false;
        writeSource(snapshot, source, out);
    }
    out.write("},\n \"probes\":{\"compute.server\":");
    writeRawMap(snapshot.serverProbes, out);
    out.write(",\n  \"compute.instance_actions\":");
    writeRawMap(snapshot.actionsProbes, out);
    out.write("},\n \"observations\":");
    writeRawMap(snapshot.observations, out);
    out.write("}\n");
    if (!out.finish() || !file.commit())
        return fileError(what, path, file.errorString(), u"Look for a full or read-only disk"_s);
    return std::nullopt;
}

} // namespace flotsam
