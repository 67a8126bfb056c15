// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/portstate.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::PortState)
};

QString shown(const QString &text) { return text.isEmpty() ? Words::tr("nothing") : text; }

QString changed(const QString &what, const QString &before, const QString &now)
{
    return Words::tr("Its %1 changed from %2 to %3 since it was judged.").arg(what, shown(before), shown(now));
}

QStringList addressesOf(const Port &port)
{
    QStringList addresses;
    for (const FixedIp &fixed : port.fixedIps)
        addresses += fixed.text + u'@' + fixed.subnetId;
    addresses.sort();
    return addresses;
}

QStringList shownAddresses(const Port &port)
{
    QStringList addresses;
    for (const FixedIp &fixed : port.fixedIps)
        addresses += fixed.text;
    return addresses;
}

} // namespace

QString differenceOf(const Port &before, const Port &now)
{
    if (before.networkId != now.networkId || before.createdText != now.createdText)
        return Words::tr("Another port has this id now: it was made at %1 on network %2.")
            .arg(shown(now.createdText), now.networkId);
    if (before.projectId != now.projectId)
        return changed(Words::tr("project"), before.projectId, now.projectId);
    if (before.deviceId != now.deviceId)
        return changed(Words::tr("device"), before.deviceId, now.deviceId);
    if (before.deviceOwner != now.deviceOwner)
        return changed(Words::tr("device owner"), before.deviceOwner, now.deviceOwner);
    if (before.mac != now.mac)
        return changed(Words::tr("MAC"), before.mac, now.mac);
    if (addressesOf(before) != addressesOf(now))
        return changed(Words::tr("addresses"), shownAddresses(before).join(u", "_s), shownAddresses(now).join(u", "_s));
    if (before.hostId != now.hostId)
        return changed(Words::tr("host"), before.hostId, now.hostId);
    if (before.hasVifType != now.hasVifType || before.vifType != now.vifType || before.vnicType != now.vnicType)
        return changed(Words::tr("binding"), before.vifType, now.vifType);
    if (before.name != now.name)
        return changed(Words::tr("name"), before.name, now.name);
    if (before.status != now.status)
        return changed(Words::tr("status"), before.status, now.status);
    if (before.revision != now.revision) {
        const auto number
            = [](const std::optional<qint64> &revision) { return revision ? QString::number(*revision) : QString(); };
        return changed(Words::tr("revision"), number(before.revision), number(now.revision));
    }
    if (!before.revision && before.updatedAt != now.updatedAt)
        return Words::tr("It was updated since it was judged.");
    return {};
}

bool showsEffect(RemedyAction action, const Port &before, const Port &now)
{
    switch (action) {
    case RemedyAction::Delete:
        return false;
    case RemedyAction::RegenerateMac:
        return now.mac != before.mac;
    case RemedyAction::ClearDevice:
        break;
    }
    if (!now.deviceId.isEmpty() || !now.deviceOwner.isEmpty())
        return false;
    if (!before.deviceId.isEmpty() || !before.deviceOwner.isEmpty())
        return true;
    return now.hostId.isEmpty() && now.residueKeys.isEmpty()
        && (!before.hostId.isEmpty() || !before.residueKeys.isEmpty());
}

} // namespace flotsam
