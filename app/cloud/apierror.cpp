// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/apierror.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace flotsam {
namespace {

constexpr qsizetype MaxMessage = 400;
constexpr qsizetype MaxScanned = 64 * 1024;

QString shortened(QString text)
{
    text = text.simplified();
    if (text.size() > MaxMessage)
        text = text.left(MaxMessage - 1) + u'…';
    return text;
}

QString textOfHtml(QString html)
{
    static const QRegularExpression title(u"<title[^>]*>(.*?)</title>"_s,
                                          QRegularExpression::CaseInsensitiveOption
                                              | QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression hidden(u"<(script|style|head)\\b.*?</\\1>"_s,
                                           QRegularExpression::CaseInsensitiveOption
                                               | QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression tags(u"<[^>]*>"_s);
    const QString heading = title.match(html).captured(1);
    QString text = html.remove(hidden).replace(tags, u" "_s).simplified();
    if (text.isEmpty())
        text = heading;
    text.replace("&lt;"_L1, "<"_L1).replace("&gt;"_L1, ">"_L1).replace("&quot;"_L1, "\""_L1);
    return text.replace("&nbsp;"_L1, " "_L1).replace("&amp;"_L1, "&"_L1);
}

QString messageOf(const QJsonValue &value)
{
    if (value.isString()) {
        // Ironic wraps its fault as JSON in a string.
        const QJsonDocument inner = QJsonDocument::fromJson(value.toString().toUtf8());
        return inner.isObject() ? messageOf(inner.object()) : value.toString();
    }
    const QJsonObject object = value.toObject();
    for (const QLatin1StringView key : {"message"_L1, "faultstring"_L1, "explanation"_L1, "description"_L1}) {
        if (object.value(key).isString() && !object.value(key).toString().isEmpty())
            return object.value(key).toString();
    }
    return {};
}

QString messageOfDocument(const QJsonObject &root)
{
    // Heat's outer explanation is generic, its error.message is not; Keystone's is under `error` as well.
    for (const QLatin1StringView key : {"NeutronError"_L1, "error"_L1, "error_message"_L1}) {
        const QString text = messageOf(root.value(key));
        if (!text.isEmpty())
            return text;
    }
    const QString own = messageOf(root);
    if (!own.isEmpty())
        return own;
    // Nova names the object after the fault: {"itemNotFound": {"code": 404, "message": "…"}}.
    for (const QJsonValue &value : root) {
        const QString text = value.isObject() ? messageOf(value) : QString();
        if (!text.isEmpty())
            return text;
    }
    return {};
}

QString adviceFor(int status)
{
    switch (status) {
    case 401:
        return u"Check user, password and project, or log in again."_s;
    case 403:
        return u"Your role does not allow this."_s;
    case 429:
        return u"The service asks for fewer requests; try again later."_s;
    default:
        return status >= 500 ? u"The service has a problem of its own; its log tells more under the request id."_s
                             : QString();
    }
}

Error baseError(const ApiRequest &request)
{
    Error error;
    error.what = request.what;
    error.object = request.object.isEmpty() ? shownUrl(request.url) : request.object;
    return error;
}

QString tlsAdvice(const QList<QSslError> &errors)
{
    for (const QSslError &error : errors) {
        switch (error.error()) {
        case QSslError::HostNameMismatch:
            return u"The certificate is for another host name; check the address in clouds.yaml."_s;
        case QSslError::CertificateExpired:
        case QSslError::CertificateNotYetValid:
            return u"Renew the certificate, or check this machine's clock."_s;
        default:
            break;
        }
    }
    return u"Set cacert to the file of the authority that signed it, or verify: false to accept any certificate."_s;
}

} // namespace

QString ApiReply::requestId() const
{
    QByteArray id = header("x-openstack-request-id");
    if (id.isEmpty())
        id = header("x-compute-request-id");
    return QString::fromLatin1(id.left(100));
}

std::optional<std::chrono::milliseconds> askedToWait(const ApiReply &reply)
{
    const QByteArray text = reply.header("retry-after").trimmed();
    bool number = false;
    const qlonglong given = text.toLongLong(&number);
    if (number)
        return std::chrono::seconds(qBound(0LL, given, 1'000'000LL));
    // An HTTP date, which QDateTime reads as RFC 2822 once the zone is numeric.
    QByteArray date = text;
    const QDateTime until = QDateTime::fromString(QString::fromLatin1(date.replace("GMT", "+0000")), Qt::RFC2822Date);
    if (!until.isValid())
        return std::nullopt;
    return std::chrono::milliseconds(qMax(0LL, QDateTime::currentDateTimeUtc().msecsTo(until)));
}

QString shownUrl(const QUrl &url)
{
    return url.toString(QUrl::RemoveUserInfo | QUrl::RemoveQuery | QUrl::RemoveFragment);
}

QString reasonOf(const Error &error)
{
    QStringList parts;
    if (error.httpStatus > 0)
        parts += u"HTTP %1"_s.arg(error.httpStatus);
    if (!error.serviceMessage.isEmpty())
        parts += error.serviceMessage;
    return parts.join(u", "_s) + (error.requestId.isEmpty() ? QString() : u" [%1]"_s.arg(error.requestId));
}

QString serviceMessage(const QByteArray &body)
{
    const QByteArray start = body.left(MaxScanned);
    const QJsonDocument document = QJsonDocument::fromJson(start);
    if (document.isObject())
        return shortened(messageOfDocument(document.object()));
    const QString text = QString::fromUtf8(start);
    return shortened(text.contains(u'<') ? textOfHtml(text) : text);
}

Error httpError(const ApiRequest &request, const ApiReply &reply)
{
    Error error = baseError(request);
    error.kind = reply.status == 401 ? Error::Kind::Auth : Error::Kind::Http;
    error.httpStatus = reply.status;
    error.serviceMessage = serviceMessage(reply.body);
    error.requestId = reply.requestId();
    error.advice = adviceFor(reply.status);
    return error;
}

Error networkError(const ApiRequest &request, QNetworkReply::NetworkError code, const QString &text,
                   const QList<QSslError> &tls)
{
    Error error = baseError(request);
    error.kind = Error::Kind::Network;
    const QString host = request.url.host();
    const int port = request.url.port(request.url.scheme() == "https"_L1 ? 443 : 80);
    switch (code) {
    case QNetworkReply::HostNotFoundError:
        error.serviceMessage = u"the host %1 was not found"_s.arg(host);
        error.advice = u"Check the address, and this machine's DNS and network."_s;
        break;
    case QNetworkReply::ConnectionRefusedError:
        error.serviceMessage = u"%1 port %2 refused the connection"_s.arg(host).arg(port);
        error.advice = u"Check that the service runs and that address and port are right."_s;
        break;
    case QNetworkReply::RemoteHostClosedError:
        error.serviceMessage = u"%1 closed the connection before its answer was complete"_s.arg(host);
        break;
    case QNetworkReply::ContentReSendError:
        error.serviceMessage
            = u"the connection to %1 was lost; whether the request was carried out is not known"_s.arg(host);
        break;
    case QNetworkReply::TimeoutError:
        error.kind = Error::Kind::Timeout;
        error.serviceMessage = u"%1 port %2 did not answer in time"_s.arg(host).arg(port);
        error.advice = u"Check network, firewall and VPN."_s;
        break;
    case QNetworkReply::SslHandshakeFailedError: {
        QStringList reasons;
        for (const QSslError &problem : tls)
            reasons += problem.errorString();
        reasons.removeDuplicates();
        error.serviceMessage = reasons.isEmpty()
            ? u"no secure connection to %1: %2"_s.arg(host, text)
            : u"the certificate of %1 was not accepted: %2"_s.arg(host, reasons.join(u"; "_s));
        error.advice
            = reasons.isEmpty() ? u"Check that the port speaks TLS, or use http:// in the address."_s : tlsAdvice(tls);
        break;
    }
    default:
        error.serviceMessage = text;
        break;
    }
    return error;
}

Error timeoutError(const ApiRequest &request, const QString &message)
{
    Error error = baseError(request);
    error.kind = Error::Kind::Timeout;
    error.serviceMessage = message;
    error.advice = u"Check network, firewall and VPN, or try again later."_s;
    return error;
}

} // namespace flotsam
