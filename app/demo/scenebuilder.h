// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demostate.h"

#include <functional>
#include <memory>

namespace flotsam::demo {

/// Puts a cloud together as it stands at the start of a scene. Ages are in seconds before the start.
class SceneBuilder
{
public:
    SceneBuilder(qint64 now, quint32 seed);

    DemoState &state() { return *m_state; }
    std::unique_ptr<DemoState> take() { return std::move(m_state); }
    qint64 ago(qint64 seconds) const { return m_state->start() - seconds * 1000; }
    IdSource &ids() { return m_state->ids; }

    QString project(const QString &name, const QString &description); ///< with its default security group
    /// A network with one subnet and its DHCP port.
    QString network(const QString &projectId, const QString &name, const QString &cidr, bool shared = false);
    QString externalNetwork(const QString &projectId, const QString &name, const QString &cidr);
    /// A router with an interface on \a networkId and, where given, a gateway.
    QString router(const QString &projectId, const QString &name, const QString &networkId, const QString &externalId);
    /// A floating IP with its port on the external network.
    QString floatingIp(const QString &projectId, const QString &externalId, const QString &routerId,
                       const QString &portId);
    void trunk(const QString &name, const QString &parentPort, const QList<Subport> &subports);

    using PortTweak = std::function<void(Port &)>;
    /// A port that is still as it was made, \a age seconds ago; \a tweak changes it before it is stored.
    QString port(const QString &projectId, const QString &networkId, qint64 age, const PortTweak &tweak = {});
    /// The same port, changed \a age seconds ago: one revision more.
    void touch(const QString &portId, qint64 age, const PortTweak &tweak = {});

    using ServerTweak = std::function<void(Server &)>;
    /// A running server with a bound port on each of \a networkIds.
    QString server(const QString &name, const QString &projectId, const QStringList &networkIds, qint64 age,
                   const ServerTweak &tweak = {});
    QString portOf(const QString &serverId, int index = 0) const;
    /// A server that was deleted; its actions are kept, its tombstone too unless \a purged.
    QString deadServer(const QString &name, const QString &projectId, qint64 born, qint64 died, bool purged = false);
    void action(const QString &serverId, const QString &name, qint64 start, qint64 end, const QString &message = {});

    QString stack(const QString &name, const QString &projectId, qint64 age, const std::function<void(Stack &)> &tweak);
    StackEvent event(const QString &resource, const QString &status, qint64 age, const QString &physicalId = {},
                     const QString &reason = QStringLiteral("state changed"));

    QString adminUser; ///< ids
    QString demoUser;
    QString flavor;
    QString image;

private:
    std::unique_ptr<DemoState> m_state;
};

} // namespace flotsam::demo
