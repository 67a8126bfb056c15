// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/workpool.h"
#include "tests/support/palettes.h"
#include "tests/support/timelinefixture.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QSet>
#include <QStackedWidget>
#include <QTest>
#include <QToolButton>

#include <numeric>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// The timeline and the rest of the workbench: what is pointed at, selected and filtered.
class TimelinePanelTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void clickSelects_data();
    void clickSelects();
    void clickOnABarSelectsItsPart();
    void controlClickAdds();
    void selectionIsMarkedInTheChart();
    void hoverTells();
    void shiftDragFilters();
    void brushButtonTurnsDraggingOver();
    void otherFiltersStay();
    void filterOfOthersIsShown();
    void dragMoves();
    void legendLeavesOut();
    void measures();
    void emptyStates();
    void refreshKeepsWhatIsInSight();
    void largeReadingsAreBuiltElsewhere();
    void oldReadingIsForgotten();
    void narrowLegendShowsIcons();

private:
    static QToolButton *button(TimelineFixture &f, const QString &name)
    {
        return f.panel->header()->findChild<QToolButton *>(name);
    }
    static int portsShown(TimelineFixture &f) { return f.workbench.proxy(TableKind::Ports).rowCount(); }
};

void TimelinePanelTest::initTestCase()
{
    qputenv("TZ", "Asia/Kolkata");
    QApplication::setStyle(u"Fusion"_s);
    QApplication::setPalette(lightPalette());
}

void TimelinePanelTest::clickSelects_data()
{
    QTest::addColumn<int>("row");
    QTest::addColumn<int>("kind");
    QTest::newRow("ports") << int(TimelineHit::Row::Ports) << int(TableKind::Ports);
    QTest::newRow("servers") << int(TimelineHit::Row::Servers) << int(TableKind::Instances);
    QTest::newRow("heat") << int(TimelineHit::Row::Heat) << int(TableKind::Resources);
    QTest::newRow("failures") << int(TimelineHit::Row::Failures) << int(TableKind::Instances);
}

void TimelinePanelTest::clickSelects()
{
    QFETCH(int, row);
    QFETCH(int, kind);
    const Dataset plain = sampleDataset({.ports = 60, .servers = 12});
    auto cloud = std::make_shared<Snapshot>(*plain.snapshot);
    cloud->events += StackEvent{u"e1"_s,
                                sampleId('e', 1),
                                u"vip"_s,
                                u"CREATE_COMPLETE"_s,
                                {},
                                {},
                                cloud->takenAt.toMSecsSinceEpoch() - 5'000'000,
                                -1};
    TimelineFixture f;
    f.show(Dataset::of(sampleJudgement(cloud)));
    const TimelineHit hit{TimelineHit::Row(row), 0, {}};
    const TimelineAnswers answers(*f.chart().timeline(), f.chart().scene());
    const Selection expected = answers.selection(hit);
    QVERIFY(!expected.isEmpty());
    f.click(f.placeOf(hit));
    QTRY_COMPARE(f.workbench.hub().selection().ids.size(), expected.ids.size());
    QCOMPARE(int(f.workbench.hub().selection().kind), kind);
    QVERIFY(!f.workbench.hub().selectedRows().empty());
    // What lies at the place is what was clicked or what stands over it, never something else.
    QCOMPARE(int(f.chart().hitAt(f.placeOf(hit)).row), row);
}

void TimelinePanelTest::clickOnABarSelectsItsPart()
{
    TimelineFixture f;
    f.show();
    const TimelineScene &scene = f.chart().scene();
    int checked = 0;
    for (int bin = 0; bin < scene.bins.count(); ++bin) {
        const int orphans = scene.stackedUpTo(Verdict::Orphan, size_t(bin));
        const double height = f.rows().plot.height() * orphans / timelineTop(scene.peak);
        if (height < 3)
            continue;
        const double x = f.chart().mapping().xOf(scene.bins.edge(bin) + scene.bins.width() / 2);
        if (x < f.rows().plot.left() || x > f.rows().plot.right())
            continue;
        f.click({x, f.rows().plot.bottom() - height / 2});
        QTRY_COMPARE(int(f.workbench.hub().selectedRows().size()), orphans);
        for (const int row : f.workbench.hub().selectedRows()) {
            QCOMPARE(f.workbench.dataset().judgement->ports[row].verdict, Verdict::Orphan);
            QVERIFY(scene.bins.bin(bin).contains(*f.workbench.dataset().snapshot->ports[row].createdAt));
        }
        ++checked;
    }
    QVERIFY(checked > 3);
}

