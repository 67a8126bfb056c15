// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/palettes.h"
#include "tests/support/samplecloud.h"
#include "tests/support/windowfixture.h"
#include "views/rowdelegate.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFontInfo>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QRandomGenerator>
#include <QSettings>
#include <QTemporaryDir>
#include <QToolButton>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// Columns, sorting, copying, the pin, and what of it is kept.
class TableActionsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void copyRowsIdsAndCommands();
    void copyFollowsTheKeyboard();
    void sortByKeys();
    void sortByClicks();
    void randomSortsAgainstTheModel();
    void columnsByMenu();
    void columnsByKeys();
    void layoutIsKeptPerTable();
    void damagedLayoutChangesNothing();
    void resetLayout();
    void pinShowsWhatBelongs();
    void pinStaysOverRefreshAndFilter();
    void pinThatLeavesNothing();
    void backAndForwardLeadThroughPins();
    void headerMarksTheOtherSortColumns();
    void idsStandInAFixedWidthFont();

private:
    static QStringList shownIds(WindowFixture &fixture, TableKind kind)
    {
        const IndexProxy &proxy = fixture.workbench.proxy(kind);
        QStringList ids;
        for (int row = 0; row < proxy.rowCount(); ++row)
            ids += proxy.index(row, 0).data(IdRole).toString();
        return ids;
    }
    static std::unique_ptr<QSettings> settings(const QTemporaryDir &folder)
    {
        return std::make_unique<QSettings>(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
    }
};

void TableActionsTest::initTestCase()
{
    QApplication::setStyle(u"Fusion"_s);
    QApplication::setPalette(lightPalette());
}

void TableActionsTest::init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

void TableActionsTest::copyRowsIdsAndCommands()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    fixture.click(TableKind::Ports, sampleId('d', 3));
    fixture.click(TableKind::Ports, sampleId('d', 1), Qt::ControlModifier);
    fixture.action(u"actionCopy"_s)->trigger();
    const QStringList lines = QApplication::clipboard()->text().split(u'\n');
    QCOMPARE(lines.size(), 4); // titles, two rows, the end
    QVERIFY(lines[0].startsWith(u"Verdict\t"_s));
    QVERIFY(lines[1].startsWith(u"orphan, proven\t"_s));
    fixture.action(u"actionCopyIds"_s)->trigger();
    QCOMPARE(QApplication::clipboard()->text(), sampleId('d', 1) + u'\n' + sampleId('d', 3) + u'\n');
    fixture.action(u"actionCopyCommands"_s)->trigger();
    QVERIFY(QApplication::clipboard()->text().endsWith(
        u"openstack port show '%1'\nopenstack port show '%2'\n"_s.arg(sampleId('d', 1), sampleId('d', 3))));
    TableView *const view = fixture.view(TableKind::Ports);
    view->setCurrentIndex(view->model()->index(0, PortsTable::Mac));
    fixture.action(u"actionCopyCell"_s)->trigger();
    QCOMPARE(QApplication::clipboard()->text(), view->currentIndex().data().toString());
}

void TableActionsTest::copyFollowsTheKeyboard()
{
    WindowFixture fixture;
    fixture.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
    fixture.window.setDataset(sampleDataset());
    fixture.view(TableKind::Instances)->setFocus();
    fixture.click(TableKind::Instances, sampleId('a', 2));
    fixture.action(u"actionCopyCommands"_s)->trigger();
    QVERIFY(QApplication::clipboard()->text().contains(u"openstack server show '%1'"_s.arg(sampleId('a', 2))));
    fixture.view(TableKind::Resources)->setFocus();
    fixture.click(TableKind::Resources, sampleId('e', 1) + u"/vip"_s);
    fixture.action(u"actionCopyCommands"_s)->trigger();
    QVERIFY(QApplication::clipboard()->text().contains(
        u"openstack stack resource show '%1' 'vip'"_s.arg(sampleId('e', 1))));
}

