// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/metallife.h"

#include <QJsonArray>
#include <QSet>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
constexpr qint64 Second = 1000;

const QString TenantVif = u"tenant_vif_port_id"_s;

/// A NIC or a port group: what a VIF is attached to.
struct PortLike
{
    QString kind; ///< as Ironic's messages call it
    QString id;
    QString mac;
    QStringList switchPorts;
    QJsonObject *info = nullptr;
    qint64 *updated = nullptr;

    QString vif() const { return info->value(TenantVif).toString(); }
};

QList<PortLike> portLikesOf(DemoState &state, const QString &nodeId)
{
    QList<PortLike> all;
    for (auto &[id, group] : state.metal.portgroups) {
        if (group.nodeId != nodeId)
            continue;
        PortLike like{u"Portgroup"_s, id, group.mac, {}, &group.internalInfo, &group.updated};
        for (const auto &[nicId, nic] : state.metal.nics) {
            if (nic.portgroupId == id)
                like.switchPorts += nic.switchPort;
        }
        all.append(like);
    }
    for (auto &[id, nic] : state.metal.nics) {
        if (nic.nodeId == nodeId)
            all.append({u"Port"_s, id, nic.mac, {nic.switchPort}, &nic.internalInfo, &nic.updated});
    }
    return all;
}

/// A group comes before a NIC; a NIC of a group counts only where another NIC of it is taken by itself.
std::optional<PortLike> freeOf(DemoState &state, const QString &nodeId)
{
    QSet<QString> split;
    for (const auto &[id, nic] : state.metal.nics) {
        if (!nic.internalInfo.value(TenantVif).toString().isEmpty())
            split.insert(nic.portgroupId);
    }
    for (const PortLike &like : portLikesOf(state, nodeId)) {
        if (!like.vif().isEmpty())
            continue;
        const auto nic = state.metal.nics.find(like.id);
        const bool usable = nic == state.metal.nics.end()
            ? !like.switchPorts.isEmpty() && !split.contains(like.id)
            : nic->second.portgroupId.isEmpty() || split.contains(nic->second.portgroupId);
        if (usable)
            return like;
    }
    return {};
}

void plug(DemoState &state, const QString &nodeId, const PortLike &like)
{
    const Port *found = state.network.port(like.vif());
    if (!found)
        return;
    Port port = *found;
    port.vnicType = u"baremetal"_s;
    port.hostId = nodeId;
    QJsonArray links;
    for (const QString &switchPort : like.switchPorts) {
        links.append(QJsonObject{
            {u"switch_id"_s, u"0a:1b:2c:3d:4e:5f"_s}, {u"port_id"_s, switchPort}, {u"switch_info"_s, u"sw1"_s}});
    }
    port.profile = {{u"local_link_information"_s, links}};
    state.settleBinding(port);
    state.network.replacePort(port, state.now());
}

/// Ironic's update_port_address: a bound port is unbound first and bound again with its new MAC.
bool updateMac(DemoState &state, const QString &portId, const QString &mac)
{
    const Port *found = state.network.port(portId);
    if (!found)
        return false;
    const Port before = *found;
    Port port = before;
    if (!port.hostId.isEmpty()) {
        port.hostId.clear();
        port.profile = {};
        state.settleBinding(port);
        state.network.replacePort(port, state.now());
    }
    port.mac = mac;
    port.hostId = before.hostId;
    port.profile = before.profile;
    if (!port.hostId.isEmpty())
        state.settleBinding(port);
    return !state.network.replacePort(port, state.now());
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
    do {
        port.mac = state.ids.mac();
    } while (!state.network.macHolder(port.networkId, port.mac).isEmpty());
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
    for (const PortLike &like : portLikesOf(state, nodeId)) {
        if (like.vif() == portId) {
            return MetalRefusal{409,
                                u"Unable to attach VIF because VIF %1 is already attached to Ironic %2 %3"_s.arg(
                                    portId, like.kind, like.id)};
        }
    }
    const std::optional<PortLike> chosen = freeOf(state, nodeId);
    if (!chosen)
        return MetalRefusal{400, u"Unable to attach VIF %1, not enough free physical ports."_s.arg(portId)};
    // A port group may have no address of its own; the VIF keeps its MAC then.
    if (!chosen->mac.isEmpty() && !updateMac(state, portId, chosen->mac)) {
        return MetalRefusal{
            500,
            u"Unable to attach VIF %1 because Ironic can not update Neutron port %1 MAC address to match "
            "physical MAC address %2"_s.arg(portId, chosen->mac)};
    }
    chosen->info->insert(TenantVif, portId);
    *chosen->updated = state.now();
    if (state.metal.nodes[nodeId].state == u"active"_s)
        plug(state, nodeId, *chosen);
    return {};
}

std::optional<MetalRefusal> detachVif(DemoState &state, const QString &nodeId, const QString &portId)
{
    for (const PortLike &like : portLikesOf(state, nodeId)) {
        if (like.vif() != portId)
            continue;
        like.info->remove(TenantVif);
        *like.updated = state.now();
        const QString now = state.metal.nodes[nodeId].state;
        if (now == u"active"_s || now == u"deleting"_s)
            unplug(state, portId);
        return {};
    }
    return MetalRefusal{
        400, u"Unable to detach VIF %1 from node %2 because it is not attached to it."_s.arg(portId, nodeId)};
}

QStringList vifsOf(DemoState &state, const QString &nodeId)
{
    QStringList vifs;
    for (const PortLike &like : portLikesOf(state, nodeId)) {
        if (!like.vif().isEmpty())
            vifs += like.vif();
    }
    return vifs;
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
            for (const PortLike &like : portLikesOf(later, nodeId)) {
                if (like.vif().isEmpty())
                    continue;
                if (move.to == u"active"_s)
                    plug(later, nodeId, like);
                else if (move.through == u"deleting"_s)
                    detachVif(later, nodeId, like.vif());
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
