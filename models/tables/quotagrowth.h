// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/quotarows.h"

namespace flotsam {

/// Fills in what the rows say of growth, by the creation times of the ports that still exist.
void addGrowth(const Dataset &dataset, QList<QuotaRow> &rows);

/// \a name with its changing parts (numbers, hexadecimal runs) as stars.
QString namePattern(const QString &name);

} // namespace flotsam
