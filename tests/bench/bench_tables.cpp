// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/workbench.h"
#include "tests/support/samplecloud.h"
#include "views/mainwindow.h"
#include "views/tableview.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QScrollBar>
#include <QTextStream>

#include <algorithm>
#include <functional>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// What the tables cost at 10k, 100k and 1M ports: times in ms, and how they grow. Argument: the largest size.
namespace {

struct Line
{
    QString what;
    QList<double> times;
};

double timed(const std::function<void()> &work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return double(timer.nsecsElapsed()) / 1e6;
}

/// Longest and total time of the event loop until \a done.
std::pair<double, double> spin(const std::function<bool()> &done)
{
    QElapsedTimer total;
    total.start();
    double longest = 0;
    while (!done() && total.elapsed() < 120'000)
        longest = std::max(longest, timed([] { QApplication::processEvents(QEventLoop::AllEvents, 5); }));
    longest = std::max(longest, timed([] { QApplication::processEvents(); }));
    return {longest, double(total.nsecsElapsed()) / 1e6};
}

class Run
{
public:
    Run(QList<Line> &lines, int ports)
        : m_lines(lines)
        , m_window(m_bench)
    {
        SampleOptions options;
        options.ports = ports;
        options.servers = ports / 2;
        m_judgement = sampleJudgement(sampleSnapshot(options));
        m_window.resize(1600, 1000);
        m_window.show();
    }

    void all()
    {
        Dataset data;
        note(u"relations (worker)"_s, timed([&] { data = Dataset::of(m_judgement); }));
        const double call = timed([&] { m_window.setDataset(data); });
        const auto [stall, total] = spin([&] { return !m_bench.dataset().isNull(); });
        note(u"first rows shown"_s, call + total);
        note(u"longest stall while loading"_s, std::max(call, stall));

        const TableDataPtr table = m_bench.ports().table();
        const auto rested
            = spin([&] { return table->hasSearchText() && table->hasRanks(PortsTable::ColumnCount - 1); });
        note(u"rest prepared behind the back"_s, rested.second);
        note(u"longest stall meanwhile"_s, rested.first);
        TableView *const view = m_window.findChild<TableView *>(u"portsView"_s);
        for (const auto &[column, name] :
             {std::pair{PortsTable::Mac, u"sort by MAC"_s}, {PortsTable::Created, u"sort by age"_s}}) {
            note(name + u", first time"_s, shown([&] { view->sortByColumn(column, Qt::AscendingOrder); }));
            note(name + u", again"_s, shown([&] { view->sortByColumn(column, Qt::DescendingOrder); }));
        }
        note(u"filter, first keystroke"_s, shown([&] { m_bench.setFilter({u"w"_s, 0, false}); }));
        note(u"filter, next keystroke"_s, shown([&] { m_bench.setFilter({u"we"_s, 0, false}); }));
        note(u"filter, cleared"_s, shown([&] { m_bench.setFilter({}); }));
        note(u"chip"_s, shown([&] { m_bench.setFilter({{}, 1 << int(Verdict::Orphan), false}); }));
        m_bench.setFilter({});
        note(u"select all and mark"_s, shown([&] { view->selectAll(); }));
        note(u"sort with all selected"_s, shown([&] { view->sortByColumn(PortsTable::Mac, Qt::AscendingOrder); }));
        note(u"clear selection"_s, shown([&] { m_bench.hub().clear(); }));
        double worst = 0;
        for (int step = 1; step <= 50; ++step) {
            view->verticalScrollBar()->setValue(view->verticalScrollBar()->maximum() / 50 * step);
            worst = std::max(worst, timed([&] { view->viewport()->repaint(); }));
        }
        note(u"slowest scroll frame"_s, worst);
    }

private:
    double shown(const std::function<void()> &work)
    {
        const double call = timed(work);
        const auto [stall, total] = spin([&] { return !m_bench.proxy(TableKind::Ports).isBusy(); });
        Q_UNUSED(stall);
        return call + total;
    }

    void note(const QString &what, double time)
    {
        auto line = std::find_if(m_lines.begin(), m_lines.end(), [&](const Line &known) { return known.what == what; });
        if (line == m_lines.end())
            line = m_lines.insert(m_lines.end(), Line{what, {}});
        line->times += time;
    }

    QList<Line> &m_lines;
    JudgementPtr m_judgement;
    Workbench m_bench;
    MainWindow m_window;
};

} // namespace

int main(int argc, char *argv[])
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    const int largest = argc > 1 ? QString::fromLocal8Bit(argv[1]).toInt() : 1'000'000;
    QList<Line> lines;
    QList<int> sizes;
    for (int ports = 10'000; ports <= largest; ports *= 10) {
        sizes += ports;
        Run(lines, ports).all();
    }
    QTextStream out(stdout);
    out.setRealNumberNotation(QTextStream::FixedNotation);
    out.setRealNumberPrecision(1);
    const auto column = [&](const QString &text) { out << text.rightJustified(12); };
    out << QString(u"milliseconds"_s).leftJustified(32);
    for (const int size : sizes)
        column(QString::number(size));
    out << "   growth per tenfold\n";
    for (const Line &line : lines) {
        out << line.what.leftJustified(32);
        for (const double time : line.times)
            column(QString::number(time, 'f', 1));
        out << "   ";
        for (qsizetype i = 1; i < line.times.size(); ++i)
            out << QString::number(line.times[i] / line.times[i - 1], 'f', 1) << "x ";
        out << '\n';
    }
    return 0;
}
