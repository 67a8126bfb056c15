// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demostate.h"

namespace flotsam::demo {

struct RequestedNic
{
    QString networkId;
    QString portId; ///< a port that the user brings, instead of a network
};

struct BootRequest
{
    QString name;
    QString projectId;
    QString userId;
    QString flavor;
    QString imageId;
    QString zone;
    QString description;
    QString keyName;
    QJsonObject metadata;
    QList<RequestedNic> nics;
    bool fails = false; ///< the hypervisor aborts the build
    /// Nova's POST to Neutron is cut: Nova sees a dead connection and gives up, Neutron makes the port later on.
    bool connectionDrops = false;
};

/// Starts a build and returns the server's id: BUILD at once, its ports after 2 s, ACTIVE after 5 s of simulated time.
QString bootServer(DemoState &state, const BootRequest &request);
/// As DELETE /servers/{id}: gone after 2 s; Nova's own ports with it, brought ones are unbound.
void deleteServer(DemoState &state, const QString &id);
/// Binds \a port to the server as Nova does when a build succeeds.
void attachPort(DemoState &state, const QString &portId, const Server &server);
/// As Nova's and Ironic's unbinding: device, owner, host and profile emptied.
void detachPort(DemoState &state, const QString &portId);
/// As POST /servers/{id}/os-interface; returns the port's id.
QString giveInterface(DemoState &state, const QString &serverId, const RequestedNic &nic);
/// As DELETE /servers/{id}/os-interface/{port}: a port of Nova's own goes, a brought one is unbound.
void takeInterface(DemoState &state, const QString &serverId, const QString &portId);
/// The networks that Nova would take where the user named none.
QStringList networksOf(const DemoState &state, const QString &projectId);
void startAction(DemoState &state, const QString &serverId, const QString &name);
void endAction(DemoState &state, const QString &serverId, const QString &message = {});

} // namespace flotsam::demo
