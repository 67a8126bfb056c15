// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/baremetalindex.h"

namespace flotsam {

BaremetalIndex::BaremetalIndex(const Snapshot &snapshot)
    : m_snapshot(snapshot)
{
    for (int i = 0; i < int(snapshot.nodes.size()); ++i) {
        const Node &node = snapshot.nodes[i];
        m_nodes.insert(node.id, &node);
        if (!node.instanceId.isEmpty() && node.instanceId != node.id)
            m_byInstance.add(node.instanceId, i);
    }
    for (const QList<Nic> *list : {&snapshot.baremetalPorts, &snapshot.portgroups}) {
        for (const Nic &nic : *list) {
            const int at = int(m_nics.size());
            m_nics.push_back(&nic);
            if (!nic.nodeId.isEmpty())
                m_nicNodes.insert(nic.nodeId);
            if (!nic.mac.isEmpty())
                m_byMac.add(nic.mac, at);
            for (const QString &vif : nic.vifIds)
                m_vifs.add(vif, at);
        }
    }
}

bool BaremetalIndex::unread() const
{
    return m_snapshot.source(SourceId::BaremetalPorts).unread() || m_snapshot.source(SourceId::Portgroups).unread();
}

bool BaremetalIndex::absent() const
{
    return m_snapshot.source(SourceId::BaremetalPorts).status == SourceStatus::Absent
        || m_snapshot.source(SourceId::Portgroups).status == SourceStatus::Absent;
}

} // namespace flotsam
