// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/cloudconfig.h"
#include "models/inventory/cloudchoice.h"
#include "models/inventory/error.h"
#include "models/inventory/observationstore.h"
#include "models/inventory/snapshot.h"
#include "models/triage/judgement.h"

#include <QObject>

#include <memory>

namespace flotsam {

class CloudScan;

/// A snapshot, what judge() says of it, and since when its ports are unchanged.
struct Reading
{
    SnapshotPtr snapshot;
    JudgementPtr judgement;
};

/// One reading of one cloud, or of a file: loads what earlier scans saw, scans, judges, and keeps what was seen.
/// Lives on the thread that made it and never blocks it. One reading per object; ends like CloudScan.
class Reader : public QObject
{
    Q_OBJECT
public:
    explicit Reader(const Settings &settings, QObject *parent = nullptr);
    ~Reader() override;

    void scan(const CloudConfig &config);
    void open(const QString &path);
    void cancel();

signals:
    void loggedIn(const flotsam::AuthInfo &auth, const QString &region);
    void progress(const flotsam::SourceProgress &progress);
    void probesProgress(int done, int total);
    void problem(const flotsam::Error &error);
    void finished(const flotsam::Reading &reading);
    void failed(const flotsam::Error &error);

private:
    void startScan(const CloudConfig &config, const Observations &earlier);
    void judgeAndFinish(const SnapshotPtr &snapshot, const QString &observationName);

    Settings m_settings;
    std::unique_ptr<CloudScan> m_scan;
    bool m_cancelled = false;
};

} // namespace flotsam
