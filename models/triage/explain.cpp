// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/explain.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::Explain)
};

QString upperFirst(QString text)
{
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

QString span(qint64 milliseconds)
{
    const qint64 seconds = milliseconds / 1000;
    if (seconds < 120)
        return Words::tr("%1 s").arg(seconds);
    if (seconds < 7200)
        return Words::tr("%1 min").arg(seconds / 60);
    if (seconds < 2 * 86400)
        return Words::tr("%1 h").arg(seconds / 3600);
    return Words::tr("%1 days").arg(seconds / 86400);
}

const Server *findServer(const QList<Server> &servers, const QString &id)
{
    const auto found = std::lower_bound(servers.begin(), servers.end(), id,
                                        [](const Server &server, const QString &wanted) { return server.id < wanted; });
    return found != servers.end() && found->id == id ? &*found : nullptr;
}

QString quoted(const QString &name, const QString &id) { return u'"' + (name.isEmpty() ? id : name) + u'"'; }

QString serverSentence(const Snapshot &snapshot, const Port &port)
{
    const Server *server = findServer(snapshot.servers, port.deviceId);
    if (!server)
        return Words::tr("Its server exists.");
    return Words::tr("Its server %1 exists and is %2.").arg(quoted(server->name, server->id), server->status);
}

QString goneSentence(const Snapshot &snapshot, const Port &port)
{
    const Server *dead = findServer(snapshot.deletedServers, port.deviceId);
    if (!dead)
        return Words::tr("Nova says that its server %1 does not exist.").arg(port.deviceId);
    const QString name = quoted(dead->name, dead->id);
    const Time end = dead->terminatedAt ? dead->terminatedAt : dead->updated;
    if (!end)
        return Words::tr("Its server %1 was deleted.").arg(name);
    const qint64 now = snapshot.takenAt.toMSecsSinceEpoch();
    return Words::tr("Its server %1 was deleted %2 before this reading.")
        .arg(name, span(std::max<qint64>(0, now - *end)));
}

QString lateSentence(const Snapshot &snapshot, const Port &port)
{
    const Server *dead = findServer(snapshot.deletedServers, port.deviceId);
    const Time end = !dead ? Time() : dead->terminatedAt ? dead->terminatedAt : dead->updated;
    if (!dead || !end || !port.createdAt || *port.createdAt < *end)
        return reasonText(Reason::LateCreate);
    if (*port.createdAt - *end < 1000)
        return Words::tr("Its server %1 was deleted in the second in which this port appeared.")
            .arg(quoted(dead->name, dead->id));
    return Words::tr("Its server %1 was deleted %2 before this port appeared.")
        .arg(quoted(dead->name, dead->id), span(*port.createdAt - *end));
}

} // namespace

QString verdictLabel(const PortJudgement &judgement)
{
    QString label = toWord(judgement.verdict);
    if (judgement.verdict == Verdict::Orphan && judgement.confidence != Confidence::None)
        label += u", "_s + toWord(judgement.confidence);
    if (judgement.has(Flag::MacConflict))
        label += u" + MAC conflict"_s;
    return label;
}

QString verdictTitle(Verdict verdict)
{
    switch (verdict) {
    case Verdict::InUse:
        return Words::tr("In use");
    case Verdict::Service:
        return Words::tr("Service");
    case Verdict::Unknown:
        return Words::tr("Unknown");
    case Verdict::Settling:
        return Words::tr("Settling");
    case Verdict::Unattached:
        return Words::tr("Unattached");
    case Verdict::Stale:
        return Words::tr("Stale");
    case Verdict::Orphan:
        break;
    }
    return Words::tr("Orphan");
}

QString verdictMeaning(Verdict verdict)
{
    switch (verdict) {
    case Verdict::InUse:
        return Words::tr("Its owner exists, or something relies on it. Leave it alone.");
    case Verdict::Service:
        return Words::tr("Plumbing of Neutron or of a service whose objects were not checked. Leave it alone.");
    case Verdict::Unknown:
        return Words::tr("The evidence could not be had. Leave it alone until it is.");
    case Verdict::Settling:
        return Words::tr("Too young, or its owner is in motion. Look again in a while.");
    case Verdict::Unattached:
        return Words::tr("No device and no owner, and nothing says why. Its project decides.");
    case Verdict::Stale:
        return Words::tr("Somebody's port that carries leftovers of a dead owner. Repair it rather than delete it.");
    case Verdict::Orphan:
        break;
    }
    return Words::tr("Its owner is gone and nothing will come back for it. It may be deleted.");
}

QString reasonWords(const PortJudgement &judgement)
{
    QString words;
    for (const Reason reason : judgement.reasons()) {
        if (!words.isEmpty())
            words += u", "_s;
        words += toWord(reason);
    }
    return words;
}

QString flagWords(const PortJudgement &judgement)
{
    QString words;
    for (const Flag flag : AllFlags) {
        if (!judgement.has(flag))
            continue;
        if (!words.isEmpty())
            words += u", "_s;
        words += toWord(flag);
    }
    return words;
}

