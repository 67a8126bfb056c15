// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/rowmodel.h"

namespace flotsam {

RowModel::RowModel(TableKind kind, QList<ColumnInfo> columns, QObject *parent)
    : QAbstractTableModel(parent)
    , m_kind(kind)
    , m_columns(std::move(columns))
{ }

bool RowModel::sameRows(const TableData *table, const TableData *other)
{
    if (!table || !other || table->rowCount() != other->rowCount())
        return false;
    for (int row = 0; row < other->rowCount(); ++row) {
        if (table->id(row) != other->id(row))
            return false;
    }
    return true;
}

void RowModel::setTable(TableDataPtr table)
{
    const bool same = sameRows(m_table.get(), table.get());
    setTable(std::move(table), same);
}

void RowModel::setTable(TableDataPtr table, bool sameRows)
{
    if (table == m_table)
        return;
    if (sameRows) {
        m_table = std::move(table);
        if (rowCount() > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

int RowModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_table ? 0 : m_table->rowCount();
}

int RowModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_columns.size()); }

QVariant RowModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int row = index.row();
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return m_table->text(row, column);
    case Qt::ToolTipRole: {
        const QString text = m_table->toolTip(row, column);
        return text.isEmpty() ? QVariant() : text;
    }
    case Qt::TextAlignmentRole:
        return m_columns[column].look == ColumnLook::Number ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                                            : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case IdRole:
        return m_table->id(row);
    case SortRole:
        return m_table->sortsByNumber(column) ? QVariant(m_table->sortNumber(row, column))
                                              : QVariant(m_table->sortText(row, column));
    case VerdictRole: {
        const auto verdict = m_table->verdict(row);
        return verdict ? QVariant(int(*verdict)) : QVariant();
    }
    case MacConflictRole:
        return m_table->macConflict(row);
    case TroubleRole:
        return troubled(row, column);
    case LookRole:
        return int(m_columns[column].look);
    default:
        return {};
    }
}

QVariant RowModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= m_columns.size())
        return {};
    const ColumnInfo &column = m_columns[section];
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
        return column.toolTip;
    case Qt::AccessibleTextRole:
        return column.title;
    case Qt::TextAlignmentRole:
        return column.look == ColumnLook::Number ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                                 : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case LookRole:
        return int(column.look);
    default:
        return {};
    }
}

PortsModel::PortsModel(QObject *parent)
    : RowModel(TableKind::Ports, PortsTable::columns(), parent)
{ }

ServersModel::ServersModel(QObject *parent)
    : RowModel(TableKind::Instances, InstancesTable::columns(), parent)
{ }

bool ServersModel::troubled(int row, int column) const
{
    return column == InstancesTable::Status && instances()->troubled(row);
}

ResourcesModel::ResourcesModel(QObject *parent)
    : RowModel(TableKind::Resources, ResourcesTable::columns(), parent)
{ }

bool ResourcesModel::troubled(int row, int column) const
{
    if (column == ResourcesTable::StackStatus)
        return resources()->stack(row) && resources()->stack(row)->status.endsWith(QLatin1StringView("_FAILED"));
    return column == ResourcesTable::Status && resources()->troubled(row);
}

} // namespace flotsam
