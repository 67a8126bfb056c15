// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/trail.h"

#include <QTimeZone>

#include <algorithm>

namespace flotsam {

using namespace Qt::StringLiterals;

namespace {

/// In the order of SourceId. %1 is the stack or the project that the evidence is about.
constexpr std::array<QLatin1StringView, SourceCount> Commands{
    "openstack port list --long"_L1,
    "openstack server list --all-projects"_L1,
    "openstack server list --all-projects --deleted"_L1,
    "openstack stack list --all-projects --nested"_L1,
    "openstack stack list --all-projects --nested --deleted"_L1,
    "openstack stack resource list %1"_L1,
    "openstack stack event list %1"_L1,
    "openstack network list"_L1,
    "openstack subnet list"_L1,
    "openstack router list"_L1,
    "openstack floating ip list"_L1,
    "openstack network trunk list --long"_L1,
    "openstack extension list --network"_L1,
    "openstack quota show --usage %1"_L1,
    "openstack baremetal node list"_L1,
    "openstack baremetal port list --long"_L1,
    "openstack baremetal port group list --long"_L1,
    "openstack loadbalancer list"_L1,
    "openstack project list"_L1,
};

/// The command that repeats the reading of \a source, with the same view.
QString commandOf(const Snapshot &snapshot, SourceId source, const QString &subject)
{
    QString command = Commands[size_t(source)];
    if (!snapshot.auth.admin)
        command.remove(u" --all-projects"_s);
    if (!command.contains(u"%1"_s))
        return command;
    const bool named = source == SourceId::Quotas
        || std::any_of(snapshot.stacks.begin(), snapshot.stacks.end(),
                       [&](const Stack &stack) { return stack.id == subject; });
    return command.arg(named && !subject.isEmpty() ? subject : u"STACK (of each in the list of stacks)"_s);
}

QString outcome(const SourceInfo &info)
{
    QString text = info.status == SourceStatus::Absent ? u"this cloud does not have it, or it was not read"_s
                                                       : u"the listing is "_s + sourceStatusName(info.status);
    if (!info.detail.isEmpty())
        text += u" ("_s + info.detail + u')';
    return text;
}

} // namespace

QString when(const QDateTime &time)
{
    return time.isValid() ? time.toUTC().toString(u"yyyy-MM-dd HH:mm:ss 'UTC'"_s) : u"an unknown time"_s;
}

QString when(const Time &time)
{
    return time ? when(QDateTime::fromMSecsSinceEpoch(*time, Qt::UTC)) : u"an unknown time"_s;
}

Evidence listingEvidence(const Snapshot &snapshot, SourceId source, const QString &subject, const QString &result,
                         const QString &sentence)
{
    const SourceInfo &info = snapshot.source(source);
    const bool nothing = info.status != SourceStatus::Complete && info.count == 0;
    QString detail = sentence;
    if (info.status != SourceStatus::Complete)
        detail += u"; but "_s + outcome(info);
    detail += u". Read "_s + when(info.readAt) + u": "_s + commandOf(snapshot, source, subject);
    return {QString(sourceName(source)), subject, nothing ? u"not checked"_s : result, detail};
}

Evidence portEvidence(const Snapshot &snapshot, const Port &port, const QString &field, const QString &result,
                      const QString &sentence)
{
    return {u"port."_s + field, port.id, result,
            sentence + u". Read "_s + when(snapshot.source(SourceId::Ports).readAt) + u": openstack port show "_s
                + port.id};
}

void noteUnread(const Snapshot &snapshot, const QList<SourceId> &sources, const Trail &trail)
{
    for (const SourceId source : sources) {
        const SourceInfo &info = snapshot.source(source);
        if (info.status == SourceStatus::Complete)
            continue;
        trail.note([&] {
            return Evidence{QString(sourceName(source)), QString(), u"not checked"_s,
                            outcome(info) + u". To read it: "_s + commandOf(snapshot, source, {})};
        });
    }
}

} // namespace flotsam
