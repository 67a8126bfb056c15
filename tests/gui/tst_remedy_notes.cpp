// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/remedyscenes.h"
#include "views/lockbar.h"
#include "views/mainwindow.h"
#include "views/remedymenu.h"
#include "views/remedynotes.h"
#include "views/restoredialog.h"

#include <QLabel>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// Open journals, and the way from the evidence to the plan.
class RemedyNotesTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8()); }
    void openJournalCanBeAskedAbout();
    void givingUpIsAsked();
    void openJournalAmongTheOthers();
    void buttonLeadsToThePlan_data();
    void buttonLeadsToThePlan();
    void buttonSaysWhyNot();
    void buttonStandsAlone();

private:
    static RecoveryReport report(bool closed)
    {
        RecoveryReport made;
        made.record = remedyRecord(remedyPlan(remedyJudgement()));
        made.record.closedAt = {};
        made.closed = closed;
        made.summary = u"The program ended in the middle."_s;
        made.at = QDateTime(QDate(2026, 11, 30), QTime(9, 50), Qt::UTC);
        if (!closed) {
            made.record.ports[1].outcome.reset();
            made.record.ports[4].outcome->kind = OutcomeKind::Unknown;
            made.error = Error{Error::Kind::Network, u"Finding out"_s, portId(2), 0, u"connection refused"_s, {}, {}};
        }
        return made;
    }

    QTemporaryDir m_home;
};

void RemedyNotesTest::openJournalCanBeAskedAbout()
{
    RecoveryDialog dialog;
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    QSignalSpy again(&dialog, &RecoveryDialog::lookAgainRequested);
    dialog.add(report(false));
    dialog.show();
    const auto *const text = dialog.findChild<QLabel *>(u"recoveryText"_s);
    auto *const ask = dialog.findChild<QPushButton *>(u"recoveryAgain"_s);
    const auto *const rows = dialog.findChild<QTableView *>(u"recoveryTable"_s)->model();
    QVERIFY2(text->text().contains(u"stays open"_s), qPrintable(text->text()));
    QVERIFY(text->text().contains(u"connection refused"_s));
    QCOMPARE(rows->rowCount(), 10);
    QCOMPARE(rows->index(0, 0).data().toString(), u"Not known"_s); // what is not known comes first
    QCOMPARE(rows->index(1, 0).data().toString(), u"Not known"_s);
    QVERIFY(ask->isVisible() && !ask->isDefault() && !ask->autoDefault());
    QTest::mouseClick(ask, Qt::LeftButton);
    QCOMPARE(again.size(), 1);
    // The same journal, looked at again: in place of what was known, not beside it.
    dialog.add(report(true));
    QVERIFY(!text->text().contains(u"stays open"_s));
    QVERIFY(text->text().contains(u"closed"_s));
    QCOMPARE(rows->rowCount(), 10);
    QCOMPARE(rows->index(0, 0).data().toString(), u"Deleted"_s);
    QVERIFY(!ask->isVisible());
    QVERIFY(!dialog.findChild<QPushButton *>(u"recoveryGiveUp"_s)->isVisible());
}

