// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/comparepanel.h"

#include "models/inventory/onworker.h"
#include "models/tables/format.h"
#include "views/markdelegate.h"
#include "views/snapshotdialogs.h"
#include "views/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QShortcut>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr qsizetype MostFollowed = 2000; ///< more ports selected elsewhere are not marked here

QString tabSeparated(const QAbstractItemModel &model, const QModelIndexList &rows)
{
    QString text;
    const auto addLine = [&](const auto &cell) {
        for (int column = 0; column < model.columnCount(); ++column) {
            QString value = cell(column);
            for (const QChar c : {u'\t', u'\n', u'\r'})
                value.replace(c, u' ');
            text += (column > 0 ? u"\t"_s : QString()) + value;
        }
        text += u'\n';
    };
    addLine([&](int column) { return model.headerData(column, Qt::Horizontal).toString(); });
    for (const QModelIndex &row : rows)
        addLine([&](int column) { return row.siblingAtColumn(column).data().toString(); });
    return text;
}

} // namespace

ComparePanel::ComparePanel(Workbench &workbench, QWidget *parent)
    : QFrame(parent)
    , m_workbench(workbench)
    , m_header(new QWidget(this))
    , m_action(new QAction(tr("Com&pare with snapshot…"), this))
    , m_notes(new QLabel(this))
    , m_pages(new QStackedWidget(this))
    , m_table(new QTableView(m_pages))
    , m_empty(new QLabel(m_pages))
{
    setObjectName(u"comparePanel"_s);
    setFrameShape(StyledPanel);
    m_action->setObjectName(u"actionCompare"_s);
    m_action->setToolTip(tr("Say what leaked, was freed or changed since a snapshot was saved"));
    connect(m_action, &QAction::triggered, this, &ComparePanel::chooseFile);
    buildHeader();
    buildTable();

    m_notes->setObjectName(u"compareNotes"_s);
    m_notes->setAccessibleName(tr("What the comparison cannot tell"));
    m_notes->setTextFormat(Qt::PlainText);
    m_notes->setWordWrap(true);
    m_notes->setMargin(6);
    m_notes->setAutoFillBackground(true);
    m_notes->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_empty->setObjectName(u"compareEmpty"_s);
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(16);
    m_empty->setBackgroundRole(QPalette::Base);
    m_empty->setAutoFillBackground(true);
    m_pages->addWidget(m_table);
    m_pages->addWidget(m_empty);
    auto *const lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(m_header);
    lines->addWidget(m_notes);
    lines->addWidget(m_pages, 1);

    connect(&workbench, &Workbench::datasetChanged, this, &ComparePanel::compareAgain);
    connect(&workbench.hub(), &SelectionHub::changed, this, &ComparePanel::follow);
    showState();
}

ComparePanel::~ComparePanel() = default;

void ComparePanel::buildHeader()
{
    auto *const line = new QHBoxLayout(m_header);
    line->setContentsMargins(8, 2, 4, 2);
    line->setSpacing(6);
    auto *const name = new QLabel(tr("Comparison"), m_header);
    QFont bold = name->font();
    bold.setBold(true);
    name->setFont(bold);
    name->setBuddy(m_table);
    m_title = new QLabel(m_header);
    m_title->setObjectName(u"compareTitle"_s);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_kinds = new QComboBox(m_header);
    m_kinds->setObjectName(u"compareKinds"_s);
    m_kinds->setAccessibleName(tr("Which changes are listed"));
    m_kinds->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_kinds, &QComboBox::activated, this, [this] {
        m_model.setShown(quint8(m_kinds->currentData().toInt()));
        showState();
    });
    auto *const choose = new QToolButton(m_header);
    choose->setObjectName(u"compareChoose"_s);
    choose->setText(tr("Snapshot…"));
    choose->setToolTip(m_action->toolTip());
    choose->setAccessibleName(tr("Compare with a snapshot"));
    choose->setAutoRaise(true);
    choose->setFocusPolicy(Qt::TabFocus);
    connect(choose, &QToolButton::clicked, m_action, &QAction::trigger);
    m_end = new QToolButton(m_header);
    m_end->setObjectName(u"compareEnd"_s);
    m_end->setText(tr("End"));
    m_end->setToolTip(tr("End the comparison"));
    m_end->setAccessibleName(m_end->toolTip());
    m_end->setAutoRaise(true);
    m_end->setFocusPolicy(Qt::TabFocus);
    connect(m_end, &QToolButton::clicked, this, &ComparePanel::end);
    line->addWidget(name);
    line->addWidget(m_title, 1);
    line->addWidget(m_kinds);
    line->addWidget(choose);
    line->addWidget(m_end);
}

