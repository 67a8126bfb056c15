// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/heathandler.h"

#include "app/demo/stacklife.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
Reply error(int code, const QString &type, const QString &message)
{
    static const QHash<int, std::pair<QString, QString>> words{
        {400,
         {u"Bad Request"_s,
          u"The server could not comply with the request since it is either malformed or otherwise incorrect."_s}},
        {403, {u"Forbidden"_s, u"Access was denied to this resource."_s}},
        {404, {u"Not Found"_s, u"The resource could not be found."_s}},
        {501,
         {u"Not Implemented"_s,
          u"The server has either erred or is incapable of performing the requested operation."_s}}};
    const auto [title, explanation] = words.value(code);
    return Reply::json(
        {{u"code"_s, code},
         {u"title"_s, title},
         {u"explanation"_s, explanation},
         {u"error"_s, QJsonObject{{u"type"_s, type}, {u"traceback"_s, QJsonValue::Null}, {u"message"_s, message}}}},
        code);
}

Reply stackNotFound(const QString &name)
{
    return error(404, u"EntityNotFound"_s, u"The Stack (%1) could not be found."_s.arg(name));
}

bool matchesState(const QString &status, const QStringList &wanted)
{
    // CREATE_COMPLETE: the action is what stands before the last word.
    const QString state = status.section(u'_', -1);
    const QString rest = status.endsWith(u"_IN_PROGRESS"_s) ? u"IN_PROGRESS"_s : state;
    return wanted.isEmpty() || wanted.contains(rest);
}
} // namespace

Reply HeatHandler::handle(const Request &request)
{
    if (request.path.isEmpty()) {
        const QJsonObject version{{u"id"_s, u"v1.0"_s},
                                  {u"status"_s, u"CURRENT"_s},
                                  {u"links"_s, QJsonArray{heatLink(request.base + u"/v1/"_s, u"self"_s)}}};
        return Reply::json({{u"versions"_s, QJsonArray{version}}}, 300);
    }
    if (request.at(0) != u"v1"_s)
        return error(404, u"HTTPNotFound"_s, u"The resource could not be found."_s);
    if (!request.caller.admin && request.at(1) != request.caller.projectId)
        return error(403, u"HTTPForbidden"_s, u"Access was denied to this resource."_s);
    if (request.at(2) == u"build_info"_s) {
        const QJsonObject revision{{u"revision"_s, u"unknown"_s}};
        return Reply::json({{u"api"_s, revision}, {u"engine"_s, revision}});
    }
    if (request.at(2) != u"stacks"_s)
        return error(404, u"HTTPNotFound"_s, u"The resource could not be found."_s);
    const bool all = request.path.size() == 3;
    if (!request.is("GET") && (all || (!request.is("DELETE") && !request.is("PATCH"))))
        return error(501, u"NotImplementedError"_s,
                     u"The simulated cloud updates and deletes stacks, it does not create them."_s);
    if (all || request.at(3) == u"detail"_s)
        return list(request, !all);
    static const QStringList below{u"resources"_s, u"events"_s, u"template"_s, u"actions"_s, u"outputs"_s};
    const bool full = request.path.size() > 4 && !below.contains(request.at(4));
    const Stack *stack = visible(request.caller, request.at(full ? 4 : 3));
    if (!stack || (full && stack->name != request.at(3)))
        return stackNotFound(request.at(3));
    // A stack's name alone, or with something below it, leads to its full address.
    if (!full) {
        const QStringList rest = request.path.mid(4);
        QString target = m_json.url(*stack) + (rest.isEmpty() ? QString() : u'/' + rest.join(u'/'));
        if (!request.rawQuery.isEmpty())
            target += u'?' + request.rawQuery;
        Reply reply;
        reply.status = 302;
        reply.body = "302 Found\n\nThe resource was found at " + target.toUtf8()
            + "; you should be redirected automatically.  ";
        return reply.with("Content-Type", "text/plain; charset=UTF-8").with("Location", target.toUtf8());
    }
    const QString part = request.at(5);
    if (part == u"resources"_s && request.at(7) == u"events"_s)
        return events(request, *stack);
    if (part == u"resources"_s)
        return resources(request, *stack);
    if (part == u"events"_s)
        return events(request, *stack);
    if (!part.isEmpty())
        return error(404, u"HTTPNotFound"_s, u"The resource could not be found."_s);
    if (!request.is("GET"))
        return change(request, *stack);
    return Reply::json({{u"stack"_s, m_json.show(*stack)}});
}

