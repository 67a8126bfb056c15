// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demostate.h"
#include "app/demo/novajson.h"

namespace flotsam::demo {

/// Compute v2.1 (microversions 2.1 to 2.93) below /compute.
class NovaHandler : public Service
{
public:
    explicit NovaHandler(DemoState &state)
        : m_state(state)
    { }
    bool isPublic(const Request &request) const override;
    Reply handle(const Request &request) override;

private:
    Reply dispatch(const Request &request, int minor);
    Reply listServers(const Request &request, int minor, bool detail) const;
    Reply showServer(const Request &request, int minor) const;
    Reply createServer(const Request &request, int minor);
    Reply instanceActions(const Request &request, int minor) const;
    Reply interfaces(const Request &request) const;
    Reply flavors(const Request &request, int minor) const;
    Reply limits(const Request &request, int minor) const;
    Reply quotaSets(const Request &request, int minor) const;
    Reply subcollections(const Request &request) const;
    const Server *visibleServer(const Request &request, const QString &id) const;
    ServerView view(const Request &request, int minor, bool show) const;

    DemoState &m_state;
};

} // namespace flotsam::demo
