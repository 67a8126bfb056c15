// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/reader.h"

#include "app/cloud/cloudscan.h"
#include "models/inventory/freedonworker.h"
#include "models/inventory/onworker.h"
#include "models/inventory/snapshotfile.h"

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

struct Judged
{
    Reading reading;
    std::optional<Error> storeError;
};

QString observationFile(const CloudConfig &config)
{
    const QString project
        = config.projectId.isEmpty() ? config.projectName + u'@' + config.projectDomainName : config.projectId;
    return ObservationStore::fileName(config.name, config.region, project, config.authUrl.toString());
}

} // namespace

Reader::Reader(const Settings &settings, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
{ }

Reader::~Reader() = default;

void Reader::scan(const CloudConfig &config)
{
    const QString name = observationFile(config);
    onWorker(
        this, [name] { return ObservationStore(ObservationStore::defaultFolder()).load(name); },
        [this, config](const Result<Observations> &earlier) {
            if (m_cancelled)
                return;
            if (!earlier)
                emit problem(earlier.error());
            startScan(config, earlier ? *earlier : Observations());
        });
}

void Reader::startScan(const CloudConfig &config, const Observations &earlier)
{
    ScanOptions options;
    options.observations = earlier;
    options.wantedProbes
        = [settings = m_settings](const SnapshotPtr &snapshot) { return wantedProbes(snapshot, settings); };
    m_scan = std::make_unique<CloudScan>(config, options);
    connect(m_scan.get(), &CloudScan::loggedIn, this, &Reader::loggedIn);
    connect(m_scan.get(), &CloudScan::progress, this, &Reader::progress);
    connect(m_scan.get(), &CloudScan::probesProgress, this, &Reader::probesProgress);
    connect(m_scan.get(), &CloudScan::problem, this, &Reader::problem);
    connect(m_scan.get(), &CloudScan::failed, this, &Reader::failed);
    connect(m_scan.get(), &CloudScan::finished, this, [this, config](const SnapshotPtr &snapshot) {
        const SourceInfo &ports = snapshot->source(SourceId::Ports);
        if (ports.status == SourceStatus::Denied || ports.status == SourceStatus::Failed) {
            emit failed({Error::Kind::Http,
                         tr("Listing ports"),
                         snapshot->cloud,
                         0,
                         ports.detail,
                         {},
                         tr("Without its ports there is nothing to say about a cloud")});
            return;
        }
        judgeAndFinish(snapshot, observationFile(config));
    });
    m_scan->start();
}

void Reader::open(const QString &path)
{
    onWorker(
        this, [path] { return readSnapshot(path); },
        [this](const Result<SnapshotPtr> &snapshot) {
            if (m_cancelled)
                return;
            if (snapshot)
                judgeAndFinish(*snapshot, {});
            else
                emit failed(snapshot.error());
        });
}

void Reader::cancel()
{
    m_cancelled = true;
    if (m_scan)
        m_scan->cancel();
}

void Reader::judgeAndFinish(const SnapshotPtr &snapshot, const QString &observationName)
{
    onWorker(
        this,
        [snapshot, settings = m_settings, observationName] {
            Judged judged;
            judged.reading = {snapshot, makeFreedOnWorker<Judgement>(judge(snapshot, settings))};
            if (!observationName.isEmpty())
                judged.storeError = ObservationStore(ObservationStore::defaultFolder())
                                        .save(observationName, observe(snapshot->observations, *snapshot));
            return judged;
        },
        [this](const Judged &judged) {
            if (m_cancelled)
                return;
            if (judged.storeError)
                emit problem(*judged.storeError);
            emit finished(judged.reading);
        });
}

} // namespace flotsam
