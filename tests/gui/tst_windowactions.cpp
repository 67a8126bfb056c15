// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/palettes.h"
#include "tests/support/samplecloud.h"
#include "tests/support/windowfixture.h"
#include "views/commandpalette.h"
#include "views/helpdialog.h"
#include "views/lockbar.h"
#include "views/remedymenu.h"
#include "views/windowactions.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QTimer>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// Palette, help, refresh by the clock, going from part to part by keys.
class WindowActionsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void paletteFindsByLetters_data();
    void paletteFindsByLetters();
    void paletteRunsActions();
    void paletteOffersOnlyWhatCanRun();
    void paletteOffersFilters();
    void helpKnowsEveryKey();
    void refreshByTheClock();
    void refreshMinutesAreKept();
    void staleReadingSaysSo();
    void goToEveryPart();
    void keysReachTheirActions_data();
    void keysReachTheirActions();
    void tabFollowsTheEye();
    void smallWindowClipsNothing();
};

void WindowActionsTest::initTestCase()
{
    QApplication::setStyle(u"Fusion"_s);
    QApplication::setPalette(lightPalette());
}

void WindowActionsTest::init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

void WindowActionsTest::paletteFindsByLetters_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("better");
    QTest::addColumn<QString>("worse");
    QTest::newRow("beginnings of words") << u"ci"_s << u"Copy IDs"_s << u"Copy as openstack commands in"_s;
    QTest::newRow("together") << u"sav"_s << u"Save snapshot"_s << u"Show many values"_s;
    QTest::newRow("case") << u"REFRESH"_s << u"Refresh"_s << u"Read far fresh"_s;
    QTest::newRow("shorter") << u"quit"_s << u"Quit"_s << u"Quit everything"_s;
}

void WindowActionsTest::paletteFindsByLetters()
{
    QFETCH(QString, typed);
    QFETCH(QString, better);
    QFETCH(QString, worse);
    QVERIFY(paletteScore(typed, better) > paletteScore(typed, worse));
    QVERIFY(paletteScore(u"xyz", better) < 0);
}

void WindowActionsTest::paletteRunsActions()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    fixture.click(TableKind::Ports, sampleId('d', 1));
    fixture.action(u"actionPalette"_s)->trigger();
    auto *const edit = fixture.find<QLineEdit>(u"paletteEdit"_s);
    auto *const list = fixture.find<QListWidget>(u"paletteList"_s);
    const int all = list->count();
    QVERIFY(all > 20);
    QTest::keyClicks(edit, u"pin show"_s);
    QVERIFY(list->count() < all);
    QVERIFY(list->item(0)->text().startsWith(u"Pin"_s));
    QTest::keyClick(edit, Qt::Key_Down);
    QTest::keyClick(edit, Qt::Key_Up);
    QTest::keyClick(edit, Qt::Key_Return);
    QTRY_VERIFY(fixture.workbench.isPinned());
    QTRY_VERIFY(!fixture.find<QDialog>(u"commandPalette"_s));
}

void WindowActionsTest::paletteOffersOnlyWhatCanRun()
{
    WindowFixture fixture;
    const auto offers = [&](const QString &text) {
        const auto entries = CommandPalette::actionsOf(&fixture.window);
        return std::any_of(entries.begin(), entries.end(), [&](const PaletteEntry &e) { return e.text == text; });
    };
    QVERIFY(!offers(u"Save snapshot"_s));
    fixture.window.setDataset(sampleDataset());
    QVERIFY(offers(u"Save snapshot"_s));
    QVERIFY(!offers(u"Find a command"_s));
}

void WindowActionsTest::paletteOffersFilters()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    fixture.action(u"actionPalette"_s)->trigger();
    QTest::keyClicks(fixture.find<QLineEdit>(u"paletteEdit"_s), u"filter:"_s);
    QVERIFY(fixture.find<QListWidget>(u"paletteList"_s)->count() > 0);
    QTest::keyClick(fixture.find<QLineEdit>(u"paletteEdit"_s), Qt::Key_Return);
    QTRY_VERIFY(!fixture.workbench.filter().isEmpty());
}

