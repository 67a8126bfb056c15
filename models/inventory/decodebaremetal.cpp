// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/jsonread.h"

using namespace Qt::StringLiterals;

namespace flotsam::json {

Nic decodeNic(const Element &object, bool group)
{
    Nic nic;
    nic.group = group;
    nic.id = memberId(object, "uuid");
    nic.nodeId = memberId(object, "node_uuid");
    nic.name = memberText(object, "name");
    if (const auto address = member(object, "address"))
        nic.mac = mac(*address);
    for (const std::string_view place : {"internal_info", "extra"}) {
        const auto info = member(object, place);
        Object fields;
        if (!info || info->get(fields) != simdjson::SUCCESS)
            continue;
        const bool extra = place == "extra";
        for (const auto field : fields) {
            if (extra ? field.key != "vif_port_id" : !field.key.ends_with("_vif_port_id"))
                continue;
            const QString vif = id(field.value);
            if (!vif.isEmpty() && !nic.vifIds.contains(vif))
                nic.vifIds << vif;
        }
    }
    return nic;
}

Node decodeNode(const Element &object)
{
    Node node;
    node.id = memberId(object, "uuid");
    node.name = memberText(object, "name");
    node.instanceId = memberId(object, "instance_uuid");
    node.provisionState = memberText(object, "provision_state").toLower();
    node.resourceClass = memberText(object, "resource_class");
    node.networkInterface = memberText(object, "network_interface");
    node.owner = memberText(object, "owner");
    if (const auto maintenance = member(object, "maintenance"))
        node.maintenance = boolean(*maintenance, false);
    return node;
}

LoadBalancer decodeLoadBalancer(const Element &object)
{
    LoadBalancer balancer;
    balancer.id = memberId(object, "id");
    balancer.name = memberText(object, "name");
    balancer.projectId = memberId(object, "project_id");
    const QString vip = memberId(object, "vip_port_id");
    if (!vip.isEmpty())
        balancer.vipPortIds << vip;
    if (const auto more = member(object, "additional_vips"))
        balancer.vipPortIds << subportIds(*more);
    return balancer;
}

Observation decodeObservation(const Element &value)
{
    Observation seen;
    int fields = 0;
    const auto read = [&](std::initializer_list<std::string_view> keys) -> std::optional<Element> {
        for (const std::string_view key : keys) {
            if (const auto found = member(value, key)) {
                ++fields;
                return found;
            }
        }
        return std::nullopt;
    };
    if (const auto first = member(value, "first_seen"))
        seen.firstSeen = time(*first);
    if (const auto known = member(value, "known_since"))
        seen.knownSince = time(*known);
    if (const auto last = member(value, "last_seen"))
        seen.lastSeen = time(*last);
    if (const auto revision = member(value, "revision_number"))
        seen.revision = integer(*revision);
    if (const auto device = read({"device_id"}))
        seen.deviceId = id(*device);
    if (const auto owner = read({"device_owner"}))
        seen.deviceOwner = text(*owner);
    if (const auto address = read({"mac_address", "mac"}))
        seen.mac = mac(*address);
    if (const auto list = read({"addresses", "fixed_ips"})) {
        seen.addresses = strings(*list);
        forEachEntry(*list, [&](const Element &entry) {
            const QString ip = memberText(entry, "ip_address");
            if (!ip.isEmpty())
                seen.addresses << ip;
        });
    }
    if (const auto status = read({"status"}))
        seen.status = upper(*status);
    if (const auto host = read({"binding:host_id", "host_id", "host"}))
        seen.hostId = text(*host);
    seen.hasFields = fields == 6;
    const std::string raw = compact(value);
    seen.raw = QByteArray(raw.data(), qsizetype(raw.size()));
    return seen;
}

} // namespace flotsam::json
