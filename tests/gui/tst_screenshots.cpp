// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/snapshotfile.h"
#include "tests/support/named.h"
#include "tests/support/palettes.h"
#include "tests/support/samplecloud.h"
#include "views/connectdialog.h"
#include "views/mainwindow.h"
#include "views/summarybar.h"
#include "views/theme.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QPixmap>
#include <QTabWidget>
#include <QTest>

#include <set>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// Every view in light and dark at two sizes. With FLOTSAM_SHOTS set to a folder the pictures are kept there.
class ScreenshotsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyView_data();
    void everyView();
    void connectDialog_data();
    void connectDialog();
    void smallWindows_data();
    void smallWindows();

private:
    static void arrange(const QString &scene, MainWindow &window, Workbench &workbench);
    static void keep(const QImage &image, const QString &name);
};

namespace {

double meanLightness(const QImage &image)
{
    double sum = 0;
    int count = 0;
    for (int y = 0; y < image.height(); y += 7) {
        for (int x = 0; x < image.width(); x += 7, ++count)
            sum += image.pixelColor(x, y).lightnessF();
    }
    return sum / count;
}

bool holdsColor(const QImage &image, const QColor &color)
{
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixelColor(x, y).rgb() == color.rgb())
                return true;
        }
    }
    return false;
}

