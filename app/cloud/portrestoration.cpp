// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cloud/portrestoration.h"

#include "models/inventory/decode.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QPointer>
#include <QUrlQuery>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

QJsonObject portOf(const QByteArray &body) { return QJsonDocument::fromJson(body)["port"_L1].toObject(); }

} // namespace

HttpPortActions::Restoration::Restoration(HttpPortActions &actions, const RestoreOrder &order, RestoreDone done,
                                          QObject *parent)
    : QObject(parent)
    , m_actions(actions)
    , m_order(order)
    , m_done(std::move(done))
{
    m_answer.different = order.different;
}

void HttpPortActions::Restoration::start()
{
    m_actions.whenReady([self = QPointer<Restoration>(this)](const std::optional<Error> &error) {
        if (!self)
            return;
        if (!error) {
            self->make();
            return;
        }
        self->m_answer.message = error->toString();
        self->conclude();
    });
}

void HttpPortActions::Restoration::make()
{
    const QByteArray body = QJsonDocument(QJsonObject{{u"port"_s, m_order.body}}).toJson(QJsonDocument::Compact);
    ApiRequest request = m_actions.networkRequest("POST", u"ports"_s, body, tr("Making port again"), m_order.formerId);
    request.stillWanted = m_order.stillWanted;
    m_actions.send(request, [self = QPointer<Restoration>(this)](const ApiReply &reply) {
        if (self)
            self->onMade(reply);
    });
}

void HttpPortActions::Restoration::onMade(const ApiReply &reply)
{
    if (reply.withdrawn) {
        m_answer.message = tr("The session was locked before it was sent: nothing was made.");
        conclude();
        return;
    }
    m_answer.status = reply.status;
    m_answer.requestId = reply.requestId();
    const QJsonObject port = portOf(reply.body);
    if (reply.status == 201 && !port.value("id"_L1).toString().isEmpty()) {
        m_answer.made = true;
        m_answer.newId = port.value("id"_L1).toString();
        m_answer.json = QJsonDocument(port).toJson(QJsonDocument::Compact);
        setTags();
        return;
    }
    const bool definite = reply.status >= 400 && reply.status < 500 && !neutronErrorType(reply.body).isEmpty();
    if (definite && giveUpSomething(reply)) {
        make();
    } else if (definite || reply.status == 401 || reply.status == 429) {
        fail(reply);
    } else {
        findOut(reply.error ? reasonOf(*reply.error) : tr("an answer that means nothing here"));
    }
}

bool HttpPortActions::Restoration::giveUpSomething(const ApiReply &reply)
{
    const QString message = reply.error ? reply.error->serviceMessage : QString();
    const QString type = neutronErrorType(reply.body);
    if (type == "SecurityGroupNotFound"_L1) {
        QJsonArray left;
        QStringList lost;
        const QJsonArray groups = m_order.body.value("security_groups"_L1).toArray();
        for (const QJsonValue &group : groups) {
            if (message.contains(group.toString()))
                lost += group.toString();
            else
                left.append(group);
        }
        if (lost.isEmpty())
            return false;
        m_order.body.insert(u"security_groups"_s, left);
        m_answer.different
            += tr("It is not in security group %1, which does not exist any more.").arg(lost.join(u", "_s));
        return true;
    }
    // 409 is about the MAC, the address or the quota: another port would not be this one again.
    if (reply.status == 409 || type == "NetworkNotFound"_L1 || m_order.dispensables.isEmpty())
        return false;
    qsizetype which = 0;
    for (qsizetype i = 0; i < m_order.dispensables.size(); ++i) {
        if (message.contains(m_order.dispensables.at(i).key)
            || (type.startsWith("Qos"_L1) && m_order.dispensables.at(i).key == "qos_policy_id"_L1)) {
            which = i;
            break;
        }
    }
    const RestoreOrder::Dispensable lost = m_order.dispensables.takeAt(which);
    m_order.body.remove(lost.key);
    m_answer.different += lost.words;
    return true;
}

void HttpPortActions::Restoration::findOut(const QString &why)
{
    QUrlQuery query;
    query.addQueryItem(u"network_id"_s, m_order.body.value("network_id"_L1).toString());
    query.addQueryItem(u"mac_address"_s, m_order.body.value("mac_address"_L1).toString());
    m_actions.send(
        "GET", u"ports?"_s + query.toString(QUrl::FullyEncoded), {}, tr("Looking for the port made again"),
        m_order.formerId, [self = QPointer<Restoration>(this), why](const ApiReply &reply) {
            if (!self)
                return;
            RestoreAnswer &answer = self->m_answer;
            const QString mac = self->m_order.body.value("mac_address"_L1).toString();
            const QString network = self->m_order.body.value("network_id"_L1).toString();
            const QJsonArray ports = QJsonDocument::fromJson(reply.body)["ports"_L1].toArray();
            for (const QJsonValue &port : ports) {
                const bool same = port["network_id"_L1].toString() == network
                    && port["mac_address"_L1].toString().compare(mac, Qt::CaseInsensitive) == 0
                    && port["name"_L1].toString() == self->m_order.body.value("name"_L1).toString()
                    && port["id"_L1].toString() != self->m_order.formerId;
                if (!same || mac.isEmpty())
                    continue;
                answer.made = true;
                answer.newId = port["id"_L1].toString();
                answer.json = QJsonDocument(port.toObject()).toJson(QJsonDocument::Compact);
                self->setTags();
                return;
            }
            answer.unclear = true;
            answer.message = reply.ok()
                ? tr("The answer was lost (%1), and no port with that MAC is there yet. Look again before "
                     "you try again: the request may still be on its way.")
                      .arg(why)
                : tr("The answer was lost (%1), and the cloud could not be asked whether the port was made.").arg(why);
            self->conclude();
        });
}

void HttpPortActions::Restoration::setTags()
{
    QStringList present = portOf("{\"port\":" + m_answer.json + '}').value("tags"_L1).toVariant().toStringList();
    QStringList wanted = m_order.tags;
    present.sort();
    wanted.sort();
    if (present == wanted) {
        conclude();
        return;
    }
    const QByteArray body = QJsonDocument(QJsonObject{{u"tags"_s, QJsonArray::fromStringList(m_order.tags)}})
                                .toJson(QJsonDocument::Compact);
    m_actions.send("PUT", u"ports/%1/tags"_s.arg(m_answer.newId), body, tr("Setting the tags of port"), m_answer.newId,
                   [self = QPointer<Restoration>(this)](const ApiReply &reply) {
                       if (!self)
                           return;
                       if (reply.status != 200)
                           self->m_answer.different += tr("It has not its tags (%1): %2")
                                                           .arg(self->m_order.tags.join(u", "_s),
                                                                reply.error ? reasonOf(*reply.error) : QString());
                       self->conclude();
                   });
}

void HttpPortActions::Restoration::fail(const ApiReply &reply)
{
    const QString type = neutronErrorType(reply.body);
    m_answer.message = reply.error ? reasonOf(*reply.error) : QString();
    if (!type.isEmpty())
        m_answer.message = u"%1: %2"_s.arg(type, m_answer.message);
    conclude();
}

void HttpPortActions::Restoration::conclude()
{
    if (m_answer.made) {
        const QJsonObject made = QJsonDocument::fromJson(m_answer.json).object();
        m_answer.different += restoreDifferences(m_order.body, made);
    }
    deleteLater();
    m_done(m_answer);
}

} // namespace flotsam
