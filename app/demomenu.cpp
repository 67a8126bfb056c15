// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demomenu.h"

#include "app/demo/democloud.h"
#include "views/commandpalette.h"

#include <QActionGroup>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {
constexpr int LookMs = 2000;
constexpr int SentenceMs = 15000;
} // namespace

DemoMenu::DemoMenu(DemoCloud &cloud, const QString &scene, QMainWindow &window)
    : QObject(&window)
    , m_cloud(cloud)
    , m_window(window)
    , m_menu(new QMenu(tr("&Demo"), &window))
{
    const QList<QAction *> titles = window.menuBar()->actions();
    window.menuBar()->insertMenu(titles.isEmpty() ? nullptr : titles.constLast(), m_menu); // Help stays the last
    m_menu->setObjectName(u"demoMenu"_s);
    add(u"demoBoot"_s, tr("&Boot a server"), &DemoCloud::bootServer);
    add(u"demoDrop"_s, tr("Boot a server and &drop the connection"), &DemoCloud::bootServerDroppedConnection);
    add(u"demoHeat"_s, tr("&Fail a Heat server and update the stack"), &DemoCloud::failHeatServerAndUpdate);
    add(u"demoRedeploy"_s, tr("&Redeploy a node onto test-port2"), &DemoCloud::redeployOntoTestPort2);
    add(u"demoQuota"_s, tr("Fill the port &quota"), &DemoCloud::fillQuota);
    m_menu->addSeparator();

    auto *speeds = new QActionGroup(this);
    for (const int speed : {1, 10, 60}) {
        QAction *action = m_menu->addAction(tr("Clock %1x").arg(speed));
        action->setObjectName(u"demoClock%1"_s.arg(speed));
        action->setCheckable(true);
        action->setChecked(speed == cloud.clockSpeed());
        speeds->addAction(action);
        connect(action, &QAction::triggered, this, [this, speed] { m_cloud.setClockSpeed(speed); });
    }
    m_menu->addSeparator();
    m_byItself = m_menu->addAction(tr("&Look again by itself"));
    m_byItself->setObjectName(u"demoLookAgain"_s);
    m_byItself->setCheckable(true);
    m_byItself->setChecked(scene != "big"_L1);

    QMenu *scenes = m_menu->addMenu(tr("&Scene"));
    for (const QString &name : DemoCloud::scenes()) {
        QAction *action = scenes->addAction(name);
        action->setObjectName(u"demoScene_"_s + name);
        action->setCheckable(true);
        action->setChecked(name == scene);
        connect(action, &QAction::triggered, this, [this, name] { emit sceneWanted(name); });
    }

    for (QAction *action : m_menu->findChildren<QAction *>())
        action->setProperty(PaletteGroup, tr("Demo"));

    connect(&cloud, &DemoCloud::happened, this, [this](const QString &sentence) {
        m_happened = true;
        m_window.statusBar()->showMessage(sentence, SentenceMs);
    });
    connect(&m_timer, &QTimer::timeout, this, &DemoMenu::look);
    m_timer.start(LookMs);
}

DemoMenu::~DemoMenu() { delete m_menu; }

QAction *DemoMenu::add(const QString &name, const QString &text, void (DemoCloud::*what)())
{
    QAction *action = m_menu->addAction(text);
    action->setObjectName(name);
    connect(action, &QAction::triggered, this, [cloud = &m_cloud, what] { (cloud->*what)(); });
    return action;
}

void DemoMenu::look()
{
    if (m_busy || !m_byItself->isChecked() || (!m_happened && m_cloud.clockSpeed() == 1))
        return;
    m_happened = false;
    emit refreshWanted();
}

} // namespace flotsam
