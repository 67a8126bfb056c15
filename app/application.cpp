// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/application.h"

#include "app/demo/democloud.h"
#include "app/democonfig.h"
#include "app/demomenu.h"
#include "app/remedywiring.h"
#include "models/inventory/freedonworker.h"
#include "models/inventory/onworker.h"
#include "models/inventory/snapshotfile.h"
#include "views/comparepanel.h"
#include "views/connectdialog.h"

#include <QScreen>
#include <QSettings>
#include <QStandardPaths>
#include <QTextStream>
#include <QTimer>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr QSize ScreenshotSize(1600, 1000);

CloudChoice choiceOf(const CloudConfigs &configs, const CloudConfig &config)
{
    for (const CloudChoice &choice : configs.choices()) {
        if (choice.name == config.name && (choice.region.isEmpty() || choice.region == config.region))
            return choice;
    }
    CloudChoice choice;
    choice.name = config.name;
    choice.origin = config.origin;
    choice.insecure = !config.verify;
    return choice;
}

} // namespace

Application::Application(const CommandLine &line, std::unique_ptr<SecretStore> secrets, QObject *parent)
    : QObject(parent)
    , m_line(line)
    , m_secrets(secrets ? std::move(secrets) : SecretStore::keychain())
    , m_window(std::make_unique<MainWindow>(m_workbench))
{
    RemedyOptions remedy;
    remedy.settings.graceSeconds = line.graceSeconds;
    m_remedy = std::make_unique<RemedyWiring>(m_workbench, *m_window, remedy);
    connect(m_remedy.get(), &RemedyWiring::refreshWanted, this, &Application::scan);
    connectWindow();
}

Application::~Application()
{
    m_remedy.reset();
    delete m_demoMenu; // it speaks to the simulated cloud, which goes before the window
}

void Application::connectWindow()
{
    connect(m_window.get(), &MainWindow::refreshRequested, this, &Application::scan);
    connect(m_window.get(), &MainWindow::refreshDue, this, &Application::scanQuietly);
    connect(m_window.get(), &MainWindow::cancelRequested, this, [this] {
        newReader();
        setBusy(false);
    });
    connect(m_window.get(), &MainWindow::connectRequested, this, [this] { showConnectDialog(); });
    connect(m_window.get(), &MainWindow::openRequested, this, &Application::openFile);
    connect(m_window.get(), &MainWindow::saveRequested, this, &Application::saveFile);
    connect(&m_window->compare(), &ComparePanel::fileChosen, this, &Application::compareFile);
}

void Application::start()
{
    if (m_line.screenshotFile.isEmpty()) {
        const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
        m_window->remember(std::make_unique<QSettings>(folder + u"/flotsam/window.ini"_s, QSettings::IniFormat));
        const QSize room = m_window->screen()->availableSize();
        if (m_window->size().boundedTo(room) == m_window->size()) {
            m_window->show();
        } else { // a small screen: all of it
            m_window->resize(room);
            m_window->showMaximized();
        }
    } else {
        m_window->resize(ScreenshotSize);
    }
    if (!m_line.compareFrom.isEmpty()) {
        if (!m_line.screenshotFile.isEmpty())
            connect(&m_window->compare(), &ComparePanel::compared, this, &Application::takeScreenshot,
                    Qt::SingleShotConnection);
        openFile(m_line.compareTo);
        compareFile(m_line.compareFrom);
    } else if (!m_line.openFile.isEmpty()) {
        openFile(m_line.openFile);
    } else if (m_line.demo) {
        startDemo(m_line.demoScene);
    } else {
        loadConfigs();
    }
}

void Application::loadConfigs()
{
    onWorker(
        this, [] { return CloudConfigs::load(); },
        [this](const CloudConfigs &configs) {
            m_configs = configs;
            for (const Error &error : configs.problems())
                m_window->showProblem(error);
            if (!m_line.cloud.isEmpty() || !m_line.screenshotFile.isEmpty())
                useCloud(m_line.cloud, m_line.region);
            else
                showConnectDialog();
        });
}

