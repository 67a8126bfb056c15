// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/filtervalues.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QStringList>
#include <QTimeZone>

#include <algorithm>
#include <array>
#include <limits>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::Filter)
};

struct Unit
{
    QLatin1StringView name;
    qint64 seconds;
};
constexpr std::array Units{Unit{"s"_L1, 1},         Unit{"sec"_L1, 1},         Unit{"m"_L1, 60},
                           Unit{"min"_L1, 60},      Unit{"h"_L1, 3600},        Unit{"d"_L1, 86400},
                           Unit{"w"_L1, 7 * 86400}, Unit{"mo"_L1, 30 * 86400}, Unit{"y"_L1, 365 * 86400}};

bool isDigit(QChar c) { return c >= u'0' && c <= u'9'; }

/// Reads \a digits digits at \a at and moves past them; -1 where they are not there.
int number(QStringView text, qsizetype &at, int digits)
{
    if (at + digits > text.size())
        return -1;
    int value = 0;
    for (int i = 0; i < digits; ++i, ++at) {
        if (!isDigit(text[at]))
            return -1;
        value = value * 10 + (text[at].unicode() - u'0');
    }
    return value;
}

bool take(QStringView text, qsizetype &at, QStringView any)
{
    if (at >= text.size() || !any.contains(text[at]))
        return false;
    ++at;
    return true;
}

/// "Z", "+01:00" or nothing, in seconds; not set where it is something else.
std::optional<int> offsetFromText(QStringView text)
{
    if (text.isEmpty() || text == u"Z" || text == u"z" || text.compare(u"utc", Qt::CaseInsensitive) == 0)
        return 0;
    qsizetype at = 1;
    if (text[0] != u'+' && text[0] != u'-')
        return std::nullopt;
    const int hours = number(text, at, 2);
    take(text, at, u":");
    const int minutes = at < text.size() ? number(text, at, 2) : 0;
    if (hours < 0 || hours > 14 || minutes < 0 || minutes > 59 || at != text.size())
        return std::nullopt;
    return (text[0] == u'-' ? -1 : 1) * (hours * 3600 + minutes * 60);
}

std::optional<TimeSpan> timeOfDay(const QDate &day, QStringView text)
{
    qsizetype at = 0;
    const int hours = number(text, at, 2);
    if (hours < 0 || !take(text, at, u":"))
        return std::nullopt;
    const int minutes = number(text, at, 2);
    int seconds = -1;
    if (minutes >= 0 && take(text, at, u":")) {
        seconds = number(text, at, 2);
        if (seconds < 0)
            return std::nullopt;
        if (take(text, at, u".")) {
            while (at < text.size() && isDigit(text[at]))
                ++at;
        }
    }
    const auto offset = offsetFromText(text.sliced(at));
    const QTime time(hours, minutes, std::max(0, seconds));
    if (!offset || !time.isValid())
        return std::nullopt;
    const qint64 begin = QDateTime(day, time, Qt::UTC).toMSecsSinceEpoch() - *offset * 1000ll;
    return TimeSpan{begin, begin + (seconds < 0 ? 60'000 : 1000)};
}

qint64 midnight(const QDate &day) { return QDateTime(day, QTime(0, 0), Qt::UTC).toMSecsSinceEpoch(); }

} // namespace

std::optional<qint64> durationFromText(QStringView text)
{
    constexpr qint64 most = std::numeric_limits<qint64>::max() / 2000;
    qint64 total = 0;
    qsizetype at = 0;
    if (text.isEmpty())
        return std::nullopt;
    while (at < text.size()) {
        const qsizetype start = at;
        while (at < text.size() && isDigit(text[at]))
            ++at;
        bool ok = false;
        const qint64 count = text.sliced(start, at - start).toLongLong(&ok);
        const qsizetype unitAt = at;
        while (at < text.size() && text[at].isLetter())
            ++at;
        const QString unit = text.sliced(unitAt, at - unitAt).toString().toLower();
        const auto known = std::find_if(Units.begin(), Units.end(), [&](const Unit &u) { return u.name == unit; });
        const bool bare = unit.isEmpty() && start == 0 && at == text.size();
        if (!ok || (known == Units.end() && !bare))
            return std::nullopt;
        const qint64 seconds = bare ? 1 : known->seconds;
        if (count > (most - total) / seconds)
            return std::nullopt;
        total += count * seconds;
    }
    return total * 1000;
}

std::optional<TimeSpan> timeFromText(QStringView text)
{
    text = text.trimmed();
    qsizetype at = 0;
    const int year = number(text, at, 4);
    if (year < 1970)
        return std::nullopt;
    if (at == text.size())
        return TimeSpan{midnight(QDate(year, 1, 1)), midnight(QDate(year + 1, 1, 1))};
    if (!take(text, at, u"-"))
        return std::nullopt;
    const int month = number(text, at, 2);
    if (month < 1 || month > 12)
        return std::nullopt;
    if (at == text.size()) {
        const QDate first(year, month, 1);
        return TimeSpan{midnight(first), midnight(first.addMonths(1))};
    }
    if (!take(text, at, u"-"))
        return std::nullopt;
    const QDate day(year, month, number(text, at, 2));
    if (!day.isValid())
        return std::nullopt;
    if (at == text.size())
        return TimeSpan{midnight(day), midnight(day.addDays(1))};
    return take(text, at, u"Tt ") ? timeOfDay(day, text.sliced(at)) : std::nullopt;
}

quint64 wordsMatching(const FilterValue &value, FilterField field, FilterOperator op)
{
    const QString wanted = value.text.toCaseFolded();
    const QList<QLatin1StringView> words = fieldWords(field);
    quint64 bits = 0;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const bool fits = value.pattern ? matchesPattern(wanted, QString(words[i]))
            : op == FilterOperator::Is  ? words[i] == wanted
                                        : QString(words[i]).startsWith(wanted) && !wanted.isEmpty();
        bits |= fits ? quint64(1) << i : 0;
    }
    return bits;
}

