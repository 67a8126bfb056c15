// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/snapshotfile.h"
#include "models/remedy/journal.h"
#include "tests/support/remedywindow.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// The program from its menu to the cloud and back.
class RemedyWindowTest : public QObject
{
    Q_OBJECT

private slots:
    void fullWalk();
    void buttonsSayWhatComesNext();
    void readOnlyUntilUnlocked();
    void lockedWhileReviewing();
    void attachedInTheMeantimeSurvives();
    void oneRunAtATime();
    void closedWhileRunning();
    void cloudGoneWhileRunning();
    void otherCloudsHaveToWait();
    void restoredFromTheJournal();
    void crashIsToldAtTheNextStart();
    void advice();
    void fileIsReadOnly();
    void protectedCloud();

private:
    static QStringList journals(const RemedyWindow &window)
    {
        const QDir folder(window.home.path() + u"/flotsam/journals"_s);
        QStringList paths;
        for (const QString &name : folder.entryList(QDir::Files))
            paths += folder.filePath(name);
        return paths;
    }
};

void RemedyWindowTest::fullWalk()
{
    RemedyWindow window(u"quota"_s);
    QVERIFY(window.start());
    const QStringList leaked = window.proven();
    QVERIFY(leaked.size() > 20);
    QVERIFY(window.find<QAction>(u"actionPlanProven"_s)->text().contains(QString::number(leaked.size())));
    QVERIFY(window.trigger(u"actionLock"_s));
    QVERIFY(window.review());
    QVERIFY(window.inDialog<QPushButton>(u"reviewCancel"_s)->hasFocus() || !window.dialog()->isActiveWindow());
    QVERIFY(window.textOf(u"reviewQuotas"_s).contains(u"then"_s));
    for (const QString &id : leaked)
        QVERIFY(window.exists(id)); // so far nothing was sent
    QVERIFY(window.confirm());
    QTRY_VERIFY_WITH_TIMEOUT(!window.textOf(u"reportHeadline"_s).isEmpty(), 60'000);
    QVERIFY2(window.textOf(u"reportHeadline"_s).contains(u"Deleted: %1"_s.arg(leaked.size())),
             qPrintable(window.textOf(u"reportHeadline"_s)));
    for (const QString &id : leaked)
        QVERIFY(!window.exists(id));
    // The tables are read anew, and the menu has nothing more to offer.
    QTRY_COMPARE_WITH_TIMEOUT(window.dataset().count(Verdict::Orphan), 0, 60'000);
    QVERIFY(!window.trigger(u"actionPlanProven"_s));
    QVERIFY(window.click(u"reportClose"_s));
    QTRY_VERIFY(!window.dialog());
    QCOMPARE(journals(window).size(), 1);
    QVERIFY(!readJournal(journals(window)[0])->isOpen());
}

void RemedyWindowTest::buttonsSayWhatComesNext()
{
    RemedyWindow window(u"mixed"_s);
    QVERIFY(window.start());
    const QStringList leaked = window.proven();
    const auto *const proven = window.find<QToolButton>(u"portsProven"_s);
    auto *const button = window.find<QPushButton>(u"evidenceRemedy"_s);
    QVERIFY(proven->isVisible());
    QCOMPARE(proven->text(), u"Delete %1 proven…"_s.arg(leaked.size()));
    QVERIFY(!button->isVisible()); // nothing is selected
    window.select({leaked[0]});
    QVERIFY(button->isVisible() && button->isEnabled()); // a plan changes nothing: a read-only session may make one
    QVERIFY(window.trigger(u"actionLock"_s));
    QVERIFY(button->isEnabled());
    window.select(leaked.mid(0, 2));
    QCOMPARE(button->text(), u"Delete 2 ports…"_s);
    window.select({leaked[0]});
    QCOMPARE(button->text(), u"Delete 1 port…"_s);
    QVERIFY(button->isVisible());
    button->click(); // only plans
    QTRY_VERIFY(window.dialog());
    QVERIFY(!button->isEnabled());
    QTest::keyClick(window.dialog(), Qt::Key_Escape);
    QTRY_VERIFY(!window.dialog());
    QTRY_VERIFY(button->isEnabled());
    const Dataset &shown = window.dataset();
    int used = 0;
    for (qsizetype i = 0; i < shown.snapshot->ports.size(); ++i) {
        const PortJudgement &judgement = shown.judgement->ports[i];
        window.select({shown.snapshot->ports[i].id});
        if (judgement.verdict == Verdict::InUse && judgement.remedy == Remedy::None) {
            QVERIFY(button->isVisible() && !button->isEnabled());
            QVERIFY2(button->toolTip().contains(u"Refused"_s), qPrintable(button->toolTip()));
            ++used;
        } else if (judgement.remedy == Remedy::RegenerateMac) {
            QCOMPARE(button->text(), u"Regenerate its MAC…"_s);
        } else if (judgement.remedy == Remedy::ClearDevice) {
            QCOMPARE(button->text(), u"Clear its device…"_s);
        }
    }
    QVERIFY(used > 0);
    window.application->workbench().setFilter({u"verdict:in-use"_s});
    QTRY_VERIFY(!proven->isVisible());
}

void RemedyWindowTest::readOnlyUntilUnlocked()
{
    RemedyWindow window(u"quota"_s);
    QVERIFY(window.start());
    QCOMPARE(window.find<QAction>(u"actionLock"_s)->iconText(), u"Read-only"_s);
    window.find<QWidget>(u"lockBar"_s)->show();
    QVERIFY(!window.find<QWidget>(u"lockBar"_s)->isVisible()); // it has nothing to say
    QVERIFY(window.trigger(u"actionPlanProven"_s));
    QTRY_VERIFY(window.dialog());
    QVERIFY(window.click(u"planCheck"_s));
    QVERIFY(window.textOf(u"planProblem"_s).contains(u"read-only"_s));
    QCOMPARE(window.controller().state(), RemedyController::State::Idle);
    // Unlocked beside the open plan, it goes on.
    QVERIFY(window.dialog()->actions().contains(window.find<QAction>(u"actionLock"_s))); // its key works there too
    QVERIFY(window.trigger(u"actionLock"_s));
    QVERIFY(window.textOf(u"lockText"_s).contains(u"lab"_s));
    QCOMPARE(window.find<QToolButton>(u"actionLockTool"_s)->accessibleName(), u"Changes allowed"_s);
    QVERIFY(window.textOf(u"planProblem"_s).isEmpty());
    QVERIFY(window.click(u"planCheck"_s));
    QCOMPARE(window.controller().state(), RemedyController::State::Rechecking);
    QTest::keyClick(window.dialog(), Qt::Key_Escape);
    QTRY_VERIFY(!window.dialog());
    QCOMPARE(window.controller().state(), RemedyController::State::Idle);
    QTRY_VERIFY(window.find<QAction>(u"actionPlanProven"_s)->isEnabled());
}

void RemedyWindowTest::lockedWhileReviewing()
{
    RemedyWindow window(u"quota"_s);
    QVERIFY(window.start());
    QVERIFY(window.trigger(u"actionLock"_s));
    QVERIFY(window.review());
    QVERIFY(window.trigger(u"actionLock"_s));
    QCOMPARE(window.controller().state(), RemedyController::State::Idle);
    QVERIFY(window.textOf(u"planProblem"_s).contains(u"nothing was changed"_s));
    QVERIFY(!window.click(u"reviewVerb"_s)); // that page is gone
}

void RemedyWindowTest::attachedInTheMeantimeSurvives()
{
    RemedyWindow window(u"quota"_s);
    QVERIFY(window.start());
    const QStringList leaked = window.proven();
    const QString server = window.dataset().snapshot->servers[0].id;
    const auto attach = [&](const QString &port) {
        return window.client
            ->send("PUT", u"/network/v2.0/ports/"_s + port,
                   {{u"port"_s, QJsonObject{{u"device_id"_s, server}, {u"device_owner"_s, u"compute:nova"_s}}}})
            .status;
    };
    QCOMPARE(attach(leaked[0]), 200);
    QVERIFY(window.trigger(u"actionLock"_s));
    QVERIFY(window.review());
    QCOMPARE(window.inDialog<QTableView>(u"reviewTakenOut"_s)->model()->rowCount(), 1);
    QCOMPARE(window.inDialog<QPushButton>(u"reviewVerb"_s)->text(), u"Delete %1 ports"_s.arg(leaked.size() - 1));
    QCOMPARE(attach(leaked[1]), 200);
    QVERIFY(window.confirm());
    QTRY_VERIFY_WITH_TIMEOUT(!window.textOf(u"reportHeadline"_s).isEmpty(), 60'000);
    QVERIFY(window.exists(leaked[0]) && window.exists(leaked[1]));
    QVERIFY(window.textOf(u"reportHeadline"_s).contains(u"Changed, skipped: 1"_s));
    // It is in the tables again as what it is now.
    QTRY_COMPARE_WITH_TIMEOUT(window.dataset().count(Verdict::Orphan), 0, 60'000);
    const Dataset &now = window.dataset();
    QCOMPARE(now.judgement->ports[now.relations->portRow(leaked[0])].verdict, Verdict::InUse);
}

void RemedyWindowTest::oneRunAtATime()
{
    RemedyWindow window(u"quota"_s);
    QVERIFY(window.start());
    window.select(window.proven().mid(0, 2));
    QVERIFY(window.find<QAction>(u"actionPlanDelete"_s)->text().contains(u"2"_s));
    QVERIFY(window.trigger(u"actionPlanDelete"_s));
    QTRY_VERIFY(window.dialog());
    QVERIFY(!window.trigger(u"actionPlanDelete"_s));
    QVERIFY(!window.trigger(u"actionPlanProven"_s));
    QTest::keyClick(window.dialog(), Qt::Key_Escape);
    QTRY_VERIFY(!window.dialog());
    QTRY_VERIFY(window.trigger(u"actionPlanDelete"_s));
}

void RemedyWindowTest::closedWhileRunning()
{
    RemedyWindow window(u"quota"_s);
    QVERIFY(window.start());
    const QStringList leaked = window.proven();
    QVERIFY(window.trigger(u"actionLock"_s));
    QVERIFY(window.review());
    MainWindow &main = window.application->window();
    int outcomes = 0;
    int outcomesWhenStopped = 0;
    connect(&window.controller(), &RemedyController::outcome, &main, [&] {
        ++outcomes;
        if (outcomes == 2) {
            main.close();
            auto *const question = window.find<QMessageBox>(u"closeQuestion"_s);
            QVERIFY(main.isVisible() && question && question->isVisible());
            QTest::keyClick(question, Qt::Key_Escape); // let it run
            QVERIFY(!question->isVisible());
            QVERIFY(window.controller().isRunning());
            delete question;
        } else if (outcomes == 4) {
            main.close();
            outcomesWhenStopped = outcomes;
            window.find<QPushButton>(u"closeStop"_s)->click();
        }
    });
    QVERIFY(window.confirm());
    QTRY_VERIFY_WITH_TIMEOUT(!main.isVisible(), 60'000);
    QVERIFY(!window.controller().isRunning());
    QCOMPARE(outcomesWhenStopped, 4);
    int left = 0;
    for (const QString &id : leaked)
        left += window.exists(id) ? 1 : 0;
    QVERIFY2(left >= leaked.size() - 9 && left < leaked.size(), qPrintable(QString::number(left)));
    const auto record = readJournal(journals(window)[0]);
    QVERIFY(record.ok() && !record->isOpen());
    for (const JournalPort &port : record->ports)
        QCOMPARE(port.outcome->kind == OutcomeKind::Done, !window.exists(port.id));
}

void RemedyWindowTest::cloudGoneWhileRunning()
{
    RemedyWindow window(u"quota"_s);
    QVERIFY(window.start());
    QVERIFY(window.trigger(u"actionLock"_s));
    QVERIFY(window.review());
    int outcomes = 0;
    connect(&window.controller(), &RemedyController::outcome, this, [&] {
        if (++outcomes == 5)
            window.cloud.stop();
    });
    QVERIFY(window.confirm());
    QTRY_VERIFY_WITH_TIMEOUT(!window.textOf(u"reportHeadline"_s).isEmpty(), 120'000);
    QVERIFY2(window.textOf(u"reportStopped"_s).contains(u"errors"_s), qPrintable(window.textOf(u"reportStopped"_s)));
    QVERIFY(window.textOf(u"reportFacts"_s).contains(u"not known"_s));
    QVERIFY(window.inDialog<QPushButton>(u"reportRetry"_s)->isVisible());
    // What cannot be read again stays as it was read; nothing is shown as deleted.
    QVERIFY(!window.dataset().isNull());
    const auto record = readJournal(journals(window)[0]);
    // Where a deletion was in flight nobody could say what became of it: the journal waits for somebody who can.
    QVERIFY(record.ok());
    QCOMPARE(record->isOpen(), !record->unresolved().isEmpty());
    QCOMPARE(window.textOf(u"reportFacts"_s).contains(u"stays open"_s), record->isOpen());
    int done = 0;
    for (const JournalPort &port : record->ports)
        done += port.outcome->kind == OutcomeKind::Done ? 1 : 0;
    QVERIFY(done >= 4 && done < int(record->ports.size()));
    // The failed are planned again: nothing of them is forgotten, and the cloud that is gone is told.
    QVERIFY(window.click(u"reportRetry"_s));
    QTRY_VERIFY(window.dialog() && window.inDialog<QPushButton>(u"planCheck"_s)
                && window.inDialog<QPushButton>(u"planCheck"_s)->isVisible());
    QVERIFY(window.click(u"planCheck"_s));
    QTRY_VERIFY_WITH_TIMEOUT(!window.textOf(u"planProblem"_s).isEmpty(), 60'000);
    QCOMPARE(window.controller().state(), RemedyController::State::Idle);
}

void RemedyWindowTest::otherCloudsHaveToWait()
{
    RemedyWindow window(u"quota"_s);
    QVERIFY(window.start());
    QVERIFY(window.trigger(u"actionLock"_s));
    QVERIFY(window.review());
    int outcomes = 0;
    connect(&window.controller(), &RemedyController::outcome, this, [&] {
        if (++outcomes == 1)
            emit window.application->window().openRequested(u"/nonexistent.flotsam.json"_s);
    });
    QVERIFY(window.confirm());
    QTRY_VERIFY_WITH_TIMEOUT(!window.textOf(u"reportHeadline"_s).isEmpty(), 60'000);
    QVERIFY(window.textOf(u"reportStopped"_s).isEmpty());
    QVERIFY(!window.dataset().isNull());
    // Afterwards it may be left, and the lock is shut.
    emit window.application->window().openRequested(u"/nonexistent.flotsam.json"_s);
    QVERIFY(!window.dialog());
    QVERIFY(!window.find<QAction>(u"actionLock"_s)->isEnabled());
}

void RemedyWindowTest::restoredFromTheJournal()
{
    RemedyWindow window(u"quota"_s);
    QVERIFY(window.start());
    const QString port = window.proven()[0];
    const QJsonObject before = window.client->get(u"/network/v2.0/ports/"_s + port).json[u"port"_s].toObject();
    QVERIFY(window.trigger(u"actionLock"_s));
    window.select({port});
    QVERIFY(window.trigger(u"actionPlanDelete"_s));
    QTRY_VERIFY(window.dialog());
    QVERIFY(window.click(u"planCheck"_s));
    QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), RemedyController::State::Reviewing, 60'000);
    QVERIFY(window.confirm());
    QTRY_VERIFY_WITH_TIMEOUT(!window.textOf(u"reportHeadline"_s).isEmpty(), 60'000);
    QVERIFY(!window.exists(port));
    QVERIFY(window.click(u"reportClose"_s));

    QVERIFY(window.trigger(u"actionRestore"_s));
    auto *const table = window.find<QTableView>(u"restoreTable"_s);
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 1, 30'000);
    auto *const make = window.find<QPushButton>(u"restoreButton"_s);
    QVERIFY(!make->isEnabled()); // nothing is ticked beforehand
    QVERIFY(table->model()->setData(table->model()->index(0, 0), int(Qt::Checked), Qt::CheckStateRole));
    QTest::mouseClick(make, Qt::LeftButton);
    // What becomes of it must be seen and written down: neither window goes before.
    QTest::keyClick(make->window(), Qt::Key_Escape);
    QVERIFY(make->window()->isVisible());
    QVERIFY(!window.application->window().close());
    QTest::mouseClick(window.find<QPushButton>(u"closeStay"_s), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->index(0, 0).data().toString(), u"Made again"_s, 30'000);
    QTest::keyClick(make->window(), Qt::Key_Escape);
    QVERIFY(!make->window()->isVisible());
    QVERIFY(table->model()->index(0, 4).data().toString().contains(u"new id"_s));
    QVERIFY(!table->model()->index(0, 0).data(Qt::CheckStateRole).isValid());
    const QJsonArray found
        = window.client->get(u"/network/v2.0/ports?mac_address="_s + before[u"mac_address"_s].toString())
              .json[u"ports"_s]
              .toArray();
    QCOMPARE(found.size(), 1);
    QCOMPARE(found[0][u"fixed_ips"_s], before[u"fixed_ips"_s]);
    QCOMPARE(found[0][u"project_id"_s], before[u"project_id"_s]);
}

void RemedyWindowTest::crashIsToldAtTheNextStart()
{
    RemedyWindow window(u"quota"_s);
    QVERIFY(window.start());
    const QStringList leaked = window.proven().mid(0, 3);
    const Snapshot &snapshot = *window.dataset().snapshot;
    JournalHeader header;
    header.runId = u"cut-off"_s;
    header.cloud = snapshot.cloud;
    header.region = snapshot.region;
    header.authUrl = window.cloud.authUrl().toString();
    header.userName = snapshot.auth.userName;
    header.projectId = snapshot.auth.projectId;
    header.ports = 3;
    header.startedAt = QDateTime::currentDateTimeUtc();
    const RemedyPlan plan = RemedyPlan::make(window.dataset().judgement, {RemedyAction::Delete, leaked, {}},
                                             QDateTime::currentDateTimeUtc());
    const QString folder = window.home.path() + u"/flotsam/journals"_s;
    const auto write = [&](const QString &name) {
        QVERIFY(QDir().mkpath(folder));
        QFile file(folder + u'/' + name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.write(journalHead(header, plan) + journalSending(leaked[0], header.startedAt)) > 0);
    };
    window.end();
    write(u"1.jsonl"_s);
    header.cloud = u"elsewhere"_s;
    write(u"2.jsonl"_s);
    QCOMPARE(window.client->send("DELETE", u"/network/v2.0/ports/"_s + leaked[0]).status, 204);

    QVERIFY(window.start());
    QTRY_VERIFY_WITH_TIMEOUT(window.textOf(u"recoveryText"_s).contains(u"closed"_s), 60'000);
    const QAbstractItemModel *rows = window.find<QTableView>(u"recoveryTable"_s)->model();
    QCOMPARE(rows->rowCount(), 3);
    QStringList outcomes;
    for (int row = 0; row < 3; ++row)
        outcomes += rows->index(row, 0).data().toString();
    outcomes.sort();
    QCOMPARE(outcomes, (QStringList{u"Not there any more"_s, u"Not tried"_s, u"Not tried"_s}));
    QVERIFY(!readJournal(folder + u"/1.jsonl"_s)->isOpen());
    QVERIFY(readJournal(folder + u"/2.jsonl"_s)->isOpen());
    QVERIFY(window.exists(leaked[1]) && window.exists(leaked[2]));
    // Told once.
    QVERIFY(window.start());
    QSignalSpy looked(&window.controller(), &RemedyController::openJournalsFound);
    window.controller().findOpenJournals();
    QTRY_VERIFY(looked.size() >= 1);
    QVERIFY(window.textOf(u"recoveryText"_s).isEmpty());
}

void RemedyWindowTest::advice()
{
    RemedyWindow window(u"heat"_s);
    QVERIFY(window.start());
    const Judgement &judgement = *window.dataset().judgement;
    QString port;
    for (int i = 0; i < int(judgement.ports.size()); ++i) {
        const Remedy remedy = judgement.ports[i].remedy;
        if (remedy == Remedy::DeleteStack || remedy == Remedy::DeleteServer)
            port = judgement.snapshot->ports[i].id;
    }
    QVERIFY(!port.isEmpty());
    QVERIFY(!window.trigger(u"actionAdvice"_s));
    window.select({port});
    QVERIFY(window.trigger(u"actionAdvice"_s));
    auto *const commands = window.find<QPlainTextEdit>(u"adviceCommands"_s);
    QVERIFY(commands && commands->isVisible() && commands->isReadOnly());
    QVERIFY2(commands->toPlainText().contains(u"openstack stack"_s)
                 || commands->toPlainText().contains(u"openstack server delete"_s),
             qPrintable(commands->toPlainText()));
    QTest::keyClick(commands->window(), Qt::Key_Escape);
    QTRY_VERIFY(!window.find<QPlainTextEdit>(u"adviceCommands"_s));
}

void RemedyWindowTest::fileIsReadOnly()
{
    RemedyWindow window(u"quota"_s);
    QVERIFY(window.start());
    QVERIFY(window.trigger(u"actionLock"_s));
    const QString path = window.home.path() + u"/x.flotsam.json"_s;
    QVERIFY(!writeSnapshot(*window.dataset().snapshot, path));
    emit window.application->window().openRequested(path);
    QVERIFY(window.waitForReading());
    QVERIFY(!window.find<QAction>(u"actionLock"_s)->isEnabled());
    QVERIFY(window.textOf(u"lockText"_s).isEmpty());
    QVERIFY(window.trigger(u"actionPlanProven"_s)); // a dry run can be made of it
    QTRY_VERIFY(window.dialog());
    QVERIFY(window.click(u"planCheck"_s));
    QVERIFY(window.textOf(u"planProblem"_s).contains(u"No cloud"_s));
}

void RemedyWindowTest::protectedCloud()
{
    RemedyWindow window(u"healthy"_s);
    QVERIFY(window.start());
    QVERIFY(window.trigger(u"actionProtect"_s));
    QVERIFY(window.textOf(u"lockText"_s).contains(u"lab"_s));
    QVERIFY(window.textOf(u"lockText"_s).contains(u"read-only"_s));
    window.find<QWidget>(u"lockBar"_s)->hide(); // as a layout kept from another cloud would
    QVERIFY(!window.textOf(u"lockText"_s).isEmpty());
    QVERIFY(!window.find<QAction>(u"actionProtect"_s)->isEnabled()); // not without its name
    const auto edit = [&] { return window.find<QLineEdit>(u"unlockEdit"_s); };
    const QAction *lock = window.find<QAction>(u"actionLock"_s);

    QVERIFY(window.trigger(u"actionLock"_s));
    QVERIFY(edit() && edit()->isVisible());
    QVERIFY(!window.find<QPushButton>(u"unlockButton"_s)->isEnabled());
    QTest::keyClick(edit(), Qt::Key_Return); // unready
    QVERIFY(edit()->isVisible());
    QTest::keyClicks(edit(), u"LAB"_s);
    QTest::keyClick(edit(), Qt::Key_Return);
    QVERIFY(!window.textOf(u"unlockProblem"_s).isEmpty());
    QCOMPARE(lock->iconText(), u"Read-only"_s);
    QTest::keyClick(edit(), Qt::Key_Escape);
    QTRY_VERIFY(!edit());
    QCOMPARE(lock->iconText(), u"Read-only"_s);

    QVERIFY(window.trigger(u"actionLock"_s));
    QTest::keyClicks(edit(), u"lab"_s);
    QTest::keyClick(edit(), Qt::Key_Return);
    QTRY_VERIFY(!edit());
    QCOMPARE(lock->iconText(), u"Changes allowed"_s);
    QVERIFY(window.textOf(u"lockText"_s).contains(u"changes are allowed"_s));
    // The next session is read-only again, and still protected.
    QVERIFY(window.start());
    QCOMPARE(window.find<QAction>(u"actionLock"_s)->iconText(), u"Read-only"_s);
    QVERIFY(window.textOf(u"lockText"_s).contains(u"protected"_s));
}

QTEST_MAIN(RemedyWindowTest)
#include "tst_remedy_window.moc"
