// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/journalrecord.h"
#include "models/remedy/portactions.h"

#include <QObject>

namespace flotsam {

/// What a run that did not come to its end has left behind.
struct RecoveryReport
{
    JournalRecord record; ///< with the outcomes that were found out
    bool closed = false; ///< every port's fate is known now and the journal has its end
    QString summary; ///< in words. Translated.
    std::optional<Error> error; ///< why it is not closed
};

/// Asks the cloud what became of every port of an open journal, completes the journal and closes it. What cannot be
/// found out stays open for the next time.
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
    void pump();
    void onLook(const QString &id, const PortLook &look);
    PortOutcome outcomeOf(const JournalPort &port, const PortLook &look) const;
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
