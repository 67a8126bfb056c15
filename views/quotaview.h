// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/quotamodel.h"

#include <QListView>
#include <QStyledItemDelegate>

namespace flotsam {

/// Draws a project's quota: name and numbers, the bar, what it comes to.
class QuotaDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit QuotaDelegate(const QuotaModel &model, QObject *parent);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override;

    /// Where the parts of the row's bar are drawn, parallel to quotaParts(). \a item is the row's rectangle.
    QList<QRect> partRects(const QRect &item, const QFontMetrics &metrics, int row) const;
    /// Where the row says that something still makes ports; empty where it does not.
    QRect warningRect(const QRect &item, const QFontMetrics &metrics, int row) const;
    /// Of the current row: framed. -1: none.
    int chosenPart = -1;

private:
    void paintBar(QPainter &painter, const QStyleOptionViewItem &option, int row, bool current) const;
    const QuotaModel &m_model;
};

/// Quotas of all projects. A click on a part of a bar asks for its ports; the keys left, right and Return do so too.
class QuotaView : public QListView
{
    Q_OBJECT
public:
    explicit QuotaView(QuotaModel &model, QWidget *parent = nullptr);

    /// Part of the row's bar at \a position in the viewport; -1 where there is none.
    int partAt(const QPoint &position) const;
    QRect partRect(int row, int part) const;
    QRect warningRect(int row) const;

signals:
    /// \a verdicts empty: all of the project.
    void portsWanted(const QString &projectId, const QList<flotsam::Verdict> &verdicts);
    /// Those that something keeps making: GrowingPattern::term.
    void patternWanted(const QString &projectId, const QString &term);

protected:
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void ask(int row, int part);
    bool isOnWarning(const QPoint &position) const;
    QuotaModel &m_quotas;
    QuotaDelegate *m_delegate;
};

} // namespace flotsam
