// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/jsonread.h"
#include "models/inventory/sourcelists.h"

using namespace Qt::StringLiterals;

namespace flotsam::json {

bool decodeItem(SourceId source, const Element &object, const QString &tokenProjectId, Pool &pool, int raw,
                Snapshot &out)
{
    Object fields;
    if (object.get(fields) != simdjson::SUCCESS)
        return false;
    const auto add = [raw](auto &list, auto item) {
        if (itemKey(item).isEmpty())
            return false;
        item.raw = raw;
        list.append(std::move(item));
        return true;
    };
    switch (source) {
    case SourceId::Ports:
        return add(out.ports, decodePort(fields, pool));
    case SourceId::Servers:
        return add(out.servers, decodeServer(fields, pool));
    case SourceId::DeletedServers:
        return add(out.deletedServers, decodeServer(fields, pool));
    case SourceId::Stacks:
        return add(out.stacks, decodeStack(fields, tokenProjectId));
    case SourceId::DeletedStacks:
        return add(out.deletedStacks, decodeStack(fields, tokenProjectId));
    case SourceId::Resources:
        return add(out.resources, decodeResource(fields, pool));
    case SourceId::Events:
        return add(out.events, decodeEvent(fields, pool));
    case SourceId::Networks:
        return add(out.networks, decodeNetwork(object));
    case SourceId::Subnets:
        return add(out.subnets, decodeSubnet(object));
    case SourceId::Routers:
        return add(out.routers, decodeRouter(object));
    case SourceId::FloatingIps:
        return add(out.floatingIps, decodeFloatingIp(object));
    case SourceId::Trunks:
        return add(out.trunks, decodeTrunk(object));
    case SourceId::Extensions:
        return add(out.extensions, Extension{memberText(object, "alias"), memberText(object, "name"), -1});
    case SourceId::Quotas:
        return add(out.quotas, decodeQuota(object));
    case SourceId::Nodes:
        return add(out.nodes, decodeNode(object));
    case SourceId::BaremetalPorts:
        return add(out.baremetalPorts, decodeNic(object, false));
    case SourceId::Portgroups:
        return add(out.portgroups, decodeNic(object, true));
    case SourceId::LoadBalancers:
        return add(out.loadBalancers, decodeLoadBalancer(object));
    case SourceId::Projects:
        return add(out.projects,
                   Project{memberId(object, "id"), memberText(object, "name"), memberId(object, "domain_id"), -1});
    }
    return false;
}

QString lastId(SourceId source, const Snapshot &out)
{
    return withList(source, out, [](const auto &list) { return itemKey(list.last()); });
}

} // namespace flotsam::json
