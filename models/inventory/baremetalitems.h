// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace flotsam {

/// Ironic node.
struct Node
{
    QString id; ///< uuid
    QString name;
    QString instanceId; ///< instance_uuid
    QString provisionState; ///< lower-case
    QString resourceClass;
    QString networkInterface;
    QString owner;
    bool maintenance = false;
    int raw = -1;

    /// In one of Ironic's stable states (ironic/common/states.py); in every other one the node is being worked on.
    bool isStable() const
    {
        using namespace Qt::StringLiterals;
        const QString &state = provisionState;
        return state == "available"_L1 || state == "manageable"_L1 || state == "enroll"_L1 || state == "active"_L1
            || state == "error"_L1 || state.endsWith(" failed"_L1);
    }
};

/// A bare-metal NIC: an Ironic port or port group.
struct Nic
{
    QString id; ///< uuid
    QString nodeId;
    QString mac; ///< address, normalised; a port group may have none
    QStringList vifIds; ///< internal_info.*_vif_port_id and extra.vif_port_id
    QString name;
    bool group = false; ///< a port group
    int raw = -1;
};

} // namespace flotsam
