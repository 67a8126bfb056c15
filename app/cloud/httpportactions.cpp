// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cloud/httpportactions.h"

#include "app/cloud/portdeed.h"
#include "app/cloud/portrestoration.h"
#include "models/inventory/decode.h"
#include "models/inventory/onworker.h"

#include <QPointer>

using namespace Qt::StringLiterals;

namespace flotsam {

HttpPortActions::HttpPortActions(const CloudConfig &config, const PortActionsOptions &options, QObject *parent)
    : QObject(parent)
    , m_config(config)
    , m_options(options)
    , m_scope(std::make_unique<QObject>())
{ }

HttpPortActions::~HttpPortActions() { cancelAll(); }

void HttpPortActions::cancelAll()
{
    m_waiting.clear();
    m_scope = std::make_unique<QObject>();
    if (m_transport)
        m_transport->cancelAll();
    m_preparing = false;
}

void HttpPortActions::expect(const AuthInfo &auth, const QString &region)
{
    m_expected = auth;
    if (m_region == region)
        return;
    m_region = region;
    m_ready = false; // the services may be elsewhere
}

QString HttpPortActions::narrowView() const
{
    const AuthInfo now = m_session->token().authInfo();
    const bool otherProject = !m_expected.projectId.isEmpty() && now.projectId != m_expected.projectId;
    if (!otherProject && (now.admin || !m_expected.admin))
        return {};
    return tr("This login sees less than the one that read the cloud: what it does not find may be there.");
}

void HttpPortActions::whenReady(Ready then)
{
    if (m_ready) {
        then(std::nullopt);
        return;
    }
    m_waiting.append(std::move(then));
    if (!m_preparing)
        prepare();
}

void HttpPortActions::prepare()
{
    m_preparing = true;
    if (m_session) {
        readExtensions();
        return;
    }
    onWorker(
        m_scope.get(), [config = m_config] { return TlsSettings::load(config); },
        [this](const Result<TlsSettings> &tls) {
            if (!tls) {
                prepared(tls.error());
                return;
            }
            TransportLimits limits;
            limits.idle = m_options.idleTimeout;
            limits.deadline = m_options.deadline;
            m_transport = std::make_unique<Transport>(*tls, limits);
            m_session = std::make_unique<KeystoneSession>(m_config, *m_transport);
            readExtensions();
        });
}

void HttpPortActions::readExtensions()
{
    m_session->login(m_scope.get(), [this](const std::optional<Error> &error) {
        if (error) {
            prepared(error);
            return;
        }
        const Token &token = m_session->token();
        CloudConfig config = m_config;
        if (config.region.isEmpty())
            config.region = m_region;
        const ServiceMap services(config, token.catalog, token.projectId);
        const ServiceMap::Found network = services.own(ServiceType::Network);
        if (network.places.isEmpty()) {
            Error missing;
            missing.kind = Error::Kind::Config;
            missing.what = tr("Looking for the network service");
            missing.object = m_config.name;
            missing.serviceMessage = network.problem;
            prepared(missing);
            return;
        }
        m_network = network.places.first();
        const ServiceMap::Found balancers = services.own(ServiceType::LoadBalancer);
        m_balancers = balancers.places.isEmpty() ? std::nullopt : std::optional(balancers.places.first());
        send("GET", u"extensions"_s, {}, tr("Listing extensions of the network service"), {},
             [this](const ApiReply &reply) {
                 if (reply.error) {
                     prepared(reply.error);
                     return;
                 }
                 const Result<DecodedPage> page = decodePage(SourceId::Extensions, reply.body);
                 if (!page) {
                     prepared(page.error());
                     return;
                 }
                 m_extensions.clear();
                 for (const Extension &extension : page->items.extensions)
                     m_extensions.insert(extension.alias);
                 prepared(std::nullopt);
             });
    });
}

void HttpPortActions::prepared(const std::optional<Error> &error)
{
    m_preparing = false;
    m_ready = !error;
    const QList<Ready> waiting = std::exchange(m_waiting, {});
    const QPointer<QObject> scope = m_scope.get();
    for (const Ready &then : waiting) {
        if (!scope)
            return;
        then(error);
    }
}

ApiRequest HttpPortActions::networkRequest(const QByteArray &method, const QString &path, const QByteArray &body,
                                           const QString &what, const QString &object) const
{
    ApiRequest request;
    request.method = method;
    request.url = joined(m_network.root, "/v2.0/"_L1 + path.section(u'?', 0, 0));
    if (path.contains(u'?'))
        request.url.setQuery(path.section(u'?', 1));
    request.body = body;
    request.what = what;
    request.object = object;
    return request;
}

void HttpPortActions::send(const QByteArray &method, const QString &path, const QByteArray &body, const QString &what,
                           const QString &object, Answered answered)
{
    send(networkRequest(method, path, body, what, object), std::move(answered));
}

void HttpPortActions::send(const ApiRequest &request, Answered answered)
{
    ApiCall *call = m_session->send(request);
    connect(call, &ApiCall::finished, m_scope.get(), std::move(answered));
}

void HttpPortActions::act(const PortOrder &order, ActDone done)
{
    auto *deed = new Deed(*this, order, std::move(done), m_scope.get());
    QMetaObject::invokeMethod(deed, &Deed::start, Qt::QueuedConnection);
}

void HttpPortActions::look(const QString &portId, LookDone done)
{
    const auto begin = [this, portId, done] {
        whenReady([this, portId, done](const std::optional<Error> &error) {
            if (error) {
                PortLook look;
                look.message = error->toString();
                done(look);
                return;
            }
            send("GET", u"ports/%1"_s.arg(portId), {}, tr("Looking at port"), portId,
                 [this, portId, done](const ApiReply &reply) {
                     PortLook look = portLook(reply, portId);
                     if (const QString why = narrowView(); look.kind == PortLook::Kind::Gone && !why.isEmpty()) {
                         look.kind = PortLook::Kind::Unclear;
                         look.message = why;
                     }
                     done(look);
                 });
        });
    };
    QMetaObject::invokeMethod(m_scope.get(), begin, Qt::QueuedConnection);
}

void HttpPortActions::readQuotas(const QStringList &projectIds, QuotasDone done)
{
    const auto begin = [this, projectIds, done] {
        whenReady([this, projectIds, done](const std::optional<Error> &error) {
            if (error || projectIds.isEmpty()) {
                done({});
                return;
            }
            struct Gathered
            {
                QList<ProjectQuota> quotas;
                qsizetype waiting = 0;
            };
            auto gathered = std::make_shared<Gathered>();
            gathered->waiting = projectIds.size();
            for (const QString &project : projectIds) {
                send("GET", u"quotas/%1/details.json"_s.arg(project), {}, tr("Reading the port quota of project"),
                     project, [project, gathered, done](const ApiReply &reply) {
                         DecodeContext context;
                         context.projectId = project;
                         const Result<DecodedPage> page = decodePage(SourceId::Quotas, reply.body, context);
                         if (!reply.error && page) {
                             for (const Quota &quota : page->items.quotas) {
                                 if (quota.known)
                                     gathered->quotas.append(
                                         {quota.projectId, {}, true, quota.limit, quota.used, quota.reserved, {}, 0});
                             }
                         }
                         if (--gathered->waiting == 0)
                             done(gathered->quotas);
                     });
            }
        });
    };
    QMetaObject::invokeMethod(m_scope.get(), begin, Qt::QueuedConnection);
}

void HttpPortActions::restore(const RestoreOrder &order, RestoreDone done)
{
    auto *restoration = new Restoration(*this, order, std::move(done), m_scope.get());
    QMetaObject::invokeMethod(restoration, &Restoration::start, Qt::QueuedConnection);
}

} // namespace flotsam
