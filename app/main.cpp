// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/application.h"
#include "app/commandline.h"
#include "app/demo/servedemo.h"
#include "app/headless.h"

#include <QApplication>
#include <QTextStream>

#include <cstdio>

using namespace flotsam;

namespace {

int runHeadless(const CommandLine &line)
{
    Headless headless(line);
    QObject::connect(
        &headless, &Headless::finished, QCoreApplication::instance(),
        [](int status) { QCoreApplication::exit(status); }, Qt::QueuedConnection);
    QMetaObject::invokeMethod(&headless, &Headless::start, Qt::QueuedConnection);
    return QCoreApplication::exec();
}

bool hasDisplay()
{
    for (const char *name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        if (!qEnvironmentVariableIsEmpty(name))
            return true;
    }
    return false;
}

int runWindow(const CommandLine &line, int &argc, char **argv)
{
    if (!hasDisplay()) {
        if (line.screenshotFile.isEmpty()) {
            QTextStream(stderr)
                << "flotsam: there is no display for the window; use --report text or json, or --screenshot FILE\n";
            return ExitFailed;
        }
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    const QApplication application(argc, argv);
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Flotsam"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.flotsam.Flotsam"));
    Application flotsamApplication(line);
    QObject::connect(
        &flotsamApplication, &Application::finished, qApp, [](int status) { QCoreApplication::exit(status); },
        Qt::QueuedConnection);
    QMetaObject::invokeMethod(&flotsamApplication, &Application::start, Qt::QueuedConnection);
    return QApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication::setApplicationName(QStringLiteral("flotsam"));
    QCoreApplication::setApplicationVersion(QStringLiteral(FLOTSAM_VERSION));

    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    const auto parsed = parseCommandLine(arguments);
    if (const auto *leave = std::get_if<CommandLineExit>(&parsed)) {
        QTextStream(leave->status ? stderr : stdout) << leave->text;
        return leave->status;
    }
    const CommandLine &line = std::get<CommandLine>(parsed);
    if (line.serveDemo) {
        const QCoreApplication application(argc, argv);
        return serveDemo(line.demoScene.isEmpty() ? QStringLiteral("mixed") : line.demoScene, quint16(line.port));
    }
    if (line.headless()) {
        const QCoreApplication application(argc, argv);
        return runHeadless(line);
    }
    return runWindow(line, argc, argv);
}
