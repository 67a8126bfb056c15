// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/advice.h"
#include "models/remedy/journalrecovery.h"

#include <QDialog>

#include <functional>

class QLabel;
class QPushButton;

namespace flotsam {

class RemedyRows;

/// Tells what to do where the remedy is a server's or a stack's, with the commands to copy. Does none of it.
class AdviceDialog : public QDialog
{
    Q_OBJECT
public:
    explicit AdviceDialog(const Advice &advice, QWidget *parent = nullptr);
};

/// What became of runs that a crash had cut off, or that had left ports unknown, port by port.
class RecoveryDialog : public QDialog
{
    Q_OBJECT
public:
    explicit RecoveryDialog(QWidget *parent = nullptr);
    /// In place of what was known of that journal before.
    void add(const RecoveryReport &report);
    void setGivenUp(const QString &path);

signals:
    void lookAgainRequested();
    void giveUpRequested(const QStringList &paths, const QStringList &unknown);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void showReports();

    QList<RecoveryReport> m_reports;
    QLabel *m_text;
    RemedyRows *m_rows;
    QPushButton *m_again;
    QPushButton *m_giveUp;
};

/// Asked before journals are closed although it is not known what became of the ports \a unknown.
void askToGiveUp(QWidget *parent, const QStringList &unknown, const std::function<void()> &close);

/// "A run is going": asked when the window is to be closed. \a stop is called where it is to end first.
void askToClose(QWidget *parent, const std::function<void()> &stop);

} // namespace flotsam
