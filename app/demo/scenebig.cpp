// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/demoscenes.h"

#include "app/demo/scenebuilder.h"

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
constexpr int Projects = 50;
constexpr int LiveServers = 980; // of a project, with two ports each
constexpr int DeadServers = 20; // of a project
constexpr int Leaks = 30; // of a project; with 8 loose ports and 2 of the network itself that makes 2,000 ports
constexpr int Loose = 8;
constexpr qint64 Day = 86400;
} // namespace

std::unique_ptr<DemoState> makeBigScene(qint64 now)
{
    SceneBuilder build(now, 16);
    DemoState &state = build.state();
    QStringList hosts;
    for (int i = 1; i <= 200; ++i)
        hosts += u"compute-%1"_s.arg(i);
    state.compute.setHosts(hosts);
    build.project(u"admin"_s, u"Bootstrap project for initializing the cloud."_s);
    const QString demo = build.project(u"demo"_s, u"The first of many"_s);
    state.identity.users[build.demoUser].projects = {demo};
    for (int p = 0; p < Projects; ++p) {
        const QString project = p == 0 ? demo : build.project(u"project-%1"_s.arg(p, 2, 10, QLatin1Char('0')), {});
        const QString network
            = build.network(project, u"net-%1"_s.arg(p, 2, 10, QLatin1Char('0')), u"10.%1.0.0/18"_s.arg(p));
        build.router(project, u"router"_s, network, {});
        for (int i = 0; i < LiveServers; ++i)
            build.server(u"vm-%1-%2"_s.arg(p).arg(i), project, {network, network}, Day + p * 4321 + i * 611);
        for (int i = 0; i < DeadServers; ++i) {
            const qint64 born = 2 * Day + i * 7919 + p * 613;
            const QString server = build.deadServer(u"job-%1-%2"_s.arg(p).arg(i), project, born, born - 8);
            for (int leak = 0; leak < Leaks; ++leak) {
                if (leak % DeadServers == i)
                    build.port(project, network, born - 15 - leak, [&server](Port &port) { port.deviceId = server; });
            }
        }
        for (int i = 0; i < Loose; ++i)
            build.port(project, network, 20 * Day + i * 977, [i](Port &port) { port.name = u"spare-%1"_s.arg(i); });
        // One project in ten has used its quota up.
        state.network.quotas[project].insert(u"port"_s, p % 10 == 3 ? 2000 : 4000);
    }
    return build.take();
}

} // namespace flotsam::demo
