// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/error.h"
#include "models/inventory/snapshot.h"

/// Files of the format `flotsam-snapshot` (version 1), plain or gzipped (told by content when read, by `.gz` when
/// written).
namespace flotsam {

Result<SnapshotPtr> readSnapshot(const QString &path);
Result<SnapshotPtr> parseSnapshot(const QByteArray &json, const QString &name = {});
/// Writes beside \a path and renames, so that an interrupted write leaves the old file. Mode 0600.
std::optional<Error> writeSnapshot(const Snapshot &snapshot, const QString &path);

} // namespace flotsam
