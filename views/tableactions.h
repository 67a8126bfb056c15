// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/workbench.h"

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QPointer>

#include <functional>

class QAction;
class QMenu;
class QMainWindow;

namespace flotsam {

class TableView;

/// What can be done with the table that has, or had last, the keyboard: copying, sorting, columns. One set of actions
/// for all tables, so that every key is there once.
class TableActions : public QObject
{
    Q_OBJECT
public:
    /// The first of \a views is the one until another is entered.
    TableActions(Workbench &workbench, const QList<TableView *> &views, QMainWindow *window);
    ~TableActions() override;

    /// All of them, for the menu bar.
    QMenu *menu() const { return m_menu; }
    TableView *active() const { return m_active; }

private:
    QAction *add(const QString &name, const QString &text, const QKeySequence &key, const std::function<void()> &act);
    void focusChanged(QWidget *now);
    void fillColumns();
    void fillCellMenu(QMenu *menu);
    void copyIds();
    void copyCommands();
    void copyCell();
    void sort(Qt::SortOrder order, bool more);
    int currentColumn() const;
    void moveColumn(int by);
    void resizeColumn(double factor);

    Workbench &m_workbench;
    QMainWindow *m_window;
    QList<TableView *> m_views;
    QPointer<TableView> m_active;
    QMenu *m_menu;
    QMenu *m_columns;
    QList<QAction *> m_copying;
};

} // namespace flotsam
