// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mainwindow.h"

#include "models/tables/format.h"
#include "views/comparepanel.h"
#include "views/evidencepanel.h"
#include "views/filterbar.h"
#include "views/messagearea.h"
#include "views/snapshotdialogs.h"
#include "views/statusstrip.h"
#include "views/summarybar.h"
#include "views/tablepanel.h"
#include "views/tableview.h"
#include "views/theme.h"
#include "views/toolwindows.h"
#include "views/windowactions.h"

#include <QApplication>
#include <QDockWidget>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QStatusBar>
#include <QTabBar>
#include <QToolBar>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace flotsam {

MainWindow::MainWindow(Workbench &workbench, QWidget *parent)
    : QMainWindow(parent)
    , m_workbench(workbench)
    , m_status(new StatusStrip(this))
    , m_tools(new ToolWindows(workbench, this))
{
    setObjectName(u"mainWindow"_s);
    setWindowIcon(theme::appIcon());
    setDockOptions(AllowNestedDocks | AllowTabbedDocks | AnimatedDocks);

    auto *const center = new QWidget(this);
    m_insecure
        = new QLabel(tr("Certificates are not checked for this cloud (verify: false). Whoever is between you and "
                        "it can read and change what you see."),
                     center);
    m_insecure->setObjectName(u"insecureBar"_s);
    m_insecure->setAutoFillBackground(true);
    m_insecure->setMargin(6);
    m_insecure->setWordWrap(true);
    m_summary = new SummaryBar(workbench, this);
    m_messages = new MessageArea(center);
    m_ports = new TablePanel(workbench, TableKind::Ports, u"ports"_s, tr("Ports"), center);
    auto *const lines = new QVBoxLayout(center);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(m_insecure);
    lines->addWidget(m_messages);
    lines->addWidget(m_ports, 1);
    setCentralWidget(center);
    auto *const top = new QToolBar(tr("Summary"), this); // over the whole width, above the docks
    top->setObjectName(u"summaryToolBar"_s);
    top->setMovable(false);
    top->toggleViewAction()->setVisible(false);
    top->addWidget(m_summary);
    addToolBar(Qt::TopToolBarArea, top);
    buildTables();
    buildSide();
    buildMenus();

    statusBar()->addWidget(m_status, 1);
    statusBar()->setSizeGripEnabled(false);
    connect(m_status, &StatusStrip::cancelRequested, this, &MainWindow::cancelRequested);
    connect(m_ports, &TablePanel::clearFilterRequested, m_summary, &SummaryBar::clearFilter);
    connect(&workbench, &Workbench::datasetChanged, this, &MainWindow::showState);
    connect(&workbench, &Workbench::filterChanged, this, &MainWindow::showState);
    resize(1400, 900);
    showWarning();
    setBusy(false);
    setTabOrder(m_summary->findChild<QWidget *>(u"filterSaved"_s), &m_ports->view());
    m_ports->view().setFocus();
}

MainWindow::~MainWindow()
{
    // Hidden, the field with the focus finishes what is being typed, and that leads back here: not once only a QWidget
    // is left.
    hide();
}

QAction *MainWindow::addAction(const QString &name, const QString &text, const QKeySequence &key)
{
    auto *const action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcut(key);
    QMainWindow::addAction(action);
    return action;
}

