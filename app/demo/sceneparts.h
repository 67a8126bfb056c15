// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/scenebuilder.h"

/// The parts that scenes are put together from: a small company's cloud and the mishaps that befall it.
namespace flotsam::demo {

/// Ids of the company's projects and networks.
struct Company
{
    QString demo;
    QString web;
    QString ci;
    QString data;
    QString service;
    QString publicNet;
    QString demoNet;
    QString frontNet;
    QString backNet;
    QString ciNet;
    QString dataNet;
    QString metalNet; ///< where bare-metal nodes get their tenant ports
    QString provisioningNet;
    QString demoRouter;
    QString frontRouter;
};

/// Projects, users, networks and routers: plumbing only.
Company buildCompany(SceneBuilder &build);

// Healthy: every port has a living owner or somebody who relies on it.
void addWebShop(SceneBuilder &build, const Company &company);
void addDataPlatform(SceneBuilder &build, const Company &company);
void addRunners(SceneBuilder &build, const Company &company, int count);
void addDevelopers(SceneBuilder &build, const Company &company);
void addServicePlumbing(SceneBuilder &build, const Company &company);
void addHealthyStacks(SceneBuilder &build, const Company &company);
void addHealthyMetal(SceneBuilder &build, const Company &company);

// Mishaps.
/// Ports of CI servers whose create was cut off and that were deleted before the port appeared.
void addCiLeaks(SceneBuilder &build, const Company &company, int count);
/// Leaks that are told by other marks: purged servers, doubled creates.
void addOddLeaks(SceneBuilder &build, const Company &company);
void addHeatTrouble(SceneBuilder &build, const Company &company);
void addMetalTrouble(SceneBuilder &build, const Company &company);
/// Somebody's own ports that still carry leftovers, and ports that nobody attached.
void addForgottenPorts(SceneBuilder &build, const Company &company);
/// Boots that the full port quota of the runners' project made fail.
void addFailedBoots(SceneBuilder &build, const Company &company);
/// An unattached port with everything that can be set on a port.
void addRichPort(SceneBuilder &build, const Company &company);
/// What is in motion at the start: young ports, builds, a stack update, a node being cleaned.
void addMotion(SceneBuilder &build, const Company &company);
/// Servers that listings leave out: in a cell whose database does not answer, and one that Nova keeps back.
void addUnlistedServers(SceneBuilder &build, const Company &company);

} // namespace flotsam::demo
