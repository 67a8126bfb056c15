// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/jsonread.h"

#include <string_view>

using namespace Qt::StringLiterals;

namespace flotsam::json {

namespace {

void readServerAddresses(const Element &value, Server &server)
{
    Object networks;
    if (value.get(networks) != simdjson::SUCCESS)
        return;
    for (const auto network : networks) {
        forEachEntry(network.value, [&](const Element &entry) {
            server.hasAddresses = true;
            if (const auto address = member(entry, "OS-EXT-IPS-MAC:mac_addr")) {
                const QString hardware = mac(*address);
                if (!hardware.isEmpty() && !server.macs.contains(hardware))
                    server.macs << hardware;
            }
            const QString ip = memberText(entry, "addr");
            if (!ip.isEmpty())
                server.ips << ip;
        });
    }
}

void readFlavor(const Element &value, Server &server)
{
    static constexpr std::string_view prefix = "resources:CUSTOM_";
    static constexpr size_t classAt = std::string_view("resources:").size();
    const auto specs = member(value, "extra_specs");
    Object amounts;
    if (!specs || specs->get(amounts) != simdjson::SUCCESS)
        return;
    for (const auto [key, amount] : amounts) {
        if (key.starts_with(prefix) && integer(amount).value_or(text(amount).toInt()) > 0)
            server.customResources << QString::fromUtf8(key.data() + classAt, qsizetype(key.size() - classAt));
    }
}

} // namespace

Server decodeServer(const Object &object, Pool &pool)
{
    Server server;
    for (const auto [key, value] : object) {
        if (key == "id")
            server.id = id(value);
        else if (key == "name")
            server.name = text(value);
        else if (key == "tenant_id")
            server.projectId = pool.id(value);
        else if (key == "status")
            server.status = pool.text(value).toUpper();
        else if (key == "OS-EXT-STS:task_state")
            server.taskState = pool.text(value);
        else if (key == "OS-EXT-STS:vm_state")
            server.vmState = pool.text(value);
        else if (key == "OS-EXT-SRV-ATTR:host")
            server.host = pool.text(value);
        else if (key == "OS-EXT-AZ:availability_zone")
            server.availabilityZone = pool.text(value);
        else if (key == "fault")
            server.faultMessage = memberText(value, "message");
        else if (key == "flavor")
            readFlavor(value, server);
        else if (key == "addresses")
            readServerAddresses(value, server);
        else if (key == "created")
            server.created = time(value);
        else if (key == "updated")
            server.updated = time(value);
        else if (key == "OS-SRV-USG:launched_at")
            server.launchedAt = time(value);
        else if (key == "OS-SRV-USG:terminated_at")
            server.terminatedAt = time(value);
    }
    return server;
}

Stack decodeStack(const Object &object, const QString &tokenProjectId)
{
    Stack stack;
    QString linked;
    for (const auto [key, value] : object) {
        if (key == "id")
            stack.id = id(value);
        else if (key == "stack_name")
            stack.name = text(value);
        else if (key == "stack_status")
            stack.status = upper(value);
        else if (key == "stack_status_reason")
            stack.statusReason = text(value);
        else if (key == "project")
            stack.projectId = id(value);
        else if (key == "parent")
            stack.parent = id(value);
        else if (key == "stack_owner")
            stack.owner = text(value);
        else if (key == "creation_time")
            stack.created = time(value);
        else if (key == "updated_time")
            stack.updated = time(value);
        else if (key == "deletion_time")
            stack.deleted = time(value);
        else if (key == "links") {
            // …/v1/<project>/stacks/<name>/<id>
            forEachEntry(value, [&](const Element &link) {
                if (memberText(link, "rel") != "self"_L1)
                    return;
                const QString href = memberText(link, "href");
                const qsizetype end = href.indexOf("/stacks/"_L1);
                if (end > 0)
                    linked = href.first(end).section(u'/', -1).toLower();
            });
        }
    }
    if (stack.projectId.isEmpty())
        stack.projectId = linked.isEmpty() ? tokenProjectId : linked;
    return stack;
}

StackResource decodeResource(const Object &object, Pool &pool)
{
    StackResource resource;
    QString logical;
    for (const auto [key, value] : object) {
        if (key == "stack_id")
            resource.stackId = pool.id(value);
        else if (key == "resource_name")
            resource.name = text(value);
        else if (key == "logical_resource_id")
            logical = text(value);
        else if (key == "resource_type")
            resource.type = pool.text(value);
        else if (key == "resource_status")
            resource.status = pool.text(value).toUpper();
        else if (key == "resource_status_reason")
            resource.statusReason = text(value);
        else if (key == "physical_resource_id")
            resource.physicalId = id(value);
        else if (key == "creation_time")
            resource.created = time(value);
        else if (key == "updated_time")
            resource.updated = time(value);
    }
    if (resource.name.isEmpty())
        resource.name = logical;
    return resource;
}

StackEvent decodeEvent(const Object &object, Pool &pool)
{
    StackEvent event;
    QString logical;
    for (const auto [key, value] : object) {
        if (key == "id")
            event.id = id(value);
        else if (key == "stack_id")
            event.stackId = pool.id(value);
        else if (key == "resource_name")
            event.resourceName = pool.text(value);
        else if (key == "logical_resource_id")
            logical = pool.text(value);
        else if (key == "resource_status")
            event.status = pool.text(value).toUpper();
        else if (key == "resource_status_reason")
            event.statusReason = pool.text(value);
        else if (key == "physical_resource_id")
            event.physicalId = pool.id(value);
        else if (key == "event_time")
            event.time = time(value);
    }
    if (event.resourceName.isEmpty())
        event.resourceName = logical;
    return event;
}

void readProbeBody(const Element &body, Pool &pool, ServerProbe &probe)
{
    probe.body = ServerProbe::Body::Other;
    if (const auto missing = member(body, "itemNotFound"); missing && missing->is_object()) {
        probe.body = ServerProbe::Body::ItemNotFound;
        return;
    }
    Object server;
    const auto found = member(body, "server");
    if (found && found->get(server) == simdjson::SUCCESS) {
        probe.server = decodeServer(server, pool);
        probe.body = ServerProbe::Body::Server;
    }
}

void readActionsBody(const Element &body, ActionsProbe &probe)
{
    const auto list = member(body, "instanceActions");
    probe.readable = probe.status == 200 && list && list->is_array();
    if (!probe.readable)
        return;
    forEachEntry(*list, [&](const Element &entry) {
        InstanceAction action{memberText(entry, "action"), memberText(entry, "message"), {}, {}};
        if (const auto start = member(entry, "start_time"))
            action.start = time(*start);
        if (const auto updated = member(entry, "updated_at"))
            action.updated = time(*updated);
        if (!action.action.isEmpty())
            probe.actions << action;
    });
}

} // namespace flotsam::json
