// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/workbench.h"
#include "models/timeline/timelinedata.h"

#include <QFrame>

class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace flotsam {

class TimelineChart;

/// The timeline with its legend, its buttons and the line that tells what the pointer is at.
class TimelinePanel : public QFrame
{
    Q_OBJECT
public:
    explicit TimelinePanel(Workbench &workbench, QWidget *parent = nullptr);
    ~TimelinePanel() override;

    TimelineChart &chart() { return *m_chart; }
    QWidget *header() const { return m_header; }
    /// Rows up to which the timeline is worked out at once.
    static constexpr int AtOnce = 5000;

signals:
    /// The picture belongs to the reading that the tables show.
    void ready();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void buildHeader();
    QToolButton *addButton(const QString &name, const QString &text, const QString &toolTip);
    void loadDataset();
    void adopt(const TimelineDataPtr &data);
    void showSelection();
    void showFilter();
    void showLegend();
    void showPage();
    void pick(const Selection &selection, bool add);
    void filterBy(const TimeRange &range);
    void clearRange();
    void setUtc(bool utc);
    void tell(const QString &text);

    Workbench &m_workbench;
    TimelineChart *m_chart;
    QWidget *m_header;
    QComboBox *m_measure = nullptr;
    QToolButton *m_brush = nullptr;
    QToolButton *m_clear = nullptr;
    QToolButton *m_zone = nullptr;
    QWidget *m_legend = nullptr;
    std::array<QToolButton *, VerdictCount> m_chips{};
    QStackedWidget *m_pages;
    QLabel *m_emptyTitle;
    QLabel *m_emptyDetail;
    QLabel *m_readout;
    QString m_told;
    int m_generation = 0;
    bool m_working = false;
};

} // namespace flotsam
