// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/configentry.h"

#include <QJsonArray>

#include <initializer_list>

using namespace Qt::StringLiterals;

namespace flotsam {
namespace {

QString textOf(const QJsonValue &value)
{
    if (value.isBool())
        return value.toBool() ? u"true"_s : u"false"_s;
    return value.toString();
}

bool isNothing(const QJsonValue &value) { return value.isNull() || value.isUndefined(); }

/// The keys of one entry after openstacksdk's renames and precedences.
class Entry
{
public:
    explicit Entry(const QJsonObject &entry)
        : m_top(entry)
        , m_auth(entry.value("auth"_L1).toObject())
    { }

    QString top(QLatin1StringView key) const { return expanded(textOf(m_top.value(key))); }
    QJsonValue raw(QLatin1StringView key) const { return m_top.value(key); }

    /// `auth` wins; used for the options that are no project, token or domain.
    QString option(std::initializer_list<QLatin1StringView> keys) const
    {
        for (const QJsonObject *place : {&m_auth, &m_top}) {
            for (const QLatin1StringView key : keys) {
                if (!isNothing(place->value(key)))
                    return textOf(place->value(key));
            }
        }
        return {};
    }

    /// Among synonyms the last one wins, and for one key the top level, as openstacksdk does it.
    QString scopeOption(std::initializer_list<QLatin1StringView> keys) const
    {
        QString found;
        for (const QLatin1StringView key : keys) {
            for (const QJsonObject *place : {&m_auth, &m_top}) {
                if (!isNothing(place->value(key)))
                    found = textOf(place->value(key));
            }
        }
        return found;
    }

