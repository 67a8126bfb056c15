// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/triage/judgement.h"

#include <QByteArray>

namespace flotsam {

/// The `flotsam-report` (version 1) of triage.md.
QByteArray jsonReport(const Judgement &judgement);
/// For people: fits 100 columns; \a colour adds ANSI colours.
QString textReport(const Judgement &judgement, bool colour);

} // namespace flotsam
