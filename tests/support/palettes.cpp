// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/palettes.h"

namespace flotsam::test {

namespace {

QPalette made(const QColor &window, const QColor &base, const QColor &alternate, const QColor &text,
              const QColor &highlight, const QColor &highlighted)
{
    QPalette palette(window);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
        palette.setColor(role, text);
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::Button, window);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, alternate);
    palette.setColor(QPalette::ToolTipBase, base);
    palette.setColor(QPalette::Highlight, highlight);
    palette.setColor(QPalette::HighlightedText, highlighted);
    QColor faint = text;
    faint.setAlpha(130);
    palette.setColor(QPalette::PlaceholderText, faint);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, faint);
    return palette;
}

} // namespace

QPalette lightPalette()
{
    return made(QColor(0xef, 0xf0, 0xf1), Qt::white, QColor(0xf7, 0xf7, 0xf7), QColor(0x23, 0x26, 0x29),
                QColor(0x30, 0x8c, 0xc6), Qt::white);
}

QPalette darkPalette()
{
    return made(QColor(0x2a, 0x2e, 0x32), QColor(0x1b, 0x1e, 0x20), QColor(0x23, 0x26, 0x29), QColor(0xfc, 0xfc, 0xfc),
                QColor(0x2a, 0x6d, 0x9e), Qt::white);
}

} // namespace flotsam::test
