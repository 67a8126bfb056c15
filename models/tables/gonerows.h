// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/rowfilter.h"
#include "models/tables/tabledata.h"

#include <QDateTime>
#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace flotsam {

struct SortColumn;

/// Rows that the reading before had and this one has not, as texts for the eye: there is no object behind them, they
/// are in no count, and nothing can be done with them.
class GoneRows
{
public:
    /// Where more are gone, the picture is another one and none is kept.
    static constexpr int Most = 1000;

    int count() const { return int(m_rows.size()); }
    QString id(int row) const { return m_rows[size_t(row)].id; }
    QString text(int row, int column) const { return m_rows[size_t(row)].cells[size_t(column)].text; }
    /// When they were missed: the time of the reading that has not got them.
    const QDateTime &since() const { return m_since; }
    /// They were shown under this filter; whether they fit another is not known.
    const RowFilterPtr &filter() const { return m_filter; }

    /// \a shown, rows of \a table sorted by \a sort, with these rows where they belong: row n as -1 - n.
    std::vector<int> mergedInto(const std::vector<int> &shown, const TableData &table,
                                const QList<SortColumn> &sort) const;

private:
    friend struct TableChanges;
    struct Cell
    {
        QString text;
        qint64 number = 0; ///< where the column sorts by number
        std::string key; ///< else
    };
    struct Row
    {
        QString id;
        std::vector<Cell> cells;
    };
    static Cell cellOf(const TableData &table, int row, int column);
    static int compare(const Cell &a, const Cell &b, bool byNumber, Qt::SortOrder order);
    static bool comesBefore(int row, const Row &gone, const TableData &table, const QList<SortColumn> &sort);

    std::vector<Row> m_rows;
    QDateTime m_since;
    RowFilterPtr m_filter;
};

using GoneRowsPtr = std::shared_ptr<const GoneRows>;

/// What a new reading brought to one table and what it took away.
struct TableChanges
{
    GoneRowsPtr gone; ///< null: none
    std::vector<int> fresh; ///< rows of the new table that the one before did not have, ascending

    /// \a shown: the rows of \a before that were shown under \a filter. Empty where the two have nothing in common:
    /// then it is another cloud. Any thread.
    static TableChanges between(const TableData &before, const std::vector<int> &shown, const RowFilterPtr &filter,
                                const TableData &now);
};

} // namespace flotsam
