// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/evidencepanel.h"

#include "models/inventory/onworker.h"
#include "models/remedy/sideeffects.h"
#include "models/tables/commands.h"
#include "views/evidencetext.h"
#include "views/portlifestrip.h"
#include "views/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTabWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

template <class List>
const auto *findById(const List &list, const QString &id)
{
    const auto found = std::lower_bound(list.begin(), list.end(), id,
                                        [](const auto &item, const QString &wanted) { return item.id < wanted; });
    return found != list.end() && found->id == id ? &*found : nullptr;
}

} // namespace

struct EvidencePanel::Effects
{
    explicit Effects(JudgementPtr of)
        : judgement(std::move(of))
        , index(*judgement)
    { }
    JudgementPtr judgement;
    SideEffectIndex index;
};

EvidencePanel::EvidencePanel(Workbench &workbench, QWidget *parent)
    : QFrame(parent)
    , m_workbench(workbench)
    , m_header(new QWidget(this))
    , m_life(new PortLifeStrip(this))
    , m_tabs(new QTabWidget(this))
    , m_text(new QTextBrowser(m_tabs))
    , m_raw(new RawView(m_tabs))
{
    setObjectName(u"evidencePanel"_s);
    setFrameShape(StyledPanel);
    auto *const title = new QLabel(tr("Evidence"), m_header);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    title->setBuddy(m_text);
    auto *const line = new QHBoxLayout(m_header);
    line->setContentsMargins(8, 4, 8, 4);
    line->addWidget(title);
    line->addStretch();

    m_text->setObjectName(u"evidenceText"_s);
    m_text->setAccessibleName(tr("Evidence for the selected port"));
    m_text->setFrameShape(NoFrame);
    m_text->setOpenLinks(false);
    m_text->document()->setDocumentMargin(10);

    auto *const commands = new QWidget(m_tabs);
    m_commands = new QPlainTextEdit(commands);
    m_commands->setObjectName(u"evidenceCommands"_s);
    m_commands->setAccessibleName(tr("Commands that check the port again"));
    m_commands->setReadOnly(true);
    m_commands->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_commands->setFrameShape(NoFrame);
    m_commands->setFont(theme::codeFont(font()));
    auto *const copy = new QPushButton(tr("Copy all"), commands);
    copy->setObjectName(u"copyCommandsButton"_s);
    connect(copy, &QPushButton::clicked, this, &EvidencePanel::copyCommands);
    auto *const commandLines = new QVBoxLayout(commands);
    commandLines->setContentsMargins(0, 4, 0, 0);
    commandLines->setSpacing(4);
    auto *const copyLine = new QHBoxLayout;
    copyLine->setContentsMargins(8, 0, 8, 0);
    auto *const hint = new QLabel(tr("They only read."), commands);
    copyLine->addWidget(hint, 1);
    copyLine->addWidget(copy);
    commandLines->addLayout(copyLine);
    commandLines->addWidget(m_commands, 1);

    m_tabs->setObjectName(u"evidenceTabs"_s);
    m_tabs->setAccessibleName(tr("Evidence, objects and commands"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_text, tr("Why"));
    m_tabs->addTab(m_raw, tr("Objects"));
    m_tabs->addTab(commands, tr("Commands"));
    auto *const lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(m_header);
    lines->addWidget(m_life);
    lines->addWidget(m_tabs, 1);

    connect(&workbench.hub(), &SelectionHub::changed, this, &EvidencePanel::update);
    connect(&workbench.hub(), &SelectionHub::refreshed, this, &EvidencePanel::update);
    update();
}

EvidencePanel::~EvidencePanel() = default;

void EvidencePanel::setFooter(QWidget *footer) { layout()->addWidget(footer); }

QString EvidencePanel::text() const { return m_text->toPlainText(); }

void EvidencePanel::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        update();
}

void EvidencePanel::searchRaw()
{
    m_tabs->setCurrentWidget(m_raw);
    m_raw->search();
}

void EvidencePanel::copyCommands()
{
    const QString commands = m_commands->toPlainText();
    if (!commands.isEmpty())
        QApplication::clipboard()->setText(commands);
}

