// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/httpportactions.h"

namespace flotsam {

/// One order on its way: the looks before, the request, what came of it. Deletes itself when it has answered.
class HttpPortActions::Deed : public QObject
{
    Q_OBJECT
public:
    Deed(HttpPortActions &actions, const PortOrder &order, ActDone done, QObject *parent);
    void start();

private:
    void look();
    void lookForFloatingIps();
    void onFloatingIps(const ApiReply &reply);
    void lookForLoadBalancers();
    void onLoadBalancers(const ApiReply &reply);
    bool isUsable(const ApiReply &reply);
    void lookAtPort();
    void carryOut();
    void clearNext();
    void sendDeed(const QByteArray &method, const QByteArray &body,
                  const std::function<void(const PortAnswer &)> &then);
    void answer(PortAnswer answer);
    void answer(PortAnswer::Kind kind, int status, const QString &message);
    bool canMatch() const;

    HttpPortActions &m_actions;
    const PortOrder m_order;
    const ActDone m_done;
    QList<ClearBody> m_bodies;
    bool m_lookedAgain = false; ///< after a 401 to the deed
};

} // namespace flotsam
