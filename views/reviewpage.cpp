// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/reviewpage.h"

#include "models/tables/format.h"
#include "models/tables/relations.h"
#include "views/exportbutton.h"
#include "views/planpage.h"
#include "views/remedyparts.h"
#include "views/remedyrows.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr int CountsShown = 6;

QLabel *factLabel(const QString &name, QWidget *parent)
{
    QLabel *const label = plainLabelWidget(name, parent);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    return label;
}

QString countLines(const QString &title, const QList<PlanCount> &counts)
{
    QStringList lines{title};
    for (qsizetype i = 0; i < counts.size() && i < CountsShown; ++i)
        lines += u"%1  %2"_s.arg(groupedNumber(counts[i].ports), counts[i].label);
    if (counts.size() > CountsShown)
        lines += ReviewPage::tr("and %1 more").arg(counts.size() - CountsShown);
    return lines.join(u'\n');
}

} // namespace

ReviewPage::ReviewPage(QWidget *parent)
    : QWidget(parent)
    , m_rows(new RemedyRows(plannedTitles(), true, this))
    , m_takenOut(new RemedyRows(refusedTitles(), false, this))
    , m_table(remedyTable(m_rows, u"reviewTable"_s, tr("Ports to confirm"), this))
    , m_takenOutTable(remedyTable(m_takenOut, u"reviewTakenOut"_s, tr("Ports taken out"), this))
    , m_again(new Notice(Notice::Weight::Warning, u"reviewAgain"_s, this))
    , m_wires(new QWidget(this))
    , m_headline(plainLabelWidget(u"reviewHeadline"_s, this))
    , m_takenOutTitle(plainLabelWidget(u"reviewTakenOutTitle"_s, this))
    , m_reasons(factLabel(u"reviewReasons"_s, this))
    , m_projects(factLabel(u"reviewProjects"_s, this))
    , m_quotas(factLabel(u"reviewQuotas"_s, this))
    , m_accept(new TickBox(tr("I have read these warnings, and it is to be done all the same."), this))
    , m_numberLabel(new QLabel(this))
    , m_number(new QLineEdit(this))
    , m_missing(plainLabelWidget(u"reviewMissing"_s, this))
    , m_problem(new Notice(Notice::Weight::Warning, u"reviewProblem"_s, this))
    , m_verb(new QPushButton(this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    m_wires->setObjectName(u"reviewWires"_s);
    (new QVBoxLayout(m_wires))->setContentsMargins(0, 0, 0, 0);
    m_accept->setObjectName(u"reviewAccept"_s);
    m_number->setObjectName(u"reviewNumber"_s);
    m_number->setMaximumWidth(fontMetrics().averageCharWidth() * 14);
    m_numberLabel->setBuddy(m_number);
    m_verb->setObjectName(u"reviewVerb"_s);
    makeDangerous(m_verb);
    m_cancel->setObjectName(u"reviewCancel"_s);
    m_cancel->setAutoDefault(false);

    auto *const facts = new QHBoxLayout;
    facts->setSpacing(24);
    facts->addWidget(m_reasons, 1);
    facts->addWidget(m_projects, 1);
    facts->addWidget(m_quotas, 2);
    auto *const detail = plainLabelWidget(u"reviewDetail"_s, this);
    auto *const typed = new QHBoxLayout;
    typed->addWidget(m_numberLabel);
    typed->addWidget(m_number);
    typed->addWidget(m_missing, 1);
    auto *const buttons = new QHBoxLayout;
    auto *const exports = new ExportButton(u"reviewExport"_s, u"flotsam-plan-checked"_s,
                                           {ExportFormat::Json, ExportFormat::Csv, ExportFormat::Commands}, this);
    exports->setToolTip(tr("What is ticked and what was taken out, as a dry run: nothing is sent to the cloud."));
    buttons->addWidget(m_verb);
    buttons->addStretch(1);
    buttons->addWidget(exports);
    buttons->addWidget(m_cancel);

    auto *const lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->addWidget(m_again);
    lines->addWidget(m_wires);
    lines->addWidget(m_headline);
    lines->addLayout(facts);
    lines->addWidget(m_table, 4);
    lines->addWidget(detail);
    lines->addWidget(m_takenOutTitle);
    lines->addWidget(m_takenOutTable, 2);
    lines->addWidget(m_accept);
    lines->addLayout(typed);
    lines->addWidget(m_problem);
    lines->addLayout(buttons);
    followCurrentRow(m_table, m_rows, detail);
    keepShort(m_takenOutTable, 6);

    connect(m_rows, &RemedyRows::ticksChanged, this, &ReviewPage::showTicks);
    connect(m_number, &QLineEdit::textChanged, this, &ReviewPage::showReadiness);
    // Return never does it: it only leads to the button.
    connect(m_number, &QLineEdit::returnPressed, this, [this] {
        if (m_verb->isEnabled())
            m_verb->setFocus();
    });
    connect(m_accept, &QCheckBox::toggled, this, &ReviewPage::showReadiness);
    connect(m_verb, &QPushButton::clicked, this, [this] { emit confirmed(confirmation()); });
    connect(m_cancel, &QPushButton::clicked, this, &ReviewPage::cancelled);
    connect(exports, &ExportButton::chosen, this, [this](ExportFormat format, const QString &path) {
        RemedyReview ticked = m_review;
        ticked.plan = m_review.plan.subset(m_rows->ticked());
        emit exportRequested(ticked, format, path);
    });
}

void ReviewPage::show(const RemedyReview &review, const RemedyPlan &planned)
{
    m_review = review;
    m_again->say(review.again);
    setProblem({});
    m_accept->setChecked(false);
    m_number->clear();
    showWires();
    m_takenOut->setRows(takenOutRows(review, planned));
    const qsizetype out = review.takenOut.size();
    m_takenOutTitle->setText(out == 1 ? tr("1 port was taken out by the second look:")
                                      : tr("%1 ports were taken out by the second look:").arg(groupedNumber(out)));
    m_takenOutTitle->setVisible(out > 0);
    m_takenOutTable->setVisible(out > 0);

    QList<RemedyRows::Row> rows = plannedRows(review.plan);
    for (RemedyRows::Row &row : rows)
        row.ticked = true; // whatever is here was ticked in the plan
    m_rows->setRows(rows);
    m_table->setVisible(!rows.isEmpty());
    if (!rows.isEmpty())
        m_table->setCurrentIndex(m_rows->index(0, 0));
}

void ReviewPage::showWires()
{
    for (QWidget *old : m_wires->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly))
        delete old;
    bool asks = false;
    int number = 0;
    for (const Tripwire &wire : std::as_const(m_review.wires)) {
        const bool refused = wire.trip == Tripwire::Trip::Refuse;
        asks = asks || !refused;
        auto *const notice = new Notice(refused ? Notice::Weight::Danger : Notice::Weight::Warning,
                                        u"reviewWire%1"_s.arg(number++), m_wires);
        m_wires->layout()->addWidget(notice);
        notice->say(refused ? tr("Refused: %1").arg(wire.words) : tr("Mind: %1").arg(wire.words));
    }
    m_wires->setVisible(!m_review.wires.isEmpty());
    m_accept->setVisible(asks && m_review.canRun());
}

