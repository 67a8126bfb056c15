// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/triage/portcase.h"

#include <span>

namespace flotsam {

/// One row of the contract: for which ports, and what it says of them.
struct Rule
{
    const char *name;
    quint8 families; ///< Family values, or-ed
    Opinion (*says)(const PortCase &);
};

/// All rules in the order of precedence: the first that has an opinion decides.
std::span<const Rule> allRules();

/// What the rules say of a port, without flags.
PortJudgement ruleOn(const PortCase &port);
/// The same, with what relies on the port, flags and preselection.
PortJudgement judgePort(const PortCase &port);

// A: device_owner and name (ownerrules.cpp)
Opinion networkPlumbing(const PortCase &);
Opinion ironicVif(const PortCase &);
Opinion trunkMember(const PortCase &);
Opinion loadBalancerPlumbing(const PortCase &);
Opinion shareServer(const PortCase &);
Opinion container(const PortCase &);
Opinion otherService(const PortCase &);
// D: bare metal (baremetalrules.cpp)
Opinion baremetalNode(const PortCase &);
// B: the server of the device (serverrules.cpp; from B5 on deadserverrules.cpp)
Opinion deviceIsNoServer(const PortCase &);
Opinion serverAlive(const PortCase &);
Opinion tooYoung(const PortCase &);
Opinion notMyProject(const PortCase &);
Opinion serverUndecided(const PortCase &);
Opinion heatPortOfDeadServer(const PortCase &);
Opinion somebodysPortOfDeadServer(const PortCase &);
Opinion otherOrchestrator(const PortCase &);
Opinion leakOfDeadServer(const PortCase &);
// C: neither device nor owner (freeportrules.cpp)
Opinion floatingIp(const PortCase &);
Opinion vip(const PortCase &);
Opinion loadBalancerVip(const PortCase &);
Opinion heatResource(const PortCase &);
Opinion sourcesUnread(const PortCase &);
Opinion baremetalMac(const PortCase &);
Opinion standaloneNode(const PortCase &);
Opinion bindingResidue(const PortCase &);
Opinion unattachedPort(const PortCase &);
// C3: ports with a name that Heat gives (heatnamerules.cpp)
Opinion stackBusy(const PortCase &);
Opinion claimedByStack(const PortCase &);
Opinion claimedByDeletedStack(const PortCase &);
Opinion unclaimedName(const PortCase &);

} // namespace flotsam
