// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/palettes.h"
#include "tests/support/remedyscenes.h"
#include "views/remedydialog.h"
#include "views/remedyrows.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// Every path through the dialog of one plan: what it shows, what leaves it, and what never does.
class RemedyDialogsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void rowsAreAModel();
    void nothingButProvenOrphansIsTicked();
    void repairsTickWhatTheyAreFor();
    void refusedPortsSayWhy();
    void returnOnAnUnreadyPlan();
    void escapeFromThePlan();
    void planOfNothing();
    void exportsDoNotBlock();
    void checkedPlanIsExported();
    void failedLookLeadsBack();
    void escapeFromTheLook();
    void focusIsOnCancel();
    void theNumberIsTyped();
    void returnNeverConfirms();
    void untickingWantsTheNumberAnew();
    void onePortNeedsNoNumber();
    void refusingWire();
    void confirmingWire();
    void nothingLeftToConfirm();
    void escapeFromTheReview();
    void runningDoesNotClose();
    void pauseAndStop();
    void reportAndRetry();
    void protectedCloudIsLarge();

private:
    template <class T>
    T *find(const QString &name) const
    {
        return m_dialog->findChild<T *>(name);
    }
    QString text(const QString &name) const
    {
        const auto *label = find<QLabel>(name);
        return label && label->isVisible() ? label->text() : QString();
    }
    QPushButton *button(const QString &name) const { return find<QPushButton>(name); }
    void open(const RemedyPlan &plan, bool isProtected = false);
    void openReview(RemedyReview review);
    QAbstractItemModel *rows(const QString &table) const { return find<QTableView>(table)->model(); }
    void tick(const QString &table, int row, bool on)
    {
        QVERIFY(rows(table)->setData(rows(table)->index(row, 0), int(on ? Qt::Checked : Qt::Unchecked),
                                     Qt::CheckStateRole));
    }
    int ticks(const QString &table) const
    {
        int count = 0;
        for (int row = 0; row < rows(table)->rowCount(); ++row)
            count += rows(table)->index(row, 0).data(Qt::CheckStateRole).toInt() == Qt::Checked ? 1 : 0;
        return count;
    }

    void chooseFile(const QString &action)
    {
        find<QAction>(action)->trigger();
        auto *const files = m_dialog->findChild<QFileDialog *>(u"exportDialog"_s);
        QVERIFY(files && files->isVisible());
        emit files->fileSelected(u"/tmp/plan"_s);
        delete files;
    }

    QPointer<RemedyDialog> m_dialog;
};

void RemedyDialogsTest::initTestCase()
{
    QApplication::setStyle(u"Fusion"_s);
    QApplication::setPalette(lightPalette());
}

void RemedyDialogsTest::init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

void RemedyDialogsTest::cleanup() { delete m_dialog; }

void RemedyDialogsTest::open(const RemedyPlan &plan, bool isProtected)
{
    delete m_dialog;
    m_dialog = new RemedyDialog(plan, isProtected);
    m_dialog->show();
    m_dialog->activateWindow();
    QVERIFY(QTest::qWaitForWindowExposed(m_dialog));
}

void RemedyDialogsTest::openReview(RemedyReview review)
{
    const RemedyPlan plan = remedyPlan(remedyJudgement());
    if (review.plan.isEmpty() && review.takenOut.isEmpty())
        review = remedyReview(plan);
    open(plan);
    m_dialog->showChecking(plan.provenOnly());
    m_dialog->showReview(review);
}

