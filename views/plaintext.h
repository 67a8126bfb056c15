// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace flotsam {

/// Names come from users and services: nothing in them may act as markup.
/// \a text as a tool tip that shows it letter by letter.
QString plainToolTip(const QString &text);
/// \a text as the text of an action or button, where '&' marks a shortcut.
QString plainLabel(QString text);

} // namespace flotsam
