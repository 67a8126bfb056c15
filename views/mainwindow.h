// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/cloudchoice.h"
#include "models/inventory/error.h"
#include "models/tables/workbench.h"

#include <QMainWindow>
#include <QSettings>

#include <memory>

class QDockWidget;
class QLabel;

namespace flotsam {

class ComparePanel;
class EvidencePanel;
class MessageArea;
class StatusStrip;
class SummaryBar;
class TablePanel;
class ToolWindows;
class WindowActions;

/// Layout, menus and docks; knows no cloud and no rule. What it shows comes from the workbench, what the user wants
/// leaves as a signal.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit MainWindow(Workbench &workbench, QWidget *parent = nullptr);
    ~MainWindow() override;

    ComparePanel &compare() { return *m_compare; }

    /// Shows a new reading; ends nothing else. The messages and the connection stay.
    void setDataset(const Dataset &dataset);
    /// The cloud that is being read from now on: its name stands in the title, and a bar warns where certificates are
    /// not checked. What another cloud showed is taken away.
    void setConnection(const CloudChoice &cloud);
    /// The snapshot file that is shown from now on instead of a cloud; refreshing is not possible. What was shown of
    /// anything else is taken away.
    void setSnapshotFile(const QString &path);

    /// \a what is said until the first progress, e.g. "Logging in".
    void setBusy(bool busy, const QString &what = {});
    void showProgress(const SourceProgress &progress);
    void showProbes(int done, int total);
    /// Adds to the message area. \a fatal: nothing was read, so that an empty window says so too. What an earlier
    /// reading showed stays.
    void showProblem(const Error &error, bool fatal = false);
    void clearProblems();
    /// The windows beside this one.
    ToolWindows &tools() { return *m_tools; }

    /// Layout and choices are kept there from now on; until then nothing is.
    void remember(std::unique_ptr<QSettings> settings);

signals:
    void refreshRequested();
    /// As refreshRequested(), by the clock: nobody may be there to be asked.
    void refreshDue();
    void cancelRequested();
    void connectRequested();
    void openRequested(const QString &path);
    void saveRequested(const QString &path);

public slots:
    /// Asks for a file without blocking; ends with openRequested() or nothing.
    void chooseFileToOpen();
    void chooseFileToSave();

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void childEvent(QChildEvent *event) override;

private:
    QDockWidget *addDock(const QString &name, const QString &title, QWidget *content, QWidget *header,
                         Qt::DockWidgetArea area);
    QAction *addAction(const QString &name, const QString &text, const QKeySequence &key);
    void buildTables();
    void sizeDocks();
    void buildSide();
    void buildMenus();
    void showState();
    void showWarning();
    void escape();

    Workbench &m_workbench;
    SummaryBar *m_summary;
    TablePanel *m_ports;
    TablePanel *m_servers;
    TablePanel *m_resources;
    EvidencePanel *m_evidence;
    ComparePanel *m_compare;
    MessageArea *m_messages;
    StatusStrip *m_status;
    ToolWindows *m_tools;
    WindowActions *m_actions = nullptr;
    QLabel *m_insecure;
    QList<QDockWidget *> m_docks;

    QAction *m_connect = nullptr;
    QAction *m_open = nullptr;
    QAction *m_save = nullptr;
    QAction *m_refresh = nullptr;
    QAction *m_cancel = nullptr;

    bool m_sized = false;
    CloudChoice m_cloud;
    QString m_file;
    QString m_failure;
};

} // namespace flotsam
