// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/quotapanel.h"

#include "models/inventory/onworker.h"
#include "models/tables/filteredit.h"
#include "models/tables/format.h"
#include "views/quotaview.h"
#include "views/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace flotsam {

QuotaPanel::QuotaPanel(Workbench &workbench, QWidget *parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_model(this)
    , m_header(new QWidget(this))
    , m_count(new QLabel(m_header))
    , m_view(new QuotaView(m_model, this))
    , m_empty(new QLabel(this))
    , m_pages(new QStackedWidget(this))
{
    setObjectName(u"quotaPanel"_s);
    auto *const title = new QLabel(tr("Port quota"), m_header);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    title->setBuddy(m_view);
    m_count->setObjectName(u"quotaCount"_s);
    auto *const headerLine = new QHBoxLayout(m_header);
    headerLine->setContentsMargins(8, 4, 8, 4);
    headerLine->addWidget(title);
    headerLine->addStretch();
    headerLine->addWidget(m_count);

    m_view->setObjectName(u"quotaView"_s);
    m_view->setAccessibleName(tr("Port quota by project"));
    m_empty->setObjectName(u"quotaEmpty"_s);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(12);
    m_empty->setBackgroundRole(QPalette::Base);
    m_empty->setAutoFillBackground(true);
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_empty);
    auto *const lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->addWidget(m_pages);

    connect(m_view, &QuotaView::portsWanted, this, &QuotaPanel::filter);
    connect(m_view, &QuotaView::patternWanted, this, &QuotaPanel::filterPattern);
    connect(&workbench, &Workbench::datasetChanged, this, &QuotaPanel::read);
    read();
}

void QuotaPanel::read()
{
    const Dataset reading = m_workbench.dataset();
    ++m_generation;
    if (reading.isNull() || reading.snapshot->ports.size() <= IndexProxy::AtOnce)
        return showRows(quotaRows(reading));
    onWorker(
        this, [reading] { return quotaRows(reading); },
        [this, generation = m_generation](const QList<QuotaRow> &rows) {
            if (generation == m_generation)
                showRows(rows);
        });
}

void QuotaPanel::showRows(const QList<QuotaRow> &rows)
{
    const QString chosen = m_view->currentIndex().data(QuotaModel::ProjectIdRole).toString();
    const int scrolled = m_view->verticalScrollBar()->value();
    m_model.setRows(rows);
    if (const int row = m_model.rowOf(chosen); row >= 0)
        m_view->setCurrentIndex(m_model.index(row));
    m_view->verticalScrollBar()->setValue(scrolled);
    const auto full = std::count_if(rows.begin(), rows.end(), [](const QuotaRow &row) { return row.isFull(); });
    m_count->setText(full > 0             ? tr("%1 full of %2").arg(groupedNumber(full), groupedNumber(rows.size()))
                         : rows.isEmpty() ? QString()
                                          : groupedNumber(rows.size()));
    m_header->layout()->activate(); // a title bar is not asked again
    m_empty->setText(m_workbench.dataset().isNull() ? QString() : tr("No project with a quota or a port is visible."));
    m_pages->setCurrentIndex(rows.isEmpty() ? 1 : 0);
}

void QuotaPanel::filter(const QString &projectId, const QList<Verdict> &verdicts)
{
    const std::shared_ptr<const PortsTable> table = m_workbench.portsTable();
    if (!table)
        return;
    QStringList words;
    for (const Verdict verdict : verdicts)
        words += toWord(verdict);
    m_workbench.setFilter({withChipWords(projectTerm(*table, projectId), FilterField::Verdict, words)});
}

void QuotaPanel::filterPattern(const QString &projectId, const QString &term)
{
    if (const std::shared_ptr<const PortsTable> table = m_workbench.portsTable())
        m_workbench.setFilter({withPart(projectTerm(*table, projectId), term)});
}

} // namespace flotsam
