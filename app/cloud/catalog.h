// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/cloudconfig.h"

#include <QJsonArray>
#include <QList>
#include <QString>
#include <QUrl>

#include <optional>

namespace flotsam {

/// The services that are read, by their official types.
enum class ServiceType
{
    Network,
    Compute,
    Orchestration,
    Baremetal,
    LoadBalancer,
    Identity
};
/// The official type first, then its aliases (service-types-authority).
QStringList catalogTypes(ServiceType type);
/// As in `<service>_endpoint_override`.
QString configKey(ServiceType type);

/// Where a service is, without version and project: "https://api.example.org:8774".
struct ServicePlace
{
    QUrl root;
    QString version; ///< as in the catalogue's URL, e.g. "v2.1"; empty where it has none
    QString region; ///< empty for an endpoint_override
};

/// The service catalogue of a token.
class Catalog
{
public:
    struct Endpoint
    {
        QString type;
        QString interface;
        QString region;
        QUrl url;
    };

    Catalog() = default;
    explicit Catalog(const QJsonArray &catalog);

    bool isEmpty() const { return m_endpoints.isEmpty(); }
    /// The types that it has, for messages.
    QStringList types() const;
    QStringList regions() const;
    /// Endpoints of \a type that match (exact type before aliases, then \a interfaces in their order); \a region empty:
    /// any. No interfaces: any.
    QList<Endpoint> find(ServiceType type, const QString &region, const QStringList &interfaces) const;

private:
    QList<Endpoint> m_endpoints;
};

/// Which endpoints of a catalogue a configuration means.
class ServiceMap
{
public:
    struct Found
    {
        QList<ServicePlace> places; ///< empty: see problem
        QString problem; ///< why a service that exists cannot be used; empty: the cloud has none
    };

    ServiceMap() = default;
    ServiceMap(const CloudConfig &config, const Catalog &catalog, const QString &projectId);

    /// The region that is read: the configured one, else that of the network service.
    QString region() const { return m_region; }
    /// The one endpoint of the own region.
    Found own(ServiceType type) const;
    /// One endpoint per region whose ports are in our Neutron: the own region, regions that list the same Neutron, and
    /// regions without a Neutron of their own. All regions where our Neutron is not from the catalogue. Own first.
    Found sharing(ServiceType type) const;

private:
    QStringList interfacesFor(ServiceType type) const;
    Found inRegion(ServiceType type, const QString &region) const;
    std::optional<ServicePlace> overridden(ServiceType type) const;
    QStringList sharingRegions() const;

    CloudConfig m_config;
    Catalog m_catalog;
    QString m_projectId;
    QString m_region;
};

/// Strips the trailing project and version segments.
ServicePlace placeOf(const QUrl &url, const QString &region, const QString &projectId);
/// \a root with \a path appended; \a path starts with '/'.
QUrl joined(const QUrl &root, const QString &path);

} // namespace flotsam
