// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/markdelegate.h"

#include "models/tables/rowmodel.h"
#include "views/plaintext.h"
#include "views/theme.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>

namespace flotsam {

void MarkDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->textElideMode = Qt::ElideRight;
    if (index.data(LookRole).toInt() == int(ColumnLook::Code)) {
        option->font = theme::codeFont(option->font);
        option->textElideMode = Qt::ElideMiddle;
    }
    QList<Mark> marks;
    if (const QVariant verdict = index.data(VerdictRole); verdict.isValid())
        marks += markOf(Verdict(verdict.toInt()));
    if (index.data(MacConflictRole).toBool())
        marks += Mark::MacConflict;
    marks.removeIf([](Mark mark) { return !theme::hasIcon(mark); });
    const bool selected = option->state & QStyle::State_Selected;
    if (!marks.isEmpty()) {
        option->palette.setColor(QPalette::Text, theme::color(marks.constFirst(), option->palette));
        const int side = option->fontMetrics.ascent() + 1;
        const qreal ratio = option->widget ? option->widget->devicePixelRatioF() : 1.0;
        const QPalette::ColorGroup group = option->state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive;
        const QSize size((side + 3) * int(marks.size()) - 3, side);
        QPixmap pixmap(size * ratio);
        pixmap.setDevicePixelRatio(ratio);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        for (qsizetype i = 0; i < marks.size(); ++i)
            theme::paintIcon(painter, marks[i], QRectF(double(i) * (side + 3), 0, side, side),
                             selected ? option->palette.color(group, QPalette::HighlightedText)
                                      : theme::color(marks[i], option->palette));
        painter.end();
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->icon = QIcon(pixmap);
        option->decorationSize = size;
    } else if (index.data(TroubleRole).toBool()) {
        option->font.setBold(true);
        option->palette.setColor(QPalette::Text, theme::troubleColor(option->palette));
    }
}

bool MarkDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                             const QModelIndex &index)
{
    if (event->type() != QEvent::ToolTip)
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    showPlainToolTip(*event, *view, index);
    return true;
}

QSize MarkDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(std::max(size.height(), option.fontMetrics.height() * 8 / 5));
    return size;
}

} // namespace flotsam
