// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <map>

/// What the simulated Heat holds. Times are milliseconds since the epoch, 0 where there is none.
namespace flotsam::demo {

struct Resource
{
    QString name;
    QString type;
    QString status = QStringLiteral("CREATE_COMPLETE");
    QString reason = QStringLiteral("state changed");
    QString physicalId;
    QStringList requiredBy;
    QString internalPort; ///< of a server: the port that Heat made for it; the API does not show it
    qint64 created = 0;
    qint64 updated = 0;
};

struct StackEvent
{
    QString id;
    QString resource;
    QString physicalId;
    QString status;
    QString reason;
    qint64 time = 0;
};

struct Stack
{
    QString id;
    QString name;
    QString projectId;
    QString userName;
    QString userProjectId;
    QString description;
    QString status = QStringLiteral("CREATE_COMPLETE");
    QString reason = QStringLiteral("Stack CREATE completed successfully");
    QString parent; ///< id of the stack that it is nested in
    QString networkId; ///< where its servers get their ports
    QStringList tags;
    QList<Resource> resources;
    QList<StackEvent> events; ///< oldest first
    qint64 created = 0;
    qint64 updated = 0;
    qint64 deleted = 0;
    bool serversFail = false; ///< the builds of its servers fail, as on a broken host
    bool hidden = false;

    const Resource *resource(const QString &resourceName) const
    {
        for (const Resource &candidate : resources) {
            if (candidate.name == resourceName)
                return &candidate;
        }
        return nullptr;
    }
};

class StackState
{
public:
    std::map<QString, Stack> stacks; ///< by id, deleted ones too

    Stack *find(const QString &id)
    {
        const auto found = stacks.find(id);
        return found == stacks.end() ? nullptr : &found->second;
    }
};

} // namespace flotsam::demo
