// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/triage/portcase.h"

namespace flotsam {

/// The port is the physical id of a resource whose stack is in motion.
bool resourceInMotion(const PortCase &port);
/// Evidence: the resources whose physical id is the port.
void noteResources(const PortCase &port);
/// What rule C3 says of a Heat-named port whose device is dead, as if the device had been cleared.
Opinion asIfReleased(const PortCase &port);

} // namespace flotsam
