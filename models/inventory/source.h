// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QLatin1StringView>
#include <QSet>
#include <QString>

#include <array>
#include <optional>

namespace flotsam {

/// The listings that a snapshot holds, in the order in which reports name them.
enum class SourceId
{
    Ports,
    Servers,
    DeletedServers,
    Stacks,
    DeletedStacks,
    Resources,
    Events,
    Networks,
    Subnets,
    Routers,
    FloatingIps,
    Trunks,
    Extensions,
    Quotas,
    Nodes,
    BaremetalPorts,
    Portgroups,
    LoadBalancers,
    Projects,
};
inline constexpr int SourceCount = 19;
inline constexpr std::array<SourceId, SourceCount> AllSources{
    SourceId::Ports,         SourceId::Servers,       SourceId::DeletedServers, SourceId::Stacks,
    SourceId::DeletedStacks, SourceId::Resources,     SourceId::Events,         SourceId::Networks,
    SourceId::Subnets,       SourceId::Routers,       SourceId::FloatingIps,    SourceId::Trunks,
    SourceId::Extensions,    SourceId::Quotas,        SourceId::Nodes,          SourceId::BaremetalPorts,
    SourceId::Portgroups,    SourceId::LoadBalancers, SourceId::Projects,
};

/// The name in snapshots and reports, e.g. "network.ports".
QLatin1StringView sourceName(SourceId id);
std::optional<SourceId> sourceFromName(QStringView name);
/// True for the four listings of Heat, which are read project by project.
bool isHeatSource(SourceId id);

enum class SourceStatus
{
    Absent,
    Complete,
    Partial,
    Denied,
    Failed
};
QLatin1StringView sourceStatusName(SourceStatus status);
std::optional<SourceStatus> sourceStatusFromName(QStringView name);

struct SourceInfo
{
    SourceStatus status = SourceStatus::Absent;
    QDateTime readAt; ///< UTC; invalid where not read
    QString detail; ///< why it is not complete, in words; what was left out
    int count = 0; ///< items kept
    int damaged = 0; ///< items left out: no object, or without id
    /// Heat only: the projects that were read. Not set: all were.
    std::optional<QSet<QString>> projects;

    /// triage.md "Unread": partial, denied or failed. Absent is not unread.
    bool unread() const { return status != SourceStatus::Absent && status != SourceStatus::Complete; }
    /// As unread(), and for Heat also where \a projectId is not among the projects read.
    bool unreadFor(const QString &projectId) const
    {
        return unread() || (status != SourceStatus::Absent && projects && !projects->contains(projectId));
    }
};

} // namespace flotsam
