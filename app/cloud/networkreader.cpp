// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/networkreader.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {
namespace {

constexpr int PageSize = 1000;
constexpr int SlowPageSize = 200;
constexpr int AtOnce = 6;
constexpr int NetworksPerListing = 40; // an address of about 2 000 characters

} // namespace

ListRequest networkListing(const ServicePlace &place, SourceId source, const QString &path)
{
    ListRequest request;
    request.source = source;
    request.url = joined(place.root, "/v2.0/"_L1 + path);
    request.pageSize = PageSize;
    request.slowPageSize = SlowPageSize;
    request.query.addQueryItem(u"sort_key"_s, u"id"_s);
    request.query.addQueryItem(u"sort_dir"_s, u"asc"_s);
    return request;
}

PortsReader::PortsReader(const ScanContext &context, const ServicePlace &place, QObject *parent)
    : ServiceReader(context, {SourceId::Ports}, parent)
    , m_place(place)
    , m_time(QDateTime::currentDateTimeUtc())
{ }

QList<ListRequest> PortsReader::listings() const
{
    const ListRequest all = networkListing(m_place, SourceId::Ports, u"ports"_s);
    const QStringList networks = context().scope ? context().scope->networks : QStringList();
    if (networks.isEmpty())
        return {all};
    QList<ListRequest> parts;
    for (qsizetype first = 0; first < networks.size(); first += NetworksPerListing) {
        ListRequest part = all;
        for (const QString &network : networks.mid(first, NetworksPerListing))
            part.query.addQueryItem(u"network_id"_s, network);
        parts.append(part);
    }
    return parts;
}

void PortsReader::start()
{
    m_time = QDateTime::currentDateTimeUtc();
    const QList<ListRequest> parts = listings();
    m_waiting = int(parts.size());
    for (const ListRequest &part : parts)
        read(part, [this](const ListResult &result) { onRead(result); });
}

void PortsReader::onRead(const ListResult &result)
{
    m_time = std::min(m_time, result.readAt);
    if (result.serverDate.isValid()) {
        m_ahead = result.serverDate.secsTo(QDateTime::currentDateTimeUtc());
        m_time = std::min(m_time, result.serverDate);
    }
    context().board.deliver(SourceId::Ports, result.pages);
    const SourceOutcome outcome = outcomeOf(result);
    if (!m_outcome) {
        m_outcome = outcome;
    } else if (outcome.status != SourceStatus::Complete) {
        const bool same = m_outcome->status == outcome.status;
        m_outcome = outcome;
        if (!same)
            m_outcome->status = SourceStatus::Partial;
    } else if (m_outcome->status != SourceStatus::Complete) {
        m_outcome->status = SourceStatus::Partial;
    }
    if (--m_waiting == 0)
        settle(SourceId::Ports, *m_outcome);
}

NetworkReader::NetworkReader(const ScanContext &context, const ServicePlace &place, QObject *parent)
    : ServiceReader(context,
                    {SourceId::Networks, SourceId::Subnets, SourceId::Routers, SourceId::FloatingIps, SourceId::Trunks,
                     SourceId::Extensions},
                    parent)
    , m_place(place)
{ }

void NetworkReader::start()
{
    ListRequest extensions;
    extensions.source = SourceId::Extensions;
    extensions.url = joined(m_place.root, u"/v2.0/extensions"_s);
    read(extensions, [this](const ListResult &result) {
        context().board.deliver(SourceId::Extensions, result.pages);
        settle(SourceId::Extensions, outcomeOf(result));
        decideMissing();
    });
    readWhole(networkListing(m_place, SourceId::Networks, u"networks"_s));
    readWhole(networkListing(m_place, SourceId::Subnets, u"subnets"_s));
    readOptional(SourceId::Routers, u"routers"_s, u"router"_s);
    readOptional(SourceId::FloatingIps, u"floatingips"_s, u"router"_s);
    readOptional(SourceId::Trunks, u"trunks"_s, u"trunk"_s);
}

void NetworkReader::readOptional(SourceId source, const QString &path, const QString &extension)
{
    read(networkListing(m_place, source, path),
         [this, source, extension](const ListResult &result) { onRead(source, extension, result); });
}

