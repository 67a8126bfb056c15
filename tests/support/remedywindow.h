// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/application.h"
#include "app/remedywiring.h"
#include "models/triage/judgement.h"
#include "tests/net/democlient.h"
#include "views/remedydialog.h"

#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace flotsam::test {

/// The whole program against the simulated cloud as an ordinary one of clouds.yaml, with a home of its own.
class RemedyWindow
{
public:
    explicit RemedyWindow(const QString &scene);
    /// In a process begun by one that has made all that: the same home and cloud.
    RemedyWindow() = default;

    /// The program finds the cloud at another address from its next start on, that of a proxy for one.
    void useCloudAt(const QUrl &authUrl);

    /// Begins the program anew, as after a crash.
    bool start();
    void end() { application.reset(); }
    bool waitForReading();

    template <class T>
    T *find(const QString &name) const
    {
        return application->window().findChild<T *>(name);
    }
    template <class T>
    T *inDialog(const QString &name) const
    {
        return dialog() ? dialog()->findChild<T *>(name) : nullptr;
    }
    RemedyDialog *dialog() const { return find<RemedyDialog>(QStringLiteral("remedyDialog")); }
    QString textOf(const QString &name) const;
    bool trigger(const QString &action); ///< false where it is not enabled
    bool click(const QString &button); ///< of the dialog; false where it cannot be clicked
    RemedyController &controller() const { return application->remedy().controller(); }

    const Dataset &dataset() const { return application->workbench().dataset(); }
    QStringList proven() const;
    bool exists(const QString &port);
    void select(const QStringList &ports);
    /// Opens the plan of all proven orphans and takes it to its review.
    bool review();
    /// Types the number and presses the verb.
    bool confirm();

    QTemporaryDir home;
    DemoCloud cloud;
    std::unique_ptr<DemoClient> client;
    std::unique_ptr<Application> application;
};

} // namespace flotsam::test
