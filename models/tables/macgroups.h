// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/dataset.h"

#include <QAbstractListModel>
#include <QList>
#include <QString>

namespace flotsam {

/// A port that holds the MAC of a bare-metal NIC which does not name it.
struct MacHolder
{
    int port = -1;
    QString portId;
    QString name; ///< or the id, shortened
    QString network;
    QString verdict; ///< words of it
    QString remedy; ///< what to do, a sentence
};

/// One NIC whose next deployment fails with MacAddressInUse on the networks of its holders.
struct MacGroup
{
    QString mac;
    QString nicId;
    bool portGroup = false;
    QString nodeId;
    QString node; ///< its name, or the id; empty where the node was not read
    QString nodeState; ///< provision state
    bool maintenance = false;
    QString wantedBy; ///< the server or port that needs the NIC, or "the next deployment of …"
    QList<MacHolder> holders;
};

/// Nodes of one resource class by what they are doing.
struct NodeClass
{
    QString resourceClass;
    int nodes = 0;
    int free = 0; ///< available, not in maintenance, without an instance
    int blocked = 0; ///< free, but one of their NICs is in a MAC conflict
    int asked = 0; ///< servers that are being built and have no node yet
    int failed = 0; ///< servers in ERROR that never got one
    int active = 0;
    int moving = 0; ///< deploying, cleaning, inspecting…
    int broken = 0; ///< `* failed`, `error`, and nodes in maintenance
    int other = 0; ///< enroll, manageable, available with an instance

    /// Free nodes that are left when every asked-for server has one. Negative: too few.
    int spare() const { return free - blocked - asked; }
};

struct MacOverview
{
    QList<MacGroup> groups; ///< by node, then MAC
    QList<NodeClass> classes; ///< by name
    int duplicates = 0; ///< ports with the flag mac-duplicate
};

/// Conflicts as judged (flag mac-conflict), grouped by NIC, and the nodes. Linear, but for servers being built or in
/// ERROR, whose JSON is read for the resource class that their flavor asks for.
MacOverview macOverview(const Dataset &dataset);

/// "3 free (1 blocked by a MAC conflict), 2 asked for: none to spare": what matters of a class, a sentence.
QString nodeClassText(const NodeClass &nodes);
/// "4 active, 1 moving, 2 broken or in maintenance"; empty where there are none.
QString nodeClassRest(const NodeClass &nodes);

/// The conflicts as a list.
class MacModel : public QAbstractListModel
{
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;

    void setGroups(const QList<MacGroup> &groups);
    const MacGroup &group(int row) const { return m_groups[row]; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    QList<MacGroup> m_groups;
};

} // namespace flotsam
