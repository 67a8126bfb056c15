// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/instancestable.h"

#include "models/tables/format.h"
#include "models/tables/portstable.h"
#include "models/triage/explain.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

QList<ColumnInfo> InstancesTable::columns()
{
    using enum ColumnLook;
    return {
        {u"name"_s, tr("Name"), tr("Name of the server"), Text, 30},
        {u"status"_s, tr("Status"),
         tr("Status as Nova reports it; \"gone\" where Nova says that there is no such server"), Text, 18},
        {u"ports"_s, tr("Ports"), tr("Ports that name this server, and how many of them are orphans"),
         ColumnLook::Verdict, 18},
        {u"project"_s, tr("Project"), tr("Project of the server"), Text, 20},
        {u"host"_s, tr("Host"), tr("Compute host"), Text, 20},
        {u"created"_s, tr("Created"), tr("Age at the time of reading"), Number, 10},
        {u"id"_s, tr("ID"), tr("ID of the server"), Code, 40},
    };
}

InstancesTable::InstancesTable(Dataset data)
    : m_data(std::move(data))
{ }

QString InstancesTable::text(int row, int column) const
{
    const Instance &item = instance(row);
    const Server *server = item.server;
    switch (Column(column)) {
    case Name:
        return server && !server->name.isEmpty() ? server->name : tr("(no name known)");
    case Status:
        return m_words.state(item);
    case Ports: {
        const auto ports = m_data.relations->portsOfInstance(row);
        const auto orphans = std::count_if(ports.begin(), ports.end(), [this](int port) {
            return m_data.judgement->ports[port].verdict == flotsam::Verdict::Orphan;
        });
        if (orphans == 0 || ports.size() == 1)
            return QString::number(ports.size());
        return tr("%1 (%2 orphan)").arg(ports.size()).arg(orphans);
    }
    case Project:
        return server ? m_data.relations->projectName(server->projectId) : QString();
    case Host:
        return server ? server->host : QString();
    case Created:
        return server && server->created ? ageText(m_data.snapshot->takenAt.toMSecsSinceEpoch() - *server->created)
                                         : QString();
    case Id:
        return item.id;
    case ColumnCount:
        break;
    }
    return {};
}

QString InstancesTable::toolTip(int row, int column) const
{
    const Server *server = instance(row).server;
    if (column == Created)
        return server ? exactTime(server->created) : QString();
    if (column == Project)
        return server ? server->projectId : QString();
    if (column == Status && server && !server->faultMessage.isEmpty())
        return server->faultMessage;
    if (column == Status && instance(row).state == Instance::State::NotSeen)
        return tr("Ports name this server, but it was in no list, and no answer about it could be had.");
    return text(row, column);
}

QString InstancesTable::sortText(int row, int column) const
{
    if (column == Name)
        return instance(row).server ? instance(row).server->name : QString();
    return text(row, column);
}

qint64 InstancesTable::sortNumber(int row, int column) const
{
    if (column == Ports)
        return qint64(m_data.relations->portsOfInstance(row).size());
    const Server *server = instance(row).server;
    return server && server->created ? m_data.snapshot->takenAt.toMSecsSinceEpoch() - *server->created : NoNumber;
}

bool InstancesTable::troubled(int row) const
{
    const Instance &item = instance(row);
    if (item.state == Instance::State::Deleted || item.state == Instance::State::Gone)
        return true;
    return item.server && item.server->status == "ERROR"_L1;
}

std::optional<Verdict> InstancesTable::verdict(int row) const
{
    return worstVerdict(*m_data.judgement, m_data.relations->portsOfInstance(row));
}

bool InstancesTable::macConflict(int row) const
{
    return anyMacConflict(*m_data.judgement, m_data.relations->portsOfInstance(row));
}

std::optional<Verdict> worstVerdict(const Judgement &judgement, std::span<const int> ports)
{
    const PortJudgement *worst = nullptr;
    for (const int port : ports) {
        const PortJudgement &one = judgement.ports[port];
        if (!worst || severity(one) < severity(*worst))
            worst = &one;
    }
    if (!worst || worst->verdict == Verdict::InUse || worst->verdict == Verdict::Service)
        return std::nullopt;
    return worst->verdict;
}

bool anyMacConflict(const Judgement &judgement, std::span<const int> ports)
{
    return std::any_of(ports.begin(), ports.end(),
                       [&](int port) { return judgement.ports[port].has(Flag::MacConflict); });
}

} // namespace flotsam
