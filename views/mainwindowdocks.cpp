// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/comparepanel.h"
#include "views/evidencepanel.h"
#include "views/macpanel.h"
#include "views/mainwindow.h"
#include "views/quotapanel.h"
#include "views/tablepanel.h"
#include "views/timelinepanel.h"

#include <QDockWidget>
#include <QLayout>
#include <QResizeEvent>

#include <algorithm>

using namespace Qt::StringLiterals;

/// What stands around the ports table.
namespace flotsam {

void MainWindow::buildTables()
{
    m_servers = new TablePanel(m_workbench, TableKind::Instances, u"servers"_s, tr("Instances"), this);
    m_resources = new TablePanel(m_workbench, TableKind::Resources, u"resources"_s, tr("Heat resources"), this);
    m_evidence = new EvidencePanel(m_workbench, this);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    addDock(u"evidenceDock"_s, tr("Evidence"), m_evidence, m_evidence->header(), Qt::RightDockWidgetArea);
    auto *const servers
        = addDock(u"serversDock"_s, tr("Instances"), m_servers, m_servers->header(), Qt::BottomDockWidgetArea);
    auto *const resources = addDock(u"resourcesDock"_s, tr("Heat resources"), m_resources, m_resources->header(),
                                    Qt::BottomDockWidgetArea);
    auto *const chart = new TimelinePanel(m_workbench, this);
    auto *const timeline = addDock(u"timelineDock"_s, tr("Timeline"), chart, chart->header(), Qt::BottomDockWidgetArea);
    splitDockWidget(servers, timeline, Qt::Vertical);
    splitDockWidget(servers, resources, Qt::Horizontal);
    m_compare = new ComparePanel(m_workbench, this);
    auto *const compare
        = addDock(u"compareDock"_s, tr("Comparison"), m_compare, m_compare->header(), Qt::BottomDockWidgetArea);
    tabifyDockWidget(timeline, compare);
    compare->hide();
    connect(m_compare, &ComparePanel::wanted, compare, [compare] {
        compare->show();
        compare->lower(); // raise() does nothing for the topmost sibling, though its tab may be behind
        compare->raise();
    });
}

void MainWindow::sizeDocks()
{
    const auto dock = [this](const QString &name) { return findChild<QDockWidget *>(name); };
    const int width = fontMetrics().averageCharWidth();
    const int line = fontMetrics().height();
    const int tables = std::clamp(height() / 5, line * 7, line * 11);
    const int chart = std::clamp(height() * 3 / 10, line * 11, line * 17);
    resizeDocks({dock(u"evidenceDock"_s), dock(u"quotaDock"_s)}, {width * 46, width * 34}, Qt::Horizontal);
    resizeDocks({dock(u"serversDock"_s), dock(u"timelineDock"_s)}, {tables, chart}, Qt::Vertical);
    resizeDocks({dock(u"serversDock"_s), dock(u"resourcesDock"_s)}, {width * 70, width * 70}, Qt::Horizontal);
}

/// Quota and bare metal are lists: in a low window they get all of its height.
void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    const bool low = height() < fontMetrics().height() * 60;
    const Qt::DockWidgetArea area = low ? Qt::LeftDockWidgetArea : Qt::BottomDockWidgetArea;
    if (corner(Qt::BottomLeftCorner) == area)
        return;
    setCorner(Qt::BottomLeftCorner, area);
    layout()->invalidate(); // it does not say so itself
}

void MainWindow::buildSide()
{
    auto *const quota = new QuotaPanel(m_workbench, this);
    auto *const metal = new MacPanel(m_workbench, this);
    auto *const quotaDock = addDock(u"quotaDock"_s, tr("Port quota"), quota, quota->header(), Qt::LeftDockWidgetArea);
    auto *const metalDock = addDock(u"macDock"_s, tr("Bare metal"), metal, metal->header(), Qt::LeftDockWidgetArea);
    tabifyDockWidget(quotaDock, metalDock);
    quotaDock->raise();
    connect(metal, &MacPanel::titleChanged, metalDock, &QWidget::setWindowTitle);
    sizeDocks();
}

QDockWidget *MainWindow::addDock(const QString &name, const QString &title, QWidget *content, QWidget *header,
                                 Qt::DockWidgetArea area)
{
    auto *const dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setTitleBarWidget(header);
    dock->setWidget(content);
    addDockWidget(area, dock);
    m_docks += dock;
    return dock;
}

} // namespace flotsam