void RemedyDialogsTest::rowsAreAModel()
{
    RemedyRows rows(plannedTitles(), true);
    QAbstractItemModelTester tester(&rows, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy ticked(&rows, &RemedyRows::ticksChanged);
    rows.setRows(plannedRows(remedyPlan(remedyJudgement())));
    QCOMPARE(rows.tickedCount(), 7);
    QCOMPARE(ticked.size(), 1);
    QVERIFY(rows.setData(rows.index(0, 0), int(Qt::Unchecked), Qt::CheckStateRole));
    QVERIFY(rows.setData(rows.index(0, 0), int(Qt::Unchecked), Qt::CheckStateRole)); // says nothing new
    QCOMPARE(ticked.size(), 2);
    QCOMPARE(rows.tickedCount(), 6);
    QVERIFY(!rows.ticked().contains(portId(1)));
    QVERIFY(!rows.setData(rows.index(0, 1), int(Qt::Checked), Qt::CheckStateRole));
    RemedyRows::Row fixed;
    fixed.id = u"x"_s;
    fixed.tickable = false;
    rows.append(fixed);
    QVERIFY(!rows.setData(rows.index(rows.rowCount() - 1, 0), int(Qt::Checked), Qt::CheckStateRole));
    rows.setTickable(false);
    QVERIFY(!rows.index(0, 0).data(Qt::CheckStateRole).isValid());
}

void RemedyDialogsTest::nothingButProvenOrphansIsTicked()
{
    open(remedyPlan(remedyJudgement()));
    QCOMPARE(rows(u"planTable"_s)->rowCount(), 10); // seven proven, one likely, one unattached, one stale
    QCOMPARE(ticks(u"planTable"_s), 7);
    QCOMPARE(text(u"planCount"_s), u"Ticked: 7 of 10."_s);
    QVERIFY(button(u"planCheck"_s)->text().contains(u"7"_s));
    QSignalSpy asked(m_dialog, &RemedyDialog::checkRequested);
    tick(u"planTable"_s, 8, true);
    QTest::mouseClick(button(u"planCheck"_s), Qt::LeftButton);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].value<RemedyPlan>().size(), 8);
    // What the deletion also does stands in every row.
    for (int row = 0; row < 10; ++row)
        QVERIFY(!rows(u"planTable"_s)->index(row, 4).data().toString().isEmpty());
}

void RemedyDialogsTest::repairsTickWhatTheyAreFor()
{
    open(remedyPlan(remedyJudgement(), RemedyAction::ClearDevice));
    const QAbstractItemModel *table = rows(u"planTable"_s);
    for (int row = 0; row < table->rowCount(); ++row) {
        const bool stale = table->index(row, 1).data().toString().startsWith(u"left-on-host"_s);
        QCOMPARE(table->index(row, 0).data(Qt::CheckStateRole).toInt() == Qt::Checked, stale);
    }
    QCOMPARE(ticks(u"planTable"_s), 1);
}

void RemedyDialogsTest::refusedPortsSayWhy()
{
    open(remedyPlan(remedyJudgement()));
    QCOMPARE(rows(u"planRefused"_s)->rowCount(), 2);
    QVERIFY(rows(u"planRefused"_s)->index(0, 2).data().toString().contains(u"web-1"_s));
    QVERIFY(!rows(u"planRefused"_s)->index(1, 2).data().toString().isEmpty());
    QVERIFY(!rows(u"planRefused"_s)->index(0, 0).data(Qt::CheckStateRole).isValid());
}

void RemedyDialogsTest::returnOnAnUnreadyPlan()
{
    open(remedyPlan(remedyJudgement()));
    QSignalSpy asked(m_dialog, &RemedyDialog::checkRequested);
    for (int row = 0; row < 7; ++row)
        tick(u"planTable"_s, row, false);
    QVERIFY(!button(u"planCheck"_s)->isEnabled());
    QTest::keyClick(m_dialog, Qt::Key_Return);
    QTest::keyClick(find<QTableView>(u"planTable"_s), Qt::Key_Return);
    QCOMPARE(asked.size(), 0);
    QVERIFY(m_dialog->isVisible());
}

void RemedyDialogsTest::escapeFromThePlan()
{
    open(remedyPlan(remedyJudgement()));
    QSignalSpy given(m_dialog, &RemedyDialog::givenUp);
    QTest::keyClick(m_dialog, Qt::Key_Escape);
    QTRY_VERIFY(!m_dialog);
    QCOMPARE(given.size(), 0); // nothing was under way
}