void TimelinePanelTest::controlClickAdds()
{
    TimelineFixture f;
    f.show();
    const TimelineHit first{TimelineHit::Row::Ports, 5, {}};
    const TimelineHit second{TimelineHit::Row::Ports, 60, {}};
    f.click(f.placeOf(first));
    QTRY_COMPARE(f.workbench.hub().selection().ids.size(), 1);
    f.click(f.placeOf(second), Qt::ControlModifier);
    QTRY_COMPARE(f.workbench.hub().selection().ids.size(), 2);
    f.click(f.placeOf(first), Qt::ControlModifier);
    QTRY_COMPARE(f.workbench.hub().selection().ids.size(), 1);
    QCOMPARE(f.workbench.hub().selection(),
             TimelineAnswers(*f.chart().timeline(), f.chart().scene()).selection(second));
}

void TimelinePanelTest::selectionIsMarkedInTheChart()
{
    TimelineFixture f;
    f.show();
    const QImage before = f.grab();
    f.workbench.hub().select(TableKind::Ports, {sampleId('d', 21)});
    QTRY_COMPARE(f.chart().scene().selectedPorts.marks.size(), size_t(1));
    const QImage after = f.grab();
    QVERIFY(after != before);
    const QColor highlight = f.panel->palette().color(QPalette::Highlight);
    const double x = f.chart().mapping().xOf(*f.workbench.dataset().snapshot->ports[21].createdAt);
    bool marked = false;
    for (int y = int(f.rows().ports.top()); y < int(f.rows().ports.bottom()); ++y) {
        for (int near = int(x) - 10; near <= int(x) + 10; ++near)
            marked = marked || after.pixelColor(near, y) == highlight;
    }
    QVERIFY(marked);
    f.workbench.hub().select(TableKind::Instances, {sampleId('a', 5)});
    QTRY_VERIFY(f.chart().scene().selectedPorts.marks.size() > 1);
    QVERIFY(f.grab() != after);
    f.workbench.hub().clear();
    QTRY_VERIFY(f.chart().scene().selectedPorts.marks.empty());
    QCOMPARE(f.grab(), before);
}

void TimelinePanelTest::hoverTells()
{
    TimelineFixture f;
    f.show();
    QVERIFY(f.readout().isEmpty());
    const TimelineHit hit{TimelineHit::Row::Ports, 7, {}};
    f.hover(f.placeOf(hit));
    QVERIFY2(f.readout().startsWith(u"Port "_s), qPrintable(f.readout()));
    QVERIFY(f.readout().contains(u"UTC"_s) && f.readout().contains(u'('));
    const QImage pointed = f.grab();
    f.hover({f.rows().plot.center().x(), f.rows().plot.top() + 2});
    QVERIFY2(f.readout().startsWith(u"Ports created: "_s), qPrintable(f.readout()));
    QVERIFY(f.grab() != pointed);
    f.hover({f.rows().ticks.center().x(), f.rows().ticks.center().y()});
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(f.chart().viewport(), &leave);
    QVERIFY(f.readout().isEmpty());
    const auto *const label = f.panel->findChild<QLabel *>(u"timelineReadout"_s);
    QVERIFY(!label->text().isEmpty()); // then it says what can be done
}

void TimelinePanelTest::shiftDragFilters()
{
    TimelineFixture f;
    f.show();
    const int all = portsShown(f);
    const QPointF from(f.rows().plot.left() + 500, f.rows().plot.center().y());
    const QPointF to = from + QPointF(200, 30);
    const TimeRange range{f.chart().mapping().timeAt(from.x()), f.chart().mapping().timeAt(to.x())};
    f.drag(from, to, Qt::ShiftModifier);
    QTRY_COMPARE(f.workbench.filter().createdFrom, Time(range.begin));
    QCOMPARE(f.workbench.filter().createdBefore, Time(range.end));
    int expected = 0;
    for (const Port &port : f.workbench.dataset().snapshot->ports)
        expected += port.createdAt && range.contains(*port.createdAt);
    QVERIFY(expected > 0 && expected < all);
    QCOMPARE(portsShown(f), expected);
    QVERIFY(f.chart().mapping().showsAll()); // it did not move
    QVERIFY(button(f, u"timelineClearRange"_s)->isVisible());
    button(f, u"timelineClearRange"_s)->click();
    QCOMPARE(portsShown(f), all);
    QVERIFY(!button(f, u"timelineClearRange"_s)->isVisible());
    // Backwards is a range, too.
    f.drag(to, from, Qt::ShiftModifier);
    QTRY_COMPARE(portsShown(f), expected);
}

