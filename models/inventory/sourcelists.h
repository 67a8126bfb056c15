// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/snapshot.h"

/// The list of a source, and what makes two of its objects the same one; internal to models/inventory.
namespace flotsam {

template <class S, class F>
auto withList(SourceId source, S &snapshot, F &&f)
{
    switch (source) {
    case SourceId::Ports:
        break;
    case SourceId::Servers:
        return f(snapshot.servers);
    case SourceId::DeletedServers:
        return f(snapshot.deletedServers);
    case SourceId::Stacks:
        return f(snapshot.stacks);
    case SourceId::DeletedStacks:
        return f(snapshot.deletedStacks);
    case SourceId::Resources:
        return f(snapshot.resources);
    case SourceId::Events:
        return f(snapshot.events);
    case SourceId::Networks:
        return f(snapshot.networks);
    case SourceId::Subnets:
        return f(snapshot.subnets);
    case SourceId::Routers:
        return f(snapshot.routers);
    case SourceId::FloatingIps:
        return f(snapshot.floatingIps);
    case SourceId::Trunks:
        return f(snapshot.trunks);
    case SourceId::Extensions:
        return f(snapshot.extensions);
    case SourceId::Quotas:
        return f(snapshot.quotas);
    case SourceId::Nodes:
        return f(snapshot.nodes);
    case SourceId::BaremetalPorts:
        return f(snapshot.baremetalPorts);
    case SourceId::Portgroups:
        return f(snapshot.portgroups);
    case SourceId::LoadBalancers:
        return f(snapshot.loadBalancers);
    case SourceId::Projects:
        return f(snapshot.projects);
    }
    return f(snapshot.ports);
}

template <class T>
QString itemKey(const T &item)
{
    return item.id;
}
inline QString itemKey(const Extension &item) { return item.alias; }
inline QString itemKey(const Quota &item) { return item.projectId; }
/// Heat keeps old rows of one name apart by their physical id; a resource without stack or name is none.
inline QString itemKey(const StackResource &item)
{
    if (item.stackId.isEmpty() || item.name.isEmpty())
        return {};
    return item.stackId + u'/' + item.name + u'/' + item.physicalId + u'/' + item.type;
}

} // namespace flotsam
