// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/workbench.h"

#include <QFrame>

class QLabel;
class QAction;
class QHBoxLayout;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace flotsam {

class TableView;

/// One table with its title and "n of m", or a message where there is nothing to list.
class TablePanel : public QFrame
{
    Q_OBJECT
public:
    /// \a name is the stem of the object names: "<name>View", "<name>Count", "<name>Empty".
    TablePanel(Workbench &workbench, TableKind kind, const QString &name, const QString &title,
               QWidget *parent = nullptr);

    TableView &view() { return *m_view; }
    /// The line with title and count; a dock takes it as its title bar.
    QWidget *header() const { return m_header; }
    /// What can be done with what is shown, beside the count.
    void addButton(QWidget *button);
    /// Said while there are no rows at all, e.g. before the first reading.
    /// \a actions stand below it as buttons.
    void setEmptyMessage(const QString &title, const QString &detail, const QList<QAction *> &actions = {},
                         Qt::TextFormat format = Qt::PlainText);
    /// Said when the filter hides every row.
    void setNoMatchMessage(const QString &title);

signals:
    void clearFilterRequested();

private:
    void update();

    Workbench &m_workbench;
    IndexProxy &m_proxy;
    SelectionHub &m_hub;
    TableView *m_view;
    QWidget *m_header;
    QLabel *m_count;
    QLabel *m_linked;
    QToolButton *m_pinned;
    QStackedWidget *m_pages;
    QLabel *m_emptyTitle;
    QLabel *m_emptyDetail;
    QPushButton *m_clearFilter;
    QHBoxLayout *m_actionLine;
    QList<QAction *> m_actions;
    QList<QPushButton *> m_actionButtons;
    QString m_nothingTitle;
    QString m_nothingDetail;
    QString m_noMatchTitle;
};

} // namespace flotsam
