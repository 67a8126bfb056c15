// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/httpcall.h"

#include "app/cloud/apierror.h"
#include "models/inventory/gzip.h"
#include "models/inventory/onworker.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {
namespace {

/// Bodies above this are unpacked on a worker.
constexpr qsizetype UnpackHere = 64 * 1024;

/// A body that cannot be read a second time, so that Qt fails where it would silently send the request again.
class OneTimeBody : public QIODevice
{
public:
    explicit OneTimeBody(const QByteArray &data)
        : m_data(data)
    {
        open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    }
    qint64 size() const override { return m_data.size(); }
    bool reset() override { return false; }
    bool seek(qint64) override { return false; }

protected:
    qint64 readData(char *data, qint64 maxSize) override
    {
        const qint64 count = std::min(maxSize, m_data.size() - m_read);
        std::copy_n(m_data.constData() + m_read, count, data);
        m_read += count;
        return count;
    }
    qint64 writeData(const char *, qint64) override { return -1; }

private:
    QByteArray m_data;
    qint64 m_read = 0;
};

QString seconds(std::chrono::milliseconds time)
{
    return QString::number(double(time.count()) / 1000.0, 'g', 4) + u" s"_s;
}

bool isHttpStatusError(QNetworkReply::NetworkError code)
{
    // Qt reports every status of 400 and above as one of these as well (400 as an invalid operation).
    return (code >= QNetworkReply::ContentAccessDenied && code <= QNetworkReply::UnknownContentError)
        || (code >= QNetworkReply::InternalServerError && code <= QNetworkReply::UnknownServerError)
        || code == QNetworkReply::ProtocolInvalidOperationError
        || code == QNetworkReply::ProxyAuthenticationRequiredError;
}

} // namespace

QString originOf(const QUrl &url)
{
    const int port = url.port(url.scheme() == "https"_L1 ? 443 : 80);
    return url.scheme().toLower() + "://"_L1 + url.host().toLower() + u':' + QString::number(port);
}

HttpCall::HttpCall(Transport &transport, const ApiRequest &request)
    : ApiCall(&transport)
    , m_transport(transport)
    , m_request(request)
{
    const TransportLimits &limits = transport.limits();
    m_idle.setSingleShot(true);
    m_idle.setInterval(limits.idle);
    m_deadline.setSingleShot(true);
    m_pause.setSingleShot(true);
    connect(&m_idle, &QTimer::timeout, this, [this, limits] {
        fail(timeoutError(m_request, u"nothing came from %1 for %2"_s.arg(m_request.url.host(), seconds(limits.idle))));
    });
    connect(&m_deadline, &QTimer::timeout, this, [this, limits] {
        fail(timeoutError(
            m_request, u"no complete answer from %1 within %2"_s.arg(m_request.url.host(), seconds(limits.deadline))));
    });
    connect(&m_pause, &QTimer::timeout, this, &HttpCall::queue);
    m_deadline.start(limits.deadline);
    queue();
}

HttpCall::~HttpCall()
{
    m_done = true;
    dropReply();
}

void HttpCall::cancel()
{
    if (m_done)
        return;
    m_done = true;
    m_deadline.stop();
    m_pause.stop();
    dropReply();
    deleteLater();
}

void HttpCall::queue() { m_transport.enqueue(this, originOf(m_request.url)); }

