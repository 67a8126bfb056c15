// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/quotaview.h"

#include "views/plaintext.h"
#include "views/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr int Margin = 8;
constexpr int Least = 3; ///< pixels of a part, however small its share

int barHeight(const QFontMetrics &metrics) { return metrics.height() * 4 / 5; }

QRect barRect(const QRect &item, const QFontMetrics &metrics)
{
    return {item.left() + Margin, item.top() + Margin / 2 + metrics.height() + 3, item.width() - 2 * Margin,
            barHeight(metrics)};
}

int outlookHeight(const QuotaRow &row, const QFontMetrics &metrics, int width)
{
    const QString outlook = quotaOutlook(row);
    return outlook.isEmpty() ? 0 : metrics.boundingRect(QRect(0, 0, width, 1000), Qt::TextWordWrap, outlook).height();
}

QColor neutral(const QPalette &palette)
{
    return theme::blend(palette.color(QPalette::Text), palette.color(QPalette::Base), 0.35);
}

void paintPart(QPainter &painter, const QRect &rect, QuotaPart::Kind kind, const QPalette &palette)
{
    switch (kind) {
    case QuotaPart::Kind::Healthy:
        painter.fillRect(rect, neutral(palette));
        return;
    case QuotaPart::Kind::Hidden:
        painter.fillRect(rect, theme::blend(palette.color(QPalette::Text), palette.color(QPalette::Base), 0.12));
        painter.fillRect(rect, QBrush(neutral(palette), Qt::BDiagPattern));
        return;
    case QuotaPart::Kind::Reserved:
        painter.fillRect(rect, QBrush(neutral(palette), Qt::Dense5Pattern));
        return;
    case QuotaPart::Kind::Free:
        return;
    default:
        painter.fillRect(rect, theme::color(markOf(verdictsOf(kind).first()), palette));
    }
}

} // namespace

