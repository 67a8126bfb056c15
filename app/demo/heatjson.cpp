// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/heatjson.h"

#include "app/demo/neutronjson.h"
#include "app/demo/novajson.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
QJsonValue orNull(const QString &text) { return text.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(text); }

QJsonValue timeOrNull(qint64 time) { return time == 0 ? QJsonValue(QJsonValue::Null) : QJsonValue(isoSeconds(time)); }
} // namespace

QJsonObject heatLink(const QString &href, const QString &rel) { return {{u"href"_s, href}, {u"rel"_s, rel}}; }

QString HeatJson::url(const Stack &stack) const
{
    return u"%1/orchestration/v1/%2/stacks/%3/%4"_s.arg(root, stack.projectId, stack.name, stack.id);
}

QJsonObject HeatJson::summary(const Stack &stack, bool withProject) const
{
    QJsonObject object{
        {u"id"_s, stack.id},
        {u"links"_s, QJsonArray{heatLink(url(stack), u"self"_s)}},
        {u"stack_name"_s, stack.name},
        {u"description"_s, stack.description},
        {u"stack_status"_s, stack.status},
        {u"stack_status_reason"_s, stack.reason},
        {u"creation_time"_s, isoSeconds(stack.created)},
        {u"updated_time"_s, timeOrNull(stack.updated)},
        {u"deletion_time"_s, timeOrNull(stack.deleted)},
        {u"stack_owner"_s, stack.userName},
        {u"parent"_s, orNull(stack.parent)},
        {u"stack_user_project_id"_s, stack.userProjectId},
        {u"tags"_s,
         stack.tags.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(QJsonArray::fromStringList(stack.tags))}};
    if (withProject)
        object.insert("project"_L1, stack.projectId);
    return object;
}

QJsonObject HeatJson::show(const Stack &stack) const
{
    QJsonObject object = summary(stack, false);
    const QString description = stack.description.isEmpty() ? u"No description"_s : stack.description;
    object.insert("description"_L1, description);
    object.insert("template_description"_L1, description);
    object.insert("notification_topics"_L1, QJsonArray());
    object.insert("parameters"_L1,
                  QJsonObject{{u"OS::stack_id"_s, stack.id},
                              {u"OS::project_id"_s, stack.projectId},
                              {u"OS::stack_name"_s, stack.name}});
    object.insert("capabilities"_L1, QJsonArray());
    object.insert("disable_rollback"_L1, true);
    object.insert("timeout_mins"_L1, 5);
    object.insert("tags"_L1, QJsonArray::fromStringList(stack.tags));
    object.insert("outputs"_L1, QJsonArray());
    return object;
}

QJsonObject HeatJson::resource(const Stack &stack, const Resource &resource, bool admin, bool detail) const
{
    QJsonObject object{{u"updated_time"_s, isoSeconds(resource.updated)},
                       {u"creation_time"_s, isoSeconds(resource.created)},
                       {u"logical_resource_id"_s, resource.name},
                       {u"resource_name"_s, resource.name},
                       {u"physical_resource_id"_s, resource.physicalId},
                       {u"resource_status"_s, resource.status},
                       {u"resource_status_reason"_s, resource.reason},
                       {u"resource_type"_s, resource.type},
                       {u"links"_s,
                        QJsonArray{heatLink(url(stack) + u"/resources/"_s + resource.name, u"self"_s),
                                   heatLink(url(stack), u"stack"_s)}},
                       {u"required_by"_s, QJsonArray::fromStringList(resource.requiredBy)}};
    const auto parent = state.stacks.stacks.find(stack.parent);
    if (parent != state.stacks.stacks.end()) {
        for (const Resource &holder : parent->second.resources) {
            if (holder.physicalId == stack.id)
                object.insert("parent_resource"_L1, holder.name);
        }
    }
    if (!detail)
        return object;
    object.insert("description"_L1, u""_s);
    QJsonObject attributes;
    if (const Port *port = state.network.port(resource.physicalId)) {
        attributes = portJson(state, *port, admin);
    } else if (const Server *server = state.compute.server(resource.physicalId); server && !server->deleted) {
        attributes = serverJson({state, root + u"/compute"_s, 93, admin, true}, *server);
        attributes.insert("os_collect_config"_L1, QJsonObject());
    } else if (resource.type == u"OS::Nova::Server"_s) {
        for (const QString &key :
             {u"addresses"_s, u"name"_s, u"accessIPv4"_s, u"accessIPv6"_s, u"networks"_s, u"first_address"_s, u"tags"_s,
              u"os_collect_config"_s, u"console_urls"_s, u"instance_name"_s})
            attributes.insert(key, QJsonValue::Null);
    }
    object.insert("attributes"_L1, attributes);
    return object;
}

QJsonObject HeatJson::event(const Stack &stack, const StackEvent &event, bool full) const
{
    const QString resource = url(stack) + u"/resources/"_s + event.resource;
    QJsonObject object{{u"id"_s, event.id},
                       {u"links"_s,
                        QJsonArray{heatLink(resource + u"/events/"_s + event.id, u"self"_s),
                                   heatLink(resource, u"resource"_s), heatLink(url(stack), u"stack"_s)}},
                       {u"event_time"_s, isoSeconds(event.time)},
                       {u"logical_resource_id"_s, event.resource},
                       {u"resource_name"_s, event.resource},
                       {u"physical_resource_id"_s, event.physicalId},
                       {u"resource_status"_s, event.status},
                       {u"resource_status_reason"_s, event.reason}};
    if (full) {
        const Resource *of = stack.resource(event.resource);
        object.insert("resource_type"_L1, of ? of->type : u"OS::Heat::Stack"_s);
        object.insert("resource_properties"_L1, QJsonObject());
    }
    return object;
}

} // namespace flotsam::demo
