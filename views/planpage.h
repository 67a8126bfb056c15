// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/planexport.h"
#include "models/remedy/remedyplan.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace flotsam {

class Notice;
class RemedyRows;

/// A plan before it is looked at again: what it would do to which ports, and which were refused and why. Nothing but
/// proven orphans is ticked at first.
class PlanPage : public QWidget
{
    Q_OBJECT
public:
    explicit PlanPage(const RemedyPlan &plan, QWidget *parent = nullptr);

    const RemedyPlan &plan() const { return m_plan; }
    void setProblem(const QString &text);
    void start(); ///< puts the focus where it belongs

signals:
    void checkRequested(const flotsam::RemedyPlan &plan);
    void cancelled();
    void exportRequested(const flotsam::RemedyPlan &plan, flotsam::ExportFormat format, const QString &path);

private:
    void showTicks();
    RemedyPlan ticked() const;

    const RemedyPlan m_plan;
    RemedyRows *m_rows;
    QTableView *m_table;
    QLabel *m_count;
    Notice *m_problem;
    QPushButton *m_check;
    QPushButton *m_cancel;
};

/// Shows the detail of the current row of \a table in \a label.
void followCurrentRow(QTableView *table, const RemedyRows *rows, QLabel *label);

} // namespace flotsam
