// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/httpcall.h"

#include "app/cloud/apierror.h"

#include <QDateTime>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace flotsam {
namespace {

QString seconds(std::chrono::milliseconds time)
{
    return QString::number(double(time.count()) / 1000.0, 'g', 4) + u" s"_s;
}

bool isHttpStatusError(QNetworkReply::NetworkError code)
{
    // Qt reports every status of 400 and above as one of these as well.
    return (code >= QNetworkReply::ContentAccessDenied && code <= QNetworkReply::UnknownContentError)
        || (code >= QNetworkReply::InternalServerError && code <= QNetworkReply::UnknownServerError);
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
    QNetworkRequest request(m_request.url);
    request.setSslConfiguration(m_transport.m_tls.configuration);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    request.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setDecompressedSafetyCheckThreshold(m_transport.limits().maxBody);
    request.setRawHeader("Accept", "application/json");
    request.setRawHeader("User-Agent", "flotsam/" FLOTSAM_VERSION);
    if (!m_request.body.isEmpty())
        request.setRawHeader("Content-Type", "application/json");
    for (const auto &[name, value] : std::as_const(m_request.headers))
        request.setRawHeader(name, value);

    m_body.clear();
    m_tlsErrors.clear();
    m_reply = m_transport.m_network.sendCustomRequest(request, m_request.method, m_request.body);
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
    if (m_body.size() > m_transport.limits().maxBody) {
        Error error = networkError(m_request, QNetworkReply::UnknownNetworkError,
                                   u"the answer is larger than %1 MiB"_s.arg(m_transport.limits().maxBody >> 20), {});
        fail(error);
    }
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
    // A connection that ends early is not always an error to Qt.
    bool lengthKnown = false;
    const qlonglong length = answer.header("content-length").toLongLong(&lengthKnown);
    const bool cutOff = answered && lengthKnown && answer.header("content-encoding").isEmpty() && answer.status != 204
        && answer.status != 304 && m_request.method != "HEAD" && m_body.size() < length;
    answer.body = std::exchange(m_body, {});
    dropReply();

    if (answered && !cutOff) {
        onHttpAnswer(std::move(answer));
        return;
    }
    const QNetworkReply::NetworkError why = cutOff ? QNetworkReply::RemoteHostClosedError : code;
    const bool lost = why == QNetworkReply::RemoteHostClosedError || why == QNetworkReply::UnknownNetworkError;
    if (lost && m_request.method == "GET" && !m_resent) {
        m_resent = true;
        queue();
        return;
    }
    fail(networkError(m_request, why, text, m_tlsErrors));
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
        answer.error = httpError(m_request, answer);
    complete(std::move(answer));
}

void HttpCall::redirect(const ApiReply &answer)
{
    const QUrl target = m_request.url.resolved(QUrl::fromEncoded(answer.header("location")));
    Error error = httpError(m_request, answer);
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
    const QByteArray text = answer.header("retry-after").trimmed();
    bool number = false;
    const qlonglong given = text.toLongLong(&number);
    if (number)
        return std::chrono::seconds(qBound(0LL, given, 1'000'000LL));
    // An HTTP date, which QDateTime reads as RFC 2822 once the zone is numeric.
    QByteArray date = text;
    const QDateTime until = QDateTime::fromString(QString::fromLatin1(date.replace("GMT", "+0000")), Qt::RFC2822Date);
    if (until.isValid())
        return std::chrono::milliseconds(qMax(0LL, QDateTime::currentDateTimeUtc().msecsTo(until)));
    return std::chrono::seconds(1 << m_retries);
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

QString HttpCall::redacted(QString text) const
{
    for (const auto &[name, value] : m_request.headers) {
        if (name.compare("x-auth-token", Qt::CaseInsensitive) == 0 && value.size() > 3)
            text.replace(QString::fromLatin1(value), u"***"_s);
    }
    return text;
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
    if (answer.error)
        answer.error->serviceMessage = redacted(answer.error->serviceMessage);
    deleteLater();
    emit finished(answer);
}

} // namespace flotsam
