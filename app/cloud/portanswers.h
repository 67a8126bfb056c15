// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/apicall.h"
#include "models/remedy/portactions.h"

/// What an answer to a request for one port means. Pure. Only Neutron's own words are taken for definite; whatever
/// stands between us and it (a proxy's page, a half answer, a redirect, 5xx) is unclear.
namespace flotsam {

/// `NeutronError.type`; empty where the body is not Neutron's own.
QString neutronErrorType(const QByteArray &body);

/// \a order may be null: then an answer that changes something is never Done.
PortAnswer portAnswer(const ApiReply &reply, const PortOrder &order);
PortLook portLook(const ApiReply &reply, const QString &portId);

/// The bodies of PUT that clear a port's device, from all that is to be cleared to what every owner may clear; each
/// with what it leaves (translated).
struct ClearBody
{
    QByteArray body;
    QStringList notAllowed;
};
QList<ClearBody> clearBodies(const PortOrder &order);

} // namespace flotsam
