// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/trail.h"

#include <QTimeZone>

namespace flotsam {

using namespace Qt::StringLiterals;

namespace {

/// In the order of SourceId.
constexpr std::array<QLatin1StringView, SourceCount> Commands{
    "openstack port list --long"_L1,
    "openstack server list --all-projects"_L1,
    "openstack server list --all-projects --deleted"_L1,
    "openstack stack list --nested"_L1,
    "openstack stack list --nested --deleted"_L1,
    "openstack stack resource list"_L1,
    "openstack stack event list"_L1,
    "openstack network list"_L1,
    "openstack subnet list"_L1,
    "openstack router list"_L1,
    "openstack floating ip list"_L1,
    "openstack network trunk list"_L1,
    "openstack extension list --network"_L1,
    "openstack quota show --usage"_L1,
    "openstack baremetal node list"_L1,
    "openstack baremetal port list --long"_L1,
    "openstack baremetal port group list --long"_L1,
    "openstack loadbalancer list"_L1,
    "openstack project list"_L1,
};

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
    detail += u". Read "_s + when(info.readAt) + u": "_s + Commands[size_t(source)];
    return {QString(sourceName(source)), subject, nothing ? u"not checked"_s : result, detail};
}

void noteUnread(const Snapshot &snapshot, const QList<SourceId> &sources, const Trail &trail)
{
    for (const SourceId source : sources) {
        const SourceInfo &info = snapshot.source(source);
        if (info.status == SourceStatus::Complete)
            continue;
        trail.note([&] {
            return Evidence{QString(sourceName(source)), QString(), u"not checked"_s,
                            outcome(info) + u". To read it: "_s + Commands[size_t(source)]};
        });
    }
}

} // namespace flotsam
