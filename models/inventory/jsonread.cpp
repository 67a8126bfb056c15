// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/jsonread.h"

#include "models/inventory/decode.h"

#include <chrono>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

/// Reads exactly \a digits digits at \a at; -1 where there are none.
int number(QStringView text, qsizetype at, int digits)
{
    if (at + digits > text.size())
        return -1;
    int value = 0;
    for (int i = 0; i < digits; ++i) {
        const int digit = text[at + i].unicode() - '0';
        if (digit < 0 || digit > 9)
            return -1;
        value = value * 10 + digit;
    }
    return value;
}

bool isAt(QStringView text, qsizetype at, char16_t c) { return at < text.size() && text[at] == c; }

/// Offset from UTC in minutes of "", "Z", "+HH", "+HHMM" or "+HH:MM".
std::optional<int> zoneMinutes(QStringView zone)
{
    if (zone.isEmpty() || zone == u"Z" || zone == u"z")
        return 0;
    if (zone[0] != u'+' && zone[0] != u'-')
        return std::nullopt;
    const int hours = number(zone, 1, 2);
    const bool colon = isAt(zone, 3, u':');
    const int minutes = zone.size() == 3 ? 0 : number(zone, colon ? 4 : 3, 2);
    const qsizetype length = zone.size() == 3 ? 3 : (colon ? 6 : 5);
    if (hours < 0 || hours > 14 || minutes < 0 || minutes > 59 || zone.size() != length)
        return std::nullopt;
    return (zone[0] == u'-' ? -1 : 1) * (60 * hours + minutes);
}

} // namespace

Time parseTime(QStringView text)
{
    text = text.trimmed();
    const int year = number(text, 0, 4);
    const int month = number(text, 5, 2);
    const int day = number(text, 8, 2);
    const int hour = number(text, 11, 2);
    const int minute = number(text, 14, 2);
    const int second = number(text, 17, 2);
    const bool shape = isAt(text, 4, u'-') && isAt(text, 7, u'-') && (isAt(text, 10, u'T') || isAt(text, 10, u' '))
        && isAt(text, 13, u':') && isAt(text, 16, u':');
    if (!shape || year < 1 || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60)
        return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(unsigned(std::max(month, 0))),
                                           std::chrono::day(unsigned(std::max(day, 0)))};
    if (!date.ok())
        return std::nullopt;

    qsizetype at = 19;
    int milliseconds = 0;
    if (isAt(text, at, u'.') || isAt(text, at, u',')) {
        int scale = 100;
        const qsizetype first = ++at;
        for (; at < text.size() && number(text, at, 1) >= 0; ++at, scale /= 10)
            milliseconds += scale * number(text, at, 1);
        if (at == first)
            return std::nullopt;
    }
    const auto zone = zoneMinutes(text.sliced(at));
    if (!zone)
        return std::nullopt;
    const qint64 days = std::chrono::sys_days(date).time_since_epoch().count();
    return (((days * 24 + hour) * 60 + minute - *zone) * 60 + second) * 1000 + milliseconds;
}

namespace json {

QString text(const Element &value)
{
    const std::string_view utf8 = view(value);
    return QString::fromUtf8(utf8.data(), qsizetype(utf8.size()));
}

QString id(const Element &value) { return text(value).trimmed().toLower(); }

QString upper(const Element &value) { return text(value).toUpper(); }

QString lower(const Element &value) { return text(value).toLower(); }

Time time(const Element &value) { return parseTime(text(value)); }

std::optional<qint64> integer(const Element &value)
{
    int64_t number = 0;
    if (value.get(number) == simdjson::SUCCESS)
        return qint64(number);
    return std::nullopt;
}

bool boolean(const Element &value, bool fallback)
{
    bool result = fallback;
    return value.get(result) == simdjson::SUCCESS ? result : fallback;
}

QStringList strings(const Element &value)
{
    QStringList list;
    simdjson::dom::array array;
    if (value.get(array) == simdjson::SUCCESS) {
        for (const Element entry : array) {
            if (entry.is_string())
                list << text(entry);
        }
    }
    return list;
}

std::string compact(const Element &value) { return simdjson::minify(value); }

std::optional<Element> member(const Element &object, std::string_view key)
{
    simdjson::dom::object fields;
    if (object.get(fields) != simdjson::SUCCESS)
        return std::nullopt;
    Element found;
    if (fields.at_key(key).get(found) != simdjson::SUCCESS)
        return std::nullopt;
    return found;
}

QString memberText(const Element &object, std::string_view key)
{
    const auto value = member(object, key);
    return value ? text(*value) : QString();
}

QString memberId(const Element &object, std::string_view key)
{
    const auto value = member(object, key);
    return value ? id(*value) : QString();
}

QString mac(const Element &value)
{
    const QString sent = text(value);
    const QString normal = normalizedMac(sent);
    return normal.isEmpty() ? sent.trimmed().toLower() : normal;
}

QString Pool::text(const Element &value)
{
    const std::string_view utf8 = view(value);
    if (utf8.empty())
        return {};
    QString &text = m_texts[std::string(utf8)];
    if (text.isNull())
        text = json::text(value);
    return text;
}

QString Pool::id(const Element &value)
{
    const std::string_view utf8 = view(value);
    if (utf8.empty())
        return {};
    QString &text = m_ids[std::string(utf8)];
    if (text.isNull())
        text = json::id(value);
    return text;
}

} // namespace json

} // namespace flotsam
