// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/pastefinder.h"

#include "models/tables/format.h"
#include "models/triage/explain.h"

#include <QCoreApplication>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

using Kind = PastedToken::Kind;

QString withDashes(const QString &hex)
{
    return hex.left(8) + u'-' + hex.mid(8, 4) + u'-' + hex.mid(12, 4) + u'-' + hex.mid(16, 4) + u'-' + hex.mid(20);
}

class Finder
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::PasteFinder)
public:
    Finder(const QString &pasted, const QList<PastedToken> &tokens, const Dataset &data)
        : m_data(data)
        , m_cloud(*data.snapshot)
        , m_quota(tellsOfPortQuota(pasted))
    {
        for (int i = 0; i < int(tokens.size()); ++i) {
            const QString &text = tokens[i].text;
            switch (tokens[i].kind) {
            case Kind::Uuid:
                m_ids.insert(text, i);
                m_ids.insert(QString(text).remove(u'-'), i);
                break;
            case Kind::HexId:
                m_ids.insert(text, i);
                m_ids.insert(withDashes(text), i);
                break;
            case Kind::Mac:
                m_macs.insert(text, i);
                break;
            case Kind::Address:
                m_addresses.insert(*IpAddress::fromString(text), i);
                break;
            case Kind::RequestId:
                m_requests.insert(text, i);
                break;
            }
        }
    }

    QList<PasteHit> find()
    {
        ports();
        instances();
        stacks();
        plain(m_cloud.networks, tr("network"), [this](const Network &n) { return portsWhere(u"network="_s + n.id); });
        plain(m_cloud.subnets, tr("subnet"), [this](const Subnet &s) {
            return s.cidrText.isEmpty() ? PasteHit() : portsWhere(u"ip:"_s + s.cidrText + u" network="_s + s.networkId);
        });
        plain(m_cloud.routers, tr("router"), [this](const Router &r) { return portsWhere(u"server="_s + r.id); });
        plain(m_cloud.trunks, tr("trunk"),
              [this](const Trunk &t) { return portsNamed(t.subports + QStringList{t.portId}); });
        plain(m_cloud.loadBalancers, tr("load balancer"),
              [this](const LoadBalancer &l) { return portsNamed(l.vipPortIds); });
        plain(m_cloud.projects, tr("project"), [this](const Project &p) { return portsWhere(u"project="_s + p.id); });
        floatingIps();
        baremetal();
        requests();
        if (m_quota)
            quotas();
        std::stable_sort(m_hits.begin(), m_hits.end(),
                         [](const PasteHit &a, const PasteHit &b) { return a.token < b.token; });
        return m_hits;
    }