void MainWindow::buildMenus()
{
    QMenu *const file = menuBar()->addMenu(tr("&File"));
    m_connect = addAction(u"actionConnect"_s, tr("&Connect…"), QKeySequence(Qt::CTRL | Qt::Key_N));
    m_open = addAction(u"actionOpen"_s, tr("&Open snapshot…"), QKeySequence::Open);
    m_save = addAction(u"actionSave"_s, tr("&Save snapshot…"), QKeySequence::Save);
    QAction *const quit = addAction(u"actionQuit"_s, tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q));
    file->addActions({m_connect, m_open, m_save, m_compare->action()});
    file->addSeparator();
    file->addAction(quit);
    connect(m_connect, &QAction::triggered, this, &MainWindow::connectRequested);
    connect(m_open, &QAction::triggered, this, &MainWindow::chooseFileToOpen);
    connect(m_save, &QAction::triggered, this, &MainWindow::chooseFileToSave);
    connect(quit, &QAction::triggered, this, &QWidget::close);

    QMenu *const view = menuBar()->addMenu(tr("&View"));
    m_refresh = addAction(u"actionRefresh"_s, tr("&Refresh"), QKeySequence(Qt::Key_F5));
    m_cancel = addAction(u"actionCancel"_s, tr("&Stop reading"), QKeySequence(Qt::CTRL | Qt::Key_Period));
    QAction *const filter = addAction(u"actionFilter"_s, tr("&Filter ports"), QKeySequence::Find);
    QAction *const showAll = addAction(u"actionShowAll"_s, tr("Show &all ports"), {});
    QAction *const back = addAction(u"actionBack"_s, tr("&Back to what was selected and pinned before"),
                                    QKeySequence(Qt::ALT | Qt::Key_Left));
    QAction *const forward = addAction(u"actionForward"_s, tr("Forward to what was selected and pinned after"),
                                       QKeySequence(Qt::ALT | Qt::Key_Right));
    QAction *const escapeAction
        = addAction(u"actionEscape"_s, tr("Clear selection or filter"), QKeySequence(Qt::Key_Escape));
    m_summary->addButton(m_refresh);
    view->addActions({m_refresh, m_cancel});
    view->addSeparator();
    const QKeySequence pasteKey(Qt::CTRL | Qt::SHIFT | Qt::Key_V);
    QAction *const paste = addAction(u"actionPaste"_s, tr("Find what a &text names…"), pasteKey);
    view->addActions({filter, paste, showAll, escapeAction});
    connect(paste, &QAction::triggered, m_tools, [this] { m_tools->findPasted(); });
    connect(&m_summary->filterBar(), &FilterBar::pasted, m_tools, &ToolWindows::findPasted);
    view->addSeparator();
    view->addActions({back, forward});
    view->addSeparator();
    for (QDockWidget *dock : std::as_const(m_docks))
        view->addAction(dock->toggleViewAction());
    connect(m_refresh, &QAction::triggered, this, &MainWindow::refreshRequested);
    connect(m_cancel, &QAction::triggered, this, &MainWindow::cancelRequested);
    connect(filter, &QAction::triggered, this, [this] { m_summary->filterBar().focusEdit(); });
    connect(&m_summary->filterBar(), &FilterBar::accepted, this, [this] { m_ports->view().setFocus(); });
    connect(showAll, &QAction::triggered, m_summary, &SummaryBar::clearFilter);
    connect(escapeAction, &QAction::triggered, this, &MainWindow::escape);

    SelectionHub &hub = m_workbench.hub();
    connect(back, &QAction::triggered, &hub, &SelectionHub::back);
    connect(forward, &QAction::triggered, &hub, &SelectionHub::forward);
    const auto showHistory = [&hub, back, forward] {
        back->setEnabled(hub.canGoBack());
        forward->setEnabled(hub.canGoForward());
    };
    connect(&hub, &SelectionHub::historyChanged, this, showHistory);
    showHistory();

    QMenu *const help = menuBar()->addMenu(tr("&Help"));
    m_actions = new WindowActions(m_workbench,
                                  {this,
                                   view,
                                   help,
                                   m_refresh,
                                   m_evidence,
                                   {&m_ports->view(), &m_servers->view(), &m_resources->view()},
                                   m_docks});
    connect(m_actions, &WindowActions::refreshDue, this, &MainWindow::refreshDue);
    connect(m_actions, &WindowActions::layoutReset, this, &MainWindow::sizeDocks);
}

void MainWindow::remember(std::unique_ptr<QSettings> settings) { m_sized = m_actions->use(std::move(settings)); }

void MainWindow::setDataset(const Dataset &dataset)
{
    m_failure.clear();
    m_workbench.setDataset(dataset);
    showState();
}

void MainWindow::setConnection(const CloudChoice &cloud)
{
    if (!m_file.isEmpty() || m_cloud.name != cloud.name || m_cloud.region != cloud.region)
        m_workbench.clear();
    m_cloud = cloud;
    m_file.clear();
    m_failure.clear();
    showWarning();
    showState();
}

void MainWindow::setSnapshotFile(const QString &path)
{
    if (m_file != path)
        m_workbench.clear();
    m_cloud = {};
    m_file = path;
    m_failure.clear();
    showWarning();
    showState();
}

void MainWindow::setBusy(bool busy, const QString &what)
{
    if (busy)
        m_failure.clear();
    m_status->setBusy(busy, what);
    showState();
}

void MainWindow::showProgress(const SourceProgress &progress)
{
    m_status->showProgress(progress);
    if (m_workbench.dataset().isNull())
        showState();
}

void MainWindow::showProbes(int done, int total)
{
    m_status->showStep(
        tr("Asking Nova about missing servers: %1 of %2").arg(groupedNumber(done), groupedNumber(total)));
}

void MainWindow::showProblem(const Error &error, bool fatal)
{
    m_messages->add(error);
    if (fatal)
        m_failure = errorParagraph(error);
    if (fatal && !m_workbench.dataset().isNull())
        m_status->setStale(error.toString());
    showState();
}

