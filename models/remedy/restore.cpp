// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/restore.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::Restore)
};

bool isNothing(const QJsonValue &value)
{
    return value.isNull() || value.isUndefined() || (value.isString() && value.toString().isEmpty())
        || (value.isArray() && value.toArray().isEmpty()) || (value.isObject() && value.toObject().isEmpty());
}

QString label(const QString &key)
{
    static const QHash<QString, QString> labels{
        {u"mac_address"_s, Words::tr("MAC")},
        {u"fixed_ips"_s, Words::tr("addresses")},
        {u"name"_s, Words::tr("name")},
        {u"description"_s, Words::tr("description")},
        {u"security_groups"_s, Words::tr("security groups")},
        {u"allowed_address_pairs"_s, Words::tr("allowed address pairs")},
        {u"tags"_s, Words::tr("tags")},
        {u"dns_name"_s, Words::tr("DNS name")},
        {u"dns_domain"_s, Words::tr("DNS domain")},
        {u"qos_policy_id"_s, Words::tr("QoS policy")},
        {u"port_security_enabled"_s, Words::tr("port security")},
        {u"extra_dhcp_opts"_s, Words::tr("extra DHCP options")},
        {u"admin_state_up"_s, Words::tr("admin state")},
        {u"binding:vnic_type"_s, Words::tr("VNIC type")},
        {u"binding:profile"_s, Words::tr("binding profile")},
        {u"project_id"_s, Words::tr("project")},
        {u"propagate_uplink_status"_s, Words::tr("uplink status propagation")},
        {u"numa_affinity_policy"_s, Words::tr("NUMA affinity policy")},
    };
    return labels.value(key, key);
}

/// Arrays of the API have no order of their own.
QJsonValue comparable(const QString &key, const QJsonValue &value)
{
    if (!value.isArray())
        return value;
    QStringList entries;
    const QJsonArray array = value.toArray();
    for (const QJsonValue &entry : array) {
        if (key == "fixed_ips"_L1)
            entries += entry["ip_address"_L1].toString();
        else if (entry.isObject())
            entries += QString::fromUtf8(QJsonDocument(entry.toObject()).toJson(QJsonDocument::Compact));
        else
            entries += entry.toString();
    }
    entries.sort();
    return QJsonArray::fromStringList(entries);
}

QString shown(const QJsonValue &value)
{
    if (value.isString())
        return value.toString();
    if (value.isArray())
        return QString::fromUtf8(QJsonDocument(value.toArray()).toJson(QJsonDocument::Compact));
    if (value.isObject())
        return QString::fromUtf8(QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact));
    return value.toVariant().toString();
}

/// Pairs without a MAC of their own show the port's MAC; sent back, that would be refused after a new MAC.
QJsonArray plainPairs(const QJsonArray &pairs, const QString &mac)
{
    QJsonArray plain;
    for (const QJsonValue &value : pairs) {
        QJsonObject pair = value.toObject();
        if (pair.value("mac_address"_L1).toString().compare(mac, Qt::CaseInsensitive) == 0)
            pair.remove("mac_address"_L1);
        plain.append(pair);
    }
    return plain;
}

} // namespace

