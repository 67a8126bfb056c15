// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/address.h"
#include "models/tables/filterlanguage.h"

/// The values of filter terms, read.
namespace flotsam {

/// A span of time: a day, a minute, a second. Milliseconds since the epoch, UTC.
struct TimeSpan
{
    qint64 begin = 0;
    qint64 end = 0; ///< one past the last
};

/// "90", "3d", "1d12h", "2w": seconds where no unit is given; s, m, min, h, d, w, mo (30 days), y (365 days).
std::optional<qint64> durationFromText(QStringView text);
/// "2026", "2026-11", "2026-11-30", "2026-11-30T09:41", "2026-11-30 09:41:00Z", "…+01:00".
std::optional<TimeSpan> timeFromText(QStringView text);
/// Bit per word of fieldWords() that \a value names: wholly with Is, by its beginning with Has.
quint64 wordsMatching(const FilterValue &value, FilterField field, FilterOperator op);
/// Without separators, lower-case; empty where there is anything but hexadecimal digits (and wildcards).
QString bareMac(QStringView text, bool pattern);

/// Why \a value does not suit the field; empty where it does.
QString problemWith(const FilterValue &value, FilterField field, FilterOperator op);

} // namespace flotsam
