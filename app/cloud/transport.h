// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/apicall.h"
#include "app/cloud/cloudconfig.h"

#include <QNetworkAccessManager>
#include <QPointer>
#include <QSslConfiguration>

#include <chrono>

namespace flotsam {

class HttpCall;

/// How to talk TLS to one cloud.
struct TlsSettings
{
    QSslConfiguration configuration;
    bool verify = true;

    /// Reads the files that \a config names: belongs on a worker.
    static Result<TlsSettings> load(const CloudConfig &config);
};

struct TransportLimits
{
    int perHost = 6; ///< requests in flight per scheme, host and port
    std::chrono::milliseconds idle = std::chrono::seconds(30); ///< without a byte
    std::chrono::milliseconds deadline = std::chrono::minutes(5); ///< of one call, waiting and retries included
    qsizetype maxBody = 256 * 1024 * 1024; ///< after decompression
    int retries = 3; ///< of a GET that was answered with 429 or 503
    std::chrono::milliseconds maxRetryWait = std::chrono::seconds(60); ///< a longer Retry-After is not waited for
    int redirects = 5; ///< of a GET, within one origin; never to another
};

/// Sends requests, never more than a few at once per host, and turns every failure into an Error. A GET is repeated
/// after a lost connection, and after 429 or 503 when the service says how long to wait. What is not repeatable is
/// sent once, whatever happens to the connection. Lives on one thread and never blocks it.
class Transport : public QObject
{
    Q_OBJECT
public:
    explicit Transport(const TlsSettings &tls, const TransportLimits &limits = {}, QObject *parent = nullptr);
    ~Transport() override;

    /// The call belongs to this and deletes itself.
    ApiCall *send(const ApiRequest &request);
    void cancelAll();
    const TransportLimits &limits() const { return m_limits; }

private:
    friend class HttpCall;
    struct Lane
    {
        int inFlight = 0;
        QList<QPointer<HttpCall>> waiting;
    };
    void enqueue(HttpCall *call, const QString &lane);
    void release(const QString &lane);
    void pump(const QString &lane);

    QNetworkAccessManager m_network;
    TlsSettings m_tls;
    TransportLimits m_limits;
    QHash<QString, Lane> m_lanes; ///< by origin
};

} // namespace flotsam
