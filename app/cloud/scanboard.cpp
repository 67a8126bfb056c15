// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/scanboard.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {
namespace {

constexpr qint64 ReportEveryMs = 100;

/// Of two readings of one source. A region without the service takes nothing from the others.
SourceOutcome joinedOutcome(const SourceOutcome &a, const SourceOutcome &b)
{
    if (a.status == SourceStatus::Absent || b.status == SourceStatus::Absent) {
        SourceOutcome kept = a.status == SourceStatus::Absent ? b : a;
        if (kept.detail.isEmpty())
            kept.detail = a.status == SourceStatus::Absent ? a.detail : b.detail;
        return kept;
    }
    SourceOutcome result = a;
    if (a.status != b.status)
        result.status = SourceStatus::Partial;
    result.readAt = b.readAt.isValid() && (!a.readAt.isValid() || b.readAt < a.readAt) ? b.readAt : a.readAt;
    if (!b.detail.isEmpty() && b.detail != a.detail)
        result.detail = a.detail.isEmpty() ? b.detail : a.detail + "; "_L1 + b.detail;
    if (b.projects)
        result.projects = a.projects ? QSet<QString>(*a.projects).intersect(*b.projects) : *b.projects;
    return result;
}

} // namespace

ScanBoard::ScanBoard(QObject *parent)
    : QObject(parent)
{
    for (SourceOutcome &outcome : m_harvest.outcomes)
        outcome.status = SourceStatus::Absent;
}

void ScanBoard::expect(SourceId source, int readings)
{
    m_open[size_t(source)] += readings;
    report(source, true);
}

void ScanBoard::count(SourceId source, int more)
{
    m_counts[size_t(source)] += more;
    report(source, false);
}

void ScanBoard::deliver(SourceId source, QList<DecodedPage> pages)
{
    m_harvest.pages[size_t(source)] += std::move(pages);
}

void ScanBoard::settle(SourceId source, const SourceOutcome &outcome)
{
    const size_t at = size_t(source);
    SourceOutcome &known = m_harvest.outcomes[at];
    known = m_any[at] ? joinedOutcome(known, outcome) : outcome;
    m_any[at] = true;
    m_open[at] = std::max(0, m_open[at] - 1);
    report(source, true);
    // Denied is an ordinary answer for many roles; the source's status tells it.
    if (outcome.error && outcome.status != SourceStatus::Denied && outcome.status != SourceStatus::Absent)
        emit problem(*outcome.error);
}

bool ScanBoard::allSettled() const
{
    return std::all_of(m_open.begin(), m_open.end(), [](int open) { return open == 0; });
}

void ScanBoard::reportAll()
{
    for (const SourceId source : AllSources)
        report(source, true);
}

void ScanBoard::report(SourceId source, bool now)
{
    const size_t at = size_t(source);
    if (!now && m_reported[at].isValid() && m_reported[at].elapsed() < ReportEveryMs)
        return;
    m_reported[at].start();
    SourceProgress state;
    state.source = source;
    state.items = m_counts[at];
    state.status = m_harvest.outcomes[at].status;
    state.state = m_open[at] == 0 ? SourceProgress::State::Done
        : m_counts[at] > 0        ? SourceProgress::State::Reading
                                  : SourceProgress::State::Waiting;
    emit progress(state);
}

SnapshotPtr buildSnapshot(ScanBoard::Harvest harvest, Snapshot frame)
{
    SnapshotBuilder builder;
    builder.draft() = std::move(frame);
    for (const SourceId source : AllSources) {
        QList<DecodedPage> &pages = harvest.pages[size_t(source)];
        while (!pages.isEmpty())
            builder.add(source, pages.takeFirst()); // freed at once: a large cloud is not held twice
        const SourceOutcome &outcome = harvest.outcomes[size_t(source)];
        builder.setOutcome(source, outcome.status, outcome.readAt, outcome.detail, outcome.projects);
    }
    return std::move(builder).build();
}

} // namespace flotsam
