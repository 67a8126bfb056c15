// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/keystonesession.h"

#include "app/cloud/apierror.h"

#include <QJsonDocument>
#include <QPointer>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace flotsam {

class KeystoneSession::Slot
{
public:
    struct Waiter
    {
        QPointer<QObject> context;
        SlotCallback callback;
    };
    QString projectId;
    std::optional<Token> token;
    QList<Waiter> waiters;
    bool fetching = false;

    void answer(const Result<Token> &result)
    {
        const QList<Waiter> waiting = std::exchange(waiters, {});
        for (const Waiter &waiter : waiting) {
            if (waiter.context)
                waiter.callback(result);
        }
    }
};

class KeystoneSession::SessionCall : public ApiCall
{
public:
    SessionCall(KeystoneSession &session, const ApiRequest &request, const QString &projectId)
        : ApiCall(&session)
        , m_session(session)
        , m_request(request)
        , m_projectId(projectId)
    {
        attempt();
    }

    void cancel() override
    {
        m_done = true;
        if (m_call)
            m_call->cancel();
        deleteLater();
    }

private:
    void attempt()
    {
        m_session.withToken(m_projectId, this, [this](const Result<Token> &token) {
            if (m_done)
                return;
            if (!token) {
                ApiReply reply;
                reply.url = m_request.url;
                reply.error = token.error();
                complete(reply);
                return;
            }
            m_used = token->id;
            ApiRequest request = m_request;
            request.headers.append({"X-Auth-Token", m_used.reveal().toLatin1()});
            m_call = m_session.m_transport.send(request);
            connect(m_call, &ApiCall::finished, this, [this](const ApiReply &reply) { onReply(reply); });
        });
    }

    void onReply(const ApiReply &reply)
    {
        if (reply.status == 401 && !m_renewed) {
            m_renewed = true;
            m_session.invalidate(m_projectId, m_used);
            if (m_request.renewsToken) {
                attempt();
                return;
            }
        }
        complete(reply);
    }

    void complete(const ApiReply &reply)
    {
        m_done = true;
        deleteLater();
        emit finished(reply);
    }

    KeystoneSession &m_session;
    ApiRequest m_request;
    QString m_projectId;
    Secret m_used;
    QPointer<ApiCall> m_call;
    bool m_renewed = false;
    bool m_done = false;
};

KeystoneSession::KeystoneSession(const CloudConfig &config, Transport &transport, QObject *parent)
    : QObject(parent)
    , m_config(config)
    , m_transport(transport)
{ }

KeystoneSession::~KeystoneSession()
{
    const QList<QObject *> calls = children();
    for (QObject *call : calls) {
        if (auto *mine = qobject_cast<ApiCall *>(call))
            mine->cancel();
    }
}

void KeystoneSession::login(QObject *context, LoginCallback callback)
{
    withToken({}, context, [callback = std::move(callback)](const Result<Token> &token) {
        callback(token ? std::nullopt : std::optional<Error>(token.error()));
    });
}

const Token &KeystoneSession::token() const
{
    static const Token none;
    const auto found = m_slots.constFind(QString());
    return found != m_slots.constEnd() && (*found)->token ? *(*found)->token : none;
}

ApiCall *KeystoneSession::send(const ApiRequest &request, const QString &projectId)
{
    return new SessionCall(*this, request, projectId == token().projectId ? QString() : projectId);
}

KeystoneSession::Slot &KeystoneSession::slot(const QString &projectId)
{
    auto &found = m_slots[projectId];
    if (!found) {
        found = std::make_shared<Slot>();
        found->projectId = projectId;
    }
    return *found;
}

void KeystoneSession::withToken(const QString &projectId, QObject *context, SlotCallback callback)
{
    Slot &wanted = slot(projectId);
    // A token that was given cannot be renewed, only used up.
    const bool renewable = m_config.method != CloudConfig::AuthMethod::Token;
    if (wanted.token && !(renewable && wanted.token->expiring())) {
        callback(*wanted.token);
        return;
    }
    wanted.waiters.append({context, std::move(callback)});
    if (!wanted.fetching)
        fetch(wanted);
}

void KeystoneSession::invalidate(const QString &projectId, const Secret &used)
{
    Slot &known = slot(projectId);
    if (known.token && known.token->id == used) {
        // Roles and catalogue stay readable until the next token is there.
        known.token->goodUntil = QDateTime::fromMSecsSinceEpoch(0, Qt::UTC);
    }
}

