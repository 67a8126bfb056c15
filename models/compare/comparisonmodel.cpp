// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/compare/comparisonmodel.h"

#include "models/tables/format.h"
#include "models/tables/rowmodel.h"
#include "models/triage/explain.h"

#include <algorithm>
#include <numeric>
#include <optional>

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

} // namespace

ComparisonModel::ComparisonModel(QObject *parent)
    : QAbstractTableModel(parent)
{ }

void ComparisonModel::setComparison(ComparisonPtr comparison)
{
    beginResetModel();
    m_comparison = std::move(comparison);
    m_rows = ordered();
    endResetModel();
}

void ComparisonModel::setShown(quint8 changes)
{
    if (changes == m_shown)
        return;
    beginResetModel();
    m_shown = changes;
    m_rows = ordered();
    endResetModel();
}

int ComparisonModel::rowOf(const QString &portId) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](int each) {
        return m_comparison->port(m_comparison->differences[each]).id == portId;
    });
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

std::vector<int> ComparisonModel::ordered() const
{
    std::vector<int> rows;
    if (!m_comparison)
        return rows;
    const QList<Difference> &all = m_comparison->differences;
    for (int i = 0; i < int(all.size()); ++i) {
        if (m_shown & (1 << int(all[i].change)))
            rows.push_back(i);
    }
    // Differences come by id: that is the order of equals.
    if (m_sortColumn == ChangeColumn) {
        std::stable_sort(rows.begin(), rows.end(), [&](int a, int b) { return all[a].change < all[b].change; });
    } else {
        std::vector<QString> keys(rows.size());
        std::vector<int> order(rows.size());
        std::iota(order.begin(), order.end(), 0);
        for (size_t i = 0; i < rows.size(); ++i)
            keys[i] = text(all[rows[i]], m_sortColumn);
        std::stable_sort(order.begin(), order.end(),
                         [&](int a, int b) { return naturalCompare(keys[size_t(a)], keys[size_t(b)]) < 0; });
        std::vector<int> sorted(rows.size());
        for (size_t i = 0; i < rows.size(); ++i)
            sorted[i] = rows[size_t(order[i])];
        rows = std::move(sorted);
    }
    if (m_sortOrder == Qt::DescendingOrder)
        std::reverse(rows.begin(), rows.end());
    return rows;
}

void ComparisonModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column < 0 || column >= ColumnCount ? int(ChangeColumn) : column;
    m_sortOrder = column < 0 ? Qt::AscendingOrder : order;
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const std::vector<int> before = m_rows;
    m_rows = ordered();
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

QString ComparisonModel::text(const Difference &difference, int column) const
{
    const Port &port = m_comparison->port(difference);
    const Snapshot &snapshot = difference.after >= 0 ? *m_comparison->after->snapshot : *m_comparison->before->snapshot;
    switch (column) {
    case ChangeColumn:
        return changeTitle(difference.change);
    case PortColumn:
        return port.name.isEmpty() ? port.id : port.name;
    case ProjectColumn:
        return nameIn(snapshot.projects, port.projectId);
    case NetworkColumn:
        return nameIn(snapshot.networks, port.networkId);
    case AddressColumn: {
        QStringList addresses;
        for (const FixedIp &fixed : port.fixedIps)
            addresses += fixed.text;
        return addresses.isEmpty() ? port.mac : addresses.join(u", "_s);
    }
    case BeforeColumn:
        if (const auto then = judged(m_comparison->before, difference.before))
            return verdictLabel(*then);
        return difference.change == Change::Unseen || difference.change == Change::Found ? tr("not seen") : u"–"_s;
    case AfterColumn:
        if (const auto now = judged(m_comparison->after, difference.after))
            return verdictLabel(*now);
        return difference.change == Change::NotVisible ? tr("not visible") : tr("gone");
    case WhyColumn:
        return m_comparison->sentence(difference);
    default:
        break;
    }
    return {};
}

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
    return text(difference, column);
}

QVariant ComparisonModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Difference &row = difference(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return toolTip(row, column);
    case IdRole:
        return m_comparison->port(row).id;
    case SortRole:
        return column == ChangeColumn ? QVariant(int(row.change)) : QVariant(text(row, column));
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
