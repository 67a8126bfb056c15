// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/application.h"
#include "models/inventory/snapshotfile.h"
#include "models/inventory/workpool.h"
#include "models/tables/format.h"
#include "tests/support/palettes.h"
#include "tests/support/samplecloud.h"
#include "tests/support/windowfixture.h"
#include "views/comparepanel.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <vector>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// Two readings side by side: what is listed, and that it is tied to the tables.
class ComparePanelTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void modelKeepsItsPromises();
    void sortsEveryColumn();
    void sortsManyElsewhere();
    void comesToTheFrontAgain();
    void listsWhatChanged();
    void rowSelectsThePort();
    void tablesSelectTheRow();
    void goneRowSelectsNothing();
    void kindsAreChosen();
    void refreshComparesAgain();
    void youngerFileTurnsItRound();
    void otherCloudIsSaid();
    void endAndFailure();
    void copies();
    void fileIsReadInTheBackground();
    void everyWidgetHasAName();
    void pictures_data();
    void pictures();

private:
    static JudgementPtr reading(int shift, int hoursBefore, const QString &cloud = {});
    static void compareWith(WindowFixture &f, const JudgementPtr &other);
    static QString cell(const ComparisonModel &model, int row, int column)
    {
        return model.index(row, column).data().toString();
    }
    static QTableView *table(const WindowFixture &f) { return f.find<QTableView>(u"compareView"_s); }
};

JudgementPtr ComparePanelTest::reading(int shift, int hoursBefore, const QString &cloud)
{
    auto snapshot = std::make_shared<Snapshot>(*sampleSnapshot({.ports = 60, .servers = 12, .shift = shift}));
    snapshot->takenAt = snapshot->takenAt.addSecs(-3600 * hoursBefore);
    if (!cloud.isEmpty())
        snapshot->cloud = cloud;
    return sampleJudgement(snapshot);
}

void ComparePanelTest::compareWith(WindowFixture &f, const JudgementPtr &other)
{
    QSignalSpy compared(&f.window.compare(), &ComparePanel::compared);
    f.window.compare().setReading(u"/tmp/old.flotsam.json"_s);
    f.window.compare().setOther(other);
    QTRY_COMPARE(compared.count(), 1);
}

void ComparePanelTest::initTestCase()
{
    QApplication::setStyle(u"Fusion"_s);
    QApplication::setPalette(lightPalette());
}

void ComparePanelTest::init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

void ComparePanelTest::modelKeepsItsPromises()
{
    ComparisonModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    const auto comparison = std::make_shared<const Comparison>(compare(reading(0, 5), reading(10, 0)));
    QVERIFY(comparison->differences.size() >= 10);
    model.setComparison(comparison);
    QCOMPARE(model.rowCount(), int(comparison->differences.size()));
    const QPersistentModelIndex kept = model.index(3, 1);
    const QString id = kept.data(Qt::UserRole).toString();
    for (int column = -1; column < ComparisonModel::ColumnCount; ++column) {
        for (const Qt::SortOrder order : {Qt::DescendingOrder, Qt::AscendingOrder}) {
            model.sort(column, order);
            QCOMPARE(kept.data(Qt::UserRole).toString(), id);
            QCOMPARE(model.rowsOf({id}), std::vector<int>{kept.row()});
        }
    }
    model.setShown(1 << int(Change::Freed));
    QCOMPARE(model.rowCount(), comparison->count(Change::Freed));
    model.setComparison(std::make_shared<const Comparison>(compare(reading(10, 5), reading(0, 0))));
    model.setShown(ComparisonModel::AllChanges);
    model.setComparison({});
    QCOMPARE(model.rowCount(), 0);
}

void ComparePanelTest::sortsEveryColumn()
{
    ComparisonModel model;
    model.setComparison(std::make_shared<const Comparison>(compare(reading(0, 5), reading(20, 0))));
    for (int column = 0; column < ComparisonModel::ColumnCount; ++column) {
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            model.sort(column, order);
            QSet<QString> ids;
            for (int row = 0; row < model.rowCount(); ++row) {
                ids += model.index(row, 0).data(Qt::UserRole).toString();
                if (row == 0)
                    continue;
                int compared = naturalCompare(cell(model, row - 1, column), cell(model, row, column));
                if (column == ComparisonModel::ChangeColumn)
                    compared = int(model.difference(row - 1).change) - int(model.difference(row).change);
                QVERIFY(order == Qt::AscendingOrder ? compared <= 0 : compared >= 0);
            }
            QCOMPARE(ids.size(), model.rowCount());
        }
    }
}

