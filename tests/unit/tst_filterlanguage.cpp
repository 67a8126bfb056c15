// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/filteredit.h"
#include "models/tables/filtervalues.h"

#include <QDateTime>
#include <QRandomGenerator>
#include <QTest>

using namespace flotsam;
using namespace Qt::StringLiterals;

/// The language itself: what is read, what is refused and where, and what is written back.
class FilterLanguageTest : public QObject
{
    Q_OBJECT

private slots:
    void readAndWritten_data();
    void readAndWritten();
    void errors_data();
    void errors();
    void beginnings_data();
    void beginnings();
    void anyTextIsReadOrRefused();
    void patterns_data();
    void patterns();
    void durations_data();
    void durations();
    void times_data();
    void times();
    void parts_data();
    void parts();
    void chips_data();
    void chips();
};

void FilterLanguageTest::readAndWritten_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("written");
    const auto same
        = [](const char *text) { QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(text); };
    same("");
    same("web");
    same("web 10.0.0.7");
    same("\"two words\"");
    same("verdict:orphan");
    same("verdict:orphan,stale project:ci age>1h");
    same("-verdict:in-use");
    same("-(a or b)");
    same("a b or c");
    same("(a or b) c");
    same("-(a b)");
    same("--a");
    same("name:\"\"");
    same("name=web");
    same("name:web-*");
    same("name:\"web-*\"");
    same("name:\"a \\\"b\\\" \\\\ c\"");
    same("\"-x\"");
    same("\"or\"");
    same("\"name:x\"");
    same("ip:10.0.0.0/24,fd00::/8");
    same("mac:FA-16-3E");
    same("age>=1d12h age<=2w");
    same("created<2026-11-01 updated>=2026-11-30T09:41:00Z");
    same("created<\"2026-11-01 12:00\"");
    same("revision=3");
    same("owner:network:dhcp");
    same("OS::Nova::Server");
    same("naïve ПОРТ 端口");
    QTest::newRow("blanks") << u"  a   b  "_s << u"a b"_s;
    QTest::newRow("and") << u"a and b"_s << u"a b"_s;
    QTest::newRow("or in any case") << u"a OR b Or c"_s << u"a or b or c"_s;
    QTest::newRow("no need for parentheses") << u"((a) (b or (c)))"_s << u"a (b or c)"_s;
    QTest::newRow("empty parentheses") << u"() a"_s << u"a"_s;
    QTest::newRow("name without case") << u"Verdict:orphan"_s << u"verdict:orphan"_s;
    QTest::newRow("open quote") << u"name:\"web 1"_s << u"name:\"web 1\""_s;
    QTest::newRow("needless quotes") << u"name:\"web\" \"a\""_s << u"name:web a"_s;
    QTest::newRow("quotes inside") << u"name:we\"b 1\""_s << u"name:\"web 1\""_s;
    QTest::newRow("comma at the end") << u"verdict:orphan,"_s << u"verdict:orphan"_s;
    QTest::newRow("MAC as text") << u"fa:16:3e:00:00:01"_s << u"fa:16:3e:00:00:01"_s;
    QTest::newRow("address as text") << u"fd00::1"_s << u"fd00::1"_s;
    QTest::newRow("dash alone") << u"a  - b"_s << u"a - b"_s;
    QTest::newRow("lone parenthesis") << u"a) b"_s << u"\"a)\" b"_s;
    QTest::newRow("nothing in quotes") << u"\"\""_s << QString();
}

void FilterLanguageTest::readAndWritten()
{
    QFETCH(QString, text);
    const ParsedFilter parsed = parseFilter(text);
    QVERIFY2(!parsed.error, parsed.error ? qPrintable(parsed.error->words) : "");
    const QString written = filterText(parsed.query);
    QTEST(written, "written");
    const ParsedFilter again = parseFilter(written);
    QVERIFY(!again.error);
    QCOMPARE(again.query == parsed.query, true);
}

