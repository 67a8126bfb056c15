// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/palettes.h"
#include "views/theme.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QRandomGenerator>
#include <QTest>

#include <cmath>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

/// Colours and icons by formula: readable on every palette, apart for colour-blind eyes, apart without colour.
class ThemeTest : public QObject
{
    Q_OBJECT

private slots:
    void contrastByFormula();
    void readableOnEveryBackground_data();
    void readableOnEveryBackground();
    void readableOnRandomPalettes();
    void healthHasNoColour();
    void apartForColourBlindEyes_data();
    void apartForColourBlindEyes();
    void shapesDiffer();
    void pixmapsAreSharp();
};

namespace {

const QList<Mark> Coloured{Mark::Orphan,     Mark::MacConflict, Mark::Stale,
                           Mark::Unattached, Mark::Settling,    Mark::Unknown};

QPalette highContrast()
{
    QPalette palette = darkPalette();
    for (const QPalette::ColorRole role : {QPalette::Base, QPalette::AlternateBase, QPalette::Window, QPalette::Button})
        palette.setColor(role, Qt::black);
    palette.setColor(QPalette::Highlight, Qt::yellow);
    palette.setColor(QPalette::HighlightedText, Qt::black);
    return palette;
}

void checkReadable(const QPalette &palette)
{
    const QList<QColor> grounds{palette.color(QPalette::Base), palette.color(QPalette::AlternateBase),
                                palette.color(QPalette::Window), theme::linkedBackground(palette)};
    for (const QColor &ground : grounds) {
        for (const Mark mark : Coloured)
            QVERIFY2(theme::contrast(theme::color(mark, palette), ground) >= theme::TextContrast,
                     qPrintable(u"mark %1 on %2"_s.arg(int(mark)).arg(ground.name())));
        QVERIFY(theme::contrast(theme::troubleColor(palette), ground) >= theme::TextContrast);
        QVERIFY(theme::contrast(theme::quietColor(palette), ground) >= theme::TextContrast);
    }
}

struct Lab
{
    double l, a, b;
};

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

/// How \a color looks to an eye that lacks one kind of cone (Viénot, Brettel and Mollon 1999; 0: an eye with all).
Lab seen(const QColor &color, int lacking)
{
    double r = linear(color.redF());
    double g = linear(color.greenF());
    double b = linear(color.blueF());
    if (lacking == 1) { // red
        const double rg = 0.11238 * r + 0.88762 * g;
        b = 0.00401 * r - 0.00401 * g + b;
        r = g = rg;
    } else if (lacking == 2) { // green
        const double rg = 0.29275 * r + 0.70725 * g;
        b = -0.02234 * r + 0.02234 * g + b;
        r = g = rg;
    }
    const double x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505;
    const double y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    const double z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089;
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    return {116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))};
}

double distance(const Lab &x, const Lab &y) { return std::hypot(x.l - y.l, x.a - y.a, x.b - y.b); }

} // namespace

void ThemeTest::contrastByFormula()
{
    QCOMPARE(std::round(theme::contrast(Qt::black, Qt::white)), 21.0);
    QCOMPARE(theme::contrast(Qt::red, Qt::red), 1.0);
    QVERIFY(std::abs(theme::contrast(QColor(0x76, 0x76, 0x76), Qt::white) - 4.54) < 0.01);
    QCOMPARE(theme::contrast(Qt::blue, Qt::white), theme::contrast(Qt::white, Qt::blue));
}

void ThemeTest::readableOnEveryBackground_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::newRow("light") << lightPalette();
    QTest::newRow("dark") << darkPalette();
    QTest::newRow("high contrast") << highContrast();
    QTest::newRow("system") << QApplication::palette();
}

void ThemeTest::readableOnEveryBackground()
{
    QFETCH(QPalette, palette);
    checkReadable(palette);
}

void ThemeTest::readableOnRandomPalettes()
{
    QRandomGenerator random(11);
    for (int i = 0; i < 200; ++i) {
        const bool dark = i % 2;
        const int grey = dark ? random.bounded(50) : 215 + random.bounded(41);
        QPalette palette = dark ? darkPalette() : lightPalette();
        const auto near = [&] { return QColor::fromHsv(random.bounded(360), random.bounded(20), grey); };
        palette.setColor(QPalette::Base, near());
        palette.setColor(QPalette::AlternateBase, near());
        palette.setColor(QPalette::Window, near());
        palette.setColor(QPalette::Highlight, QColor::fromHsv(random.bounded(360), 150, dark ? 120 : 220));
        checkReadable(palette);
        if (QTest::currentTestFailed())
            return;
    }
}

void ThemeTest::healthHasNoColour()
{
    for (const QPalette &palette : {lightPalette(), darkPalette()}) {
        QCOMPARE(theme::color(Mark::InUse, palette), palette.color(QPalette::Text));
        QCOMPARE(theme::color(Mark::Service, palette), palette.color(QPalette::Text));
    }
    QVERIFY(!theme::hasIcon(markOf(Verdict::InUse)));
    QVERIFY(!theme::hasIcon(markOf(Verdict::Service)));
}

void ThemeTest::apartForColourBlindEyes_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::addColumn<int>("lacking");
    for (const int lacking : {0, 1, 2}) {
        QTest::addRow("light, %d", lacking) << lightPalette() << lacking;
        QTest::addRow("dark, %d", lacking) << darkPalette() << lacking;
    }
}

void ThemeTest::apartForColourBlindEyes()
{
    QFETCH(QPalette, palette);
    QFETCH(int, lacking);
    for (const Mark a : Coloured) {
        for (const Mark b : Coloured) {
            const double apart
                = distance(seen(theme::color(a, palette), lacking), seen(theme::color(b, palette), lacking));
            QVERIFY2(a == b || apart >= 12, qPrintable(u"%1 and %2 are %3 apart"_s.arg(int(a)).arg(int(b)).arg(apart)));
        }
    }
}

void ThemeTest::shapesDiffer()
{
    QList<QImage> shapes;
    for (const Mark mark : Coloured)
        shapes += theme::pixmap(mark, Qt::black, 16, 2).toImage().convertToFormat(QImage::Format_ARGB32);
    for (qsizetype a = 0; a < shapes.size(); ++a) {
        for (qsizetype b = 0; b < shapes.size(); ++b) {
            int different = 0;
            for (int y = 0; y < 32; ++y) {
                for (int x = 0; x < 32; ++x)
                    different += std::abs(qAlpha(shapes[a].pixel(x, y)) - qAlpha(shapes[b].pixel(x, y))) > 128;
            }
            QVERIFY2(a == b || different > 80, qPrintable(u"%1 and %2: %3"_s.arg(a).arg(b).arg(different)));
        }
    }
}

void ThemeTest::pixmapsAreSharp()
{
    const QPixmap pixmap = theme::pixmap(Mark::Orphan, Qt::red, 16, 2);
    QCOMPARE(pixmap.size(), QSize(32, 32));
    QCOMPARE(pixmap.deviceIndependentSize(), QSizeF(16, 16));
    QCOMPARE(pixmap.toImage().pixelColor(16, 16), QColor(Qt::red));
    QCOMPARE(pixmap.toImage().pixelColor(0, 0).alpha(), 0);
}

QTEST_MAIN(ThemeTest)
#include "tst_theme.moc"
