// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/application.h"
#include "tests/support/palettes.h"
#include "views/theme.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QMenu>
#include <QStatusBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace flotsam;
using namespace Qt::StringLiterals;

/// The whole program on its simulated cloud: what the Demo menu makes happen is seen in the tables.
class DemoMenuTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void noMenuWithoutDemo();
    void droppedConnectionSettlesThenLeaks();
    void bootedServerIsNoLeak();
    void failedStackLeavesPorts();
    void redeployIsRefusedUntilTheMacIsGone();
    void filledQuotaRefusesTheNextBoot();
    void speedsAreChecked();
    void sceneChange();
    void scenesInLightAndDark_data();
    void scenesInLightAndDark();

private:
    int portsWith(Verdict verdict) const;
    int ports() const;
    void trigger(const QString &name);
    void open(const QString &scene);
    QString said() const { return m_application->window().statusBar()->currentMessage(); }
    /// The judgement of the newest port of that name, none where there is no such port.
    std::optional<PortJudgement> judged(const QString &name) const;
    const Dataset &dataset() const { return m_application->workbench().dataset(); }

    QTemporaryDir m_home;
    std::unique_ptr<Application> m_application;
};

void DemoMenuTest::initTestCase()
{
    for (const char *name : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME"})
        qputenv(name, m_home.path().toUtf8());
}

void DemoMenuTest::init()
{
    CommandLine line;
    line.demo = true;
    line.demoScene = u"healthy"_s;
    line.graceSeconds = 120;
    m_application = std::make_unique<Application>(line, SecretStore::inMemory());
    m_application->start();
    QTRY_VERIFY_WITH_TIMEOUT(!dataset().isNull(), 30'000);
}

void DemoMenuTest::cleanup() { m_application.reset(); }

int DemoMenuTest::portsWith(Verdict verdict) const { return dataset().isNull() ? -1 : dataset().count(verdict); }

int DemoMenuTest::ports() const { return dataset().isNull() ? -1 : int(dataset().snapshot->ports.size()); }

void DemoMenuTest::trigger(const QString &name)
{
    auto *action = m_application->window().findChild<QAction *>(name);
    QVERIFY2(action, qPrintable(name));
    action->trigger();
}

void DemoMenuTest::noMenuWithoutDemo()
{
    QVERIFY(m_application->window().findChild<QMenu *>(u"demoMenu"_s));
    CommandLine line;
    line.openFile = u"/nonexistent"_s;
    Application other(line, SecretStore::inMemory());
    other.start();
    QVERIFY(!other.window().findChild<QMenu *>(u"demoMenu"_s));
}

void DemoMenuTest::droppedConnectionSettlesThenLeaks()
{
    QCOMPARE(portsWith(Verdict::Orphan), 0);
    const int before = ports();
    trigger(u"demoClock10"_s);
    trigger(u"demoDrop"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!m_application->window().statusBar()->currentMessage().isEmpty(), 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(ports() > before && portsWith(Verdict::Settling) > 0, 60'000);
    QCOMPARE(portsWith(Verdict::Orphan), 0);
    trigger(u"demoClock60"_s);
    QTRY_VERIFY_WITH_TIMEOUT(portsWith(Verdict::Orphan) > 0, 60'000);
    const QList<PortJudgement> judgements = dataset().judgement->ports;
    const auto orphan = std::find_if(judgements.begin(), judgements.end(),
                                     [](const auto &j) { return j.verdict == Verdict::Orphan; });
    QVERIFY(orphan->has(Reason::HalfCreated));
    QVERIFY(orphan->has(Reason::LateCreate));
}

void DemoMenuTest::bootedServerIsNoLeak()
{
    const int before = ports();
    trigger(u"demoClock60"_s);
    trigger(u"demoBoot"_s);
    QTRY_VERIFY_WITH_TIMEOUT(ports() > before, 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(portsWith(Verdict::Settling) == 0, 60'000);
    QCOMPARE(portsWith(Verdict::Orphan), 0);
}

void DemoMenuTest::open(const QString &scene)
{
    const auto before = dataset().snapshot;
    trigger(u"demoScene_"_s + scene);
    QTRY_VERIFY_WITH_TIMEOUT(!dataset().isNull() && dataset().snapshot != before, 60'000);
}

std::optional<PortJudgement> DemoMenuTest::judged(const QString &name) const
{
    if (dataset().isNull())
        return {};
    const auto &all = dataset().snapshot->ports;
    qsizetype newest = -1;
    for (qsizetype i = 0; i < qsizetype(all.size()); ++i) {
        if (all.at(i).name == name && (newest < 0 || all.at(i).createdAt > all.at(newest).createdAt))
            newest = i;
    }
    if (newest < 0)
        return {};
    return dataset().judgement->ports.at(newest);
}

void DemoMenuTest::failedStackLeavesPorts()
{
    trigger(u"demoClock10"_s);
    trigger(u"demoHeat"_s);
    QTRY_VERIFY_WITH_TIMEOUT(judged(u"node-port-0"_s).has_value(), 60'000);
    QCOMPARE(judged(u"node-port-0"_s)->verdict == Verdict::Settling
                 || judged(u"node-port-0"_s)->verdict == Verdict::InUse,
             true);
    trigger(u"demoClock60"_s);
    // The update leaves a second one; the older of them no resource remembers.
    QTRY_COMPARE_WITH_TIMEOUT(portsWith(Verdict::Orphan), 2, 60'000);
    QVERIFY(judged(u"node-port-0"_s)->has(Reason::HeatFailedServer));
    QCOMPARE(judged(u"node-port-0"_s)->remedy, Remedy::DeleteStack);
}

void DemoMenuTest::redeployIsRefusedUntilTheMacIsGone()
{
    open(u"baremetal"_s);
    QVERIFY(judged(u"test-port1"_s)->has(Flag::MacConflict));
    QCOMPARE(judged(u"test-port1"_s)->remedy, Remedy::RegenerateMac);
    trigger(u"demoRedeploy"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains(u"MacAddressInUse"_s), qPrintable(said()), 30'000);
    QVERIFY(said().contains(u"test-port1 holds it"_s));
    // It is still to be seen after the next look.
    QTRY_VERIFY_WITH_TIMEOUT(judged(u"test-port1"_s)->has(Flag::MacConflict), 30'000);
}

void DemoMenuTest::filledQuotaRefusesTheNextBoot()
{
    open(u"quota"_s);
    trigger(u"demoBoot"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains(u"403"_s), qPrintable(said()), 30'000);
    trigger(u"demoQuota"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains(u"is full"_s), qPrintable(said()), 30'000);
    const auto &quotas = dataset().judgement->quotas;
    const auto ci = std::find_if(quotas.begin(), quotas.end(), [](const auto &q) { return q.projectName == u"ci"_s; });
    QVERIFY(ci != quotas.end());
    QCOMPARE(ci->used, ci->limit);
    open(u"healthy"_s);
    QCOMPARE(portsWith(Verdict::Orphan), 0);
    trigger(u"demoClock60"_s);
    trigger(u"demoQuota"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains(u"is full"_s), qPrintable(said()), 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(portsWith(Verdict::Orphan) > 100, 60'000);
}

void DemoMenuTest::speedsAreChecked()
{
    const auto checked = [this](int speed) {
        return m_application->window().findChild<QAction *>(u"demoClock%1"_s.arg(speed))->isChecked();
    };
    QVERIFY(checked(1) && !checked(10) && !checked(60));
    trigger(u"demoClock60"_s);
    QVERIFY(!checked(1) && checked(60));
    trigger(u"demoClock1"_s);
    QVERIFY(checked(1) && !checked(60));
}

void DemoMenuTest::sceneChange()
{
    trigger(u"demoScene_quota"_s);
    QTRY_VERIFY_WITH_TIMEOUT(portsWith(Verdict::Orphan) > 10, 30'000);
    QCOMPARE(m_application->window().findChildren<QMenu *>(u"demoMenu"_s).size(), 1);
}

void DemoMenuTest::scenesInLightAndDark_data()
{
    QTest::addColumn<QString>("scene");
    QTest::addColumn<bool>("dark");
    for (const QString &scene : {u"mixed"_s, u"quota"_s, u"heat"_s, u"baremetal"_s, u"healthy"_s}) {
        for (const bool dark : {false, true})
            QTest::newRow(qPrintable(scene + (dark ? u"-dark"_s : u"-light"_s))) << scene << dark;
    }
}

/// With FLOTSAM_SHOTS set to a folder the pictures are kept there.
void DemoMenuTest::scenesInLightAndDark()
{
    QFETCH(QString, scene);
    QFETCH(bool, dark);
    const QPalette before = QApplication::palette();
    QApplication::setPalette(dark ? test::darkPalette() : test::lightPalette());
    const auto restored = qScopeGuard([&before] { QApplication::setPalette(before); });
    QMainWindow &window = m_application->window();
    window.resize(1600, 1000);
    if (scene != u"healthy"_s)
        open(scene);
    QTRY_COMPARE_WITH_TIMEOUT(portsWith(Verdict::Orphan) > 0, scene != u"healthy"_s, 30'000);
    // The columns were laid out for the healthy scene; every verdict must be readable all the same.
    for (const auto *table : window.findChildren<QTableView *>()) {
        if (table->model()->headerData(0, Qt::Horizontal).toString() != u"Verdict"_s)
            continue;
        QFont strong = table->font();
        strong.setBold(true);
        const QFontMetrics metrics(strong);
        const int icons = 2 * (QFontMetrics(table->font()).ascent() + 6);
        const int wanted = metrics.horizontalAdvance(u"stale + MAC conflict"_s) + icons;
        QVERIFY2(table->columnWidth(0) >= wanted, qPrintable(u"%1 of %2"_s.arg(table->columnWidth(0)).arg(wanted)));
    }
    QCoreApplication::processEvents();
    const QImage picture = window.grab().toImage();
    if (const QString folder = qEnvironmentVariable("FLOTSAM_SHOTS"); !folder.isEmpty()) {
        QVERIFY(QDir().mkpath(folder));
        QVERIFY(picture.save(u"%1/demo-%2.png"_s.arg(folder, QString::fromLatin1(QTest::currentDataTag()))));
    }
    QSet<QRgb> colours;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x)
            colours.insert(picture.pixel(x, y));
    }
    // Colour says that something wants looking at; where all is well there is none of it.
    int highlighted = 0;
    for (const Mark mark : AllMarks) {
        if (theme::hasIcon(mark) && mark != Mark::Unknown)
            highlighted += colours.contains(theme::color(mark, QApplication::palette()).rgb()) ? 1 : 0;
    }
    highlighted += colours.contains(theme::troubleColor(QApplication::palette()).rgb()) ? 1 : 0;
    if (scene == u"healthy"_s)
        QCOMPARE(highlighted, 0);
    else
        QVERIFY(colours.contains(theme::color(Mark::Orphan, QApplication::palette()).rgb()));
}

QTEST_MAIN(DemoMenuTest)
#include "tst_demomenu.moc"
