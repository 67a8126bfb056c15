// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/palettes.h"
#include "tests/support/samplecloud.h"
#include "tests/support/windowfixture.h"
#include "views/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTextBrowser>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// Selecting in one table marks and reveals what belongs to it in the others; a refresh moves nothing.
class LinkingTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void everyDirection_data();
    void everyDirection();
    void manyAtOnce();
    void selectAll();
    void theOtherTableTakesOver();
    void clearingMarksNothing();
    void backAndForward();
    void refreshKeepsSelectionAndScroll_data();
    void refreshKeepsSelectionAndScroll();
    void refreshRevealsNothing();
    void filterKeepsTheSelection();
    void sortKeepsTheSelection();
    void copiesWhatIsShown();
    void rowsHaveOneHeight();
    void evidenceOfWhatIsSelected();
    void evidenceShowsNamesAsTheyAre();
};

void LinkingTest::initTestCase()
{
    QApplication::setStyle(u"Fusion"_s);
    QApplication::setPalette(lightPalette());
}

void LinkingTest::init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

void LinkingTest::everyDirection_data()
{
    QTest::addColumn<TableKind>("from");
    QTest::addColumn<QString>("id");
    QTest::addColumn<TableKind>("to");
    QTest::addColumn<QString>("linked");
    using enum TableKind;
    QTest::newRow("server to port") << Instances << sampleId('a', 35) << Ports << sampleId('d', 70);
    QTest::newRow("server to resource") << Instances << sampleId('a', 3) << Resources << sampleId('e', 3) + u"/vip"_s;
    QTest::newRow("gone server to port") << Instances << sampleId('b', 111) << Ports << sampleId('d', 111);
    QTest::newRow("port to server") << Ports << sampleId('d', 70) << Instances << sampleId('a', 35);
    QTest::newRow("port to deleted server") << Ports << sampleId('d', 121) << Instances << sampleId('b', 121);
    QTest::newRow("port to resource") << Ports << sampleId('d', 34) << Resources << sampleId('e', 3) + u"/vip"_s;
    QTest::newRow("Heat leftover to resource")
        << Ports << sampleId('d', 18) << Resources << sampleId('e', 1) + u"/node"_s;
    QTest::newRow("resource to port") << Resources << sampleId('e', 3) + u"/vip"_s << Ports << sampleId('d', 34);
    QTest::newRow("resource to server") << Resources << sampleId('e', 3) + u"/node"_s << Instances << sampleId('a', 3);
    QTest::newRow("failed resource to its leftovers")
        << Resources << sampleId('e', 1) + u"/node"_s << Ports << sampleId('d', 18);
}

void LinkingTest::everyDirection()
{
    QFETCH(TableKind, from);
    QFETCH(QString, id);
    QFETCH(TableKind, to);
    QFETCH(QString, linked);
    WindowFixture fixture(QSize(1280, 720)); // small, so that most rows are out of sight
    SampleOptions options;
    options.ports = 137;
    options.servers = 40;
    fixture.window.setDataset(sampleDataset(options));
    QCOMPARE(fixture.view(to)->selectionModel()->selection().size(), 0);

    fixture.click(from, id);
    QCOMPARE(fixture.selectedIds(from), QStringList{id});
    QVERIFY(fixture.linkedIds(to).contains(linked));
    QVERIFY(fixture.selectedIds(to).isEmpty());
    bool revealed = false;
    for (const QString &one : fixture.linkedIds(to))
        revealed |= fixture.inSight(to, one);
    QVERIFY(revealed);
    fixture.view(to)->scrollTo(fixture.workbench.proxy(to).index(fixture.proxyRow(to, linked), 0));
    QCOMPARE(fixture.drawnBackground(to, linked), theme::linkedBackground(fixture.window.palette()));
}

void LinkingTest::manyAtOnce()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    fixture.click(TableKind::Ports, sampleId('d', 0));
    fixture.click(TableKind::Ports, sampleId('d', 1), Qt::ControlModifier);
    fixture.click(TableKind::Ports, sampleId('d', 10), Qt::ControlModifier);
    QCOMPARE(fixture.selectedIds(TableKind::Ports),
             (QStringList{sampleId('d', 0), sampleId('d', 1), sampleId('d', 10)}));
    QCOMPARE(fixture.linkedIds(TableKind::Instances),
             (QStringList{sampleId('a', 0), sampleId('a', 5), sampleId('b', 1)}));
    QCOMPARE(fixture.labelText(u"portsLinked"_s), u"3 selected"_s);
    QCOMPARE(fixture.labelText(u"serversLinked"_s), u"3 related"_s);
    fixture.click(TableKind::Ports, sampleId('d', 0), Qt::ControlModifier); // off again
    QCOMPARE(fixture.linkedIds(TableKind::Instances), (QStringList{sampleId('a', 5), sampleId('b', 1)}));
}

