// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/triage/judgement.h"

namespace flotsam {

/// Port quotas by project with what the ports seen of it were judged to be. \a ports is parallel to the snapshot's.
/// Neutron's system ports have no project and are in nobody's quota.
QList<ProjectQuota> attributeQuotas(const Snapshot &snapshot, const QList<PortJudgement> &ports);

} // namespace flotsam
