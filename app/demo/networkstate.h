// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/networktypes.h"

#include <QHash>
#include <QSet>

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace flotsam::demo {

/// Neutron's database. Ports are changed only through these functions, which keep the indexes, the uniqueness of
/// MAC addresses per network and the revision numbers.
class NetworkState
{
public:
    std::map<QString, Network> networks;
    std::map<QString, Subnet> subnets;
    std::map<QString, Router> routers;
    std::map<QString, FloatingIp> floatingIps;
    std::map<QString, Trunk> trunks;
    std::map<QString, SecurityGroup> securityGroups;
    std::map<QString, QosPolicy> qosPolicies;
    QHash<QString, QString> defaultGroups; ///< project -> its security group named "default"
    QHash<QString, QHash<QString, int>> quotas; ///< project -> resource -> limit, where it is not the default

    const std::vector<const Port *> &ports() const; ///< in the order of their ids
    const Port *port(const QString &id) const;
    QStringList portsOfDevice(const QString &deviceId) const;
    int portCount(const QString &projectId) const { return m_portCounts.value(projectId); }
    /// The port that has \a mac on that network, empty where none.
    QString macHolder(const QString &networkId, const QString &mac) const;

    int limit(const QString &projectId, const QString &resource) const;
    int used(const QString &projectId, const QString &resource) const;
    static const QStringList &quotaResources(); ///< in the order of Neutron's answer
    bool portQuotaFull(const QString &projectId) const;

    /// Takes a free address of \a subnetId. Empty where it has none left.
    QString allocate(const QString &subnetId);
    bool addressInUse(const QString &subnetId, const QString &ip) const;
    QStringList defaultGroup(const QString &projectId) const;

    std::optional<Refusal> addPort(const Port &port);
    /// Applies \a next in place of the port of its id: a new revision, unless only the status of nothing changed.
    std::optional<Refusal> replacePort(Port next, qint64 now);
    /// Refused for a router's ports, floating IPs, trunk parents and subports.
    std::optional<Refusal> removePort(const QString &id, bool force = false);
    const Trunk *trunkOfParent(const QString &portId) const;
    const Trunk *trunkOfSubport(const QString &portId) const;
    bool callerOwnsNetworkOf(const Port &port, const QString &projectId) const;

private:
    void index(const Port &port);
    void unindex(const Port &port);

    struct Pool
    {
        quint32 base = 0; ///< of IPv4
        quint32 last = 0; ///< the highest host number, 0 until it is known
        quint32 next = 0;
        QSet<QString> used;
    };
    std::unordered_map<QString, Port> m_ports;
    mutable std::vector<const Port *> m_order;
    mutable bool m_orderValid = false;
    QMultiHash<QString, QString> m_byDevice;
    QHash<std::pair<QString, QString>, QString> m_byMac;
    QHash<QString, int> m_portCounts;
    QHash<QString, Pool> m_pools;
};

} // namespace flotsam::demo