/// The recorded real cloud of the triage cases, judged.
Dataset labDataset()
{
    QFile file(QStringLiteral(FLOTSAM_TEST_DATA "/cases/33-real-lab.json"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QJsonObject snapshot = QJsonDocument::fromJson(file.readAll()).object().value("snapshot"_L1).toObject();
    const auto parsed = parseSnapshot(QJsonDocument(snapshot).toJson());
    return parsed ? Dataset::of(std::make_shared<const Judgement>(judge(*parsed))) : Dataset();
}

} // namespace

void ScreenshotsTest::initTestCase() { QApplication::setStyle(u"Fusion"_s); }

void ScreenshotsTest::keep(const QImage &image, const QString &name)
{
    const QString folder = qEnvironmentVariable("FLOTSAM_SHOTS");
    if (folder.isEmpty())
        return;
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(image.save(folder + u'/' + name + u".png"_s));
}

void ScreenshotsTest::everyView_data()
{
    QTest::addColumn<QString>("scene");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    for (const QString &scene : {u"lab"_s, u"mixed"_s, u"server"_s, u"port"_s, u"many"_s, u"healthy"_s, u"filtered"_s,
                                 u"nomatch"_s, u"empty"_s, u"loading"_s, u"failed"_s, u"trouble"_s, u"objects"_s,
                                 u"commands"_s, u"metal"_s, u"pinned"_s, u"stale"_s}) {
        for (const bool dark : {false, true}) {
            for (const QSize size : {QSize(1600, 1000), QSize(1280, 720)}) {
                const QString name = u"%1-%2-%3"_s.arg(scene, dark ? u"dark"_s : u"light"_s).arg(size.width());
                QTest::newRow(qPrintable(name)) << scene << dark << size;
            }
        }
    }
}

void ScreenshotsTest::arrange(const QString &scene, MainWindow &window, Workbench &workbench)
{
    const Error denied{Error::Kind::Http,
                       u"Listing trunks"_s,
                       u"https://network.example.org:9696/v2.0/trunks"_s,
                       403,
                       u"rule:get_trunk is disallowed by policy"_s,
                       u"req-5f0d3c1e-6b0e-4f1d-9a55-0c6d8cf0a9aa"_s,
                       u"Ask for a role that may list trunks. Until then some ports stay unknown."_s};
    CloudChoice cloud;
    cloud.name = u"sample"_s;
    cloud.region = u"RegionOne"_s;
    if (scene == u"empty")
        return;
    if (scene == u"loading" || scene == u"failed") {
        window.setConnection(cloud);
        window.setBusy(true, u"Logging in"_s);
        for (const SourceId id : AllSources)
            window.showProgress({id, SourceProgress::State::Waiting, 0, SourceStatus::Absent});
        window.showProgress({SourceId::Ports, SourceProgress::State::Done, 12345, SourceStatus::Complete});
        window.showProgress({SourceId::Servers, SourceProgress::State::Reading, 4000, SourceStatus::Absent});
        window.showProgress({SourceId::Stacks, SourceProgress::State::Reading, 12, SourceStatus::Absent});
        if (scene == u"failed") {
            window.setBusy(false);
            window.showProblem({Error::Kind::Auth,
                                u"Logging in"_s,
                                u"https://keystone.example.org:5000/v3"_s,
                                401,
                                u"The request you have made requires authentication."_s,
                                {},
                                u"Check user name and password in clouds.yaml."_s},
                               true);
        }
        return;
    }
    if (scene == u"lab" || scene == u"objects" || scene == u"commands" || scene == u"metal") {
        const Dataset lab = labDataset();
        QVERIFY(!lab.isNull());
        window.setConnection(cloud);
        window.setDataset(lab);
        workbench.hub().select(TableKind::Ports, {lab.snapshot->ports[3].id});
        if (scene == u"objects" || scene == u"commands")
            window.findChild<QTabWidget *>(u"evidenceTabs"_s)->setCurrentIndex(scene == u"objects" ? 1 : 2);
        if (scene == u"objects")
            window.findChild<QLineEdit *>(u"rawSearch"_s)->setText(u"device"_s);
        if (scene == u"metal")
            window.findChild<QDockWidget *>(u"macDock"_s)->raise();
        return;
    }
    SampleOptions options;
    options.ports = scene == u"many" ? 2131 : 137;
    options.servers = scene == u"many" ? 900 : 40;
    options.healthy = scene == u"healthy" || scene == u"nomatch";
    options.incomplete = scene == u"trouble";
    window.setConnection(cloud);
    window.setDataset(sampleDataset(options));
    if (scene == u"server")
        workbench.hub().select(TableKind::Instances, {sampleId('a', 3)});
    if (scene == u"port")
        workbench.hub().select(TableKind::Ports, {sampleId('d', 21)});
    if (scene == u"mixed")
        workbench.hub().select(TableKind::Resources, {sampleId('e', 1) + u"/node"_s});
    if (scene == u"many") {
        QStringList ids;
        for (int i = 0; i < 300; i += 3)
            ids += sampleId('d', i);
        workbench.hub().select(TableKind::Ports, ids);
    }
    if (scene == u"nomatch")
        workbench.setFilter({{}, 1 << int(Verdict::Orphan), false});
    if (scene == u"filtered")
        workbench.setFilter({u"web"_s, quint8(1 << int(Verdict::Orphan) | 1 << int(Verdict::Unattached)), true});
    if (scene == u"pinned") {
        workbench.hub().select(TableKind::Instances, {sampleId('a', 3), sampleId('a', 4)});
        workbench.pin();
        workbench.proxy(TableKind::Ports)
            .setSortColumns({{PortsTable::Network, Qt::AscendingOrder}, {PortsTable::Mac, Qt::DescendingOrder}});
    }
    if (scene == u"stale")
        window.showProblem(denied, true);
    if (scene == u"trouble") {
        cloud.insecure = true;
        window.setConnection(cloud);
        window.showProblem(denied);
        window.showProblem({Error::Kind::Timeout,
                            u"Listing stacks"_s,
                            u"https://heat.example.org/v1/p0/stacks"_s,
                            0,
                            {},
                            {},
                            u"Heat did not answer within 30 s. Its ports cannot be judged."_s});
    }
}

void ScreenshotsTest::everyView()
{
    QFETCH(QString, scene);
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    QApplication::setPalette(dark ? darkPalette() : lightPalette());

    Workbench workbench;
    MainWindow window(workbench);
    window.resize(size);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    arrange(scene, window, workbench);
    QApplication::processEvents();
    QCOMPARE(window.size(), size);
    QCOMPARE(unnamedWidgets(window), QStringList());

    const QImage image = window.grab().toImage();
    keep(image, QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(dark ? meanLightness(image) < 0.35 : meanLightness(image) > 0.7);
    if (scene == u"mixed" || scene == u"server") {
        QVERIFY(holdsColor(image, theme::color(Mark::Orphan, window.palette())));
        QVERIFY(holdsColor(image, theme::linkedBackground(window.palette())));
    }
    if (scene == u"healthy") {
        // Grey is left out: the soft edges of text hold it too.
        for (const Mark mark : {Mark::Orphan, Mark::MacConflict, Mark::Stale, Mark::Unattached, Mark::Settling})
            QVERIFY2(!holdsColor(image, theme::color(mark, window.palette())), "health has no colour");
    }
}

void ScreenshotsTest::connectDialog_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("connect-light") << false;
    QTest::newRow("connect-dark") << true;
}

void ScreenshotsTest::connectDialog()
{
    QFETCH(bool, dark);
    QApplication::setPalette(dark ? darkPalette() : lightPalette());
    CloudChoice production;
    production.name = u"prod-eu"_s;
    production.origin = u"/home/operator/.config/openstack/clouds.yaml"_s;
    production.authUrl = u"https://keystone.example.org:5000/v3"_s;
    production.user = u"admin"_s;
    production.project = u"admin"_s;
    production.region = u"RegionOne"_s;
    production.needsPassword = true;
    production.insecure = true;
    CloudChoice environment = production;
    environment.name = u"envvars"_s;
    environment.origin = u"environment"_s;
    CloudChoice broken = production;
    broken.name = u"old"_s;
    broken.problem = u"clouds.yaml names no auth_url for it."_s;
    ConnectDialog dialog({production, environment, broken});
    dialog.setProblem(u"Logging in failed (HTTP 401): the user name or the password is wrong."_s, true);
    dialog.open();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    QCOMPARE(unnamedWidgets(dialog), QStringList());
    const QImage image = dialog.grab().toImage();
    keep(image, QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(holdsColor(image, theme::warningBackground(dialog.palette())));
}

void ScreenshotsTest::smallWindows_data()
{
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("dialog");
    QTest::addColumn<bool>("dark");
    for (const bool dark : {false, true}) {
        const char *const shade = dark ? "dark" : "light";
        QTest::addRow("palette-%s", shade) << u"actionPalette"_s << u"commandPalette"_s << dark;
        QTest::addRow("help-%s", shade) << u"actionHelp"_s << u"helpDialog"_s << dark;
    }
}

void ScreenshotsTest::smallWindows()
{
    QFETCH(QString, action);
    QFETCH(QString, dialog);
    QFETCH(bool, dark);
    QApplication::setPalette(dark ? darkPalette() : lightPalette());
    Workbench workbench;
    MainWindow window(workbench);
    window.show();
    window.setDataset(sampleDataset());
    window.findChild<QAction *>(action)->trigger();
    auto *const shown = window.findChild<QDialog *>(dialog);
    QVERIFY(shown && QTest::qWaitForWindowExposed(shown));
    QCOMPARE(unnamedWidgets(*shown), QStringList());
    const QImage image = shown->grab().toImage();
    keep(image, QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(dark ? meanLightness(image) < 0.35 : meanLightness(image) > 0.7);
}

QTEST_MAIN(ScreenshotsTest)
#include "tst_screenshots.moc"
