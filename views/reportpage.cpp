// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/reportpage.h"

#include "models/tables/format.h"
#include "views/exportbutton.h"
#include "views/planpage.h"
#include "views/remedyparts.h"
#include "views/remedyrows.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

QString factsOf(const RemedyReport &report)
{
    QStringList lines;
    for (const ProjectQuota &before : report.quotasBefore) {
        QString after = ReportPage::tr("not known");
        for (const ProjectQuota &now : report.quotasAfter) {
            if (now.projectId == before.projectId)
                after = quotaWords(now.used, now.limit);
        }
        lines += ReportPage::tr("Port quota of %1: %2 before, %3 after")
                     .arg(report.plan.projectName(before.projectId), quotaWords(before.used, before.limit), after);
    }
    lines += report.notes;
    lines += report.journalText();
    return lines.join(u'\n');
}

} // namespace

ReportPage::ReportPage(QWidget *parent)
    : QWidget(parent)
    , m_rows(new RemedyRows(outcomeTitles(), false, this))
    , m_table(remedyTable(m_rows, u"reportTable"_s, tr("Outcomes"), this))
    , m_headline(plainLabelWidget(u"reportHeadline"_s, this))
    , m_facts(plainLabelWidget(u"reportFacts"_s, this))
    , m_stopped(new Notice(Notice::Weight::Danger, u"reportStopped"_s, this))
    , m_problem(new Notice(Notice::Weight::Warning, u"reportProblem"_s, this))
    , m_retry(new QPushButton(this))
    , m_close(new QPushButton(tr("Close"), this))
{
    QFont bold = m_headline->font();
    bold.setBold(true);
    m_headline->setFont(bold);
    m_retry->setObjectName(u"reportRetry"_s);
    m_retry->setAutoDefault(false);
    m_close->setObjectName(u"reportClose"_s);
    m_close->setAutoDefault(false);
    auto *const exports = new ExportButton(u"reportExport"_s, u"flotsam-report"_s,
                                           {ExportFormat::Json, ExportFormat::Csv, ExportFormat::Text}, this);
    auto *const detail = plainLabelWidget(u"reportDetail"_s, this);
    auto *const buttons = new QHBoxLayout;
    buttons->addWidget(exports);
    buttons->addWidget(m_retry);
    buttons->addStretch(1);
    buttons->addWidget(m_close);
    auto *const lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->addWidget(m_stopped);
    lines->addWidget(m_headline);
    lines->addWidget(m_facts);
    lines->addWidget(m_table, 1);
    lines->addWidget(detail);
    lines->addWidget(m_problem);
    lines->addLayout(buttons);
    followCurrentRow(m_table, m_rows, detail);
    connect(m_retry, &QPushButton::clicked, this,
            [this] { emit retryRequested(m_report.plan.subset(m_report.retryable())); });
    connect(m_close, &QPushButton::clicked, this, &ReportPage::closed);
    connect(exports, &ExportButton::chosen, this,
            [this](ExportFormat format, const QString &path) { emit exportRequested(m_report, format, path); });
}

void ReportPage::show(const RemedyReport &report)
{
    m_report = report;
    m_stopped->say(report.stopped.isEmpty() ? QString() : tr("The run did not get through. %1").arg(report.stopped));
    m_headline->setText(report.summary());
    m_facts->setText(factsOf(report));
    setProblem({});
    QList<RemedyRows::Row> rows;
    rows.reserve(report.outcomes.size());
    for (const PortOutcome &outcome : report.outcomes)
        rows.append(outcomeRow(outcome, report.plan));
    // What needs a second thought comes first.
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto &one, const auto &other) { return one.trouble > other.trouble; });
    m_rows->setRows(rows);
    if (!rows.isEmpty())
        m_table->setCurrentIndex(m_rows->index(0, 0));
    const qsizetype failed = report.retryable().size();
    m_retry->setText(failed == 1 ? tr("Plan the failed one again…")
                                 : tr("Plan the %1 failed again…").arg(groupedNumber(failed)));
    m_retry->setVisible(failed > 0);
}

void ReportPage::setProblem(const QString &text) { m_problem->say(text); }

void ReportPage::start() { m_close->setFocus(); }

} // namespace flotsam
