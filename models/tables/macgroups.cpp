// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/macgroups.h"

#include "models/tables/format.h"
#include "models/tables/pastedtokens.h"
#include "models/triage/explain.h"
#include "models/triage/triageindex.h"

#include <QCoreApplication>
#include <QHash>
#include <QMap>
#include <QSet>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

/// How placement names a resource class: CUSTOM_ and upper-case with underscores (nova/virt/ironic, os-resource-classes
/// `normalize_name`).
QString placementName(const QString &resourceClass)
{
    QString name = u"CUSTOM_"_s;
    for (const QChar c : resourceClass.toUpper())
        name += (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') ? c : QChar(u'_');
    return name;
}

bool isFailed(const Node &node)
{
    return node.maintenance || node.provisionState == "error"_L1 || node.provisionState.endsWith(" failed"_L1);
}

bool isFree(const Node &node)
{
    return node.provisionState == "available"_L1 && !node.maintenance && node.instanceId.isEmpty();
}

class Overview
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::MacOverview)
public:
    explicit Overview(const Dataset &data)
        : m_data(data)
        , m_cloud(*data.snapshot)
    {
        for (const Node &node : m_cloud.nodes)
            m_nodes.insert(node.id, &node);
    }

    MacOverview make()
    {
        readFaults();
        readConflicts();
        readNodes();
        readServers();
        return std::move(m_result);
    }

private:
    /// Servers whose fault tells of a MAC: they asked for the NIC and did not get it.
    void readFaults()
    {
        for (const Server &server : m_cloud.servers) {
            if (server.faultMessage.isEmpty())
                continue;
            for (const PastedToken &token : tokensIn(server.faultMessage)) {
                if (token.kind == PastedToken::Kind::Mac)
                    m_wanters.insert(token.text, &server);
            }
        }
    }

    void readConflicts()
    {
        QMap<QString, MacGroup> groups; // by NIC
        for (int i = 0; i < int(m_cloud.ports.size()); ++i) {
            const PortJudgement &judgement = m_data.judgement->ports[i];
            m_result.duplicates += judgement.has(Flag::MacDuplicate);
            if (!judgement.has(Flag::MacConflict))
                continue;
            const Port &port = m_cloud.ports[i];
            const Nic *const nic = m_data.judgement->index->macs.blockedNic(port);
            if (!nic)
                continue;
            m_blockedNodes.insert(nic->nodeId);
            MacGroup &group = groups[nic->id];
            if (group.nicId.isEmpty())
                group = makeGroup(*nic);
            group.holders += makeHolder(i);
        }
        m_result.groups = groups.values();
        std::sort(m_result.groups.begin(), m_result.groups.end(), [](const MacGroup &a, const MacGroup &b) {
            const int byNode = naturalCompare(a.node, b.node);
            return byNode != 0 ? byNode < 0 : a.mac < b.mac;
        });
    }

    MacGroup makeGroup(const Nic &nic) const
    {
        MacGroup group;
        group.mac = nic.mac;
        group.nicId = nic.id;
        group.portGroup = nic.group;
        group.nodeId = nic.nodeId;
        const Node *const node = m_nodes.value(nic.nodeId);
        if (node) {
            group.node = node->name.isEmpty() ? node->id : node->name;
            group.nodeState = node->provisionState;
            group.maintenance = node->maintenance;
        }
        group.wantedBy = wanter(nic, node);
        return group;
    }

    QString wanter(const Nic &nic, const Node *node) const
    {
        if (const Server *const server = m_wanters.value(nic.mac))
            return tr("server %1, whose creation failed for it").arg(nameOf(server->name, server->id));
        for (const QString &vif : nic.vifIds) {
            const int row = m_data.relations->portRow(vif);
            if (row >= 0 && m_cloud.ports[row].mac != nic.mac)
                return tr("port %1, attached to the NIC").arg(nameOf(m_cloud.ports[row].name, vif));
        }
        if (node && !node->instanceId.isEmpty()) {
            const int row = m_data.relations->instanceRow(node->instanceId);
            const Server *const server = row < 0 ? nullptr : m_data.relations->instances()[size_t(row)].server;
            return tr("server %1, which has the node").arg(nameOf(server ? server->name : QString(), node->instanceId));
        }
        return tr("the next deployment of the node");
    }

    MacHolder makeHolder(int row) const
    {
        const Port &port = m_cloud.ports[row];
        const PortJudgement &judgement = m_data.judgement->ports[row];
        MacHolder holder;
        holder.port = row;
        holder.portId = port.id;
        holder.name = nameOf(port.name, port.id);
        holder.network = m_data.relations->networkName(port.networkId);
        holder.verdict = verdictLabel(judgement);
        holder.remedy = judgement.remedy == Remedy::None && port.bound()
            ? tr("It is bound to %1: it must be unbound there before it can get another MAC.").arg(port.hostId)
            : remedyText(judgement.remedy);
        return holder;
    }

    void readNodes()
    {
        for (const Node &node : m_cloud.nodes) {
            NodeClass &nodes = m_classes[node.resourceClass];
            nodes.resourceClass = node.resourceClass;
            ++nodes.nodes;
            if (isFailed(node))
                ++nodes.broken;
            else if (isFree(node)) {
                ++nodes.free;
                nodes.blocked += m_blockedNodes.contains(node.id);
            } else if (node.provisionState == "active"_L1)
                ++nodes.active;
            else if (node.provisionState == "available"_L1 || node.provisionState == "manageable"_L1
                     || node.provisionState == "enroll"_L1)
                ++nodes.other;
            else
                ++nodes.moving;
        }
    }

    void readServers()
    {
        if (m_classes.isEmpty())
            return;
        QSet<QString> withNode;
        for (const Node &node : m_cloud.nodes)
            withNode.insert(node.instanceId);
        for (const Server &server : m_cloud.servers) {
            const bool building = server.status == "BUILD"_L1;
            if ((!building && server.status != "ERROR"_L1) || withNode.contains(server.id) || server.launchedAt)
                continue;
            if (NodeClass *const nodes = classOf(server))
                ++(building ? nodes->asked : nodes->failed);
        }
        m_result.classes = m_classes.values();
    }

    /// The class that the server's flavor asks for.
    NodeClass *classOf(const Server &server)
    {
        for (auto nodes = m_classes.begin(); nodes != m_classes.end(); ++nodes) {
            if (!nodes.key().isEmpty() && server.customResources.contains(placementName(nodes.key())))
                return &*nodes;
        }
        return nullptr;
    }

    static QString nameOf(const QString &name, const QString &id) { return name.isEmpty() ? shortId(id) : name; }

    const Dataset &m_data;
    const Snapshot &m_cloud;
    MacOverview m_result;
    QHash<QString, const Node *> m_nodes;
    QHash<QString, const Server *> m_wanters; ///< by MAC
    QSet<QString> m_blockedNodes;
    QMap<QString, NodeClass> m_classes;
};

} // namespace

