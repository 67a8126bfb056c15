// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demostate.h"

#include <QJsonObject>

#include <vector>

namespace flotsam::demo {

/// Bare metal v1 (microversions 1.1 to 1.82) below /baremetal.
class IronicHandler : public Service
{
public:
    explicit IronicHandler(DemoState &state)
        : m_state(state)
    { }
    bool isPublic(const Request &request) const override { return request.path.size() <= 1; }
    Reply handle(const Request &request) override;

private:
    Reply dispatch(const Request &request, int minor);
    Reply installation(const Request &request) const;
    Reply nodes(const Request &request, int minor);
    Reply nodePart(const Request &request, const QString &nodeId, int minor);
    Reply nics(const Request &request, int minor, const QString &nodeId = {}, const QString &groupId = {}) const;
    Reply portgroups(const Request &request, int minor, const QString &nodeId = {}) const;
    /// One page of \a objects, each cut down to the fields that were asked for or that a listing without detail has.
    Reply page(const Request &request, const QString &name, const std::vector<QJsonObject> &objects,
               const QStringList &brief) const;
    QString nodeIdOf(const QString &idOrName) const;
    QJsonObject nodeJson(const Request &request, const Node &node, int minor) const;
    QJsonObject nicJson(const Request &request, const Nic &nic, int minor) const;
    QJsonObject portgroupJson(const Request &request, const Portgroup &group) const;

    DemoState &m_state;
};

} // namespace flotsam::demo
