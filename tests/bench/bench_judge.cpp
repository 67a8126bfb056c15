// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// How long judging takes, and that it grows with the cloud and not with its square.
// usage: bench_judge [PORTS...]     default: 10000 100000 1000000
#include "models/triage/judgement.h"

#include <QTextStream>

#include <algorithm>
#include <functional>

#include <time.h>

using namespace Qt::StringLiterals;
using namespace flotsam;

namespace {

QString uuid(char16_t kind, int number)
{
    return QChar(kind) + u"0000000-0000-4000-8000-%1"_s.arg(number, 12, 16, QChar(u'0'));
}

QString mac(int number)
{
    return u"fa:16:%1:%2:%3:%4"_s.arg(number >> 24 & 255, 2, 16, QChar(u'0'))
        .arg(number >> 16 & 255, 2, 16, QChar(u'0'))
        .arg(number >> 8 & 255, 2, 16, QChar(u'0'))
        .arg(number & 255, 2, 16, QChar(u'0'));
}

constexpr int Networks = 50;

/// A healthy cloud of \a count ports, two to a server, with one leak in a thousand.
std::shared_ptr<Snapshot> cloudOf(int count)
{
    auto cloud = std::make_shared<Snapshot>();
    cloud->takenAt = QDateTime(QDate(2026, 11, 30), QTime(9, 41), Qt::UTC);
    cloud->auth.admin = true;
    for (SourceInfo &info : cloud->sources)
        info.status = SourceStatus::Complete;
    const qint64 old = cloud->takenAt.toMSecsSinceEpoch() - 86'400'000;
    QStringList networks;
    QStringList projects;
    for (int i = 0; i < Networks; ++i) {
        networks.append(uuid(u'6', i));
        projects.append(uuid(u'b', i));
        Subnet subnet;
        subnet.id = uuid(u'7', i);
        subnet.networkId = networks[i];
        subnet.cidr = IpPrefix::fromString(u"10.0.0.0/8"_s);
        cloud->subnets.append(subnet);
    }
    const QString owner = u"compute:nova"_s;
    const QString ovs = u"ovs"_s;
    const QString active = u"ACTIVE"_s;
    cloud->ports.reserve(count);
    for (int i = 0; i < count; ++i) {
        Port port;
        port.id = uuid(u'1', i);
        port.projectId = projects[i % Networks];
        port.networkId = networks[i % Networks];
        port.mac = mac(i);
        port.deviceId = uuid(u'2', i / 2);
        port.deviceOwner = owner;
        port.status = active;
        port.vifType = ovs;
        port.hasVifType = true;
        port.createdAt = port.updatedAt = old;
        IpAddress address;
        address.bytes = {10, std::uint8_t(i >> 16), std::uint8_t(i >> 8), std::uint8_t(i)};
        port.fixedIps.append({cloud->subnets[i % Networks].id, {}, address});
        cloud->ports.append(port);
    }
    cloud->servers.reserve(count / 2);
    for (int i = 0; i < count / 2; ++i) {
        Server server;
        server.id = uuid(u'2', i);
        server.status = active;
        server.hasAddresses = true;
        server.macs = {mac(2 * i), mac(2 * i + 1)};
        if (i % 500) {
            cloud->servers.append(server);
            continue;
        }
        server.status = u"DELETED"_s;
        server.created = old - 1000;
        server.terminatedAt = old + 1000;
        cloud->deletedServers.append(server);
        ServerProbe probe;
        probe.status = 404;
        cloud->serverProbes.insert(server.id, probe);
    }
    return cloud;
}

/// Of this thread, so that a busy machine does not count.
double cpuMilliseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

double milliseconds(const std::function<void()> &work)
{
    double best = 1e9;
    for (int round = 0; round < 3; ++round) {
        const double start = cpuMilliseconds();
        work();
        best = std::min(best, cpuMilliseconds() - start);
    }
    return best;
}

struct Shape
{
    const char *name;
    std::function<void(Snapshot &)> change;
};

/// Clouds that would punish a rule that looks at every other port.
QList<Shape> shapes()
{
    return {
        {"healthy", [](Snapshot &) {}},
        {"all free",
         [](Snapshot &s) {
             for (Port &port : s.ports)
                 port.deviceId.clear(), port.deviceOwner.clear(), port.vifType.clear();
         }},
        {"free, address pairs",
         [](Snapshot &s) {
             int i = 0;
             for (Port &port : s.ports) {
                 port.deviceId.clear(), port.deviceOwner.clear(), port.vifType.clear();
                 port.networkId = s.ports[0].networkId;
                 const IpPrefix pair{port.fixedIps[0].address.value(), 17 + i++ % 16};
                 port.allowedAddressPairs.append({{}, pair, {}});
             }
         }},
        {"half-created, one server",
         [](Snapshot &s) {
             for (Port &port : s.ports) {
                 port.deviceId = s.servers[0].id;
                 port.networkId = s.ports[0].networkId;
                 if (port.mac.endsWith(u'0'))
                     continue;
                 port.deviceOwner.clear();
                 port.vifType.clear();
             }
         }},
        {"Heat names, one name",
         [](Snapshot &s) {
             for (Port &port : s.ports) {
                 port.deviceId.clear(), port.deviceOwner.clear(), port.vifType.clear();
                 port.name = u"node-port-0"_s;
                 port.networkId = s.ports[0].networkId;
                 port.projectId = s.ports[0].projectId;
             }
             for (int i = 0; i < 3; ++i) {
                 Stack stack;
                 stack.id = uuid(u'3', i);
                 stack.projectId = s.ports[0].projectId;
                 s.stacks.append(stack);
                 StackResource resource;
                 resource.stackId = stack.id;
                 resource.name = u"node"_s;
                 resource.type = u"OS::Nova::Server"_s;
                 resource.status = u"CREATE_FAILED"_s;
                 s.resources.append(resource);
             }
         }},
        {"one trunk, one MAC",
         [](Snapshot &s) {
             Trunk trunk;
             trunk.id = u"trunk"_s;
             trunk.portId = s.ports[0].id;
             int i = 0;
             for (Port &port : s.ports) {
                 port.mac = s.ports[0].mac;
                 port.networkId = uuid(u'6', i++);
                 trunk.subports.append(port.id);
             }
             s.trunks.append(trunk);
         }},
        {"one MAC, one network",
         [](Snapshot &s) {
             for (Port &port : s.ports) {
                 port.mac = s.ports[0].mac;
                 port.networkId = s.ports[0].networkId;
             }
         }},
        {"stacks in a chain",
         [](Snapshot &s) {
             for (int i = 0; i < int(s.ports.size()); ++i) {
                 Stack stack;
                 stack.id = uuid(u'3', i);
                 stack.parent = uuid(u'3', (i + 1) % int(s.ports.size()));
                 s.stacks.append(stack);
             }
         }},
    };
}

} // namespace

