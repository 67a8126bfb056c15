// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/lockstate.h"

#include <QDialog>
#include <QToolBar>

class QAction;
class QLineEdit;
class QPushButton;

namespace flotsam {

class Notice;

/// Says above everything whether this session may change something, and in which cloud: large and coloured where the
/// cloud is protected; nothing at all in an unprotected cloud that is only read. Owns the action of the toolbar.
class LockBar : public QToolBar
{
    Q_OBJECT
public:
    explicit LockBar(LockState &lock, QWidget *parent = nullptr);

    /// Unlocks (a protected cloud asks for its name) or locks.
    QAction *lockAction() const { return m_action; }
    QAction *protectAction() const { return m_protect; }
    void unlock();
    /// Whatever somebody wants, a kept layout for one: it is seen while it has something to say.
    void setVisible(bool visible) override;

protected:
    void changeEvent(QEvent *event) override;

private:
    void showState();
    void toggle();
    void protect(bool wanted);

    LockState &m_lock;
    Notice *m_text;
    QAction *m_action;
    QAction *m_protect;
};

/// Unlocks a protected cloud by its name.
class UnlockDialog : public QDialog
{
    Q_OBJECT
public:
    explicit UnlockDialog(LockState &lock, QWidget *parent = nullptr);

    void accept() override;

private:
    LockState &m_lock;
    QLineEdit *m_name;
    Notice *m_problem;
    QPushButton *m_unlock;
};

} // namespace flotsam