void RemedyNotesTest::givingUpIsAsked()
{
    RecoveryDialog dialog;
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    QSignalSpy wanted(&dialog, &RecoveryDialog::giveUpRequested);
    dialog.add(report(false));
    dialog.show();
    dialog.activateWindow();
    // Return on the dialog as it opens closes nothing but the dialog.
    auto *const giveUp = dialog.findChild<QPushButton *>(u"recoveryGiveUp"_s);
    QVERIFY(!giveUp->isDefault() && !giveUp->autoDefault());
    QVERIFY(!giveUp->hasFocus());
    QTest::mouseClick(giveUp, Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted[0][0].toStringList(), QStringList{report(false).record.path});
    QCOMPARE(wanted[0][1].toStringList(), (QStringList{portId(2), portId(5)}));

    int closed = 0;
    const auto ask = [&] {
        askToGiveUp(&dialog, {portId(2), portId(5)}, [&] { ++closed; });
        return dialog.findChild<QMessageBox *>(u"giveUpQuestion"_s);
    };
    for (const int key : {int(Qt::Key_Escape), int(Qt::Key_Return), int(Qt::Key_Enter)}) {
        QMessageBox *const box = ask();
        QVERIFY(box && box->isVisible());
        QVERIFY(box->text().contains(portId(2)) && box->text().contains(portId(5)));
        QTest::keyClick(box, Qt::Key(key));
        QCOMPARE(closed, 0);
        QVERIFY(!box->isVisible());
        delete box;
    }
    QMessageBox *const box = ask();
    QTest::mouseClick(box->findChild<QPushButton *>(u"giveUpClose"_s), Qt::LeftButton);
    QCOMPARE(closed, 1);
    dialog.setGivenUp(report(false).record.path);
    QVERIFY(dialog.findChild<QLabel *>(u"recoveryText"_s)->text().contains(u"by hand"_s));
    QVERIFY(!giveUp->isVisible());
}

void RemedyNotesTest::openJournalAmongTheOthers()
{
    const QPointer<RestoreDialog> dialog = new RestoreDialog;
    dialog->show();
    JournalRecord foreign = report(false).record;
    foreign.path = u"/foreign"_s;
    JournalRecord given = report(false).record;
    given.path = u"/given"_s;
    given.closedAt = given.header.startedAt;
    given.closedBy = u"hand"_s;
    auto *const ask = dialog->findChild<QPushButton *>(u"restoreAgain"_s);
    auto *const giveUp = dialog->findChild<QPushButton *>(u"restoreGiveUp"_s);
    QSignalSpy wanted(dialog, &RestoreDialog::giveUpRequested);
    dialog->setEntries({{report(false).record, true}}, u"/journals"_s);
    QVERIFY(ask->isVisible() && giveUp->isVisible());
    // Another cloud cannot be asked here; its journal can be closed all the same.
    dialog->setEntries({{foreign, false}}, u"/journals"_s);
    QVERIFY(!ask->isVisible() && giveUp->isVisible());
    QTest::mouseClick(giveUp, Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted[0][0].toString(), u"/foreign"_s);
    QCOMPARE(wanted[0][1].toStringList(), (QStringList{portId(2), portId(5)}));
    dialog->setEntries({{given, true}}, u"/journals"_s);
    QVERIFY(!ask->isVisible() && !giveUp->isVisible());
    delete dialog;
}

namespace {

/// A window with the lock, the menu and a reading.
struct Window
{
    explicit Window(const QString &home)
        : lock(ProtectedClouds(home + u"/protected.ini"_s))
        , window(workbench)
        , bar(new LockBar(lock))
        , menu(new RemedyMenu(workbench, window))
    {
        menu->addLock(*bar, lock);
        window.setDataset(Dataset::of(remedyJudgement()));
        window.show();
        button = window.findChild<QPushButton *>(u"evidenceRemedy"_s);
    }
    void select(int port) { workbench.hub().select(TableKind::Ports, {portId(port)}); }

    LockState lock;
    Workbench workbench;
    MainWindow window;
    LockBar *bar;
    RemedyMenu *menu;
    QPushButton *button = nullptr;
};

} // namespace

void RemedyNotesTest::buttonLeadsToThePlan_data()
{
    QTest::addColumn<int>("port");
    QTest::addColumn<QString>("title");
    QTest::addColumn<int>("action");
    QTest::newRow("proven orphan") << 1 << u"Delete 1 port…"_s << int(RemedyAction::Delete);
    QTest::newRow("likely orphan") << 8 << u"Delete 1 port…"_s << int(RemedyAction::Delete);
    QTest::newRow("unattached") << 9 << u"Delete 1 port…"_s << int(RemedyAction::Delete);
    QTest::newRow("left on a host") << 10 << u"Clear its device…"_s << int(RemedyAction::ClearDevice);
}

