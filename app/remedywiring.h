// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/remedycontroller.h"
#include "models/remedy/planexport.h"
#include "models/tables/workbench.h"

#include <QObject>
#include <QPointer>
#include <QTemporaryDir>

#include <memory>
#include <optional>

namespace flotsam {

class LockBar;
class MainWindow;
class RecoveryDialog;
class RemedyDialog;
class RemedyMenu;
class RestoreDialog;

/// Ties the remedy to the window: lock, menu and dialogs on one side, RemedyController on the other. Decides nothing.
class RemedyWiring : public QObject
{
    Q_OBJECT
public:
    RemedyWiring(Workbench &workbench, MainWindow &window, const RemedyOptions &options = {},
                 QObject *parent = nullptr);
    ~RemedyWiring() override;

    /// The cloud that is shown from now on; nothing where a file is. False while a run is going. Journals of the
    /// simulated cloud go when the program does.
    bool setCloud(const std::optional<CloudConfig> &config);
    bool isBusy() const { return m_controller.isBusy(); }
    RemedyController &controller() { return m_controller; }

signals:
    /// Something was changed: the cloud is to be read again.
    void refreshWanted();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void connectController();
    void makePlan(const RemedyPlan::Request &request);
    template <class Dialog>
    void takeLock(Dialog *dialog);
    void openPlan(const RemedyPlan &plan);
    void check(const RemedyPlan &plan);
    void confirm(const Confirmation &confirmation);
    void followState();
    void runFinished(const RemedyReport &report);
    void advise(int port);
    void openRestore();
    void loadJournals();
    void restoreNext();
    void restored(const QString &formerId, const RestoreAnswer &answer);
    void newReading();
    void foundOpenJournals(const QList<JournalRecord> &records);
    void recovered(const RecoveryReport &report);
    void giveUp(QWidget *asking, const QStringList &paths, const QStringList &unknown);
    void givenUp(const QString &path);
    void write(const QString &path, const std::function<QByteArray()> &make);

    Workbench &m_workbench;
    MainWindow &m_window;
    LockState m_lock;
    RemedyController m_controller;
    QPointer<LockBar> m_bar;
    QPointer<RemedyMenu> m_menu;
    QPointer<RemedyDialog> m_dialog;
    QPointer<RestoreDialog> m_restore;
    QPointer<RecoveryDialog> m_recovery;
    std::unique_ptr<QTemporaryDir> m_demoJournals;
    QString m_cloud;
    RemedyReview m_review;
    RemedyPlan m_confirmed;
    QString m_restorePath;
    QStringList m_toRestore;
    bool m_askForJournals = true; ///< after the next reading
    QSet<QString> m_toldOpen; ///< journals that are known to be open
    bool m_closeAfterRun = false;
};

} // namespace flotsam
