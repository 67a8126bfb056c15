// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/indexproxy.h"
#include "models/tables/selectionhub.h"

#include <QElapsedTimer>
#include <QMenu>
#include <QTableView>
#include <QTimer>

namespace flotsam {

class RowDelegate;

/// A table of fixed row height over an IndexProxy, tied to the hub: what is selected here is reported, what is linked
/// to another table's selection is marked and brought into sight. Selection and scroll survive a refresh; what it
/// brought fades in, what it took away stands struck through until the next.
class TableView : public QTableView
{
    Q_OBJECT
public:
    TableView(IndexProxy &proxy, SelectionHub &hub, QWidget *parent = nullptr);
    ~TableView() override;

    IndexProxy &proxy() const { return m_proxy; }
    const QList<ColumnInfo> &columns() const { return m_proxy.rows().columns(); }

    /// Order, widths and choice of columns, and the sort; restoreLayout() takes nothing that does not fit the table.
    QByteArray saveLayout() const;
    bool restoreLayout(const QByteArray &layout);
    /// As the table comes, with widths that fit its rows.
    void resetColumns();
    void setColumnShown(int column, bool shown);

    void copySelection();
    /// Rows of the proxy, from top to bottom.
    std::vector<int> selectedRowsInOrder() const;
    QString idAt(int row) const;
    /// Selected rows with the visible columns and their titles, tab-separated.
    QString selectionAsText() const;
    /// Source rows of the view's own selection, ascending.
    std::vector<int> selectedSourceRows() const;

signals:
    /// The menu of a cell is about to be shown: whoever knows something to do with it adds it.
    void menuWanted(QMenu *menu, const QModelIndex &index);
    /// The user changed columns or sort.
    void layoutEdited();

protected:
    void contextMenuEvent(QContextMenuEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;

private:
    struct Place
    {
        QList<std::pair<QString, int>> visible; ///< ids in sight and where they stand, in pixels
        QString currentId;
        int column = 0;
        int horizontal = 0;
    };
    void measure();
    void sizeColumns();
    void report();
    void follow(bool reveal);
    void applySelection();
    void revealLinks();
    bool isInSight(int proxyRow) const;
    void showFresh();
    void fade();
    void rememberPlace();
    void restorePlace();

    IndexProxy &m_proxy;
    SelectionHub &m_hub;
    RowDelegate *m_delegate;
    Place m_place;
    QTimer m_fade;
    QElapsedTimer m_fadeBegin;
    bool m_following = false;
    bool m_resetting = false;
    bool m_sized = false;
    bool m_sizing = false;
};

} // namespace flotsam
