// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/cloudconfig.h"
#include "models/inventory/cloudchoice.h"
#include "models/inventory/error.h"
#include "models/inventory/snapshot.h"
#include "models/triage/judgement.h"

#include <QObject>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace flotsam {

/// Part of a cloud: enough to judge some ports again as the whole would. Read in full all the same is everything that
/// may rely on a port from elsewhere: trunks, floating IPs, load balancers, bare metal. Servers are not listed: those
/// that matter are asked for one by one. Not for a member's token: it may see a port of another network only by listing
/// all.
struct ScanScope
{
    QStringList networks; ///< whose ports are read; empty: all of them
    QSet<QString> projects; ///< whose stacks and quotas are read
};

/// Where the services are that were asked.
struct ScanRegions
{
    QString network; ///< empty: not known (endpoint_override)
    QStringList computes; ///< one for every Nova, own first; empty: not known
};

struct ScanOptions
{
    std::chrono::milliseconds deadline = std::chrono::minutes(10); ///< for the whole scan, probes included
    std::chrono::milliseconds idleTimeout = std::chrono::seconds(30); ///< without a byte
    /// The probes that a snapshot still wants; called on a worker thread, again after every round. Empty: no probes.
    std::function<QList<ProbeRequest>(const SnapshotPtr &)> wantedProbes;
    int probeRounds = 8;
    int maxDeletedServers = 50'000; ///< newest first; more are left out and make the source partial
    QHash<QString, Observation> observations; ///< of earlier scans, put into the snapshot
    std::optional<ScanScope> scope; ///< not set: the whole cloud
};

/// Logs into one cloud and reads it: ports first, then everything else at once, then the probes. Lives on the thread
/// that made it and never blocks it; decoding and building run on workers.
///
/// One scan per object. Exactly one of finished() and failed() ends it, unless cancel() or the destructor does: after
/// those nothing is emitted and nothing is in flight.
class CloudScan : public QObject
{
    Q_OBJECT
public:
    explicit CloudScan(const CloudConfig &config, const ScanOptions &options = {}, QObject *parent = nullptr);
    ~CloudScan() override;

    void start();
    void cancel();
    /// Known when finished() comes.
    ScanRegions regions() const;

signals:
    /// Logged in; \a auth.admin is what the roles say and may be taken back when Nova disagrees.
    void loggedIn(const flotsam::AuthInfo &auth, const QString &region);
    void progress(const flotsam::SourceProgress &progress);
    void probesProgress(int done, int total);
    /// Every failure, also of sources that leave the scan going. For the message area.
    void problem(const flotsam::Error &error);
    /// Also when sources were denied or failed: the snapshot says which. When the deadline struck, it holds what was
    /// read until then.
    void finished(const flotsam::SnapshotPtr &snapshot);
    /// No login, no network service, or the deadline struck before a login.
    void failed(const flotsam::Error &error);

private:
    class Run;
    std::unique_ptr<Run> m_run;
};

} // namespace flotsam
