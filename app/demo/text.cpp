// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/text.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTimeZone>

#include <array>
#include <chrono>

namespace flotsam::demo {

namespace {
constexpr char Hex[] = "0123456789abcdef";

void putNumber(QChar *at, int digits, int number)
{
    for (int i = digits - 1; i >= 0; --i) {
        at[i] = QLatin1Char(char('0' + number % 10));
        number /= 10;
    }
}

/// "2026-11-30T09:41:00": written by hand, because QDateTime::toString() costs seconds over a large cloud.
QString isoBase(qint64 ms)
{
    using namespace std::chrono;
    const auto instant = sys_time<milliseconds>(milliseconds(ms));
    const auto day = floor<days>(instant);
    const year_month_day date(day);
    const auto clock = hh_mm_ss(floor<seconds>(instant - day));
    QString text = QStringLiteral("0000-00-00T00:00:00");
    QChar *at = text.data();
    putNumber(at, 4, int(date.year()));
    putNumber(at + 5, 2, int(unsigned(date.month())));
    putNumber(at + 8, 2, int(unsigned(date.day())));
    putNumber(at + 11, 2, int(clock.hours().count()));
    putNumber(at + 14, 2, int(clock.minutes().count()));
    putNumber(at + 17, 2, int(clock.seconds().count()));
    return text;
}
} // namespace

QString isoSeconds(qint64 ms) { return isoBase(ms) + QLatin1Char('Z'); }

QString isoMicroseconds(qint64 ms) { return isoBase(ms) + QStringLiteral(".000000"); }

QString isoOffset(qint64 ms) { return isoBase(ms) + QStringLiteral("+00:00"); }

QString isoMicrosecondsZulu(qint64 ms) { return isoBase(ms) + QStringLiteral(".000000Z"); }

qint64 fromIso(const QString &text)
{
    QDateTime time = QDateTime::fromString(text, Qt::ISODateWithMs);
    if (!time.isValid())
        return 0;
    if (time.timeSpec() == Qt::LocalTime)
        time.setTimeSpec(Qt::UTC);
    return time.toMSecsSinceEpoch();
}

void JsonWriter::separate()
{
    if (m_needComma)
        m_out += ',';
    m_needComma = true;
}

void JsonWriter::open(char bracket)
{
    separate();
    m_out += bracket;
    m_needComma = false;
}

void JsonWriter::close(char bracket)
{
    m_out += bracket;
    m_needComma = true;
}

JsonWriter &JsonWriter::key(QLatin1StringView name)
{
    separate();
    m_out += '"';
    m_out.append(name.data(), name.size());
    m_out += "\":";
    m_needComma = false;
    return *this;
}

void JsonWriter::value(QStringView text)
{
    separate();
    m_out += '"';
    bool plain = true;
    for (const QChar c : text)
        plain = plain && c.unicode() >= 0x20 && c.unicode() < 0x7f && c != u'"' && c != u'\\';
    if (plain) {
        const qsizetype start = m_out.size();
        m_out.resize(start + text.size());
        char *at = m_out.data() + start;
        for (const QChar c : text)
            *at++ = char(c.unicode());
    } else {
        const QByteArray utf8 = text.toUtf8();
        for (const char c : utf8) {
            if (c == '"' || c == '\\') {
                m_out += '\\';
                m_out += c;
            } else if (uchar(c) < 0x20) {
                m_out += "\\u00";
                m_out += Hex[uchar(c) >> 4];
                m_out += Hex[uchar(c) & 15];
            } else {
                m_out += c;
            }
        }
    }
    m_out += '"';
}

void JsonWriter::value(qint64 number)
{
    separate();
    m_out += QByteArray::number(number);
}

void JsonWriter::value(bool flag)
{
    separate();
    m_out += flag ? "true" : "false";
}

void JsonWriter::value(const QJsonValue &json)
{
    if (json.isString()) {
        value(json.toString());
    } else if (json.isObject()) {
        separate();
        m_out += QJsonDocument(json.toObject()).toJson(QJsonDocument::Compact);
    } else if (json.isArray()) {
        separate();
        m_out += QJsonDocument(json.toArray()).toJson(QJsonDocument::Compact);
    } else if (json.isBool()) {
        value(json.toBool());
    } else if (json.isDouble()) {
        value(json.toInteger());
    } else {
        null();
    }
}

void JsonWriter::null()
{
    separate();
    m_out += "null";
}

QString IdSource::uuid()
{
    std::array<quint32, 4> words{};
    m_random.fillRange(words.data(), qsizetype(words.size()));
    words[1] = (words[1] & 0xffff0fffU) | 0x4000U;
    words[2] = (words[2] & 0x3fffffffU) | 0x80000000U;
    QString text(36, QLatin1Char('-'));
    QChar *at = text.data();
    for (int digit = 0; digit < 32; ++digit) {
        if (digit == 8 || digit == 12 || digit == 16 || digit == 20)
            ++at;
        *at++ = QLatin1Char(Hex[(words[size_t(digit / 8)] >> (28 - 4 * (digit % 8))) & 15]);
    }
    return text;
}

QString IdSource::hex32() { return uuid().remove(QLatin1Char('-')); }

QString IdSource::mac()
{
    QString text = QStringLiteral("fa:16:3e:00:00:00");
    const quint32 bits = m_random.generate();
    for (int i = 0; i < 6; ++i)
        text[9 + i + i / 2] = QLatin1Char(Hex[(bits >> (4 * i)) & 15]);
    return text;
}

QString IdSource::requestId() { return QStringLiteral("req-") + uuid(); }

QString IdSource::word(int length)
{
    static constexpr char Letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    QString text(length, QLatin1Char('a'));
    for (QChar &c : text)
        c = QLatin1Char(Letters[m_random.bounded(32U)]);
    return text;
}

} // namespace flotsam::demo
