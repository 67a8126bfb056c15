// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cloud/portdeed.h"

#include "app/cloud/apierror.h"
#include "models/inventory/decode.h"
#include "models/remedy/portstate.h"

#include <QPointer>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace flotsam {

using Kind = PortAnswer::Kind;

HttpPortActions::Deed::Deed(HttpPortActions &actions, const PortOrder &order, ActDone done, QObject *parent)
    : QObject(parent)
    , m_actions(actions)
    , m_order(order)
    , m_done(std::move(done))
{ }

bool HttpPortActions::Deed::canMatch() const
{
    return m_order.port.revision && m_actions.offers(u"revision-if-match"_s);
}

void HttpPortActions::Deed::start()
{
    // It becomes part of an address: nothing but what an id is made of.
    static const QRegularExpression plain(u"^[A-Za-z0-9_-]+$"_s);
    if (!plain.match(m_order.port.id).hasMatch()) {
        answer(Kind::Refused, 0, tr("That is no id of a port."));
        return;
    }
    m_actions.whenReady([self = QPointer<Deed>(this)](const std::optional<Error> &error) {
        if (!self)
            return;
        if (error)
            self->answer(Kind::NotSent, error->httpStatus, error->toString());
        else
            self->look();
    });
}

/// From what takes longest to become old to what must not be old at all.
void HttpPortActions::Deed::look()
{
    if (m_order.action == RemedyAction::Delete)
        lookForFloatingIps();
    else
        lookAtPort();
}

bool HttpPortActions::Deed::isUsable(const ApiReply &reply)
{
    if (!reply.error)
        return true;
    answer(reply.status == 401 ? Kind::LoggedOut : Kind::NotSent, reply.status, reasonOf(*reply.error));
    return false;
}

void HttpPortActions::Deed::lookForFloatingIps()
{
    if (!m_actions.offers(u"router"_s)) {
        lookForLoadBalancers();
        return;
    }
    const QString id = m_order.port.id;
    m_actions.send("GET", u"floatingips?port_id=%1"_s.arg(id), {}, tr("Looking for floating IPs of port"), id,
                   [self = QPointer<Deed>(this)](const ApiReply &reply) {
                       if (self && self->isUsable(reply))
                           self->onFloatingIps(reply);
                   });
}

void HttpPortActions::Deed::onFloatingIps(const ApiReply &reply)
{
    const Result<DecodedPage> page = decodePage(SourceId::FloatingIps, reply.body);
    if (!page) {
        answer(Kind::NotSent, reply.status, page.error().toString());
        return;
    }
    for (const FloatingIp &floating : page->items.floatingIps) {
        if (floating.portId == m_order.port.id && !m_order.floatingIpIds.contains(floating.id)) {
            answer(Kind::Changed, 0, tr("Floating IP %1 leads to it now.").arg(floating.address));
            return;
        }
    }
    lookForLoadBalancers();
}

void HttpPortActions::Deed::lookForLoadBalancers()
{
    const bool isFree = m_order.port.deviceId.isEmpty() && m_order.port.deviceOwner.isEmpty();
    if (!isFree || !m_actions.m_balancers) {
        lookAtPort();
        return;
    }
    ApiRequest request;
    request.url = joined(m_actions.m_balancers->root, u"/v2/lbaas/loadbalancers"_s);
    request.url.setQuery(u"vip_port_id=%1"_s.arg(m_order.port.id));
    request.what = tr("Looking for load balancers of port");
    request.object = m_order.port.id;
    m_actions.send(request, [self = QPointer<Deed>(this)](const ApiReply &reply) {
        if (self && self->isUsable(reply))
            self->onLoadBalancers(reply);
    });
}

void HttpPortActions::Deed::onLoadBalancers(const ApiReply &reply)
{
    const Result<DecodedPage> page = decodePage(SourceId::LoadBalancers, reply.body);
    if (!page) {
        answer(Kind::NotSent, reply.status, page.error().toString());
        return;
    }
    for (const LoadBalancer &balancer : page->items.loadBalancers) {
        if (balancer.vipPortIds.contains(m_order.port.id)) {
            answer(Kind::Changed, 0, tr("It is the VIP of load balancer %1 now.").arg(balancer.id));
            return;
        }
    }
    lookAtPort();
}

