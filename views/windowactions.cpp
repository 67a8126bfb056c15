// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/windowactions.h"

#include "models/tables/savedfilters.h"
#include "views/commandpalette.h"
#include "views/evidencepanel.h"
#include "views/helpdialog.h"
#include "views/tableactions.h"
#include "views/tableview.h"
#include "views/windowmemory.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr std::array<int, 6> Intervals{0, 1, 5, 15, 30, 60};

} // namespace

WindowActions::WindowActions(Workbench &workbench, const Parts &parts)
    : QObject(parts.window)
    , m_workbench(workbench)
    , m_parts(parts)
    , m_tables(new TableActions(workbench, parts.tables, parts.window))
    , m_clock(new QTimer(this))
{
    parts.window->menuBar()->insertMenu(parts.help->menuAction(), m_tables->menu());
    parts.view->addSeparator();
    buildPin();
    buildRefresh();
    buildLayout();
    buildHelp();
}

WindowActions::~WindowActions() = default;

QAction *WindowActions::add(QMenu *menu, const QString &name, const QString &text, const QKeySequence &key)
{
    auto *const action = new QAction(text, m_parts.window);
    action->setObjectName(name);
    action->setShortcut(key);
    m_parts.window->addAction(action);
    menu->addAction(action);
    return action;
}

void WindowActions::buildPin()
{
    QAction *const pin = add(m_parts.view, u"actionPin"_s, tr("&Pin: show only what belongs to the selection"),
                             QKeySequence(Qt::CTRL | Qt::Key_P));
    pin->setCheckable(true);
    connect(pin, &QAction::triggered, this, [this](bool wanted) { wanted ? m_workbench.pin() : m_workbench.unpin(); });
    const auto follow = [this, pin] {
        pin->setChecked(m_workbench.isPinned());
        pin->setEnabled(m_workbench.isPinned() || !m_workbench.hub().selection().isEmpty());
    };
    connect(&m_workbench, &Workbench::pinChanged, this, follow);
    connect(&m_workbench.hub(), &SelectionHub::changed, this, follow);
    follow();
}

void WindowActions::buildRefresh()
{
    QMenu *const menu = m_parts.view->addMenu(tr("Refresh by the cl&ock"));
    menu->setObjectName(u"refreshMenu"_s);
    m_clock->setObjectName(u"refreshClock"_s);
    m_intervals = new QActionGroup(this);
    for (const int minutes : Intervals) {
        const QString text = minutes == 0 ? tr("Refresh only by &hand")
            : minutes == 1                ? tr("Refresh every minute")
                                          : tr("Refresh every %1 minutes").arg(minutes);
        QAction *const action = add(menu, u"actionRefreshEvery%1"_s.arg(minutes), text, {});
        action->setCheckable(true);
        action->setData(minutes);
        m_intervals->addAction(action);
    }
    connect(m_intervals, &QActionGroup::triggered, this,
            [this](const QAction *action) { setRefreshMinutes(action->data().toInt()); });
    m_intervals->actions().first()->setChecked(true);
    connect(m_clock, &QTimer::timeout, this, [this] {
        if (m_parts.refresh->isEnabled()) // a cloud is shown and nothing is being read
            emit refreshDue();
    });
}

void WindowActions::setRefreshMinutes(int minutes)
{
    m_minutes = std::clamp(minutes, 0, 24 * 60);
    m_clock->stop();
    if (m_minutes > 0)
        m_clock->start(m_minutes * 60'000);
    for (QAction *action : m_intervals->actions()) {
        if (action->data().toInt() == m_minutes)
            action->setChecked(true);
    }
    m_memory->keep({{u"refresh/minutes"_s, m_minutes}});
}

void WindowActions::buildLayout()
{
    QHash<QString, TableView *> tables;
    for (TableView *table : m_parts.tables)
        tables.insert(table->objectName(), table);
    m_memory = new WindowMemory(m_parts.window, tables);
    connect(m_memory, &WindowMemory::layoutReset, this, &WindowActions::layoutReset);
    QAction *const reset = add(m_parts.view, u"actionResetLayout"_s, tr("Layout and columns as they &were"), {});
    connect(reset, &QAction::triggered, m_memory, &WindowMemory::resetLayout);

    QMenu *const go = m_parts.view->addMenu(tr("&Go to"));
    go->setObjectName(u"goMenu"_s);
    int key = Qt::Key_1;
    const auto addPlace = [&](const QString &title, QWidget *widget) {
        QAction *const action = add(go, u"actionGo-"_s + widget->objectName(), tr("Go to %1").arg(title),
                                    key <= Qt::Key_9 ? QKeySequence(Qt::CTRL | key) : QKeySequence());
        ++key;
        connect(action, &QAction::triggered, this, [this, widget] { goTo(widget); });
    };
    addPlace(m_parts.tables.first()->accessibleName(), m_parts.tables.first());
    for (QDockWidget *dock : m_parts.docks)
        addPlace(dock->windowTitle(), dock);

    QAction *const commands
        = add(m_parts.view, u"actionCopyChecks"_s, tr("Copy the &commands that check the port again"),
              QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_K));
    connect(commands, &QAction::triggered, m_parts.evidence, &EvidencePanel::copyCommands);
    QAction *const search = add(m_parts.view, u"actionSearchObjects"_s, tr("Search in the port's &objects"),
                                QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F));
    connect(search, &QAction::triggered, m_parts.evidence, [this] {
        goTo(m_parts.evidence);
        m_parts.evidence->searchRaw();
    });
}

