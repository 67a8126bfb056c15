// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/remedyaction.h"
#include "models/triage/judgement.h"

#include <QHash>
#include <QSet>
#include <QStringList>

namespace flotsam {

/// What else happens when something is done to a port, as far as the reading showed.
struct SideEffects
{
    QSet<QString> floatingIpIds; ///< that lead to the port, by themselves or by a port forwarding
    QStringList floatingIps; ///< their addresses, sorted
    QStringList pairOwners; ///< ids of ports whose allowed_address_pairs name an address of this one, sorted
    QString trunk; ///< the trunk that it is a member of (its parent port, else its own id)
    QStringList securityGroups; ///< ids that it leaves
    QStringList addresses; ///< that become free for others
    bool freesQuota = false; ///< one port of its project's quota
    QStringList sentences; ///< all of the above in words, most important first. Translated.

    bool isRelyingNew(const SideEffects &earlier) const; ///< something relies on the port that did not in \a earlier
};

/// Looks the effects up for ports of one judgement, which must outlive it.
class SideEffectIndex
{
public:
    explicit SideEffectIndex(const Judgement &judgement);
    SideEffects of(int port, RemedyAction action) const;

private:
    QStringList pairOwnersOf(const Port &port) const;

    const Judgement &m_judgement;
    QHash<QString, QList<int>> m_floatingIps; ///< by port id
    QHash<QString, QList<int>> m_pairedPorts; ///< by network: ports with address pairs
};

} // namespace flotsam
