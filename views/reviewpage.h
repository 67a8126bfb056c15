// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/planexport.h"
#include "models/remedy/remedyreview.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace flotsam {

class Notice;
class RemedyRows;

/// The last step before something is changed: the full list, what was taken out, the wires in words, counts by reason
/// and project, quota before and after. The focus is on Cancel; the verb stands on its button with the number.
class ReviewPage : public QWidget
{
    Q_OBJECT
public:
    explicit ReviewPage(QWidget *parent = nullptr);

    /// \a planned: what the re-check was asked for. Everything that was typed or accepted before counts no more.
    void show(const RemedyReview &review, const RemedyPlan &planned);
    void setProblem(const QString &text);
    void start();

signals:
    void confirmed(const flotsam::Confirmation &confirmation);
    void cancelled();
    /// Of the ports that are ticked.
    void exportRequested(const flotsam::RemedyReview &review, flotsam::ExportFormat format, const QString &path);

private:
    Confirmation confirmation() const;
    void showWires();
    void showTicks();
    void showReadiness();

    RemedyReview m_review;
    RemedyRows *m_rows;
    RemedyRows *m_takenOut;
    QTableView *m_table;
    QTableView *m_takenOutTable;
    Notice *m_again;
    QWidget *m_wires;
    QLabel *m_headline;
    QLabel *m_takenOutTitle;
    QLabel *m_reasons;
    QLabel *m_projects;
    QLabel *m_quotas;
    QCheckBox *m_accept;
    QLabel *m_numberLabel;
    QLineEdit *m_number;
    QLabel *m_missing;
    Notice *m_problem;
    QPushButton *m_verb;
    QPushButton *m_cancel;
};

} // namespace flotsam
