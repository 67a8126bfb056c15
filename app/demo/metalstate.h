// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>

#include <map>

/// What the simulated Ironic holds. Times are milliseconds since the epoch, 0 where there is none.
namespace flotsam::demo {

struct Node
{
    QString id;
    QString name;
    QString state = QStringLiteral("available"); ///< provision_state
    QString targetState;
    QString instanceId;
    QString owner;
    QString lastError;
    QString maintenanceReason;
    QString power = QStringLiteral("power off");
    bool maintenance = false;
    qint64 created = 0;
    qint64 updated = 0;
    qint64 stateChanged = 0;
};

struct Nic
{
    QString id;
    QString nodeId;
    QString mac;
    QString portgroupId;
    QString switchPort;
    QJsonObject internalInfo;
    QJsonObject extra;
    qint64 created = 0;
    qint64 updated = 0;
};

struct Portgroup
{
    QString id;
    QString name;
    QString nodeId;
    QString mac;
    QJsonObject internalInfo;
    QJsonObject extra;
    qint64 created = 0;
    qint64 updated = 0;
};

class MetalState
{
public:
    std::map<QString, Node> nodes;
    std::map<QString, Nic> nics;
    std::map<QString, Portgroup> portgroups;
};

} // namespace flotsam::demo
