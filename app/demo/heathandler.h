// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/heatjson.h"

namespace flotsam::demo {

/// Orchestration v1 below /orchestration/v1/{project}.
class HeatHandler : public Service
{
public:
    HeatHandler(DemoState &state, const QString &root)
        : m_state(state)
        , m_json{state, root}
    { }
    bool isPublic(const Request &request) const override { return request.path.isEmpty(); }
    Reply handle(const Request &request) override;

private:
    Reply list(const Request &request, bool detail) const;
    Reply change(const Request &request, const Stack &stack);
    Reply resources(const Request &request, const Stack &stack) const;
    Reply events(const Request &request, const Stack &stack) const;
    const Stack *visible(const Caller &caller, const QString &nameOrId) const;

    DemoState &m_state;
    HeatJson m_json;
};

} // namespace flotsam::demo
