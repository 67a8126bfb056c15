// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/terminaltext.h"

#include <QList>

#include <algorithm>
#include <array>

namespace flotsam {

using namespace Qt::StringLiterals;

namespace {

/// In the order of Ink; 256-colour codes that stay apart for colour-blind eyes.
constexpr std::array Codes{""_L1,        "1"_L1,       "38;5;202"_L1, "38;5;214"_L1,
                           "38;5;33"_L1, "38;5;74"_L1, "38;5;245"_L1, "38;5;134"_L1};

bool isWide(char32_t c)
{
    struct Range
    {
        char32_t first;
        char32_t last;
    };
    // East Asian Width W and F (Unicode UAX 11), in blocks.
    constexpr std::array ranges{
        Range{0x1100, 0x115f},   Range{0x2e80, 0x303e},   Range{0x3041, 0x33ff},   Range{0x3400, 0x4dbf},
        Range{0x4e00, 0x9fff},   Range{0xa000, 0xa4cf},   Range{0xac00, 0xd7a3},   Range{0xf900, 0xfaff},
        Range{0xfe30, 0xfe6f},   Range{0xff00, 0xff60},   Range{0xffe0, 0xffe6},   Range{0x1f300, 0x1f64f},
        Range{0x1f680, 0x1f6ff}, Range{0x1f900, 0x1f9ff}, Range{0x20000, 0x3fffd},
    };
    return std::any_of(ranges.begin(), ranges.end(), [&](const Range &r) { return c >= r.first && c <= r.last; });
}

int columnsOf(char32_t c)
{
    switch (QChar::category(c)) {
    case QChar::Mark_NonSpacing:
    case QChar::Mark_Enclosing:
    case QChar::Other_Format:
        return 0;
    default:
        return isWide(c) ? 2 : 1;
    }
}

} // namespace

QString Painter::operator()(Ink ink, const QString &text) const
{
    if (!m_colour || ink == Ink::None)
        return text;
    return u"\x1b["_s + Codes[size_t(ink)] + u'm' + text + u"\x1b[0m"_s;
}

int displayColumns(const QString &text)
{
    int sum = 0;
    for (const char32_t c : text.toUcs4())
        sum += columnsOf(c);
    return sum;
}

QString fitted(const QString &text, int width)
{
    if (displayColumns(text) <= width)
        return text;
    QString kept;
    int used = 1; // of the mark
    for (const char32_t c : text.toUcs4()) {
        used += columnsOf(c);
        if (used > width)
            break;
        kept += QString::fromUcs4(&c, 1);
    }
    return kept + u'…';
}

QString padded(const QString &text, int width)
{
    const QString cut = fitted(text, width);
    return cut + QString(std::max(0, width - displayColumns(cut)), u' ');
}

QString printable(const QString &text)
{
    QString clean;
    for (const char32_t c : text.toUcs4()) {
        const QChar::Category category = QChar::category(c);
        const bool steers = category == QChar::Other_Control || category == QChar::Other_Format
            || category == QChar::Separator_Line || category == QChar::Separator_Paragraph
            || category == QChar::Other_Surrogate;
        clean += steers ? u"?"_s : QString::fromUcs4(&c, 1);
    }
    return clean;
}

QString grouped(qint64 number)
{
    QString digits = QString::number(number);
    const qsizetype first = digits.startsWith(u'-') ? 1 : 0;
    for (qsizetype at = digits.size() - 3; at > first; at -= 3)
        digits.insert(at, u' ');
    return digits;
}

QString bar(double share, int width)
{
    const int inner = width - 2;
    const int filled = std::clamp(int(share * inner + 0.5), 0, inner);
    return u'[' + QString(filled, u'#') + QString(inner - filled, u'.') + u']';
}

} // namespace flotsam
