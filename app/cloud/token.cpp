// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/token.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace flotsam {
namespace {

constexpr qint64 MinTokenLifeSeconds = 120;

QJsonObject idOrName(const QString &id, const QString &name)
{
    return id.isEmpty() ? QJsonObject{{u"name"_s, name}} : QJsonObject{{u"id"_s, id}};
}

QJsonObject userOf(const CloudConfig &config)
{
    QJsonObject user = idOrName(config.userId, config.userName);
    if (config.userId.isEmpty())
        user.insert("domain"_L1, idOrName(config.userDomainId, config.userDomainName));
    return user;
}

QJsonValue scopeOf(const CloudConfig &config, const TokenScope &scope)
{
    if (scope.kind == TokenScope::Kind::Project)
        return QJsonObject{{u"project"_s, QJsonObject{{u"id"_s, scope.projectId}}}};
    if (!config.trustId.isEmpty())
        return QJsonObject{{u"OS-TRUST:trust"_s, QJsonObject{{u"id"_s, config.trustId}}}};
    if (config.systemScope)
        return QJsonObject{{u"system"_s, QJsonObject{{u"all"_s, true}}}};
    if (!config.projectId.isEmpty() || !config.projectName.isEmpty()) {
        QJsonObject project = idOrName(config.projectId, config.projectName);
        if (config.projectId.isEmpty())
            project.insert("domain"_L1, idOrName(config.projectDomainId, config.projectDomainName));
        return QJsonObject{{u"project"_s, project}};
    }
    if (!config.domainId.isEmpty() || !config.domainName.isEmpty())
        return QJsonObject{{u"domain"_s, idOrName(config.domainId, config.domainName)}};
    return {};
}

} // namespace

bool Token::expiring() const
{
    return goodUntil.isValid() && QDateTime::currentDateTimeUtc().secsTo(goodUntil) < MinTokenLifeSeconds;
}

AuthInfo Token::authInfo() const
{
    AuthInfo info;
    info.projectId = projectId.toLower();
    info.projectName = projectName;
    info.userName = userName;
    info.roles = roles;
    info.admin = roles.contains("admin"_L1, Qt::CaseInsensitive);
    return info;
}

QJsonObject authRequestBody(const CloudConfig &config, const TokenScope &scope, const Secret &rescope)
{
    QJsonObject identity;
    QJsonValue scopeValue = scopeOf(config, scope);
    const auto useToken = [&](const Secret &token) {
        identity.insert("methods"_L1, QJsonArray{u"token"_s});
        identity.insert("token"_L1, QJsonObject{{u"id"_s, token.reveal()}});
    };
    if (!rescope.isEmpty()) {
        useToken(rescope);
    } else if (config.method == CloudConfig::AuthMethod::Token) {
        useToken(config.token);
    } else if (config.method == CloudConfig::AuthMethod::ApplicationCredential) {
        QJsonObject credential = idOrName(config.credentialId, config.credentialName);
        credential.insert("secret"_L1, config.credentialSecret.reveal());
        if (config.credentialId.isEmpty())
            credential.insert("user"_L1, userOf(config));
        identity.insert("methods"_L1, QJsonArray{u"application_credential"_s});
        identity.insert("application_credential"_L1, credential);
        scopeValue = QJsonValue::Null; // Keystone refuses any scope: the credential has its own
    } else {
        QJsonObject user = userOf(config);
        user.insert("password"_L1, config.password.reveal());
        identity.insert("methods"_L1, QJsonArray{u"password"_s});
        identity.insert("password"_L1, QJsonObject{{u"user"_s, user}});
    }
    QJsonObject auth{{u"identity"_s, identity}};
    if (scopeValue.isObject())
        auth.insert("scope"_L1, scopeValue);
    return {{u"auth"_s, auth}};
}

Result<Token> parseToken(const QByteArray &body, const QByteArray &subjectToken)
{
    const QJsonObject root = QJsonDocument::fromJson(body).object().value("token"_L1).toObject();
    if (root.isEmpty() || subjectToken.isEmpty()) {
        Error error;
        error.kind = Error::Kind::Parse;
        error.what = u"Logging in"_s;
        error.serviceMessage = u"the answer holds no token"_s;
        error.advice = u"Check that auth_url is the address of Keystone, e.g. https://cloud.example.org:5000/v3."_s;
        return error;
    }
    Token token;
    token.id = Secret(QString::fromLatin1(subjectToken));
    const QJsonObject user = root.value("user"_L1).toObject();
    token.userId = user.value("id"_L1).toString();
    token.userName = user.value("name"_L1).toString();
    const QJsonObject project = root.value("project"_L1).toObject();
    token.projectId = project.value("id"_L1).toString();
    token.projectName = project.value("name"_L1).toString();
    token.scoped = !token.projectId.isEmpty() || root.contains("domain"_L1) || root.contains("system"_L1);
    for (const QJsonValue &role : root.value("roles"_L1).toArray())
        token.roles += role["name"_L1].toString();
    token.catalog = Catalog(root.value("catalog"_L1).toArray());

    // The clocks here and there may differ, the lifetime does not.
    const QDateTime issued = QDateTime::fromString(root.value("issued_at"_L1).toString(), Qt::ISODateWithMs);
    const QDateTime expires = QDateTime::fromString(root.value("expires_at"_L1).toString(), Qt::ISODateWithMs);
    if (expires.isValid()) {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        // A rescoped token keeps the expiry of the first but is issued now.
        token.goodUntil = issued.isValid() ? now.addMSecs(issued.msecsTo(expires)) : expires;
    }
    return token;
}

} // namespace flotsam
