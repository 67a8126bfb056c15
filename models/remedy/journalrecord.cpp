// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/journalrecord.h"

#include "models/inventory/decode.h"
#include "models/remedy/textformats.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

QDateTime timeOf(const QJsonValue &value) { return QDateTime::fromString(value.toString(), Qt::ISODateWithMs).toUTC(); }

Port decodedPort(const QByteArray &json)
{
    const auto page = decodePage(SourceId::Ports, "{\"ports\":[" + json + "]}");
    return page && !page->items.ports.isEmpty() ? page->items.ports.first() : Port();
}

class RecordReader
{
public:
    explicit RecordReader(JournalRecord &record)
        : m_record(record)
    { }

    /// False where the line says nothing that a journal says.
    bool read(const QByteArray &text)
    {
        const QJsonDocument document = QJsonDocument::fromJson(text);
        if (!document.isObject())
            return false;
        const QJsonObject line = document.object();
        if (line.contains("journal"_L1))
            return readHeader(line);
        if (line.contains("port"_L1))
            readPort(line, text);
        else if (line.contains("ready"_L1))
            m_record.ready = true; // also where a port's line was damaged since: things may have been sent
        else if (line.contains("sending"_L1))
            readSending(line.value("sending"_L1).toString());
        else if (line.contains("outcome"_L1))
            readOutcome(line);
        else if (line.contains("restored"_L1))
            with(line.value("restored"_L1).toString(),
                 [&](JournalPort &port) { port.restoredAs = line.value("as"_L1).toString(); });
        else if (line.contains("ended"_L1))
            m_record.endedAt = timeOf(line.value("ended"_L1));
        else if (line.contains("closed"_L1))
            readClose(line);
        else
            return false;
        return true;
    }

private:
    template <class F>
    void with(const QString &id, F &&change)
    {
        const auto at = m_places.constFind(id);
        if (at != m_places.constEnd())
            change(m_record.ports[*at]);
    }

    bool readHeader(const QJsonObject &line)
    {
        const auto action = remedyActionFromWord(line.value("action"_L1).toString());
        if (!action)
            return false; // what was done to its ports cannot be guessed
        JournalHeader &header = m_record.header;
        header.runId = line.value("run"_L1).toString();
        header.action = *action;
        header.cloud = line.value("cloud"_L1).toString();
        header.region = line.value("region"_L1).toString();
        header.authUrl = line.value("auth_url"_L1).toString();
        header.projectId = line.value("project_id"_L1).toString();
        header.projectName = line.value("project_name"_L1).toString();
        header.userName = line.value("user_name"_L1).toString();
        header.admin = line.value("admin"_L1).toBool(true);
        header.startedAt = timeOf(line.value("started_at"_L1));
        header.plannedAt = timeOf(line.value("planned_at"_L1));
        header.checkedAt = timeOf(line.value("checked_at"_L1));
        header.matching = line.value("if_match"_L1).toBool();
        header.ports = line.value("ports"_L1).toInt();
        const QJsonArray quotas = line.value("quotas"_L1).toArray();
        for (const QJsonValue &quota : quotas)
            header.quotas.append(quotaFromJson(quota.toObject()));
        return true;
    }

    /// The port's JSON is taken as it stands: written out again it could lose what a parser does not know.
    void readPort(const QJsonObject &line, const QByteArray &text)
    {
        static const QByteArray key = ",\"json\":"; // within a string its quotes would be escaped
        const qsizetype at = text.indexOf(key);
        JournalPort port;
        port.id = line.value("port"_L1).toString();
        if (at >= 0)
            port.json = text.mid(at + key.size(), text.size() - at - key.size() - 1);
        port.port = decodedPort(port.json);
        m_places.insert(port.id, m_record.ports.size());
        m_record.ports.append(port);
    }

    void readSending(const QString &id)
    {
        if (!id.isEmpty() && !m_places.contains(id)) {
            // Its own line is damaged: what became of it has to be asked all the same.
            m_places.insert(id, m_record.ports.size());
            JournalPort port;
            port.id = id;
            m_record.ports.append(port);
        }
        with(id, [](JournalPort &port) { port.sending = true; });
    }

