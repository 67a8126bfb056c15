// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/tabledata.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace flotsam {

/// Says which rows of a table are shown. Immutable; applied on any thread.
class RowFilter
{
public:
    virtual ~RowFilter();
    /// Clears keep[row] of the rows that do not pass. keep holds a 1 or 0 per row of \a table.
    virtual void apply(const TableData &table, std::vector<char> &keep) const = 0;
    /// What must be ready in \a table so that apply() takes one pass only.
    virtual bool ready(const TableData &table) const = 0;
};

using RowFilterPtr = std::shared_ptr<const RowFilter>;

/// Free text and the chips, as the user set them. Equal states show equal rows.
struct FilterState
{
    QString text; ///< words that must all be found in the row; "in quotes" they are one
    quint8 verdicts = 0; ///< bit per Verdict; 0: all
    bool macConflict = false; ///< with verdicts: those or the flagged ones
    Time createdFrom = {}; ///< created then or later; rows without a time do not pass
    Time createdBefore = {}; ///< created before; rows without a time do not pass

    bool hasCreatedRange() const { return createdFrom || createdBefore; }
    bool isEmpty() const { return text.trimmed().isEmpty() && verdicts == 0 && !macConflict && !hasCreatedRange(); }
    friend bool operator==(const FilterState &, const FilterState &) = default;
};

/// Null where \a state is empty.
RowFilterPtr makeFilter(const FilterState &state);
QStringList filterWords(const QString &text);

} // namespace flotsam
