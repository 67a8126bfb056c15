// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace flotsam {

/// 8-4-4-4-12 hexadecimal digits in any case. Without dashes it names no server: Nova would answer 404 for it.
bool isUuid(QStringView text);

} // namespace flotsam
