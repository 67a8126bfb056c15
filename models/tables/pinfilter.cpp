// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/pinfilter.h"

namespace flotsam {

void PinFilter::apply(const TableData &table, std::vector<char> &keep) const
{
    if (m_base)
        m_base->apply(table, keep);
    std::vector<char> pinned(keep.size(), 0);
    for (const QString &id : m_ids) {
        if (const int row = table.rowOf(id); row >= 0)
            pinned[size_t(row)] = 1;
    }
    for (size_t row = 0; row < keep.size(); ++row)
        keep[row] = char(keep[row] & pinned[row]);
}

} // namespace flotsam
