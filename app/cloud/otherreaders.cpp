// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/otherreaders.h"

#include "app/cloud/apierror.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {
namespace {

constexpr int PageSize = 1000;
constexpr int SlowPageSize = 200;
constexpr int WantedIronicMinor = 78;
constexpr int IronicVifs = 18; // internal_info of ports, which names the VIFs
constexpr int IronicPortgroups = 23;
constexpr int IronicConductors = 49;

} // namespace

BaremetalReader::BaremetalReader(const ScanContext &context, const ServicePlace &place, QObject *parent)
    : ServiceReader(context, {SourceId::Nodes, SourceId::BaremetalPorts, SourceId::Portgroups}, parent)
    , m_place(place)
{ }

void BaremetalReader::start()
{
    ApiRequest request;
    request.url = joined(m_place.root, u"/v1/"_s);
    request.what = u"Finding the bare-metal service"_s;
    ApiCall *call = context().session.send(request);
    connect(call, &ApiCall::finished, this, &BaremetalReader::onVersions);
}

void BaremetalReader::onVersions(const ApiReply &reply)
{
    if (reply.error) {
        SourceOutcome outcome;
        outcome.status = reply.status == 403 ? SourceStatus::Denied : SourceStatus::Failed;
        outcome.readAt = QDateTime::currentDateTimeUtc();
        outcome.detail = reasonOf(*reply.error);
        outcome.error = reply.error;
        settleAll(outcome);
        return;
    }
    QString newest = QString::fromLatin1(reply.header("x-openstack-ironic-api-maximum-version"));
    if (newest.isEmpty())
        newest = QJsonDocument::fromJson(reply.body)["version"_L1]["version"_L1].toString();
    m_minor = std::min(WantedIronicMinor, std::max(1, newest.section(u'.', 1).toInt()));

    const auto list = [this](SourceId source, const QString &path) {
        ListRequest request;
        request.source = source;
        request.url = joined(m_place.root, "/v1/"_L1 + path);
        request.headers = {{"X-OpenStack-Ironic-API-Version", "1." + QByteArray::number(m_minor)}};
        request.pageSize = PageSize;
        request.slowPageSize = SlowPageSize;
        read(request, [this, source](const ListResult &result) { onRead(source, result); });
    };
    list(SourceId::Nodes, u"nodes/detail"_s);
    list(SourceId::BaremetalPorts, u"ports/detail"_s);
    if (m_minor >= IronicPortgroups) {
        list(SourceId::Portgroups, u"portgroups/detail"_s);
    } else {
        SourceOutcome none;
        none.status = SourceStatus::Absent;
        none.detail = u"this Ironic knows no port groups"_s;
        settle(SourceId::Portgroups, none);
    }
    // Neither chassis nor conductors belong to a project: who may list them sees every node as well.
    askForView(u"chassis"_s, m_minor >= IronicConductors ? u"conductors"_s : QString());
}

void BaremetalReader::askForView(const QString &path, const QString &otherwise)
{
    ApiRequest request;
    request.url = joined(m_place.root, "/v1/"_L1 + path);
    request.headers = {{"X-OpenStack-Ironic-API-Version", "1." + QByteArray::number(m_minor)}};
    request.what = u"Asking for the view of bare metal"_s;
    ApiCall *call = context().session.send(request);
    connect(call, &ApiCall::finished, this, [this, otherwise](const ApiReply &reply) {
        if (reply.status != 200 && !otherwise.isEmpty()) {
            askForView(otherwise, {});
            return;
        }
        m_seesAll = reply.status == 200;
        settleRead();
    });
}

void BaremetalReader::onRead(SourceId source, const ListResult &result)
{
    context().board.deliver(source, result.pages);
    m_read.insert(source, outcomeOf(result));
    settleRead();
}

void BaremetalReader::settleRead()
{
    if (!m_seesAll)
        return;
    const auto read = std::exchange(m_read, {});
    for (auto it = read.constBegin(); it != read.constEnd(); ++it) {
        SourceOutcome outcome = it.value();
        if (outcome.status == SourceStatus::Complete && !*m_seesAll) {
            outcome.status = SourceStatus::Partial;
            outcome.detail = u"Ironic shows this user only the nodes of its own project"_s;
        } else if (outcome.status == SourceStatus::Complete && it.key() == SourceId::BaremetalPorts
                   && m_minor < IronicVifs) {
            outcome.status = SourceStatus::Partial;
            outcome.detail = u"this Ironic does not tell which ports its NICs use"_s;
        }
        settle(it.key(), outcome);
    }
}

LoadBalancerReader::LoadBalancerReader(const ScanContext &context, const ServicePlace &place, QObject *parent)
    : ServiceReader(context, {SourceId::LoadBalancers}, parent)
    , m_place(place)
{ }

void LoadBalancerReader::start()
{
    ListRequest request;
    request.source = SourceId::LoadBalancers;
    request.url = joined(m_place.root, u"/v2/lbaas/loadbalancers"_s);
    request.pageSize = PageSize;
    if (!context().auth.admin) {
        readWhole(request);
        return;
    }
    read(request, [this](const ListResult &result) {
        context().board.deliver(SourceId::LoadBalancers, result.pages);
        SourceOutcome outcome = outcomeOf(result);
        if (outcome.status != SourceStatus::Complete) {
            settle(SourceId::LoadBalancers, outcome);
            return;
        }
        ApiRequest amphorae;
        amphorae.url = joined(m_place.root, u"/v2/octavia/amphorae"_s);
        amphorae.url.setQuery(u"limit=1"_s);
        amphorae.what = u"Asking for the view of load balancers"_s;
        ApiCall *call = context().session.send(amphorae);
        connect(call, &ApiCall::finished, this, [this, outcome](const ApiReply &reply) mutable {
            if (reply.status == 403) {
                outcome.status = SourceStatus::Partial;
                outcome.detail = u"Octavia shows this user only its own project's load balancers"_s;
            }
            settle(SourceId::LoadBalancers, outcome);
        });
    });
}

ListRequest ownProjectsListing(const KeystoneSession &session)
{
    ListRequest request;
    request.source = SourceId::Projects;
    request.url = joined(session.identityUrl(), u"/auth/projects"_s);
    return request;
}

ProjectReader::ProjectReader(const ScanContext &context, QObject *parent)
    : ServiceReader(context, {SourceId::Projects}, parent)
{ }

void ProjectReader::start()
{
    if (!context().auth.admin) {
        readOwn();
        return;
    }
    ListRequest all = ownProjectsListing(context().session);
    all.url = joined(context().session.identityUrl(), u"/projects"_s);
    read(all, [this](const ListResult &result) {
        if (result.status == SourceStatus::Denied) {
            readOwn();
            return;
        }
        context().board.deliver(SourceId::Projects, result.pages);
        settle(SourceId::Projects, outcomeOf(result));
    });
}

void ProjectReader::readOwn()
{
    read(ownProjectsListing(context().session), [this](const ListResult &result) {
        context().board.deliver(SourceId::Projects, result.pages);
        SourceOutcome outcome = outcomeOf(result);
        if (outcome.status == SourceStatus::Complete)
            outcome.detail = u"the projects in which this user has a role"_s;
        settle(SourceId::Projects, outcome);
    });
}

} // namespace flotsam
