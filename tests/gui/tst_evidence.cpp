// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/snapshotfile.h"
#include "models/tables/commands.h"
#include "models/triage/outlook.h"
#include "tests/support/palettes.h"
#include "tests/support/samplecloud.h"
#include "tests/support/windowfixture.h"
#include "views/portlifestrip.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTextBrowser>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// What the evidence panel tells of one port, and the words behind it.
class EvidenceTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void everyVerdictSaysWhatWouldChangeIt();
    void outlookNamesWhatIsMissing();
    void lifeIsInOrderOfTime();
    void stripDrawsTheLife();
    void sideEffectsOfDeletion();
    void objectsAsTheyWereRead();
    void commandsCheckAgain();
    void commandsAreQuoted();
    void tabsFollowTheSelection();

private:
    /// A reading that was really judged, with raw objects: one leaked port with a floating IP's address beside it.
    static Dataset judgedCloud();
};

void EvidenceTest::initTestCase()
{
    QApplication::setStyle(u"Fusion"_s);
    QApplication::setPalette(lightPalette());
}

void EvidenceTest::init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

Dataset EvidenceTest::judgedCloud()
{
    const QByteArray json = R"({"format":"flotsam-snapshot","version":1,"cloud":"o'hara","region":"RegionOne",
"taken_at":"2026-11-30T09:41:00Z","auth":{"project_id":"p1","user_name":"admin","roles":["admin"],"admin":true},
"sources":{"network.ports":{"status":"complete","items":[
 {"id":"11111111-0000-4000-8000-000000000001","name":"","project_id":"p1","network_id":"n1",
  "mac_address":"fa:16:3e:00:00:01","device_id":"22222222-0000-4000-8000-000000000001","device_owner":"",
  "status":"DOWN","binding:vif_type":"unbound","binding:host_id":"","fixed_ips":[{"subnet_id":"s1","ip_address":"10.0.0.5"}],
  "security_groups":["g1"],"created_at":"2026-11-29T09:00:12Z","updated_at":"2026-11-29T09:00:13Z","revision_number":2}]},
"compute.servers":{"status":"complete","items":[]},
"compute.deleted_servers":{"status":"complete","items":[
 {"id":"22222222-0000-4000-8000-000000000001","name":"ci-7","status":"DELETED","tenant_id":"p1",
  "created":"2026-11-29T08:58:00Z","updated":"2026-11-29T09:00:00Z","OS-SRV-USG:terminated_at":"2026-11-29T09:00:00Z"}]}}})";
    const auto snapshot = parseSnapshot(json);
    if (!snapshot)
        qFatal("%s", qPrintable(snapshot.error().toString()));
    return Dataset::of(std::make_shared<const Judgement>(judge(*snapshot)));
}

void EvidenceTest::everyVerdictSaysWhatWouldChangeIt()
{
    const Dataset data = sampleDataset();
    QSet<Verdict> seen;
    for (int port = 0; port < 10; ++port) {
        const QStringList lines = outlook(*data.judgement, port);
        QVERIFY(!lines.isEmpty());
        for (const QString &line : lines)
            QVERIFY2(line.endsWith(u'.') && !line.contains(u"%1"_s), qPrintable(line));
        seen.insert(data.judgement->ports[port].verdict);
    }
    QCOMPARE(seen.size(), VerdictCount);
}

