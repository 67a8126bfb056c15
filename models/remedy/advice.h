// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/triage/judgement.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace flotsam {

/// What puts a port right where the remedy is not this program's to do: a failed server or stack is explained, with
/// the commands, and never touched.
struct Advice
{
    QString title; ///< translated
    QStringList sentences; ///< translated
    QString commands; ///< for a POSIX shell, one a line; what is not a command stands in comments
};

/// Not set where the remedy is none, to wait, or one that is done here.
std::optional<Advice> adviceFor(const Judgement &judgement, int port);

} // namespace flotsam
