// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/democloud.h"

#include <QEventLoop>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>

/// A client without any knowledge of ours: plain HTTP against the simulated cloud.
class DemoClient
{
public:
    struct Answer
    {
        int status = 0;
        QByteArray body;
        QJsonObject json;
        QHash<QByteArray, QByteArray> headers; ///< names in lower case
    };
    using Headers = QList<std::pair<QByteArray, QByteArray>>;

    explicit DemoClient(const QUrl &authUrl)
        : m_auth(authUrl)
        , m_root(authUrl.resolved(QUrl(QStringLiteral("/"))).toString(QUrl::StripTrailingSlash))
    { }

    Answer send(const QByteArray &method, const QString &path, const QJsonObject &body = {}, Headers headers = {})
    {
        QNetworkRequest request(path.startsWith(QLatin1String("http")) ? QUrl(path) : QUrl(m_root + path));
        request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
        request.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("application/json"));
        if (!token.isEmpty())
            request.setRawHeader("X-Auth-Token", token);
        for (const auto &[name, value] : headers)
            request.setRawHeader(name, value);
        const QByteArray payload = body.isEmpty() ? QByteArray() : QJsonDocument(body).toJson();
        QNetworkReply *reply = m_manager.sendCustomRequest(request, method, payload);
        QEventLoop loop;
        QObject::connect(reply, &QNetworkReply::finished, &loop, &QEventLoop::quit);
        if (!reply->isFinished())
            loop.exec();
        Answer answer;
        answer.status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        answer.body = reply->readAll();
        answer.json = QJsonDocument::fromJson(answer.body).object();
        for (const auto &pair : reply->rawHeaderPairs())
            answer.headers.insert(pair.first.toLower(), pair.second);
        reply->deleteLater();
        return answer;
    }
    Answer get(const QString &path, const Headers &headers = {}) { return send("GET", path, {}, headers); }

    /// Logs in with a password; \a scope is the value of auth.scope, none where empty.
    Answer logIn(const QString &user, const QString &password, const QJsonObject &scope)
    {
        const QJsonObject domain{{QStringLiteral("id"), QStringLiteral("default")}};
        const QJsonObject who{
            {QStringLiteral("name"), user}, {QStringLiteral("domain"), domain}, {QStringLiteral("password"), password}};
        return logInWith({{QStringLiteral("methods"), QJsonArray{QStringLiteral("password")}},
                          {QStringLiteral("password"), QJsonObject{{QStringLiteral("user"), who}}}},
                         scope);
    }
    Answer logInWith(const QJsonObject &identity, const QJsonObject &scope)
    {
        QJsonObject auth{{QStringLiteral("identity"), identity}};
        if (!scope.isEmpty())
            auth.insert(QStringLiteral("scope"), scope);
        token.clear();
        const Answer answer
            = send("POST", QStringLiteral("/identity/v3/auth/tokens"), {{QStringLiteral("auth"), auth}});
        token = answer.headers.value("x-subject-token");
        projectId = answer.json[QStringLiteral("token")][QStringLiteral("project")][QStringLiteral("id")].toString();
        return answer;
    }
    static QJsonObject projectScope(const QString &name)
    {
        const QJsonObject domain{{QStringLiteral("id"), QStringLiteral("default")}};
        return {{QStringLiteral("project"),
                 QJsonObject{{QStringLiteral("name"), name}, {QStringLiteral("domain"), domain}}}};
    }
    bool logInAs(const QString &user, const QString &project)
    {
        return logIn(user, QStringLiteral("secret"), projectScope(project)).status == 201;
    }

    QByteArray token;
    QString projectId;

private:
    QNetworkAccessManager m_manager;
    QUrl m_auth;
    QString m_root;
};
