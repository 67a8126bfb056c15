// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/summarybar.h"

#include "models/tables/filteredit.h"
#include "models/tables/format.h"
#include "models/triage/explain.h"
#include "views/commandpalette.h"
#include "views/filterbar.h"
#include "views/plaintext.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyle>
#include <QStyleOption>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <limits>

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
    setText(label(false));
    setAccessibleName(tr("%1: %2 ports").arg(m_word, groupedNumber(count)));
    updateGeometry();
    update();
}

void Chip::setCompact(bool compact)
{
    if (compact == m_compact)
        return;
    m_compact = compact;
    updateGeometry();
    update();
}

QString Chip::label(bool compact) const
{
    return compact && theme::hasIcon(m_mark) ? groupedNumber(m_count) : m_word + u' ' + groupedNumber(m_count);
}

QSize Chip::size(bool compact) const
{
    const QFontMetrics metrics = fontMetrics();
    const int icon = theme::hasIcon(m_mark) ? metrics.ascent() + 6 : 0;
    return {metrics.horizontalAdvance(label(compact)) + icon + 22, metrics.height() + 10};
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
    painter.drawText(QRectF(x, 0, width() - x, height()), Qt::AlignVCenter | Qt::AlignLeft, label(m_compact));
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
    , m_filter(new FilterBar(workbench, this))
    , m_flags(new QToolButton(this))
{
    setObjectName(u"summaryBar"_s);
    m_headline->setObjectName(u"headline"_s);
    QFont large = m_headline->font();
    large.setPointSizeF(large.pointSizeF() * 1.3);
    large.setBold(true);
    m_headline->setFont(large);
    m_headline->setTextFormat(Qt::PlainText);
    m_headline->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_quota->setObjectName(u"quotaLine"_s);
    m_quota->setTextFormat(Qt::RichText);
    m_quota->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse
                                     | Qt::LinksAccessibleByKeyboard);
    connect(m_quota, &QLabel::linkActivated, this, &SummaryBar::showLeaked);
    m_quota->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_headline->setWordWrap(true);
    m_place->setObjectName(u"placeLabel"_s);
    m_place->setTextFormat(Qt::PlainText);

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
    chips->addWidget(m_flags);
    chips->addSpacing(6);
    chips->addWidget(m_filter, 1);
    buildFlags();
    setTabOrder(m_chips.back(), m_flags);
    setTabOrder(m_flags, &m_filter->edit());
    setTabOrder(&m_filter->edit(), m_filter->findChild<QToolButton *>(u"filterSaved"_s));

    auto *const lines = new QVBoxLayout(this);
    lines->setContentsMargins(8, 6, 8, 6);
    lines->setSpacing(6);
    m_top->addWidget(m_headline, 1);
    m_top->addWidget(m_place);
    lines->addLayout(m_top);
    lines->addWidget(m_quota);
    lines->addLayout(chips);

    connect(&workbench, &Workbench::datasetChanged, this, &SummaryBar::showDataset);
    connect(&workbench, &Workbench::filterChanged, this, &SummaryBar::showFilter);
    connect(&workbench, &Workbench::filterCountsChanged, this, &SummaryBar::showCounts);
    showDataset();
    showFilter();
}

QLineEdit &SummaryBar::filterEdit() { return m_filter->edit(); }

namespace {

/// The words of the filter term that a chip stands for.
std::pair<FilterField, QStringList> termOf(Mark mark)
{
    if (mark == Mark::MacConflict)
        return {FilterField::Flag, {toWord(Flag::MacConflict)}};
    QStringList words;
    for (int verdict = 0; verdict < VerdictCount; ++verdict) {
        const Mark own = markOf(Verdict(verdict));
        if (own == mark || (mark == Mark::InUse && own == Mark::Service))
            words += toWord(Verdict(verdict));
    }
    return {FilterField::Verdict, words};
}

} // namespace

void SummaryBar::addChip(Mark mark, const QString &word, const QString &toolTip)
{
    static constexpr std::array names{"chipOrphan"_L1,   "chipMacConflict"_L1, "chipStale"_L1, "chipUnattached"_L1,
                                      "chipSettling"_L1, "chipUnknown"_L1,     "chipInUse"_L1};
    auto *const chip = new Chip(mark, word, this);
    chip->setObjectName(names[m_chipCount]);
    chip->setToolTip(toolTip);
    connect(chip, &Chip::toggled, this, [this, mark](bool on) {
        const auto [field, words] = termOf(mark);
        toggle(field, words, on);
    });
    m_chips[m_chipCount++] = chip;
}

