// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/snapshot.h"
#include "models/tables/links.h"
#include "models/triage/judgement.h"

#include <memory>
#include <vector>

namespace flotsam {

/// One row of the instances table: a listed server, or one that a port still names.
struct Instance
{
    enum class State : quint8
    {
        Live, ///< in the list (in SOFT_DELETED too)
        Hidden, ///< not in the list, but answers when asked
        Deleted, ///< in the deleted listing
        Gone, ///< Nova answered that there is none
        NotSeen, ///< neither listed nor asked, or no usable answer
    };
    QString id;
    State state = State::Live;
    const Server *server = nullptr; ///< null where nothing but the id is known
};

struct RowRange
{
    int begin = 0;
    int end = 0; ///< one past the last
};

/// What belongs to what in one snapshot, as row numbers: built once, off the GUI thread, then only read.
/// Rows of ports and resources are positions in the snapshot's lists.
class Relations
{
public:
    Relations(SnapshotPtr snapshot, JudgementPtr judgement);

    const std::vector<Instance> &instances() const { return m_instances; }
    int instanceRow(const QString &id) const;
    int portRow(const QString &id) const;
    /// Resources have no id of their own: "<stack id>/<resource name>".
    int resourceRow(const QString &key) const;
    QString resourceKey(int row) const;

    /// -1 where the port names no server.
    int instanceOfPort(int port) const { return m_portInstance[size_t(port)]; }
    std::span<const int> portsOfInstance(int instance) const { return m_instancePorts.of(instance); }
    /// By physical id; for ports that the judgement ties to Heat also by the name `<resource>-port-<n>`.
    std::span<const int> resourcesOfPort(int port) const { return m_portResources.of(port); }
    std::span<const int> portsOfResource(int resource) const { return m_resourcePorts.of(resource); }
    /// The resource whose physical id is the instance.
    std::span<const int> resourcesOfInstance(int instance) const { return m_instanceResources.of(instance); }
    int instanceOfResource(int resource) const { return m_resourceInstance[size_t(resource)]; }
    /// Null where the stack is in no listing.
    const Stack *stackOfResource(int resource) const { return m_resourceStack[size_t(resource)]; }
    /// All resources of a stack; they stand together.
    RowRange resourcesOfStack(QStringView stackId) const;

    /// The name, else the id.
    QString projectName(const QString &id) const;
    QString networkName(const QString &id) const;

private:
    void collectInstances();
    void linkPorts();
    void linkResources();
    void linkHeatNames(std::vector<std::pair<int, int>> &portResources) const;

    bool lacksServer(int resource) const;

    SnapshotPtr m_snapshot;
    JudgementPtr m_judgement;
    std::vector<Instance> m_instances; ///< the listed ones, then the others, each part sorted by id
    size_t m_listed = 0;
    std::vector<int> m_portInstance;
    Links m_instancePorts;
    Links m_portResources;
    Links m_resourcePorts;
    Links m_instanceResources;
    std::vector<int> m_resourceInstance;
    std::vector<const Stack *> m_resourceStack;
};

} // namespace flotsam
