// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demostate.h"

#include <QJsonObject>

#include <optional>

namespace flotsam::demo {

/// What the body of one POST or PUT makes of a port, with Neutron's rules about who may set what and when: attributes
/// that are not for writing, policy, the values' form, then what fits together.
class PortChange
{
public:
    using Problem = std::optional<Reply>; ///< Neutron's refusal, where there is one

    /// \a port is changed by apply(), and stored by nobody. With \a creating it is a draft.
    PortChange(DemoState &state, const Caller &caller, Port &port, bool creating);
    Problem apply(const QJsonObject &wanted);

private:
    Problem checkNames(const QJsonObject &wanted) const;
    Problem checkPolicy(const QJsonObject &wanted) const;
    Problem set(const QString &key, const QJsonValue &value);
    Problem setText(const QString &key, const QJsonValue &value, QString &text) const;
    Problem setMac(const QJsonValue &value);
    Problem setBinding(const QJsonObject &wanted);
    Problem setAddresses(const QJsonValue &value);
    Problem setAddress(const QJsonObject &wanted, FixedAddress &address) const;
    Problem setPairs(const QJsonValue &value);
    Problem setDhcpOptions(const QJsonValue &value);
    Problem setSecurityGroups(const QJsonValue &value);
    Problem checkSecurity(const QJsonObject &wanted);

    DemoState &m_state;
    const Caller &m_caller;
    Port &m_port;
    const Port m_before;
    const bool m_creating;
};

/// Neutron's 403; \a rule as it names it.
Reply disallowed(const QString &rule);

} // namespace flotsam::demo
