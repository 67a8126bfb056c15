// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/remedyplan.h"

#include <array>

namespace flotsam {

/// What became of one port of a run, as far as the cloud said so.
enum class OutcomeKind : quint8
{
    Done, ///< the cloud confirmed the deed
    Gone, ///< the cloud says that the port is not there (any more)
    TakenOut, ///< a re-check took it out; nothing was sent
    Changed, ///< 412, or a look just before: it is not as it was judged; skipped
    Refused, ///< the service refused, in its own words
    NotSent, ///< the run ended before its turn, or a look before the deed failed
    Failed, ///< the cloud was asked, and the port is as it was
    Unknown, ///< the cloud could not be asked: it may have been done or not
};
inline constexpr int OutcomeKindCount = 8;
/// "done", "gone", "taken-out" …: the words of journals and exports.
QLatin1StringView toWord(OutcomeKind kind);
std::optional<OutcomeKind> outcomeKindFromWord(QStringView word);
/// "Deleted", "Device cleared", "Gone already" … Translated.
QString outcomeTitle(OutcomeKind kind, RemedyAction action);

struct PortOutcome
{
    QString portId;
    OutcomeKind kind = OutcomeKind::NotSent;
    QString words; ///< what happened, a sentence. Translated.
    int status = 0; ///< HTTP status of the deciding answer
    QString requestId;
    QDateTime at; ///< UTC
    bool matched = true; ///< guarded by If-Match; else by a look just before
    QStringList notAllowed; ///< what of a repair this token may not do. Translated.

    /// Nothing or nothing certain was done to it, and it may be tried again.
    bool canRetry() const
    {
        return kind == OutcomeKind::Refused || kind == OutcomeKind::NotSent || kind == OutcomeKind::Failed
            || kind == OutcomeKind::Unknown;
    }
};

/// What a run leaves on disk.
enum class JournalState : quint8
{
    Incomplete, ///< it could not be written to its end
    Open, ///< every outcome is on disk, and of some ports the cloud did not tell: it is asked again
    Closed, ///< every outcome is on disk
};

/// How a run ended.
struct RemedyReport
{
    RemedyPlan plan; ///< what was to be done
    QDateTime startedAt; ///< UTC
    QDateTime endedAt; ///< UTC
    QList<PortOutcome> outcomes; ///< one for every port of the plan, in its order
    QList<ProjectQuota> quotasBefore; ///< by project id; only those that could be read
    QList<ProjectQuota> quotasAfter;
    QString stopped; ///< why the run did not get through. Translated; empty where it did.
    QStringList notes; ///< e.g. that the cloud has no revision-if-match. Translated.
    QString journalPath;
    JournalState journal = JournalState::Incomplete;

    std::array<int, OutcomeKindCount> counts() const;
    int count(OutcomeKind kind) const { return counts()[size_t(kind)]; }
    /// Ids that can be tried again. They need a new re-check.
    QSet<QString> retryable() const;

    QString journalText() const; ///< where the journal is and in which state. Translated.
    QString summary() const; ///< "12 deleted, 1 gone already, 2 skipped." Translated.
    QString toText() const; ///< for people
    QByteArray toJson() const; ///< format flotsam-outcome, version 1
    QByteArray toCsv() const; ///< RFC 4180, UTF-8, one port a line
};

} // namespace flotsam
