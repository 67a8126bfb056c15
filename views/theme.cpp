// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme.h"

#include <QFontDatabase>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

#include <algorithm>
#include <cmath>

namespace flotsam {

Mark markOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::InUse:
        return Mark::InUse;
    case Verdict::Service:
        return Mark::Service;
    case Verdict::Unknown:
        return Mark::Unknown;
    case Verdict::Settling:
        return Mark::Settling;
    case Verdict::Unattached:
        return Mark::Unattached;
    case Verdict::Stale:
        return Mark::Stale;
    case Verdict::Orphan:
        break;
    }
    return Mark::Orphan;
}

namespace theme {

namespace {

struct Shades
{
    QColor light; ///< on a light desktop
    QColor dark;
};

/// Vermilion, purple, orange, blue, sky blue and grey. Chosen so that also eyes without red or without green cones
/// tell any two apart; a test measures it.
Shades shades(Mark mark)
{
    switch (mark) {
    case Mark::Orphan:
        return {QColor(0xbd, 0x1c, 0x00), QColor(0xf5, 0x87, 0x37)};
    case Mark::MacConflict:
        return {QColor(0x9a, 0x0a, 0x82), QColor(0xe4, 0x78, 0xc3)};
    case Mark::Stale:
        return {QColor(0x80, 0x61, 0x0f), QColor(0xed, 0xcd, 0x86)};
    case Mark::Unattached:
        return {QColor(0x01, 0x31, 0xb0), QColor(0x6b, 0x9d, 0xfd)};
    case Mark::Settling:
        return {QColor(0x07, 0x69, 0xb0), QColor(0x13, 0xd3, 0xff)};
    case Mark::Unknown:
        return {QColor(0x50, 0x54, 0x56), QColor(0xc8, 0xcc, 0xc8)};
    case Mark::InUse:
    case Mark::Service:
        break;
    }
    return {};
}

double linear(double channel)
{
    return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

QList<QColor> backgrounds(const QPalette &palette)
{
    return {palette.color(QPalette::Base), palette.color(QPalette::AlternateBase), palette.color(QPalette::Window),
            linkedBackground(palette)};
}

void paintDots(QPainter &painter, const QRectF &rect, const QColor &color)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const double radius = rect.width() * 0.36;
    const double dot = std::max(0.9, rect.width() * 0.085);
    for (int i = 0; i < 8; ++i) {
        const double angle = i * M_PI / 4;
        painter.drawEllipse(rect.center() + QPointF(std::cos(angle), std::sin(angle)) * radius, dot, dot);
    }
}

void paintQuestion(QPainter &painter, const QRectF &rect, const QColor &color)
{
    QFont font = painter.font();
    font.setBold(true);
    font.setPixelSize(std::max(6, int(rect.height() * 0.95)));
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(rect, Qt::AlignCenter, QStringLiteral("?"));
}

} // namespace

bool isDark(const QPalette &palette) { return palette.color(QPalette::Base).lightness() < 128; }

QColor blend(const QColor &over, const QColor &under, double share)
{
    const auto mix = [share](int a, int b) { return int(std::lround(a * share + b * (1 - share))); };
    return QColor(mix(over.red(), under.red()), mix(over.green(), under.green()), mix(over.blue(), under.blue()));
}

double contrast(const QColor &a, const QColor &b)
{
    const double x = luminance(a);
    const double y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

QColor readable(const QColor &wanted, const QList<QColor> &backgrounds, double ratio)
{
    const auto worst = [&](const QColor &color) {
        double lowest = 21;
        for (const QColor &background : backgrounds)
            lowest = std::min(lowest, contrast(color, background));
        return lowest;
    };
    const QColor end = worst(Qt::black) >= worst(Qt::white) ? QColor(Qt::black) : QColor(Qt::white);
    for (int step = 0; step <= 20; ++step) {
        const QColor candidate = blend(end, wanted, step / 20.0);
        if (worst(candidate) >= ratio)
            return candidate;
    }
    return end;
}

QColor color(Mark mark, const QPalette &palette)
{
    if (!hasIcon(mark))
        return palette.color(QPalette::Text);
    const Shades both = shades(mark);
    return readable(isDark(palette) ? both.dark : both.light, backgrounds(palette));
}

QColor troubleColor(const QPalette &palette)
{
    return readable(isDark(palette) ? QColor(0xff, 0xb3, 0xb3) : QColor(0x86, 0x14, 0x3c), backgrounds(palette));
}

QColor quietColor(const QPalette &palette)
{
    const QColor faint = blend(palette.color(QPalette::Text), palette.color(QPalette::Base), 0.6);
    return readable(faint, backgrounds(palette));
}

QColor linkedBackground(const QPalette &palette)
{
    return blend(palette.color(QPalette::Highlight), palette.color(QPalette::Base), isDark(palette) ? 0.32 : 0.2);
}

QColor warningBackground(const QPalette &palette)
{
    return blend(QColor(0xf2, 0xb7, 0x33), palette.color(QPalette::Window), isDark(palette) ? 0.18 : 0.3);
}

bool hasIcon(Mark mark) { return mark != Mark::InUse && mark != Mark::Service; }

void paintIcon(QPainter &painter, Mark mark, const QRectF &rect, const QColor &color)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const double unit = rect.width() / 16;
    const QPointF middle = rect.center();
    switch (mark) {
    case Mark::Orphan:
        painter.drawEllipse(middle, 6 * unit, 6 * unit);
        break;
    case Mark::MacConflict: {
        QPainterPath triangle(middle + QPointF(0, -7 * unit));
        triangle.lineTo(middle + QPointF(7.5 * unit, 6 * unit));
        triangle.lineTo(middle + QPointF(-7.5 * unit, 6 * unit));
        triangle.closeSubpath();
        painter.drawPath(triangle);
        break;
    }
    case Mark::Stale: {
        QPainterPath diamond(middle + QPointF(0, -8 * unit));
        diamond.lineTo(middle + QPointF(6.5 * unit, 0));
        diamond.lineTo(middle + QPointF(0, 8 * unit));
        diamond.lineTo(middle + QPointF(-6.5 * unit, 0));
        diamond.closeSubpath();
        painter.drawPath(diamond);
        break;
    }
    case Mark::Unattached:
        painter.setPen(QPen(color, std::max(1.2, 2 * unit)));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(middle - QPointF(5 * unit, 5 * unit), QSizeF(10 * unit, 10 * unit)), unit, unit);
        break;
    case Mark::Settling:
        paintDots(painter, rect, color);
        break;
    case Mark::Unknown:
        paintQuestion(painter, rect, color);
        break;
    case Mark::InUse:
    case Mark::Service:
        break;
    }
    painter.restore();
}

