// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace flotsam {

/// `flotsam --serve-demo`: runs the simulated cloud until SIGINT or SIGTERM. Needs a QCoreApplication and runs its
/// event loop. Writes the clouds.yaml to standard output once the server listens, what happens to standard error.
/// Returns the exit code: 0, or 1 where it could not start.
int serveDemo(const QString &scene, quint16 port);

} // namespace flotsam
