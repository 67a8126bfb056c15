// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/democlock.h"
#include "app/demo/demostate.h"
#include "app/demo/gateway.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>

class QHttpServer;
class QTcpServer;

namespace flotsam::demo {

/// Serves a DemoState over HTTP on the loopback interface. Lives in the thread that calls start().
class DemoServer : public QObject
{
    Q_OBJECT

public:
    DemoServer(std::unique_ptr<DemoState> state, std::shared_ptr<DemoClock> clock);
    ~DemoServer() override;

    /// Listens on 127.0.0.1. Returns an error text, empty on success.
    QString start(quint16 port);
    quint16 port() const;
    /// Runs \a change on the state as of now, and announces what it tells.
    void change(const DemoState::Event &change);
    Gateway &gateway() { return *m_gateway; }
    void reschedule(); ///< after the clock's speed changed

signals:
    void happened(const QString &sentence);

private:
    void catchUp();

    std::unique_ptr<DemoState> m_state;
    std::shared_ptr<DemoClock> m_clock;
    std::unique_ptr<Gateway> m_gateway;
    std::unique_ptr<QHttpServer> m_http;
    QTcpServer *m_socket = nullptr;
    QTimer m_timer;
};

} // namespace flotsam::demo
