// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/keystonehandler.h"

#include <QJsonArray>
#include <QUuid>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
/// Long, because the clock of the simulated cloud may run sixty times as fast as the client's.
constexpr qint64 TokenLife = 30LL * 24 * 3600 * 1000;

Reply error(int code, const QString &title, const QString &message)
{
    const QJsonObject body{{u"code"_s, code}, {u"message"_s, message}, {u"title"_s, title}};
    return Reply::json({{u"error"_s, body}}, code);
}

Reply refused(const QString &identityUrl)
{
    return error(401, u"Unauthorized"_s, u"The request you have made requires authentication."_s)
        .with("WWW-Authenticate", "Keystone uri=\"" + identityUrl.toUtf8() + '"');
}

Reply forbidden(const QString &action)
{
    return error(403, u"Forbidden"_s, u"You are not authorized to perform the requested action: %1."_s.arg(action));
}

Reply notFound(const QString &kind, const QString &id)
{
    return error(404, u"Not Found"_s, u"Could not find %1: %2."_s.arg(kind, id));
}

bool isDefaultDomain(const QJsonObject &domain)
{
    return domain.value("id"_L1).toString() == u"default"_s
        || domain.value("name"_L1).toString().compare(u"default"_s, Qt::CaseInsensitive) == 0;
}

QJsonObject domainRef() { return {{u"id"_s, u"default"_s}, {u"name"_s, u"Default"_s}}; }

/// The user of an `identity` method, by id or by name and domain.
const User *findUser(const IdentityState &identity, const QJsonObject &reference)
{
    if (reference.contains("id"_L1))
        return identity.user(reference.value("id"_L1).toString());
    if (!isDefaultDomain(reference.value("domain"_L1).toObject()))
        return nullptr;
    return identity.userByName(reference.value("name"_L1).toString());
}

QJsonObject version(const QString &base)
{
    const QJsonObject link{{u"rel"_s, u"self"_s}, {u"href"_s, base + u"/v3/"_s}};
    const QJsonObject media{{u"base"_s, u"application/json"_s},
                            {u"type"_s, u"application/vnd.openstack.identity-v3+json"_s}};
    return {{u"id"_s, u"v3.14"_s},
            {u"status"_s, u"stable"_s},
            {u"updated"_s, u"2020-04-07T00:00:00Z"_s},
            {u"links"_s, QJsonArray{link}},
            {u"media-types"_s, QJsonArray{media}}};
}
} // namespace

KeystoneHandler::KeystoneHandler(DemoState &state, const QString &root)
    : m_state(state)
    , m_root(root)
{ }

bool KeystoneHandler::isPublic(const Request &request) const
{
    return request.path.size() < 2
        || (request.is("POST") && request.path == QStringList{u"v3"_s, u"auth"_s, u"tokens"_s});
}

Reply KeystoneHandler::handle(const Request &request)
{
    if (request.path.isEmpty()) {
        const QJsonObject values{{u"values"_s, QJsonArray{version(request.base)}}};
        return Reply::json({{u"versions"_s, values}}, 300);
    }
    if (request.at(0) != u"v3"_s)
        return notFound(u"version"_s, request.at(0));
    if (request.path.size() == 1)
        return Reply::json({{u"version"_s, version(request.base)}});
    if (request.at(1) == u"auth"_s && request.at(2) == u"tokens"_s) {
        if (request.is("POST"))
            return issueToken(request);
        return request.is("DELETE") ? dropToken(request) : showToken(request);
    }
    if (!request.is("GET"))
        return error(501, u"Not Implemented"_s, u"The simulated cloud only reads identities."_s);
    if (request.at(1) == u"auth"_s && request.at(2) == u"projects"_s)
        return listProjects(request, true);
    if (request.at(1) == u"projects"_s && request.path.size() == 2)
        return listProjects(request, false);
    return others(request);
}

