// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/time.h"
#include "models/tables/filterlanguage.h"
#include "models/tables/tabledata.h"

#include <QString>

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace flotsam {

class PortsTable;

/// Says which rows of a table are shown. Immutable; applied on any thread.
class RowFilter
{
public:
    virtual ~RowFilter();
    /// Clears keep[row] of the rows that do not pass. keep holds a 1 or 0 per row of \a table.
    virtual void apply(const TableData &table, std::vector<char> &keep) const = 0;
    /// What must be ready in \a table so that apply() takes one pass only.
    virtual bool ready(const TableData &table) const = 0;
    /// Makes it ready.
    virtual void prepare(const TableData &table) const = 0;
};

using RowFilterPtr = std::shared_ptr<const RowFilter>;

/// The filter as the user set it. Equal states show equal rows.
struct FilterState
{
    QString text; ///< in the language of filterlanguage.h
    quint8 verdicts = 0; ///< bit per Verdict, or-ed with macConflict; becomes terms of the text
    bool macConflict = false;
    Time createdFrom = {}; ///< created then or later; rows without a time do not pass
    Time createdBefore = {}; ///< created before; rows without a time do not pass
    /// The last word is still being written: where it may become the name of a term and no row holds it, the rest
    /// counts.
    bool unfinished = false;

    bool hasCreatedRange() const { return createdFrom || createdBefore; }
    bool isEmpty() const { return text.trimmed().isEmpty() && verdicts == 0 && !macConflict && !hasCreatedRange(); }
    friend bool operator==(const FilterState &, const FilterState &) = default;
};

/// \a state with verdicts and macConflict as terms of its text.
FilterState asText(const FilterState &state);

/// A filter, read. Terms are about ports: in other tables only words and the range of creation times count.
struct FilterQuery
{
    FilterNode node;
    Time createdFrom;
    Time createdBefore;
    std::optional<FilterNode> meanwhile = {}; ///< counts where no row fits node

    bool isEmpty() const { return node.isEmpty() && !createdFrom && !createdBefore; }
    friend bool operator==(const FilterQuery &, const FilterQuery &) = default;
};

/// Null where \a query is empty.
RowFilterPtr makeFilter(const FilterQuery &query);
/// Null where \a state is empty or its text cannot be read.
RowFilterPtr makeFilter(const FilterState &state);

/// How many rows each chip stands for: rows that pass the query, each group (verdicts, flags) without its own chips,
/// so that a chip says what it would show.
struct FilterCounts
{
    std::array<int, VerdictCount> verdicts{};
    std::array<int, AllFlags.size()> flags{}; ///< in the order of AllFlags
    int shown = 0;
    friend bool operator==(const FilterCounts &, const FilterCounts &) = default;
};
FilterCounts countMatches(const PortsTable &table, const FilterQuery &query);

} // namespace flotsam
