// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/timeline/portlife.h"
#include "views/theme.h"

#include <QWidget>

namespace flotsam {

/// A port's life beside its server's, as two bars on one line of time with a mark for everything that happened.
/// Long and short spans share the line: time is drawn evenly from event to event where it would be crowded otherwise.
class PortLifeStrip : public QWidget
{
    Q_OBJECT
public:
    explicit PortLifeStrip(QWidget *parent = nullptr);

    void setLife(const PortLife &life, Mark mark);
    const PortLife &life() const { return m_life; }
    /// Where \a time is drawn, in pixels.
    double xOf(qint64 time) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    int titleWidth() const;
    double laneY(int lane) const;
    QString textAt(QPointF position) const;

    PortLife m_life;
    Mark m_mark = Mark::InUse;
};

} // namespace flotsam
