// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/compare/comparisonmodel.h"

#include "models/inventory/onworker.h"
#include "models/tables/format.h"
#include "models/tables/rowmodel.h"
#include "models/triage/explain.h"

#include <QSet>

#include <algorithm>
#include <optional>
#include <utility>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

/// Of a list sorted by id; the id where it has no name or is not there.
template <class T>
QString nameIn(const QList<T> &list, const QString &id)
{
    const auto found = std::lower_bound(list.begin(), list.end(), id,
                                        [](const T &item, const QString &wanted) { return item.id < wanted; });
    return found != list.end() && found->id == id && !found->name.isEmpty() ? found->name : id;
}

/// What the verdict of that reading is shown as; nothing where the port is not in it.
std::optional<PortJudgement> judged(const JudgementPtr &judgement, int row)
{
    return row < 0 ? std::nullopt : std::optional(judgement->ports[row]);
}

QString textOf(const Comparison &comparison, const Difference &difference, int column)
{
    const Port &port = comparison.port(difference);
    const Snapshot &snapshot = difference.after >= 0 ? *comparison.after->snapshot : *comparison.before->snapshot;
    switch (column) {
    case ComparisonModel::ChangeColumn:
        return changeTitle(difference.change);
    case ComparisonModel::PortColumn:
        return port.name.isEmpty() ? port.id : port.name;
    case ComparisonModel::ProjectColumn:
        return nameIn(snapshot.projects, port.projectId);
    case ComparisonModel::NetworkColumn:
        return nameIn(snapshot.networks, port.networkId);
    case ComparisonModel::AddressColumn: {
        QStringList addresses;
        for (const FixedIp &fixed : port.fixedIps)
            addresses += fixed.text;
        return addresses.isEmpty() ? port.mac : addresses.join(u", "_s);
    }
    case ComparisonModel::BeforeColumn:
        if (const auto then = judged(comparison.before, difference.before))
            return verdictLabel(*then);
        return difference.change == Change::Unseen || difference.change == Change::Found
            ? ComparisonModel::tr("not seen")
            : u"–"_s;
    case ComparisonModel::AfterColumn:
        if (const auto now = judged(comparison.after, difference.after))
            return verdictLabel(*now);
        return difference.change == Change::NotVisible ? ComparisonModel::tr("not visible")
                                                       : ComparisonModel::tr("gone");
    case ComparisonModel::WhyColumn:
        return comparison.sentence(difference);
    default:
        break;
    }
    return {};
}

} // namespace

ComparisonModel::ComparisonModel(QObject *parent)
    : QAbstractTableModel(parent)
{ }

void ComparisonModel::setComparison(ComparisonPtr comparison)
{
    beginResetModel();
    m_comparison = std::move(comparison);
    reset();
    endResetModel();
    reorder();
}

void ComparisonModel::setShown(quint8 changes)
{
    if (changes == m_order.shown)
        return;
    beginResetModel();
    m_order.shown = changes;
    reset();
    endResetModel();
    reorder();
}

/// By change: that costs little.
void ComparisonModel::reset()
{
    Order order;
    order.shown = m_order.shown;
    m_rows = m_comparison ? ordered(*m_comparison, order) : std::vector<int>();
}

void ComparisonModel::reorder()
{
    const int generation = ++m_generation;
    if (m_rows.size() <= size_t(AtOnce) || m_order.column == ChangeColumn)
        return adopt(m_comparison ? ordered(*m_comparison, m_order) : std::vector<int>());
    onWorker(
        this, [comparison = m_comparison, order = m_order] { return ordered(*comparison, order); },
        [this, generation](std::vector<int> rows) {
            if (generation == m_generation)
                adopt(std::move(rows));
        });
}

std::vector<int> ComparisonModel::rowsOf(const QStringList &portIds) const
{
    std::vector<int> found;
    if (portIds.isEmpty())
        return found;
    const QSet<QString> wanted(portIds.begin(), portIds.end());
    for (int row = 0; row < rowCount(); ++row) {
        if (wanted.contains(m_comparison->port(difference(row)).id))
            found.push_back(row);
    }
    return found;
}

