// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/address.h"
#include "models/inventory/time.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace flotsam {

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

} // namespace flotsam
