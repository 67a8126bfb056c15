// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demostate.h"
#include "app/demo/neutronquery.h"

namespace flotsam::demo {

/// /v2.0/ports: the one resource that exists a hundred thousand times, so it does not go through listObjects().
class NeutronPorts
{
public:
    explicit NeutronPorts(DemoState &state)
        : m_state(state)
    { }
    Reply handle(const Request &request); ///< path below /v2.0, "ports" first

private:
    Reply list(const Request &request) const;
    Reply create(const Request &request);
    Reply createOne(const Request &request, const QJsonObject &wanted, QJsonObject *made);
    Reply update(const Request &request, const Port &port);
    Reply remove(const Request &request, const Port &port);
    Reply tags(const Request &request, const Port &port);
    bool visible(const Caller &caller, const Port &port) const;
    bool matches(const ListQuery &query, const Port &port) const;
    std::optional<Reply> revisionProblem(const Request &request, const Port &port) const;

    DemoState &m_state;
};

} // namespace flotsam::demo
