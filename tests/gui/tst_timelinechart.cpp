// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/palettes.h"
#include "tests/support/timelinefixture.h"
#include "views/theme.h"

#include <QApplication>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <ctime>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// The traps of QtCharts 6.4, and how the chart looks.
class TimelineChartTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void clickWhereNoItemLies();
    void clickOnEmptySpaceClears();
    void wheelZooms();
    void wheelDoesNotScrollWhatIsAround();
    void clickWhoseSlotChangesTheSeries();
    void noWhiteInTheDark();
    void paletteChangesAtRunTime();
    void pictureIsNeverHalfMade();
    void axisInUtcAndLocal();
    void areasAreWhatIsCounted();
    void trueAtEveryScale();
    void healthHasNoColor();
    void neverTooManyItems();
};

namespace {

bool holds(const QImage &image, const QColor &color)
{
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixelColor(x, y).rgb() == color.rgb())
                return true;
        }
    }
    return false;
}

double lightShare(const QImage &image)
{
    int light = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            light += image.pixelColor(x, y).lightness() > 200;
    }
    return double(light) / (image.width() * image.height());
}

QStringList labels(TimelineChart &chart)
{
    QStringList all;
    for (const TimeTick &tick : chart.axis().ticks)
        all += tick.label;
    return all;
}

} // namespace

void TimelineChartTest::initTestCase()
{
    QApplication::setStyle(u"Fusion"_s);
    qputenv("TZ", "Asia/Kolkata"); // half an hour beside every full one
    tzset();
}

void TimelineChartTest::init() { QApplication::setPalette(lightPalette()); }

void TimelineChartTest::clickWhereNoItemLies()
{
    // QChartView 6.4 dereferences itemAt() on every press.
    TimelineFixture f;
    for (const bool filled : {false, true}) {
        if (filled)
            f.show();
        const QPoint beside(-7, -7);
        QVERIFY(!f.chart().itemAt(beside));
        for (const Qt::MouseButton button : {Qt::LeftButton, Qt::RightButton, Qt::MiddleButton}) {
            for (const QEvent::Type type : {QEvent::MouseButtonPress, QEvent::MouseMove, QEvent::MouseButtonRelease,
                                            QEvent::MouseButtonDblClick, QEvent::MouseButtonRelease})
                f.mouse(type, beside, button);
        }
        f.click(QPointF(2, 2));
        f.click(f.rows().plot.center());
    }
    QVERIFY(f.chart().timeline());
}

void TimelineChartTest::clickOnEmptySpaceClears()
{
    TimelineFixture f;
    f.show();
    f.workbench.hub().select(TableKind::Ports, {sampleId('d', 4)});
    f.click(QPointF(f.chart().width() - 2, f.rows().ticks.center().y()));
    QTRY_VERIFY(f.workbench.hub().selection().isEmpty());
}

void TimelineChartTest::wheelZooms()
{
    TimelineFixture f;
    f.show();
    const QPointF at(f.rows().plot.left() + f.rows().plot.width() * 0.7, f.rows().plot.center().y());
    const TimeRange before = f.chart().mapping().shown();
    const qint64 time = f.chart().mapping().timeAt(at.x());
    QVERIFY(f.wheel(at, {0, 120}));
    const TimeRange closer = f.chart().mapping().shown();
    QVERIFY(closer.span() < before.span());
    QVERIFY(std::abs(f.chart().mapping().timeAt(at.x()) - time) <= f.chart().mapping().duration(1));
    QVERIFY(f.wheel(at, {0, -120}));
    QCOMPARE(f.chart().mapping().shown(), before);
    // Sideways, and with Shift, it moves.
    f.wheel(at, {0, 360});
    const TimeRange there = f.chart().mapping().shown();
    QVERIFY(f.wheel(at, {-120, 0}));
    QVERIFY(f.chart().mapping().shown().begin > there.begin);
    QCOMPARE(f.chart().mapping().shown().span(), there.span());
    QVERIFY(f.wheel(at, {0, 120}, Qt::ShiftModifier));
    QVERIFY(std::abs(f.chart().mapping().shown().begin - there.begin) <= 1);
}

