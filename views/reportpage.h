// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/planexport.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace flotsam {

class Notice;
class RemedyRows;

/// What became of a run, port by port, as far as the cloud said so.
class ReportPage : public QWidget
{
    Q_OBJECT
public:
    explicit ReportPage(QWidget *parent = nullptr);

    void show(const RemedyReport &report);
    void setProblem(const QString &text);
    void start();

signals:
    void retryRequested(const flotsam::RemedyPlan &plan);
    void closed();
    void exportRequested(const flotsam::RemedyReport &report, flotsam::ExportFormat format, const QString &path);

private:
    RemedyReport m_report;
    RemedyRows *m_rows;
    QTableView *m_table;
    QLabel *m_headline;
    QLabel *m_facts;
    Notice *m_stopped;
    Notice *m_problem;
    QPushButton *m_retry;
    QPushButton *m_close;
};

} // namespace flotsam
