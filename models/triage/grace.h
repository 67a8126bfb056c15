// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/triage/judgement.h"

namespace flotsam {

/// Whether a port was created or changed less than the grace period ago (triage.md, principle 4).
struct Age
{
    bool young = true;
    bool byObservation = false; ///< old because an earlier scan saw it unchanged
    QString words() const;

    Time created;
    Time updated;
    Time firstSeen;
};

Age ageOf(const Port &port, const Snapshot &snapshot, const Settings &settings);

/// True where \a observation saw the port as it is now: the same revision, or the same device, owner, MAC, addresses,
/// status and host where either side has no revision.
bool sawUnchanged(const Observation &observation, const Port &port);

} // namespace flotsam
