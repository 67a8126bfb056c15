// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/textranks.h"

#include <QChar>

#include <algorithm>

namespace flotsam {

namespace {

bool isDigit(char16_t c) { return c >= u'0' && c <= u'9'; }

/// Bytes that compare like the code unit: one for ASCII, three for the others.
void addUnit(std::string &key, char16_t unit)
{
    if (unit < 0x80) {
        key += char(unit >= u'A' && unit <= u'Z' ? unit + 32 : unit);
        return;
    }
    const char16_t folded = QChar(unit).toCaseFolded().unicode();
    if (folded < 0x80) { // the Kelvin sign is a k
        key += char(folded);
        return;
    }
    key += char(0x80 | folded >> 12);
    key += char(folded >> 6 & 0x3f);
    key += char(folded & 0x3f);
}

/// A digit, how many follow, and the digits without leading zeros: longer numbers are larger.
void addNumber(std::string &key, QStringView digits)
{
    while (!digits.isEmpty() && digits.front() == u'0')
        digits = digits.sliced(1);
    key += '0';
    auto length = size_t(digits.size());
    for (; length >= 0xff; length -= 0xff)
        key += char(0xff);
    key += char(length);
    for (const QChar digit : digits)
        key += char(digit.unicode());
}

void addKey(std::string &key, QStringView text)
{
    for (qsizetype i = 0; i < text.size();) {
        if (!isDigit(text[i].unicode())) {
            addUnit(key, text[i++].unicode());
            continue;
        }
        const qsizetype start = i;
        while (i < text.size() && isDigit(text[i].unicode()))
            ++i;
        addNumber(key, text.sliced(start, i - start));
    }
}

quint64 firstBytes(std::string_view key)
{
    quint64 number = 0;
    for (size_t i = 0; i < 8; ++i)
        number = number << 8 | (i < key.size() ? quint8(key[i]) : 0);
    return number;
}

} // namespace

std::string sortKey(QStringView text)
{
    std::string key;
    addKey(key, text);
    return key;
}

void TextRanks::reserve(size_t count) { m_ends.reserve(count); }

void TextRanks::add(QStringView text)
{
    addKey(m_keys, text);
    m_ends.push_back(m_keys.size());
}

std::string_view TextRanks::key(size_t index) const
{
    const size_t begin = index > 0 ? m_ends[index - 1] : 0;
    return std::string_view(m_keys).substr(begin, m_ends[index] - begin);
}

size_t TextRanks::commonPrefix() const
{
    std::string_view common;
    bool first = true;
    for (size_t i = 0; i < m_ends.size(); ++i) {
        const std::string_view one = key(i);
        if (one.empty())
            continue;
        if (first)
            common = one;
        first = false;
        const auto [end, other] = std::mismatch(common.begin(), common.end(), one.begin(), one.end());
        common = common.substr(0, size_t(end - common.begin()));
    }
    return common.size();
}

std::vector<quint32> TextRanks::ranks(quint32 none) const
{
    struct Entry
    {
        quint64 first;
        quint32 index;
    };
    const size_t shared = commonPrefix();
    std::vector<Entry> order;
    order.reserve(m_ends.size());
    for (size_t i = 0; i < m_ends.size(); ++i) {
        if (!key(i).empty())
            order.push_back({firstBytes(key(i).substr(shared)), quint32(i)});
    }
    const auto less = [&](const Entry &a, const Entry &b) {
        return a.first != b.first ? a.first < b.first : key(a.index).substr(shared) < key(b.index).substr(shared);
    };
    std::sort(order.begin(), order.end(), less);
    std::vector<quint32> ranks(m_ends.size(), none);
    quint32 place = 0;
    for (size_t i = 0; i < order.size(); ++i) {
        if (i > 0 && less(order[i - 1], order[i]))
            ++place;
        ranks[order[i].index] = place;
    }
    return ranks;
}

} // namespace flotsam
