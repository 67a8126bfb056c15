// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/palettes.h"
#include "tests/support/samplecloud.h"
#include "tests/support/windowfixture.h"
#include "views/summarybar.h"
#include "views/theme.h"

#include <QAccessible>
#include <QApplication>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// What the window says in every state, and what leaves it as a wish.
class MainWindowTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void notConnected();
    void reading();
    void failed();
    void nothingWrong();
    void whatIsWrong();
    void aFailedRefreshKeepsTheTables();
    void anotherCloudClearsTheTables();
    void aFileClearsTheTables();
    void insecureCloudsWarn();
    void refreshAndCancel();
    void probesAreSteps();
    void chipsCountAndFilter();
    void filterByText();
    void escapeStepByStep();
    void showAllFromAnEmptyTable();
    void sourcesThatAreIncomplete();
    void ageOfTheReading();
    void fileDialogsDoNotBlock();
    void aboutDoesNotBlock();
    void titleSaysWhatIsShown();
    void everyWidgetHasAName();
    void shortcutsAreUnique();
    void paletteSwitch();

private:
    static Error refused()
    {
        return {Error::Kind::Auth, u"Logging in"_s, {}, 401, u"Wrong password"_s, {}, u"Try again"_s};
    }
};

void MainWindowTest::initTestCase()
{
    QApplication::setStyle(u"Fusion"_s);
    QApplication::setPalette(lightPalette());
}

void MainWindowTest::init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

void MainWindowTest::notConnected()
{
    WindowFixture fixture;
    QCOMPARE(fixture.labelText(u"headline"_s), u"Not connected"_s);
    QVERIFY(!fixture.find<QLabel>(u"insecureBar"_s)->isVisible());
    QVERIFY(!fixture.find<Chip>(u"chipOrphan"_s)->isVisible()); // a zero would be a claim
    QVERIFY(!fixture.find<QLabel>(u"portsCount"_s)->isVisible());
    QVERIFY(!fixture.action(u"actionRefresh"_s)->isEnabled());
    QVERIFY(!fixture.action(u"actionSave"_s)->isEnabled());
    QSignalSpy connect(&fixture.window, &MainWindow::connectRequested);
    QTest::mouseClick(fixture.find<QPushButton>(u"actionConnectButton"_s), Qt::LeftButton);
    QCOMPARE(connect.size(), 1);
}

void MainWindowTest::reading()
{
    WindowFixture fixture;
    fixture.window.setConnection(fixture.cloud());
    fixture.window.setBusy(true, u"Logging in to sample"_s);
    QCOMPARE(fixture.labelText(u"headline"_s), u"Reading sample"_s);
    QCOMPARE(fixture.labelText(u"progressText"_s), u"Logging in to sample"_s);
    QVERIFY(fixture.find<QProgressBar>(u"progressBar"_s)->isVisible());
    fixture.window.showProgress({SourceId::Ports, SourceProgress::State::Done, 12345, SourceStatus::Complete});
    fixture.window.showProgress({SourceId::Servers, SourceProgress::State::Reading, 4000, SourceStatus::Absent});
    fixture.window.showProgress({SourceId::Trunks, SourceProgress::State::Done, 0, SourceStatus::Denied});
    QCOMPARE(fixture.labelText(u"progressText"_s), u"Reading servers 4,000"_s);
    QCOMPARE(fixture.find<QProgressBar>(u"progressBar"_s)->maximum(), 3);
    QCOMPARE(fixture.find<QProgressBar>(u"progressBar"_s)->value(), 2);
    const QString detail = fixture.labelText(u"portsEmptyDetail"_s);
    QVERIFY(detail.contains(u"12,345"_s) && detail.contains(u"denied"_s));
    fixture.window.setBusy(false);
    QVERIFY(!fixture.find<QProgressBar>(u"progressBar"_s)->isVisible());
    QCOMPARE(fixture.labelText(u"progressText"_s), QString());
}

