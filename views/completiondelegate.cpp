// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/completiondelegate.h"

#include "views/theme.h"

#include <QPainter>

namespace flotsam {

namespace {

constexpr int Gap = 24;
constexpr int Margin = 6;

} // namespace

void CompletionDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const QString detail = index.data(DetailRole).toString();
    if (detail.isEmpty())
        return;
    const bool selected = option.state & QStyle::State_Selected;
    painter->save();
    painter->setPen(selected ? option.palette.color(QPalette::HighlightedText) : theme::quietColor(option.palette));
    const int taken = option.fontMetrics.horizontalAdvance(index.data().toString()) + Margin + Gap / 2;
    const QRect room = option.rect.adjusted(taken, 0, -Margin, 0);
    painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter,
                      option.fontMetrics.elidedText(detail, Qt::ElideRight, room.width()));
    painter->restore();
}

QSize CompletionDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.rwidth() += Gap + Margin + option.fontMetrics.horizontalAdvance(index.data(DetailRole).toString());
    size.setHeight(std::max(size.height(), option.fontMetrics.height() * 8 / 5));
    return size;
}

} // namespace flotsam
