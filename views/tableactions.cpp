// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tableactions.h"

#include "models/tables/commands.h"
#include "views/tableview.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QMainWindow>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace flotsam {

TableActions::TableActions(Workbench &workbench, const QList<TableView *> &views, QMainWindow *window)
    : QObject(window)
    , m_workbench(workbench)
    , m_window(window)
    , m_views(views)
    , m_active(views.first())
    , m_menu(new QMenu(tr("&Table"), window))
    , m_columns(new QMenu(tr("&Columns"), m_menu))
{
    m_menu->setObjectName(u"tableMenu"_s);
    m_columns->setObjectName(u"columnsMenu"_s);
    QAction *const rows = add(u"actionCopy"_s, tr("&Copy rows"), QKeySequence(QKeySequence::Copy),
                              [this] { m_active->copySelection(); });
    rows->setShortcutContext(Qt::WidgetShortcut); // texts copy their own selection
    QAction *const ids = add(u"actionCopyIds"_s, tr("Copy &IDs"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
                             [this] { copyIds(); });
    QAction *const commands = add(u"actionCopyCommands"_s, tr("Copy as openstack &commands"),
                                  QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C), [this] { copyCommands(); });
    QAction *const cell = add(u"actionCopyCell"_s, tr("Copy c&ell"), {}, [this] { copyCell(); });
    m_copying = {rows, ids, commands, cell};
    m_menu->addSeparator();
    add(u"actionSortAscending"_s, tr("Sort by this column, &ascending"), QKeySequence(Qt::ALT | Qt::Key_Up),
        [this] { sort(Qt::AscendingOrder, false); });
    add(u"actionSortDescending"_s, tr("Sort by this column, &descending"), QKeySequence(Qt::ALT | Qt::Key_Down),
        [this] { sort(Qt::DescendingOrder, false); });
    add(u"actionSortMore"_s, tr("Sort by this column &too, or turn it round"),
        QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Up), [this] { sort(Qt::AscendingOrder, true); });
    m_menu->addSeparator();
    m_menu->addMenu(m_columns);
    add(u"actionColumnLeft"_s, tr("Move column &left"), QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Left),
        [this] { moveColumn(-1); });
    add(u"actionColumnRight"_s, tr("Move column &right"), QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Right),
        [this] { moveColumn(1); });
    add(u"actionColumnWider"_s, tr("&Wider column"), QKeySequence(Qt::ALT | Qt::Key_Plus),
        [this] { resizeColumn(1.25); });
    add(u"actionColumnNarrower"_s, tr("&Narrower column"), QKeySequence(Qt::ALT | Qt::Key_Minus),
        [this] { resizeColumn(0.8); });
    add(u"actionResetColumns"_s, tr("Columns as they &were"), {}, [this] { m_active->resetColumns(); });

    connect(m_columns, &QMenu::aboutToShow, this, &TableActions::fillColumns);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) { focusChanged(now); });
    for (TableView *view : views) {
        connect(view, &TableView::menuWanted, this, &TableActions::fillCellMenu);
        view->addAction(rows);
        view->horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(view->horizontalHeader(), &QWidget::customContextMenuRequested, this, [this, view](const QPoint &at) {
            m_active = view;
            m_columns->popup(view->horizontalHeader()->mapToGlobal(at));
        });
    }
}

TableActions::~TableActions() = default;

QAction *TableActions::add(const QString &name, const QString &text, const QKeySequence &key,
                           const std::function<void()> &act)
{
    auto *const action = new QAction(text, m_window);
    action->setObjectName(name);
    action->setShortcut(key);
    m_window->addAction(action);
    m_menu->addAction(action);
    connect(action, &QAction::triggered, this, act);
    return action;
}

void TableActions::focusChanged(QWidget *now)
{
    for (TableView *view : std::as_const(m_views)) {
        if (view == now)
            m_active = view;
    }
}

void TableActions::fillColumns()
{
    m_columns->clear();
    const QHeaderView *const header = m_active->horizontalHeader();
    const QList<ColumnInfo> &columns = m_active->columns();
    const int visible = header->count() - header->hiddenSectionCount();
    for (int visual = 0; visual < header->count(); ++visual) {
        const int column = header->logicalIndex(visual);
        QAction *const action = m_columns->addAction(columns[column].title);
        const bool shown = !m_active->isColumnHidden(column);
        action->setCheckable(true);
        action->setChecked(shown);
        action->setEnabled(!shown || visible > 1);
        action->setToolTip(columns[column].toolTip);
        connect(action, &QAction::toggled, m_active,
                [view = m_active.data(), column](bool show) { view->setColumnShown(column, show); });
    }
    m_columns->addSeparator();
    m_columns->addAction(m_window->findChild<QAction *>(u"actionResetColumns"_s));
}

void TableActions::fillCellMenu(QMenu *menu)
{
    if (auto *const view = qobject_cast<TableView *>(sender()))
        m_active = view;
    menu->addSeparator();
    menu->addActions(m_copying);
}

void TableActions::copyIds()
{
    QStringList ids;
    for (const int row : m_active->selectedRowsInOrder())
        ids += m_active->idAt(row);
    if (!ids.isEmpty())
        QApplication::clipboard()->setText(ids.join(u'\n') + u'\n');
}

void TableActions::copyCommands()
{
    std::vector<int> rows;
    for (const int row : m_active->selectedRowsInOrder())
        rows.push_back(m_active->proxy().sourceRow(row));
    if (!rows.empty())
        QApplication::clipboard()->setText(showScript(m_workbench.dataset(), m_active->proxy().rows().kind(), rows));
}

void TableActions::copyCell()
{
    const QString text = m_active->currentIndex().data().toString();
    if (!text.isEmpty())
        QApplication::clipboard()->setText(text);
}

int TableActions::currentColumn() const
{
    const int column = m_active->currentIndex().column();
    return column >= 0 && !m_active->isColumnHidden(column) ? column : m_active->horizontalHeader()->logicalIndex(0);
}

void TableActions::sort(Qt::SortOrder order, bool more)
{
    if (more)
        m_active->proxy().addSortColumn(currentColumn());
    else
        m_active->proxy().sort(currentColumn(), order);
}

void TableActions::moveColumn(int by)
{
    QHeaderView *const header = m_active->horizontalHeader();
    const int from = header->visualIndex(currentColumn());
    int to = from + by;
    while (to >= 0 && to < header->count() && header->isSectionHidden(header->logicalIndex(to)))
        to += by;
    if (to >= 0 && to < header->count())
        header->moveSection(from, to);
}

void TableActions::resizeColumn(double factor)
{
    QHeaderView *const header = m_active->horizontalHeader();
    const int column = currentColumn();
    const int width = int(header->sectionSize(column) * factor) + (factor > 1 ? 1 : 0);
    header->resizeSection(column, std::max(m_active->fontMetrics().averageCharWidth() * 4, width));
}

} // namespace flotsam
