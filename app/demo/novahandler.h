// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/novaservers.h"

namespace flotsam::demo {

/// Compute v2.1 (microversions 2.1 to 2.93) below /compute.
class NovaHandler : public Service
{
public:
    explicit NovaHandler(DemoState &state)
        : m_state(state)
        , m_servers(state)
    { }
    bool isPublic(const Request &request) const override;
    Reply handle(const Request &request) override;

private:
    Reply dispatch(const Request &request, int minor);
    Reply flavors(const Request &request, int minor) const;
    Reply limits(const Request &request, int minor) const;
    Reply quotaSets(const Request &request, int minor) const;

    DemoState &m_state;
    NovaServers m_servers;
};

} // namespace flotsam::demo
