// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/palettes.h"
#include "tests/support/samplecloud.h"
#include "views/filterbar.h"
#include "views/mainwindow.h"
#include "views/summarybar.h"
#include "views/tableview.h"

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDir>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// The filter bar in its window, by keys and clicks.
class FilterBarTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void typingFilters();
    void errorStandsUnderItsTerm();
    void completionOfNamesAndValues();
    void completionOfALargeTable();
    void tabTakesTheFirst();
    void aClickTakes();
    void keysWhileItOffers();
    void chipsToggleTerms();
    void chipsCountWhatTheyWouldShow();
    void flagsMenu();
    void cellMenu();
    void cellMenuOfOtherTables();
    void keys();
    void timeRangeIsShownAndTakenAway();
    void savedFilters();
    void narrow();
    void dark();

private:
    template <class T>
    T &find(const QString &name) const
    {
        T *const found = m_window->findChild<T *>(name);
        if (!found)
            qFatal("no %s", qPrintable(name));
        return *found;
    }
    QLineEdit &edit() const { return find<QLineEdit>(u"filterEdit"_s); }
    QListView *list() const { return m_window->findChild<QListView *>(u"filterCompletions"_s); }
    bool isOffering() const { return list() && list()->isVisible(); }
    QStringList offered() const
    {
        QStringList labels;
        for (int row = 0; isOffering() && row < list()->model()->rowCount(); ++row)
            labels += list()->model()->index(row, 0).data().toString();
        return labels;
    }
    /// Right-clicks the cell and takes \a action of the menu; the names of all actions that there are.
    QStringList rightClick(const QString &view, int row, int column, const QString &action = {}) const;
    void type(const QString &text) const { QTest::keyClicks(&edit(), text); }
    void keep(const QString &name) const;

    QTemporaryDir m_folder;
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<MainWindow> m_window;
};

void FilterBarTest::initTestCase()
{
    QApplication::setStyle(u"Fusion"_s);
    QApplication::setPalette(lightPalette());
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
}

void FilterBarTest::init()
{
    m_bench = std::make_unique<Workbench>();
    m_window = std::make_unique<MainWindow>(*m_bench);
    SampleOptions options;
    options.ports = 137;
    options.servers = 40;
    m_window->setDataset(sampleDataset(options));
    m_window->resize(1280, 720);
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    edit().setFocus();
}

void FilterBarTest::cleanup()
{
    m_window.reset();
    m_bench.reset();
}

/// With FLOTSAM_SHOTS set to a folder the picture is kept there.
void FilterBarTest::keep(const QString &name) const
{
    const QString folder = qEnvironmentVariable("FLOTSAM_SHOTS");
    if (folder.isEmpty())
        return;
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(m_window->grab().save(folder + u'/' + name + u".png"_s));
}

void FilterBarTest::typingFilters()
{
    type(u"verdict:orphan project=ci"_s);
    QCOMPARE(m_bench->filter().text, u"verdict:orphan project=ci"_s);
    const IndexProxy &ports = m_bench->proxy(TableKind::Ports);
    QVERIFY(ports.rowCount() > 0);
    for (int row = 0; row < ports.rowCount(); ++row) {
        QVERIFY(ports.index(row, PortsTable::VerdictColumn).data().toString().startsWith(u"orphan"_s));
        QCOMPARE(ports.index(row, PortsTable::Project).data().toString(), u"ci"_s);
    }
    QTest::keyClick(&edit(), Qt::Key_Escape);
    edit().clear();
    QCOMPARE(ports.rowCount(), 137);
}

void FilterBarTest::errorStandsUnderItsTerm()
{
    edit().setText(u"web"_s);
    const int rows = m_bench->proxy(TableKind::Ports).rowCount();
    edit().setText(u"web colour:red"_s);
    QCOMPARE(m_bench->proxy(TableKind::Ports).rowCount(), rows);
    QTRY_VERIFY(m_window->findChild<QLabel *>(u"filterError"_s) && find<QLabel>(u"filterError"_s).isVisible());
    const QLabel &error = find<QLabel>(u"filterError"_s);
    QVERIFY2(error.text().contains(u"colour"_s), qPrintable(error.text()));
    QVERIFY(edit().accessibleDescription().contains(u"colour"_s));
    const QPoint under = edit().mapTo(m_window.get(), QPoint(0, edit().height()));
    QVERIFY(error.y() >= under.y() && error.y() < under.y() + 10);
    const int term = edit().fontMetrics().horizontalAdvance(u"web "_s);
    const bool moved = error.geometry().right() >= m_window->width() - 6; // to stay in the window
    QVERIFY(moved || std::abs(error.x() - under.x() - term) < 12);
    keep(u"filter-error"_s);
    edit().setText(u"web"_s);
    QVERIFY(!error.isVisible());
    QVERIFY(edit().accessibleDescription().isEmpty());
    // Return does not wait.
    edit().setText(u"ip:host"_s);
    QTest::keyClick(&edit(), Qt::Key_Return);
    QVERIFY(error.isVisible());
    QVERIFY(edit().hasFocus());
}

