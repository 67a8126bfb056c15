// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/jsonread.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace flotsam::json {

namespace {

bool isEmptyValue(const Element &value)
{
    Object object;
    simdjson::dom::array array;
    if (value.get(object) == simdjson::SUCCESS)
        return object.size() == 0;
    if (value.get(array) == simdjson::SUCCESS)
        return array.size() == 0;
    return value.is_null() || (value.is_string() && view(value).empty());
}

void readProfile(const Element &value, Port &port)
{
    static constexpr std::array<std::string_view, 6> residue{"pci_slot", "pci_vendor_info",    "pf_mac_address",
                                                             "vf_num",   "card_serial_number", "allocation"};
    Object profile;
    if (value.get(profile) != simdjson::SUCCESS)
        return;
    for (const auto field : profile) {
        if (isEmptyValue(field.value))
            continue;
        if (field.key == "local_link_information")
            port.hasLocalLink = true;
        else if (std::find(residue.begin(), residue.end(), field.key) != residue.end())
            port.residueKeys << QString::fromUtf8(field.key.data(), qsizetype(field.key.size()));
    }
    port.residueKeys.sort();
}

void readFixedIps(const Element &value, Pool &pool, Port &port)
{
    forEachEntry(value, [&](const Element &entry) {
        FixedIp ip;
        if (const auto subnet = member(entry, "subnet_id"))
            ip.subnetId = pool.id(*subnet);
        ip.text = memberText(entry, "ip_address");
        ip.address = IpAddress::fromString(ip.text);
        if (!ip.text.isEmpty())
            port.fixedIps << ip;
    });
}

void readAddressPairs(const Element &value, Port &port)
{
    forEachEntry(value, [&](const Element &entry) {
        AddressPair pair;
        pair.text = memberText(entry, "ip_address");
        pair.prefix = IpPrefix::fromString(pair.text);
        if (const auto address = member(entry, "mac_address"))
            pair.mac = mac(*address);
        if (!pair.text.isEmpty())
            port.allowedAddressPairs << pair;
    });
}

} // namespace

QStringList subportIds(const Element &value)
{
    QStringList ids;
    forEachEntry(value, [&](const Element &entry) {
        const QString port = memberId(entry, "port_id");
        if (!port.isEmpty())
            ids << port;
    });
    return ids;
}

Port decodePort(const Object &object, Pool &pool)
{
    Port port;
    QString tenant;
    for (const auto [key, value] : object) {
        if (key == "id")
            port.id = id(value);
        else if (key == "name")
            port.name = text(value);
        else if (key == "project_id")
            port.projectId = pool.id(value);
        else if (key == "tenant_id")
            tenant = pool.id(value);
        else if (key == "network_id")
            port.networkId = pool.id(value);
        else if (key == "mac_address")
            port.mac = mac(value);
        else if (key == "device_id")
            port.deviceId = id(value);
        else if (key == "device_owner")
            port.deviceOwner = pool.text(value);
        else if (key == "status")
            port.status = pool.text(value).toUpper();
        else if (key == "description")
            port.description = text(value);
        else if (key == "admin_state_up")
            port.adminStateUp = boolean(value, true);
        else if (key == "binding:host_id")
            port.hostId = pool.text(value);
        else if (key == "binding:vnic_type")
            port.vnicType = pool.text(value);
        else if (key == "binding:vif_type") {
            port.hasVifType = true;
            port.vifType = pool.text(value);
        } else if (key == "binding:profile")
            readProfile(value, port);
        else if (key == "fixed_ips")
            readFixedIps(value, pool, port);
        else if (key == "allowed_address_pairs")
            readAddressPairs(value, port);
        else if (key == "tags")
            port.tags = strings(value);
        else if (key == "security_groups")
            forEachEntry(value, [&](const Element &group) { port.securityGroups << pool.id(group); });
        else if (key == "trunk_details" && value.is_object()) {
            port.hasTrunkDetails = true;
            port.trunkId = memberId(value, "trunk_id");
            if (const auto subports = member(value, "sub_ports"))
                port.trunkSubports = subportIds(*subports);
        } else if (key == "revision_number")
            port.revision = integer(value);
        else if (key == "created_at") {
            port.createdText = text(value);
            port.createdAt = time(value);
        } else if (key == "updated_at")
            port.updatedAt = time(value);
    }
    if (port.projectId.isEmpty())
        port.projectId = tenant;
    return port;
}

} // namespace flotsam::json
