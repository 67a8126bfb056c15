// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/time.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace flotsam {

/// Heat stack; nested ones too.
struct Stack
{
    QString id;
    QString name;
    QString status; ///< e.g. CREATE_COMPLETE, upper-case
    QString statusReason;
    QString projectId; ///< `project`, else from links[rel=self], else the token's project
    QString parent; ///< id of the stack that this one is nested in
    QString owner;
    Time created;
    Time updated;
    Time deleted;
    int raw = -1;

    /// In motion by its own status; its ancestors may be too.
    bool isMoving() const
    {
        return status.endsWith(QLatin1StringView("_IN_PROGRESS")) || status == QLatin1StringView("ROLLBACK_FAILED");
    }
};

struct StackResource
{
    QString stackId;
    QString name; ///< resource_name, else logical_resource_id
    QString type;
    QString status; ///< upper-case
    QString statusReason;
    QString physicalId;
    Time created;
    Time updated;
    int raw = -1;

    bool isMoving() const { return status.endsWith(QLatin1StringView("_IN_PROGRESS")); }
};

struct StackEvent
{
    QString id;
    QString stackId;
    QString resourceName; ///< resource_name, else logical_resource_id
    QString status; ///< resource_status, upper-case
    QString statusReason;
    QString physicalId;
    Time time; ///< event_time
    int raw = -1;
};

} // namespace flotsam