void LinkingTest::selectAll()
{
    WindowFixture fixture;
    SampleOptions options;
    options.ports = 3000;
    options.servers = 900;
    fixture.window.setDataset(sampleDataset(options));
    QSignalSpy changes(&fixture.workbench.hub(), &SelectionHub::changed);
    fixture.view(TableKind::Ports)->setFocus();
    QTest::keySequence(fixture.view(TableKind::Ports), QKeySequence::SelectAll);
    QCOMPARE(fixture.workbench.hub().selectedRows().size(), size_t(3000));
    QCOMPARE(changes.size(), 1);
}

void LinkingTest::theOtherTableTakesOver()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    fixture.click(TableKind::Ports, sampleId('d', 10));
    fixture.click(TableKind::Instances, sampleId('a', 0));
    QVERIFY(fixture.selectedIds(TableKind::Ports).isEmpty());
    QCOMPARE(fixture.selectedIds(TableKind::Instances), QStringList{sampleId('a', 0)});
    QCOMPARE(fixture.linkedIds(TableKind::Ports), QStringList{sampleId('d', 0)});
    QCOMPARE(fixture.workbench.hub().selection().kind, TableKind::Instances);
}

void LinkingTest::clearingMarksNothing()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    fixture.click(TableKind::Ports, sampleId('d', 10));
    fixture.action(u"actionEscape"_s)->trigger();
    QVERIFY(fixture.selectedIds(TableKind::Ports).isEmpty());
    QVERIFY(fixture.linkedIds(TableKind::Instances).isEmpty());
    QCOMPARE(fixture.labelText(u"serversLinked"_s), QString());
}

void LinkingTest::backAndForward()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    QVERIFY(!fixture.action(u"actionBack"_s)->isEnabled());
    fixture.click(TableKind::Ports, sampleId('d', 10));
    fixture.click(TableKind::Instances, sampleId('a', 0));
    fixture.action(u"actionBack"_s)->trigger();
    QCOMPARE(fixture.selectedIds(TableKind::Ports), QStringList{sampleId('d', 10)});
    QVERIFY(fixture.selectedIds(TableKind::Instances).isEmpty());
    fixture.action(u"actionForward"_s)->trigger();
    QCOMPARE(fixture.selectedIds(TableKind::Instances), QStringList{sampleId('a', 0)});
    QVERIFY(!fixture.action(u"actionForward"_s)->isEnabled());
}

void LinkingTest::refreshKeepsSelectionAndScroll_data()
{
    QTest::addColumn<int>("ports");
    QTest::addColumn<int>("shift");
    QTest::newRow("same ports") << 400 << 0;
    QTest::newRow("others left") << 400 << 37;
    QTest::newRow("on a worker") << IndexProxy::AtOnce + 400 << 37;
}

void LinkingTest::refreshKeepsSelectionAndScroll()
{
    QFETCH(int, ports);
    QFETCH(int, shift);
    WindowFixture fixture;
    SampleOptions options;
    options.ports = ports;
    options.servers = 100;
    fixture.window.setDataset(sampleDataset(options));
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.workbench.dataset().isNull(), 60'000);
    TableView *const view = fixture.view(TableKind::Ports);
    view->sortByColumn(PortsTable::Mac, Qt::DescendingOrder);
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.workbench.proxy(TableKind::Ports).isBusy(), 60'000);
    fixture.click(TableKind::Ports, sampleId('d', 210));
    fixture.click(TableKind::Ports, sampleId('d', 212), Qt::ControlModifier);
    view->verticalScrollBar()->setValue(view->verticalScrollBar()->value() + 7); // in the middle of a row
    view->horizontalScrollBar()->setValue(60);
    QVERIFY(fixture.inSight(TableKind::Ports, sampleId('d', 210)));
    const auto placeOf = [&](const QString &id) {
        return view
            ->visualRect(fixture.workbench.proxy(TableKind::Ports).index(fixture.proxyRow(TableKind::Ports, id), 0))
            .topLeft();
    };
    const QPoint before = placeOf(sampleId('d', 210));
    const QString current = view->currentIndex().data(IdRole).toString();
    const SnapshotPtr old = fixture.workbench.dataset().snapshot;

    options.shift = shift;
    fixture.window.setDataset(sampleDataset(options));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.workbench.dataset().snapshot != old, 60'000);
    QCOMPARE(fixture.workbench.ports().rowCount(), ports - shift);
    QCOMPARE(fixture.selectedIds(TableKind::Ports), (QStringList{sampleId('d', 210), sampleId('d', 212)}));
    QCOMPARE(placeOf(sampleId('d', 210)), before);
    QCOMPARE(view->currentIndex().data(IdRole).toString(), current);
    QCOMPARE(view->horizontalHeader()->sortIndicatorSection(), int(PortsTable::Mac));
    QCOMPARE(fixture.linkedIds(TableKind::Instances).size(), 2);
}