QString reasonText(Reason reason)
{
    switch (reason) {
    case Reason::ServerAlive:
        return Words::tr("Its server exists.");
    case Reason::ServerHidden:
        return Words::tr("Its server is in no list, but answers when asked for by its id.");
    case Reason::ServerError:
        return Words::tr("Its server exists in ERROR: delete the server first.");
    case Reason::ServerBusy:
        return Words::tr("Its server is being built or changed.");
    case Reason::ServerGone:
        return Words::tr("Nova says that its server does not exist.");
    case Reason::ServerDeleted:
        return Words::tr("Its server existed and was deleted.");
    case Reason::LateCreate:
        return Words::tr("It was created after its server had been deleted or had failed.");
    case Reason::HalfCreated:
        return Words::tr("It names a server but has no owner and is not bound: its creation was cut short.");
    case Reason::DuplicateCreate:
        return Words::tr("It is the twin of another port of the same server, from a repeated request.");
    case Reason::UnbindFailed:
        return Words::tr("Somebody made this port, and it still points at a server that is gone.");
    case Reason::HeatManaged:
        return Words::tr("It is a resource of a Heat stack.");
    case Reason::HeatFailedServer:
        return Words::tr("Heat made it for a server that failed.");
    case Reason::HeatReplaced:
        return Words::tr("Heat made it, and its resource uses another port by now.");
    case Reason::HeatStackGone:
        return Words::tr("Heat made it for a stack that was deleted.");
    case Reason::HeatNameUnclaimed:
        return Words::tr("It is named as Heat names ports, but no stack claims it for certain.");
    case Reason::StackBusy:
        return Words::tr("Its Heat stack is in motion.");
    case Reason::BaremetalMac:
        return Words::tr("It is not bound, and holds the MAC address of a bare-metal NIC.");
    case Reason::BindingResidue:
        return Words::tr("It still carries the host or device details of an owner that is gone.");
    case Reason::IronicVif:
        return Words::tr("A bare-metal NIC is attached to it.");
    case Reason::IronicBusy:
        return Words::tr("Its bare-metal node is between stable states.");
    case Reason::IronicLeftover:
        return Words::tr("It was left behind by a bare-metal node.");
    case Reason::NetworkPlumbing:
        return Words::tr("Neutron made it for itself: router, DHCP or the like.");
    case Reason::LoadBalancer:
        return Words::tr("It belongs to a load balancer.");
    case Reason::ShareServer:
        return Words::tr("It belongs to a shared file system server.");
    case Reason::Container:
        return Words::tr("It belongs to a container.");
    case Reason::OtherService:
        return Words::tr("It belongs to a service whose objects were not checked.");
    case Reason::Trunk:
        return Words::tr("It is part of a trunk.");
    case Reason::FloatingIp:
        return Words::tr("A floating IP or port forwarding leads to it.");
    case Reason::Vip:
        return Words::tr("Another port is allowed to use its address.");
    case Reason::TooYoung:
        return Words::tr("It was created or changed too recently to be judged.");
    case Reason::NotMyProject:
        return Words::tr("It belongs to another project, whose servers cannot be seen with this login.");
    case Reason::SourceIncomplete:
        return Words::tr("Something that the verdict rests on could not be read completely.");
    case Reason::ProbeFailed:
        return Words::tr("Nova was asked for its server and gave no usable answer.");
    case Reason::NeverBound:
        return Words::tr("It was never used since its creation.");
    case Reason::DuplicateName:
        return Words::tr("A port of the same name on the same network is in use.");
    case Reason::UserPort:
        break;
    }
    return Words::tr("Somebody made it, and nothing uses it.");
}

QString flagText(Flag flag)
{
    switch (flag) {
    case Flag::MacConflict:
        return Words::tr(
            "MAC conflict: it holds the MAC address of a bare-metal NIC. The next deployment of that node on "
            "this network fails with MacAddressInUse.");
    case Flag::MacDuplicate:
        return Words::tr("Ports on other networks have the same MAC address.");
    case Flag::IpHeld:
        return Words::tr("It holds an IP address.");
    case Flag::OverQuota:
        return Words::tr("The port quota of its project is used up.");
    case Flag::RestrictedView:
        break;
    }
    return Words::tr("Judged without an administrator's view.");
}

QString remedyText(Remedy remedy)
{
    switch (remedy) {
    case Remedy::None:
        return Words::tr("Nothing to do.");
    case Remedy::Wait:
        return Words::tr("Wait, and read again.");
    case Remedy::Delete:
        return Words::tr("Delete the port.");
    case Remedy::ClearDevice:
        return Words::tr("Clear its device_id and device_owner, and what its dead owner left on it.");
    case Remedy::RegenerateMac:
        return Words::tr("Give it a new MAC address.");
    case Remedy::DeleteServer:
        return Words::tr("Delete the failed server; its ports go with it.");
    case Remedy::DeleteStack:
        break;
    }
    return Words::tr("Delete the failed stack, or update it.");
}

QString verdictSentence(const Judgement &judgement, int port)
{
    const PortJudgement &verdict = judgement.ports[port];
    const Port &item = judgement.snapshot->ports[port];
    if (verdict.reasonCount == 0)
        return verdictMeaning(verdict.verdict);
    if (verdict.has(Reason::LateCreate))
        return lateSentence(*judgement.snapshot, item);
    switch (verdict.reasons().front()) {
    case Reason::ServerAlive:
        return serverSentence(*judgement.snapshot, item);
    case Reason::ServerDeleted:
    case Reason::ServerGone:
        return goneSentence(*judgement.snapshot, item);
    default:
        return upperFirst(reasonText(verdict.reasons().front()));
    }
}

} // namespace flotsam
