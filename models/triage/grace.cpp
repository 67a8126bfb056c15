// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/triage/grace.h"

#include "models/triage/trail.h"

#include <algorithm>
#include <vector>

namespace flotsam {

using namespace Qt::StringLiterals;

namespace {

/// Addresses as numbers, sorted; one that is no address keeps its spelling.
std::vector<std::pair<std::optional<IpAddress>, QString>> addressSet(const QStringList &texts)
{
    std::vector<std::pair<std::optional<IpAddress>, QString>> set;
    for (const QString &text : texts) {
        const auto address = IpAddress::fromString(text);
        set.emplace_back(address, address ? QString() : text);
    }
    std::sort(set.begin(), set.end());
    return set;
}

} // namespace

bool sawUnchanged(const Observation &observation, const Port &port)
{
    if (observation.revision && port.revision)
        return *observation.revision == *port.revision;
    if (!observation.hasFields)
        return false;
    QStringList addresses;
    for (const FixedIp &fixed : port.fixedIps)
        addresses.append(fixed.text);
    return observation.deviceId == port.deviceId && observation.deviceOwner == port.deviceOwner
        && observation.mac == port.mac && observation.status == port.status && observation.hostId == port.hostId
        && addressSet(observation.addresses) == addressSet(addresses);
}

Age ageOf(const Port &port, const Snapshot &snapshot, const Settings &settings)
{
    const qint64 now = snapshot.takenAt.toMSecsSinceEpoch();
    const qint64 grace = qint64(settings.graceSeconds) * 1000;
    const auto recent = [&](qint64 time) { return now - time < grace; };

    Age age;
    age.created = port.createdAt;
    age.updated = port.updatedAt;
    if ((age.created && recent(*age.created)) || (age.updated && recent(*age.updated)))
        return age;
    if (age.created && age.updated) {
        age.young = false;
        return age;
    }
    const auto seen = snapshot.observations.constFind(port.id);
    if (seen == snapshot.observations.constEnd() || !seen->firstSeen || !sawUnchanged(*seen, port))
        return age;
    age.firstSeen = seen->firstSeen;
    age.byObservation = !recent(*seen->firstSeen);
    age.young = !age.byObservation;
    return age;
}

QString Age::words() const
{
    QString text = u"created "_s + when(created) + u", changed "_s + when(updated);
    if (firstSeen)
        text += u", seen unchanged since "_s + when(firstSeen);
    return text;
}

} // namespace flotsam