Reply KeystoneHandler::issueToken(const Request &request)
{
    const QJsonObject auth = request.json(u"auth");
    const QJsonObject identity = auth.value("identity"_L1).toObject();
    const QJsonArray methods = identity.value("methods"_L1).toArray();
    if (auth.isEmpty()) {
        return error(
            400, u"Bad Request"_s,
            u"Expecting to find auth in request body. The server could not comply with the request since it is "
            "either malformed or otherwise incorrect. The client is assumed to be in error."_s);
    }
    IdentityState &store = m_state.identity;
    Token token;
    token.issued = m_state.now();
    token.expires = token.issued + TokenLife;
    const User *user = nullptr;
    for (const QJsonValue &value : methods) {
        const QString method = value.toString();
        const QJsonObject data = identity.value(method).toObject();
        token.methods += method;
        if (method == u"password"_s) {
            const QJsonObject reference = data.value("user"_L1).toObject();
            user = findUser(store, reference);
            if (!user || reference.value("password"_L1).toString() != user->password)
                return refused(m_root + u"/identity/v3"_s);
        } else if (method == u"token"_s) {
            const auto old = store.tokens.constFind(data.value("id"_L1).toString());
            if (old == store.tokens.constEnd() || old->expires <= m_state.now())
                return refused(m_root + u"/identity/v3"_s);
            if (!old->credentialId.isEmpty() && auth.contains("scope"_L1))
                return forbidden(u"identity:rescope an application credential's token"_s);
            user = store.user(old->userId);
            token.expires = old->expires;
            token.methods += old->methods;
            token.methods.removeDuplicates();
        } else if (method == u"application_credential"_s) {
            const ApplicationCredential *match = nullptr;
            for (const auto &[id, credential] : store.credentials) {
                const bool named = data.contains("id"_L1) ? id == data.value("id"_L1).toString()
                                                          : credential.name == data.value("name"_L1).toString()
                        && findUser(store, data.value("user"_L1).toObject()) == store.user(credential.userId);
                if (named && credential.secret == data.value("secret"_L1).toString())
                    match = &credential;
            }
            if (!match || auth.contains("scope"_L1))
                return refused(m_root + u"/identity/v3"_s);
            user = store.user(match->userId);
            token.credentialId = match->id;
            token.projectId = match->projectId;
        } else {
            return refused(m_root + u"/identity/v3"_s);
        }
    }
    if (!user)
        return refused(m_root + u"/identity/v3"_s);
    const QJsonObject scope = auth.value("scope"_L1).toObject(); // the string "unscoped" reads as no scope
    if (scope.contains("system"_L1)) {
        if (!user->admin)
            return refused(m_root + u"/identity/v3"_s);
        token.system = true;
    } else if (scope.contains("project"_L1)) {
        const QJsonObject wanted = scope.value("project"_L1).toObject();
        const Project *project = wanted.contains("id"_L1)
            ? store.project(wanted.value("id"_L1).toString())
            : (isDefaultDomain(wanted.value("domain"_L1).toObject())
                   ? store.projectByName(wanted.value("name"_L1).toString())
                   : nullptr);
        if (!project || !store.mayUse(*user, project->id))
            return refused(m_root + u"/identity/v3"_s);
        token.projectId = project->id;
    } else if (!scope.isEmpty()) {
        return refused(m_root + u"/identity/v3"_s);
    }
    token.userId = user->id;
    token.auditId = m_state.ids.word(22);
    // Unlike every other id this one must not be guessable from the scene.
    token.id = u"gAAAAA"_s + QUuid::createUuid().toString(QUuid::Id128) + QUuid::createUuid().toString(QUuid::Id128);
    store.tokens.insert(token.id, token);
    return Reply::json({{u"token"_s, tokenBody(token, !request.has(u"nocatalog"))}}, 201)
        .with("X-Subject-Token", token.id.toUtf8());
}

Reply KeystoneHandler::showToken(const Request &request) const
{
    const QString subject = QString::fromUtf8(request.headers.value("x-subject-token"));
    const auto token = m_state.identity.tokens.constFind(subject);
    if (token == m_state.identity.tokens.constEnd() || token->expires <= m_state.now())
        return error(404, u"Not Found"_s, u"Could not recognize Fernet token"_s);
    if (!request.caller.admin && token->userId != request.caller.userId)
        return forbidden(u"identity:validate_token"_s);
    return Reply::json({{u"token"_s, tokenBody(*token, !request.has(u"nocatalog"))}})
        .with("X-Subject-Token", subject.toUtf8());
}

Reply KeystoneHandler::dropToken(const Request &request)
{
    const QString subject = QString::fromUtf8(request.headers.value("x-subject-token"));
    if (m_state.identity.tokens.remove(subject) == 0)
        return error(404, u"Not Found"_s, u"Could not recognize Fernet token"_s);
    return Reply::empty();
}

