// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/neutronfloating.h"
#include "app/demo/neutronports.h"

namespace flotsam::demo {

/// Networking v2.0 below /network.
class NeutronHandler : public Service
{
public:
    explicit NeutronHandler(DemoState &state)
        : m_state(state)
        , m_ports(state)
        , m_floating(state)
    { }
    bool isPublic(const Request &request) const override;
    Reply handle(const Request &request) override;

private:
    Reply versions(const Request &request) const;
    Reply quotas(const Request &request);
    Reply forwardings(const Request &request, const FloatingIp &fip) const;
    std::vector<QJsonObject> objects(const QString &collection, const Caller &caller) const;

    DemoState &m_state;
    NeutronPorts m_ports;
    NeutronFloating m_floating;
};

} // namespace flotsam::demo