private:
    /// Calls \a found with the token that \a id is, where it is one.
    template <class F>
    void whenNamed(const QString &id, F &&found) const
    {
        if (const auto token = m_ids.constFind(id); token != m_ids.constEnd())
            found(*token);
    }
    void add(PasteHit hit, int token, const QString &kind, const QString &id, const QString &name, const QString &how,
             const QString &where)
    {
        hit.token = token;
        hit.kind = kind;
        hit.id = id;
        hit.name = name;
        hit.how = how;
        hit.where = where;
        m_hits += hit;
    }
    static PasteHit row(TableKind table, const QString &id)
    {
        PasteHit hit;
        hit.selection = {table, {id}};
        return hit;
    }
    static PasteHit portsWhere(const QString &filter)
    {
        PasteHit hit;
        hit.filter = filter;
        return hit;
    }
    PasteHit portsNamed(const QStringList &ids) const
    {
        PasteHit hit;
        for (const QString &id : ids) {
            if (m_data.relations->portRow(id) >= 0)
                hit.selection.ids += id;
        }
        return hit;
    }

    template <class Items, class Target>
    void plain(const Items &items, const QString &kind, Target &&target)
    {
        for (const auto &item : items) {
            whenNamed(item.id, [&](int token) {
                QString where;
                if constexpr (requires { item.projectId; })
                    where = m_data.relations->projectName(item.projectId);
                add(target(item), token, kind, item.id, item.name, tr("ID"), where);
            });
        }
    }

    QString portPlace(int at) const
    {
        return m_data.relations->networkName(m_cloud.ports[at].networkId) + u" · "_s
            + verdictLabel(m_data.judgement->ports[at]);
    }
    void ports()
    {
        for (int at = 0; at < int(m_cloud.ports.size()); ++at) {
            const Port &port = m_cloud.ports[at];
            const auto found = [&](int token, const QString &how) {
                add(row(TableKind::Ports, port.id), token, tr("port"), port.id, port.name, how, portPlace(at));
            };
            whenNamed(port.id, [&](int token) { found(token, tr("ID")); });
            // A server has a row of its own; a router or a node is found below, and its ports here.
            if (m_data.relations->instanceOfPort(at) < 0)
                whenNamed(port.deviceId, [&](int token) { found(token, tr("device_id")); });
            if (const auto mac = m_macs.constFind(port.mac); mac != m_macs.constEnd())
                found(*mac, tr("MAC address"));
            if (m_addresses.isEmpty())
                continue;
            for (const FixedIp &ip : port.fixedIps) {
                if (ip.address && m_addresses.contains(*ip.address))
                    found(m_addresses[*ip.address], tr("fixed address"));
            }
            for (const AddressPair &pair : port.allowedAddressPairs) {
                if (pair.prefix && pair.prefix->isHost() && m_addresses.contains(pair.prefix->address))
                    found(m_addresses[pair.prefix->address], tr("allowed address pair"));
            }
        }
    }

    void instances()
    {
        for (const Instance &instance : m_data.relations->instances()) {
            whenNamed(instance.id, [&](int token) { addInstance(token, instance, tr("ID")); });
        }
        // Deleted servers that no port names any more are in no table.
        for (const Server &server : m_cloud.deletedServers) {
            if (m_data.relations->instanceRow(server.id) >= 0)
                continue;
            whenNamed(server.id, [&](int token) {
                add({}, token, tr("deleted server"), server.id, server.name, tr("ID"),
                    m_data.relations->projectName(server.projectId));
            });
        }
    }
    void addInstance(int token, const Instance &instance, const QString &how)
    {
        const bool gone = instance.state == Instance::State::Deleted || instance.state == Instance::State::Gone;
        const QString project = instance.server ? m_data.relations->projectName(instance.server->projectId) : QString();
        add(row(TableKind::Instances, instance.id), token, gone ? tr("deleted server") : tr("server"), instance.id,
            instance.server ? instance.server->name : QString(), how,
            project.isEmpty() ? instanceState(instance) : instanceState(instance) + u" · "_s + project);
    }

    void stacks()
    {
        for (const bool deleted : {false, true}) {
            for (const Stack &stack : deleted ? m_cloud.deletedStacks : m_cloud.stacks) {
                whenNamed(stack.id, [&](int token) {
                    PasteHit hit;
                    hit.selection.kind = TableKind::Resources;
                    const RowRange rows = m_data.relations->resourcesOfStack(stack.id);
                    for (int at = rows.begin; at < rows.end; ++at)
                        hit.selection.ids += m_data.relations->resourceKey(at);
                    add(hit, token, deleted ? tr("deleted stack") : tr("stack"), stack.id, stack.name, tr("ID"),
                        stack.status + u" · "_s + m_data.relations->projectName(stack.projectId));
                });
            }
        }
        for (int at = 0; at < int(m_cloud.resources.size()); ++at) {
            const StackResource &resource = m_cloud.resources[at];
            whenNamed(resource.physicalId, [&](int token) {
                const Stack *const stack = m_data.relations->stackOfResource(at);
                add(row(TableKind::Resources, m_data.relations->resourceKey(at)), token, tr("stack resource"),
                    resource.physicalId, resource.name, tr("physical ID"),
                    (stack ? stack->name : shortId(resource.stackId)) + u" · "_s + resource.status);
            });
        }
    }

    void floatingIps()
    {
        for (const FloatingIp &floating : m_cloud.floatingIps) {
            const auto found = [&](int token, const QString &how) {
                add(portsNamed({floating.portId}), token, tr("floating IP"), floating.id, floating.address, how,
                    floating.portId.isEmpty() ? tr("not associated") : tr("of port %1").arg(shortId(floating.portId)));
            };
            whenNamed(floating.id, [&](int token) { found(token, tr("ID")); });
            const auto address = IpAddress::fromString(floating.address);
            if (address && m_addresses.contains(*address))
                found(m_addresses[*address], tr("floating address"));
        }
    }

    void baremetal()
    {
        QHash<QString, QString> names;
        for (const Node &node : m_cloud.nodes) {
            names.insert(node.id, node.name.isEmpty() ? node.id : node.name);
            const auto found = [&](int token, const QString &how) {
                PasteHit hit = node.instanceId.isEmpty() || m_data.relations->instanceRow(node.instanceId) < 0
                    ? portsNamed(vifsOf(node.id))
                    : row(TableKind::Instances, node.instanceId);
                add(hit, token, tr("bare-metal node"), node.id, node.name, how, node.provisionState);
            };
            whenNamed(node.id, [&](int token) { found(token, tr("ID")); });
            if (m_data.relations->instanceRow(node.instanceId) < 0)
                whenNamed(node.instanceId, [&](int token) { found(token, tr("instance_uuid")); });
        }
        for (const QList<Nic> *list : {&m_cloud.baremetalPorts, &m_cloud.portgroups}) {
            for (const Nic &nic : *list) {
                const auto found = [&](int token, const QString &how) {
                    add(portsNamed(nic.vifIds), token, nic.group ? tr("bare-metal port group") : tr("bare-metal NIC"),
                        nic.id, nic.mac, how, tr("of node %1").arg(names.value(nic.nodeId, nic.nodeId)));
                };
                whenNamed(nic.id, [&](int token) { found(token, tr("ID")); });
                if (const auto mac = m_macs.constFind(nic.mac); mac != m_macs.constEnd())
                    found(*mac, tr("MAC address"));
                for (const QString &vif : nic.vifIds)
                    whenNamed(vif, [&](int token) { found(token, tr("VIF attached to it")); });
            }
        }
    }
    QStringList vifsOf(const QString &nodeId) const
    {
        QStringList vifs;
        for (const QList<Nic> *list : {&m_cloud.baremetalPorts, &m_cloud.portgroups}) {
            for (const Nic &nic : *list) {
                if (nic.nodeId == nodeId)
                    vifs += nic.vifIds;
            }
        }
        vifs.removeDuplicates();
        return vifs;
    }

    /// The actions of servers say which request did what.
    void requests()
    {
        for (auto request = m_requests.begin(); request != m_requests.end(); ++request) {
            const QByteArray wanted = request.key().toLatin1();
            for (auto probe = m_cloud.actionsProbes.begin(); probe != m_cloud.actionsProbes.end(); ++probe) {
                if (!probe->raw.contains(wanted))
                    continue;
                const QJsonObject body = QJsonDocument::fromJson(probe->raw).object()[u"body"_s].toObject();
                for (const QJsonValue &action : body[u"instanceActions"_s].toArray()) {
                    if (action[u"request_id"_s].toString().toLower() == request.key())
                        addRequest(*request, probe.key(), action[u"action"_s].toString());
                }
            }
        }
    }
    void addRequest(int token, const QString &serverId, const QString &action)
    {
        const QString how = tr("request “%1”").arg(action);
        const int at = m_data.relations->instanceRow(serverId);
        if (at >= 0)
            return addInstance(token, m_data.relations->instances()[size_t(at)], how);
        add({}, token, tr("server"), serverId, {}, how, {});
    }

    /// Whose it may have been: those that are full, else those that have little left.
    void quotas()
    {
        const auto taken = [](const ProjectQuota &quota) { return quota.used + quota.reserved; };
        for (const qint64 tenths : {10, 9}) {
            for (const ProjectQuota &quota : m_data.judgement->quotas) {
                if (!quota.known || quota.limit < 0 || 10 * taken(quota) < tenths * quota.limit)
                    continue;
                const QString where = tr("%1 of %2 ports, %3 could be freed")
                                          .arg(groupedNumber(taken(quota)), groupedNumber(quota.limit),
                                               groupedNumber(quota.reclaimable));
                add(portsWhere(u"project="_s + quota.projectId), -1, tr("project"), quota.projectId,
                    m_data.relations->projectName(quota.projectId),
                    tenths == 10 ? tr("its port quota is full") : tr("its port quota is nearly full"), where);
            }
            if (!m_hits.isEmpty() && m_hits.last().token < 0)
                return;
        }
    }

    const Dataset &m_data;
    const Snapshot &m_cloud;
    const bool m_quota;
    QHash<QString, int> m_ids;
    QHash<QString, int> m_macs;
    QHash<IpAddress, int> m_addresses;
    QHash<QString, int> m_requests;
    QList<PasteHit> m_hits;
};

} // namespace

Selection PasteResult::everything() const
{
    for (const TableKind kind : {TableKind::Ports, TableKind::Instances, TableKind::Resources}) {
        QStringList ids;
        for (const PasteHit &hit : hits) {
            if (hit.selection.kind == kind)
                ids += hit.selection.ids;
        }
        ids.removeDuplicates();
        if (!ids.isEmpty())
            return {kind, ids};
    }
    return {};
}

PasteResult findPasted(const QString &text, const Dataset &dataset)
{
    PasteResult result;
    result.tokens = tokensIn(text);
    if (!dataset.isNull())
        result.hits = Finder(text, result.tokens, dataset).find();
    for (int i = 0; i < int(result.tokens.size()); ++i) {
        const bool hit
            = std::any_of(result.hits.begin(), result.hits.end(), [i](const PasteHit &one) { return one.token == i; });
        if (!hit && result.tokens[i].certain)
            result.missing += i;
    }
    return result;
}

} // namespace flotsam
