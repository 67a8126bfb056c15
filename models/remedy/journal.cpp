// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/journal.h"

#include "models/remedy/textformats.h"

#include <QDir>
#include <QFileInfo>
#include <QFutureWatcher>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QThread>
#include <QUuid>
#include <QtConcurrentRun>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

QByteArray line(const QJsonObject &object) { return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n'; }

QByteArray quoted(const QString &text)
{
    const QByteArray list = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact);
    return list.sliced(1, list.size() - 2);
}

Error fileError(const QString &path, const QString &why)
{
    return {Error::Kind::File,
            u"Writing the journal"_s,
            path,
            0,
            why,
            {},
            u"Nothing is sent to the cloud without a journal. Make room, or make the folder writable."_s};
}

QString systemError() { return QString::fromLocal8Bit(std::strerror(errno)); }

QJsonObject tally(const QList<PortOutcome> &outcomes)
{
    QJsonObject counts;
    for (const PortOutcome &outcome : outcomes) {
        const QString word = toWord(outcome.kind);
        counts.insert(word, counts.value(word).toInt() + 1);
    }
    QJsonObject object{{u"counts"_s, counts}};
    if (const QStringList unknown = unknownIds(outcomes); !unknown.isEmpty())
        object.insert(u"unknown"_s, QJsonArray::fromStringList(unknown));
    return object;
}

} // namespace

/// The open file. Used by the worker only.
class JournalFile::Descriptor
{
public:
    Descriptor(const QString &path, bool fresh)
        : m_path(path)
        , m_fresh(fresh)
    { }
    ~Descriptor()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }

    std::optional<Error> append(const QByteArray &lines)
    {
        if (m_broken)
            return m_broken;
        m_broken = m_fd < 0 ? open() : std::nullopt;
        if (!m_broken)
            m_broken = write(lines);
        if (!m_broken && ::fsync(m_fd) != 0)
            m_broken = fileError(m_path, systemError());
        return m_broken;
    }

private:
    std::optional<Error> open()
    {
        const QByteArray path = QFile::encodeName(m_path);
        const QString folder = QFileInfo(m_path).absolutePath();
        if (m_fresh) {
            if (auto error = makeFolder(folder))
                return error;
            ::chmod(QFile::encodeName(folder).constData(), 0700);
        }
        const int flags = O_RDWR | O_APPEND | O_CLOEXEC | (m_fresh ? O_CREAT | O_EXCL : 0);
        m_fd = ::open(path.constData(), flags, 0600);
        if (m_fd < 0)
            return fileError(m_path, systemError());
        if (!lock())
            return fileError(m_path, u"another run of the program writes to it"_s);
        return m_fresh ? syncFolder(folder) : endTornLine();
    }

    /// Somebody who only looks whether it is held lets go of it at once.
    bool lock()
    {
        for (int tries = 0; ::flock(m_fd, LOCK_EX | LOCK_NB) != 0; ++tries) {
            if (tries == 10)
                return false;
            QThread::msleep(10);
        }
        return true;
    }

    /// Every folder that is missing, from the top; each must survive a power cut, and its name in the one above too.
    std::optional<Error> makeFolder(const QString &folder)
    {
        if (QFileInfo(folder).isDir())
            return std::nullopt;
        const QString above = QFileInfo(folder).absolutePath();
        if (above != folder) {
            if (auto error = makeFolder(above))
                return error;
        }
        if (::mkdir(QFile::encodeName(folder).constData(), 0700) != 0 && errno != EEXIST)
            return fileError(folder, systemError());
        if (auto error = syncFolder(folder))
            return error;
        return syncFolder(above);
    }

    /// What stands in it must survive a power cut as well: the name of the file, or of the folder below.
    std::optional<Error> syncFolder(const QString &folder)
    {
        const int fd = ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (fd < 0)
            return fileError(folder, systemError());
        const bool synced = ::fsync(fd) == 0 || errno == EINVAL;
        const QString why = synced ? QString() : systemError();
        ::close(fd);
        return synced ? std::nullopt : std::optional(fileError(folder, why));
    }

    std::optional<Error> endTornLine()
    {
        const off_t size = ::lseek(m_fd, 0, SEEK_END);
        char last = '\n';
        if (size > 0 && ::pread(m_fd, &last, 1, size - 1) != 1)
            return fileError(m_path, systemError());
        return last == '\n' ? std::nullopt : write("\n");
    }

    std::optional<Error> write(const QByteArray &lines)
    {
        qsizetype written = 0;
        while (written < lines.size()) {
            const ssize_t done = ::write(m_fd, lines.constData() + written, size_t(lines.size() - written));
            if (done < 0 && errno == EINTR)
                continue;
            if (done <= 0)
                return fileError(m_path, done < 0 ? systemError() : u"nothing more can be written"_s);
            written += done;
        }
        return std::nullopt;
    }

    QString m_path;
    bool m_fresh;
    int m_fd = -1;
    std::optional<Error> m_broken; ///< once a line is missing, nothing may follow it
};

