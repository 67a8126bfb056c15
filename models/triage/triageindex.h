// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/triage/addressindex.h"
#include "models/triage/baremetalindex.h"
#include "models/triage/heatindex.h"
#include "models/triage/judgement.h"
#include "models/triage/macconflicts.h"
#include "models/triage/portindex.h"
#include "models/triage/serverindex.h"

namespace flotsam {

/// Everything that the rules look up, built once for a snapshot in time linear in its size.
class TriageIndex
{
public:
    TriageIndex(SnapshotPtr shared, const Settings &settings);
    TriageIndex(const TriageIndex &) = delete;
    TriageIndex &operator=(const TriageIndex &) = delete;

    /// used + reserved >= limit >= 0.
    bool isFull(const QString &projectId) const { return m_full.contains(projectId); }

    const SnapshotPtr snapshot;
    const Settings settings;
    const ServerIndex servers;
    const HeatIndex heat;
    const BaremetalIndex baremetal;
    const AddressIndex addresses;
    const PortIndex ports;
    const MacConflicts macs;

private:
    QSet<QString> m_full;
};

} // namespace flotsam
