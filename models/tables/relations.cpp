// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/relations.h"

#include <QUuid>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

/// A name that fits more resources than this says nothing, and linking them all would grow with the square.
constexpr size_t MostCandidates = 8;

template <class List>
int findById(const List &list, const QString &id)
{
    const auto found = std::lower_bound(list.begin(), list.end(), id,
                                        [](const auto &item, const QString &wanted) { return item.id < wanted; });
    return found != list.end() && found->id == id ? int(found - list.begin()) : -1;
}

bool namesAServer(const Port &port)
{
    return !port.deviceId.isEmpty() && (port.deviceOwner.isEmpty() || port.deviceOwner.startsWith("compute:"_L1))
        && !QUuid::fromString(port.deviceId).isNull();
}

bool saysHeat(const PortJudgement &judgement)
{
    return judgement.has(Reason::HeatManaged) || judgement.has(Reason::HeatFailedServer)
        || judgement.has(Reason::HeatReplaced) || judgement.has(Reason::HeatNameUnclaimed)
        || judgement.has(Reason::StackBusy);
}

/// The resource in `<resource>-port-<number>`, else empty.
QStringView heatResourceName(const QString &portName)
{
    const qsizetype at = portName.lastIndexOf("-port-"_L1);
    if (at <= 0 || at + 6 >= portName.size())
        return {};
    const QStringView number = QStringView(portName).sliced(at + 6);
    const bool digits = std::all_of(number.begin(), number.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
    return digits ? QStringView(portName).first(at) : QStringView();
}

struct ByStack
{
    bool operator()(const StackResource &resource, QStringView id) const { return resource.stackId < id; }
    bool operator()(QStringView id, const StackResource &resource) const { return id < resource.stackId; }
};

} // namespace

Relations::Relations(SnapshotPtr snapshot, JudgementPtr judgement)
    : m_snapshot(std::move(snapshot))
    , m_judgement(std::move(judgement))
{
    collectInstances();
    linkPorts();
    linkResources();
}

void Relations::collectInstances()
{
    const Snapshot &all = *m_snapshot;
    m_instances.reserve(size_t(all.servers.size()));
    for (const Server &server : all.servers)
        m_instances.push_back({server.id, Instance::State::Live, &server});
    m_listed = m_instances.size();

    std::vector<QString> named;
    for (const Port &port : all.ports) {
        if (port.deviceId.isEmpty() || findById(all.servers, port.deviceId) >= 0)
            continue;
        const bool known = findById(all.deletedServers, port.deviceId) >= 0;
        if (known || (namesAServer(port) && findById(all.nodes, port.deviceId) < 0))
            named.push_back(port.deviceId);
    }
    std::sort(named.begin(), named.end());
    named.erase(std::unique(named.begin(), named.end()), named.end());

    for (const QString &id : named) {
        Instance instance{id, Instance::State::NotSeen, nullptr};
        const auto probe = all.serverProbes.constFind(id);
        const bool probed = probe != all.serverProbes.constEnd();
        const int deleted = findById(all.deletedServers, id);
        if (deleted >= 0) {
            instance.server = &all.deletedServers[deleted];
            instance.state = instance.server->isTombstone() ? Instance::State::Deleted : Instance::State::Live;
        }
        if (probed && probe->status == 200) {
            instance.state = Instance::State::Hidden;
            if (probe->server)
                instance.server = &*probe->server;
        } else if (probed && probe->status == 404 && probe->body != ServerProbe::Body::Other && !instance.server) {
            instance.state = Instance::State::Gone;
        }
        m_instances.push_back(std::move(instance));
    }
}

void Relations::linkPorts()
{
    const Snapshot &all = *m_snapshot;
    m_portInstance.reserve(size_t(all.ports.size()));
    for (const Port &port : all.ports)
        m_portInstance.push_back(port.deviceId.isEmpty() ? -1 : instanceRow(port.deviceId));
    m_instancePorts = Links::inverse(m_portInstance, int(m_instances.size()));
}

void Relations::linkResources()
{
    const Snapshot &all = *m_snapshot;
    const auto count = size_t(all.resources.size());
    m_resourceInstance.assign(count, -1);
    m_resourceStack.assign(count, nullptr);
    std::vector<std::pair<int, int>> portResources;
    for (int row = 0; row < int(count); ++row) {
        const StackResource &resource = all.resources[row];
        if (const int live = findById(all.stacks, resource.stackId); live >= 0)
            m_resourceStack[size_t(row)] = &all.stacks[live];
        else if (const int deleted = findById(all.deletedStacks, resource.stackId); deleted >= 0)
            m_resourceStack[size_t(row)] = &all.deletedStacks[deleted];
        if (resource.physicalId.isEmpty())
            continue;
        m_resourceInstance[size_t(row)] = instanceRow(resource.physicalId);
        if (const int port = portRow(resource.physicalId); port >= 0)
            portResources.emplace_back(port, row);
    }
    linkHeatNames(portResources);

    std::vector<std::pair<int, int>> resourcePorts;
    resourcePorts.reserve(portResources.size());
    for (const auto &[port, resource] : portResources)
        resourcePorts.emplace_back(resource, port);
    m_portResources = Links(std::move(portResources), int(all.ports.size()));
    m_resourcePorts = Links(std::move(resourcePorts), int(count));
    m_instanceResources = Links::inverse(m_resourceInstance, int(m_instances.size()));
}

