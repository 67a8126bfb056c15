// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/address.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

/// What a cloud holds, decoded. Common to all types here:
/// ids are lower-case; a JSON null, '' and a value of the wrong type read as empty unless a member says otherwise;
/// times are milliseconds since the epoch (UTC; a time without zone is UTC), not set where missing or unreadable;
/// `raw` is the position of the object as sent in Snapshot::raw of its source.
namespace flotsam {

using Time = std::optional<qint64>;

struct FixedIp
{
    QString subnetId;
    QString text; ///< as sent
    std::optional<IpAddress> address;
};

struct AddressPair
{
    QString text; ///< as sent: an address or a CIDR
    std::optional<IpPrefix> prefix;
    QString mac; ///< normalised, empty where not given
};

/// Neutron port, /v2.0/ports.
struct Port
{
    QString id;
    QString name;
    QString projectId; ///< project_id, else tenant_id
    QString networkId;
    QString mac; ///< normalised (normalizedMac); mac as sent where that is no MAC
    QString deviceId; ///< lower-case
    QString deviceOwner;
    QString status;
    QString description;
    QString hostId; ///< binding:host_id
    QString vnicType; ///< binding:vnic_type
    QString vifType; ///< binding:vif_type
    bool hasVifType = false; ///< the key was there (it is not in a member's view)
    bool hasLocalLink = false; ///< binding:profile.local_link_information not empty
    QStringList residueKeys; ///< keys of binding:profile that a released port should not hold, see triage.md C5
    QList<FixedIp> fixedIps;
    QList<AddressPair> allowedAddressPairs;
    QStringList tags;
    QStringList securityGroups;
    QString trunkId; ///< trunk_details.trunk_id
    bool hasTrunkDetails = false; ///< trunk_details is an object: the port is a trunk's parent
    QStringList trunkSubports; ///< trunk_details.sub_ports[].port_id
    std::optional<qint64> revision;
    Time createdAt;
    Time updatedAt;
    QString createdText; ///< created_at as sent
    bool adminStateUp = true;
    int raw = -1;

    bool bound() const { return hasVifType && !vifTypeIsFree(); }
    bool unbound() const { return hasVifType && vifTypeIsFree(); }

private:
    bool vifTypeIsFree() const
    {
        return vifType.isEmpty() || vifType == QLatin1StringView("unbound")
            || vifType == QLatin1StringView("binding_failed");
    }
};

/// Nova server, live listing or deleted listing.
struct Server
{
    QString id;
    QString name;
    QString projectId;
    QString status; ///< upper-case
    QString taskState;
    QString vmState;
    QString host;
    QString availabilityZone;
    QString faultMessage; ///< fault.message
    bool hasAddresses = false; ///< `addresses` is there and not empty
    QStringList macs; ///< OS-EXT-IPS-MAC:mac_addr of `addresses`, normalised
    QStringList ips; ///< addr of `addresses`, as sent
    Time created;
    Time updated;
    Time launchedAt;
    Time terminatedAt;
    int raw = -1;

    bool isTombstone() const { return status == QLatin1StringView("DELETED"); }
};

/// Heat stack; nested ones too.
struct Stack
{
    QString id;
    QString name;
    QString status; ///< e.g. CREATE_COMPLETE, upper-case
    QString statusReason;
    QString projectId; ///< `project`, else from links[rel=self], else the token's project
    QString parent; ///< id of the stack that this one is nested in
    QString owner;
    Time created;
    Time updated;
    Time deleted;
    int raw = -1;
};

struct StackResource
{
    QString stackId;
    QString name; ///< resource_name, else logical_resource_id
    QString type;
    QString status; ///< upper-case
    QString statusReason;
    QString physicalId;
    Time created;
    Time updated;
    int raw = -1;
};

struct StackEvent
{
    QString id;
    QString stackId;
    QString resourceName; ///< resource_name, else logical_resource_id
    QString status; ///< resource_status, upper-case
    QString statusReason;
    QString physicalId;
    Time time; ///< event_time
    int raw = -1;
};

struct Network
{
    QString id;
    QString name;
    QString projectId;
    bool external = false; ///< router:external
    bool shared = false;
    int raw = -1;
};

struct Subnet
{
    QString id;
    QString name;
    QString networkId;
    QString projectId;
    QString cidrText;
    std::optional<IpPrefix> cidr;
    int raw = -1;
};

struct Router
{
    QString id;
    QString name;
    QString projectId;
    QString externalNetworkId; ///< external_gateway_info.network_id
    int raw = -1;
};

struct PortForwarding
{
    QString portId; ///< internal_port_id; empty where the listing leaves it out
    std::optional<IpAddress> internalAddress;
};

struct FloatingIp
{
    QString id;
    QString address; ///< floating_ip_address
    QString projectId;
    QString portId;
    QString routerId;
    QString fixedAddress;
    QList<PortForwarding> forwardings;
    int raw = -1;
};

struct Trunk
{
    QString id;
    QString name;
    QString projectId;
    QString portId;
    QStringList subports;
    int raw = -1;
};

struct Extension
{
    QString alias;
    QString name;
    int raw = -1;
};

/// One project's port quota (GET /v2.0/quotas/{id}/details).
struct Quota
{
    QString projectId;
    qint64 limit = -1; ///< -1: unlimited
    qint64 used = 0;
    qint64 reserved = 0;
    bool known = false; ///< the `port` object was there
    int raw = -1;
};

/// Ironic node.
struct Node
{
    QString id; ///< uuid
    QString name;
    QString instanceId; ///< instance_uuid
    QString provisionState; ///< lower-case
    QString resourceClass;
    QString networkInterface;
    QString owner;
    bool maintenance = false;
    int raw = -1;
};

/// A bare-metal NIC: an Ironic port or port group.
struct Nic
{
    QString id; ///< uuid
    QString nodeId;
    QString mac; ///< address, normalised; a port group may have none
    QStringList vifIds; ///< internal_info.*_vif_port_id and extra.vif_port_id
    QString name;
    bool group = false; ///< a port group
    int raw = -1;
};

struct LoadBalancer
{
    QString id;
    QString name;
    QString projectId;
    QStringList vipPortIds; ///< vip_port_id and additional_vips[].port_id
    int raw = -1;
};

struct Project
{
    QString id;
    QString name;
    QString domainId;
    int raw = -1;
};

} // namespace flotsam
