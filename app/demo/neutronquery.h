// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/http.h"

#include <QHash>
#include <QJsonObject>
#include <QSet>

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

/// What Neutron does with the query of a listing: filters, fields, sorting and pages.
namespace flotsam::demo {

struct ListQuery
{
    QStringList fields;
    QList<std::pair<QString, bool>> sorts; ///< key, ascending; "id" follows last
    QHash<QString, QStringList> filters;
    int limit = 0; ///< 0: everything
    QString marker;
    bool reverse = false;

    /// A filter that is not among \a filterable is refused, as the extension filter-validation does.
    static std::optional<Reply> parse(const Request &request, const QSet<QString> &filterable, ListQuery &into);
    bool wanted(const QString &field) const { return fields.isEmpty() || fields.contains(field); }
    /// `<name>_links` of a page with these first and last ids; empty where no page was asked for.
    QJsonArray links(const Request &request, qsizetype count, const QString &first, const QString &last) const;
};

/// Values of one attribute as text, as filters and sorting compare them.
QStringList valuesOf(const QJsonObject &object, const QString &key);

/// The part of \a items that the query's page holds, sorted. Not set: the marker does not exist.
template <class Item, class Values>
std::optional<std::vector<Item>> pageOf(std::vector<Item> items, const ListQuery &query, const Values &values)
{
    const auto key = [&values](const Item &item, const QString &name) { return values(item, name).value(0); };
    std::stable_sort(items.begin(), items.end(), [&](const Item &a, const Item &b) {
        for (const auto &[name, ascending] : query.sorts) {
            const QString left = key(a, name);
            const QString right = key(b, name);
            if (left != right)
                return ascending ? left < right : right < left;
        }
        return key(a, QStringLiteral("id")) < key(b, QStringLiteral("id"));
    });
    if (query.limit <= 0)
        return items;
    auto from = items.begin();
    auto to = items.end();
    if (!query.marker.isEmpty()) {
        const auto at = std::find_if(items.begin(), items.end(),
                                     [&](const Item &item) { return key(item, QStringLiteral("id")) == query.marker; });
        if (at == items.end())
            return std::nullopt;
        from = query.reverse ? items.begin() : at + 1;
        to = query.reverse ? at : items.end();
    }
    if (to - from > query.limit) {
        if (query.reverse)
            from = to - query.limit;
        else
            to = from + query.limit;
    }
    return std::vector<Item>(from, to);
}

/// A whole listing of objects that are few: filter, sort, cut, select fields.
Reply listObjects(const Request &request, const QString &name, const std::vector<QJsonObject> &objects,
                  const QSet<QString> &filterable);

} // namespace flotsam::demo