QJsonObject KeystoneHandler::tokenBody(const Token &token, bool withCatalog) const
{
    const IdentityState &store = m_state.identity;
    const User *user = store.user(token.userId);
    QJsonObject body{{u"methods"_s, QJsonArray::fromStringList(token.methods)},
                     {u"user"_s,
                      QJsonObject{{u"domain"_s, domainRef()},
                                  {u"id"_s, token.userId},
                                  {u"name"_s, user ? user->name : QString()},
                                  {u"password_expires_at"_s, QJsonValue::Null}}},
                     {u"audit_ids"_s, QJsonArray{token.auditId}},
                     {u"expires_at"_s, isoMicrosecondsZulu(token.expires)},
                     {u"issued_at"_s, isoMicrosecondsZulu(token.issued)}};
    if (token.projectId.isEmpty() && !token.system)
        return body;
    QJsonArray roles;
    for (const QString &name : store.roleNames(token)) {
        const QString id = name == u"admin"_s ? store.adminRole
            : name == u"member"_s             ? store.memberRole
                                              : store.readerRole;
        roles.append(QJsonObject{{u"id"_s, id}, {u"name"_s, name}});
    }
    body.insert("roles"_L1, roles);
    if (token.system) {
        body.insert("system"_L1, QJsonObject{{u"all"_s, true}});
    } else if (const Project *project = store.project(token.projectId)) {
        body.insert("project"_L1,
                    QJsonObject{{u"domain"_s, domainRef()}, {u"id"_s, project->id}, {u"name"_s, project->name}});
        body.insert("is_domain"_L1, false);
    }
    const auto credential = store.credentials.find(token.credentialId);
    if (credential != store.credentials.end()) {
        body.insert(
            "application_credential"_L1,
            QJsonObject{{u"id"_s, credential->first}, {u"name"_s, credential->second.name}, {u"restricted"_s, true}});
    }
    if (withCatalog)
        body.insert("catalog"_L1, catalog(token));
    return body;
}

QJsonArray KeystoneHandler::catalog(const Token &token) const
{
    struct Entry
    {
        QString type;
        QString name;
        QString path;
    };
    const QList<Entry> entries{
        {u"image"_s, u"glance"_s, u"/image"_s},
        {u"baremetal"_s, u"ironic"_s, u"/baremetal"_s},
        {u"identity"_s, u"keystone"_s, u"/identity/v3"_s},
        {u"network"_s, u"neutron"_s, u"/network"_s},
        {u"orchestration"_s, u"heat"_s,
         token.projectId.isEmpty() ? QString() : u"/orchestration/v1/"_s + token.projectId},
        {u"compute"_s, u"nova"_s, u"/compute/v2.1"_s},
    };
    QJsonArray services;
    for (const Entry &entry : entries) {
        IdSource fixedIds(quint32(qHash(entry.type, 7)));
        QJsonArray endpoints;
        if (!entry.path.isEmpty()) {
            for (const QString &interface : {u"admin"_s, u"internal"_s, u"public"_s}) {
                endpoints.append(QJsonObject{{u"id"_s, fixedIds.hex32()},
                                             {u"interface"_s, interface},
                                             {u"region_id"_s, u"RegionOne"_s},
                                             {u"url"_s, m_root + entry.path},
                                             {u"region"_s, u"RegionOne"_s}});
            }
        }
        services.append(QJsonObject{{u"endpoints"_s, endpoints},
                                    {u"id"_s, fixedIds.hex32()},
                                    {u"type"_s, entry.type},
                                    {u"name"_s, entry.name}});
    }
    return services;
}

QJsonObject KeystoneHandler::projectJson(const Project &project) const
{
    return {{u"id"_s, project.id},
            {u"name"_s, project.name},
            {u"domain_id"_s, project.domainId},
            {u"description"_s, project.description},
            {u"enabled"_s, true},
            {u"parent_id"_s, project.domainId},
            {u"is_domain"_s, false},
            {u"tags"_s, QJsonArray()},
            {u"options"_s, QJsonObject()},
            {u"links"_s, QJsonObject{{u"self"_s, m_root + u"/identity/v3/projects/"_s + project.id}}}};
}

QJsonObject KeystoneHandler::userJson(const User &user) const
{
    return {{u"id"_s, user.id},
            {u"name"_s, user.name},
            {u"domain_id"_s, u"default"_s},
            {u"enabled"_s, true},
            {u"options"_s, QJsonObject()},
            {u"password_expires_at"_s, QJsonValue::Null},
            {u"links"_s, QJsonObject{{u"self"_s, m_root + u"/identity/v3/users/"_s + user.id}}}};
}

