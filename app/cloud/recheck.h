// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/cloudscan.h"
#include "models/remedy/recheck.h"

#include <QObject>

namespace flotsam {

struct RecheckOptions
{
    Settings settings;
    /// For all of it: what takes longer is old before it is used.
    std::chrono::milliseconds deadline = RecheckAge;
    std::chrono::milliseconds idleTimeout = std::chrono::seconds(20);
    std::function<QDateTime()> clock = [] { return QDateTime::currentDateTimeUtc(); };
};

/// Looks again at the ports of a plan and at everything that their verdicts hang on, and has them judged by judge().
///
/// Read anew: every port of their networks (all ports without an admin's view), trunks, floating IPs, load balancers,
/// bare metal, the stacks of their projects, and each server that matters by a probe in every region that shares the
/// Neutron. Taken over from the plan's reading is only what cannot make a port look less used: tombstones (a deleted
/// server stays deleted; it has to answer 404 anew all the same), what earlier scans saw of a port that is unchanged,
/// and resources of other projects' stacks whose physical id is a planned port. Known gap: another project's stack that
/// has adopted a port since the plan's reading.
class Recheck : public QObject
{
    Q_OBJECT
public:
    Recheck(const CloudConfig &config, const RemedyPlan &plan, const RecheckOptions &options = {},
            QObject *parent = nullptr);
    ~Recheck() override;

    void start();
    /// Nothing is emitted any more.
    void cancel();

signals:
    void progress(const flotsam::SourceProgress &progress);
    void probesProgress(int done, int total);
    void finished(const flotsam::RecheckResult &result);
    /// Nothing could be looked at, or this is not where the plan was made; nothing of the plan may be done.
    void failed(const flotsam::Error &error);

private:
    void refuse(const QString &why);
    void onRead(const SnapshotPtr &snapshot);

    const RemedyPlan m_plan;
    const RecheckOptions m_options;
    std::unique_ptr<CloudScan> m_scan;
    QList<Error> m_problems;
    QDateTime m_startedAt;
};

/// A small reading with what may be taken over from the plan's own. Pure.
SnapshotPtr withCarriedOver(const SnapshotPtr &fresh, const RemedyPlan &plan);

} // namespace flotsam
