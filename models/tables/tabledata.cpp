// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/tabledata.h"

#include "models/tables/textranks.h"

#include <algorithm>

namespace flotsam {

namespace {

std::vector<quint32> rankNumbers(const std::vector<qint64> &numbers)
{
    std::vector<std::pair<qint64, quint32>> order;
    order.reserve(numbers.size());
    for (size_t i = 0; i < numbers.size(); ++i) {
        if (numbers[i] != TableData::NoNumber)
            order.emplace_back(numbers[i], quint32(i));
    }
    std::sort(order.begin(), order.end());
    std::vector<quint32> ranks(numbers.size(), NoRank);
    quint32 place = 0;
    for (size_t i = 0; i < order.size(); ++i) {
        if (i > 0 && order[i - 1].first < order[i].first)
            ++place;
        ranks[order[i].second] = place;
    }
    return ranks;
}

} // namespace

TableData::~TableData() = default;

const Ranks &TableData::ranks(int column) const
{
    const auto at = size_t(column);
    std::call_once(m_ranksOnce[at], [&] {
        m_ranks[at] = makeRanks(column);
        m_hasRanks[at].store(true, std::memory_order_release);
    });
    return m_ranks[at];
}

const SearchText &TableData::searchText() const
{
    std::call_once(m_searchTextOnce, [this] {
        m_searchText = makeSearchText();
        m_hasSearchText.store(true, std::memory_order_release);
    });
    return m_searchText;
}

Ranks TableData::makeRanks(int column) const
{
    const auto count = size_t(rowCount());
    if (sortsByNumber(column)) {
        std::vector<qint64> numbers(count);
        for (size_t row = 0; row < count; ++row)
            numbers[row] = sortNumber(int(row), column);
        return std::make_shared<const std::vector<quint32>>(rankNumbers(numbers));
    }
    TextRanks texts;
    texts.reserve(count);
    for (size_t row = 0; row < count; ++row)
        texts.add(sortText(int(row), column));
    return std::make_shared<const std::vector<quint32>>(texts.ranks(NoRank));
}

SearchText TableData::makeSearchText() const
{
    SearchText all;
    QString line;
    for (int row = 0; row < rowCount(); ++row) {
        line.resize(0); // keeps its memory
        for (int column = 0; column < columnCount(); ++column) {
            if (searchable(column))
                line.append(text(row, column)).append(u'\n');
        }
        all.addRow(line.append(hiddenText(row)));
    }
    all.squeeze();
    return all;
}

} // namespace flotsam
