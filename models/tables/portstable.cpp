// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/portstable.h"

#include "models/tables/format.h"
#include "models/triage/explain.h"

using namespace Qt::StringLiterals;

namespace flotsam {

QList<ColumnInfo> PortsTable::columns()
{
    using enum ColumnLook;
    return {
        {u"verdict"_s, tr("Verdict"), tr("What this port is, by the evidence read"), ColumnLook::Verdict, 30},
        {u"why"_s, tr("Why"), tr("The reasons for the verdict, most telling first"), Text, 32},
        {u"name"_s, tr("Name"), tr("Name of the port"), Text, 24},
        {u"project"_s, tr("Project"), tr("Project that owns the port and whose quota it uses"), Text, 20},
        {u"network"_s, tr("Network"), tr("Network that the port is on"), Text, 20},
        {u"addresses"_s, tr("Addresses"), tr("Fixed IP addresses (fixed_ips)"), Code, 34},
        {u"mac"_s, tr("MAC"), tr("MAC address (mac_address)"), Code, 20},
        {u"server"_s, tr("Server"), tr("Instance that the port names (device_id) and its state"), Text, 34},
        {u"created"_s, tr("Created"), tr("Age at the time of reading (created_at)"), Number, 10},
        {u"stack"_s, tr("Stack / resource"), tr("Heat stack and resource that the port belongs to"), Text, 30},
        {u"owner"_s, tr("Owner"), tr("Kind of owner (device_owner)"), Text, 20},
        {u"status"_s, tr("Status"), tr("Status of the port as Neutron reports it"), Text, 10},
        {u"host"_s, tr("Host"), tr("Host that the port is bound to (binding:host_id)"), Text, 20},
        {u"revision"_s, tr("Rev."), tr("Number of changes that Neutron counted (revision_number)"), Number, 8},
        {u"flags"_s, tr("Flags"), tr("What else is to be known of the port"), Text, 30, false},
        {u"id"_s, tr("ID"), tr("ID of the port"), Code, 40, false},
    };
}

PortsTable::PortsTable(Dataset data)
    : m_data(std::move(data))
    , m_fields(m_data)
{ }

QString PortsTable::text(int row, int column) const
{
    const Port &p = port(row);
    switch (Column(column)) {
    case VerdictColumn:
        return verdictLabel(judgement(row));
    case Why:
        return reasonWords(judgement(row));
    case Name:
        return p.name;
    case Project:
        return m_data.relations->projectName(p.projectId);
    case Network:
        return m_data.relations->networkName(p.networkId);
    case Addresses:
        return addresses(row);
    case Mac:
        return p.mac;
    case Owner:
        return p.deviceOwner;
    case ServerColumn: {
        const int instance = m_data.relations->instanceOfPort(row);
        return instance < 0 ? QString() : m_words.label(m_data.relations->instances()[size_t(instance)]);
    }
    case StackColumn:
        return stackText(row);
    case Host:
        return p.hostId;
    case Status:
        return p.status;
    case Created:
        return p.createdAt ? ageText(m_data.snapshot->takenAt.toMSecsSinceEpoch() - *p.createdAt) : QString();
    case Revision:
        return p.revision ? QString::number(*p.revision) : QString();
    case Flags:
        return flagWords(judgement(row));
    case Id:
        return p.id;
    case ColumnCount:
        break;
    }
    return {};
}

QString PortsTable::addresses(int row) const
{
    QString all;
    for (const FixedIp &ip : port(row).fixedIps) {
        if (!all.isEmpty())
            all += u", "_s;
        all += ip.text;
    }
    return all;
}

QString PortsTable::stackText(int row) const
{
    const Relations &relations = *m_data.relations;
    std::span<const int> resources = relations.resourcesOfPort(row);
    if (resources.empty() && relations.instanceOfPort(row) >= 0)
        resources = relations.resourcesOfInstance(relations.instanceOfPort(row));
    if (resources.empty())
        return {};
    const StackResource &resource = m_data.snapshot->resources[resources.front()];
    const Stack *stack = relations.stackOfResource(resources.front());
    QString text = (stack ? stack->name : shortId(resource.stackId)) + u" / "_s + resource.name;
    if (resources.size() > 1)
        text += tr(" (or %n more)", nullptr, int(resources.size()) - 1);
    return text;
}

QString PortsTable::toolTip(int row, int column) const
{
    const Port &p = port(row);
    switch (Column(column)) {
    case VerdictColumn:
    case Why:
        return verdictSentence(*m_data.judgement, row);
    case Project:
        return p.projectId;
    case Network:
        return p.networkId;
    case ServerColumn:
        return p.deviceId;
    case Created:
        return exactTime(p.createdAt);
    case Flags: {
        QStringList lines;
        for (const Flag flag : AllFlags) {
            if (judgement(row).has(flag))
                lines += flagText(flag);
        }
        return lines.join(u'\n');
    }
    default:
        return text(row, column);
    }
}

QString PortsTable::hiddenText(int row) const
{
    const Port &p = port(row);
    return p.deviceId + u'\n' + p.projectId + u'\n' + p.networkId;
}

bool PortsTable::sortsByNumber(int column) const
{
    return column == VerdictColumn || column == Created || column == Revision;
}

qint64 PortsTable::sortNumber(int row, int column) const
{
    const Port &p = port(row);
    if (column == VerdictColumn)
        return severity(judgement(row));
    if (column == Created) // by age, as shown
        return p.createdAt ? m_data.snapshot->takenAt.toMSecsSinceEpoch() - *p.createdAt : NoNumber;
    return p.revision ? *p.revision : NoNumber;
}

QString PortsTable::sortText(int row, int column) const
{
    if (column != Addresses)
        return text(row, column);
    const Port &p = port(row);
    if (p.fixedIps.isEmpty())
        return {};
    const auto &address = p.fixedIps.first().address;
    if (!address)
        return p.fixedIps.first().text;
    QString number = address->v6 ? u"6"_s : u"4"_s;
    for (int i = 0; i < address->bits() / 8; ++i)
        number += u'.' + QString::number(address->bytes[size_t(i)]);
    return number;
}

int severity(const PortJudgement &judgement)
{
    switch (judgement.verdict) {
    case Verdict::Orphan:
        return judgement.confidence == Confidence::Proven ? 0 : 1;
    case Verdict::Stale:
        return judgement.has(Flag::MacConflict) ? 2 : 4;
    case Verdict::Unattached:
        return judgement.has(Flag::MacConflict) ? 3 : 5;
    case Verdict::Settling:
        return 6;
    case Verdict::Unknown:
        return 7;
    case Verdict::InUse:
        return judgement.has(Flag::MacConflict) ? 3 : 8;
    case Verdict::Service:
        break;
    }
    return judgement.has(Flag::MacConflict) ? 3 : 9;
}

} // namespace flotsam
