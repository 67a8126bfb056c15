// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/tabledata.h"

#include "models/tables/format.h"

#include <QHash>

#include <algorithm>
#include <numeric>

namespace flotsam {

namespace {

/// Ranks from values: \a less orders them, \a missing says which have none.
template <class Less, class Missing>
std::vector<quint32> rank(size_t count, Less less, Missing missing)
{
    std::vector<quint32> order(count);
    std::iota(order.begin(), order.end(), 0u);
    const auto middle = std::partition(order.begin(), order.end(), [&](quint32 i) { return !missing(i); });
    std::sort(order.begin(), middle, less);
    std::vector<quint32> ranks(count, NoRank);
    quint32 current = 0;
    for (auto it = order.begin(); it != middle; ++it) {
        if (it != order.begin() && less(*(it - 1), *it))
            ++current;
        ranks[*it] = current;
    }
    return ranks;
}

} // namespace

TableData::~TableData() = default;

Ranks TableData::ranks(int column) const
{
    {
        const std::lock_guard lock(m_mutex);
        m_ranks.resize(size_t(columnCount()));
        if (m_ranks[size_t(column)])
            return m_ranks[size_t(column)];
    }
    Ranks made = makeRanks(column);
    const std::lock_guard lock(m_mutex);
    if (!m_ranks[size_t(column)])
        m_ranks[size_t(column)] = std::move(made);
    return m_ranks[size_t(column)];
}

Ranks TableData::makeRanks(int column) const
{
    const auto count = size_t(rowCount());
    if (sortsByNumber(column)) {
        std::vector<qint64> numbers(count);
        for (size_t row = 0; row < count; ++row)
            numbers[row] = sortNumber(int(row), column);
        return std::make_shared<const std::vector<quint32>>(rank(
            count, [&](quint32 a, quint32 b) { return numbers[a] < numbers[b]; },
            [&](quint32 i) { return numbers[i] == NoNumber; }));
    }
    // Many columns hold few different texts: sort those and look the rest up.
    QHash<QString, quint32> place;
    std::vector<QString> texts;
    std::vector<quint32> textOf(count);
    for (size_t row = 0; row < count; ++row) {
        QString text = sortText(int(row), column);
        const auto known = place.constFind(text);
        if (known != place.constEnd()) {
            textOf[row] = *known;
            continue;
        }
        textOf[row] = quint32(texts.size());
        place.insert(text, textOf[row]);
        texts.push_back(std::move(text));
    }
    const std::vector<quint32> textRanks = rank(
        texts.size(), [&](quint32 a, quint32 b) { return naturalCompare(texts[a], texts[b]) < 0; },
        [&](quint32 i) { return texts[i].isEmpty(); });
    std::vector<quint32> ranks(count);
    for (size_t row = 0; row < count; ++row)
        ranks[row] = textRanks[textOf[row]];
    return std::make_shared<const std::vector<quint32>>(std::move(ranks));
}

const SearchText &TableData::searchText() const
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_searchText)
            return *m_searchText;
    }
    auto made = std::make_unique<SearchText>();
    QString line;
    for (int row = 0; row < rowCount(); ++row) {
        line.clear();
        for (int column = 0; column < columnCount(); ++column) {
            if (searchable(column))
                line += text(row, column) + u'\n';
        }
        made->addRow(line + hiddenText(row));
    }
    const std::lock_guard lock(m_mutex);
    if (!m_searchText)
        m_searchText = std::move(made);
    return *m_searchText;
}

bool TableData::hasRanks(int column) const
{
    const std::lock_guard lock(m_mutex);
    return size_t(column) < m_ranks.size() && m_ranks[size_t(column)];
}

bool TableData::hasSearchText() const
{
    const std::lock_guard lock(m_mutex);
    return bool(m_searchText);
}

} // namespace flotsam
