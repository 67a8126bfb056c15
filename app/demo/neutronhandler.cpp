// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/neutronhandler.h"

#include "app/demo/neutronjson.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
Reply noSuchResource() { return neutronError(404, u"HTTPNotFound"_s, u"The resource could not be found."_s); }

/// Collections that are listed like any other, with the name of one member.
const QHash<QString, QString> &collections()
{
    static const QHash<QString, QString> names{{u"networks"_s, u"network"_s},
                                               {u"subnets"_s, u"subnet"_s},
                                               {u"routers"_s, u"router"_s},
                                               {u"floatingips"_s, u"floatingip"_s},
                                               {u"trunks"_s, u"trunk"_s},
                                               {u"security-groups"_s, u"security_group"_s},
                                               {u"extensions"_s, u"extension"_s},
                                               {u"policies"_s, u"policy"_s},
                                               {u"agents"_s, u"agent"_s},
                                               {u"subnetpools"_s, u"subnetpool"_s},
                                               {u"address-scopes"_s, u"address_scope"_s},
                                               {u"rbac-policies"_s, u"rbac_policy"_s},
                                               {u"availability_zones"_s, u"availability_zone"_s},
                                               {u"security-group-rules"_s, u"security_group_rule"_s}};
    return names;
}
} // namespace

bool NeutronHandler::isPublic(const Request &request) const { return request.path.isEmpty(); }

Reply NeutronHandler::versions(const Request &request) const
{
    const QJsonObject link{{u"rel"_s, u"self"_s}, {u"href"_s, request.base + u"/v2.0/"_s}};
    const QJsonObject version{{u"id"_s, u"v2.0"_s}, {u"status"_s, u"CURRENT"_s}, {u"links"_s, QJsonArray{link}}};
    return Reply::json({{u"versions"_s, QJsonArray{version}}});
}

Reply NeutronHandler::handle(const Request &request)
{
    if (request.path.isEmpty())
        return versions(request);
    if (request.at(0) != u"v2.0"_s)
        return noSuchResource();
    if (request.path.size() == 1) {
        if (!request.trailingSlash)
            return noSuchResource();
        QJsonArray resources;
        for (auto item = collections().cbegin(); item != collections().cend(); ++item) {
            const QJsonObject link{{u"rel"_s, u"self"_s},
                                   {u"href"_s, QString(request.base + u"/v2.0/"_s + item.key())}};
            resources.append(
                QJsonObject{{u"name"_s, item.value()}, {u"collection"_s, item.key()}, {u"links"_s, QJsonArray{link}}});
        }
        return Reply::json({{u"resources"_s, resources}});
    }
    Request inner = request;
    inner.path.removeFirst();
    QString &last = inner.path.last();
    if (last.endsWith(u".json"_s))
        last.chop(5);
    if (inner.at(0) == u"qos"_s)
        inner.path.removeFirst(); // qos/policies
    const QString collection = inner.at(0);
    if (collection == u"ports"_s)
        return m_ports.handle(inner);
    if (collection == u"quotas"_s)
        return quotas(inner);
    if (!collections().contains(collection))
        return noSuchResource();
    if (!inner.is("GET") && collection == u"floatingips"_s)
        return m_floating.handle(inner);
    if (!inner.is("GET"))
        return neutronError(501, u"NotImplementedError"_s,
                            u"The simulated cloud does not change %1."_s.arg(collection));
    const std::vector<QJsonObject> all = objects(collection, inner.caller);
    const QString one = collections().value(collection);
    if (inner.path.size() == 1) {
        QSet<QString> filterable{u"id"_s, u"name"_s, u"tenant_id"_s, u"project_id"_s, u"alias"_s, u"tags"_s};
        if (!all.empty()) {
            for (const QString &key : all.front().keys())
                filterable.insert(key);
        }
        filterable.unite({u"router:external"_s, u"network_id"_s, u"port_id"_s, u"is_default"_s, u"status"_s,
                          u"binary"_s, u"agent_type"_s, u"host"_s, u"floating_ip_address"_s, u"router_id"_s,
                          u"device_id"_s});
        QString listName = collection;
        return listObjects(inner, listName.replace(u'-', u'_'), all, filterable);
    }
    for (const QJsonObject &object : all) {
        const QString key = collection == u"extensions"_s ? u"alias"_s : u"id"_s;
        if (object.value(key).toString() != inner.at(1))
            continue;
        if (inner.at(2) == u"port_forwardings"_s)
            return forwardings(inner, m_state.network.floatingIps.at(inner.at(1)));
        if (inner.path.size() > 2)
            return noSuchResource();
        return Reply::json({{one, object}});
    }
    QString type = one.at(0).toUpper() + one.mid(1);
    if (one == u"floatingip"_s)
        type = u"FloatingIP"_s;
    if (one == u"security_group"_s) {
        return neutronError(404, u"SecurityGroupNotFound"_s, u"Security group %1 does not exist."_s.arg(inner.at(1)));
    }
    if (one == u"policy"_s)
        return neutronError(404, u"QosPolicyNotFound"_s, u"QoS policy %1 could not be found."_s.arg(inner.at(1)));
    return neutronError(
        404, type + u"NotFound"_s,
        (one == u"floatingip"_s ? u"Floating IP %1 could not be found"_s : type + u" %1 could not be found."_s)
            .arg(inner.at(1)));
}

