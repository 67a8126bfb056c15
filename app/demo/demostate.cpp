// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/demostate.h"

using namespace Qt::StringLiterals;

namespace flotsam::demo {

DemoState::DemoState(qint64 start, quint32 seed)
    : ids(seed)
    , m_start(start)
    , m_now(start)
{ }

void DemoState::later(qint64 ms, Event event) { m_agenda.emplace(m_now + ms, std::move(event)); }

void DemoState::advanceTo(qint64 time)
{
    while (!m_agenda.empty() && m_agenda.begin()->first <= time) {
        auto due = m_agenda.extract(m_agenda.begin());
        m_now = std::max(m_now, due.key());
        due.mapped()(*this);
    }
    m_now = std::max(m_now, time);
}

std::optional<qint64> DemoState::nextEvent() const
{
    if (m_agenda.empty())
        return {};
    return m_agenda.begin()->first;
}

Port DemoState::draftPort(const QString &networkId, const QString &projectId)
{
    Port port;
    port.id = ids.uuid();
    port.networkId = networkId;
    port.projectId = projectId;
    do {
        port.mac = ids.mac();
    } while (!network.macHolder(networkId, port.mac).isEmpty());
    port.created = port.updated = m_now;
    port.securityGroups = network.defaultGroup(projectId);
    bool have4 = false;
    bool have6 = false;
    const auto found = network.networks.find(networkId);
    if (found == network.networks.end())
        return port;
    for (const QString &subnetId : found->second.subnets) {
        const auto subnet = network.subnets.find(subnetId);
        if (subnet == network.subnets.end())
            continue;
        bool &have = subnet->second.version == 6 ? have6 : have4;
        if (have)
            continue;
        const QString ip = network.allocate(subnetId);
        if (ip.isEmpty())
            continue;
        port.fixedIps.append({subnetId, ip});
        have = true;
    }
    return port;
}

std::optional<Refusal> DemoState::portQuotaRefusal(const QString &projectId) const
{
    if (projectId.isEmpty() || !network.portQuotaFull(projectId))
        return {};
    return Refusal{409, u"OverQuota"_s, u"Quota exceeded for resources: ['port']."_s};
}

void DemoState::settleBinding(Port &port) const
{
    if (port.hostId.isEmpty()) {
        port.vifType = u"unbound"_s;
        port.status = u"DOWN"_s;
    } else if (metal.nodes.contains(port.hostId)) {
        port.vifType = u"other"_s;
        port.status = u"ACTIVE"_s;
    } else if (compute.hasHost(port.hostId)) {
        port.vifType = u"ovs"_s;
        port.status = u"ACTIVE"_s;
    } else {
        port.vifType = u"binding_failed"_s;
        port.status = u"DOWN"_s;
    }
}

} // namespace flotsam::demo
