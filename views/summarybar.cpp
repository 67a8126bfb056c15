// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/summarybar.h"

#include "models/tables/format.h"
#include "models/triage/explain.h"
#include "views/plaintext.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyle>
#include <QStyleOption>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

Chip::Chip(Mark mark, const QString &word, QWidget *parent)
    : QAbstractButton(parent)
    , m_mark(mark)
    , m_word(word)
{
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    setCount(0);
}

void Chip::setCount(int count)
{
    m_count = count;
    setText(label());
    setAccessibleName(tr("%1: %2 ports").arg(m_word, groupedNumber(count)));
    updateGeometry();
    update();
}

QString Chip::label() const { return m_word + u' ' + groupedNumber(m_count); }

QSize Chip::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    const int icon = theme::hasIcon(m_mark) ? metrics.ascent() + 6 : 0;
    return {metrics.horizontalAdvance(label()) + icon + 22, metrics.height() + 10};
}

void Chip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    const double radius = box.height() / 2;
    const QColor base = palette().color(QPalette::Base);
    const bool trouble = theme::hasIcon(m_mark) && m_count > 0;
    const QColor color = trouble ? theme::color(m_mark, palette()) : theme::quietColor(palette());
    const QColor fill = isChecked() ? color : underMouse() ? theme::blend(color, base, 0.12) : base;
    painter.setPen(QPen(trouble || isChecked() ? color : theme::blend(color, base, 0.5), 1));
    painter.setBrush(fill);
    painter.drawRoundedRect(box, radius, radius);

    const QColor ink = isChecked() ? theme::readable(base, {fill}) : color;
    const QFontMetrics metrics = fontMetrics();
    double x = 11;
    if (theme::hasIcon(m_mark)) {
        const int side = metrics.ascent() + 1;
        theme::paintIcon(painter, m_mark, QRectF(x, (height() - side) / 2.0, side, side), ink);
        x += side + 5;
    }
    painter.setPen(ink);
    painter.drawText(QRectF(x, 0, width() - x, height()), Qt::AlignVCenter | Qt::AlignLeft, label());
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), radius - 1, radius - 1);
    }
}

void Chip::changeEvent(QEvent *event)
{
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
}

void SummaryBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showDataset();
}

