// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tableheader.h"

#include "views/theme.h"

#include <QItemSelectionModel>
#include <QMouseEvent>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace flotsam {

TableHeader::TableHeader(IndexProxy &proxy, QWidget *parent)
    : QHeaderView(Qt::Horizontal, parent)
    , m_proxy(proxy)
{
    setSectionsClickable(true);
    setSectionsMovable(true);
    setHighlightSections(false);
    setSortIndicatorClearable(true);
    setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(&proxy, &IndexProxy::sortChanged, this, &TableHeader::showSort);
    showSort();
}

void TableHeader::setSelectionModel(QItemSelectionModel *selection)
{
    if (!selectionModel() || selectionModel()->model() != selection->model())
        QHeaderView::setSelectionModel(new QItemSelectionModel(selection->model(), this));
}

void TableHeader::showSort()
{
    const QSignalBlocker blocker(this);
    const QList<SortColumn> &sort = m_proxy.sortColumns();
    setSortIndicator(sort.isEmpty() ? -1 : sort.first().column,
                     sort.isEmpty() ? Qt::AscendingOrder : sort.first().order);
    viewport()->update();
}

void TableHeader::mousePressEvent(QMouseEvent *event)
{
    m_adding = -1;
    if (event->button() == Qt::LeftButton && event->modifiers() & Qt::ControlModifier) {
        m_adding = logicalIndexAt(event->position().toPoint());
        return;
    }
    QHeaderView::mousePressEvent(event);
}

void TableHeader::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_adding < 0)
        return QHeaderView::mouseReleaseEvent(event);
    if (logicalIndexAt(event->position().toPoint()) == m_adding)
        m_proxy.addSortColumn(m_adding);
    m_adding = -1;
}

void TableHeader::paintSection(QPainter *painter, const QRect &rect, int section) const
{
    painter->save();
    QHeaderView::paintSection(painter, rect, section);
    painter->restore();
    const QList<SortColumn> &sort = m_proxy.sortColumns();
    for (qsizetype key = 1; key < sort.size(); ++key) {
        if (sort[key].column != section)
            continue;
        QFont small = font();
        small.setPointSizeF(small.pointSizeF() * 0.8);
        painter->setFont(small);
        painter->setPen(theme::quietColor(palette()));
        const QString mark = QString::number(key + 1) + (sort[key].order == Qt::AscendingOrder ? u'▴' : u'▾');
        painter->drawText(rect.adjusted(0, 0, -4, 0), Qt::AlignRight | Qt::AlignVCenter, mark);
    }
}

QSize TableHeader::sectionSizeFromContents(int section) const
{
    QSize size = QHeaderView::sectionSizeFromContents(section);
    size.setHeight(std::max(size.height(), fontMetrics().height() * 8 / 5));
    return size;
}

} // namespace flotsam
