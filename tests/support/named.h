// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QAccessible>
#include <QLabel>
#include <QStringList>
#include <QWidget>

namespace flotsam::test {

/// What can be used below \a root but has no name that a screen reader could tell; parts that Qt makes are its own.
inline QStringList unnamedWidgets(const QWidget &root)
{
    QStringList unnamed;
    const auto widgets = root.findChildren<QWidget *>();
    for (QWidget *widget : widgets) {
        const bool usable = widget->focusPolicy() != Qt::NoFocus || qobject_cast<const QAbstractButton *>(widget);
        const QWidget *const parent = widget->parentWidget();
        const bool ofQt = widget->objectName().startsWith(QLatin1StringView("qt_"))
            || (parent && (parent->inherits("QTabBar") || parent->inherits("QLineEdit")));
        const auto *const label = qobject_cast<const QLabel *>(widget);
        if (label && label->text().isEmpty()) // only selectable once it says something
            continue;
        if (!usable || ofQt || !widget->isVisible())
            continue;
        const QAccessibleInterface *const face = QAccessible::queryAccessibleInterface(widget);
        if (!face || face->text(QAccessible::Name).isEmpty())
            unnamed += QString(QLatin1StringView(widget->metaObject()->className()) + QLatin1Char(' ')
                               + widget->objectName());
    }
    return unnamed;
}

} // namespace flotsam::test
