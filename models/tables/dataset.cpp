// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/dataset.h"

#include "models/inventory/freedonworker.h"

namespace flotsam {

Dataset Dataset::of(JudgementPtr judgement)
{
    Q_ASSERT(judgement && judgement->snapshot);
    Q_ASSERT(judgement->ports.size() == judgement->snapshot->ports.size());
    Dataset result;
    result.snapshot = judgement->snapshot;
    result.relations = makeFreedOnWorker<Relations>(result.snapshot, judgement);
    for (const PortJudgement &port : judgement->ports)
        result.provenOrphans += port.verdict == Verdict::Orphan && port.confidence == Confidence::Proven;
    result.judgement = std::move(judgement);
    return result;
}

} // namespace flotsam
