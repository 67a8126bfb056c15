// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDateTime>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace Qt::StringLiterals;

/// The program as a shell sees it: arguments in; output, messages and exit status out.
class BinaryTest : public QObject
{
    Q_OBJECT

private slots:
    void usage_data();
    void usage();
    void helpAndVersion();
    void damagedSnapshots_data();
    void damagedSnapshots();
    void unknownCloud();
    void noCloudAtAll();
    void passwordMissing();
    void reportToFileAndPipe();
    void saveThenOpenGivesTheSameReport();
    void failOn();
    void unwritableOutput();
    void compareTells();
    void compareProvesNothingFromACutList();
    void compareFails_data();
    void compareFails();
    void noDisplaySaysSo();

private:
    struct Outcome
    {
        int status = -1;
        QByteArray out;
        QByteArray messages;
    };
    Outcome run(const QStringList &arguments, const QHash<QString, QString> &environment = {}) const;
    QString file(const QString &name, const QByteArray &content) const;
    /// The snapshot with other ports, taken \a hours later.
    static QByteArray changed(QByteArray snapshot, int hours, const std::function<void(QJsonObject &)> &change);
    static QByteArray snapshot(const QString &name = u"05-baremetal-mac-in-use"_s);
    QTemporaryDir m_folder;
};

QByteArray BinaryTest::snapshot(const QString &name)
{
    QFile file(QStringLiteral(FLOTSAM_TEST_DATA "/cases/%1.json").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument(QJsonDocument::fromJson(file.readAll())[u"snapshot"_s].toObject()).toJson();
}

QString BinaryTest::file(const QString &name, const QByteArray &content) const
{
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(file.fileName()));
    return file.fileName();
}

BinaryTest::Outcome BinaryTest::run(const QStringList &arguments, const QHash<QString, QString> &environment) const
{
    QProcess process;
    QProcessEnvironment clean = QProcessEnvironment::systemEnvironment();
    for (const QString &name : clean.keys()) {
        if (name.startsWith("OS_"_L1) || name == "DISPLAY"_L1 || name == "WAYLAND_DISPLAY"_L1)
            clean.remove(name);
    }
    clean.insert(u"HOME"_s, m_folder.path());
    for (const char *name : {"CONFIG", "DATA", "CACHE"})
        clean.insert(u"XDG_%1_HOME"_s.arg(QLatin1StringView(name)), m_folder.path());
    clean.insert(u"XDG_CONFIG_DIRS"_s, m_folder.path());
    for (auto it = environment.begin(); it != environment.end(); ++it)
        it->isNull() ? clean.remove(it.key()) : clean.insert(it.key(), *it);
    process.setProcessEnvironment(clean);
    process.setWorkingDirectory(m_folder.path());
    process.start(QStringLiteral(FLOTSAM_BINARY), arguments);
    Outcome outcome;
    if (process.waitForFinished(60'000) && process.exitStatus() == QProcess::NormalExit)
        outcome.status = process.exitCode();
    outcome.out = process.readAllStandardOutput();
    outcome.messages = process.readAllStandardError();
    return outcome;
}

void BinaryTest::usage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("unknown option") << QStringList{u"--frobnicate"_s};
    QTest::newRow("report kind") << QStringList{u"--report"_s, u"xml"_s};
    QTest::newRow("two origins") << QStringList{u"--open"_s, u"x"_s, u"--cloud"_s, u"y"_s};
    QTest::newRow("fail-on") << QStringList{u"--fail-on"_s, u"stale"_s};
    QTest::newRow("grace") << QStringList{u"--report"_s, u"json"_s, u"--grace"_s, u"soon"_s};
    QTest::newRow("negative grace") << QStringList{u"--report"_s, u"json"_s, u"--grace=-1"_s};
    QTest::newRow("output alone") << QStringList{u"--output"_s, u"x"_s};
    QTest::newRow("positional") << QStringList{u"lab"_s};
    QTest::newRow("compare nothing") << QStringList{u"--compare"_s};
    QTest::newRow("compare one") << QStringList{u"--compare"_s, u"x"_s};
    QTest::newRow("compare one with an option") << QStringList{u"--compare"_s, u"x"_s, u"--report"_s, u"json"_s};
    QTest::newRow("compare three") << QStringList{u"--compare"_s, u"x"_s, u"y"_s, u"z"_s};
    QTest::newRow("compare and open") << QStringList{u"--compare"_s, u"x"_s, u"y"_s, u"--open"_s, u"z"_s};
    QTest::newRow("compare with nothing") << QStringList{u"--compare"_s, u"x"_s, QString()};
    QTest::newRow("empty file") << QStringList{u"--open"_s, QString()};
}

void BinaryTest::usage()
{
    QFETCH(QStringList, arguments);
    const Outcome outcome = run(arguments);
    QCOMPARE(outcome.status, 2);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY(outcome.messages.startsWith("flotsam: "));
    QVERIFY(outcome.messages.contains("--help"));
}

void BinaryTest::helpAndVersion()
{
    const Outcome help = run({u"--help"_s});
    QCOMPARE(help.status, 0);
    for (const char *option :
         {"--cloud", "--open", "--save", "--compare", "--report", "--output", "--fail-on", "--screenshot", "--demo"})
        QVERIFY2(help.out.contains(option), option);
    QCOMPARE(run({u"--version"_s}).out, QByteArray("flotsam " FLOTSAM_VERSION "\n"));
}

void BinaryTest::damagedSnapshots_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("hello\n");
    QTest::newRow("half") << snapshot().first(5000);
    QTest::newRow("report") << QByteArray(R"({"format":"flotsam-report","version":1})");
    QTest::newRow("gzip junk") << QByteArray("\x1f\x8b\x08\0junk", 8);
}