QJsonObject KeystoneHandler::listBody(const QString &name, const QJsonArray &items, const Request &request) const
{
    return {{name, items},
            {u"links"_s,
             QJsonObject{{u"next"_s, QJsonValue::Null}, {u"self"_s, request.self}, {u"previous"_s, QJsonValue::Null}}}};
}

Reply KeystoneHandler::listProjects(const Request &request, bool ownOnly) const
{
    if (!ownOnly && !request.caller.admin)
        return forbidden(u"identity:list_projects"_s);
    const User *user = m_state.identity.user(request.caller.userId);
    QJsonArray items;
    for (const auto &[id, project] : m_state.identity.projects) {
        if (ownOnly && (!user || !m_state.identity.mayUse(*user, id)))
            continue;
        if (request.has(u"name") && request.first(u"name") != project.name)
            continue;
        if (request.has(u"domain_id") && request.first(u"domain_id") != project.domainId)
            continue;
        items.append(projectJson(project));
    }
    return Reply::json(listBody(u"projects"_s, items, request));
}

Reply KeystoneHandler::others(const Request &request) const
{
    const IdentityState &store = m_state.identity;
    const QString kind = request.at(1);
    const QString id = request.at(2);
    if (kind == u"auth"_s && id == u"catalog"_s) {
        const auto token = store.tokens.constFind(QString::fromUtf8(request.headers.value("x-auth-token")));
        if (token != store.tokens.constEnd())
            return Reply::json(listBody(u"catalog"_s, catalog(*token), request));
    }
    if (kind == u"projects"_s) {
        const Project *project = store.project(id);
        if (!project && request.caller.admin)
            return notFound(u"project"_s, id);
        if (!request.caller.admin && id != request.caller.projectId)
            return forbidden(u"identity:get_project"_s);
        return Reply::json({{u"project"_s, projectJson(*project)}});
    }
    if (kind == u"users"_s && request.at(3) == u"projects"_s && (request.caller.admin || id == request.caller.userId))
        return listProjects(request, true);
    if (kind == u"users"_s && !id.isEmpty()) {
        const User *user = store.user(id);
        if (!request.caller.admin && id != request.caller.userId)
            return forbidden(u"identity:get_user"_s);
        return user ? Reply::json({{u"user"_s, userJson(*user)}}) : notFound(u"user"_s, id);
    }
    const QJsonObject domain{{u"id"_s, u"default"_s}, {u"name"_s, u"Default"_s},     {u"description"_s, u""_s},
                             {u"enabled"_s, true},    {u"options"_s, QJsonObject()}, {u"tags"_s, QJsonArray()}};
    if (kind == u"domains"_s && id == u"default"_s)
        return Reply::json({{u"domain"_s, domain}});
    if (!request.caller.admin)
        return forbidden(u"identity:list_"_s + kind);
    if (kind == u"users"_s) {
        QJsonArray users;
        for (const auto &[userId, user] : store.users) {
            if (!request.has(u"name") || request.first(u"name") == user.name)
                users.append(userJson(user));
        }
        return Reply::json(listBody(kind, users, request));
    }
    if (kind == u"domains"_s && id.isEmpty())
        return Reply::json(listBody(kind,
                                    request.has(u"name") && !isDefaultDomain({{u"name"_s, request.first(u"name")}})
                                        ? QJsonArray()
                                        : QJsonArray{domain},
                                    request));
    if (kind == u"regions"_s && id.isEmpty())
        return Reply::json(listBody(kind,
                                    {QJsonObject{{u"id"_s, u"RegionOne"_s},
                                                 {u"description"_s, u""_s},
                                                 {u"parent_region_id"_s, QJsonValue::Null}}},
                                    request));
    if (kind == u"roles"_s && id.isEmpty()) {
        QJsonArray roles;
        for (const auto &[roleId, name] :
             {std::pair{store.adminRole, u"admin"_s}, {store.memberRole, u"member"_s}, {store.readerRole, u"reader"_s}})
            roles.append(QJsonObject{{u"id"_s, roleId}, {u"name"_s, name}, {u"domain_id"_s, QJsonValue::Null}});
        return Reply::json(listBody(kind, roles, request));
    }
    return error(404, u"Not Found"_s, u"The requested URL was not found on the server."_s);
}

} // namespace flotsam::demo
