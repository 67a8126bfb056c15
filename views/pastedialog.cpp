// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pastedialog.h"

#include "models/inventory/onworker.h"
#include "models/tables/format.h"
#include "views/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr int SearchDelay = 150;
constexpr qsizetype LongestPaste = 1'000'000; ///< letters; who pastes a log file means its beginning

} // namespace

PasteDialog::PasteDialog(Workbench &workbench, QWidget *parent)
    : QDialog(parent)
    , m_workbench(workbench)
    , m_model(this)
    , m_text(new QPlainTextEdit(this))
    , m_summary(new QLabel(this))
    , m_hits(new QTableView(this))
    , m_missing(new QLabel(this))
    , m_all(nullptr)
{
    setObjectName(u"pasteDialog"_s);
    setWindowTitle(tr("Find what a text names"));
    auto *const hint
        = new QLabel(tr("Paste a log line, an error message, the output of “openstack … show” or JSON:"), this);
    hint->setWordWrap(true);
    hint->setBuddy(m_text);
    m_text->setObjectName(u"pasteText"_s);
    m_text->setAccessibleName(tr("Text to search"));
    m_text->setTabChangesFocus(true);
    m_text->setFont(theme::codeFont(font()));
    m_text->setMaximumHeight(fontMetrics().height() * 8);
    m_summary->setObjectName(u"pasteSummary"_s);
    m_missing->setObjectName(u"pasteMissing"_s);
    for (QLabel *label : {m_summary, m_missing}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }

    m_hits->setObjectName(u"pasteHits"_s);
    m_hits->setAccessibleName(tr("What the text names"));
    m_hits->setModel(&m_model);
    m_hits->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_hits->setSelectionMode(QAbstractItemView::SingleSelection);
    m_hits->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_hits->setShowGrid(false);
    m_hits->setAlternatingRowColors(true);
    m_hits->setWordWrap(false);
    m_hits->setTabKeyNavigation(false);
    m_hits->verticalHeader()->hide();
    m_hits->verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 8 / 5);
    m_hits->horizontalHeader()->setStretchLastSection(true);
    m_hits->horizontalHeader()->setHighlightSections(false);
    m_hits->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_hits->installEventFilter(this);

    auto *const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_all = buttons->addButton(tr("Show"), QDialogButtonBox::ActionRole);
    m_all->setObjectName(u"pasteShowAll"_s);
    auto *const lines = new QVBoxLayout(this);
    lines->addWidget(hint);
    lines->addWidget(m_text);
    lines->addWidget(m_summary);
    lines->addWidget(m_hits, 1);
    lines->addWidget(m_missing);
    lines->addWidget(buttons);
    const int letter = fontMetrics().averageCharWidth();
    resize(letter * 165, fontMetrics().height() * 32);

    m_delay.setSingleShot(true);
    m_delay.setInterval(SearchDelay);
    connect(&m_delay, &QTimer::timeout, this, &PasteDialog::search);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] { m_delay.start(); });
    connect(&workbench, &Workbench::datasetChanged, this, &PasteDialog::search);
    connect(m_hits->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &current) { showHit(current.row()); });
    connect(m_hits, &QTableView::doubleClicked, this, &QDialog::accept);
    connect(m_all, &QPushButton::clicked, this, &PasteDialog::showAll);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    showResult(PasteResult());
}

void PasteDialog::setText(const QString &text)
{
    m_text->setPlainText(text.left(LongestPaste));
    m_text->selectAll();
    m_delay.stop();
    search();
}

void PasteDialog::takeClipboard()
{
    const QString text = QApplication::clipboard()->text().left(LongestPaste);
    if (!tokensIn(text).isEmpty())
        setText(text);
}

void PasteDialog::search()
{
    const QString text = m_text->toPlainText().left(LongestPaste);
    const Dataset reading = m_workbench.dataset();
    onWorker(
        this, [text, reading] { return findPasted(text, reading); },
        [this, generation = ++m_generation](const PasteResult &result) {
            if (generation == m_generation)
                showResult(result);
        });
}

void PasteDialog::showResult(const PasteResult &result)
{
    m_model.setResult(result);
    const QFontMetrics metrics = m_hits->fontMetrics();
    for (int column = 0; column < PasteModel::ColumnCount; ++column) {
        int widest = metrics.horizontalAdvance(m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        for (int row = 0; row < std::min(100, m_model.rowCount()); ++row)
            widest = std::max(widest, metrics.horizontalAdvance(m_model.index(row, column).data().toString()));
        m_hits->setColumnWidth(column, std::min(widest, metrics.averageCharWidth() * 44) + 18);
    }
    QString summary;
    if (m_text->toPlainText().trimmed().isEmpty())
        summary = tr("Picked out are UUIDs, project ids, MAC addresses in any spelling, IPv4 and IPv6 addresses and "
                     "request ids.");
    else if (result.tokens.isEmpty() && !result.hits.isEmpty())
        summary = tr("The text tells of a port quota that is used up. It may be that of:");
    else if (result.tokens.isEmpty())
        summary = tr("There is no id, MAC address, IP address or request id in this text.");
    else if (result.hits.isEmpty())
        summary = tr("Nothing in this reading has any of the names in the text.");
    else if (result.tokens.size() == 1)
        summary = tr("1 thing is named, %1 found. Choose one to see it in the tables.")
                      .arg(groupedNumber(result.hits.size()));
    else
        summary = tr("%1 things are named, %2 found. Choose one to see it in the tables.")
                      .arg(groupedNumber(result.tokens.size()), groupedNumber(result.hits.size()));
    m_summary->setText(summary);
    m_missing->setText(missingText(result));
    m_missing->setVisible(!result.missing.isEmpty());
    const Selection all = result.everything();
    m_all->setEnabled(!all.isEmpty());
    const bool one = all.ids.size() == 1;
    const QString number = groupedNumber(all.ids.size());
    if (all.isEmpty())
        m_all->setText(tr("Show"));
    else if (all.kind == TableKind::Ports)
        m_all->setText(one ? tr("Show 1 port") : tr("Show %1 ports").arg(number));
    else if (all.kind == TableKind::Instances)
        m_all->setText(one ? tr("Show 1 server") : tr("Show %1 servers").arg(number));
    else
        m_all->setText(one ? tr("Show 1 resource") : tr("Show %1 resources").arg(number));
}

void PasteDialog::showHit(int row)
{
    if (row < 0 || row >= m_model.rowCount())
        return;
    const PasteHit &hit = m_model.hit(row);
    if (hit.selection.isEmpty() && !hit.filter.isEmpty())
        return m_workbench.setFilter({hit.filter});
    select(hit.selection);
}

void PasteDialog::showAll() { select(m_model.result().everything()); }

void PasteDialog::select(const Selection &selection)
{
    if (selection.isEmpty())
        return;
    // What the filter hides cannot be shown.
    const IndexProxy &proxy = m_workbench.proxy(selection.kind);
    const TableDataPtr &table = m_workbench.model(selection.kind).table();
    const bool hidden = std::any_of(selection.ids.begin(), selection.ids.end(), [&](const QString &id) {
        const int row = table ? table->rowOf(id) : -1;
        return row >= 0 && proxy.proxyRow(row) < 0;
    });
    if (hidden)
        m_workbench.setFilter({});
    m_workbench.hub().select(selection.kind, selection.ids);
}

bool PasteDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_hits && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            accept();
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace flotsam
