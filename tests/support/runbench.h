// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/remedyrun.h"
#include "tests/support/fakeactions.h"
#include "tests/support/ruletest.h"

#include <QTest>

namespace flotsam::test {

using namespace Qt::StringLiterals;
using Kind = PortAnswer::Kind;
using State = RunProgress::State;

/// A run of ports 1 to n, unattached or stale, against a cloud in memory.
struct RunBench
{
    explicit RunBench(int count, RemedyAction action = RemedyAction::Delete)
    {
        TestCloud c;
        c.ports.reserve(1000);
        QStringList ids;
        for (int i = 1; i <= count; ++i) {
            Port &port = c.port(i);
            if (action == RemedyAction::ClearDevice) {
                port.name = u"mine-%1"_s.arg(i);
                port.deviceId = serverId(1);
                port.deviceOwner = u"compute:nova"_s;
            }
            if (action == RemedyAction::RegenerateMac)
                c.nic(i, i).mac = port.mac;
            ids += portId(i);
        }
        c.kill(1);
        c.extensions.append({u"port-mac-address-regenerate"_s, {}, -1});
        const auto judgement = std::make_shared<const Judgement>(judge(c.build()));
        plan = RemedyPlan::make(judgement, {action, ids, {}}, now);
        for (const PlannedPort &planned : plan.ports())
            actions.ports[planned.port.id] = planned.port;
        options.clock = [this] { return now; };
        options.betweenLooks = std::chrono::milliseconds(1);
    }

    RemedyRun &make()
    {
        run = std::make_unique<RemedyRun>(plan, allOk(plan, now), JournalHeader(), actions, journal, options);
        QObject::connect(run.get(), &RemedyRun::finished, run.get(), [this](const RemedyReport &made) {
            report = made;
            ++finished;
        });
        return *run;
    }
    void play()
    {
        make().start();
        QTRY_COMPARE_WITH_TIMEOUT(finished, 1, 60'000);
    }
    const PortOutcome &outcome(int port) const
    {
        for (const PortOutcome &one : report.outcomes) {
            if (one.portId == portId(port))
                return one;
        }
        static const PortOutcome none;
        return none;
    }
    bool has(int port) const { return actions.ports.count(portId(port)) > 0; }
    void script(int port, Kind kind, int status, bool carriedOut = false, std::chrono::milliseconds wait = {})
    {
        PortAnswer answer = FakeActions::answer(kind, status, u"said so"_s);
        answer.wait = wait;
        actions.acts[portId(port)].append({answer, carriedOut});
    }

    QDateTime now{QDate(2026, 11, 30), QTime(9, 41), Qt::UTC};
    RemedyPlan plan;
    FakeActions actions;
    FakeJournal journal;
    RunOptions options;
    std::unique_ptr<RemedyRun> run;
    RemedyReport report;
    int finished = 0;
};

} // namespace flotsam::test
