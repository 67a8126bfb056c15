// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/transport.h"
#include "models/inventory/gzip.h"
#include "tests/support/awaited.h"
#include "tests/support/rudeserver.h"

#include <QBuffer>
#include <QElapsedTimer>
#include <QPointer>
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

QByteArray gzipped(const QByteArray &data)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    GzipWriter writer(buffer, true);
    writer.write(data);
    return writer.finish() ? buffer.data() : QByteArray();
}

RudeAnswer hung()
{
    RudeAnswer answer;
    answer.silent = true;
    return answer;
}

} // namespace

class TransportTest : public QObject
{
    Q_OBJECT

private slots:
    void answers();
    void atMostSixAtOnce();
    void silenceIsATimeout();
    void aTrickleMeetsTheDeadline();
    void cancelledCallsSayNothing();
    void cancelledCallsMakeRoom();
    void destroyedWhileBusy();
    void cutOff_data();
    void cutOff();
    void lostOnceIsAskedAgain();
    void onlyRepeatablesAreSentTwice_data();
    void onlyRepeatablesAreSentTwice();
    void retryAfter();
    void retryAfterHasItsBounds();
    void compressed();
    void tooLarge();
};

void TransportTest::answers()
{
    RudeServer server([](const RudeRequest &request) {
        if (request.path == "/gone"_L1)
            return json(R"({"itemNotFound":{"code":404,"message":"gone"}})", 404)
                .with("X-Openstack-Request-Id", "req-1");
        return json("{\"a\":1}").with("X-Subject-Token", "t");
    });
    Transport transport({}, quick());
    ApiRequest request = get(server.url(u"/x"_s));
    request.url.setQuery(u"a=b%20c"_s);
    request.method = "POST";
    request.body = "{\"q\":2}";
    request.headers = {{"X-Auth-Token", "secret"}};
    const auto reply = awaited(transport.send(request));
    QVERIFY(reply && reply->ok());
    QCOMPARE(reply->status, 200);
    QCOMPARE(reply->body, "{\"a\":1}");
    QCOMPARE(reply->header("x-subject-token"), "t");
    const RudeRequest seen = server.requests().first();
    QCOMPARE(seen.method, "POST");
    QCOMPARE(seen.body, "{\"q\":2}");
    QCOMPARE(seen.query.queryItemValue(u"a"_s, QUrl::FullyDecoded), u"b c"_s);
    QCOMPARE(seen.headers.value("x-auth-token"), "secret");
    QCOMPARE(seen.headers.value("content-type"), "application/json");
    QVERIFY(seen.headers.value("accept-encoding").contains("gzip"));

    const auto gone = awaited(transport.send(get(server.url(u"/gone"_s))));
    QVERIFY(gone && gone->error);
    QCOMPARE(gone->status, 404);
    QCOMPARE(gone->error->kind, Error::Kind::Http);
    QCOMPARE(gone->error->serviceMessage, u"gone"_s);
    QCOMPARE(gone->error->requestId, u"req-1"_s);
    QVERIFY(gone->error->object.endsWith("/gone"_L1));
}