Confirmation ReviewPage::confirmation() const
{
    Confirmation given;
    given.ids = m_rows->ticked();
    bool isNumber = false;
    const int number = m_number->text().trimmed().toInt(&isNumber);
    given.typedNumber = isNumber ? number : -1;
    given.wiresAccepted = m_accept->isChecked();
    return given;
}

void ReviewPage::showTicks()
{
    const QSet<QString> ids = m_rows->ticked();
    const int count = int(ids.size());
    const RemedyPlan ticked = m_review.plan.subset(ids);
    m_headline->setText(m_review.plan.isEmpty()
                            ? tr("Nothing of the plan is left: no port is as it was when the plan was made.")
                            : tr("Looked at again at %1. Ticked: %2 of %3.")
                                  .arg(exactTime(m_review.checkedAt.toMSecsSinceEpoch()))
                                  .arg(groupedNumber(count), groupedNumber(m_review.plan.size())));
    m_reasons->setText(countLines(tr("By reason"), ticked.countsByReason()));
    m_projects->setText(countLines(tr("By project"), ticked.countsByProject()));
    QStringList quotas{tr("Port quota, before and after")};
    for (const ProjectQuota &quota : std::as_const(m_review.quotas))
        quotas += tr("%1: %2, then %3")
                      .arg(m_review.plan.projectName(quota.projectId), quotaWords(quota.used, quota.limit),
                           quotaWords(m_review.usedAfter(quota, ids), quota.limit));
    if (m_review.quotas.isEmpty())
        quotas += tr("could not be read");
    if (!m_review.canMatchRevision)
        quotas += tr("This cloud cannot compare revisions: each port is looked at just before instead.");
    m_quotas->setText(quotas.join(u'\n'));
    for (QLabel *label : {m_reasons, m_projects, m_quotas})
        label->setVisible(!m_review.plan.isEmpty());
    m_verb->setText(actionButton(m_review.plan.action(), count));
    m_verb->setVisible(!m_review.plan.isEmpty());
    const bool asks = count > 1 && m_review.canRun();
    m_numberLabel->setText(tr("Number of ports:"));
    m_numberLabel->setVisible(asks);
    m_number->setVisible(asks);
    m_number->clear(); // it was typed for another list
    showReadiness();
}

void ReviewPage::showReadiness()
{
    const QString missing = m_review.plan.isEmpty() ? QString() : confirmationProblem(m_review, confirmation());
    m_verb->setEnabled(missing.isEmpty() && !m_review.plan.isEmpty());
    m_missing->setText(m_review.canRun() ? missing : QString());
}

void ReviewPage::setProblem(const QString &text) { m_problem->say(text); }

void ReviewPage::start() { m_cancel->setFocus(); }

} // namespace flotsam
