// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/snapshot.h"

namespace flotsam {

QByteArray Snapshot::rawItem(SourceId id, int index) const
{
    const QByteArray json = raw[size_t(id)].at(index);
    return json.isEmpty() ? QByteArrayLiteral("{}") : json;
}

} // namespace flotsam
