// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/snapshot.h"

#include <simdjson.h>

#include <string>
#include <string_view>
#include <unordered_map>

/// Tolerant reading of JSON values; internal to models/inventory. Null and wrong types read as empty.
namespace flotsam::json {

using Element = simdjson::dom::element;

inline std::string_view view(const Element &value)
{
    std::string_view text;
    return value.get(text) == simdjson::SUCCESS ? text : std::string_view();
}

QString text(const Element &value);
/// An id: as text, lower-case.
QString id(const Element &value);
QString upper(const Element &value);
QString lower(const Element &value);
Time time(const Element &value);
std::optional<qint64> integer(const Element &value);
bool boolean(const Element &value, bool fallback);
QStringList strings(const Element &value);
/// Compact JSON of \a value.
std::string compact(const Element &value);

/// The value of \a key in \a object, if there is one (and \a object is an object).
std::optional<Element> member(const Element &object, std::string_view key);

QString memberText(const Element &object, std::string_view key);
QString memberId(const Element &object, std::string_view key);
/// A MAC for comparison; what is no MAC stays as it was sent, for the eye.
QString mac(const Element &value);

template <class F>
void forEachEntry(const Element &value, F &&each)
{
    simdjson::dom::array array;
    if (value.get(array) == simdjson::SUCCESS) {
        for (const Element entry : array)
            each(entry);
    }
}

/// One QString for equal texts of one page or file: thousands of ports share a project and a network.
class Pool
{
public:
    QString text(const Element &value);
    QString id(const Element &value);

private:
    std::unordered_map<std::string, QString> m_texts;
    std::unordered_map<std::string, QString> m_ids;
};

/// Decodes \a object into the list of \a source in \a out. False where it is no object or has no id.
bool decodeItem(SourceId source, const Element &object, const QString &tokenProjectId, Pool &pool, int raw,
                Snapshot &out);
/// The id of the item last added to the list of \a source.
QString lastId(SourceId source, const Snapshot &out);

using Object = simdjson::dom::object;
Port decodePort(const Object &object, Pool &pool);
Server decodeServer(const Object &object, Pool &pool);
Stack decodeStack(const Object &object, const QString &tokenProjectId);
StackResource decodeResource(const Object &object, Pool &pool);
StackEvent decodeEvent(const Object &object, Pool &pool);
Network decodeNetwork(const Element &object);
Subnet decodeSubnet(const Element &object);
Router decodeRouter(const Element &object);
FloatingIp decodeFloatingIp(const Element &object);
Trunk decodeTrunk(const Element &object);
Quota decodeQuota(const Element &object);
Node decodeNode(const Element &object);
Nic decodeNic(const Element &object, bool group);
LoadBalancer decodeLoadBalancer(const Element &object);
/// port_id of each entry of a list of objects: a trunk's sub_ports, additional VIPs.
QStringList subportIds(const Element &value);
/// Fills body and server of a probe; status must be set.
void readProbeBody(const Element &body, Pool &pool, ServerProbe &probe);
void readActionsBody(const Element &body, ActionsProbe &probe);
Observation decodeObservation(const Element &value);

} // namespace flotsam::json
