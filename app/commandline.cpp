// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"

#include <QCommandLineParser>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

/// QCommandLineParser knows no option whose value may be left out: `--demo=SCENE` becomes `--demo --scene=SCENE`.
void splitDemoScene(QStringList &arguments)
{
    for (const QString &option : {u"--demo="_s, u"--serve-demo="_s}) {
        for (qsizetype i = 1; i < arguments.size(); ++i) {
            if (!arguments[i].startsWith(option))
                continue;
            const QString scene = arguments[i].sliced(option.size());
            arguments[i] = option.chopped(1);
            arguments.insert(i + 1, u"--scene="_s + scene);
            break;
        }
    }
}

/// Nor one with two values: `--compare OLD NEW` becomes `--compare=OLD --with=NEW`.
void splitCompare(QStringList &arguments)
{
    const qsizetype at = arguments.indexOf(u"--compare"_s, 1);
    if (at < 0 || at + 2 >= arguments.size() || arguments[at + 2].startsWith(u'-'))
        return;
    arguments[at] += u'=' + arguments[at + 1];
    arguments[at + 1] = u"--with="_s + arguments[at + 2];
    arguments.removeAt(at + 2);
}

/// `--report` alone means text.
void completeReport(QStringList &arguments)
{
    const qsizetype at = arguments.indexOf(u"--report"_s, 1);
    if (at >= 0 && (at + 1 == arguments.size() || arguments[at + 1].startsWith(u"--"_s)))
        arguments[at] += u"=text"_s;
}

CommandLineExit usage(const QString &why) { return {ExitUsage, u"flotsam: %1\nTry 'flotsam --help'.\n"_s.arg(why)}; }

} // namespace