void EvidencePanel::update()
{
    const int port = m_workbench.hub().onlyPort();
    for (const int tab : {1, 2})
        m_tabs->setTabEnabled(tab, port >= 0);
    m_life->setVisible(port >= 0);
    if (port >= 0)
        return showPort(port);
    m_raw->setObjects({});
    m_commands->clear();
    m_text->setHtml(evidenceSummaryHtml(m_workbench.dataset(), m_workbench.hub().portsInFocus(),
                                        !m_workbench.hub().selectedRows().empty(), palette()));
}

void EvidencePanel::showPort(int port)
{
    const Dataset &shown = m_workbench.dataset();
    const PortLife life = PortLife::of(shown, port);
    m_life->setLife(life, markOf(shown.judgement->ports[port].verdict));
    const int scroll = m_text->verticalScrollBar()->value();
    const QString html = evidenceHtml(shown, port, life, effectsOf(port), palette());
    const QString id = shown.snapshot->ports[port].id;
    const bool same = m_text->property("port").toString() == id;
    m_text->setProperty("port", id);
    m_text->setHtml(html);
    if (same)
        m_text->verticalScrollBar()->setValue(scroll);
    m_raw->setObjects(objectsOf(port));
    m_commands->setPlainText(recheckScript(shown, port));
    if (!m_effects || m_effects->judgement != shown.judgement)
        findEffects();
}

/// Once a reading, off this thread: it goes over all ports.
void EvidencePanel::findEffects()
{
    const JudgementPtr judgement = m_workbench.dataset().judgement;
    if (!judgement || !judgement->index || judgement == m_lookingUp)
        return;
    m_lookingUp = judgement;
    onWorker(
        this, [judgement] { return std::make_shared<const Effects>(judgement); },
        [this](const std::shared_ptr<const Effects> &effects) {
            if (effects->judgement != m_workbench.dataset().judgement)
                return;
            m_effects = effects;
            m_lookingUp.reset();
            update();
        },
        promptPool());
}

std::optional<QStringList> EvidencePanel::effectsOf(int port) const
{
    const JudgementPtr &judgement = m_workbench.dataset().judgement;
    if (!m_effects || m_effects->judgement != judgement)
        return std::nullopt;
    return m_effects->index.of(port, RemedyAction::Delete).sentences;
}

QList<RawView::Object> EvidencePanel::objectsOf(int number) const
{
    const Dataset &shown = m_workbench.dataset();
    const Snapshot &snapshot = *shown.snapshot;
    const Port &port = snapshot.ports[number];
    QList<RawView::Object> objects;
    const auto add = [&](const QString &title, SourceId source, int raw) {
        if (raw >= 0)
            objects.append({title, snapshot.rawItem(source, raw)});
    };
    add(tr("Port"), SourceId::Ports, port.raw);
    if (const Server *server = findById(snapshot.servers, port.deviceId))
        add(tr("Server %1").arg(server->name), SourceId::Servers, server->raw);
    if (const Server *server = findById(snapshot.deletedServers, port.deviceId))
        add(tr("Deleted server %1").arg(server->name), SourceId::DeletedServers, server->raw);
    const auto probe = snapshot.serverProbes.constFind(port.deviceId);
    if (probe != snapshot.serverProbes.constEnd() && !probe->raw.isEmpty())
        objects.append({tr("Nova's answer about its server"), probe->raw});
    const auto actions = snapshot.actionsProbes.constFind(port.deviceId);
    if (actions != snapshot.actionsProbes.constEnd() && !actions->raw.isEmpty())
        objects.append({tr("Actions on its server"), actions->raw});
    if (const Node *node = findById(snapshot.nodes, port.deviceId))
        add(tr("Bare-metal node %1").arg(node->name), SourceId::Nodes, node->raw);
    if (const Router *router = findById(snapshot.routers, port.deviceId))
        add(tr("Router %1").arg(router->name), SourceId::Routers, router->raw);
    for (const int row : shown.relations->resourcesOfPort(number)) {
        const StackResource &resource = snapshot.resources[row];
        add(tr("Heat resource %1").arg(resource.name), SourceId::Resources, resource.raw);
        if (const Stack *stack = shown.relations->stackOfResource(row)) {
            const bool live = findById(snapshot.stacks, stack->id) == stack;
            add(tr("Stack %1").arg(stack->name), live ? SourceId::Stacks : SourceId::DeletedStacks, stack->raw);
        }
    }
    return objects;
}

} // namespace flotsam