void MainWindow::clearProblems() { m_messages->clear(); }

void MainWindow::showWarning()
{
    QPalette warning = palette();
    warning.setColor(QPalette::Window, theme::warningBackground(palette()));
    m_insecure->setPalette(warning);
    m_insecure->setVisible(m_cloud.insecure);
}

void MainWindow::showState()
{
    const Dataset &shown = m_workbench.dataset();
    const bool busy = m_status->isBusy() || m_workbench.isPreparing();
    const bool cloud = !m_cloud.name.isEmpty();
    m_refresh->setEnabled(cloud && !busy);
    m_cancel->setEnabled(busy);
    m_connect->setEnabled(!busy);
    m_open->setEnabled(!busy);
    m_save->setEnabled(!shown.isNull());
    m_status->showSnapshot(shown.snapshot);

    QString where = !shown.isNull() ? shown.snapshot->cloud : m_cloud.name;
    if (!shown.isNull() && !shown.snapshot->region.isEmpty())
        where += u" / "_s + shown.snapshot->region;
    if (!shown.isNull() && !shown.snapshot->auth.userName.isEmpty())
        where += tr(" as %1@%2").arg(shown.snapshot->auth.userName, shown.snapshot->auth.projectName);
    if (!m_file.isEmpty())
        where += u" ["_s + QFileInfo(m_file).fileName() + u']';
    m_summary->setPlace(where);
    setWindowTitle(where.isEmpty() ? tr("Flotsam") : tr("%1 — Flotsam").arg(where));

    if (shown.isNull()) {
        QString headline = tr("Not connected");
        QString title = tr("Nothing to show yet");
        QString detail = tr("Connect to a cloud, or open a snapshot that was saved before.");
        QList<QAction *> actions{m_connect, m_open};
        if (busy) {
            headline = cloud       ? tr("Reading %1").arg(m_cloud.name)
                : m_file.isEmpty() ? tr("Reading")
                                   : tr("Opening %1").arg(QFileInfo(m_file).fileName());
            title = tr("Reading…");
            detail = m_status->progressTable();
            actions = {m_cancel};
        } else if (!m_failure.isEmpty()) {
            headline = cloud       ? tr("%1 could not be read").arg(m_cloud.name)
                : m_file.isEmpty() ? tr("Nothing could be read")
                                   : tr("%1 could not be opened").arg(QFileInfo(m_file).fileName());
            title = headline;
            detail = m_failure;
            if (cloud)
                actions = {m_refresh, m_connect};
        }
        m_summary->setHeadline(headline);
        m_ports->setEmptyMessage(title, detail, actions, busy ? Qt::RichText : Qt::PlainText);
        m_servers->setEmptyMessage({}, {});
        m_resources->setEmptyMessage({}, {});
        return;
    }
    m_ports->setEmptyMessage(tr("No ports"), tr("This login sees no port in this cloud."));
    m_servers->setEmptyMessage(tr("No instances"), {});
    m_resources->setEmptyMessage(tr("No Heat resources"), {});
    const bool none = shown.count(Verdict::Orphan) == 0 && m_workbench.filter().text.trimmed() == "verdict:orphan"_L1;
    m_ports->setNoMatchMessage(none ? summaryText(shown) : tr("No port matches the filter."));
}

void MainWindow::childEvent(QChildEvent *event)
{
    QMainWindow::childEvent(event);
    if (auto *const tabs = event->polished() ? qobject_cast<QTabBar *>(event->child()) : nullptr) { // of docks
        tabs->setObjectName(u"dockTabs"_s);
        tabs->setAccessibleName(tr("Panels"));
    }
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showWarning();
}

void MainWindow::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    if (!m_sized)
        sizeDocks(); // for the height that there is
    m_sized = true;
}

void MainWindow::escape()
{
    QLineEdit &filter = m_summary->filterEdit();
    if (filter.hasFocus()) {
        if (filter.text().isEmpty())
            m_ports->view().setFocus();
        else
            filter.clear();
    } else if (!m_workbench.hub().selection().isEmpty()) {
        m_workbench.hub().clear();
    } else if (m_workbench.isPinned()) {
        m_workbench.unpin();
    } else {
        m_summary->clearFilter();
    }
}

void MainWindow::chooseFileToOpen()
{
    QFileDialog *const dialog = openSnapshotDialog(this, u"openDialog"_s, tr("Open snapshot"));
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openRequested);
    dialog->open();
}

void MainWindow::chooseFileToSave()
{
    QFileDialog *const dialog = saveSnapshotDialog(this, u"saveDialog"_s, m_workbench.dataset().snapshot);
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::saveRequested);
    dialog->open();
}

} // namespace flotsam
