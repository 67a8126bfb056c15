// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/dataset.h"

#include <QList>
#include <QString>

#include <array>
#include <optional>

namespace flotsam {

/// Ports of one kind of name that keep coming and are mostly not used: something that makes them is still running.
/// One by one within the last day, or several at a time within the last week.
struct GrowingPattern
{
    QString pattern; ///< "ci-runner-*"; empty for ports without a name
    bool ofServers = false; ///< the pattern is that of the servers that the ports name
    int count = 0; ///< created in that time and still there
    int atOnce = 1; ///< ports that come together
    qint64 every = 0; ///< milliseconds from one time to the next, the median
    qint64 lastAge = 0; ///< milliseconds since the last one
    QString term; ///< filter term that finds them
};

/// The port quota of one project, and where it is going.
struct QuotaRow
{
    QString projectId;
    QString name;
    bool known = false; ///< the quota was read; else used counts the ports seen
    qint64 limit = -1; ///< -1: unlimited or not known
    qint64 used = 0;
    qint64 reserved = 0;
    std::array<int, VerdictCount> byVerdict{};
    int visible = 0; ///< ports seen
    qint64 hidden = 0; ///< counted by the quota, but not seen
    int reclaimable = 0; ///< orphans: free when they are deleted
    int proven = 0; ///< those of them that are proven

    int recent = 0; ///< ports created within the window that still exist
    int windowHours = 0;
    double perDay = 0;
    std::optional<double> daysLeft; ///< at this rate; not set where there is no limit, no growth, or nothing left
    std::optional<GrowingPattern> growing;

    qint64 taken() const { return used + reserved; }
    bool isFull() const { return limit >= 0 && taken() >= limit; }
    /// Of the limit, 0 to 1 and more; negative without a limit.
    double share() const;
};

/// Every project with a quota or a port, the nearest to its limit first, those without a limit last. Linear in the
/// number of ports. Growth is what was created in the last day, or in a week where that is faster, and still exists:
/// what was deleted meanwhile is not known, so that it is an estimate.
QList<QuotaRow> quotaRows(const Dataset &dataset);

/// A part of a quota's bar.
struct QuotaPart
{
    enum class Kind : quint8
    {
        Healthy, ///< in use, and plumbing of services
        Settling,
        Unknown,
        Unattached,
        Stale,
        Orphan,
        Hidden,
        Reserved,
        Free,
    };
    Kind kind = Kind::Free;
    qint64 amount = 0;
};
/// From left to right, without empty parts. They fill the limit; without a limit there is no free part.
QList<QuotaPart> quotaParts(const QuotaRow &row);
/// The verdicts of a part; empty for hidden, reserved and free, which no port stands for.
QList<Verdict> verdictsOf(QuotaPart::Kind kind);

} // namespace flotsam
