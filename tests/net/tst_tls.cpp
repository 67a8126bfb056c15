// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/transport.h"
#include "tests/support/awaited.h"
#include "tests/support/rudeserver.h"

#include <QFile>
#include <QSslCertificate>
#include <QSslKey>
#include <QTemporaryDir>
#include <QTest>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

namespace {

QString data(const QString &name) { return QStringLiteral(FLOTSAM_TEST_DATA "/tls/") + name; }

QByteArray contents(const QString &name)
{
    QFile file(data(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QSslConfiguration serverTls(const QString &name, bool wantsClient = false)
{
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    tls.setLocalCertificateChain(QSslCertificate::fromData(contents(name + ".pem"_L1)));
    tls.setPrivateKey(QSslKey(contents(name + ".key"_L1), QSsl::Ec));
    tls.setPeerVerifyMode(wantsClient ? QSslSocket::VerifyPeer : QSslSocket::VerifyNone);
    tls.setCaCertificates(QSslCertificate::fromData(contents(u"ca.pem"_s)));
    return tls;
}

} // namespace

class TlsTest : public QObject
{
    Q_OBJECT

private slots:
    void verification_data();
    void verification();
    void clientCertificate();
    void plainTextServer();
    void badFiles_data();
    void badFiles();
};

void TlsTest::verification_data()
{
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("ca");
    QTest::addColumn<bool>("verify");
    QTest::addColumn<QString>("problem"); ///< in the message; empty: accepted
    QTest::addColumn<QString>("advice");

    QTest::newRow("the system does not know it") << u"server"_s << QString() << true << u"certificate"_s << u"cacert"_s;
    QTest::newRow("its authority is given") << u"server"_s << u"ca.pem"_s << true << QString() << QString();
    QTest::newRow("another authority is given")
        << u"server"_s << u"other-ca.pem"_s << true << u"certificate"_s << u"verify: false"_s;
    QTest::newRow("not verified") << u"server"_s << QString() << false << QString() << QString();
    QTest::newRow("for another host") << u"wronghost"_s << u"ca.pem"_s << true << u"host name"_s
                                      << u"another host name"_s;
    QTest::newRow("for another host, not verified") << u"wronghost"_s << QString() << false << QString() << QString();
    QTest::newRow("expired") << u"expired"_s << u"ca.pem"_s << true << u"expired"_s << u"clock"_s;
    QTest::newRow("expired, not verified") << u"expired"_s << QString() << false << QString() << QString();
}

void TlsTest::verification()
{
    QFETCH(QString, certificate);
    QFETCH(QString, ca);
    QFETCH(bool, verify);
    QFETCH(QString, problem);
    QFETCH(QString, advice);
    RudeServer server([](const RudeRequest &) { return json("{}"); }, serverTls(certificate));
    CloudConfig config;
    config.caCert = ca.isEmpty() ? QString() : data(ca);
    config.verify = verify;
    const Result<TlsSettings> tls = TlsSettings::load(config);
    QVERIFY(tls.ok());
    Transport transport(*tls);
    ApiRequest request = get(server.url(u"/v3"_s));
    request.headers = {{"X-Auth-Token", "secret"}};
    const auto reply = awaited(transport.send(request));
    QVERIFY(reply);
    if (problem.isEmpty()) {
        QVERIFY2(reply->ok(), reply->error ? qPrintable(reply->error->toString()) : "");
        return;
    }
    QVERIFY(reply->error);
    QCOMPARE(reply->error->kind, Error::Kind::Network);
    QVERIFY2(reply->error->serviceMessage.contains(problem, Qt::CaseInsensitive), qPrintable(reply->error->toString()));
    QVERIFY2(reply->error->advice.contains(advice), qPrintable(reply->error->toString()));
    QVERIFY(server.requests().isEmpty()); // nothing, and no token, was said to it
}

void TlsTest::clientCertificate()
{
    RudeServer server([](const RudeRequest &) { return json("{}"); }, serverTls(u"server"_s, true));
    CloudConfig config;
    config.caCert = data(u"ca.pem"_s);
    {
        Transport without(*TlsSettings::load(config));
        const auto reply = awaited(without.send(get(server.url())));
        QVERIFY(reply && reply->error);
    }
    config.clientCert = data(u"client.pem"_s);
    config.clientKey = data(u"client.key"_s);
    Transport with(*TlsSettings::load(config));
    QVERIFY(awaited(with.send(get(server.url())))->ok());

    // One file may hold both.
    QTemporaryDir dir;
    QFile both(dir.filePath(u"both.pem"_s));
    QVERIFY(both.open(QIODevice::WriteOnly));
    both.write(contents(u"client.key"_s) + contents(u"client.pem"_s));
    both.close();
    config.clientCert = both.fileName();
    config.clientKey.clear();
    Transport combined(*TlsSettings::load(config));
    QVERIFY(awaited(combined.send(get(server.url())))->ok());
}

void TlsTest::plainTextServer()
{
    RudeServer server([](const RudeRequest &) { return json("{}"); });
    QUrl url = server.url();
    url.setScheme(u"https"_s);
    TransportLimits limits;
    limits.idle = std::chrono::milliseconds(500);
    Transport transport(*TlsSettings::load({}), limits);
    const auto reply = awaited(transport.send(get(url)));
    QVERIFY(reply && reply->error);
    QVERIFY2(reply->error->kind == Error::Kind::Network || reply->error->kind == Error::Kind::Timeout,
             qPrintable(reply->error->toString()));
}

void TlsTest::badFiles_data()
{
    QTest::addColumn<QString>("ca");
    QTest::addColumn<QString>("cert");
    QTest::addColumn<QString>("key");
    QTest::newRow("no CA file") << u"none.pem"_s << QString() << QString();
    QTest::newRow("a key for a CA") << u"client.key"_s << QString() << QString();
    QTest::newRow("no certificate file") << QString() << u"none.pem"_s << QString();
    QTest::newRow("no key in it") << QString() << u"client.pem"_s << QString();
    QTest::newRow("no key file") << QString() << u"client.pem"_s << u"none.key"_s;
    QTest::newRow("a certificate for a key") << QString() << u"client.pem"_s << u"ca.pem"_s;
}

void TlsTest::badFiles()
{
    QFETCH(QString, ca);
    QFETCH(QString, cert);
    QFETCH(QString, key);
    CloudConfig config;
    config.caCert = ca.isEmpty() ? QString() : data(ca);
    config.clientCert = cert.isEmpty() ? QString() : data(cert);
    config.clientKey = key.isEmpty() ? QString() : data(key);
    const Result<TlsSettings> tls = TlsSettings::load(config);
    QVERIFY(!tls.ok());
    QCOMPARE(tls.error().kind, Error::Kind::Config);
    QVERIFY(tls.error().object.startsWith(data({})));
}

QTEST_GUILESS_MAIN(TlsTest)
#include "tst_tls.moc"
