// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demostate.h"

namespace flotsam::demo {

/// The little of the image service (v2, below /image) that clients ask for when they boot and list servers.
class GlanceHandler : public Service
{
public:
    explicit GlanceHandler(DemoState &state)
        : m_state(state)
    { }
    bool isPublic(const Request &request) const override { return request.path.isEmpty(); }
    Reply handle(const Request &request) override;

private:
    DemoState &m_state;
};

} // namespace flotsam::demo
