// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/observationstore.h"

#include "models/inventory/gzip.h"
#include "models/inventory/jsonread.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr qint64 DayMs = 24 * 60 * 60 * 1000;

QJsonValue isoTime(const Time &time)
{
    return time ? QJsonValue(QDateTime::fromMSecsSinceEpoch(*time, Qt::UTC).toString(Qt::ISODateWithMs)) : QJsonValue();
}

QByteArray toJson(const Observation &seen)
{
    QJsonObject object{{u"first_seen"_s, isoTime(seen.firstSeen)},
                       {u"known_since"_s, isoTime(seen.knownSince)},
                       {u"last_seen"_s, isoTime(seen.lastSeen)}};
    if (seen.revision)
        object[u"revision_number"_s] = *seen.revision;
    if (seen.hasFields) {
        object[u"device_id"_s] = seen.deviceId;
        object[u"device_owner"_s] = seen.deviceOwner;
        object[u"mac_address"_s] = seen.mac;
        object[u"addresses"_s] = QJsonArray::fromStringList(seen.addresses);
        object[u"status"_s] = seen.status;
        object[u"binding:host_id"_s] = seen.hostId;
    }
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

Observation stateOf(const Port &port)
{
    Observation seen;
    seen.revision = port.revision;
    if (port.revision)
        return seen;
    seen.hasFields = true;
    seen.deviceId = port.deviceId;
    seen.deviceOwner = port.deviceOwner;
    seen.mac = port.mac;
    for (const FixedIp &ip : port.fixedIps)
        seen.addresses << ip.text;
    seen.addresses.sort();
    seen.status = port.status;
    seen.hostId = port.hostId;
    return seen;
}

bool sameState(const Observation &a, const Observation &b)
{
    if (a.revision || b.revision)
        return a.revision == b.revision;
    const auto fields = [](const Observation &seen) {
        QStringList addresses = seen.addresses;
        addresses.sort();
        return std::tuple(seen.deviceId, seen.deviceOwner, seen.mac, addresses, seen.status, seen.hostId);
    };
    return a.hasFields && b.hasFields && fields(a) == fields(b);
}

Time earlier(const Time &a, const Time &b) { return !a ? b : (!b ? a : std::min(a, b)); }

QByteArray quoted(const QString &text)
{
    const QByteArray list = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact);
    return list.sliced(1, list.size() - 2);
}

Error storeError(const QString &what, const QString &path, const QString &why)
{
    return {Error::Kind::File, what, path, 0, why, {}, u"Ages of ports are judged by this scan alone"_s};
}

Result<Observations> readFile(const QString &path)
{
    const QString what = u"Reading earlier observations"_s;
    QFile file(path);
    if (!file.exists())
        return Observations();
    if (!file.open(QIODevice::ReadOnly))
        return storeError(what, path, file.errorString());
    const Result<QByteArray> text = gunzip(file.readAll());
    file.close();
    simdjson::dom::parser parser;
    json::Element document;
    json::Object ports;
    if (!text.ok() || parser.parse(text->constData(), size_t(text->size())).get(document)
        || json::memberText(document, "format") != "flotsam-observations"_L1 || !json::member(document, "ports")
        || json::member(document, "ports")->get(ports) != simdjson::SUCCESS) {
        QFile::remove(path + u".damaged"_s);
        QFile::rename(path, path + u".damaged"_s);
        return storeError(what, path, u"the file is damaged and was set aside"_s);
    }
    Observations observations;
    for (const auto [key, value] : ports)
        observations.insert(QString::fromUtf8(key.data(), qsizetype(key.size())), json::decodeObservation(value));
    return observations;
}

} // namespace

Observations observe(const Observations &before, const Snapshot &snapshot, int keepDays)
{
    const qint64 now = snapshot.takenAt.toMSecsSinceEpoch();
    Observations after;
    after.reserve(snapshot.ports.size());
    for (const Port &port : snapshot.ports) {
        Observation seen = stateOf(port);
        seen.firstSeen = now;
        seen.knownSince = now;
        seen.lastSeen = now;
        if (const auto known = before.constFind(port.id); known != before.constEnd()) {
            seen.knownSince = earlier(known->knownSince ? known->knownSince : known->firstSeen, now);
            if (sameState(*known, seen))
                seen.firstSeen = earlier(known->firstSeen, now);
        }
        seen.raw = toJson(seen);
        after.insert(port.id, seen);
    }
    for (auto it = before.constBegin(); it != before.constEnd(); ++it) {
        const Time last = it->lastSeen ? it->lastSeen : it->firstSeen;
        if (!after.contains(it.key()) && last && now - *last <= keepDays * DayMs)
            after.insert(it.key(), *it);
    }
    return after;
}

Observations merged(const Observations &one, const Observations &other)
{
    Observations result = one;
    for (auto it = other.constBegin(); it != other.constEnd(); ++it) {
        const auto mine = result.find(it.key());
        if (mine == result.end()) {
            result.insert(it.key(), *it);
            continue;
        }
        Observation both = it->lastSeen.value_or(0) > mine->lastSeen.value_or(0) ? *it : *mine;
        both.knownSince = earlier(it->knownSince, mine->knownSince);
        if (sameState(*it, *mine))
            both.firstSeen = earlier(it->firstSeen, mine->firstSeen);
        both.raw = toJson(both);
        *mine = both;
    }
    return result;
}

QString ObservationStore::defaultFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/flotsam/observations"_s;
}

QString ObservationStore::fileName(const QString &cloud, const QString &region, const QString &projectId,
                                   const QString &authUrl)
{
    const QString key = QStringList{cloud, region, projectId, authUrl}.join(u'\n').toLower();
    const QByteArray hash = QCryptographicHash::hash(key.toUtf8(), QCryptographicHash::Sha256).toHex().first(16);
    return QString::fromLatin1(hash) + u".json.gz"_s;
}

QString ObservationStore::path(const QString &name) const { return m_folder + u'/' + name; }

Result<Observations> ObservationStore::load(const QString &name) const { return readFile(path(name)); }

std::optional<Error> ObservationStore::save(const QString &name, const Observations &observations) const
{
    const QString what = u"Keeping observations"_s;
    if (!QDir().mkpath(m_folder))
        return storeError(what, m_folder, u"the folder cannot be made"_s);
    QLockFile lock(path(name) + u".lock"_s);
    if (!lock.tryLock(10'000))
        return storeError(what, path(name), u"another run holds the file"_s);

    const Result<Observations> present = readFile(path(name));
    const Observations all = present.ok() ? merged(observations, *present) : observations;
    QStringList ids(all.keyBegin(), all.keyEnd());
    if (ids.size() > m_maxPorts) {
        std::sort(ids.begin(), ids.end(), [&](const QString &a, const QString &b) {
            return all[a].lastSeen.value_or(0) > all[b].lastSeen.value_or(0);
        });
        ids.resize(m_maxPorts);
    }
    ids.sort();

    QSaveFile file(path(name));
    if (!file.open(QIODevice::WriteOnly))
        return storeError(what, path(name), file.errorString());
    file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    GzipWriter out(file, true);
    out.write("{\"format\":\"flotsam-observations\",\"version\":1,\"ports\":{");
    for (qsizetype i = 0; i < ids.size(); ++i)
        out.write((i ? ",\n" : "\n") + quoted(ids[i]) + ':' + all[ids[i]].raw);
    out.write("}}\n");
    if (!out.finish() || !file.commit())
        return storeError(what, path(name), file.errorString());
    return std::nullopt;
}

} // namespace flotsam
