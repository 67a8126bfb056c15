// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/servedemo.h"

#include "app/demo/democloud.h"

#include <QCoreApplication>
#include <QSocketNotifier>
#include <QTextStream>

#include <csignal>
#include <sys/socket.h>
#include <unistd.h>

namespace flotsam {

namespace {
int signalPipe[2] = {-1, -1};

void onSignal(int)
{
    const char byte = 0;
    // Nothing can be done about a failure in a signal handler; the next signal tries again.
    [[maybe_unused]] const ssize_t written = ::write(signalPipe[0], &byte, 1);
}
} // namespace

int serveDemo(const QString &scene, quint16 port)
{
    QTextStream out(stdout);
    QTextStream err(stderr);
    DemoCloud cloud;
    const Result<QUrl> started = cloud.start(scene, port);
    if (!started) {
        err << "flotsam: " << started.error().toString() << Qt::endl;
        return 1;
    }
    QObject::connect(&cloud, &DemoCloud::happened, &cloud,
                     [&err](const QString &sentence) { err << sentence << Qt::endl; });
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, signalPipe) == 0) {
        auto *notifier = new QSocketNotifier(signalPipe[1], QSocketNotifier::Read, &cloud);
        QObject::connect(notifier, &QSocketNotifier::activated, qApp, &QCoreApplication::quit);
        std::signal(SIGINT, onSignal);
        std::signal(SIGTERM, onSignal);
    }
    out << cloud.cloudsYaml() << Qt::flush;
    QCoreApplication::exec();
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    return 0;
}

} // namespace flotsam