void ComparePanel::buildTable()
{
    m_table->setObjectName(u"compareView"_s);
    m_table->setAccessibleName(tr("Differences of two readings"));
    m_table->setModel(&m_model);
    m_table->setItemDelegate(new MarkDelegate(m_table));
    m_table->setSelectionBehavior(QTableView::SelectRows);
    m_table->setSelectionMode(QTableView::ExtendedSelection);
    m_table->setEditTriggers(QTableView::NoEditTriggers);
    m_table->setWordWrap(false);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setHorizontalScrollMode(QTableView::ScrollPerPixel);
    m_table->setVerticalScrollMode(QTableView::ScrollPerPixel);
    m_table->setTabKeyNavigation(false);
    m_table->setFrameShape(NoFrame);
    m_table->setCornerButtonEnabled(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setMinimumSectionSize(fontMetrics().height() * 8 / 5);
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 8 / 5);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setSortIndicator(ComparisonModel::ChangeColumn, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ComparePanel::report);
    auto *const copyKey = new QShortcut(QKeySequence::Copy, m_table);
    copyKey->setContext(Qt::WidgetShortcut);
    connect(copyKey, &QShortcut::activated, this, &ComparePanel::copy);
}

void ComparePanel::chooseFile()
{
    QFileDialog *const dialog = openSnapshotDialog(this, u"compareDialog"_s, tr("Compare with snapshot"));
    connect(dialog, &QFileDialog::fileSelected, this, &ComparePanel::fileChosen);
    dialog->open();
}

void ComparePanel::setReading(const QString &fileName)
{
    end();
    m_fileName = QFileInfo(fileName).fileName();
    m_reading = true;
    showState();
    emit wanted();
}

void ComparePanel::setOther(const JudgementPtr &other)
{
    if (!m_reading) // it was ended meanwhile
        return;
    m_reading = false;
    m_other = other;
    compareAgain();
}

void ComparePanel::end()
{
    m_other.reset();
    m_reading = false;
    m_fileName.clear();
    compareAgain();
}

void ComparePanel::compareAgain()
{
    const int generation = ++m_generation;
    const JudgementPtr shown = m_workbench.dataset().judgement;
    m_working = m_other && shown;
    if (!m_working)
        return show({});
    showState();
    const JudgementPtr other = m_other;
    onWorker(
        this,
        [shown, other] {
            // The file may be the younger one: what was read first comes first.
            const bool since = other->snapshot->takenAt <= shown->snapshot->takenAt;
            return std::make_shared<const Comparison>(since ? compare(other, shown) : compare(shown, other));
        },
        [this, generation](const ComparisonPtr &comparison) {
            if (generation != m_generation)
                return;
            m_working = false;
            show(comparison);
            emit compared();
        });
}

void ComparePanel::show(const ComparisonPtr &comparison)
{
    const bool first = !m_model.comparison() && comparison;
    {
        const QScopedValueRollback guard(m_following, true);
        m_model.setComparison(comparison);
    }
    if (first)
        sizeColumns();
    showKinds();
    showState();
    follow();
}

void ComparePanel::showKinds()
{
    const int before = m_kinds->count() > 0 ? m_kinds->currentData().toInt() : int(ComparisonModel::AllChanges);
    m_kinds->clear();
    const ComparisonPtr &comparison = m_model.comparison();
    if (!comparison)
        return m_model.setShown(ComparisonModel::AllChanges);
    m_kinds->addItem(tr("All changes (%1)").arg(groupedNumber(comparison->differences.size())),
                     int(ComparisonModel::AllChanges));
    for (int change = 0; change < ChangeCount; ++change) {
        if (comparison->counts[size_t(change)] == 0)
            continue;
        m_kinds->addItem(
            tr("%1 (%2)").arg(changeTitle(Change(change)), groupedNumber(comparison->counts[size_t(change)])),
            1 << change);
        m_kinds->setItemData(m_kinds->count() - 1, changeMeaning(Change(change)), Qt::ToolTipRole);
    }
    m_kinds->setCurrentIndex(std::max(0, m_kinds->findData(before)));
    m_model.setShown(quint8(m_kinds->currentData().toInt()));
}

