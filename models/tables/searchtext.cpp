// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/searchtext.h"

#include <QString>
#include <QStringList>

#include <algorithm>

#include <string.h>

namespace flotsam {

namespace {

bool continues(char byte) { return (byte & 0xc0) == 0x80; }

/// Whether UTF-8 \a pattern describes a part of \a cell.
bool matchesPart(QByteArrayView pattern, QByteArrayView cell)
{
    // As if it began and ended with a star.
    qsizetype p = 0;
    qsizetype c = 0;
    qsizetype star = 0;
    qsizetype resume = 0;
    while (p < pattern.size()) {
        if (pattern[p] == '*') {
            star = ++p;
            resume = c;
        } else if (c < cell.size() && pattern[p] == '?') {
            ++p;
            for (++c; c < cell.size() && continues(cell[c]);)
                ++c;
        } else if (c < cell.size() && pattern[p] == cell[c]) {
            ++p;
            ++c;
        } else if (resume < cell.size()) {
            p = star;
            for (++resume; resume < cell.size() && continues(cell[resume]);)
                ++resume;
            c = resume;
        } else {
            return false;
        }
    }
    return true;
}

} // namespace

void SearchText::addRow(QStringView text)
{
    for (qsizetype i = 0; i < text.size();) {
        const char16_t unit = text[i].unicode();
        if (unit < 0x80) {
            m_text += char(unit >= u'A' && unit <= u'Z' ? unit + 32 : unit);
            ++i;
            continue;
        }
        const qsizetype start = i;
        while (i < text.size() && text[i].unicode() >= 0x80)
            ++i;
        m_text += text.sliced(start, i - start).toString().toCaseFolded().toUtf8();
    }
    m_text += '\n';
    m_ends.push_back(quint32(m_text.size()));
}

void SearchText::squeeze()
{
    m_text.squeeze();
    m_ends.shrink_to_fit();
}

void SearchText::keepMatches(QStringView needle, std::vector<char> &keep) const
{
    const QByteArray wanted = needle.toString().toCaseFolded().toUtf8();
    if (wanted.isEmpty())
        return;
    std::vector<char> found(keep.size(), 0);
    const char *const begin = m_text.constData();
    const char *const end = begin + m_text.size();
    const char *at = begin;
    auto row = m_ends.begin();
    while (at < end && row != m_ends.end()) {
        const void *const hit = memmem(at, size_t(end - at), wanted.constData(), size_t(wanted.size()));
        if (!hit)
            break;
        const auto offset = quint32(static_cast<const char *>(hit) - begin);
        row = std::upper_bound(row, m_ends.end(), offset);
        if (row == m_ends.end())
            break;
        found[size_t(row - m_ends.begin())] = 1;
        at = begin + *row;
        ++row;
    }
    for (size_t i = 0; i < keep.size(); ++i)
        keep[i] = char(keep[i] & found[i]);
}

void SearchText::keepPattern(QStringView pattern, std::vector<char> &keep) const
{
    const QString folded = pattern.toString().toCaseFolded();
    // The longest literal part finds the few rows that are worth a closer look.
    QString literal;
    for (const QString &part : QString(folded).replace(u'?', u'*').split(u'*')) {
        if (part.size() > literal.size())
            literal = part;
    }
    keepMatches(literal, keep);
    const QByteArray wanted = folded.toUtf8();
    for (size_t row = 0; row < keep.size(); ++row) {
        if (!keep[row])
            continue;
        const qsizetype begin = row == 0 ? 0 : qsizetype(m_ends[row - 1]);
        const QByteArrayView line(m_text.constData() + begin, qsizetype(m_ends[row]) - begin);
        bool found = false;
        for (qsizetype at = 0; !found && at < line.size();) {
            qsizetype end = line.indexOf('\n', at);
            end = end < 0 ? line.size() : end;
            found = matchesPart(wanted, line.sliced(at, end - at));
            at = end + 1;
        }
        keep[row] = found;
    }
}

} // namespace flotsam
