// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/indexproxy.h"
#include "models/tables/selectionhub.h"
#include "views/theme.h"

#include <QStyledItemDelegate>

#include <array>
#include <optional>

namespace flotsam {

/// Draws the cells of the linked tables: rows that belong to the selection stand on a tint and carry a bar at the
/// left, what is gone is struck through, ids stand in a fixed-width font, verdicts have their icon and colour. Health
/// has no colour.
class RowDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    RowDelegate(const IndexProxy &proxy, const SelectionHub &hub, QObject *parent);

    /// How much of the tint under fresh rows is left: 1 all, 0 none.
    void setFreshness(double left) { m_freshness = left; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    /// Colours of one palette: working out what is readable on it takes longer than drawing a cell.
    struct Colors
    {
        qint64 palette = 0;
        std::array<QColor, AllMarks.size()> marks;
        QColor trouble;
        QColor linked;
    };
    const Colors &colors(const QPalette &palette) const;
    bool isLinked(const QModelIndex &index) const;
    QPixmap verdictPixmap(const QStyleOptionViewItem &option, const QModelIndex &index, const Colors &known) const;

    const IndexProxy &m_proxy;
    const SelectionHub &m_hub;
    double m_freshness = 0;
    mutable Colors m_colors;
    mutable std::optional<QFont> m_font; ///< of the view when m_codeFont was made
    mutable QFont m_codeFont;
};

} // namespace flotsam