    /// `{region_name}` and the like in a value stand for other keys of the entry.
    QString expanded(QString text) const
    {
        if (!text.contains(u'{'))
            return text;
        for (auto it = m_top.constBegin(); it != m_top.constEnd(); ++it) {
            if (it.value().isString() && it.key() != "password"_L1)
                text.replace(QString(u'{' + it.key() + u'}'), it.value().toString());
        }
        return text;
    }

private:
    QJsonObject m_top;
    QJsonObject m_auth;
};

QStringList interfacesOf(const QJsonValue &value)
{
    QStringList words;
    if (value.isArray()) {
        for (const QJsonValue &item : value.toArray())
            words += textOf(item);
    } else {
        words = textOf(value).split(u',', Qt::SkipEmptyParts);
    }
    for (QString &word : words) {
        word = word.trimmed();
        if (word.endsWith("URL"_L1))
            word.chop(3);
    }
    words.removeAll(QString());
    return words;
}

QString homeExpanded(const QString &path, const QString &home)
{
    if (path == "~"_L1 || path.startsWith("~/"_L1))
        return home + path.mid(1);
    return path;
}

Error entryError(const QString &name, const QString &message, const QString &advice = {})
{
    Error error;
    error.kind = Error::Kind::Config;
    error.what = u"Reading the configuration of a cloud"_s;
    error.object = name;
    error.serviceMessage = message;
    error.advice = advice;
    return error;
}

QHash<QString, CloudConfig::Service> servicesOf(const Entry &entry)
{
    struct Names
    {
        QLatin1StringView official;
        std::initializer_list<QLatin1StringView> prefixes;
    };
    static const Names all[] = {
        {"network"_L1, {"network"_L1}},
        {"compute"_L1, {"compute"_L1}},
        {"orchestration"_L1, {"orchestration"_L1}},
        {"identity"_L1, {"identity"_L1}},
        {"load_balancer"_L1, {"load_balancer"_L1}},
        {"baremetal"_L1, {"baremetal"_L1, "bare_metal"_L1}},
    };
    QHash<QString, CloudConfig::Service> services;
    for (const Names &names : all) {
        CloudConfig::Service service;
        for (const QLatin1StringView prefix : names.prefixes) {
            const auto key = [&](QLatin1StringView suffix) { return QString(prefix + suffix).toLatin1(); };
            const auto text = [&](QLatin1StringView suffix) { return entry.top(QLatin1StringView(key(suffix))); };
            if (service.endpointOverride.isEmpty())
                service.endpointOverride = text("_endpoint_override"_L1);
            if (service.endpointOverride.isEmpty())
                service.endpointOverride = text("_endpoint"_L1);
            if (service.region.isEmpty())
                service.region = text("_region_name"_L1);
            if (service.interfaces.isEmpty())
                service.interfaces = interfacesOf(entry.raw(QLatin1StringView(key("_interface"_L1))));
            if (service.interfaces.isEmpty())
                service.interfaces = interfacesOf(entry.raw(QLatin1StringView(key("_endpoint_type"_L1))));
        }
        services.insert(names.official, service);
    }
    return services;
}

std::optional<Error> readMethod(const Entry &entry, CloudConfig &config)
{
    QString type = entry.top("auth_type"_L1);
    if (type.isEmpty())
        type = entry.top("auth_plugin"_L1);
    const bool said = !isNothing(entry.raw("auth_type"_L1)) || !isNothing(entry.raw("auth_plugin"_L1));
    if (!said) {
        type = u"password"_s;
        if (config.password.isEmpty() && !config.credentialSecret.isEmpty())
            type = u"v3applicationcredential"_s;
        else if (config.password.isEmpty() && config.userName.isEmpty() && config.userId.isEmpty()
                 && !config.token.isEmpty())
            type = u"token"_s;
    }
    if (type == "password"_L1 || type == "v3password"_L1)
        config.method = CloudConfig::AuthMethod::Password;
    else if (type == "token"_L1 || type == "v3token"_L1)
        config.method = CloudConfig::AuthMethod::Token;
    else if (type == "v3applicationcredential"_L1)
        config.method = CloudConfig::AuthMethod::ApplicationCredential;
    else
        return entryError(config.name, u"auth type %1 is not supported"_s.arg(type.isEmpty() ? u"none"_s : type),
                          u"Use password, token or v3applicationcredential."_s);
    return std::nullopt;
}

void readScope(const Entry &entry, CloudConfig &config)
{
    config.projectId = entry.scopeOption({"tenant_id"_L1, "project_id"_L1});
    config.projectName = entry.scopeOption({"tenant_name"_L1, "project_name"_L1});
    config.userDomainId = entry.scopeOption({"user_domain_id"_L1});
    config.userDomainName = entry.scopeOption({"user_domain_name"_L1});
    config.projectDomainId = entry.scopeOption({"project_domain_id"_L1});
    config.projectDomainName = entry.scopeOption({"project_domain_name"_L1});
    config.systemScope = entry.option({"system_scope"_L1}) == "all"_L1;
    config.trustId = entry.option({"trust_id"_L1});
    const QString domainId = entry.scopeOption({"domain_id"_L1});
    const QString domainName = entry.scopeOption({"domain_name"_L1});
    if (config.projectId.isEmpty() && config.projectName.isEmpty()) {
        config.domainId = domainId;
        config.domainName = domainName;
    } else {
        const auto fill = [](QString &target, const QString &value) {
            if (target.isEmpty())
                target = value;
        };
        fill(config.userDomainId, domainId);
        fill(config.projectDomainId, domainId);
        fill(config.userDomainName, domainName);
        fill(config.projectDomainName, domainName);
    }
    QString fallbackId = entry.option({"default_domain_id"_L1, "default_domain"_L1});
    const QString fallbackName = entry.option({"default_domain_name"_L1});
    if (fallbackId.isEmpty() && fallbackName.isEmpty())
        fallbackId = u"default"_s;
    const auto complete = [&](QString &id, QString &name) {
        if (id.isEmpty() && name.isEmpty()) {
            id = fallbackId;
            if (id.isEmpty())
                name = fallbackName;
        }
    };
    if (config.userId.isEmpty() && !config.userName.isEmpty())
        complete(config.userDomainId, config.userDomainName);
    if (config.projectId.isEmpty() && !config.projectName.isEmpty())
        complete(config.projectDomainId, config.projectDomainName);
}

std::optional<Error> readTls(const Entry &entry, CloudConfig &config, const QString &home)
{
    const QJsonValue insecure = entry.raw("insecure"_L1);
    const QJsonValue verify = entry.raw("verify"_L1);
    if (!isNothing(verify) && !verify.isBool())
        return entryError(config.name, u"verify is neither true nor false"_s, u"Write it without quotes."_s);
    config.verify = verify.toBool(true)
        && !(insecure.isBool() ? insecure.toBool() : textOf(insecure).compare("true"_L1, Qt::CaseInsensitive) == 0);
    config.caCert = homeExpanded(entry.top("cacert"_L1), home);
    config.clientCert = homeExpanded(entry.top("cert"_L1), home);
    config.clientKey = homeExpanded(entry.top("key"_L1), home);
    return std::nullopt;
}

std::optional<Error> readAuthUrl(const Entry &entry, CloudConfig &config)
{
    const QString text = entry.expanded(entry.option({"auth_url"_L1}));
    if (text.isEmpty())
        return entryError(config.name, u"auth_url is missing"_s, u"Add it under 'auth:', or set OS_AUTH_URL."_s);
    config.authUrl = QUrl(text, QUrl::StrictMode);
    const bool web = config.authUrl.scheme() == "http"_L1 || config.authUrl.scheme() == "https"_L1;
    if (!config.authUrl.isValid() || !web || config.authUrl.host().isEmpty())
        return entryError(config.name, u"auth_url is no http or https address"_s);
    config.authUrl.setUserInfo(QString());
    config.authUrl.setQuery(QString());
    config.authUrl.setFragment(QString());
    return std::nullopt;
}

std::optional<Error> checkIdentity(const CloudConfig &config)
{
    switch (config.method) {
    case CloudConfig::AuthMethod::Password:
        if (config.userId.isEmpty() && config.userName.isEmpty())
            return entryError(config.name, u"username is missing"_s, u"Add username or user_id under 'auth:'."_s);
        break;
    case CloudConfig::AuthMethod::ApplicationCredential:
        if (config.credentialId.isEmpty() && config.credentialName.isEmpty())
            return entryError(config.name, u"application_credential_id is missing"_s);
        if (config.credentialId.isEmpty() && config.userId.isEmpty() && config.userName.isEmpty())
            return entryError(config.name, u"an application credential's name needs its user too"_s,
                              u"Add application_credential_id, or username or user_id."_s);
        break;
    case CloudConfig::AuthMethod::Token:
        break;
    }
    return std::nullopt;
}

} // namespace

QJsonObject mergedDeep(QJsonObject base, const QJsonObject &over)
{
    for (auto it = over.constBegin(); it != over.constEnd(); ++it) {
        const QJsonValue old = base.value(it.key());
        if (old.isObject() && it.value().isObject())
            base.insert(it.key(), mergedDeep(old.toObject(), it.value().toObject()));
        else
            base.insert(it.key(), it.value());
    }
    return base;
}

QJsonObject mergedEntry(QJsonObject base, const QJsonObject &over)
{
    for (auto it = over.constBegin(); it != over.constEnd(); ++it) {
        if (isNothing(it.value()))
            continue;
        if (it.key() == "auth"_L1 && base.value(it.key()).isObject()) {
            QJsonObject auth = base.value(it.key()).toObject();
            const QJsonObject more = it.value().toObject();
            for (auto key = more.constBegin(); key != more.constEnd(); ++key)
                auth.insert(key.key(), key.value());
            base.insert(it.key(), auth);
        } else {
            base.insert(it.key(), it.value());
        }
    }
    return base;
}

QJsonObject normalizedEntry(const QJsonObject &entry)
{
    const auto renamed = [](const QJsonObject &object) {
        QJsonObject result;
        for (auto it = object.constBegin(); it != object.constEnd(); ++it)
            result.insert(QString(it.key()).replace(u'-', u'_'), it.value());
        return result;
    };
    QJsonObject result = renamed(entry);
    if (result.value("auth"_L1).isObject())
        result.insert("auth"_L1, renamed(result.value("auth"_L1).toObject()));
    return result;
}

QList<QJsonObject> regionsOf(const QJsonObject &entry)
{
    QList<QJsonObject> regions;
    const auto add = [&](const QJsonValue &value) {
        if (value.isObject())
            regions.append(value.toObject());
        else if (!isNothing(value) && !textOf(value).trimmed().isEmpty())
            regions.append(QJsonObject{{u"name"_s, textOf(value).trimmed()}});
    };
    QJsonValue named = entry.value("regions"_L1);
    if (isNothing(named))
        named = entry.contains("region_name"_L1) ? entry.value("region_name"_L1) : entry.value("region-name"_L1);
    if (named.isArray()) {
        for (const QJsonValue &value : named.toArray())
            add(value);
    } else {
        for (const QString &name : textOf(named).split(u',', Qt::SkipEmptyParts))
            add(name);
    }
    return regions;
}

Result<CloudConfig> resolveEntry(const QString &name, const QString &origin, const QJsonObject &merged,
                                 const QString &home)
{
    const Entry entry(normalizedEntry(merged));
    CloudConfig config;
    config.name = name;
    config.origin = origin;
    config.userId = entry.option({"user_id"_L1});
    config.userName = entry.option({"username"_L1, "user_name"_L1});
    config.password = Secret(entry.option({"password"_L1}));
    config.token = Secret(entry.scopeOption({"auth_token"_L1, "token"_L1}));
    config.credentialId = entry.option({"application_credential_id"_L1});
    config.credentialName = entry.option({"application_credential_name"_L1});
    config.credentialSecret = Secret(entry.option({"application_credential_secret"_L1}));
    config.region = entry.top("region_name"_L1);

    QStringList interfaces = interfacesOf(entry.raw("interface"_L1));
    if (interfaces.isEmpty())
        interfaces = interfacesOf(entry.raw("endpoint_type"_L1));
    if (!interfaces.isEmpty())
        config.interfaces = interfaces;
    config.services = servicesOf(entry);
    readScope(entry, config);

    for (const auto &problem :
         {readMethod(entry, config), readAuthUrl(entry, config), readTls(entry, config, home), checkIdentity(config)}) {
        if (problem)
            return *problem;
    }
    return config;
}

} // namespace flotsam