const Stack *HeatHandler::visible(const Caller &caller, const QString &nameOrId) const
{
    const Stack *found = nullptr;
    for (const auto &[id, stack] : m_state.stacks.stacks) {
        if (!caller.admin && stack.projectId != caller.projectId)
            continue;
        if (id == nameOrId)
            return &stack;
        if (stack.name == nameOrId && stack.deleted == 0)
            found = &stack;
    }
    return found;
}

Reply HeatHandler::list(const Request &request, bool detail) const
{
    if (request.flag(u"global_tenant"))
        return error(403, u"Forbidden"_s, u"You are not authorized to use stacks:global_index."_s);
    const bool nested = request.flag(u"show_nested");
    const bool deleted = request.flag(u"show_deleted");
    const bool hidden = request.flag(u"show_hidden");
    bool ok = true;
    const int limit = request.has(u"limit") ? request.first(u"limit").toInt(&ok) : -1;
    if (!ok)
        return error(400, u"HTTPBadRequest"_s, u"Only integer is acceptable by 'limit'."_s);
    std::vector<const Stack *> found;
    for (const auto &[id, stack] : m_state.stacks.stacks) {
        // An administrator sees the stacks of every project, whatever the path says; Heat does so too.
        if (!request.caller.admin && stack.projectId != request.caller.projectId)
            continue;
        if ((!nested && !stack.parent.isEmpty()) || (!deleted && stack.deleted > 0) || (!hidden && stack.hidden))
            continue;
        const auto matches = [&request](QStringView key, const QString &value) {
            return !request.has(key) || request.all(key).contains(value);
        };
        if (!matches(u"id", id) || !matches(u"name", stack.name) || !matches(u"owner_id", stack.parent)
            || !matches(u"tenant", stack.projectId) || !matches(u"username", stack.userName)
            || !matches(u"action", stack.status.section(u'_', 0, 0))
            || !matchesState(stack.status, request.all(u"status")))
            continue;
        found.push_back(&stack);
    }
    std::sort(found.begin(), found.end(), [](const Stack *a, const Stack *b) {
        return a->created != b->created ? a->created > b->created : a->id > b->id;
    });
    // An unknown marker starts the listing again from the first page, without a word.
    const auto marker = std::find_if(found.cbegin(), found.cend(),
                                     [&request](const Stack *stack) { return stack->id == request.first(u"marker"); });
    QJsonArray stacks;
    QString last;
    for (auto at = marker == found.cend() ? found.cbegin() : marker + 1; at != found.cend() && stacks.size() != limit;
         ++at) {
        QJsonObject object = detail ? m_json.show(**at) : m_json.summary(**at, request.caller.admin);
        object.insert("id"_L1, (*at)->id);
        stacks.append(object);
        last = (*at)->id;
    }
    QJsonObject body{{u"stacks"_s, stacks}};
    if (request.flag(u"with_count"))
        body.insert("count"_L1, qint64(found.size()));
    if (limit > 0 && stacks.size() == limit) {
        QString href = request.self + u'?';
        for (const auto &[key, value] : request.query) {
            if (key != u"marker"_s)
                href += key + u'=' + value + u'&';
        }
        body.insert("links"_L1, QJsonArray{heatLink(href + u"marker="_s + last, u"next"_s)});
    }
    return Reply::json(body);
}

Reply HeatHandler::change(const Request &request, const Stack &stack)
{
    if (request.is("DELETE")) {
        deleteStack(m_state, stack.id);
        return Reply::empty();
    }
    updateStack(m_state, stack.id);
    Reply reply;
    reply.status = 202;
    reply.body = "202 Accepted\n\nThe request is accepted for processing.\n\n   ";
    return reply.with("Content-Type", "text/plain; charset=UTF-8");
}

