// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/decode.h"
#include "models/inventory/observationstore.h"
#include "models/inventory/snapshotbuilder.h"

#include <QDir>
#include <QFile>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QTest>
#include <QtConcurrent>

#include <numeric>

using namespace flotsam;
using namespace Qt::StringLiterals;

class ObservationsTest : public QObject
{
    Q_OBJECT

private slots:
    void unchangedKeepsItsFirstSight();
    void newRevisionStartsAnew();
    void withoutRevisionEveryFieldCounts_data();
    void withoutRevisionEveryFieldCounts();
    void aRevisionThatAppearsIsAChange();
    void goneIsForgottenAfterTwoWeeks();
    void survivesTheFile();
    void damagedFileIsSetAside();
    void interruptedWriteLeavesTheOld();
    void aCrashedRunBlocksNoLaterOne();
    void anUnwritableFolderIsReported();
    void twoRunsWithDifferentStates();
    void bounded();
    void manyWritersAtOnce();
    void cloudsAreKeptApart();

private:
    static SnapshotPtr seen(const QByteArray &ports, const QString &at);
    static constexpr auto Full
        = R"({"id":"a","device_id":"d","device_owner":"o","mac_address":"fa:16:3e:00:00:01","status":"DOWN",
        "binding:host_id":"h","fixed_ips":[{"ip_address":"10.0.0.1"},{"ip_address":"10.0.0.2"}]})";
};

SnapshotPtr ObservationsTest::seen(const QByteArray &ports, const QString &at)
{
    SnapshotBuilder builder;
    builder.draft().takenAt = QDateTime::fromString(at, Qt::ISODate);
    builder.setOutcome(SourceId::Ports, SourceStatus::Complete, builder.draft().takenAt);
    const auto page = decodePage(SourceId::Ports, "{\"ports\":[" + ports + "]}");
    Q_ASSERT(page.ok());
    builder.add(SourceId::Ports, *page);
    return std::move(builder).build();
}

void ObservationsTest::unchangedKeepsItsFirstSight()
{
    const auto first = observe({}, *seen(R"({"id":"a","revision_number":1})", u"2026-11-30T09:00:00Z"_s));
    const auto second
        = observe(first, *seen(R"({"id":"a","revision_number":1,"name":"same revision"})", u"2026-11-30T10:00:00Z"_s));
    QCOMPARE(second[u"a"_s].firstSeen, parseTime(u"2026-11-30T09:00:00Z"));
    QCOMPARE(second[u"a"_s].lastSeen, parseTime(u"2026-11-30T10:00:00Z"));
}

void ObservationsTest::newRevisionStartsAnew()
{
    const auto first = observe({}, *seen(R"({"id":"a","revision_number":1})", u"2026-11-30T09:00:00Z"_s));
    const auto second = observe(first, *seen(R"({"id":"a","revision_number":2})", u"2026-11-30T10:00:00Z"_s));
    QCOMPARE(second[u"a"_s].firstSeen, parseTime(u"2026-11-30T10:00:00Z"));
    QCOMPARE(second[u"a"_s].knownSince, parseTime(u"2026-11-30T09:00:00Z"));
}

void ObservationsTest::withoutRevisionEveryFieldCounts_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<bool>("same");
    QTest::newRow("nothing") << QByteArray() << QByteArray() << true;
    QTest::newRow("device") << QByteArray(R"("d")") << QByteArray(R"("e")") << false;
    QTest::newRow("owner") << QByteArray(R"("o")") << QByteArray(R"("p")") << false;
    QTest::newRow("mac") << QByteArray("00:01") << QByteArray("00:02") << false;
    QTest::newRow("address") << QByteArray("10.0.0.2") << QByteArray("10.0.0.3") << false;
    QTest::newRow("status") << QByteArray("DOWN") << QByteArray("ACTIVE") << false;
    QTest::newRow("host") << QByteArray(R"("h")") << QByteArray(R"("i")") << false;
    QTest::newRow("address order") << QByteArray(R"({"ip_address":"10.0.0.1"},{"ip_address":"10.0.0.2"})")
                                   << QByteArray(R"({"ip_address":"10.0.0.2"},{"ip_address":"10.0.0.1"})") << true;
}

void ObservationsTest::withoutRevisionEveryFieldCounts()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(bool, same);
    QByteArray changed = Full;
    if (!from.isEmpty()) {
        QVERIFY(changed.contains(from));
        changed.replace(from, to);
    }
    const auto first = observe({}, *seen(Full, u"2026-11-30T09:00:00Z"_s));
    const auto second = observe(first, *seen(changed, u"2026-11-30T10:00:00Z"_s));
    QCOMPARE(second[u"a"_s].firstSeen, parseTime(same ? u"2026-11-30T09:00:00Z" : u"2026-11-30T10:00:00Z"));
}

