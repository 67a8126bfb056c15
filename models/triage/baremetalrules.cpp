// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rule D: ports whose device is a bare-metal node, by its uuid or its instance_uuid.
#include "models/triage/rules.h"

namespace flotsam {

using namespace Qt::StringLiterals;

Opinion baremetalNode(const PortCase &c)
{
    const SourceInfo &nodes = c.snapshot.source(SourceId::Nodes);
    const bool absent = nodes.status == SourceStatus::Absent || c.index.baremetal.absent();
    if (absent || nodes.unread() || c.index.baremetal.unread()) {
        c.noteUnread({SourceId::Nodes, SourceId::BaremetalPorts, SourceId::Portgroups});
        return unknown({Reason::SourceIncomplete});
    }
    bool found = false;
    bool moving = false;
    bool active = false;
    c.index.baremetal.forEachNodeOf(c.port.deviceId, [&](const Node &node) {
        found = true;
        moving = moving || !node.isStable();
        active = active || node.provisionState == "active"_L1;
        c.noteListing(SourceId::Nodes, node.id, node.provisionState,
                      u"the port's device is node "_s % (node.name.isEmpty() ? node.id : node.name));
    });
    if (!found) {
        c.noteListing(SourceId::Nodes, c.port.deviceId, u"none"_s, u"no node has that uuid or instance_uuid"_s);
        return {};
    }
    if (active)
        return inUse({Reason::IronicVif});
    if (const Opinion foreign = notMyProject(c))
        return foreign;
    if (moving)
        return settling({Reason::IronicBusy});
    if (const Opinion young = tooYoung(c))
        return young;
    if (c.firstUnread({SourceId::Ports, SourceId::Trunks})) {
        c.noteUnread({SourceId::Ports, SourceId::Trunks});
        return unknown({Reason::SourceIncomplete});
    }
    return likelyOrphan({Reason::IronicLeftover});
}

} // namespace flotsam
