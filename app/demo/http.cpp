// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/http.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

bool Request::has(QStringView key) const
{
    for (const auto &item : query) {
        if (item.first == key)
            return true;
    }
    return false;
}

QString Request::first(QStringView key) const
{
    for (const auto &item : query) {
        if (item.first == key)
            return item.second;
    }
    return {};
}

QStringList Request::all(QStringView key) const
{
    QStringList values;
    for (const auto &item : query) {
        if (item.first == key)
            values += item.second;
    }
    return values;
}

bool Request::flag(QStringView key) const
{
    const QString text = first(key).toLower();
    return text == u"1"_s || text == u"t"_s || text == u"true"_s || text == u"on"_s || text == u"y"_s
        || text == u"yes"_s;
}

QJsonObject Request::json(QStringView key) const
{
    const QJsonObject object = QJsonDocument::fromJson(body).object();
    return key.isEmpty() ? object : object.value(key).toObject();
}

Reply Reply::json(const QJsonObject &object, int status)
{
    return text(QJsonDocument(object).toJson(QJsonDocument::Compact), status);
}

Reply Reply::text(const QByteArray &json, int status)
{
    Reply reply;
    reply.status = status;
    reply.body = json;
    reply.with("Content-Type", "application/json");
    return reply;
}

Reply Reply::empty(int status)
{
    Reply reply;
    reply.status = status;
    return reply;
}

Reply &Reply::with(const QByteArray &name, const QByteArray &value)
{
    headers.append(qMakePair(name, value));
    return *this;
}

Reply unauthorized(const QString &identityUrl)
{
    const QJsonObject error{{u"code"_s, 401},
                            {u"title"_s, u"Unauthorized"_s},
                            {u"message"_s, u"The request you have made requires authentication."_s}};
    Reply reply = Reply::json({{u"error"_s, error}}, 401);
    reply.with("WWW-Authenticate", "Keystone uri=\"" + identityUrl.toUtf8() + '"');
    return reply;
}

} // namespace flotsam::demo
