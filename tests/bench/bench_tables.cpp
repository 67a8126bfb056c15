// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the window costs at 10k, 100k and 1M ports, from opening the snapshot file to the last scroll. Smaller clouds
// are opened several times; where a thing is measured more than once the table shows the median and the worst. usage:
// bench_tables [PORTS...]     default: 10000 100000 1000000
#include "app/application.h"
#include "tests/support/bigsnapshot.h"
#include "views/tableview.h"
#include "views/timelinechart.h"

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QFile>
#include <QMap>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTextStream>
#include <QTimer>
#include <QWheelEvent>

#include <algorithm>
#include <functional>
#include <vector>

#include <malloc.h>
#include <time.h>
#include <unistd.h>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

namespace {

/// Larger clouds are opened once.
constexpr int MostPortsRepeated = 200'000;

double clockMs(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}
double wallMs() { return clockMs(CLOCK_MONOTONIC); }
double threadMs() { return clockMs(CLOCK_THREAD_CPUTIME_ID); }
double processMs() { return clockMs(CLOCK_PROCESS_CPUTIME_ID); }

double residentKb()
{
    malloc_trim(0);
    QFile file(u"/proc/self/statm"_s);
    if (!file.open(QFile::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toDouble() * double(sysconf(_SC_PAGESIZE)) / 1024;
}

/// Time from the act to the picture, and the longest that the event loop was not served in between.
struct Cost
{
    double wall = 0; ///< as the clock on the wall shows it, with what else the machine had to do
    double work = 0; ///< processor time of all threads: what it takes on an idle machine, one thread after the other
    double stall = 0; ///< longest turn of the event loop, by the clock on the wall
    double stallWork = 0; ///< the same, processor time of the GUI thread
};

/// Does \a act and serves the event loop until \a done and everything is drawn.
Cost measure(const std::function<void()> &act, const std::function<bool()> &done)
{
    Cost cost;
    double turnWall = wallMs();
    double turnWork = threadMs();
    const double startWall = turnWall;
    const double startWork = processMs();
    const auto begin = [&] {
        turnWall = wallMs();
        turnWork = threadMs();
    };
    const auto end = [&] {
        cost.stall = std::max(cost.stall, wallMs() - turnWall);
        cost.stallWork = std::max(cost.stallWork, threadMs() - turnWork);
    };
    const auto waking = QObject::connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::awake, begin);
    QTimer poll;
    poll.start(2);
    act();
    end();
    while (!done() && wallMs() - startWall < 600'000) {
        begin();
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        end();
    }
    poll.stop();
    begin();
    QCoreApplication::processEvents(QEventLoop::AllEvents);
    end();
    cost.wall = wallMs() - startWall;
    cost.work = processMs() - startWork;
    QObject::disconnect(waking);
    return cost;
}

struct Sample
{
    double wall = 0; ///< by the clock
    double work = 0; ///< processor time
};

struct Line
{
    QString what;
    double target = 0;
    QMap<int, std::vector<Sample>> samples; ///< by ports
};

class Run
{
public:
    Run(QList<Line> &lines, const QString &file, int ports)
        : m_lines(lines)
        , m_file(file)
        , m_ports(ports)
        , m_application(commandLine(file))
        , m_bench(m_application.workbench())
    { }

    void all()
    {
        show();
        const double empty = residentKb();
        load();
        m_view = m_application.window().findChild<TableView *>(u"portsView"_s);
        // At once, while the rest is still being prepared.
        sortBy(u"sort at once after loading"_s, PortsTable::Mac, Qt::AscendingOrder);
        filterBy(u"filter at once after loading"_s, {u"w"_s});
        measure([&] { m_bench.setFilter({}); }, idle());
        const TableDataPtr table = m_bench.ports().table();
        const Cost rest
            = measure([] {},
                      [&] {
                          const bool ports = table->hasSearchText() && table->hasRanks(PortsTable::ColumnCount - 1);
                          return ports && m_bench.resources().table()->hasRanks(ResourcesTable::ColumnCount - 1);
                      });
        note(u"longest stall behind the back"_s, 50, rest.stall, rest.stallWork);
        for (int column = 0; column < PortsTable::ColumnCount; ++column)
            noteOf(u"sort by a column"_s, 100, sorted(column, Qt::DescendingOrder));
        sorted(PortsTable::VerdictColumn, Qt::AscendingOrder);
        filterBy(u"filter, first keystroke"_s, {u"1"_s});
        filterBy(u"filter, next keystroke"_s, {u"10"_s});
        filterBy(u"filter, third keystroke"_s, {u"10.1"_s});
        filterBy(u"filter, cleared"_s, {});
        filterBy(u"chip"_s, {{}, 1 << int(Verdict::Orphan)});
        measure([&] { m_bench.setFilter({}); }, idle());
        noteOf(u"select all and mark"_s, 100, measure([&] { m_view->selectAll(); }, idle()));
        noteOf(u"sort with all selected"_s, 100, sorted(PortsTable::Mac, Qt::AscendingOrder));
        noteOf(u"clear selection"_s, 100, measure([&] { m_bench.hub().clear(); }, idle()));
        scroll();
        zoom();
        const double full = residentKb();
        note(u"memory, KB a port"_s, 4, (full - empty) / m_ports, (full - empty) / m_ports);
        if (m_ports <= MostPortsRepeated)
            refresh();
    }

    void loadOnly()
    {
        show();
        load();
    }

private:
    static CommandLine commandLine(const QString &file)
    {
        CommandLine line;
        line.openFile = file;
        return line;
    }

    void show()
    {
        m_application.window().resize(1600, 1000);
        m_application.window().show();
        measure([] {}, [] { return true; });
    }

    void load()
    {
        const Cost cost = measure([&] { m_application.start(); }, [&] { return !m_bench.dataset().isNull(); });
        note(u"first rows shown"_s, 0, cost.wall, cost.work);
        note(u"longest stall while loading"_s, 50, cost.stall, cost.stallWork);
    }

    std::function<bool()> idle() const
    {
        return [this] { return !m_bench.proxy(TableKind::Ports).isBusy(); };
    }

    Cost sorted(int column, Qt::SortOrder order)
    {
        return measure([&] { m_view->sortByColumn(column, order); }, idle());
    }
    void sortBy(const QString &what, int column, Qt::SortOrder order) { noteOf(what, 100, sorted(column, order)); }
    void filterBy(const QString &what, const FilterState &filter)
    {
        noteOf(what, 100, measure([&] { m_bench.setFilter(filter); }, idle()));
    }

    void scroll()
    {
        QScrollBar *const bar = m_view->verticalScrollBar();
        for (int step = 1; step <= 200; ++step) {
            const double startWall = wallMs();
            const double startWork = threadMs();
            bar->setValue(step <= 100 ? bar->maximum() / 100 * step : bar->value() - 3 * m_view->rowHeight(0));
            m_view->viewport()->repaint();
            note(u"scroll frame"_s, 16, wallMs() - startWall, threadMs() - startWork);
        }
    }

    /// The same file again: the picture before is given back too.
    void refresh()
    {
        const SnapshotPtr before = m_bench.dataset().snapshot;
        const Cost cost = measure([this] { emit m_application.window().openRequested(m_file); },
                                  [&] { return !m_bench.dataset().isNull() && m_bench.dataset().snapshot != before; });
        const Cost rest = measure([] {}, timelineShown());
        note(u"longest stall while refreshing"_s, 50, std::max(cost.stall, rest.stall),
             std::max(cost.stallWork, rest.stallWork));
    }

    std::function<bool()> timelineShown()
    {
        return [this] {
            const auto &chart = *m_application.window().findChild<TimelineChart *>();
            return chart.timeline() && chart.timeline()->dataset().snapshot == m_bench.dataset().snapshot;
        };
    }

    /// Down to the hours and back, with the wheel.
    void zoom()
    {
        auto &chart = *m_application.window().findChild<TimelineChart *>();
        measure([] {}, timelineShown());
        const QPointF at(chart.geometryOfRows().plot.center().x() * 1.3, 40);
        for (int step = 0; step < 120; ++step) {
            const double startWall = wallMs();
            const double startWork = threadMs();
            QWheelEvent event(at, chart.viewport()->mapToGlobal(at), {}, {0, step < 60 ? 120 : -120}, Qt::NoButton,
                              Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(chart.viewport(), &event);
            QApplication::processEvents();
            chart.viewport()->repaint();
            note(u"timeline zoom step"_s, 50, wallMs() - startWall, threadMs() - startWork);
        }
    }

    void noteOf(const QString &what, double target, const Cost &cost) { note(what, target, cost.wall, cost.work); }
    void note(const QString &what, double target, double wall, double work)
    {
        auto line = std::find_if(m_lines.begin(), m_lines.end(), [&](const Line &known) { return known.what == what; });
        if (line == m_lines.end())
            line = m_lines.insert(m_lines.end(), Line{what, target, {}});
        line->samples[m_ports].push_back({wall, work});
    }

    QList<Line> &m_lines;
    QString m_file;
    int m_ports;
    Application m_application;
    Workbench &m_bench;
    TableView *m_view = nullptr;
};

double nth(std::vector<Sample> samples, double Sample::*what, bool worst)
{
    std::sort(samples.begin(), samples.end(), [what](const Sample &a, const Sample &b) { return a.*what < b.*what; });
    return samples[worst ? samples.size() - 1 : samples.size() / 2].*what;
}

void print(const QList<Line> &lines, const QList<int> &sizes)
{
    QTextStream out(stdout);
    const auto cell = [](double value) { return QString::number(value, 'f', value < 10 ? 1 : 0).rightJustified(8); };
    out << "Milliseconds by the clock | of processor time (work of all threads; stalls, frames and zoom: GUI thread)\n";
    out << QString(u"ports"_s).leftJustified(36) << "  target";
    for (const int size : sizes)
        out << QString::number(size).rightJustified(20);
    out << "   growth of processor time\n";
    const auto row = [&](const Line &line, const QString &title, bool worst) {
        out << title.leftJustified(36) << (line.target > 0 ? cell(line.target) : QString(8, u' '));
        QString growth;
        double before = 0;
        for (const int size : sizes) {
            const std::vector<Sample> samples = line.samples.value(size);
            if (samples.empty()) {
                out << QString(20, u' ');
                continue;
            }
            const double work = nth(samples, &Sample::work, worst);
            out << "  " << cell(nth(samples, &Sample::wall, worst)) << " |" << cell(work);
            if (before > 0)
                growth += u" x%1"_s.arg(work / before, 0, 'f', 1);
            before = std::max(0.01, work);
        }
        out << "  " << growth << '\n';
    };
    for (const Line &line : lines) {
        const auto most = std::max_element(line.samples.begin(), line.samples.end(),
                                           [](const auto &a, const auto &b) { return a.size() < b.size(); });
        const bool several = most->size() > 1;
        row(line, several ? line.what + u", median"_s : line.what, false);
        if (several)
            row(line, u"  worst of up to %1"_s.arg(most->size()), true);
    }
}

} // namespace

int main(int argc, char *argv[])
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication app(argc, argv);
    QList<int> sizes;
    for (int i = 1; i < argc; ++i)
        sizes += QByteArray(argv[i]).toInt();
    if (sizes.isEmpty())
        sizes = {10'000, 100'000, 1'000'000};
    const QTemporaryDir folder;
    QList<Line> lines;
    for (const int ports : std::as_const(sizes)) {
        // No layout of an earlier run.
        qputenv("XDG_CONFIG_HOME", folder.filePath(u"config-%1"_s.arg(ports)).toLocal8Bit());
        const QString file = folder.filePath(u"big-%1.flotsam.json"_s.arg(ports));
        if (!writeBigSnapshot(ports, file)) {
            QTextStream(stderr) << file << ": cannot be written\n";
            return 1;
        }
        Run(lines, file, ports).all();
        for (int again = 1; again < (ports > MostPortsRepeated ? 1 : 5); ++again)
            Run(lines, file, ports).loadOnly();
        QFile::remove(file);
    }
    print(lines, sizes);
    return 0;
}
