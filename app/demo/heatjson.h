// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demostate.h"

#include <QJsonObject>

namespace flotsam::demo {

QJsonObject heatLink(const QString &href, const QString &rel);

/// Heat's objects as its API sends them.
struct HeatJson
{
    const DemoState &state;
    QString root; ///< URL of the simulated cloud

    QString url(const Stack &stack) const;
    QJsonObject summary(const Stack &stack, bool withProject) const;
    QJsonObject show(const Stack &stack) const;
    QJsonObject resource(const Stack &stack, const Resource &resource, bool admin, bool detail) const;
    /// \a full adds what only the answer about one event holds.
    QJsonObject event(const Stack &stack, const StackEvent &event, bool full) const;
};

} // namespace flotsam::demo
