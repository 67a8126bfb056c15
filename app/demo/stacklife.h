// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demostate.h"

namespace flotsam::demo {

/// A stack with a server `node` on a NIC of Heat's own making (the port node-port-0) and a port `vip`. Settles within
/// 6 s of simulated time; with \a serversFail the server is refused and its port stays.
QString createStack(DemoState &state, const QString &name, const QString &projectId, const QString &networkId,
                    bool serversFail);
/// As PATCH with existing: tries the servers that failed once more, with a new port each.
void updateStack(DemoState &state, const QString &stackId);
/// Takes its servers, its ports and the newest internal port of each server with it. Gone after 4 s.
void deleteStack(DemoState &state, const QString &stackId);

} // namespace flotsam::demo