    void readOutcome(const QJsonObject &line)
    {
        PortOutcome outcome;
        outcome.portId = line.value("outcome"_L1).toString();
        outcome.kind = outcomeKindFromWord(line.value("kind"_L1).toString()).value_or(OutcomeKind::Unknown);
        outcome.words = line.value("words"_L1).toString();
        outcome.status = line.value("status"_L1).toInt();
        outcome.requestId = line.value("request_id"_L1).toString();
        outcome.matched = line.value("if_match"_L1).toBool();
        outcome.notAllowed = line.value("not_allowed"_L1).toVariant().toStringList();
        outcome.at = timeOf(line.value("at"_L1));
        with(outcome.portId, [&](JournalPort &port) { port.outcome = outcome; });
    }

    void readClose(const QJsonObject &line)
    {
        m_record.closedAt = timeOf(line.value("closed"_L1));
        m_record.closedBy = line.value("by"_L1).toString();
    }

    JournalRecord &m_record;
    QHash<QString, qsizetype> m_places;
};

Error readError(Error::Kind kind, const QString &path, const QString &why)
{
    return {kind, u"Reading the journal"_s, path, 0, why, {}, {}};
}

bool isHeld(const QString &path)
{
    const int fd = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    const bool held = ::flock(fd, LOCK_EX | LOCK_NB) != 0;
    ::close(fd);
    return held;
}

} // namespace

QStringList JournalRecord::unresolved() const
{
    QStringList ids;
    for (const JournalPort &port : ports) {
        if (!port.isResolved())
            ids += port.id;
    }
    return ids;
}

const JournalPort *JournalRecord::find(const QString &id) const
{
    const auto found = std::find_if(ports.begin(), ports.end(), [&](const JournalPort &port) { return port.id == id; });
    return found == ports.end() ? nullptr : &*found;
}

QStringList JournalRecord::restorable() const
{
    QStringList ids;
    for (const JournalPort &port : ports) {
        if (header.action != RemedyAction::Delete || !port.outcome || !port.restoredAs.isEmpty()
            || port.port.id.isEmpty())
            continue;
        const OutcomeKind kind = port.outcome->kind;
        const bool deleted = kind == OutcomeKind::Done || kind == OutcomeKind::Gone;
        const bool perhaps = port.sending && (kind == OutcomeKind::Unknown || kind == OutcomeKind::Failed);
        if (deleted || perhaps)
            ids += port.id;
    }
    return ids;
}

Result<JournalRecord> readJournal(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return readError(Error::Kind::File, path, file.errorString());
    JournalRecord record;
    record.path = path;
    RecordReader reader(record);
    while (!file.atEnd()) {
        QByteArray text = file.readLine();
        record.torn = !text.endsWith('\n');
        text = text.trimmed();
        if (text.isEmpty())
            continue;
        // A torn line may happen to be JSON: it was not fsynced as a whole and says nothing.
        if (record.torn || !reader.read(text))
            ++record.damagedLines;
    }
    if (file.error() != QFileDevice::NoError)
        return readError(Error::Kind::File, path, file.errorString());
    // A head that was cut off was closed as one of which nothing was sent.
    const bool cutOff = record.torn && record.damagedLines == 1;
    if (record.header.runId.isEmpty() && !cutOff && record.isOpen() && record.damagedLines + record.ports.size() > 0)
        return readError(Error::Kind::Parse, path, u"it does not begin as a journal does"_s);
    return record;
}

QList<JournalRecord> findJournals(const QString &folder, bool openOnly, QList<Error> *problems)
{
    QList<JournalRecord> found;
    const QStringList names = QDir(folder).entryList({u"*.jsonl"_s}, QDir::Files, QDir::Name | QDir::Reversed);
    for (const QString &name : names) {
        const QString path = folder + u'/' + name;
        Result<JournalRecord> record = readJournal(path);
        if (!record && problems)
            problems->append(record.error());
        if (!record || (openOnly && (!record->isOpen() || isHeld(path))))
            continue;
        found.append(std::move(record).value());
    }
    return found;
}

} // namespace flotsam