int main(int argc, char **argv)
{
    QList<int> sizes;
    for (int i = 1; i < argc; ++i)
        sizes.append(QByteArray(argv[i]).toInt());
    if (sizes.isEmpty())
        sizes = {10'000, 100'000, 1'000'000};
    QTextStream out(stdout);
    out << "Judging, milliseconds of processor time (best of three, one thread); in brackets the growth for ten times the ports\n\n";
    out << QStringLiteral("shape").leftJustified(26);
    for (const int size : sizes)
        out << QString::number(size).rightJustified(20);
    out << '\n';
    const auto row = [&](const QString &name, const std::function<double(int)> &measure) {
        out << name.leftJustified(26);
        double before = 0;
        for (const int size : sizes) {
            const double took = measure(size);
            QString cell = QString::number(took, 'f', 1);
            if (before > 0)
                cell += u" (x%1)"_s.arg(took / before, 0, 'f', 1);
            before = took;
            out << cell.rightJustified(20);
            out.flush();
        }
        out << '\n';
    };
    const QList<Shape> all = shapes();
    for (const Shape &shape : all) {
        row(QString::fromLatin1(shape.name), [&](int size) {
            const auto cloud = cloudOf(size);
            shape.change(*cloud);
            return milliseconds([&] { judge(cloud); });
        });
    }
    row(u"wanted probes, healthy"_s, [](int size) {
        const auto cloud = cloudOf(size);
        return milliseconds([&] { wantedProbes(cloud); });
    });
    const auto cloud = cloudOf(100'000);
    cloud->serverProbes.clear();
    cloud->source(SourceId::Servers).count = int(cloud->servers.size());
    out << "\nProbes wanted of 100000 ports with 100 dead servers: " << wantedProbes(cloud).size() << '\n';
    return 0;
}