void TableActionsTest::sortByKeys()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    IndexProxy &proxy = fixture.workbench.proxy(TableKind::Ports);
    TableView *const view = fixture.view(TableKind::Ports);
    view->setCurrentIndex(view->model()->index(0, PortsTable::Mac));
    fixture.action(u"actionSortDescending"_s)->trigger();
    QCOMPARE(proxy.sortColumns().first(), (SortColumn{PortsTable::Mac, Qt::DescendingOrder}));
    QCOMPARE(view->horizontalHeader()->sortIndicatorSection(), int(PortsTable::Mac));
    view->setCurrentIndex(view->model()->index(0, PortsTable::Status));
    proxy.setSortColumns({{PortsTable::Network, Qt::AscendingOrder}});
    fixture.action(u"actionSortMore"_s)->trigger();
    fixture.action(u"actionSortMore"_s)->trigger();
    QCOMPARE(proxy.sortColumns(),
             (QList<SortColumn>{{PortsTable::Network, Qt::AscendingOrder}, {PortsTable::Status, Qt::DescendingOrder}}));
    QCOMPARE(view->horizontalHeader()->sortIndicatorSection(), int(PortsTable::Network));
}

void TableActionsTest::sortByClicks()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    IndexProxy &proxy = fixture.workbench.proxy(TableKind::Ports);
    QHeaderView *const header = fixture.view(TableKind::Ports)->horizontalHeader();
    const auto click = [&](int column, Qt::KeyboardModifiers modifiers = {}) {
        const int x = header->sectionViewportPosition(column) + header->sectionSize(column) / 2;
        QTest::mouseClick(header->viewport(), Qt::LeftButton, modifiers, {x, header->height() / 2});
    };
    click(PortsTable::Name);
    QCOMPARE(proxy.sortColumns().first(), (SortColumn{PortsTable::Name, Qt::AscendingOrder}));
    QCOMPARE(proxy.sortColumns().value(1), (SortColumn{PortsTable::VerdictColumn, Qt::AscendingOrder}));
    click(PortsTable::Why, Qt::ControlModifier);
    QCOMPARE(proxy.sortColumns().value(2), (SortColumn{PortsTable::Why, Qt::AscendingOrder}));
    click(PortsTable::Why, Qt::ControlModifier);
    QCOMPARE(proxy.sortColumns().value(2), (SortColumn{PortsTable::Why, Qt::DescendingOrder}));
    click(PortsTable::Name);
    QCOMPARE(proxy.sortColumns().first(), (SortColumn{PortsTable::Name, Qt::DescendingOrder}));
}

void TableActionsTest::randomSortsAgainstTheModel()
{
    WindowFixture fixture;
    SampleOptions options;
    options.ports = 120;
    fixture.window.setDataset(sampleDataset(options));
    QRandomGenerator random(5);
    for (const TableKind kind : AllTables) {
        TableView *const view = fixture.view(kind);
        QAbstractItemModelTester tester(view->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        for (int round = 0; round < 30; ++round) {
            const int column = random.bounded(view->model()->columnCount());
            view->setCurrentIndex(view->model()->index(0, column));
            view->setColumnShown(column, true);
            view->setFocus();
            const QString current = view->currentIndex().data(IdRole).toString();
            view->sortByColumn(column, random.bounded(2) ? Qt::AscendingOrder : Qt::DescendingOrder);
            const IndexProxy &proxy = view->proxy();
            const Qt::SortOrder order = proxy.sortColumns().first().order;
            for (int row = 1; row < proxy.rowCount(); ++row) {
                const quint32 a = (*proxy.rows().table()->ranks(column))[size_t(proxy.sourceRow(row - 1))];
                const quint32 b = (*proxy.rows().table()->ranks(column))[size_t(proxy.sourceRow(row))];
                QVERIFY(b == NoRank || (a != NoRank && (order == Qt::AscendingOrder ? a <= b : a >= b)));
            }
            QCOMPARE(view->currentIndex().data(IdRole).toString(), current); // it went along
        }
    }
}

void TableActionsTest::columnsByMenu()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    TableView *const view = fixture.view(TableKind::Ports);
    auto *const menu = fixture.find<QMenu>(u"columnsMenu"_s);
    emit menu->aboutToShow();
    QAction *id = nullptr;
    for (QAction *action : menu->actions()) {
        if (action->text() == u"ID"_s)
            id = action;
    }
    QVERIFY(id && !id->isChecked());
    id->trigger();
    QVERIFY(!view->isColumnHidden(PortsTable::Id));
    for (int column = 0; column < PortsTable::ColumnCount; ++column)
        view->setColumnShown(column, column == PortsTable::Name);
    emit menu->aboutToShow();
    for (const QAction *action : menu->actions()) {
        if (action->isCheckable() && action->isChecked())
            QVERIFY(!action->isEnabled()); // the last one stays
    }
}

