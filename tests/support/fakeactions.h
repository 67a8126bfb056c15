// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/journal.h"
#include "models/remedy/portactions.h"
#include "models/remedy/recheck.h"

#include <QHash>
#include <QObject>
#include <QTimer>

#include <map>

namespace flotsam::test {

/// A cloud of ports in memory that does as it is told, or as a script says.
class FakeActions : public QObject, public PortActions
{
public:
    struct Script
    {
        PortAnswer answer;
        bool carriedOut = false; ///< the deed is done although the answer does not say so
    };

    std::map<QString, Port> ports; ///< what the cloud has
    QHash<QString, QList<Script>> acts; ///< by port: answers before it does as it is told
    QHash<QString, QList<PortLook::Kind>> looks; ///< by port: Unclear looks before the truth
    QStringList acted; ///< ids, in order
    QStringList looked;
    int mostInFlight = 0;
    std::function<void(const QString &)> onAct; ///< just before the cloud decides
    bool hold = false; ///< answers wait for release()
    bool looksBefore = false; ///< release() lets it begin, not end: it asks whether the deed is still wanted
    QList<ProjectQuota> quotas;

    void act(const PortOrder &order, ActDone done) override
    {
        acted += order.port.id;
        mostInFlight = std::max(mostInFlight, ++m_inFlight);
        later([this, order, done] {
            --m_inFlight;
            if (looksBefore && order.stillWanted && !order.stillWanted())
                done(answer(PortAnswer::Kind::Withdrawn, 0));
            else
                done(decide(order));
        });
    }
    void look(const QString &id, LookDone done) override
    {
        looked += id;
        later([this, id, done] {
            PortLook look;
            QList<PortLook::Kind> &script = looks[id];
            if (!script.isEmpty()) {
                look.kind = script.takeFirst();
                look.message = QStringLiteral("silence");
            } else if (const auto found = ports.find(id); found != ports.end()) {
                look.kind = PortLook::Kind::There;
                look.port = found->second;
            } else {
                look.kind = PortLook::Kind::Gone;
            }
            done(look);
        });
    }
    void readQuotas(const QStringList &, QuotasDone done) override
    {
        later([this, done] { done(quotas); });
    }
    void restore(const RestoreOrder &, RestoreDone done) override
    {
        later([done] { done({}); });
    }
    void cancelAll() override { m_held.clear(); }

    void release()
    {
        hold = false;
        const auto held = std::exchange(m_held, {});
        for (const auto &one : held)
            one();
    }

    static PortAnswer answer(PortAnswer::Kind kind, int status, const QString &message = {})
    {
        PortAnswer made;
        made.kind = kind;
        made.status = status;
        made.message = message;
        made.matched = true;
        return made;
    }

private:
    PortAnswer decide(const PortOrder &order)
    {
        if (onAct)
            onAct(order.port.id);
        QList<Script> &script = acts[order.port.id];
        if (!script.isEmpty()) {
            const Script next = script.takeFirst();
            if (next.carriedOut)
                carryOut(order);
            return next.answer;
        }
        const auto found = ports.find(order.port.id);
        if (found == ports.end())
            return answer(PortAnswer::Kind::Gone, 404);
        if (found->second.revision != order.port.revision)
            return answer(PortAnswer::Kind::Changed, 412, QStringLiteral("Constrained to another revision"));
        carryOut(order);
        return answer(PortAnswer::Kind::Done, order.action == RemedyAction::Delete ? 204 : 200);
    }
    void carryOut(const PortOrder &order)
    {
        const auto found = ports.find(order.port.id);
        if (found == ports.end())
            return;
        if (order.action == RemedyAction::Delete) {
            ports.erase(found);
            return;
        }
        Port &port = found->second;
        port.revision = port.revision.value_or(0) + 1;
        if (order.action == RemedyAction::RegenerateMac)
            port.mac = QStringLiteral("fa:16:3e:99:99:99");
        else
            port.deviceId = port.deviceOwner = port.hostId = QString();
    }
    void later(std::function<void()> what)
    {
        if (hold)
            m_held.append(what);
        else
            QTimer::singleShot(0, this, what);
    }

    QList<std::function<void()>> m_held;
    int m_inFlight = 0;
};

/// A journal in memory, which fails from the append of that number on.
class FakeJournal : public QObject, public Journal
{
public:
    QByteArray text;
    int appends = 0;
    int failFrom = -1;

    void append(const QByteArray &lines, Done done) override
    {
        const bool fails = failFrom >= 0 && appends >= failFrom;
        ++appends;
        if (!fails)
            text += lines;
        QTimer::singleShot(0, this, [fails, done] {
            Error error;
            error.kind = Error::Kind::File;
            error.what = QStringLiteral("Writing the journal");
            error.serviceMessage = QStringLiteral("No space left on device");
            done(fails ? std::optional(error) : std::nullopt);
        });
    }
    QString path() const override { return QStringLiteral("memory"); }
};

/// Every port of the plan was found ok at \a at.
inline RecheckResult allOk(const RemedyPlan &plan, const QDateTime &at)
{
    RecheckResult result;
    result.at = at;
    result.judgement = plan.judgement();
    result.canMatchRevision = true;
    for (const PlannedPort &planned : plan.ports())
        result.ports.append({planned.port.id, true, {}, planned.judgement});
    return result;
}

} // namespace flotsam::test
