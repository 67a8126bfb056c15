// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/application.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QStatusBar>
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
    void sceneChange();

private:
    int portsWith(Verdict verdict) const;
    int ports() const;
    void trigger(const QString &name);
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

void DemoMenuTest::sceneChange()
{
    trigger(u"demoScene_quota"_s);
    QTRY_VERIFY_WITH_TIMEOUT(portsWith(Verdict::Orphan) > 10, 30'000);
    QCOMPARE(m_application->window().findChildren<QMenu *>(u"demoMenu"_s).size(), 1);
}

QTEST_MAIN(DemoMenuTest)
#include "tst_demomenu.moc"
