// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/neutronquery.h"

#include "app/demo/neutronjson.h"

#include <QJsonArray>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
QString pythonList(QStringList items)
{
    for (QString &item : items)
        item = u'\'' + item + u'\'';
    return u'[' + items.join(u", "_s) + u']';
}
} // namespace

std::optional<Reply> ListQuery::parse(const Request &request, const QSet<QString> &filterable, ListQuery &into)
{
    static const QSet<QString> own{u"fields"_s,       u"limit"_s,    u"marker"_s,
                                   u"page_reverse"_s, u"sort_key"_s, u"sort_dir"_s};
    QStringList unknown;
    for (const auto &[key, value] : request.query) {
        if (own.contains(key))
            continue;
        if (!filterable.contains(key)) {
            unknown += key;
            continue;
        }
        into.filters[key] += value;
    }
    if (!unknown.isEmpty()) {
        unknown.removeDuplicates();
        return neutronError(400, u"HTTPBadRequest"_s, pythonList(unknown) + u" is invalid attribute for filtering"_s);
    }
    into.fields = request.all(u"fields");
    into.fields.removeAll(QString());
    const QStringList keys = request.all(u"sort_key");
    const QStringList directions = request.all(u"sort_dir");
    if (keys.size() != directions.size())
        return neutronError(400, u"HTTPBadRequest"_s, u"The number of sort_keys and sort_dirs must be same"_s);
    QStringList unsortable;
    for (qsizetype i = 0; i < keys.size(); ++i) {
        if (!filterable.contains(keys.at(i)) && keys.at(i) != u"created_at"_s && keys.at(i) != u"updated_at"_s)
            unsortable += keys.at(i);
        into.sorts.append({keys.at(i), directions.at(i) != u"desc"_s});
    }
    if (!unsortable.isEmpty())
        return neutronError(400, u"HTTPBadRequest"_s,
                            pythonList(unsortable) + u" is invalid attribute for sort_keys"_s);
    if (request.has(u"limit")) {
        bool ok = false;
        into.limit = request.first(u"limit").toInt(&ok);
        if (!ok || into.limit < 0) {
            return neutronError(400, u"BadRequest"_s,
                                u"Bad limit request: Limit must be an integer 0 or greater and not '%1'."_s.arg(
                                    request.first(u"limit")));
        }
    }
    into.marker = request.first(u"marker");
    into.reverse = request.flag(u"page_reverse");
    return {};
}

QJsonArray ListQuery::links(const Request &request, qsizetype count, const QString &first, const QString &last) const
{
    if (limit <= 0)
        return {};
    QString base = request.self + u'?';
    for (const auto &[key, value] : request.query) {
        if (key != u"marker"_s && key != u"page_reverse"_s) {
            base += QString::fromUtf8(QUrl::toPercentEncoding(key)) + u'='
                + QString::fromUtf8(QUrl::toPercentEncoding(value)) + u'&';
        }
    }
    QJsonArray list;
    if (count == 0 && marker.isEmpty())
        return list;
    if (count == 0) {
        const QString back = reverse ? QString() : u"page_reverse=True"_s;
        list.append(QJsonObject{{u"rel"_s, reverse ? u"next"_s : u"previous"_s}, {u"href"_s, QString(base + back)}});
        return list;
    }
    if (count >= limit || reverse)
        list.append(QJsonObject{{u"rel"_s, u"next"_s}, {u"href"_s, QString(base + u"marker="_s + last)}});
    if (count >= limit || !reverse)
        list.append(QJsonObject{{u"rel"_s, u"previous"_s},
                                {u"href"_s, QString(base + u"marker="_s + first + u"&page_reverse=True"_s)}});
    return list;
}

QStringList valuesOf(const QJsonObject &object, const QString &key)
{
    const QJsonValue value = object.value(key);
    QStringList texts;
    if (value.isBool()) {
        texts += value.toBool() ? u"true"_s : u"false"_s;
    } else if (value.isDouble()) {
        texts += QString::number(value.toInteger());
    } else if (value.isArray()) {
        for (const QJsonValue &item : value.toArray())
            texts += item.toString();
    } else {
        texts += value.toString();
    }
    return texts;
}

Reply listObjects(const Request &request, const QString &name, const std::vector<QJsonObject> &objects,
                  const QSet<QString> &filterable)
{
    ListQuery query;
    if (const auto problem = ListQuery::parse(request, filterable, query))
        return *problem;
    std::vector<QJsonObject> matching;
    for (const QJsonObject &object : objects) {
        bool keep = true;
        for (auto filter = query.filters.cbegin(); keep && filter != query.filters.cend(); ++filter) {
            const QStringList have = valuesOf(object, filter.key());
            keep = std::any_of(filter->cbegin(), filter->cend(),
                               [&have](const QString &wanted) { return have.contains(wanted, Qt::CaseInsensitive); });
        }
        if (keep)
            matching.push_back(object);
    }
    const auto page = pageOf(std::move(matching), query, valuesOf);
    if (!page)
        return neutronError(404, u"HTTPNotFound"_s, u"The resource could not be found."_s);
    QJsonArray items;
    for (QJsonObject object : *page) {
        if (!query.fields.isEmpty()) {
            for (const QString &key : object.keys()) {
                if (!query.wanted(key))
                    object.remove(key);
            }
        }
        items.append(object);
    }
    QJsonObject body{{name, items}};
    const QString first = page->empty() ? QString() : valuesOf(page->front(), u"id"_s).value(0);
    const QString last = page->empty() ? QString() : valuesOf(page->back(), u"id"_s).value(0);
    const QJsonArray links = query.links(request, items.size(), first, last);
    if (!links.isEmpty())
        body.insert(name + u"_links"_s, links);
    return Reply::json(body);
}

} // namespace flotsam::demo
