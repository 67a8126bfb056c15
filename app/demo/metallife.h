// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demostate.h"

#include <optional>

namespace flotsam::demo {

/// Ironic's refusal in its own words.
struct MetalRefusal
{
    int status = 400;
    QString message;
};

/// As POST /nodes/{id}/vifs: gives the Neutron port the MAC of a free port group or NIC. Refused with 500 where Neutron
/// does not let it (MacAddressInUse).
std::optional<MetalRefusal> attachVif(DemoState &state, const QString &nodeId, const QString &portId);
/// As DELETE /nodes/{id}/vifs/{port}: unbinds the port of an active node and lets Neutron make a new MAC for it.
std::optional<MetalRefusal> detachVif(DemoState &state, const QString &nodeId, const QString &portId);
/// Ports that the node's port groups and NICs name as VIFs.
QStringList vifsOf(DemoState &state, const QString &nodeId);
/// As PUT /nodes/{id}/states/provision: the node is in a moving state at once and settles after 8 s.
std::optional<MetalRefusal> setProvisionTarget(DemoState &state, const QString &nodeId, const QString &target);

} // namespace flotsam::demo
