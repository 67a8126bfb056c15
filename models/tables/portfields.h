// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/dataset.h"
#include "models/tables/filterlanguage.h"

#include <array>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace flotsam {

/// One filter field of every row. Rows of equal value share a number: a search looks at each value once.
struct FieldColumn
{
    std::vector<quint32> valueOfRow;
    std::vector<QString> texts; ///< case-folded; a value may have several: a name and an id
    std::vector<quint32> ends; ///< of each value's texts
    std::vector<QString> shown; ///< as people know the value; empty where the row has none
    std::vector<int> counts; ///< rows of each value

    int valueCount() const { return int(ends.size()); }
    std::span<const QString> textsOf(int value) const
    {
        const size_t begin = value == 0 ? 0 : ends[size_t(value) - 1];
        return {texts.data() + begin, ends[size_t(value)] - begin};
    }
};

/// What filter terms ask of ports, worked out on first use and kept. Any thread.
class PortFields
{
public:
    explicit PortFields(Dataset data)
        : m_data(std::move(data))
    { }
    PortFields(const PortFields &) = delete;
    PortFields &operator=(const PortFields &) = delete;

    /// True for fields whose values are texts of the cloud: name, project, server, MAC…
    static bool hasColumn(FilterField field);
    const FieldColumn &column(FilterField field) const;
    bool isReady(FilterField field) const;

private:
    std::unique_ptr<const FieldColumn> make(FilterField field) const;

    Dataset m_data;
    mutable std::mutex m_mutex;
    mutable std::array<std::unique_ptr<const FieldColumn>, FilterFieldCount> m_columns;
};

} // namespace flotsam
