// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/gateway.h"

#include "app/demo/glancehandler.h"
#include "app/demo/heathandler.h"
#include "app/demo/ironichandler.h"
#include "app/demo/keystonehandler.h"
#include "app/demo/neutronhandler.h"
#include "app/demo/novahandler.h"

#include <QUrl>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
QString decoded(QString text) { return QUrl::fromPercentEncoding(text.replace(u'+', u' ').toUtf8()); }

Reply proxyError(int status, const QByteArray &title)
{
    Reply reply;
    reply.status = status;
    reply.body = "<html><body><h1>" + QByteArray::number(status) + ' ' + title + "</h1>\n</body></html>\n";
    reply.headers = {{"Content-Type", "text/html"}};
    return reply;
}
} // namespace

Gateway::Gateway(DemoState &state, const QString &root)
    : m_state(state)
    , m_root(root)
{
    m_services.emplace(u"identity"_s, std::make_unique<KeystoneHandler>(state, root));
    m_services.emplace(u"compute"_s, std::make_unique<NovaHandler>(state));
    m_services.emplace(u"network"_s, std::make_unique<NeutronHandler>(state));
    m_services.emplace(u"orchestration"_s, std::make_unique<HeatHandler>(state, root));
    m_services.emplace(u"baremetal"_s, std::make_unique<IronicHandler>(state));
    m_services.emplace(u"image"_s, std::make_unique<GlanceHandler>(state));
}

Gateway::~Gateway() = default;

void Gateway::setStopped(const QString &service, bool stopped)
{
    if (stopped)
        m_stopped.insert(service);
    else
        m_stopped.remove(service);
}

Reply Gateway::handle(const QByteArray &method, const QString &path, const QString &rawQuery,
                      const QHash<QByteArray, QByteArray> &headers, const QByteArray &body)
{
    Request request;
    request.method = method;
    request.headers = headers;
    request.body = body;
    request.rawQuery = rawQuery;
    request.self = m_root + path;
    request.trailingSlash = path.endsWith(u'/');
    for (const QString &segment : path.split(u'/', Qt::SkipEmptyParts))
        request.path += QUrl::fromPercentEncoding(segment.toUtf8());
    for (const QString &item : rawQuery.split(u'&', Qt::SkipEmptyParts))
        request.query.append({decoded(item.section(u'=', 0, 0)), decoded(item.section(u'=', 1))});
    if (request.path.isEmpty())
        return proxyError(404, "Not Found");
    const QString name = request.path.takeFirst();
    const auto service = m_services.find(name);
    if (service == m_services.end())
        return proxyError(404, "Not Found");
    if (m_stopped.contains(name))
        return proxyError(503, "Service Unavailable");
    request.base = m_root + u'/' + name;
    const QString token = QString::fromUtf8(headers.value("x-auth-token"));
    if (const auto caller = m_state.identity.caller(token, m_state.now())) {
        request.caller = *caller;
        request.authenticated = true;
    }
    const QByteArray requestId = m_state.ids.requestId().toUtf8();
    Reply reply = !request.authenticated && !service->second->isPublic(request) ? unauthorized(m_root + u"/identity"_s)
                                                                                : service->second->handle(request);
    reply.with(name == u"baremetal"_s ? "Openstack-Request-Id" : "X-Openstack-Request-Id", requestId);
    if (name == u"compute"_s)
        reply.with("X-Compute-Request-Id", requestId);
    return reply;
}

} // namespace flotsam::demo