QPixmap pixmap(Mark mark, const QColor &color, int side, qreal ratio)
{
    QPixmap result(QSize(side, side) * ratio);
    result.setDevicePixelRatio(ratio);
    result.fill(Qt::transparent);
    QPainter painter(&result);
    paintIcon(painter, mark, QRectF(0, 0, side, side), color);
    return result;
}

QIcon icon(Mark mark, const QPalette &palette)
{
    QIcon result;
    for (const qreal ratio : {1.0, 2.0, 3.0}) {
        result.addPixmap(pixmap(mark, color(mark, palette), 16, ratio));
        result.addPixmap(pixmap(mark, palette.color(QPalette::HighlightedText), 16, ratio), QIcon::Selected);
    }
    return result;
}

QIcon closeIcon(const QPalette &palette)
{
    QIcon result;
    for (const qreal ratio : {1.0, 2.0, 3.0}) {
        QPixmap cross(QSize(16, 16) * ratio);
        cross.setDevicePixelRatio(ratio);
        cross.fill(Qt::transparent);
        QPainter painter(&cross);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(palette.color(QPalette::WindowText), 1.6, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(QPointF(4.5, 4.5), QPointF(11.5, 11.5));
        painter.drawLine(QPointF(11.5, 4.5), QPointF(4.5, 11.5));
        painter.end();
        result.addPixmap(cross);
    }
    return result;
}

QIcon appIcon()
{
    QIcon result;
    for (const int side : {16, 24, 32, 48, 64, 128, 256}) {
        QPixmap picture(side, side);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(side / 64.0, side / 64.0);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(0x0e, 0x3b, 0x5c));
        painter.drawRoundedRect(QRectF(2, 2, 60, 60), 13, 13);
        painter.setBrush(QColor(0xff, 0x7a, 0x3d));
        painter.drawEllipse(QPointF(32, 25), 11, 11);
        painter.setBrush(Qt::NoBrush);
        for (const double y : {39.0, 50.0}) {
            QPainterPath wave(QPointF(9, y));
            wave.cubicTo(17, y - 9, 24, y + 9, 32, y);
            wave.cubicTo(40, y - 9, 47, y + 9, 55, y);
            painter.setPen(QPen(QColor(0x8f, 0xd3, 0xf4), 5, Qt::SolidLine, Qt::RoundCap));
            painter.drawPath(wave);
        }
        painter.end();
        result.addPixmap(picture);
    }
    return result;
}

QFont codeFont(const QFont &like)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(like.pointSizeF() > 0 ? like.pointSizeF() * 0.95 : font.pointSizeF());
    return font;
}

} // namespace theme
} // namespace flotsam
