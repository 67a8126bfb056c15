// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/remedyplan.h"
#include "tests/support/palettes.h"
#include "tests/support/samplecloud.h"
#include "tests/support/windowfixture.h"
#include "views/remedymenu.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QProxyStyle>
#include <QScrollBar>
#include <QStyleFactory>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

namespace {

/// Fusion that does or does not move.
class Moving : public QProxyStyle
{
public:
    explicit Moving(bool moves)
        : QProxyStyle(QStyleFactory::create(u"Fusion"_s))
        , m_moves(moves)
    { }
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *data) const override
    {
        if (hint == SH_Widget_Animation_Duration)
            return m_moves ? 200 : 0;
        return QProxyStyle::styleHint(hint, option, widget, data);
    }

private:
    bool m_moves;
};

} // namespace

/// The tables when a reading takes rows away and brings others.
class RefreshRowsTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void goneRowsCannotBeTaken();
    void goneRowsAreInNoPlan();
    void theCountTellsOfThem();
    void scrollStays();
    void freshRowsFade();
    void withoutAnimationNothingFades();
    void inLightAndDark();
};

void RefreshRowsTest::init()
{
    QApplication::setStyle(new Moving(true));
    QApplication::setPalette(lightPalette());
}

void RefreshRowsTest::goneRowsCannotBeTaken()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    fixture.window.setDataset(sampleDataset({.shift = 5}));
    TableView *const view = fixture.view(TableKind::Ports);
    IndexProxy &proxy = fixture.workbench.proxy(TableKind::Ports);
    QCOMPARE(proxy.goneCount(), 5);
    view->selectAll();
    QCOMPARE(view->selectedSourceRows().size(), 35u);
    QCOMPARE(view->selectedRowsInOrder().size(), 35u);
    QCOMPARE(fixture.workbench.hub().selection().ids.size(), 35);
    view->copySelection();
    const QString copied = QApplication::clipboard()->text();
    QCOMPARE(copied.count(u'\n'), 36); // with the titles
    fixture.workbench.hub().clear();
    for (int port = 0; port < 5; ++port) {
        const QString id = sampleId('d', port);
        QVERIFY(!copied.contains(id));
        const QModelIndex index = proxy.index(proxy.proxyRowOf(id), PortsTable::Name);
        view->scrollTo(index);
        const QPoint at = view->visualRect(index).center();
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, at);
        QVERIFY(fixture.workbench.hub().selection().isEmpty());
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, view->viewport()->mapToGlobal(at));
        QApplication::sendEvent(view->viewport(), &event);
        QVERIFY(!view->findChild<QMenu *>(u"cellMenu"_s));
    }
}

void RefreshRowsTest::goneRowsAreInNoPlan()
{
    WindowFixture fixture;
    RemedyMenu menu(fixture.workbench, fixture.window);
    QList<RemedyPlan::Request> requests;
    connect(&menu, &RemedyMenu::planRequested, &menu,
            [&requests](const RemedyPlan::Request &request) { requests += request; });
    const auto withProven = [](int shift) {
        auto judgement = std::make_shared<Judgement>(*sampleJudgement(sampleSnapshot({.shift = shift})));
        for (PortJudgement &port : judgement->ports)
            port.preselected = port.verdict == Verdict::Orphan && port.confidence == Confidence::Proven;
        return Dataset::of(judgement);
    };
    fixture.window.setDataset(withProven(0));
    fixture.action(u"actionPlanProven"_s)->trigger();
    const Dataset later = withProven(12);
    fixture.window.setDataset(later);
    QCOMPARE(fixture.workbench.proxy(TableKind::Ports).goneCount(), 12);
    fixture.action(u"actionPlanProven"_s)->trigger();
    fixture.view(TableKind::Ports)->selectAll();
    fixture.action(u"actionPlanDelete"_s)->trigger();
    QCOMPARE(requests.size(), 3);
    QVERIFY(requests[0].bulk.size() > requests[1].bulk.size());
    QVERIFY(!requests[1].bulk.isEmpty());
    for (const QString &id : requests[1].bulk + requests[2].chosen)
        QVERIFY2(later.relations->portRow(id) >= 0, qPrintable(id));
    QCOMPARE(requests[2].chosen.size(), 28);
}