void FilterLanguageTest::errors_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("bad"); ///< the part that is pointed at
    QTest::addColumn<QString>("words"); ///< in the message
    const auto row = [](const char *name, const char *text, const char *bad, const char *words) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(bad) << QString::fromUtf8(words);
    };
    row("unknown term", "web verdct:orphan", "verdct:orphan", "“verdict:”");
    row("unknown term, short", "stat:x", "stat:x", "“status:”");
    row("unknown term, nothing near", "colour:red a", "colour:red", "“colour:”");
    row("unknown verdict", "a verdict:dead", "dead", "unattached");
    row("unknown reason", "reason:bad", "bad", "reason");
    row("unknown flag", "flag:x", "x", "mac-conflict");
    row("second value", "verdict:orphan,odd", "odd", "odd");
    row("whole word wanted", "verdict=orph", "orph", "orph");
    row("no value", "project: a", "project:", "value");
    row("no value at the end", "age>", "age>", "3d");
    row("compared text", "project<ci", "project<ci", "project");
    row("age", "age>soon", "soon", "length of time");
    row("age unit", "age>3x", "3x", "length of time");
    row("age too large", "age>99999999999999999999d", "99999999999999999999d", "length of time");
    row("date", "created<2026-13-01", "2026-13-01", "2026-11-30");
    row("date words", "created<yesterday", "yesterday", "no time");
    row("revision", "revision>x", "x", "number");
    row("mac", "mac:xyz", "xyz", "MAC");
    row("address", "ip:host", "host", "address");
    row("prefix", "ip:10.0.0.0/33", "10.0.0.0/33", "32");
    row("prefix missing", "ip:10.0.0.0/", "10.0.0.0/", "32");
    row("v6 prefix", "ip:fd00::/129", "fd00::/129", "128");
    row("open parenthesis", "a (b", "(", "closed");
    row("or first", "or a", "or", "or");
    row("or last", "a or", "or", "or");
    row("or in parentheses", "(a or ) b", "or", "or");
    row("nothing left out", "-() a", "-", "left out");
}

void FilterLanguageTest::errors()
{
    QFETCH(QString, text);
    QFETCH(QString, words);
    const ParsedFilter parsed = parseFilter(text);
    QVERIFY(parsed.error);
    QVERIFY(parsed.query.isEmpty());
    QTEST(text.mid(parsed.error->position, parsed.error->length), "bad");
    QVERIFY2(parsed.error->words.contains(words), qPrintable(parsed.error->words));
    QVERIFY(u".?"_s.contains(parsed.error->words.back()));
}

void FilterLanguageTest::beginnings_data()
{
    QTest::addColumn<QString>("beginning");
    const auto row
        = [](const char *text, const char *beginning) { QTest::newRow(text) << QString::fromLatin1(beginning); };
    row("", "");
    row("web verdict:orphan", "web verdict:orphan");
    row("verdict:", "");
    row("web verdict:", "web");
    row("web verdict:dead", "web");
    row("verdict:orphan,odd", "verdict:orphan,");
    row("web -verdict:", "web");
    row("web- -(verdict:", "web-");
    row("web or colour:red", "web");
    row("web or ", "web");
    row("colour:red web", "");
    row("a colour:red b", "a");
    row("a (b", "a");
    row("(", "");
    row("a -(name:x or ip:host)", "a");
}

void FilterLanguageTest::beginnings()
{
    const QString text = QString::fromLatin1(QTest::currentDataTag());
    QTEST(readableBeginning(text), "beginning");
    QVERIFY(!parseFilter(readableBeginning(text)).error);
}