void ComparePanelTest::sortsManyElsewhere()
{
    ComparisonModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto comparison = std::make_shared<const Comparison>(
        compare(reading(60, 5), sampleJudgement(sampleSnapshot({.ports = 8000, .servers = 12}))));
    model.setComparison(comparison);
    QVERIFY(model.rowCount() > ComparisonModel::AtOnce);
    QSignalSpy sorted(&model, &QAbstractItemModel::layoutChanged);
    model.sort(ComparisonModel::WhyColumn);
    model.sort(ComparisonModel::AddressColumn, Qt::DescendingOrder); // the last wish counts
    QCOMPARE(sorted.count(), 0);
    QTRY_COMPARE(sorted.count(), 1);
    for (int row = 1; row < model.rowCount(); ++row)
        QVERIFY(naturalCompare(cell(model, row - 1, ComparisonModel::AddressColumn),
                               cell(model, row, ComparisonModel::AddressColumn))
                >= 0);
    // What is being sorted when the rows go away does not come back.
    model.sort(ComparisonModel::WhyColumn);
    model.setComparison({});
    workPool()->waitForDone();
    QApplication::processEvents();
    QCOMPARE(model.rowCount(), 0);
}

void ComparePanelTest::comesToTheFrontAgain()
{
    WindowFixture f;
    f.window.setDataset(Dataset::of(reading(0, 0)));
    compareWith(f, reading(10, 48));
    QTRY_VERIFY(!table(f)->visibleRegion().isEmpty());
    QTabBar *tabs = nullptr;
    int timeline = -1;
    for (QTabBar *each : f.window.findChildren<QTabBar *>()) {
        for (int i = 0; i < each->count(); ++i) {
            if (each->tabText(i) == u"Timeline"_s) {
                tabs = each;
                timeline = i;
            }
        }
    }
    QVERIFY(tabs);
    QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(timeline).center());
    QTRY_VERIFY(table(f)->visibleRegion().isEmpty());
    compareWith(f, reading(10, 48));
    QTRY_VERIFY(!table(f)->visibleRegion().isEmpty());
}

void ComparePanelTest::listsWhatChanged()
{
    WindowFixture f;
    QVERIFY(!f.action(u"actionCompare"_s)->isEnabled());
    QVERIFY(!f.find<QDockWidget>(u"compareDock"_s)->isVisible());
    f.window.setDataset(Dataset::of(reading(0, 0)));
    QTRY_VERIFY(f.action(u"actionCompare"_s)->isEnabled());
    f.window.compare().setReading(u"old.flotsam.json"_s);
    QTRY_VERIFY(f.find<QDockWidget>(u"compareDock"_s)->isVisible());
    QVERIFY(f.labelText(u"compareEmpty"_s).contains(u"old.flotsam.json"_s));
    compareWith(f, reading(10, 48));
    const ComparisonPtr comparison = f.window.compare().comparison();
    QCOMPARE(table(f)->model()->rowCount(), int(comparison->differences.size()));
    QVERIFY(comparison->count(Change::Leaked) > 0 && comparison->count(Change::New) > 0);
    QVERIFY(f.labelText(u"compareTitle"_s).contains(u"2 d earlier"_s));
    QCOMPARE(cell(static_cast<ComparisonModel &>(*table(f)->model()), 0, 0), u"Leaked"_s); // most urgent first
    QVERIFY(!f.find<QLabel>(u"compareNotes"_s)->isVisible());
    compareWith(f, reading(0, 48));
    QVERIFY(f.labelText(u"compareEmpty"_s).contains(u"No difference"_s));
}

void ComparePanelTest::rowSelectsThePort()
{
    WindowFixture f;
    f.window.setDataset(Dataset::of(reading(0, 0)));
    compareWith(f, reading(10, 48));
    QApplication::processEvents();
    const QModelIndex row = table(f)->model()->index(0, 0);
    const QString id = row.data(Qt::UserRole).toString();
    QTest::mouseClick(table(f)->viewport(), Qt::LeftButton, {}, table(f)->visualRect(row).center());
    QCOMPARE(f.workbench.hub().selection(), (Selection{TableKind::Ports, {id}}));
    QCOMPARE(f.selectedIds(TableKind::Ports), QStringList{id});
    QVERIFY(f.inSight(TableKind::Ports, id));
    table(f)->selectAll();
    QCOMPARE(f.workbench.hub().selection().ids.size(), table(f)->model()->rowCount());
}

