// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractItemView;
class QHelpEvent;
class QModelIndex;

namespace flotsam {

/// Names come from users and services: nothing in them may act as markup.
/// \a text as a tool tip that shows it letter by letter.
QString plainToolTip(const QString &text);
/// Shows the tool tip of a cell so.
void showPlainToolTip(const QHelpEvent &event, QAbstractItemView &view, const QModelIndex &index);
/// \a text as the text of an action or button, where '&' marks a shortcut.
QString plainLabel(QString text);

} // namespace flotsam
