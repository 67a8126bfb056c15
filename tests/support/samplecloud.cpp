// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samplecloud.h"

#include "models/triage/triageindex.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam::test {

namespace {

constexpr qint64 Minute = 60'000;

struct Kind
{
    Verdict verdict;
    Confidence confidence;
    Remedy remedy;
    std::initializer_list<Reason> reasons;
};

const Kind &kindOf(int port, bool healthy)
{
    static const std::array<Kind, 10> kinds{{
        {Verdict::InUse, Confidence::None, Remedy::None, {Reason::ServerAlive}},
        {Verdict::Orphan, Confidence::Proven, Remedy::Delete, {Reason::LateCreate, Reason::ServerDeleted}},
        {Verdict::InUse, Confidence::None, Remedy::None, {Reason::ServerAlive}},
        {Verdict::Unattached, Confidence::None, Remedy::None, {Reason::NeverBound}},
        {Verdict::InUse, Confidence::None, Remedy::None, {Reason::HeatManaged}},
        {Verdict::Stale, Confidence::None, Remedy::RegenerateMac, {Reason::BaremetalMac}},
        {Verdict::Settling, Confidence::None, Remedy::Wait, {Reason::TooYoung}},
        {Verdict::Unknown, Confidence::None, Remedy::None, {Reason::ProbeFailed}},
        {Verdict::Orphan, Confidence::Likely, Remedy::DeleteStack, {Reason::HeatFailedServer}},
        {Verdict::Service, Confidence::None, Remedy::None, {Reason::NetworkPlumbing}},
    }};
    return healthy ? kinds[0] : kinds[size_t(port % 10)];
}

void addServer(Snapshot &cloud, int number, qint64 now)
{
    Server server;
    server.id = sampleId('a', number);
    server.name = u"web-%1"_s.arg(number);
    server.projectId = u"p%1"_s.arg(number % 3);
    server.status = number % 17 == 5 ? u"ERROR"_s : u"ACTIVE"_s;
    server.host = u"compute-%1"_s.arg(number % 5);
    server.created = now - number * 7 * Minute - 60 * Minute;
    cloud.servers += server;
}

void addStack(Snapshot &cloud, int number)
{
    Stack stack;
    stack.id = sampleId('e', number);
    stack.name = u"stack-%1"_s.arg(number);
    stack.projectId = u"p%1"_s.arg(number % 3);
    stack.status = number % 3 == 1 ? u"CREATE_FAILED"_s : u"CREATE_COMPLETE"_s;
    cloud.stacks += stack;
    StackResource server;
    server.stackId = stack.id;
    server.name = u"node"_s;
    server.type = u"OS::Nova::Server"_s;
    server.status = stack.status;
    server.physicalId = number % 3 == 1 ? QString() : sampleId('a', number);
    StackResource vip;
    vip.stackId = stack.id;
    vip.name = u"vip"_s;
    vip.type = u"OS::Neutron::Port"_s;
    vip.status = u"CREATE_COMPLETE"_s;
    vip.physicalId = sampleId('d', number * 10 + 4);
    cloud.resources += {server, vip};
}

Port makePort(int number, const SampleOptions &options, qint64 now)
{
    const Kind &kind = kindOf(number, options.healthy);
    Port port;
    port.id = sampleId('d', number);
    port.projectId = u"p%1"_s.arg(number / 10 % 3);
    port.networkId = u"n%1"_s.arg(number % 2);
    port.mac = u"fa:16:3e:%1:%2:%3"_s.arg(number / 65536 % 256, 2, 16, QChar(u'0'))
                   .arg(number / 256 % 256, 2, 16, QChar(u'0'))
                   .arg(number % 256, 2, 16, QChar(u'0'));
    const QString ip = u"10.%1.%2.%3"_s.arg(number / 65536 % 256).arg(number / 256 % 256).arg(number % 256);
    port.fixedIps = {{u"s0"_s, ip, IpAddress::fromString(ip)}};
    port.hasVifType = true;
    port.status = u"DOWN"_s;
    port.revision = number % 9 + 1;
    if (number % 11 != 3)
        port.createdAt = now - qint64(number) * 5 * Minute - Minute;
    const auto bindTo = [&](const QString &server) {
        port.deviceId = server;
        port.deviceOwner = u"compute:nova"_s;
        port.vifType = u"ovs"_s;
        port.hostId = u"compute-%1"_s.arg(number % 5);
        port.status = u"ACTIVE"_s;
    };
    if (kind.verdict == Verdict::InUse && kind.reasons.begin()[0] == Reason::ServerAlive) {
        bindTo(sampleId('a', number / 2 % std::max(1, options.servers)));
    } else if (kind.verdict == Verdict::Orphan && kind.confidence == Confidence::Proven) {
        port.deviceId = sampleId('b', number);
    } else if (kind.verdict == Verdict::Unknown) {
        bindTo(sampleId('c', number));
        port.status = u"DOWN"_s;
    } else if (kind.verdict == Verdict::Service) {
        port.deviceId = u"dhcp0-"_s + sampleId('f', number);
        port.deviceOwner = u"network:dhcp"_s;
    } else if (kind.verdict == Verdict::Orphan) {
        port.name = u"node-port-0"_s;
    } else {
        port.name = kind.verdict == Verdict::Unattached ? u"reserved-%1"_s.arg(number) : u"port %1"_s.arg(number);
    }
    if (options.insecureNames)
        port.name = u"<b>näme</b>\t&amp;\nпорт %1"_s.arg(number);
    return port;
}

} // namespace

