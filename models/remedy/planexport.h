// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/remedyplan.h"

#include <QByteArray>

/// A plan as a dry run: what would be done, in forms that others can read. Pure.
namespace flotsam {

/// Format flotsam-plan, version 1: the plan, its ports with evidence, side effects and full JSON, and the refused.
QByteArray planJson(const RemedyPlan &plan);
/// RFC 4180, UTF-8, one port a line, the refused too.
QByteArray planCsv(const RemedyPlan &plan);
/// A shell script of `openstack` commands. Names of ports only stand in comments. Where there is no command for it, the
/// API call is told in a comment.
QByteArray planCommands(const RemedyPlan &plan);

} // namespace flotsam