void NetworkReader::onRead(SourceId source, const QString &extension, const ListResult &result)
{
    SourceOutcome outcome = outcomeOf(result);
    if (result.error && result.error->httpStatus == 404 && result.status == SourceStatus::Failed) {
        // Perhaps this Neutron has no such thing, perhaps something between us and it swallowed the request.
        m_missing.insert(source, {extension, outcome});
        decideMissing();
        return;
    }
    context().board.deliver(source, result.pages);
    if (source == SourceId::FloatingIps && outcome.status == SourceStatus::Complete) {
        m_missing.insert(source, {QString(), outcome});
        decideMissing();
        return;
    }
    settle(source, outcome);
}

bool NetworkReader::offers(const QString &extension) const
{
    for (const DecodedPage &page : context().board.pages(SourceId::Extensions)) {
        for (const Extension &known : page.items.extensions) {
            if (known.alias == extension)
                return true;
        }
    }
    return false;
}

void NetworkReader::decideMissing()
{
    if (isOpen(SourceId::Extensions))
        return;
    const bool known = context().board.outcome(SourceId::Extensions).status == SourceStatus::Complete;
    const auto missing = std::exchange(m_missing, {});
    for (auto it = missing.constBegin(); it != missing.constEnd(); ++it) {
        auto [extension, outcome] = it.value();
        if (!extension.isEmpty()) {
            if (known && !offers(extension)) {
                outcome.status = SourceStatus::Absent;
                outcome.error.reset();
                outcome.detail = u"this Neutron has no extension \"%1\""_s.arg(extension);
            }
        } else if (offers(u"floating-ip-port-forwarding"_s) && !offers(u"expose-port-forwarding-in-fip"_s)) {
            // A floating IP without a port may forward to one that the listing does not name.
            for (const DecodedPage &page : context().board.pages(SourceId::FloatingIps)) {
                const auto &fips = page.items.floatingIps;
                if (std::any_of(fips.begin(), fips.end(), [](const FloatingIp &fip) { return fip.portId.isEmpty(); })) {
                    outcome.status = SourceStatus::Partial;
                    outcome.detail = u"this Neutron does not list port forwardings"_s;
                }
            }
        }
        settle(it.key(), outcome);
    }
}

QuotaReader::QuotaReader(const ScanContext &context, const ServicePlace &place, const QStringList &projects,
                         QObject *parent)
    : ServiceReader(context, {SourceId::Quotas}, parent)
    , m_place(place)
    , m_projects(projects)
    , m_pool(AtOnce)
{ }

void QuotaReader::start()
{
    m_start = QDateTime::currentDateTimeUtc();
    m_waiting = int(m_projects.size());
    if (m_waiting == 0)
        conclude();
    for (const QString &project : std::as_const(m_projects)) {
        ListRequest request;
        request.source = SourceId::Quotas;
        request.url = joined(m_place.root, u"/v2.0/quotas/%1/details.json"_s.arg(project));
        request.context.projectId = project;
        request.object = u"project %1"_s.arg(project);
        m_pool.add([this, request](const TaskPool::Done &done) {
            read(request, [this, done](const ListResult &result) {
                onRead(result);
                done();
            });
        });
    }
}

void QuotaReader::abandon(const QString &why)
{
    m_pool.clear();
    stopReads(why);
    if (isOpen(SourceId::Quotas))
        conclude();
}

void QuotaReader::onRead(const ListResult &result)
{
    if (result.status == SourceStatus::Complete) {
        ++m_read;
        context().board.deliver(SourceId::Quotas, result.pages);
    } else if (result.status == SourceStatus::Denied) {
        ++m_denied;
    } else if (result.error && result.error->httpStatus == 404) {
        ++m_unknown;
    } else if (!m_error) {
        m_error = result.error;
    }
    if (--m_waiting == 0)
        conclude();
}

void QuotaReader::conclude()
{
    SourceOutcome outcome;
    outcome.readAt = m_start;
    outcome.error = m_error;
    const int all = int(m_projects.size());
    if (m_read == all) {
        outcome.status = SourceStatus::Complete;
    } else if (m_unknown == all) {
        outcome.status = SourceStatus::Absent;
        outcome.detail = u"this Neutron does not tell how much of a quota is used"_s;
    } else {
        outcome.status = m_read > 0 ? SourceStatus::Partial
            : m_denied > 0          ? SourceStatus::Denied
                                    : SourceStatus::Failed;
        outcome.detail = u"%1 of %2 projects were read"_s.arg(m_read).arg(all);
        if (m_error)
            outcome.detail += u": "_s + m_error->serviceMessage;
    }
    settle(SourceId::Quotas, outcome);
}

} // namespace flotsam
