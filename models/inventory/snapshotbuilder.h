// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/decode.h"
#include "models/inventory/snapshot.h"

namespace flotsam {

/// Collects pages into a Snapshot. Not thread-safe; build() is linear and belongs on a worker for large clouds.
class SnapshotBuilder
{
public:
    /// Cloud, region, takenAt and auth are set on this directly; probes and observations too.
    Snapshot &draft() { return m_draft; }

    void add(SourceId source, const DecodedPage &page);
    /// The outcome of a source. `count` and `damaged` are kept by add(); damaged items turn complete into partial.
    void setOutcome(SourceId source, SourceStatus status, const QDateTime &readAt, const QString &detail = {},
                    const std::optional<QSet<QString>> &projects = std::nullopt);

    /// Sorts, counts every id once (see copies.h) and hands the result over.
    SnapshotPtr build() &&;

private:
    Snapshot m_draft;
};

} // namespace flotsam
