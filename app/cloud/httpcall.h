// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cloud/apicall.h"
#include "app/cloud/transport.h"

#include <QNetworkReply>
#include <QSslError>
#include <QTimer>

namespace flotsam {

/// scheme://host:port in lower case: what a token may not leave.
QString originOf(const QUrl &url);

/// One request through its redirects and retries.
class HttpCall : public ApiCall
{
    Q_OBJECT
public:
    HttpCall(Transport &transport, const ApiRequest &request);
    ~HttpCall() override;

    void cancel() override;
    /// The transport's turn for this call has come.
    void start();
    bool done() const { return m_done; }

private:
    void queue();
    void read();
    void onReplyFinished();
    void unpack(ApiReply answer);
    void onBody(ApiReply answer);
    void onLost(QNetworkReply::NetworkError code, const QString &text);
    void onHttpAnswer(ApiReply answer);
    bool isRepeatable() const { return m_request.repeatable || m_request.method == "GET"; }
    void redirect(const ApiReply &answer);
    void retryAfter(const ApiReply &answer, std::chrono::milliseconds wait);
    std::chrono::milliseconds retryWait(const ApiReply &answer) const;
    void dropReply();
    void withdraw();
    void fail(const Error &error);
    void complete(ApiReply answer);
    Error tooLargeError() const;
    /// httpError() of an answer in which our secrets are blotted out.
    Error shownError(ApiReply answer) const;

    Transport &m_transport;
    ApiRequest m_request;
    QNetworkReply *m_reply = nullptr;
    QByteArray m_body;
    QList<QSslError> m_tlsErrors;
    QTimer m_idle;
    QTimer m_deadline;
    QTimer m_pause;
    QString m_lane; ///< set while this holds one of the lane's places
    int m_retries = 0;
    int m_redirects = 0;
    bool m_resent = false;
    bool m_done = false;
};

} // namespace flotsam
