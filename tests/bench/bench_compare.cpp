// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/compare/comparisonmodel.h"
#include "tests/support/samplecloud.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTextStream>

#include <algorithm>
#include <functional>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// Comparing two readings: how long the worker takes, and how long the table blocks the GUI thread.
namespace {

double milliseconds(const std::function<void()> &work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return double(timer.nsecsElapsed()) / 1e6;
}

JudgementPtr reading(int ports, int shift, int daysBefore)
{
    auto snapshot
        = std::make_shared<Snapshot>(*sampleSnapshot({.ports = ports + shift, .servers = ports / 2, .shift = shift}));
    snapshot->takenAt = snapshot->takenAt.addDays(-daysBefore);
    return sampleJudgement(snapshot);
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
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
    line({u"ports"_s, u"differences"_s, u"compare ms"_s, u"show ms"_s, u"sort ms"_s, u"JSON ms"_s});
    for (const int size : sizes) {
        const JudgementPtr before = reading(size, 0, 1);
        const JudgementPtr after = reading(size, size / 2, 0); // half of them gone, as many new
        ComparisonPtr comparison;
        const double compared
            = milliseconds([&] { comparison = std::make_shared<const Comparison>(compare(before, after)); });
        ComparisonModel model;
        const double shown = milliseconds([&] { model.setComparison(comparison); });
        double sorted = 0;
        for (int column = 0; column < ComparisonModel::ColumnCount; ++column)
            sorted = std::max(sorted, milliseconds([&] {
                                  bool done = false;
                                  const auto watch = QObject::connect(&model, &QAbstractItemModel::layoutChanged,
                                                                      [&done] { done = true; });
                                  model.sort(column, Qt::DescendingOrder);
                                  while (!done)
                                      QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
                                  QObject::disconnect(watch);
                              }));
        const double written = milliseconds([&] { jsonComparison(*comparison); });
        const auto cell = [](double value) { return QString::number(value, 'f', 1); };
        line({QString::number(size), QString::number(comparison->differences.size()), cell(compared), cell(shown),
              cell(sorted), cell(written)});
    }
    return 0;
}
