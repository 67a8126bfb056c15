// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/connectdialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

using namespace flotsam;
using namespace Qt::StringLiterals;

/// Every way through the connect dialog.
class ConnectDialogTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void opensWithoutBlocking();
    void tellsWhereEachCloudWasFound();
    void connectsWithoutPassword();
    void asksForThePasswordThatIsMissing();
    void enterOnAnUnreadyDialogDoesNothing();
    void escapeChangesNothing();
    void doubleClickConnects();
    void doubleClickOnAnUnreadyCloudDoesNothing();
    void insecureCloudsWarn();
    void brokenCloudsSayWhy();
    void aWrongPasswordIsAskedForAgain();
    void thePasswordGoesWithTheCloud();
    void demoIsGreyedUntilThereIsOne();
    void noCloudAtAll();
    void openFileInstead();
    void selectsByName();
    void namesAreNotMarkup();

private:
    template <class T>
    T *find(const char *name) const
    {
        return m_dialog->findChild<T *>(QString::fromLatin1(name));
    }
    void choose(int row) { find<QTreeWidget>("connectList")->setCurrentItem(item(row)); }
    QTreeWidgetItem *item(int row) const { return find<QTreeWidget>("connectList")->topLevelItem(row); }

    std::unique_ptr<ConnectDialog> m_dialog;
    std::unique_ptr<QSignalSpy> m_chosen;
    std::unique_ptr<QSignalSpy> m_rejected;
};

namespace {

enum Row
{
    Ready,
    Secret,
    Insecure,
    Broken,
    Demo
};

CloudChoice cloud(const QString &name)
{
    CloudChoice choice;
    choice.name = name;
    choice.origin = u"/home/someone/.config/openstack/clouds.yaml"_s;
    choice.authUrl = u"https://keystone.example.org:5000/v3"_s;
    choice.user = u"admin"_s;
    choice.project = u"demo"_s;
    choice.region = u"RegionOne"_s;
    return choice;
}

QList<CloudChoice> clouds()
{
    CloudChoice secret = cloud(u"secret"_s);
    secret.needsPassword = true;
    CloudChoice insecure = cloud(u"insecure"_s);
    insecure.insecure = true;
    CloudChoice broken = cloud(u"broken"_s);
    broken.problem = u"clouds.yaml names no auth_url for it."_s;
    broken.needsPassword = true;
    return {cloud(u"ready"_s), secret, insecure, broken};
}

} // namespace

void ConnectDialogTest::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    m_dialog = std::make_unique<ConnectDialog>(clouds());
    m_chosen = std::make_unique<QSignalSpy>(m_dialog.get(), &ConnectDialog::chosen);
    m_rejected = std::make_unique<QSignalSpy>(m_dialog.get(), &QDialog::rejected);
    m_dialog->open();
    QVERIFY(QTest::qWaitForWindowExposed(m_dialog.get()));
}

void ConnectDialogTest::cleanup()
{
    m_chosen.reset();
    m_rejected.reset();
    m_dialog.reset();
}

void ConnectDialogTest::opensWithoutBlocking()
{
    QVERIFY(m_dialog->isVisible()); // open() came back
    QVERIFY(m_dialog->isModal());
}

void ConnectDialogTest::tellsWhereEachCloudWasFound()
{
    QCOMPARE(item(Ready)->text(0), u"ready"_s);
    QCOMPARE(item(Ready)->text(3), u"/home/someone/.config/openstack/clouds.yaml"_s);
    QVERIFY(find<QLabel>("connectFacts")->text().contains(u"https://keystone.example.org:5000/v3"_s));
    QVERIFY(find<QLabel>("connectFacts")->text().contains(u"admin"_s));
}

void ConnectDialogTest::connectsWithoutPassword()
{
    QVERIFY(!find<QLineEdit>("connectPassword")->isVisible());
    QTest::keyClick(m_dialog.get(), Qt::Key_Return);
    QCOMPARE(m_chosen->size(), 1);
    QCOMPARE(m_chosen->first().at(0).value<CloudChoice>().name, u"ready"_s);
    QCOMPARE(m_chosen->first().at(1).toString(), QString());
    QVERIFY(!m_dialog->isVisible());
}

void ConnectDialogTest::asksForThePasswordThatIsMissing()
{
    choose(Secret);
    auto *const password = find<QLineEdit>("connectPassword");
    QVERIFY(password->isVisible());
    QCOMPARE(password->echoMode(), QLineEdit::Password);
    QVERIFY(!find<QPushButton>("connectButton")->isEnabled());
    QTest::keyClicks(password, u"s3cret"_s);
    QVERIFY(find<QPushButton>("connectButton")->isEnabled());
    QTest::keyClick(password, Qt::Key_Return);
    QCOMPARE(m_chosen->size(), 1);
    QCOMPARE(m_chosen->first().at(0).value<CloudChoice>().name, u"secret"_s);
    QCOMPARE(m_chosen->first().at(1).toString(), u"s3cret"_s);
    QCOMPARE(password->text(), QString()); // not kept
}

void ConnectDialogTest::enterOnAnUnreadyDialogDoesNothing()
{
    choose(Secret);
    QTest::keyClick(find<QLineEdit>("connectPassword"), Qt::Key_Return);
    QTest::keyClick(find<QTreeWidget>("connectList"), Qt::Key_Return);
    m_dialog->accept();
    choose(Broken);
    QTest::keyClick(m_dialog.get(), Qt::Key_Enter);
    m_dialog->accept();
    QCOMPARE(m_chosen->size(), 0);
    QVERIFY(m_dialog->isVisible());
}

