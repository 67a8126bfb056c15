// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/neutronfloating.h"

#include "app/demo/neutronjson.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

Reply NeutronFloating::handle(const Request &request)
{
    auto &all = m_state.network.floatingIps;
    if (request.is("POST") && request.path.size() == 1)
        return create(request);
    const auto found = all.find(request.at(1));
    if (found == all.end() || (!request.caller.admin && found->second.projectId != request.caller.projectId))
        return neutronError(404, u"FloatingIPNotFound"_s, u"Floating IP %1 could not be found"_s.arg(request.at(1)));
    if (request.is("DELETE")) {
        const QString id = found->first;
        all.erase(found);
        for (const QString &portId : m_state.network.portsOfDevice(id))
            m_state.network.removePort(portId, true);
        return Reply::empty();
    }
    FloatingIp next = found->second;
    if (const auto problem = change(request.caller, request.json(u"floatingip"), next))
        return *problem;
    ++next.revision;
    next.updated = m_state.now();
    found->second = next;
    return Reply::json({{u"floatingip"_s, floatingIpJson(m_state, next)}});
}

Reply NeutronFloating::create(const Request &request)
{
    const QJsonObject wanted = request.json(u"floatingip");
    NetworkState &net = m_state.network;
    const QString networkId = wanted.value("floating_network_id"_L1).toString();
    const auto network = net.networks.find(networkId);
    if (networkId.isEmpty()) {
        return neutronError(400, u"HTTPBadRequest"_s,
                            u"Failed to parse request. Required attribute 'floating_network_id' not specified"_s);
    }
    if (network == net.networks.end())
        return neutronError(404, u"NetworkNotFound"_s, u"Network %1 could not be found."_s.arg(networkId));
    if (!network->second.external) {
        return neutronError(400, u"BadRequest"_s,
                            u"Bad floatingip request: Network %1 is not a valid external network."_s.arg(networkId));
    }
    FloatingIp fip;
    fip.projectId = wanted.value("project_id"_L1).toString(wanted.value("tenant_id"_L1).toString());
    if (fip.projectId.isEmpty() || !request.caller.admin)
        fip.projectId = request.caller.projectId;
    const int limit = net.limit(fip.projectId, u"floatingip"_s);
    if (limit >= 0 && net.used(fip.projectId, u"floatingip"_s) >= limit)
        return neutronError(409, u"OverQuota"_s, u"Quota exceeded for resources: ['floatingip']."_s);
    fip.id = m_state.ids.uuid();
    fip.networkId = networkId;
    fip.created = fip.updated = m_state.now();
    Port holder = m_state.draftPort(networkId, {});
    if (holder.fixedIps.isEmpty())
        return noAddressLeft(networkId);
    holder.deviceId = fip.id;
    holder.deviceOwner = u"network:floatingip"_s;
    holder.status = u"N/A"_s;
    holder.securityGroups.clear();
    fip.address = holder.fixedIps.first().ip;
    if (const auto problem = change(request.caller, wanted, fip))
        return *problem;
    if (const auto refusal = net.addPort(holder))
        return neutronError(*refusal);
    net.floatingIps[fip.id] = fip;
    return Reply::json({{u"floatingip"_s, floatingIpJson(m_state, fip)}}, 201);
}

std::optional<Reply> NeutronFloating::change(const Caller &caller, const QJsonObject &wanted, FloatingIp &fip)
{
    const NetworkState &net = m_state.network;
    if (wanted.contains("description"_L1))
        fip.description = wanted.value("description"_L1).toString();
    if (!wanted.contains("port_id"_L1))
        return {};
    const QString portId = wanted.value("port_id"_L1).toString();
    if (portId.isEmpty()) {
        fip.portId.clear();
        fip.fixedIp.clear();
        fip.routerId.clear();
        return {};
    }
    const Port *port = net.port(portId);
    if (!port || (!caller.admin && port->projectId != caller.projectId))
        return neutronError(404, u"PortNotFound"_s, u"Port %1 could not be found."_s.arg(portId));
    const QString asked = wanted.value("fixed_ip_address"_L1).toString();
    const auto inner = std::find_if(port->fixedIps.cbegin(), port->fixedIps.cend(), [&asked](const FixedAddress &have) {
        return asked.isEmpty() ? !have.ip.contains(u':') : have.ip == asked;
    });
    if (inner == port->fixedIps.cend()) {
        return neutronError(400, u"BadRequest"_s,
                            asked.isEmpty()
                                ? u"Bad floatingip request: Cannot add floating IP to port %1 that has no fixed IPv4 "
                                  "addresses."_s.arg(portId)
                                : u"Bad floatingip request: Port %1 does not have fixed ip %2."_s.arg(portId, asked));
    }
    for (const auto &[id, other] : net.floatingIps) {
        if (id == fip.id || other.portId != portId || other.fixedIp != inner->ip || other.networkId != fip.networkId)
            continue;
        return neutronError(409, u"FloatingIPPortAlreadyAssociated"_s,
                            u"Cannot associate floating IP %1 (%2) with port %3 using fixed IP %4, as that fixed IP "
                            "already has a floating IP on external network %5."_s.arg(fip.address, fip.id, portId,
                                                                                      inner->ip, fip.networkId));
    }
    const QString router = routerTo(fip.networkId, inner->subnetId);
    if (router.isEmpty()) {
        return neutronError(404, u"ExternalGatewayForFloatingIPNotFound"_s,
                            u"External network %1 is not reachable from subnet %2.  Therefore, cannot associate Port "
                            "%3 with a Floating IP."_s.arg(fip.networkId, inner->subnetId, portId));
    }
    fip.portId = portId;
    fip.fixedIp = inner->ip;
    fip.routerId = router;
    return {};
}

QString NeutronFloating::routerTo(const QString &externalNetwork, const QString &subnetId) const
{
    for (const auto &[id, router] : m_state.network.routers) {
        if (router.externalNetworkId != externalNetwork)
            continue;
        for (const QString &portId : m_state.network.portsOfDevice(id)) {
            const Port *leg = m_state.network.port(portId);
            const bool here = std::any_of(leg->fixedIps.cbegin(), leg->fixedIps.cend(),
                                          [&](const FixedAddress &address) { return address.subnetId == subnetId; });
            if (here && leg->deviceOwner == u"network:router_interface"_s)
                return id;
        }
    }
    return {};
}

} // namespace flotsam::demo
