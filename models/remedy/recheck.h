// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/error.h"
#include "models/remedy/remedyplan.h"
#include "models/remedy/tripwires.h"

#include <chrono>

namespace flotsam {

/// What a second look just before the deed says of one planned port.
struct RecheckedPort
{
    QString id;
    bool ok = false;
    QString why; ///< why it is taken out, a sentence. Translated; empty where ok.
    PortJudgement judgement; ///< the fresh one; Unknown where the port was not seen
    QString name = {}; ///< as planned
};

/// What a plan's ports and everything that they hang on were found to be.
struct RecheckResult
{
    QDateTime at; ///< UTC, when it was done; a reading that takes longer than RecheckAge itself is none
    JudgementPtr judgement; ///< of the re-check's own, small reading
    EndpointRegions regions;
    bool canMatchRevision = false; ///< extension revision-if-match
    QList<RecheckedPort> ports; ///< every port of the plan, sorted by id
    QList<Error> problems;

    QSet<QString> okIds() const;
    const RecheckedPort *find(const QString &id) const;
};

/// Why a look into \a cloud, \a region as \a auth is none at what a plan made of \a planned is about; a sentence that
/// names both places. Translated; empty where it is the same place.
QString otherPlace(const Snapshot &planned, const QString &cloud, const QString &region, const AuthInfo &auth);

/// Compares what was planned with what is there now, and with what judge() says of it now. The port stays in the plan
/// only where its identity, device, owner, addresses, MAC, binding and revision are the same, the verdict is as strong
/// as it was, and nothing relies on it that did not before. Pure.
RecheckedPort recheck(const PlannedPort &planned, RemedyAction action, const Judgement &fresh,
                      const SideEffectIndex &freshEffects);
QList<RecheckedPort> recheckAll(const RemedyPlan &plan, const Judgement &fresh);

/// How long a re-check counts.
inline constexpr std::chrono::seconds RecheckAge{120};
/// \a age older than that, or from the future.
bool isStale(const QDateTime &checkedAt, const QDateTime &now, std::chrono::milliseconds age = RecheckAge);

} // namespace flotsam
