// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/compare/comparison.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace flotsam {

using ComparisonPtr = std::shared_ptr<const Comparison>;

/// The differences of two readings as rows. Answers to the roles of rowmodel.h (IdRole: the port's id).
class ComparisonModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column
    {
        ChangeColumn,
        PortColumn,
        ProjectColumn,
        NetworkColumn,
        AddressColumn,
        BeforeColumn,
        AfterColumn,
        WhyColumn,
        ColumnCount
    };
    static constexpr quint8 AllChanges = (1 << ChangeCount) - 1;

    explicit ComparisonModel(QObject *parent = nullptr);

    /// Null: no rows.
    void setComparison(ComparisonPtr comparison);
    const ComparisonPtr &comparison() const { return m_comparison; }
    /// A bit for each Change that is listed.
    void setShown(quint8 changes);
    const Difference &difference(int row) const { return m_comparison->differences[m_rows[size_t(row)]]; }
    /// -1 where the port is not listed.
    int rowOf(const QString &portId) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    QString text(const Difference &difference, int column) const;
    QString toolTip(const Difference &difference, int column) const;
    std::vector<int> ordered() const;

    ComparisonPtr m_comparison;
    std::vector<int> m_rows; ///< positions in differences
    quint8 m_shown = AllChanges;
    int m_sortColumn = ChangeColumn;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

} // namespace flotsam