void FilterLanguageTest::anyTextIsReadOrRefused()
{
    const QStringList pieces{u"("_s,  u")"_s,        u"-"_s,    u"or"_s,   u" "_s,      u"\""_s,
                             u"\\"_s, u"verdict:"_s, u","_s,    u"*"_s,    u"orphan"_s, u"name"_s,
                             u"="_s,  u"<"_s,        u"age>"_s, u"3d"_s,   u"ip:"_s,    u"10.0.0.0/8"_s,
                             u"?"_s,  u"ä端"_s,      u":"_s,    u"and "_s, u"mac:fa"_s, u"\t"_s};
    QRandomGenerator random(42);
    int read = 0;
    for (int round = 0; round < 20'000; ++round) {
        QString text;
        for (int i = int(random.bounded(9)); i >= 0; --i)
            text += pieces[random.bounded(pieces.size())];
        const ParsedFilter parsed = parseFilter(text);
        if (parsed.error) {
            QVERIFY2(parsed.error->position >= 0 && parsed.error->length > 0
                         && parsed.error->position + parsed.error->length <= text.size(),
                     qPrintable(text));
            const QString beginning = readableBeginning(text);
            QVERIFY2(text.startsWith(beginning) && !parseFilter(beginning).error, qPrintable(text));
            continue;
        }
        ++read;
        const QString written = filterText(parsed.query);
        const ParsedFilter again = parseFilter(written);
        QVERIFY2(!again.error && again.query == parsed.query, qPrintable(text + u" -> "_s + written));
    }
    QVERIFY(read > 2000);
    QVERIFY(parseFilter(QString(100'000, u'(')).error);
    QVERIFY(parseFilter(QString(100'000, u'-') + u'a').error);
}

void FilterLanguageTest::patterns_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("fits");
    QTest::newRow("whole") << u"web"_s << u"web"_s << true;
    QTest::newRow("part") << u"web"_s << u"web1"_s << false;
    QTest::newRow("end") << u"web*"_s << u"web1"_s << true;
    QTest::newRow("nothing more") << u"web*"_s << u"web"_s << true;
    QTest::newRow("begin") << u"*1"_s << u"web1"_s << true;
    QTest::newRow("middle") << u"w*1"_s << u"web-11"_s << true;
    QTest::newRow("again") << u"*ab*ab"_s << u"abxabyab"_s << true;
    QTest::newRow("one") << u"web-?"_s << u"web-1"_s << true;
    QTest::newRow("one missing") << u"web-?"_s << u"web-"_s << false;
    QTest::newRow("stars only") << u"**"_s << QString() << true;
    QTest::newRow("many stars") << u"*a*a*a*a*a*a*b"_s << QString(2000, u'a') << false;
}

void FilterLanguageTest::patterns()
{
    QFETCH(QString, pattern);
    QFETCH(QString, text);
    QTEST(matchesPattern(pattern, text), "fits");
}

void FilterLanguageTest::durations_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("seconds"); ///< -1: none
    QTest::newRow("bare") << u"90"_s << 90ll;
    QTest::newRow("s") << u"90s"_s << 90ll;
    QTest::newRow("m") << u"5m"_s << 300ll;
    QTest::newRow("min") << u"5min"_s << 300ll;
    QTest::newRow("h") << u"2h"_s << 7200ll;
    QTest::newRow("d") << u"3D"_s << 259200ll;
    QTest::newRow("w") << u"2w"_s << 1209600ll;
    QTest::newRow("mo") << u"1mo"_s << 2592000ll;
    QTest::newRow("y") << u"1y"_s << 31536000ll;
    QTest::newRow("both") << u"1d12h"_s << 129600ll;
    QTest::newRow("bare after unit") << u"1d12"_s << -1ll;
    QTest::newRow("negative") << u"-1d"_s << -1ll;
    QTest::newRow("empty") << QString() << -1ll;
    QTest::newRow("unit alone") << u"d"_s << -1ll;
    QTest::newRow("sum too large") << u"99999999999y99999999999y"_s << -1ll;
}

void FilterLanguageTest::durations()
{
    QFETCH(QString, text);
    QFETCH(qint64, seconds);
    QCOMPARE(durationFromText(text), seconds < 0 ? std::nullopt : std::optional(seconds * 1000));
}

void FilterLanguageTest::times_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("begin"); ///< empty: none
    QTest::addColumn<qint64>("seconds"); ///< long
    QTest::newRow("year") << u"2026"_s << u"2026-01-01T00:00:00Z"_s << 365 * 86400ll;
    QTest::newRow("month") << u"2026-11"_s << u"2026-11-01T00:00:00Z"_s << 30 * 86400ll;
    QTest::newRow("day") << u"2026-11-30"_s << u"2026-11-30T00:00:00Z"_s << 86400ll;
    QTest::newRow("minute") << u"2026-11-30T09:41"_s << u"2026-11-30T09:41:00Z"_s << 60ll;
    QTest::newRow("blank") << u"2026-11-30 09:41"_s << u"2026-11-30T09:41:00Z"_s << 60ll;
    QTest::newRow("second") << u"2026-11-30T09:41:07Z"_s << u"2026-11-30T09:41:07Z"_s << 1ll;
    QTest::newRow("fraction") << u"2026-11-30T09:41:07.123456"_s << u"2026-11-30T09:41:07Z"_s << 1ll;
    QTest::newRow("zone") << u"2026-11-30T09:41:07+01:00"_s << u"2026-11-30T08:41:07Z"_s << 1ll;
    QTest::newRow("zone west") << u"2026-11-30T09:41-0330"_s << u"2026-11-30T13:11:00Z"_s << 60ll;
    QTest::newRow("no such day") << u"2026-02-30"_s << QString() << 0ll;
    QTest::newRow("no such hour") << u"2026-11-30T25:00"_s << QString() << 0ll;
    QTest::newRow("half") << u"2026-11-3"_s << QString() << 0ll;
    QTest::newRow("hour alone") << u"2026-11-30T09"_s << QString() << 0ll;
    QTest::newRow("zone of nowhere") << u"2026-11-30T09:41:07+99:00"_s << QString() << 0ll;
    QTest::newRow("rest") << u"2026-11-30T09:41:07Z!"_s << QString() << 0ll;
}

void FilterLanguageTest::times()
{
    QFETCH(QString, text);
    QFETCH(QString, begin);
    const std::optional<TimeSpan> span = timeFromText(text);
    QCOMPARE(bool(span), !begin.isEmpty());
    if (!span)
        return;
    QCOMPARE(QDateTime::fromMSecsSinceEpoch(span->begin, Qt::UTC).toString(Qt::ISODate), begin);
    QTEST((span->end - span->begin) / 1000, "seconds");
}

void FilterLanguageTest::parts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("expected");
    QTest::newRow("first") << QString() << u"a"_s << u"a"_s;
    QTest::newRow("second") << u"a "_s << u"b"_s << u"a b"_s;
    QTest::newRow("loose") << u"a or b"_s << u"c"_s << u"(a or b) c"_s;
    QTest::newRow("enclosed") << u"(a or b)"_s << u"c"_s << u"(a or b) c"_s;
    QTest::newRow("half enclosed") << u"(a or b) or c"_s << u"d"_s << u"((a or b) or c) d"_s;
    QTest::newRow("nothing") << u"a"_s << QString() << u"a"_s;
}

void FilterLanguageTest::parts()
{
    QFETCH(QString, text);
    QFETCH(QString, part);
    QTEST(withPart(text, part), "expected");
}

void FilterLanguageTest::chips_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("was");
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("expected");
    QTest::newRow("first") << QString() << QStringList() << QStringList{u"orphan"_s} << u"verdict:orphan"_s;
    QTest::newRow("beside") << u"web"_s << QStringList() << QStringList{u"orphan"_s} << u"web verdict:orphan"_s;
    QTest::newRow("another") << u"web verdict:orphan  age>3d"_s << QStringList{u"orphan"_s}
                             << QStringList{u"stale"_s, u"orphan"_s} << u"web verdict:stale,orphan  age>3d"_s;
    QTest::newRow("beginnings") << u"verdict:o,sta"_s << QStringList{u"stale"_s, u"orphan"_s} << QStringList{u"stale"_s}
                                << u"verdict:stale"_s;
    QTest::newRow("last one") << u"web verdict:orphan age>3d"_s << QStringList{u"orphan"_s} << QStringList()
                              << u"web age>3d"_s;
    QTest::newRow("alone") << u"verdict:orphan"_s << QStringList{u"orphan"_s} << QStringList() << QString();
    QTest::newRow("at the end") << u"web verdict:orphan"_s << QStringList{u"orphan"_s} << QStringList() << u"web"_s;
    QTest::newRow("opposite is no chip") << u"-verdict:orphan"_s << QStringList() << QStringList{u"stale"_s}
                                         << u"-verdict:orphan verdict:stale"_s;
    QTest::newRow("one of two is no chip") << u"verdict:orphan or web"_s << QStringList() << QStringList{u"stale"_s}
                                           << u"(verdict:orphan or web) verdict:stale"_s;
}

void FilterLanguageTest::chips()
{
    QFETCH(QString, text);
    QFETCH(QStringList, words);
    QTEST(chipWords(text, FilterField::Verdict), "was");
    const QString changed = withChipWords(text, FilterField::Verdict, words);
    QTEST(changed, "expected");
    QCOMPARE(chipWords(changed, FilterField::Verdict), words);
}

QTEST_GUILESS_MAIN(FilterLanguageTest)
#include "tst_filterlanguage.moc"
