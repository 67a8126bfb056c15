// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <optional>

namespace flotsam {

/// Milliseconds since the epoch, UTC; not set where missing or unreadable.
using Time = std::optional<qint64>;

} // namespace flotsam
