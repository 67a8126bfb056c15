// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/remedycontroller.h"
#include "models/inventory/decode.h"
#include "tests/net/democlient.h"
#include "tests/support/scanned.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace flotsam::test {

/// A cloud read and judged as the program does it; null where it could not be read.
inline JudgementPtr judgedCloud(const CloudConfig &config, const Settings &settings = {})
{
    ScanOptions options;
    options.wantedProbes = [settings](const SnapshotPtr &snapshot) { return wantedProbes(snapshot, settings); };
    const ScanRecord record = scanned(config, options, 120'000);
    return record.snapshot ? std::make_shared<const Judgement>(judge(record.snapshot, settings)) : nullptr;
}

/// Ids of the ports that \a which takes.
template <class Which>
QStringList portsWhere(const Judgement &judgement, Which &&which)
{
    QStringList ids;
    for (int i = 0; i < int(judgement.ports.size()); ++i) {
        if (which(judgement.snapshot->ports[i], judgement.ports[i]))
            ids += judgement.snapshot->ports[i].id;
    }
    return ids;
}

inline QStringList provenOrphans(const Judgement &judgement)
{
    return portsWhere(judgement, [](const Port &, const PortJudgement &port) { return port.preselected; });
}

inline const QString &deadServer()
{
    static const QString id = QStringLiteral("00000000-0000-4000-8000-00000000dead");
    return id;
}

/// A port that names a server which does not exist.
inline QString makeLeftPort(DemoClient &client, const QString &network, const QString &name = QStringLiteral("left"))
{
    const QJsonObject port{{QStringLiteral("network_id"), network},
                           {QStringLiteral("name"), name},
                           {QStringLiteral("device_id"), deadServer()}};
    const auto made = client.send("POST", QStringLiteral("/network/v2.0/ports"), {{QStringLiteral("port"), port}});
    return made.json[QStringLiteral("port")][QStringLiteral("id")].toString();
}

/// A plan of ports as the cloud has them now, out of a reading made up so that every action is allowed.
inline RemedyPlan madeUpPlan(DemoClient &client, const QStringList &ids, RemedyAction action)
{
    QJsonArray ports;
    for (const QString &id : ids)
        ports.append(client.get(QStringLiteral("/network/v2.0/ports/") + id).json[QStringLiteral("port")]);
    const QByteArray body = QJsonDocument(QJsonObject{{QStringLiteral("ports"), ports}}).toJson();
    auto snapshot = std::make_shared<Snapshot>(decodePage(SourceId::Ports, body)->items);
    std::sort(snapshot->ports.begin(), snapshot->ports.end(),
              [](const Port &one, const Port &other) { return one.id < other.id; });
    for (SourceInfo &info : snapshot->sources)
        info.status = SourceStatus::Complete;
    snapshot->takenAt = QDateTime::currentDateTimeUtc();
    snapshot->auth.admin = true;
    ServerProbe gone;
    gone.status = 404;
    gone.body = ServerProbe::Body::ItemNotFound;
    snapshot->serverProbes.insert(deadServer(), gone);
    snapshot->extensions.append({QStringLiteral("port-mac-address-regenerate"), {}, -1});
    for (const Port &port : std::as_const(snapshot->ports)) {
        Nic nic;
        nic.id = port.id;
        nic.mac = port.mac;
        snapshot->baremetalPorts.append(nic);
    }
    const auto judgement = std::make_shared<const Judgement>(judge(snapshot, {0}));
    return RemedyPlan::make(judgement, {action, ids, {}}, QDateTime::currentDateTimeUtc());
}

/// A re-check that found every port as it was.
inline RecheckResult madeUpCheck(const RemedyPlan &plan)
{
    RecheckResult check;
    check.at = QDateTime::currentDateTimeUtc();
    check.canMatchRevision = true;
    for (const PlannedPort &planned : plan.ports())
        check.ports.append({planned.port.id, true, {}, planned.judgement});
    return check;
}

/// A controller with everything that it needs, led by a test.
struct RemedyBench
{
    explicit RemedyBench(const CloudConfig &cloud, const RemedyOptions &wanted = {})
        : config(cloud)
        , options(wanted)
    {
        options.journalFolder = home.path() + QStringLiteral("/journals");
        options.run.betweenLooks = std::chrono::milliseconds(20);
        controller = std::make_unique<RemedyController>(lock, options);
        controller->setCloud(config);
        lock.unlock();
        QObject::connect(controller.get(), &RemedyController::reviewReady, controller.get(),
                         [this](const RemedyReview &made) {
                             review = made;
                             ++reviews;
                         });
        QObject::connect(controller.get(), &RemedyController::failed, controller.get(), [this](const Error &error) {
            failure = error;
            ++failures;
        });
        QObject::connect(controller.get(), &RemedyController::finished, controller.get(),
                         [this](const RemedyReport &made) {
                             report = made;
                             ++finished;
                         });
    }

    /// As the window does after a reading.
    void read(const Judgement &judgement)
    {
        controller->setView(judgement.snapshot->auth, judgement.snapshot->region);
    }
    /// Re-checks; true where there is a review to confirm.
    bool begin(const RemedyPlan &plan)
    {
        const int before = reviews + failures;
        const QString why = controller->begin(plan);
        if (!why.isEmpty()) {
            qWarning("not begun: %s", qPrintable(why));
            return false;
        }
        return QTest::qWaitFor([&] { return reviews + failures > before; }, 60'000) && failures == 0;
    }
    Confirmation everything() const
    {
        Confirmation all;
        all.ids = review.plan.ids();
        all.typedNumber = int(all.ids.size());
        all.wiresAccepted = true;
        return all;
    }
    bool waitForReport()
    {
        return QTest::qWaitFor([&] { return finished > 0; }, 120'000);
    }
    bool confirm()
    {
        const QString why = controller->confirm(everything());
        if (!why.isEmpty())
            qWarning("not confirmed: %s", qPrintable(why));
        return why.isEmpty();
    }
    const PortOutcome *outcomeOf(const QString &id) const
    {
        for (const PortOutcome &one : report.outcomes) {
            if (one.portId == id)
                return &one;
        }
        return nullptr;
    }

    QTemporaryDir home;
    CloudConfig config;
    RemedyOptions options;
    LockState lock{ProtectedClouds(home.path() + QStringLiteral("/protected.ini"))};
    std::unique_ptr<RemedyController> controller;
    RemedyReview review;
    RemedyReport report;
    Error failure;
    int reviews = 0;
    int failures = 0;
    int finished = 0;
};

} // namespace flotsam::test