void LinkingTest::refreshRevealsNothing()
{
    WindowFixture fixture;
    SampleOptions options;
    options.ports = 400;
    options.servers = 200;
    fixture.window.setDataset(sampleDataset(options));
    fixture.click(TableKind::Ports, sampleId('d', 310));
    QScrollBar *const bar = fixture.view(TableKind::Instances)->verticalScrollBar();
    QVERIFY(bar->value() > 0); // it was revealed
    bar->setValue(0); // and the user looked elsewhere
    options.shift = 1;
    fixture.window.setDataset(sampleDataset(options));
    QCOMPARE(bar->value(), 0);
}

void LinkingTest::filterKeepsTheSelection()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    fixture.click(TableKind::Ports, sampleId('d', 10));
    fixture.workbench.setFilter({u"10.0.0.7"_s, 0, false}); // hides it
    QVERIFY(fixture.selectedIds(TableKind::Ports).isEmpty());
    QCOMPARE(fixture.workbench.hub().selection().ids, QStringList{sampleId('d', 10)});
    fixture.workbench.setFilter({});
    QCOMPARE(fixture.selectedIds(TableKind::Ports), QStringList{sampleId('d', 10)});
}

void LinkingTest::sortKeepsTheSelection()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    fixture.click(TableKind::Ports, sampleId('d', 10));
    for (int column = 0; column < PortsTable::ColumnCount; ++column) {
        fixture.view(TableKind::Ports)->sortByColumn(column, Qt::DescendingOrder);
        QCOMPARE(fixture.selectedIds(TableKind::Ports), QStringList{sampleId('d', 10)});
        QCOMPARE(fixture.workbench.hub().selectedRows(), std::vector<int>{10});
    }
}

void LinkingTest::copiesWhatIsShown()
{
    WindowFixture fixture;
    SampleOptions options;
    options.insecureNames = true;
    fixture.window.setDataset(sampleDataset(options));
    fixture.click(TableKind::Ports, sampleId('d', 0));
    fixture.click(TableKind::Ports, sampleId('d', 1), Qt::ControlModifier);
    TableView *const view = fixture.view(TableKind::Ports);
    view->setColumnHidden(PortsTable::Mac, true);
    view->horizontalHeader()->moveSection(PortsTable::Name, 0);
    QTest::keySequence(view, QKeySequence::Copy);
    const QStringList lines = QApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines[0].split(u'\t').first(), u"Name"_s);
    QVERIFY(!lines[0].contains(u"MAC"_s));
    QCOMPARE(lines[1].count(u'\t'), lines[0].count(u'\t')); // tabs and line feeds in names are gone
    QVERIFY(lines[1].startsWith(u"<b>näme</b> &amp; порт 1\torphan, proven"_s));
}

void LinkingTest::rowsHaveOneHeight()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    for (const TableKind kind : AllTables) {
        const int wanted = fixture.view(kind)->fontMetrics().height() * 8 / 5;
        QCOMPARE(fixture.view(kind)->verticalHeader()->sectionResizeMode(0), QHeaderView::Fixed);
        QCOMPARE(fixture.view(kind)->rowHeight(0), wanted);
        for (int column = 0; column < fixture.view(kind)->horizontalHeader()->count(); ++column)
            QCOMPARE(fixture.view(kind)->horizontalHeader()->sectionResizeMode(column), QHeaderView::Interactive);
    }
}

void LinkingTest::evidenceOfWhatIsSelected()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    const auto text = [&] { return fixture.find<QTextBrowser>(u"evidenceText"_s)->toPlainText(); };
    QVERIFY(text().contains(u"Select a port"_s));
    fixture.click(TableKind::Ports, sampleId('d', 1));
    QVERIFY(text().contains(u"Orphan, proven"_s));
    QVERIFY(text().contains(u"12 s before this port appeared"_s));
    QVERIFY(text().contains(u"late-create"_s));
    QVERIFY(text().contains(sampleId('b', 1)));
    fixture.click(TableKind::Ports, sampleId('d', 5));
    QVERIFY(text().contains(u"MAC conflict"_s));
    QVERIFY(text().contains(u"new MAC address"_s)); // the remedy
    fixture.click(TableKind::Instances, sampleId('a', 0)); // its only port
    QVERIFY(text().contains(u"In use"_s));
    fixture.click(TableKind::Ports, sampleId('d', 1));
    fixture.click(TableKind::Ports, sampleId('d', 3), Qt::ControlModifier);
    QVERIFY(text().contains(u"2 ports"_s));
    fixture.click(TableKind::Instances, sampleId('a', 7));
    QVERIFY(text().contains(u"No port belongs"_s));
}

void LinkingTest::evidenceShowsNamesAsTheyAre()
{
    WindowFixture fixture;
    SampleOptions options;
    options.insecureNames = true;
    fixture.window.setDataset(sampleDataset(options));
    fixture.click(TableKind::Ports, sampleId('d', 1));
    QVERIFY(fixture.find<QTextBrowser>(u"evidenceText"_s)->toPlainText().contains(u"<b>näme</b>"_s));
}

QTEST_MAIN(LinkingTest)
#include "tst_linking.moc"
