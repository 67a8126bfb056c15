// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/gonerows.h"

#include "models/tables/indexproxy.h"
#include "models/tables/textranks.h"

#include <algorithm>

namespace flotsam {

TableChanges TableChanges::between(const TableData &before, const std::vector<int> &shown, const RowFilterPtr &filter,
                                   const TableData &now)
{
    TableChanges changes;
    for (int row = 0; row < now.rowCount(); ++row) {
        if (before.rowOf(now.id(row)) < 0)
            changes.fresh.push_back(row);
    }
    if (int(changes.fresh.size()) == now.rowCount())
        return {};
    std::vector<int> gone;
    for (const int row : shown) {
        if (now.rowOf(before.id(row)) < 0)
            gone.push_back(row);
    }
    if (gone.empty() || gone.size() > GoneRows::Most)
        return changes;
    const auto rows = std::make_shared<GoneRows>();
    rows->m_since = QDateTime::fromMSecsSinceEpoch(now.takenAt(), Qt::UTC);
    rows->m_filter = filter;
    const qint64 older = now.takenAt() - before.takenAt();
    for (const int row : gone) {
        GoneRows::Row kept{before.id(row), {}};
        for (int column = 0; column < before.columnCount(); ++column) {
            GoneRows::Cell cell{before.text(row, column), 0, {}};
            if (before.sortsByNumber(column)) {
                cell.number = before.sortNumber(row, column);
                if (before.isAge(column) && cell.number != TableData::NoNumber)
                    cell.number += older;
            } else {
                cell.key = sortKey(before.sortText(row, column));
            }
            kept.cells.push_back(std::move(cell));
        }
        rows->m_rows.push_back(std::move(kept));
    }
    changes.gone = rows;
    return changes;
}

GoneRows::Cell GoneRows::cellOf(const TableData &table, int row, int column)
{
    if (table.sortsByNumber(column))
        return {{}, table.sortNumber(row, column), {}};
    return {{}, 0, sortKey(table.sortText(row, column))};
}

/// Below 0: \a a stands before \a b. Cells without a value stand last in either direction.
int GoneRows::compare(const Cell &a, const Cell &b, bool byNumber, Qt::SortOrder order)
{
    const bool noA = byNumber ? a.number == TableData::NoNumber : a.key.empty();
    const bool noB = byNumber ? b.number == TableData::NoNumber : b.key.empty();
    if (noA || noB)
        return int(noA) - int(noB);
    const int natural = byNumber ? int(a.number > b.number) - int(a.number < b.number) : a.key.compare(b.key);
    return order == Qt::AscendingOrder ? natural : -natural;
}

bool GoneRows::comesBefore(int row, const Row &gone, const TableData &table, const QList<SortColumn> &sort)
{
    for (const SortColumn &by : sort) {
        const int order = compare(cellOf(table, row, by.column), gone.cells[size_t(by.column)],
                                  table.sortsByNumber(by.column), by.order);
        if (order != 0)
            return order < 0;
    }
    return table.id(row) < gone.id;
}

std::vector<int> GoneRows::mergedInto(const std::vector<int> &shown, const TableData &table,
                                      const QList<SortColumn> &sort) const
{
    std::vector<std::pair<size_t, int>> places;
    for (int gone = 0; gone < count(); ++gone) {
        const auto at = std::partition_point(
            shown.begin(), shown.end(), [&](int row) { return comesBefore(row, m_rows[size_t(gone)], table, sort); });
        places.emplace_back(size_t(at - shown.begin()), gone);
    }
    std::sort(places.begin(), places.end(), [&](const auto &a, const auto &b) {
        if (a.first != b.first)
            return a.first < b.first;
        const Row &one = m_rows[size_t(a.second)];
        const Row &other = m_rows[size_t(b.second)];
        for (const SortColumn &by : sort) {
            const int order = compare(one.cells[size_t(by.column)], other.cells[size_t(by.column)],
                                      table.sortsByNumber(by.column), by.order);
            if (order != 0)
                return order < 0;
        }
        return one.id < other.id;
    });
    std::vector<int> merged;
    merged.reserve(shown.size() + places.size());
    auto next = places.begin();
    for (size_t at = 0; at <= shown.size(); ++at) {
        for (; next != places.end() && next->first == at; ++next)
            merged.push_back(-1 - next->second);
        if (at < shown.size())
            merged.push_back(shown[at]);
    }
    return merged;
}

} // namespace flotsam
