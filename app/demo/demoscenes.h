// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demostate.h"

#include <QStringList>

#include <memory>

namespace flotsam::demo {

QStringList sceneNames();
/// The cloud of \a name (one of sceneNames()) as it stands at \a now, milliseconds since the epoch.
std::unique_ptr<DemoState> makeScene(const QString &name, qint64 now);
/// 100,000 ports, 50,000 servers of 50 projects, some 1,500 leaks.
std::unique_ptr<DemoState> makeBigScene(qint64 now);

} // namespace flotsam::demo
