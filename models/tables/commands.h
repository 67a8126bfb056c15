// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/dataset.h"
#include "models/tables/rowmodel.h"

#include <QList>
#include <QString>

namespace flotsam {

/// A command for a POSIX shell and what it tells. It only reads.
struct ShellCommand
{
    QString what; ///< one line, translated
    QString line;
};

/// Shows the object of one row: "openstack port show 'd00…'".
QString showCommand(const Dataset &data, TableKind kind, int row);
/// What to run to see for oneself that the verdict on a port is right.
QList<ShellCommand> recheckCommands(const Dataset &data, int port);
/// The same as a script: OS_CLOUD and OS_REGION_NAME set, each command under its comment.
QString recheckScript(const Dataset &data, int port);
/// One command a row, after OS_CLOUD and OS_REGION_NAME.
QString showScript(const Dataset &data, TableKind kind, const std::vector<int> &rows);

} // namespace flotsam
