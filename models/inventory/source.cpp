// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/source.h"

#include <algorithm>

namespace flotsam {

namespace {

constexpr std::array<QLatin1StringView, SourceCount> SourceNames{
    QLatin1StringView("network.ports"),
    QLatin1StringView("compute.servers"),
    QLatin1StringView("compute.deleted_servers"),
    QLatin1StringView("orchestration.stacks"),
    QLatin1StringView("orchestration.deleted_stacks"),
    QLatin1StringView("orchestration.resources"),
    QLatin1StringView("orchestration.events"),
    QLatin1StringView("network.networks"),
    QLatin1StringView("network.subnets"),
    QLatin1StringView("network.routers"),
    QLatin1StringView("network.floatingips"),
    QLatin1StringView("network.trunks"),
    QLatin1StringView("network.extensions"),
    QLatin1StringView("network.quotas"),
    QLatin1StringView("baremetal.nodes"),
    QLatin1StringView("baremetal.ports"),
    QLatin1StringView("baremetal.portgroups"),
    QLatin1StringView("load-balancer.loadbalancers"),
    QLatin1StringView("identity.projects"),
};

constexpr std::array<QLatin1StringView, 5> StatusNames{
    QLatin1StringView("absent"), QLatin1StringView("complete"), QLatin1StringView("partial"),
    QLatin1StringView("denied"), QLatin1StringView("failed"),
};

template <class Enum, size_t N>
std::optional<Enum> find(const std::array<QLatin1StringView, N> &names, QStringView name)
{
    const auto it = std::find(names.begin(), names.end(), name);
    return it == names.end() ? std::nullopt : std::optional<Enum>(Enum(it - names.begin()));
}

} // namespace

QLatin1StringView sourceName(SourceId id) { return SourceNames[size_t(id)]; }

std::optional<SourceId> sourceFromName(QStringView name) { return find<SourceId>(SourceNames, name); }

bool isHeatSource(SourceId id)
{
    return id == SourceId::Stacks || id == SourceId::DeletedStacks || id == SourceId::Resources
        || id == SourceId::Events;
}

QLatin1StringView sourceStatusName(SourceStatus status) { return StatusNames[size_t(status)]; }

std::optional<SourceStatus> sourceStatusFromName(QStringView name) { return find<SourceStatus>(StatusNames, name); }

} // namespace flotsam
