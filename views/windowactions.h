// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/workbench.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QObject>
#include <QSettings>
#include <QTimer>

#include <memory>

class QActionGroup;
class QMenu;

namespace flotsam {

class EvidencePanel;
class TableActions;
class TableView;
class WindowMemory;

/// The actions of the window that are about the window: tables, pin, layout, refresh by the clock, palette and help.
class WindowActions : public QObject
{
    Q_OBJECT
public:
    struct Parts
    {
        QMainWindow *window = nullptr;
        QMenu *view = nullptr;
        QMenu *help = nullptr;
        QAction *refresh = nullptr;
        EvidencePanel *evidence = nullptr;
        QList<TableView *> tables; ///< ports, instances, resources
        QList<QDockWidget *> docks;
    };
    WindowActions(Workbench &workbench, const Parts &parts);
    ~WindowActions() override;

    /// Where layout and choices are kept; until then nothing is.
    /// True where they hold a layout.
    bool use(std::unique_ptr<QSettings> settings);
    void showPalette();
    void showHelp();
    /// 0: only by hand.
    void setRefreshMinutes(int minutes);
    int refreshMinutes() const { return m_minutes; }

signals:
    /// Time for another reading.
    void refreshDue();
    void layoutReset();

private:
    QAction *add(QMenu *menu, const QString &name, const QString &text, const QKeySequence &key);
    void buildPin();
    void buildRefresh();
    void buildLayout();
    void buildHelp();
    void goTo(QWidget *widget);
    void about();

    Workbench &m_workbench;
    Parts m_parts;
    TableActions *m_tables;
    WindowMemory *m_memory = nullptr;
    QActionGroup *m_intervals = nullptr;
    QTimer *m_clock;
    int m_minutes = 0;
};

} // namespace flotsam
