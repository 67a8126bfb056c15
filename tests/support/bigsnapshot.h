// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/snapshot.h"

namespace flotsam::test {

/// A cloud of \a ports ports, half as many servers and some stacks, decoded from objects as large and as unlike each
/// other as those of a real one: for measuring time and memory. One port in fifty is left behind by a deleted server.
SnapshotPtr bigSnapshot(int ports);

} // namespace flotsam::test
