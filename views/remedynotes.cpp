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
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

RemedyRows::Row recoveredRow(const JournalPort &port, const JournalRecord &record)
{
    PortOutcome outcome;
    outcome.portId = port.id;
    outcome.kind = record.ready ? OutcomeKind::Unknown : OutcomeKind::NotSent;
    outcome.words
        = record.ready ? RecoveryDialog::tr("The cloud does not tell yet.") : RecoveryDialog::tr("Nothing was sent.");
    if (port.outcome)
        outcome = *port.outcome;
    RemedyRows::Row row;
    row.id = port.id;
    row.trouble = outcome.canRetry();
    row.texts = {outcomeTitle(outcome.kind, record.header.action),
                 port.port.name.isEmpty() ? shortId(port.id) : port.port.name, outcome.words};
    row.detail = port.id + u'\n' + outcome.words;
    return row;
}

} // namespace

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
    , m_again(new QPushButton(tr("&Ask the cloud again"), this))
    , m_giveUp(new QPushButton(tr("&I have looked myself: close it…"), this))
{
    setObjectName(u"recoveryDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("What became of an earlier run"));
    m_again->setObjectName(u"recoveryAgain"_s);
    m_again->setAutoDefault(false);
    m_giveUp->setObjectName(u"recoveryGiveUp"_s);
    m_giveUp->setAutoDefault(false);
    m_giveUp->setToolTip(tr("Closes the journal with the ports in it of which nothing is known. Nobody asks again."));
    auto *const close = new QPushButton(tr("Close"), this);
    close->setObjectName(u"recoveryClose"_s);
    close->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_again, &QPushButton::clicked, this, &RecoveryDialog::lookAgainRequested);
    connect(m_giveUp, &QPushButton::clicked, this, [this] {
        QStringList paths;
        QStringList unknown;
        for (const RecoveryReport &report : std::as_const(m_reports)) {
            if (report.closed)
                continue;
            paths += report.record.path;
            unknown += report.record.unresolved();
        }
        emit giveUpRequested(paths, unknown);
    });
    auto *const buttons = new QHBoxLayout;
    buttons->addWidget(m_again);
    buttons->addWidget(m_giveUp);
    buttons->addStretch(1);
    buttons->addWidget(close);
    auto *const lines = new QVBoxLayout(this);
    lines->addWidget(m_text);
    lines->addWidget(remedyTable(m_rows, u"recoveryTable"_s, tr("Outcomes"), this), 1);
    lines->addLayout(buttons);
    resize(fontMetrics().averageCharWidth() * 120, fontMetrics().lineSpacing() * 24);
    close->setFocus();
}

void RecoveryDialog::add(const RecoveryReport &report)
{
    const auto known = std::find_if(m_reports.begin(), m_reports.end(),
                                    [&](const RecoveryReport &one) { return one.record.path == report.record.path; });
    if (known == m_reports.end())
        m_reports.append(report);
    else
        *known = report;
    showReports();
}

void RecoveryDialog::setGivenUp(const QString &path)
{
    for (RecoveryReport &report : m_reports) {
        if (report.record.path != path || report.closed)
            continue;
        report.closed = true;
        report.error.reset();
        report.record.closedBy = u"hand"_s;
    }
    showReports();
}

void RecoveryDialog::showReports()
{
    QStringList text;
    QList<RemedyRows::Row> rows;
    bool open = false;
    for (const RecoveryReport &report : std::as_const(m_reports)) {
        const JournalRecord &record = report.record;
        open = open || !report.closed;
        text += tr("Begun %1 in %2: %3")
                    .arg(exactTime(record.header.startedAt.toMSecsSinceEpoch()), record.header.cloud, report.summary);
        if (!report.closed)
            text += tr("Asked at %1. The journal stays open: %2")
                        .arg(exactTime(report.at.toMSecsSinceEpoch()), record.path);
        else if (record.closedBy == "hand"_L1)
            text += tr("The journal was closed by hand: %1").arg(record.path);
        else
            text += tr("The cloud was asked what became of every port, and the journal is closed: %1").arg(record.path);
        if (report.error)
            text += errorParagraph(*report.error);
        for (const JournalPort &port : record.ports)
            rows.append(recoveredRow(port, record));
    }
    m_text->setText(text.join(u'\n'));
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto &one, const auto &other) { return one.trouble > other.trouble; });
    m_rows->setRows(rows);
    m_again->setVisible(open);
    m_giveUp->setVisible(open);
}

void RecoveryDialog::keyPressEvent(QKeyEvent *event)
{
    if (pressFocusedButton(this, event))
        event->accept();
    else
        QDialog::keyPressEvent(event);
}

void askToGiveUp(QWidget *parent, const QStringList &unknown, const std::function<void()> &close)
{
    if (parent->findChild<QMessageBox *>(u"giveUpQuestion"_s))
        return;
    constexpr qsizetype named = 12;
    QString ports = unknown.mid(0, named).join(u'\n');
    if (unknown.size() > named)
        ports += u'\n' + RecoveryDialog::tr("and %1 more").arg(unknown.size() - named);
    auto *const box = new QMessageBox(
        QMessageBox::Warning, RecoveryDialog::tr("Close the journal"),
        unknown.isEmpty()
            ? RecoveryDialog::tr("Close the journal? The cloud is not asked about its ports any more.")
            : RecoveryDialog::tr("Close the journal, although nothing here knows what became of these ports? They stay "
                                 "named in it, and the cloud is not asked any more.\n\n%1")
                  .arg(ports),
        QMessageBox::NoButton, parent);
    box->setObjectName(u"giveUpQuestion"_s);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton *const end = box->addButton(RecoveryDialog::tr("Close the journal"), QMessageBox::DestructiveRole);
    end->setObjectName(u"giveUpClose"_s);
    end->setAutoDefault(false);
    QPushButton *const keep = box->addButton(RecoveryDialog::tr("Keep it open"), QMessageBox::RejectRole);
    keep->setObjectName(u"giveUpKeep"_s);
    box->setDefaultButton(keep);
    box->setEscapeButton(keep);
    QObject::connect(end, &QPushButton::clicked, parent, close);
    box->open();
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
