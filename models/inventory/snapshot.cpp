// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/snapshot.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace flotsam {

bool ServerProbe::provesDeath() const
{
    if (status != 404 || (body != Body::None && body != Body::ItemNotFound))
        return false;
    if (microversion.isEmpty())
        return true;
    static const QRegularExpression form(u"\\A2\\.([1-9][0-9]?)\\z"_s);
    const auto match = form.match(microversion);
    return match.hasMatch() && match.capturedView(1).toInt() <= 68;
}

QByteArray Snapshot::rawItem(SourceId id, int index) const
{
    const QByteArray json = raw[size_t(id)].at(index);
    return json.isEmpty() ? QByteArrayLiteral("{}") : json;
}

} // namespace flotsam
