// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/cloudchoice.h"
#include "models/remedy/remedyrun.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QTableView;

namespace flotsam {

class Notice;
class RemedyRows;

/// While a run is going: how far it is, how fast, how long it will take, and every outcome as the cloud tells it.
class RunPage : public QWidget
{
    Q_OBJECT
public:
    explicit RunPage(QWidget *parent = nullptr);

    void begin(const RemedyPlan &plan);
    void showProgress(const RunProgress &progress);
    void showOutcome(const PortOutcome &outcome);
    /// Somebody tried to leave.
    void remind();
    void start();

signals:
    void pauseRequested();
    void resumeRequested();
    void stopRequested();

private:
    RemedyPlan m_plan;
    RunProgress::State m_state = RunProgress::State::Starting;
    RemedyRows *m_rows;
    QTableView *m_table;
    QLabel *m_headline;
    QProgressBar *m_bar;
    QLabel *m_pace;
    Notice *m_reminder;
    QPushButton *m_pause;
    QPushButton *m_stop;
};

/// While the ports of a plan are looked at again.
class CheckPage : public QWidget
{
    Q_OBJECT
public:
    explicit CheckPage(QWidget *parent = nullptr);

    void begin(int ports);
    void showProgress(const SourceProgress &progress);
    void showProbes(int done, int total);
    void start();

signals:
    void cancelled();

private:
    QLabel *m_headline;
    QLabel *m_step;
    QHash<SourceId, SourceProgress> m_sources;
    QPushButton *m_cancel;
};

} // namespace flotsam
