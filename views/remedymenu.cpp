// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/remedymenu.h"

#include "models/tables/format.h"
#include "views/lockbar.h"
#include "views/summarybar.h"
#include "views/tableview.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>

using namespace Qt::StringLiterals;

namespace flotsam {

RemedyMenu::RemedyMenu(Workbench &workbench, QMainWindow &window)
    : QObject(&window)
    , m_workbench(workbench)
    , m_window(window)
    , m_menu(new QMenu(tr("&Ports"), &window))
{
    m_menu->setObjectName(u"portsMenu"_s);
    m_menu->setToolTipsVisible(true);
    m_delete = add(u"actionPlanDelete"_s, {}, tr("Lists what deleting them would do. Nothing is deleted yet."));
    m_delete->setShortcut(QKeySequence::Delete);
    m_proven = add(u"actionPlanProven"_s, {},
                   tr("Of the ports that the table shows, those whose owner is proven to be gone."));
    m_menu->addSeparator();
    m_clear = add(u"actionPlanClearDevice"_s, tr("&Clear the device…"),
                  tr("Releases a port from a device that does not exist any more; it keeps its addresses."));
    m_mac = add(u"actionPlanRegenerateMac"_s, tr("Regenerate the &MAC…"),
                tr("Gives an unbound port a new MAC, so that a bare-metal NIC can have its own."));
    m_advice = add(u"actionAdvice"_s, tr("&What to do with its server or stack…"),
                   tr("Where a server or a stack has to go first: how, with the commands."));
    m_menu->addSeparator();
    m_restore = add(u"actionRestore"_s, tr("&Restore deleted ports…"),
                    tr("Makes ports again that were deleted here, from the journals."));
    window.addActions(m_menu->actions());
    window.menuBar()->insertMenu(
        window.menuBar()->actions().isEmpty() ? nullptr : window.menuBar()->actions().constLast(), m_menu);

    if (const auto *const ports = window.findChild<TableView *>(u"portsView"_s))
        connect(ports, &TableView::menuWanted, this, [this](QMenu *menu) {
            menu->addSeparator();
            menu->addActions({m_delete, m_clear, m_mac, m_advice});
            menu->addSeparator();
        });
    connect(m_delete, &QAction::triggered, this, [this] { request(RemedyAction::Delete); });
    connect(m_clear, &QAction::triggered, this, [this] { request(RemedyAction::ClearDevice); });
    connect(m_mac, &QAction::triggered, this, [this] { request(RemedyAction::RegenerateMac); });
    connect(m_proven, &QAction::triggered, this, [this] {
        emit planRequested({RemedyAction::Delete, {}, shownProven()});
    });
    connect(m_advice, &QAction::triggered, this, [this] { emit adviceRequested(m_workbench.hub().onlyPort()); });
    connect(m_restore, &QAction::triggered, this, &RemedyMenu::restoreRequested);
    connect(&m_workbench, &Workbench::datasetChanged, this, &RemedyMenu::update);
    connect(&m_workbench.hub(), &SelectionHub::changed, this, &RemedyMenu::update);
    connect(&m_workbench.hub(), &SelectionHub::refreshed, this, &RemedyMenu::update);
    connect(&m_workbench.proxy(TableKind::Ports), &IndexProxy::countsChanged, this, &RemedyMenu::update);
    update();
}

RemedyMenu::~RemedyMenu() = default;

void RemedyMenu::addLock(LockBar &bar)
{
    m_menu->addSeparator();
    m_menu->addActions({bar.lockAction(), bar.protectAction()});
    m_window.addAction(bar.lockAction());
    if (auto *const summary = m_window.findChild<SummaryBar *>(u"summaryBar"_s))
        summary->addButton(bar.lockAction());
    if (auto *const below = m_window.findChild<QToolBar *>(u"summaryToolBar"_s)) {
        m_window.insertToolBar(below, &bar);
        m_window.insertToolBarBreak(below);
    } else {
        m_window.addToolBar(&bar);
    }
}

QAction *RemedyMenu::add(const QString &name, const QString &text, const QString &toolTip)
{
    QAction *const action = m_menu->addAction(text);
    action->setObjectName(name);
    action->setToolTip(toolTip);
    return action;
}

void RemedyMenu::setBusy(bool busy)
{
    m_busy = busy;
    update();
}

void RemedyMenu::request(RemedyAction action)
{
    QStringList ids;
    for (const int row : m_workbench.hub().portsInFocus())
        ids += m_workbench.dataset().snapshot->ports[row].id;
    emit planRequested({action, ids, {}});
}

QStringList RemedyMenu::shownProven() const
{
    QStringList ids;
    const Dataset &shown = m_workbench.dataset();
    if (shown.isNull())
        return ids;
    const IndexProxy &proxy = m_workbench.proxy(TableKind::Ports);
    for (int row = 0; row < proxy.rowCount(); ++row) {
        const int port = proxy.sourceRow(row);
        if (shown.judgement->ports[port].preselected)
            ids += shown.snapshot->ports[port].id;
    }
    return ids;
}

void RemedyMenu::update()
{
    const Dataset &shown = m_workbench.dataset();
    const auto count = shown.isNull() ? size_t(0) : m_workbench.hub().portsInFocus().size();
    const qsizetype proven = shownProven().size();
    m_delete->setText(count == 1 ? tr("Plan &deletion of the selected port…")
                                 : tr("Plan &deletion of %1 selected ports…").arg(groupedNumber(qint64(count))));
    m_proven->setText(tr("Plan deletion of &all %1 proven orphans in this filter…").arg(groupedNumber(proven)));
    for (QAction *action : {m_delete, m_clear, m_mac})
        action->setEnabled(count > 0 && !m_busy);
    m_proven->setEnabled(proven > 0 && !m_busy);
    const int only = shown.isNull() ? -1 : m_workbench.hub().onlyPort();
    const Remedy remedy = only < 0 ? Remedy::None : shown.judgement->ports[only].remedy;
    m_advice->setEnabled(remedy == Remedy::DeleteServer || remedy == Remedy::DeleteStack);
}

} // namespace flotsam
