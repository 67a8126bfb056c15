// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <utility>
#include <vector>

namespace flotsam {

/// Which rows of one list belong to which rows of another, as one flat vector.
class Links
{
public:
    Links() = default;
    /// \a pairs are (row, target); doubles are kept once. \a rows is the size of the list that is asked.
    Links(std::vector<std::pair<int, int>> pairs, int rows);
    /// The rows that point at each target; -1 points nowhere.
    static Links inverse(const std::vector<int> &targets, int targetCount);

    std::span<const int> of(int row) const
    {
        if (row < 0 || size_t(row) + 1 >= m_offsets.size())
            return {};
        const auto begin = size_t(m_offsets[size_t(row)]);
        return {m_targets.data() + begin, size_t(m_offsets[size_t(row) + 1]) - begin};
    }

private:
    std::vector<int> m_offsets;
    std::vector<int> m_targets;
};

} // namespace flotsam