void SummaryBar::setHeadline(const QString &text) { m_headline->setText(text); }

void SummaryBar::setPlace(const QString &text) { m_place->setText(text); }

void SummaryBar::addButton(QAction *action)
{
    auto *const button = new QToolButton(this);
    button->setObjectName(action->objectName() + u"Tool"_s);
    button->setDefaultAction(action);
    button->setToolButtonStyle(action->icon().isNull() ? Qt::ToolButtonTextOnly : Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::TabFocus);
    const auto name = [button, action] { button->setAccessibleName(action->iconText()); };
    connect(action, &QAction::changed, button, name);
    name();
    m_top->addWidget(button);
}

void SummaryBar::clearFilter() { m_workbench.setFilter({}); }

void SummaryBar::buildFlags()
{
    static const std::array<QString, AllFlags.size()> titles{
        tr("MAC conflict"), tr("MAC duplicate"), tr("Address held"), tr("Over quota"), tr("Restricted view")};
    auto *const menu = new QMenu(m_flags);
    menu->setObjectName(u"flagsMenu"_s);
    menu->setToolTipsVisible(true);
    for (size_t i = 0; i < AllFlags.size(); ++i) {
        QAction *const action = menu->addAction(titles[i]);
        action->setObjectName(u"flag-"_s + toWord(AllFlags[i]));
        action->setCheckable(true);
        action->setToolTip(flagText(AllFlags[i]));
        action->setData(titles[i]);
        action->setProperty(PaletteGroup, tr("Flag"));
        connect(action, &QAction::toggled, this,
                [this, flag = AllFlags[i]](bool on) { toggle(FilterField::Flag, {toWord(flag)}, on); });
        m_flagActions[i] = action;
    }
    m_flags->setObjectName(u"flagsButton"_s);
    m_flags->setText(tr("Flags"));
    m_flags->setToolTip(tr("What else is to be known of ports"));
    m_flags->setPopupMode(QToolButton::InstantPopup);
    m_flags->setAutoRaise(true);
    m_flags->setMenu(menu);
}

void SummaryBar::showDataset()
{
    const Dataset &shown = m_workbench.dataset();
    // Before a reading a zero would be a claim.
    for (Chip *chip : m_chips)
        chip->setVisible(!shown.isNull());
    m_flags->setVisible(!shown.isNull());
    m_filter->setVisible(!shown.isNull());
    const QString quota = quotaText(shown);
    m_quota->setText(quotaHtml(shown, palette()));
    m_quota->setAccessibleName(quota);
    m_quota->setToolTip(plainToolTip(quota));
    m_quota->setVisible(!quota.isEmpty());
    if (!shown.isNull())
        m_headline->setText(summaryText(shown));
    showCounts();
}

void SummaryBar::showCounts()
{
    const FilterCounts &counts = m_workbench.filterCounts();
    for (Chip *chip : m_chips) {
        const auto [field, words] = termOf(chip->mark());
        int count = 0;
        for (const QString &word : words)
            count += field == FilterField::Flag ? counts.flags[0] : counts.verdicts[size_t(*verdictFromWord(word))];
        chip->setCount(count);
    }
    for (size_t i = 0; i < AllFlags.size(); ++i)
        m_flagActions[i]->setText(
            tr("%1 (%2)").arg(m_flagActions[i]->data().toString(), groupedNumber(counts.flags[i])));
    makeRoom();
}

void SummaryBar::toggle(FilterField field, const QStringList &words, bool on)
{
    FilterState state = m_workbench.filter();
    QStringList chosen = chipWords(state.text, field);
    for (const QString &word : words) {
        chosen.removeAll(word);
        if (on)
            chosen += word;
    }
    state.text = withChipWords(state.text, field, chosen);
    m_workbench.setFilter(state);
}

