// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/palettes.h"
#include "tests/support/samplecloud.h"
#include "tests/support/windowfixture.h"

#include <QApplication>
#include <QLineEdit>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// The tables while a filter is being written, letter by letter.
class FilterTypingTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void halfATermEmptiesNothing();
    void returnMeansWhatIsWritten();
    void leavingMeansWhatIsWritten();
};

void FilterTypingTest::initTestCase()
{
    QApplication::setStyle(u"Fusion"_s);
    QApplication::setPalette(lightPalette());
}

namespace {

struct Typing : WindowFixture
{
    Typing()
        : edit(*find<QLineEdit>(u"filterEdit"_s))
        , ports(workbench.proxy(TableKind::Ports))
    {
        window.setDataset(sampleDataset());
        window.activateWindow();
        edit.setFocus();
    }

    QLineEdit &edit;
    const IndexProxy &ports;
};

} // namespace

void FilterTypingTest::halfATermEmptiesNothing()
{
    Typing typing;
    QVERIFY(QTest::qWaitForWindowActive(&typing.window));
    const int all = typing.ports.rowCount();
    for (const QChar letter : u"verdict:"_s) {
        QTest::keyClick(&typing.edit, letter.toLatin1());
        QVERIFY2(typing.ports.rowCount() > 0, qPrintable(typing.edit.text()));
    }
    QCOMPARE(typing.ports.rowCount(), all);
    QTest::keyClicks(&typing.edit, u"orphan "_s);
    const int orphans = typing.ports.rowCount();
    QVERIFY(orphans > 0 && orphans < all);
    for (const QChar letter : u"remedy"_s) {
        QTest::keyClick(&typing.edit, letter.toLatin1());
        QVERIFY2(typing.ports.rowCount() > 0, qPrintable(typing.edit.text()));
    }
    QCOMPARE(typing.ports.rowCount(), orphans);
    QTest::keyClicks(&typing.edit, u"x"_s); // no term any more
    QCOMPARE(typing.ports.rowCount(), 0);
}

void FilterTypingTest::returnMeansWhatIsWritten()
{
    Typing typing;
    QVERIFY(QTest::qWaitForWindowActive(&typing.window));
    QTest::keyClicks(&typing.edit, u"verd"_s);
    QVERIFY(typing.ports.rowCount() > 0);
    QTest::keyClick(&typing.edit, Qt::Key_Escape); // the completions
    QTest::keyClick(&typing.edit, Qt::Key_Return);
    QCOMPARE(typing.edit.text(), u"verd"_s);
    QCOMPARE(typing.ports.rowCount(), 0);
    QCOMPARE(typing.labelText(u"portsEmptyTitle"_s), u"No port matches the filter."_s);
}

void FilterTypingTest::leavingMeansWhatIsWritten()
{
    Typing typing;
    QVERIFY(QTest::qWaitForWindowActive(&typing.window));
    QTest::keyClicks(&typing.edit, u"verd"_s);
    QVERIFY(typing.ports.rowCount() > 0);
    typing.view(TableKind::Instances)->setFocus();
    QCOMPARE(typing.ports.rowCount(), 0);
    typing.edit.setText(u"verd"_s); // from elsewhere
    QCOMPARE(typing.ports.rowCount(), 0);
}

QTEST_MAIN(FilterTypingTest)
#include "tst_filtertyping.moc"