QString sampleId(char kind, int number)
{
    return u"%1%2-0000-4000-8000-000000000000"_s.arg(QLatin1Char(kind)).arg(number, 7, 10, QChar(u'0'));
}

SnapshotPtr sampleSnapshot(const SampleOptions &options)
{
    auto cloud = std::make_shared<Snapshot>();
    cloud->cloud = u"sample"_s;
    cloud->region = u"RegionOne"_s;
    cloud->takenAt = QDateTime(QDate(2026, 11, 30), QTime(9, 41), Qt::UTC);
    cloud->auth = {u"p0"_s, u"demo"_s, u"admin"_s, {u"admin"_s}, true};
    const qint64 now = cloud->takenAt.toMSecsSinceEpoch();
    for (int i = 0; i < options.servers; ++i)
        addServer(*cloud, i, now);
    for (int i = 0; i < std::max(3, options.servers / 10); ++i)
        addStack(*cloud, i);
    for (int i = options.shift; i < options.ports; ++i) {
        Port port = makePort(i, options, now);
        if (port.deviceId.startsWith(u'b') && i % 20 == 1) {
            Server dead;
            dead.id = port.deviceId;
            dead.name = u"ci-%1"_s.arg(i);
            dead.status = u"DELETED"_s;
            dead.projectId = port.projectId;
            dead.terminatedAt = port.createdAt ? Time(*port.createdAt - 12'000) : Time();
            cloud->deletedServers += dead;
        } else if (port.deviceId.startsWith(u'b')) {
            ServerProbe gone;
            gone.status = 404;
            gone.body = ServerProbe::Body::ItemNotFound;
            cloud->serverProbes.insert(port.deviceId, gone);
        }
        cloud->ports += port;
    }
    for (int i = 0; i < 3; ++i)
        cloud->projects += Project{u"p%1"_s.arg(i), std::array{u"demo"_s, u"ci"_s, u"web"_s}[size_t(i)], {}, -1};
    for (int i = 0; i < 2; ++i)
        cloud->networks += Network{u"n%1"_s.arg(i), i == 0 ? u"private"_s : u"provider"_s, u"p0"_s, false, false, -1};
    for (const SourceId id : AllSources) {
        cloud->source(id).status = SourceStatus::Complete;
        cloud->source(id).readAt = cloud->takenAt;
    }
    cloud->source(SourceId::Ports).count = int(cloud->ports.size());
    cloud->source(SourceId::LoadBalancers).status = SourceStatus::Absent;
    if (options.incomplete) {
        cloud->source(SourceId::Trunks).status = SourceStatus::Denied;
        cloud->source(SourceId::Trunks).detail = u"403 Forbidden"_s;
        cloud->source(SourceId::Stacks).status = SourceStatus::Failed;
        cloud->source(SourceId::Stacks).detail = u"no answer within 30 s"_s;
    }
    return cloud;
}

JudgementPtr sampleJudgement(const SnapshotPtr &snapshot)
{
    auto result = std::make_shared<Judgement>();
    result->index = std::make_shared<const TriageIndex>(snapshot, Settings{});
    result->snapshot = snapshot;
    for (const Port &port : snapshot->ports) {
        const int number = QStringView(port.id).sliced(1, 7).toInt();
        const Kind &kind = kindOf(number, port.deviceId.startsWith(u'a'));
        PortJudgement judgement;
        judgement.verdict = kind.verdict;
        judgement.confidence = kind.confidence;
        judgement.remedy = kind.remedy;
        for (const Reason reason : kind.reasons)
            judgement.add(reason);
        if (judgement.has(Reason::BaremetalMac))
            judgement.set(Flag::MacConflict);
        if (judgement.deletable())
            judgement.set(Flag::IpHeld);
        result->ports += judgement;
        ++result->verdictCounts[size_t(judgement.verdict)];
        for (const Flag flag : AllFlags) {
            if (judgement.has(flag))
                ++result->flagCounts[flag];
        }
        result->reclaimable += judgement.verdict == Verdict::Orphan;
    }
    for (int i = 0; i < 3; ++i) {
        ProjectQuota quota;
        quota.projectId = u"p%1"_s.arg(i);
        quota.known = true;
        quota.limit = i == 1 ? 10 : -1;
        quota.used = 10;
        quota.reclaimable = i == 1 ? 4 : 0;
        result->quotas += quota;
    }
    return result;
}

Dataset sampleDataset(const SampleOptions &options) { return Dataset::of(sampleJudgement(sampleSnapshot(options))); }

} // namespace flotsam::test
