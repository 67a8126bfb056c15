// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/remedywindow.h"

#include <QAction>
#include <QFile>
#include <QLineEdit>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace flotsam::test {

RemedyWindow::RemedyWindow(const QString &scene)
{
    for (const char *name : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME"})
        qputenv(name, home.path().toUtf8());
    const Result<QUrl> url = cloud.start(scene);
    if (!url)
        qFatal("no cloud: %s", qPrintable(url.error().toString()));
    client = std::make_unique<DemoClient>(*url);
    if (!client->logInAs(u"admin"_s, u"admin"_s))
        qFatal("no token");
    useCloudAt(*url);
}

void RemedyWindow::useCloudAt(const QUrl &authUrl)
{
    QFile file(home.path() + u"/clouds.yaml"_s);
    const QByteArray text
        = "clouds:\n  lab:\n    region_name: RegionOne\n    auth:\n      auth_url: " + authUrl.toString().toUtf8()
        + "\n      username: admin\n      password: secret\n      project_name: admin\n"
          "      user_domain_id: default\n      project_domain_id: default\n";
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(text) != text.size())
        qFatal("no clouds.yaml");
    qputenv("OS_CLIENT_CONFIG_FILE", file.fileName().toUtf8());
}

bool RemedyWindow::start()
{
    application.reset();
    CommandLine line;
    line.cloud = u"lab"_s;
    application = std::make_unique<Application>(line, SecretStore::inMemory());
    application->start();
    return waitForReading();
}

bool RemedyWindow::waitForReading()
{
    return QTest::qWaitFor([this] { return !dataset().isNull(); }, 60'000);
}

QString RemedyWindow::textOf(const QString &name) const
{
    const auto *const label = find<QLabel>(name);
    return label && label->isVisible() ? label->text() : QString();
}

bool RemedyWindow::trigger(const QString &name)
{
    auto *const action = find<QAction>(name);
    if (!action || !action->isEnabled())
        return false;
    action->trigger();
    return true;
}

bool RemedyWindow::click(const QString &name)
{
    auto *const button = inDialog<QPushButton>(name);
    if (!button || !button->isVisible() || !button->isEnabled())
        return false;
    QTest::mouseClick(button, Qt::LeftButton);
    return true;
}

QStringList RemedyWindow::proven() const
{
    QStringList ids;
    for (int i = 0; i < int(dataset().judgement->ports.size()); ++i) {
        if (dataset().judgement->ports[i].preselected)
            ids += dataset().snapshot->ports[i].id;
    }
    return ids;
}

bool RemedyWindow::exists(const QString &port) { return client->get(u"/network/v2.0/ports/"_s + port).status == 200; }

void RemedyWindow::select(const QStringList &ports) { application->workbench().hub().select(TableKind::Ports, ports); }

bool RemedyWindow::review()
{
    if (!trigger(u"actionPlanProven"_s))
        return false;
    if (!QTest::qWaitFor([this] { return dialog() && dialog()->isVisible(); }, 30'000) || !click(u"planCheck"_s))
        return false;
    return QTest::qWaitFor([this] { return controller().state() == RemedyController::State::Reviewing; }, 60'000);
}

bool RemedyWindow::confirm()
{
    auto *const table = inDialog<QTableView>(u"reviewTable"_s);
    auto *const number = inDialog<QLineEdit>(u"reviewNumber"_s);
    if (!table || !number)
        return false;
    if (auto *const accept = inDialog<QAbstractButton>(u"reviewAccept"_s); accept->isVisible())
        accept->click();
    if (number->isVisible())
        QTest::keyClicks(number, QString::number(table->model()->rowCount()));
    return click(u"reviewVerb"_s);
}

} // namespace flotsam::test