void TableActionsTest::columnsByKeys()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    TableView *const view = fixture.view(TableKind::Ports);
    QHeaderView *const header = view->horizontalHeader();
    view->setCurrentIndex(view->model()->index(0, PortsTable::Name));
    fixture.action(u"actionColumnLeft"_s)->trigger();
    QCOMPARE(header->visualIndex(PortsTable::Name), 1);
    const int width = header->sectionSize(PortsTable::Name);
    fixture.action(u"actionColumnWider"_s)->trigger();
    QVERIFY(header->sectionSize(PortsTable::Name) > width);
    fixture.action(u"actionResetColumns"_s)->trigger();
    QCOMPARE(header->visualIndex(PortsTable::Name), int(PortsTable::Name));
    QCOMPARE(header->sectionSize(PortsTable::Name), width);
}

void TableActionsTest::layoutIsKeptPerTable()
{
    const QTemporaryDir folder;
    {
        WindowFixture fixture;
        fixture.window.remember(settings(folder));
        fixture.window.setDataset(sampleDataset());
        TableView *const view = fixture.view(TableKind::Ports);
        view->horizontalHeader()->moveSection(PortsTable::Mac, 0);
        view->setColumnWidth(PortsTable::Mac, 222);
        view->setColumnShown(PortsTable::Why, false);
        fixture.workbench.proxy(TableKind::Ports)
            .setSortColumns({{PortsTable::Network, Qt::DescendingOrder}, {PortsTable::Mac, Qt::AscendingOrder}});
        fixture.view(TableKind::Instances)->setColumnShown(InstancesTable::Host, false);
        fixture.window.close();
    }
    WindowFixture fixture;
    fixture.window.remember(settings(folder));
    fixture.window.setDataset(sampleDataset());
    TableView *const view = fixture.view(TableKind::Ports);
    QCOMPARE(view->horizontalHeader()->logicalIndex(0), int(PortsTable::Mac));
    QCOMPARE(view->columnWidth(PortsTable::Mac), 222);
    QVERIFY(view->isColumnHidden(PortsTable::Why));
    QCOMPARE(fixture.workbench.proxy(TableKind::Ports).sortColumns(),
             (QList<SortColumn>{{PortsTable::Network, Qt::DescendingOrder}, {PortsTable::Mac, Qt::AscendingOrder}}));
    QVERIFY(fixture.view(TableKind::Instances)->isColumnHidden(InstancesTable::Host));
    QVERIFY(!fixture.view(TableKind::Resources)->isColumnHidden(ResourcesTable::Type));
}

void TableActionsTest::damagedLayoutChangesNothing()
{
    const QTemporaryDir folder;
    {
        const auto file = settings(folder);
        file->setValue(u"tables/portsView"_s, QByteArray("{\"columns\":[{\"key\":\"nothing\",\"shown\":true}]}"));
        file->setValue(u"tables/serversView"_s, QByteArray("\xff not json"));
        file->setValue(u"window/state"_s, QByteArray("nonsense"));
        file->setValue(u"refresh/minutes"_s, u"often"_s);
    }
    WindowFixture fixture;
    fixture.window.remember(settings(folder));
    fixture.window.setDataset(sampleDataset());
    QVERIFY(!fixture.view(TableKind::Ports)->isColumnHidden(PortsTable::VerdictColumn));
    QVERIFY(!fixture.view(TableKind::Instances)->isColumnHidden(InstancesTable::Name));
    QVERIFY(fixture.find<QWidget>(u"evidenceDock"_s)->isVisible());
    QVERIFY(fixture.action(u"actionRefreshEvery0"_s)->isChecked());
}

