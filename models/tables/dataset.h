// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/snapshot.h"
#include "models/tables/relations.h"
#include "models/triage/judgement.h"

#include <memory>

namespace flotsam {

/// Everything that the window shows of one reading: a value, copied cheaply, never changed.
struct Dataset
{
    SnapshotPtr snapshot;
    JudgementPtr judgement;
    std::shared_ptr<const Relations> relations;
    int provenOrphans = 0;

    /// Builds the relations: linear, call it off the GUI thread for large clouds.
    static Dataset of(JudgementPtr judgement);

    bool isNull() const { return !snapshot; }
    /// Ports with that verdict or flag.
    int count(Verdict verdict) const { return judgement ? judgement->verdictCounts[size_t(verdict)] : 0; }
    int count(Flag flag) const { return judgement ? judgement->flagCounts.value(flag) : 0; }
};

} // namespace flotsam
