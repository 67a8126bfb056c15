// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1StringView>
#include <QString>

#include <optional>

namespace flotsam {

/// What may be done to a port here. Deleting a server or a stack is explained, never done.
enum class RemedyAction : quint8
{
    Delete,
    ClearDevice, ///< PUT device_id '' and device_owner '', and host and leftovers of the binding where allowed
    RegenerateMac, ///< PUT mac_address null (extension port-mac-address-regenerate), only unbound
};
inline constexpr int RemedyActionCount = 3;

/// As in triage.md: "delete", "clear-device", "regenerate-mac". The words of journals and exports.
QLatin1StringView toWord(RemedyAction action);
std::optional<RemedyAction> remedyActionFromWord(QStringView word);

/// The verb for a button, with the number: "Delete 12 ports". Translated.
QString actionButton(RemedyAction action, int ports);
/// "Deleting port", for messages.
QString actionInProgress(RemedyAction action);

} // namespace flotsam
