// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/port.h"
#include "models/remedy/remedyaction.h"

namespace flotsam {

/// What is not as it was, in a sentence: identity, project, device, owner, MAC, addresses, host, binding, name, status,
/// revision; without revisions also the time of the last update. Empty where nothing is. Translated.
QString differenceOf(const Port &before, const Port &now);

/// The repair shows on the port. Never for Delete: a port that is there is not deleted.
bool showsEffect(RemedyAction action, const Port &before, const Port &now);

} // namespace flotsam