void ComparePanelTest::tablesSelectTheRow()
{
    WindowFixture f;
    f.window.setDataset(Dataset::of(reading(0, 0)));
    compareWith(f, reading(10, 48));
    f.click(TableKind::Ports, sampleId('d', 1));
    const QModelIndexList rows = table(f)->selectionModel()->selectedRows();
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows[0].data(Qt::UserRole).toString(), sampleId('d', 1));
    f.click(TableKind::Ports, sampleId('d', 40)); // no difference
    QVERIFY(!table(f)->selectionModel()->hasSelection());
    QCOMPARE(f.workbench.hub().selection().ids, QStringList{sampleId('d', 40)});
}

void ComparePanelTest::goneRowSelectsNothing()
{
    WindowFixture f;
    f.window.setDataset(Dataset::of(reading(10, 0)));
    compareWith(f, reading(0, 48));
    QVERIFY(f.window.compare().comparison()->count(Change::Freed) > 0);
    f.click(TableKind::Ports, sampleId('d', 40));
    table(f)->selectRow(0);
    QVERIFY(f.workbench.hub().selection().isEmpty());
    QCOMPARE(table(f)->selectionModel()->selectedRows().size(), 1);
}

void ComparePanelTest::kindsAreChosen()
{
    WindowFixture f;
    f.window.setDataset(Dataset::of(reading(0, 0)));
    compareWith(f, reading(10, 48));
    const ComparisonPtr comparison = f.window.compare().comparison();
    auto *const kinds = f.find<QComboBox>(u"compareKinds"_s);
    QVERIFY(kinds->isVisible());
    kinds->setCurrentIndex(kinds->findData(1 << int(Change::Leaked)));
    emit kinds->activated(kinds->currentIndex());
    QCOMPARE(table(f)->model()->rowCount(), comparison->count(Change::Leaked));
    QVERIFY(kinds->currentText().contains(QString::number(comparison->count(Change::Leaked))));
}

void ComparePanelTest::refreshComparesAgain()
{
    WindowFixture f;
    f.window.setDataset(Dataset::of(reading(10, 1)));
    compareWith(f, reading(10, 48));
    QCOMPARE(table(f)->model()->rowCount(), 0);
    QSignalSpy compared(&f.window.compare(), &ComparePanel::compared);
    f.window.setDataset(Dataset::of(reading(0, 0)));
    QTRY_COMPARE(compared.count(), 1);
    QCOMPARE(table(f)->model()->rowCount(), 10);
    f.workbench.clear();
    QCOMPARE(table(f)->model()->rowCount(), 0);
    QVERIFY(!f.action(u"actionCompare"_s)->isEnabled() || f.workbench.dataset().isNull());
}

void ComparePanelTest::youngerFileTurnsItRound()
{
    WindowFixture f;
    f.window.setDataset(Dataset::of(reading(0, 48)));
    compareWith(f, reading(10, 0));
    const ComparisonPtr comparison = f.window.compare().comparison();
    QVERIFY(comparison->comparable());
    QVERIFY(comparison->count(Change::Freed) > 0);
    QCOMPARE(comparison->count(Change::Leaked), 0);
    QVERIFY(f.labelText(u"compareTitle"_s).contains(u"2 d later"_s));
    // What is gone in the file is still here.
    table(f)->selectRow(0);
    QCOMPARE(f.workbench.hub().selection().ids.size(), 1);
}

void ComparePanelTest::otherCloudIsSaid()
{
    WindowFixture f;
    f.window.setDataset(Dataset::of(reading(10, 0)));
    compareWith(f, reading(0, 48, u"elsewhere"_s));
    QVERIFY(f.labelText(u"compareNotes"_s).contains(u"different clouds"_s));
    const ComparisonPtr comparison = f.window.compare().comparison();
    QCOMPARE(comparison->count(Change::Freed) + comparison->count(Change::Gone), 0);
    QVERIFY(comparison->count(Change::NotVisible) > 0);
}

void ComparePanelTest::endAndFailure()
{
    WindowFixture f;
    f.window.setDataset(Dataset::of(reading(0, 0)));
    compareWith(f, reading(10, 48));
    f.find<QToolButton>(u"compareEnd"_s)->click();
    QCOMPARE(table(f)->model()->rowCount(), 0);
    QVERIFY(!f.find<QToolButton>(u"compareEnd"_s)->isVisible());
    f.window.compare().setReading(u"broken"_s);
    QVERIFY(f.labelText(u"compareEmpty"_s).contains(u"broken"_s));
    f.window.compare().setOther({});
    QVERIFY(!f.labelText(u"compareEmpty"_s).contains(u"broken"_s));
    // Ended while it was read: what comes then is not wanted.
    f.window.compare().setReading(u"slow"_s);
    f.find<QToolButton>(u"compareEnd"_s)->click();
    f.window.compare().setOther(reading(10, 48));
    workPool()->waitForDone();
    QApplication::processEvents();
    QVERIFY(!f.window.compare().comparison());
}

