// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/servicereader.h"

namespace flotsam {

/// Ironic: nodes, ports and port groups. Ironic shows a token without a system view only the nodes that its project
/// owns, with 200 all the same; where nothing proves a view of all nodes the listings are partial.
class BaremetalReader : public ServiceReader
{
    Q_OBJECT
public:
    BaremetalReader(const ScanContext &context, const ServicePlace &place, QObject *parent);
    void start() override;

private:
    void onVersions(const ApiReply &reply);
    void onRead(SourceId source, const ListResult &result);
    void askForView(const QString &path, const QString &otherwise);
    void settleRead();

    ServicePlace m_place;
    int m_minor = 0;
    QHash<SourceId, SourceOutcome> m_read;
    std::optional<bool> m_seesAll;
};

/// Octavia: load balancers. Whether an admin's listing is of all projects is found out by asking for amphorae, which
/// only those may who also see every load balancer.
class LoadBalancerReader : public ServiceReader
{
    Q_OBJECT
public:
    LoadBalancerReader(const ScanContext &context, const ServicePlace &place, QObject *parent);
    void start() override;

private:
    ServicePlace m_place;
};

/// Keystone: every project, or where that is denied those that the user has a role in.
class ProjectReader : public ServiceReader
{
    Q_OBJECT
public:
    ProjectReader(const ScanContext &context, QObject *parent);
    void start() override;

private:
    void readOwn();
};

/// GET /v3/auth/projects: the projects that the user has a role in.
ListRequest ownProjectsListing(const KeystoneSession &session);

} // namespace flotsam
