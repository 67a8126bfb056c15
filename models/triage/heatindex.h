// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/snapshot.h"
#include "models/triage/chains.h"

#include <QSet>

#include <utility>
#include <vector>

namespace flotsam {

/// The resource part of `<resource>-port-<number>`, the name of an internal port of a Heat server
/// (heat/engine/resources/openstack/nova/server_network_mixin.py); empty where \a portName is not of that form.
QStringView heatResourceName(QStringView portName);

/// Stacks, their resources and events of one snapshot, which must outlive it.
class HeatIndex
{
public:
    explicit HeatIndex(const Snapshot &snapshot);

    /// Null where the stack is in no listing, or only listed as DELETE_COMPLETE.
    const Stack *stack(const QString &id) const;
    /// Its status, or that of any of its ancestors, is `*_IN_PROGRESS` or `ROLLBACK_FAILED`.
    bool inMotion(const QString &stackId) const;
    /// In motion by itself, or the resource is.
    bool inMotion(const StackResource &resource) const;

    /// Calls \a each with every resource whose physical id is \a id.
    template <class F>
    void forEachPhysical(const QString &id, F &&each) const
    {
        m_physical.forEach(id, [&](int at) { each(m_snapshot.resources[at]); });
    }
    /// Calls \a each with every resource of that name in a stack of the project.
    template <class F>
    void forEachNamed(const QString &projectId, const QString &name, F &&each) const
    {
        m_named.forEach({projectId, name}, [&](int at) { each(m_snapshot.resources[at]); });
    }
    /// The resource of that name in the stack is in motion itself. The stack may be in no listing.
    bool isNameInMotion(const QString &stackId, const QString &name) const
    {
        return m_movingNames.contains({stackId, name});
    }
    bool isPhysical(const QString &id) const { return m_physical.contains(id); }

    /// Whether the stack has any CREATE_IN_PROGRESS event of that resource.
    bool hasCreates(const QString &stackId, const QString &resource) const;
    /// Whether the stack began to create that resource at most 120 s (inclusive) before \a created.
    bool createdJustBefore(const QString &stackId, const QString &resource, qint64 created) const;
    /// The same, in any deleted stack (DELETE_COMPLETE) of the project.
    bool deletedStackCreated(const QString &projectId, const QString &resource, qint64 created) const;

    /// Stacks of a project are unread where its stacks or its resources are.
    bool unreadFor(const QString &projectId) const;

private:
    using Key = std::pair<QString, QString>;
    using Times = QHash<Key, std::vector<qint64>>;
    struct Row
    {
        const Stack *stack;
        bool moving; ///< by itself; with its ancestors once resolveMotion() is through
    };
    static bool anyJustBefore(const Times &times, const Key &key, qint64 created);
    void add(const Stack &stack);
    void resolveMotion();
    void readEvents();

    const Snapshot &m_snapshot;
    QHash<QString, int> m_numbers; ///< of stacks, in m_rows
    std::vector<Row> m_rows;
    QHash<QString, const Stack *> m_deleted;
    Chains<QString> m_physical;
    Chains<Key> m_named; ///< by project and resource name
    QSet<Key> m_movingNames; ///< stack and resource name
    Times m_creates; ///< by stack and resource name
    Times m_deletedCreates; ///< by project and resource name
};

} // namespace flotsam