void RemedyDialogsTest::planOfNothing()
{
    const JudgementPtr judgement = remedyJudgement();
    open(RemedyPlan::make(judgement, {RemedyAction::Delete, {portId(11)}, {}}, judgement->snapshot->takenAt));
    QVERIFY(!find<QTableView>(u"planTable"_s)->isVisible());
    QVERIFY(!button(u"planCheck"_s)->isEnabled());
    QVERIFY(button(u"planCancel"_s)->hasFocus());
    QVERIFY(find<QTableView>(u"planRefused"_s)->isVisible());
}

void RemedyDialogsTest::exportsDoNotBlock()
{
    open(remedyPlan(remedyJudgement()));
    QSignalSpy wanted(m_dialog, &RemedyDialog::planExportRequested);
    for (const QString &name : {u"planExportJson"_s, u"planExportCsv"_s, u"planExportCommands"_s})
        chooseFile(name);
    QCOMPARE(wanted.size(), 3);
    QCOMPARE(wanted[2][1].value<ExportFormat>(), ExportFormat::Commands);
    QCOMPARE(wanted[0][0].value<RemedyPlan>().size(), 7);
}

void RemedyDialogsTest::checkedPlanIsExported()
{
    openReview(remedyReview(remedyPlan(remedyJudgement()), 2));
    tick(u"reviewTable"_s, 0, false);
    QSignalSpy wanted(m_dialog, &RemedyDialog::reviewExportRequested);
    for (const QString &name : {u"reviewExportJson"_s, u"reviewExportCsv"_s, u"reviewExportCommands"_s})
        chooseFile(name);
    QCOMPARE(wanted.size(), 3);
    const auto review = wanted[0][0].value<RemedyReview>();
    QCOMPARE(review.plan.size(), 4);
    QCOMPARE(review.takenOut.size(), 2);
}

void RemedyDialogsTest::failedLookLeadsBack()
{
    const RemedyPlan plan = remedyPlan(remedyJudgement());
    open(plan);
    m_dialog->showRefusal(u"This session is read-only."_s);
    QCOMPARE(text(u"planProblem"_s), u"This session is read-only."_s);
    m_dialog->showChecking(plan);
    QVERIFY(text(u"checkHeadline"_s).contains(u"10"_s));
    m_dialog->showCheckProgress({SourceId::Ports, SourceProgress::State::Done, 12, SourceStatus::Complete});
    QVERIFY(text(u"checkStep"_s).contains(u"12"_s));
    m_dialog->showProbes(3, 9);
    QVERIFY(text(u"checkStep"_s).contains(u"9"_s));
    m_dialog->showFailure({Error::Kind::Network, u"Listing ports"_s, {}, 0, u"connection refused"_s, {}, {}});
    QVERIFY(text(u"planProblem"_s).contains(u"connection refused"_s));
    QCOMPARE(ticks(u"planTable"_s), 7);
}

void RemedyDialogsTest::escapeFromTheLook()
{
    const RemedyPlan plan = remedyPlan(remedyJudgement());
    open(plan);
    m_dialog->showChecking(plan);
    QVERIFY(button(u"checkCancel"_s)->hasFocus());
    QSignalSpy given(m_dialog, &RemedyDialog::givenUp);
    QTest::keyClick(m_dialog, Qt::Key_Escape);
    QTRY_VERIFY(!m_dialog);
    QCOMPARE(given.size(), 1);
}

void RemedyDialogsTest::focusIsOnCancel()
{
    openReview({});
    QVERIFY(button(u"reviewCancel"_s)->hasFocus());
    QVERIFY(!button(u"reviewVerb"_s)->isDefault() && !button(u"reviewVerb"_s)->autoDefault());
    QCOMPARE(button(u"reviewVerb"_s)->text(), u"Delete 7 ports"_s);
    QVERIFY(text(u"reviewReasons"_s).contains(u"server-deleted"_s));
    QVERIFY(text(u"reviewProjects"_s).contains(u"5  ci"_s));
    QVERIFY2(text(u"reviewQuotas"_s).contains(u"500 of 500, then 495 of 500"_s), qPrintable(text(u"reviewQuotas"_s)));
    QVERIFY(text(u"reviewQuotas"_s).contains(u"no limit"_s));
    QSignalSpy given(m_dialog, &RemedyDialog::givenUp);
    QTest::keyClick(m_dialog->focusWidget(), Qt::Key_Return); // presses Cancel
    QTRY_VERIFY(!m_dialog);
    QCOMPARE(given.size(), 1);
}

