// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/neutronports.h"

#include "app/demo/neutronjson.h"
#include "app/demo/portchange.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
const QSet<QString> &filterable()
{
    static const QSet<QString> names{u"id"_s,
                                     u"name"_s,
                                     u"network_id"_s,
                                     u"mac_address"_s,
                                     u"device_id"_s,
                                     u"device_owner"_s,
                                     u"status"_s,
                                     u"admin_state_up"_s,
                                     u"project_id"_s,
                                     u"tenant_id"_s,
                                     u"fixed_ips"_s,
                                     u"description"_s,
                                     u"revision_number"_s,
                                     u"binding:host_id"_s,
                                     u"binding:vnic_type"_s,
                                     u"tags"_s,
                                     u"security_groups"_s,
                                     u"qos_policy_id"_s,
                                     u"binding:vif_type"_s,
                                     u"binding:profile"_s};
    return names;
}

QStringList portValues(const Port &port, const QString &key)
{
    if (key == u"id"_s)
        return {port.id};
    if (key == u"name"_s)
        return {port.name};
    if (key == u"network_id"_s)
        return {port.networkId};
    if (key == u"mac_address"_s)
        return {port.mac};
    if (key == u"device_id"_s)
        return {port.deviceId};
    if (key == u"device_owner"_s)
        return {port.deviceOwner};
    if (key == u"status"_s)
        return {port.status};
    if (key == u"admin_state_up"_s)
        return {port.adminUp ? u"true"_s : u"false"_s, port.adminUp ? u"1"_s : u"0"_s};
    if (key == u"project_id"_s || key == u"tenant_id"_s)
        return {port.projectId};
    if (key == u"description"_s)
        return {port.description};
    if (key == u"revision_number"_s)
        return {QString::number(port.revision)};
    if (key == u"binding:host_id"_s)
        return {port.hostId};
    if (key == u"binding:vnic_type"_s)
        return {port.vnicType};
    if (key == u"binding:vif_type"_s)
        return {port.vifType};
    if (key == u"tags"_s)
        return port.tags;
    if (key == u"security_groups"_s)
        return port.securityGroups;
    if (key == u"qos_policy_id"_s)
        return {port.qosPolicyId};
    if (key == u"created_at"_s)
        return {isoSeconds(port.created)};
    if (key == u"updated_at"_s)
        return {isoSeconds(port.updated)};
    if (key == u"fixed_ips"_s) {
        QStringList values;
        for (const FixedAddress &address : port.fixedIps)
            values << u"ip_address="_s + address.ip << u"subnet_id="_s + address.subnetId;
        return values;
    }
    return {};
}

Reply portNotFound(const QString &id)
{
    return neutronError(404, u"PortNotFound"_s, u"Port %1 could not be found."_s.arg(id));
}

} // namespace

bool NeutronPorts::visible(const Caller &caller, const Port &port) const
{
    return caller.admin || (!port.projectId.isEmpty() && port.projectId == caller.projectId)
        || m_state.network.callerOwnsNetworkOf(port, caller.projectId);
}

Reply NeutronPorts::handle(const Request &request)
{
    if (request.path.size() == 1)
        return request.is("POST") ? create(request) : list(request);
    const QString id = request.at(1);
    const Port *port = m_state.network.port(id);
    if (!port || !visible(request.caller, *port))
        return portNotFound(id);
    if (request.at(2) == u"tags"_s)
        return tags(request, *port);
    if (request.path.size() > 2)
        return neutronError(404, u"HTTPNotFound"_s, u"The resource could not be found."_s);
    if (request.is("PUT"))
        return update(request, *port);
    if (request.is("DELETE"))
        return remove(request, *port);
    QByteArray body = "{\"port\":";
    JsonWriter out(body);
    writePort(out, m_state, *port, request.caller.admin, request.all(u"fields"));
    body += '}';
    return Reply::text(body);
}

bool NeutronPorts::matches(const ListQuery &query, const Port &port) const
{
    for (auto filter = query.filters.cbegin(); filter != query.filters.cend(); ++filter) {
        const QStringList have = portValues(port, filter.key());
        const bool all = filter.key() == u"tags"_s; // every tag must be there; elsewhere one of the values
        bool ok = all;
        for (const QString &wanted : *filter) {
            const QStringList parts = filter.key() == u"tags"_s ? wanted.split(u',') : QStringList{wanted};
            for (const QString &part : parts) {
                const bool hit = have.contains(part, Qt::CaseInsensitive);
                ok = all ? (ok && hit) : (ok || hit);
            }
        }
        if (!ok)
            return false;
    }
    return true;
}

