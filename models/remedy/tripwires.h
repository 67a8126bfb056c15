// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/remedyplan.h"

namespace flotsam {

/// What a wire guards against.
enum class Wire : quint8
{
    HalfOfProject, ///< more than half of a project's ports are in the plan
    ManyPorts, ///< more than 200 ports are
    NoServers, ///< the server list is empty while ports name ten servers or more
    SourceIncomplete, ///< something that a verdict of the plan rests on was not read in full
    RegionsDiffer, ///< the compute and the network endpoints are not of one region
};

struct Tripwire
{
    enum class Trip : quint8
    {
        Confirm, ///< a second confirmation lets the plan run
        Refuse, ///< the plan does not run
    };
    Wire wire = Wire::ManyPorts;
    Trip trip = Trip::Confirm;
    QString words; ///< which wire and why, a sentence or two. Translated.
    QStringList portIds; ///< of the plan, that it is about; sorted
};

/// Where the services that were asked are.
struct EndpointRegions
{
    QString network; ///< empty: not known (endpoint_override)
    QStringList computes; ///< of every Nova that was asked, own first; an empty string: not known
};

/// Which wires \a plan touches. \a fresh is what was judged last: the plan's own reading, or the re-check of its ports.
/// Pure. Order: refusals first.
QList<Tripwire> tripwires(const RemedyPlan &plan, const Judgement &fresh, const EndpointRegions &regions);
bool refuses(const QList<Tripwire> &wires);

inline constexpr int ManyPortsLimit = 200;
inline constexpr int NamedServersLimit = 10;

} // namespace flotsam
