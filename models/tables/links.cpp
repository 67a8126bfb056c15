// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/links.h"

#include <algorithm>

namespace flotsam {

Links::Links(std::vector<std::pair<int, int>> pairs, int rows)
{
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    m_offsets.assign(size_t(rows) + 1, 0);
    m_targets.reserve(pairs.size());
    for (const auto &[row, target] : pairs) {
        ++m_offsets[size_t(row) + 1];
        m_targets.push_back(target);
    }
    for (size_t i = 1; i < m_offsets.size(); ++i)
        m_offsets[i] += m_offsets[i - 1];
}

Links Links::inverse(const std::vector<int> &targets, int targetCount)
{
    std::vector<std::pair<int, int>> pairs;
    pairs.reserve(targets.size());
    for (size_t row = 0; row < targets.size(); ++row) {
        if (targets[row] >= 0)
            pairs.emplace_back(targets[row], int(row));
    }
    return Links(std::move(pairs), targetCount);
}

} // namespace flotsam