Reply NeutronPorts::list(const Request &request) const
{
    ListQuery query;
    if (const auto problem = ListQuery::parse(request, filterable(), query))
        return *problem;
    if (!query.marker.isEmpty() && query.limit > 0 && !m_state.network.port(query.marker))
        return portNotFound(query.marker);
    std::vector<const Port *> found;
    const auto consider = [&](const Port &port) {
        if (visible(request.caller, port) && matches(query, port))
            found.push_back(&port);
    };
    const auto &ports = m_state.network.ports();
    const bool byId = !query.reverse
        && (query.sorts.isEmpty() || (query.sorts.first().first == u"id"_s && query.sorts.first().second));
    if (query.filters.contains(u"device_id"_s) && !query.filters.value(u"device_id"_s).contains(QString())) {
        for (const QString &device : query.filters.value(u"device_id"_s)) {
            for (const QString &id : m_state.network.portsOfDevice(device))
                consider(*m_state.network.port(id));
        }
    } else if (byId) {
        // In the order of the index, from the marker on, no further than the page.
        auto at = ports.begin();
        if (!query.marker.isEmpty() && query.limit > 0) {
            at = std::upper_bound(at, ports.end(), query.marker,
                                  [](const QString &marker, const Port *port) { return marker < port->id; });
        }
        for (; at != ports.end() && (query.limit <= 0 || int(found.size()) < query.limit); ++at)
            consider(**at);
        query.marker.clear();
    } else {
        for (const Port *port : ports)
            consider(*port);
    }
    const int limit = query.limit;
    if (byId)
        query.sorts.clear();
    auto page
        = pageOf(std::move(found), query, [](const Port *port, const QString &key) { return portValues(*port, key); });
    if (!page)
        page.emplace();
    query.limit = limit;
    QByteArray body;
    body.reserve(qsizetype(page->size()) * 1400 + 512);
    JsonWriter out(body);
    out.beginObject();
    out.key("ports"_L1).beginArray();
    for (const Port *port : *page)
        writePort(out, m_state, *port, request.caller.admin, query.fields);
    out.endArray();
    const QString first = page->empty() ? QString() : page->front()->id;
    const QString last = page->empty() ? QString() : page->back()->id;
    query.marker = request.first(u"marker");
    const QJsonArray links = query.links(request, qsizetype(page->size()), first, last);
    if (!links.isEmpty())
        out.key("ports_links"_L1).value(QJsonValue(links));
    out.endObject();
    return Reply::text(body);
}

Reply NeutronPorts::create(const Request &request)
{
    QJsonObject made;
    const QJsonObject body = request.json();
    if (body.contains("ports"_L1)) {
        // All or none of them.
        QJsonArray all;
        for (const QJsonValue &wanted : body.value("ports"_L1).toArray()) {
            const Reply reply = createOne(request, wanted.toObject(), &made);
            if (reply.status != 201) {
                for (const QJsonValue &port : all)
                    m_state.network.removePort(port["id"_L1].toString(), true);
                return reply;
            }
            all.append(made);
        }
        return Reply::json({{u"ports"_s, all}}, 201);
    }
    return createOne(request, body.value("port"_L1).toObject(), &made);
}

