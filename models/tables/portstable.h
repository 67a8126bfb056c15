// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/dataset.h"
#include "models/tables/instancewords.h"
#include "models/tables/portfields.h"
#include "models/tables/tabledata.h"

#include <QCoreApplication>

namespace flotsam {

class PortsTable : public TableData
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::PortsTable)
public:
    enum Column
    {
        VerdictColumn,
        Why,
        Name,
        Project,
        Network,
        Addresses,
        Mac,
        ServerColumn,
        Created,
        StackColumn,
        Owner,
        Status,
        Host,
        Revision,
        Flags,
        Id,
        ColumnCount
    };
    static QList<ColumnInfo> columns();

    explicit PortsTable(Dataset data);

    const Dataset &dataset() const { return m_data; }
    const Port &port(int row) const { return m_data.snapshot->ports[row]; }
    const PortJudgement &judgement(int row) const { return m_data.judgement->ports[row]; }
    /// For filter terms.
    const PortFields &fields() const { return m_fields; }

    int rowCount() const override { return int(m_data.snapshot->ports.size()); }
    int columnCount() const override { return ColumnCount; }
    QString id(int row) const override { return port(row).id; }
    int rowOf(const QString &id) const override { return m_data.relations->portRow(id); }
    qint64 takenAt() const override { return m_data.snapshot->takenAt.toMSecsSinceEpoch(); }
    bool isAge(int column) const override { return column == Created; }
    QString text(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QString hiddenText(int row) const override;
    bool sortsByNumber(int column) const override;
    qint64 sortNumber(int row, int column) const override;
    QString sortText(int row, int column) const override;
    bool searchable(int column) const override { return column != Created; }
    std::optional<Verdict> verdict(int row) const override { return judgement(row).verdict; }
    bool macConflict(int row) const override { return judgement(row).has(Flag::MacConflict); }
    Time created(int row) const override { return port(row).createdAt; }

private:
    QString addresses(int row) const;
    QString stackText(int row) const;

    Dataset m_data;
    PortFields m_fields;
    InstanceWords m_words;
};

/// Trouble first: 0 is a proven orphan.
int severity(const PortJudgement &judgement);

} // namespace flotsam
