// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/glancehandler.h"

#include "app/demo/novajson.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
Reply plain(int status, const QByteArray &title, const QByteArray &message)
{
    Reply reply;
    reply.status = status;
    reply.body = QByteArray::number(status) + ' ' + title + "\n\n" + message + "\n\n   ";
    reply.with("Content-Type", "text/plain; charset=UTF-8");
    return reply;
}
} // namespace

Reply GlanceHandler::handle(const Request &request)
{
    if (request.path.isEmpty()) {
        const QJsonObject link{{u"rel"_s, u"self"_s}, {u"href"_s, QString(request.base + u"/v2/"_s)}};
        const QJsonObject version{{u"id"_s, u"v2.9"_s}, {u"status"_s, u"CURRENT"_s}, {u"links"_s, QJsonArray{link}}};
        return Reply::json({{u"versions"_s, QJsonArray{version}}}, 300);
    }
    if (request.at(0) != u"v2"_s || request.at(1) != u"images"_s)
        return plain(404, "Not Found", "The resource could not be found.");
    if (!request.is("GET"))
        return plain(405, "Method Not Allowed", "The simulated cloud does not change images.");
    const auto &images = m_state.compute.images;
    if (request.path.size() > 2) {
        const auto found = images.find(request.at(2));
        if (found == images.end())
            return plain(404, "Not Found", "No image found with ID " + request.at(2).toUtf8());
        return Reply::json(imageJson(found->second));
    }
    QString name = request.first(u"name");
    if (name.startsWith(u"in:"_s))
        name = name.mid(3).remove(u'"');
    QJsonArray list;
    for (const auto &[id, image] : images) {
        if (name.isEmpty() || name.split(u',').contains(image.name))
            list.append(imageJson(image));
    }
    return Reply::json({{u"images"_s, list}, {u"first"_s, u"/v2/images"_s}, {u"schema"_s, u"/v2/schemas/images"_s}});
}

} // namespace flotsam::demo
