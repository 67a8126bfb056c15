// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/rudeproxy.h"

#include "app/democonfig.h"

#include <QMutexLocker>
#include <QTcpSocket>

using namespace Qt::StringLiterals;

namespace flotsam::test {

namespace {

constexpr int PatienceMs = 20'000;

/// One answer of the simulated cloud, which tells the length of every body.
QByteArray readAnswer(QTcpSocket &socket)
{
    QByteArray bytes;
    while (socket.state() == QAbstractSocket::ConnectedState || socket.bytesAvailable() > 0) {
        bytes += socket.readAll();
        const qsizetype end = bytes.indexOf("\r\n\r\n");
        if (end >= 0) {
            const QByteArray head = bytes.left(end).toLower();
            const qsizetype at = head.indexOf("content-length:");
            const qsizetype length = at < 0 ? 0 : head.mid(at + 15).split('\r').first().trimmed().toLongLong();
            if (bytes.size() >= end + 4 + length)
                return bytes;
        }
        if (!socket.waitForReadyRead(PatienceMs))
            break;
    }
    return bytes;
}

} // namespace

RudeProxy::RudeProxy(const QUrl &authUrl)
    : m_upstream(authUrl)
    , m_server([this](const RudeRequest &request) { return answer(request); })
{ }

void RudeProxy::setPolicy(const Policy &policy)
{
    const QMutexLocker lock(&m_mutex);
    m_policy = policy;
}

CloudConfig RudeProxy::config() const { return demoConfig(m_server.url(m_upstream.path())); }

RudeAnswer RudeProxy::answer(const RudeRequest &request)
{
    Policy policy;
    {
        const QMutexLocker lock(&m_mutex);
        policy = m_policy;
    }
    const Fault fault = policy ? policy(request) : Fault::none();
    RudeAnswer sent;
    if (fault.forward)
        sent = forwarded(request);
    if (fault.replace || !fault.forward)
        return fault.answer;
    sent.delayMs = fault.answer.delayMs;
    sent.reset = fault.answer.reset;
    sent.silent = fault.answer.silent;
    sent.cutAfter = fault.answer.cutAfter;
    if (fault.cutInHalf) {
        sent.cutAfter = int(sent.raw.size()) / 2;
        sent.reset = true;
    }
    return sent;
}

RudeAnswer RudeProxy::forwarded(const RudeRequest &request) const
{
    QTcpSocket socket;
    socket.connectToHost(m_upstream.host(), quint16(m_upstream.port()));
    RudeAnswer answer;
    answer.status = 502;
    if (!socket.waitForConnected(PatienceMs))
        return answer;
    QByteArray target = QUrl(request.path).toEncoded();
    if (!request.query.isEmpty())
        target += '?' + request.query.toString(QUrl::FullyEncoded).toUtf8();
    QByteArray text = request.method + ' ' + target + " HTTP/1.1\r\n";
    for (auto it = request.headers.begin(); it != request.headers.end(); ++it) {
        if (it.key() != "host" && it.key() != "connection" && it.key() != "accept-encoding")
            text += it.key() + ": " + it.value() + "\r\n";
    }
    text += "Host: " + m_upstream.authority().toUtf8() + "\r\n\r\n" + request.body;
    socket.write(text);
    QByteArray bytes = readAnswer(socket);
    const qsizetype end = bytes.indexOf("\r\n\r\n");
    if (end < 0)
        return answer;
    // Links and the catalogue lead through here as well; both addresses need not be of one length.
    const QByteArray there = "127.0.0.1:" + QByteArray::number(m_upstream.port());
    const QByteArray here = "127.0.0.1:" + QByteArray::number(m_server.url().port());
    QByteArray head = bytes.left(end).replace(there, here);
    const QByteArray body = bytes.mid(end + 4).replace(there, here);
    QByteArray lines;
    for (const QByteArray &line : head.split('\n')) {
        if (line.trimmed().toLower().startsWith("content-length:"))
            lines += "Content-Length: " + QByteArray::number(body.size()) + "\r\n";
        else
            lines += line.trimmed() + "\r\n";
    }
    answer.raw = lines + "\r\n" + body;
    return answer;
}

} // namespace flotsam::test
