// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cloud/portanswers.h"

#include "app/cloud/apierror.h"
#include "models/inventory/decode.h"
#include "models/remedy/portstate.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::PortAnswers)
};

/// `{"port": {…}}`; the port's own JSON, empty where it is not that port.
QByteArray portJson(const QByteArray &body, const QString &portId)
{
    const QJsonObject port = QJsonDocument::fromJson(body)["port"_L1].toObject();
    if (port.value("id"_L1).toString().compare(portId, Qt::CaseInsensitive) != 0)
        return {};
    return QJsonDocument(port).toJson(QJsonDocument::Compact);
}

std::optional<Port> decoded(const QByteArray &json)
{
    if (json.isEmpty())
        return std::nullopt;
    const auto page = decodePage(SourceId::Ports, "{\"ports\":[" + json + "]}");
    return page && !page->items.ports.isEmpty() ? std::optional(page->items.ports.first()) : std::nullopt;
}

bool isDone(const ApiReply &reply, const PortOrder &order)
{
    if (order.action == RemedyAction::Delete)
        return reply.status == 204;
    const auto now = decoded(portJson(reply.body, order.port.id));
    return reply.status == 200 && now && showsEffect(order.action, order.port, *now);
}

QString messageOf(const ApiReply &reply)
{
    if (!reply.error)
        return Words::tr("an answer that means nothing here");
    return reply.error->serviceMessage.isEmpty() ? reply.error->toString() : reply.error->serviceMessage;
}

} // namespace

QString neutronErrorType(const QByteArray &body)
{
    return QJsonDocument::fromJson(body)["NeutronError"_L1]["type"_L1].toString();
}

PortAnswer portAnswer(const ApiReply &reply, const PortOrder &order)
{
    using Kind = PortAnswer::Kind;
    PortAnswer answer;
    answer.status = reply.status;
    answer.requestId = reply.requestId();
    if (isDone(reply, order)) {
        answer.kind = Kind::Done;
        return answer;
    }
    answer.message = messageOf(reply);
    const QString type = neutronErrorType(reply.body);
    if (reply.status == 401 || (reply.status == 0 && reply.error && reply.error->kind == Error::Kind::Auth)) {
        answer.kind = Kind::LoggedOut;
    } else if (reply.status == 404 && type == "PortNotFound"_L1) {
        answer.kind = Kind::Gone;
    } else if (reply.status == 412 && !type.isEmpty()) {
        answer.kind = Kind::Changed;
    } else if (reply.status == 429 || reply.status == 503) {
        answer.kind = Kind::Later;
        answer.wait = askedToWait(reply).value_or(std::chrono::milliseconds(0));
    } else if (reply.status >= 400 && reply.status < 500 && reply.status != 404 && !type.isEmpty()) {
        answer.kind = Kind::Refused;
        answer.message = u"%1: %2"_s.arg(type, answer.message);
    } else {
        answer.kind = Kind::Unclear;
    }
    return answer;
}

PortLook portLook(const ApiReply &reply, const QString &portId)
{
    PortLook look;
    look.json = reply.status == 200 ? portJson(reply.body, portId) : QByteArray();
    if (const auto port = decoded(look.json)) {
        look.kind = PortLook::Kind::There;
        look.port = *port;
    } else if (reply.status == 404 && neutronErrorType(reply.body) == "PortNotFound"_L1) {
        look.kind = PortLook::Kind::Gone;
    } else {
        look.message = messageOf(reply);
        if (reply.status > 0)
            look.message += u" (HTTP %1)"_s.arg(reply.status);
    }
    return look;
}

QList<ClearBody> clearBodies(const PortOrder &order)
{
    const Port &port = order.port;
    const QJsonObject profile = QJsonDocument::fromJson(order.json)["binding:profile"_L1].toObject();
    QJsonObject kept = profile;
    for (const QString &key : port.residueKeys)
        kept.remove(key);
    // Counts as left over beside a host or another leftover (triage.md C5).
    if (!port.hostId.isEmpty() || !port.residueKeys.isEmpty())
        kept.remove(u"local_link_information"_s);
    const bool withProfile = kept != profile;
    const bool withHost = !port.hostId.isEmpty();
    const bool withDevice = !port.deviceId.isEmpty() || !port.deviceOwner.isEmpty();
    const QString profileKept = Words::tr("Its binding profile still holds %1: this user may not change that.")
                                    .arg(profile.keys().join(u", "_s));
    const QString hostKept = Words::tr("It still names host %1: this user may not change that.").arg(port.hostId);

    QList<ClearBody> bodies;
    const auto add = [&](bool host, bool profiled) {
        QJsonObject body{{u"device_id"_s, u""_s}, {u"device_owner"_s, u""_s}};
        ClearBody one;
        if (host)
            body.insert(u"binding:host_id"_s, u""_s);
        else if (withHost)
            one.notAllowed += hostKept;
        if (profiled)
            body.insert(u"binding:profile"_s, kept);
        else if (withProfile)
            one.notAllowed += profileKept;
        one.body = QJsonDocument(QJsonObject{{u"port"_s, body}}).toJson(QJsonDocument::Compact);
        bodies.append(one);
    };
    if (withProfile)
        add(withHost, true);
    if (withHost)
        add(true, false);
    if (withDevice)
        add(false, false);
    return bodies;
}

} // namespace flotsam
