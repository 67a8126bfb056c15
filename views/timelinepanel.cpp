// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timelinepanel.h"

#include "models/inventory/freedonworker.h"
#include "models/inventory/onworker.h"
#include "models/tables/format.h"
#include "models/triage/explain.h"
#include "views/theme.h"
#include "views/timelinechart.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSet>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr double ZoomStep = 1.6;

/// The colour of an area with the shape of its verdict in it.
QIcon legendIcon(Verdict verdict, bool shown, const QPalette &palette)
{
    QIcon icon;
    for (const qreal ratio : {1.0, 2.0, 3.0}) {
        QPixmap pixmap(QSize(14, 14) * ratio);
        pixmap.setDevicePixelRatio(ratio);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        const Mark mark = markOf(verdict);
        const QColor color = shown ? timelineFill(verdict, palette)
                                   : theme::blend(palette.color(QPalette::Text), palette.color(QPalette::Base), 0.35);
        if (theme::hasIcon(mark))
            theme::paintIcon(painter, mark, QRectF(0, 0, 14, 14), color);
        else {
            painter.fillRect(QRectF(2, 2, 10, 10), color);
            painter.setPen(theme::quietColor(palette));
            painter.drawRect(QRectF(1.5, 1.5, 11, 11));
        }
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace

TimelinePanel::TimelinePanel(Workbench &workbench, QWidget *parent)
    : QFrame(parent)
    , m_workbench(workbench)
    , m_chart(new TimelineChart(this))
    , m_header(new QWidget(this))
    , m_pages(new QStackedWidget(this))
    , m_readout(new QLabel(this))
{
    setObjectName(u"timelinePanel"_s);
    setFrameShape(StyledPanel);
    buildHeader();

    auto *const empty = new QWidget(m_pages);
    empty->setObjectName(u"timelineEmpty"_s);
    empty->setBackgroundRole(QPalette::Base);
    empty->setAutoFillBackground(true);
    m_emptyTitle = new QLabel(empty);
    m_emptyTitle->setObjectName(u"timelineEmptyTitle"_s);
    m_emptyDetail = new QLabel(empty);
    m_emptyDetail->setObjectName(u"timelineEmptyDetail"_s);
    QFont bold = m_emptyTitle->font();
    bold.setBold(true);
    m_emptyTitle->setFont(bold);
    auto *const emptyLines = new QVBoxLayout(empty);
    emptyLines->addStretch();
    for (QLabel *label : {m_emptyTitle, m_emptyDetail}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
        emptyLines->addWidget(label);
    }
    emptyLines->addStretch();
    m_pages->addWidget(m_chart);
    m_pages->addWidget(empty);

    m_readout->setObjectName(u"timelineReadout"_s);
    m_readout->setAccessibleName(tr("What the timeline points at"));
    m_readout->setTextFormat(Qt::PlainText);
    m_readout->setContentsMargins(8, 1, 8, 3);
    m_readout->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);

    auto *const lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(m_header);
    lines->addWidget(m_pages, 1);
    lines->addWidget(m_readout);

    // Queued: what answers may change the series, and that must not happen while the view handles an event.
    connect(m_chart, &TimelineChart::picked, this, &TimelinePanel::pick, Qt::QueuedConnection);
    connect(m_chart, &TimelineChart::brushed, this, &TimelinePanel::filterBy, Qt::QueuedConnection);
    connect(m_chart, &TimelineChart::brushCleared, this, &TimelinePanel::clearRange, Qt::QueuedConnection);
    connect(m_chart, &TimelineChart::told, this, &TimelinePanel::tell);
    connect(&workbench, &Workbench::datasetChanged, this, &TimelinePanel::loadDataset);
    connect(&workbench, &Workbench::filterChanged, this, &TimelinePanel::showFilter);
    connect(&workbench.hub(), &SelectionHub::changed, this, &TimelinePanel::showSelection, Qt::QueuedConnection);
    setUtc(true);
    loadDataset();
    showFilter();
}

TimelinePanel::~TimelinePanel() = default;

QToolButton *TimelinePanel::addButton(const QString &name, const QString &text, const QString &toolTip)
{
    auto *const button = new QToolButton(m_header);
    button->setObjectName(name);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    m_header->layout()->addWidget(button);
    return button;
}

void TimelinePanel::buildHeader()
{
    auto *const line = new QHBoxLayout(m_header);
    line->setContentsMargins(8, 2, 4, 2);
    line->setSpacing(4);
    auto *const title = new QLabel(tr("Timeline"), m_header);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    title->setBuddy(m_chart);
    line->addWidget(title);

    m_measure = new QComboBox(m_header);
    m_measure->setObjectName(u"timelineMeasure"_s);
    m_measure->setAccessibleName(tr("What the timeline counts"));
    m_measure->addItem(tr("Ports created"), int(Measure::Created));
    m_measure->addItem(tr("Ports still there"), int(Measure::StillThere));
    m_measure->addItem(tr("Ports left behind"), int(Measure::Leaked));
    m_measure->setItemData(0, tr("Ports created in each span of time, of those that exist"), Qt::ToolTipRole);
    m_measure->setItemData(1, tr("How many of today's ports had been created by then"), Qt::ToolTipRole);
    m_measure->setItemData(2, tr("Orphan and stale ports, from the end of their server on"), Qt::ToolTipRole);
    line->addWidget(m_measure);
    connect(m_measure, &QComboBox::currentIndexChanged, this,
            [this] { m_chart->setMeasure(Measure(m_measure->currentData().toInt())); });

    m_legend = new QWidget(m_header);
    m_legend->setObjectName(u"timelineLegend"_s);
    auto *const legendLine = new QHBoxLayout(m_legend);
    legendLine->setContentsMargins(4, 0, 4, 0);
    legendLine->setSpacing(0);
    for (int verdict = VerdictCount - 1; verdict >= 0; --verdict) {
        auto *const chip = new QToolButton(m_legend);
        chip->setObjectName(u"timelineVerdict-"_s + toWord(Verdict(verdict)));
        chip->setText(verdictTitle(Verdict(verdict)));
        chip->setCheckable(true); // checked: left out
        chip->setAutoRaise(true);
        chip->setFocusPolicy(Qt::TabFocus);
        chip->setIconSize({14, 14});
        connect(chip, &QToolButton::toggled, this, &TimelinePanel::showLegend);
        legendLine->addWidget(chip);
        m_chips[size_t(verdict)] = chip;
    }
    legendLine->addStretch();
    m_legend->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    line->addWidget(m_legend, 1);

    m_clear = addButton(u"timelineClearRange"_s, {}, tr("Show ports of all times again"));
    connect(m_clear, &QToolButton::clicked, this, &TimelinePanel::clearRange);
    m_brush = addButton(u"timelineBrush"_s, tr("Filter"), tr("Drag over the timeline to filter the ports by time"));
    m_brush->setCheckable(true);
    connect(m_brush, &QToolButton::toggled, m_chart, &TimelineChart::setBrushMode);
    m_zone = addButton(u"timelineZone"_s, {}, tr("Times in UTC or in local time"));
    connect(m_zone, &QToolButton::clicked, this, [this] { setUtc(m_zone->property("utc").toBool() == false); });
    connect(addButton(u"timelineZoomOut"_s, u"−"_s, tr("Show more time")), &QToolButton::clicked, this,
            [this] { m_chart->zoomBy(1 / ZoomStep); });
    connect(addButton(u"timelineZoomIn"_s, u"+"_s, tr("Show less time")), &QToolButton::clicked, this,
            [this] { m_chart->zoomBy(ZoomStep); });
    connect(addButton(u"timelineAll"_s, tr("All"), tr("Show all of the time")), &QToolButton::clicked, this,
            [this] { m_chart->showAll(); });
}

void TimelinePanel::setUtc(bool utc)
{
    m_zone->setProperty("utc", utc);
    m_zone->setText(utc ? u"UTC"_s : tr("Local"));
    m_chart->setZone(utc ? QTimeZone::utc() : QTimeZone::systemTimeZone());
}

void TimelinePanel::loadDataset()
{
    const Dataset &dataset = m_workbench.dataset();
    const int generation = ++m_generation;
    m_working = false;
    if (dataset.isNull())
        return adopt({});
    const auto rows = dataset.snapshot->ports.size() + dataset.snapshot->servers.size()
        + dataset.snapshot->deletedServers.size() + dataset.snapshot->events.size();
    if (rows <= AtOnce)
        return adopt(makeFreedOnWorker<TimelineData>(dataset));
    m_working = true;
    showPage();
    onWorker(
        this, [dataset] { return makeFreedOnWorker<TimelineData>(dataset); },
        [this, generation](const TimelineDataPtr &timeline) {
            if (generation == m_generation)
                adopt(timeline);
        });
}

void TimelinePanel::adopt(const TimelineDataPtr &timeline)
{
    m_working = false;
    m_chart->setData(timeline && !timeline->isEmpty() ? timeline : nullptr);
    showSelection();
    showLegend();
    showPage();
    tell(m_told);
    emit ready();
}

void TimelinePanel::showSelection()
{
    const TimelineDataPtr &timeline = m_chart->timeline();
    // The rows of the hub are those of the reading that the tables show.
    const bool same = timeline && timeline->dataset().snapshot == m_workbench.dataset().snapshot;
    m_chart->setSelection(same ? TimelineSelection::of(*timeline, m_workbench.hub()) : TimelineSelection());
}

void TimelinePanel::showPage()
{
    const Dataset &dataset = m_workbench.dataset();
    const bool something = bool(m_chart->timeline());
    m_pages->setCurrentIndex(something ? 0 : 1);
    m_header->setEnabled(something);
    m_readout->setVisible(something);
    if (m_working) {
        m_emptyTitle->setText(tr("Putting everything in order of time…"));
        m_emptyDetail->clear();
    } else if (dataset.isNull()) {
        m_emptyTitle->setText(tr("No timeline yet"));
        m_emptyDetail->setText(tr("It shows when ports were created and left behind, how long servers lived and what "
                                  "Heat did."));
    } else {
        m_emptyTitle->setText(tr("Nothing here has a time"));
        m_emptyDetail->setText(tr("No port, server or Heat event of this cloud says when it was created."));
    }
    m_emptyDetail->setVisible(!m_emptyDetail->text().isEmpty());
}

void TimelinePanel::showLegend()
{
    const TimelineDataPtr &timeline = m_chart->timeline();
    quint8 hidden = 0;
    int wide = 0;
    for (size_t verdict = 0; verdict < VerdictCount; ++verdict) {
        QToolButton *const chip = m_chips[verdict];
        const auto count = timeline ? qint64(timeline->ports()[verdict].size()) : 0;
        const bool shown = !chip->isChecked();
        chip->setVisible(count > 0);
        chip->setIcon(legendIcon(Verdict(verdict), shown, palette()));
        const QString title = verdictTitle(Verdict(verdict));
        chip->setToolTip(tr("%1: %2 ports. %3")
                             .arg(title, groupedNumber(count),
                                  shown ? tr("Click to leave them out.") : tr("Click to show them again.")));
        chip->setAccessibleName(tr("Leave %1 out of the timeline").arg(title));
        QFont font = chip->font();
        font.setStrikeOut(!shown);
        chip->setFont(font);
        if (!shown)
            hidden = quint8(hidden | 1 << verdict);
        chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        wide += count > 0 ? chip->sizeHint().width() : 0;
    }
    if (wide > m_legend->width() - 8) {
        for (QToolButton *chip : m_chips)
            chip->setToolButtonStyle(Qt::ToolButtonIconOnly);
    }
    m_chart->setHidden(hidden);
}

void TimelinePanel::showFilter()
{
    const FilterState &filter = m_workbench.filter();
    m_clear->setVisible(filter.hasCreatedRange());
    if (!filter.hasCreatedRange())
        return m_chart->setBrush({});
    constexpr qint64 Far = 1'000'000'000'000'000;
    const TimeRange range{filter.createdFrom.value_or(-Far), filter.createdBefore.value_or(Far)};
    m_chart->setBrush(range);
    m_clear->setText(tr("✕ %1").arg(filter.createdFrom && filter.createdBefore
                                        ? ageText(range.span())
                                        : exactTime(filter.createdFrom ? filter.createdFrom : filter.createdBefore)));
}

void TimelinePanel::pick(const Selection &selection, bool add)
{
    SelectionHub &hub = m_workbench.hub();
    if (!add || hub.selection().kind != selection.kind || hub.selection().isEmpty())
        return selection.isEmpty() ? hub.clear() : hub.select(selection.kind, selection.ids);
    // What was selected already is taken out, as in the tables.
    const QSet<QString> before(hub.selection().ids.begin(), hub.selection().ids.end());
    const QSet<QString> more(selection.ids.begin(), selection.ids.end());
    QStringList ids;
    for (const QString &id : hub.selection().ids) {
        if (!more.contains(id))
            ids += id;
    }
    for (const QString &id : selection.ids) {
        if (!before.contains(id))
            ids += id;
    }
    hub.select(selection.kind, ids);
}

void TimelinePanel::filterBy(const TimeRange &range)
{
    FilterState filter = m_workbench.filter();
    filter.createdFrom = range.begin;
    filter.createdBefore = range.end;
    m_workbench.setFilter(filter);
}

void TimelinePanel::clearRange()
{
    FilterState filter = m_workbench.filter();
    filter.createdFrom.reset();
    filter.createdBefore.reset();
    m_workbench.setFilter(filter);
}

void TimelinePanel::tell(const QString &text)
{
    m_told = text;
    QString shown = text;
    const TimelineDataPtr &timeline = m_chart->timeline();
    if (shown.isEmpty() && timeline) {
        shown = tr("Wheel or + and − zoom, dragging moves, Shift+drag filters the ports by time.");
        if (timeline->portsWithoutTime() > 0)
            shown = tr("Ports without a creation time are not shown (%1). ")
                        .arg(groupedNumber(timeline->portsWithoutTime()))
                + shown;
    }
    QPalette colors = palette();
    if (text.isEmpty())
        colors.setColor(QPalette::WindowText, theme::quietColor(palette()));
    m_readout->setPalette(colors);
    m_readout->setText(m_readout->fontMetrics().elidedText(shown, Qt::ElideRight, std::max(0, width() - 20)));
    m_readout->setToolTip(text);
}

void TimelinePanel::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        showLegend();
        tell(m_told);
    }
}

void TimelinePanel::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    showLegend();
    tell(m_told);
}

} // namespace flotsam
