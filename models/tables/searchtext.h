// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringView>

#include <vector>

namespace flotsam {

/// The text of all rows, case-folded, in one buffer: a search is one pass over memory.
class SearchText
{
public:
    /// Adds the next row; \a text may hold several cells, each ended by a line feed.
    void addRow(QStringView text);
    /// After the last row: gives memory back that is not needed.
    void squeeze();
    int rowCount() const { return int(m_ends.size()); }

    /// Clears keep[row] of every row that does not hold \a needle (without case, never across cells).
    void keepMatches(QStringView needle, std::vector<char> &keep) const;
    /// The same with * and ? as wildcards.
    void keepPattern(QStringView pattern, std::vector<char> &keep) const;

private:
    QByteArray m_text;
    std::vector<quint32> m_ends;
};

} // namespace flotsam