void TimelineChartTest::wheelDoesNotScrollWhatIsAround()
{
    TimelineFixture f;
    f.show();
    QScrollArea area;
    auto *const inside = new QWidget;
    inside->setFixedSize(900, 4000);
    area.setWidget(inside);
    f.panel->setParent(inside);
    f.panel->setGeometry(0, 0, 900, 300);
    area.resize(920, 400);
    area.show();
    f.panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(&area));
    f.wheel(f.rows().plot.center(), {0, -120}); // all is shown already: no further out
    QCOMPARE(area.verticalScrollBar()->value(), 0);
    f.panel->setParent(nullptr);
}

void TimelineChartTest::clickWhoseSlotChangesTheSeries()
{
    TimelineFixture f;
    f.show();
    int changes = 0;
    connect(&f.workbench.hub(), &SelectionHub::changed, &f.chart(), [&] {
        ++changes;
        f.workbench.setDataset(sampleDataset({.ports = 30 + changes, .servers = 5}));
        f.chart().setMeasure(changes % 2 ? Measure::StillThere : Measure::Created);
        f.chart().scene(); // at once, not in the next turn
    });
    for (int i = 0; i < 20; ++i) {
        const TimelineHit hit{TimelineHit::Row::Ports, i % int(f.chart().scene().ports.marks.size()), {}};
        f.click(f.placeOf(hit));
        const int wanted = changes;
        f.click(f.rows().plot.center());
        QTRY_VERIFY(changes >= wanted);
    }
    QVERIFY(changes > 5);
}

void TimelineChartTest::noWhiteInTheDark()
{
    QApplication::setPalette(darkPalette());
    TimelineFixture f;
    f.show();
    for (const Measure measure : {Measure::Created, Measure::StillThere, Measure::Leaked}) {
        f.chart().setMeasure(measure);
        const QImage image = f.grab();
        QVERIFY(lightShare(image) < 0.05);
        QVERIFY(!holds(image, Qt::white));
        QVERIFY(holds(image, darkPalette().color(QPalette::Base)));
        QVERIFY(holds(image, theme::color(Mark::Orphan, darkPalette())));
    }
}

void TimelineChartTest::paletteChangesAtRunTime()
{
    TimelineFixture f;
    f.show();
    const QImage light = f.grab();
    QVERIFY(lightShare(light) > 0.5);
    QApplication::setPalette(darkPalette());
    QTRY_VERIFY(lightShare(f.grab()) < 0.05);
    QVERIFY(holds(f.grab(), theme::color(Mark::Orphan, darkPalette())));
    QVERIFY(!holds(f.grab(), theme::color(Mark::Orphan, lightPalette())));
    const auto *const chip = f.panel->header()->findChild<QToolButton *>(u"timelineVerdict-orphan"_s);
    QVERIFY(holds(chip->icon().pixmap(14).toImage(), theme::color(Mark::Orphan, darkPalette())));
    QApplication::setPalette(lightPalette());
    QTRY_COMPARE(f.grab(), light);
}

void TimelineChartTest::pictureIsNeverHalfMade()
{
    TimelineFixture f;
    f.show();
    const QImage seen = f.grab();
    f.panel->hide();
    f.panel->resize(300, 150);
    f.grab();
    f.panel->resize(1000, 300);
    f.chart().setMeasure(Measure::Leaked);
    f.chart().setMeasure(Measure::Created);
    // Drawn before the next turn of the event loop, as a screenshot may be.
    QCOMPARE(f.panel->grab().toImage().isNull(), false);
    QCOMPARE(f.chart().viewport()->grab().toImage(), seen);
}

