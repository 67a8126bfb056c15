// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/remedydialog.h"

#include "views/messagearea.h"
#include "views/planpage.h"
#include "views/remedyparts.h"
#include "views/reportpage.h"
#include "views/reviewpage.h"
#include "views/runpage.h"

#include <QKeyEvent>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

QString titleOf(RemedyAction action)
{
    switch (action) {
    case RemedyAction::Delete:
        return RemedyDialog::tr("Delete ports");
    case RemedyAction::ClearDevice:
        return RemedyDialog::tr("Clear the device of ports");
    case RemedyAction::RegenerateMac:
        return RemedyDialog::tr("Regenerate the MAC of ports");
    }
    return {};
}

QString placeOf(const RemedyPlan &plan)
{
    const Snapshot &snapshot = *plan.judgement()->snapshot;
    return snapshot.region.isEmpty() ? snapshot.cloud : snapshot.cloud + u" / "_s + snapshot.region;
}

} // namespace

RemedyDialog::RemedyDialog(const RemedyPlan &plan, bool isProtected, QWidget *parent)
    : QDialog(parent)
    , m_asked(plan)
    , m_action(plan.action())
    , m_band(new Notice(isProtected ? Notice::Weight::Danger : Notice::Weight::Plain, u"remedyBand"_s, this))
    , m_pages(new QStackedWidget(this))
    , m_plan(new PlanPage(plan, this))
    , m_check(new CheckPage(this))
    , m_review(new ReviewPage(this))
    , m_run(new RunPage(this))
    , m_report(new ReportPage(this))
{
    setObjectName(u"remedyDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("%1 — %2").arg(titleOf(m_action), placeOf(plan)));
    QFont large = m_band->font();
    large.setPointSizeF(large.pointSizeF() * (isProtected ? 1.8 : 1.3));
    large.setBold(true);
    m_band->setFont(large);
    if (!isProtected)
        m_band->setMargin(0); // no band is drawn: in line with what stands below
    m_band->say(isProtected ? tr("%1 — protected: %2").arg(placeOf(plan), titleOf(m_action))
                            : tr("%1: %2").arg(placeOf(plan), titleOf(m_action)));
    for (QWidget *page :
         {static_cast<QWidget *>(m_plan), static_cast<QWidget *>(m_check), static_cast<QWidget *>(m_review),
          static_cast<QWidget *>(m_run), static_cast<QWidget *>(m_report)})
        m_pages->addWidget(page);
    auto *const lines = new QVBoxLayout(this);
    lines->addWidget(m_band);
    lines->addWidget(m_pages, 1);
    resize(fontMetrics().averageCharWidth() * 165, fontMetrics().lineSpacing() * 46);

    connect(m_plan, &PlanPage::checkRequested, this, &RemedyDialog::checkRequested);
    connect(m_plan, &PlanPage::cancelled, this, &RemedyDialog::reject);
    connect(m_plan, &PlanPage::exportRequested, this, &RemedyDialog::planExportRequested);
    connect(m_check, &CheckPage::cancelled, this, &RemedyDialog::reject);
    connect(m_review, &ReviewPage::confirmed, this, &RemedyDialog::confirmed);
    connect(m_review, &ReviewPage::cancelled, this, &RemedyDialog::reject);
    connect(m_review, &ReviewPage::exportRequested, this, &RemedyDialog::reviewExportRequested);
    connect(m_run, &RunPage::pauseRequested, this, &RemedyDialog::pauseRequested);
    connect(m_run, &RunPage::resumeRequested, this, &RemedyDialog::resumeRequested);
    connect(m_run, &RunPage::stopRequested, this, &RemedyDialog::stopRequested);
    connect(m_report, &ReportPage::retryRequested, this, &RemedyDialog::retryRequested);
    connect(m_report, &ReportPage::exportRequested, this, &RemedyDialog::reportExportRequested);
    connect(m_report, &ReportPage::closed, this, &RemedyDialog::reject);
    turnTo(m_plan);
}

RemedyDialog::~RemedyDialog() = default;

template <class Page>
void RemedyDialog::turnTo(Page *page)
{
    m_pages->setCurrentWidget(page);
    page->start();
}

void RemedyDialog::showChecking(const RemedyPlan &plan)
{
    m_asked = plan;
    m_check->begin(plan.size());
    turnTo(m_check);
}

void RemedyDialog::showCheckProgress(const SourceProgress &progress) { m_check->showProgress(progress); }

void RemedyDialog::showProbes(int done, int total) { m_check->showProbes(done, total); }

void RemedyDialog::showReview(const RemedyReview &review)
{
    m_review->show(review, m_asked);
    turnTo(m_review);
}

void RemedyDialog::showRunning(const RemedyPlan &plan)
{
    m_run->begin(plan);
    turnTo(m_run);
}

void RemedyDialog::showProgress(const RunProgress &progress) { m_run->showProgress(progress); }

void RemedyDialog::showOutcome(const PortOutcome &outcome) { m_run->showOutcome(outcome); }

void RemedyDialog::showReport(const RemedyReport &report)
{
    m_report->show(report);
    turnTo(m_report);
}

void RemedyDialog::showRefusal(const QString &why)
{
    QWidget *const page = m_pages->currentWidget();
    if (page == m_review)
        m_review->setProblem(why);
    else if (page == m_report)
        m_report->setProblem(why);
    else
        m_plan->setProblem(why);
}

void RemedyDialog::showFailure(const Error &error) { backToPlan(errorParagraph(error)); }

void RemedyDialog::backToPlan(const QString &why)
{
    if (isRunning() || m_pages->currentWidget() == m_report)
        return;
    turnTo(m_plan);
    m_plan->setProblem(why);
}

bool RemedyDialog::isRunning() const { return m_pages->currentWidget() == m_run; }

void RemedyDialog::reject()
{
    if (isRunning()) {
        m_run->remind();
        return;
    }
    const QWidget *const page = m_pages->currentWidget();
    if (page == m_check || page == m_review)
        emit givenUp();
    QDialog::reject();
}

void RemedyDialog::keyPressEvent(QKeyEvent *event)
{
    if (pressFocusedButton(this, event))
        event->accept();
    else
        QDialog::keyPressEvent(event);
}

} // namespace flotsam
