// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/commands.h"

#include "models/remedy/textformats.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::Commands)
};

/// Nova before 2.21 does not tell the actions of servers that were deleted.
QString eventList(const QString &server)
{
    return u"openstack --os-compute-api-version 2.21 server event list %1"_s.arg(shellQuoted(server));
}

void addServer(QList<ShellCommand> &commands, const Dataset &data, const Port &port)
{
    const int row = data.relations->instanceRow(port.deviceId);
    if (row < 0)
        return;
    const Instance &instance = data.relations->instances()[size_t(row)];
    commands += {Words::tr("Its server: \"No server with a name or ID\" means that Nova knows none"),
                 showCommand(data, TableKind::Instances, row)};
    if (instance.state == Instance::State::Live || instance.state == Instance::State::Hidden)
        return;
    const QString project = instance.server && !instance.server->projectId.isEmpty()
        ? u" --project %1"_s.arg(shellQuoted(instance.server->projectId))
        : QString();
    commands += {Words::tr("Servers that were deleted and not yet purged (an administrator's command)"),
                 u"openstack server list --all-projects --deleted --limit -1%1"_s.arg(project)};
    commands += {Words::tr("What was done to its server, and when it was deleted"), eventList(port.deviceId)};
}

void addHeat(QList<ShellCommand> &commands, const Dataset &data, int port)
{
    for (const int row : data.relations->resourcesOfPort(port)) {
        const StackResource &resource = data.snapshot->resources[row];
        commands += {Words::tr("Its Heat resource"), showCommand(data, TableKind::Resources, row)};
        commands += {Words::tr("What Heat did with it"),
                     u"openstack stack event list --nested-depth 5 %1"_s.arg(shellQuoted(resource.stackId))};
    }
}

} // namespace

QString showCommand(const Dataset &data, TableKind kind, int row)
{
    switch (kind) {
    case TableKind::Ports:
        return u"openstack port show %1"_s.arg(shellQuoted(data.snapshot->ports[row].id));
    case TableKind::Instances:
        return u"openstack server show %1"_s.arg(shellQuoted(data.relations->instances()[size_t(row)].id));
    case TableKind::Resources:
        break;
    }
    const StackResource &resource = data.snapshot->resources[row];
    return u"openstack stack resource show %1 %2"_s.arg(shellQuoted(resource.stackId), shellQuoted(resource.name));
}

QList<ShellCommand> recheckCommands(const Dataset &data, int number)
{
    const Snapshot &snapshot = *data.snapshot;
    const Port &port = snapshot.ports[number];
    const PortJudgement &judgement = data.judgement->ports[number];
    QList<ShellCommand> commands;
    commands += {Words::tr("The port as Neutron has it now"), showCommand(data, TableKind::Ports, number)};
    if (!port.deviceId.isEmpty())
        addServer(commands, data, port);
    addHeat(commands, data, number);
    commands += {Words::tr("Floating IPs that lead to it"),
                 u"openstack floating ip list --port %1"_s.arg(shellQuoted(port.id))};
    if (!port.networkId.isEmpty())
        commands
            += {Words::tr("Address pairs that may name its address: no openstack command lists them; the request is"),
                u"# GET /v2.0/ports?network_id=%1&fields=id&fields=allowed_address_pairs"_s.arg(port.networkId)};
    if (port.hasTrunkDetails || !port.trunkId.isEmpty() || judgement.has(Reason::Trunk))
        commands += {Words::tr("Trunks that may hold it"), u"openstack network trunk list --long"_s};
    if (!port.mac.isEmpty() && (judgement.has(Flag::MacConflict) || judgement.has(Reason::BaremetalMac)))
        commands += {Words::tr("The bare-metal NIC with its MAC address"),
                     u"openstack baremetal port list --long --address %1"_s.arg(shellQuoted(port.mac))};
    return commands;
}

QString recheckScript(const Dataset &data, int port)
{
    QString text = shellPlace(*data.snapshot);
    for (const ShellCommand &command : recheckCommands(data, port))
        text += u"\n# %1\n%2\n"_s.arg(oneLine(command.what), command.line);
    return text;
}

QString showScript(const Dataset &data, TableKind kind, const std::vector<int> &rows)
{
    QString text = shellPlace(*data.snapshot);
    for (const int row : rows)
        text += showCommand(data, kind, row) + u'\n';
    return text;
}

} // namespace flotsam
