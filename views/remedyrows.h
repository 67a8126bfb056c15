// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/remedyreport.h"
#include "models/remedy/remedyreview.h"
#include "views/theme.h"

#include <QAbstractTableModel>
#include <QPalette>
#include <QSet>

#include <optional>

class QTableView;

namespace flotsam {

/// The ports of a plan, of a review or of a report, one a row, as texts; with a tick in the first column where the user
/// chooses.
class RemedyRows : public QAbstractTableModel
{
    Q_OBJECT
public:
    struct Row
    {
        QString id;
        QStringList texts; ///< one a column
        QString detail; ///< everything about it, for the line below the table and the tool tip
        std::optional<Mark> mark; ///< stands before the first text
        bool trouble = false;
        bool ticked = false;
        bool tickable = true; ///< where the table is at all
    };
    RemedyRows(const QStringList &titles, bool tickable, QObject *parent = nullptr);

    void setRows(const QList<Row> &rows);
    void append(const Row &row);
    const QList<Row> &rows() const { return m_rows; }
    QSet<QString> ticked() const;
    int tickedCount() const { return m_ticked; }
    void setTickable(bool tickable);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

signals:
    void ticksChanged();

private:
    QStringList m_titles;
    QList<Row> m_rows;
    int m_ticked = 0;
    bool m_tickable = false;
};

/// The rows as the dialogs show them.
QList<RemedyRows::Row> plannedRows(const RemedyPlan &plan);
QList<RemedyRows::Row> refusedRows(const RemedyPlan &plan);
QList<RemedyRows::Row> takenOutRows(const RemedyReview &review, const RemedyPlan &planned);
RemedyRows::Row outcomeRow(const PortOutcome &outcome, const RemedyPlan &plan);
QStringList plannedTitles();
QStringList refusedTitles();
QStringList outcomeTitles();

/// A table of that look, of rows that are as high as those of the main tables.
QTableView *remedyTable(RemedyRows *rows, const QString &name, const QString &accessibleName, QWidget *parent);
/// No higher than its rows, and than \a most of them: what is beside it needs the room more.
void keepShort(QTableView *table, int most);

} // namespace flotsam
