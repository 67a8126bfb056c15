// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/triageindex.h"

namespace flotsam {

TriageIndex::TriageIndex(SnapshotPtr shared, const Settings &wanted)
    : snapshot(std::move(shared))
    , settings(wanted)
    , servers(*snapshot)
    , heat(*snapshot)
    , baremetal(*snapshot)
    , addresses(*snapshot)
    , ports(*snapshot, servers)
    , macs(*snapshot, baremetal, ports)
{
    for (const Quota &quota : snapshot->quotas) {
        if (quota.known && quota.limit >= 0 && quota.used + quota.reserved >= quota.limit)
            m_full.insert(quota.projectId);
    }
}

} // namespace flotsam
