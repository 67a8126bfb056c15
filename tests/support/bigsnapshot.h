// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace flotsam::test {

/// Writes a snapshot file of a large cloud with objects as long as services send them: \a ports ports, half as many
/// servers, every fiftieth port left behind by a deleted server, a Heat stack for every hundred servers. The same
/// every time. False where the file cannot be written.
bool writeBigSnapshot(int ports, const QString &path);

} // namespace flotsam::test