void FilterBarTest::completionOfNamesAndValues()
{
    type(u"pro"_s);
    QVERIFY(isOffering());
    QVERIFY2(offered().startsWith(u"project:"_s), qPrintable(offered().join(u' ')));
    keep(u"filter-names"_s);
    QTest::keyClick(&edit(), Qt::Key_Down);
    QTest::keyClick(&edit(), Qt::Key_Return);
    QCOMPARE(edit().text(), u"project:"_s);
    QCOMPARE(offered(), (QStringList{u"demo"_s, u"ci"_s, u"web"_s}));
    keep(u"filter-values"_s);
    type(u"c"_s);
    QCOMPARE(edit().text(), u"project:c"_s);
    QCOMPARE(offered(), QStringList{u"ci"_s});
    QTest::keyClick(&edit(), Qt::Key_Down);
    QTest::keyClick(&edit(), Qt::Key_Return);
    QCOMPARE(edit().text(), u"project:ci "_s);
    QVERIFY(!isOffering());
    type(u"-verdict:in-use,st"_s);
    QCOMPARE(offered(), QStringList{u"stale"_s});
    QTest::keyClick(&edit(), Qt::Key_Escape);
    QVERIFY(!isOffering());
    QCOMPARE(edit().text(), u"project:ci -verdict:in-use,st"_s);
    edit().clear();
    type(u"orph"_s);
    QCOMPARE(offered(), QStringList{u"verdict:orphan"_s});
    edit().clear();
    type(u"name:reserved-1"_s);
    QVERIFY(offered().contains(u"reserved-13"_s));
    edit().clear();
    QVERIFY(!isOffering());
    QTest::keyClick(&edit(), Qt::Key_Down); // what is there at all?
    QCOMPARE(offered().size(), FilterFieldCount - 1);
}

