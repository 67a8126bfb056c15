// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/catalog.h"

#include <QJsonObject>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace flotsam {
namespace {

/// What makes two endpoints the same service; scheme and version are not part of it.
QString addressOf(const QUrl &url, const QString &projectId)
{
    const QUrl root = placeOf(url, {}, projectId).root;
    return root.host().toLower() + u':' + QString::number(root.port(root.scheme() == "https"_L1 ? 443 : 80))
        + root.path();
}

} // namespace

QStringList catalogTypes(ServiceType type)
{
    switch (type) {
    case ServiceType::Network:
        return {u"network"_s};
    case ServiceType::Compute:
        return {u"compute"_s};
    case ServiceType::Orchestration:
        return {u"orchestration"_s};
    case ServiceType::Baremetal:
        return {u"baremetal"_s, u"bare-metal"_s};
    case ServiceType::LoadBalancer:
        return {u"load-balancer"_s};
    case ServiceType::Identity:
        return {u"identity"_s};
    }
    return {};
}

QString configKey(ServiceType type) { return catalogTypes(type).first().replace(u'-', u'_'); }

QUrl joined(const QUrl &root, const QString &path)
{
    QUrl url = root;
    QString base = root.path();
    while (base.endsWith(u'/'))
        base.chop(1);
    url.setPath(base + path);
    return url;
}

ServicePlace placeOf(const QUrl &url, const QString &region, const QString &projectId)
{
    static const QRegularExpression version(u"^v[0-9]+(\\.[0-9]+)?$"_s);
    ServicePlace place;
    place.region = region;
    QStringList parts = url.path().split(u'/', Qt::SkipEmptyParts);
    // Keystone catalogues write AUTH_<id> for some services; a bare id for those that are read here.
    if (!parts.isEmpty() && !projectId.isEmpty() && parts.last() == projectId)
        parts.removeLast();
    if (!parts.isEmpty() && version.match(parts.last()).hasMatch())
        place.version = parts.takeLast();
    place.root = url;
    place.root.setQuery(QString());
    place.root.setFragment(QString());
    place.root.setPath(parts.isEmpty() ? QString() : u'/' + parts.join(u'/'));
    return place;
}

Catalog::Catalog(const QJsonArray &catalog)
{
    for (const QJsonValue &service : catalog) {
        const QString type = service["type"_L1].toString().toLower();
        for (const QJsonValue &value : service["endpoints"_L1].toArray()) {
            Endpoint endpoint;
            endpoint.type = type;
            endpoint.interface = value["interface"_L1].toString();
            if (endpoint.interface.endsWith("URL"_L1))
                endpoint.interface.chop(3);
            endpoint.region = value["region_id"_L1].toString();
            if (endpoint.region.isEmpty())
                endpoint.region = value["region"_L1].toString();
            endpoint.url = QUrl(value["url"_L1].toString());
            if (endpoint.url.isValid() && !endpoint.url.host().isEmpty())
                m_endpoints.append(endpoint);
        }
    }
}

QStringList Catalog::types() const
{
    QStringList types;
    for (const Endpoint &endpoint : m_endpoints)
        types += endpoint.type;
    types.removeDuplicates();
    types.sort();
    return types;
}

QStringList Catalog::regions() const
{
    QStringList regions;
    for (const Endpoint &endpoint : m_endpoints)
        regions += endpoint.region;
    regions.removeDuplicates();
    regions.removeAll(QString());
    return regions;
}

QList<Catalog::Endpoint> Catalog::find(ServiceType type, const QString &region, const QStringList &interfaces) const
{
    QList<Endpoint> found;
    for (const QString &name : catalogTypes(type)) {
        const auto take = [&](const QString &interface) {
            for (const Endpoint &endpoint : m_endpoints) {
                if (endpoint.type == name && (interface.isEmpty() || endpoint.interface == interface)
                    && (region.isEmpty() || endpoint.region == region))
                    found.append(endpoint);
            }
        };
        if (interfaces.isEmpty())
            take({});
        for (const QString &interface : interfaces)
            take(interface);
    }
    return found;
}