void TimelineChartTest::axisInUtcAndLocal()
{
    TimelineFixture f;
    f.show();
    const qint64 now = f.chart().timeline()->now(); // 09:41 UTC, 15:11 in Kolkata
    QVERIFY(f.chart().mapping().whole().contains(now));
    while (f.chart().mapping().shown().span() > 10 * 3'600'000)
        f.wheel({f.chart().mapping().xOf(now), f.rows().plot.center().y()}, {0, 120});
    QCOMPARE(QDateTime::fromMSecsSinceEpoch(now).offsetFromUtc(), 19'800);
    QVERIFY(labels(f.chart()).contains(u"09:00"_s));
    for (const TimeTick &tick : f.chart().axis().ticks)
        QCOMPARE(tick.label, QDateTime::fromMSecsSinceEpoch(tick.time, Qt::UTC).toString(u"HH:mm"_s));
    auto *const zone = f.panel->header()->findChild<QToolButton *>(u"timelineZone"_s);
    QCOMPARE(zone->text(), u"UTC"_s);
    zone->click();
    QCOMPARE(zone->text(), u"Local"_s);
    QVERIFY(labels(f.chart()).contains(u"15:00"_s));
    for (const TimeTick &tick : f.chart().axis().ticks) {
        QCOMPARE(tick.time % 3'600'000, 1'800'000); // round there, not here
        QCOMPARE(tick.label, QDateTime::fromMSecsSinceEpoch(tick.time).toString(u"HH:mm"_s));
    }
    QCOMPARE(f.chart().zoneName(), u"IST"_s);
    zone->click();
    QVERIFY(labels(f.chart()).contains(u"09:00"_s));
    QCOMPARE(f.chart().zoneName(), u"UTC"_s);
    // Where the clocks change in sight, both names are said.
    f.chart().setZone(QTimeZone("Europe/Berlin"));
    f.chart().showAll();
    QVERIFY(f.chart().axis().ticks.size() > 1);
    QCOMPARE(f.chart().zoneName(), u"CET"_s);
}

void TimelineChartTest::areasAreWhatIsCounted()
{
    TimelineFixture f;
    f.show();
    const TimelineScene &scene = f.chart().scene();
    const QImage image = f.grab();
    int checked = 0;
    for (int bin = 1; bin + 1 < scene.bins.count(); ++bin) {
        const TimeRange range = scene.bins.bin(bin);
        const double left = f.chart().mapping().xOf(range.begin);
        const double right = f.chart().mapping().xOf(range.end);
        const int orphans = scene.stackedUpTo(Verdict::Orphan, size_t(bin));
        const double height = f.rows().plot.height() * orphans / timelineTop(scene.peak);
        if (orphans == 0 || height < 4 || right - left < 5)
            continue;
        const QPoint inside(int((left + right) / 2), int(f.rows().plot.bottom() - height / 2));
        QCOMPARE(image.pixelColor(inside), theme::color(Mark::Orphan, f.panel->palette()));
        ++checked;
    }
    QVERIFY(checked > 3);
}

void TimelineChartTest::trueAtEveryScale()
{
    for (const int width : {420, 900, 1600, 3000}) {
        TimelineFixture f;
        f.show();
        f.panel->resize(width, 260);
        QApplication::processEvents();
        const TimelineGeometry &rows = f.rows();
        QVERIFY(rows.plot.height() > rows.ports.height());
        QVERIFY(rows.bands.bottom() <= f.chart().viewport()->height() + 1);
        double last = 0;
        for (const TimelineHit::Row row : rows.rows()) {
            QVERIFY(rows.row(row).top() >= last);
            last = rows.row(row).bottom();
            QCOMPARE(rows.rowAt(rows.row(row).center().y()), row);
        }
        QVERIFY(f.chart().axis().ticks.size() >= 2);
    }
}

void TimelineChartTest::healthHasNoColor()
{
    TimelineFixture f;
    f.show(sampleDataset({.ports = 40, .servers = 4, .healthy = true}));
    const QImage image = f.grab();
    for (const Mark mark : AllMarks)
        QVERIFY(!theme::hasIcon(mark) || !holds(image, theme::color(mark, f.panel->palette())));
}

void TimelineChartTest::neverTooManyItems()
{
    TimelineFixture f;
    f.show(sampleDataset({.ports = 20'000, .servers = 8000}));
    for (int i = 0; i < 40; ++i) {
        QVERIFY(f.chart().scene().itemCount() <= TimelineScene::MaxItems);
        f.wheel(f.rows().plot.center(), {0, 120});
    }
}

QTEST_MAIN(TimelineChartTest)
#include "tst_timelinechart.moc"