void TableActionsTest::resetLayout()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    auto *const evidence = fixture.find<QDockWidget>(u"evidenceDock"_s);
    evidence->hide();
    fixture.window.addDockWidget(Qt::LeftDockWidgetArea, fixture.find<QDockWidget>(u"serversDock"_s));
    fixture.view(TableKind::Ports)->setColumnShown(PortsTable::Why, false);
    fixture.action(u"actionResetLayout"_s)->trigger();
    QVERIFY(evidence->isVisible());
    QCOMPARE(fixture.window.dockWidgetArea(fixture.find<QDockWidget>(u"serversDock"_s)), Qt::BottomDockWidgetArea);
    QVERIFY(!fixture.view(TableKind::Ports)->isColumnHidden(PortsTable::Why));
}

void TableActionsTest::pinShowsWhatBelongs()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    QVERIFY(!fixture.action(u"actionPin"_s)->isEnabled());
    fixture.click(TableKind::Instances, sampleId('a', 0));
    const QStringList ports = fixture.linkedIds(TableKind::Ports);
    QVERIFY(!ports.isEmpty());
    fixture.action(u"actionPin"_s)->trigger();
    QCOMPARE(shownIds(fixture, TableKind::Instances), QStringList{sampleId('a', 0)});
    QCOMPARE(shownIds(fixture, TableKind::Ports), ports);
    QCOMPARE(shownIds(fixture, TableKind::Resources).size(), fixture.linkedIds(TableKind::Resources).size());
    auto *const pinned = fixture.find<QToolButton>(u"portsPinned"_s);
    QVERIFY(pinned->isVisible() && pinned->text().contains(u"web-0"_s));
    // What is selected within marks, and does not filter.
    fixture.click(TableKind::Ports, ports.first());
    QCOMPARE(shownIds(fixture, TableKind::Instances), QStringList{sampleId('a', 0)});
    QTest::mouseClick(pinned, Qt::LeftButton);
    QCOMPARE(fixture.workbench.proxy(TableKind::Ports).rowCount(), 40);
    QCOMPARE(fixture.workbench.proxy(TableKind::Instances).rowCount(), fixture.workbench.servers().rowCount());
    QVERIFY(!fixture.action(u"actionPin"_s)->isChecked());
}

void TableActionsTest::pinStaysOverRefreshAndFilter()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    fixture.click(TableKind::Ports, sampleId('d', 12));
    fixture.click(TableKind::Ports, sampleId('d', 21), Qt::ControlModifier);
    fixture.action(u"actionPin"_s)->trigger();
    QCOMPARE(fixture.workbench.proxy(TableKind::Ports).rowCount(), 2);
    fixture.workbench.setFilter({u"orphan"_s});
    QCOMPARE(shownIds(fixture, TableKind::Ports), QStringList{sampleId('d', 21)});
    fixture.workbench.setFilter({});
    SampleOptions later;
    later.shift = 15;
    fixture.window.setDataset(sampleDataset(later));
    QCOMPARE(shownIds(fixture, TableKind::Ports), QStringList{sampleId('d', 21)});
    fixture.window.setDataset(sampleDataset());
    QCOMPARE(fixture.workbench.proxy(TableKind::Ports).rowCount(), 2);
    fixture.workbench.hub().clear();
    fixture.action(u"actionEscape"_s)->trigger();
    QCOMPARE(fixture.workbench.proxy(TableKind::Ports).rowCount(), 40);
}

void TableActionsTest::pinThatLeavesNothing()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    fixture.click(TableKind::Ports, sampleId('d', 3)); // belongs to nothing
    fixture.action(u"actionPin"_s)->trigger();
    QCOMPARE(fixture.labelText(u"serversEmptyTitle"_s), u"Nothing here belongs to what is pinned."_s);
    QTest::mouseClick(fixture.find<QPushButton>(u"serversClearFilter"_s), Qt::LeftButton);
    QVERIFY(!fixture.workbench.isPinned());
}

