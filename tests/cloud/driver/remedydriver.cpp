// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Leads the remedy of the program against a real cloud, step by step, so that a check can do something in between:
//
//     cloud_remedy CLOUD JOURNALS GRACE-SECONDS
//
// One JSON object a line comes in, one goes out for each:
//     {"do":"plan","action":"delete","ports":[ids],"bulk":[ids]}  reads the cloud and makes a plan
//     {"do":"check"}                                              re-check and tripwires
//     {"do":"run"}                                                confirms everything, runs, reports
//     {"do":"restore","journal":path,"port":id}
// Whatever is not done answers {"refused": why} or {"failed": why}.
#include "app/cloud/cloudconfigs.h"
#include "app/cloud/cloudscan.h"
#include "app/remedycontroller.h"
#include "models/inventory/onworker.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSocketNotifier>
#include <QTextStream>

#include <cstdio>

#include <unistd.h>

using namespace flotsam;
using namespace Qt::StringLiterals;

namespace {

QStringList strings(const QJsonValue &value) { return value.toVariant().toStringList(); }

class Driver : public QObject
{
public:
    Driver(const CloudConfig &config, const QString &journals, int grace)
        : m_config(config)
        , m_settings{grace}
        , m_lock(ProtectedClouds(journals + u"/protected.ini"_s))
        , m_input(STDIN_FILENO, QSocketNotifier::Read)
    {
        RemedyOptions options;
        options.settings = m_settings;
        options.journalFolder = journals;
        m_controller = std::make_unique<RemedyController>(m_lock, options);
        m_controller->setCloud(config);
        m_lock.unlock();
        connect(m_controller.get(), &RemedyController::reviewReady, this, &Driver::showReview);
        connect(m_controller.get(), &RemedyController::failed, this, [](const Error &error) {
            say({{u"failed"_s, error.toString()}});
        });
        connect(m_controller.get(), &RemedyController::finished, this, [](const RemedyReport &report) {
            say({{u"report"_s, QJsonDocument::fromJson(report.toJson()).object()}});
        });
        connect(m_controller.get(), &RemedyController::restored, this,
                [](const QString &former, const RestoreAnswer &answer) {
                    say({{u"restored"_s, former},
                         {u"made"_s, answer.made},
                         {u"id"_s, answer.newId},
                         {u"different"_s, QJsonArray::fromStringList(answer.different)},
                         {u"message"_s, answer.message}});
                });
        connect(&m_input, &QSocketNotifier::activated, this, &Driver::read);
    }

private:
    static void say(const QJsonObject &object)
    {
        QTextStream(stdout) << QJsonDocument(object).toJson(QJsonDocument::Compact) << Qt::endl;
    }

    void read()
    {
        char bytes[65536];
        const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
        if (count <= 0) {
            QCoreApplication::quit();
            return;
        }
        m_text += QByteArray(bytes, qsizetype(count));
        for (qsizetype end = m_text.indexOf('\n'); end >= 0; end = m_text.indexOf('\n')) {
            const QJsonObject command = QJsonDocument::fromJson(m_text.left(end)).object();
            m_text.remove(0, end + 1);
            obey(command);
        }
    }

    void obey(const QJsonObject &command)
    {
        const QString what = command.value("do"_L1).toString();
        QString refused;
        if (what == u"plan")
            plan(command);
        else if (what == u"check")
            refused = m_controller->begin(m_plan);
        else if (what == u"run")
            refused = run();
        else if (what == u"restore")
            refused
                = m_controller->restore(command.value("journal"_L1).toString(), command.value("port"_L1).toString());
        else
            refused = u"no such command"_s;
        if (!refused.isEmpty())
            say({{u"refused"_s, refused}});
    }

    void plan(const QJsonObject &command)
    {
        ScanOptions options;
        options.wantedProbes
            = [settings = m_settings](const SnapshotPtr &snapshot) { return wantedProbes(snapshot, settings); };
        m_scan = std::make_unique<CloudScan>(m_config, options);
        connect(m_scan.get(), &CloudScan::failed, this, [](const Error &error) {
            say({{u"failed"_s, error.toString()}});
        });
        connect(m_scan.get(), &CloudScan::finished, this, [this, command](const SnapshotPtr &snapshot) {
            m_controller->setView(snapshot->auth, snapshot->region);
            RemedyPlan::Request request;
            request.action = remedyActionFromWord(command.value("action"_L1).toString()).value_or(RemedyAction::Delete);
            request.chosen = strings(command.value("ports"_L1));
            request.bulk = strings(command.value("bulk"_L1));
            onWorker(
                this,
                [snapshot, request, settings = m_settings] {
                    return RemedyPlan::make(std::make_shared<const Judgement>(judge(snapshot, settings)), request,
                                            QDateTime::currentDateTimeUtc());
                },
                [this](const RemedyPlan &made) {
                    m_plan = made;
                    showPlan();
                });
        });
        m_scan->start();
    }

    void showPlan()
    {
        QJsonArray ports;
        for (const PlannedPort &planned : m_plan.ports())
            ports.append(QJsonObject{{u"id"_s, planned.port.id},
                                     {u"sentence"_s, planned.sentence},
                                     {u"effects"_s, QJsonArray::fromStringList(planned.effects.sentences)}});
        QJsonArray refused;
        for (const RefusedPort &port : m_plan.refused())
            refused.append(QJsonObject{{u"id"_s, port.id}, {u"why"_s, port.why}});
        say({{u"plan"_s, ports}, {u"refused_ports"_s, refused}});
    }

    void showReview(const RemedyReview &review)
    {
        m_review = review;
        QJsonArray out;
        for (const RecheckedPort &port : review.takenOut)
            out.append(QJsonObject{{u"id"_s, port.id}, {u"why"_s, port.why}});
        QJsonArray wires;
        for (const Tripwire &wire : review.wires)
            wires.append(QJsonObject{{u"refuses"_s, wire.trip == Tripwire::Trip::Refuse}, {u"words"_s, wire.words}});
        const QSet<QString> ids = review.plan.ids();
        say({{u"review"_s, QJsonArray::fromStringList(QStringList(ids.begin(), ids.end()))},
             {u"taken_out"_s, out},
             {u"wires"_s, wires},
             {u"if_match"_s, review.canMatchRevision},
             {u"can_run"_s, review.canRun()}});
    }

    QString run()
    {
        Confirmation all;
        all.ids = m_review.plan.ids();
        all.typedNumber = int(all.ids.size());
        all.wiresAccepted = true;
        return m_controller->confirm(all);
    }

    const CloudConfig m_config;
    const Settings m_settings;
    LockState m_lock;
    std::unique_ptr<RemedyController> m_controller;
    std::unique_ptr<CloudScan> m_scan;
    RemedyPlan m_plan;
    RemedyReview m_review;
    QSocketNotifier m_input;
    QByteArray m_text;
};

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() != 4) {
        QTextStream(stderr) << "cloud_remedy CLOUD JOURNALS GRACE-SECONDS\n";
        return 2;
    }
    const Result<CloudConfig> config = CloudConfigs::load().get(arguments[1], {});
    if (!config) {
        QTextStream(stderr) << config.error().toString() << Qt::endl;
        return 1;
    }
    const Driver driver(*config, arguments[2], arguments[3].toInt());
    return QCoreApplication::exec();
}
