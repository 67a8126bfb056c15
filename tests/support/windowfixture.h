// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/workbench.h"
#include "views/mainwindow.h"
#include "views/tableview.h"

#include <QTest>

namespace flotsam::test {

/// A main window with its workbench, shown and driven by object names as a user would.
struct WindowFixture
{
    explicit WindowFixture(QSize size = QSize(1600, 1000));

    template <class T>
    T *find(const QString &name) const
    {
        return window.findChild<T *>(name);
    }
    TableView *view(TableKind kind) const;
    QAction *action(const QString &name) const { return find<QAction>(name); }
    QString labelText(const QString &name) const;

    /// Clicks the first cell of the row with that id, scrolling to it first.
    void click(TableKind kind, const QString &id, Qt::KeyboardModifiers modifiers = {});
    int proxyRow(TableKind kind, const QString &id);
    QStringList selectedIds(TableKind kind) const;
    QStringList linkedIds(TableKind kind);
    /// The row stands wholly in the viewport.
    bool inSight(TableKind kind, const QString &id);
    /// The background that is really drawn behind the row, right of the first cell's text.
    QColor drawnBackground(TableKind kind, const QString &id);

    static CloudChoice cloud(const QString &name = QStringLiteral("sample"));

    Workbench workbench;
    MainWindow window;
};

} // namespace flotsam::test
