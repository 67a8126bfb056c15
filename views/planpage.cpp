// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/planpage.h"

#include "models/tables/format.h"
#include "views/exportbutton.h"
#include "views/remedyparts.h"
#include "views/remedyrows.h"

#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

QString tickingHint(RemedyAction action)
{
    return action == RemedyAction::Delete
        ? PlanPage::tr("Only proven orphans are ticked beforehand; every other port is yours to tick, one by one.")
        : PlanPage::tr("Ports that this repair is made for are ticked beforehand.");
}

} // namespace

void followCurrentRow(QTableView *table, const RemedyRows *rows, QLabel *label)
{
    label->setMinimumHeight(label->fontMetrics().lineSpacing() * 3);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    const auto show = [table, rows, label] {
        const QModelIndex current = table->currentIndex();
        label->setText(current.isValid() ? rows->rows().value(current.row()).detail : QString());
    };
    QObject::connect(table->selectionModel(), &QItemSelectionModel::currentRowChanged, label, show);
    QObject::connect(rows, &QAbstractItemModel::modelReset, label, show);
    show();
}

PlanPage::PlanPage(const RemedyPlan &plan, QWidget *parent)
    : QWidget(parent)
    , m_plan(plan)
    , m_rows(new RemedyRows(plannedTitles(), true, this))
    , m_table(remedyTable(m_rows, u"planTable"_s, tr("Ports of the plan"), this))
    , m_count(plainLabelWidget(u"planCount"_s, this))
    , m_problem(new Notice(Notice::Weight::Warning, u"planProblem"_s, this))
    , m_check(new QPushButton(this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    auto *const lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->addWidget(m_count);
    auto *const hint = plainLabelWidget(u"planHint"_s, this);
    hint->setText(tickingHint(plan.action()));
    lines->addWidget(hint);
    lines->addWidget(m_table, 3);
    auto *const detail = plainLabelWidget(u"planDetail"_s, this);
    lines->addWidget(detail);
    if (!plan.refused().isEmpty()) {
        auto *const title = plainLabelWidget(u"planRefusedTitle"_s, this);
        title->setText(
            plan.refused().size() == 1
                ? tr("1 port is refused and will not be touched:")
                : tr("%1 ports are refused and will not be touched:").arg(groupedNumber(plan.refused().size())));
        lines->addWidget(title);
        auto *const rows = new RemedyRows(refusedTitles(), false, this);
        rows->setRows(refusedRows(plan));
        auto *const refused = remedyTable(rows, u"planRefused"_s, tr("Refused ports"), this);
        if (!plan.isEmpty())
            keepShort(refused, 6);
        lines->addWidget(refused, plan.isEmpty() ? 6 : 2);
    }
    m_table->setVisible(!plan.isEmpty());
    hint->setVisible(!plan.isEmpty());
    detail->setVisible(!plan.isEmpty());
    lines->addWidget(m_problem);

    auto *const exports = new ExportButton(u"planExport"_s, u"flotsam-plan-"_s + toWord(plan.action()),
                                           {ExportFormat::Json, ExportFormat::Csv, ExportFormat::Commands}, this);
    exports->setToolTip(tr("What is ticked, as a dry run: nothing is sent to the cloud."));
    m_check->setObjectName(u"planCheck"_s);
    m_check->setAutoDefault(false);
    m_cancel->setObjectName(u"planCancel"_s);
    m_cancel->setAutoDefault(false);
    auto *const buttons = new QHBoxLayout;
    buttons->addWidget(exports);
    buttons->addStretch(1);
    buttons->addWidget(m_check);
    buttons->addWidget(m_cancel);
    lines->addLayout(buttons);

    connect(m_rows, &RemedyRows::ticksChanged, this, &PlanPage::showTicks);
    connect(m_check, &QPushButton::clicked, this, [this] {
        setProblem({});
        emit checkRequested(ticked());
    });
    connect(m_cancel, &QPushButton::clicked, this, &PlanPage::cancelled);
    connect(exports, &ExportButton::chosen, this,
            [this](ExportFormat format, const QString &path) { emit exportRequested(ticked(), format, path); });
    m_rows->setRows(plannedRows(plan));
    followCurrentRow(m_table, m_rows, detail);
    if (!plan.isEmpty())
        m_table->setCurrentIndex(m_rows->index(0, 0));
}

RemedyPlan PlanPage::ticked() const { return m_plan.subset(m_rows->ticked()); }

void PlanPage::setProblem(const QString &text) { m_problem->say(text); }

void PlanPage::start()
{
    if (m_plan.isEmpty())
        m_cancel->setFocus();
    else
        m_table->setFocus();
}

void PlanPage::showTicks()
{
    const int ticked = m_rows->tickedCount();
    m_count->setText(m_plan.isEmpty()
                         ? tr("There is no port that this may be done to.")
                         : tr("Ticked: %1 of %2.").arg(groupedNumber(ticked), groupedNumber(m_plan.size())));
    m_check->setText(ticked == 1 ? tr("Look at 1 port &again…")
                                 : tr("Look at %1 ports &again…").arg(groupedNumber(ticked)));
    m_check->setEnabled(ticked > 0);
}

} // namespace flotsam
