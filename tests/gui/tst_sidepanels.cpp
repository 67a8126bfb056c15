// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/snapshotfile.h"
#include "tests/support/palettes.h"
#include "tests/support/samplecloud.h"
#include "tests/support/testcloud.h"
#include "views/macpanel.h"
#include "views/mainwindow.h"
#include "views/quotapanel.h"
#include "views/quotaview.h"
#include "views/summarybar.h"
#include "views/theme.h"

#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// Quota and bare metal beside the ports table.
class SidePanelsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void quotaBarFilters();
    void quotaByKeys();
    void quotaColours_data();
    void quotaColours();
    void whatStillGrowsIsToldAndFiltered();
    void quotaKeepsItsPlace();
    void quotaOfALargeCloud();
    void macConflictOfARealCase();
    void bareMetalStates();

private:
    template <class T>
    T &find(const QString &name) const
    {
        T *const found = m_window->findChild<T *>(name);
        if (!found)
            qFatal("no %s", qPrintable(name));
        return *found;
    }
    QuotaView &quotas() const { return find<QuotaView>(u"quotaView"_s); }
    static Dataset withQuotas(const SampleOptions &options);
    static Dataset caseOf(const QString &name);
    static int partOf(const QuotaRow &row, QuotaPart::Kind kind);
    QuotaRow rowOf(const QString &projectId) const;
    int numberOf(const QString &projectId) const;
    void keep(const QString &name) const;

    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<MainWindow> m_window;
};

void SidePanelsTest::initTestCase()
{
    QApplication::setStyle(u"Fusion"_s);
    QApplication::setPalette(lightPalette());
}