void HttpCall::start()
{
    m_lane = originOf(m_request.url);
    if (m_request.stillWanted && !m_request.stillWanted()) {
        QMetaObject::invokeMethod(this, &HttpCall::withdraw, Qt::QueuedConnection);
        return;
    }
    QNetworkRequest request(m_request.url);
    request.setSslConfiguration(m_transport.m_tls.configuration);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    request.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setRawHeader("Accept", "application/json");
    // Said by us, so that Qt leaves the unpacking to us: it takes a cut-off body for a whole one, and limits the ratio
    // to what a listing of many alike objects easily exceeds.
    request.setRawHeader("Accept-Encoding", "gzip");
    request.setRawHeader("User-Agent", "flotsam/" FLOTSAM_VERSION);
    if (!m_request.body.isEmpty())
        request.setRawHeader("Content-Type", "application/json");
    for (const auto &[name, value] : std::as_const(m_request.headers))
        request.setRawHeader(name, value);

    m_body.clear();
    m_tlsErrors.clear();
    QNetworkAccessManager &network = m_transport.m_network;
    if (m_request.method == "GET") {
        m_reply = network.get(request);
    } else if (m_request.repeatable) {
        m_reply = network.sendCustomRequest(request, m_request.method, m_request.body);
    } else {
        auto *body = new OneTimeBody(m_request.body);
        m_reply = network.sendCustomRequest(request, m_request.method, body);
        body->setParent(m_reply);
    }
    const auto alive = [this] { m_idle.start(); };
    connect(m_reply, &QNetworkReply::uploadProgress, this, alive);
    connect(m_reply, &QNetworkReply::metaDataChanged, this, alive);
    connect(m_reply, &QNetworkReply::encrypted, this, alive);
    connect(m_reply, &QNetworkReply::readyRead, this, &HttpCall::read);
    connect(m_reply, &QNetworkReply::sslErrors, this, [this](const QList<QSslError> &errors) {
        m_tlsErrors = errors;
        if (!m_transport.m_tls.verify && m_reply)
            m_reply->ignoreSslErrors();
    });
    connect(m_reply, &QNetworkReply::finished, this, &HttpCall::onReplyFinished);
    m_idle.start();
}

void HttpCall::read()
{
    m_idle.start();
    m_body += m_reply->readAll();
    if (m_body.size() > m_transport.limits().maxBody)
        fail(tooLargeError());
}

Error HttpCall::tooLargeError() const
{
    return networkError(m_request, QNetworkReply::UnknownNetworkError,
                        u"the answer is larger than %1 MiB"_s.arg(m_transport.limits().maxBody >> 20), {});
}

void HttpCall::onReplyFinished()
{
    m_body += m_reply->readAll();
    ApiReply answer;
    answer.status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    answer.url = m_request.url;
    for (const auto &[name, value] : m_reply->rawHeaderPairs())
        answer.headers.insert(name.toLower(), value);
    const QNetworkReply::NetworkError code = m_reply->error();
    const QString text = m_reply->errorString();
    const bool answered = answer.status != 0 && (code == QNetworkReply::NoError || isHttpStatusError(code));
    answer.body = std::exchange(m_body, {});
    dropReply();
    if (!answered)
        onLost(code, text);
    else if (answer.body.size() > m_transport.limits().maxBody)
        fail(tooLargeError());
    else
        unpack(std::move(answer));
}

void HttpCall::unpack(ApiReply answer)
{
    bool lengthKnown = false;
    const qlonglong length = answer.header("content-length").toLongLong(&lengthKnown);
    const bool bodiless = answer.status == 204 || answer.status == 304 || m_request.method == "HEAD";
    if (lengthKnown && !bodiless && answer.body.size() < length) {
        onLost(QNetworkReply::RemoteHostClosedError, {});
        return;
    }
    const QByteArray encoding = answer.header("content-encoding").toLower();
    if (answer.body.isEmpty() || encoding.isEmpty() || encoding == "identity") {
        onBody(std::move(answer));
        return;
    }
    if (encoding != "gzip" && encoding != "x-gzip") {
        fail(networkError(
            m_request, QNetworkReply::UnknownContentError,
            u"the answer is packed in a way that was not asked for (%1)"_s.arg(QString::fromLatin1(encoding.left(20))),
            {}));
        return;
    }
    auto done = [this, answer](const Result<QByteArray> &plain) mutable {
        if (m_done)
            return;
        if (!plain) {
            onLost(QNetworkReply::ProtocolFailure, plain.error().serviceMessage);
            return;
        }
        answer.body = *plain;
        onBody(std::move(answer));
    };
    const auto work = [body = answer.body, most = m_transport.limits().maxBody] { return gunzip(body, most); };
    if (answer.body.size() < UnpackHere)
        done(work());
    else
        onWorker(this, work, done);
}

