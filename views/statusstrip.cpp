// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/statusstrip.h"

#include "models/tables/format.h"
#include "views/plaintext.h"
#include "views/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QStyle>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace flotsam {

QString sourceTitle(SourceId id)
{
    switch (id) {
    case SourceId::Ports:
        return StatusStrip::tr("ports");
    case SourceId::Servers:
        return StatusStrip::tr("servers");
    case SourceId::DeletedServers:
        return StatusStrip::tr("deleted servers");
    case SourceId::Stacks:
        return StatusStrip::tr("stacks");
    case SourceId::DeletedStacks:
        return StatusStrip::tr("deleted stacks");
    case SourceId::Resources:
        return StatusStrip::tr("Heat resources");
    case SourceId::Events:
        return StatusStrip::tr("Heat events");
    case SourceId::Networks:
        return StatusStrip::tr("networks");
    case SourceId::Subnets:
        return StatusStrip::tr("subnets");
    case SourceId::Routers:
        return StatusStrip::tr("routers");
    case SourceId::FloatingIps:
        return StatusStrip::tr("floating IPs");
    case SourceId::Trunks:
        return StatusStrip::tr("trunks");
    case SourceId::Extensions:
        return StatusStrip::tr("extensions");
    case SourceId::Quotas:
        return StatusStrip::tr("quotas");
    case SourceId::Nodes:
        return StatusStrip::tr("bare-metal nodes");
    case SourceId::BaremetalPorts:
        return StatusStrip::tr("bare-metal ports");
    case SourceId::Portgroups:
        return StatusStrip::tr("bare-metal port groups");
    case SourceId::LoadBalancers:
        return StatusStrip::tr("load balancers");
    case SourceId::Projects:
        break;
    }
    return StatusStrip::tr("projects");
}

namespace {

QString statusTitle(SourceStatus status)
{
    switch (status) {
    case SourceStatus::Absent:
        return StatusStrip::tr("not in this cloud");
    case SourceStatus::Complete:
        return StatusStrip::tr("complete");
    case SourceStatus::Partial:
        return StatusStrip::tr("partial");
    case SourceStatus::Denied:
        return StatusStrip::tr("denied");
    case SourceStatus::Failed:
        break;
    }
    return StatusStrip::tr("failed");
}

QString stateText(const SourceProgress &progress)
{
    const QString items = groupedNumber(progress.items);
    switch (progress.state) {
    case SourceProgress::State::Waiting:
        return StatusStrip::tr("waiting");
    case SourceProgress::State::Reading:
        return StatusStrip::tr("%1, reading").arg(items);
    case SourceProgress::State::Done:
        break;
    }
    return progress.status == SourceStatus::Complete ? items : statusTitle(progress.status);
}

} // namespace

