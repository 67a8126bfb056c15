// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/resourcestable.h"

#include "models/tables/format.h"
#include "models/tables/instancestable.h"

using namespace Qt::StringLiterals;

namespace flotsam {

QList<ColumnInfo> ResourcesTable::columns()
{
    using enum ColumnLook;
    return {
        {u"stack"_s, tr("Stack"), tr("Heat stack"), Text, 26},
        {u"resource"_s, tr("Resource"), tr("Name of the resource in its stack; the icon is that of its worst port"),
         ColumnLook::Verdict, 26},
        {u"type"_s, tr("Type"), tr("Type of the resource"), Text, 28},
        {u"status"_s, tr("Status"), tr("Status of the resource as Heat reports it"), Text, 24},
        {u"physical_id"_s, tr("Physical ID"), tr("What the resource stands for (physical_resource_id)"), Code, 40},
        {u"project"_s, tr("Project"), tr("Project of the stack"), Text, 20},
        {u"stack_status"_s, tr("Stack status"), tr("Status of the stack as Heat reports it"), Text, 24},
    };
}

ResourcesTable::ResourcesTable(Dataset data)
    : m_data(std::move(data))
{ }

QString ResourcesTable::text(int row, int column) const
{
    const StackResource &item = resource(row);
    const Stack *of = stack(row);
    switch (Column(column)) {
    case StackColumn:
        return of ? of->name : shortId(item.stackId);
    case Resource:
        return item.name;
    case Type:
        return item.type;
    case Status:
        return item.status;
    case PhysicalId:
        return item.physicalId;
    case Project:
        return of ? m_data.relations->projectName(of->projectId) : QString();
    case StackStatus:
        return of ? of->status : QString();
    case ColumnCount:
        break;
    }
    return {};
}

QString ResourcesTable::toolTip(int row, int column) const
{
    const StackResource &item = resource(row);
    if (column == StackColumn)
        return item.stackId;
    if (column == Status && !item.statusReason.isEmpty())
        return item.statusReason;
    if (column == StackStatus && stack(row) && !stack(row)->statusReason.isEmpty())
        return stack(row)->statusReason;
    if (column == Project)
        return stack(row) ? stack(row)->projectId : QString();
    return text(row, column);
}

/// A port that could be that of several resources colours none of them.
std::vector<int> ResourcesTable::certainPorts(int row) const
{
    std::vector<int> certain;
    for (const int port : m_data.relations->portsOfResource(row)) {
        if (m_data.relations->resourcesOfPort(port).size() == 1)
            certain.push_back(port);
    }
    return certain;
}

std::optional<Verdict> ResourcesTable::verdict(int row) const
{
    return worstVerdict(*m_data.judgement, certainPorts(row));
}

bool ResourcesTable::macConflict(int row) const { return anyMacConflict(*m_data.judgement, certainPorts(row)); }

} // namespace flotsam
