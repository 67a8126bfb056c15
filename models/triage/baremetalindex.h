// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/snapshot.h"
#include "models/triage/chains.h"

#include <QSet>

namespace flotsam {

/// Nodes and NICs (bare-metal ports and port groups) of one snapshot, which must outlive it.
class BaremetalIndex
{
public:
    explicit BaremetalIndex(const Snapshot &snapshot);

    const Node *node(const QString &id) const { return m_nodes.value(id); }
    /// The uuid of a node, if only because a NIC says that it is one's.
    bool isNode(const QString &id) const { return m_nodes.contains(id) || m_nicNodes.contains(id); }
    /// Nodes whose uuid or instance_uuid is \a deviceId.
    template <class F>
    void forEachNodeOf(const QString &deviceId, F &&each) const
    {
        if (deviceId.isEmpty())
            return;
        if (const Node *own = node(deviceId))
            each(*own);
        m_byInstance.forEach(deviceId, [&](int at) { each(m_snapshot.nodes[at]); });
    }
    /// NICs that name the port as VIF.
    template <class F>
    void forEachNaming(const QString &portId, F &&each) const
    {
        m_vifs.forEach(portId, [&](int at) { each(*m_nics[size_t(at)]); });
    }
    bool namesVif(const QString &portId) const { return m_vifs.contains(portId); }
    template <class F>
    void forEachNicWithMac(const QString &mac, F &&each) const
    {
        m_byMac.forEach(mac, [&](int at) { each(*m_nics[size_t(at)]); });
    }
    bool hasNicWithMac(const QString &mac) const { return m_byMac.contains(mac); }

    /// Bare metal is unread where bare-metal ports or port groups are.
    bool unread() const;
    bool absent() const;

private:
    const Snapshot &m_snapshot;
    QHash<QString, const Node *> m_nodes;
    QSet<QString> m_nicNodes;
    std::vector<const Nic *> m_nics;
    Chains<QString> m_byInstance;
    Chains<QString> m_vifs;
    Chains<QString> m_byMac;
};

} // namespace flotsam
