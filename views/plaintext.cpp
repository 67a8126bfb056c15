// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plaintext.h"

using namespace Qt::StringLiterals;

namespace flotsam {

QString plainToolTip(const QString &text)
{
    if (!text.contains(u'<'))
        return text;
    return u"<qt>"_s + text.toHtmlEscaped().replace(u'\n', u"<br>"_s) + u"</qt>"_s;
}

QString plainLabel(QString text) { return text.replace(u'&', u"&&"_s); }

} // namespace flotsam
