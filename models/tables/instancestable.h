// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/dataset.h"
#include "models/tables/instancewords.h"
#include "models/tables/tabledata.h"

#include <QCoreApplication>

namespace flotsam {

/// Listed servers, and those that ports still name though no list has them.
class InstancesTable : public TableData
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::InstancesTable)
public:
    enum Column
    {
        Name,
        Status,
        Ports,
        Project,
        Host,
        Created,
        Id,
        ColumnCount
    };
    static QList<ColumnInfo> columns();

    explicit InstancesTable(Dataset data);

    const Dataset &dataset() const { return m_data; }
    const Instance &instance(int row) const { return m_data.relations->instances()[size_t(row)]; }
    /// In ERROR, or not there any more though ports name it.
    bool troubled(int row) const;

    int rowCount() const override { return int(m_data.relations->instances().size()); }
    int columnCount() const override { return ColumnCount; }
    QString id(int row) const override { return instance(row).id; }
    int rowOf(const QString &id) const override { return m_data.relations->instanceRow(id); }
    qint64 takenAt() const override { return m_data.snapshot->takenAt.toMSecsSinceEpoch(); }
    bool isAge(int column) const override { return column == Created; }
    QString text(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QString hiddenText(int) const override { return {}; }
    bool sortsByNumber(int column) const override { return column == Ports || column == Created; }
    qint64 sortNumber(int row, int column) const override;
    QString sortText(int row, int column) const override;
    bool searchable(int column) const override { return column != Created; }
    std::optional<Verdict> verdict(int row) const override;
    bool macConflict(int row) const override;

private:
    Dataset m_data;
    InstanceWords m_words;
};

/// The verdict of the most troubled of \a ports; none where all are healthy.
std::optional<Verdict> worstVerdict(const Judgement &judgement, std::span<const int> ports);
bool anyMacConflict(const Judgement &judgement, std::span<const int> ports);

} // namespace flotsam
