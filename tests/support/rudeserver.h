// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QObject>
#include <QSslConfiguration>
#include <QString>
#include <QThread>
#include <QUrl>
#include <QUrlQuery>

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace flotsam::test {

/// A request as it came in.
struct RudeRequest
{
    QByteArray method;
    QString path;
    QUrlQuery query;
    QHash<QByteArray, QByteArray> headers; ///< names in lower case
    QByteArray body;
    int connection = 0; ///< number of the TCP connection, from 1
};

/// What is sent back, and how badly.
struct RudeAnswer
{
    int status = 200;
    QList<std::pair<QByteArray, QByteArray>> headers;
    QByteArray body = "{}";
    QByteArray raw = {}; ///< sent instead of everything above
    int delayMs = 0; ///< before the first byte
    int cutAfter = -1; ///< so many bytes of the whole, then the end
    bool reset = false; ///< the end is a TCP reset
    bool silent = false; ///< nothing ever; the connection stays open
    int trickleMs = 0; ///< pause after every byte
    bool close = false; ///< closes after the answer

    RudeAnswer &with(const QByteArray &name, const QByteArray &value)
    {
        headers.append({name, value});
        return *this;
    }
};

RudeAnswer json(const QByteArray &body, int status = 200);

/// An HTTP/1.1 server on 127.0.0.1 that misbehaves byte by byte as it is told. Lives in a thread of its own, so that a
/// blocked main thread is a hang and not a deadlock. The handler runs there.
class RudeServer : public QObject
{
public:
    using Handler = std::function<RudeAnswer(const RudeRequest &)>;

    explicit RudeServer(Handler handler, const std::optional<QSslConfiguration> &tls = std::nullopt);
    ~RudeServer() override;

    QUrl url(const QString &path = {}) const;
    QList<RudeRequest> requests() const;
    QList<RudeRequest> requests(const QString &path) const;
    int connections() const;
    int mostAtOnce() const; ///< most requests that were unanswered at one time

private:
    class Worker;
    std::shared_ptr<Worker> m_worker;
    QThread m_thread;
    quint16 m_port = 0;
    bool m_tls = false;
};

} // namespace flotsam::test
