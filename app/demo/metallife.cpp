// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/metallife.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
constexpr qint64 Second = 1000;

QString vifOf(const Nic &nic) { return nic.internalInfo.value("tenant_vif_port_id"_L1).toString(); }

void plug(DemoState &state, const Nic &nic)
{
    const Port *found = state.network.port(vifOf(nic));
    if (!found)
        return;
    Port port = *found;
    port.vnicType = u"baremetal"_s;
    port.hostId = nic.nodeId;
    port.profile = {
        {u"local_link_information"_s,
         QJsonArray{QJsonObject{
             {u"switch_id"_s, u"0a:1b:2c:3d:4e:5f"_s}, {u"port_id"_s, nic.switchPort}, {u"switch_info"_s, u"sw1"_s}}}}};
    state.settleBinding(port);
    state.network.replacePort(port, state.now());
}

/// Ironic's unbind_neutron_port: the binding first, then a new MAC in an update of its own.
void unplug(DemoState &state, const QString &portId)
{
    const Port *found = state.network.port(portId);
    if (!found)
        return;
    Port port = *found;
    port.hostId.clear();
    port.profile = {};
    state.settleBinding(port);
    state.network.replacePort(port, state.now());
    port = *state.network.port(portId);
    port.mac = state.ids.mac();
    state.network.replacePort(port, state.now());
}

void settle(DemoState &state, Node &node, const QString &to)
{
    node.state = to;
    node.targetState.clear();
    node.stateChanged = node.updated = state.now();
}
} // namespace

std::optional<MetalRefusal> attachVif(DemoState &state, const QString &nodeId, const QString &portId)
{
    Nic *chosen = nullptr;
    for (auto &[id, nic] : state.metal.nics) {
        if (nic.nodeId != nodeId)
            continue;
        if (vifOf(nic) == portId) {
            return MetalRefusal{
                409, u"Unable to attach VIF because VIF %1 is already attached to Ironic Port %2"_s.arg(portId, id)};
        }
        if (!chosen && vifOf(nic).isEmpty())
            chosen = &nic;
    }
    if (!chosen)
        return MetalRefusal{400, u"Unable to attach VIF %1, not enough free physical ports."_s.arg(portId)};
    const Port *found = state.network.port(portId);
    bool taken = false;
    if (found && !found->bound()) {
        Port port = *found;
        port.mac = chosen->mac;
        taken = !state.network.replacePort(port, state.now());
    }
    if (!taken) {
        return MetalRefusal{
            500,
            u"Unable to attach VIF %1 because Ironic can not update Neutron port %1 MAC address to match "
            "physical MAC address %2"_s.arg(portId, chosen->mac)};
    }
    chosen->internalInfo.insert("tenant_vif_port_id"_L1, portId);
    chosen->updated = state.now();
    if (state.metal.nodes[nodeId].state == u"active"_s)
        plug(state, *chosen);
    return {};
}

std::optional<MetalRefusal> detachVif(DemoState &state, const QString &nodeId, const QString &portId)
{
    for (auto &[id, nic] : state.metal.nics) {
        if (nic.nodeId != nodeId || vifOf(nic) != portId)
            continue;
        nic.internalInfo.remove("tenant_vif_port_id"_L1);
        nic.updated = state.now();
        const QString now = state.metal.nodes[nodeId].state;
        if (now == u"active"_s || now == u"deleting"_s)
            unplug(state, portId);
        return {};
    }
    return MetalRefusal{
        400, u"Unable to detach VIF %1 from node %2 because it is not attached to it."_s.arg(portId, nodeId)};
}

std::optional<MetalRefusal> setProvisionTarget(DemoState &state, const QString &nodeId, const QString &target)
{
    struct Move
    {
        QString from;
        QString target;
        QString through;
        QString to;
    };
    static const QList<Move> moves{{u"available"_s, u"active"_s, u"deploying"_s, u"active"_s},
                                   {u"active"_s, u"deleted"_s, u"deleting"_s, u"available"_s},
                                   {u"deploy failed"_s, u"deleted"_s, u"deleting"_s, u"available"_s},
                                   {u"deploy failed"_s, u"active"_s, u"deploying"_s, u"active"_s},
                                   {u"available"_s, u"manage"_s, u"manageable"_s, u"manageable"_s},
                                   {u"enroll"_s, u"manage"_s, u"verifying"_s, u"manageable"_s},
                                   {u"manageable"_s, u"provide"_s, u"cleaning"_s, u"available"_s},
                                   {u"manageable"_s, u"clean"_s, u"cleaning"_s, u"manageable"_s}};
    Node &node = state.metal.nodes[nodeId];
    for (const Move &move : moves) {
        if (move.from != node.state || move.target != target)
            continue;
        settle(state, node, move.through);
        if (move.through == move.to)
            return {};
        node.targetState = move.to;
        state.later(8 * Second, [nodeId, move](DemoState &later) {
            const auto found = later.metal.nodes.find(nodeId);
            if (found == later.metal.nodes.end() || found->second.state != move.through)
                return;
            for (auto &[id, nic] : later.metal.nics) {
                if (nic.nodeId != nodeId || vifOf(nic).isEmpty())
                    continue;
                if (move.to == u"active"_s)
                    plug(later, nic);
                else if (move.through == u"deleting"_s)
                    detachVif(later, nodeId, vifOf(nic));
            }
            settle(later, found->second, move.to);
            later.tell(u"Node %1 is %2."_s.arg(found->second.name, move.to));
        });
        return {};
    }
    return MetalRefusal{
        400,
        u"The requested action \"%1\" can not be performed on node \"%2\" while it is in state \"%3\"."_s.arg(
            target, nodeId, node.state)};
}

} // namespace flotsam::demo
