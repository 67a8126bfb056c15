// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/triage/judgement.h"

#include <QStringList>

namespace flotsam {

/// What would have to be seen for the verdict on one port to be another, a sentence each; told from its reasons and
/// from what could not be read. Translated.
QStringList outlook(const Judgement &judgement, int port);

} // namespace flotsam
