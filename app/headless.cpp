// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless.h"

#include "app/cloud/cloudconfigs.h"
#include "app/demo/democloud.h"
#include "app/democonfig.h"
#include "models/compare/comparison.h"
#include "models/inventory/onworker.h"
#include "models/inventory/snapshotfile.h"
#include "models/triage/report.h"

#include <QFile>
#include <QSaveFile>
#include <QTextStream>

#include <array>
#include <cstdio>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

struct Written
{
    int status = ExitOk;
    QList<Error> errors;
};

void say(const QString &line) { QTextStream(stderr) << line << Qt::endl; }

int told(const Written &written)
{
    for (const Error &error : written.errors)
        say(u"flotsam: "_s + error.toString());
    return written.status;
}

bool writeAll(QIODevice &device, const QByteArray &data) { return device.write(data) == data.size(); }

std::optional<Error> writeReport(const QByteArray &text, const QString &path)
{
    const Error error{
        Error::Kind::File, u"Writing the report"_s, path.isEmpty() ? u"standard output"_s : path, 0, {}, {}, {}};
    const auto failed = [&](const QString &why) {
        Error result = error;
        result.serviceMessage = why;
        return result;
    };
    if (path.isEmpty()) {
        QFile out;
        if (!out.open(stdout, QIODevice::WriteOnly) || !writeAll(out, text) || !out.flush())
            return failed(out.errorString());
        return std::nullopt;
    }
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !writeAll(file, text) || !file.commit())
        return failed(file.errorString());
    return std::nullopt;
}

bool wantsColour(const CommandLine &line)
{
    return line.outputFile.isEmpty() && isatty(STDOUT_FILENO) && qEnvironmentVariableIsEmpty("NO_COLOR");
}

Written compareFiles(const CommandLine &line)
{
    Written written;
    written.status = ExitFailed;
    std::array<JudgementPtr, 2> readings;
    for (const bool later : {false, true}) {
        const auto snapshot = readSnapshot(later ? line.compareTo : line.compareFrom);
        if (!snapshot)
            written.errors << snapshot.error();
        else
            readings[later] = std::make_shared<const Judgement>(judge(*snapshot, Settings{line.graceSeconds}));
    }
    if (!written.errors.isEmpty())
        return written;
    const Comparison comparison = compare(readings[0], readings[1]);
    if (line.report != ReportFormat::None) {
        const QByteArray text = line.report == ReportFormat::Json
            ? jsonComparison(comparison)
            : textComparison(comparison, wantsColour(line)).toUtf8();
        if (const auto error = writeReport(text, line.outputFile))
            written.errors << *error;
    }
    if (!comparison.comparable())
        written.errors << Error{Error::Kind::File,
                                u"Comparing"_s,
                                u"%1 with %2"_s.arg(line.compareFrom, line.compareTo),
                                0,
                                comparison.problem,
                                {},
                                {}};
    if (!written.errors.isEmpty())
        return written;
    const int leaked = comparison.count(Change::Leaked) + comparison.count(Change::Found);
    const bool found = (line.failOnOrphan && leaked > 0) || (line.failOnMacConflict && comparison.newConflicts > 0);
    written.status = found ? ExitFound : ExitOk;
    return written;
}

Written write(const CommandLine &line, const Reading &reading)
{
    Written written;
    if (!line.saveFile.isEmpty()) {
        if (const auto error = writeSnapshot(*reading.snapshot, line.saveFile))
            written.errors << *error;
    }
    if (line.report != ReportFormat::None) {
        const QByteArray text = line.report == ReportFormat::Json
            ? jsonReport(*reading.judgement)
            : textReport(*reading.judgement, wantsColour(line)).toUtf8();
        if (const auto error = writeReport(text, line.outputFile))
            written.errors << *error;
    }
    const Judgement &judgement = *reading.judgement;
    if (!written.errors.isEmpty())
        written.status = ExitFailed;
    else if ((line.failOnOrphan && judgement.reclaimable > 0)
             || (line.failOnMacConflict && judgement.flagCounts.value(Flag::MacConflict) > 0))
        written.status = ExitFound;
    return written;
}

} // namespace

Headless::Headless(const CommandLine &line, QObject *parent)
    : QObject(parent)
    , m_line(line)
    , m_reader(Settings{line.graceSeconds})
{
    connect(&m_reader, &Reader::problem, this, [](const Error &error) { say(u"flotsam: "_s + error.toString()); });
    connect(&m_reader, &Reader::failed, this, &Headless::fail);
    connect(&m_reader, &Reader::finished, this, &Headless::report);
}

Headless::~Headless() = default;

void Headless::start()
{
    if (m_line.listClouds)
        listClouds();
    else if (!m_line.compareFrom.isEmpty())
        compare();
    else if (!m_line.openFile.isEmpty())
        m_reader.open(m_line.openFile);
    else if (m_line.demo)
        scanDemo();
    else
        scanConfigured();
}

void Headless::listClouds()
{
    onWorker(
        this, [] { return CloudConfigs::load(); },
        [this](const CloudConfigs &configs) {
            QTextStream out(stdout);
            for (const Error &error : configs.problems())
                say(u"flotsam: "_s + error.toString());
            for (const CloudChoice &choice : configs.choices()) {
                out << choice.name << '\t' << choice.authUrl << '\t' << choice.origin;
                if (!choice.problem.isEmpty())
                    out << '\t' << choice.problem;
                out << '\n';
            }
            out.flush();
            if (configs.choices().isEmpty())
                say(u"flotsam: no cloud found; looked for %1 and at OS_* variables"_s.arg(
                    configs.searched().join(u", "_s)));
            emit finished(configs.choices().isEmpty() ? ExitFailed : ExitOk);
        });
}

void Headless::scanDemo()
{
    m_demo = std::make_unique<DemoCloud>();
    const auto started = m_line.demoScene.isEmpty() ? m_demo->start() : m_demo->start(m_line.demoScene);
    if (!started)
        return fail(started.error());
    m_reader.scan(demoConfig(*started));
}

void Headless::scanConfigured()
{
    onWorker(
        this,
        [line = m_line] {
            const CloudConfigs configs = CloudConfigs::load();
            return std::pair(configs.get(line.cloud, line.region), configs.problems());
        },
        [this](const std::pair<Result<CloudConfig>, QList<Error>> &found) {
            for (const Error &error : found.second)
                say(u"flotsam: "_s + error.toString());
            if (!found.first)
                return fail(found.first.error());
            const CloudConfig &config = *found.first;
            if (config.needsSecret())
                return fail(
                    {Error::Kind::Config,
                     u"Logging in"_s,
                     config.name,
                     0,
                     u"no password or secret is configured"_s,
                     {},
                     u"Put it into secure.yaml beside clouds.yaml, or into OS_PASSWORD with the other OS_* variables"_s});
            if (!config.verify)
                say(u"flotsam: certificates of %1 are not checked (verify: false)"_s.arg(config.name));
            m_reader.scan(config);
        });
}

void Headless::compare()
{
    onWorker(
        this, [line = m_line] { return compareFiles(line); },
        [this](const Written &written) { emit finished(told(written)); });
}

void Headless::report(const Reading &reading)
{
    onWorker(
        this, [line = m_line, reading] { return write(line, reading); },
        [this](const Written &written) { emit finished(told(written)); });
}

void Headless::fail(const Error &error)
{
    say(u"flotsam: "_s + error.toString());
    emit finished(ExitFailed);
}

} // namespace flotsam