void HttpCall::onBody(ApiReply answer)
{
    // A chunked body without its end is no error to Qt. JSON that does not close is cut off.
    const QByteArray text = answer.body.trimmed();
    const bool open = (text.startsWith('{') && !text.endsWith('}')) || (text.startsWith('[') && !text.endsWith(']'));
    if (open)
        onLost(QNetworkReply::RemoteHostClosedError, {});
    else
        onHttpAnswer(std::move(answer));
}

void HttpCall::onLost(QNetworkReply::NetworkError code, const QString &text)
{
    const bool lost = code == QNetworkReply::RemoteHostClosedError || code == QNetworkReply::UnknownNetworkError
        || code == QNetworkReply::ProtocolFailure;
    if (lost && isRepeatable() && !m_resent) {
        m_resent = true;
        queue();
        return;
    }
    fail(networkError(m_request, code, text, m_tlsErrors));
}

void HttpCall::onHttpAnswer(ApiReply answer)
{
    const bool redirects = answer.status == 301 || answer.status == 302 || answer.status == 303 || answer.status == 307
        || answer.status == 308;
    if (redirects && !answer.header("location").isEmpty()) {
        redirect(answer);
        return;
    }
    if (m_request.method == "GET") {
        if ((answer.status == 429 || answer.status == 503) && m_retries < m_transport.limits().retries) {
            const auto wait = retryWait(answer);
            if (wait <= m_transport.limits().maxRetryWait) {
                ++m_retries;
                m_pause.start(wait);
                return;
            }
        }
    }
    if (answer.status >= 300)
        answer.error = shownError(answer);
    complete(std::move(answer));
}

void HttpCall::redirect(const ApiReply &answer)
{
    const QUrl target = m_request.url.resolved(QUrl::fromEncoded(answer.header("location")));
    Error error = shownError(answer);
    if (m_request.method != "GET" || !target.isValid() || originOf(target) != originOf(m_request.url)) {
        error.serviceMessage = u"the service sends its callers on to %1"_s.arg(shownUrl(target));
        error.advice = u"Secrets are not taken there. Put the right address into clouds.yaml or the catalogue."_s;
        fail(error);
    } else if (++m_redirects > m_transport.limits().redirects) {
        error.serviceMessage = u"the service sends its callers round in circles"_s;
        fail(error);
    } else {
        m_request.url = target;
        queue();
    }
}

std::chrono::milliseconds HttpCall::retryWait(const ApiReply &answer) const
{
    return askedToWait(answer).value_or(std::chrono::seconds(1 << m_retries));
}

void HttpCall::dropReply()
{
    m_idle.stop();
    if (m_reply) {
        QNetworkReply *reply = std::exchange(m_reply, nullptr);
        reply->disconnect(this);
        reply->abort();
        reply->deleteLater();
    }
    if (!m_lane.isEmpty())
        m_transport.release(std::exchange(m_lane, {}));
}

Error HttpCall::shownError(ApiReply answer) const
{
    QList<QByteArray> secrets = m_request.secrets;
    for (const auto &[name, value] : m_request.headers) {
        if (name.compare("x-auth-token", Qt::CaseInsensitive) == 0)
            secrets += value;
    }
    for (const QByteArray &secret : secrets) {
        if (secret.size() > 3) // a shorter one would blot out half of every message
            answer.body.replace(secret, "***");
    }
    return httpError(m_request, answer);
}

void HttpCall::withdraw()
{
    ApiReply answer;
    answer.url = m_request.url;
    answer.withdrawn = true;
    answer.error = networkError(m_request, QNetworkReply::OperationCanceledError,
                                u"it was not wanted any more, and was not sent"_s, {});
    complete(std::move(answer));
}

void HttpCall::fail(const Error &error)
{
    ApiReply answer;
    answer.status = error.kind == Error::Kind::Http ? error.httpStatus : 0;
    answer.url = m_request.url;
    answer.error = error;
    complete(std::move(answer));
}

void HttpCall::complete(ApiReply answer)
{
    if (m_done)
        return;
    m_done = true;
    m_deadline.stop();
    m_pause.stop();
    dropReply();
    deleteLater();
    emit finished(answer);
}

} // namespace flotsam