void RemedyDialogsTest::theNumberIsTyped()
{
    openReview({});
    QSignalSpy confirmed(m_dialog, &RemedyDialog::confirmed);
    QVERIFY(!button(u"reviewVerb"_s)->isEnabled());
    QTest::mouseClick(button(u"reviewVerb"_s), Qt::LeftButton);
    for (const QString &wrong : {u"8"_s, u"seven"_s, u"-7"_s, u"70"_s}) {
        find<QLineEdit>(u"reviewNumber"_s)->setText(wrong);
        QVERIFY(!button(u"reviewVerb"_s)->isEnabled());
        QVERIFY(!text(u"reviewMissing"_s).isEmpty());
    }
    QCOMPARE(confirmed.size(), 0);
    find<QLineEdit>(u"reviewNumber"_s)->clear();
    QTest::keyClicks(find<QLineEdit>(u"reviewNumber"_s), u"7"_s);
    QVERIFY(button(u"reviewVerb"_s)->isEnabled());
    QTest::mouseClick(button(u"reviewVerb"_s), Qt::LeftButton);
    QCOMPARE(confirmed.size(), 1);
    const auto given = confirmed[0][0].value<Confirmation>();
    QCOMPARE(given.ids.size(), 7);
    QCOMPARE(given.typedNumber, 7);
    m_dialog->showRefusal(u"This session is read-only."_s);
    QCOMPARE(text(u"reviewProblem"_s), u"This session is read-only."_s);
}

void RemedyDialogsTest::returnNeverConfirms()
{
    openReview({});
    QSignalSpy confirmed(m_dialog, &RemedyDialog::confirmed);
    auto *const number = find<QLineEdit>(u"reviewNumber"_s);
    number->setFocus();
    QTest::keyClick(number, Qt::Key_Return);
    QCOMPARE(confirmed.size(), 0);
    QVERIFY(m_dialog->isVisible());
    QTest::keyClicks(number, u"7"_s);
    QTest::keyClick(number, Qt::Key_Return); // leads to the button, and no further
    QCOMPARE(confirmed.size(), 0);
    QVERIFY(button(u"reviewVerb"_s)->hasFocus());
    QTest::keyClick(button(u"reviewVerb"_s), Qt::Key_Return); // not even there: a key held down repeats
    QTest::keyClick(button(u"reviewVerb"_s), Qt::Key_Enter);
    QTest::keyClick(button(u"reviewVerb"_s), Qt::Key_Select); // to Qt one that presses, as Return is on some desktops
    QCOMPARE(confirmed.size(), 0);
    find<QTableView>(u"reviewTable"_s)->setFocus();
    QTest::keyClick(find<QTableView>(u"reviewTable"_s), Qt::Key_Return);
    QCOMPARE(confirmed.size(), 0);
    QVERIFY(m_dialog->isVisible());
}

void RemedyDialogsTest::untickingWantsTheNumberAnew()
{
    openReview({});
    QTest::keyClicks(find<QLineEdit>(u"reviewNumber"_s), u"7"_s);
    tick(u"reviewTable"_s, 0, false);
    QCOMPARE(button(u"reviewVerb"_s)->text(), u"Delete 6 ports"_s);
    QVERIFY(!button(u"reviewVerb"_s)->isEnabled());
    QVERIFY(find<QLineEdit>(u"reviewNumber"_s)->text().isEmpty());
    for (int row = 1; row < 7; ++row)
        tick(u"reviewTable"_s, row, false);
    QVERIFY(!button(u"reviewVerb"_s)->isEnabled());
}