void KeystoneSession::discover()
{
    m_discovering = true;
    QUrl url = m_config.authUrl;
    QString path = url.path();
    while (path.endsWith(u'/'))
        path.chop(1);
    static const QRegularExpression version(u"/v[0-9.]+$"_s);
    const bool direct = path.endsWith("/v3"_L1);
    path.remove(version);
    url.setPath(path);
    m_identityUrl = joined(url, u"/v3"_s);
    if (direct) {
        m_discovering = false;
        return;
    }
    ApiRequest request;
    request.url = joined(url, u"/"_s);
    request.what = u"Finding Keystone"_s;
    ApiCall *call = m_transport.send(request);
    connect(call, &ApiCall::finished, this, &KeystoneSession::discovered);
}

void KeystoneSession::discovered(const ApiReply &reply)
{
    m_discovering = false;
    std::optional<Error> problem;
    if (reply.status == 0)
        problem = reply.error;
    // Links in version documents often name a host that only the service knows: only the version is taken from them.
    const QJsonObject root = QJsonDocument::fromJson(reply.body).object();
    const QJsonArray versions = root.value("versions"_L1)["values"_L1].toArray();
    bool v3 = versions.isEmpty();
    for (const QJsonValue &one : versions)
        v3 = v3 || one["id"_L1].toString().startsWith("v3"_L1);
    if (!v3) {
        problem = Error{};
        problem->kind = Error::Kind::Auth;
        problem->what = u"Finding Keystone"_s;
        problem->object = shownUrl(m_config.authUrl);
        problem->serviceMessage = u"Keystone there does not offer version 3"_s;
    }
    if (problem)
        m_identityUrl = QUrl();
    const QList<std::shared_ptr<Slot>> known = m_slots.values();
    for (const auto &waiting : known) {
        if (!waiting->fetching)
            continue;
        waiting->fetching = false;
        if (problem)
            waiting->answer(*problem);
        else
            fetch(*waiting);
    }
}

void KeystoneSession::fetch(Slot &wanted)
{
    wanted.fetching = true;
    if (m_identityUrl.isEmpty())
        discover();
    if (m_discovering)
        return;
    ApiRequest request;
    request.method = "POST";
    request.repeatable = true; // a token too many does no harm
    request.url = joined(m_identityUrl, u"/auth/tokens"_s);
    TokenScope scope;
    Secret rescope;
    if (wanted.projectId.isEmpty()) {
        request.what = u"Logging in"_s;
        request.object = u"%1 (%2)"_s.arg(m_config.name, shownUrl(m_config.authUrl));
    } else {
        scope = {TokenScope::Kind::Project, wanted.projectId};
        request.what = u"Getting a token for project"_s;
        request.object = wanted.projectId;
        if (m_config.method == CloudConfig::AuthMethod::Token)
            rescope = token().id;
    }
    if (!wanted.projectId.isEmpty() && !canRescope()) {
        Error error;
        error.kind = Error::Kind::Auth;
        error.what = request.what;
        error.object = request.object;
        error.serviceMessage = u"an application credential is for one project only"_s;
        wanted.fetching = false;
        QMetaObject::invokeMethod(
            this, [kept = m_slots.value(wanted.projectId), error] { kept->answer(error); }, Qt::QueuedConnection);
        return;
    }
    request.body = QJsonDocument(authRequestBody(m_config, scope, rescope)).toJson(QJsonDocument::Compact);
    for (const Secret &secret : {m_config.password, m_config.token, m_config.credentialSecret, rescope})
        request.secrets += secret.reveal().toUtf8();
    ApiCall *call = m_transport.send(request);
    connect(call, &ApiCall::finished, this,
            [this, kept = m_slots.value(wanted.projectId)](const ApiReply &reply) { fetched(*kept, reply); });
}

void KeystoneSession::fetched(Slot &wanted, const ApiReply &reply)
{
    wanted.fetching = false;
    if (reply.error) {
        Error error = *reply.error;
        if (error.httpStatus == 401) {
            error.kind = Error::Kind::Auth;
            error.advice = u"Check user, password, domain and project."_s;
        }
        wanted.answer(error);
        return;
    }
    Result<Token> token = parseToken(reply.body, reply.header("x-subject-token"));
    if (token) {
        wanted.token = *token;
    } else {
        Error error = token.error();
        error.object = shownUrl(reply.url);
        error.requestId = reply.requestId();
        token = error;
    }
    wanted.answer(token);
}

} // namespace flotsam