void TransportTest::atMostSixAtOnce()
{
    RudeServer server([](const RudeRequest &) {
        RudeAnswer answer = json("{}");
        answer.delayMs = 20;
        return answer;
    });
    Transport transport({}, quick());
    int done = 0;
    for (int i = 0; i < 60; ++i) {
        connect(transport.send(get(server.url(u"/%1"_s.arg(i)))), &ApiCall::finished, this, [&](const ApiReply &reply) {
            QVERIFY(reply.ok());
            ++done;
        });
    }
    QTRY_COMPARE_WITH_TIMEOUT(done, 60, 60'000);
    QCOMPARE(server.mostAtOnce(), 6);
    QVERIFY(server.connections() <= 6);
}

void TransportTest::silenceIsATimeout()
{
    RudeServer server([](const RudeRequest &) { return hung(); });
    Transport transport({}, quick());
    QElapsedTimer clock;
    clock.start();
    const auto reply = awaited(transport.send(get(server.url())));
    QVERIFY(reply && reply->error);
    QCOMPARE(reply->error->kind, Error::Kind::Timeout);
    QCOMPARE(reply->status, 0);
    QVERIFY(clock.elapsed() >= 300);
    QVERIFY(reply->error->serviceMessage.contains("nothing came"_L1)); // it was the idle timer, not the deadline
}

void TransportTest::aTrickleMeetsTheDeadline()
{
    RudeServer server([](const RudeRequest &) {
        RudeAnswer answer = json(QByteArray(2000, ' '));
        answer.trickleMs = 2;
        return answer;
    });
    TransportLimits limits = quick();
    limits.deadline = std::chrono::milliseconds(1200);
    Transport transport({}, limits);
    QElapsedTimer clock;
    clock.start();
    const auto reply = awaited(transport.send(get(server.url())));
    QVERIFY(reply && reply->error);
    QCOMPARE(reply->error->kind, Error::Kind::Timeout);
    QVERIFY(reply->error->serviceMessage.contains("no complete answer"_L1));
    QVERIFY(clock.elapsed() >= 1000); // bytes kept coming: it was not the idle timer
}

void TransportTest::cancelledCallsSayNothing()
{
    RudeServer server([](const RudeRequest &) { return hung(); });
    Transport transport({}, quick());
    bool said = false;
    QList<QPointer<ApiCall>> calls;
    for (int i = 0; i < 10; ++i) {
        calls += transport.send(get(server.url()));
        connect(calls.last(), &ApiCall::finished, this, [&] { said = true; });
    }
    QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 6, 60'000);
    transport.cancelAll();
    QTRY_VERIFY_WITH_TIMEOUT(std::all_of(calls.begin(), calls.end(), [](const auto &call) { return call.isNull(); }), 60'000);
    // One more round trip shows that the transport lives and that nothing of the old calls arrives.
    RudeServer other([](const RudeRequest &) { return json("{}"); });
    QVERIFY(awaited(transport.send(get(other.url())))->ok());
    QVERIFY(!said);
    QCOMPARE(server.requests().size(), 6);
}

void TransportTest::cancelledCallsMakeRoom()
{
    RudeServer server([](const RudeRequest &request) { return request.path == "/hang"_L1 ? hung() : json("{}"); });
    TransportLimits limits = quick();
    limits.idle = std::chrono::seconds(30);
    Transport transport({}, limits);
    QList<ApiCall *> hanging;
    for (int i = 0; i < 6; ++i)
        hanging += transport.send(get(server.url(u"/hang"_s)));
    QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 6, 60'000);
    bool done = false;
    connect(transport.send(get(server.url(u"/next"_s))), &ApiCall::finished, this, [&](const ApiReply &reply) {
        done = reply.ok();
        transport.cancelAll(); // from within a slot
    });
    hanging.first()->cancel();
    QTRY_VERIFY_WITH_TIMEOUT(done, 60'000);
}

void TransportTest::destroyedWhileBusy()
{
    RudeServer server([](const RudeRequest &) { return hung(); });
    bool said = false;
    {
        Transport transport({}, quick());
        for (int i = 0; i < 10; ++i)
            connect(transport.send(get(server.url())), &ApiCall::finished, this, [&] { said = true; });
        QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 6, 60'000);
    }
    QVERIFY(!said);
}

void TransportTest::cutOff_data()
{
    QTest::addColumn<QByteArray>("raw");
    QTest::addColumn<int>("cutAfter");
    QTest::addColumn<bool>("reset");
    const QByteArray whole
        = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n" + QByteArray(100, ' ');
    const QByteArray chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[1,2,\r\n50\r\n     ";
    for (const bool reset : {false, true}) {
        const char *how = reset ? "reset" : "closed";
        QTest::addRow("before the answer, %s", how) << whole << 0 << reset;
        QTest::addRow("in the status line, %s", how) << whole << 9 << reset;
        QTest::addRow("in the headers, %s", how) << whole << 40 << reset;
        QTest::addRow("after the headers, %s", how) << whole << int(whole.size()) - 100 << reset;
        QTest::addRow("in the body, %s", how) << whole << int(whole.size()) - 1 << reset;
        QTest::addRow("in a chunk, %s", how) << chunked << int(chunked.size()) << reset;
    }
    QTest::addRow("not HTTP") << QByteArray("SSH-2.0-OpenSSH_9.2\r\n\r\n") << 23 << false;
}

void TransportTest::cutOff()
{
    QFETCH(QByteArray, raw);
    QFETCH(int, cutAfter);
    QFETCH(bool, reset);
    RudeServer server([&](const RudeRequest &) {
        RudeAnswer answer;
        answer.raw = raw;
        answer.cutAfter = cutAfter;
        answer.reset = reset;
        return answer;
    });
    Transport transport({}, quick());
    const auto reply = awaited(transport.send(get(server.url())));
    QVERIFY(reply);
    QVERIFY(reply->error);
    QVERIFY2(reply->error->kind == Error::Kind::Network || reply->error->kind == Error::Kind::Timeout,
             qPrintable(reply->error->toString()));
    QCOMPARE(reply->status, 0);
    QVERIFY(reply->body.isEmpty());
}

void TransportTest::lostOnceIsAskedAgain()
{
    std::atomic<int> count = 0;
    RudeServer server([&](const RudeRequest &) {
        RudeAnswer answer = json("{\"ok\":true}");
        if (count++ == 0) {
            answer.cutAfter = 70;
            answer.reset = true;
        }
        return answer;
    });
    Transport transport({}, quick());
    const auto reply = awaited(transport.send(get(server.url())));
    QVERIFY(reply && reply->ok());
    QCOMPARE(reply->body, "{\"ok\":true}");
    QVERIFY(count.load() >= 2);
}

void TransportTest::onlyRepeatablesAreSentTwice_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("cutAfter");
    QTest::addColumn<bool>("repeatable");
    for (const int cut : {0, 9, 40, 80}) {
        QTest::addRow("POST cut at %d", cut) << QByteArray("POST") << QByteArray("{\"a\":1}") << cut << false;
        QTest::addRow("PUT cut at %d", cut) << QByteArray("PUT") << QByteArray("{\"a\":1}") << cut << false;
        QTest::addRow("DELETE cut at %d", cut) << QByteArray("DELETE") << QByteArray() << cut << false;
    }
    QTest::addRow("repeatable POST") << QByteArray("POST") << QByteArray("{\"a\":1}") << 9 << true;
}

void TransportTest::onlyRepeatablesAreSentTwice()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, body);
    QFETCH(int, cutAfter);
    QFETCH(bool, repeatable);
    RudeServer server([&](const RudeRequest &request) {
        RudeAnswer answer = json("{\"ok\":true}");
        if (request.path == "/cut"_L1)
            answer.cutAfter = cutAfter;
        return answer;
    });
    Transport transport({}, quick());
    // The connection is one that has served before: then Qt is most eager to try again.
    QVERIFY(awaited(transport.send(get(server.url(u"/warm"_s))))->ok());
    ApiRequest request = get(server.url(u"/cut"_s));
    request.method = method;
    request.body = body;
    request.repeatable = repeatable;
    const auto reply = awaited(transport.send(request));
    QVERIFY(reply && reply->error);
    QCOMPARE(reply->error->kind, Error::Kind::Network);
    const QList<RudeRequest> seen = server.requests(u"/cut"_s);
    QVERIFY(repeatable ? seen.size() > 1 : seen.size() == 1);
    QCOMPARE(seen.first().body, body);
    QCOMPARE(seen.first().method, method);
}

void TransportTest::retryAfter()
{
    std::atomic<int> count = 0;
    RudeServer server([&](const RudeRequest &) {
        switch (count++) {
        case 0:
            return json("{}", 429).with("Retry-After", "1");
        case 1:
            return json("{}", 503).with("Retry-After", "0");
        default:
            return json("{}");
        }
    });
    Transport transport({}, quick());
    QElapsedTimer clock;
    clock.start();
    const auto reply = awaited(transport.send(get(server.url())));
    QVERIFY(reply && reply->ok());
    QCOMPARE(count.load(), 3);
    QVERIFY(clock.elapsed() >= 950);
}

void TransportTest::retryAfterHasItsBounds()
{
    RudeServer server([](const RudeRequest &request) {
        if (request.path == "/long"_L1)
            return json("{}", 503).with("Retry-After", "3600");
        if (request.path == "/date"_L1)
            return json("{}", 429).with("Retry-After", "Wed, 21 Oct 2099 07:28:00 GMT");
        return json(R"({"error":{"message":"slow down"}})", 429).with("Retry-After", "0");
    });
    Transport transport({}, quick());
    for (const QString &path : {u"/long"_s, u"/date"_s}) {
        const auto reply = awaited(transport.send(get(server.url(path))));
        QVERIFY(reply && reply->error);
        QCOMPARE(server.requests(path).size(), 1);
    }
    const auto reply = awaited(transport.send(get(server.url(u"/always"_s))));
    QVERIFY(reply && reply->error);
    QCOMPARE(reply->status, 429);
    QCOMPARE(reply->error->serviceMessage, u"slow down"_s);
    QCOMPARE(server.requests(u"/always"_s).size(), 4);
    ApiRequest post = get(server.url(u"/post"_s));
    post.method = "DELETE";
    QCOMPARE(awaited(transport.send(post))->status, 429);
    QCOMPARE(server.requests(u"/post"_s).size(), 1);
}

void TransportTest::compressed()
{
    // Qt gives up beyond 10 MiB and 40:1 unless told otherwise; a listing of many alike ports is beyond both.
    const QByteArray body = '[' + QByteArray(24 * 1024 * 1024, ' ') + ']';
    const QByteArray packed = gzipped(body);
    QVERIFY(packed.size() * 40 < body.size());
    RudeServer server([&](const RudeRequest &request) {
        RudeAnswer answer = json(packed).with("Content-Encoding", "gzip");
        if (request.path == "/cut"_L1)
            answer.cutAfter = int(packed.size()) / 2;
        return answer;
    });
    Transport transport({}, quick());
    const auto reply = awaited(transport.send(get(server.url())));
    QVERIFY2(reply && reply->ok(), reply && reply->error ? qPrintable(reply->error->toString()) : "");
    QCOMPARE(reply->body, body);
    const auto cut = awaited(transport.send(get(server.url(u"/cut"_s))));
    QVERIFY(cut && cut->error);
}

void TransportTest::tooLarge()
{
    const QByteArray body(3 * 1024 * 1024, ' ');
    const QByteArray packed = gzipped(body);
    RudeServer server([&](const RudeRequest &request) {
        return request.path == "/packed"_L1 ? json(packed).with("Content-Encoding", "gzip") : json(body);
    });
    TransportLimits limits = quick();
    limits.maxBody = 1024 * 1024;
    Transport transport({}, limits);
    for (const QString &path : {u"/plain"_s, u"/packed"_s}) {
        const auto reply = awaited(transport.send(get(server.url(path))));
        QVERIFY(reply && reply->error);
        QVERIFY(reply->body.isEmpty());
    }
}

QTEST_GUILESS_MAIN(TransportTest)
#include "tst_transport.moc"
