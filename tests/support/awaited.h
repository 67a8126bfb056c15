// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/apicall.h"

#include <QEventLoop>
#include <QTimer>

#include <optional>

namespace flotsam::test {

/// What a call ends with; none where it does not within \a timeoutMs.
inline std::optional<ApiReply> awaited(ApiCall *call, int timeoutMs = 10'000)
{
    std::optional<ApiReply> result;
    QEventLoop loop;
    QObject::connect(call, &ApiCall::finished, &loop, [&](const ApiReply &reply) {
        result = reply;
        loop.quit();
    });
    QTimer::singleShot(timeoutMs, &loop, &QEventLoop::quit);
    loop.exec();
    return result;
}

inline ApiRequest get(const QUrl &url)
{
    ApiRequest request;
    request.url = url;
    request.what = QStringLiteral("Testing");
    return request;
}

} // namespace flotsam::test