void Application::startDemo(const QString &scene)
{
    if (!mayLeave())
        return;
    const QString name = scene.isEmpty() ? DemoCloud::scenes().constFirst() : scene;
    leaveDemo();
    auto demo = std::make_unique<DemoCloud>();
    const auto started = demo->start(name);
    if (!started)
        return fail(started.error());
    m_demo = std::move(demo);
    m_demoMenu = new DemoMenu(*m_demo, name, *m_window);
    connect(m_demoMenu, &DemoMenu::refreshWanted, this, &Application::scan);
    connect(m_demoMenu, &DemoMenu::sceneWanted, this, &Application::startDemo, Qt::QueuedConnection);
    useConfig(demoConfig(*started));
}

void Application::leaveDemo()
{
    delete m_demoMenu;
    if (!m_demo)
        return;
    newReader();
    m_demo.reset();
}

bool Application::mayLeave()
{
    if (!m_remedy->isBusy())
        return true;
    Error error;
    error.kind = Error::Kind::Config;
    error.what = tr("Leaving this cloud");
    error.object = m_config ? m_config->name : QString();
    error.serviceMessage = tr("ports are being changed");
    error.advice = tr("Stop the run, or wait for its end.");
    m_window->showProblem(error);
    return false;
}

void Application::setBusy(bool busy, const QString &what)
{
    m_window->setBusy(busy, what);
    if (m_demoMenu)
        m_demoMenu->setBusy(busy);
}

void Application::showConnectDialog(const QString &problem, bool askPassword)
{
    if (!m_dialog) {
        m_dialog = new ConnectDialog(m_configs.choices(), m_window.get());
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        m_dialog->setSearched(m_configs.searched());
        m_dialog->setDemoAvailable(true);
        connect(m_dialog, &ConnectDialog::demoRequested, this, [this] { startDemo({}); });
        connect(m_dialog, &ConnectDialog::chosen, this, &Application::chosen);
        connect(m_dialog, &ConnectDialog::openFileRequested, m_window.get(), &MainWindow::chooseFileToOpen);
    }
    m_dialog->select(m_config ? m_config->name : m_configs.defaultName());
    if (!problem.isEmpty())
        m_dialog->setProblem(problem, askPassword);
    m_dialog->open();
}

void Application::chosen(const CloudChoice &choice, const QString &password)
{
    if (!mayLeave())
        return;
    leaveDemo();
    if (password.isEmpty())
        return useCloud(choice.name, choice.region);
    Result<CloudConfig> found = m_configs.get(choice.name, choice.region);
    if (!found)
        return fail(found.error());
    CloudConfig config = std::move(found).value();
    config.setSecret(Secret(password));
    useConfig(config);
}

void Application::useCloud(const QString &name, const QString &region)
{
    const Result<CloudConfig> found = m_configs.get(name, region);
    if (!found)
        return fail(found.error());
    if (!found->needsSecret())
        return useConfig(*found);
    const CloudConfig config = *found;
    m_secrets->read(SecretStore::keyFor(config), this, [this, config](const Result<Secret> &secret) {
        m_config = config;
        if (!secret) // no keychain, or nothing in it: what the keychain says about that helps nobody
            return showConnectDialog(tr("%1 needs a password").arg(config.name), true);
        CloudConfig complete = config;
        complete.setSecret(*secret);
        useConfig(complete);
    });
}

void Application::useConfig(const CloudConfig &config)
{
    if (!mayLeave())
        return;
    m_config = config;
    m_remedy->setCloud(config);
    m_window->clearProblems();
    m_window->setConnection(choiceOf(m_configs, config));
    scan();
}

void Application::newReader()
{
    // What the old one still had to say is about another reading.
    if (m_reader) {
        m_reader->disconnect(this);
        m_reader->cancel();
        m_reader.release()->deleteLater();
    }
    m_reader = std::make_unique<Reader>(Settings{m_line.graceSeconds});
    connect(m_reader.get(), &Reader::progress, this,
            [this](const SourceProgress &progress) { m_window->showProgress(progress); });
    connect(m_reader.get(), &Reader::probesProgress, this,
            [this](int done, int total) { m_window->showProbes(done, total); });
    connect(m_reader.get(), &Reader::problem, this, [this](const Error &error) { m_window->showProblem(error); });
    connect(m_reader.get(), &Reader::failed, this, &Application::readingFailed);
    connect(m_reader.get(), &Reader::finished, this, &Application::show);
}