void FilterBarTest::completionOfALargeTable()
{
    SampleOptions options;
    options.ports = 20'000;
    m_window->setDataset(sampleDataset(options));
    QTRY_COMPARE(m_bench->proxy(TableKind::Ports).totalCount(), 20'000);
    QVERIFY(!m_bench->portsTable()->fields().isReady(FilterField::Mac));
    type(u"mac:fa163e00000"_s);
    QTRY_VERIFY(offered().contains(u"fa:16:3e:00:00:07"_s));
    QTRY_VERIFY(!m_bench->proxy(TableKind::Ports).isBusy());
    QCOMPARE(m_bench->proxy(TableKind::Ports).rowCount(), 16);
    QTRY_COMPARE(m_bench->filterCounts().shown, 16);
}

void FilterBarTest::tabTakesTheFirst()
{
    type(u"verdict:o"_s);
    QTest::keyClick(&edit(), Qt::Key_Tab);
    QCOMPARE(edit().text(), u"verdict:orphan "_s);
    QVERIFY(edit().hasFocus());
    edit().setText(u"name:res age>1h"_s);
    edit().setCursorPosition(8);
    QTest::keyClick(&edit(), Qt::Key_Down);
    QVERIFY(!offered().isEmpty());
    QTest::keyClick(&edit(), Qt::Key_Tab);
    QVERIFY2(edit().text().startsWith(u"name:reserved-"_s) && edit().text().endsWith(u" age>1h"_s),
             qPrintable(edit().text()));
}

void FilterBarTest::aClickTakes()
{
    type(u"verdict:"_s);
    QVERIFY(offered().contains(u"stale"_s));
    const QModelIndex stale = list()->model()->index(int(offered().indexOf(u"stale"_s)), 0);
    QTest::mouseClick(list()->viewport(), Qt::LeftButton, {}, list()->visualRect(stale).center());
    QTRY_COMPARE(edit().text(), u"verdict:stale "_s);
    QVERIFY(edit().hasFocus());
    QVERIFY(!isOffering());
}

/// Every key may come at any time: the list follows, or goes.
void FilterBarTest::keysWhileItOffers()
{
    type(u"project:"_s);
    QVERIFY(isOffering());
    QTest::keyClick(&edit(), Qt::Key_Down);
    type(u"zzz"_s);
    QVERIFY(!isOffering());
    for (int i = 0; i < 11; ++i)
        QTest::keyClick(&edit(), Qt::Key_Backspace);
    QCOMPARE(edit().text(), QString());
    QVERIFY(!isOffering());
    type(u"verdict:"_s);
    for (const Qt::Key key : {Qt::Key_Up, Qt::Key_PageDown, Qt::Key_PageUp, Qt::Key_Down, Qt::Key_Home, Qt::Key_End,
                              Qt::Key_Left, Qt::Key_Right})
        QTest::keyClick(&edit(), key);
    QTest::keyClick(&edit(), Qt::Key_Escape);
    QVERIFY(!isOffering());
    QCOMPARE(edit().text(), u"verdict:"_s); // that Escape was for the list
    type(u"or"_s);
    QVERIFY(isOffering());
    QTest::keyClick(&edit(), Qt::Key_Return); // nothing was pointed at
    QVERIFY(!isOffering());
    QCOMPARE(edit().text(), u"verdict:or"_s);
    QVERIFY(find<TableView>(u"portsView"_s).hasFocus());
    edit().setFocus();
    type(u"p"_s);
    QVERIFY(isOffering());
    find<TableView>(u"portsView"_s).setFocus();
    QVERIFY(!isOffering());
    edit().setFocus();
    edit().clear();
    type(u"name:"_s);
    QVERIFY(isOffering());
    m_bench->clear(); // the reading goes while its values are offered
    QVERIFY(!isOffering());
    m_window->setDataset(sampleDataset());
    edit().setFocus();
    type(u"p"_s);
    QVERIFY(isOffering());
    m_window.reset(); // and the window while it offers
}

void FilterBarTest::chipsToggleTerms()
{
    auto &orphan = find<QAbstractButton>(u"chipOrphan"_s);
    auto &inUse = find<QAbstractButton>(u"chipInUse"_s);
    auto &conflict = find<QAbstractButton>(u"chipMacConflict"_s);
    edit().setText(u"web or 10"_s);
    orphan.click();
    QCOMPARE(edit().text(), u"(web or 10) verdict:orphan"_s);
    inUse.click();
    QCOMPARE(edit().text(), u"(web or 10) verdict:orphan,in-use,service"_s);
    conflict.click();
    QCOMPARE(edit().text(), u"(web or 10) verdict:orphan,in-use,service flag:mac-conflict"_s);
    orphan.click();
    inUse.click();
    conflict.click();
    QCOMPARE(edit().text(), u"(web or 10)"_s);
    // And the other way round.
    edit().setText(u"verdict:orphan"_s);
    QVERIFY(orphan.isChecked() && !inUse.isChecked());
    edit().setText(u"-verdict:orphan"_s);
    QVERIFY(!orphan.isChecked());
    edit().setText(u"verdict:in-use"_s);
    QVERIFY(!inUse.isChecked()); // without the services' ports it is not what the chip says
}

void FilterBarTest::chipsCountWhatTheyWouldShow()
{
    const auto count = [this](const QString &name) { return find<Chip>(name).count(); };
    const int orphans = count(u"chipOrphan"_s);
    QCOMPARE(orphans, m_bench->dataset().count(Verdict::Orphan));
    edit().setText(u"project=ci"_s);
    const int ofProject = count(u"chipOrphan"_s);
    QVERIFY(ofProject > 0 && ofProject < orphans);
    const int stale = count(u"chipStale"_s);
    find<QAbstractButton>(u"chipOrphan"_s).click();
    QCOMPARE(m_bench->proxy(TableKind::Ports).rowCount(), ofProject);
    QCOMPARE(count(u"chipOrphan"_s), ofProject);
    QCOMPARE(count(u"chipStale"_s), stale); // what a click on it would add
    find<QAbstractButton>(u"chipStale"_s).click();
    QCOMPARE(m_bench->proxy(TableKind::Ports).rowCount(), ofProject + stale);
}

void FilterBarTest::flagsMenu()
{
    QAction *const held = find<QToolButton>(u"flagsButton"_s).menu()->findChild<QAction *>(u"flag-ip-held"_s);
    QVERIFY(held);
    held->trigger();
    QCOMPARE(edit().text(), u"flag:ip-held"_s);
    QVERIFY(held->text().contains(QString::number(m_bench->proxy(TableKind::Ports).rowCount())));
    held->trigger();
    QCOMPARE(edit().text(), QString());
}

QStringList FilterBarTest::rightClick(const QString &view, int row, int column, const QString &action) const
{
    auto &table = find<TableView>(view);
    const QModelIndex index = table.model()->index(row, column);
    table.scrollTo(index);
    const QPoint at = table.visualRect(index).center();
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, table.viewport()->mapToGlobal(at));
    QApplication::sendEvent(table.viewport(), &event);
    auto *const menu = table.findChild<QMenu *>(u"cellMenu"_s);
    if (!menu)
        return {};
    QStringList names;
    for (const QAction *one : menu->actions())
        names += one->objectName();
    if (QAction *const wanted = menu->findChild<QAction *>(action); wanted && !action.isEmpty())
        wanted->trigger();
    delete menu;
    return names;
}

