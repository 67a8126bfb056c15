// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/error.h"
#include "models/inventory/port.h"
#include "models/remedy/remedyaction.h"
#include "models/remedy/restore.h"
#include "models/triage/judgement.h"

#include <QByteArray>
#include <QSet>
#include <QStringList>

#include <chrono>
#include <functional>

namespace flotsam {

/// One deed on one port, with the state in which the port was judged.
struct PortOrder
{
    RemedyAction action = RemedyAction::Delete;
    Port port;
    QByteArray json; ///< the same port as Neutron sent it
    QSet<QString> floatingIpIds; ///< that are known to lead to it
    /// Asked right before something is sent that changes the port; false: nothing is sent. Empty: it is wanted.
    std::function<bool()> stillWanted;
};

/// What the cloud said to a PortOrder. Only Neutron's own definite words are definite here.
struct PortAnswer
{
    enum class Kind : quint8
    {
        Done, ///< 204 to a DELETE, 200 to a PUT with the effect in its body
        Gone, ///< 404, Neutron's own PortNotFound
        Changed, ///< 412, or a look just before the deed showed another state
        Refused, ///< 400, 403, 409 … in the service's own words: not carried out, and will not be
        Later, ///< 429 or 503: not now; `wait` says for how long
        LoggedOut, ///< 401 that a new token did not cure: not carried out
        NotSent, ///< a look before the deed failed, so that nothing was sent
        Withdrawn, ///< not wanted any more when its turn came: nothing was sent
        Unclear, ///< no answer, 5xx, or something that is not Neutron's: it may have been carried out or not
    };
    Kind kind = Kind::Unclear;
    int status = 0; ///< HTTP; 0: no answer
    QString message; ///< the service's own words, or what went wrong
    QString requestId;
    std::chrono::milliseconds wait{0};
    bool matched = false; ///< sent with If-Match; else the port was looked at just before
    QStringList notAllowed; ///< what of the deed this token may not do. Translated.
};

/// What the cloud says of one port right now.
struct PortLook
{
    enum class Kind : quint8
    {
        There,
        Gone, ///< 404, Neutron's own
        Unclear
    };
    Kind kind = Kind::Unclear;
    Port port;
    QByteArray json;
    QString message; ///< why it is not clear
};

/// Single ports of one cloud, written to. Implemented over HTTP in app/cloud. Every call returns at once; its callback
/// comes exactly once, later, on the calling thread, and never after cancelAll() or the destructor.
class PortActions
{
public:
    using ActDone = std::function<void(const PortAnswer &)>;
    using LookDone = std::function<void(const PortLook &)>;
    using QuotasDone = std::function<void(const QList<ProjectQuota> &)>;
    using RestoreDone = std::function<void(const RestoreAnswer &)>;

    virtual ~PortActions() = default;
    /// Carries the order out, guarded by If-Match where the cloud has revision-if-match, else by a look at the port
    /// right before. Never sends twice by itself, but for a 401 (once, with a new token and after new looks).
    virtual void act(const PortOrder &order, ActDone done) = 0;
    virtual void look(const QString &portId, LookDone done) = 0;
    /// The port quotas that could be read; the others are missing.
    virtual void readQuotas(const QStringList &projectIds, QuotasDone done) = 0;
    virtual void restore(const RestoreOrder &order, RestoreDone done) = 0;
    virtual void cancelAll() = 0;
};

} // namespace flotsam