std::variant<CommandLine, CommandLineExit> parseCommandLine(QStringList arguments)
{
    splitDemoScene(arguments);
    splitCompare(arguments);
    completeReport(arguments);
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"Flotsam, the port inspector for OpenStack.\n"
        "Shows instances, ports and Heat resources, says of every port what it is and why, and finds leaked ports.\n\n"
        "Without --report, --save, --fail-on or --screenshot it opens its window.\n"
        "Exit status: 0 done, 1 could not, 2 wrong usage, 3 --fail-on found something."_s);
    const QCommandLineOption help({u"h"_s, u"help"_s}, u"Print this help."_s);
    const QCommandLineOption version({u"v"_s, u"version"_s}, u"Print the version."_s);
    const QCommandLineOption cloud(u"cloud"_s, u"Log into this cloud of clouds.yaml ('envvars': the OS_* variables)."_s,
                                   u"NAME"_s);
    const QCommandLineOption region(u"region"_s, u"Read this region."_s, u"NAME"_s);
    const QCommandLineOption list(u"list-clouds"_s, u"List the clouds that were found, and where."_s);
    const QCommandLineOption open(u"open"_s, u"Open a saved snapshot instead of a cloud."_s, u"FILE"_s);
    const QCommandLineOption compare(u"compare"_s,
                                     u"Say what leaked, was freed or changed between two snapshots: in the window, or "
                                     "with --report. --fail-on then looks for what was not there before."_s,
                                     u"OLD NEW"_s);
    QCommandLineOption with(u"with"_s, u"The later snapshot of --compare."_s, u"NEW"_s);
    with.setFlags(QCommandLineOption::HiddenFromHelp);
    const QCommandLineOption save(u"save"_s, u"Save the snapshot (.gz: packed)."_s, u"FILE"_s);
    const QCommandLineOption report(u"report"_s, u"Print a report: text (the default) or json."_s, u"FORMAT"_s);
    const QCommandLineOption output(u"output"_s, u"Write the report to a file."_s, u"FILE"_s);
    const QCommandLineOption failOn(
        u"fail-on"_s, u"Exit with 3 if there is any: orphan or mac-conflict. May be repeated."_s, u"WHAT"_s);
    const QCommandLineOption grace(u"grace"_s, u"Ports changed less than this ago are settling (default 600)."_s,
                                   u"SECONDS"_s);
    const QCommandLineOption screenshot(u"screenshot"_s, u"Load, draw the main window into this PNG and exit."_s,
                                        u"FILE"_s);
    const QCommandLineOption demo(u"demo"_s, u"Log into a simulated cloud; --demo=SCENE chooses the scene."_s);
    const QCommandLineOption serveDemo(u"serve-demo"_s, u"Serve the simulated cloud and print a clouds.yaml."_s);
    const QCommandLineOption port(u"port"_s, u"Port of --serve-demo (default: any free one)."_s, u"N"_s);
    QCommandLineOption scene(u"scene"_s, u"Scene of the simulated cloud."_s, u"SCENE"_s);
    scene.setFlags(QCommandLineOption::HiddenFromHelp);
    parser.addOptions({help, version, cloud, region, list, open, compare, with, save, report, output, failOn, grace,
                       screenshot, demo, serveDemo, port, scene});

    if (!parser.parse(arguments))
        return usage(parser.errorText());
    if (parser.isSet(help)) {
        // There is no QCoreApplication yet that knows the program's name.
        return CommandLineExit{ExitOk, parser.helpText().replace("<executable_name>"_L1, "flotsam"_L1)};
    }
    if (parser.isSet(version))
        return CommandLineExit{ExitOk, u"flotsam " FLOTSAM_VERSION "\n"_s};
    if (!parser.positionalArguments().isEmpty())
        return usage(u"unexpected argument '%1'"_s.arg(parser.positionalArguments().constFirst()));

    CommandLine line;
    line.cloud = parser.value(cloud);
    line.region = parser.value(region);
    line.listClouds = parser.isSet(list);
    line.openFile = parser.value(open);
    line.compareFrom = parser.value(compare);
    line.compareTo = parser.value(with);
    line.saveFile = parser.value(save);
    line.outputFile = parser.value(output);
    line.screenshotFile = parser.value(screenshot);
    line.demo = parser.isSet(demo);
    line.serveDemo = parser.isSet(serveDemo);
    line.demoScene = parser.value(scene);
    for (const QCommandLineOption &option : {open, save, output, screenshot, cloud}) {
        if (parser.isSet(option) && parser.value(option).isEmpty())
            return usage(u"--%1 needs a value"_s.arg(option.names().constFirst()));
    }
    if (parser.isSet(compare) != parser.isSet(with) || line.compareFrom.isEmpty() != line.compareTo.isEmpty()
        || (parser.isSet(compare) && line.compareFrom.isEmpty()))
        return usage(u"--compare needs two snapshots, the earlier one first"_s);
    if (parser.isSet(report)) {
        const QString format = parser.value(report);
        if (format != "json"_L1 && format != "text"_L1)
            return usage(u"--report takes json or text, not '%1'"_s.arg(format));
        line.report = format == "json"_L1 ? ReportFormat::Json : ReportFormat::Text;
    }
    for (const QString &what : parser.values(failOn)) {
        if (what == "orphan"_L1)
            line.failOnOrphan = true;
        else if (what == "mac-conflict"_L1)
            line.failOnMacConflict = true;
        else
            return usage(u"--fail-on takes orphan or mac-conflict, not '%1'"_s.arg(what));
    }
    bool number = true;
    if (parser.isSet(grace)) {
        line.graceSeconds = parser.value(grace).toInt(&number);
        if (!number || line.graceSeconds < 0)
            return usage(u"--grace takes a number of seconds, not '%1'"_s.arg(parser.value(grace)));
    }
    if (parser.isSet(port)) {
        line.port = parser.value(port).toInt(&number);
        if (!number || line.port < 0 || line.port > 65535)
            return usage(u"--port takes a port number, not '%1'"_s.arg(parser.value(port)));
        if (!line.serveDemo)
            return usage(u"--port belongs to --serve-demo"_s);
    }
    if (parser.isSet(compare)) {
        for (const QCommandLineOption &option : {open, save, cloud, region, list, demo, serveDemo}) {
            if (parser.isSet(option))
                return usage(u"--compare and --%1 exclude each other"_s.arg(option.names().constFirst()));
        }
    }
    const int from = int(!line.openFile.isEmpty()) + int(!line.cloud.isEmpty()) + int(line.demo) + int(line.serveDemo);
    if (from > 1)
        return usage(u"--open, --cloud, --demo and --serve-demo exclude each other"_s);
    if (parser.isSet(scene) && !line.demo && !line.serveDemo)
        return usage(u"--scene belongs to --demo"_s);
    if (!line.outputFile.isEmpty() && line.report == ReportFormat::None)
        return usage(u"--output needs --report"_s);
    return line;
}

} // namespace flotsam
