// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/bigsnapshot.h"

#include "models/inventory/snapshot.h"

#include <QDateTime>
#include <QFile>
#include <QList>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <utility>

using namespace Qt::StringLiterals;

namespace flotsam::test {

namespace {

/// The same for one kind and number, unlike any other.
QByteArray uuid(quint64 kind, int number)
{
    quint64 state = kind << 40 ^ quint64(number);
    std::array<quint64, 2> words{};
    for (quint64 &word : words) { // splitmix64
        state += 0x9e3779b97f4a7c15;
        word = (state ^ state >> 30) * 0xbf58476d1ce4e5b9;
        word = (word ^ word >> 27) * 0x94d049bb133111eb;
        word ^= word >> 31;
    }
    QByteArray text(36, '-');
    int digit = 0;
    for (int at = 0; at < 36; ++at) {
        if (at == 8 || at == 13 || at == 18 || at == 23)
            continue;
        text[at] = "0123456789abcdef"[words[size_t(digit / 16)] >> digit % 16 * 4 & 15];
        ++digit;
    }
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
    using namespace std::chrono;
    const sys_seconds time{std::chrono::seconds(seconds)};
    const auto day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(time - day);
    std::array<char, 32> text{};
    const int size = std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ", int(date.year()),
                                   unsigned(date.month()), unsigned(date.day()), int(clock.hours().count()),
                                   int(clock.minutes().count()), int(clock.seconds().count()));
    return {text.data(), size};
}

/// \a form with every @name replaced by its value.
QByteArray filled(QByteArrayView form, std::initializer_list<std::pair<QByteArrayView, QByteArray>> values)
{
    QByteArray out;
    out.reserve(form.size() + 1024);
    qsizetype at = 0;
    while (at < form.size()) {
        const auto mark = std::find(form.begin() + at, form.end(), '@');
        out.append(form.data() + at, mark - form.begin() - at);
        if (mark == form.end())
            break;
        const auto end = std::find_if(mark + 1, form.end(), [](char c) { return c < 'a' || c > 'z'; });
        const QByteArrayView name(&*mark, end - mark);
        const auto value = std::find_if(values.begin(), values.end(), [&](const auto &v) { return v.first == name; });
        Q_ASSERT(value != values.end());
        out += value->second;
        at = end - form.begin();
    }
    return out;
}

class Writer
{
public:
    Writer(QIODevice &out, int ports)
        : m_out(out)
        , m_ports(ports)
    { }

    bool write()
    {
        const QByteArray now = timeText(m_now);
        put(R"({"format":"flotsam-snapshot","version":1,"cloud":"big","region":"RegionOne","taken_at":")" + now
            + R"(","auth":{"project_id":")" + uuid('p', 0)
            + R"(","project_name":"admin","user_name":"admin","roles":["admin"],"admin":true},"sources":{)");
        list(SourceId::Projects, 50, [](int i) -> QByteArray {
            return "{\"id\":\"" + uuid('p', i) + "\",\"name\":\"team-" + QByteArray::number(i) + "\"}";
        });
        list(SourceId::Networks, 50, [](int i) -> QByteArray {
            return "{\"id\":\"" + uuid('n', i) + "\",\"name\":\"net-" + QByteArray::number(i) + "\"}";
        });
        list(SourceId::Ports, m_ports, [this](int i) { return port(i); });
        list(SourceId::Servers, m_ports / 2, [this](int i) { return server(i, false); });
        list(SourceId::DeletedServers, m_ports / 50, [this](int i) { return server(i, true); });
        list(SourceId::Stacks, m_ports / 200, [this](int i) -> QByteArray {
            return "{\"id\":\"" + uuid('h', i) + "\",\"stack_name\":\"stack-" + QByteArray::number(i)
                + "\",\"stack_status\":\"CREATE_COMPLETE\",\"project\":\"" + uuid('p', i % 50)
                + "\",\"creation_time\":\"" + timeText(m_now - 900'000) + "\"}";
        });
        list(SourceId::Resources, m_ports / 200, [](int i) -> QByteArray {
            return "{\"stack_id\":\"" + uuid('h', i)
                + "\",\"resource_name\":\"node\",\"resource_type\":\"OS::Nova::Server\",\"resource_status\":"
                  "\"CREATE_COMPLETE\",\"physical_resource_id\":\""
                + uuid('s', i * 100) + "\"}";
        });
        for (const SourceId source : AllSources) {
            if (!m_written.contains(source))
                list(source, 0, [](int) { return QByteArray(); });
        }
        put("},\"probes\":{},\"observations\":{}}\n");
        return flush();
    }

private:
    template <class F>
    void list(SourceId source, int count, F object)
    {
        put(QByteArray(m_written.isEmpty() ? "\"" : ",\"")
            + QByteArray(sourceName(source).data(), sourceName(source).size()) + R"(":{"status":"complete","read_at":")"
            + timeText(m_now) + R"(","items":[)");
        m_written += source;
        for (int i = 0; i < count; ++i) {
            put(i > 0 ? ",\n" : "\n");
            put(object(i));
        }
        put("]}");
    }

    void put(const QByteArray &text)
    {
        m_buffer += text;
        if (m_buffer.size() > 1'000'000)
            flush();
    }
    bool flush()
    {
        m_good = m_out.write(m_buffer) == m_buffer.size() && m_good;
        m_buffer.resize(0); // keeps its memory
        return m_good;
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

    QIODevice &m_out;
    int m_ports;
    bool m_good = true;
    QByteArray m_buffer;
    QList<SourceId> m_written;
    qint64 m_now = QDateTime(QDate(2026, 11, 30), QTime(9, 41), Qt::UTC).toSecsSinceEpoch();
};

} // namespace

bool writeBigSnapshot(int ports, const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && Writer(file, ports).write() && file.flush();
}

} // namespace flotsam::test
