// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/error.h"

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QThread>
#include <QUrl>

#include <memory>

namespace flotsam {

namespace demo {
class DemoClock;
class DemoServer;
class DemoState;
} // namespace demo

/// The embedded simulated OpenStack: an HTTP server on 127.0.0.1 in a thread of its own. Keystone is at
/// authUrl(); the other services are in its catalogue. Users: admin/secret (role admin everywhere) and demo/secret
/// (member of the project demo). After start() every function but
/// start() and stop() may be called from any thread.
class DemoCloud : public QObject
{
    Q_OBJECT

public:
    explicit DemoCloud(QObject *parent = nullptr);
    ~DemoCloud() override;

    /// Names for --demo=SCENE: mixed, quota, heat, baremetal, big, healthy.
    static QStringList scenes();
    /// Builds \a scene and listens; 0 takes any free port. Waits until it serves (about a second for "big").
    Result<QUrl> start(const QString &scene = QStringLiteral("mixed"), quint16 port = 0);
    void stop();

    QUrl authUrl() const; ///< http://127.0.0.1:PORT/identity/v3
    /// A clouds.yaml with the clouds `demo` (admin) and `demo-member`.
    QString cloudsYaml() const;
    QDateTime now() const; ///< simulated time, UTC; starts at the real time of start()
    int clockSpeed() const;

    // What the Demo menu does. Each returns at once; happened() tells what came of it.
    void setClockSpeed(int speed); ///< 1, 10, 60
    void bootServer();
    void bootServerDroppedConnection();
    void failHeatServerAndUpdate();
    void redeployOntoTestPort2();
    void fillQuota();

    // For tests of clients; these return when it is done.
    void expireTokens(); ///< every token issued so far is refused from now on
    void setServiceStopped(const QString &service, bool stopped); ///< "compute", "network", … answer 503

signals:
    /// A sentence for people about what just happened in the simulated cloud.
    void happened(const QString &sentence);

private:
    void post(std::function<void(demo::DemoState &)> change);

    QThread m_thread;
    demo::DemoServer *m_server = nullptr; ///< lives in m_thread
    std::shared_ptr<demo::DemoClock> m_clock;
    quint16 m_port = 0;
};

} // namespace flotsam