void ConnectDialogTest::escapeChangesNothing()
{
    choose(Secret);
    QTest::keyClicks(find<QLineEdit>("connectPassword"), u"s3cret"_s);
    QTest::keyClick(m_dialog.get(), Qt::Key_Escape);
    QCOMPARE(m_rejected->size(), 1);
    QCOMPARE(m_chosen->size(), 0);
    QVERIFY(!m_dialog->isVisible());
}

void ConnectDialogTest::doubleClickConnects()
{
    auto *const list = find<QTreeWidget>("connectList");
    const QPoint at = list->visualItemRect(item(Insecure)).center();
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(m_chosen->size(), 1);
    QCOMPARE(m_chosen->first().at(0).value<CloudChoice>().name, u"insecure"_s);
}

void ConnectDialogTest::doubleClickOnAnUnreadyCloudDoesNothing()
{
    auto *const list = find<QTreeWidget>("connectList");
    for (const Row row : {Secret, Broken, Demo}) {
        const QPoint at = list->visualItemRect(item(row)).center();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, at);
    }
    QCOMPARE(m_chosen->size(), 0);
    QVERIFY(m_dialog->isVisible());
}

void ConnectDialogTest::insecureCloudsWarn()
{
    QVERIFY(!find<QLabel>("connectInsecure")->isVisible());
    choose(Insecure);
    QVERIFY(find<QLabel>("connectInsecure")->isVisible());
    choose(Ready);
    QVERIFY(!find<QLabel>("connectInsecure")->isVisible());
}

void ConnectDialogTest::brokenCloudsSayWhy()
{
    choose(Broken);
    QVERIFY(find<QLabel>("connectProblem")->isVisible());
    QCOMPARE(find<QLabel>("connectProblem")->text(), u"clouds.yaml names no auth_url for it."_s);
    QVERIFY(!find<QLineEdit>("connectPassword")->isVisible()); // a password would not help
    QVERIFY(!find<QPushButton>("connectButton")->isEnabled());
    choose(Ready);
    QVERIFY(!find<QLabel>("connectProblem")->isVisible());
}

void ConnectDialogTest::aWrongPasswordIsAskedForAgain()
{
    m_dialog->setProblem(u"The user name or password is wrong."_s, true);
    QVERIFY(find<QLabel>("connectProblem")->isVisible());
    QVERIFY(find<QLineEdit>("connectPassword")->isVisible()); // though one was configured
    QVERIFY(!find<QPushButton>("connectButton")->isEnabled());
    QTest::keyClicks(find<QLineEdit>("connectPassword"), u"better"_s);
    QTest::mouseClick(find<QPushButton>("connectButton"), Qt::LeftButton);
    QCOMPARE(m_chosen->size(), 1);
    QCOMPARE(m_chosen->first().at(1).toString(), u"better"_s);
}

void ConnectDialogTest::thePasswordGoesWithTheCloud()
{
    choose(Secret);
    QTest::keyClicks(find<QLineEdit>("connectPassword"), u"for secret"_s);
    choose(Ready);
    QTest::mouseClick(find<QPushButton>("connectButton"), Qt::LeftButton);
    QCOMPARE(m_chosen->first().at(1).toString(), QString());
}

void ConnectDialogTest::demoIsGreyedUntilThereIsOne()
{
    QCOMPARE(item(Demo)->text(0), u"demo"_s);
    QVERIFY(!item(Demo)->flags().testFlag(Qt::ItemIsEnabled));
    QSignalSpy demo(m_dialog.get(), &ConnectDialog::demoRequested);
    auto *const list = find<QTreeWidget>("connectList");
    const QPoint at = list->visualItemRect(item(Demo)).center();
    QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(list->currentItem(), item(Ready));
    QCOMPARE(m_chosen->size(), 0);
    m_dialog->setDemoAvailable(true);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, at);
    QVERIFY(find<QPushButton>("connectButton")->isEnabled());
    QTest::keyClick(m_dialog.get(), Qt::Key_Return);
    QCOMPARE(demo.size(), 1);
    QCOMPARE(m_chosen->size(), 0);
}

void ConnectDialogTest::noCloudAtAll()
{
    QVERIFY(!find<QLabel>("connectNothing")->isVisible());
    ConnectDialog empty({});
    empty.setSearched({u"/etc/openstack/clouds.yaml"_s});
    empty.open();
    auto *const nothing = empty.findChild<QLabel *>(u"connectNothing"_s);
    QVERIFY(nothing->isVisible());
    QVERIFY(nothing->text().contains(u"/etc/openstack/clouds.yaml"_s));
    QVERIFY(!empty.findChild<QPushButton *>(u"connectButton"_s)->isEnabled());
    QTest::keyClick(&empty, Qt::Key_Return);
    QVERIFY(empty.isVisible());
}

void ConnectDialogTest::openFileInstead()
{
    QSignalSpy open(m_dialog.get(), &ConnectDialog::openFileRequested);
    QTest::mouseClick(find<QPushButton>("connectOpenFile"), Qt::LeftButton);
    QCOMPARE(open.size(), 1);
    QVERIFY(!m_dialog->isVisible());
}

void ConnectDialogTest::selectsByName()
{
    m_dialog->select(u"insecure"_s);
    QVERIFY(find<QLabel>("connectInsecure")->isVisible());
    m_dialog->select(u"no such cloud"_s);
    QVERIFY(find<QLabel>("connectInsecure")->isVisible());
}

void ConnectDialogTest::namesAreNotMarkup()
{
    m_dialog->setProblem(u"<b>bold</b>"_s, false);
    QCOMPARE(find<QLabel>("connectProblem")->textFormat(), Qt::PlainText);
    QCOMPARE(find<QLabel>("connectFacts")->textFormat(), Qt::PlainText);
}

QTEST_MAIN(ConnectDialogTest)
#include "tst_connectdialog.moc"