void TimelinePanelTest::brushButtonTurnsDraggingOver()
{
    TimelineFixture f;
    f.show();
    button(f, u"timelineBrush"_s)->click();
    const QPointF middle = f.rows().plot.center();
    f.drag(middle, middle + QPointF(100, 0));
    QTRY_VERIFY(f.workbench.filter().hasCreatedRange());
    f.click(middle);
    QTRY_VERIFY(!f.workbench.filter().hasCreatedRange());
    QVERIFY(f.workbench.hub().selection().isEmpty());
    button(f, u"timelineBrush"_s)->click();
    f.wheel(middle, {0, 480});
    const TimeRange before = f.chart().mapping().shown();
    f.drag(middle, middle + QPointF(100, 0));
    QVERIFY(f.chart().mapping().shown() != before);
    QVERIFY(!f.workbench.filter().hasCreatedRange());
}

void TimelinePanelTest::otherFiltersStay()
{
    TimelineFixture f;
    f.show();
    f.workbench.setFilter({u"fa:16 verdict:orphan"_s});
    const QString text = f.workbench.filter().text;
    QTRY_VERIFY(portsShown(f) > 0 && portsShown(f) < 120);
    const int shown = portsShown(f);
    f.drag(f.rows().plot.center(), f.rows().plot.center() + QPointF(150, 0), Qt::ShiftModifier);
    QTRY_VERIFY(f.workbench.filter().hasCreatedRange());
    QCOMPARE(f.workbench.filter().text, text);
    QTRY_VERIFY(portsShown(f) < shown);
    button(f, u"timelineClearRange"_s)->click();
    QCOMPARE(f.workbench.filter().text, text);
    QTRY_COMPARE(portsShown(f), shown);
}

void TimelinePanelTest::filterOfOthersIsShown()
{
    TimelineFixture f;
    f.show();
    const QImage before = f.grab();
    FilterState state;
    state.createdFrom = f.chart().timeline()->now() - 200 * 60'000;
    f.workbench.setFilter(state);
    QVERIFY(button(f, u"timelineClearRange"_s)->isVisible());
    const QImage after = f.grab();
    const int y = int(f.rows().plot.top()) + 1;
    QCOMPARE(after.pixelColor(int(f.rows().plot.left()) + 20, y), before.pixelColor(int(f.rows().plot.left()) + 20, y));
    QVERIFY(after.pixelColor(int(f.rows().plot.right()) - 3, y)
            != before.pixelColor(int(f.rows().plot.right()) - 3, y));
    f.workbench.setFilter({});
    QCOMPARE(f.grab(), before);
}

void TimelinePanelTest::dragMoves()
{
    TimelineFixture f;
    f.show();
    f.wheel(f.rows().plot.center(), {0, 600});
    const TimeRange before = f.chart().mapping().shown();
    const qint64 grabbed = f.chart().mapping().timeAt(400);
    f.drag({400, 40}, {520, 60});
    QCOMPARE(f.chart().mapping().shown().span(), before.span());
    QVERIFY(std::abs(f.chart().mapping().timeAt(520) - grabbed) <= f.chart().mapping().duration(2));
    QVERIFY(f.workbench.hub().selection().isEmpty());
    QVERIFY(!f.workbench.filter().hasCreatedRange());
}

void TimelinePanelTest::legendLeavesOut()
{
    TimelineFixture f;
    f.show();
    auto *const chip = button(f, u"timelineVerdict-in-use"_s);
    QVERIFY(chip->isVisible());
    const auto counted = [&f] {
        int sum = 0;
        for (int bin = 0; bin < f.chart().scene().bins.count(); ++bin)
            sum += f.chart().scene().stackedUpTo(Verdict::InUse, size_t(bin));
        return sum;
    };
    const int all = counted();
    const int before = f.chart().scene().peak;
    const auto &inUse = f.chart().scene().values[size_t(Verdict::InUse)];
    const int healthy = std::accumulate(inUse.begin(), inUse.end(), 0);
    QVERIFY(healthy > 0);
    chip->click();
    QVERIFY(f.chart().scene().values[size_t(Verdict::InUse)].empty());
    QCOMPARE(counted(), all - healthy);
    for (const SceneMark &mark : f.chart().scene().ports.marks)
        QVERIFY(Verdict(mark.kind) != Verdict::InUse);
    chip->click();
    QCOMPARE(f.chart().scene().peak, before);
    // A verdict that nobody has needs no place.
    f.show(sampleDataset({.ports = 20, .servers = 3, .healthy = true}));
    QVERIFY(!button(f, u"timelineVerdict-orphan"_s)->isVisible());
    QVERIFY(button(f, u"timelineVerdict-in-use"_s)->isVisible());
}

