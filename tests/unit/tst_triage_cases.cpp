// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Every case of the triage contract, through judge() and through the program.
#include "models/inventory/snapshotfile.h"
#include "models/triage/report.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace flotsam;

namespace {

QString show(const QJsonValue &value)
{
    return QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact));
}

QStringList differences(const QJsonObject &testCase, const QJsonObject &report)
{
    QStringList found;
    if (report[u"format"] != u"flotsam-report"_s)
        return {u"no report"_s};
    QHash<QString, QJsonObject> got;
    const QJsonArray ports = report[u"ports"].toArray();
    for (const QJsonValue &port : ports) {
        const QString id = port[u"id"].toString();
        if (got.contains(id))
            found << id + u" reported twice"_s;
        got.insert(id, port.toObject());
    }
    const QJsonObject expect = testCase[u"expect"].toObject();
    if (expect.isEmpty() || got.size() != expect.size())
        found << u"%1 ports expected, %2 reported"_s.arg(expect.size()).arg(got.size());
    for (auto it = expect.begin(); it != expect.end(); ++it) {
        const QJsonObject want = it.value().toObject();
        const QJsonObject have = got.value(it.key());
        for (const QString &key : {u"verdict"_s, u"confidence"_s, u"remedy"_s, u"deletable"_s, u"preselected"_s}) {
            if (want.contains(key) && want[key] != have[key])
                found << u"%1 %2: want %3, got %4 %5"_s.arg(it.key(), key, show(want[key]), show(have[key]),
                                                            show(have[u"reasons"]));
        }
        for (const QString &field : {u"reasons"_s, u"flags"_s}) {
            const QJsonArray all = have[field].toArray();
            const QJsonArray included = want[field + u"_include"_s].toArray();
            for (const QJsonValue &word : included) {
                if (!all.contains(word))
                    found << u"%1 %2: without %3, got %4"_s.arg(it.key(), field, show(word), show(all));
            }
            const QJsonArray excluded = want[field + u"_exclude"_s].toArray();
            for (const QJsonValue &word : excluded) {
                if (all.contains(word))
                    found << u"%1 %2: with %3"_s.arg(it.key(), field, show(word));
            }
        }
        if (have[u"evidence"].toArray().isEmpty())
            found << it.key() + u" rests on no evidence"_s;
    }
    const QJsonObject summary = testCase[u"expect_summary"].toObject();
    for (auto it = summary.begin(); it != summary.end(); ++it) {
        if (report[u"summary"][it.key()] != it.value())
            found << u"summary %1: want %2, got %3"_s.arg(it.key(), show(it.value()),
                                                          show(report[u"summary"][it.key()]));
    }
    return found;
}

} // namespace

class TriageCases : public QObject
{
    Q_OBJECT

private slots:
    void judged_data() { addCases(); }
    void judged();
    void program_data() { addCases(); }
    void program();

private:
    void addCases();
    static QJsonObject load(const QString &path);
};

void TriageCases::addCases()
{
    QTest::addColumn<QString>("path");
    const QDir folder(QStringLiteral(FLOTSAM_TEST_DATA "/cases"));
    const QFileInfoList files = folder.entryInfoList({u"*.json"_s}, QDir::Files, QDir::Name);
    QVERIFY(files.size() >= 33);
    for (const QFileInfo &file : files)
        QTest::newRow(qPrintable(file.completeBaseName())) << file.filePath();
}

QJsonObject TriageCases::load(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

void TriageCases::judged()
{
    QFETCH(QString, path);
    const QJsonObject testCase = load(path);
    const QByteArray text = QJsonDocument(testCase[u"snapshot"].toObject()).toJson();
    const Result<SnapshotPtr> snapshot = parseSnapshot(text);
    QVERIFY2(snapshot.ok(), snapshot.ok() ? "" : qPrintable(snapshot.error().toString()));
    const Judgement judgement = judge(*snapshot);
    const QByteArray report = jsonReport(judgement);
    QVERIFY(!report.contains(":null"));
    const QStringList wrong = differences(testCase, QJsonDocument::fromJson(report).object());
    QVERIFY2(wrong.isEmpty(), qPrintable(u'\n' + wrong.join(u'\n')));
    for (const QString &line : textReport(judgement, false).split(u'\n'))
        QVERIFY2(line.size() <= 100, qPrintable(line));
}

void TriageCases::program()
{
    QFETCH(QString, path);
    const QJsonObject testCase = load(path);
    QTemporaryDir folder;
    QFile file(folder.filePath(u"case.flotsam.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QJsonDocument(testCase[u"snapshot"].toObject()).toJson());
    file.close();

    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"TZ"_s, u"NPT-5:45"_s); // a report does not depend on where it is read
    environment.insert(u"HOME"_s, folder.path());
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(FLOTSAM_BINARY), {u"--open"_s, file.fileName(), u"--report"_s, u"json"_s});
    QVERIFY(program.waitForFinished(20000));
    QVERIFY2(program.exitStatus() == QProcess::NormalExit && program.exitCode() == 0,
             program.readAllStandardError().constData());
    const QJsonObject report = QJsonDocument::fromJson(program.readAllStandardOutput()).object();
    const QStringList wrong = differences(testCase, report);
    QVERIFY2(wrong.isEmpty(), qPrintable(u'\n' + wrong.join(u'\n')));
}

QTEST_GUILESS_MAIN(TriageCases)
#include "tst_triage_cases.moc"
