// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/named.h"
#include "tests/support/palettes.h"
#include "tests/support/remedyscenes.h"
#include "views/lockbar.h"
#include "views/mainwindow.h"
#include "views/remedydialog.h"
#include "views/remedymenu.h"
#include "views/remedynotes.h"
#include "views/remedyparts.h"
#include "views/restoredialog.h"
#include "views/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// Every dialog of the remedy in light and dark: nothing is cut off, nothing is unreadable. With FLOTSAM_SHOTS set to a
/// folder the pictures are kept there.
class RemedyScreensTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void dialogs_data();
    void dialogs();
    void restoring();

private:
    QWidget *make(const QString &scene);
    QTemporaryDir m_home;
};

namespace {

RemedyReview tripped(const RemedyPlan &plan, bool refused)
{
    RemedyReview review = remedyReview(plan, 2);
    review.wires = {{Wire::HalfOfProject,
                     Tripwire::Trip::Confirm,
                     u"5 of the 8 ports of project ci are in this plan: more than half of what it has."_s,
                     {}}};
    if (refused)
        review.wires.prepend(
            {Wire::SourceIncomplete,
             Tripwire::Trip::Refuse,
             u"network.trunks was not read in full (HTTP 403: disallowed by policy), and the verdict on 7 "
             "of these ports rests on it."_s,
             {}});
    return review;
}

double contrastOf(const QWidget &widget)
{
    return theme::contrast(widget.palette().color(QPalette::WindowText), widget.palette().color(QPalette::Window));
}

} // namespace

void RemedyScreensTest::initTestCase()
{
    QApplication::setStyle(u"Fusion"_s);
    qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
}

void RemedyScreensTest::dialogs_data()
{
    QTest::addColumn<QString>("scene");
    QTest::addColumn<bool>("dark");
    for (const QString &scene : {u"plan"_s, u"repair"_s, u"locked"_s, u"look"_s, u"review"_s, u"wires"_s, u"refused"_s,
                                 u"protected"_s, u"run"_s, u"report"_s, u"restore"_s, u"recovery"_s, u"open"_s,
                                 u"advice"_s, u"unlock"_s, u"window"_s, u"evidence"_s}) {
        for (const bool dark : {false, true})
            QTest::newRow(qPrintable(scene + (dark ? u"-dark"_s : u"-light"_s))) << scene << dark;
    }
}

