// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/portlifestrip.h"

#include "models/tables/format.h"
#include "views/plaintext.h"

#include <QEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr int Margin = 8;
constexpr double MarkRadius = 4;
/// How much of the way is shared evenly among the spans between events, so that seconds are seen beside days.
constexpr double EvenShare = 0.6;

} // namespace

PortLifeStrip::PortLifeStrip(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(u"portLife"_s);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setMouseTracking(true);
}

void PortLifeStrip::setLife(const PortLife &life, Mark mark)
{
    m_life = life;
    m_mark = mark;
    QStringList lines;
    for (const PortLife::Event &event : life.events)
        lines += exactTime(event.time) + u": "_s + event.text;
    setAccessibleName(tr("Life of the port"));
    setAccessibleDescription(lines.join(u'\n'));
    update();
}

QSize PortLifeStrip::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 4 + 8};
}

int PortLifeStrip::titleWidth() const
{
    return std::max(fontMetrics().horizontalAdvance(tr("Server")), fontMetrics().horizontalAdvance(tr("Port"))) + 10;
}

double PortLifeStrip::laneY(int lane) const { return fontMetrics().height() * (0.75 + 1.25 * lane) + 4; }

double PortLifeStrip::xOf(qint64 time) const
{
    const double left = Margin + titleWidth();
    const double right = width() - Margin - MarkRadius;
    const qint64 begin = m_life.begin();
    const qint64 end = m_life.end();
    if (end <= begin)
        return right;
    std::vector<qint64> times;
    for (const PortLife::Event &event : m_life.events) {
        if (times.empty() || times.back() != event.time)
            times.push_back(event.time);
    }
    const qint64 at = std::clamp(time, begin, end);
    const auto next = std::lower_bound(times.begin(), times.end(), at);
    const auto index = double(next - times.begin());
    double even = index;
    if (next != times.begin() && *next != at)
        even = index - 1 + double(at - *(next - 1)) / double(*next - *(next - 1));
    const double exact = double(at - begin) / double(end - begin);
    const double share = EvenShare * even / double(times.size() - 1) + (1 - EvenShare) * exact;
    return left + share * (right - left);
}

void PortLifeStrip::paintEvent(QPaintEvent *)
{
    if (m_life.events.isEmpty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor quiet = theme::quietColor(palette());
    const QColor text = palette().color(QPalette::WindowText);
    const double half = fontMetrics().height() * 0.28;
    const auto title = [&](int lane, const QString &word) {
        painter.setPen(quiet);
        painter.drawText(QRectF(Margin, laneY(lane) - fontMetrics().height(), titleWidth(), 2 * fontMetrics().height()),
                         Qt::AlignLeft | Qt::AlignVCenter, word);
    };
    const auto bar = [&](int lane, double from, double to, const QColor &color) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawRoundedRect(QRectF(from, laneY(lane) - half, std::max(2.0, to - from), 2 * half), 2, 2);
    };
    const double now = xOf(m_life.end());
    if (!m_life.server.isEmpty()) {
        title(0, tr("Server"));
        const bool known = m_life.serverBegin || m_life.serverEnd || m_life.serverLives;
        const double from = m_life.serverBegin ? xOf(*m_life.serverBegin) : xOf(m_life.begin());
        const double to = m_life.serverEnd ? xOf(*m_life.serverEnd) : m_life.serverLives ? now : from;
        if (known)
            bar(0, from, to, theme::blend(text, palette().color(QPalette::Window), 0.4));
    }
    title(1, tr("Port"));
    double from = xOf(m_life.begin());
    for (const PortLife::Event &event : m_life.events) {
        if (event.kind == PortLife::Event::Kind::PortCreated)
            from = xOf(event.time);
    }
    const bool healthy = m_mark == Mark::InUse || m_mark == Mark::Service;
    bar(1, from, now,
        healthy ? theme::blend(text, palette().color(QPalette::Window), 0.4) : theme::color(m_mark, palette()));

    for (const PortLife::Event &event : m_life.events) {
        const double x = xOf(event.time);
        const bool trouble
            = event.kind == PortLife::Event::Kind::ServerGone || event.kind == PortLife::Event::Kind::HeatFailed;
        painter.setPen(QPen(palette().color(QPalette::Window), 1.5));
        painter.setBrush(trouble ? theme::troubleColor(palette()) : text);
        if (event.kind == PortLife::Event::Kind::Reading)
            continue;
        painter.drawEllipse(QPointF(x, laneY(event.ofPort() ? 1 : 0)), MarkRadius, MarkRadius);
    }
    painter.setPen(quiet);
    const QRectF foot(Margin + titleWidth(), laneY(2) - fontMetrics().height() * 0.5,
                      width() - 2 * Margin - titleWidth(), fontMetrics().height());
    painter.drawText(foot, Qt::AlignRight | Qt::AlignVCenter, tr("this reading"));
    const QString span = tr("%1 before").arg(ageText(m_life.end() - m_life.begin()));
    if (m_life.end() > m_life.begin())
        painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter, span);
}

QString PortLifeStrip::textAt(QPointF position) const
{
    QStringList lines;
    for (const PortLife::Event &event : m_life.events) {
        if (std::abs(xOf(event.time) - position.x()) <= 2 * MarkRadius)
            lines += exactTime(event.time) + u": "_s + event.text;
    }
    return lines.join(u'\n');
}

bool PortLifeStrip::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *const help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), plainToolTip(textAt(help->pos())), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace flotsam
