// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/macgroups.h"
#include "models/tables/workbench.h"

#include <QListView>
#include <QWidget>

class QLabel;
class QStackedWidget;

namespace flotsam {

/// MAC conflicts, a card each: NIC, node, who wants it, who holds it, what to do. A card that is chosen, by click or
/// by keys, selects the ports that hold the MAC.
class MacView : public QListView
{
    Q_OBJECT
public:
    explicit MacView(MacModel &model, QWidget *parent = nullptr);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
};

/// Bare metal: how many nodes are free and how many asked for, and the MAC conflicts that block them.
class MacPanel : public QWidget
{
    Q_OBJECT
public:
    explicit MacPanel(Workbench &workbench, QWidget *parent = nullptr);

    /// The title line; a dock takes it as its title bar.
    QWidget *header() const { return m_header; }
    MacView &view() { return *m_view; }

signals:
    /// For the tab of the dock: "Bare metal (2)".
    void titleChanged(const QString &title);

private:
    void read();
    void showOverview(const MacOverview &overview);
    QStringList chosenPorts() const;
    void select();

    Workbench &m_workbench;
    MacModel m_model;
    QWidget *m_header;
    QLabel *m_count;
    QLabel *m_nodes;
    MacView *m_view;
    QLabel *m_empty;
    QStackedWidget *m_pages;
    int m_generation = 0;
};

} // namespace flotsam
