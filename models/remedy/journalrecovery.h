// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/journalrecord.h"
#include "models/remedy/portactions.h"

#include <QObject>

namespace flotsam {

/// What a run that did not come to its end, or left some ports unknown, has left behind.
struct RecoveryReport
{
    JournalRecord record; ///< with the outcomes that were found out
    bool closed = false; ///< the journal has its end
    QStringList silent; ///< ids of which the cloud does not tell
    QDateTime at; ///< UTC, when the cloud was asked
    QString summary; ///< in words. Translated.
    std::optional<Error> error; ///< why it is not closed
};

/// The lines that close an open journal of which nobody can or wants to find out more. The ids of which it is not known
/// what became of them are named.
QByteArray closedByHand(const JournalRecord &record, const QDateTime &at);

/// Asks the cloud what became of every port of an open journal, completes the journal and closes it. What cannot be
/// found out stays open for the next time. Holds the journal meanwhile, so that nobody else does the same.
class JournalRecovery : public QObject
{
    Q_OBJECT
public:
    /// \a actions must be those of the journal's cloud and outlive this.
    JournalRecovery(const JournalRecord &record, PortActions &actions, QObject *parent = nullptr);
    void start();

signals:
    void progress(int done, int total);
    void finished(const flotsam::RecoveryReport &report);

private:
    void ask();
    void pump();
    void onLook(const QString &id, const PortLook &look);
    std::optional<PortOutcome> outcomeOf(const JournalPort &port, const PortLook &look) const;
    QString summary() const;
    void conclude();
    void finish(const std::optional<Error> &error);

    JournalRecord m_record;
    PortActions &m_actions;
    JournalFile m_journal;
    QStringList m_waiting;
    QList<PortOutcome> m_found;
    QStringList m_silent; ///< of which the cloud did not tell
    QString m_why;
    int m_flying = 0;
    int m_total = 0;
    bool m_concluded = false;
};

} // namespace flotsam