StatusStrip::StatusStrip(QWidget *parent)
    : QWidget(parent)
    , m_text(new QLabel(this))
    , m_bar(new QProgressBar(this))
    , m_cancel(new QToolButton(this))
    , m_sources(new QToolButton(this))
    , m_age(new QLabel(this))
{
    setObjectName(u"statusStrip"_s);
    m_text->setObjectName(u"progressText"_s);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_bar->setObjectName(u"progressBar"_s);
    m_bar->setAccessibleName(tr("Reading progress"));
    m_bar->setMaximumWidth(160);
    m_bar->setTextVisible(false);
    m_cancel->setObjectName(u"cancelButton"_s);
    m_cancel->setText(tr("Stop reading"));
    m_cancel->setToolTip(tr("Stop reading; what is shown stays"));
    connect(m_cancel, &QToolButton::clicked, this, &StatusStrip::cancelRequested);
    m_sources->setObjectName(u"sourcesButton"_s);
    m_sources->setAutoRaise(true);
    m_sources->setPopupMode(QToolButton::InstantPopup);
    m_sources->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_sources->setMenu(new QMenu(m_sources));
    m_age->setObjectName(u"readAt"_s);

    auto *const line = new QHBoxLayout(this);
    line->setContentsMargins(6, 0, 6, 0);
    line->addWidget(m_text, 1);
    line->addWidget(m_bar);
    line->addWidget(m_cancel);
    line->addWidget(m_sources);
    line->addSpacing(8);
    line->addWidget(m_age);

    m_clock.setInterval(10'000);
    connect(&m_clock, &QTimer::timeout, this, &StatusStrip::refreshAge);
    m_clock.start();
    setBusy(false);
    showSnapshot({});
}

void StatusStrip::setBusy(bool busy, const QString &what)
{
    m_busy = busy;
    m_progress.clear();
    m_step = what;
    m_bar->setVisible(busy);
    m_cancel->setVisible(busy);
    refreshProgress();
}

void StatusStrip::showProgress(const SourceProgress &progress)
{
    m_progress[progress.source] = progress;
    m_step.clear();
    refreshProgress();
}

void StatusStrip::showStep(const QString &text)
{
    m_step = text;
    refreshProgress();
}

QString StatusStrip::progressTable() const
{
    QString html = u"<table align='center' cellspacing='0' cellpadding='0'>"_s;
    QStringList cells;
    for (const SourceId id : AllSources) {
        if (const auto known = m_progress.constFind(id); known != m_progress.constEnd())
            cells += u"<td align='right'>%1&nbsp;&nbsp;</td><td>%2</td>"_s.arg(sourceTitle(id), stateText(*known));
    }
    const qsizetype rows = (cells.size() + 1) / 2; // in two columns: a low window shows them all
    for (qsizetype row = 0; row < rows; ++row)
        html += u"<tr>"_s + cells[row] + u"<td>&nbsp;&nbsp;&nbsp;&nbsp;</td>"_s + cells.value(rows + row) + u"</tr>"_s;
    return html + u"</table>"_s;
}

QString StatusStrip::progressLines() const
{
    QStringList lines;
    for (const SourceId id : AllSources) {
        const auto known = m_progress.constFind(id);
        if (known == m_progress.constEnd())
            continue;
        lines += sourceTitle(id) + u": "_s + stateText(*known);
    }
    return lines.join(u'\n');
}

void StatusStrip::refreshProgress()
{
    int done = 0;
    QStringList reading;
    for (const SourceId id : AllSources) {
        const auto known = m_progress.constFind(id);
        if (known == m_progress.constEnd())
            continue;
        done += known->state == SourceProgress::State::Done;
        if (known->state == SourceProgress::State::Reading)
            reading += sourceTitle(id) + u' ' + groupedNumber(known->items);
    }
    m_bar->setRange(0, int(m_progress.size()));
    m_bar->setValue(done);
    QString text = m_step;
    if (text.isEmpty() && !reading.isEmpty())
        text = tr("Reading %1").arg(reading.join(u", "_s));
    m_text->setText(text);
    m_text->setToolTip(progressLines());
    m_bar->setToolTip(progressLines());
}

void StatusStrip::showSnapshot(const SnapshotPtr &snapshot)
{
    if (snapshot && snapshot == m_snapshot)
        return;
    m_snapshot = snapshot;
    m_stale.clear();
    m_age->setVisible(bool(snapshot));
    m_sources->setVisible(bool(snapshot));
    refreshAge();
    refreshSources();
}

void StatusStrip::refreshAge()
{
    if (!m_snapshot)
        return;
    const QDateTime taken = m_snapshot->takenAt.toUTC();
    const qint64 age = taken.msecsTo(QDateTime::currentDateTimeUtc());
    const bool today = taken.date() == QDateTime::currentDateTimeUtc().date();
    const QString when = taken.toString(today ? u"HH:mm:ss 'UTC'"_s : u"yyyy-MM-dd HH:mm 'UTC'"_s);
    QString text = age < 0 ? tr("Read at %1").arg(when) : tr("Read at %1 (%2 ago)").arg(when, ageText(age));
    QString toolTip = exactTime(taken.toMSecsSinceEpoch());
    if (!m_stale.isEmpty()) {
        text = tr("Refresh failed. %1").arg(text);
        toolTip += u'\n' + m_stale;
    }
    m_age->setText(text);
    m_age->setToolTip(plainToolTip(toolTip));
    colorAge();
}

void StatusStrip::setStale(const QString &why)
{
    m_stale = why;
    refreshAge();
}

void StatusStrip::colorAge()
{
    QPalette colors = palette();
    if (!m_stale.isEmpty())
        colors.setColor(QPalette::WindowText, theme::troubleColor(palette()));
    m_age->setPalette(colors);
}

void StatusStrip::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colorAge();
}

void StatusStrip::refreshSources()
{
    QMenu *const menu = m_sources->menu();
    menu->clear();
    if (!m_snapshot)
        return;
    int unread = 0;
    int present = 0;
    for (const SourceId id : AllSources) {
        const SourceInfo &info = m_snapshot->source(id);
        present += info.status != SourceStatus::Absent;
        unread += info.unread();
        QString text = sourceTitle(id) + u": "_s + statusTitle(info.status);
        if (info.status != SourceStatus::Absent)
            text += u", "_s + groupedNumber(info.count);
        if (!info.detail.isEmpty())
            text += u" ("_s + info.detail.simplified().left(160) + u')';
        QAction *const action = menu->addAction(plainLabel(text));
        if (info.unread())
            action->setIcon(style()->standardIcon(QStyle::SP_MessageBoxWarning));
    }
    m_sources->setText(unread == 0 ? tr("%1 sources complete ").arg(present)
                                   : tr("%1 of %2 sources incomplete ").arg(unread).arg(present));
    m_sources->setIcon(unread == 0 ? QIcon() : style()->standardIcon(QStyle::SP_MessageBoxWarning));
}

} // namespace flotsam