SummaryBar::SummaryBar(Workbench &workbench, QWidget *parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_headline(new QLabel(this))
    , m_place(new QLabel(this))
    , m_top(new QHBoxLayout)
    , m_quota(new QLabel(this))
    , m_filter(new QLineEdit(this))
{
    setObjectName(u"summaryBar"_s);
    m_headline->setObjectName(u"headline"_s);
    QFont large = m_headline->font();
    large.setPointSizeF(large.pointSizeF() * 1.3);
    large.setBold(true);
    m_headline->setFont(large);
    m_headline->setTextFormat(Qt::PlainText);
    m_quota->setTextFormat(Qt::PlainText);
    m_headline->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_quota->setObjectName(u"quotaLine"_s);
    m_quota->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_quota->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_headline->setWordWrap(true);
    m_place->setObjectName(u"placeLabel"_s);
    m_place->setTextFormat(Qt::PlainText);

    m_filter->setObjectName(u"filterEdit"_s);
    m_filter->setAccessibleName(tr("Filter ports"));
    m_filter->setToolTip(tr("Words that a port must show: name, address, MAC, id, reason, server… All of them must be "
                            "there; put a phrase in quotes."));
    m_filter->setPlaceholderText(tr("Filter ports"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(fontMetrics().averageCharWidth() * 30);
    m_filter->setMaximumWidth(fontMetrics().averageCharWidth() * 60);

    auto *const chips = new QHBoxLayout;
    chips->setSpacing(6);
    const auto add = [&](Verdict verdict) { addChip(markOf(verdict), verdictTitle(verdict), verdictMeaning(verdict)); };
    add(Verdict::Orphan);
    addChip(Mark::MacConflict, tr("MAC conflict"), flagText(Flag::MacConflict));
    add(Verdict::Stale);
    add(Verdict::Unattached);
    add(Verdict::Settling);
    add(Verdict::Unknown);
    addChip(Mark::InUse, verdictTitle(Verdict::InUse), tr("Ports in use, and plumbing of services."));
    for (Chip *chip : m_chips)
        chips->addWidget(chip);
    chips->addStretch(1);
    chips->addWidget(m_filter, 2);

    auto *const lines = new QVBoxLayout(this);
    lines->setContentsMargins(8, 6, 8, 6);
    lines->setSpacing(6);
    m_top->addWidget(m_headline, 1);
    m_top->addWidget(m_place);
    lines->addLayout(m_top);
    lines->addWidget(m_quota);
    lines->addLayout(chips);

    connect(m_filter, &QLineEdit::textChanged, this, &SummaryBar::applyFilter);
    connect(&workbench, &Workbench::datasetChanged, this, &SummaryBar::showDataset);
    connect(&workbench, &Workbench::filterChanged, this, &SummaryBar::showFilter);
    showDataset();
}

void SummaryBar::addChip(Mark mark, const QString &word, const QString &toolTip)
{
    static constexpr std::array names{"chipOrphan"_L1,   "chipMacConflict"_L1, "chipStale"_L1, "chipUnattached"_L1,
                                      "chipSettling"_L1, "chipUnknown"_L1,     "chipInUse"_L1};
    auto *const chip = new Chip(mark, word, this);
    chip->setObjectName(names[m_chipCount]);
    chip->setToolTip(toolTip);
    connect(chip, &Chip::toggled, this, &SummaryBar::applyFilter);
    m_chips[m_chipCount++] = chip;
}

void SummaryBar::setHeadline(const QString &text) { m_headline->setText(text); }

void SummaryBar::setPlace(const QString &text) { m_place->setText(text); }

void SummaryBar::addButton(QAction *action)
{
    auto *const button = new QToolButton(this);
    button->setObjectName(action->objectName() + u"Tool"_s);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(action->text().remove(u'&'));
    m_top->addWidget(button);
}

void SummaryBar::clearFilter() { m_workbench.setFilter({}); }

void SummaryBar::showDataset()
{
    const Dataset &shown = m_workbench.dataset();
    for (Chip *chip : m_chips) {
        switch (chip->mark()) {
        case Mark::Orphan:
            chip->setCount(shown.count(Verdict::Orphan));
            break;
        case Mark::MacConflict:
            chip->setCount(shown.count(Flag::MacConflict));
            break;
        case Mark::Stale:
            chip->setCount(shown.count(Verdict::Stale));
            break;
        case Mark::Unattached:
            chip->setCount(shown.count(Verdict::Unattached));
            break;
        case Mark::Settling:
            chip->setCount(shown.count(Verdict::Settling));
            break;
        case Mark::Unknown:
            chip->setCount(shown.count(Verdict::Unknown));
            break;
        case Mark::InUse:
        case Mark::Service:
            chip->setCount(shown.count(Verdict::InUse) + shown.count(Verdict::Service));
            break;
        }
        // Before a reading a zero would be a claim.
        chip->setVisible(!shown.isNull());
    }
    m_filter->setVisible(!shown.isNull());
    const QString quota = quotaText(shown);
    m_quota->setText(quota);
    m_quota->setToolTip(plainToolTip(quota));
    m_quota->setVisible(!quota.isEmpty());
    if (!shown.isNull())
        m_headline->setText(summaryText(shown));
}

void SummaryBar::applyFilter()
{
    FilterState state = m_workbench.filter(); // what is set elsewhere stays
    state.text = m_filter->text();
    state.verdicts = 0;
    state.macConflict = false;
    for (const Chip *chip : m_chips) {
        if (!chip->isChecked())
            continue;
        switch (chip->mark()) {
        case Mark::Orphan:
            state.verdicts = quint8(state.verdicts | 1 << int(Verdict::Orphan));
            break;
        case Mark::MacConflict:
            state.macConflict = true;
            break;
        case Mark::Stale:
            state.verdicts = quint8(state.verdicts | 1 << int(Verdict::Stale));
            break;
        case Mark::Unattached:
            state.verdicts = quint8(state.verdicts | 1 << int(Verdict::Unattached));
            break;
        case Mark::Settling:
            state.verdicts = quint8(state.verdicts | 1 << int(Verdict::Settling));
            break;
        case Mark::Unknown:
            state.verdicts = quint8(state.verdicts | 1 << int(Verdict::Unknown));
            break;
        case Mark::InUse:
        case Mark::Service:
            state.verdicts = quint8(state.verdicts | 1 << int(Verdict::InUse) | 1 << int(Verdict::Service));
            break;
        }
    }
    m_workbench.setFilter(state);
}

void SummaryBar::showFilter()
{
    const FilterState &state = m_workbench.filter();
    if (m_filter->text() != state.text) {
        const QSignalBlocker blocker(m_filter);
        m_filter->setText(state.text);
    }
    for (Chip *chip : m_chips) {
        const QSignalBlocker blocker(chip);
        bool checked = state.macConflict;
        if (chip->mark() != Mark::MacConflict) {
            checked = false;
            for (int verdict = 0; verdict < VerdictCount; ++verdict) {
                if (markOf(Verdict(verdict)) == chip->mark() && (state.verdicts & (1 << verdict)))
                    checked = true;
            }
        }
        chip->setChecked(checked);
        chip->update();
    }
}

QList<SourceId> unreadSources(const Snapshot &snapshot)
{
    QList<SourceId> unread;
    for (const SourceId id : AllSources) {
        if (snapshot.source(id).unread())
            unread += id;
    }
    return unread;
}

QString summaryText(const Dataset &dataset)
{
    const QString ports = groupedNumber(dataset.snapshot->ports.size());
    const int orphans = dataset.count(Verdict::Orphan);
    const int conflicts = dataset.count(Flag::MacConflict);
    const int unknown = dataset.count(Verdict::Unknown);
    const auto unread = unreadSources(*dataset.snapshot).size();
    QStringList sentences;
    if (orphans > 0)
        sentences += SummaryBar::tr("%1 of %2 ports are leaked, %3 proven.")
                         .arg(groupedNumber(orphans), ports, groupedNumber(dataset.provenOrphans));
    else if (conflicts == 0 && unknown == 0 && unread == 0)
        return SummaryBar::tr("No leaked ports. %1 checked, every source complete.").arg(ports);
    else
        sentences += SummaryBar::tr("No leaked ports found among %1.").arg(ports);
    if (conflicts == 1)
        sentences += SummaryBar::tr("One MAC conflict.");
    else if (conflicts > 1)
        sentences += SummaryBar::tr("%1 MAC conflicts.").arg(groupedNumber(conflicts));
    if (unread == 1)
        sentences += SummaryBar::tr("One source is incomplete.");
    else if (unread > 1)
        sentences += SummaryBar::tr("%1 sources are incomplete.").arg(unread);
    if (unknown > 0 && orphans == 0)
        sentences += SummaryBar::tr("%1 could not be judged.").arg(groupedNumber(unknown));
    return sentences.join(u' ');
}

QString quotaText(const Dataset &dataset)
{
    if (dataset.isNull())
        return {};
    QList<const ProjectQuota *> full;
    for (const ProjectQuota &quota : dataset.judgement->quotas) {
        if (quota.known && quota.limit >= 0 && quota.used + quota.reserved >= quota.limit)
            full += &quota;
    }
    std::sort(full.begin(), full.end(),
              [](const ProjectQuota *a, const ProjectQuota *b) { return a->reclaimable > b->reclaimable; });
    QStringList parts;
    for (const ProjectQuota *quota : std::as_const(full)) {
        const QString name = dataset.relations->projectName(quota->projectId);
        parts += SummaryBar::tr("%1 (%2 of %3, %4 could be freed)")
                     .arg(name, groupedNumber(quota->used + quota->reserved), groupedNumber(quota->limit),
                          groupedNumber(quota->reclaimable));
    }
    return parts.isEmpty() ? QString() : SummaryBar::tr("Port quota full: %1").arg(parts.join(u", "_s));
}

} // namespace flotsam
