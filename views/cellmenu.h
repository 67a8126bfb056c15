// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/workbench.h"

class QMenu;
class QModelIndex;

namespace flotsam {

/// Adds to \a menu what the cell can do to the filter of ports: keep what is like it, leave that out, or begin anew
/// with it. \a index is one of a proxy of \a workbench. Adds nothing where the cell has no value to filter by.
void addFilterActions(QMenu &menu, Workbench &workbench, const QModelIndex &index);

} // namespace flotsam