void TimelinePanelTest::measures()
{
    TimelineFixture f;
    f.show();
    auto *const box = f.panel->header()->findChild<QComboBox *>(u"timelineMeasure"_s);
    box->setCurrentIndex(1);
    const TimelineScene &scene = f.chart().scene();
    QCOMPARE(scene.request.measure, Measure::StillThere);
    QCOMPARE(scene.peak, 120 - f.chart().timeline()->portsWithoutTime());
    box->setCurrentIndex(2);
    QCOMPARE(f.chart().scene().request.measure, Measure::Leaked);
    int leaks = 0;
    for (const TimedRows &rows : f.chart().timeline()->leaks())
        leaks += int(rows.size());
    QCOMPARE(f.chart().scene().peak, leaks);
}

void TimelinePanelTest::emptyStates()
{
    TimelineFixture f;
    auto *const title = f.panel->findChild<QLabel *>(u"timelineEmptyTitle"_s);
    QVERIFY(title->isVisible());
    QCOMPARE(title->text(), u"No timeline yet"_s);
    f.workbench.setDataset(sampleDataset({.ports = 0, .servers = 0}));
    QTRY_COMPARE(title->text(), u"Nothing here has a time"_s);
    f.show();
    QVERIFY(!title->isVisible());
    QVERIFY(f.chart().isVisible());
    f.workbench.clear();
    QTRY_VERIFY(title->isVisible());
    QVERIFY(!f.chart().timeline());
}

void TimelinePanelTest::refreshKeepsWhatIsInSight()
{
    TimelineFixture f;
    f.show();
    f.show(sampleDataset({.ports = 200, .servers = 40}));
    QVERIFY(f.chart().mapping().showsAll());
    f.wheel(f.rows().plot.center(), {0, 600});
    const TimeRange seen = f.chart().mapping().shown();
    f.workbench.hub().select(TableKind::Ports, {sampleId('d', 21)});
    f.show(sampleDataset({.ports = 200, .servers = 40, .shift = 10}));
    QCOMPARE(f.chart().mapping().shown(), seen);
    const int row = f.workbench.dataset().relations->portRow(sampleId('d', 21));
    f.chart().showAll();
    QTRY_COMPARE(f.chart().scene().selectedPorts.marks.size(), size_t(1));
    QCOMPARE(f.chart().scene().selectedPorts.marks[0].row, row);
}

void TimelinePanelTest::largeReadingsAreBuiltElsewhere()
{
    TimelineFixture f;
    f.show();
    const TimelineDataPtr before = f.chart().timeline();
    const Dataset large = sampleDataset({.ports = 30'000, .servers = 10'000});
    bool checked = false;
    connect(&f.workbench, &Workbench::datasetChanged, &f.chart(), [&] {
        if (f.workbench.dataset().snapshot != large.snapshot)
            return;
        // The tables have it, the timeline is still being made: the old picture stays, without marks of other rows.
        checked = f.chart().timeline() == before;
        f.workbench.hub().select(TableKind::Ports, {sampleId('d', 25'000)});
        QApplication::sendPostedEvents(f.panel.get(), QEvent::MetaCall);
        checked = checked && f.chart().scene().selectedPorts.marks.empty();
    });
    f.workbench.setDataset(large);
    QTRY_VERIFY_WITH_TIMEOUT(f.chart().timeline() != before, 30'000);
    QVERIFY(checked);
    QCOMPARE(f.chart().timeline()->dataset().snapshot, large.snapshot);
    QTRY_COMPARE(f.chart().scene().selectedPorts.marks.size(), size_t(1));
}

void TimelinePanelTest::oldReadingIsForgotten()
{
    TimelineFixture f;
    const Dataset large = sampleDataset({.ports = 30'000, .servers = 10'000});
    f.workbench.setDataset(large);
    QTRY_COMPARE_WITH_TIMEOUT(f.workbench.dataset().snapshot, large.snapshot, 30'000);
    const Dataset small = sampleDataset({.ports = 10, .servers = 3});
    f.show(small);
    workPool()->waitForDone();
    QApplication::processEvents();
    QCOMPARE(f.chart().timeline()->dataset().snapshot, small.snapshot);
}

void TimelinePanelTest::narrowLegendShowsIcons()
{
    TimelineFixture f;
    f.show();
    auto *const chip = button(f, u"timelineVerdict-orphan"_s);
    f.panel->resize(1500, 300);
    QTRY_COMPARE(chip->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
    f.panel->resize(640, 300);
    QTRY_COMPARE(chip->toolButtonStyle(), Qt::ToolButtonIconOnly);
    QVERIFY(!chip->toolTip().isEmpty());
    for (const QToolButton *each : f.panel->header()->findChildren<QToolButton *>()) {
        if (each->isVisible())
            QVERIFY(f.panel->rect().contains(QRect(each->mapTo(f.panel.get(), QPoint()), each->size())));
    }
}

QTEST_MAIN(TimelinePanelTest)
#include "tst_timelinepanel.moc"