std::vector<QJsonObject> NeutronHandler::objects(const QString &collection, const Caller &caller) const
{
    std::vector<QJsonObject> all;
    const NetworkState &net = m_state.network;
    const auto own = [&caller](const QString &projectId) { return caller.admin || projectId == caller.projectId; };
    const auto seesNetwork
        = [&own](const Network &network) { return own(network.projectId) || network.shared || network.external; };
    if (collection == u"networks"_s) {
        for (const auto &[id, network] : net.networks) {
            if (seesNetwork(network))
                all.push_back(networkJson(network, caller.admin));
        }
    } else if (collection == u"subnets"_s) {
        for (const auto &[id, subnet] : net.subnets) {
            const auto network = net.networks.find(subnet.networkId);
            if (own(subnet.projectId) || (network != net.networks.end() && network->second.shared))
                all.push_back(subnetJson(subnet));
        }
    } else if (collection == u"routers"_s) {
        for (const auto &[id, router] : net.routers) {
            if (own(router.projectId))
                all.push_back(routerJson(router, caller.admin));
        }
    } else if (collection == u"floatingips"_s) {
        for (const auto &[id, fip] : net.floatingIps) {
            if (own(fip.projectId))
                all.push_back(floatingIpJson(m_state, fip));
        }
    } else if (collection == u"trunks"_s) {
        for (const auto &[id, trunk] : net.trunks) {
            if (own(trunk.projectId))
                all.push_back(trunkJson(trunk));
        }
    } else if (collection == u"security-groups"_s || collection == u"security-group-rules"_s) {
        for (const auto &[id, group] : net.securityGroups) {
            if (!own(group.projectId))
                continue;
            const QJsonObject object = securityGroupJson(group);
            if (collection == u"security-groups"_s) {
                all.push_back(object);
            } else {
                for (const QJsonValue &rule : object.value("security_group_rules"_L1).toArray())
                    all.push_back(rule.toObject());
            }
        }
    } else if (collection == u"policies"_s) {
        for (const auto &[id, policy] : net.qosPolicies) {
            if (own(policy.projectId) || policy.shared)
                all.push_back(qosPolicyJson(policy));
        }
    } else if (collection == u"extensions"_s) {
        for (const QJsonValue &extension : extensionsJson())
            all.push_back(extension.toObject());
    }
    return all;
}

Reply NeutronHandler::forwardings(const Request &request, const FloatingIp &fip) const
{
    std::vector<QJsonObject> all;
    for (const Forwarding &forwarding : fip.forwardings) {
        all.push_back({{u"id"_s, forwarding.id},
                       {u"protocol"_s, forwarding.protocol},
                       {u"internal_port_id"_s, forwarding.internalPortId},
                       {u"internal_ip_address"_s, forwarding.internalIp},
                       {u"internal_port"_s, forwarding.internalPort},
                       {u"external_port"_s, forwarding.externalPort},
                       {u"description"_s, u""_s}});
    }
    return listObjects(request, u"port_forwardings"_s, all, {u"id"_s, u"protocol"_s, u"internal_port_id"_s});
}

Reply NeutronHandler::quotas(const Request &request)
{
    NetworkState &net = m_state.network;
    const auto limits = [&net](const QString &projectId) {
        QJsonObject object;
        for (const QString &resource : NetworkState::quotaResources())
            object.insert(resource, net.limit(projectId, resource));
        return object;
    };
    if (request.path.size() == 1) {
        QJsonArray all;
        if (!request.caller.admin)
            return neutronError(403, u"PolicyNotAuthorized"_s, u"rule:get_quota is disallowed by policy"_s);
        for (auto own = net.quotas.cbegin(); own != net.quotas.cend(); ++own) {
            QJsonObject object = limits(own.key());
            object.insert("tenant_id"_L1, own.key());
            object.insert("project_id"_L1, own.key());
            all.append(object);
        }
        return Reply::json({{u"quotas"_s, all}});
    }
    const QString projectId = request.at(1);
    if (!request.caller.admin && projectId != request.caller.projectId) {
        return neutronError(
            403, u"AdminRequired"_s,
            u"User does not have admin privileges: Only admin is authorized to access quotas for another project."_s);
    }
    if (!request.is("GET")) {
        if (!request.caller.admin)
            return neutronError(403, u"PolicyNotAuthorized"_s, u"rule:update_quota is disallowed by policy"_s);
        if (request.is("DELETE")) {
            net.quotas.remove(projectId);
            return Reply::empty();
        }
        const QJsonObject wanted = request.json(u"quota");
        for (auto item = wanted.begin(); item != wanted.end(); ++item) {
            if (NetworkState::quotaResources().contains(item.key()))
                net.quotas[projectId].insert(item.key(), item.value().toInt());
        }
    }
    if (request.at(2) == u"details"_s) {
        QJsonObject details;
        for (const QString &resource : NetworkState::quotaResources()) {
            details.insert(resource,
                           QJsonObject{{u"limit"_s, net.limit(projectId, resource)},
                                       {u"used"_s, net.used(projectId, resource)},
                                       {u"reserved"_s, 0}});
        }
        return Reply::json({{u"quota"_s, details}});
    }
    return Reply::json({{u"quota"_s, limits(request.at(2) == u"default"_s ? QString() : projectId)}});
}

} // namespace flotsam::demo