void ObservationsTest::aRevisionThatAppearsIsAChange()
{
    const auto first = observe({}, *seen(Full, u"2026-11-30T09:00:00Z"_s));
    const auto second = observe(first, *seen(R"({"id":"a","revision_number":1})", u"2026-11-30T10:00:00Z"_s));
    QCOMPARE(second[u"a"_s].firstSeen, parseTime(u"2026-11-30T10:00:00Z"));
}

void ObservationsTest::goneIsForgottenAfterTwoWeeks()
{
    const auto first = observe({}, *seen(R"({"id":"a","revision_number":1})", u"2026-11-01T09:00:00Z"_s));
    QVERIFY(observe(first, *seen("", u"2026-11-15T09:00:00Z"_s)).contains(u"a"_s));
    QVERIFY(!observe(first, *seen("", u"2026-11-15T09:00:01Z"_s)).contains(u"a"_s));
}

void ObservationsTest::survivesTheFile()
{
    QTemporaryDir folder;
    const ObservationStore store(folder.filePath(u"deep/er"_s));
    const QByteArray ports = QByteArray(Full) + R"(,{"id":"b\"\\ü","revision_number":12})";
    const auto observations = observe({}, *seen(ports, u"2026-11-30T09:00:00Z"_s));
    QVERIFY(!store.save(u"x.json.gz"_s, observations));
    const auto loaded = store.load(u"x.json.gz"_s);
    QVERIFY(loaded.ok());
    QCOMPARE(loaded->size(), 2);
    QCOMPARE((*loaded)[u"b\"\\ü"_s].revision, std::optional<qint64>(12));
    const Observation a = (*loaded)[u"a"_s];
    QVERIFY(a.hasFields);
    QCOMPARE(a.addresses, (QStringList{u"10.0.0.1"_s, u"10.0.0.2"_s}));
    // and it is still taken for the same state
    const auto later = observe(*loaded, *seen(ports, u"2026-11-30T11:00:00Z"_s));
    QCOMPARE(later[u"a"_s].firstSeen, parseTime(u"2026-11-30T09:00:00Z"));
    QCOMPARE(QFile(folder.filePath(u"deep/er/x.json.gz"_s)).permissions() & QFile::Permissions(0x0077),
             QFile::Permissions());
}

void ObservationsTest::damagedFileIsSetAside()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(u"x.json.gz"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("\x1f\x8b half a file");
    file.close();
    const ObservationStore store(folder.path());
    const auto loaded = store.load(u"x.json.gz"_s);
    QVERIFY(!loaded.ok());
    QVERIFY(loaded.error().toString().contains(u"set aside"_s));
    QVERIFY(QFile::exists(folder.filePath(u"x.json.gz.damaged"_s)));
    QVERIFY(store.load(u"x.json.gz"_s).ok());
}

void ObservationsTest::interruptedWriteLeavesTheOld()
{
    QTemporaryDir folder;
    const ObservationStore store(folder.path());
    QVERIFY(!store.save(u"x.json.gz"_s,
                        observe({}, *seen(R"({"id":"a","revision_number":1})", u"2026-11-30T09:00:00Z"_s))));
    // what a crash leaves beside the file: a temporary one and a lock of a process that is no more
    for (const QString &name : {u"x.json.gz.AbCdEf"_s, u"x.json.gz.lock"_s}) {
        QFile left(folder.filePath(name));
        QVERIFY(left.open(QIODevice::WriteOnly));
        left.write("999999\nflotsam\nelsewhere\n");
    }
    QVERIFY(store.load(u"x.json.gz"_s)->contains(u"a"_s));
}

void ObservationsTest::aCrashedRunBlocksNoLaterOne()
{
    QTemporaryDir folder;
    const ObservationStore store(folder.path());
    const auto scan = [](const char *id) {
        return observe({},
                       *seen(R"({"id":")" + QByteArray(id) + R"(","revision_number":1})", u"2026-11-30T09:00:00Z"_s));
    };
    QVERIFY(!store.save(u"x.json.gz"_s, scan("a")));
    // The lock of a process of this machine that is no more, held since just now.
    QFile left(folder.filePath(u"x.json.gz.lock"_s));
    QVERIFY(left.open(QIODevice::WriteOnly));
    left.write("999999999\nflotsam\n" + QSysInfo::machineHostName().toUtf8() + '\n' + QSysInfo::machineUniqueId() + '\n'
               + QSysInfo::bootUniqueId() + '\n');
    left.close();
    const std::optional<Error> error = store.save(u"x.json.gz"_s, scan("b"));
    QVERIFY2(!error, error ? qPrintable(error->toString()) : "");
    QCOMPARE(store.load(u"x.json.gz"_s)->size(), 2);
}