void TableActionsTest::backAndForwardLeadThroughPins()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    const IndexProxy &ports = fixture.workbench.proxy(TableKind::Ports);
    fixture.click(TableKind::Ports, sampleId('d', 12));
    fixture.action(u"actionPin"_s)->trigger();
    QCOMPARE(shownIds(fixture, TableKind::Ports), QStringList{sampleId('d', 12)});
    fixture.workbench.hub().select(TableKind::Ports, {sampleId('d', 21)});
    fixture.workbench.pin();
    QCOMPARE(shownIds(fixture, TableKind::Ports), QStringList{sampleId('d', 21)});

    QAction *const back = fixture.action(u"actionBack"_s);
    QAction *const forward = fixture.action(u"actionForward"_s);
    back->trigger(); // the second pin
    QCOMPARE(shownIds(fixture, TableKind::Ports), QStringList{sampleId('d', 12)});
    back->trigger(); // the second selection
    QCOMPARE(fixture.selectedIds(TableKind::Ports), QStringList{sampleId('d', 12)});
    QVERIFY(fixture.action(u"actionPin"_s)->isChecked());
    back->trigger(); // the first pin
    QCOMPARE(ports.rowCount(), 40);
    QVERIFY(!fixture.action(u"actionPin"_s)->isChecked());
    QCOMPARE(fixture.selectedIds(TableKind::Ports), QStringList{sampleId('d', 12)});
    back->trigger(); // the first selection
    QVERIFY(!back->isEnabled());
    for (int step = 0; step < 4; ++step)
        forward->trigger();
    QVERIFY(!forward->isEnabled());
    QCOMPARE(shownIds(fixture, TableKind::Ports), QStringList{sampleId('d', 21)});
    // Unpinning is a step too, and what was pinned is found in a later reading.
    fixture.workbench.unpin();
    QCOMPARE(ports.rowCount(), 40);
    SampleOptions later;
    later.shift = 15;
    fixture.window.setDataset(sampleDataset(later));
    back->trigger();
    QCOMPARE(shownIds(fixture, TableKind::Ports), QStringList{sampleId('d', 21)});
}

void TableActionsTest::headerMarksTheOtherSortColumns()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    QHeaderView *const header = fixture.view(TableKind::Ports)->horizontalHeader();
    IndexProxy &proxy = fixture.workbench.proxy(TableKind::Ports);
    proxy.setSortColumns({{PortsTable::Name, Qt::AscendingOrder}});
    const QImage one = header->grab().toImage();
    proxy.setSortColumns({{PortsTable::Name, Qt::AscendingOrder}, {PortsTable::Why, Qt::AscendingOrder}});
    const QImage two = header->grab().toImage();
    QCOMPARE(one.size(), two.size());
    QVERIFY(one != two);
}

void TableActionsTest::idsStandInAFixedWidthFont()
{
    struct Probe : RowDelegate
    {
        using RowDelegate::initStyleOption;
        using RowDelegate::RowDelegate;
    };
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    const TableView *const view = fixture.view(TableKind::Ports);
    const Probe probe(view->proxy(), fixture.workbench.hub(), nullptr);
    const auto pitch = [&](const QFont &font, int column) {
        QStyleOptionViewItem option;
        option.font = font;
        probe.initStyleOption(&option, view->model()->index(0, column));
        return std::pair(QFontInfo(option.font).fixedPitch(), option.font.pointSizeF());
    };
    QCOMPARE(pitch(QFont(), PortsTable::Mac).first, true); // also where the view has the default font
    QCOMPARE(pitch(QFont(), PortsTable::Name).first, false);
    QFont large = view->font();
    large.setPointSizeF(20);
    QVERIFY(pitch(large, PortsTable::Mac).second > pitch(view->font(), PortsTable::Mac).second);
}

QTEST_MAIN(TableActionsTest)
#include "tst_tableactions.moc"
