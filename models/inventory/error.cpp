// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/error.h"

#include <QStringList>

using namespace Qt::StringLiterals;

namespace flotsam {

QString Error::toString() const
{
    QString line = what;
    if (!object.isEmpty())
        line += u" (%1)"_s.arg(object);
    QStringList parts;
    if (httpStatus > 0)
        parts << u"HTTP %1"_s.arg(httpStatus);
    if (!serviceMessage.isEmpty())
        parts << serviceMessage.simplified();
    if (!parts.isEmpty())
        line += u": "_s + parts.join(u", "_s);
    if (!requestId.isEmpty())
        line += u" [%1]"_s.arg(requestId);
    if (!advice.isEmpty())
        line += u". "_s + advice;
    return line;
}

} // namespace flotsam
