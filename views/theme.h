// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/triage/judgement.h"

#include <QColor>
#include <QIcon>
#include <QPalette>
#include <QRectF>

#include <array>

class QPainter;

namespace flotsam {

/// What the eye is to catch: the verdicts, and the MAC conflict beside them. InUse and Service have no colour.
enum class Mark
{
    Orphan,
    MacConflict,
    Stale,
    Unattached,
    Settling,
    Unknown,
    InUse,
    Service,
};
inline constexpr std::array<Mark, 8> AllMarks{Mark::Orphan,   Mark::MacConflict, Mark::Stale, Mark::Unattached,
                                              Mark::Settling, Mark::Unknown,     Mark::InUse, Mark::Service};

Mark markOf(Verdict verdict);

/// Colours and icons, defined once. Everything is derived from the palette, so that a dark desktop gets dark-desktop
/// colours; text in a mark's colour keeps a contrast of 4.5:1 on Base, AlternateBase, Window and linkedBackground().
namespace theme {

inline constexpr double TextContrast = 4.5;

bool isDark(const QPalette &palette);
QColor color(Mark mark, const QPalette &palette);
/// For messages of failure and for what is gone.
QColor troubleColor(const QPalette &palette);
/// Text of little weight, still readable.
QColor quietColor(const QPalette &palette);
/// Behind rows that belong to the selection.
QColor linkedBackground(const QPalette &palette);
QColor warningBackground(const QPalette &palette);
QColor blend(const QColor &over, const QColor &under, double share);
/// WCAG 2 contrast ratio, 1 to 21.
double contrast(const QColor &a, const QColor &b);
/// \a wanted, moved towards black or white until it is readable on all of \a backgrounds.
QColor readable(const QColor &wanted, const QList<QColor> &backgrounds, double ratio = TextContrast);

/// Each mark has a shape of its own: it is told without colour too. InUse and Service have none.
bool hasIcon(Mark mark);
void paintIcon(QPainter &painter, Mark mark, const QRectF &rect, const QColor &color);
/// Square, \a side in device-independent pixels, sharp at \a ratio.
QPixmap pixmap(Mark mark, const QColor &color, int side, qreal ratio);
QIcon icon(Mark mark, const QPalette &palette);

QIcon closeIcon(const QPalette &palette);
/// Of the program: something afloat that nobody came back for.
QIcon appIcon();

/// For ids and addresses.
QFont codeFont(const QFont &like);

} // namespace theme
} // namespace flotsam