QWidget *RemedyScreensTest::make(const QString &scene)
{
    const JudgementPtr judgement = remedyJudgement(scene == u"plan"_s ? 40 : 7);
    const RemedyPlan plan = remedyPlan(judgement);
    if (scene == u"restore"_s) {
        auto *const dialog = new RestoreDialog;
        JournalRecord other = remedyRecord(plan);
        other.header.cloud = u"lab"_s;
        dialog->setEntries({{remedyRecord(plan, 2), true}, {other, false}}, u"/home/operator/journals"_s);
        return dialog;
    }
    if (scene == u"recovery"_s || scene == u"open"_s) {
        auto *const dialog = new RecoveryDialog;
        RecoveryReport report;
        report.record = remedyRecord(plan);
        report.closed = scene == u"recovery"_s;
        report.at = report.record.header.startedAt.addSecs(3600);
        if (!report.closed) {
            report.record.ports[3].outcome.reset();
            report.error = Error{Error::Kind::Network,
                                 u"Finding out what became of ports"_s,
                                 portId(4),
                                 0,
                                 u"connection refused"_s,
                                 {},
                                 u"The journal stays open."_s};
        }
        report.summary = u"The program ended in the middle of a run of 10 ports. Deleted: 10."_s;
        dialog->add(report);
        return dialog;
    }
    if (scene == u"advice"_s)
        return new AdviceDialog(
            {u"Delete server web-1, not its port"_s,
             {u"Its server web-1 is in ERROR."_s, u"The server failed. As long as it exists, its ports are its own."_s},
             u"export OS_CLOUD='prod-eu'\nopenstack server delete --wait '0000'\n"_s});
    static LockState lock;
    if (scene == u"evidence"_s) {
        lock.setCloud(u"lab"_s);
        lock.unlock();
    }
    if (scene == u"unlock"_s || scene == u"window"_s) {
        lock.setCloud(u"prod-eu"_s);
        lock.setProtected(true);
    }
    if (scene == u"unlock"_s) {
        auto *const dialog = new UnlockDialog(lock);
        dialog->findChild<QLineEdit *>(u"unlockEdit"_s)->setText(u"prod"_s);
        dialog->accept();
        return dialog;
    }
    if (scene == u"window"_s || scene == u"evidence"_s) {
        auto *const workbench = new Workbench;
        auto *const window = new MainWindow(*workbench);
        workbench->setParent(window);
        auto *const bar = new LockBar(lock);
        auto *const menu = new RemedyMenu(*workbench, *window);
        menu->addLock(*bar, lock);
        CloudChoice cloud;
        cloud.name = u"prod-eu"_s;
        window->setConnection(cloud);
        window->setDataset(Dataset::of(judgement));
        if (scene == u"evidence"_s)
            workbench->hub().select(TableKind::Ports, {portId(1)});
        else
            workbench->hub().select(TableKind::Ports, {portId(1), portId(2)});
        return window;
    }
    const bool repair = scene == u"repair"_s;
    auto *const dialog
        = new RemedyDialog(repair ? remedyPlan(judgement, RemedyAction::ClearDevice) : plan, scene == u"protected"_s);
    if (scene == u"locked"_s)
        dialog->showRefusal(u"This session is read-only. Unlock it first."_s);
    if (scene == u"look"_s) {
        dialog->showChecking(plan.provenOnly());
        dialog->showCheckProgress({SourceId::Ports, SourceProgress::State::Done, 12, SourceStatus::Complete});
        dialog->showCheckProgress({SourceId::Trunks, SourceProgress::State::Reading, 3, SourceStatus::Absent});
        dialog->showCheckProgress({SourceId::Stacks, SourceProgress::State::Waiting, 0, SourceStatus::Absent});
    }
    if (scene == u"review"_s || scene == u"protected"_s) {
        dialog->showReview(remedyReview(plan));
        if (scene == u"review"_s)
            dialog->findChild<QLineEdit *>(u"reviewNumber"_s)->setText(u"7"_s);
    }
    if (scene == u"wires"_s || scene == u"refused"_s)
        dialog->showReview(tripped(plan, scene == u"refused"_s));
    if (scene == u"run"_s) {
        dialog->showRunning(plan);
        RunProgress progress;
        progress.state = RunProgress::State::Running;
        progress.total = 10;
        progress.done = 4;
        progress.counts[size_t(OutcomeKind::Done)] = 3;
        progress.counts[size_t(OutcomeKind::Changed)] = 1;
        progress.perSecond = 3.2;
        progress.left = std::chrono::milliseconds(1900);
        dialog->showProgress(progress);
        for (const PortOutcome &outcome : remedyReport(plan).outcomes.mid(0, 4))
            dialog->showOutcome(outcome);
        dialog->reject(); // reminds
    }
    if (scene == u"report"_s) {
        RemedyReport report = remedyReport(plan);
        report.stopped = u"5 errors came in a row, the last one: HTTP 503."_s;
        dialog->showRunning(plan);
        dialog->showReport(report);
    }
    return dialog;
}

