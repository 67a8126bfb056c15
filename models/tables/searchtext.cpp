// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/searchtext.h"

#include <QString>

#include <algorithm>

#include <string.h>

namespace flotsam {

void SearchText::addRow(QStringView text)
{
    m_text += text.toString().toCaseFolded().toUtf8();
    m_text += '\n';
    m_ends.push_back(quint32(m_text.size()));
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

} // namespace flotsam
