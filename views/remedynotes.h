// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/advice.h"
#include "models/remedy/journalrecovery.h"

#include <QDialog>

#include <functional>

class QLabel;

namespace flotsam {

class RemedyRows;

/// Tells what to do where the remedy is a server's or a stack's, with the commands to copy. Does none of it.
class AdviceDialog : public QDialog
{
    Q_OBJECT
public:
    explicit AdviceDialog(const Advice &advice, QWidget *parent = nullptr);
};

/// What became of runs that a crash had cut off, port by port.
class RecoveryDialog : public QDialog
{
    Q_OBJECT
public:
    explicit RecoveryDialog(QWidget *parent = nullptr);
    void add(const RecoveryReport &report);

private:
    QLabel *m_text;
    RemedyRows *m_rows;
};

/// "A run is going": asked when the window is to be closed. \a stop is called where it is to end first.
void askToClose(QWidget *parent, const std::function<void()> &stop);

} // namespace flotsam
