// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/address.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace flotsam {

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
