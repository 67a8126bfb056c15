// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/remedyplan.h"
#include "models/tables/workbench.h"

#include <QObject>

#include <vector>

class QAction;
class QMainWindow;
class QMenu;
class QPushButton;
class QToolButton;

namespace flotsam {

class LockBar;
class LockState;

/// The Ports menu, also in the context menu of the ports table: what can be done to the ports that are selected, or to
/// those that the filter shows. What comes first stands as a button below the evidence and above the ports; the one
/// below the evidence is disabled where its deed may not be, with the reason as its tool tip. Only asks.
class RemedyMenu : public QObject
{
    Q_OBJECT
public:
    RemedyMenu(Workbench &workbench, QMainWindow &window);
    ~RemedyMenu() override;

    /// Puts the lock where it belongs: its bar above everything, its actions into menu and toolbar.
    void addLock(LockBar &bar, const LockState &lock);
    /// A plan is open: another one has to wait.
    void setBusy(bool busy);

signals:
    void planRequested(const flotsam::RemedyPlan::Request &request);
    void adviceRequested(int port);
    void restoreRequested();

private:
    QAction *add(const QString &name, const QString &text, const QString &toolTip);
    void addButtons();
    void update();
    void showButtons(const std::vector<int> &ports, qsizetype proven);
    QString whyNot(const std::vector<int> &ports) const;
    void request(RemedyAction action);
    QStringList shownProven() const;

    Workbench &m_workbench;
    QMainWindow &m_window;
    QMenu *m_menu;
    QAction *m_delete;
    QAction *m_proven;
    QAction *m_clear;
    QAction *m_mac;
    QAction *m_advice;
    QAction *m_restore;
    QPushButton *m_button; ///< below the evidence: what the selection calls for
    QToolButton *m_provenButton; ///< above the ports
    QAction *m_called = nullptr; ///< by m_button
    const LockState *m_lock = nullptr;
    bool m_busy = false;
};

} // namespace flotsam
