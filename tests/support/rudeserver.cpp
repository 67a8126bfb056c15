// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/rudeserver.h"

#include <QMutex>
#include <QMutexLocker>
#include <QPointer>
#include <QSslSocket>
#include <QTcpServer>
#include <QTimer>

#include <algorithm>

#include <sys/socket.h>

using namespace Qt::StringLiterals;

namespace flotsam::test {

RudeAnswer json(const QByteArray &body, int status)
{
    RudeAnswer answer;
    answer.status = status;
    answer.body = body;
    answer.with("Content-Type", "application/json");
    return answer;
}

class RudeServer::Worker : public QTcpServer
{
public:
    Worker(Handler handler, const std::optional<QSslConfiguration> &tls)
        : m_handler(std::move(handler))
        , m_tls(tls)
    { }

    mutable QMutex mutex;
    QList<RudeRequest> requests;
    int connections = 0;
    int atOnce = 0;
    int mostAtOnce = 0;

protected:
    void incomingConnection(qintptr handle) override
    {
        auto *socket = new QSslSocket(this);
        socket->setSocketDescriptor(handle);
        int number = 0;
        {
            const QMutexLocker lock(&mutex);
            number = ++connections;
        }
        socket->setProperty("number", number);
        connect(socket, &QSslSocket::readyRead, this, [this, socket] { onBytes(socket); });
        connect(socket, &QSslSocket::disconnected, this, [this, socket] {
            m_buffers.remove(socket);
            socket->deleteLater();
        });
        if (m_tls) {
            socket->setSslConfiguration(*m_tls);
            socket->startServerEncryption();
        }
    }

private:
    void onBytes(QSslSocket *socket)
    {
        m_buffers[socket] += socket->readAll();
        while (const auto request = takeRequest(m_buffers[socket])) {
            RudeRequest known = *request;
            known.connection = socket->property("number").toInt();
            {
                const QMutexLocker lock(&mutex);
                requests.append(known);
                mostAtOnce = std::max(mostAtOnce, ++atOnce);
            }
            const RudeAnswer answer = m_handler(known);
            QTimer::singleShot(answer.delayMs, socket, [this, socket, answer] { send(socket, answer); });
        }
    }

    static std::optional<RudeRequest> takeRequest(QByteArray &buffer)
    {
        const qsizetype end = buffer.indexOf("\r\n\r\n");
        if (end < 0)
            return std::nullopt;
        const QList<QByteArray> lines = buffer.left(end).split('\n');
        const QList<QByteArray> first = lines.first().trimmed().split(' ');
        RudeRequest request;
        request.method = first.value(0);
        const QUrl target(QString::fromUtf8(first.value(1)));
        request.path = target.path();
        request.query = QUrlQuery(target);
        for (const QByteArray &line : lines.mid(1)) {
            const qsizetype colon = line.indexOf(':');
            request.headers.insert(line.left(colon).trimmed().toLower(), line.mid(colon + 1).trimmed());
        }
        const qsizetype length = request.headers.value("content-length").toLongLong();
        if (buffer.size() < end + 4 + length)
            return std::nullopt;
        request.body = buffer.mid(end + 4, length);
        buffer.remove(0, end + 4 + length);
        return request;
    }

    static QByteArray bytesOf(const RudeAnswer &answer)
    {
        if (!answer.raw.isEmpty())
            return answer.raw;
        QByteArray bytes = "HTTP/1.1 " + QByteArray::number(answer.status) + " Status\r\n";
        bool length = answer.status == 204;
        for (const auto &[name, value] : answer.headers) {
            bytes += name + ": " + value + "\r\n";
            length = length || name.toLower() == "content-length" || name.toLower() == "transfer-encoding";
        }
        if (!length)
            bytes += "Content-Length: " + QByteArray::number(answer.body.size()) + "\r\n";
        return bytes + "\r\n" + answer.body;
    }

    void send(QSslSocket *socket, const RudeAnswer &answer)
    {
        if (answer.silent)
            return;
        {
            const QMutexLocker lock(&mutex);
            --atOnce;
        }
        QByteArray bytes = bytesOf(answer);
        const bool end = answer.cutAfter >= 0 || answer.reset || answer.close;
        if (answer.cutAfter >= 0)
            bytes.truncate(answer.cutAfter);
        if (answer.trickleMs > 0) {
            trickle(socket, bytes, answer.trickleMs);
            return;
        }
        socket->write(bytes);
        socket->flush();
        if (!end)
            return;
        if (answer.reset) {
            const linger now{1, 0};
            setsockopt(int(socket->socketDescriptor()), SOL_SOCKET, SO_LINGER, &now, sizeof now);
            socket->abort();
        } else {
            socket->disconnectFromHost();
        }
    }

    static void trickle(QSslSocket *socket, const QByteArray &bytes, int pauseMs)
    {
        if (bytes.isEmpty())
            return;
        socket->write(bytes.left(1));
        socket->flush();
        QTimer::singleShot(pauseMs, socket, [socket, bytes, pauseMs] { trickle(socket, bytes.mid(1), pauseMs); });
    }

    Handler m_handler;
    std::optional<QSslConfiguration> m_tls;
    QHash<QSslSocket *, QByteArray> m_buffers;
};

RudeServer::RudeServer(Handler handler, const std::optional<QSslConfiguration> &tls)
    : m_worker(std::make_shared<Worker>(std::move(handler), tls))
    , m_tls(tls.has_value())
{
    m_worker->moveToThread(&m_thread);
    m_thread.start();
    QMetaObject::invokeMethod(
        m_worker.get(), [this] { m_worker->listen(QHostAddress::LocalHost, 0); }, Qt::BlockingQueuedConnection);
    m_port = m_worker->serverPort();
}

RudeServer::~RudeServer()
{
    QMetaObject::invokeMethod(
        m_worker.get(),
        [this] {
            m_worker->close();
            const auto sockets = m_worker->findChildren<QSslSocket *>();
            for (QSslSocket *socket : sockets)
                QObject::disconnect(socket, nullptr, nullptr, nullptr);
            qDeleteAll(sockets);
        },
        Qt::BlockingQueuedConnection);
    m_thread.quit();
    m_thread.wait();
}

QUrl RudeServer::url(const QString &path) const
{
    QUrl url(u"%1://127.0.0.1:%2"_s.arg(m_tls ? u"https"_s : u"http"_s).arg(m_port));
    url.setPath(path);
    return url;
}

QList<RudeRequest> RudeServer::requests() const
{
    const QMutexLocker lock(&m_worker->mutex);
    return m_worker->requests;
}

QList<RudeRequest> RudeServer::requests(const QString &path) const
{
    QList<RudeRequest> found;
    for (const RudeRequest &request : requests()) {
        if (request.path == path)
            found.append(request);
    }
    return found;
}

int RudeServer::connections() const
{
    const QMutexLocker lock(&m_worker->mutex);
    return m_worker->connections;
}

int RudeServer::mostAtOnce() const
{
    const QMutexLocker lock(&m_worker->mutex);
    return m_worker->mostAtOnce;
}

} // namespace flotsam::test