void ComparePanelTest::copies()
{
    WindowFixture f;
    f.window.setDataset(Dataset::of(reading(0, 0)));
    compareWith(f, reading(10, 48));
    f.window.activateWindow();
    table(f)->setFocus();
    table(f)->selectAll();
    QTest::keyClick(table(f), Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 1 + table(f)->model()->rowCount());
    QCOMPARE(lines[0].count(u'\t'), ComparisonModel::ColumnCount - 1);
    QVERIFY(lines[1].startsWith(u"Leaked\t"_s));
}

void ComparePanelTest::fileIsReadInTheBackground()
{
    QTemporaryDir folder;
    const QString now = folder.filePath(u"now.flotsam.json"_s);
    const QString then = folder.filePath(u"then.flotsam.json.gz"_s);
    QFile recorded(QStringLiteral(FLOTSAM_TEST_DATA "/cases/01-boot-failed-late-port.json"));
    QVERIFY(recorded.open(QIODevice::ReadOnly));
    QJsonObject object = QJsonDocument::fromJson(recorded.readAll()).object()["snapshot"_L1].toObject();
    for (const QString &path : {now, then}) {
        const auto snapshot = parseSnapshot(QJsonDocument(object).toJson());
        QVERIFY(snapshot);
        QVERIFY(!writeSnapshot(**snapshot, path));
        object["taken_at"_L1] = u"2026-11-01T00:00:00Z"_s;
    }
    CommandLine line;
    line.openFile = now;
    Application application(line, SecretStore::inMemory());
    application.start();
    ComparePanel &panel = application.window().compare();
    QTRY_VERIFY(panel.action()->isEnabled());
    panel.action()->trigger();
    auto *const dialog = panel.findChild<QFileDialog *>(u"compareDialog"_s);
    QVERIFY(dialog);
    emit dialog->fileSelected(then);
    dialog->close();
    QVERIFY(!panel.comparison()); // not in this turn of the event loop
    QTRY_VERIFY(panel.comparison());
    QVERIFY(panel.comparison()->comparable());
    emit panel.fileChosen(folder.filePath(u"missing.json"_s));
    QTRY_VERIFY(!panel.comparison());
    QTRY_VERIFY(application.window().findChild<QLabel *>(u"compareEmpty"_s)->text().contains(u"Choose"_s));
}

void ComparePanelTest::everyWidgetHasAName()
{
    WindowFixture f;
    f.window.setDataset(Dataset::of(reading(0, 0)));
    compareWith(f, reading(10, 48));
    int focusable = 0;
    for (const QWidget *widget : f.find<QDockWidget>(u"compareDock"_s)->findChildren<QWidget *>()) {
        if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible() || widget->focusProxy())
            continue;
        ++focusable;
        QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
    }
    QVERIFY(focusable >= 4);
}

void ComparePanelTest::pictures_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void ComparePanelTest::pictures()
{
    QFETCH(bool, dark);
    QApplication::setPalette(dark ? darkPalette() : lightPalette());
    WindowFixture f;
    f.window.setDataset(Dataset::of(reading(0, 0)));
    auto then = std::make_shared<Snapshot>(*reading(10, 48)->snapshot);
    then->source(SourceId::Ports).status = SourceStatus::Partial;
    compareWith(f, sampleJudgement(then));
    table(f)->selectRow(1);
    QApplication::processEvents();
    const QImage image = f.find<QDockWidget>(u"compareDock"_s)->grab().toImage();
    double sum = 0;
    for (int y = 0; y < image.height(); y += 5) {
        for (int x = 0; x < image.width(); x += 5)
            sum += image.pixelColor(x, y).lightnessF();
    }
    const double mean = sum / ((image.height() + 4) / 5) / ((image.width() + 4) / 5);
    QVERIFY(dark ? mean < 0.4 : mean > 0.6);
    if (const QString folder = qEnvironmentVariable("FLOTSAM_SHOTS"); !folder.isEmpty()) {
        QVERIFY(QDir().mkpath(folder));
        QVERIFY(f.window.grab().save(folder + u"/compare-%1.png"_s.arg(dark ? u"dark"_s : u"light"_s)));
    }
    QApplication::setPalette(lightPalette());
}

QTEST_MAIN(ComparePanelTest)
#include "tst_comparepanel.moc"