ServiceMap::ServiceMap(const CloudConfig &config, const Catalog &catalog, const QString &projectId)
    : m_config(config)
    , m_catalog(catalog)
    , m_projectId(projectId)
    , m_region(config.region)
{
    if (m_region.isEmpty()) {
        const Found network = own(ServiceType::Network);
        if (!network.places.isEmpty())
            m_region = network.places.first().region;
    }
}

QStringList ServiceMap::interfacesFor(ServiceType type) const
{
    const QStringList own = m_config.services.value(configKey(type)).interfaces;
    return own.isEmpty() ? m_config.interfaces : own;
}

std::optional<ServicePlace> ServiceMap::overridden(ServiceType type) const
{
    QString text = m_config.services.value(configKey(type)).endpointOverride;
    if (text.isEmpty())
        return std::nullopt;
    for (const QLatin1StringView key : {"project_id"_L1, "tenant_id"_L1}) {
        text.replace(u"%("_s + key + u")s"_s, m_projectId);
        text.replace(u"$("_s + key + u")s"_s, m_projectId);
    }
    return placeOf(QUrl(text), {}, m_projectId);
}

ServiceMap::Found ServiceMap::inRegion(ServiceType type, const QString &region) const
{
    Found found;
    const QStringList interfaces = interfacesFor(type);
    const QList<Catalog::Endpoint> usable = m_catalog.find(type, region, interfaces);
    if (!usable.isEmpty()) {
        const Catalog::Endpoint &endpoint = usable.first();
        found.places.append(placeOf(endpoint.url, endpoint.region, m_projectId));
        return found;
    }
    QStringList others;
    for (const Catalog::Endpoint &endpoint : m_catalog.find(type, region, {}))
        others += endpoint.interface;
    others.removeDuplicates();
    if (!others.isEmpty())
        found.problem = u"the catalogue has %1 only for the interface %2, not for %3"_s.arg(
            catalogTypes(type).first(), others.join(u", "_s), interfaces.join(u", "_s));
    else if (m_projectId.isEmpty())
        // Keystone leaves endpoints with a project in their URL out of such a catalogue.
        found.problem
            = u"the catalogue of a token without a project does not show %1"_s.arg(catalogTypes(type).first());
    return found;
}

ServiceMap::Found ServiceMap::own(ServiceType type) const
{
    if (const auto place = overridden(type))
        return {{*place}, {}};
    const QString special = m_config.services.value(configKey(type)).region;
    return inRegion(type, special.isEmpty() ? m_region : special);
}

QStringList ServiceMap::sharingRegions() const
{
    const QStringList all = m_catalog.regions();
    if (overridden(ServiceType::Network))
        return all;
    QSet<QString> ours;
    const QString networkRegion = m_config.services.value(configKey(ServiceType::Network)).region;
    for (const Catalog::Endpoint &endpoint :
         m_catalog.find(ServiceType::Network, networkRegion.isEmpty() ? m_region : networkRegion, {}))
        ours.insert(addressOf(endpoint.url, m_projectId));
    QStringList sharing;
    for (const QString &region : all) {
        const QList<Catalog::Endpoint> theirs = m_catalog.find(ServiceType::Network, region, {});
        bool same = theirs.isEmpty() || ours.isEmpty();
        for (const Catalog::Endpoint &endpoint : theirs)
            same = same || ours.contains(addressOf(endpoint.url, m_projectId));
        if (same)
            sharing += region;
    }
    return sharing;
}

ServiceMap::Found ServiceMap::sharing(ServiceType type) const
{
    Found result = own(type);
    QSet<QString> known;
    for (const ServicePlace &place : std::as_const(result.places))
        known.insert(addressOf(place.root, {}));
    const QString special = m_config.services.value(configKey(type)).region;
    for (const QString &region : sharingRegions()) {
        if (region == m_region || region == special)
            continue;
        const Found found = inRegion(type, region);
        if (!found.problem.isEmpty())
            result.problem = found.problem + u" (region %1)"_s.arg(region);
        for (const ServicePlace &place : found.places) {
            const QString address = addressOf(place.root, {});
            if (!known.contains(address)) {
                known.insert(address);
                result.places.append(place);
            }
        }
    }
    return result;
}

} // namespace flotsam
