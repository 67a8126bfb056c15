// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/apicall.h"

#include <QNetworkReply>
#include <QSslError>

#include <chrono>
#include <optional>

namespace flotsam {

/// The service's own words in an error body of Keystone, Nova, Neutron, Heat, Ironic or Octavia, or the text of a
/// proxy's HTML page; shortened. Empty where there are none.
QString serviceMessage(const QByteArray &body);

/// An answer with a status of 300 and above.
Error httpError(const ApiRequest &request, const ApiReply &reply);
/// No answer. \a tls: what was wrong with the certificate.
Error networkError(const ApiRequest &request, QNetworkReply::NetworkError code, const QString &text,
                   const QList<QSslError> &tls);
Error timeoutError(const ApiRequest &request, const QString &message);

/// How long the service asks to wait (Retry-After, seconds or a date); not set where it does not say.
std::optional<std::chrono::milliseconds> askedToWait(const ApiReply &reply);

/// Why it failed, in few words: status, the service's message, request id.
QString reasonOf(const Error &error);

/// The address without query, user and password, for messages.
QString shownUrl(const QUrl &url);

} // namespace flotsam
