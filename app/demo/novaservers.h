// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demostate.h"
#include "app/demo/novajson.h"

namespace flotsam::demo {

/// /v2.1/servers and what is below it.
class NovaServers
{
public:
    explicit NovaServers(DemoState &state)
        : m_state(state)
    { }
    Reply handle(const Request &request, int minor); ///< path from "v2.1" on

private:
    Reply listServers(const Request &request, int minor, bool detail) const;
    Reply showServer(const Request &request, int minor) const;
    Reply createServer(const Request &request, int minor);
    Reply instanceActions(const Request &request, int minor) const;
    Reply interfaces(const Request &request);
    Reply subcollections(const Request &request) const;
    const Server *visibleServer(const Request &request, const QString &id) const;
    ServerView view(const Request &request, int minor, bool show) const;

    DemoState &m_state;
};

} // namespace flotsam::demo
