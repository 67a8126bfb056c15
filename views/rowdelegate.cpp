// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/rowdelegate.h"

#include "views/plaintext.h"
#include "views/theme.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QPixmapCache>

namespace flotsam {

namespace {

constexpr int Bar = 3;
constexpr double FreshTint = 0.3;

/// The icons of one cell: the verdict's, and the conflict's beside it.
QList<Mark> marksOf(const QModelIndex &index)
{
    QList<Mark> marks;
    const QVariant verdict = index.data(VerdictRole);
    if (verdict.isValid() && theme::hasIcon(markOf(Verdict(verdict.toInt()))))
        marks += markOf(Verdict(verdict.toInt()));
    if (index.data(MacConflictRole).toBool())
        marks += Mark::MacConflict;
    return marks;
}

bool showsVerdict(const QModelIndex &index) { return index.data(LookRole).toInt() == int(ColumnLook::Verdict); }

} // namespace

RowDelegate::RowDelegate(const IndexProxy &proxy, const SelectionHub &hub, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_proxy(proxy)
    , m_hub(hub)
{ }

const RowDelegate::Colors &RowDelegate::colors(const QPalette &palette) const
{
    if (m_colors.palette == palette.cacheKey())
        return m_colors;
    m_colors.palette = palette.cacheKey();
    for (const Mark mark : AllMarks)
        m_colors.marks[size_t(mark)] = theme::color(mark, palette);
    m_colors.trouble = theme::troubleColor(palette);
    m_colors.linked = theme::linkedBackground(palette);
    return m_colors;
}

bool RowDelegate::isLinked(const QModelIndex &index) const
{
    return m_hub.isLinked(m_proxy.rows().kind(), m_proxy.sourceRow(index.row()));
}

void RowDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->textElideMode = Qt::ElideRight;
    const Colors &known = colors(option->palette);
    const auto setText = [option](const QColor &color) {
        option->palette.setColor(QPalette::Text, color);
        // Fusion and others take the highlighted text for the selection only: leave that one alone.
    };
    const int look = index.data(LookRole).toInt();
    if (look == int(ColumnLook::Code)) {
        if (m_font != option->font) {
            m_font = option->font;
            m_codeFont = theme::codeFont(*m_font);
        }
        option->font = m_codeFont;
        option->textElideMode = Qt::ElideMiddle;
    }
    if (isLinked(index) && !(option->state & QStyle::State_Selected)) {
        option->backgroundBrush = known.linked;
    } else if (m_freshness > 0 && m_proxy.isFresh(index.row())) {
        QColor tint = option->palette.color(QPalette::Highlight);
        tint.setAlphaF(float(FreshTint * m_freshness));
        option->backgroundBrush = tint;
    }
    if (m_proxy.sourceRow(index.row()) < 0) { // gone
        option->font.setStrikeOut(true);
        return;
    }
    if (look == int(ColumnLook::Verdict)) {
        const QList<Mark> marks = marksOf(index);
        if (!marks.isEmpty())
            setText(known.marks[size_t(marks.first())]);
        const QPixmap pixmap = verdictPixmap(*option, index, known);
        if (!pixmap.isNull()) {
            option->features |= QStyleOptionViewItem::HasDecoration;
            option->icon = QIcon(pixmap);
            option->decorationSize = pixmap.deviceIndependentSize().toSize();
        }
    } else if (index.data(TroubleRole).toBool()) {
        option->font.setBold(true);
        setText(known.trouble);
    }
}

QPixmap RowDelegate::verdictPixmap(const QStyleOptionViewItem &option, const QModelIndex &index,
                                   const Colors &known) const
{
    const QList<Mark> marks = marksOf(index);
    if (marks.isEmpty())
        return {};
    const bool selected = option.state & QStyle::State_Selected;
    const QPalette::ColorGroup group = option.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive;
    const int side = option.fontMetrics.ascent() + 1;
    const qreal ratio = option.widget ? option.widget->devicePixelRatioF() : 1.0;
    const auto colorOf = [&](Mark mark) {
        return selected ? option.palette.color(group, QPalette::HighlightedText) : known.marks[size_t(mark)];
    };
    QString key = QStringLiteral("flotsam-mark/%1/%2").arg(side).arg(ratio);
    for (const Mark mark : marks)
        key += QStringLiteral("/%1-%2").arg(int(mark)).arg(colorOf(mark).rgba(), 0, 16);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    const int width = side * int(marks.size()) + 3 * int(marks.size() - 1);
    pixmap = QPixmap(QSize(width, side) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    for (qsizetype i = 0; i < marks.size(); ++i)
        theme::paintIcon(painter, marks[i], QRectF(double(i) * (side + 3), 0, side, side), colorOf(marks[i]));
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

void RowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    if (option.rect.left() <= 0 && isLinked(index))
        painter->fillRect(QRect(0, option.rect.top(), Bar, option.rect.height()),
                          option.palette.color(QPalette::Highlight));
}

bool RowDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                            const QModelIndex &index)
{
    if (event->type() != QEvent::ToolTip)
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    showPlainToolTip(*event, *view, index);
    return true;
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    if (showsVerdict(index))
        size.rwidth() += Bar;
    return size;
}

} // namespace flotsam
