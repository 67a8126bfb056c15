// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/dataset.h"
#include "models/tables/tabledata.h"

#include <QCoreApplication>

namespace flotsam {

/// Resources of the Heat stacks.
class ResourcesTable : public TableData
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::ResourcesTable)
public:
    enum Column
    {
        StackColumn,
        Resource,
        Type,
        Status,
        PhysicalId,
        Project,
        StackStatus,
        ColumnCount
    };
    static QList<ColumnInfo> columns();

    explicit ResourcesTable(Dataset data);

    const Dataset &dataset() const { return m_data; }
    const StackResource &resource(int row) const { return m_data.snapshot->resources[row]; }
    const Stack *stack(int row) const { return m_data.relations->stackOfResource(row); }
    bool troubled(int row) const { return resource(row).status.endsWith(QLatin1StringView("_FAILED")); }

    int rowCount() const override { return int(m_data.snapshot->resources.size()); }
    int columnCount() const override { return ColumnCount; }
    QString id(int row) const override { return m_data.relations->resourceKey(row); }
    int rowOf(const QString &id) const override { return m_data.relations->resourceRow(id); }
    qint64 takenAt() const override { return m_data.snapshot->takenAt.toMSecsSinceEpoch(); }
    QString text(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QString hiddenText(int row) const override { return resource(row).stackId; }
    bool sortsByNumber(int) const override { return false; }
    qint64 sortNumber(int, int) const override { return NoNumber; }
    bool searchable(int) const override { return true; }
    std::optional<Verdict> verdict(int row) const override;
    bool macConflict(int row) const override;

private:
    std::vector<int> certainPorts(int row) const;

    Dataset m_data;
};

} // namespace flotsam