QString bareMac(QStringView text, bool pattern)
{
    QString bare;
    for (const QChar c : text) {
        const char16_t lower = c.toLower().unicode();
        if (c == u':' || c == u'-' || c == u'.')
            continue;
        const bool hex = (lower >= u'0' && lower <= u'9') || (lower >= u'a' && lower <= u'f');
        if (!hex && !(pattern && (c == u'*' || c == u'?')))
            return {};
        bare += QChar(lower);
    }
    return bare;
}

namespace {

QString problemWithAddress(const FilterValue &value)
{
    const QString &text = value.text;
    if (value.pattern || text.isEmpty() || IpPrefix::fromString(text))
        return {};
    const qsizetype slash = text.indexOf(u'/');
    if (slash >= 0 && IpAddress::fromString(QStringView(text).first(slash)))
        return Words::tr("%1 is no prefix length: it goes from 0 to %2.")
            .arg(text.mid(slash + 1).isEmpty() ? u"“”"_s : text.mid(slash + 1))
            .arg(text.contains(u':') ? 128 : 32);
    const bool beginning = std::all_of(text.begin(), text.end(), [](QChar c) {
        const char16_t lower = c.toLower().unicode();
        return isDigit(c) || (lower >= u'a' && lower <= u'f') || c == u'.' || c == u':';
    });
    return beginning ? QString() : Words::tr("“%1” is no address and no network.").arg(text);
}

} // namespace

QString problemWith(const FilterValue &value, FilterField field, FilterOperator op)
{
    switch (field) {
    case FilterField::Verdict:
    case FilterField::Confidence:
    case FilterField::Reason:
    case FilterField::Flag:
    case FilterField::Remedy: {
        if (wordsMatching(value, field, op) != 0)
            return {};
        QStringList known;
        for (const QLatin1StringView word : fieldWords(field))
            known += word;
        if (known.size() > 8)
            return Words::tr("There is no %1 “%2”.").arg(fieldName(field), value.text);
        return Words::tr("There is no %1 “%2”. Known: %3.").arg(fieldName(field), value.text, known.join(u", "_s));
    }
    case FilterField::Mac:
        return value.text.isEmpty() || !bareMac(value.text, value.pattern).isEmpty()
            ? QString()
            : Words::tr("“%1” is no MAC address, nor a part of one.").arg(value.text);
    case FilterField::Ip:
        return problemWithAddress(value);
    case FilterField::Age:
        return durationFromText(value.text)
            ? QString()
            : Words::tr("“%1” is no length of time: write 90s, 15min, 2h, 3d, 2w or 1mo.").arg(value.text);
    case FilterField::Created:
    case FilterField::Updated:
        return timeFromText(value.text)
            ? QString()
            : Words::tr("“%1” is no time: write 2026-11-30 or 2026-11-30T09:41 (UTC).").arg(value.text);
    case FilterField::Revision: {
        bool ok = false;
        value.text.toLongLong(&ok);
        return ok ? QString() : Words::tr("“%1” is no number.").arg(value.text);
    }
    default:
        return {};
    }
}

} // namespace flotsam