std::vector<int> ComparisonModel::ordered(const Comparison &comparison, const Order &order)
{
    std::vector<int> rows;
    const QList<Difference> &all = comparison.differences;
    for (int i = 0; i < int(all.size()); ++i) {
        if (order.shown & (1 << int(all[i].change)))
            rows.push_back(i);
    }
    // Differences come by id: that is the order of equals.
    if (order.column == ChangeColumn) {
        std::stable_sort(rows.begin(), rows.end(), [&](int a, int b) { return all[a].change < all[b].change; });
    } else {
        std::vector<std::pair<QString, int>> keys;
        keys.reserve(rows.size());
        for (const int row : rows)
            keys.emplace_back(textOf(comparison, all[row], order.column), row);
        std::stable_sort(keys.begin(), keys.end(),
                         [](const auto &a, const auto &b) { return naturalCompare(a.first, b.first) < 0; });
        std::transform(keys.begin(), keys.end(), rows.begin(), [](const auto &key) { return key.second; });
    }
    if (order.order == Qt::DescendingOrder)
        std::reverse(rows.begin(), rows.end());
    return rows;
}

void ComparisonModel::sort(int column, Qt::SortOrder order)
{
    m_order.column = column < 0 || column >= ColumnCount ? int(ChangeColumn) : column;
    m_order.order = column < 0 ? Qt::AscendingOrder : order;
    reorder();
}

void ComparisonModel::adopt(std::vector<int> rows)
{
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const std::vector<int> before = std::exchange(m_rows, std::move(rows));
    std::vector<int> rowOfDifference(m_comparison ? size_t(m_comparison->differences.size()) : 0, -1);
    for (size_t row = 0; row < m_rows.size(); ++row)
        rowOfDifference[size_t(m_rows[row])] = int(row);
    const QModelIndexList old = persistentIndexList();
    QModelIndexList now;
    for (const QModelIndex &each : old)
        now += index(rowOfDifference[size_t(before[size_t(each.row())])], each.column());
    changePersistentIndexList(old, now);
    emit layoutChanged({}, VerticalSortHint);
}

int ComparisonModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

int ComparisonModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(ColumnCount); }

QString ComparisonModel::toolTip(const Difference &difference, int column) const
{
    const Port &port = m_comparison->port(difference);
    switch (column) {
    case ChangeColumn:
        return changeMeaning(difference.change);
    case PortColumn:
        return port.name.isEmpty() ? port.id : port.name + u'\n' + port.id;
    case ProjectColumn:
        return port.projectId;
    case NetworkColumn:
        return port.networkId;
    case BeforeColumn:
        if (const auto then = judged(m_comparison->before, difference.before))
            return reasonWords(*then);
        return {};
    case AfterColumn:
        if (const auto now = judged(m_comparison->after, difference.after))
            return reasonWords(*now);
        return {};
    default:
        break;
    }
    return textOf(*m_comparison, difference, column);
}

QVariant ComparisonModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Difference &row = difference(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return textOf(*m_comparison, row, column);
    case Qt::ToolTipRole:
        return toolTip(row, column);
    case IdRole:
        return m_comparison->port(row).id;
    case SortRole:
        return column == ChangeColumn ? QVariant(int(row.change)) : QVariant(textOf(*m_comparison, row, column));
    case VerdictRole:
        if (column == BeforeColumn && row.before >= 0)
            return int(m_comparison->before->ports[row.before].verdict);
        if (column == AfterColumn && row.after >= 0)
            return int(m_comparison->after->ports[row.after].verdict);
        return {};
    case MacConflictRole:
        return (column == BeforeColumn && row.before >= 0
                && m_comparison->before->ports[row.before].has(Flag::MacConflict))
            || (column == AfterColumn && row.after >= 0
                && m_comparison->after->ports[row.after].has(Flag::MacConflict));
    case TroubleRole:
        return column == ChangeColumn && (row.change == Change::Leaked || row.change == Change::Found);
    case LookRole:
        if (column == BeforeColumn || column == AfterColumn)
            return int(ColumnLook::Verdict);
        return int(column == AddressColumn || (column == PortColumn && m_comparison->port(row).name.isEmpty())
                       ? ColumnLook::Code
                       : ColumnLook::Text);
    default:
        return {};
    }
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return QAbstractTableModel::headerData(section, orientation, role);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (section) {
    case ChangeColumn:
        return tr("Change");
    case PortColumn:
        return tr("Port");
    case ProjectColumn:
        return tr("Project");
    case NetworkColumn:
        return tr("Network");
    case AddressColumn:
        return tr("Addresses");
    case BeforeColumn:
        return tr("Before");
    case AfterColumn:
        return tr("Now");
    default:
        return tr("Why");
    }
}

} // namespace flotsam