void WindowActionsTest::helpKnowsEveryKey()
{
    WindowFixture fixture;
    QTest::keyClick(&fixture.window, Qt::Key_F1);
    auto *const text = fixture.find<QTextBrowser>(u"helpText"_s);
    QVERIFY(text);
    const QString help = text->toPlainText();
    for (const QAction *action : fixture.window.findChildren<QAction *>()) {
        if (!action->objectName().isEmpty() && !action->shortcut().isEmpty())
            QVERIFY2(help.contains(action->shortcut().toString(QKeySequence::NativeText)),
                     qPrintable(action->objectName()));
    }
    for (const QString &term : {u"verdict:"_s, u"ip:"_s, u"age>"_s, u"-term"_s})
        QVERIFY2(help.contains(term), qPrintable(term));
}

void WindowActionsTest::refreshByTheClock()
{
    WindowFixture fixture;
    auto *const actions = fixture.window.findChild<WindowActions *>();
    QSignalSpy due(&fixture.window, &MainWindow::refreshDue);
    QTimer *const clock = actions->findChild<QTimer *>(u"refreshClock"_s);
    QVERIFY(!clock->isActive());
    fixture.action(u"actionRefreshEvery5"_s)->trigger();
    QCOMPARE(actions->refreshMinutes(), 5);
    QCOMPARE(clock->interval(), 300'000);
    clock->setInterval(1); // not five minutes in a test
    fixture.window.setDataset(sampleDataset()); // no cloud, nothing to refresh
    QSignalSpy ticks(clock, &QTimer::timeout);
    QTRY_VERIFY(ticks.size() > 2);
    QCOMPARE(due.size(), 0);
    fixture.window.setConnection(fixture.cloud());
    QTRY_VERIFY(due.size() > 0);
    fixture.window.setBusy(true); // one at a time
    due.clear();
    ticks.clear();
    QTRY_VERIFY(ticks.size() > 2);
    QCOMPARE(due.size(), 0);
    fixture.action(u"actionRefreshEvery0"_s)->trigger();
    QVERIFY(!clock->isActive());
}

void WindowActionsTest::refreshMinutesAreKept()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"w.ini"_s);
    {
        WindowFixture fixture;
        fixture.window.remember(std::make_unique<QSettings>(file, QSettings::IniFormat));
        fixture.action(u"actionRefreshEvery15"_s)->trigger();
    }
    WindowFixture fixture;
    fixture.window.remember(std::make_unique<QSettings>(file, QSettings::IniFormat));
    QVERIFY(fixture.action(u"actionRefreshEvery15"_s)->isChecked());
}

void WindowActionsTest::staleReadingSaysSo()
{
    WindowFixture fixture;
    fixture.window.setConnection(fixture.cloud());
    fixture.window.setDataset(sampleDataset());
    const Error refused{Error::Kind::Network, u"Listing ports"_s, {}, 0, u"no answer"_s, {}, {}};
    fixture.window.showProblem(refused, true);
    QVERIFY(fixture.labelText(u"readAt"_s).startsWith(u"Refresh failed. Read at"_s));
    QVERIFY(fixture.find<QLabel>(u"readAt"_s)->toolTip().contains(u"no answer"_s));
    QCOMPARE(fixture.workbench.ports().rowCount(), 40);
    fixture.window.setDataset(sampleDataset());
    QVERIFY(fixture.labelText(u"readAt"_s).startsWith(u"Read at"_s));
}

void WindowActionsTest::goToEveryPart()
{
    WindowFixture fixture;
    fixture.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
    fixture.window.setDataset(sampleDataset());
    fixture.find<QWidget>(u"evidenceDock"_s)->hide();
    for (const QString &dock : {u"serversDock"_s, u"resourcesDock"_s, u"evidenceDock"_s, u"timelineDock"_s}) {
        fixture.action(u"actionGo-"_s + dock)->trigger();
        QVERIFY(fixture.find<QWidget>(dock)->isVisible());
        QVERIFY2(fixture.find<QWidget>(dock)->isAncestorOf(QApplication::focusWidget()), qPrintable(dock));
    }
    fixture.action(u"actionGo-portsView"_s)->trigger();
    QCOMPARE(QApplication::focusWidget(), fixture.view(TableKind::Ports));
}

void WindowActionsTest::keysReachTheirActions_data()
{
    QTest::addColumn<QString>("place");
    for (const char *place : {"portsView", "serversView", "resourcesView", "quotaView", "timelineChart"})
        QTest::newRow(place) << QString::fromLatin1(place);
}

