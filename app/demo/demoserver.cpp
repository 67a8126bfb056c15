// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/demoserver.h"

#include <QDateTime>
#include <QHttpServer>
#include <QLocale>
#include <QTcpServer>

using namespace Qt::StringLiterals;

namespace flotsam::demo {

namespace {
QByteArray methodName(QHttpServerRequest::Method method)
{
    switch (method) {
    case QHttpServerRequest::Method::Get:
        return "GET";
    case QHttpServerRequest::Method::Put:
        return "PUT";
    case QHttpServerRequest::Method::Delete:
        return "DELETE";
    case QHttpServerRequest::Method::Post:
        return "POST";
    case QHttpServerRequest::Method::Head:
        return "HEAD";
    case QHttpServerRequest::Method::Patch:
        return "PATCH";
    default:
        return "OTHER";
    }
}

QByteArray httpDate(qint64 ms)
{
    return QLocale::c()
        .toString(QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC), u"ddd, dd MMM yyyy hh:mm:ss 'GMT'"_s)
        .toLatin1();
}
} // namespace

DemoServer::DemoServer(std::unique_ptr<DemoState> state, std::shared_ptr<DemoClock> clock)
    : m_state(std::move(state))
    , m_clock(std::move(clock))
    , m_timer(this)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &DemoServer::catchUp);
}

DemoServer::~DemoServer() = default;

QString DemoServer::start(quint16 port)
{
    m_http = std::make_unique<QHttpServer>();
    m_socket = new QTcpServer(m_http.get());
    if (!m_socket->listen(QHostAddress::LocalHost, port))
        return m_socket->errorString();
    m_http->bind(m_socket);
    m_gateway = std::make_unique<Gateway>(*m_state, u"http://127.0.0.1:%1"_s.arg(m_socket->serverPort()));
    // One handler for everything: the services' own dispatch is by path, and a route per URL cannot express it.
    m_http->setMissingHandler([this](const QHttpServerRequest &request, QHttpServerResponder &&responder) {
        m_state->advanceTo(m_clock->now());
        QHash<QByteArray, QByteArray> headers;
        for (const auto &[name, value] : request.headers())
            headers.insert(name.toLower(), value);
        const QByteArray method = methodName(request.method());
        const QUrl url = request.url();
        const bool head = method == "HEAD";
        const Reply reply = m_gateway->handle(head ? "GET" : method, url.path(QUrl::FullyEncoded),
                                              url.query(QUrl::FullyEncoded), headers, request.body());
        responder.writeStatusLine(QHttpServerResponder::StatusCode(reply.status));
        for (const auto &[name, value] : reply.headers)
            responder.writeHeader(name, value);
        responder.writeHeader("Date", httpDate(m_state->now()));
        if (reply.status != 204)
            responder.writeHeader("Content-Length", QByteArray::number(reply.body.size()));
        responder.writeBody(head ? QByteArray("") : reply.body);
        catchUp();
    });
    catchUp();
    return {};
}

quint16 DemoServer::port() const { return m_socket ? m_socket->serverPort() : 0; }

void DemoServer::change(const DemoState::Event &change)
{
    m_state->advanceTo(m_clock->now());
    change(*m_state);
    catchUp();
}

void DemoServer::reschedule() { catchUp(); }

void DemoServer::catchUp()
{
    m_state->advanceTo(m_clock->now());
    for (const QString &sentence : m_state->takeNews())
        emit happened(sentence);
    if (const auto next = m_state->nextEvent()) {
        const qint64 wait = (*next - m_clock->now()) / m_clock->speed() + 1;
        m_timer.start(int(std::clamp<qint64>(wait, 1, 3'600'000)));
    } else {
        m_timer.stop();
    }
}

} // namespace flotsam::demo
