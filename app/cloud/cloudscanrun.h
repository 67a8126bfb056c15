// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/cloudscan.h"
#include "app/cloud/computereader.h"
#include "app/cloud/keystonesession.h"
#include "app/cloud/networkreader.h"
#include "app/cloud/scanboard.h"
#include "app/cloud/serverprober.h"
#include "app/cloud/servicereader.h"
#include "app/cloud/transport.h"

#include <QTimer>

namespace flotsam {

/// The steps of one scan, in the order of the functions below.
class CloudScan::Run : public QObject
{
    Q_OBJECT
public:
    Run(CloudScan &scan, const CloudConfig &config, const ScanOptions &options);
    ~Run() override;

    void start();
    /// Nothing is emitted from now on and nothing is in flight.
    void stop();
    /// True while a slot of the scan's user is being called: this must not be deleted under it.
    bool isBusy() const { return m_busy > 0; }
    ScanRegions regions() const;

private:
    template <class Signal, class... Args>
    void tell(Signal signal, const Args &...args);

    void login(const TlsSettings &tls);
    void onLoggedIn();
    void readPorts();
    void discoverComputes();
    void checkAdmin();
    void readRest();
    void readQuotas();
    void onReaderFinished();
    void build();
    void probe();
    void onProbed();
    void onDeadline();
    void finish();
    void fail(const Error &error);
    template <class Reader, class... Args>
    Reader *addReader(Args &&...args);
    template <class Reader>
    void addForEach(ServiceType type, const QList<SourceId> &sources);
    void settleUnused(const QList<SourceId> &sources, const QString &problem);

    enum class Step
    {
        LoggingIn,
        ReadingPorts,
        ReadingRest,
        Closing, ///< the deadline struck
        Probing,
        Over
    };

    CloudScan &m_scan;
    CloudConfig m_config;
    ScanOptions m_options;
    Step m_step = Step::LoggingIn;
    QTimer m_deadline;
    std::unique_ptr<Transport> m_transport;
    std::unique_ptr<KeystoneSession> m_session;
    ScanBoard m_board;
    ServiceMap m_services;
    AuthInfo m_auth;
    QList<ServicePlace> m_computePlaces;
    QList<ComputeApi> m_computes;
    QString m_computeProblem;
    PortsReader *m_ports = nullptr;
    QList<ServiceReader *> m_readers;
    int m_computesWaited = 0;
    bool m_adminKnown = false;
    bool m_quotasStarted = false;
    SnapshotPtr m_snapshot;
    ServerProber *m_prober = nullptr;
    QSet<QString> m_askedServers;
    QSet<QString> m_askedActions;
    int m_rounds = 0;
    int m_busy = 0;
    bool m_stopped = false;
};

} // namespace flotsam
