// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/filterlanguage.h"
#include "models/tables/tabledata.h"

#include <memory>
#include <vector>

namespace flotsam {

/// One term, ready to be asked of many rows. Immutable; any thread.
class TermMatcher
{
public:
    virtual ~TermMatcher();
    /// Clears keep[row] of the rows that the term does not describe.
    virtual void keepMatching(const TableData &table, std::vector<char> &keep) const = 0;
    virtual bool ready(const TableData &) const { return true; }
    virtual void prepare(const TableData &) const { }
};

/// \a term is of Kind::Term and was parsed without error.
std::unique_ptr<const TermMatcher> makeMatcher(const FilterNode &term);

} // namespace flotsam
