// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/computestate.h"
#include "app/demo/identitystate.h"
#include "app/demo/metalstate.h"
#include "app/demo/networkstate.h"
#include "app/demo/stackstate.h"
#include "app/demo/text.h"

#include <functional>
#include <map>
#include <optional>

namespace flotsam::demo {

/// A whole cloud in memory, with a clock of its own. Knows nothing of HTTP and of real time: advanceTo() moves its
/// time on and makes happen what is due until then.
class DemoState
{
public:
    using Event = std::function<void(DemoState &)>;

    explicit DemoState(qint64 start, quint32 seed = 1);

    IdSource ids;
    IdentityState identity;
    NetworkState network;
    ComputeState compute;
    StackState stacks;
    MetalState metal;
    QString storyProject = QStringLiteral("demo"); ///< name of the project that boots of the Demo menu are for

    qint64 now() const { return m_now; } ///< milliseconds since the epoch
    qint64 start() const { return m_start; }
    void later(qint64 ms, Event event);
    void advanceTo(qint64 time);
    std::optional<qint64> nextEvent() const;

    /// Sentences for people about what happened, until they are taken.
    void tell(const QString &sentence) { m_news.append(sentence); }
    QStringList takeNews() { return std::exchange(m_news, {}); }

    /// A port as Neutron would make it now: id, MAC, an address of each of the network's IP versions, the default
    /// security group. Not stored.
    Port draftPort(const QString &networkId, const QString &projectId);
    /// Neutron's OverQuota where \a projectId has no port left.
    std::optional<Refusal> portQuotaRefusal(const QString &projectId) const;
    /// Binds or unbinds as ML2 would for the port's binding:host_id.
    void settleBinding(Port &port) const;

private:
    qint64 m_start;
    qint64 m_now;
    std::multimap<qint64, Event> m_agenda;
    QStringList m_news;
};

} // namespace flotsam::demo