/// Shows the dock around \a widget and puts the keyboard into its first part.
void WindowActions::goTo(QWidget *widget)
{
    for (QWidget *around = widget; around; around = around->parentWidget()) {
        if (auto *const dock = qobject_cast<QDockWidget *>(around)) {
            dock->show();
            dock->raise();
        }
    }
    if (widget->focusPolicy() & Qt::TabFocus)
        return widget->setFocus(Qt::ShortcutFocusReason);
    QWidget *const inside = qobject_cast<QDockWidget *>(widget) ? static_cast<QDockWidget *>(widget)->widget() : widget;
    for (QWidget *child : inside->findChildren<QWidget *>()) {
        const bool content = child->focusPolicy() & Qt::TabFocus && child->isVisibleTo(inside)
            && !child->inherits("QAbstractButton") && !child->inherits("QTabBar") && !child->inherits("QComboBox");
        if (content)
            return child->setFocus(Qt::ShortcutFocusReason);
    }
}

void WindowActions::buildHelp()
{
    QAction *const palette
        = add(m_parts.help, u"actionPalette"_s, tr("&Find a command…"), QKeySequence(Qt::CTRL | Qt::Key_K));
    QAction *const keys = add(m_parts.help, u"actionHelp"_s, tr("&Keys and filter terms"), QKeySequence::HelpContents);
    QAction *const about = add(m_parts.help, u"actionAbout"_s, tr("&About Flotsam"), {});
    connect(palette, &QAction::triggered, this, &WindowActions::showPalette);
    connect(keys, &QAction::triggered, this, &WindowActions::showHelp);
    connect(about, &QAction::triggered, this, &WindowActions::about);
}

void WindowActions::showPalette()
{
    QList<PaletteEntry> entries = CommandPalette::actionsOf(m_parts.window);
    const auto offer = [&](const QList<SavedFilter> &filters) {
        for (const SavedFilter &filter : filters) {
            entries.append({tr("Filter: %1").arg(filter.name), filter.text, [this, text = filter.text] {
                                FilterState state = m_workbench.filter();
                                state.text = text;
                                m_workbench.setFilter(state);
                            }});
        }
    };
    offer(SavedFilters::builtIn());
    offer(SavedFilters().all());
    auto *const palette = new CommandPalette(entries, m_parts.window);
    palette->open();
}

void WindowActions::showHelp()
{
    if (auto *const open = m_parts.window->findChild<HelpDialog *>()) {
        open->raise();
        return open->activateWindow();
    }
    auto *const help = new HelpDialog(m_parts.window);
    help->show();
}

void WindowActions::about()
{
    auto *const box = new QMessageBox(
        QMessageBox::NoIcon, tr("About Flotsam"),
        tr("<b>Flotsam %1</b><br>Finds the ports that nobody came back for.").arg(QString::fromLatin1(FLOTSAM_VERSION)),
        QMessageBox::Close, m_parts.window);
    box->setObjectName(u"aboutBox"_s);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

bool WindowActions::use(std::unique_ptr<QSettings> settings)
{
    const int minutes = settings->value("refresh/minutes"_L1).toInt();
    const bool restored = m_memory->use(std::move(settings));
    setRefreshMinutes(minutes);
    return restored;
}

} // namespace flotsam