void ObservationsTest::anUnwritableFolderIsReported()
{
    QTemporaryDir folder;
    QFile inTheWay(folder.filePath(u"file"_s));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    const ObservationStore store(folder.filePath(u"file/observations"_s));
    const std::optional<Error> error = store.save(u"x.json.gz"_s, {});
    QVERIFY(error);
    QCOMPARE(error->kind, Error::Kind::File);
}

void ObservationsTest::twoRunsWithDifferentStates()
{
    // Both runs began with the same memory; the later sight of a port wins, and its state's first sight.
    QTemporaryDir folder;
    const ObservationStore store(folder.path());
    const auto port
        = [](int revision) { return R"({"id":"a","revision_number":)" + QByteArray::number(revision) + '}'; };
    const Observations start = observe({}, *seen(port(1), u"2026-11-30T08:00:00Z"_s));
    QVERIFY(!store.save(u"x.json.gz"_s, observe(start, *seen(port(2), u"2026-11-30T10:00:00Z"_s))));
    QVERIFY(!store.save(u"x.json.gz"_s, observe(start, *seen(port(1), u"2026-11-30T09:00:00Z"_s))));
    const Observation kept = store.load(u"x.json.gz"_s)->value(u"a"_s);
    QCOMPARE(kept.revision, 2);
    QCOMPARE(kept.firstSeen, parseTime(u"2026-11-30T10:00:00Z"));
    QCOMPARE(kept.knownSince, parseTime(u"2026-11-30T08:00:00Z"));
}

void ObservationsTest::bounded()
{
    QTemporaryDir folder;
    constexpr int Limit = 100;
    const ObservationStore store(folder.path(), Limit);
    Observations many;
    const Observation seenOnce
        = observe({}, *seen(R"({"id":"a","revision_number":1})", u"2026-11-30T09:00:00Z"_s))[u"a"_s];
    for (int i = 0; i < Limit + 10; ++i) {
        Observation one = seenOnce;
        one.lastSeen = *seenOnce.lastSeen + i;
        many.insert(QString::number(i), one);
    }
    QVERIFY(!store.save(u"x.json.gz"_s, many));
    const auto loaded = store.load(u"x.json.gz"_s);
    QCOMPARE(loaded->size(), qsizetype(Limit));
    QVERIFY(!loaded->contains(u"0"_s));
    QVERIFY(loaded->contains(QString::number(Limit + 9)));
}

void ObservationsTest::manyWritersAtOnce()
{
    QTemporaryDir folder;
    QList<int> writers(8);
    std::iota(writers.begin(), writers.end(), 0);
    const QString path = folder.path();
    const auto errors = QtConcurrent::blockingMapped(writers, [&path](int number) {
        const ObservationStore store(path);
        QByteArray ports;
        for (int i = 0; i < 50; ++i)
            ports += (i ? ",{\"id\":\"" : "{\"id\":\"") + QByteArray::number(number * 50 + i)
                + "\",\"revision_number\":1}";
        return store.save(u"x.json.gz"_s, observe({}, *seen(ports, u"2026-11-30T09:00:00Z"_s))).has_value();
    });
    QVERIFY(!errors.contains(true));
    QCOMPARE(ObservationStore(path).load(u"x.json.gz"_s)->size(), 400);
}

void ObservationsTest::cloudsAreKeptApart()
{
    const QString name = ObservationStore::fileName(u"lab"_s, u"R"_s, u"p"_s, u"http://a"_s);
    QCOMPARE(ObservationStore::fileName(u"LAB"_s, u"r"_s, u"P"_s, u"HTTP://A"_s), name);
    QVERIFY(ObservationStore::fileName(u"lab"_s, u"R"_s, u"p"_s, u"http://b"_s) != name);
    QVERIFY(ObservationStore::fileName(u"lab"_s, u"R2"_s, u"p"_s, u"http://a"_s) != name);
    QVERIFY(ObservationStore::fileName(u"lab"_s, u"R"_s, u"q"_s, u"http://a"_s) != name);
}

QTEST_GUILESS_MAIN(ObservationsTest)
#include "tst_observations.moc"