MacOverview macOverview(const Dataset &dataset) { return dataset.isNull() ? MacOverview() : Overview(dataset).make(); }

QString nodeClassText(const NodeClass &nodes)
{
    QString text = MacModel::tr("%1 free").arg(groupedNumber(nodes.free));
    if (nodes.blocked > 0)
        text += MacModel::tr(" (%1 blocked by a MAC conflict)").arg(groupedNumber(nodes.blocked));
    text += MacModel::tr(", %1 asked for").arg(groupedNumber(nodes.asked));
    if (nodes.asked == 0)
        return text;
    if (nodes.spare() < 0)
        return text + MacModel::tr(": %1 too few").arg(groupedNumber(-nodes.spare()));
    return text
        + (nodes.spare() == 0 ? MacModel::tr(": none to spare")
                              : MacModel::tr(": %1 to spare").arg(groupedNumber(nodes.spare())));
}

QString nodeClassRest(const NodeClass &nodes)
{
    QStringList parts;
    if (nodes.active > 0)
        parts += MacModel::tr("%1 active").arg(groupedNumber(nodes.active));
    if (nodes.moving > 0)
        parts += MacModel::tr("%1 deploying or cleaning").arg(groupedNumber(nodes.moving));
    if (nodes.broken > 0)
        parts += MacModel::tr("%1 failed or in maintenance").arg(groupedNumber(nodes.broken));
    if (nodes.other > 0)
        parts += MacModel::tr("%1 not made available").arg(groupedNumber(nodes.other));
    if (nodes.failed > 0)
        parts += MacModel::tr("servers that failed without a node: %1").arg(groupedNumber(nodes.failed));
    return parts.join(u", "_s);
}

void MacModel::setGroups(const QList<MacGroup> &groups)
{
    beginResetModel();
    m_groups = groups;
    endResetModel();
}

int MacModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_groups.size()); }

QVariant MacModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const MacGroup &group = m_groups[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return group.mac;
    case Qt::AccessibleTextRole: {
        QStringList parts{tr("%1 of node %2").arg(group.mac, group.node), tr("wanted by %1").arg(group.wantedBy)};
        for (const MacHolder &holder : group.holders)
            parts += tr("held by %1 on %2").arg(holder.name, holder.network);
        return parts.join(u", "_s);
    }
    case Qt::ToolTipRole: {
        QStringList lines{tr("NIC %1").arg(group.nicId), tr("Node %1").arg(group.nodeId)};
        for (const MacHolder &holder : group.holders)
            lines += {tr("Port %1").arg(holder.portId), holder.remedy};
        return lines.join(u'\n');
    }
    default:
        return {};
    }
}

} // namespace flotsam
