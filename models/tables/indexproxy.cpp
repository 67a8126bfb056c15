// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/indexproxy.h"

#include "models/inventory/onworker.h"

#include <QFuture>
#include <QLocale>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

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

/// Gone rows up to which they are put in their places at once.
constexpr int GoneAtOnce = 200;

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

Arrangement Arrangement::of(TableDataPtr table, const QList<SortColumn> &sort, const RowFilterPtr &filter,
                            const GoneRowsPtr &gone)
{
    Arrangement made{std::move(table), sort, filter, {}, {}, {}, {}};
    if (!made.table)
        return made;
    made.shown = arrange(*made.table, sort, filter.get());
    if (gone && gone->filter() == filter) {
        made.gone = gone;
        made.shown = gone->mergedInto(made.shown, *made.table, sort);
        made.goneRow.assign(size_t(gone->count()), -1);
    }
    made.proxyRow.assign(size_t(made.table->rowCount()), -1);
    for (size_t i = 0; i < made.shown.size(); ++i) {
        const int row = made.shown[i];
        (row < 0 ? made.goneRow[size_t(-1 - row)] : made.proxyRow[size_t(row)]) = int(i);
    }
    return made;
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
        adopt(Arrangement::of(m_rows.table(), m_sort, {}));
}

IndexProxy::~IndexProxy() = default;

bool IndexProxy::worksAtOnce(const TableData &table) const
{
    if (m_changes.gone && m_changes.gone->count() > GoneAtOnce)
        return false;
    return table.rowCount() <= AtOnce || (table.rowCount() <= AtOnceIfReady && prepared(table, m_sort, m_filter.get()));
}

std::optional<Arrangement> IndexProxy::takeOffer()
{
    Arrangement next = std::exchange(m_next, {});
    if (next.table && next.isFor(m_rows.table(), m_sort, m_filter))
        return next;
    return std::nullopt;
}

void IndexProxy::offer(Arrangement next, TableChanges changes)
{
    m_next = std::move(next);
    m_nextChanges = std::move(changes);
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
    emit sortChanged();
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
    if (columns.size() > MostSortColumns)
        columns.resize(MostSortColumns);
    setSortColumns(columns);
}

void IndexProxy::addSortColumn(int column)
{
    QList<SortColumn> columns = m_sort;
    const auto known = std::find_if(columns.begin(), columns.end(),
                                    [column](const SortColumn &one) { return one.column == column; });
    if (known != columns.end()) {
        known->order = known->order == Qt::AscendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder;
    } else {
        if (columns.size() >= MostSortColumns)
            columns.resize(MostSortColumns - 1);
        columns.append({column, Qt::AscendingOrder});
    }
    setSortColumns(columns);
}

void IndexProxy::update()
{
    const TableDataPtr table = m_rows.table();
    ++m_generation;
    if (!table)
        return setPending(0);
    if (auto offered = takeOffer()) {
        setPending(0);
        return publish(std::move(*offered));
    }
    if (worksAtOnce(*table)) {
        setPending(0);
        return publish(Arrangement::of(table, m_sort, m_filter, m_changes.gone));
    }
    setPending(m_generation);
    onWorker(
        this,
        [table, sort = m_sort, filter = m_filter, gone = m_changes.gone] {
            return Arrangement::of(table, sort, filter, gone);
        },
        [this, generation = m_generation](Arrangement next) {
            if (generation != m_generation)
                return;
            setPending(0);
            publish(std::move(next));
        },
        promptPool());
}

void IndexProxy::setPending(int generation)
{
    const bool was = isBusy();
    m_pending = generation;
    if (was != isBusy())
        emit busyChanged(isBusy());
}

void IndexProxy::publish(Arrangement next)
{
    if (next.shown == m_shown && next.gone == m_gone)
        return;
    bool sameSet = next.shown.size() == m_shown.size() && next.gone == m_gone;
    for (size_t i = 0; sameSet && i < next.shown.size(); ++i)
        sameSet = next.shown[i] < 0 || m_proxyRow[size_t(next.shown[i])] >= 0;
    if (sameSet)
        return reorder(std::move(next));
    beginResetModel();
    adopt(std::move(next));
    endResetModel();
    emit countsChanged();
}