void BinaryTest::damagedSnapshots()
{
    QFETCH(QByteArray, content);
    const QString path = file(u"damaged.json"_s, content);
    const Outcome outcome = run({u"--open"_s, path, u"--report"_s, u"json"_s});
    QCOMPARE(outcome.status, 1);
    QVERIFY(outcome.out.isEmpty());
    QCOMPARE(outcome.messages.count('\n'), 1);
    QVERIFY(outcome.messages.contains(path.toUtf8()));
}

void BinaryTest::unknownCloud()
{
    const QString clouds = file(
        u"c.yaml"_s, "clouds:\n  here:\n    auth: {auth_url: http://127.0.0.1:1, username: u, password: pw-in-file}\n");
    const Outcome outcome
        = run({u"--cloud"_s, u"elsewhere"_s, u"--report"_s, u"text"_s}, {{u"OS_CLIENT_CONFIG_FILE"_s, clouds}});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.messages.contains("elsewhere") && outcome.messages.contains("here"), outcome.messages.constData());
    QVERIFY(!outcome.messages.contains("pw-in-file"));
}

void BinaryTest::noCloudAtAll()
{
    const Outcome outcome = run({u"--report"_s, u"text"_s});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.messages.contains("clouds.yaml"), outcome.messages.constData());
}

void BinaryTest::passwordMissing()
{
    const QString clouds = file(
        u"c.yaml"_s, "clouds:\n  here:\n    auth: {auth_url: http://127.0.0.1:1, username: u, project_name: p}\n");
    const Outcome outcome
        = run({u"--cloud"_s, u"here"_s, u"--report"_s, u"text"_s}, {{u"OS_CLIENT_CONFIG_FILE"_s, clouds}});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.messages.contains("password"), outcome.messages.constData());
}

void BinaryTest::reportToFileAndPipe()
{
    const QString path = file(u"s.json"_s, snapshot());
    const QString out = m_folder.filePath(u"r.json"_s);
    QCOMPARE(run({u"--open"_s, path, u"--report"_s, u"json"_s, u"--output"_s, out}).status, 0);
    QFile written(out);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.readAll(), run({u"--open"_s, path, u"--report"_s, u"json"_s}).out);
    const Outcome text = run({u"--open"_s, path, u"--report"_s, u"text"_s});
    QCOMPARE(text.status, 0);
    QVERIFY(!text.out.contains('\x1b'));
    for (const QByteArray &line : text.out.split('\n'))
        QVERIFY2(QString::fromUtf8(line).size() <= 100, line.constData());
}

