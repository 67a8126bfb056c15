// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/source.h"

#include <QString>

namespace flotsam {

/// A cloud that the user may connect to, as the connect dialog shows it. Holds no secret.
struct CloudChoice
{
    QString name;
    QString origin; ///< the file it was found in, or "environment"
    QString authUrl;
    QString user; ///< user, or the application credential's name or id
    QString project;
    QString region;
    bool needsPassword = false; ///< a password is wanted and none was configured
    bool insecure = false; ///< `verify: false`: certificates are not checked
    QString problem; ///< why it cannot be used, empty where it can
};

/// How far the reading of one source has come.
struct SourceProgress
{
    enum class State
    {
        Waiting,
        Reading,
        Done
    };
    SourceId source = SourceId::Ports;
    State state = State::Waiting;
    int items = 0;
    SourceStatus status = SourceStatus::Absent; ///< meaningful when Done
};

} // namespace flotsam
