// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/dataset.h"
#include "models/timeline/portlife.h"

#include <QPalette>
#include <QString>
#include <QStringList>

namespace flotsam {

/// The words of the evidence panel as rich text; what comes from the cloud is escaped.
/// \a effects: what deleting the port would also do; not set while that is being looked up.
QString evidenceHtml(const Dataset &data, int port, const PortLife &life, const std::optional<QStringList> &effects,
                     const QPalette &palette);
/// Of several ports: how many of which verdict.
QString evidenceSummaryHtml(const Dataset &data, const std::vector<int> &ports, bool somethingSelected,
                            const QPalette &palette);

} // namespace flotsam
