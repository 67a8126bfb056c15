// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/journal.h"

namespace flotsam {

/// One port of a journal.
struct JournalPort
{
    QString id;
    QByteArray json; ///< as Neutron sent it before the run
    Port port; ///< the same, decoded
    bool sending = false; ///< that something would be sent was written down
    std::optional<PortOutcome> outcome;
    QString restoredAs; ///< id of the port made again of it; empty where none was

    /// What became of it is written down; that it is not known is no outcome.
    bool isResolved() const { return outcome && outcome->kind != OutcomeKind::Unknown; }
};

/// A journal as it is on disk.
struct JournalRecord
{
    QString path;
    JournalHeader header;
    QList<JournalPort> ports; ///< in the order of the file
    bool ready = false; ///< every port was written down: without that nothing was ever sent
    QDateTime endedAt; ///< the run came to its end and left some ports unknown; invalid: it was cut off, or is closed
    QDateTime closedAt; ///< invalid: open
    QString closedBy; ///< "run", "recovery", "hand"
    int damagedLines = 0; ///< that could not be read; a torn last line is one
    bool torn = false; ///< the last line is not complete

    bool isOpen() const { return !closedAt.isValid(); }
    QStringList unresolved() const; ///< ids of which it is not written down what became of them
    const JournalPort *find(const QString &id) const;
    /// Ports that were deleted, by this run or before it, or may have been after all, and were not made again. Whether
    /// a port is really gone must be asked first.
    QStringList restorable() const;
};

/// Fails (Error::Kind::File, Parse) where the file cannot be read or is no journal. A line that cannot be read is
/// counted and left out, most of all a torn last one. Blocks: for a worker.
Result<JournalRecord> readJournal(const QString &path);
/// Every journal of \a folder, newest first; with \a openOnly those without an end which no other process holds.
/// What cannot be read is told in \a problems. Blocks: for a worker.
QList<JournalRecord> findJournals(const QString &folder, bool openOnly, QList<Error> *problems = nullptr);

} // namespace flotsam
