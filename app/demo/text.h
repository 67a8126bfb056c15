// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonValue>
#include <QRandomGenerator>
#include <QString>

namespace flotsam::demo {

/// Milliseconds since the epoch in the spellings of the services.
QString isoSeconds(qint64 ms); ///< 2026-11-30T09:41:00Z: Neutron, Nova, Heat
QString isoMicroseconds(qint64 ms); ///< 2026-11-30T09:41:00.000000, no zone: Nova's actions and usage times
QString isoOffset(qint64 ms); ///< 2026-11-30T09:41:00+00:00: Ironic
QString isoMicrosecondsZulu(qint64 ms); ///< 2026-11-30T09:41:00.000000Z: Keystone
/// Any of them back; 0 where \a text is no time.
qint64 fromIso(const QString &text);

/// Appends compact JSON to a byte array; a listing of a thousand ports is written in a few milliseconds.
class JsonWriter
{
public:
    explicit JsonWriter(QByteArray &out)
        : m_out(out)
    { }
    void beginObject() { open('{'); }
    void endObject() { close('}'); }
    void beginArray() { open('['); }
    void endArray() { close(']'); }
    JsonWriter &key(QLatin1StringView name);
    void value(QStringView text);
    void value(const QString &text) { value(QStringView(text)); }
    void value(qint64 number);
    void value(int number) { value(qint64(number)); }
    void value(bool flag);
    void value(const QJsonValue &json);
    void null();

private:
    void open(char bracket);
    void close(char bracket);
    void separate();

    QByteArray &m_out;
    bool m_needComma = false;
};

/// Ids that look like the services' own and are the same in every run of a scene.
class IdSource
{
public:
    explicit IdSource(quint32 seed)
        : m_random(seed)
    { }
    QString uuid();
    QString hex32(); ///< Keystone's ids
    QString mac(); ///< in Neutron's fa:16:3e range
    QString requestId();
    QString word(int length); ///< lower-case letters and digits: Heat's short ids, reservations
    int below(int limit) { return int(m_random.bounded(quint32(limit))); }

private:
    QRandomGenerator m_random;
};

} // namespace flotsam::demo
