// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/randomcloud.h"

#include <algorithm>

namespace flotsam {

using namespace Qt::StringLiterals;

RandomCloud::RandomCloud(quint32 seed)
    : m_random(seed)
    , m_now(QDate(2026, 11, 30), QTime(9, 41), Qt::UTC)
{
    for (int i = 0; i < 2; ++i) {
        m_projects.append(uuid().remove(u'-'));
        add(SourceId::Projects, {{u"id"_s, m_projects.last()}, {u"name"_s, u"project-%1"_s.arg(i)}});
        m_networks.append(uuid());
        add(SourceId::Networks, {{u"id"_s, m_networks.last()}, {u"project_id"_s, m_projects.first()}});
        add(SourceId::Subnets,
            {{u"id"_s, u"subnet-%1"_s.arg(m_networks.last())},
             {u"network_id"_s, m_networks.last()},
             {u"cidr"_s, u"10.%1.0.0/16"_s.arg(i)}});
    }
    using Story = void (RandomCloud::*)();
    const std::initializer_list<Story> stories{
        &RandomCloud::livingServer,     &RandomCloud::hiddenServer,      &RandomCloud::downCell,
        &RandomCloud::halfCreated,      &RandomCloud::deadServer,        &RandomCloud::deadServer,
        &RandomCloud::heldByDeadServer, &RandomCloud::addressHolder,     &RandomCloud::trunk,
        &RandomCloud::plumbing,         &RandomCloud::heatStory,         &RandomCloud::heatStory,
        &RandomCloud::heatPair,         &RandomCloud::metalStory,        &RandomCloud::metalStory,
        &RandomCloud::nobodys,          &RandomCloud::otherOrchestrator,
    };
    for (int i = 0, count = 6 + roll(12); i < count; ++i)
        (this->*oneOf(stories))();
    if (chance(20))
        seeAsMember();
}

QString RandomCloud::uuid()
{
    QString hex;
    for (int i = 0; i < 32; ++i)
        hex += QString::number(roll(16), 16);
    for (const int dash : {20, 16, 12, 8})
        hex.insert(dash, u'-');
    return hex;
}

QString RandomCloud::spelledId(const QString &id) { return chance(10) ? id.toUpper() : id; }

QString RandomCloud::freshMac()
{
    QStringList parts{u"fa"_s, u"16"_s, u"3e"_s};
    for (int i = 0; i < 3; ++i)
        parts.append(u"%1"_s.arg(roll(256), 2, 16, QChar(u'0')));
    return parts.join(u':');
}

QString RandomCloud::spelledMac(const QString &mac)
{
    QString plain = mac;
    switch (roll(6)) {
    case 0:
        return mac.toUpper();
    case 1:
        return QString(mac).replace(u':', u'-');
    case 2:
        plain.remove(u':');
        return plain.insert(8, u'.').insert(4, u'.');
    default:
        return mac;
    }
}

QString RandomCloud::spelledTime(qint64 secondsAgo)
{
    const QString base = m_now.addSecs(-secondsAgo).toString(u"yyyy-MM-ddTHH:mm:ss"_s);
    return base + oneOf<QString>({u"Z"_s, u"Z"_s, u""_s, u"+00:00"_s, u".000000"_s, u".000000Z"_s});
}

void RandomCloud::putEmpty(QJsonObject &object, const QString &key)
{
    if (const int how = roll(3); how < 2)
        object.insert(key, how == 0 ? QJsonValue(u""_s) : QJsonValue(QJsonValue::Null));
}

void RandomCloud::put(QJsonObject &object, const QString &key, const QString &text)
{
    if (text.isEmpty())
        putEmpty(object, key);
    else
        object.insert(key, text);
}

RandomCloud::Port RandomCloud::blank(qint64 age)
{
    Port port;
    port.id = uuid();
    port.project = m_projects[roll(2)];
    port.network = m_networks[roll(2)];
    port.mac = freshMac();
    port.address = u"10.%1.%2.7"_s.arg(m_networks.indexOf(port.network)).arg(m_addresses);
    ++m_addresses;
    port.created = age > 0 ? age : 700 + roll(9000);
    port.updated = std::max<qint64>(600, port.created - roll(300));
    return port;
}

QString RandomCloud::keep(const Port &port, Truth truth, const QString &story)
{
    QJsonObject object{{u"id"_s, spelledId(port.id)},
                       {u"network_id"_s, port.network},
                       {u"mac_address"_s, spelledMac(port.mac)},
                       {u"status"_s, port.status},
                       {u"binding:vnic_type"_s, port.vnic},
                       {u"created_at"_s, spelledTime(port.created)},
                       {u"updated_at"_s, spelledTime(port.updated)},
                       {u"revision_number"_s, 1 + roll(9)},
                       {u"binding:vif_type"_s, port.vif},
                       {u"binding:profile"_s, port.profile},
                       {u"allowed_address_pairs"_s, port.pairs},
                       {u"tags"_s, port.tags},
                       {u"x-unknown"_s, QJsonArray{1, QJsonValue::Null}}};
    object.insert(chance(50) ? u"project_id"_s : u"tenant_id"_s, port.project);
    put(object, u"name"_s, port.name);
    put(object, u"device_id"_s, port.device.isEmpty() ? QString() : spelledId(port.device));
    put(object, u"device_owner"_s, port.owner);
    put(object, u"binding:host_id"_s, port.host);
    putEmpty(object, u"description"_s);
    object.insert(
        u"fixed_ips"_s,
        QJsonArray{QJsonObject{{u"subnet_id"_s, u"subnet-%1"_s.arg(port.network)}, {u"ip_address"_s, port.address}}});
    if (!port.trunk.isEmpty())
        object.insert(u"trunk_details"_s, port.trunk);
    // A cloud without timestamps: what has not been seen before is young.
    if (port.mayLoseTimes && chance(4)) {
        object.insert(u"created_at"_s, QJsonValue::Null);
        if (chance(50))
            object.remove(u"updated_at"_s);
        const bool seen = chance(50);
        if (seen)
            m_observations.insert(port.id,
                                  QJsonObject{{u"first_seen"_s, spelledTime(600 + roll(1000))},
                                              {u"revision_number"_s, object[u"revision_number"_s]}});
        if (truth != Truth::Needed && truth != Truth::NotLeaked) {
            if (!seen)
                known.insert(port.id, {Truth::Needed, story + u", of unknown age"_s});
            add(SourceId::Ports, object);
            return port.id;
        }
    }
    add(SourceId::Ports, object);
    known.insert(port.id, {truth, story});
    return port.id;
}

QString RandomCloud::server(const QString &project, const QString &status, const QString &task, const QStringList &macs,
                            SourceId listing, qint64 age)
{
    const QString id = uuid();
    QJsonArray addresses;
    for (const QString &mac : macs)
        addresses.append(QJsonObject{{u"addr"_s, u"10.0.0.1"_s}, {u"OS-EXT-IPS-MAC:mac_addr"_s, spelledMac(mac)}});
    QJsonObject object{{u"id"_s, spelledId(id)},
                       {u"status"_s, status},
                       {u"tenant_id"_s, project},
                       {u"created"_s, spelledTime(age)},
                       {u"addresses"_s, macs.isEmpty() ? QJsonObject() : QJsonObject{{u"net"_s, addresses}}}};
    put(object, u"OS-EXT-STS:task_state"_s, task);
    m_projectOfServer.insert(id, project);
    add(listing, object);
    return id;
}

void RandomCloud::probe(const QString &server, int status, const QString &version)
{
    QJsonObject answer{{u"status"_s, status}};
    if (chance(80) || version != "2.60"_L1)
        answer.insert(u"microversion"_s, version);
    if (status == 404 && chance(70))
        answer.insert(u"body"_s, QJsonObject{{u"itemNotFound"_s, QJsonObject{{u"code"_s, 404}}}});
    m_serverProbes.insert(spelledId(server), answer);
}

void RandomCloud::death(const QString &server, const QString &project, qint64 born, qint64 died)
{
    m_projectOfServer.insert(server, project);
    probe(server, 404);
    const int traces = roll(4); // tombstone, actions, both, neither
    if (traces == 0 || traces == 2) {
        add(SourceId::DeletedServers,
            {{u"id"_s, spelledId(server)},
             {u"status"_s, u"DELETED"_s},
             {u"tenant_id"_s, project},
             {u"created"_s, spelledTime(born)},
             {u"updated"_s, spelledTime(died)},
             {u"OS-SRV-USG:terminated_at"_s, spelledTime(died)}});
    }
    if (traces == 1 || traces == 2) {
        const auto action = [&](const QString &name, qint64 start, qint64 end) {
            return QJsonObject{
                {u"action"_s, name}, {u"start_time"_s, spelledTime(start)}, {u"updated_at"_s, spelledTime(end)}};
        };
        const QJsonArray actions{action(u"create"_s, born, born - 60), action(u"delete"_s, died + 5, died)};
        m_actions.insert(spelledId(server),
                         QJsonObject{{u"status"_s, 200}, {u"body"_s, QJsonObject{{u"instanceActions"_s, actions}}}});
    }
}

QString RandomCloud::stack(const QString &project, const QString &status, const QString &parent, bool deleted)
{
    const QString id = uuid();
    QJsonObject object{{u"id"_s, id}, {u"stack_name"_s, u"stack"_s}, {u"stack_status"_s, status}};
    if (chance(50))
        object.insert(u"project"_s, project);
    else
        object.insert(u"links"_s,
                      QJsonArray{QJsonObject{{u"rel"_s, u"self"_s},
                                             {u"href"_s, u"http://heat/v1/%1/stacks/stack/%2"_s.arg(project, id)}}});
    put(object, u"parent"_s, parent);
    add(deleted ? SourceId::DeletedStacks : SourceId::Stacks, object);
    return id;
}

void RandomCloud::resource(const QString &stack, const QString &name, const QString &type, const QString &status,
                           const QString &physical)
{
    QJsonObject object{
        {u"stack_id"_s, stack}, {u"resource_name"_s, name}, {u"resource_type"_s, type}, {u"resource_status"_s, status}};
    put(object, u"physical_resource_id"_s, physical);
    add(SourceId::Resources, object);
}

void RandomCloud::event(const QString &stack, const QString &resource, qint64 secondsAgo)
{
    add(SourceId::Events,
        {{u"id"_s, uuid()},
         {u"stack_id"_s, stack},
         {u"resource_name"_s, resource},
         {u"resource_status"_s, u"CREATE_IN_PROGRESS"_s},
         {u"event_time"_s, spelledTime(secondsAgo)}});
}

QString RandomCloud::node(const QString &state, const QString &instance)
{
    const QString id = uuid();
    QJsonObject object{{u"uuid"_s, id}, {u"provision_state"_s, state}};
    put(object, u"instance_uuid"_s, instance);
    add(SourceId::Nodes, object);
    return id;
}

QString RandomCloud::nic(const QString &node, const QString &mac, const QString &vifKind, const QString &vif,
                         bool group)
{
    const QString id = uuid();
    QJsonObject object{{u"uuid"_s, id}, {u"node_uuid"_s, node}, {u"address"_s, spelledMac(mac)}};
    if (!vif.isEmpty() && vifKind == "extra"_L1)
        object.insert(u"extra"_s, QJsonObject{{u"vif_port_id"_s, vif}});
    else if (!vif.isEmpty())
        object.insert(u"internal_info"_s, QJsonObject{{vifKind + u"_vif_port_id"_s, spelledId(vif)}});
    add(group ? SourceId::Portgroups : SourceId::BaremetalPorts, object);
    return id;
}

void RandomCloud::seeAsMember()
{
    m_member = true;
    const QString mine = m_projects[roll(2)];
    m_projects.removeAll(mine);
    m_projects.prepend(mine); // the token's
    QJsonArray ports;
    for (const QJsonValue &value : std::as_const(m_items[SourceId::Ports])) {
        QJsonObject port = value.toObject();
        for (const QString &key : {u"binding:vif_type"_s, u"binding:host_id"_s, u"binding:profile"_s})
            port.remove(key);
        ports.append(port);
    }
    m_items[SourceId::Ports] = ports;
    QJsonArray servers;
    for (const QJsonValue &value : std::as_const(m_items[SourceId::Servers])) {
        if (value[u"tenant_id"].toString() == mine)
            servers.append(value);
    }
    m_items[SourceId::Servers] = servers;
    // Another project's server answers 404 to a member, whatever became of it.
    for (auto it = m_projectOfServer.cbegin(); it != m_projectOfServer.cend(); ++it) {
        if (it.value() == mine)
            continue;
        m_serverProbes.remove(it.key().toUpper());
        m_serverProbes.remove(it.key());
        probe(it.key(), 404);
    }
}

QJsonObject RandomCloud::snapshot(bool shuffled)
{
    QJsonObject sources;
    for (const SourceId source : AllSources) {
        QJsonArray items = m_items.value(source);
        if (shuffled) {
            QList<QJsonValue> list(items.begin(), items.end());
            std::shuffle(list.begin(), list.end(), m_random);
            items = {};
            for (const QJsonValue &item : list)
                items.append(item);
        }
        const bool metal
            = source == SourceId::Nodes || source == SourceId::BaremetalPorts || source == SourceId::Portgroups;
        const bool denied = m_member && (metal || source == SourceId::DeletedServers || source == SourceId::Projects);
        sources.insert(sourceName(source),
                       QJsonObject{{u"status"_s, denied ? u"denied"_s : u"complete"_s},
                                   {u"read_at"_s, u"2026-11-30T09:41:00Z"_s},
                                   {u"items"_s, denied ? QJsonArray() : items}});
    }
    const QJsonObject auth{{u"project_id"_s, m_projects.first()},
                           {u"project_name"_s, u"p"_s},
                           {u"user_name"_s, u"u"_s},
                           {u"roles"_s, QJsonArray{m_member ? u"member"_s : u"admin"_s}},
                           {u"admin"_s, !m_member}};
    return {
        {u"format"_s, u"flotsam-snapshot"_s},
        {u"version"_s, 1},
        {u"cloud"_s, u"random"_s},
        {u"taken_at"_s, m_now.toString(Qt::ISODate)},
        {u"auth"_s, auth},
        {u"sources"_s, sources},
        {u"probes"_s, QJsonObject{{u"compute.server"_s, m_serverProbes}, {u"compute.instance_actions"_s, m_actions}}},
        {u"observations"_s, m_observations}};
}

} // namespace flotsam
