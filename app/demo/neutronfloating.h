// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demostate.h"

#include <QJsonObject>

#include <optional>

namespace flotsam::demo {

/// POST, PUT and DELETE below /v2.0/floatingips.
class NeutronFloating
{
public:
    explicit NeutronFloating(DemoState &state)
        : m_state(state)
    { }
    Reply handle(const Request &request);

private:
    Reply create(const Request &request);
    /// Associates and dissociates as \a wanted says.
    std::optional<Reply> change(const Caller &caller, const QJsonObject &wanted, FloatingIp &fip);
    QString routerTo(const QString &externalNetwork, const QString &subnetId) const;

    DemoState &m_state;
};

} // namespace flotsam::demo
