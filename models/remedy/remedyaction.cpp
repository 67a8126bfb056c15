// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/remedyaction.h"

#include <QCoreApplication>

namespace flotsam {

using namespace Qt::StringLiterals;

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::RemedyAction)
};

} // namespace

QLatin1StringView toWord(RemedyAction action)
{
    switch (action) {
    case RemedyAction::Delete:
        return "delete"_L1;
    case RemedyAction::ClearDevice:
        return "clear-device"_L1;
    case RemedyAction::RegenerateMac:
        return "regenerate-mac"_L1;
    }
    return {};
}

std::optional<RemedyAction> remedyActionFromWord(QStringView word)
{
    for (int i = 0; i < RemedyActionCount; ++i) {
        if (word == toWord(RemedyAction(i)))
            return RemedyAction(i);
    }
    return std::nullopt;
}

QString actionButton(RemedyAction action, int ports)
{
    // The source text is shown as it is where there is no translation, so both numbers are spelled out.
    switch (action) {
    case RemedyAction::Delete:
        return ports == 1 ? Words::tr("Delete 1 port") : Words::tr("Delete %1 ports").arg(ports);
    case RemedyAction::ClearDevice:
        return ports == 1 ? Words::tr("Clear the device of 1 port")
                          : Words::tr("Clear the device of %1 ports").arg(ports);
    case RemedyAction::RegenerateMac:
        return ports == 1 ? Words::tr("Regenerate the MAC of 1 port")
                          : Words::tr("Regenerate the MAC of %1 ports").arg(ports);
    }
    return {};
}

QString actionInProgress(RemedyAction action)
{
    switch (action) {
    case RemedyAction::Delete:
        return Words::tr("Deleting port");
    case RemedyAction::ClearDevice:
        return Words::tr("Clearing the device of port");
    case RemedyAction::RegenerateMac:
        return Words::tr("Regenerating the MAC of port");
    }
    return {};
}

} // namespace flotsam
