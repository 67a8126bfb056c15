// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/error.h"
#include "models/remedy/remedyreport.h"

#include <QByteArray>
#include <QObject>
#include <QThreadPool>

#include <functional>

namespace flotsam {

/// Where a run writes down what it is about to do and what came of it.
class Journal
{
public:
    using Done = std::function<void(const std::optional<Error> &)>;
    virtual ~Journal() = default;
    /// Appends \a lines and makes them durable before \a done comes. In the order of the calls; \a done comes later, on
    /// the calling thread, and never after the destructor.
    virtual void append(const QByteArray &lines, Done done) = 0;
    virtual QString path() const = 0;
};

/// A journal on disk: JSON lines, only ever appended, fsynced (as is every folder made for it, and the folder that it
/// was made in), mode 0600 in a folder of mode 0700. Held with an
/// exclusive flock while it is written, so that a journal without end and without holder is one of a crashed run.
/// Writing happens on a worker.
class JournalFile : public QObject, public Journal
{
    Q_OBJECT
public:
    /// A new file in \a folder, made with the first append().
    JournalFile(const QString &folder, const QString &cloud, const QDateTime &now, QObject *parent = nullptr);
    /// An existing one, to be completed.
    explicit JournalFile(const QString &path, QObject *parent = nullptr);
    ~JournalFile() override;

    /// `<XDG data>/flotsam/journals` of this user.
    static QString defaultFolder();

    void append(const QByteArray &lines, Done done) override;
    QString path() const override { return m_path; }

private:
    class Descriptor;
    QString m_path;
    std::shared_ptr<Descriptor> m_descriptor;
    QThreadPool m_worker; ///< of one thread: keeps the order
};

/// What a run is told by, at the head of its journal.
struct JournalHeader
{
    QString runId;
    RemedyAction action = RemedyAction::Delete;
    QString cloud;
    QString region;
    QString authUrl; ///< without user and query
    QString projectId;
    QString projectName;
    QString userName;
    bool admin = true; ///< the run had an admin's view; also where the journal does not say
    QDateTime startedAt;
    QDateTime plannedAt;
    QDateTime checkedAt;
    int ports = 0;
    bool matching = false; ///< deeds are guarded by If-Match
    QList<ProjectQuota> quotas; ///< before the run
};

/// Header, every port with its full JSON, and the line that says that they are all there.
QByteArray journalHead(const JournalHeader &header, const RemedyPlan &plan);
QByteArray journalSending(const QString &portId, const QDateTime &at);
QByteArray journalOutcome(const PortOutcome &outcome);
/// \a by: "run", "recovery" or "hand". Names the ids of which nobody knows what became of them: only by hand may there
/// be any.
QByteArray journalClose(const QDateTime &at, const QString &by, const QList<PortOutcome> &outcomes);
/// In place of journalClose() where the cloud did not tell what became of some ports: the run is over, its journal is
/// open.
QByteArray journalEnded(const QDateTime &at, const QList<PortOutcome> &outcomes);
/// The ids of the outcomes that say that it is not known.
QStringList unknownIds(const QList<PortOutcome> &outcomes);
QByteArray journalRestored(const QString &formerId, const QString &newId, const QDateTime &at,
                           const QStringList &different);

} // namespace flotsam
