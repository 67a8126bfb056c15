// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/stacklife.h"

#include "app/demo/serverlife.h"

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
constexpr qint64 Second = 1000;

QString refusalOf(const QString &resource)
{
    return u"Forbidden: resources.%1: Quota exceeded for instances: Requested 1, but already used 10 of 10 instances "
           "(HTTP 403)"_s.arg(resource);
}

void note(DemoState &state, Stack &stack, const QString &resource, const QString &status, const QString &physicalId,
          const QString &reason)
{
    stack.events.append({state.ids.uuid(), resource, physicalId, status, reason, state.now()});
}

void enter(DemoState &state, Stack &stack, const QString &status, const QString &reason)
{
    stack.status = status;
    stack.reason = reason;
    note(state, stack, stack.name, status, stack.id, reason);
}

QString physicalName(DemoState &state, const Stack &stack, const QString &resource)
{
    return u"%1-%2-%3"_s.arg(stack.name, resource, state.ids.word(12));
}

/// Heat makes a port for the server first, under the resource's name, then asks Nova.
void startServer(DemoState &state, Stack &stack, Resource &resource)
{
    resource.status = u"CREATE_IN_PROGRESS"_s;
    resource.reason = u"state changed"_s;
    resource.created = resource.updated = state.now();
    resource.physicalId.clear();
    note(state, stack, resource.name, resource.status, physicalName(state, stack, resource.name), resource.reason);
    if (state.portQuotaRefusal(stack.projectId))
        return;
    Port port = state.draftPort(stack.networkId, stack.projectId);
    port.name = resource.name + u"-port-0"_s;
    resource.internalPort = port.id;
    state.network.addPort(port);
}

void finishServer(DemoState &state, Stack &stack, Resource &resource)
{
    resource.updated = state.now();
    if (stack.serversFail || !state.network.port(resource.internalPort)) {
        resource.status = u"CREATE_FAILED"_s;
        resource.reason = refusalOf(resource.name);
    } else {
        BootRequest boot;
        boot.name = u"%1-%2"_s.arg(stack.name, resource.name);
        boot.projectId = stack.projectId;
        boot.flavor = state.compute.flavors.empty() ? QString() : state.compute.flavors.begin()->first;
        boot.imageId = state.compute.images.empty() ? QString() : state.compute.images.begin()->first;
        boot.nics = {{{}, resource.internalPort}};
        resource.physicalId = bootServer(state, boot);
        resource.status = u"CREATE_COMPLETE"_s;
        resource.reason = u"state changed"_s;
    }
    note(state, stack, resource.name, resource.status, resource.physicalId, resource.reason);
}

void finishStack(DemoState &state, const QString &stackId, const QString &action)
{
    Stack *stack = state.stacks.find(stackId);
    if (!stack || stack->status != action + u"_IN_PROGRESS"_s)
        return;
    QString failure;
    for (Resource &resource : stack->resources) {
        if (resource.status == u"CREATE_IN_PROGRESS"_s && resource.type == u"OS::Nova::Server"_s)
            finishServer(state, *stack, resource);
        if (resource.status == u"CREATE_FAILED"_s)
            failure = resource.reason;
    }
    if (failure.isEmpty())
        enter(state, *stack, action + u"_COMPLETE"_s, u"Stack %1 completed successfully"_s.arg(action));
    else
        enter(state, *stack, action + u"_FAILED"_s, u"Resource CREATE failed: "_s + failure);
    state.tell(failure.isEmpty() ? u"Stack %1: %2."_s.arg(stack->name, stack->status)
                                 : u"Stack %1: %2. Its server is refused, the port made for it stays."_s.arg(
                                     stack->name, stack->status));
}
} // namespace

QString createStack(DemoState &state, const QString &name, const QString &projectId, const QString &networkId,
                    bool serversFail)
{
    Stack stack;
    stack.id = state.ids.uuid();
    stack.name = name;
    stack.projectId = projectId;
    stack.userName = u"demo"_s;
    stack.userProjectId = state.ids.hex32();
    stack.networkId = networkId;
    stack.serversFail = serversFail;
    stack.created = state.now();
    enter(state, stack, u"CREATE_IN_PROGRESS"_s, u"Stack CREATE started"_s);
    stack.resources.append(
        {u"node"_s, u"OS::Nova::Server"_s, u"INIT_COMPLETE"_s, {}, {}, {}, {}, state.now(), state.now()});
    if (!state.portQuotaRefusal(projectId)) {
        Port vip = state.draftPort(networkId, projectId);
        vip.name = physicalName(state, stack, u"vip"_s);
        state.network.addPort(vip);
        stack.resources.append({u"vip"_s,
                                u"OS::Neutron::Port"_s,
                                u"CREATE_COMPLETE"_s,
                                u"state changed"_s,
                                vip.id,
                                {},
                                {},
                                state.now(),
                                state.now()});
        note(state, stack, u"vip"_s, u"CREATE_COMPLETE"_s, vip.id, u"state changed"_s);
    }
    const QString id = stack.id;
    state.stacks.stacks[id] = stack;
    state.later(Second, [id](DemoState &later) {
        if (Stack *made = later.stacks.find(id))
            startServer(later, *made, made->resources.first());
    });
    state.later(6 * Second, [id](DemoState &later) { finishStack(later, id, u"CREATE"_s); });
    return id;
}

void updateStack(DemoState &state, const QString &stackId)
{
    Stack *stack = state.stacks.find(stackId);
    if (!stack || stack->deleted > 0)
        return;
    stack->updated = state.now();
    enter(state, *stack, u"UPDATE_IN_PROGRESS"_s, u"Stack UPDATE started"_s);
    state.later(Second, [stackId](DemoState &later) {
        Stack *updated = later.stacks.find(stackId);
        if (!updated || updated->status != u"UPDATE_IN_PROGRESS"_s)
            return;
        for (Resource &resource : updated->resources) {
            if (resource.type != u"OS::Nova::Server"_s || resource.status != u"CREATE_FAILED"_s)
                continue;
            // Without a server of its own the old resource is left behind as it is, and so is its port.
            if (!resource.physicalId.isEmpty())
                deleteServer(later, resource.physicalId);
            startServer(later, *updated, resource);
        }
    });
    state.later(6 * Second, [stackId](DemoState &later) { finishStack(later, stackId, u"UPDATE"_s); });
}

void deleteStack(DemoState &state, const QString &stackId)
{
    Stack *stack = state.stacks.find(stackId);
    if (!stack || stack->deleted > 0)
        return;
    enter(state, *stack, u"DELETE_IN_PROGRESS"_s, u"Stack DELETE started"_s);
    for (Resource &resource : stack->resources) {
        if (resource.type == u"OS::Nova::Server"_s)
            deleteServer(state, resource.physicalId);
        if (resource.type == u"OS::Neutron::Port"_s)
            state.network.removePort(resource.physicalId);
        note(state, *stack, resource.name, u"DELETE_IN_PROGRESS"_s, resource.physicalId, u"state changed"_s);
    }
    state.later(4 * Second, [stackId](DemoState &later) {
        Stack *gone = later.stacks.find(stackId);
        if (!gone || gone->status != u"DELETE_IN_PROGRESS"_s)
            return;
        for (const Resource &resource : gone->resources)
            later.network.removePort(resource.internalPort);
        gone->resources.clear();
        gone->deleted = later.now();
        enter(later, *gone, u"DELETE_COMPLETE"_s, u"Stack DELETE completed successfully"_s);
        later.tell(u"Stack %1 is deleted."_s.arg(gone->name));
    });
}

} // namespace flotsam::demo