void MainWindowTest::failed()
{
    WindowFixture fixture;
    fixture.window.setConnection(fixture.cloud());
    fixture.window.setBusy(true);
    fixture.window.setBusy(false);
    fixture.window.showProblem(refused(), true);
    QCOMPARE(fixture.labelText(u"headline"_s), u"sample could not be read"_s);
    QVERIFY(fixture.labelText(u"portsEmptyDetail"_s).contains(u"Wrong password"_s));
    QVERIFY(fixture.find<QWidget>(u"messageArea"_s)->isVisible());
    QSignalSpy refresh(&fixture.window, &MainWindow::refreshRequested);
    QTest::mouseClick(fixture.find<QPushButton>(u"actionRefreshButton"_s), Qt::LeftButton);
    QCOMPARE(refresh.size(), 1);
}

void MainWindowTest::nothingWrong()
{
    WindowFixture fixture;
    SampleOptions options;
    options.ports = 2131;
    options.healthy = true;
    fixture.window.setDataset(sampleDataset(options));
    QCOMPARE(fixture.labelText(u"headline"_s), u"No leaked ports. 2,131 checked, every source complete."_s);
    QTest::mouseClick(fixture.find<Chip>(u"chipOrphan"_s), Qt::LeftButton);
    QCOMPARE(fixture.labelText(u"portsEmptyTitle"_s), u"No leaked ports. 2,131 checked, every source complete."_s);
    options.incomplete = true; // then it is not known
    fixture.window.setDataset(sampleDataset(options));
    QVERIFY(!fixture.labelText(u"headline"_s).contains(u"every source complete"_s));
    QVERIFY(fixture.labelText(u"headline"_s).contains(u"2 sources are incomplete"_s));
}

void MainWindowTest::whatIsWrong()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    QCOMPARE(fixture.labelText(u"headline"_s), u"8 of 40 ports are leaked, 4 proven. 4 MAC conflicts."_s);
    QCOMPARE(fixture.find<QLabel>(u"quotaLine"_s)->accessibleName(),
             u"Port quota full: ci (10 of 10, 4 could be freed)"_s);
    QCOMPARE(fixture.labelText(u"portsCount"_s), u"40"_s);
    // What could be freed leads to it.
    auto *const line = fixture.find<QLabel>(u"quotaLine"_s);
    const QString project = line->text().section(u"href='"_s, 1).section(u'\'', 0, 0);
    QVERIFY(!project.isEmpty());
    emit line->linkActivated(project);
    QCOMPARE(fixture.workbench.filter().text, u"project=ci verdict:orphan"_s);
    QTRY_VERIFY(fixture.workbench.proxy(TableKind::Ports).rowCount() < 10);
}

void MainWindowTest::aFailedRefreshKeepsTheTables()
{
    WindowFixture fixture;
    fixture.window.setConnection(fixture.cloud());
    fixture.window.setDataset(sampleDataset());
    fixture.click(TableKind::Ports, sampleId('d', 1));
    const QString headline = fixture.labelText(u"headline"_s);
    fixture.window.setConnection(fixture.cloud());
    fixture.window.setBusy(true);
    fixture.window.setBusy(false);
    fixture.window.showProblem(refused(), true);
    QCOMPARE(fixture.workbench.ports().rowCount(), 40);
    QCOMPARE(fixture.labelText(u"headline"_s), headline);
    QCOMPARE(fixture.selectedIds(TableKind::Ports), QStringList{sampleId('d', 1)});
    QVERIFY(!fixture.labelText(u"readAt"_s).isEmpty());
}

void MainWindowTest::anotherCloudClearsTheTables()
{
    WindowFixture fixture;
    fixture.window.setConnection(fixture.cloud());
    fixture.window.setDataset(sampleDataset());
    fixture.window.setConnection(fixture.cloud(u"other"_s));
    QCOMPARE(fixture.workbench.ports().rowCount(), 0);
    QVERIFY(!fixture.window.windowTitle().contains(u"sample"_s));
    QCOMPARE(fixture.labelText(u"readAt"_s), QString());
}

