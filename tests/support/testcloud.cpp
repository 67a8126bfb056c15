// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testcloud.h"

#include <algorithm>

namespace flotsam {

using namespace Qt::StringLiterals;

namespace {

QString uuid(char16_t kind, int number)
{
    return QChar(kind) + u"0000000-0000-4000-8000-%1"_s.arg(number, 12, 16, QChar(u'0'));
}

const QDateTime &now()
{
    static const QDateTime time(QDate(2026, 11, 30), QTime(9, 41), Qt::UTC);
    return time;
}

} // namespace

Time T(qint64 seconds) { return now().toMSecsSinceEpoch() + seconds * 1000; }
QString portId(int number) { return uuid(u'1', number); }
QString serverId(int number) { return uuid(u'2', number); }
QString stackId(int number) { return uuid(u'3', number); }
QString nodeId(int number) { return uuid(u'4', number); }
QString nicId(int number) { return uuid(u'5', number); }
QString project(int number) { return u"b%1"_s.arg(number, 31, 16, QChar(u'0')); }
QString network(int number) { return uuid(u'6', number); }
QString subnetId(int number) { return uuid(u'7', number); }
QString mac(int number)
{
    return u"fa:16:3e:00:%1:%2"_s.arg(number / 256, 2, 16, QChar(u'0')).arg(number % 256, 2, 16, QChar(u'0'));
}

TestCloud::TestCloud()
{
    cloud = u"test"_s;
    takenAt = now();
    auth = {project(9), u"admin"_s, u"admin"_s, {u"admin"_s}, true};
    // Room for every test here, so that a reference to one item outlives the making of the next.
    ports.reserve(200);
    servers.reserve(200);
    deletedServers.reserve(200);
    stacks.reserve(50);
    resources.reserve(50);
    nodes.reserve(50);
    baremetalPorts.reserve(50);
    for (SourceInfo &info : sources) {
        info.status = SourceStatus::Complete;
        info.readAt = now();
    }
}

template <class Item>
Item &TestCloud::item(QList<Item> &list, const QString &id, bool &fresh)
{
    const auto found = std::find_if(list.begin(), list.end(), [&](const Item &known) { return known.id == id; });
    fresh = found == list.end();
    if (!fresh)
        return *found;
    Item made;
    made.id = id;
    list.append(made);
    return list.last();
}

Port &TestCloud::port(int number)
{
    bool fresh = false;
    Port &port = item(ports, portId(number), fresh);
    if (fresh) {
        port.projectId = project(1);
        port.networkId = network(1);
        port.mac = mac(number);
        port.status = u"DOWN"_s;
        port.vnicType = u"normal"_s;
        port.vifType = u"unbound"_s;
        port.hasVifType = true;
        port.revision = 3;
        port.createdAt = T(-8000);
        port.updatedAt = T(-7000);
    }
    return port;
}

Server &TestCloud::server(int number)
{
    bool fresh = false;
    Server &server = item(servers, serverId(number), fresh);
    if (fresh) {
        server.status = u"ACTIVE"_s;
        server.projectId = project(1);
        server.created = T(-9000);
        server.hasAddresses = true;
        server.macs = {u"fa:16:3e:ff:ff:ff"_s};
    }
    return server;
}

Server &TestCloud::tombstone(int number)
{
    bool fresh = false;
    Server &server = item(deletedServers, serverId(number), fresh);
    if (fresh) {
        server.status = u"DELETED"_s;
        server.projectId = project(1);
        server.created = T(-9000);
        server.terminatedAt = T(-5000);
        server.updated = T(-4990);
    }
    return server;
}

Stack &TestCloud::stack(int number)
{
    bool fresh = false;
    Stack &stack = item(stacks, stackId(number), fresh);
    if (fresh) {
        stack.name = u"stack-%1"_s.arg(number);
        stack.status = u"CREATE_COMPLETE"_s;
        stack.projectId = project(1);
    }
    return stack;
}

StackResource &TestCloud::resource(int stackNumber, const QString &name, const QString &type)
{
    const QString owner = stackId(stackNumber);
    const auto found = std::find_if(resources.begin(), resources.end(), [&](const StackResource &known) {
        return known.stackId == owner && known.name == name;
    });
    if (found != resources.end())
        return *found;
    StackResource made;
    made.stackId = owner;
    made.name = name;
    made.type = type;
    made.status = u"CREATE_COMPLETE"_s;
    resources.append(made);
    return resources.last();
}

void TestCloud::event(int stackNumber, const QString &resource, int seconds, const QString &status)
{
    StackEvent made;
    made.id = u"event-%1"_s.arg(events.size());
    made.stackId = stackId(stackNumber);
    made.resourceName = resource;
    made.status = status;
    made.time = T(seconds);
    events.append(made);
}

Node &TestCloud::node(int number)
{
    bool fresh = false;
    Node &node = item(nodes, nodeId(number), fresh);
    if (fresh)
        node.provisionState = u"available"_s;
    return node;
}

Nic &TestCloud::nic(int number, int nodeNumber)
{
    bool fresh = false;
    Nic &nic = item(baremetalPorts, nicId(number), fresh);
    if (fresh) {
        nic.nodeId = nodeId(nodeNumber);
        nic.mac = mac(100 + number);
    }
    return nic;
}

void TestCloud::answer(int serverNumber, int status, ServerProbe::Body body, const QString &microversion)
{
    ServerProbe probe;
    probe.status = status;
    probe.body = body;
    probe.microversion = microversion;
    serverProbes.insert(serverId(serverNumber), probe);
}

void TestCloud::kill(int serverNumber)
{
    answer(serverNumber, 404);
    tombstone(serverNumber);
}

void TestCloud::action(int serverNumber, const QString &name, int start, std::optional<int> end)
{
    ActionsProbe &probe = actionsProbes[serverId(serverNumber)];
    probe.status = 200;
    probe.readable = true;
    probe.actions.append({name, {}, T(start), end ? T(*end) : Time()});
}

void TestCloud::status(std::initializer_list<SourceId> which, SourceStatus status)
{
    for (const SourceId id : which)
        source(id).status = status;
}

void TestCloud::member(int projectNumber)
{
    auth = {project(projectNumber), u"demo"_s, u"carol"_s, {u"member"_s}, false};
}

void TestCloud::ip(Port &port, const QString &address, int subnetNumber)
{
    port.fixedIps.append({subnetNumber ? subnetId(subnetNumber) : QString(), address, IpAddress::fromString(address)});
}

void TestCloud::pair(Port &port, const QString &addressOrCidr)
{
    port.allowedAddressPairs.append({addressOrCidr, IpPrefix::fromString(addressOrCidr), {}});
}

void TestCloud::subnet(int number, const QString &cidr)
{
    Subnet made;
    made.id = subnetId(number);
    made.networkId = network(1);
    made.cidrText = cidr;
    made.cidr = IpPrefix::fromString(cidr);
    subnets.append(made);
}

SnapshotPtr TestCloud::build() const
{
    auto snapshot = std::make_shared<Snapshot>(*this);
    const auto byId = [](auto &list) {
        std::sort(list.begin(), list.end(), [](const auto &one, const auto &other) { return one.id < other.id; });
    };
    byId(snapshot->ports);
    byId(snapshot->servers);
    byId(snapshot->deletedServers);
    byId(snapshot->stacks);
    byId(snapshot->deletedStacks);
    byId(snapshot->nodes);
    byId(snapshot->baremetalPorts);
    byId(snapshot->portgroups);
    std::sort(snapshot->resources.begin(), snapshot->resources.end(), [](const auto &one, const auto &other) {
        return std::tie(one.stackId, one.name) < std::tie(other.stackId, other.name);
    });
    std::sort(snapshot->events.begin(), snapshot->events.end(), [](const auto &one, const auto &other) {
        return std::tie(one.stackId, one.time, one.id) < std::tie(other.stackId, other.time, other.id);
    });
    snapshot->source(SourceId::Ports).count = int(ports.size());
    snapshot->source(SourceId::Servers).count = int(servers.size());
    return snapshot;
}

QString TestCloud::verdictOf(int portNumber, const Settings &settings) const
{
    const Judgement judgement = judge(build(), settings);
    for (int i = 0; i < int(judgement.ports.size()); ++i) {
        if (judgement.snapshot->ports[i].id == portId(portNumber))
            return told(judgement.ports[i]);
    }
    return u"no such port"_s;
}

QString told(const PortJudgement &judgement)
{
    QString text = toWord(judgement.verdict);
    if (judgement.confidence != Confidence::None)
        text += u' ' + toWord(judgement.confidence);
    text += u':';
    for (const Reason reason : judgement.reasons())
        text += u' ' + toWord(reason);
    text += u"; "_s + toWord(judgement.remedy);
    for (const Flag flag : AllFlags) {
        if (judgement.has(flag))
            text += u" +"_s + toWord(flag);
    }
    return text;
}

} // namespace flotsam