void HttpPortActions::Deed::lookAtPort()
{
    // With If-Match Neutron itself compares. Without it nothing may lie between this look and the deed.
    if (canMatch()) {
        carryOut();
        return;
    }
    const QString id = m_order.port.id;
    m_actions.send("GET", u"ports/%1"_s.arg(id), {}, tr("Looking at port"), id,
                   [self = QPointer<Deed>(this), id](const ApiReply &reply) {
                       if (!self)
                           return;
                       const PortLook look = portLook(reply, id);
                       const QString difference = look.kind == PortLook::Kind::There
                           ? differenceOf(self->m_order.port, look.port)
                           : QString();
                       if (const QString why = self->m_actions.narrowView(); !why.isEmpty())
                           self->answer(Kind::NotSent, reply.status, why);
                       else if (look.kind == PortLook::Kind::Gone)
                           self->answer(Kind::Gone, reply.status, {});
                       else if (reply.status == 401)
                           self->answer(Kind::LoggedOut, reply.status, look.message);
                       else if (look.kind == PortLook::Kind::Unclear)
                           self->answer(Kind::NotSent, reply.status, look.message);
                       else if (!difference.isEmpty())
                           self->answer(Kind::Changed, 0, difference);
                       else
                           self->carryOut();
                   });
}

void HttpPortActions::Deed::carryOut()
{
    switch (m_order.action) {
    case RemedyAction::Delete:
        sendDeed("DELETE", {}, [this](const PortAnswer &given) { answer(given); });
        break;
    case RemedyAction::RegenerateMac:
        if (!m_actions.offers(u"port-mac-address-regenerate"_s))
            answer(Kind::Refused, 0,
                   tr("This Neutron cannot give a port a new MAC (extension port-mac-address-regenerate)."));
        else if (!m_order.port.unbound())
            answer(Kind::Refused, 0, tr("It is bound: only an unbound port may get a new MAC."));
        else
            sendDeed("PUT", R"({"port":{"mac_address":null}})", [this](const PortAnswer &given) { answer(given); });
        break;
    case RemedyAction::ClearDevice:
        m_bodies = clearBodies(m_order);
        clearNext();
        break;
    }
}

void HttpPortActions::Deed::clearNext()
{
    if (m_bodies.isEmpty()) {
        answer(Kind::Refused, 0, tr("There is nothing to clear."));
        return;
    }
    const ClearBody next = m_bodies.takeFirst();
    sendDeed("PUT", next.body, [this, next](PortAnswer given) {
        // What may not be set is refused as a whole: nothing of it was carried out.
        if (given.kind == Kind::Refused && given.status == 403 && !m_bodies.isEmpty()) {
            clearNext();
            return;
        }
        given.notAllowed = next.notAllowed;
        answer(given);
    });
}

void HttpPortActions::Deed::sendDeed(const QByteArray &method, const QByteArray &body,
                                     const std::function<void(const PortAnswer &)> &then)
{
    const QString id = m_order.port.id;
    ApiRequest request
        = m_actions.networkRequest(method, u"ports/%1"_s.arg(id), body, actionInProgress(m_order.action), id);
    if (canMatch())
        request.headers.append({"If-Match", "revision_number=" + QByteArray::number(*m_order.port.revision)});
    // After a 401 everything is looked at again: while a new token is fetched, much can happen.
    request.renewsToken = false;
    request.stillWanted = m_order.stillWanted;
    m_actions.send(request, [self = QPointer<Deed>(this), then](const ApiReply &reply) {
        if (!self)
            return;
        if (reply.withdrawn) {
            self->answer(Kind::Withdrawn, 0, {});
        } else if (reply.status == 401 && !self->m_lookedAgain) {
            self->m_lookedAgain = true;
            self->look();
        } else {
            PortAnswer given = portAnswer(reply, self->m_order);
            if (const QString why = self->m_actions.narrowView(); given.kind == Kind::Gone && !why.isEmpty()) {
                given.kind = Kind::Unclear;
                given.message = why;
            }
            then(given);
        }
    });
}

void HttpPortActions::Deed::answer(Kind kind, int status, const QString &message)
{
    PortAnswer given;
    given.kind = kind;
    given.status = status;
    given.message = message;
    answer(given);
}

void HttpPortActions::Deed::answer(PortAnswer given)
{
    given.matched = canMatch();
    deleteLater();
    m_done(given);
}

} // namespace flotsam