void Application::scanQuietly()
{
    scan();
    m_quiet = true;
}

void Application::scan()
{
    m_quiet = false;
    if (!m_config)
        return;
    newReader();
    m_window->clearProblems();
    setBusy(true, tr("Logging in to %1").arg(m_config->name));
    m_reader->scan(*m_config);
}

void Application::openFile(const QString &path)
{
    if (!mayLeave())
        return;
    leaveDemo();
    m_config.reset();
    m_remedy->setCloud(std::nullopt);
    newReader();
    m_window->clearProblems();
    m_window->setSnapshotFile(path);
    setBusy(true, tr("Opening %1").arg(path));
    m_reader->open(path);
}

void Application::saveFile(const QString &path)
{
    const SnapshotPtr snapshot = m_workbench.dataset().snapshot;
    if (!snapshot)
        return;
    onWorker(
        this, [snapshot, path] { return writeSnapshot(*snapshot, path); },
        [this](const std::optional<Error> &error) {
            if (error)
                m_window->showProblem(*error);
        });
}

void Application::compareFile(const QString &path)
{
    m_window->compare().setReading(path);
    const quint64 generation = ++m_compareGeneration;
    onWorker(
        this,
        [path, settings = Settings{m_line.graceSeconds}]() -> Result<JudgementPtr> {
            const auto snapshot = readSnapshot(path);
            if (!snapshot)
                return snapshot.error();
            return JudgementPtr(makeFreedOnWorker<Judgement>(judge(*snapshot, settings)));
        },
        [this, generation](const Result<JudgementPtr> &other) {
            if (generation != m_compareGeneration)
                return;
            m_window->compare().setOther(other ? *other : nullptr);
            if (!other && m_line.screenshotFile.isEmpty())
                m_window->showProblem(other.error());
            else if (!other)
                fail(other.error());
        });
}

void Application::readingFailed(const Error &error)
{
    setBusy(false);
    if (error.kind == Error::Kind::Auth && !m_quiet && m_config && m_line.screenshotFile.isEmpty())
        showConnectDialog(error.toString(), m_config->method == CloudConfig::AuthMethod::Password);
    fail(error);
}

void Application::show(const Reading &reading)
{
    const quint64 generation = ++m_generation;
    onWorker(
        this, [reading] { return Dataset::of(reading.judgement); },
        [this, generation](const Dataset &dataset) {
            if (generation != m_generation)
                return;
            if (!m_line.screenshotFile.isEmpty() && m_line.compareFrom.isEmpty())
                connect(&m_workbench, &Workbench::datasetChanged, this, &Application::takeScreenshot,
                        Qt::SingleShotConnection);
            m_window->setDataset(dataset);
            setBusy(false);
        });
}

void Application::fail(const Error &error)
{
    m_window->showProblem(error, true);
    if (m_line.screenshotFile.isEmpty())
        return;
    QTextStream(stderr) << "flotsam: " << error.toString() << Qt::endl;
    emit finished(ExitFailed);
}

void Application::takeScreenshot()
{
    m_window->show();
    if (!m_line.compareFrom.isEmpty()) // a window that was never laid out has no tab in front
        QTimer::singleShot(100, &m_window->compare(), &ComparePanel::wanted);
    // One turn of the event loop lets layouts and delayed updates settle.
    QTimer::singleShot(200, this, [this] {
        if (m_window->grab().save(m_line.screenshotFile, "PNG"))
            return emit finished(ExitOk);
        QTextStream(stderr) << "flotsam: Writing the screenshot (" << m_line.screenshotFile << ") failed" << Qt::endl;
        emit finished(ExitFailed);
    });
}

} // namespace flotsam