QuotaDelegate::QuotaDelegate(const QuotaModel &model, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_model(model)
{ }

QList<QRect> QuotaDelegate::partRects(const QRect &item, const QFontMetrics &metrics, int row) const
{
    const QRect bar = barRect(item, metrics);
    const QList<QuotaPart> parts = quotaParts(m_model.row(row));
    qint64 whole = 0;
    for (const QuotaPart &part : parts)
        whole += part.amount;
    if (whole == 0)
        return {};
    // Small parts get their least width from the large ones.
    std::vector<double> widths;
    double over = 0;
    double large = 0;
    for (const QuotaPart &part : parts) {
        const double fair = double(bar.width()) * double(part.amount) / double(whole);
        widths.push_back(std::max<double>(fair, Least));
        over += widths.back() - fair;
        large += fair > 2 * Least ? fair : 0;
    }
    QList<QRect> rects;
    double x = bar.left();
    for (double &width : widths) {
        if (width > 2 * Least && large > 0)
            width -= over * width / large;
        const int left = int(x + 0.5);
        x += width;
        rects += QRect(left, bar.top(), std::max(1, int(x + 0.5) - left), bar.height());
    }
    return rects;
}

void QuotaDelegate::paintBar(QPainter &painter, const QStyleOptionViewItem &option, int row, bool current) const
{
    const QPalette &palette = option.palette;
    const QRect bar = barRect(option.rect, option.fontMetrics);
    painter.fillRect(bar, palette.color(QPalette::Base));
    const QList<QuotaPart> parts = quotaParts(m_model.row(row));
    const QList<QRect> rects = partRects(option.rect, option.fontMetrics, row);
    for (qsizetype i = 0; i < rects.size(); ++i) {
        // A line of the background keeps neighbours apart.
        const bool last = i + 1 == rects.size();
        paintPart(painter, rects[i].adjusted(0, 0, last || rects[i].width() <= Least ? 0 : -1, 0), parts[i].kind,
                  palette);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(neutral(palette));
    painter.drawRect(bar.adjusted(-1, -1, 0, 0));
    if (current && chosenPart >= 0 && chosenPart < rects.size()) {
        painter.setPen(QPen(palette.color(QPalette::Text), 2));
        painter.drawRect(rects[chosenPart].adjusted(-1, -2, 1, 2));
    }
}

void QuotaDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QuotaRow &row = m_model.row(index.row());
    const bool current = item.state & QStyle::State_Selected;
    painter->save();
    // The colours of the bar are made for the base: a selected row is only tinted.
    painter->fillRect(item.rect, current ? theme::linkedBackground(item.palette) : item.palette.color(QPalette::Base));
    const QFontMetrics &metrics = item.fontMetrics;
    const QRect line(item.rect.left() + Margin, item.rect.top() + Margin / 2, item.rect.width() - 2 * Margin,
                     metrics.height());
    const QString usage = quotaUsage(row);
    const int usageWidth = metrics.horizontalAdvance(usage);
    painter->setPen(item.palette.color(QPalette::Text));
    QFont bold = item.font;
    bold.setBold(true);
    painter->setFont(bold);
    painter->drawText(line.adjusted(0, 0, -usageWidth - Margin, 0), Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(bold).elidedText(row.name, Qt::ElideMiddle, line.width() - usageWidth - Margin));
    painter->setFont(row.isFull() ? bold : item.font);
    if (row.isFull())
        painter->setPen(theme::troubleColor(item.palette));
    painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, usage);
    paintBar(*painter, item, index.row(), current);

    painter->setFont(item.font);
    painter->setPen(theme::quietColor(item.palette));
    QRect below = line.translated(0, metrics.height() + barHeight(metrics) + 6);
    below.setHeight(outlookHeight(row, metrics, below.width()));
    painter->drawText(below, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, quotaOutlook(row));
    const QString warning = quotaWarning(row);
    if (!warning.isEmpty()) {
        painter->setPen(theme::troubleColor(item.palette));
        painter->drawText(warningRect(item.rect, metrics, index.row()), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                          warning);
    }
    if (item.state & QStyle::State_HasFocus) {
        painter->setPen(QPen(item.palette.color(QPalette::Highlight), 1));
        painter->drawRect(item.rect.adjusted(0, 0, -1, -1));
    }
    painter->restore();
}

QRect QuotaDelegate::warningRect(const QRect &item, const QFontMetrics &metrics, int row) const
{
    const QuotaRow &quota = m_model.row(row);
    if (!quota.growing)
        return {};
    QRect rect = item.adjusted(Margin, Margin / 2 + metrics.height() + barHeight(metrics) + 6, -Margin, 0);
    rect.setTop(rect.top() + outlookHeight(quota, metrics, rect.width()));
    return rect;
}

QSize QuotaDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QFontMetrics &metrics = item.fontMetrics;
    const QuotaRow &row = m_model.row(index.row());
    const auto *const view = qobject_cast<const QAbstractItemView *>(item.widget);
    const int width = view ? view->viewport()->width() : metrics.averageCharWidth() * 30;
    int height = Margin + metrics.height() + barHeight(metrics) + 8;
    height += outlookHeight(row, metrics, width - 2 * Margin);
    if (const QString warning = quotaWarning(row); !warning.isEmpty())
        height += metrics.boundingRect(QRect(0, 0, width - 2 * Margin, 1000), Qt::TextWordWrap, warning).height();
    return {width, height};
}

bool QuotaDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                              const QModelIndex &index)
{
    if (event->type() != QEvent::ToolTip || !index.isValid())
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    showPlainToolTip(*event, *view, index);
    return true;
}

QuotaView::QuotaView(QuotaModel &model, QWidget *parent)
    : QListView(parent)
    , m_quotas(model)
    , m_delegate(new QuotaDelegate(model, this))
{
    setModel(&model);
    setItemDelegate(m_delegate);
    setEditTriggers(NoEditTriggers);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setResizeMode(Adjust);
    setMouseTracking(true);
    setFrameShape(NoFrame);
}

