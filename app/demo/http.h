// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QJsonObject>
#include <QList>
#include <QPair>
#include <QString>
#include <QStringList>

namespace flotsam::demo {

/// Who asks, as the token says.
struct Caller
{
    QString userId;
    QString userName;
    QString projectId; ///< empty for system-scoped and unscoped tokens
    bool admin = false;
    bool system = false;
};

/// A request as a service sees it: the gateway has cut its path prefix off and checked the token.
struct Request
{
    QByteArray method;
    QStringList path; ///< segments below the service's root, decoded
    bool trailingSlash = false;
    QList<QPair<QString, QString>> query;
    QHash<QByteArray, QByteArray> headers; ///< names in lower case
    QByteArray body;
    QString base; ///< URL of the service's root, without trailing slash
    QString self; ///< URL of this request without its query
    QString rawQuery;
    Caller caller;
    bool authenticated = false;

    bool is(const char *wanted) const { return method == wanted; }
    QString at(qsizetype index) const { return index < path.size() ? path.at(index) : QString(); }
    bool has(QStringView key) const;
    QString first(QStringView key) const;
    QStringList all(QStringView key) const;
    bool flag(QStringView key) const; ///< 1, t, true, on, y, yes, in any case
    QJsonObject json(QStringView key = {}) const; ///< the body, or the object of that name in it
};

struct Reply
{
    int status = 200;
    QByteArray body;
    QList<QPair<QByteArray, QByteArray>> headers;

    static Reply json(const QJsonObject &object, int status = 200);
    static Reply text(const QByteArray &json, int status = 200);
    static Reply empty(int status = 204);
    Reply &with(const QByteArray &name, const QByteArray &value);
};

/// One OpenStack service.
class Service
{
public:
    virtual ~Service() = default;
    /// True where the service answers without a token (version documents).
    virtual bool isPublic(const Request &request) const = 0;
    virtual Reply handle(const Request &request) = 0;
};

/// The body that keystonemiddleware puts in front of every service.
Reply unauthorized(const QString &identityUrl);

} // namespace flotsam::demo
