// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/cloudconfig.h"

namespace flotsam {

/// How to log into the simulated cloud at \a authUrl as its administrator.
CloudConfig demoConfig(const QUrl &authUrl);

} // namespace flotsam
