// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/gonerows.h"
#include "models/tables/rowfilter.h"
#include "models/tables/rowmodel.h"

#include <QAbstractProxyModel>
#include <QList>

#include <algorithm>
#include <optional>
#include <vector>

namespace flotsam {

struct SortColumn
{
    int column = 0;
    Qt::SortOrder order = Qt::AscendingOrder;
    friend bool operator==(const SortColumn &, const SortColumn &) = default;
};

/// The rows of \a table that pass \a filter (null: all), ordered by \a sort (first column decides, ties keep the
/// table's order). Pure: two linear passes over ranks, any thread.
std::vector<int> arrange(const TableData &table, const QList<SortColumn> &sort, const RowFilter *filter);

/// The rows of a table that are shown, both ways. Made on any thread.
struct Arrangement
{
    TableDataPtr table;
    QList<SortColumn> sort;
    RowFilterPtr filter;
    GoneRowsPtr gone; ///< that stand among them; null: none
    std::vector<int> shown; ///< source rows, and -1 - n for row n of gone
    std::vector<int> proxyRow; ///< by source row, -1: hidden
    std::vector<int> goneRow; ///< the same by row of gone

    /// \a gone stand among the rows where they were shown under the same filter.
    static Arrangement of(TableDataPtr table, const QList<SortColumn> &sort, const RowFilterPtr &filter,
                          const GoneRowsPtr &gone = {});
    bool isFor(const TableDataPtr &other, const QList<SortColumn> &otherSort, const RowFilterPtr &otherFilter) const
    {
        return table == other && sort == otherSort && filter == otherFilter;
    }
};

/// Sorts and filters a RowModel through two index vectors. A new order is published with one layoutChanged, a new
/// set of rows with one reset. A large table is arranged on a worker, and the old picture stays until then. Rows that a
/// new reading has not got any more stay in their place until the next one: with texts, without a source row, disabled.
class IndexProxy : public QAbstractProxyModel
{
    Q_OBJECT
public:
    /// Rows up to which work is done at once, on the calling thread.
    static constexpr int AtOnce = 5000;
    /// The same where ranks and search text are ready.
    static constexpr int AtOnceIfReady = 20'000;

    explicit IndexProxy(RowModel &source, QObject *parent = nullptr);
    ~IndexProxy() override;

    RowModel &rows() const { return m_rows; }
    /// -1 where what the row stood for is gone.
    int sourceRow(int proxyRow) const { return std::max(-1, m_shown[size_t(proxyRow)]); }
    /// -1 where the row is hidden.
    int proxyRow(int sourceRow) const { return m_proxyRow[size_t(sourceRow)]; }
    /// From top to bottom, without what is gone.
    std::vector<int> shownSourceRows() const;
    int totalCount() const { return m_rows.rowCount(); }
    /// Rows shown that are gone, and those that are not.
    int goneCount() const { return int(m_goneRow.size()); }
    int shownCount() const { return rowCount() - goneCount(); }
    /// The reading brought this row; false for all rows of a first reading.
    bool isFresh(int proxyRow) const;
    bool hasFresh() const { return !m_changes.fresh.empty(); }
    QString id(int proxyRow) const;
    /// Of gone rows too; -1 where the row is hidden or unknown.
    int proxyRowOf(const QString &id) const;

    void setFilter(RowFilterPtr filter);
    const RowFilterPtr &filter() const { return m_filter; }
    void setSortColumns(const QList<SortColumn> &columns);
    const QList<SortColumn> &sortColumns() const { return m_sort; }
    static constexpr int MostSortColumns = 3;
    /// Sorts by \a column where all sort columns so far are equal; turns the order round where it is one of them.
    void addSortColumn(int column);
    /// Work is under way on another thread.
    bool isBusy() const { return m_pending != 0; }
    /// Worked out beforehand for the table that the source shows next; used if it fits by then.
    /// \a changes are what that table has brought, whether the arrangement fits or not.
    void offer(Arrangement next, TableChanges changes);

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool hasChildren(const QModelIndex &parent = {}) const override { return rowCount(parent) > 0; }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QModelIndex mapToSource(const QModelIndex &proxy) const override;
    QModelIndex mapFromSource(const QModelIndex &source) const override;
    /// Makes \a column the first of up to three sort columns; -1 goes back to the table's own order.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

signals:
    /// Rows shown or total have changed.
    void countsChanged();
    void busyChanged(bool busy);
    void sortChanged();

private:
    void update();
    void publish(Arrangement next);
    void reorder(Arrangement next);
    void adopt(Arrangement next);
    bool worksAtOnce(const TableData &table) const;
    QVariant goneData(int gone, int column, int role) const;
    std::optional<Arrangement> takeOffer();
    void sourceReset();
    void sourceChanged();
    void setPending(int generation);

    RowModel &m_rows;
    RowFilterPtr m_filter;
    QList<SortColumn> m_sort;
    Arrangement m_next;
    TableChanges m_nextChanges; ///< of the table that comes with m_next
    TableChanges m_changes; ///< of the source's table
    GoneRowsPtr m_gone; ///< those in m_shown
    std::vector<int> m_shown;
    std::vector<int> m_proxyRow;
    std::vector<int> m_goneRow;
    int m_generation = 0;
    int m_pending = 0; ///< generation being worked out; 0: none
};

} // namespace flotsam
