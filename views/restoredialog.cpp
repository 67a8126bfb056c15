// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/restoredialog.h"

#include "models/tables/format.h"
#include "views/planpage.h"
#include "views/remedyparts.h"
#include "views/remedyrows.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>
#include <QTableView>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

QString actionTitle(RemedyAction action)
{
    switch (action) {
    case RemedyAction::Delete:
        return RestoreDialog::tr("Deletion");
    case RemedyAction::ClearDevice:
        return RestoreDialog::tr("Devices cleared");
    case RemedyAction::RegenerateMac:
        return RestoreDialog::tr("MACs regenerated");
    }
    return {};
}

QString stateOf(const JournalRecord &record)
{
    if (record.isOpen())
        return RestoreDialog::tr("open");
    if (record.closedBy == "hand"_L1)
        return RestoreDialog::tr("closed by hand, %1 not known").arg(record.unresolved().size());
    return record.closedBy == "recovery"_L1 ? RestoreDialog::tr("cut off, looked into later")
                                            : RestoreDialog::tr("closed");
}

QString answerText(const RestoreAnswer &answer)
{
    if (!answer.made)
        return answer.message;
    return RestoreDialog::tr("Made again as %1. %2").arg(answer.newId, answer.different.join(u' '));
}

} // namespace

RestoreDialog::RestoreDialog(QWidget *parent)
    : QDialog(parent)
    , m_journals(new QTreeWidget(this))
    , m_rows(new RemedyRows({tr("State"), tr("Port"), tr("Address"), tr("MAC"), tr("What happened")}, true, this))
    , m_table(remedyTable(m_rows, u"restoreTable"_s, tr("Ports of the journal"), this))
    , m_title(plainLabelWidget(u"restoreTitle"_s, this))
    , m_nothing(plainLabelWidget(u"restoreNothing"_s, this))
    , m_problem(new Notice(Notice::Weight::Warning, u"restoreProblem"_s, this))
    , m_restore(new QPushButton(this))
    , m_again(new QPushButton(tr("&Ask the cloud again"), this))
    , m_giveUp(new QPushButton(tr("&I have looked myself: close it…"), this))
    , m_close(new QPushButton(tr("Close"), this))
{
    setObjectName(u"restoreDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Restore deleted ports"));
    m_journals->setObjectName(u"restoreJournals"_s);
    m_journals->setAccessibleName(tr("Journals"));
    m_journals->setRootIsDecorated(false);
    m_journals->setUniformRowHeights(true);
    m_journals->setAllColumnsShowFocus(true);
    m_journals->setHeaderLabels({tr("Begun"), tr("Cloud"), tr("What"), tr("Ports"), tr("State"), tr("By")});
    m_restore->setObjectName(u"restoreButton"_s);
    m_restore->setAutoDefault(false);
    m_again->setObjectName(u"restoreAgain"_s);
    m_again->setAutoDefault(false);
    m_giveUp->setObjectName(u"restoreGiveUp"_s);
    m_giveUp->setAutoDefault(false);
    m_close->setObjectName(u"restoreClose"_s);
    m_close->setAutoDefault(false);
    auto *const detail = plainLabelWidget(u"restoreDetail"_s, this);
    auto *const buttons = new QHBoxLayout;
    buttons->addWidget(m_restore);
    buttons->addWidget(m_again);
    buttons->addWidget(m_giveUp);
    buttons->addStretch(1);
    buttons->addWidget(m_close);
    auto *const lines = new QVBoxLayout(this);
    lines->addWidget(m_nothing);
    lines->addWidget(m_journals, 1);
    lines->addWidget(m_title);
    lines->addWidget(m_table, 2);
    lines->addWidget(detail);
    lines->addWidget(m_problem);
    lines->addLayout(buttons);
    resize(fontMetrics().averageCharWidth() * 140, fontMetrics().lineSpacing() * 36);
    followCurrentRow(m_table, m_rows, detail);
    m_table->setColumnWidth(3, fontMetrics().averageCharWidth() * 22);

    connect(m_journals, &QTreeWidget::currentItemChanged, this, &RestoreDialog::showJournal);
    connect(m_rows, &RemedyRows::ticksChanged, this, &RestoreDialog::showTicks);
    connect(m_close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_restore, &QPushButton::clicked, this, [this] {
        const Entry *entry = current();
        if (!entry)
            return;
        QStringList ids;
        for (const RemedyRows::Row &row : m_rows->rows()) {
            if (row.ticked)
                ids += row.id;
        }
        m_problem->say({});
        emit restoreRequested(entry->record.path, ids);
    });
    connect(m_again, &QPushButton::clicked, this, &RestoreDialog::lookAgainRequested);
    connect(m_giveUp, &QPushButton::clicked, this, [this] {
        if (const Entry *entry = current())
            emit giveUpRequested(entry->record.path, entry->record.unresolved());
    });
    m_nothing->setText(tr("Reading the journals…"));
    m_journals->hide();
    showJournal();
    m_close->setFocus();
}