void MainWindowTest::aFileClearsTheTables()
{
    WindowFixture fixture;
    fixture.window.setConnection(fixture.cloud());
    fixture.window.setDataset(sampleDataset());
    fixture.window.setSnapshotFile(u"/tmp/night.flotsam.json"_s);
    QCOMPARE(fixture.workbench.ports().rowCount(), 0);
    fixture.window.setDataset(sampleDataset());
    QVERIFY(fixture.window.windowTitle().contains(u"[night.flotsam.json]"_s));
    QVERIFY(!fixture.action(u"actionRefresh"_s)->isEnabled());
}

void MainWindowTest::insecureCloudsWarn()
{
    WindowFixture fixture;
    CloudChoice cloud = fixture.cloud();
    cloud.insecure = true;
    fixture.window.setConnection(cloud);
    QVERIFY(fixture.find<QLabel>(u"insecureBar"_s)->isVisible());
    QVERIFY(fixture.labelText(u"insecureBar"_s).contains(u"verify: false"_s));
    fixture.window.setConnection(fixture.cloud(u"other"_s));
    QVERIFY(!fixture.find<QLabel>(u"insecureBar"_s)->isVisible());
}

void MainWindowTest::refreshAndCancel()
{
    WindowFixture fixture;
    fixture.window.setConnection(fixture.cloud());
    QSignalSpy refresh(&fixture.window, &MainWindow::refreshRequested);
    QSignalSpy cancel(&fixture.window, &MainWindow::cancelRequested);
    QTest::keyClick(&fixture.window, Qt::Key_F5);
    QCOMPARE(refresh.size(), 1);
    fixture.window.setBusy(true);
    QTest::keyClick(&fixture.window, Qt::Key_F5); // one at a time
    QCOMPARE(refresh.size(), 1);
    QTest::mouseClick(fixture.find<QToolButton>(u"cancelButton"_s), Qt::LeftButton);
    QCOMPARE(cancel.size(), 1);
    fixture.window.setBusy(false);
    QVERIFY(!fixture.find<QToolButton>(u"cancelButton"_s)->isVisible());
    QVERIFY(!fixture.action(u"actionCancel"_s)->isEnabled());
}

void MainWindowTest::probesAreSteps()
{
    WindowFixture fixture;
    fixture.window.setBusy(true);
    fixture.window.showProbes(1200, 5000);
    QCOMPARE(fixture.labelText(u"progressText"_s), u"Asking Nova about missing servers: 1,200 of 5,000"_s);
}

void MainWindowTest::chipsCountAndFilter()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    const QList<std::pair<QString, int>> wanted{
        {u"chipOrphan"_s, 8},   {u"chipMacConflict"_s, 4}, {u"chipStale"_s, 4}, {u"chipUnattached"_s, 4},
        {u"chipSettling"_s, 4}, {u"chipUnknown"_s, 4},     {u"chipInUse"_s, 16}};
    for (const auto &[name, count] : wanted) {
        auto *const chip = fixture.find<Chip>(name);
        QCOMPARE(chip->count(), count);
        QTest::mouseClick(chip, Qt::LeftButton);
        QCOMPARE(fixture.workbench.proxy(TableKind::Ports).rowCount(), count);
        QCOMPARE(fixture.labelText(u"portsCount"_s), u"%1 of 40"_s.arg(count));
        QTest::mouseClick(chip, Qt::LeftButton);
        QCOMPARE(fixture.labelText(u"portsCount"_s), u"40"_s);
    }
    QTest::mouseClick(fixture.find<Chip>(u"chipOrphan"_s), Qt::LeftButton);
    QTest::keyClick(fixture.find<Chip>(u"chipSettling"_s), Qt::Key_Space); // by keyboard, and both
    QCOMPARE(fixture.workbench.proxy(TableKind::Ports).rowCount(), 12);
    fixture.workbench.setFilter({}); // the chips follow
    QVERIFY(!fixture.find<Chip>(u"chipOrphan"_s)->isChecked());
}

