// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/items.h"

#include <QString>

namespace flotsam {

/// "12 s", "5 min", "3 h", "3 d", "14 mo": one unit, rounded down; "0 s" for the future.
QString ageText(qint64 milliseconds);
/// UTC, and local time where that differs, to the second; empty where not set.
QString exactTime(Time time);
/// Ids are told apart by both ends: "2e47c1…9f3c".
QString shortId(const QString &id);
/// With group separators in every locale.
QString groupedNumber(qint64 number);

/// Compares as a person sorts: letters without case, runs of digits by value. Negative, 0 or positive.
int naturalCompare(QStringView a, QStringView b);

} // namespace flotsam
