// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/copies.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

void fill(QString &kept, const QString &dropped)
{
    if (kept.isEmpty())
        kept = dropped;
}

void unite(QStringList &kept, const QStringList &dropped)
{
    for (const QString &item : dropped) {
        if (!kept.contains(item))
            kept.append(item);
    }
}

} // namespace

std::tuple<qint64, Time, int> copyRank(const Port &item)
{
    const int used = (item.deviceId.isEmpty() ? 0 : 4) + (item.bound() ? 2 : 0) + (item.status == "ACTIVE"_L1 ? 1 : 0);
    return {item.revision.value_or(-1), item.updatedAt, used};
}

std::tuple<int, Time> copyRank(const Server &item) { return {item.isTombstone() ? 0 : 1, item.updated}; }

std::tuple<int, Time> copyRank(const Stack &item) { return {item.isMoving() ? 1 : 0, item.updated}; }

std::tuple<int, Time> copyRank(const StackResource &item) { return {item.isMoving() ? 1 : 0, item.updated}; }

int copyRank(const Node &item)
{
    if (item.provisionState == "active"_L1)
        return 2;
    return item.isStable() ? 0 : 1;
}

int copyRank(const FloatingIp &item) { return item.portId.isEmpty() ? 0 : 1; }

int copyRank(const Trunk &item) { return item.portId.isEmpty() ? 0 : 1; }

void absorb(Port &kept, const Port &dropped)
{
    if (kept.revision != dropped.revision)
        return; // the higher one is the later one
    fill(kept.trunkId, dropped.trunkId);
    kept.hasTrunkDetails = kept.hasTrunkDetails || dropped.hasTrunkDetails;
    unite(kept.trunkSubports, dropped.trunkSubports);
    for (const AddressPair &pair : dropped.allowedAddressPairs) {
        const auto same = [&](const AddressPair &other) { return other.text == pair.text && other.mac == pair.mac; };
        if (std::none_of(kept.allowedAddressPairs.cbegin(), kept.allowedAddressPairs.cend(), same))
            kept.allowedAddressPairs.append(pair);
    }
}

void absorb(Server &kept, const Server &dropped)
{
    if (kept.isTombstone() != dropped.isTombstone())
        return;
    kept.hasAddresses = kept.hasAddresses && dropped.hasAddresses;
    unite(kept.macs, dropped.macs);
    unite(kept.ips, dropped.ips);
    fill(kept.taskState, dropped.taskState);
}

void absorb(StackResource &kept, const StackResource &dropped) { fill(kept.physicalId, dropped.physicalId); }

void absorb(Node &kept, const Node &dropped) { fill(kept.instanceId, dropped.instanceId); }

void absorb(Nic &kept, const Nic &dropped)
{
    fill(kept.nodeId, dropped.nodeId);
    fill(kept.mac, dropped.mac);
    unite(kept.vifIds, dropped.vifIds);
}

void absorb(FloatingIp &kept, const FloatingIp &dropped)
{
    // One of two ports that it is said to be on can only be told as if by a forwarding.
    if (!dropped.portId.isEmpty() && dropped.portId != kept.portId)
        kept.forwardings.append({dropped.portId, {}});
    fill(kept.portId, dropped.portId);
    fill(kept.routerId, dropped.routerId);
    fill(kept.fixedAddress, dropped.fixedAddress);
    kept.forwardings += dropped.forwardings;
}

void absorb(Trunk &kept, const Trunk &dropped)
{
    if (!dropped.portId.isEmpty() && dropped.portId != kept.portId)
        unite(kept.subports, {dropped.portId});
    unite(kept.subports, dropped.subports);
}

void absorb(LoadBalancer &kept, const LoadBalancer &dropped) { unite(kept.vipPortIds, dropped.vipPortIds); }

} // namespace flotsam
