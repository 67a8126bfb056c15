// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/computereader.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {
namespace {

constexpr int PageSize = 1000;
constexpr int SlowPageSize = 200;
/// From 2.69 on a 404 can hide a cell that is down; below it is Nova's word that there is no such server.
constexpr int WantedMinor = 60;

} // namespace

QList<std::pair<QByteArray, QByteArray>> ComputeApi::headers() const
{
    if (microversion.isEmpty())
        return {};
    return {{"OpenStack-API-Version", "compute " + microversion.toLatin1()},
            {"X-OpenStack-Nova-API-Version", microversion.toLatin1()}};
}

QString ComputeApi::answered(const ApiReply &reply) const
{
    QByteArray told = reply.header("x-openstack-nova-api-version").trimmed();
    const QByteArray general = reply.header("openstack-api-version");
    if (told.isEmpty() && general.startsWith("compute "))
        told = general.mid(8).trimmed();
    if (!told.isEmpty())
        return QString::fromLatin1(told);
    return microversion.isEmpty() ? u"2.1"_s : microversion;
}

void discoverCompute(KeystoneSession &session, const ServicePlace &place, QObject *context,
                     std::function<void(const ComputeApi &)> done)
{
    ComputeApi api;
    api.region = place.region;
    api.url = joined(place.root, u"/v2.1"_s);
    ApiRequest request;
    request.url = joined(place.root, u"/v2.1/"_s);
    request.what = u"Finding the compute service"_s;
    ApiCall *call = session.send(request);
    QObject::connect(call, &ApiCall::finished, context, [api, place, done](const ApiReply &reply) mutable {
        if (reply.status == 404 && place.version == "v2"_L1) {
            api.url = joined(place.root, u"/v2"_s);
        } else if (reply.error) {
            api.error = reply.error;
        } else {
            const QJsonObject version = QJsonDocument::fromJson(reply.body)["version"_L1].toObject();
            const QStringList newest = version.value("version"_L1).toString().split(u'.');
            if (newest.size() == 2 && newest.first() == "2"_L1)
                api.microversion = u"2.%1"_s.arg(std::min(WantedMinor, newest.last().toInt()));
        }
        done(api);
    });
}

ComputeReader::ComputeReader(const ScanContext &context, const ComputeApi &api, QObject *parent)
    : ServiceReader(context, {SourceId::Servers, SourceId::DeletedServers}, parent)
    , m_api(api)
{ }

void ComputeReader::start()
{
    if (m_api.error) {
        SourceOutcome outcome;
        outcome.status = m_api.error->httpStatus == 403 ? SourceStatus::Denied : SourceStatus::Failed;
        outcome.readAt = QDateTime::currentDateTimeUtc();
        outcome.detail = m_api.error->toString();
        outcome.error = m_api.error;
        settleAll(outcome);
        return;
    }
    readWhole(listing(SourceId::Servers));
    ListRequest deleted = listing(SourceId::DeletedServers);
    deleted.maxItems = context().maxDeletedServers;
    if (context().auth.admin)
        deleted.query.addQueryItem(u"deleted"_s, u"true"_s);
    else
        deleted.query.addQueryItem(u"changes-since"_s, u"2000-01-01T00:00:00Z"_s);
    readWhole(deleted);
}

ListRequest ComputeReader::listing(SourceId source) const
{
    ListRequest request;
    request.source = source;
    request.url = joined(m_api.url, u"/servers/detail"_s);
    request.headers = m_api.headers();
    request.pageSize = PageSize;
    request.slowPageSize = SlowPageSize;
    request.object = m_api.region.isEmpty() ? QString() : u"region %1"_s.arg(m_api.region);
    if (context().auth.admin)
        request.query.addQueryItem(u"all_tenants"_s, u"1"_s);
    return request;
}

} // namespace flotsam
