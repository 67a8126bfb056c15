// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/jsonread.h"

using namespace Qt::StringLiterals;

namespace flotsam::json {

static QString projectOf(const Element &object)
{
    const QString project = memberId(object, "project_id");
    return project.isEmpty() ? memberId(object, "tenant_id") : project;
}

FloatingIp decodeFloatingIp(const Element &object)
{
    FloatingIp ip;
    ip.id = memberId(object, "id");
    ip.address = memberText(object, "floating_ip_address");
    ip.projectId = memberId(object, "project_id");
    if (ip.projectId.isEmpty())
        ip.projectId = memberId(object, "tenant_id");
    ip.portId = memberId(object, "port_id");
    ip.routerId = memberId(object, "router_id");
    ip.fixedAddress = memberText(object, "fixed_ip_address");
    if (const auto list = member(object, "port_forwardings")) {
        forEachEntry(*list, [&](const Element &entry) {
            ip.forwardings << PortForwarding{memberId(entry, "internal_port_id"),
                                             IpAddress::fromString(memberText(entry, "internal_ip_address"))};
        });
    }
    return ip;
}

Network decodeNetwork(const Element &object)
{
    Network network;
    network.id = memberId(object, "id");
    network.name = memberText(object, "name");
    network.projectId = projectOf(object);
    if (const auto external = member(object, "router:external"))
        network.external = boolean(*external, false);
    if (const auto shared = member(object, "shared"))
        network.shared = boolean(*shared, false);
    return network;
}

Subnet decodeSubnet(const Element &object)
{
    Subnet subnet;
    subnet.id = memberId(object, "id");
    subnet.name = memberText(object, "name");
    subnet.networkId = memberId(object, "network_id");
    subnet.projectId = projectOf(object);
    subnet.cidrText = memberText(object, "cidr");
    subnet.cidr = IpPrefix::fromString(subnet.cidrText);
    return subnet;
}

Router decodeRouter(const Element &object)
{
    Router router;
    router.id = memberId(object, "id");
    router.name = memberText(object, "name");
    router.projectId = projectOf(object);
    if (const auto gateway = member(object, "external_gateway_info"))
        router.externalNetworkId = memberId(*gateway, "network_id");
    return router;
}

Trunk decodeTrunk(const Element &object)
{
    Trunk trunk;
    trunk.id = memberId(object, "id");
    trunk.name = memberText(object, "name");
    trunk.projectId = projectOf(object);
    trunk.portId = memberId(object, "port_id");
    if (const auto subports = member(object, "sub_ports"))
        trunk.subports = subportIds(*subports);
    return trunk;
}

Quota decodeQuota(const Element &object)
{
    Quota quota;
    quota.projectId = memberId(object, "project_id");
    if (const auto port = member(object, "port"); port && port->is_object()) {
        const auto number = [&](std::string_view key, qint64 fallback) {
            const auto value = member(*port, key);
            return value ? integer(*value).value_or(fallback) : fallback;
        };
        quota.known = true;
        quota.limit = number("limit", -1);
        quota.used = number("used", 0);
        quota.reserved = number("reserved", 0);
    }
    return quota;
}

} // namespace flotsam::json