void IndexProxy::reorder(Arrangement next)
{
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<int> sources;
    sources.reserve(size_t(before.size()));
    for (const QModelIndex &index : before)
        sources.push_back(m_shown[size_t(index.row())]);
    adopt(std::move(next));
    QModelIndexList after;
    after.reserve(before.size());
    for (qsizetype i = 0; i < before.size(); ++i) {
        const int source = sources[size_t(i)];
        const int row = source < 0 ? m_goneRow[size_t(-1 - source)] : m_proxyRow[size_t(source)];
        after.push_back(index(row, before[i].column()));
    }
    changePersistentIndexList(before, after);
    emit layoutChanged({}, VerticalSortHint);
}

void IndexProxy::adopt(Arrangement next)
{
    m_shown = std::move(next.shown);
    m_proxyRow = std::move(next.proxyRow);
    m_gone = std::move(next.gone);
    m_goneRow = std::move(next.goneRow);
}

void IndexProxy::sourceReset()
{
    ++m_generation;
    setPending(0);
    m_changes = std::exchange(m_nextChanges, {});
    const TableDataPtr table = m_rows.table();
    bool ready = true;
    if (auto offered = takeOffer()) {
        adopt(std::move(*offered));
    } else if (!table || worksAtOnce(*table)) {
        adopt(Arrangement::of(table, m_sort, m_filter, m_changes.gone));
    } else {
        ready = false;
        adopt(Arrangement::of(table, {}, {}));
    }
    endResetModel();
    emit countsChanged();
    if (!ready)
        update();
}

void IndexProxy::sourceChanged()
{
    m_changes = std::exchange(m_nextChanges, {});
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

std::vector<int> IndexProxy::shownSourceRows() const
{
    std::vector<int> rows;
    rows.reserve(m_shown.size());
    std::copy_if(m_shown.begin(), m_shown.end(), std::back_inserter(rows), [](int row) { return row >= 0; });
    return rows;
}

bool IndexProxy::isFresh(int proxyRow) const
{
    return std::binary_search(m_changes.fresh.begin(), m_changes.fresh.end(), sourceRow(proxyRow));
}

QString IndexProxy::id(int proxyRow) const
{
    const int row = m_shown[size_t(proxyRow)];
    return row < 0 ? m_gone->id(-1 - row) : m_rows.table()->id(row);
}

int IndexProxy::proxyRowOf(const QString &id) const
{
    if (!m_rows.table())
        return -1;
    if (const int row = m_rows.table()->rowOf(id); row >= 0)
        return proxyRow(row);
    for (int gone = 0; m_gone && gone < m_gone->count(); ++gone) {
        if (m_gone->id(gone) == id)
            return m_goneRow[size_t(gone)];
    }
    return -1;
}

QVariant IndexProxy::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.model() != this || size_t(index.row()) >= m_shown.size())
        return {};
    const int row = m_shown[size_t(index.row())];
    return row < 0 ? goneData(-1 - row, index.column(), role) : m_rows.data(m_rows.index(row, index.column()), role);
}

QVariant IndexProxy::goneData(int gone, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return m_gone->text(gone, column);
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
        return tr("Gone since the refresh of %1")
            .arg(QLocale().toString(m_gone->since().toLocalTime().time(), QLocale::ShortFormat));
    case Qt::TextAlignmentRole:
    case LookRole:
        return m_rows.headerData(column, Qt::Horizontal, role);
    case IdRole:
        return m_gone->id(gone);
    case GoneRole:
        return true;
    default:
        return {};
    }
}

Qt::ItemFlags IndexProxy::flags(const QModelIndex &index) const
{
    if (!index.isValid() || size_t(index.row()) >= m_shown.size() || m_shown[size_t(index.row())] < 0)
        return Qt::NoItemFlags;
    return Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
}

QModelIndex IndexProxy::mapToSource(const QModelIndex &proxy) const
{
    if (!proxy.isValid() || proxy.model() != this || size_t(proxy.row()) >= m_shown.size()
        || m_shown[size_t(proxy.row())] < 0)
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