void RefreshRowsTest::theCountTellsOfThem()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    QCOMPARE(fixture.labelText(u"portsCount"_s), u"40"_s);
    fixture.window.setDataset(sampleDataset({.shift = 5}));
    QCOMPARE(fixture.labelText(u"portsCount"_s), u"35, 5 gone"_s);
    fixture.window.setDataset(sampleDataset({.shift = 5}));
    QCOMPARE(fixture.labelText(u"portsCount"_s), u"35"_s);
}

void RefreshRowsTest::scrollStays()
{
    WindowFixture fixture;
    SampleOptions options{.ports = 400, .servers = 100};
    fixture.window.setDataset(sampleDataset(options));
    TableView *const view = fixture.view(TableKind::Ports);
    IndexProxy &proxy = fixture.workbench.proxy(TableKind::Ports);
    proxy.setSortColumns({{PortsTable::Id, Qt::AscendingOrder}});
    view->verticalScrollBar()->setValue(20 * view->rowHeight(0) + 5);
    const int value = view->verticalScrollBar()->value();
    options.shift = 60; // all that is in sight
    fixture.window.setDataset(sampleDataset(options));
    QCOMPARE(proxy.goneCount(), 60);
    QCOMPARE(view->verticalScrollBar()->value(), value);
    const QModelIndex top = view->indexAt({5, 10});
    QVERIFY(top.data(GoneRole).toBool());
    QVERIFY(proxy.index(100, 0).data(GoneRole).isNull() || !proxy.index(100, 0).data(GoneRole).toBool());
}

void RefreshRowsTest::freshRowsFade()
{
    WindowFixture fixture;
    IndexProxy &proxy = fixture.workbench.proxy(TableKind::Ports);
    proxy.setSortColumns({{PortsTable::Id, Qt::DescendingOrder}});
    fixture.window.setDataset(sampleDataset({.ports = 12, .shift = 2}));
    const QColor plain = fixture.drawnBackground(TableKind::Ports, sampleId('d', 4));
    bool tinted = false;
    for (int attempt = 0; attempt < 10 && !tinted; ++attempt) { // a busy machine may draw only after it has faded
        fixture.window.setDataset(sampleDataset({.ports = 12, .shift = 2}));
        fixture.window.setDataset(sampleDataset({.ports = 12}));
        QVERIFY(proxy.isFresh(11) && !proxy.isFresh(7)); // below: above they would move what is in sight
        tinted = fixture.drawnBackground(TableKind::Ports, sampleId('d', 0)) != plain;
    }
    QVERIFY(tinted);
    QCOMPARE(fixture.drawnBackground(TableKind::Ports, sampleId('d', 4)), plain);
    QTRY_COMPARE_WITH_TIMEOUT(fixture.drawnBackground(TableKind::Ports, sampleId('d', 0)), plain, 60'000);
}

void RefreshRowsTest::withoutAnimationNothingFades()
{
    QApplication::setStyle(new Moving(false));
    WindowFixture fixture;
    fixture.workbench.proxy(TableKind::Ports).setSortColumns({{PortsTable::Id, Qt::DescendingOrder}});
    fixture.window.setDataset(sampleDataset({.ports = 12, .shift = 2}));
    const QColor plain = fixture.drawnBackground(TableKind::Ports, sampleId('d', 4));
    fixture.window.setDataset(sampleDataset({.ports = 12}));
    QCOMPARE(fixture.drawnBackground(TableKind::Ports, sampleId('d', 0)), plain);
}

/// With FLOTSAM_SHOTS set to a folder the pictures are kept there.
void RefreshRowsTest::inLightAndDark()
{
    for (const bool dark : {false, true}) {
        QApplication::setPalette(dark ? darkPalette() : lightPalette());
        WindowFixture fixture;
        fixture.workbench.proxy(TableKind::Ports).setSortColumns({{PortsTable::Id, Qt::AscendingOrder}});
        fixture.window.setDataset(sampleDataset({.ports = 12}));
        fixture.window.setDataset(sampleDataset({.ports = 12, .shift = 3}));
        QCOMPARE(fixture.workbench.proxy(TableKind::Ports).goneCount(), 3);
        const QImage picture = fixture.window.grab().toImage();
        QVERIFY(!picture.isNull());
        const QString folder = qEnvironmentVariable("FLOTSAM_SHOTS");
        if (!folder.isEmpty())
            QVERIFY(picture.save(folder + (dark ? u"/refresh-dark.png"_s : u"/refresh-light.png"_s)));
    }
}

QTEST_MAIN(RefreshRowsTest)
#include "tst_refreshrows.moc"
