// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/sceneparts.h"

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
constexpr qint64 Hour = 3600;
constexpr qint64 Day = 86400;

Resource resource(SceneBuilder &build, const QString &name, const QString &type, qint64 age, const QString &physicalId)
{
    Resource made;
    made.name = name;
    made.type = type;
    made.physicalId = physicalId;
    made.created = made.updated = build.ago(age);
    return made;
}

/// A server whose port Heat made and handed to Nova.
QString serverOnHeatPort(SceneBuilder &build, const QString &name, const QString &project, const QString &network,
                         const QString &resourceName, qint64 age)
{
    const QString server = build.server(name, project, {network}, age);
    const QString nic = build.portOf(server);
    build.touch(nic, age - 7, [&](Port &port) { port.name = resourceName + u"-port-0"_s; });
    Server kept = *build.state().compute.server(server);
    kept.givenPorts = {nic};
    build.state().compute.replace(kept, kept.updated);
    return server;
}

void add(SceneBuilder &build, Stack &stack, const Resource &made, qint64 age)
{
    stack.resources.append(made);
    stack.events.append(build.event(made.name, u"CREATE_IN_PROGRESS"_s, age, stack.name + u'-' + made.name + u"-x"_s));
    stack.events.append(build.event(made.name, made.status, age - 9, made.physicalId, made.reason));
}

void complete(SceneBuilder &build, Stack &stack, qint64 age)
{
    stack.events.append(build.event(stack.name, stack.status, age - 12, stack.id, stack.reason));
}

void fail(SceneBuilder &build, Stack &stack, Resource &node, const QString &reason, qint64 age)
{
    node.status = u"CREATE_FAILED"_s;
    node.reason = reason;
    add(build, stack, node, age);
    stack.status = u"CREATE_FAILED"_s;
    stack.reason = u"Resource CREATE failed: "_s + reason;
    complete(build, stack, age);
}

QString loosePort(SceneBuilder &build, const Company &c, const QString &name, qint64 age)
{
    return build.port(c.demo, c.demoNet, age, [&name](Port &port) { port.name = name; });
}
} // namespace

void addHealthyStacks(SceneBuilder &build, const Company &c)
{
    int number = 0;
    for (const QString &name : {u"wiki"_s, u"grafana"_s, u"registry"_s}) {
        const qint64 age = 22 * Day + ++number * Hour;
        build.stack(name, c.demo, age, [&](Stack &stack) {
            stack.networkId = c.demoNet;
            const QString vip = loosePort(build, c, u"%1-vip-%2"_s.arg(name, build.ids().word(12)), age - 2);
            add(build, stack, resource(build, u"vip"_s, u"OS::Neutron::Port"_s, age - 1, vip), age - 1);
            const QString server = serverOnHeatPort(build, name + u"-node"_s, c.demo, c.demoNet, u"node"_s, age - 3);
            Resource node = resource(build, u"node"_s, u"OS::Nova::Server"_s, age - 1, server);
            node.internalPort = build.portOf(server);
            add(build, stack, node, age - 1);
            complete(build, stack, age);
        });
    }
    // A group: its members are resources of a nested stack.
    const qint64 age = 18 * Day;
    const QString parent = build.stack(u"cluster"_s, c.demo, age, [&](Stack &stack) { complete(build, stack, age); });
    const QString inner = build.stack(u"cluster-group-"_s + build.ids().word(12), c.demo, age - 2, [&](Stack &stack) {
        stack.parent = parent;
        for (const QString &member : {u"0"_s, u"1"_s, u"2"_s}) {
            const QString server = serverOnHeatPort(build, u"cluster-"_s + member, c.demo, c.demoNet, member, age - 5);
            add(build, stack, resource(build, member, u"OS::Nova::Server"_s, age - 3, server), age - 3);
        }
        complete(build, stack, age - 2);
    });
    Stack &outer = build.state().stacks.stacks[parent];
    outer.resources.append(resource(build, u"group"_s, u"OS::Heat::ResourceGroup"_s, age - 1, inner));
}

