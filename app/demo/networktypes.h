// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

/// What the simulated Neutron holds. Times are milliseconds since the epoch.
namespace flotsam::demo {

struct FixedAddress
{
    QString subnetId;
    QString ip;
};

struct AllowedPair
{
    QString ip;
    QString mac;
};

struct DhcpOption
{
    QString name;
    QString value;
    int version = 4;
};

struct Port
{
    QString id;
    QString name;
    QString networkId;
    QString projectId; ///< empty for the plumbing that Neutron charges to nobody
    QString mac;
    QString deviceId;
    QString deviceOwner;
    QString status = QStringLiteral("DOWN");
    QString description;
    QString hostId;
    QString vnicType = QStringLiteral("normal");
    QString vifType = QStringLiteral("unbound");
    QString dnsName;
    QString dnsDomain;
    QString qosPolicyId;
    QJsonObject profile; ///< binding:profile
    QList<FixedAddress> fixedIps;
    QList<AllowedPair> allowedPairs;
    QList<DhcpOption> dhcpOptions;
    QStringList tags;
    QStringList securityGroups;
    qint64 created = 0;
    qint64 updated = 0;
    int revision = 1;
    bool adminUp = true;
    bool portSecurity = true;

    bool bound() const
    {
        return vifType != QLatin1StringView("unbound") && vifType != QLatin1StringView("binding_failed");
    }
};

struct Network
{
    QString id;
    QString name;
    QString projectId;
    QString type = QStringLiteral("vxlan");
    QString physicalNetwork;
    int segment = 0;
    bool external = false;
    bool shared = false;
    QStringList subnets;
    qint64 created = 0;
};

struct Subnet
{
    QString id;
    QString name;
    QString networkId;
    QString projectId;
    QString cidr;
    QString gateway;
    int version = 4;
    bool dhcp = true;
    qint64 created = 0;
};

struct Router
{
    QString id;
    QString name;
    QString projectId;
    QString externalNetworkId;
    QList<FixedAddress> externalIps;
    qint64 created = 0;
};

struct Forwarding
{
    QString id;
    QString internalPortId;
    QString internalIp;
    int internalPort = 0;
    int externalPort = 0;
    QString protocol = QStringLiteral("tcp");
};

struct FloatingIp
{
    QString id;
    QString address;
    QString projectId;
    QString networkId;
    QString routerId;
    QString portId;
    QString fixedIp;
    QString description;
    QList<Forwarding> forwardings;
    qint64 created = 0;
    qint64 updated = 0;
    int revision = 1;
};

struct Subport
{
    QString portId;
    int segment = 0;
};

struct Trunk
{
    QString id;
    QString name;
    QString projectId;
    QString portId;
    QString status = QStringLiteral("ACTIVE");
    QList<Subport> subports;
    qint64 created = 0;
};

struct SecurityGroup
{
    QString id;
    QString name;
    QString projectId;
    QStringList rules; ///< ids of the four default rules
    qint64 created = 0;
};

struct QosPolicy
{
    QString id;
    QString name;
    QString projectId;
    bool shared = false;
    qint64 created = 0;
};

/// Why an operation was refused: the type and the words are the service's own.
struct Refusal
{
    int status = 409;
    QString type;
    QString message;
};

} // namespace flotsam::demo
