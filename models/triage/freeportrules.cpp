// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rule C: ports with neither device nor owner (the Heat-named part of C3 is in heatnamerules.cpp).
#include "models/triage/heatnames.h"
#include "models/triage/rules.h"

namespace flotsam {

using namespace Qt::StringLiterals;

Opinion floatingIp(const PortCase &c)
{
    const FloatingIp *floating = c.index.addresses.floatingIpOf(c.port);
    c.noteListing(SourceId::FloatingIps, c.port.id,
                  !floating                         ? u"none"_s
                      : floating->address.isEmpty() ? floating->id
                                                    : floating->address,
                  floating ? u"a floating IP, or one of its port forwardings, leads to this port"_s
                           : u"no floating IP or port forwarding leads to this port"_s);
    if (!floating)
        return {};
    return inUse({Reason::FloatingIp});
}

Opinion vip(const PortCase &c)
{
    const Port *owner = c.index.addresses.pairOwnerOf(c.port);
    c.noteListing(SourceId::Ports, owner ? owner->id : c.port.id, owner ? u"address pair"_s : u"none"_s,
                  owner ? u"that port's allowed_address_pairs name an address of this one"_s
                        : u"no other port's allowed_address_pairs on this network name an address of this one"_s);
    if (!owner)
        return {};
    return inUse({Reason::Vip});
}

Opinion loadBalancerVip(const PortCase &c)
{
    const LoadBalancer *balancer = c.index.addresses.loadBalancerOf(c.port);
    c.noteListing(SourceId::LoadBalancers, balancer ? balancer->id : c.port.id, balancer ? u"VIP"_s : u"none"_s,
                  balancer ? u"the port is that load balancer's VIP"_s : u"no load balancer has this port as VIP"_s);
    if (!balancer)
        return {};
    return service(Reason::LoadBalancer);
}

Opinion heatResource(const PortCase &c)
{
    if (!c.index.heat.isPhysical(c.port.id))
        return {};
    noteResources(c);
    if (resourceInMotion(c))
        return settling({Reason::StackBusy});
    return inUse({Reason::HeatManaged});
}

Opinion sourcesUnread(const PortCase &c)
{
    const bool lists
        = c.firstUnread({SourceId::Ports, SourceId::Trunks, SourceId::FloatingIps, SourceId::LoadBalancers})
              .has_value();
    const bool heat = c.index.heat.unreadFor(c.port.projectId);
    if (!lists && !heat)
        return {};
    c.noteUnread({SourceId::Ports, SourceId::Trunks, SourceId::FloatingIps, SourceId::LoadBalancers});
    if (heat) {
        c.noteUnread({SourceId::Stacks, SourceId::Resources});
        c.noteStacksUnread();
    }
    return unknown({Reason::SourceIncomplete});
}

Opinion baremetalMac(const PortCase &c)
{
    // Rule A2 has found no NIC that names the port, so a NIC of this MAC is one that does not. Where a NIC that was
    // not read may name it, rule C5 has the safer answer; for nodes that were not read it does not matter.
    const bool maybeNamed = c.index.baremetal.unread() && c.mayBeUnreadMetal();
    if (!c.port.unbound() || !c.index.baremetal.hasNicWithMac(c.port.mac) || maybeNamed)
        return {};
    return stale({Reason::BaremetalMac}, Remedy::RegenerateMac);
}

Opinion standaloneNode(const PortCase &c)
{
    const QString host = c.port.hostId.toLower();
    if (const Node *node = host.isEmpty() ? nullptr : c.index.baremetal.node(host)) {
        c.noteListing(SourceId::Nodes, node->id, node->provisionState, u"the port is bound to this node"_s);
        if (node->provisionState != "available"_L1 && node->provisionState != "enroll"_L1)
            return inUse({Reason::IronicVif});
    }
    if (!c.mayBeUnreadMetal())
        return {};
    c.noteUnread({SourceId::Nodes, SourceId::BaremetalPorts, SourceId::Portgroups});
    return unknown({Reason::SourceIncomplete});
}

Opinion bindingResidue(const PortCase &c)
{
    // Without vif_type (a member's view) the binding is not known and nothing of it is residue.
    if (!c.port.hasVifType)
        return {};
    const bool hasHost = !c.port.hostId.isEmpty();
    const bool left = hasHost || (c.port.unbound() && !c.port.residueKeys.isEmpty());
    if (!left)
        return {};
    c.noteField(u"binding"_s, u"left over"_s, [&] {
        QStringList what;
        if (hasHost)
            what.append(u"binding:host_id "_s + c.port.hostId);
        if (!c.port.residueKeys.isEmpty())
            what.append(u"binding:profile with "_s + c.port.residueKeys.join(u", "_s));
        return what.join(u" and "_s);
    });
    return stale({Reason::BindingResidue}, Remedy::ClearDevice);
}

Opinion unattachedPort(const PortCase &c)
{
    const bool namesake = c.index.ports.hasWorkingNamesake(c.port);
    const bool untouched = c.port.revision == 1 || (c.port.createdAt && c.port.createdAt == c.port.updatedAt);
    c.noteField(u"revision_number"_s, c.port.revision ? QString::number(*c.port.revision) : u"unknown"_s, [&] {
        return (untouched ? u"never changed since it was made; "_s : u"changed since it was made; "_s)
            + c.age().words();
    });
    if (namesake) {
        c.noteListing(SourceId::Ports, c.port.name, u"in service"_s,
                      u"another port of that name on this network is in service"_s);
        return unattached({Reason::DuplicateName});
    }
    return unattached({untouched ? Reason::NeverBound : Reason::UserPort});
}

} // namespace flotsam