void SidePanelsTest::init()
{
    m_bench = std::make_unique<Workbench>();
    m_window = std::make_unique<MainWindow>(*m_bench);
    SampleOptions options;
    options.ports = 137;
    m_window->setDataset(withQuotas(options));
    m_window->resize(1280, 720);
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void SidePanelsTest::cleanup()
{
    m_window.reset();
    m_bench.reset();
    QApplication::setPalette(lightPalette());
}

/// The sample cloud with quotas that fit its ports: p0 half full, p1 full, p2 without a limit.
Dataset SidePanelsTest::withQuotas(const SampleOptions &options)
{
    auto judgement = std::make_shared<Judgement>(*sampleJudgement(sampleSnapshot(options)));
    judgement->quotas.clear();
    for (int i = 0; i < 3; ++i) {
        ProjectQuota quota;
        quota.projectId = u"p%1"_s.arg(i);
        quota.known = true;
        judgement->quotas += quota;
    }
    const QList<Port> &ports = judgement->snapshot->ports;
    for (qsizetype i = 0; i < ports.size(); ++i) {
        ProjectQuota &quota = judgement->quotas[ports[i].projectId.mid(1).toInt()];
        ++quota.byVerdict[size_t(judgement->ports[i].verdict)];
        quota.reclaimable += judgement->ports[i].verdict == Verdict::Orphan;
    }
    for (ProjectQuota &quota : judgement->quotas)
        quota.used = quota.visible();
    judgement->quotas[0].limit = 2 * judgement->quotas[0].used;
    judgement->quotas[1].used += 7; // not visible
    judgement->quotas[1].limit = judgement->quotas[1].used;
    return Dataset::of(judgement);
}

Dataset SidePanelsTest::caseOf(const QString &name)
{
    QFile file(QStringLiteral(FLOTSAM_TEST_DATA "/cases/") + name);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
    const auto snapshot = parseSnapshot(QJsonDocument(object[u"snapshot"_s].toObject()).toJson());
    return snapshot ? Dataset::of(std::make_shared<const Judgement>(judge(*snapshot))) : Dataset();
}

int SidePanelsTest::partOf(const QuotaRow &row, QuotaPart::Kind kind)
{
    const QList<QuotaPart> parts = quotaParts(row);
    for (int i = 0; i < int(parts.size()); ++i) {
        if (parts[i].kind == kind)
            return i;
    }
    return -1;
}

int SidePanelsTest::numberOf(const QString &projectId) const
{
    return static_cast<QuotaModel *>(quotas().model())->rowOf(projectId);
}

QuotaRow SidePanelsTest::rowOf(const QString &projectId) const
{
    return static_cast<QuotaModel *>(quotas().model())->row(numberOf(projectId));
}

/// With FLOTSAM_SHOTS set to a folder the picture is kept there.
void SidePanelsTest::keep(const QString &name) const
{
    const QString folder = qEnvironmentVariable("FLOTSAM_SHOTS");
    if (folder.isEmpty())
        return;
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(m_window->grab().save(folder + u'/' + name + u".png"_s));
}

void SidePanelsTest::quotaBarFilters()
{
    QCOMPARE(numberOf(u"p1"_s), 0); // the fullest first, the one without a limit last
    QCOMPARE(numberOf(u"p2"_s), 2);
    QCOMPARE(find<QLabel>(u"quotaCount"_s).text(), u"1 full of 3"_s);
    keep(u"quota-light"_s);
    const QuotaRow row = rowOf(u"p1"_s);
    const int orphans = partOf(row, QuotaPart::Kind::Orphan);
    QTest::mouseClick(quotas().viewport(), Qt::LeftButton, {}, quotas().partRect(0, orphans).center());
    QCOMPARE(m_bench->filter().text, u"project=ci verdict:orphan"_s);
    QCOMPARE(m_bench->proxy(TableKind::Ports).rowCount(), row.reclaimable);
    QTest::mouseClick(quotas().viewport(), Qt::LeftButton, {},
                      quotas().partRect(0, partOf(row, QuotaPart::Kind::Healthy)).center());
    QCOMPARE(m_bench->filter().text, u"project=ci verdict:in-use,service"_s);
    // What nobody sees cannot be listed, but the project's ports can; so can they by the name.
    QTest::mouseClick(quotas().viewport(), Qt::LeftButton, {},
                      quotas().partRect(0, partOf(row, QuotaPart::Kind::Hidden)).center());
    QCOMPARE(m_bench->filter().text, u"project=ci"_s);
    m_bench->setFilter({});
    QTest::mouseClick(quotas().viewport(), Qt::LeftButton, {},
                      quotas().visualRect(quotas().model()->index(2, 0)).topLeft() + QPoint(20, 8));
    QCOMPARE(m_bench->filter().text, u"project=web"_s);
    for (int part = 0; part < int(quotaParts(row).size()); ++part) {
        const QRect rect = quotas().partRect(0, part);
        QVERIFY2(rect.width() >= 2, "every part can be hit");
        QCOMPARE(quotas().partAt(rect.center()), part);
    }
}

void SidePanelsTest::quotaByKeys()
{
    quotas().setFocus();
    QTest::keyClick(&quotas(), Qt::Key_Down);
    QTest::keyClick(&quotas(), Qt::Key_Home);
    QCOMPARE(quotas().currentIndex().row(), 0);
    QTest::keyClick(&quotas(), Qt::Key_Return);
    QCOMPARE(m_bench->filter().text, u"project=ci"_s);
    const int orphans = partOf(rowOf(u"p1"_s), QuotaPart::Kind::Orphan);
    for (int i = 0; i <= orphans; ++i)
        QTest::keyClick(&quotas(), Qt::Key_Right);
    QTest::keyClick(&quotas(), Qt::Key_Return);
    QCOMPARE(m_bench->filter().text, u"project=ci verdict:orphan"_s);
    QTest::keyClick(&quotas(), Qt::Key_Left);
    QTest::keyClick(&quotas(), Qt::Key_Return);
    QVERIFY(m_bench->filter().text != u"project=ci verdict:orphan"_s);
    QTest::keyClick(&quotas(), Qt::Key_Down); // another project: the whole of it
    QTest::keyClick(&quotas(), Qt::Key_Return);
    QCOMPARE(m_bench->filter().text, u"project=demo"_s);
}

void SidePanelsTest::quotaColours_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void SidePanelsTest::quotaColours()
{
    QFETCH(bool, dark);
    QApplication::setPalette(dark ? darkPalette() : lightPalette());
    QApplication::processEvents();
    const QuotaRow row = rowOf(u"p1"_s);
    const QImage image = quotas().viewport()->grab().toImage();
    for (const auto &[kind, mark] :
         {std::pair(QuotaPart::Kind::Orphan, Mark::Orphan), std::pair(QuotaPart::Kind::Stale, Mark::Stale),
          std::pair(QuotaPart::Kind::Unattached, Mark::Unattached)}) {
        const QPoint middle = quotas().partRect(0, partOf(row, kind)).center();
        QCOMPARE(image.pixelColor(middle).rgb(), theme::color(mark, quotas().palette()).rgb());
    }
    keep(dark ? u"quota-dark"_s : u"quota-light-2"_s);
}

void SidePanelsTest::whatStillGrowsIsToldAndFiltered()
{
    TestCloud cloud;
    cloud.projects = {{project(1), u"ci"_s, {}, -1}};
    Quota quota;
    quota.projectId = project(1);
    quota.known = true;
    quota.limit = 50;
    quota.used = 9;
    cloud.quotas = {quota};
    for (int i = 1; i <= 9; ++i) {
        Port &port = cloud.port(i);
        port.name = i <= 6 ? u"runner-%1"_s.arg(i) : u"web"_s;
        port.createdAt = T(-60ll * (2 + 10 * i));
    }
    m_window->setDataset(Dataset::of(std::make_shared<const Judgement>(judge(cloud.build()))));
    QVERIFY(rowOf(project(1)).growing);
    const QRect warning = quotas().warningRect(0);
    QVERIFY(warning.height() >= quotas().fontMetrics().height()
            && quotas().visualRect(quotas().model()->index(0, 0)).contains(warning));
    keep(u"quota-growing"_s);
    QTest::mouseClick(quotas().viewport(), Qt::LeftButton, {}, warning.center());
    QCOMPARE(m_bench->filter().text, u"project=ci name:runner-*"_s);
    QCOMPARE(m_bench->proxy(TableKind::Ports).rowCount(), 6);
    QTest::mouseClick(quotas().viewport(), Qt::LeftButton, {}, quotas().partRect(0, 0).center());
    QVERIFY(!m_bench->filter().text.contains(u"runner"_s));
}

void SidePanelsTest::quotaKeepsItsPlace()
{
    quotas().setCurrentIndex(quotas().model()->index(1, 0));
    SampleOptions options;
    options.ports = 250;
    m_window->setDataset(withQuotas(options));
    QCOMPARE(quotas().currentIndex().data(QuotaModel::ProjectIdRole).toString(), u"p0"_s);
    m_bench->clear();
    QCOMPARE(quotas().model()->rowCount(), 0);
    QVERIFY(find<QLabel>(u"quotaEmpty"_s).isVisible());
}

void SidePanelsTest::quotaOfALargeCloud()
{
    SampleOptions options;
    options.ports = 20'000;
    m_window->setDataset(withQuotas(options));
    QTRY_COMPARE(m_bench->proxy(TableKind::Ports).totalCount(), 20'000);
    QTRY_VERIFY(rowOf(u"p1"_s).visible > 5000);
}

void SidePanelsTest::macConflictOfARealCase()
{
    const Dataset data = caseOf(u"05-baremetal-mac-in-use.json"_s);
    QVERIFY(!data.isNull());
    m_window->setDataset(data);
    auto &dock = find<QDockWidget>(u"macDock"_s);
    QSet<QString> macs;
    for (qsizetype i = 0; i < data.snapshot->ports.size(); ++i) {
        if (data.judgement->ports[i].has(Flag::MacConflict))
            macs += data.snapshot->ports[i].mac;
    }
    QVERIFY2(dock.windowTitle().contains(QString::number(macs.size())), qPrintable(dock.windowTitle()));
    dock.raise();
    auto &view = find<MacView>(u"macView"_s);
    QTRY_VERIFY(view.isVisible());
    QCOMPARE(view.model()->rowCount(), int(macs.size()));
    const QModelIndexList found
        = view.model()->match(view.model()->index(0, 0), Qt::DisplayRole, u"52:54:00:53:b5:b9"_s, 1, Qt::MatchExactly);
    QCOMPARE(found.size(), 1);
    view.scrollTo(found.first());
    keep(u"mac-light"_s);
    m_bench->setFilter({u"verdict:in-use"_s}); // hides the holder
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(found.first()).center());
    const Selection &chosen = m_bench->hub().selection();
    QCOMPARE(chosen.kind, TableKind::Ports);
    QCOMPARE(chosen.ids.size(), 1);
    const int row = data.relations->portRow(chosen.ids.first());
    QVERIFY(row >= 0);
    QCOMPARE(data.snapshot->ports[row].mac, u"52:54:00:53:b5:b9"_s);
    QVERIFY(m_bench->proxy(TableKind::Ports).proxyRow(row) >= 0);
    QVERIFY(view.selectionModel()->hasSelection());
    m_bench->hub().clear();
    QVERIFY(!view.selectionModel()->hasSelection()); // no card stays lit
}

void SidePanelsTest::bareMetalStates()
{
    const Dataset data = caseOf(u"05-baremetal-mac-in-use.json"_s);
    m_window->setDataset(data);
    find<QDockWidget>(u"macDock"_s).raise();
    const QString nodes = find<QLabel>(u"macNodes"_s).text();
    QVERIFY2(nodes.contains(u"baremetal"_s) && nodes.contains(u"free"_s) && nodes.contains(u"asked for"_s),
             qPrintable(nodes));
    QVERIFY2(nodes.contains(u"blocked by a MAC conflict"_s), qPrintable(nodes));
    m_window->setDataset(caseOf(u"23-unbind-failed.json"_s));
    QTRY_VERIFY(find<QLabel>(u"macEmpty"_s).isVisible());
    QVERIFY(!find<QLabel>(u"macEmpty"_s).text().isEmpty());
}

QTEST_MAIN(SidePanelsTest)
#include "tst_sidepanels.moc"
