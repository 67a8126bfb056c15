// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/portindex.h"

#include "models/triage/heatindex.h"

#include <algorithm>

namespace flotsam {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 TwinWindow = 120 * 1000;

bool isWorking(const Port &port) { return port.status == "ACTIVE"_L1 || port.bound(); }

} // namespace

bool isHalfCreated(const Port &port)
{
    return !port.deviceId.isEmpty() && port.deviceOwner.isEmpty() && port.unbound();
}

PortIndex::PortIndex(const Snapshot &snapshot, const ServerIndex &servers)
    : m_snapshot(snapshot)
{
    readTrunks();
    QSet<QString> devices; // of half-created ports: only those may need a twin
    for (const Port &port : snapshot.ports) {
        if (isHalfCreated(port))
            devices.insert(port.deviceId);
        if (port.name.isEmpty())
            continue;
        if (isWorking(port))
            ++m_working[{port.networkId, port.name}];
        if (heatResourceName(port.name).isEmpty())
            continue;
        if (!port.deviceId.isEmpty())
            m_heatNamesHeld.insert({port.deviceId, port.name});
        if (port.createdAt) {
            qint64 &newest = m_newest[{port.networkId, port.name}];
            newest = std::max(newest, *port.createdAt);
        }
    }
    if (devices.isEmpty())
        return;
    for (const Port &port : snapshot.ports) {
        if (!port.createdAt || !devices.contains(port.deviceId))
            continue;
        const bool settled = port.bound() || !port.deviceOwner.isEmpty() || servers.hasMac(port.deviceId, port.mac);
        if (settled)
            m_twins[{port.deviceId, port.networkId}].push_back(*port.createdAt);
    }
    for (std::vector<qint64> &times : m_twins)
        std::sort(times.begin(), times.end());
}

void PortIndex::readTrunks()
{
    QHash<QString, int> trunks; // by member
    QHash<QString, int> numbers; // by name
    const auto numberOf = [&](const QString &name) {
        int &number = numbers.emplace(name, int(m_trunkNames.size())).value();
        if (size_t(number) == m_trunkNames.size())
            m_trunkNames.push_back(name);
        return number;
    };
    for (const Trunk &trunk : m_snapshot.trunks) {
        const int number = numberOf(trunk.portId.isEmpty() ? trunk.id : trunk.portId);
        if (!trunk.portId.isEmpty())
            trunks.insert(trunk.portId, number);
        for (const QString &subport : trunk.subports)
            trunks.insert(subport, number);
    }
    for (const Port &port : m_snapshot.ports) {
        if (!port.hasTrunkDetails)
            continue;
        const int number = numberOf(port.id);
        trunks.insert(port.id, number);
        for (const QString &subport : port.trunkSubports)
            trunks.insert(subport, number);
    }
    if (trunks.isEmpty())
        return;
    m_trunkOfPort.reserve(size_t(m_snapshot.ports.size()));
    for (const Port &port : m_snapshot.ports)
        m_trunkOfPort.push_back(trunks.value(port.id, NoTrunk));
}

bool PortIndex::hasTwin(const Port &port) const
{
    if (!port.createdAt)
        return false;
    const auto found = m_twins.constFind({port.deviceId, port.networkId});
    if (found == m_twins.constEnd())
        return false;
    const auto first = std::lower_bound(found->begin(), found->end(), *port.createdAt - TwinWindow);
    return first != found->end() && *first <= *port.createdAt + TwinWindow;
}

bool PortIndex::isNewestOfName(const Port &port) const
{
    return !port.createdAt || m_newest.value({port.networkId, port.name}, *port.createdAt) <= *port.createdAt;
}

bool PortIndex::serverHoldsName(const QString &serverId, const QString &name) const
{
    return m_heatNamesHeld.contains({serverId, name});
}

bool PortIndex::hasWorkingNamesake(const Port &port) const
{
    if (port.name.isEmpty())
        return false;
    return m_working.value({port.networkId, port.name}) > (isWorking(port) ? 1 : 0);
}

} // namespace flotsam
