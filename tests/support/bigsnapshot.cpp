// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/bigsnapshot.h"

#include "models/inventory/snapshotbuilder.h"

#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace flotsam::test {

namespace {

constexpr int PageSize = 1000;

/// The same for one kind and number, unlike any other.
QByteArray uuid(quint32 kind, int number)
{
    QRandomGenerator random(std::array<quint32, 2>{kind, quint32(number)}.data(), 2);
    std::array<quint32, 4> words{};
    random.fillRange(words.data(), 4);
    QByteArray text = QByteArray(reinterpret_cast<const char *>(words.data()), 16).toHex();
    for (const int at : {8, 13, 18, 23})
        text.insert(at, '-');
    return text;
}

QByteArray mac(int number)
{
    QByteArray text = "fa:16:3e:";
    const QByteArray digits = QByteArray::number(quint32(number) * 2654435761u % 0x1000000 + 0x1000000, 16).mid(1);
    return text + digits.mid(0, 2) + ':' + digits.mid(2, 2) + ':' + digits.mid(4, 2);
}

QByteArray address(int number)
{
    return "10." + QByteArray::number(number >> 16 & 255) + '.' + QByteArray::number(number >> 8 & 255) + '.'
        + QByteArray::number(number & 255);
}

QByteArray timeText(qint64 seconds)
{
    return QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC).toString(u"yyyy-MM-ddTHH:mm:ssZ"_s).toLatin1();
}

QByteArray filled(QByteArray form, std::initializer_list<std::pair<const char *, QByteArray>> values)
{
    for (const auto &[name, value] : values)
        form.replace(name, value);
    return form;
}

class Maker
{
public:
    explicit Maker(int ports)
        : m_ports(ports)
    { }