void EvidenceTest::outlookNamesWhatIsMissing()
{
    SampleOptions options;
    options.incomplete = true;
    const Dataset data = sampleDataset(options);
    auto judgement = std::make_shared<Judgement>(*data.judgement);
    const int unknown = 7;
    QCOMPARE(judgement->ports[unknown].verdict, Verdict::Unknown);
    judgement->ports[unknown].add(Reason::SourceIncomplete);
    const QString text = outlook(*judgement, unknown).join(u' ');
    QVERIFY(text.contains(u"network.trunks (denied now: 403 Forbidden)"_s));
    QVERIFY(text.contains(data.snapshot->ports[unknown].deviceId));
    // Too young: the time from which on it can be judged is told, the grace period after its last change.
    const int young = 6;
    const qint64 created = *data.snapshot->ports[young].createdAt;
    QVERIFY(judgement->ports[young].has(Reason::TooYoung));
    const QString when = QDateTime::fromMSecsSinceEpoch(created + 600'000, Qt::UTC).toString(u"HH:mm:ss"_s);
    Q_UNUSED(when); // it has no updated_at: counted from this reading
    QVERIFY(outlook(*judgement, young).join(u' ').contains(u"2026-11-30 09:51:00 UTC"_s));
}

void EvidenceTest::lifeIsInOrderOfTime()
{
    const PortLife life = PortLife::of(judgedCloud(), 0);
    QStringList kinds;
    for (qsizetype i = 0; i < life.events.size(); ++i) {
        QVERIFY(i == 0 || life.events[i - 1].time <= life.events[i].time);
        kinds += life.events[i].text;
    }
    QCOMPARE(kinds,
             (QStringList{u"Server ci-7 created"_s, u"Server ci-7 deleted"_s, u"Port created"_s, u"Port changed last"_s,
                          u"This reading"_s}));
    QVERIFY(!life.serverLives);
    QCOMPARE(*life.serverEnd - *life.serverBegin, 120'000);
}

void EvidenceTest::stripDrawsTheLife()
{
    PortLifeStrip strip;
    const PortLife life = PortLife::of(judgedCloud(), 0);
    strip.setLife(life, Mark::Orphan);
    strip.resize(400, strip.sizeHint().height());
    double before = 0;
    for (const PortLife::Event &event : life.events) { // twelve seconds are seen beside a day
        QVERIFY(strip.xOf(event.time) > before + 8);
        before = strip.xOf(event.time);
    }
    QVERIFY(before < 400);
    const QImage image = strip.grab().toImage();
    int orphan = 0;
    for (int x = 0; x < image.width(); ++x) {
        for (int y = 0; y < image.height(); ++y)
            orphan += image.pixelColor(x, y) == theme::color(Mark::Orphan, strip.palette());
    }
    QVERIFY(orphan > 100);
    QVERIFY(strip.accessibleDescription().contains(u"Server ci-7 deleted"_s));
}

void EvidenceTest::sideEffectsOfDeletion()
{
    WindowFixture fixture;
    fixture.window.setDataset(judgedCloud());
    fixture.workbench.hub().selectRows(TableKind::Ports, {0});
    const auto text = [&] { return fixture.find<QTextBrowser>(u"evidenceText"_s)->toPlainText(); };
    QTRY_VERIFY(text().contains(u"10.0.0.5 may be given to another port."_s)); // looked up behind the back
    QVERIFY(text().contains(u"Security groups lose it: g1."_s));
    QVERIFY(text().contains(u"Frees one port of the quota"_s));
}

void EvidenceTest::objectsAsTheyWereRead()
{
    WindowFixture fixture;
    fixture.window.setDataset(judgedCloud());
    fixture.workbench.hub().selectRows(TableKind::Ports, {0});
    fixture.find<QTabWidget>(u"evidenceTabs"_s)->setCurrentIndex(1);
    auto *const which = fixture.find<QComboBox>(u"rawWhich"_s);
    auto *const raw = fixture.find<QPlainTextEdit>(u"rawText"_s);
    QCOMPARE(which->count(), 2);
    QVERIFY(raw->toPlainText().contains(u"\"mac_address\": \"fa:16:3e:00:00:01\""_s));
    auto *const search = fixture.find<QLineEdit>(u"rawSearch"_s);
    QTest::keyClicks(search, u"2026-11-29"_s);
    QCOMPARE(raw->extraSelections().size(), 2);
    const int first = raw->textCursor().position();
    QTest::keyClick(search, Qt::Key_Return);
    QTest::keyClick(search, Qt::Key_Return);
    QVERIFY(raw->textCursor().position() > first);
    search->setText(u"nowhere"_s);
    QCOMPARE(raw->extraSelections().size(), 0);
    which->setCurrentIndex(1);
    QVERIFY(raw->toPlainText().contains(u"\"name\": \"ci-7\""_s));
}

void EvidenceTest::commandsCheckAgain()
{
    WindowFixture fixture;
    fixture.window.setDataset(judgedCloud());
    fixture.workbench.hub().selectRows(TableKind::Ports, {0});
    const QString text = fixture.find<QPlainTextEdit>(u"evidenceCommands"_s)->toPlainText();
    for (const QString &line :
         {u"export OS_REGION_NAME='RegionOne'"_s, u"openstack port show '11111111-0000-4000-8000-000000000001'"_s,
          u"openstack server show '22222222-0000-4000-8000-000000000001'"_s,
          u"openstack floating ip list --port '11111111-0000-4000-8000-000000000001'"_s})
        QVERIFY2(text.contains(line), qPrintable(text));
    QTest::mouseClick(fixture.find<QPushButton>(u"copyCommandsButton"_s), Qt::LeftButton);
    QCOMPARE(QApplication::clipboard()->text(), text);
    // Nothing in it changes anything.
    for (const QString &verb : {u" delete "_s, u" set "_s, u" unset "_s, u" create "_s})
        QVERIFY(!text.contains(verb));
}

void EvidenceTest::commandsAreQuoted()
{
    const QString script = showScript(judgedCloud(), TableKind::Ports, {0});
    QVERIFY(script.startsWith(u"export OS_CLOUD='o'\\''hara'\n"_s));
    QCOMPARE(script.count(u'\n'), 3);
}

void EvidenceTest::tabsFollowTheSelection()
{
    WindowFixture fixture;
    fixture.window.setDataset(judgedCloud());
    auto *const tabs = fixture.find<QTabWidget>(u"evidenceTabs"_s);
    QVERIFY(!tabs->isTabEnabled(1) && !tabs->isTabEnabled(2));
    QVERIFY(!fixture.find<QWidget>(u"portLife"_s)->isVisible());
    fixture.workbench.hub().selectRows(TableKind::Ports, {0});
    QVERIFY(tabs->isTabEnabled(1) && tabs->isTabEnabled(2));
    QVERIFY(fixture.find<QWidget>(u"portLife"_s)->isVisible());
    fixture.workbench.hub().clear();
    QVERIFY(!tabs->isTabEnabled(2));
}

QTEST_MAIN(EvidenceTest)
#include "tst_evidence.moc"