void addHeatTrouble(SceneBuilder &build, const Company &c)
{
    const QString noQuota
        = u"Forbidden: resources.worker: Quota exceeded for instances: Requested 1, but already used 10 of 10 instances (HTTP 403)"_s;
    // Nova refused the server, the port made for it stayed; an update tried again and left the next one.
    build.stack(u"batch"_s, c.demo, 30 * Hour, [&](Stack &stack) {
        stack.networkId = c.demoNet;
        stack.serversFail = true;
        loosePort(build, c, u"worker-port-0"_s, 30 * Hour - 4);
        Resource worker = resource(build, u"worker"_s, u"OS::Nova::Server"_s, 30 * Hour - 2, {});
        fail(build, stack, worker, noQuota, 30 * Hour - 2);
        stack.updated = build.ago(26 * Hour);
        stack.events.append(
            build.event(stack.name, u"UPDATE_IN_PROGRESS"_s, 26 * Hour, stack.id, u"Stack UPDATE started"_s));
        const QString again = loosePort(build, c, u"worker-port-0"_s, 26 * Hour - 3);
        stack.resources.clear();
        worker.created = worker.updated = build.ago(26 * Hour - 2);
        worker.internalPort = again;
        add(build, stack, worker, 26 * Hour - 2);
        stack.status = u"UPDATE_FAILED"_s;
        complete(build, stack, 26 * Hour);
    });
    // The build failed later: the server is there, in ERROR, and its port was never attached.
    build.stack(u"render"_s, c.demo, 50 * Hour, [&](Stack &stack) {
        stack.networkId = c.demoNet;
        stack.serversFail = true;
        const QString server = build.server(u"render-farm"_s, c.demo, {}, 50 * Hour - 6, [](Server &broken) {
            broken.status = u"ERROR"_s;
            broken.vmState = u"error"_s;
            broken.powerState = 0;
            broken.host.clear();
            broken.zone.clear();
            broken.launched = 0;
            broken.faultMessage = u"Build of instance %1 aborted: no valid host"_s.arg(broken.id);
            broken.faultTime = broken.created + 3000;
        });
        Resource farm = resource(build, u"farm"_s, u"OS::Nova::Server"_s, 50 * Hour - 2, server);
        farm.internalPort = loosePort(build, c, u"farm-port-0"_s, 50 * Hour - 3);
        fail(
            build, stack, farm,
            u"ResourceInError: resources.farm: Went to status ERROR due to \"Message: No valid host was found., Code: 500\""_s,
            50 * Hour - 2);
    });
    // The stack is gone; the ports of its servers were created and never handed over.
    for (int i = 1; i <= 2; ++i) {
        const qint64 age = 7 * Day + i * Hour;
        build.stack(u"crawler-%1"_s.arg(i), c.demo, age, [&](Stack &stack) {
            stack.events.append(
                build.event(u"crawl%1"_s.arg(i), u"CREATE_IN_PROGRESS"_s, age - 2, u"crawler-crawl-x"_s));
            loosePort(build, c, u"crawl%1-port-0"_s.arg(i), age - 4);
            stack.status = u"DELETE_COMPLETE"_s;
            stack.reason = u"Stack DELETE completed successfully"_s;
            stack.deleted = build.ago(age - Hour);
            stack.events.append(build.event(stack.name, stack.status, age - Hour, stack.id, stack.reason));
        });
    }
    // Replaced: the server holds a younger port of the same name.
    build.stack(u"api"_s, c.demo, 11 * Day, [&](Stack &stack) {
        loosePort(build, c, u"gateway-port-0"_s, 11 * Day - 2);
        const QString server = serverOnHeatPort(build, u"api-gateway"_s, c.demo, c.demoNet, u"gateway"_s, 10 * Day);
        add(build, stack, resource(build, u"gateway"_s, u"OS::Nova::Server"_s, 10 * Day, server), 10 * Day);
        complete(build, stack, 11 * Day);
    });
    // Heat's server lives on a port of Nova's making; whether the port of that name waits for it only its project
    // knows.
    build.stack(u"mail"_s, c.demo, 13 * Day, [&](Stack &stack) {
        const QString spare = loosePort(build, c, u"relay-port-0"_s, 13 * Day - 2);
        build.touch(spare, 12 * Day);
        const QString server = build.server(u"mail-relay"_s, c.demo, {c.demoNet}, 13 * Day - 5);
        add(build, stack, resource(build, u"relay"_s, u"OS::Nova::Server"_s, 13 * Day - 1, server), 13 * Day - 1);
        complete(build, stack, 13 * Day);
    });
    const QString unclaimed = loosePort(build, c, u"importer-port-0"_s, 25 * Day);
    build.touch(unclaimed, 24 * Day);
    // A port that Heat manages still points at a server that is no more.
    build.stack(u"queue"_s, c.demo, 17 * Day, [&](Stack &stack) {
        const QString port = loosePort(build, c, u"queue-broker_port-"_s + build.ids().word(12), 17 * Day - 2);
        const QString server = build.deadServer(u"queue-broker"_s, c.demo, 17 * Day - 5, 2 * Day);
        build.touch(port, 2 * Day, [&](Port &broker) {
            broker.deviceId = server;
            broker.deviceOwner = u"compute:nova"_s;
        });
        add(build, stack, resource(build, u"broker_port"_s, u"OS::Neutron::Port"_s, 17 * Day - 1, port), 17 * Day - 1);
        complete(build, stack, 17 * Day);
    });
    // In motion at the start.
    build.stack(u"rollout"_s, c.demo, 9 * Day, [&](Stack &stack) {
        const QString port = loosePort(build, c, u"rollout-vip-"_s + build.ids().word(12), 9 * Day - 2);
        add(build, stack, resource(build, u"vip"_s, u"OS::Neutron::Port"_s, 9 * Day - 1, port), 9 * Day - 1);
        stack.status = u"UPDATE_IN_PROGRESS"_s;
        stack.reason = u"Stack UPDATE started"_s;
        stack.updated = build.ago(70);
        stack.events.append(build.event(stack.name, stack.status, 70, stack.id, stack.reason));
    });
}

} // namespace flotsam::demo
