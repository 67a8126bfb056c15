// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/instancestable.h"
#include "models/tables/portstable.h"
#include "models/tables/resourcestable.h"

#include <QAbstractTableModel>

namespace flotsam {

enum class TableKind : quint8
{
    Instances,
    Ports,
    Resources
};
inline constexpr std::array<TableKind, 3> AllTables{TableKind::Instances, TableKind::Ports, TableKind::Resources};

enum TableRole
{
    IdRole = Qt::UserRole, ///< QString, see TableData::id
    SortRole, ///< qint64 or QString; views and tests only, the proxy sorts by ranks
    VerdictRole, ///< int of Verdict, invalid where the row has none
    MacConflictRole, ///< bool
    TroubleRole, ///< bool: the cell tells of a failure or of something that is gone
    GoneRole, ///< bool: the row was in the reading before and is not in this one
    LookRole, ///< int of ColumnLook; of the header too
};

/// Item model over one TableData. setTable() keeps rows and selection where the ids are the same.
class RowModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    TableKind kind() const { return m_kind; }
    const QList<ColumnInfo> &columns() const { return m_columns; }
    /// Null before the first setTable() and after clear().
    const TableDataPtr &table() const { return m_table; }
    void setTable(TableDataPtr table);
    /// The same where it is known whether \a table has the same ids in the same order as the one shown.
    void setTable(TableDataPtr table, bool sameRows);
    /// Any thread.
    static bool sameRows(const TableData *table, const TableData *other);
    void clear() { setTable({}); }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

protected:
    RowModel(TableKind kind, QList<ColumnInfo> columns, QObject *parent);
    virtual bool troubled(int row, int column) const = 0;

private:
    TableKind m_kind;
    QList<ColumnInfo> m_columns;
    TableDataPtr m_table;
};

class PortsModel : public RowModel
{
    Q_OBJECT
public:
    explicit PortsModel(QObject *parent = nullptr);
    const PortsTable *ports() const { return static_cast<const PortsTable *>(table().get()); }
    const Port &row(int row) const { return ports()->port(row); }
    const PortJudgement &judgement(int row) const { return ports()->judgement(row); }

protected:
    bool troubled(int, int) const override { return false; }
};

class ServersModel : public RowModel
{
    Q_OBJECT
public:
    explicit ServersModel(QObject *parent = nullptr);
    const InstancesTable *instances() const { return static_cast<const InstancesTable *>(table().get()); }
    const Instance &row(int row) const { return instances()->instance(row); }

protected:
    bool troubled(int row, int column) const override;
};

class ResourcesModel : public RowModel
{
    Q_OBJECT
public:
    explicit ResourcesModel(QObject *parent = nullptr);
    const ResourcesTable *resources() const { return static_cast<const ResourcesTable *>(table().get()); }
    const StackResource &row(int row) const { return resources()->resource(row); }

protected:
    bool troubled(int row, int column) const override;
};

} // namespace flotsam
