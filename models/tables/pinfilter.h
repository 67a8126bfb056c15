// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/rowfilter.h"

#include <QSet>

namespace flotsam {

/// Of the rows that pass \a base (null: all), those with certain ids.
class PinFilter : public RowFilter
{
public:
    PinFilter(RowFilterPtr base, QSet<QString> ids)
        : m_base(std::move(base))
        , m_ids(std::move(ids))
    { }

    void apply(const TableData &table, std::vector<char> &keep) const override;
    bool ready(const TableData &table) const override { return !m_base || m_base->ready(table); }
    void prepare(const TableData &table) const override
    {
        if (m_base)
            m_base->prepare(table);
    }

private:
    RowFilterPtr m_base;
    QSet<QString> m_ids;
};

} // namespace flotsam
