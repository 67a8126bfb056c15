// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/indexproxy.h"

#include "models/inventory/onworker.h"

#include <QFuture>

#include <algorithm>
#include <numeric>

namespace flotsam {

namespace {

/// Stable counting sort of \a rows by \a ranks: ranks are dense, so that this is linear.
void sortByRanks(std::vector<int> &rows, const std::vector<quint32> &ranks, Qt::SortOrder order)
{
    quint32 highest = 0;
    for (const quint32 rank : ranks) {
        if (rank != NoRank)
            highest = std::max(highest, rank);
    }
    const size_t buckets = size_t(highest) + 2; // the last one is for rows without a value
    const auto bucket = [&](int row) {
        const quint32 rank = ranks[size_t(row)];
        if (rank == NoRank)
            return buckets - 1;
        return size_t(order == Qt::AscendingOrder ? rank : highest - rank);
    };
    std::vector<int> start(buckets + 1, 0);
    for (const int row : rows)
        ++start[bucket(row) + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
    std::vector<int> sorted(rows.size());
    for (const int row : rows)
        sorted[size_t(start[bucket(row)]++)] = row;
    rows.swap(sorted);
}

bool prepared(const TableData &table, const QList<SortColumn> &sort, const RowFilter *filter)
{
    return (!filter || filter->ready(table))
        && std::all_of(sort.begin(), sort.end(), [&](const SortColumn &s) { return table.hasRanks(s.column); });
}

} // namespace

std::vector<int> arrange(const TableData &table, const QList<SortColumn> &sort, const RowFilter *filter)
{
    std::vector<int> rows;
    if (filter) {
        std::vector<char> keep(size_t(table.rowCount()), 1);
        filter->apply(table, keep);
        rows.reserve(size_t(std::count(keep.begin(), keep.end(), 1)));
        for (size_t row = 0; row < keep.size(); ++row) {
            if (keep[row])
                rows.push_back(int(row));
        }
    } else {
        rows.resize(size_t(table.rowCount()));
        std::iota(rows.begin(), rows.end(), 0);
    }
    for (auto key = sort.rbegin(); key != sort.rend(); ++key)
        sortByRanks(rows, *table.ranks(key->column), key->order);
    return rows;
}

IndexProxy::IndexProxy(RowModel &source, QObject *parent)
    : QAbstractProxyModel(parent)
    , m_rows(source)
{
    setSourceModel(&source);
    connect(&source, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(&source, &QAbstractItemModel::modelReset, this, &IndexProxy::sourceReset);
    connect(&source, &QAbstractItemModel::dataChanged, this, &IndexProxy::sourceChanged);
    if (m_rows.table())
        adopt(arrange(*m_rows.table(), m_sort, nullptr));
}

IndexProxy::~IndexProxy() = default;

void IndexProxy::prepare(const TableData &table, const QList<SortColumn> &sort, const RowFilter *filter)
{
    for (const SortColumn &key : sort)
        table.ranks(key.column);
    if (filter)
        filter->prepare(table);
}

void IndexProxy::setFilter(RowFilterPtr filter)
{
    if (filter == m_filter)
        return;
    m_filter = std::move(filter);
    update();
}

void IndexProxy::setSortColumns(const QList<SortColumn> &columns)
{
    if (columns == m_sort)
        return;
    m_sort = columns;
    update();
}

void IndexProxy::sort(int column, Qt::SortOrder order)
{
    QList<SortColumn> columns = m_sort;
    columns.removeIf([column](const SortColumn &known) { return known.column == column; });
    if (column < 0)
        columns.clear();
    else
        columns.prepend({column, order});
    if (columns.size() > 3)
        columns.resize(3);
    setSortColumns(columns);
}

void IndexProxy::update()
{
    const TableDataPtr table = m_rows.table();
    ++m_generation;
    if (!table)
        return setPending(0);
    if (table->rowCount() <= AtOnce || prepared(*table, m_sort, m_filter.get())) {
        setPending(0);
        return publish(arrange(*table, m_sort, m_filter.get()));
    }
    setPending(m_generation);
    const auto sort = m_sort;
    const auto filter = m_filter;
    onWorker(
        this, [table, sort, filter] { return arrange(*table, sort, filter.get()); },
        [this, generation = m_generation](const std::vector<int> &shown) {
            if (generation != m_generation)
                return;
            setPending(0);
            publish(shown);
        });
}

void IndexProxy::setPending(int generation)
{
    const bool was = isBusy();
    m_pending = generation;
    if (was != isBusy())
        emit busyChanged(isBusy());
}

void IndexProxy::publish(std::vector<int> shown)
{
    if (shown == m_shown)
        return;
    bool sameSet = shown.size() == m_shown.size();
    for (size_t i = 0; sameSet && i < shown.size(); ++i)
        sameSet = m_proxyRow[size_t(shown[i])] >= 0;
    if (sameSet)
        return reorder(std::move(shown));
    beginResetModel();
    adopt(std::move(shown));
    endResetModel();
    emit countsChanged();
}

void IndexProxy::reorder(std::vector<int> shown)
{
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<int> sources;
    sources.reserve(size_t(before.size()));
    for (const QModelIndex &index : before)
        sources.push_back(sourceRow(index.row()));
    adopt(std::move(shown));
    QModelIndexList after;
    after.reserve(before.size());
    for (qsizetype i = 0; i < before.size(); ++i)
        after.push_back(index(m_proxyRow[size_t(sources[size_t(i)])], before[i].column()));
    changePersistentIndexList(before, after);
    emit layoutChanged({}, VerticalSortHint);
}

void IndexProxy::adopt(std::vector<int> shown)
{
    m_shown = std::move(shown);
    m_proxyRow.assign(size_t(m_rows.rowCount()), -1);
    for (size_t i = 0; i < m_shown.size(); ++i)
        m_proxyRow[size_t(m_shown[i])] = int(i);
}

void IndexProxy::sourceReset()
{
    ++m_generation;
    setPending(0);
    const TableDataPtr table = m_rows.table();
    const bool ready = !table || table->rowCount() <= AtOnce || prepared(*table, m_sort, m_filter.get());
    if (!table)
        adopt({});
    else if (ready)
        adopt(arrange(*table, m_sort, m_filter.get()));
    else
        adopt(arrange(*table, {}, nullptr));
    endResetModel();
    emit countsChanged();
    if (!ready)
        update();
}

void IndexProxy::sourceChanged()
{
    if (!m_shown.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    update();
}

QModelIndex IndexProxy::index(int row, int column, const QModelIndex &parent) const
{
    if (parent.isValid() || row < 0 || row >= rowCount() || column < 0 || column >= columnCount())
        return {};
    return createIndex(row, column);
}

QModelIndex IndexProxy::parent(const QModelIndex &) const { return {}; }

int IndexProxy::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_shown.size()); }

int IndexProxy::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : m_rows.columnCount(); }

QVariant IndexProxy::headerData(int section, Qt::Orientation orientation, int role) const
{
    return m_rows.headerData(section, orientation, role);
}

QModelIndex IndexProxy::mapToSource(const QModelIndex &proxy) const
{
    if (!proxy.isValid() || proxy.model() != this || size_t(proxy.row()) >= m_shown.size())
        return {};
    return m_rows.index(sourceRow(proxy.row()), proxy.column());
}

QModelIndex IndexProxy::mapFromSource(const QModelIndex &source) const
{
    if (!source.isValid() || size_t(source.row()) >= m_proxyRow.size() || proxyRow(source.row()) < 0)
        return {};
    return createIndex(proxyRow(source.row()), source.column());
}

} // namespace flotsam