    SnapshotPtr make() &&
    {
        Snapshot &draft = m_builder.draft();
        draft.cloud = u"big"_s;
        draft.region = u"RegionOne"_s;
        draft.takenAt = QDateTime::fromSecsSinceEpoch(m_now, Qt::UTC);
        draft.auth = {QString::fromLatin1(uuid('p', 0)), u"admin"_s, u"admin"_s, {u"admin"_s}, true};
        for (const SourceId id : AllSources)
            m_builder.setOutcome(id, SourceStatus::Complete, draft.takenAt);
        list(SourceId::Projects, "projects", 50,
             [](int i) { return "{\"id\":\"" + uuid('p', i) + "\",\"name\":\"team-" + QByteArray::number(i) + "\"}"; });
        list(SourceId::Networks, "networks", 50,
             [](int i) { return "{\"id\":\"" + uuid('n', i) + "\",\"name\":\"net-" + QByteArray::number(i) + "\"}"; });
        list(SourceId::Ports, "ports", m_ports, [this](int i) { return port(i); });
        list(SourceId::Servers, "servers", m_ports / 2, [this](int i) { return server(i, false); });
        list(SourceId::DeletedServers, "servers", m_ports / 50, [this](int i) { return server(i, true); });
        list(SourceId::Stacks, "stacks", m_ports / 200, [this](int i) {
            return "{\"id\":\"" + uuid('h', i) + "\",\"stack_name\":\"stack-" + QByteArray::number(i)
                + "\",\"stack_status\":\"CREATE_COMPLETE\",\"project\":\"" + uuid('p', i % 50)
                + "\",\"creation_time\":\"" + timeText(m_now - 900'000) + "\"}";
        });
        for (int i = 0; i < m_ports / 200; ++i)
            addResources(i);
        return std::move(m_builder).build();
    }

private:
    template <class F>
    void list(SourceId source, const QByteArray &key, int count, F object)
    {
        for (int begin = 0; begin < count; begin += PageSize) {
            QByteArray body = "{\"" + key + "\":[";
            for (int i = begin; i < std::min(count, begin + PageSize); ++i)
                body += (i > begin ? "," : "") + object(i);
            add(source, body + "]}");
        }
    }

    void add(SourceId source, const QByteArray &body, const DecodeContext &context = {})
    {
        const auto page = decodePage(source, body, context);
        Q_ASSERT(page);
        m_builder.add(source, *page);
    }

    void addResources(int stack)
    {
        DecodeContext context;
        context.stackId = QString::fromLatin1(uuid('h', stack));
        add(SourceId::Resources,
            "{\"resources\":[{\"resource_name\":\"node\",\"resource_type\":\"OS::Nova::Server\",\"resource_status\":"
            "\"CREATE_COMPLETE\",\"physical_resource_id\":\""
                + uuid('s', stack * 100) + "\"}]}",
            context);
    }

    QByteArray port(int i) const
    {
        const bool left = i % 50 == 7;
        const qint64 created = m_now - 40'000 - qint64(i) * 60 % 8'000'000;
        return filled(
            R"({"id":"@id","name":"@name","network_id":"@network","tenant_id":"@project","mac_address":"@mac","admin_state_up":true,"status":"@status","device_id":"@device","device_owner":"@owner","fixed_ips":[{"subnet_id":"@subnet","ip_address":"@ip"}],"allowed_address_pairs":[],"extra_dhcp_opts":[],"security_groups":["@group"],"description":"","binding:vnic_type":"normal","binding:profile":{},"binding:host_id":"@host","binding:vif_type":"@vif","binding:vif_details":{"port_filter":true,"connectivity":"l2","bound_drivers":{"0":"openvswitch"},"datapath_type":"system","bridge_name":"br-int"},"port_security_enabled":true,"qos_policy_id":null,"qos_network_policy_id":null,"resource_request":null,"tags":[],"created_at":"@created","updated_at":"@updated","revision_number":@revision,"project_id":"@project","ip_allocation":"immediate","propagate_uplink_status":false})",
            {{"@id", uuid('o', i)},
             {"@name", i % 3 ? QByteArray() : "port-of-team-" + QByteArray::number(i % 50)},
             {"@network", uuid('n', i % 50)},
             {"@subnet", uuid('u', i % 50)},
             {"@project", uuid('p', i % 50)},
             {"@mac", mac(i)},
             {"@ip", address(i)},
             {"@device", left ? uuid('d', i / 50) : uuid('s', i / 2)},
             {"@owner", left ? "" : "compute:nova"},
             {"@status", left ? "DOWN" : "ACTIVE"},
             {"@host", left ? QByteArray() : "compute-" + QByteArray::number(i / 2 % 400) + ".example.org"},
             {"@vif", left ? "unbound" : "ovs"},
             {"@group", uuid('g', i % 50)},
             {"@created", timeText(created)},
             {"@updated", timeText(created + 30)},
             {"@revision", QByteArray::number(1 + i % 9)}});
    }

    QByteArray server(int i, bool deleted) const
    {
        const int first = deleted ? i * 50 + 7 : 2 * i;
        const qint64 created = m_now - 40'010 - qint64(first) * 60 % 8'000'000;
        const QByteArray nic
            = R"({"version":4,"addr":"@ip","OS-EXT-IPS:type":"fixed","OS-EXT-IPS-MAC:mac_addr":"@mac"})";
        const QByteArray nics = filled(nic, {{"@ip", address(first)}, {"@mac", mac(first)}}) + ','
            + filled(nic, {{"@ip", address(first + 1)}, {"@mac", mac(first + 1)}});
        return filled(
            R"({"id":"@id","name":"@name","status":"@status","tenant_id":"@project","user_id":"@user","metadata":{},"hostId":"@hash","image":{"id":"@image","links":[{"rel":"bookmark","href":"http://nova.example.org:8774/images/@image"}]},"flavor":{"vcpus":2,"ram":4096,"disk":20,"ephemeral":0,"swap":0,"original_name":"m1.small","extra_specs":{"hw:mem_page_size":"any"}},"created":"@created","updated":"@created","addresses":@addresses,"accessIPv4":"","accessIPv6":"","links":[{"rel":"self","href":"http://nova.example.org:8774/v2.1/servers/@id"},{"rel":"bookmark","href":"http://nova.example.org:8774/servers/@id"}],"OS-DCF:diskConfig":"MANUAL","progress":0,"OS-EXT-AZ:availability_zone":"nova","config_drive":"","key_name":"deploy","OS-SRV-USG:launched_at":"@created","OS-SRV-USG:terminated_at":@terminated,"OS-EXT-SRV-ATTR:host":"@host","OS-EXT-SRV-ATTR:instance_name":"instance-@hex","OS-EXT-SRV-ATTR:hypervisor_hostname":"@host","OS-EXT-SRV-ATTR:reservation_id":"r-@hex","OS-EXT-SRV-ATTR:launch_index":0,"OS-EXT-SRV-ATTR:hostname":"@name","OS-EXT-SRV-ATTR:kernel_id":"","OS-EXT-SRV-ATTR:ramdisk_id":"","OS-EXT-SRV-ATTR:root_device_name":"/dev/vda","OS-EXT-SRV-ATTR:user_data":null,"OS-EXT-STS:task_state":null,"OS-EXT-STS:vm_state":"@vm","OS-EXT-STS:power_state":1,"os-extended-volumes:volumes_attached":[],"host_status":"UP","locked":false,"description":null,"tags":[],"trusted_image_certificates":null,"server_groups":[],"security_groups":[{"name":"default"}]})",
            {{"@addresses", deleted ? "{}" : "{\"net-" + QByteArray::number(i % 50) + "\":[" + nics + "]}"},
             {"@id", deleted ? uuid('d', i) : uuid('s', i)},
             {"@name", (deleted ? "ci-" : "web-") + QByteArray::number(i)},
             {"@status", deleted ? "DELETED" : "ACTIVE"},
             {"@vm", deleted ? "deleted" : "active"},
             {"@terminated", deleted ? '"' + timeText(created + 5) + '"' : "null"},
             {"@project", uuid('p', first % 50)},
             {"@user", uuid('w', first % 50)},
             {"@hash", uuid('x', i % 400).remove(8, 1) + uuid('y', i % 400).left(20)},
             {"@image", uuid('i', i % 20)},
             {"@created", timeText(created)},
             {"@host", "compute-" + QByteArray::number(i % 400) + ".example.org"},
             {"@hex", QByteArray::number(i + 0x10000000, 16)}});
    }

    SnapshotBuilder m_builder;
    int m_ports;
    qint64 m_now = QDateTime(QDate(2026, 11, 30), QTime(9, 41), Qt::UTC).toSecsSinceEpoch();
};

} // namespace

SnapshotPtr bigSnapshot(int ports) { return Maker(ports).make(); }

} // namespace flotsam::test
