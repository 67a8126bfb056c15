// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/palettes.h"
#include "tests/support/samplecloud.h"
#include "views/timelinechart.h"
#include "views/timelinepanel.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTextStream>
#include <QThread>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <functional>

/// The timeline with 10k, 100k and 1M ports and half as many servers: how long the data takes to be put in order (on
/// another thread in the program), and how long one step of zooming takes on the GUI thread, from the event to the
/// painted picture. bench_timeline [PORTS...]

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int Repeats = 5;
constexpr qint64 Day = 86'400'000;

/// Ports and servers over a year, a hundredth of them left behind.
Dataset makeCloud(int ports)
{
    auto cloud = std::make_shared<Snapshot>();
    cloud->takenAt = QDateTime(QDate(2026, 11, 30), QTime(9, 41), Qt::UTC);
    const qint64 now = cloud->takenAt.toMSecsSinceEpoch();
    const auto age = [](int number) { return qint64((quint64(number) * 2'654'435'761u) % quint64(365 * Day)); };
    auto judgement = std::make_shared<Judgement>();
    cloud->ports.reserve(ports);
    for (int i = 0; i < ports / 2; ++i) {
        Server server;
        server.id = sampleId('a', i);
        server.created = now - age(i);
        server.status = i % 500 == 3 ? u"ERROR"_s : u"ACTIVE"_s;
        server.updated = server.created;
        if (i % 50 == 7) {
            server.status = u"DELETED"_s;
            server.terminatedAt = std::min(now, *server.created + 3'600'000);
            cloud->deletedServers += server;
        } else {
            cloud->servers += server;
        }
    }
    for (int i = 0; i < ports; ++i) {
        Port port;
        port.id = sampleId('d', i);
        port.createdAt = now - age(i / 2) + 2000;
        port.deviceId = sampleId('a', i / 2);
        port.deviceOwner = u"compute:nova"_s;
        cloud->ports += port;
        PortJudgement verdict;
        verdict.verdict = i / 2 % 50 == 7 ? Verdict::Orphan : i % 40 == 3 ? Verdict::Unattached : Verdict::InUse;
        judgement->ports += verdict;
    }
    for (int i = 0; i < ports / 10; ++i)
        cloud->events += StackEvent{QString::number(i),
                                    sampleId('e', i / 10),
                                    u"node"_s,
                                    i % 7 == 0 ? u"CREATE_FAILED"_s : u"CREATE_COMPLETE"_s,
                                    {},
                                    {},
                                    now - age(i),
                                    -1};
    judgement->snapshot = cloud;
    return Dataset::of(judgement);
}

double milliseconds(const std::function<void()> &work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return double(timer.nsecsElapsed()) / 1e6;
}

struct Figures
{
    double build = 0; ///< best of Repeats
    double scene = 0; ///< worst of all steps
    double step = 0; ///< median
    double worst = 0;
    double select = 0; ///< all ports selected, to the picture
    int items = 0; ///< most that were drawn
};

Figures measure(const Dataset &dataset)
{
    Figures figures;
    figures.build = 1e9;
    TimelineDataPtr data;
    for (int i = 0; i < Repeats; ++i)
        figures.build
            = std::min(figures.build, milliseconds([&] { data = std::make_shared<const TimelineData>(dataset); }));

    Workbench workbench;
    TimelinePanel panel(workbench);
    panel.resize(1600, 320);
    panel.show();
    workbench.setDataset(dataset);
    TimelineChart &chart = panel.chart();
    while (!chart.timeline() || chart.timeline()->dataset().snapshot != dataset.snapshot)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QApplication::processEvents();
    chart.viewport()->repaint();

    std::vector<double> steps;
    const QPointF at(chart.geometryOfRows().plot.left() + 1100, 40);
    const auto step = [&](int delta) {
        steps.push_back(milliseconds([&] {
            QWheelEvent event(at, chart.viewport()->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(chart.viewport(), &event);
            QApplication::processEvents();
            chart.viewport()->repaint();
        }));
        figures.items = std::max(figures.items, chart.scene().itemCount());
        figures.scene = std::max(figures.scene, milliseconds([&] { TimelineScene::of(*data, chart.scene().request); }));
    };
    for (const int measured : {0, 1, 2}) {
        panel.chart().setMeasure(Measure(measured));
        QApplication::processEvents();
        for (int i = 0; i < 60; ++i)
            step(120);
        for (int i = 0; i < 60; ++i)
            step(-120);
    }
    std::sort(steps.begin(), steps.end());
    figures.step = steps[steps.size() / 2];
    figures.worst = steps.back();

    QStringList ids;
    for (const Port &port : dataset.snapshot->ports)
        ids += port.id;
    workbench.hub().select(TableKind::Ports, ids);
    figures.select = milliseconds([&] {
        chart.setSelection(TimelineSelection::of(*data, workbench.hub()));
        chart.scene();
        chart.viewport()->repaint();
    });
    return figures;
}

} // namespace

int main(int argc, char *argv[])
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    QApplication::setStyle(u"Fusion"_s);
    QApplication::setPalette(lightPalette());
    QList<int> sizes;
    for (int i = 1; i < argc; ++i)
        sizes += QByteArray(argv[i]).toInt();
    if (sizes.isEmpty())
        sizes = {10'000, 100'000, 1'000'000};

    QTextStream out(stdout);
    const auto line = [&out](const QStringList &cells) {
        for (const QString &cell : cells)
            out << cell.leftJustified(16);
        out << Qt::endl;
    };
    line({u"ports"_s, u"build ms"_s, u"scene ms"_s, u"zoom ms"_s, u"zoom worst ms"_s, u"select all ms"_s, u"items"_s});
    Figures before;
    for (const int size : sizes) {
        const Figures now = measure(makeCloud(size));
        const auto cell = [&](double Figures::*member) {
            QString text = QString::number(now.*member, 'f', 2);
            if (before.*member > 0)
                text += u" (x%1)"_s.arg(now.*member / before.*member, 0, 'f', 1);
            return text;
        };
        line({QString::number(size), cell(&Figures::build), cell(&Figures::scene), cell(&Figures::step),
              cell(&Figures::worst), cell(&Figures::select), QString::number(now.items)});
        before = now;
    }
    return 0;
}
