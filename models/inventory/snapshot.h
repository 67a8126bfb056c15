// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/items.h"
#include "models/inventory/rawitems.h"
#include "models/inventory/source.h"

#include <QDateTime>
#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

#include <array>
#include <memory>
#include <optional>

namespace flotsam {

/// Whose token read the cloud.
struct AuthInfo
{
    QString projectId;
    QString projectName;
    QString userName;
    QStringList roles;
    bool admin = false;
};

/// Answer to GET /servers/{id}, agreed on by every compute region that shares the Neutron.
struct ServerProbe
{
    enum class Body
    {
        None, ///< not kept
        ItemNotFound, ///< Nova's own 404 body
        Server, ///< `server` is set
        Other, ///< anything else
    };
    int status = 0; ///< HTTP status; 0: no answer
    QString microversion; ///< e.g. "2.60"; empty where not kept
    Body body = Body::None;
    std::optional<Server> server;
    QByteArray raw; ///< the probe object as in the snapshot file, compact JSON

    /// True where this is Nova's own 404 at a microversion from 2.1 to 2.68 (compute/api.py `_get_instance_from_cell`:
    /// from 2.69 on a 404 can hide a down cell).
    bool provesDeath() const;
};

struct InstanceAction
{
    QString action;
    QString message;
    Time start; ///< start_time
    Time updated; ///< updated_at (2.58 and later)
};

/// Answer to GET /servers/{id}/os-instance-actions.
struct ActionsProbe
{
    int status = 0;
    bool readable = false; ///< status 200 and body.instanceActions is a list
    QList<InstanceAction> actions;
    QByteArray raw;
};

/// What earlier scans saw of a port: since when it is unchanged.
struct Observation
{
    Time firstSeen; ///< first sight of this state: unchanged since then
    Time knownSince; ///< first sight of this port in any state
    Time lastSeen; ///< when this state was last seen
    std::optional<qint64> revision;
    QString deviceId;
    QString deviceOwner;
    QString mac; ///< normalised
    QStringList addresses;
    QString status;
    QString hostId;
    bool hasFields = false; ///< device, owner, MAC, addresses, status and host were recorded
    QByteArray raw;
};

/// Everything that was read of one cloud at one time. Built once, never changed, copied cheaply (shared data).
/// Lists are sorted by id (resources by stack and name, events by stack and time) and hold every id once.
struct Snapshot
{
    QString cloud;
    QString region;
    QDateTime takenAt; ///< UTC; "now" for every rule
    AuthInfo auth;
    std::array<SourceInfo, SourceCount> sources;
    std::array<RawItems, SourceCount> raw;

    QList<Port> ports;
    QList<Server> servers;
    QList<Server> deletedServers;
    QList<Stack> stacks;
    QList<Stack> deletedStacks;
    QList<StackResource> resources;
    QList<StackEvent> events;
    QList<Network> networks;
    QList<Subnet> subnets;
    QList<Router> routers;
    QList<FloatingIp> floatingIps;
    QList<Trunk> trunks;
    QList<Extension> extensions;
    QList<Quota> quotas;
    QList<Node> nodes;
    QList<Nic> baremetalPorts;
    QList<Nic> portgroups;
    QList<LoadBalancer> loadBalancers;
    QList<Project> projects;

    QHash<QString, ServerProbe> serverProbes; ///< by server id
    QHash<QString, ActionsProbe> actionsProbes; ///< by server id
    QHash<QString, Observation> observations; ///< by port id

    const SourceInfo &source(SourceId id) const { return sources[size_t(id)]; }
    SourceInfo &source(SourceId id) { return sources[size_t(id)]; }
    /// The object as the service sent it; `{}` where \a index is -1.
    QByteArray rawItem(SourceId id, int index) const;
};

using SnapshotPtr = std::shared_ptr<const Snapshot>;

} // namespace flotsam
