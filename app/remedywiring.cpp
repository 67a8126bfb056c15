// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/remedywiring.h"

#include "models/inventory/onworker.h"
#include "views/lockbar.h"
#include "views/mainwindow.h"
#include "views/remedydialog.h"
#include "views/remedymenu.h"
#include "views/remedynotes.h"
#include "views/restoredialog.h"

#include <QAction>
#include <QEvent>

using namespace Qt::StringLiterals;

namespace flotsam {

RemedyWiring::RemedyWiring(Workbench &workbench, MainWindow &window, const RemedyOptions &options, QObject *parent)
    : QObject(parent)
    , m_workbench(workbench)
    , m_window(window)
    , m_controller(m_lock, options)
    , m_bar(new LockBar(m_lock))
    , m_menu(new RemedyMenu(workbench, window))
{
    m_menu->addLock(*m_bar, m_lock);
    m_window.installEventFilter(this);
    connect(m_menu, &RemedyMenu::planRequested, this, &RemedyWiring::makePlan);
    connect(m_menu, &RemedyMenu::adviceRequested, this, &RemedyWiring::advise);
    connect(m_menu, &RemedyMenu::restoreRequested, this, &RemedyWiring::openRestore);
    connect(&m_workbench, &Workbench::datasetChanged, this, &RemedyWiring::newReading);
    connect(&m_lock, &LockState::notKept, this, [this](const QString &file) {
        Error error;
        error.kind = Error::Kind::File;
        error.what = tr("Keeping which clouds are protected");
        error.object = file;
        error.serviceMessage = tr("the file cannot be read or written");
        error.advice = tr("The mark is not there any more when the program is started again.");
        m_window.showProblem(error);
    });
    connectController();
}

RemedyWiring::~RemedyWiring()
{
    // The window goes later, and they speak to what goes now.
    m_controller.disconnect(this);
    delete m_dialog;
    delete m_restore;
    delete m_recovery;
    delete m_bar;
    delete m_menu;
}

void RemedyWiring::connectController()
{
    const auto toDialog = [this](auto method) {
        return [this, method](const auto &...args) {
            if (m_dialog)
                (m_dialog->*method)(args...);
        };
    };
    connect(&m_controller, &RemedyController::recheckProgress, this, toDialog(&RemedyDialog::showCheckProgress));
    connect(&m_controller, &RemedyController::probesProgress, this, toDialog(&RemedyDialog::showProbes));
    connect(&m_controller, &RemedyController::runProgress, this, toDialog(&RemedyDialog::showProgress));
    connect(&m_controller, &RemedyController::outcome, this, toDialog(&RemedyDialog::showOutcome));
    connect(&m_controller, &RemedyController::failed, this, toDialog(&RemedyDialog::showFailure));
    connect(&m_controller, &RemedyController::reviewReady, this, [this](const RemedyReview &review) {
        m_review = review;
        if (m_dialog)
            m_dialog->showReview(review);
    });
    connect(&m_controller, &RemedyController::stateChanged, this, &RemedyWiring::followState);
    connect(&m_controller, &RemedyController::finished, this, &RemedyWiring::runFinished);
    connect(&m_controller, &RemedyController::openJournalsFound, this, &RemedyWiring::foundOpenJournals);
    connect(&m_controller, &RemedyController::recovered, this, &RemedyWiring::recovered);
    connect(&m_controller, &RemedyController::journalGivenUp, this, &RemedyWiring::givenUp);
    connect(&m_controller, &RemedyController::restored, this, &RemedyWiring::restored);
    connect(&m_controller, &RemedyController::problem, this,
            [this](const Error &error) { m_window.showProblem(error); });
}

bool RemedyWiring::setCloud(const std::optional<CloudConfig> &config)
{
    QString folder;
    if (config && config->simulatedClock) {
        if (!m_demoJournals)
            m_demoJournals = std::make_unique<QTemporaryDir>();
        folder = m_demoJournals->path();
    }
    if (!m_controller.setCloud(config, folder))
        return false;
    m_cloud = config ? config->name : QString();
    m_askForJournals = true;
    m_toldOpen.clear();
    m_toRestore.clear();
    delete m_dialog; // its plan is another cloud's
    delete m_restore;
    delete m_recovery;
    return true;
}

void RemedyWiring::newReading()
{
    const Dataset &shown = m_workbench.dataset();
    if (m_cloud.isEmpty() || shown.isNull() || shown.snapshot->cloud != m_cloud)
        return;
    m_controller.setView(shown.snapshot->auth, shown.snapshot->region);
    if (m_controller.isBusy() || !std::exchange(m_askForJournals, false))
        return;
    m_controller.findOpenJournals();
    if (const QString why = m_lock.trouble(); !why.isEmpty()) {
        Error error;
        error.kind = Error::Kind::File;
        error.what = tr("Reading which clouds are protected");
        error.serviceMessage = why;
        m_window.showProblem(error);
    }
}

void RemedyWiring::makePlan(const RemedyPlan::Request &request)
{
    const JudgementPtr judgement = m_workbench.dataset().judgement;
    if (!judgement || m_dialog)
        return;
    onWorker(
        this, [judgement, request] { return RemedyPlan::make(judgement, request, QDateTime::currentDateTimeUtc()); },
        [this](const RemedyPlan &plan) { openPlan(plan); });
}

/// Its key works in \a dialog too; what was refused for its sake is no longer said once it is open.
template <class Dialog>
void RemedyWiring::takeLock(Dialog *dialog)
{
    dialog->addAction(m_bar->lockAction());
    connect(&m_lock, &LockState::changed, dialog, [this, dialog] {
        if (m_lock.isUnlocked())
            dialog->showRefusal({});
    });
}

void RemedyWiring::openPlan(const RemedyPlan &plan)
{
    if (m_dialog)
        return;
    m_dialog = new RemedyDialog(plan, m_lock.isProtected(), &m_window);
    takeLock(m_dialog.data());
    m_menu->setBusy(true);
    connect(
        m_dialog, &QObject::destroyed, m_menu, [this] { m_menu->setBusy(!m_dialog.isNull()); }, Qt::QueuedConnection);
    connect(m_dialog, &RemedyDialog::checkRequested, this, &RemedyWiring::check);
    connect(m_dialog, &RemedyDialog::confirmed, this, &RemedyWiring::confirm);
    connect(m_dialog, &RemedyDialog::givenUp, &m_controller, &RemedyController::cancel);
    connect(m_dialog, &RemedyDialog::pauseRequested, &m_controller, &RemedyController::pause);
    connect(m_dialog, &RemedyDialog::resumeRequested, &m_controller, &RemedyController::resume);
    connect(m_dialog, &RemedyDialog::stopRequested, &m_controller, &RemedyController::stop);
    connect(m_dialog, &RemedyDialog::retryRequested, this, [this](const RemedyPlan &again) {
        m_dialog->close();
        m_dialog.clear(); // it goes by itself, later
        openPlan(again);
    });
    connect(m_dialog, &RemedyDialog::planExportRequested, this,
            [this](const RemedyPlan &ticked, ExportFormat format, const QString &path) {
                write(path, [ticked, format] { return planExport(ticked, format); });
            });
    connect(m_dialog, &RemedyDialog::reviewExportRequested, this,
            [this](const RemedyReview &review, ExportFormat format, const QString &path) {
                write(path, [review, format] { return reviewExport(review, format); });
            });
    connect(m_dialog, &RemedyDialog::reportExportRequested, this,
            [this](const RemedyReport &report, ExportFormat format, const QString &path) {
                write(path, [report, format] { return reportExport(report, format); });
            });
    m_dialog->show();
}

void RemedyWiring::check(const RemedyPlan &plan)
{
    m_confirmed = plan;
    if (const QString why = m_controller.begin(plan); !why.isEmpty())
        m_dialog->showRefusal(why);
}

void RemedyWiring::confirm(const Confirmation &confirmation)
{
    m_confirmed = m_review.plan.subset(confirmation.ids);
    if (const QString why = m_controller.confirm(confirmation); !why.isEmpty())
        m_dialog->showRefusal(why);
}

void RemedyWiring::followState()
{
    if (!m_dialog)
        return;
    switch (m_controller.state()) {
    case RemedyController::State::Rechecking:
        m_dialog->showChecking(m_confirmed);
        break;
    case RemedyController::State::Running:
        m_dialog->showRunning(m_confirmed);
        break;
    case RemedyController::State::Idle:
        m_dialog->backToPlan(tr("The plan was given up, and nothing was changed."));
        break;
    case RemedyController::State::Reviewing:
        break;
    }
}

void RemedyWiring::runFinished(const RemedyReport &report)
{
    if (m_closeAfterRun) {
        m_window.close();
        return;
    }
    if (m_dialog)
        m_dialog->showReport(report);
    m_askForJournals = m_askForJournals || report.journal != JournalState::Closed;
    emit refreshWanted();
}

void RemedyWiring::write(const QString &path, const std::function<QByteArray()> &make)
{
    onWorker(
        this, [path, make] { return writeExport(path, make()); },
        [this](const std::optional<Error> &error) {
            if (!error)
                return;
            m_window.showProblem(*error);
            if (m_dialog)
                m_dialog->showRefusal(error->toString());
        });
}

void RemedyWiring::advise(int port)
{
    const JudgementPtr judgement = m_workbench.dataset().judgement;
    const std::optional<Advice> advice = judgement && port >= 0 ? adviceFor(*judgement, port) : std::optional<Advice>();
    if (advice)
        (new AdviceDialog(*advice, &m_window))->open();
}

void RemedyWiring::openRestore()
{
    if (!m_restore) {
        m_restore = new RestoreDialog(&m_window);
        takeLock(m_restore.data());
        connect(m_restore, &RestoreDialog::restoreRequested, this, [this](const QString &path, const QStringList &ids) {
            m_restorePath = path;
            m_toRestore = ids;
            restoreNext();
        });
        connect(m_restore, &RestoreDialog::lookAgainRequested, &m_controller, &RemedyController::findOpenJournals);
        connect(m_restore, &RestoreDialog::giveUpRequested, this,
                [this](const QString &path, const QStringList &unknown) { giveUp(m_restore, {path}, unknown); });
    }
    m_restore->show();
    m_restore->raise();
    loadJournals();
}

void RemedyWiring::loadJournals()
{
    const QString folder = m_controller.journalFolder();
    onWorker(
        this,
        [folder] {
            std::pair<QList<JournalRecord>, QList<Error>> found;
            found.first = findJournals(folder, false, &found.second);
            return found;
        },
        [this, folder](const std::pair<QList<JournalRecord>, QList<Error>> &found) {
            if (!m_restore)
                return;
            if (!found.second.isEmpty())
                m_restore->showRefusal(found.second.constFirst().toString());
            QList<RestoreDialog::Entry> entries;
            for (const JournalRecord &record : found.first)
                entries.append({record, m_controller.isOfThisCloud(record)});
            m_restore->setEntries(entries, folder);
        });
}

void RemedyWiring::restoreNext()
{
    if (m_restore)
        m_restore->setBusy(int(m_toRestore.size()));
    if (m_toRestore.isEmpty()) {
        loadJournals();
        emit refreshWanted();
        return;
    }
    const QString why = m_controller.restore(m_restorePath, m_toRestore.takeFirst());
    if (why.isEmpty())
        return;
    m_toRestore.clear();
    if (m_restore) {
        m_restore->setBusy(0);
        m_restore->showRefusal(why);
    }
}

void RemedyWiring::restored(const QString &formerId, const RestoreAnswer &answer)
{
    if (m_closeAfterRun) {
        m_window.close();
        return;
    }
    if (m_restore)
        m_restore->showRestored(formerId, answer);
    restoreNext();
}

void RemedyWiring::foundOpenJournals(const QList<JournalRecord> &records)
{
    for (const JournalRecord &record : records) {
        if (m_controller.recover(record) || m_toldOpen.contains(record.path))
            continue;
        m_toldOpen.insert(record.path);
        Error error;
        error.kind = Error::Kind::File;
        error.what = record.endedAt.isValid() ? tr("A run left ports unknown") : tr("A run was cut off");
        error.object = record.path;
        error.serviceMessage = tr("It was begun %1 in cloud %2, region %3, by %4.")
                                   .arg(record.header.startedAt.toString(Qt::ISODate), record.header.cloud,
                                        record.header.region, record.header.userName);
        error.advice = tr("Connect as that user to find out what became of its ports, or close its journal by hand: "
                          "Ports, Restore deleted ports.");
        m_window.showProblem(error);
    }
}

void RemedyWiring::recovered(const RecoveryReport &report)
{
    m_askForJournals = m_askForJournals || !report.closed;
    // Whoever has closed the dialog knows that it is not known yet.
    const bool isNews = report.closed || !m_toldOpen.contains(report.record.path);
    if (report.closed)
        m_toldOpen.remove(report.record.path);
    else
        m_toldOpen.insert(report.record.path);
    if (!m_recovery && isNews) {
        m_recovery = new RecoveryDialog(&m_window);
        connect(m_recovery, &RecoveryDialog::lookAgainRequested, &m_controller, &RemedyController::findOpenJournals);
        connect(m_recovery, &RecoveryDialog::giveUpRequested, this,
                [this](const QStringList &paths, const QStringList &unknown) { giveUp(m_recovery, paths, unknown); });
    }
    if (m_recovery) {
        m_recovery->add(report);
        m_recovery->show();
    }
    if (m_restore)
        loadJournals();
}

void RemedyWiring::giveUp(QWidget *asking, const QStringList &paths, const QStringList &unknown)
{
    askToGiveUp(asking, unknown, [this, paths] {
        for (const QString &path : paths)
            m_controller.giveUpJournal(path);
    });
}

void RemedyWiring::givenUp(const QString &path)
{
    m_toldOpen.remove(path);
    if (m_recovery)
        m_recovery->setGivenUp(path);
    if (m_restore)
        loadJournals();
}

bool RemedyWiring::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != &m_window || event->type() != QEvent::Close || !m_controller.isBusy())
        return QObject::eventFilter(watched, event);
    event->ignore();
    askToClose(&m_window, [this] {
        if (!m_controller.isBusy()) {
            m_window.close();
            return;
        }
        m_closeAfterRun = true;
        m_toRestore.clear();
        m_controller.stop();
    });
    return true;
}

} // namespace flotsam