void ComparePanel::showState()
{
    const ComparisonPtr &comparison = m_model.comparison();
    const bool shown = !m_workbench.dataset().isNull();
    m_action->setEnabled(shown);
    m_end->setVisible(m_other || m_reading);
    m_kinds->setVisible(bool(comparison));
    QString title;
    QString notes;
    QString empty;
    if (comparison) {
        const bool since = comparison->before == m_other;
        const Snapshot &other = since ? *comparison->before->snapshot : *comparison->after->snapshot;
        const qint64 span
            = std::abs(comparison->before->snapshot->takenAt.msecsTo(comparison->after->snapshot->takenAt));
        title = (since ? tr("with %1, read %2 earlier (%3)") : tr("with %1, read %2 later (%3)"))
                    .arg(m_fileName, ageText(span), exactTime(other.takenAt.toMSecsSinceEpoch()));
        QStringList all = comparison->notes;
        if (!comparison->comparable())
            all.prepend(comparison->problem);
        notes = all.join(u' ');
        empty = tr("No difference: the same ports with the same verdicts.");
    } else if (m_reading || m_working) {
        empty = m_reading ? tr("Reading %1…").arg(m_fileName) : tr("Comparing with %1…").arg(m_fileName);
    } else if (!shown) {
        empty = tr("Nothing to compare with yet: connect to a cloud or open a snapshot first.");
    } else {
        empty = tr("Choose a snapshot that was saved before: what leaked since, what was freed and what changed is "
                   "listed here.");
    }
    m_title->setText(title);
    m_title->setToolTip(title);
    QPalette warning = palette();
    warning.setColor(QPalette::Window, theme::warningBackground(palette()));
    m_notes->setPalette(warning);
    m_notes->setText(notes);
    m_notes->setVisible(!notes.isEmpty());
    m_empty->setText(empty);
    m_pages->setCurrentIndex(m_model.rowCount() > 0 ? 0 : 1);
}

void ComparePanel::sizeColumns()
{
    static constexpr std::array Widths{16, 24, 12, 14, 16, 18, 18};
    for (int column = 0; column < int(Widths.size()); ++column)
        m_table->setColumnWidth(column, Widths[size_t(column)] * fontMetrics().averageCharWidth() + 14);
}

void ComparePanel::report()
{
    if (m_following)
        return;
    const QScopedValueRollback guard(m_following, true);
    QStringList ids;
    const auto relations = m_workbench.dataset().relations;
    for (const QModelIndex &row : m_table->selectionModel()->selectedRows()) {
        // What is in the other reading only has no row to select.
        const QString id = m_model.comparison()->port(m_model.difference(row.row())).id;
        if (relations && relations->portRow(id) >= 0)
            ids += id;
    }
    m_workbench.hub().select(TableKind::Ports, ids);
}

void ComparePanel::follow()
{
    if (m_following || !m_model.comparison())
        return;
    const QScopedValueRollback guard(m_following, true);
    const Selection &selection = m_workbench.hub().selection();
    QItemSelection rows;
    if (selection.kind == TableKind::Ports && selection.ids.size() <= MostFollowed) {
        for (const int row : m_model.rowsOf(selection.ids))
            rows.append(
                QItemSelectionRange(m_model.index(row, 0), m_model.index(row, ComparisonModel::ColumnCount - 1)));
    }
    m_table->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    if (!rows.isEmpty())
        m_table->scrollTo(rows.constFirst().topLeft());
}

void ComparePanel::copy() const
{
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.isEmpty())
        return;
    std::sort(rows.begin(), rows.end());
    QApplication::clipboard()->setText(tabSeparated(m_model, rows));
}

void ComparePanel::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showState();
}

} // namespace flotsam
