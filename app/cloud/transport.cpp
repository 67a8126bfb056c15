// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/transport.h"

#include "app/cloud/httpcall.h"

#include <QFile>
#include <QSslCertificate>
#include <QSslKey>

using namespace Qt::StringLiterals;

namespace flotsam {
namespace {

Error fileError(const QString &what, const QString &path, const QString &message)
{
    Error error;
    error.kind = Error::Kind::Config;
    error.what = what;
    error.object = path;
    error.serviceMessage = message;
    return error;
}

Result<QByteArray> readPem(const QString &what, const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fileError(what, path, file.errorString());
    return file.readAll();
}

std::optional<Error> addClientCertificate(QSslConfiguration &tls, const CloudConfig &config)
{
    const QString what = u"Reading the client certificate"_s;
    const Result<QByteArray> pem = readPem(what, config.clientCert);
    if (!pem)
        return pem.error();
    const QList<QSslCertificate> chain = QSslCertificate::fromData(*pem);
    if (chain.isEmpty())
        return fileError(what, config.clientCert, u"there is no PEM certificate in it"_s);
    const QString keyFile = config.clientKey.isEmpty() ? config.clientCert : config.clientKey;
    const Result<QByteArray> keyPem = readPem(what, keyFile);
    if (!keyPem)
        return keyPem.error();
    for (const QSsl::KeyAlgorithm algorithm : {QSsl::Rsa, QSsl::Ec, QSsl::Dsa}) {
        const QSslKey key(*keyPem, algorithm);
        if (!key.isNull()) {
            tls.setLocalCertificateChain(chain);
            tls.setPrivateKey(key);
            return std::nullopt;
        }
    }
    return fileError(what, keyFile, u"there is no private key in it that can be used without a passphrase"_s);
}

} // namespace

Result<TlsSettings> TlsSettings::load(const CloudConfig &config)
{
    TlsSettings settings;
    settings.verify = config.verify;
    settings.configuration = QSslConfiguration::defaultConfiguration();
    if (!config.verify) {
        settings.configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
    } else if (!config.caCert.isEmpty()) {
        const QString what = u"Reading the CA file"_s;
        const Result<QByteArray> pem = readPem(what, config.caCert);
        if (!pem)
            return pem.error();
        const QList<QSslCertificate> authorities = QSslCertificate::fromData(*pem);
        if (authorities.isEmpty())
            return fileError(what, config.caCert, u"there is no PEM certificate in it"_s);
        settings.configuration.setCaCertificates(authorities);
    }
    if (!config.clientCert.isEmpty()) {
        if (const auto problem = addClientCertificate(settings.configuration, config))
            return *problem;
    }
    return settings;
}

Transport::Transport(const TlsSettings &tls, const TransportLimits &limits, QObject *parent)
    : QObject(parent)
    , m_tls(tls)
    , m_limits(limits)
{
    m_network.setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
}

Transport::~Transport()
{
    cancelAll();
    // Calls give their places back to m_lanes, so they go before it.
    qDeleteAll(findChildren<HttpCall *>(QString(), Qt::FindDirectChildrenOnly));
}

ApiCall *Transport::send(const ApiRequest &request) { return new HttpCall(*this, request); }

void Transport::cancelAll()
{
    for (Lane &lane : m_lanes)
        lane.waiting.clear();
    const QList<HttpCall *> calls = findChildren<HttpCall *>(QString(), Qt::FindDirectChildrenOnly);
    for (HttpCall *call : calls)
        call->cancel();
}

void Transport::enqueue(HttpCall *call, const QString &lane)
{
    m_lanes[lane].waiting.append(call);
    // Later: a call must not finish within the function that makes it.
    QMetaObject::invokeMethod(
        this, [this, lane] { pump(lane); }, Qt::QueuedConnection);
}

void Transport::release(const QString &lane)
{
    --m_lanes[lane].inFlight;
    QMetaObject::invokeMethod(
        this, [this, lane] { pump(lane); }, Qt::QueuedConnection);
}

void Transport::pump(const QString &name)
{
    Lane &lane = m_lanes[name];
    while (lane.inFlight < m_limits.perHost && !lane.waiting.isEmpty()) {
        const QPointer<HttpCall> call = lane.waiting.takeFirst();
        if (!call || call->done())
            continue;
        ++lane.inFlight;
        call->start();
    }
}

} // namespace flotsam