void BinaryTest::saveThenOpenGivesTheSameReport()
{
    const QString path = file(u"s.json"_s, snapshot());
    const QByteArray report = run({u"--open"_s, path, u"--report"_s, u"json"_s}).out;
    QVERIFY(!report.isEmpty());
    for (const QString &name : {u"again.flotsam.json"_s, u"again.flotsam.json.gz"_s}) {
        const QString again = m_folder.filePath(name);
        QCOMPARE(run({u"--open"_s, path, u"--save"_s, again}).status, 0);
        QCOMPARE(run({u"--open"_s, again, u"--report"_s, u"json"_s}).out, report);
    }
}

void BinaryTest::failOn()
{
    const QString leaks = file(u"leaks.json"_s, snapshot(u"01-boot-failed-late-port"_s));
    const QString conflicts = file(u"conflicts.json"_s, snapshot());
    const QString nothing = file(u"nothing.json"_s, snapshot(u"32-everything-denied"_s));
    QCOMPARE(run({u"--open"_s, leaks, u"--report"_s, u"text"_s, u"--fail-on"_s, u"orphan"_s}).status, 3);
    QCOMPARE(run({u"--open"_s, leaks, u"--fail-on"_s, u"mac-conflict"_s}).status, 0);
    QCOMPARE(run({u"--open"_s, conflicts, u"--fail-on"_s, u"mac-conflict"_s}).status, 3);
    QCOMPARE(run({u"--open"_s, nothing, u"--fail-on"_s, u"orphan"_s, u"--fail-on"_s, u"mac-conflict"_s}).status, 0);
}

void BinaryTest::unwritableOutput()
{
    const QString path = file(u"s.json"_s, snapshot());
    for (const QStringList &arguments :
         {QStringList{u"--output"_s, u"/nonexistent/r.json"_s}, QStringList{u"--save"_s, u"/nonexistent/s.json"_s}}) {
        const Outcome outcome = run(QStringList{u"--open"_s, path, u"--report"_s, u"json"_s} + arguments);
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.messages.contains("/nonexistent/"), outcome.messages.constData());
    }
}

QByteArray BinaryTest::changed(QByteArray snapshot, int hours, const std::function<void(QJsonObject &)> &change)
{
    QJsonObject object = QJsonDocument::fromJson(snapshot).object();
    const QDateTime taken = QDateTime::fromString(object[u"taken_at"_s].toString(), Qt::ISODate);
    object[u"taken_at"_s] = taken.addSecs(hours * 3600).toString(Qt::ISODate);
    QJsonObject sources = object[u"sources"_s].toObject();
    QJsonObject ports = sources[u"network.ports"_s].toObject();
    change(ports);
    sources[u"network.ports"_s] = ports;
    object[u"sources"_s] = sources;
    return QJsonDocument(object).toJson();
}

void BinaryTest::compareTells()
{
    const QByteArray one = snapshot(u"01-boot-failed-late-port"_s);
    const QString leaks = file(u"leaks.json"_s, one);
    const auto empty = [](QJsonObject &ports) { ports[u"items"_s] = QJsonArray(); };
    const QString before = file(u"before.json"_s, changed(one, -1, empty));
    const QString after = file(u"after.json"_s, changed(one, 1, empty));

    const Outcome leaked = run({u"--compare"_s, before, leaks, u"--report"_s, u"json"_s});
    QCOMPARE(leaked.status, 0);
    const QJsonObject summary = QJsonDocument::fromJson(leaked.out)[u"summary"_s].toObject();
    QVERIFY(summary[u"leaked"_s].toInt() > 0);
    QCOMPARE(summary[u"freed"_s].toInt(), 0);
    QCOMPARE(run({u"--compare"_s, before, leaks, u"--fail-on"_s, u"orphan"_s}).status, 3);

    const Outcome freed = run({u"--compare"_s, leaks, after, u"--report"_s, u"json"_s});
    QCOMPARE(freed.status, 0);
    QCOMPARE(QJsonDocument::fromJson(freed.out)[u"summary"_s][u"freed"_s], summary[u"leaked"_s]);
    QCOMPARE(run({u"--compare"_s, leaks, after, u"--fail-on"_s, u"orphan"_s}).status, 0);

    const Outcome text = run({u"--compare"_s, before, leaks, u"--report"_s});
    QCOMPARE(text.status, 0);
    QVERIFY(text.out.contains("leaked") && text.messages.isEmpty());
    QVERIFY(run({u"--compare"_s, leaks, leaks, u"--report"_s, u"text"_s}).out.contains("No difference"));
    // Without --report it is the window that compares.
    const QString picture = m_folder.filePath(u"p.png"_s);
    const QHash<QString, QString> offscreen{{u"QT_QPA_PLATFORM"_s, u"offscreen"_s}};
    QCOMPARE(run({u"--compare"_s, before, leaks, u"--screenshot"_s, picture}, offscreen).status, 0);
    QVERIFY(QFile::exists(picture));
    QCOMPARE(run({u"--compare"_s, u"missing"_s, leaks, u"--screenshot"_s, picture}, offscreen).status, 1);
    const QString out = m_folder.filePath(u"r.txt"_s);
    QCOMPARE(run({u"--compare"_s, before, leaks, u"--report"_s, u"text"_s, u"--output"_s, out}).status, 0);
    QFile written(out);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.readAll(), text.out);
}

