// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/cloudconfig.h"
#include "app/cloud/recheck.h"
#include "models/remedy/journalrecovery.h"
#include "models/remedy/lockstate.h"
#include "models/remedy/remedyreview.h"
#include "models/remedy/remedyrun.h"

#include <QObject>

#include <memory>
#include <optional>

namespace flotsam {

class HttpPortActions;
struct PortActionsOptions;

struct RemedyOptions
{
    Settings settings; ///< of the judgement
    QString journalFolder = JournalFile::defaultFolder();
    RunOptions run;
    std::chrono::milliseconds recheckDeadline = RecheckAge;
    std::chrono::milliseconds idleTimeout = std::chrono::seconds(20);
};

/// Leads one plan at a time from the user's wish to the report: re-check, tripwires, confirmation, journal, run. Holds
/// no widgets and asks nobody by itself: what it needs to know it is told. Lives on one thread and never blocks it.
///
///     begin() -> recheckProgress() … -> reviewReady() -> confirm() -> runProgress() … -> finished()
///
/// confirm() may be answered with reviewReady() again where the review was too old and the new one shows another wire.
class RemedyController : public QObject
{
    Q_OBJECT
public:
    enum class State
    {
        Idle,
        Rechecking, ///< before a review, or again before the run
        Reviewing, ///< waits for confirm() or cancel()
        Running,
    };

    explicit RemedyController(LockState &lock, const RemedyOptions &options = {}, QObject *parent = nullptr);
    ~RemedyController() override;

    /// The cloud that everything is done to; nothing: a file is shown, or no cloud. \a journalFolder empty: the one of
    /// the options. False while isBusy(): that must end first. Locks the session.
    bool setCloud(const std::optional<CloudConfig> &config, const QString &journalFolder = {});
    /// As whom and where the cloud was read last. A port that this login cannot see is not gone: journals of another
    /// project, user or region are left alone.
    void setView(const AuthInfo &auth, const QString &region);
    LockState &lock() { return m_lock; }
    State state() const { return m_state; }
    bool isRunning() const { return m_state == State::Running; }
    /// A run is going or a port is being made again: the cloud must not be left now.
    bool isBusy() const { return isRunning() || m_restoring > 0; }

    /// Each of these tells why it does not do it (translated), or nothing where it does.
    QString begin(const RemedyPlan &plan);
    QString confirm(const Confirmation &confirmation);
    QString restore(const QString &journalPath, const QString &portId);

    /// Gives a plan up before it runs. A run is stopped, not cancelled.
    void cancel();
    void pause();
    void resume();
    void stop();

    /// Looks for journals of this user that have no end; openJournalsFound() tells of them, problem() of those that
    /// cannot be read.
    void findOpenJournals();
    const QString &journalFolder() const { return m_folder; }
    /// True where the journal was written for the cloud that is set and with no wider a view than the present one.
    bool isOfThisCloud(const JournalRecord &record) const;
    /// Asks the cloud what became of the ports of an open journal and closes it. Changes nothing in the cloud, and
    /// so needs no unlocked session. False where the journal is another cloud's. Once at a time for each.
    bool recover(const JournalRecord &record);
    /// Closes an open journal, of any cloud, without knowing what became of all its ports; journalGivenUp() or
    /// problem() tells. Changes nothing in the cloud.
    void giveUpJournal(const QString &path);

signals:
    void stateChanged();
    void recheckProgress(const flotsam::SourceProgress &progress);
    void probesProgress(int done, int total);
    void reviewReady(const flotsam::RemedyReview &review);
    /// The plan came to nothing before it ran; nothing was changed.
    void failed(const flotsam::Error &error);
    void runProgress(const flotsam::RunProgress &progress);
    void outcome(const flotsam::PortOutcome &outcome);
    /// Read the cloud again after this.
    void finished(const flotsam::RemedyReport &report);
    void openJournalsFound(const QList<flotsam::JournalRecord> &records);
    void recovered(const flotsam::RecoveryReport &report);
    void journalGivenUp(const QString &path);
    void restored(const QString &formerId, const flotsam::RestoreAnswer &answer);
    void problem(const flotsam::Error &error);

private:
    void startRecheck(const RemedyPlan &plan, void (RemedyController::*then)(const RecheckResult &));
    void review(const RecheckResult &check);
    void reviewAgain(const RecheckResult &check);
    void recheckedInRun(const RecheckResult &check);
    RemedyReview reviewOf(const RemedyPlan &plan, const RecheckResult &check) const;
    void startRun(const RemedyPlan &plan, const RecheckResult &check);
    void onRunFinished(const RemedyReport &report);
    void onRecheckFailed(const Error &error);
    void setState(State state);
    void drop(std::unique_ptr<QObject> object);
    JournalHeader header() const;
    QString whyNot() const;
    PortActionsOptions actionsOptions() const;
    void endRestore(const QString &portId, const RestoreAnswer &answer);
    void makeAgain(const QString &path, const QString &portId, const QByteArray &json);
    void restoreFrom(const JournalRecord &record, const QString &portId);

    LockState &m_lock;
    QSet<QString> m_recovering; ///< paths
    RemedyOptions m_options;
    std::optional<CloudConfig> m_config;
    QString m_folder;
    std::optional<std::pair<AuthInfo, QString>> m_view; ///< and the region
    std::unique_ptr<HttpPortActions> m_actions;
    State m_state = State::Idle;
    int m_restoring = 0;
    RemedyPlan m_plan;
    RemedyReview m_review;
    RecheckResult m_check;
    Confirmation m_confirmation;
    std::unique_ptr<Recheck> m_recheck;
    std::unique_ptr<JournalFile> m_journal;
    std::unique_ptr<RemedyRun> m_run;
};

} // namespace flotsam
