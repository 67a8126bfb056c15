// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>

namespace flotsam::test {

/// Palettes like those of common desktops, so that a picture does not depend on the machine.
QPalette lightPalette();
QPalette darkPalette();

} // namespace flotsam::test