void RemedyDialogsTest::onePortNeedsNoNumber()
{
    openReview({});
    for (int row = 1; row < 7; ++row)
        tick(u"reviewTable"_s, row, false);
    QVERIFY(!find<QLineEdit>(u"reviewNumber"_s)->isVisible());
    QCOMPARE(button(u"reviewVerb"_s)->text(), u"Delete 1 port"_s);
    QVERIFY(button(u"reviewVerb"_s)->isEnabled());
}

void RemedyDialogsTest::refusingWire()
{
    RemedyReview review = remedyReview(remedyPlan(remedyJudgement()));
    review.wires = {{Wire::SourceIncomplete, Tripwire::Trip::Refuse, u"Trunks were not read in full."_s, {}}};
    openReview(review);
    QVERIFY(text(u"reviewWire0"_s).contains(u"Trunks were not read in full."_s));
    QVERIFY(!find<QCheckBox>(u"reviewAccept"_s)->isVisible());
    find<QLineEdit>(u"reviewNumber"_s)->setText(u"7"_s);
    QVERIFY(!button(u"reviewVerb"_s)->isEnabled());
}

void RemedyDialogsTest::confirmingWire()
{
    RemedyReview review = remedyReview(remedyPlan(remedyJudgement()));
    review.wires = {{Wire::HalfOfProject, Tripwire::Trip::Confirm, u"More than half."_s, {}}};
    openReview(review);
    find<QLineEdit>(u"reviewNumber"_s)->setText(u"7"_s);
    QVERIFY(!button(u"reviewVerb"_s)->isEnabled());
    QVERIFY(text(u"reviewMissing"_s).contains(u"More than half."_s));
    find<QCheckBox>(u"reviewAccept"_s)->setChecked(true);
    QVERIFY(button(u"reviewVerb"_s)->isEnabled());
    // A second review asks for everything anew.
    review.again = u"Things are not as they were."_s;
    m_dialog->showReview(review);
    QCOMPARE(text(u"reviewAgain"_s), review.again);
    QVERIFY(!find<QCheckBox>(u"reviewAccept"_s)->isChecked());
    QVERIFY(find<QLineEdit>(u"reviewNumber"_s)->text().isEmpty());
    QVERIFY(button(u"reviewCancel"_s)->hasFocus());
}

void RemedyDialogsTest::nothingLeftToConfirm()
{
    openReview(remedyReview(remedyPlan(remedyJudgement()), 7));
    QVERIFY(!button(u"reviewVerb"_s)->isVisible());
    QCOMPARE(rows(u"reviewTakenOut"_s)->rowCount(), 7);
    QVERIFY(rows(u"reviewTakenOut"_s)->index(0, 2).data().toString().contains(u"device"_s));
    QVERIFY(!text(u"reviewHeadline"_s).isEmpty());
}

void RemedyDialogsTest::escapeFromTheReview()
{
    openReview({});
    QTest::keyClicks(find<QLineEdit>(u"reviewNumber"_s), u"7"_s);
    QSignalSpy confirmed(m_dialog, &RemedyDialog::confirmed);
    QSignalSpy given(m_dialog, &RemedyDialog::givenUp);
    QTest::keyClick(m_dialog, Qt::Key_Escape);
    QTRY_VERIFY(!m_dialog);
    QCOMPARE(confirmed.size(), 0);
    QCOMPARE(given.size(), 1);
}

void RemedyDialogsTest::runningDoesNotClose()
{
    openReview({});
    const RemedyPlan plan = remedyReview(remedyPlan(remedyJudgement())).plan;
    m_dialog->showRunning(plan);
    QSignalSpy given(m_dialog, &RemedyDialog::givenUp);
    QTest::keyClick(m_dialog, Qt::Key_Escape);
    QVERIFY(m_dialog->isVisible());
    QVERIFY(!text(u"runReminder"_s).isEmpty());
    m_dialog->close();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(m_dialog && m_dialog->isVisible());
    QCOMPARE(given.size(), 0);
    m_dialog->backToPlan(u"Locked."_s); // a run is not given up
    QVERIFY(m_dialog->isRunning());
}