Reply HeatHandler::resources(const Request &request, const Stack &stack) const
{
    if (request.path.size() > 6) {
        const Resource *resource = stack.resource(request.at(6));
        if (!resource) {
            return error(404, u"ResourceNotFound"_s,
                         u"The Resource (%1) could not be found in Stack %2."_s.arg(request.at(6), stack.name));
        }
        return Reply::json({{u"resource"_s, m_json.resource(stack, *resource, request.caller.admin, true)}});
    }
    static const QSet<QString> known{u"nested_depth"_s, u"with_detail"_s, u"type"_s, u"status"_s,
                                     u"name"_s,         u"action"_s,      u"id"_s,   u"physical_resource_id"_s};
    for (const auto &[key, value] : request.query) {
        if (!known.contains(key))
            return error(400, u"HTTPBadRequest"_s, u"Invalid filter parameters ['%1']"_s.arg(key));
    }
    const auto matches = [&request](QStringView key, const QString &value) {
        return !request.has(key) || request.all(key).contains(value);
    };
    QJsonArray list;
    const std::function<void(const Stack &, int)> add = [&](const Stack &of, int depth) {
        for (const Resource &resource : of.resources) {
            if (matches(u"name", resource.name) && matches(u"type", resource.type)
                && matches(u"physical_resource_id", resource.physicalId)
                && matches(u"action", resource.status.section(u'_', 0, 0))
                && matchesState(resource.status, request.all(u"status")))
                list.append(m_json.resource(of, resource, request.caller.admin, request.flag(u"with_detail")));
            const auto inner = m_state.stacks.stacks.find(resource.physicalId);
            if (depth > 0 && inner != m_state.stacks.stacks.end())
                add(inner->second, depth - 1);
        }
    };
    add(stack, std::min(request.first(u"nested_depth").toInt(), 5));
    return Reply::json({{u"resources"_s, list}});
}

Reply HeatHandler::events(const Request &request, const Stack &stack) const
{
    const bool ofResource = request.at(5) == u"resources"_s;
    const QString name = ofResource ? request.at(6) : request.first(u"resource_name");
    const bool nested = request.has(u"nested_depth");
    struct Item
    {
        const Stack *stack;
        const StackEvent *event;
    };
    std::vector<Item> items;
    const std::function<void(const Stack &, int)> add = [&](const Stack &of, int depth) {
        for (const StackEvent &event : of.events)
            items.push_back({&of, &event});
        for (const Resource &resource : of.resources) {
            const auto inner = m_state.stacks.stacks.find(resource.physicalId);
            if (depth > 0 && inner != m_state.stacks.stacks.end())
                add(inner->second, depth - 1);
        }
    };
    add(stack, std::min(request.first(u"nested_depth").toInt(), 5));
    const bool ascending = request.first(u"sort_dir") == u"asc"_s;
    std::stable_sort(items.begin(), items.end(),
                     [](const Item &a, const Item &b) { return a.event->time < b.event->time; });
    if (!ascending)
        std::reverse(items.begin(), items.end());
    const int limit = request.has(u"limit") ? request.first(u"limit").toInt() : -1;
    bool counting = std::none_of(items.cbegin(), items.cend(),
                                 [&request](const Item &item) { return item.event->id == request.first(u"marker"); });
    QJsonArray list;
    for (const Item &item : items) {
        if (!counting) {
            counting = item.event->id == request.first(u"marker");
            continue;
        }
        if (!name.isEmpty() && item.event->resource != name)
            continue;
        if (!matchesState(item.event->status, request.all(u"resource_status")))
            continue;
        if (request.has(u"resource_action")
            && !request.all(u"resource_action").contains(item.event->status.section(u'_', 0, 0)))
            continue;
        if (ofResource && request.path.size() > 8) {
            if (item.event->id == request.at(8))
                return Reply::json({{u"event"_s, m_json.event(*item.stack, *item.event, true)}});
            continue;
        }
        if (list.size() == limit)
            break;
        QJsonObject object = m_json.event(*item.stack, *item.event, false);
        if (nested) {
            QJsonArray links = object.value("links"_L1).toArray();
            links.append(heatLink(m_json.url(stack), u"root_stack"_s));
            object.insert("links"_L1, links);
        }
        list.append(object);
    }
    if (ofResource && list.isEmpty())
        return error(404, u"HTTPNotFound"_s, u"No events found for resource %1"_s.arg(name));
    return Reply::json({{u"events"_s, list}});
}

} // namespace flotsam::demo
