// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/cloudconfig.h"
#include "tests/support/rudeserver.h"

#include <QMutex>

#include <functional>

namespace flotsam::test {

/// Stands between a client and the simulated cloud and spoils what it is told to.
class RudeProxy
{
public:
    struct Fault
    {
        bool forward = true; ///< the cloud gets the request and does it
        bool replace = false; ///< `answer` instead of what the cloud said
        RudeAnswer answer; ///< also how to send: delayMs, cutAfter, reset, silent
        bool cutInHalf = false; ///< half of the bytes, then a reset
        static Fault none() { return {}; }
    };
    /// Runs on the server's thread.
    using Policy = std::function<Fault(const RudeRequest &)>;

    explicit RudeProxy(const QUrl &authUrl);

    void setPolicy(const Policy &policy);
    /// The simulated cloud as its admin, through here.
    CloudConfig config() const;
    const RudeServer &server() const { return m_server; }

private:
    RudeAnswer answer(const RudeRequest &request);
    RudeAnswer forwarded(const RudeRequest &request) const;

    const QUrl m_upstream;
    QMutex m_mutex;
    Policy m_policy;
    RudeServer m_server;
};

} // namespace flotsam::test
