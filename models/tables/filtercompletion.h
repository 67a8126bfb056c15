// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/filterlanguage.h"

#include <QList>
#include <QString>

#include <optional>

namespace flotsam {

class PortsTable;

/// Something that may stand at the cursor.
struct CompletionCandidate
{
    QString text; ///< to put there: "project:", "orphan", "\"two words\""
    QString label; ///< to show
    QString detail; ///< what it means, or how many ports have it
    bool isName = false; ///< a value must follow
};

struct Completion
{
    qsizetype position = 0; ///< of what the candidates replace
    qsizetype length = 0;
    QList<CompletionCandidate> candidates; ///< best first
    /// The values of this field must be worked out first (PortFields::column), on a worker where the table is large.
    std::optional<FilterField> missing;
};

/// What may follow in \a text at \a cursor: names of terms, then values that \a table (null: none) holds.
/// \a all: also where nothing was typed yet.
Completion completeFilter(const QString &text, qsizetype cursor, const PortsTable *table, bool all = false);

} // namespace flotsam
