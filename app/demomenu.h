// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <QObject>
#include <QPointer>
#include <QTimer>

class QAction;
class QMainWindow;

namespace flotsam {

class DemoCloud;

/// The Demo menu: makes things happen in the simulated cloud, and looks again by itself so that an audience sees them.
class DemoMenu : public QObject
{
    Q_OBJECT
public:
    DemoMenu(DemoCloud &cloud, const QString &scene, QMainWindow &window);
    ~DemoMenu() override;

    /// While a reading runs no other is asked for.
    void setBusy(bool busy) { m_busy = busy; }

signals:
    void refreshWanted();
    void sceneWanted(const QString &scene);

private:
    QAction *add(const QString &name, const QString &text, void (DemoCloud::*what)());
    void look();

    DemoCloud &m_cloud;
    QMainWindow &m_window;
    QPointer<QMenu> m_menu; ///< the window may take it along when it goes first
    QAction *m_byItself;
    QTimer m_timer;
    bool m_busy = false;
    bool m_happened = false;
};

} // namespace flotsam
