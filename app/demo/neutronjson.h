// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demostate.h"

#include <QJsonObject>

/// Neutron's objects as its API sends them.
namespace flotsam::demo {

/// \a full adds what only an administrator sees. With \a fields not empty only those keys are written.
void writePort(JsonWriter &out, const DemoState &state, const Port &port, bool full, const QStringList &fields = {});
QJsonObject portJson(const DemoState &state, const Port &port, bool full);
QJsonObject networkJson(const Network &network, bool admin);
QJsonObject subnetJson(const Subnet &subnet);
QJsonObject routerJson(const Router &router, bool admin);
QJsonObject floatingIpJson(const DemoState &state, const FloatingIp &fip);
QJsonObject trunkJson(const Trunk &trunk);
QJsonObject securityGroupJson(const SecurityGroup &group);
QJsonObject qosPolicyJson(const QosPolicy &policy);
QJsonArray extensionsJson();
Reply neutronError(int status, const QString &type, const QString &message);
Reply neutronError(const Refusal &refusal);
/// A network whose subnets are used up.
Reply noAddressLeft(const QString &networkId);

} // namespace flotsam::demo