void RemedyNotesTest::buttonLeadsToThePlan()
{
    QFETCH(int, port);
    QFETCH(QString, title);
    QFETCH(int, action);
    Window w(m_home.path());
    w.lock.setCloud(u"prod-eu"_s);
    QVERIFY(w.lock.unlock());
    w.select(port);
    QVERIFY(w.button->isVisible() && w.button->isEnabled());
    QCOMPARE(w.button->text(), title);
    QSignalSpy wanted(w.menu, &RemedyMenu::planRequested);
    QTest::mouseClick(w.button, Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    const auto request = wanted[0][0].value<RemedyPlan::Request>();
    QCOMPARE(request.action, RemedyAction(action));
    QCOMPARE(request.chosen, QStringList{portId(port)});
    QVERIFY(request.bulk.isEmpty());
}

void RemedyNotesTest::buttonSaysWhyNot()
{
    Window w(m_home.path());
    QSignalSpy wanted(w.menu, &RemedyMenu::planRequested);
    QVERIFY(!w.button->isVisible()); // nothing is selected
    const auto refuses = [&](const QString &why) {
        QTest::mouseClick(w.button, Qt::LeftButton);
        QTest::keyClick(w.button, Qt::Key_Space);
        return w.button->isVisible() && !w.button->isEnabled() && w.button->toolTip().contains(why) && wanted.isEmpty();
    };
    w.select(1);
    QVERIFY(refuses(u"No cloud"_s)); // a file is shown
    w.lock.setCloud(u"prod-eu"_s);
    QVERIFY(w.button->isEnabled()); // read-only as the session is: a plan changes nothing
    w.menu->setBusy(true);
    QVERIFY(refuses(u"Another plan"_s));
    w.menu->setBusy(false);
    QVERIFY(w.button->isEnabled());
    w.select(11); // a port in use
    QVERIFY2(refuses(u"web-1"_s), qPrintable(w.button->toolTip()));
    w.select(12); // too young
    QVERIFY2(refuses(u"Refused"_s), qPrintable(w.button->toolTip()));
    w.workbench.hub().select(TableKind::Ports, {portId(1), portId(2)});
    QCOMPARE(w.button->text(), u"Delete 2 ports…"_s);
    QVERIFY(w.button->isEnabled());
    w.lock.setCloud({});
    QVERIFY(refuses(u"No cloud"_s));
}

void RemedyNotesTest::buttonStandsAlone()
{
    Window w(m_home.path());
    w.lock.setCloud(u"prod-eu"_s);
    QVERIFY(w.lock.unlock());
    w.select(1);
    QVERIFY(!w.button->isDefault() && !w.button->autoDefault());
    const QRect place(w.button->mapTo(&w.window, QPoint()), w.button->size());
    // No other button stands in its line.
    for (const QPushButton *other : w.window.findChildren<QPushButton *>()) {
        const QRect its(other->mapTo(&w.window, QPoint()), other->size());
        const bool beside = other != w.button && other->isVisible() && its.top() < place.bottom()
            && its.bottom() > place.top() && w.button->parentWidget()->isAncestorOf(other);
        QVERIFY2(!beside, qPrintable(other->objectName()));
    }
    // Return in the tables or on the window does not press it.
    QSignalSpy wanted(w.menu, &RemedyMenu::planRequested);
    for (QWidget *widget : {static_cast<QWidget *>(&w.window), w.window.findChild<QWidget *>(u"portsView"_s)}) {
        QVERIFY(widget);
        QTest::keyClick(widget, Qt::Key_Return);
        QTest::keyClick(widget, Qt::Key_Enter);
    }
    QCOMPARE(wanted.size(), 0);
}

QTEST_MAIN(RemedyNotesTest)
#include "tst_remedy_notes.moc"
