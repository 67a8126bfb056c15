// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/format.h"
#include "models/tables/searchtext.h"
#include "models/tables/tabledata.h"
#include "models/tables/textranks.h"
#include "models/triage/explain.h"
#include "tests/support/samplecloud.h"

#include <QRandomGenerator>
#include <QSet>
#include <QTest>

#include <algorithm>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

class TablesTextTest : public QObject
{
    Q_OBJECT

private slots:
    void ages_data();
    void ages();
    void exactTimes();
    void shortIds();
    void numbersAreGrouped();
    void naturalOrder_data();
    void naturalOrder();
    void naturalOrderIsAnOrder();
    void ranksFollowTheNaturalOrder();
    void searchStaysInItsRowAndCell();
    void everyWordHasASentence();
    void sentencesHaveNamesAndTimes();
};

void TablesTextTest::ages_data()
{
    QTest::addColumn<qint64>("age");
    QTest::addColumn<QString>("text");
    QTest::newRow("future") << qint64(-5000) << u"0 s"_s;
    QTest::newRow("seconds") << qint64(59'999) << u"59 s"_s;
    QTest::newRow("minute") << qint64(60'000) << u"1 min"_s;
    QTest::newRow("hour") << qint64(3'600'000) << u"1 h"_s;
    QTest::newRow("day") << qint64(86'400'000) << u"1 d"_s;
    QTest::newRow("months") << qint64(86'400'000) * 95 << u"3 mo"_s;
}

void TablesTextTest::ages()
{
    QFETCH(qint64, age);
    QTEST(ageText(age), "text");
}

void TablesTextTest::exactTimes()
{
    QCOMPARE(exactTime({}), QString());
    QVERIFY(exactTime(qint64(0)).startsWith(u"1970-01-01 00:00:00 UTC"_s));
}

void TablesTextTest::shortIds()
{
    QCOMPARE(shortId(u"2e47c1aa-0000-4000-8000-000000009f3c"_s), u"2e47c1…9f3c"_s);
    QCOMPARE(shortId(u"short"_s), u"short"_s);
}

void TablesTextTest::numbersAreGrouped() { QCOMPARE(groupedNumber(1234567), u"1,234,567"_s); }

void TablesTextTest::naturalOrder_data()
{
    QTest::addColumn<QString>("less");
    QTest::addColumn<QString>("more");
    QTest::newRow("digits by value") << u"web-9"_s << u"web-10"_s;
    QTest::newRow("case") << u"Alpha"_s << u"beta"_s;
    QTest::newRow("prefix") << u"web"_s << u"web-1"_s;
    QTest::newRow("long digits") << u"a99999999999999999999"_s << u"a100000000000000000000"_s;
    QTest::newRow("addresses") << u"10.0.0.9"_s << u"10.0.0.10"_s;
    QTest::newRow("empty") << QString() << u"a"_s;
    QTest::newRow("other scripts") << u"ПОРТ 1"_s << u"порт 2"_s;
}

void TablesTextTest::naturalOrder()
{
    QFETCH(QString, less);
    QFETCH(QString, more);
    QVERIFY(naturalCompare(less, more) < 0);
    QVERIFY(naturalCompare(more, less) > 0);
    QCOMPARE(naturalCompare(less, less), 0);
    QCOMPARE(naturalCompare(less, less.toUpper()), 0);
}

void TablesTextTest::naturalOrderIsAnOrder()
{
    QRandomGenerator random(7);
    const QString letters = u"ab01.9-Z"_s;
    QStringList texts;
    for (int i = 0; i < 60; ++i) {
        QString text;
        for (int n = random.bounded(6); n > 0; --n)
            text += letters[random.bounded(int(letters.size()))];
        texts += text;
    }
    for (const QString &a : texts) {
        for (const QString &b : texts) {
            QCOMPARE(naturalCompare(a, b) < 0, naturalCompare(b, a) > 0);
            for (const QString &c : texts) {
                if (naturalCompare(a, b) <= 0 && naturalCompare(b, c) <= 0)
                    QVERIFY(naturalCompare(a, c) <= 0);
            }
        }
    }
}

void TablesTextTest::ranksFollowTheNaturalOrder()
{
    QRandomGenerator random(11);
    const QString letters = u"aAbB019.-:ÄäпП\u212Ak\uFFFD\u0001"_s;
    for (const QString &start : {u""_s, u"fa:16:3e:"_s, u"00"_s}) {
        QStringList texts;
        for (int i = 0; i < 300; ++i) {
            QString text = random.bounded(10) ? start : QString();
            for (int n = random.bounded(9); n > 0; --n)
                text += letters[random.bounded(int(letters.size()))];
            texts += text;
        }
        texts += QString(300, u'9');
        texts += QString(301, u'1');
        TextRanks all;
        for (const QString &text : std::as_const(texts))
            all.add(text);
        const std::vector<quint32> ranks = all.ranks(NoRank);
        for (int i = 0; i < int(texts.size()); ++i) {
            QCOMPARE(ranks[size_t(i)] == NoRank, texts[i].isEmpty());
            for (int j = 0; j < i; ++j) {
                if (texts[i].isEmpty() || texts[j].isEmpty())
                    continue;
                const int wanted = naturalCompare(texts[i], texts[j]);
                const quint32 a = ranks[size_t(i)];
                const quint32 b = ranks[size_t(j)];
                QVERIFY2(wanted < 0 ? a < b : wanted > 0 ? a > b : a == b,
                         qPrintable(texts[i] + u" against "_s + texts[j]));
            }
        }
    }
    QVERIFY(TextRanks().ranks(NoRank).empty());
}

void TablesTextTest::searchStaysInItsRowAndCell()
{
    SearchText text;
    text.addRow(u"abc\ndef"_s);
    text.addRow(u""_s);
    text.addRow(u"ABC abc abc"_s);
    text.addRow(u"cde"_s);
    const auto found = [&](const QString &needle) {
        std::vector<char> keep(4, 1);
        text.keepMatches(needle, keep);
        return keep;
    };
    QCOMPARE(found(u"abc"_s), (std::vector<char>{1, 0, 1, 0}));
    QCOMPARE(found(u"de"_s), (std::vector<char>{1, 0, 0, 1}));
    QCOMPARE(found(u"cd"_s), (std::vector<char>{0, 0, 0, 1}));
    QCOMPARE(found(QString()), (std::vector<char>{1, 1, 1, 1}));
    QCOMPARE(found(u"cde"_s), (std::vector<char>{0, 0, 0, 1}));
    std::vector<char> keep{0, 1, 0, 1};
    text.keepMatches(u"c"_s, keep);
    QCOMPARE(keep, (std::vector<char>{0, 0, 0, 1})); // never brings a row back
}

void TablesTextTest::everyWordHasASentence()
{
    QSet<QString> seen;
    const auto check = [&](const QString &text) {
        QVERIFY(!text.isEmpty());
        QVERIFY2(!seen.contains(text), qPrintable(text));
        seen.insert(text);
    };
    for (int i = 0; i < ReasonCount; ++i)
        check(reasonText(Reason(i)));
    for (const Flag flag : AllFlags)
        check(flagText(flag));
    for (int i = 0; i < VerdictCount; ++i) {
        check(verdictTitle(Verdict(i)));
        check(verdictMeaning(Verdict(i)));
    }
    for (int i = 0; i <= int(Remedy::DeleteStack); ++i)
        check(remedyText(Remedy(i)));
}

void TablesTextTest::sentencesHaveNamesAndTimes()
{
    const JudgementPtr judgement = sampleJudgement(sampleSnapshot());
    QCOMPARE(verdictSentence(*judgement, 0), u"Its server \"web-0\" exists and is ACTIVE."_s);
    QCOMPARE(verdictSentence(*judgement, 1), u"Its server \"ci-1\" was deleted 12 s before this port appeared."_s);
    QCOMPARE(verdictSentence(*judgement, 11), reasonText(Reason::LateCreate)); // no tombstone: no time to tell
    for (int port = 0; port < int(judgement->ports.size()); ++port)
        QVERIFY(verdictSentence(*judgement, port).endsWith(u'.'));
}

QTEST_GUILESS_MAIN(TablesTextTest)
#include "tst_tables_text.moc"
