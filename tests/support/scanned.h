// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/cloudscan.h"

#include <QEventLoop>
#include <QTimer>

#include <map>
#include <optional>

namespace flotsam::test {

/// Everything that one scan said.
struct ScanRecord
{
    SnapshotPtr snapshot;
    std::optional<Error> failure;
    QList<Error> problems;
    std::optional<AuthInfo> auth;
    QString region;
    std::map<SourceId, SourceProgress> progress; ///< the last of each source
    int probesDone = 0;
    int probesTotal = 0;
    int ends = 0; ///< finished() and failed()
};

inline ScanRecord scanned(const CloudConfig &config, const ScanOptions &options = {}, int timeoutMs = 30'000)
{
    ScanRecord record;
    CloudScan scan(config, options);
    QEventLoop loop;
    QObject::connect(&scan, &CloudScan::loggedIn, &loop, [&](const AuthInfo &auth, const QString &region) {
        record.auth = auth;
        record.region = region;
    });
    QObject::connect(&scan, &CloudScan::progress, &loop,
                     [&](const SourceProgress &progress) { record.progress[progress.source] = progress; });
    QObject::connect(&scan, &CloudScan::probesProgress, &loop, [&](int done, int total) {
        record.probesDone = done;
        record.probesTotal = total;
    });
    QObject::connect(&scan, &CloudScan::problem, &loop, [&](const Error &error) { record.problems += error; });
    QObject::connect(&scan, &CloudScan::finished, &loop, [&](const SnapshotPtr &snapshot) {
        ++record.ends;
        record.snapshot = snapshot;
        loop.quit();
    });
    QObject::connect(&scan, &CloudScan::failed, &loop, [&](const Error &error) {
        ++record.ends;
        record.failure = error;
        loop.quit();
    });
    QTimer::singleShot(timeoutMs, &loop, &QEventLoop::quit);
    scan.start();
    loop.exec();
    return record;
}

/// Asks for every device_id that is no listed server, and then for its actions.
inline QList<ProbeRequest> unlistedServers(const SnapshotPtr &snapshot)
{
    QSet<QString> listed;
    for (const Server &server : snapshot->servers)
        listed.insert(server.id);
    QList<ProbeRequest> wanted;
    for (const Port &port : snapshot->ports) {
        if (port.deviceId.isEmpty() || listed.contains(port.deviceId))
            continue;
        const auto probe = snapshot->serverProbes.constFind(port.deviceId);
        if (probe == snapshot->serverProbes.constEnd())
            wanted.append({ProbeRequest::Kind::Server, port.deviceId});
        else if (probe->status == 404)
            wanted.append({ProbeRequest::Kind::InstanceActions, port.deviceId});
    }
    return wanted;
}

} // namespace flotsam::test
