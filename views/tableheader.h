// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/indexproxy.h"

#include <QHeaderView>

namespace flotsam {

/// The titles of a table: a click sorts, with what was sorted before as tie-breaker; Ctrl+click adds a column to the
/// sort or turns it round. The second and third column of the sort carry their number.
class TableHeader : public QHeaderView
{
    Q_OBJECT
public:
    TableHeader(IndexProxy &proxy, QWidget *parent);

    /// Knows none: only to draw its titles in a sunken state would it look at every selected row.
    void setSelectionModel(QItemSelectionModel *selection) override;

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void paintSection(QPainter *painter, const QRect &rect, int section) const override;
    QSize sectionSizeFromContents(int section) const override;

private:
    void showSort();

    IndexProxy &m_proxy;
    int m_adding = -1;
};

} // namespace flotsam