void BinaryTest::compareProvesNothingFromACutList()
{
    const QByteArray one = snapshot(u"01-boot-failed-late-port"_s);
    const QString leaks = file(u"leaks.json"_s, one);
    const QString cut = file(u"cut.json"_s, changed(one, 1, [](QJsonObject &ports) {
                                 ports[u"items"_s] = QJsonArray();
                                 ports[u"status"_s] = u"partial"_s;
                             }));
    const Outcome outcome = run({u"--compare"_s, leaks, cut, u"--report"_s, u"json"_s});
    QCOMPARE(outcome.status, 0);
    const QJsonObject report = QJsonDocument::fromJson(outcome.out).object();
    QCOMPARE(report[u"summary"_s][u"freed"_s].toInt() + report[u"summary"_s][u"gone"_s].toInt(), 0);
    QVERIFY(report[u"summary"_s][u"not-visible"_s].toInt() > 0);
    QVERIFY(!report[u"notes"_s].toArray().isEmpty());
}

void BinaryTest::compareFails_data()
{
    QTest::addColumn<QByteArray>("other");
    QTest::addColumn<bool>("reported");
    const QByteArray one = snapshot(u"01-boot-failed-late-port"_s);
    QByteArray renamed = changed(one, 1, [](QJsonObject &) {});
    QJsonObject object = QJsonDocument::fromJson(renamed).object();
    object[u"cloud"_s] = u"elsewhere"_s;
    QTest::newRow("no file") << QByteArray() << false;
    QTest::newRow("no snapshot") << QByteArray("hello\n") << false;
    QTest::newRow("other cloud") << QJsonDocument(object).toJson() << true;
    QTest::newRow("wrong order") << changed(one, -1, [](QJsonObject &) {}) << true;
}

void BinaryTest::compareFails()
{
    QFETCH(QByteArray, other);
    QFETCH(bool, reported);
    const QString one = file(u"one.json"_s, snapshot(u"01-boot-failed-late-port"_s));
    const QString second = other.isEmpty() ? m_folder.filePath(u"missing.json"_s) : file(u"second.json"_s, other);
    const Outcome outcome = run({u"--compare"_s, one, second, u"--report"_s, u"json"_s});
    QCOMPARE(outcome.status, 1);
    QCOMPARE(outcome.messages.count('\n'), 1);
    QVERIFY(outcome.messages.contains(second.toUtf8()));
    QCOMPARE(!outcome.out.isEmpty(), reported);
    if (reported)
        QCOMPARE(QJsonDocument::fromJson(outcome.out)[u"comparable"_s].toBool(true), false);
}

void BinaryTest::noDisplaySaysSo()
{
    const Outcome outcome = run({}, {{u"QT_QPA_PLATFORM"_s, QString()}});
    QCOMPARE(outcome.status, 1);
    QCOMPARE(outcome.messages.count('\n'), 1);
    QVERIFY(outcome.messages.contains("--report") && outcome.messages.contains("--screenshot"));
}

QTEST_GUILESS_MAIN(BinaryTest)
#include "tst_binary.moc"