void Relations::linkHeatNames(std::vector<std::pair<int, int>> &portResources) const
{
    const Snapshot &all = *m_snapshot;
    if (!m_judgement || m_judgement->ports.size() != all.ports.size() || all.resources.isEmpty())
        return;
    struct Candidates
    {
        std::vector<int> every;
        std::vector<int> serverless;
    };
    QHash<std::pair<QString, QString>, Candidates> byName; // project and resource name
    for (int row = 0; row < int(all.resources.size()); ++row) {
        if (const Stack *stack = m_resourceStack[size_t(row)]) {
            Candidates &candidates = byName[{stack->projectId, all.resources[row].name}];
            candidates.every.push_back(row);
            if (lacksServer(row))
                candidates.serverless.push_back(row);
        }
    }
    for (int port = 0; port < int(all.ports.size()); ++port) {
        const PortJudgement &judgement = m_judgement->ports[port];
        const QStringView name = saysHeat(judgement) ? heatResourceName(all.ports[port].name) : QStringView();
        if (name.isEmpty())
            continue;
        const auto found = byName.constFind({all.ports[port].projectId, name.toString()});
        if (found == byName.constEnd())
            continue;
        // The judgement does not name the stack. Where several have such a resource, healthy ones did not fail.
        const bool failed = judgement.has(Reason::HeatFailedServer) && !found->serverless.empty();
        const std::vector<int> &candidates = failed ? found->serverless : found->every;
        if (candidates.size() > MostCandidates)
            continue;
        for (const int resource : candidates)
            portResources.emplace_back(port, resource);
    }
}

bool Relations::lacksServer(int resource) const
{
    const int instance = m_resourceInstance[size_t(resource)];
    if (m_snapshot->resources[resource].status.endsWith("_FAILED"_L1) || instance < 0)
        return true;
    const Instance &item = m_instances[size_t(instance)];
    return (item.state != Instance::State::Live && item.state != Instance::State::Hidden)
        || (item.server && item.server->status == "ERROR"_L1);
}

int Relations::instanceRow(const QString &id) const
{
    const auto find = [&](auto begin, auto end) {
        const auto found = std::lower_bound(
            begin, end, id, [](const Instance &instance, const QString &wanted) { return instance.id < wanted; });
        return found != end && found->id == id ? int(found - m_instances.begin()) : -1;
    };
    const auto middle = m_instances.begin() + std::ptrdiff_t(m_listed);
    const int listed = find(m_instances.begin(), middle);
    return listed >= 0 ? listed : find(middle, m_instances.end());
}

int Relations::portRow(const QString &id) const { return findById(m_snapshot->ports, id); }

int Relations::resourceRow(const QString &key) const
{
    const qsizetype slash = key.indexOf(u'/');
    if (slash < 0)
        return -1;
    const QStringView stack = QStringView(key).first(slash);
    const QStringView name = QStringView(key).sliced(slash + 1);
    const auto &resources = m_snapshot->resources;
    const auto [begin, end] = std::equal_range(resources.begin(), resources.end(), stack, ByStack());
    const auto found = std::find_if(begin, end, [&](const StackResource &r) { return r.name == name; });
    return found != end ? int(found - resources.begin()) : -1;
}

QString Relations::resourceKey(int row) const
{
    const StackResource &resource = m_snapshot->resources[row];
    return resource.stackId + u'/' + resource.name;
}

RowRange Relations::resourcesOfStack(QStringView stackId) const
{
    const auto &resources = m_snapshot->resources;
    const auto [begin, end] = std::equal_range(resources.begin(), resources.end(), stackId, ByStack());
    return {int(begin - resources.begin()), int(end - resources.begin())};
}

QString Relations::projectName(const QString &id) const
{
    const int row = findById(m_snapshot->projects, id);
    if (row >= 0 && !m_snapshot->projects[row].name.isEmpty())
        return m_snapshot->projects[row].name;
    if (id == m_snapshot->auth.projectId && !m_snapshot->auth.projectName.isEmpty())
        return m_snapshot->auth.projectName;
    return id;
}

QString Relations::networkName(const QString &id) const
{
    const int row = findById(m_snapshot->networks, id);
    return row >= 0 && !m_snapshot->networks[row].name.isEmpty() ? m_snapshot->networks[row].name : id;
}

} // namespace flotsam
