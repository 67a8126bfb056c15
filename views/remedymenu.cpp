// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/remedymenu.h"

#include "models/tables/format.h"
#include "views/evidencepanel.h"
#include "views/lockbar.h"
#include "views/plaintext.h"
#include "views/summarybar.h"
#include "views/tablepanel.h"
#include "views/tableview.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>

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
    addButtons();
    update();
}

RemedyMenu::~RemedyMenu() = default;

void RemedyMenu::addLock(LockBar &bar, const LockState &lock)
{
    m_lock = &lock;
    connect(&lock, &LockState::changed, this, &RemedyMenu::update);
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

void RemedyMenu::addButtons()
{
    m_button = new QPushButton(&m_window);
    m_button->setObjectName(u"evidenceRemedy"_s);
    m_button->hide();
    m_provenButton = new QToolButton(&m_window);
    m_provenButton->setObjectName(u"portsProven"_s);
    m_provenButton->setFocusPolicy(Qt::TabFocus);
    m_provenButton->setDefaultAction(m_proven);
    m_provenButton->hide();
    if (auto *const evidence = m_window.findChild<EvidencePanel *>(u"evidencePanel"_s)) {
        auto *const footer = new QWidget(evidence);
        auto *const line = new QHBoxLayout(footer);
        line->setContentsMargins(8, 6, 8, 6);
        line->addStretch();
        line->addWidget(m_button);
        evidence->setFooter(footer);
        footer->setObjectName(u"evidenceFooter"_s);
        QWidget::setTabOrder(evidence->findChild<QWidget *>(u"evidenceText"_s), m_button);
    }
    if (auto *const ports = m_window.findChild<TablePanel *>(u"portsPanel"_s)) {
        ports->addButton(m_provenButton);
        QWidget::setTabOrder(&ports->view(), m_provenButton);
    }
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_called)
            m_called->trigger();
    });
}

void RemedyMenu::showButtons(const std::vector<int> &ports, qsizetype proven)
{
    const Dataset &shown = m_workbench.dataset();
    const auto number = qint64(std::count_if(ports.begin(), ports.end(),
                                             [&shown](int port) { return shown.judgement->ports[port].deletable(); }));
    const Remedy remedy = ports.size() == 1 ? shown.judgement->ports[ports.front()].remedy : Remedy::None;
    QString text;
    m_called = nullptr;
    if (remedy == Remedy::ClearDevice) {
        m_called = m_clear;
        text = tr("Clear its device…");
    } else if (remedy == Remedy::RegenerateMac) {
        m_called = m_mac;
        text = tr("Regenerate its MAC…");
    } else if (remedy == Remedy::DeleteServer || remedy == Remedy::DeleteStack) {
        m_called = m_advice;
        text = remedy == Remedy::DeleteServer ? tr("Its server has to go first…") : tr("Its stack has to go first…");
    } else if (number > 0) {
        m_called = m_delete;
        text = number == 1 ? tr("Delete 1 port…") : tr("Delete %1 ports…").arg(groupedNumber(number));
    } else if (ports.size() == 1)
        text = tr("Delete 1 port…");
    const QString why = m_called == m_advice ? QString() : whyNot(ports);
    m_button->setText(text);
    m_button->setToolTip(plainToolTip(!why.isEmpty() ? why : m_called ? m_called->toolTip() : QString()));
    m_button->setAccessibleDescription(why);
    m_button->setEnabled(m_called && m_called->isEnabled() && why.isEmpty());
    if (QWidget *const footer = m_button->parentWidget(); footer != &m_window) {
        m_button->setVisible(!text.isEmpty());
        footer->setVisible(!text.isEmpty());
    }
    m_proven->setIconText(tr("Delete %1 proven…").arg(groupedNumber(proven)));
    m_provenButton->setVisible(proven > 0 && m_provenButton->parentWidget() != &m_window);
}

/// Why what the button says may not be begun now; empty where it may.
QString RemedyMenu::whyNot(const std::vector<int> &ports) const
{
    const Dataset &shown = m_workbench.dataset();
    if (ports.size() == 1) {
        const RemedyAction action = m_called == m_clear ? RemedyAction::ClearDevice
            : m_called == m_mac                         ? RemedyAction::RegenerateMac
                                                        : RemedyAction::Delete;
        if (const QString refusal = refusalOf(*shown.judgement, ports.front(), action); !refusal.isEmpty())
            return tr("Refused: %1").arg(refusal);
    }
    if (m_lock && m_lock->cloud().isEmpty())
        return tr("No cloud is connected.");
    return m_busy ? tr("Another plan is open.") : QString();
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
    for (const int port : proxy.shownSourceRows()) {
        if (shown.judgement->ports[port].preselected)
            ids += shown.snapshot->ports[port].id;
    }
    return ids;
}

void RemedyMenu::update()
{
    const Dataset &shown = m_workbench.dataset();
    static const std::vector<int> none;
    const std::vector<int> &ports = shown.isNull() ? none : m_workbench.hub().portsInFocus();
    const size_t count = ports.size();
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
    showButtons(ports, proven);
}

} // namespace flotsam
