// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/listreader.h"

#include "app/cloud/apierror.h"
#include "models/inventory/onworker.h"

using namespace Qt::StringLiterals;

namespace flotsam {
namespace {

constexpr int MaxStarts = 3;

bool isTrustworthyEnd(const DecodedPage &page) { return page.sent == 0 && page.next.isEmpty(); }

} // namespace

QString sourceLabel(SourceId source)
{
    switch (source) {
    case SourceId::Ports:
        return u"ports"_s;
    case SourceId::Servers:
        return u"servers"_s;
    case SourceId::DeletedServers:
        return u"deleted servers"_s;
    case SourceId::Stacks:
        return u"stacks"_s;
    case SourceId::DeletedStacks:
        return u"deleted stacks"_s;
    case SourceId::Resources:
        return u"stack resources"_s;
    case SourceId::Events:
        return u"stack events"_s;
    case SourceId::Networks:
        return u"networks"_s;
    case SourceId::Subnets:
        return u"subnets"_s;
    case SourceId::Routers:
        return u"routers"_s;
    case SourceId::FloatingIps:
        return u"floating IPs"_s;
    case SourceId::Trunks:
        return u"trunks"_s;
    case SourceId::Extensions:
        return u"network extensions"_s;
    case SourceId::Quotas:
        return u"quotas"_s;
    case SourceId::Nodes:
        return u"bare-metal nodes"_s;
    case SourceId::BaremetalPorts:
        return u"bare-metal ports"_s;
    case SourceId::Portgroups:
        return u"bare-metal port groups"_s;
    case SourceId::LoadBalancers:
        return u"load balancers"_s;
    case SourceId::Projects:
        return u"projects"_s;
    }
    return {};
}

ListReader::ListReader(KeystoneSession &session, ListRequest request, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_request(std::move(request))
{ }

void ListReader::start()
{
    m_result.readAt = QDateTime::currentDateTimeUtc();
    requestPage();
}

ListResult ListReader::abandon(const QString &why)
{
    m_done = true;
    if (m_call)
        m_call->cancel();
    m_result.status = m_result.pages.isEmpty() ? SourceStatus::Failed : SourceStatus::Partial;
    m_result.detail = why;
    return std::move(m_result);
}

void ListReader::requestPage()
{
    QUrlQuery query = m_request.query;
    if (m_request.pageSize > 0)
        query.addQueryItem(u"limit"_s, QString::number(m_request.pageSize));
    if (!m_marker.isEmpty())
        query.addQueryItem(u"marker"_s, QString::fromLatin1(QUrl::toPercentEncoding(m_marker)));
    ApiRequest request;
    request.url = m_request.url;
    request.url.setQuery(query);
    request.headers = m_request.headers;
    request.what = u"Listing %1"_s.arg(sourceLabel(m_request.source));
    request.object = m_request.object;
    m_call = m_session.send(request, m_request.projectId);
    connect(m_call, &ApiCall::finished, this, &ListReader::onReply);
}

void ListReader::onReply(const ApiReply &reply)
{
    if (m_done)
        return;
    if (reply.error) {
        if (!m_marker.isEmpty() && (reply.status == 404 || reply.status == 400) && startAgain())
            return;
        if ((reply.error->kind == Error::Kind::Timeout || reply.status == 504) && m_request.slowPageSize > 0) {
            m_request.pageSize = std::exchange(m_request.slowPageSize, 0);
            requestPage();
            return;
        }
        const bool some = !m_result.pages.isEmpty();
        finish(some                      ? SourceStatus::Partial
                   : reply.status == 403 ? SourceStatus::Denied
                                         : SourceStatus::Failed,
               some ? u"stopped after %1 items"_s.arg(m_items) : QString(), reply.error);
        return;
    }
    if (!m_result.serverDate.isValid()) {
        QByteArray date = reply.header("date");
        m_result.serverDate
            = QDateTime::fromString(QString::fromLatin1(date.replace("GMT", "+0000")), Qt::RFC2822Date).toUTC();
    }
    onWorker(
        this,
        [body = reply.body, source = m_request.source, context = m_request.context, filter = m_request.filter] {
            Page page;
            Result<DecodedPage> decoded = decodePage(source, body, context);
            if (!decoded) {
                page.error = decoded.error();
                return page;
            }
            page.decoded = std::move(decoded).value();
            if (filter)
                filter(*page.decoded);
            return page;
        },
        [this, url = reply.url, id = reply.requestId()](Page page) {
            if (page.error) {
                page.error->object = m_request.object.isEmpty() ? shownUrl(url) : m_request.object;
                page.error->requestId = id;
            }
            onPage(std::move(page));
        });
}

void ListReader::onPage(Page page)
{
    if (m_done)
        return;
    if (page.error) {
        const bool some = !m_result.pages.isEmpty();
        finish(some ? SourceStatus::Partial : SourceStatus::Failed,
               some ? u"stopped after %1 items"_s.arg(m_items) : QString(), page.error);
        return;
    }
    DecodedPage &decoded = *page.decoded;
    const qsizetype before = m_seen.size();
    for (const QString &id : std::as_const(decoded.ids))
        m_seen.insert(id);
    const bool news = m_seen.size() > before;
    const int sent = decoded.sent;
    const QString marker = nextMarker(decoded);
    const bool end = isTrustworthyEnd(decoded);
    const bool wholeInOne = m_marker.isEmpty() && m_request.pageSize > 0 && sent > m_request.pageSize
        && decoded.next.isEmpty(); // the service ignores `limit`
    const bool more = !decoded.next.isEmpty() || (m_request.pageSize > 0 && sent >= m_request.pageSize && !wholeInOne);
    if (!m_marker.isEmpty() && !news && !end) {
        if (!startAgain())
            finish(SourceStatus::Partial, u"the service sent the same page again and again"_s);
        return;
    }
    m_items += sent;
    m_kept += decoded.items.source(m_request.source).count;
    if (sent > 0)
        m_result.pages.append(std::move(decoded));
    emit pageRead(m_kept);
    if (!more) {
        finish(SourceStatus::Complete);
    } else if (m_request.maxItems > 0 && m_items >= m_request.maxItems) {
        finish(SourceStatus::Partial, u"only the first %1 were read"_s.arg(m_items));
    } else if (sent == 0 || marker.isEmpty()) {
        finish(SourceStatus::Partial, u"the service promised a next page that cannot be asked for"_s);
    } else {
        m_marker = marker;
        requestPage();
    }
}

QString ListReader::nextMarker(const DecodedPage &page) const
{
    const QString linked = QUrlQuery(QUrl(page.next)).queryItemValue(u"marker"_s, QUrl::FullyDecoded);
    if (!linked.isEmpty())
        return linked;
    return page.ids.isEmpty() ? QString() : page.ids.last();
}

bool ListReader::startAgain()
{
    if (m_starts >= MaxStarts)
        return false;
    ++m_starts;
    m_marker.clear();
    m_seen.clear();
    m_items = 0;
    m_kept = 0;
    m_result.pages.clear();
    requestPage();
    return true;
}

void ListReader::finish(SourceStatus status, const QString &detail, const std::optional<Error> &error)
{
    m_done = true;
    m_result.status = status;
    m_result.error = error;
    m_result.detail = detail;
    if (error)
        m_result.detail += (detail.isEmpty() ? QString() : u": "_s) + reasonOf(*error);
    emit finished(m_result);
}

} // namespace flotsam
