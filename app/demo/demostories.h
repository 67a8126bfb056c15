// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demostate.h"

/// What the Demo menu makes happen, as it would happen in a real cloud.
namespace flotsam::demo {

void tellBootServer(DemoState &state);
/// Nova's POST of the port is cut; the server fails and is deleted; seconds later Neutron makes the port.
void tellDroppedConnection(DemoState &state);
/// A stack whose server is refused and leaves its internal port; an update fails again and leaves one more.
void tellFailedStack(DemoState &state);
/// A node is deployed onto test-port2; Neutron refuses the NIC's MAC while test-port1 holds it.
void tellRedeploy(DemoState &state);
/// A burst of cut-off builds until the project's port quota is full, then a boot that is refused.
void tellFillQuota(DemoState &state);

} // namespace flotsam::demo
