// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/cloudconfig.h"
#include "models/inventory/error.h"

#include <QJsonObject>

namespace flotsam {

/// Deep merge as secure.yaml is laid over clouds.yaml: mappings key by key, everything else replaced.
QJsonObject mergedDeep(QJsonObject base, const QJsonObject &over);
/// The regions of an entry, as objects {name, values}; `region_name` may be a list or "a,b".
QList<QJsonObject> regionsOf(const QJsonObject &entry);
/// \a over onto \a base where `auth` is merged key-wise, nulls are skipped and everything else is replaced.
QJsonObject mergedEntry(QJsonObject base, const QJsonObject &over);
/// '-' in keys becomes '_', at the top level and in `auth`.
QJsonObject normalizedEntry(const QJsonObject &entry);

/// An entry whose profile and region are merged in already, as a configuration. \a home is for '~'.
/// Fails where a key that is needed is missing or says something that is not supported.
Result<CloudConfig> resolveEntry(const QString &name, const QString &origin, const QJsonObject &entry,
                                 const QString &home);

} // namespace flotsam