void MainWindowTest::filterByText()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    fixture.action(u"actionFilter"_s)->trigger();
    auto *const edit = fixture.find<QLineEdit>(u"filterEdit"_s);
    QVERIFY(edit->hasFocus() || !fixture.window.isActiveWindow());
    QTest::keyClicks(edit, u"orphan ci-"_s);
    QCOMPARE(fixture.labelText(u"portsCount"_s), u"2 of 40"_s);
    edit->setText(sampleId('d', 17)); // an id that no column shows
    QCOMPARE(fixture.labelText(u"portsCount"_s), u"1 of 40"_s);
    fixture.workbench.setFilter({u"web-0"_s, 0, false});
    QCOMPARE(edit->text(), u"web-0"_s);
}

void MainWindowTest::escapeStepByStep()
{
    WindowFixture fixture;
    fixture.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
    fixture.window.setDataset(sampleDataset());
    fixture.click(TableKind::Ports, sampleId('d', 1));
    auto *const edit = fixture.find<QLineEdit>(u"filterEdit"_s);
    fixture.action(u"actionFilter"_s)->trigger();
    QTest::keyClicks(edit, u"10.0"_s);
    QTest::keyClick(&fixture.window, Qt::Key_Escape);
    QCOMPARE(edit->text(), QString());
    QVERIFY(edit->hasFocus());
    QTest::keyClick(&fixture.window, Qt::Key_Escape);
    QVERIFY(fixture.view(TableKind::Ports)->hasFocus());
    QVERIFY(!fixture.workbench.hub().selection().isEmpty());
    QTest::keyClick(&fixture.window, Qt::Key_Escape);
    QVERIFY(fixture.workbench.hub().selection().isEmpty());
    QTest::mouseClick(fixture.find<Chip>(u"chipStale"_s), Qt::LeftButton);
    QTest::keyClick(&fixture.window, Qt::Key_Escape);
    QVERIFY(fixture.workbench.filter().isEmpty());
}

void MainWindowTest::showAllFromAnEmptyTable()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    fixture.workbench.setFilter({u"nothing is named so"_s, 0, false});
    QCOMPARE(fixture.labelText(u"portsEmptyTitle"_s), u"No port matches the filter."_s);
    QTest::mouseClick(fixture.find<QPushButton>(u"portsClearFilter"_s), Qt::LeftButton);
    QCOMPARE(fixture.labelText(u"portsCount"_s), u"40"_s);
    QVERIFY(fixture.view(TableKind::Ports)->isVisible());
}

void MainWindowTest::sourcesThatAreIncomplete()
{
    WindowFixture fixture;
    SampleOptions options;
    options.incomplete = true;
    fixture.window.setDataset(sampleDataset(options));
    auto *const button = fixture.find<QToolButton>(u"sourcesButton"_s);
    QCOMPARE(button->text().trimmed(), u"2 of 18 sources incomplete"_s);
    QStringList lines;
    for (const QAction *action : button->menu()->actions())
        lines += action->text();
    QCOMPARE(lines.size(), SourceCount);
    QVERIFY(lines.contains(u"trunks: denied, 0 (403 Forbidden)"_s));
    QVERIFY(lines.contains(u"load balancers: not in this cloud"_s));
}

void MainWindowTest::ageOfTheReading()
{
    WindowFixture fixture;
    auto snapshot = std::make_shared<Snapshot>(*sampleSnapshot());
    snapshot->takenAt = QDateTime::currentDateTimeUtc().addSecs(-150);
    fixture.window.setDataset(Dataset::of(sampleJudgement(snapshot)));
    QVERIFY(fixture.labelText(u"readAt"_s).endsWith(u"(2 min ago)"_s));
}