void FilterBarTest::cellMenu()
{
    const IndexProxy &ports = m_bench->proxy(TableKind::Ports);
    const QString view = u"portsView"_s;
    QStringList names = rightClick(view, 0, PortsTable::Project);
    QVERIFY(names.contains(u"actionFilterBy"_s) && names.contains(u"actionFilterOut"_s));
    QVERIFY(!names.contains(u"actionFilterOnly"_s)); // there is no other filter
    const QString project = ports.index(0, PortsTable::Project).data().toString();
    rightClick(view, 0, PortsTable::Project, u"actionFilterBy"_s);
    QCOMPARE(edit().text(), u"project="_s + project);
    const int ofProject = ports.rowCount();
    QVERIFY(ofProject > 0 && ofProject < 137);
    rightClick(view, 0, PortsTable::VerdictColumn, u"actionFilterOut"_s);
    QCOMPARE(edit().text(), u"project=%1 -verdict:orphan"_s.arg(project));
    QVERIFY(ports.rowCount() < ofProject);
    edit().setText(edit().text() + u" colour:red"_s); // what cannot be read does not stand in the way
    rightClick(view, 0, PortsTable::Status, u"actionFilterBy"_s);
    QVERIFY2(!m_bench->filterError(), qPrintable(edit().text()));
    QVERIFY2(edit().text().startsWith(u"project=%1 -verdict:orphan status="_s.arg(project)), qPrintable(edit().text()));
    rightClick(view, 0, PortsTable::Mac, u"actionFilterOnly"_s);
    QVERIFY(edit().text().startsWith(u"mac:"_s));
    QCOMPARE(ports.rowCount(), 1);
    QVERIFY(rightClick(view, 0, PortsTable::Mac).contains(u"actionCopyIds"_s));
}

void FilterBarTest::cellMenuOfOtherTables()
{
    const IndexProxy &ports = m_bench->proxy(TableKind::Ports);
    auto &servers = find<TableView>(u"serversView"_s);
    const int shown
        = int(m_bench->dataset().relations->portsOfInstance(m_bench->proxy(TableKind::Instances).sourceRow(0)).size());
    rightClick(u"serversView"_s, 0, InstancesTable::Name, u"actionFilterBy"_s);
    QCOMPARE(edit().text(), u"server="_s + servers.model()->index(0, InstancesTable::Name).data().toString());
    QCOMPARE(ports.rowCount(), shown);
    rightClick(u"serversView"_s, 0, InstancesTable::Name, u"actionFilterOnly"_s);
    edit().clear();
    rightClick(u"serversView"_s, 0, InstancesTable::Name, u"actionFilterOut"_s);
    QCOMPARE(ports.rowCount(), 137 - shown);
    edit().clear();
    rightClick(u"resourcesView"_s, 0, ResourcesTable::StackColumn, u"actionFilterBy"_s);
    QVERIFY2(edit().text().startsWith(u"stack="_s), qPrintable(edit().text()));
    QVERIFY(!m_bench->filterError());
    QVERIFY(!rightClick(u"resourcesView"_s, 0, ResourcesTable::Type).contains(u"actionFilterBy"_s));
}

