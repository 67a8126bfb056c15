// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/remedynotes.h"

#include "models/tables/format.h"
#include "views/messagearea.h"
#include "views/remedyparts.h"
#include "views/remedyrows.h"
#include "views/theme.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace flotsam {

AdviceDialog::AdviceDialog(const Advice &advice, QWidget *parent)
    : QDialog(parent)
{
    setObjectName(u"adviceDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(advice.title);
    auto *const title = plainLabelWidget(u"adviceTitle"_s, this);
    title->setText(advice.title);
    QFont bold = title->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.2);
    title->setFont(bold);
    auto *const text = plainLabelWidget(u"adviceText"_s, this);
    text->setText(advice.sentences.join(u"\n\n"_s));
    auto *const note = plainLabelWidget(u"adviceNote"_s, this);
    note->setText(tr("Flotsam does none of this. The commands, to be read before they are used:"));
    auto *const commands = new QPlainTextEdit(advice.commands, this);
    commands->setObjectName(u"adviceCommands"_s);
    commands->setAccessibleName(tr("Commands"));
    commands->setReadOnly(true);
    commands->setFont(theme::codeFont(font()));
    commands->setLineWrapMode(QPlainTextEdit::NoWrap);
    auto *const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton *const copy = buttons->addButton(tr("Copy commands"), QDialogButtonBox::ActionRole);
    copy->setObjectName(u"adviceCopy"_s);
    buttons->button(QDialogButtonBox::Close)->setDefault(true);
    connect(copy, &QPushButton::clicked, this, [all = advice.commands] { QGuiApplication::clipboard()->setText(all); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *const lines = new QVBoxLayout(this);
    lines->addWidget(title);
    lines->addWidget(text);
    lines->addWidget(note);
    lines->addWidget(commands, 1);
    lines->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 100, fontMetrics().lineSpacing() * 22);
}

RecoveryDialog::RecoveryDialog(QWidget *parent)
    : QDialog(parent)
    , m_text(plainLabelWidget(u"recoveryText"_s, this))
    , m_rows(new RemedyRows(outcomeTitles(), false, this))
{
    setObjectName(u"recoveryDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("A run was cut off"));
    auto *const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *const lines = new QVBoxLayout(this);
    lines->addWidget(m_text);
    lines->addWidget(remedyTable(m_rows, u"recoveryTable"_s, tr("Outcomes"), this), 1);
    lines->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 120, fontMetrics().lineSpacing() * 24);
}

void RecoveryDialog::add(const RecoveryReport &report)
{
    QStringList text;
    if (!m_text->text().isEmpty())
        text += m_text->text();
    text += tr("Begun %1 in %2: %3")
                .arg(exactTime(report.record.header.startedAt.toMSecsSinceEpoch()), report.record.header.cloud,
                     report.summary);
    text += report.closed
        ? tr("The cloud was asked what became of every port, and the journal is closed: %1").arg(report.record.path)
        : tr("The journal stays open: %1").arg(report.record.path);
    if (report.error)
        text += errorParagraph(*report.error);
    m_text->setText(text.join(u'\n'));
    for (const JournalPort &port : report.record.ports) {
        PortOutcome outcome;
        outcome.portId = port.id;
        outcome.kind = OutcomeKind::Unknown;
        outcome.words = report.record.ready ? tr("The cloud does not tell yet.") : tr("Nothing was sent.");
        if (!report.record.ready)
            outcome.kind = OutcomeKind::NotSent;
        RemedyRows::Row row;
        if (port.outcome)
            outcome = *port.outcome;
        row.id = port.id;
        row.trouble = outcome.canRetry();
        row.texts = {outcomeTitle(outcome.kind, report.record.header.action),
                     port.port.name.isEmpty() ? shortId(port.id) : port.port.name, outcome.words};
        row.detail = port.id + u'\n' + outcome.words;
        m_rows->append(row);
    }
}

void askToClose(QWidget *parent, const std::function<void()> &stop)
{
    if (parent->findChild<QMessageBox *>(u"closeQuestion"_s))
        return;
    auto *const box = new QMessageBox(
        QMessageBox::Warning, RecoveryDialog::tr("A run is going"),
        RecoveryDialog::tr("Ports are being changed. What is in flight ends in any case; the rest can be left alone."),
        QMessageBox::NoButton, parent);
    box->setObjectName(u"closeQuestion"_s);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton *const end = box->addButton(RecoveryDialog::tr("Stop the run and close"), QMessageBox::DestructiveRole);
    end->setObjectName(u"closeStop"_s);
    end->setAutoDefault(false);
    QPushButton *const stay = box->addButton(RecoveryDialog::tr("Let it run"), QMessageBox::RejectRole);
    stay->setObjectName(u"closeStay"_s);
    box->setDefaultButton(stay);
    box->setEscapeButton(stay);
    QObject::connect(end, &QPushButton::clicked, parent, stop);
    box->open();
}

} // namespace flotsam
