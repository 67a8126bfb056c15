// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/apierror.h"
#include "app/cloud/transport.h"
#include "tests/support/awaited.h"
#include "tests/support/rudeserver.h"

#include <QTcpServer>
#include <QTest>

#include <atomic>

using namespace flotsam;
using namespace flotsam::test;
using namespace Qt::StringLiterals;

namespace {

TransportLimits quick()
{
    TransportLimits limits;
    limits.idle = std::chrono::milliseconds(400);
    limits.deadline = std::chrono::milliseconds(4000);
    limits.maxRetryWait = std::chrono::milliseconds(2500);
    return limits;
}

} // namespace

class HttpErrorsTest : public QObject
{
    Q_OBJECT

private slots:
    void errorBodies_data();
    void errorBodies();
    void redirectWithinTheOrigin();
    void redirectElsewhereIsRefused_data();
    void redirectElsewhereIsRefused();
    void everyStatus();
    void nobodyThere();
    void tokensAreNotEchoed();
};

void HttpErrorsTest::errorBodies_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("message");
    QTest::newRow("nova") << QByteArray(
        R"({"itemNotFound": {"code": 404, "message": "Instance x could not be found."}})")
                          << u"Instance x could not be found."_s;
    QTest::newRow("neutron") << QByteArray(
        R"({"NeutronError": {"type": "OverQuota", "message": "Quota exceeded", "detail": ""}})")
                             << u"Quota exceeded"_s;
    QTest::newRow("old neutron") << QByteArray(R"({"NeutronError": "Plain words"})") << u"Plain words"_s;
    QTest::newRow("heat") << QByteArray(
        R"({"code":403,"title":"Forbidden","explanation":"Access was denied.","error":{"type":"Forbidden","message":"You are not authorized.","traceback":null}})")
                          << u"You are not authorized."_s;
    QTest::newRow("heat without a message")
        << QByteArray(R"({"explanation":"Access was denied.","error":{}})") << u"Access was denied."_s;
    QTest::newRow("ironic as text") << QByteArray(
        R"({"error_message": "{\"faultcode\": \"Client\", \"faultstring\": \"Node x.\", \"debuginfo\": null}"})")
                                    << u"Node x."_s;
    QTest::newRow("ironic as object") << QByteArray(R"({"error_message": {"faultstring": "Node y."}})") << u"Node y."_s;
    QTest::newRow("octavia") << QByteArray(R"({"faultcode":"Client","faultstring":"Not allowed","debuginfo":null})")
                             << u"Not allowed"_s;
    QTest::newRow("keystone") << QByteArray(R"({"error":{"code":401,"message":"Log in.","title":"Unauthorized"}})")
                              << u"Log in."_s;
    QTest::newRow("html") << QByteArray("<html><head><title>502</title><style>b{}</style></head><body><h1>502 Bad "
                                        "Gateway</h1>\n<hr>nginx &amp; co</body></html>")
                          << u"502 Bad Gateway nginx & co"_s;
    QTest::newRow("html with nothing but a title")
        << QByteArray("<html><head><title>Bad</title></head></html>") << u"Bad"_s;
    QTest::newRow("plain") << QByteArray("upstream  timed out\n") << u"upstream timed out"_s;
    QTest::newRow("empty") << QByteArray() << QString();
    QTest::newRow("json without words") << QByteArray("{}") << QString();
    QTest::newRow("long") << QByteArray(100'000, 'x') << QString(QString(399, u'x') + u'…');
}

void HttpErrorsTest::errorBodies()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, message);
    QCOMPARE(serviceMessage(body), message);
}

void HttpErrorsTest::redirectWithinTheOrigin()
{
    RudeServer server([](const RudeRequest &request) {
        if (request.path == "/old"_L1)
            return json("{}", 301).with("Location", "/new?x=1");
        if (request.path == "/loop"_L1)
            return json("{}", 302).with("Location", "/loop");
        return json("{\"there\":1}");
    });
    Transport transport({}, quick());
    ApiRequest request = get(server.url(u"/old"_s));
    request.headers = {{"X-Auth-Token", "secret"}};
    const auto reply = awaited(transport.send(request));
    QVERIFY(reply && reply->ok());
    QCOMPARE(reply->body, "{\"there\":1}");
    QCOMPARE(server.requests(u"/new"_s).size(), 1);
    QCOMPARE(server.requests(u"/new"_s).first().headers.value("x-auth-token"), "secret");
    const auto loop = awaited(transport.send(get(server.url(u"/loop"_s))));
    QVERIFY(loop && loop->error);
    QVERIFY(server.requests(u"/loop"_s).size() < 10);
}

