// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/headless.h"

#include <QCoreApplication>
#include <QTextStream>

#include <cstdio>

using namespace flotsam;

namespace {

int runHeadless(const CommandLine &line)
{
    Headless headless(line);
    QObject::connect(
        &headless, &Headless::finished, qApp, [](int status) { QCoreApplication::exit(status); }, Qt::QueuedConnection);
    QMetaObject::invokeMethod(&headless, &Headless::start, Qt::QueuedConnection);
    return QCoreApplication::exec();
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
    if (line.headless()) {
        const QCoreApplication application(argc, argv);
        return runHeadless(line);
    }
    return 0;
}