void RestoreDialog::setEntries(const QList<Entry> &entries, const QString &folder)
{
    const Entry *before = current();
    const QString shown = before ? before->record.path : QString();
    m_entries = entries;
    const QSignalBlocker blocker(m_journals);
    m_journals->clear();
    QTreeWidgetItem *select = nullptr;
    for (const Entry &entry : entries) {
        const JournalHeader &header = entry.record.header;
        QString cloud = header.region.isEmpty() ? header.cloud : header.cloud + u" / "_s + header.region;
        if (!entry.ofThisCloud)
            cloud += tr(" (another login)");
        auto *const item
            = new QTreeWidgetItem(m_journals,
                                  {exactTime(header.startedAt.toMSecsSinceEpoch()), cloud, actionTitle(header.action),
                                   groupedNumber(entry.record.ports.size()), stateOf(entry.record), header.userName});
        if (!select || entry.record.path == shown)
            select = item;
    }
    const QSize line(0, int(m_journals->fontMetrics().height() * 1.6)); // as in every other table
    for (int row = 0; row < m_journals->topLevelItemCount(); ++row)
        m_journals->topLevelItem(row)->setSizeHint(m_journals->columnCount() - 1, line);
    for (int column = 0; column < m_journals->columnCount(); ++column)
        m_journals->resizeColumnToContents(column);
    m_journals->setCurrentItem(select);
    m_journals->setVisible(!entries.isEmpty());
    m_nothing->setText(tr("There is no journal in %1: nothing was changed from here yet.").arg(folder));
    m_nothing->setVisible(entries.isEmpty());
    showJournal();
    if (!entries.isEmpty() && before == nullptr)
        m_journals->setFocus();
}

const RestoreDialog::Entry *RestoreDialog::current() const
{
    const int row = m_journals->currentItem() ? m_journals->indexOfTopLevelItem(m_journals->currentItem()) : -1;
    return row >= 0 && row < int(m_entries.size()) ? &m_entries[row] : nullptr;
}

void RestoreDialog::showJournal()
{
    const Entry *entry = current();
    QList<RemedyRows::Row> rows;
    QStringList restorable;
    if (entry) {
        restorable = entry->record.restorable();
        for (const JournalPort &port : entry->record.ports) {
            RemedyRows::Row row;
            row.id = port.id;
            QStringList addresses;
            for (const FixedIp &fixed : port.port.fixedIps)
                addresses += fixed.text;
            const bool open = restorable.contains(port.id);
            QString state
                = port.outcome ? outcomeTitle(port.outcome->kind, entry->record.header.action) : tr("Not known");
            QString words = port.outcome ? port.outcome->words : QString();
            if (!port.restoredAs.isEmpty()) {
                state = tr("Made again");
                words = tr("It is port %1 now.").arg(port.restoredAs);
            }
            if (m_answers.contains(port.id)) {
                words = answerText(m_answers[port.id]);
                row.trouble = !m_answers[port.id].made;
            }
            row.texts = {state, port.port.name.isEmpty() ? shortId(port.id) : port.port.name, addresses.join(u", "_s),
                         port.port.mac, words};
            row.detail = port.id + u'\n' + words;
            row.tickable = open && entry->ofThisCloud && !m_answers.value(port.id).made;
            rows.append(row);
        }
        m_title->setText(!entry->ofThisCloud
                             ? tr("Connect to this cloud as the user of the journal to make its ports again.")
                             : restorable.isEmpty()
                             ? tr("There is no deleted port in it that could be made again.")
                             : tr("Tick what is to be made again. It gets a new id; everything that cannot be "
                                  "as it was is told."));
    }
    m_title->setVisible(entry);
    m_table->setVisible(entry);
    m_restore->setVisible(entry);
    m_again->setVisible(entry && entry->record.isOpen() && entry->ofThisCloud);
    m_giveUp->setVisible(entry && entry->record.isOpen());
    m_rows->setRows(rows);
    if (!rows.isEmpty())
        m_table->setCurrentIndex(m_rows->index(0, 0));
}

void RestoreDialog::showTicks()
{
    const int ticked = m_rows->tickedCount();
    if (m_left > 0)
        m_restore->setText(tr("Making ports again: %1 left").arg(m_left));
    else
        m_restore->setText(ticked == 1 ? tr("Make 1 port again")
                                       : tr("Make %1 ports again").arg(groupedNumber(ticked)));
    m_restore->setEnabled(ticked > 0 && m_left == 0);
}

void RestoreDialog::showRestored(const QString &formerId, const RestoreAnswer &answer)
{
    m_answers.insert(formerId, answer);
    if (!answer.made)
        m_problem->say(tr("Port %1 was not made again: %2").arg(formerId, answer.message));
    showJournal();
}

void RestoreDialog::setBusy(int left)
{
    m_left = left;
    m_rows->setTickable(left == 0);
    m_journals->setEnabled(left == 0);
    m_close->setEnabled(left == 0);
    showTicks();
}

void RestoreDialog::reject()
{
    if (m_left == 0)
        QDialog::reject();
}

void RestoreDialog::showRefusal(const QString &why) { m_problem->say(why); }

void RestoreDialog::keyPressEvent(QKeyEvent *event)
{
    if (pressFocusedButton(this, event))
        event->accept();
    else
        QDialog::keyPressEvent(event);
}

} // namespace flotsam