void FilterBarTest::keys()
{
    auto &table = find<TableView>(u"portsView"_s);
    table.setFocus();
    QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
    QVERIFY(edit().hasFocus());
    type(u"10.0"_s);
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QCOMPARE(edit().text(), QString());
    QVERIFY(edit().hasFocus());
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QVERIFY(table.hasFocus());
    QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
    type(u"10.0"_s);
    QTest::keyClick(&edit(), Qt::Key_Return);
    QVERIFY(table.hasFocus());
    QCOMPARE(m_bench->filter().text, u"10.0"_s);
}

void FilterBarTest::timeRangeIsShownAndTakenAway()
{
    auto &range = find<QToolButton>(u"filterRange"_s);
    QVERIFY(!range.isVisible());
    FilterState state;
    state.text = u"verdict:orphan"_s;
    state.createdFrom = QDateTime(QDate(2026, 11, 30), QTime(8, 0), Qt::UTC).toMSecsSinceEpoch();
    m_bench->setFilter(state);
    QVERIFY(range.isVisible());
    QVERIFY2(range.text().contains(u"2026-11-30 08:00"_s), qPrintable(range.text()));
    const int rows = m_bench->proxy(TableKind::Ports).rowCount();
    QCOMPARE(find<Chip>(u"chipOrphan"_s).count(), rows);
    range.click();
    QVERIFY(!range.isVisible());
    QCOMPARE(m_bench->filter().text, u"verdict:orphan"_s);
    QVERIFY(m_bench->proxy(TableKind::Ports).rowCount() > rows);
}

void FilterBarTest::savedFilters()
{
    QMenu &menu = find<QMenu>(u"filterSavedMenu"_s);
    emit menu.aboutToShow();
    QVERIFY(!menu.findChild<QAction *>(u"actionSaveFilter"_s)->isEnabled());
    for (QAction *action : menu.actions()) { // the ones that everybody needs can be read
        if (!action->data().isNull()) {
            action->trigger();
            QVERIFY2(!m_bench->filterError(), qPrintable(action->text()));
        }
    }
    edit().setText(u"project=ci age>1h"_s);
    emit menu.aboutToShow();
    menu.findChild<QAction *>(u"actionSaveFilter"_s)->trigger();
    auto *const dialog = m_window->findChild<QInputDialog *>(u"saveFilterDialog"_s);
    QVERIFY(dialog);
    dialog->setTextValue(u"R&D"_s);
    dialog->accept();
    QCOMPARE(SavedFilters().all(), (QList<SavedFilter>{{u"R&D"_s, u"project=ci age>1h"_s}}));
    edit().clear();
    emit menu.aboutToShow();
    const auto actions = menu.actions();
    const auto saved = std::find_if(actions.begin(), actions.end(), [](QAction *a) { return a->text() == u"R&&D"_s; });
    QVERIFY(saved != actions.end());
    (*saved)->trigger();
    QCOMPARE(edit().text(), u"project=ci age>1h"_s);
    QMenu *const forget = menu.findChild<QMenu *>(u"filterForgetMenu"_s);
    QVERIFY(forget);
    forget->actions().first()->trigger();
    QCOMPARE(SavedFilters().all(), QList<SavedFilter>());
}

void FilterBarTest::narrow()
{
    for (const int width : {1600, 1280, 900}) {
        for (int step = 0; step < 3; ++step) { // what gives way when it gets narrow is narrower afterwards
            m_window->resize(width, 720);
            QApplication::processEvents();
        }
        QVERIFY2(m_window->width() <= width, qPrintable(QString::number(m_window->width())));
        QVERIFY(edit().width() >= edit().fontMetrics().averageCharWidth() * 30);
    }
    keep(u"filter-narrow"_s);
}

void FilterBarTest::dark()
{
    QApplication::setPalette(darkPalette());
    QApplication::processEvents();
    type(u"verdict:"_s);
    keep(u"filter-dark"_s);
    const QImage image = list()->viewport()->grab().toImage();
    QVERIFY(image.pixelColor(image.width() / 2, 1).lightness() < 80);
    QApplication::setPalette(lightPalette());
}

QTEST_MAIN(FilterBarTest)
#include "tst_filterbar.moc"
