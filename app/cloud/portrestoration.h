// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/httpportactions.h"

namespace flotsam {

/// One port made again. A request that Neutron refuses because of something dispensable is sent again without it; one
/// whose answer was lost is never sent again. Deletes itself when it has answered.
class HttpPortActions::Restoration : public QObject
{
    Q_OBJECT
public:
    Restoration(HttpPortActions &actions, const RestoreOrder &order, RestoreDone done, QObject *parent);
    void start();

private:
    void make();
    void onMade(const ApiReply &reply);
    bool giveUpSomething(const ApiReply &reply);
    void findOut(const QString &why);
    void setTags();
    void conclude();
    void fail(const ApiReply &reply);

    HttpPortActions &m_actions;
    RestoreOrder m_order;
    const RestoreDone m_done;
    RestoreAnswer m_answer;
};

} // namespace flotsam
