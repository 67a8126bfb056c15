// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <variant>

namespace flotsam {

enum class ReportFormat
{
    None,
    Json,
    Text,
};

/// What the user asked for, checked.
struct CommandLine
{
    QString cloud;
    QString region;
    QString openFile;
    QString compareFrom; ///< --compare: the earlier snapshot
    QString compareTo;
    QString saveFile;
    QString outputFile; ///< empty: standard output
    QString screenshotFile;
    QString demoScene; ///< set with --demo and --serve-demo
    ReportFormat report = ReportFormat::None;
    bool demo = false;
    bool serveDemo = false;
    bool failOnOrphan = false;
    bool failOnMacConflict = false;
    bool listClouds = false;
    int port = 0; ///< of --serve-demo; 0: any free one
    int graceSeconds = 600;

    /// No window is wanted: a report, a saved snapshot or an exit status is.
    bool headless() const
    {
        return report != ReportFormat::None || !saveFile.isEmpty() || failOnOrphan
            || failOnMacConflict || listClouds;
    }
};

/// The command line says to print this and exit with this status (help, version, wrong usage).
struct CommandLineExit
{
    int status = 0;
    QString text;
};

inline constexpr int ExitOk = 0;
inline constexpr int ExitFailed = 1;
inline constexpr int ExitUsage = 2;
inline constexpr int ExitFound = 3; ///< --fail-on found what it looks for

/// \a arguments with the program's name first. Needs a QCoreApplication only for the version text.
std::variant<CommandLine, CommandLineExit> parseCommandLine(QStringList arguments);

} // namespace flotsam
