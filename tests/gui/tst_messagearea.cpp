// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/messagearea.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QTest>
#include <QToolButton>

using namespace flotsam;
using namespace Qt::StringLiterals;

class MessageAreaTest : public QObject
{
    Q_OBJECT

private slots:
    void hiddenWhileThereIsNothing();
    void tellsEverythingThatAnErrorKnows();
    void newestFirst();
    void sameErrorsCountUp();
    void dismissOneAndAll();
    void copiesAll();
    void holdsAtMostItsLimit();
    void markupStaysText();
    void scrollsInsteadOfGrowing();
};

namespace {

Error denied(int number = 0)
{
    return {Error::Kind::Http,
            u"Listing trunks %1"_s.arg(number),
            u"https://network.example.org/v2.0/trunks"_s,
            403,
            u"disallowed by policy"_s,
            u"req-42"_s,
            u"Ask for a role."_s};
}

QList<QLabel *> texts(const MessageArea &area)
{
    QList<QLabel *> shown = area.findChildren<QLabel *>(u"messageText"_s);
    shown.removeIf([](const QLabel *label) { return label->parentWidget()->isHidden(); });
    return shown;
}

} // namespace

void MessageAreaTest::hiddenWhileThereIsNothing()
{
    MessageArea area;
    QVERIFY(area.isHidden());
    area.add(denied());
    QVERIFY(!area.isHidden());
    area.clear();
    QVERIFY(area.isHidden());
}

void MessageAreaTest::tellsEverythingThatAnErrorKnows()
{
    MessageArea area;
    area.add(denied());
    const QString text = texts(area).first()->text();
    for (const QString &part : {u"Listing trunks 0"_s, u"https://network.example.org/v2.0/trunks"_s, u"403"_s,
                                u"disallowed by policy"_s, u"req-42"_s, u"Ask for a role."_s})
        QVERIFY2(text.contains(part), qPrintable(part));
    QCOMPARE(errorParagraph({Error::Kind::Network, u"Logging in"_s, {}, 0, {}, {}, {}}), u"Logging in"_s);
}

void MessageAreaTest::newestFirst()
{
    MessageArea area;
    area.add(denied(1));
    area.add(denied(2));
    QVERIFY(area.text().indexOf(u"trunks 2"_s) < area.text().indexOf(u"trunks 1"_s));
}

void MessageAreaTest::sameErrorsCountUp()
{
    MessageArea area;
    for (int i = 0; i < 3; ++i) {
        Error again = denied();
        again.requestId = u"req-%1"_s.arg(i);
        area.add(again);
    }
    QCOMPARE(area.count(), 1);
    QVERIFY(texts(area).first()->text().contains(u"3 times"_s));
    QVERIFY(texts(area).first()->text().contains(u"req-2"_s)); // the last one
}

void MessageAreaTest::dismissOneAndAll()
{
    MessageArea area;
    for (int i = 0; i < 3; ++i)
        area.add(denied(i));
    area.show();
    QTest::mouseClick(area.findChildren<QToolButton *>(u"messageDismiss"_s).first(), Qt::LeftButton);
    QCOMPARE(area.count(), 2);
    QCOMPARE(area.findChild<QLabel *>(u"messageTitle"_s)->text(), u"2 problems"_s);
    QTest::mouseClick(area.findChild<QToolButton *>(u"messageDismissAll"_s), Qt::LeftButton);
    QCOMPARE(area.count(), 0);
    QVERIFY(area.isHidden());
    QTRY_COMPARE_WITH_TIMEOUT(area.findChildren<QWidget *>(u"messageRow"_s).size(), 0, 60'000);
}

void MessageAreaTest::copiesAll()
{
    MessageArea area;
    area.add(denied(1));
    area.add(denied(2));
    QTest::mouseClick(area.findChild<QToolButton *>(u"messageCopy"_s), Qt::LeftButton);
    QCOMPARE(QApplication::clipboard()->text(), area.text());
    QVERIFY(area.text().contains(u"req-42"_s));
}

void MessageAreaTest::holdsAtMostItsLimit()
{
    MessageArea area;
    for (int i = 0; i < MessageArea::Limit + 10; ++i)
        area.add(denied(i));
    QCOMPARE(area.count(), MessageArea::Limit);
    QVERIFY(area.text().contains(u"trunks %1"_s.arg(MessageArea::Limit + 9)));
    QVERIFY(!area.text().contains(u"trunks 0:"_s)); // the oldest gives way
}

void MessageAreaTest::markupStaysText()
{
    MessageArea area;
    Error html = denied();
    html.serviceMessage = u"<html><img src='https://example.org/x.png'></html>"_s;
    area.add(html);
    QCOMPARE(texts(area).first()->textFormat(), Qt::PlainText);
    QVERIFY(texts(area).first()->text().contains(u"<html>"_s));
}

void MessageAreaTest::scrollsInsteadOfGrowing()
{
    MessageArea area;
    area.resize(600, 400);
    for (int i = 0; i < 30; ++i)
        area.add(denied(i));
    QVERIFY(area.sizeHint().boundedTo(area.maximumSize()).height() <= area.fontMetrics().lineSpacing() * 10);
}

QTEST_MAIN(MessageAreaTest)
#include "tst_messagearea.moc"
