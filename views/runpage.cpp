// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runpage.h"

#include "models/tables/format.h"
#include "views/remedyparts.h"
#include "views/remedyrows.h"
#include "views/statusstrip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include <cmath>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

using State = RunProgress::State;

QString stateText(const RunProgress &progress)
{
    switch (progress.state) {
    case State::Starting:
        return RunPage::tr("Writing the journal…");
    case State::Running:
        return RunPage::tr("Running");
    case State::Waiting:
        return RunPage::tr("The cloud asked for patience: waiting");
    case State::Rechecking:
        return RunPage::tr("The last look is older than two minutes: looking at what is left again");
    case State::Pausing:
        return RunPage::tr("Pausing after the %1 in flight").arg(progress.inFlight);
    case State::Paused:
        return RunPage::tr("Paused");
    case State::Stopping:
        return RunPage::tr("Stopping after the %1 in flight").arg(progress.inFlight);
    case State::Ending:
        return RunPage::tr("Closing the journal…");
    case State::Over:
        break;
    }
    return RunPage::tr("Over");
}

QString paceText(const RunProgress &progress, RemedyAction action)
{
    QStringList parts;
    for (int i = 0; i < OutcomeKindCount; ++i) {
        if (progress.counts[size_t(i)] > 0)
            parts += u"%1: %2"_s.arg(outcomeTitle(OutcomeKind(i), action), groupedNumber(progress.counts[size_t(i)]));
    }
    if (progress.perSecond > 0 && progress.state == State::Running) {
        parts += RunPage::tr("%1 ports a second").arg(QLocale().toString(progress.perSecond, 'f', 1));
        if (progress.left)
            parts += RunPage::tr("about %1 left")
                         .arg(ageText(qint64(std::ceil(double(progress.left->count()) / 1000.0)) * 1000));
    }
    return parts.join(u" · "_s);
}

} // namespace

RunPage::RunPage(QWidget *parent)
    : QWidget(parent)
    , m_rows(new RemedyRows(outcomeTitles(), false, this))
    , m_table(remedyTable(m_rows, u"runTable"_s, tr("Outcomes"), this))
    , m_headline(plainLabelWidget(u"runHeadline"_s, this))
    , m_bar(new QProgressBar(this))
    , m_pace(plainLabelWidget(u"runPace"_s, this))
    , m_reminder(new Notice(Notice::Weight::Warning, u"runReminder"_s, this))
    , m_pause(new QPushButton(this))
    , m_stop(new QPushButton(tr("&Stop after those in flight"), this))
{
    m_bar->setObjectName(u"runBar"_s);
    m_pause->setObjectName(u"runPause"_s);
    m_pause->setAutoDefault(false);
    m_stop->setObjectName(u"runStop"_s);
    m_stop->setAutoDefault(false);
    auto *const buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_pause);
    buttons->addWidget(m_stop);
    auto *const lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->addWidget(m_headline);
    lines->addWidget(m_bar);
    lines->addWidget(m_pace);
    lines->addWidget(m_table, 1);
    lines->addWidget(m_reminder);
    lines->addLayout(buttons);
    connect(m_pause, &QPushButton::clicked, this, [this] {
        const bool paused = m_state == State::Paused || m_state == State::Pausing;
        if (paused)
            emit resumeRequested();
        else
            emit pauseRequested();
    });
    connect(m_stop, &QPushButton::clicked, this, &RunPage::stopRequested);
}

void RunPage::begin(const RemedyPlan &plan)
{
    m_plan = plan;
    m_rows->setRows({});
    m_reminder->say({});
    RunProgress first;
    first.total = plan.size();
    showProgress(first);
}

void RunPage::showProgress(const RunProgress &progress)
{
    m_state = progress.state;
    m_headline->setText(
        tr("%1: %2 of %3 ports").arg(stateText(progress), groupedNumber(progress.done), groupedNumber(progress.total)));
    m_bar->setRange(0, progress.total);
    m_bar->setValue(progress.done);
    m_pace->setText(paceText(progress, m_plan.action()));
    const bool paused = m_state == State::Paused || m_state == State::Pausing;
    const bool leaving = m_state == State::Stopping || m_state == State::Ending || m_state == State::Over;
    m_pause->setText(paused ? tr("&Go on") : tr("&Pause"));
    m_pause->setEnabled(!leaving);
    m_stop->setEnabled(!leaving);
}

void RunPage::showOutcome(const PortOutcome &outcome)
{
    const QScrollBar &bar = *m_table->verticalScrollBar();
    const bool atEnd = bar.value() >= bar.maximum();
    m_rows->append(outcomeRow(outcome, m_plan));
    if (atEnd) // who scrolled up is reading
        m_table->scrollToBottom();
}

void RunPage::remind()
{
    m_reminder->say(tr("The run is still going. Stop it first: what is in flight ends, and the rest is left alone."));
    m_stop->setFocus();
}

void RunPage::start() { m_pause->setFocus(); }

CheckPage::CheckPage(QWidget *parent)
    : QWidget(parent)
    , m_headline(plainLabelWidget(u"checkHeadline"_s, this))
    , m_step(plainLabelWidget(u"checkStep"_s, this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    m_cancel->setObjectName(u"checkCancel"_s);
    m_cancel->setAutoDefault(false);
    auto *const bar = new QProgressBar(this);
    bar->setRange(0, 0);
    bar->setTextVisible(false);
    auto *const buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_cancel);
    auto *const lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->addWidget(m_headline);
    lines->addWidget(bar);
    lines->addWidget(m_step);
    lines->addStretch(1);
    lines->addLayout(buttons);
    connect(m_cancel, &QPushButton::clicked, this, &CheckPage::cancelled);
}

void CheckPage::begin(int ports)
{
    m_sources.clear();
    m_headline->setText(ports == 1
                            ? tr("Looking again at 1 port and at everything that it hangs on. Nothing is changed.")
                            : tr("Looking again at %1 ports and at everything that they hang on. Nothing is changed.")
                                  .arg(groupedNumber(ports)));
    m_step->clear();
}

void CheckPage::showProgress(const SourceProgress &progress)
{
    m_sources.insert(progress.source, progress);
    QStringList lines;
    for (const SourceId id : AllSources) {
        if (!m_sources.contains(id))
            continue;
        const SourceProgress &one = m_sources[id];
        const QString title = sourceTitle(id);
        if (one.state == SourceProgress::State::Done)
            lines += tr("%1: %2, %3").arg(title, groupedNumber(one.items), QString(sourceStatusName(one.status)));
        else
            lines += one.state == SourceProgress::State::Reading
                ? tr("%1: %2 so far").arg(title, groupedNumber(one.items))
                : tr("%1: waiting").arg(title);
    }
    m_step->setText(lines.join(u'\n'));
}

void CheckPage::showProbes(int done, int total)
{
    m_step->setText(tr("Asking Nova about their servers: %1 of %2").arg(groupedNumber(done), groupedNumber(total)));
}

void CheckPage::start() { m_cancel->setFocus(); }

} // namespace flotsam