void RemedyDialogsTest::pauseAndStop()
{
    openReview({});
    const RemedyPlan plan = remedyReview(remedyPlan(remedyJudgement())).plan;
    m_dialog->showRunning(plan);
    QSignalSpy paused(m_dialog, &RemedyDialog::pauseRequested);
    QSignalSpy resumed(m_dialog, &RemedyDialog::resumeRequested);
    QSignalSpy stopped(m_dialog, &RemedyDialog::stopRequested);
    RunProgress progress;
    progress.state = RunProgress::State::Running;
    progress.total = 7;
    progress.done = 3;
    progress.counts[size_t(OutcomeKind::Done)] = 3;
    progress.perSecond = 2.5;
    progress.left = std::chrono::milliseconds(1600);
    m_dialog->showProgress(progress);
    QVERIFY(text(u"runHeadline"_s).contains(u"3 of 7"_s));
    QVERIFY2(text(u"runPace"_s).contains(u"2 s"_s), qPrintable(text(u"runPace"_s)));
    QVERIFY(text(u"runPace"_s).contains(u"Deleted: 3"_s));
    PortOutcome outcome;
    outcome.portId = portId(1);
    outcome.kind = OutcomeKind::Done;
    m_dialog->showOutcome(outcome);
    QCOMPARE(rows(u"runTable"_s)->rowCount(), 1);
    QTest::mouseClick(button(u"runPause"_s), Qt::LeftButton);
    QCOMPARE(paused.size(), 1);
    progress.state = RunProgress::State::Paused;
    m_dialog->showProgress(progress);
    QTest::mouseClick(button(u"runPause"_s), Qt::LeftButton);
    QCOMPARE(resumed.size(), 1);
    QTest::mouseClick(button(u"runStop"_s), Qt::LeftButton);
    QCOMPARE(stopped.size(), 1);
    progress.state = RunProgress::State::Stopping;
    m_dialog->showProgress(progress);
    QVERIFY(!button(u"runStop"_s)->isEnabled() && !button(u"runPause"_s)->isEnabled());
    for (int state = 0; state <= int(RunProgress::State::Over); ++state) {
        progress.state = RunProgress::State(state);
        m_dialog->showProgress(progress);
        QVERIFY(!text(u"runHeadline"_s).isEmpty());
    }
}

void RemedyDialogsTest::reportAndRetry()
{
    const RemedyPlan plan = remedyPlan(remedyJudgement());
    open(plan);
    m_dialog->showRunning(plan);
    RemedyReport report = remedyReport(plan);
    report.stopped = u"It was stopped by hand."_s;
    m_dialog->showReport(report);
    QVERIFY(text(u"reportStopped"_s).contains(u"by hand"_s));
    QCOMPARE(text(u"reportHeadline"_s), report.summary());
    QVERIFY(text(u"reportFacts"_s).contains(u"500 of 500 before, 498 of 500 after"_s));
    QVERIFY(text(u"reportFacts"_s).contains(report.journalPath));
    QCOMPARE(rows(u"reportTable"_s)->rowCount(), 10);
    QVERIFY(button(u"reportClose"_s)->hasFocus());
    QSignalSpy again(m_dialog, &RemedyDialog::retryRequested);
    QTest::mouseClick(button(u"reportRetry"_s), Qt::LeftButton);
    QCOMPARE(again.size(), 1);
    QCOMPARE(again[0][0].value<RemedyPlan>().ids(), report.retryable());
    QTest::keyClick(m_dialog, Qt::Key_Escape);
    QTRY_VERIFY(!m_dialog);
}

void RemedyDialogsTest::protectedCloudIsLarge()
{
    open(remedyPlan(remedyJudgement()));
    const int plain = find<QLabel>(u"remedyBand"_s)->font().pointSize();
    open(remedyPlan(remedyJudgement()), true);
    QVERIFY(find<QLabel>(u"remedyBand"_s)->font().pointSize() > plain);
    QVERIFY(text(u"remedyBand"_s).contains(u"prod-eu"_s));
    QVERIFY(text(u"remedyBand"_s).contains(u"protected"_s));
}

QTEST_MAIN(RemedyDialogsTest)
#include "tst_remedy_dialogs.moc"