int QuotaView::partAt(const QPoint &position) const
{
    const QModelIndex index = indexAt(position);
    if (!index.isValid())
        return -1;
    const QList<QRect> rects = m_delegate->partRects(visualRect(index), fontMetrics(), index.row());
    // A little above and below the bar is meant too.
    const auto hit = [&](const QRect &rect) { return rect.adjusted(0, -3, 0, 3).contains(position); };
    const auto found = std::find_if(rects.begin(), rects.end(), hit);
    return found == rects.end() ? -1 : int(found - rects.begin());
}

QRect QuotaView::partRect(int row, int part) const
{
    return m_delegate->partRects(visualRect(m_quotas.index(row)), fontMetrics(), row).value(part);
}

QRect QuotaView::warningRect(int row) const
{
    return m_delegate->warningRect(visualRect(m_quotas.index(row)), fontMetrics(), row);
}

bool QuotaView::isOnWarning(const QPoint &position) const
{
    const QModelIndex index = indexAt(position);
    return index.isValid() && warningRect(index.row()).contains(position);
}

void QuotaView::ask(int row, int part)
{
    const QList<QuotaPart> parts = quotaParts(m_quotas.row(row));
    emit portsWanted(m_quotas.row(row).projectId, part < 0 ? QList<Verdict>() : verdictsOf(parts[part].kind));
}

void QuotaView::mouseReleaseEvent(QMouseEvent *event)
{
    QListView::mouseReleaseEvent(event);
    const QModelIndex index = indexAt(event->pos());
    if (event->button() != Qt::LeftButton || !index.isValid())
        return;
    const QuotaRow &row = m_quotas.row(index.row());
    if (isOnWarning(event->pos()))
        emit patternWanted(row.projectId, row.growing->term);
    else
        ask(index.row(), partAt(event->pos()));
}

void QuotaView::mouseMoveEvent(QMouseEvent *event)
{
    QListView::mouseMoveEvent(event);
    const int part = partAt(event->pos());
    viewport()->setCursor(part < 0 && !isOnWarning(event->pos()) ? Qt::ArrowCursor : Qt::PointingHandCursor);
    if (part < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(event->globalPosition().toPoint(),
                           quotaPartText(quotaParts(m_quotas.row(indexAt(event->pos()).row()))[part]), this);
}

void QuotaView::keyPressEvent(QKeyEvent *event)
{
    const int row = currentIndex().row();
    if (row < 0)
        return QListView::keyPressEvent(event);
    const int last = int(quotaParts(m_quotas.row(row)).size()) - 1;
    switch (event->key()) {
    case Qt::Key_Left:
        m_delegate->chosenPart = std::max(-1, m_delegate->chosenPart - 1);
        break;
    case Qt::Key_Right:
        m_delegate->chosenPart = std::min(last, m_delegate->chosenPart + 1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        ask(row, m_delegate->chosenPart);
        return;
    default:
        return QListView::keyPressEvent(event);
    }
    viewport()->update();
    const QRect rect = partRect(row, m_delegate->chosenPart);
    if (m_delegate->chosenPart >= 0)
        QToolTip::showText(viewport()->mapToGlobal(rect.bottomLeft()),
                           quotaPartText(quotaParts(m_quotas.row(row))[m_delegate->chosenPart]), this);
}

void QuotaView::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    m_delegate->chosenPart = -1;
    QListView::currentChanged(current, previous);
}

void QuotaView::resizeEvent(QResizeEvent *event)
{
    QListView::resizeEvent(event);
    scheduleDelayedItemsLayout(); // a warning wraps differently
}

void QuotaView::changeEvent(QEvent *event)
{
    QListView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        scheduleDelayedItemsLayout();
}

} // namespace flotsam