Reply NeutronPorts::createOne(const Request &request, const QJsonObject &wanted, QJsonObject *made)
{
    const Caller &caller = request.caller;
    const QString networkId = wanted.value("network_id"_L1).toString();
    QString projectId = wanted.value("project_id"_L1).toString(wanted.value("tenant_id"_L1).toString());
    if (projectId.isEmpty())
        projectId = caller.projectId;
    if (networkId.isEmpty()) {
        return neutronError(400, u"HTTPBadRequest"_s,
                            u"Failed to parse request. Required attribute 'network_id' not specified"_s);
    }
    if (!caller.admin && projectId != caller.projectId) {
        return neutronError(400, u"HTTPBadRequest"_s,
                            u"Specifying 'project_id' or 'tenant_id' other than the authenticated project in request "
                            "requires admin or advsvc privileges"_s);
    }
    const auto network = m_state.network.networks.find(networkId);
    const bool seen = network != m_state.network.networks.end()
        && (caller.admin || network->second.shared || network->second.projectId == caller.projectId);
    if (!seen)
        return neutronError(404, u"NetworkNotFound"_s, u"Network %1 could not be found."_s.arg(networkId));
    if (const auto refusal = m_state.portQuotaRefusal(projectId))
        return neutronError(*refusal);
    Port port = m_state.draftPort(networkId, projectId);
    if (const auto problem = PortChange(m_state, caller, port, true).apply(wanted))
        return *problem;
    if (!wanted.contains("fixed_ips"_L1) && port.fixedIps.isEmpty() && !network->second.subnets.isEmpty())
        return noAddressLeft(networkId);
    if (const auto refusal = m_state.network.addPort(port))
        return neutronError(*refusal);
    *made = portJson(m_state, *m_state.network.port(port.id), caller.admin);
    return Reply::json({{u"port"_s, *made}}, 201);
}

std::optional<Reply> NeutronPorts::revisionProblem(const Request &request, const Port &port) const
{
    QString match = QString::fromUtf8(request.headers.value("if-match")).trimmed();
    match.remove(u'"');
    if (!match.startsWith(u"revision_number"_s))
        return {}; // an etag of somebody else's: Neutron looks for its own only
    bool ok = false;
    const int wanted = match.section(u'=', 1).toInt(&ok);
    if (!ok) {
        return neutronError(
            400, u"BadRequest"_s,
            u"Bad if-match request: Revision number etag must be in the format of revision_number=<int>."_s);
    }
    if (wanted == port.revision)
        return {};
    return neutronError(412, u"RevisionNumberConstraintFailed"_s,
                        u"Constrained to %1, but current revision is %2"_s.arg(wanted).arg(port.revision));
}

Reply NeutronPorts::update(const Request &request, const Port &port)
{
    if (const auto problem = revisionProblem(request, port))
        return *problem;
    if (!request.caller.admin && port.projectId != request.caller.projectId
        && !m_state.network.callerOwnsNetworkOf(port, request.caller.projectId))
        return disallowed(u"rule:update_port"_s);
    if (!request.json().contains("port"_L1))
        return neutronError(400, u"HTTPBadRequest"_s, u"Unable to find 'port' in request body"_s);
    Port next = port;
    if (const auto problem = PortChange(m_state, request.caller, next, false).apply(request.json(u"port")))
        return *problem;
    const QString id = port.id;
    if (const auto refusal = m_state.network.replacePort(next, m_state.now()))
        return neutronError(*refusal);
    return Reply::json({{u"port"_s, portJson(m_state, *m_state.network.port(id), request.caller.admin)}});
}

Reply NeutronPorts::remove(const Request &request, const Port &port)
{
    if (const auto problem = revisionProblem(request, port))
        return *problem;
    if (const auto refusal = m_state.network.removePort(port.id))
        return neutronError(*refusal);
    return Reply::empty();
}

Reply NeutronPorts::tags(const Request &request, const Port &port)
{
    Port next = port;
    const QString tag = request.at(3);
    if (!tag.isEmpty() && !request.is("PUT") && !port.tags.contains(tag))
        return neutronError(404, u"TagNotFound"_s, u"Tag %1 could not be found."_s.arg(tag));
    if (request.is("GET") && !tag.isEmpty())
        return Reply::empty();
    if (request.is("PUT") && tag.isEmpty())
        next.tags = request.json().value("tags"_L1).toVariant().toStringList();
    else if (request.is("PUT") && !next.tags.contains(tag))
        next.tags += tag;
    else if (request.is("DELETE") && tag.isEmpty())
        next.tags.clear();
    else if (request.is("DELETE"))
        next.tags.removeAll(tag);
    const QStringList now = next.tags;
    if (!request.is("GET"))
        m_state.network.replacePort(next, m_state.now());
    if (request.is("DELETE"))
        return Reply::empty();
    if (!tag.isEmpty())
        return Reply::text("null", 201);
    return Reply::json({{u"tags"_s, QJsonArray::fromStringList(now)}});
}

} // namespace flotsam::demo
