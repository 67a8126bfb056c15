// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/journal.h"
#include "models/remedy/portactions.h"
#include "models/remedy/recheck.h"
#include "models/remedy/remedyreport.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <optional>

namespace flotsam {

struct RunOptions
{
    int atOnce = 4; ///< requests in flight
    int errorsInARow = 5; ///< after so many the run stops by itself; 204, 404 and 412 are none, a 409 is one
    int laterTries = 3; ///< after 429 or 503
    std::chrono::milliseconds longestWait = std::chrono::seconds(120); ///< a longer Retry-After is not waited for
    std::chrono::milliseconds recheckAge = RecheckAge; ///< after which what is left is re-checked first
    int looks = 4; ///< at a port whose answer was lost, before it is said to be still there
    std::chrono::milliseconds betweenLooks = std::chrono::seconds(2);
    std::function<QDateTime()> clock = [] { return QDateTime::currentDateTimeUtc(); };
};

struct RunProgress
{
    enum class State : quint8
    {
        Starting, ///< the journal is written
        Running,
        Waiting, ///< the service asked for patience
        Rechecking, ///< what is left is looked at again
        Pausing, ///< the ones in flight end
        Paused,
        Stopping, ///< the ones in flight end
        Ending, ///< the journal is closed, quotas are read
        Over
    };
    State state = State::Starting;
    int total = 0;
    int done = 0; ///< with an outcome
    int inFlight = 0;
    std::array<int, OutcomeKindCount> counts{};
    double perSecond = 0; ///< outcomes, while running
    std::optional<std::chrono::milliseconds> left; ///< not set where there is no telling
};

/// Carries a re-checked plan out: the journal first, then at most a few requests at a time, every outcome as the cloud
/// tells it. The ids only ever get fewer. Lives on one thread and never blocks it; needs no widgets and no network of
/// its own.
class RemedyRun : public QObject
{
    Q_OBJECT
public:
    /// Of \a plan only the ports that \a check found ok are touched; the others are reported as taken out.
    /// \a actions and \a journal must outlive this.
    RemedyRun(const RemedyPlan &plan, const RecheckResult &check, const JournalHeader &header, PortActions &actions,
              Journal &journal, const RunOptions &options = {}, QObject *parent = nullptr);
    ~RemedyRun() override;

    void start();
    /// Sends nothing more; those in flight end.
    void pause();
    void resume();
    /// For good. Everything that was not sent is reported so.
    void stop(const QString &why = {});

    /// The answer to recheckWanted(). Only ids that were asked for and are ok go on.
    void recheckDone(const RecheckResult &check);
    void recheckFailed(const Error &error);

    const RemedyPlan &plan() const { return m_plan; }
    const RunProgress &progress() const { return m_progress; }
    bool isOver() const { return m_progress.state == RunProgress::State::Over; }

signals:
    void progressChanged(const flotsam::RunProgress &progress);
    void outcome(const flotsam::PortOutcome &outcome);
    /// The last re-check is too old for what is left; answer with recheckDone() or recheckFailed().
    void recheckWanted(const QStringList &portIds);
    void finished(const flotsam::RemedyReport &report);

private:
    using State = RunProgress::State;
    /// One port on its way.
    struct Case
    {
        int tries = 0; ///< sent
        int looks = 0;
        bool doubt = false; ///< an earlier answer was lost: the deed may be done
        PortAnswer answer; ///< the last
    };

    void pump();
    void askAgain();
    void lookAfterDoubts();
    void takeToLook(const QString &id);
    void announce(const QString &id);
    void send(const QString &id);
    void onAnswer(const QString &id, const PortAnswer &answer);
    void onChanged(const QString &id, const PortAnswer &answer);
    void later(const QString &id, const PortAnswer &answer);
    void lookInto(const QString &id);
    void onLook(const QString &id, const PortLook &look);
    void stillThere(const QString &id, const Port &now);
    void lookAgain(const QString &id);
    void settle(const QString &id, OutcomeKind kind, const QString &words);
    void countError(const PortOutcome &outcome);
    void journalFailed(const Error &error);
    void moveOn();
    void end();
    void report();
    void setState(State state);
    void updateProgress();
    bool isSending() const { return m_progress.state == State::Running; }
    const PlannedPort &planned(const QString &id) const { return *m_plan.find(id); }
    template <class F>
    auto here(F f); ///< \a f, called only while this lives

    const RemedyPlan m_plan;
    JournalHeader m_header;
    PortActions &m_actions;
    Journal &m_journal;
    const RunOptions m_options;
    QDateTime m_checkedAt;
    QHash<QString, QString> m_takenOut; ///< by the first re-check: id, why
    QStringList m_queue; ///< waiting for their turn
    QSet<QString> m_flying; ///< announced, sent or being looked at
    QHash<QString, Case> m_cases;
    QHash<QString, PortOutcome> m_outcomes;
    QSet<QString> m_askedAgain;
    QTimer m_patience;
    RunProgress m_progress;
    QElapsedTimer m_running;
    qint64 m_ranMs = 0;
    QString m_stopped;
    QList<ProjectQuota> m_quotasAfter;
    int m_errors = 0; ///< in a row
    int m_unmatched = 0; ///< deeds that were not guarded by If-Match
    bool m_journalAsked = false; ///< there is an answer on the head
    bool m_journalReady = false; ///< the head is on disk
    bool m_journalBroken = false;
    JournalState m_journalState = JournalState::Incomplete;
};

} // namespace flotsam