void MainWindowTest::fileDialogsDoNotBlock()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    QSignalSpy open(&fixture.window, &MainWindow::openRequested);
    QSignalSpy save(&fixture.window, &MainWindow::saveRequested);
    fixture.action(u"actionOpen"_s)->trigger();
    auto *const opening = fixture.find<QFileDialog>(u"openDialog"_s);
    QVERIFY(opening && opening->isVisible());
    opening->reject();
    QCOMPARE(open.size(), 0);
    fixture.action(u"actionSave"_s)->trigger();
    auto *const saving = fixture.find<QFileDialog>(u"saveDialog"_s);
    QVERIFY(saving && saving->isVisible());
    emit saving->fileSelected(u"/tmp/x.flotsam.json"_s);
    QCOMPARE(save.first().first().toString(), u"/tmp/x.flotsam.json"_s);
    saving->reject();
}

void MainWindowTest::aboutDoesNotBlock()
{
    WindowFixture fixture;
    fixture.action(u"actionAbout"_s)->trigger();
    auto *const box = fixture.find<QMessageBox>(u"aboutBox"_s);
    QVERIFY(box && box->isVisible());
    QVERIFY(box->text().contains(QString::fromLatin1(FLOTSAM_VERSION)));
    box->close();
}

void MainWindowTest::titleSaysWhatIsShown()
{
    WindowFixture fixture;
    QCOMPARE(fixture.window.windowTitle(), u"Flotsam"_s);
    fixture.window.setConnection(fixture.cloud());
    fixture.window.setDataset(sampleDataset());
    QCOMPARE(fixture.window.windowTitle(), u"sample / RegionOne as admin@demo — Flotsam"_s);
}

void MainWindowTest::everyWidgetHasAName()
{
    WindowFixture fixture;
    SampleOptions options;
    options.incomplete = true;
    fixture.window.setDataset(sampleDataset(options));
    fixture.window.showProblem(refused());
    int seen = 0;
    for (QWidget *widget : fixture.window.findChildren<QWidget *>()) {
        if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith(u"qt_"_s))
            continue;
        const QAccessibleInterface *const face = QAccessible::queryAccessibleInterface(widget);
        QVERIFY(face);
        QVERIFY2(!face->text(QAccessible::Name).isEmpty(),
                 qPrintable(QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName()));
        QVERIFY2(!widget->objectName().isEmpty(), widget->metaObject()->className());
        ++seen;
    }
    QVERIFY(seen > 12);
}

void MainWindowTest::shortcutsAreUnique()
{
    WindowFixture fixture;
    QHash<QKeySequence, QString> taken;
    for (const QAction *action : fixture.window.findChildren<QAction *>()) {
        for (const QKeySequence &key : action->shortcuts()) {
            QVERIFY2(!taken.contains(key), qPrintable(key.toString() + u' ' + action->objectName()));
            taken.insert(key, action->objectName());
        }
    }
    QCOMPARE(taken.value(QKeySequence(Qt::Key_F5)), u"actionRefresh"_s);
    QCOMPARE(taken.value(QKeySequence(Qt::CTRL | Qt::Key_F)), u"actionFilter"_s);
}

void MainWindowTest::paletteSwitch()
{
    WindowFixture fixture;
    fixture.window.setDataset(sampleDataset());
    fixture.click(TableKind::Ports, sampleId('d', 1));
    fixture.view(TableKind::Ports)->clearSelection();
    const auto drawn = [&](const QColor &color) {
        const QImage image = fixture.window.grab().toImage();
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixelColor(x, y).rgb() == color.rgb())
                    return true;
            }
        }
        return false;
    };
    const QColor light = theme::color(Mark::Orphan, lightPalette());
    const QColor dark = theme::color(Mark::Orphan, darkPalette());
    QVERIFY(drawn(light));
    QApplication::setPalette(darkPalette());
    QApplication::processEvents();
    QVERIFY(drawn(dark));
    QVERIFY(!drawn(light));
    QApplication::setPalette(lightPalette());
}

QTEST_MAIN(MainWindowTest)
#include "tst_mainwindow.moc"
