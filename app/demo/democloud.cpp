// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/democloud.h"

#include "app/demo/demoscenes.h"
#include "app/demo/demoserver.h"
#include "app/demo/demostories.h"

using namespace Qt::StringLiterals;

namespace flotsam {

using demo::DemoServer;
using demo::DemoState;

DemoCloud::DemoCloud(QObject *parent)
    : QObject(parent)
{
    m_thread.setObjectName(u"simulated cloud"_s);
}

DemoCloud::~DemoCloud() { stop(); }

QStringList DemoCloud::scenes() { return demo::sceneNames(); }

Result<QUrl> DemoCloud::start(const QString &scene, quint16 port)
{
    stop();
    Error error;
    error.kind = Error::Kind::Config;
    error.what = u"Starting the simulated cloud"_s;
    error.object = scene;
    if (!scenes().contains(scene)) {
        error.advice = u"Scenes are: "_s + scenes().join(u", "_s);
        return error;
    }
    const qint64 now = QDateTime::currentMSecsSinceEpoch() / 1000 * 1000;
    m_clock = std::make_shared<demo::DemoClock>(now);
    m_server = new DemoServer(demo::makeScene(scene, now), m_clock);
    m_server->moveToThread(&m_thread);
    connect(m_server, &DemoServer::happened, this, &DemoCloud::happened);
    connect(&m_thread, &QThread::finished, m_server, &QObject::deleteLater);
    m_thread.start();
    QString problem;
    QMetaObject::invokeMethod(
        m_server, [&] { problem = m_server->start(port); }, Qt::BlockingQueuedConnection);
    if (!problem.isEmpty()) {
        stop();
        error.kind = Error::Kind::Network;
        error.object = u"127.0.0.1:%1"_s.arg(port);
        error.serviceMessage = problem;
        return error;
    }
    m_port = m_server->port();
    return authUrl();
}

void DemoCloud::stop()
{
    if (!m_thread.isRunning())
        return;
    m_thread.quit();
    m_thread.wait();
    m_server = nullptr;
    m_port = 0;
}

QUrl DemoCloud::authUrl() const { return QUrl(u"http://127.0.0.1:%1/identity/v3"_s.arg(m_port)); }

QString DemoCloud::cloudsYaml() const
{
    const auto cloud = [this](const QString &name, const QString &user) {
        return u"  %1:\n"
               "    auth:\n"
               "      auth_url: %2\n"
               "      username: %3\n"
               "      password: secret\n"
               "      project_name: demo\n"
               "      user_domain_name: Default\n"
               "      project_domain_name: Default\n"
               "    region_name: RegionOne\n"_s.arg(name, authUrl().toString(), user);
    };
    return u"clouds:\n"_s + cloud(u"demo"_s, u"admin"_s) + cloud(u"demo-member"_s, u"demo"_s);
}

QDateTime DemoCloud::now() const
{
    return m_clock ? QDateTime::fromMSecsSinceEpoch(m_clock->now(), Qt::UTC) : QDateTime::currentDateTimeUtc();
}

int DemoCloud::clockSpeed() const { return m_clock ? m_clock->speed() : 1; }

void DemoCloud::post(std::function<void(DemoState &)> change)
{
    if (!m_server)
        return;
    QMetaObject::invokeMethod(
        m_server, [server = m_server, change = std::move(change)] { server->change(change); }, Qt::QueuedConnection);
}

void DemoCloud::setClockSpeed(int speed)
{
    if (!m_clock)
        return;
    m_clock->setSpeed(speed);
    post([speed](DemoState &state) { state.tell(u"The clock of the simulated cloud runs at %1x."_s.arg(speed)); });
}

void DemoCloud::bootServer() { post(demo::tellBootServer); }

void DemoCloud::bootServerDroppedConnection() { post(demo::tellDroppedConnection); }

void DemoCloud::failHeatServerAndUpdate() { post(demo::tellFailedStack); }

void DemoCloud::redeployOntoTestPort2() { post(demo::tellRedeploy); }

void DemoCloud::fillQuota() { post(demo::tellFillQuota); }

void DemoCloud::expireTokens()
{
    if (!m_server)
        return;
    QMetaObject::invokeMethod(
        m_server, [server = m_server] { server->change([](DemoState &state) { state.identity.tokens.clear(); }); },
        Qt::BlockingQueuedConnection);
}

void DemoCloud::setServiceStopped(const QString &service, bool stopped)
{
    if (!m_server)
        return;
    QMetaObject::invokeMethod(
        m_server, [server = m_server, service, stopped] { server->gateway().setStopped(service, stopped); },
        Qt::BlockingQueuedConnection);
}

} // namespace flotsam