void RemedyScreensTest::dialogs()
{
    QFETCH(QString, scene);
    QFETCH(bool, dark);
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    QApplication::setPalette(dark ? darkPalette() : lightPalette());
    const std::unique_ptr<QWidget> widget(make(scene));
    widget->setAttribute(Qt::WA_DeleteOnClose, false);
    widget->show();
    QVERIFY(QTest::qWaitForWindowExposed(widget.get()));
    QApplication::processEvents();
    QCOMPARE(unnamedWidgets(*widget), QStringList());
    for (const QLabel *label : widget->findChildren<QLabel *>()) {
        if (label->isVisible() && qobject_cast<const Notice *>(label))
            QVERIFY2(contrastOf(*label) >= theme::TextContrast, qPrintable(label->objectName()));
        if (label->isVisible() && label->wordWrap() && !label->text().isEmpty())
            QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->objectName()));
    }
    if (scene == u"window"_s) {
        const auto *const button = widget->findChild<QPushButton *>(u"evidenceRemedy"_s);
        QVERIFY(button && button->isVisible());
        QCOMPARE(button->text(), u"Delete 2 ports…"_s);
        const auto *const text = widget->findChild<QLabel *>(u"lockText"_s);
        QVERIFY(text->isVisible() && text->height() >= text->sizeHint().height());
        QVERIFY(text->height() < 2 * text->sizeHint().height());
        const QPoint corner = text->mapTo(widget.get(), QPoint(2, 2));
        const QColor drawn = widget->grab(QRect(corner, QSize(1, 1))).toImage().pixelColor(0, 0);
        QVERIFY(drawn.red() > drawn.blue() + 20); // a protected cloud has its colour
    }
    for (const QPushButton *button : widget->findChildren<QPushButton *>()) {
        if (button->isVisible())
            QVERIFY2(button->width() >= button->minimumSizeHint().width() && !button->text().isEmpty(),
                     qPrintable(button->objectName()));
    }
    const QString folder = qEnvironmentVariable("FLOTSAM_SHOTS");
    if (folder.isEmpty())
        return;
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(widget->grab().toImage().save(folder + u"/remedy-"_s + QString::fromLatin1(QTest::currentDataTag())
                                          + u".png"_s));
}

void RemedyScreensTest::restoring()
{
    QApplication::setPalette(lightPalette());
    const RemedyPlan plan = remedyPlan(remedyJudgement());
    auto *const dialog = new RestoreDialog;
    dialog->show();
    QVERIFY(!dialog->findChild<QPushButton *>(u"restoreButton"_s)->isVisible()); // the journals are being read
    dialog->setEntries({}, u"/journals"_s);
    QVERIFY(dialog->findChild<QLabel *>(u"restoreNothing"_s)->text().contains(u"/journals"_s));
    JournalRecord other = remedyRecord(plan);
    other.path = u"/other"_s;
    dialog->setEntries({{remedyRecord(plan, 2), true}, {other, false}}, u"/journals"_s);
    auto *const rows = dialog->findChild<QTableView *>(u"restoreTable"_s)->model();
    auto *const button = dialog->findChild<QPushButton *>(u"restoreButton"_s);
    QCOMPARE(rows->rowCount(), 10);
    const auto tick = [&](int row) { return rows->setData(rows->index(row, 0), int(Qt::Checked), Qt::CheckStateRole); };
    QVERIFY(!tick(0) && !tick(1)); // made again already
    QVERIFY(!button->isEnabled());
    QVERIFY(tick(2) && tick(3));
    QCOMPARE(button->text(), u"Make 2 ports again"_s);
    QSignalSpy wanted(dialog, &RestoreDialog::restoreRequested);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted[0][1].toStringList(), (QStringList{portId(3), portId(4)}));
    dialog->setBusy(2);
    QVERIFY(!button->isEnabled());
    RestoreAnswer refused;
    refused.message = u"IpAddressAlreadyAllocated"_s;
    dialog->showRestored(portId(3), refused);
    QVERIFY(dialog->findChild<QLabel *>(u"restoreProblem"_s)->text().contains(refused.message));
    dialog->setBusy(0);
    QVERIFY(rows->index(2, 4).data().toString().contains(refused.message));
    // Return where nothing is ready does nothing; Escape closes.
    QTest::keyClick(dialog->findChild<QTableView *>(u"restoreTable"_s), Qt::Key_Return);
    QCOMPARE(wanted.size(), 1);
    QPointer<RestoreDialog> alive = dialog;
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!alive);
}

QTEST_MAIN(RemedyScreensTest)
#include "tst_remedy_screens.moc"