JournalFile::JournalFile(const QString &folder, const QString &cloud, const QDateTime &now, QObject *parent)
    : QObject(parent)
{
    QString name = cloud;
    static const QRegularExpression strange(u"[^A-Za-z0-9_-]+"_s);
    name.replace(strange, u"_"_s);
    const QString unique = QUuid::createUuid().toString(QUuid::WithoutBraces).left(8);
    m_path = u"%1/%2-%3-%4.jsonl"_s.arg(folder, now.toUTC().toString(u"yyyyMMdd'T'hhmmss'Z'"_s), name.left(40), unique);
    m_descriptor = std::make_shared<Descriptor>(m_path, true);
    m_worker.setMaxThreadCount(1);
}

JournalFile::JournalFile(const QString &path, QObject *parent)
    : QObject(parent)
    , m_path(path)
    , m_descriptor(std::make_shared<Descriptor>(path, false))
{
    m_worker.setMaxThreadCount(1);
}

JournalFile::~JournalFile() { m_worker.waitForDone(); }

QString JournalFile::defaultFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/flotsam/journals"_s;
}

void JournalFile::append(const QByteArray &lines, Done done)
{
    using Outcome = std::optional<Error>;
    auto *watcher = new QFutureWatcher<Outcome>(this);
    connect(watcher, &QFutureWatcher<Outcome>::finished, this, [watcher, done = std::move(done)] {
        watcher->deleteLater();
        done(watcher->result());
    });
    watcher->setFuture(
        QtConcurrent::run(&m_worker, [descriptor = m_descriptor, lines] { return descriptor->append(lines); }));
}

QByteArray journalHead(const JournalHeader &header, const RemedyPlan &plan)
{
    QJsonArray quotas;
    for (const ProjectQuota &quota : header.quotas)
        quotas.append(quotaJson(quota));
    QByteArray text = line({{u"journal"_s, u"flotsam-remedy"_s},
                            {u"version"_s, 1},
                            {u"program"_s, u"flotsam " FLOTSAM_VERSION ""_s},
                            {u"run"_s, header.runId},
                            {u"action"_s, QString(toWord(header.action))},
                            {u"cloud"_s, header.cloud},
                            {u"region"_s, header.region},
                            {u"auth_url"_s, header.authUrl},
                            {u"project_id"_s, header.projectId},
                            {u"project_name"_s, header.projectName},
                            {u"user_name"_s, header.userName},
                            {u"admin"_s, header.admin},
                            {u"started_at"_s, isoTime(header.startedAt)},
                            {u"planned_at"_s, isoTime(header.plannedAt)},
                            {u"checked_at"_s, isoTime(header.checkedAt)},
                            {u"if_match"_s, header.matching},
                            {u"ports"_s, header.ports},
                            {u"quotas"_s, quotas}});
    for (const PlannedPort &planned : plan.ports()) {
        const QJsonObject known{
            {u"verdict"_s, QString(toWord(planned.judgement.verdict))},
            {u"confidence"_s, QString(toWord(planned.judgement.confidence))},
            {u"reasons"_s, QJsonArray::fromStringList(reasonNames(planned.judgement))},
            {u"side_effects"_s, QJsonArray::fromStringList(planned.effects.sentences)},
        };
        // The port's own JSON goes in as it came: a parser in between could lose what it does not know.
        text += "{\"port\":" + quoted(planned.port.id)
            + ",\"judged\":" + QJsonDocument(known).toJson(QJsonDocument::Compact) + ",\"json\":"
            + (planned.json.isEmpty() ? QByteArray("{}") : QByteArray(planned.json).replace('\n', ' ')) + "}\n";
    }
    return text + line({{u"ready"_s, plan.size()}});
}

QByteArray journalSending(const QString &portId, const QDateTime &at)
{
    return line({{u"sending"_s, portId}, {u"at"_s, isoTime(at)}});
}

QByteArray journalOutcome(const PortOutcome &outcome)
{
    return line({{u"outcome"_s, outcome.portId},
                 {u"kind"_s, QString(toWord(outcome.kind))},
                 {u"words"_s, outcome.words},
                 {u"status"_s, outcome.status},
                 {u"request_id"_s, outcome.requestId},
                 {u"if_match"_s, outcome.matched},
                 {u"not_allowed"_s, QJsonArray::fromStringList(outcome.notAllowed)},
                 {u"at"_s, isoTime(outcome.at)}});
}

QByteArray journalClose(const QDateTime &at, const QString &by, const QList<PortOutcome> &outcomes)
{
    QJsonObject object = tally(outcomes);
    object.insert(u"closed"_s, isoTime(at));
    object.insert(u"by"_s, by);
    return line(object);
}

QByteArray journalEnded(const QDateTime &at, const QList<PortOutcome> &outcomes)
{
    QJsonObject object = tally(outcomes);
    object.insert(u"ended"_s, isoTime(at));
    return line(object);
}

QStringList unknownIds(const QList<PortOutcome> &outcomes)
{
    QStringList ids;
    for (const PortOutcome &outcome : outcomes) {
        if (outcome.kind == OutcomeKind::Unknown)
            ids += outcome.portId;
    }
    return ids;
}

QByteArray journalRestored(const QString &formerId, const QString &newId, const QDateTime &at,
                           const QStringList &different)
{
    return line({{u"restored"_s, formerId},
                 {u"as"_s, newId},
                 {u"at"_s, isoTime(at)},
                 {u"different"_s, QJsonArray::fromStringList(different)}});
}

} // namespace flotsam
