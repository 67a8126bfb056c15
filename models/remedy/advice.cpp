// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/advice.h"

#include "models/remedy/textformats.h"
#include "models/triage/explain.h"
#include "models/triage/triageindex.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::Advice)
};

QString projectName(const Judgement &judgement, const QString &id)
{
    for (const ProjectQuota &quota : judgement.quotas) {
        if (quota.projectId == id && !quota.projectName.isEmpty())
            return quota.projectName;
    }
    return id;
}

const Server *serverOf(const Snapshot &snapshot, const QString &id)
{
    const auto found = std::find_if(snapshot.servers.begin(), snapshot.servers.end(),
                                    [&](const Server &one) { return one.id == id; });
    return found == snapshot.servers.end() ? nullptr : &*found;
}

/// Heat reads the stack by the token's project, so that the project stands above the commands.
QString stackCommands(const Judgement &judgement, const Stack &stack)
{
    const QString id = shellQuoted(stack.id);
    return u"# Stack %1 of project %2; as a user of that project. Either build what failed once more:\n"
           "openstack stack update --existing --wait %3\n"
           "# or give the whole stack up, with everything that is in it:\n"
           "# openstack stack delete --wait %3\n"_s.arg(oneLine(stack.name),
                                                        oneLine(projectName(judgement, stack.projectId)), id);
}

Advice deleteServer(const Judgement &judgement, const Port &port)
{
    const Snapshot &snapshot = *judgement.snapshot;
    const Server *server = serverOf(snapshot, port.deviceId);
    const QString name = server && !server->name.isEmpty() ? server->name : port.deviceId;
    Advice advice;
    advice.title = Words::tr("Delete server %1, not its port").arg(name);
    advice.sentences += Words::tr("The server failed. As long as it exists, its ports are its own: when it is deleted, "
                                  "Nova deletes those that it made and releases the others.");
    advice.commands = shellPlace(snapshot);
    QList<const Stack *> stacks;
    judgement.index->heat.forEachPhysical(port.deviceId, [&](const StackResource &resource) {
        if (const Stack *stack = judgement.index->heat.stack(resource.stackId); stack && !stacks.contains(stack))
            stacks += stack;
    });
    if (stacks.isEmpty()) {
        advice.commands += u"openstack server delete --wait %1\n"_s.arg(shellQuoted(port.deviceId));
        return advice;
    }
    advice.sentences
        += Words::tr("It is part of a stack. Heat is to replace or delete it, else the stack does not know "
                     "what became of it.");
    for (const Stack *stack : std::as_const(stacks))
        advice.commands += stackCommands(judgement, *stack);
    return advice;
}

Advice deleteStack(const Judgement &judgement, const Port &port)
{
    Advice advice;
    advice.title = Words::tr("Update or delete the stack that made the port");
    advice.sentences
        += Words::tr("Heat made the port for a server that failed. The stack still counts on its resource: "
                     "an update makes the server anew, and deleting the stack takes away what is left of it.");
    advice.sentences
        += Words::tr("Look at the port afterwards. If it is still there, nobody will come back for it, and "
                     "it can be deleted here.");
    advice.commands = shellPlace(*judgement.snapshot);
    const QString resource = heatResourceName(port.name).toString();
    QList<const Stack *> stacks;
    judgement.index->heat.forEachNamed(port.projectId, resource, [&](const StackResource &one) {
        const Stack *stack = judgement.index->heat.stack(one.stackId);
        if (one.type == "OS::Nova::Server"_L1 && stack && !stacks.contains(stack))
            stacks += stack;
    });
    if (stacks.size() > 1)
        advice.sentences
            += Words::tr("Several stacks have a server resource of that name; find the one that is meant.");
    for (const Stack *stack : std::as_const(stacks))
        advice.commands += stackCommands(judgement, *stack);
    return advice;
}

} // namespace

std::optional<Advice> adviceFor(const Judgement &judgement, int number)
{
    const Port &port = judgement.snapshot->ports[number];
    std::optional<Advice> advice;
    if (judgement.ports[number].remedy == Remedy::DeleteServer)
        advice = deleteServer(judgement, port);
    else if (judgement.ports[number].remedy == Remedy::DeleteStack)
        advice = deleteStack(judgement, port);
    if (advice)
        advice->sentences.prepend(verdictSentence(judgement, number));
    return advice;
}

} // namespace flotsam