RestoreOrder restoreOrder(const QByteArray &portJson, bool admin)
{
    const QJsonObject port = QJsonDocument::fromJson(portJson).object();
    RestoreOrder order;
    order.formerId = port.value("id"_L1).toString();
    const auto take = [&](const QString &key) {
        if (!isNothing(port.value(key)))
            order.body.insert(key, port.value(key));
    };
    for (const auto &key :
         {u"network_id"_s, u"name"_s, u"description"_s, u"mac_address"_s, u"fixed_ips"_s, u"admin_state_up"_s,
          u"allowed_address_pairs"_s, u"dns_name"_s, u"dns_domain"_s, u"qos_policy_id"_s, u"port_security_enabled"_s,
          u"extra_dhcp_opts"_s, u"binding:vnic_type"_s, u"propagate_uplink_status"_s, u"numa_affinity_policy"_s})
        take(key);
    // A port of no group is not the same as one of the default group, which it would get if the key were left out.
    if (port.value("security_groups"_L1).isArray())
        order.body.insert(u"security_groups"_s, port.value("security_groups"_L1));
    if (port.value("allowed_address_pairs"_L1).isArray() && order.body.contains("allowed_address_pairs"_L1))
        order.body.insert(
            u"allowed_address_pairs"_s,
            plainPairs(port.value("allowed_address_pairs"_L1).toArray(), port.value("mac_address"_L1).toString()));
    order.tags = port.value("tags"_L1).toVariant().toStringList();
    if (admin) {
        take(u"project_id"_s);
        take(u"binding:profile"_s);
    } else if (!isNothing(port.value("binding:profile"_L1))) {
        order.different += Words::tr("The binding profile: only an admin or a service may set it.");
    }

    // Given up from the least missed: names and addresses come last, and the network is never given up.
    for (const auto &key :
         {u"numa_affinity_policy"_s, u"propagate_uplink_status"_s, u"binding:profile"_s, u"dns_domain"_s, u"dns_name"_s,
          u"qos_policy_id"_s, u"extra_dhcp_opts"_s, u"port_security_enabled"_s, u"binding:vnic_type"_s}) {
        if (order.body.contains(key))
            order.dispensables.append({key,
                                       Words::tr("It has not the same %1 (it was %2): Neutron refused that.")
                                           .arg(label(key), shown(order.body.value(key)))});
    }

    static const QSet<QString> neutronsOwn{u"id"_s,
                                           u"tenant_id"_s,
                                           u"project_id"_s,
                                           u"status"_s,
                                           u"created_at"_s,
                                           u"updated_at"_s,
                                           u"revision_number"_s,
                                           u"standard_attr_id"_s,
                                           u"device_id"_s,
                                           u"device_owner"_s,
                                           u"binding:host_id"_s,
                                           u"binding:profile"_s,
                                           u"binding:vif_type"_s,
                                           u"binding:vif_details"_s,
                                           u"dns_assignment"_s,
                                           u"ip_allocation"_s,
                                           u"trunk_details"_s,
                                           u"resource_request"_s,
                                           u"qos_network_policy_id"_s,
                                           u"data_plane_status"_s,
                                           u"tags"_s,
                                           u"security_groups"_s};
    for (auto it = port.begin(); it != port.end(); ++it) {
        if (!neutronsOwn.contains(it.key()) && !order.body.contains(it.key()) && !isNothing(it.value()))
            order.different += Words::tr("Its %1 is not set again (it was %2).").arg(it.key(), shown(it.value()));
    }
    order.different
        += Words::tr("It has a new id: whatever named port %1 by its id does not name this one.").arg(order.formerId);
    const QString device = port.value("device_id"_L1).toString();
    if (!device.isEmpty())
        order.different += Words::tr("It is attached to nothing: it named the device %1 before.").arg(device);
    if (!port.value("binding:host_id"_L1).toString().isEmpty())
        order.different += Words::tr("It is bound to no host: it was on %1 before.")
                               .arg(port.value("binding:host_id"_L1).toString());
    order.different += Words::tr("Floating IPs, port forwardings and trunks that it had must be set again.");
    return order;
}

QStringList restoreDifferences(const QJsonObject &wanted, const QJsonObject &made)
{
    QStringList different;
    for (auto it = wanted.begin(); it != wanted.end(); ++it) {
        const QJsonValue now = made.value(it.key());
        if (it.key() == "allowed_address_pairs"_L1 && it.value().toArray().size() == now.toArray().size())
            continue; // Neutron fills the MACs in
        if (comparable(it.key(), it.value()) != comparable(it.key(), now))
            different
                += Words::tr("Its %1 was %2 and is %3.")
                       .arg(label(it.key()), shown(it.value()), isNothing(now) ? Words::tr("nothing") : shown(now));
    }
    return different;
}

} // namespace flotsam
