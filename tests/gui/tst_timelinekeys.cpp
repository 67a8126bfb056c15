// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/palettes.h"
#include "tests/support/timelinefixture.h"

#include <QApplication>
#include <QSet>
#include <QTest>
#include <QToolButton>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// The timeline without a pointer.
class TimelineKeysTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void keysMoveAndZoom();
    void keysGoFromItemToItem();
    void tabGoesOn();
    void everythingHasAName();
};

void TimelineKeysTest::initTestCase()
{
    QApplication::setStyle(u"Fusion"_s);
    QApplication::setPalette(lightPalette());
}

void TimelineKeysTest::keysMoveAndZoom()
{
    TimelineFixture f;
    f.show();
    const TimelineMapping &mapping = f.chart().mapping();
    f.chart().setFocus();
    const auto press = [&](Qt::Key key) { QTest::keyClick(&f.chart(), key); };
    press(Qt::Key_Plus);
    press(Qt::Key_Plus);
    const TimeRange closer = mapping.shown();
    QVERIFY(closer.span() < mapping.whole().span());
    press(Qt::Key_Right);
    QVERIFY(mapping.shown().begin > closer.begin);
    press(Qt::Key_Left);
    QVERIFY(std::abs(mapping.shown().begin - closer.begin) <= 1);
    press(Qt::Key_End);
    QCOMPARE(mapping.shown().end, mapping.whole().end);
    press(Qt::Key_PageUp);
    QVERIFY(mapping.shown().end < mapping.whole().end);
    press(Qt::Key_Minus);
    QVERIFY(mapping.shown().span() > closer.span());
    press(Qt::Key_Home);
    QVERIFY(mapping.showsAll());
    press(Qt::Key_Equal);
    press(Qt::Key_0);
    QVERIFY(mapping.showsAll());
    press(Qt::Key_Plus);
    const TimeRange seen = mapping.shown();
    press(Qt::Key_B);
    QTRY_COMPARE(f.workbench.filter().createdFrom, Time(seen.begin));
    QCOMPARE(f.workbench.filter().createdBefore, Time(seen.end));
}

void TimelineKeysTest::keysGoFromItemToItem()
{
    TimelineFixture f;
    f.show(sampleDataset({.ports = 40, .servers = 6}));
    f.chart().setFocus();
    const auto press
        = [&](Qt::Key key, Qt::KeyboardModifiers with = Qt::NoModifier) { QTest::keyClick(&f.chart(), key, with); };
    press(Qt::Key_Down); // from the bars to the ports
    QCOMPARE(f.readout(), u"Ports"_s);
    QStringList passed;
    for (int i = 0; i < 100; ++i) {
        press(Qt::Key_Right, Qt::ControlModifier);
        if (!passed.isEmpty() && passed.constLast() == f.readout())
            break;
        passed += f.readout();
    }
    QCOMPARE(int(passed.size()), 40 - f.chart().timeline()->portsWithoutTime());
    QCOMPARE(f.chart().accessibleDescription(), f.readout());
    press(Qt::Key_Return);
    QTRY_COMPARE(f.workbench.hub().selection().ids.size(), 1);
    QVERIFY(passed.constLast().contains(f.workbench.hub().selection().ids.constFirst().left(6))
            || !f.workbench.dataset().snapshot->ports[f.workbench.hub().onlyPort()].name.isEmpty());
    // Close up, the way goes on beyond what is in sight.
    for (int i = 0; i < 12; ++i)
        press(Qt::Key_Plus);
    const TimeRange before = f.chart().mapping().shown();
    for (int i = 0; i < 10; ++i)
        press(Qt::Key_Left, Qt::ControlModifier);
    QVERIFY(f.chart().mapping().shown().begin < before.begin);
    QVERIFY(passed.contains(f.readout()));
    press(Qt::Key_Down);
    press(Qt::Key_Home);
    press(Qt::Key_Right, Qt::ControlModifier);
    QVERIFY2(f.readout().startsWith(u"Server "_s), qPrintable(f.readout()));
    press(Qt::Key_Space);
    QTRY_COMPARE(f.workbench.hub().selection().kind, TableKind::Instances);
}

void TimelineKeysTest::tabGoesOn()
{
    TimelineFixture f;
    f.show();
    f.panel->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(f.panel.get()));
    f.chart().setFocus();
    QSet<QWidget *> reached{QApplication::focusWidget()};
    for (int i = 0; i < 40; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        reached += QApplication::focusWidget();
    }
    // The chart is no trap, and all buttons are on the way.
    for (QToolButton *each : f.panel->header()->findChildren<QToolButton *>()) {
        if (each->isVisible() && each->isEnabled())
            QVERIFY2(reached.contains(each), qPrintable(each->objectName()));
    }
    QVERIFY(reached.contains(&f.chart()));
}

void TimelineKeysTest::everythingHasAName()
{
    TimelineFixture f;
    f.show();
    int focusable = 0;
    for (const QWidget *widget : f.panel->findChildren<QWidget *>()) {
        if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible() || widget->focusProxy())
            continue;
        ++focusable;
        QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
    }
    QVERIFY(focusable >= 8);
    QVERIFY(f.chart().focusPolicy() == Qt::StrongFocus);
    const QImage before = f.grab();
    f.chart().setFocus();
    QTRY_VERIFY(f.grab() != before); // the focus is seen
}

QTEST_MAIN(TimelineKeysTest)
#include "tst_timelinekeys.moc"
