// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/cloudchoice.h"
#include "models/inventory/error.h"
#include "models/remedy/planexport.h"
#include "models/remedy/remedyreview.h"
#include "models/remedy/remedyrun.h"

#include <QDialog>

class QStackedWidget;

namespace flotsam {

class CheckPage;
class Notice;
class PlanPage;
class ReportPage;
class ReviewPage;
class RunPage;

/// One plan from its first list to its report. Shows what it is told and passes on what the user wants; whether that
/// may be is said elsewhere. Not modal: the tables can be looked at meanwhile. While a run is going it does not close.
class RemedyDialog : public QDialog
{
    Q_OBJECT
public:
    RemedyDialog(const RemedyPlan &plan, bool isProtected, QWidget *parent = nullptr);
    ~RemedyDialog() override;

    /// \a plan is being looked at again.
    void showChecking(const RemedyPlan &plan);
    void showCheckProgress(const SourceProgress &progress);
    void showProbes(int done, int total);
    void showReview(const RemedyReview &review);
    void showRunning(const RemedyPlan &plan);
    void showProgress(const RunProgress &progress);
    void showOutcome(const PortOutcome &outcome);
    void showReport(const RemedyReport &report);
    /// Something that was asked for is not done; stands where the user is.
    void showRefusal(const QString &why);
    /// The look came to nothing: back to the plan.
    void showFailure(const Error &error);
    /// The plan was given up elsewhere, e.g. because the session was locked: back to the plan, or closed after a run.
    void backToPlan(const QString &why);
    bool isRunning() const;

public slots:
    void reject() override;

signals:
    void checkRequested(const flotsam::RemedyPlan &plan);
    void confirmed(const flotsam::Confirmation &confirmation);
    /// The user leaves a look or a review.
    void givenUp();
    void pauseRequested();
    void resumeRequested();
    void stopRequested();
    void retryRequested(const flotsam::RemedyPlan &plan);
    void planExportRequested(const flotsam::RemedyPlan &plan, flotsam::ExportFormat format, const QString &path);
    void reviewExportRequested(const flotsam::RemedyReview &review, flotsam::ExportFormat format, const QString &path);
    void reportExportRequested(const flotsam::RemedyReport &report, flotsam::ExportFormat format, const QString &path);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    template <class Page>
    void turnTo(Page *page);

    RemedyPlan m_asked; ///< the last that was to be looked at
    RemedyAction m_action;
    Notice *m_band;
    QStackedWidget *m_pages;
    PlanPage *m_plan;
    CheckPage *m_check;
    ReviewPage *m_review;
    RunPage *m_run;
    ReportPage *m_report;
};

} // namespace flotsam
