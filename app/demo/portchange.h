// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demostate.h"

#include <QJsonObject>

#include <optional>

namespace flotsam::demo {

/// What the body of a POST or PUT makes of a port, with Neutron's rules about who may set what and when.
class PortChange
{
public:
    explicit PortChange(DemoState &state)
        : m_state(state)
    { }
    /// Changes \a port; not stored. Returns the refusal where there is one.
    std::optional<Reply> apply(const Caller &caller, const QJsonObject &wanted, Port &port, bool creating);

private:
    std::optional<Reply> applyAddresses(const QJsonArray &wanted, Port &port, bool creating);

    DemoState &m_state;
};

/// Neutron's 403.
Reply disallowed(const QString &rule);

} // namespace flotsam::demo
