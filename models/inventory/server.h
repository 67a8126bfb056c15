// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/time.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace flotsam {

/// Nova server, live listing or deleted listing.
struct Server
{
    QString id;
    QString name;
    QString projectId;
    QString status; ///< upper-case
    QString taskState;
    QString vmState;
    QString host;
    QString availabilityZone;
    QString faultMessage; ///< fault.message
    /// Placement's custom classes that the flavor asks for, e.g. "CUSTOM_BM_LARGE": `resources:CUSTOM_…` above 0 in
    /// flavor.extra_specs (Nova microversion 2.47 and later)
    QStringList customResources;
    bool hasAddresses = false; ///< `addresses` is there and not empty
    QStringList macs; ///< OS-EXT-IPS-MAC:mac_addr of `addresses`, normalised
    QStringList ips; ///< addr of `addresses`, as sent
    Time created;
    Time updated;
    Time launchedAt;
    Time terminatedAt;
    int raw = -1;

    bool isTombstone() const { return status == QLatin1StringView("DELETED"); }
};

} // namespace flotsam
