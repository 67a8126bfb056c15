// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/cloudconfigs.h"
#include "app/cloud/secretstore.h"
#include "app/commandline.h"
#include "app/reader.h"
#include "models/tables/workbench.h"
#include "views/mainwindow.h"

#include <QObject>
#include <QPointer>

#include <memory>
#include <optional>

namespace flotsam {

class ConnectDialog;
class DemoCloud;
class DemoMenu;
class RemedyWiring;

/// The program with a window: makes the parts, hands them to each other, and follows what the user wants from cloud to
/// window. Everything slow happens elsewhere.
class Application : public QObject
{
    Q_OBJECT
public:
    /// \a secrets null: the desktop's keychain.
    explicit Application(const CommandLine &line, std::unique_ptr<SecretStore> secrets = nullptr,
                         QObject *parent = nullptr);
    ~Application() override;

    void start();
    MainWindow &window() { return *m_window; }
    Workbench &workbench() { return m_workbench; }
    RemedyWiring &remedy() { return *m_remedy; }

signals:
    /// The program is to end with this status; only --screenshot asks for it.
    void finished(int exitStatus);

private:
    void connectWindow();
    void loadConfigs();
    void startDemo(const QString &scene);
    void leaveDemo();
    /// Another cloud or file may be shown; says why where a run forbids it.
    bool mayLeave();
    void setBusy(bool busy, const QString &what = {});
    void showConnectDialog(const QString &problem = {}, bool askPassword = false);
    void chosen(const CloudChoice &choice, const QString &password);
    void useCloud(const QString &name, const QString &region);
    void useConfig(const CloudConfig &config);
    void scan();
    void scanQuietly();
    void openFile(const QString &path);
    void saveFile(const QString &path);
    void compareFile(const QString &path);
    void newReader();
    void readingFailed(const Error &error);
    void show(const Reading &reading);
    void fail(const Error &error);
    void takeScreenshot();

    CommandLine m_line;
    std::unique_ptr<SecretStore> m_secrets;
    std::unique_ptr<DemoCloud> m_demo;
    Workbench m_workbench;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<Reader> m_reader;
    std::unique_ptr<RemedyWiring> m_remedy;
    QPointer<ConnectDialog> m_dialog;
    QPointer<DemoMenu> m_demoMenu;
    CloudConfigs m_configs;
    std::optional<CloudConfig> m_config; ///< the cloud that is shown
    quint64 m_generation = 0;
    quint64 m_compareGeneration = 0;
    bool m_quiet = false; ///< the reading under way was asked for by the clock
};

} // namespace flotsam