void HttpErrorsTest::redirectElsewhereIsRefused_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("method");
    for (const int status : {301, 302, 303, 307, 308}) {
        QTest::addRow("GET %d", status) << status << QByteArray("GET");
        QTest::addRow("POST %d", status) << status << QByteArray("POST");
    }
}

void HttpErrorsTest::redirectElsewhereIsRefused()
{
    QFETCH(int, status);
    QFETCH(QByteArray, method);
    RudeServer other([](const RudeRequest &) { return json("{}"); });
    const QByteArray location = other.url(u"/steal"_s).toEncoded() + "?token=abc";
    RudeServer server([&](const RudeRequest &) { return json("{}", status).with("Location", location); });
    Transport transport({}, quick());
    ApiRequest request = get(server.url(u"/auth"_s));
    request.method = method;
    request.headers = {{"X-Auth-Token", "secret"}};
    const auto reply = awaited(transport.send(request));
    QVERIFY(reply && reply->error);
    QVERIFY(reply->error->serviceMessage.contains(other.url(u"/steal"_s).toString()));
    QVERIFY(!reply->error->toString().contains("abc"_L1));
    QCOMPARE(other.requests().size(), 0);
    QCOMPARE(other.connections(), 0);
    QCOMPARE(server.requests().size(), 1);
}

void HttpErrorsTest::everyStatus()
{
    std::atomic<int> status = 0;
    RudeServer server([&](const RudeRequest &) {
        return json(R"({"error":{"message":"words of the service"}})", status).with("X-Openstack-Request-Id", "req-5");
    });
    TransportLimits limits = quick();
    limits.retries = 0;
    Transport transport({}, limits);
    for (const int code : {400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 415, 418,
                           422, 423, 429, 431, 451, 499, 500, 501, 502, 503, 504, 507, 511, 520, 599}) {
        status = code;
        const auto reply = awaited(transport.send(get(server.url())));
        QVERIFY(reply && reply->error);
        QCOMPARE(reply->status, code);
        QCOMPARE(reply->error->httpStatus, code);
        QCOMPARE(reply->error->serviceMessage, u"words of the service"_s);
        QCOMPARE(reply->error->requestId, u"req-5"_s);
    }
}

void HttpErrorsTest::nobodyThere()
{
    quint16 port = 0;
    {
        QTcpServer unused;
        QVERIFY(unused.listen(QHostAddress::LocalHost, 0));
        port = unused.serverPort();
    }
    Transport transport({}, quick());
    const auto refused = awaited(transport.send(get(QUrl(u"http://127.0.0.1:%1/"_s.arg(port)))));
    QVERIFY(refused && refused->error);
    QCOMPARE(refused->error->kind, Error::Kind::Network);
    QVERIFY2(refused->error->serviceMessage.contains("refused"_L1), qPrintable(refused->error->toString()));
    QVERIFY(refused->error->serviceMessage.contains(QString::number(port)));

    TransportLimits limits;
    Transport patient({}, limits);
    const auto unknown = awaited(patient.send(get(QUrl(u"http://no-such-host.invalid/"_s))), 30'000);
    QVERIFY(unknown && unknown->error);
    QVERIFY2(unknown->error->serviceMessage.contains("was not found"_L1), qPrintable(unknown->error->toString()));
}

void HttpErrorsTest::tokensAreNotEchoed()
{
    RudeServer server([](const RudeRequest &request) {
        return json("{\"error\":{\"message\":\"bad token " + request.headers.value("x-auth-token") + "\"}}", 401);
    });
    Transport transport({}, quick());
    ApiRequest request = get(server.url());
    request.headers = {{"X-Auth-Token", "gAAAAsecret"}};
    const auto reply = awaited(transport.send(request));
    QVERIFY(reply && reply->error);
    QCOMPARE(reply->status, 401);
    QCOMPARE(reply->error->kind, Error::Kind::Auth);
    QCOMPARE(reply->error->serviceMessage, u"bad token ***"_s);
}

QTEST_GUILESS_MAIN(HttpErrorsTest)
#include "tst_httperrors.moc"
