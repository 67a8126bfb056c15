// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demostate.h"

namespace flotsam::demo {

/// Orchestration v1 below /orchestration/v1/{project}.
class HeatHandler : public Service
{
public:
    HeatHandler(DemoState &state, const QString &root)
        : m_state(state)
        , m_root(root)
    { }
    bool isPublic(const Request &request) const override { return request.path.isEmpty(); }
    Reply handle(const Request &request) override;

private:
    Reply list(const Request &request, bool detail) const;
    Reply change(const Request &request, const Stack &stack);
    Reply resources(const Request &request, const Stack &stack) const;
    Reply events(const Request &request, const Stack &stack) const;
    const Stack *visible(const Caller &caller, const QString &nameOrId) const;

    QString url(const Stack &stack) const;
    QJsonObject summary(const Stack &stack, bool withProject) const;
    QJsonObject show(const Stack &stack) const;
    QJsonObject resourceJson(const Request &request, const Stack &stack, const Resource &resource, bool detail) const;
    QJsonObject eventJson(const Stack &stack, const StackEvent &event, bool full) const;

    DemoState &m_state;
    QString m_root;
};

} // namespace flotsam::demo
