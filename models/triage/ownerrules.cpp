// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rule A: what device_owner and name alone tell.
#include "models/triage/rules.h"

#include "models/triage/ids.h"

#include <algorithm>

namespace flotsam {

using namespace Qt::StringLiterals;

namespace {

void noteOwner(const PortCase &c, const QString &meaning)
{
    c.noteField(u"device_owner"_s, c.port.deviceOwner.isEmpty() ? u"none"_s : c.port.deviceOwner, [&] {
        return meaning + u", device "_s + (c.port.deviceId.isEmpty() ? u"none"_s : c.port.deviceId) + u", name "_s
            + (c.port.name.isEmpty() ? u"none"_s : c.port.name);
    });
}

bool startsWithAny(const QString &text, std::initializer_list<QLatin1StringView> starts)
{
    return std::any_of(starts.begin(), starts.end(), [&](auto start) { return text.startsWith(start); });
}

} // namespace

Opinion networkPlumbing(const PortCase &c)
{
    if (!startsWithAny(c.port.deviceOwner, {"network:"_L1, "neutron:"_L1}))
        return {};
    noteOwner(c, u"Neutron's own port"_s);
    return service(Reason::NetworkPlumbing);
}

Opinion ironicVif(const PortCase &c)
{
    if (!c.index.baremetal.namesVif(c.port.id))
        return {};
    c.index.baremetal.forEachNaming(c.port.id, [&](const Nic &nic) {
        c.noteListing(nic.group ? SourceId::Portgroups : SourceId::BaremetalPorts, nic.id, u"names it"_s,
                      u"NIC "_s % nic.mac % u" of node "_s % nic.nodeId % u" names this port as its VIF"_s);
    });
    return inUse({Reason::IronicVif});
}

Opinion trunkMember(const PortCase &c)
{
    if (const int trunk = c.index.ports.trunkOf(c.number); trunk != PortIndex::NoTrunk) {
        c.noteListing(SourceId::Trunks, c.port.id, u"member"_s, [&] {
            const QString name = c.index.ports.trunkName(trunk);
            return (name == c.port.id ? u"the port is the parent of the trunk on port "_s
                                      : u"the port is a subport of the trunk on port "_s)
                + name;
        });
        return inUse({Reason::Trunk});
    }
    if (c.port.deviceOwner != "trunk:subport"_L1)
        return {};
    noteOwner(c, u"A trunk's subport"_s);
    return inUse({Reason::Trunk});
}

Opinion loadBalancerPlumbing(const PortCase &c)
{
    const QString owner = c.family == Family::Foreign ? c.port.deviceOwner.toLower() : QString();
    const bool byOwner = owner == "octavia"_L1 || startsWithAny(owner, {"octavia:"_L1, "ovn-lb:"_L1, "ovn-lb-hm:"_L1});
    const bool byDevice = startsWithAny(c.port.deviceId, {"lb-"_L1, "ovn-lb-hm-"_L1});
    const bool byName
        = startsWithAny(c.port.name, {"octavia-lb-"_L1, "ovn-lb-vip-"_L1, "ovn-lb-hm-"_L1}) && c.life() != Life::Alive;
    if (!byOwner && !byDevice && !byName)
        return {};
    noteOwner(c, u"A load balancer's port"_s);
    return service(Reason::LoadBalancer);
}

Opinion shareServer(const PortCase &c)
{
    if (!c.port.deviceOwner.startsWith("manila"_L1))
        return {};
    noteOwner(c, u"A share server's port"_s);
    return service(Reason::ShareServer);
}

Opinion container(const PortCase &c)
{
    const QString &owner = c.port.deviceOwner;
    if (owner != "compute:kuryr"_L1 && owner != "compute:zun"_L1 && !owner.startsWith("kuryr:"_L1))
        return {};
    noteOwner(c, u"A container's port"_s);
    return service(Reason::Container);
}

Opinion otherService(const PortCase &c)
{
    constexpr QLatin1StringView trove = "trove-"_L1;
    const bool database = c.port.deviceId.isEmpty() && c.port.name.startsWith(trove)
        && isUuid(QStringView(c.port.name).sliced(trove.size()));
    if (!database && c.family != Family::Foreign)
        return {};
    noteOwner(c, database ? u"A port that Trove made for a database"_s : u"The port of a service not checked here"_s);
    return service(Reason::OtherService);
}

} // namespace flotsam