void SummaryBar::showFilter()
{
    const QString &text = m_workbench.filter().text;
    const QStringList verdicts = chipWords(text, FilterField::Verdict);
    const QStringList flags = chipWords(text, FilterField::Flag);
    for (Chip *chip : m_chips) {
        const QSignalBlocker blocker(chip);
        const auto [field, words] = termOf(chip->mark());
        const QStringList &chosen = field == FilterField::Flag ? flags : verdicts;
        chip->setChecked(
            std::all_of(words.begin(), words.end(), [&chosen](const QString &word) { return chosen.contains(word); }));
        chip->update();
    }
    for (size_t i = 0; i < AllFlags.size(); ++i) {
        const QSignalBlocker blocker(m_flagActions[i]);
        m_flagActions[i]->setChecked(flags.contains(toWord(AllFlags[i])));
    }
}

/// Chips give up their words before the filter gives up its room.
void SummaryBar::makeRoom()
{
    int wanted = m_flags->sizeHint().width() + m_filter->minimumSizeHint().width() + 40;
    for (const Chip *chip : m_chips)
        wanted += chip->fullSize().width() + 6;
    for (Chip *chip : m_chips)
        chip->setCompact(wanted > width());
}

void SummaryBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    makeRoom();
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

namespace {

constexpr qsizetype QuotasShown = 3;

/// Those that are used up, where most could be freed first.
QList<const ProjectQuota *> fullQuotas(const Dataset &dataset)
{
    QList<const ProjectQuota *> full;
    for (const ProjectQuota &quota : dataset.judgement->quotas) {
        if (quota.known && quota.limit >= 0 && quota.used + quota.reserved >= quota.limit)
            full += &quota;
    }
    std::sort(full.begin(), full.end(),
              [](const ProjectQuota *a, const ProjectQuota *b) { return a->reclaimable > b->reclaimable; });
    return full;
}

/// \a frame puts the two texts of a project together: how full, and what could be freed.
QString quotaLine(const Dataset &dataset, qsizetype most,
                  const std::function<QString(const ProjectQuota &, const QString &, const QString &)> &frame)
{
    if (dataset.isNull())
        return {};
    const QList<const ProjectQuota *> full = fullQuotas(dataset);
    QStringList parts;
    for (const ProjectQuota *quota : full.mid(0, most)) {
        const QString used = SummaryBar::tr("%1 (%2 of %3, ")
                                 .arg(dataset.relations->projectName(quota->projectId),
                                      groupedNumber(quota->used + quota->reserved), groupedNumber(quota->limit));
        parts += frame(*quota, used, SummaryBar::tr("%1 could be freed").arg(groupedNumber(quota->reclaimable)));
    }
    if (full.size() > most)
        parts += SummaryBar::tr("%1 more").arg(groupedNumber(full.size() - most));
    return parts.join(u", "_s);
}

} // namespace

QString quotaText(const Dataset &dataset)
{
    const QString line = quotaLine(
        dataset, std::numeric_limits<qsizetype>::max(),
        [](const ProjectQuota &, const QString &used, const QString &freed) { return QString(used + freed + u')'); });
    return line.isEmpty() ? QString() : SummaryBar::tr("Port quota full: %1").arg(line);
}

QString quotaHtml(const Dataset &dataset, const QPalette &palette)
{
    const QString link = theme::troubleColor(palette).name();
    const QString line = quotaLine(
        dataset, QuotasShown, [&link](const ProjectQuota &quota, const QString &used, const QString &freed) -> QString {
            if (quota.reclaimable <= 0)
                return (used + freed).toHtmlEscaped() + u')';
            return used.toHtmlEscaped()
                + u"<a href='%1' style='color:%2'>%3</a>)"_s.arg(quota.projectId.toHtmlEscaped(), link,
                                                                 freed.toHtmlEscaped());
        });
    return line.isEmpty() ? QString()
                          : u"<b style='color:%1'>%2</b> %3"_s.arg(link, SummaryBar::tr("Port quota full:"), line);
}

void SummaryBar::showLeaked(const QString &projectId)
{
    if (const std::shared_ptr<const PortsTable> table = m_workbench.portsTable())
        m_workbench.setFilter(
            {withChipWords(projectTerm(*table, projectId), FilterField::Verdict, {toWord(Verdict::Orphan)})});
}

} // namespace flotsam
