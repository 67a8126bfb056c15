// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demostate.h"
#include "app/demo/http.h"

#include <QSet>

#include <map>
#include <memory>

namespace flotsam::demo {

/// Every service of the simulated cloud behind one address, told apart by the first segment of the path. Checks
/// tokens as keystonemiddleware does, then hands the request to its service. No sockets: testable as a function.
class Gateway
{
public:
    /// \a root is the URL that clients reach it by, e.g. http://127.0.0.1:41234
    Gateway(DemoState &state, const QString &root);
    ~Gateway();

    Reply handle(const QByteArray &method, const QString &path, const QString &rawQuery,
                 const QHash<QByteArray, QByteArray> &headers, const QByteArray &body);
    /// A stopped service answers 503 as its proxy would. \a service is a path prefix, e.g. "compute".
    void setStopped(const QString &service, bool stopped);

private:
    DemoState &m_state;
    QString m_root;
    std::map<QString, std::unique_ptr<Service>> m_services;
    QSet<QString> m_stopped;
};

} // namespace flotsam::demo
