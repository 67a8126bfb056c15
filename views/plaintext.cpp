// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plaintext.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QModelIndex>
#include <QToolTip>

using namespace Qt::StringLiterals;

namespace flotsam {

QString plainToolTip(const QString &text)
{
    if (!text.contains(u'<'))
        return text;
    return u"<qt>"_s + text.toHtmlEscaped().replace(u'\n', u"<br>"_s) + u"</qt>"_s;
}

void showPlainToolTip(const QHelpEvent &event, QAbstractItemView &view, const QModelIndex &index)
{
    QToolTip::showText(event.globalPos(), plainToolTip(index.data(Qt::ToolTipRole).toString()), view.viewport(),
                       view.visualRect(index));
}

QString plainLabel(QString text) { return text.replace(u'&', u"&&"_s); }

} // namespace flotsam
