// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/baremetalitems.h"
#include "models/inventory/heatitems.h"
#include "models/inventory/networkitems.h"
#include "models/inventory/port.h"
#include "models/inventory/server.h"

/// What a cloud holds, decoded. Common to all types here:
/// ids are lower-case; a JSON null, '' and a value of the wrong type read as empty unless a member says otherwise;
/// times are milliseconds since the epoch (UTC; a time without zone is UTC), not set where missing or unreadable;
/// `raw` is the position of the object as sent in Snapshot::raw of its source.
