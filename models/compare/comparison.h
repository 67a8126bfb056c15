// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/triage/judgement.h"

#include <QList>
#include <QStringList>

#include <array>

namespace flotsam {

/// What became of a port between two readings, most urgent first. A reading of which the port list was cut short, or
/// whose login does not see the port's project, proves no absence: what is not in it is not visible, never gone.
enum class Change : quint8
{
    Leaked, ///< an orphan now, and before no orphan or not there yet
    Found, ///< an orphan now; before it could not be judged or seen: it may have leaked earlier
    Freed, ///< an orphan before, gone now
    Changed, ///< other verdict, confidence or MAC conflict; not one of the above
    Gone, ///< no orphan before, gone now
    New, ///< not there before, no orphan now
    NotVisible, ///< there before; the later reading cannot tell whether it still is
    Unseen, ///< there now, no orphan; the earlier reading cannot tell whether it was
};
inline constexpr int ChangeCount = 8;

/// "leaked", "found", "freed", "changed", "gone", "new", "not-visible", "unseen".
QLatin1StringView toWord(Change change);
/// For a cell or a heading: "Leaked", "Not visible any more".
QString changeTitle(Change change);
/// What the word means, one sentence.
QString changeMeaning(Change change);

struct Difference
{
    Change change = Change::Changed;
    int before = -1; ///< row of the earlier snapshot's ports; -1 where it is not in it
    int after = -1; ///< likewise of the later one's
};

/// Two judged readings of one cloud and how they differ. Immutable; keeps both alive.
struct Comparison
{
    JudgementPtr before;
    JudgementPtr after;
    /// Why they cannot be compared; empty where they can. Then nothing is leaked, freed, new or gone.
    QString problem;
    /// What a reader must know: lists that were cut short, a narrower view.
    QStringList notes;
    QList<Difference> differences; ///< by port id
    std::array<int, ChangeCount> counts{};
    int newConflicts = 0; ///< ports with a MAC conflict now that had none before, or were not there

    bool comparable() const { return problem.isEmpty(); }
    int count(Change change) const { return counts[size_t(change)]; }
    const Port &port(const Difference &difference) const;
    /// What the later reading says of it, else the earlier one; what cannot be known is said.
    QString sentence(const Difference &difference) const;
};

/// Pure, linear. \a before is the earlier reading.
Comparison compare(const JudgementPtr &before, const JudgementPtr &after);

/// `flotsam-comparison`, version 1: for machines. Ports by id.
QByteArray jsonComparison(const Comparison &comparison);
/// For people: fits 100 columns.
QString textComparison(const Comparison &comparison, bool colour);

} // namespace flotsam
