// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/cloudchoice.h"
#include "models/inventory/decode.h"
#include "models/inventory/error.h"
#include "models/inventory/snapshotbuilder.h"

#include <QElapsedTimer>
#include <QObject>

#include <array>
#include <optional>

namespace flotsam {

/// How the reading of one source ended.
struct SourceOutcome
{
    SourceStatus status = SourceStatus::Complete;
    QDateTime readAt;
    QString detail;
    std::optional<QSet<QString>> projects = {}; ///< Heat: those that were read; not set: all
    std::optional<Error> error = {};
};

/// What the readers of one scan bring in. A source may be read in several places (one per region); it is settled when
/// all of them are, and no better than the worst of them.
class ScanBoard : public QObject
{
    Q_OBJECT
public:
    struct Harvest
    {
        std::array<QList<DecodedPage>, SourceCount> pages;
        std::array<SourceOutcome, SourceCount> outcomes;
    };

    explicit ScanBoard(QObject *parent = nullptr);

    /// \a readings more outcomes of \a source will come.
    void expect(SourceId source, int readings = 1);
    void count(SourceId source, int more); ///< items read since the last call, for the progress
    void deliver(SourceId source, QList<DecodedPage> pages);
    void settle(SourceId source, const SourceOutcome &outcome);

    /// Tells of every source, also of those that nothing reads: they are absent.
    void reportAll();
    bool isSettled(SourceId source) const { return m_open[size_t(source)] == 0; }
    bool allSettled() const;
    const QList<DecodedPage> &pages(SourceId source) const { return m_harvest.pages[size_t(source)]; }
    const SourceOutcome &outcome(SourceId source) const { return m_harvest.outcomes[size_t(source)]; }
    Harvest take() { return std::move(m_harvest); }

signals:
    void progress(const flotsam::SourceProgress &progress);
    void problem(const flotsam::Error &error);

private:
    void report(SourceId source, bool now);

    Harvest m_harvest;
    std::array<int, SourceCount> m_open{};
    std::array<int, SourceCount> m_counts{};
    std::array<bool, SourceCount> m_any{};
    std::array<QElapsedTimer, SourceCount> m_reported;
};

/// Worker part: puts a harvest into a snapshot. \a frame: cloud, region, takenAt, auth and observations.
SnapshotPtr buildSnapshot(ScanBoard::Harvest harvest, Snapshot frame);

} // namespace flotsam
