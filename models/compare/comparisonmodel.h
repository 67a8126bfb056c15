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

    /// Rows up to which a column of words is sorted at once, without a worker.
    static constexpr int AtOnce = 5000;

    explicit ComparisonModel(QObject *parent = nullptr);

    /// Null: no rows.
    void setComparison(ComparisonPtr comparison);
    const ComparisonPtr &comparison() const { return m_comparison; }
    /// A bit for each Change that is listed.
    void setShown(quint8 changes);
    const Difference &difference(int row) const { return m_comparison->differences[m_rows[size_t(row)]]; }
    /// Of those ports that are listed, ascending.
    std::vector<int> rowsOf(const QStringList &portIds) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    struct Order
    {
        quint8 shown = AllChanges;
        int column = ChangeColumn;
        Qt::SortOrder order = Qt::AscendingOrder;
    };
    static std::vector<int> ordered(const Comparison &comparison, const Order &order);
    QString toolTip(const Difference &difference, int column) const;
    void reset();
    void reorder();
    void adopt(std::vector<int> rows);

    ComparisonPtr m_comparison;
    std::vector<int> m_rows; ///< positions in differences
    Order m_order;
    int m_generation = 0;
};

} // namespace flotsam
