// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QTimeZone>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

bool isDigit(QChar c) { return c >= u'0' && c <= u'9'; }

char16_t folded(QChar c)
{
    const char16_t code = c.unicode();
    if (code < 0x80)
        return code >= u'A' && code <= u'Z' ? char16_t(code + 32) : code;
    return c.toCaseFolded().unicode();
}

} // namespace

QString ageText(qint64 milliseconds)
{
    const qint64 seconds = std::max<qint64>(0, milliseconds / 1000);
    const auto tell
        = [](qint64 value, const char *unit) { return QCoreApplication::translate("flotsam::Age", unit).arg(value); };
    if (seconds < 60)
        return tell(seconds, QT_TRANSLATE_NOOP("flotsam::Age", "%1 s"));
    if (seconds < 3600)
        return tell(seconds / 60, QT_TRANSLATE_NOOP("flotsam::Age", "%1 min"));
    if (seconds < 86400)
        return tell(seconds / 3600, QT_TRANSLATE_NOOP("flotsam::Age", "%1 h"));
    if (seconds < 86400 * 90)
        return tell(seconds / 86400, QT_TRANSLATE_NOOP("flotsam::Age", "%1 d"));
    return tell(seconds / (86400 * 30), QT_TRANSLATE_NOOP("flotsam::Age", "%1 mo"));
}

QString exactTime(Time time)
{
    if (!time)
        return {};
    const QDateTime utc = QDateTime::fromMSecsSinceEpoch(*time, Qt::UTC);
    const QString text = utc.toString(u"yyyy-MM-dd HH:mm:ss 'UTC'"_s);
    const QDateTime local = utc.toLocalTime();
    return local.offsetFromUtc() == 0 ? text : text + u" ("_s + local.toString(u"yyyy-MM-dd HH:mm:ss t"_s) + u')';
}

QString shortId(const QString &id) { return id.size() <= 12 ? id : id.left(6) + u'…' + id.right(4); }

QString groupedNumber(qint64 number)
{
    QLocale locale;
    locale.setNumberOptions(locale.numberOptions() & ~QLocale::OmitGroupSeparator);
    return locale.toString(number);
}

int naturalCompare(QStringView a, QStringView b)
{
    qsizetype i = 0;
    qsizetype j = 0;
    while (i < a.size() && j < b.size()) {
        if (isDigit(a[i]) && isDigit(b[j])) {
            while (i < a.size() && a[i] == u'0')
                ++i;
            while (j < b.size() && b[j] == u'0')
                ++j;
            const qsizetype startA = i;
            const qsizetype startB = j;
            while (i < a.size() && isDigit(a[i]))
                ++i;
            while (j < b.size() && isDigit(b[j]))
                ++j;
            if (i - startA != j - startB)
                return i - startA < j - startB ? -1 : 1;
            for (qsizetype k = 0; k < i - startA; ++k) {
                if (a[startA + k] != b[startB + k])
                    return a[startA + k] < b[startB + k] ? -1 : 1;
            }
            continue;
        }
        const char16_t x = folded(a[i++]);
        const char16_t y = folded(b[j++]);
        if (x != y)
            return x < y ? -1 : 1;
    }
    if (i < a.size())
        return 1;
    return j < b.size() ? -1 : 0;
}

} // namespace flotsam
