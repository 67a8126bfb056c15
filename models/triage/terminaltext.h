// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace flotsam {

enum class Ink
{
    None,
    Bold,
    Vermilion,
    Orange,
    Blue,
    Sky,
    Grey,
    Purple
};

/// Colours text with ANSI sequences, or leaves it alone.
class Painter
{
public:
    explicit Painter(bool colour)
        : m_colour(colour)
    { }
    QString operator()(Ink ink, const QString &text) const;

private:
    bool m_colour;
};

/// Columns that \a text takes in a terminal: wide characters (CJK, emoji) take two, combining marks none.
int displayColumns(const QString &text);
/// Cut to \a width columns, with "…" where something is left out.
QString fitted(const QString &text, int width);
/// fitted(), filled with blanks to \a width columns.
QString padded(const QString &text, int width);
/// Without control characters: a port's name must not steer the terminal.
QString printable(const QString &text);
/// 12 345: digits in groups of three.
QString grouped(qint64 number);
/// [######......] for \a share from 0 to 1.
QString bar(double share, int width);

} // namespace flotsam
