// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/filterlanguage.h"

#include <QStringList>

#include <optional>

/// Changes to the text of a filter that leave the rest of it as the user wrote it.
namespace flotsam {

class InstancesTable;
class PortsTable;
class ResourcesTable;

/// \a text and also \a part.
QString withPart(const QString &text, const QString &part);

/// The child of \a query (0 where the query is that term itself) that the chips of \a field work on: a plain term
/// `field:words` that every row must fit.
std::optional<size_t> chipTerm(const FilterNode &query, FilterField field);
/// The words of that term, in full and in the order of fieldWords().
QStringList chipWords(const QString &text, FilterField field);
/// \a text with that term changed to \a words, added or taken out.
QString withChipWords(const QString &text, FilterField field, const QStringList &words);

/// `name=value` or `-name=value`, as the row's cell shows it; `name:""` where it is empty. Columns without a value to
/// filter by give an empty text. \a column is a PortsTable::Column.
QString cellTerm(const PortsTable &table, int row, int column, bool opposite = false);
/// The same for the cells of the other tables, as a term that ports are asked: those of that server, stack, project…
QString cellTerm(const InstancesTable &table, int row, int column, bool opposite = false);
QString cellTerm(const ResourcesTable &table, int row, int column, bool opposite = false);
/// A term that names the project, by name where that is unique: `project=ci`.
QString projectTerm(const PortsTable &table, const QString &projectId);

} // namespace flotsam