/// Wherever the keyboard is, a key that F1 lists does what it says: no part keeps it for itself.
void WindowActionsTest::keysReachTheirActions()
{
    QFETCH(QString, place);
    WindowFixture fixture;
    LockState lock;
    lock.setCloud(u"sample"_s);
    auto *const bar = new LockBar(lock);
    RemedyMenu menu(fixture.workbench, fixture.window);
    menu.addLock(*bar, lock);
    fixture.window.setConnection(fixture.cloud());
    fixture.window.setDataset(sampleDataset());
    fixture.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
    int tried = 0;
    for (QAction *action : fixture.window.findChildren<QAction *>()) {
        const bool ofWindow = action->shortcutContext() == Qt::WindowShortcut;
        if (action->shortcut().isEmpty() || !ofWindow || action->objectName() == u"actionQuit"_s)
            continue;
        fixture.workbench.hub().select(TableKind::Ports, {sampleId('d', 1)});
        fixture.workbench.hub().select(TableKind::Ports, {sampleId('d', 2)});
        fixture.workbench.hub().back(); // so that both ways lead somewhere
        auto *const widget = fixture.find<QWidget>(place);
        QVERIFY(widget);
        widget->setFocus();
        if (!action->isEnabled())
            continue;
        QSignalSpy triggered(action, &QAction::triggered);
        QTest::keySequence(widget, action->shortcut());
        QVERIFY2(!triggered.isEmpty(),
                 qPrintable(action->objectName() + action->text() + action->shortcut().toString()));
        ++tried;
        for (QDialog *dialog : fixture.window.findChildren<QDialog *>())
            dialog->reject();
        QTRY_COMPARE(QApplication::activeModalWidget(), nullptr);
        fixture.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
    }
    QVERIFY2(tried > 20, qPrintable(QString::number(tried)));
}

void WindowActionsTest::tabFollowsTheEye()
{
    WindowFixture fixture;
    LockState lock;
    lock.setCloud(u"sample"_s);
    QVERIFY(lock.unlock());
    auto *const bar = new LockBar(lock);
    RemedyMenu menu(fixture.workbench, fixture.window);
    menu.addLock(*bar, lock);
    fixture.window.setDataset(sampleDataset());
    fixture.click(TableKind::Ports, sampleId('d', 1));
    fixture.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
    QTRY_VERIFY(fixture.find<QWidget>(u"actionLockTool"_s)->isVisible());
    QVERIFY(fixture.find<QWidget>(u"evidenceRemedy"_s)->isEnabled());
    fixture.find<QWidget>(u"chipOrphan"_s)->setFocus();
    QStringList passed;
    do {
        passed += QApplication::focusWidget()->objectName();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    } while (passed.size() < 100 && QApplication::focusWidget()->objectName() != u"chipOrphan"_s);
    QStringList wanted{u"chipOrphan"_s,    u"chipInUse"_s,   u"flagsButton"_s,   u"filterEdit"_s,   u"filterSaved"_s,
                       u"portsView"_s,     u"serversView"_s, u"resourcesView"_s, u"evidenceText"_s, u"evidenceRemedy"_s,
                       u"timelineChart"_s, u"quotaView"_s,   u"actionLockTool"_s};
    qsizetype before = -1;
    for (const QString &name : wanted) {
        const qsizetype at = passed.indexOf(name);
        QVERIFY2(at > before, qPrintable(name + u": "_s + passed.join(u' ')));
        before = at;
    }
}

void WindowActionsTest::smallWindowClipsNothing()
{
    WindowFixture fixture(QSize(1280, 720));
    fixture.window.setDataset(sampleDataset());
    fixture.click(TableKind::Ports, sampleId('d', 1));
    QCoreApplication::processEvents();
    QCOMPARE(fixture.window.size(), QSize(1280, 720)); // nothing forces it larger
    for (const TableKind kind : AllTables)
        QVERIFY(fixture.view(kind)->viewport()->height() >= 2 * fixture.view(kind)->rowHeight(0));
    QVERIFY(fixture.find<QWidget>(u"evidenceText"_s)->height() > 100);
    QVERIFY(fixture.find<QWidget>(u"quotaDock"_s)->height() > 400); // not a slit above the other tables
    fixture.window.resize(1600, 1000);
    QTRY_COMPARE(fixture.find<QWidget>(u"timelineDock"_s)->x(), 0); // with room below, that is theirs
}

QTEST_MAIN(WindowActionsTest)
#include "tst_windowactions.moc"
