// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/time.h"
#include "models/tables/searchtext.h"
#include "models/triage/judgement.h"

#include <QString>

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace flotsam {

/// The place of every row in the ascending order of one column. Equal values share a rank;
/// rows without a value have NoRank and stand last in either direction.
using Ranks = std::shared_ptr<const std::vector<quint32>>;
inline constexpr quint32 NoRank = std::numeric_limits<quint32>::max();

/// How a column wants to be drawn.
enum class ColumnLook : quint8
{
    Text,
    Number, ///< right-aligned
    Code, ///< fixed-width font: ids, addresses
    Verdict, ///< with the icon of its verdict
};

struct ColumnInfo
{
    QString key; ///< stable name, for settings and filters
    QString title;
    QString toolTip;
    ColumnLook look = ColumnLook::Text;
    int width = 10; ///< widest width wanted for its cells, in average characters
    bool shown = true; ///< by default
};

/// The rows of one table as an immutable value that any thread may read. Sort ranks and search text are worked out on
/// first use, once, and kept; who needs them meanwhile waits. Ask for them on a worker before the GUI thread needs
/// them.
class TableData
{
public:
    static constexpr qint64 NoNumber = std::numeric_limits<qint64>::max();
    static constexpr int MostColumns = 24;

    TableData() = default;
    TableData(const TableData &) = delete;
    TableData &operator=(const TableData &) = delete;
    virtual ~TableData();

    virtual int rowCount() const = 0;
    virtual int columnCount() const = 0;
    /// Unique and the same from one reading to the next.
    virtual QString id(int row) const = 0;
    virtual int rowOf(const QString &id) const = 0;
    virtual QString text(int row, int column) const = 0;
    virtual QString toolTip(int row, int column) const = 0;
    /// Ids that a search should find though no cell shows them.
    virtual QString hiddenText(int row) const = 0;

    virtual bool sortsByNumber(int column) const = 0;
    virtual qint64 sortNumber(int row, int column) const = 0;
    /// What the row says of ports: its own verdict, or the worst of those that belong to it.
    virtual std::optional<Verdict> verdict(int row) const = 0;
    virtual bool macConflict(int row) const = 0;
    /// When what the row stands for was created, where a filter by time applies to the table.
    virtual Time created(int) const { return {}; }

    /// Time of the reading, in milliseconds since the epoch.
    virtual qint64 takenAt() const = 0;
    /// Time from what the row stands for to the reading: it grows from one to the next.
    virtual bool isAge(int) const { return false; }

    /// Only where text() does not sort well.
    virtual QString sortText(int row, int column) const { return text(row, column); }
    /// False for text that changes with time, such as an age.
    virtual bool searchable(int column) const = 0;

    const Ranks &ranks(int column) const;
    const SearchText &searchText() const;
    bool hasRanks(int column) const { return m_hasRanks[size_t(column)].load(std::memory_order_acquire); }
    bool hasSearchText() const { return m_hasSearchText.load(std::memory_order_acquire); }

private:
    Ranks makeRanks(int column) const;
    SearchText makeSearchText() const;

    mutable std::array<std::once_flag, MostColumns> m_ranksOnce;
    mutable std::array<Ranks, MostColumns> m_ranks;
    mutable std::array<std::atomic_bool, MostColumns> m_hasRanks{};
    mutable std::once_flag m_searchTextOnce;
    mutable SearchText m_searchText;
    mutable std::atomic_bool m_hasSearchText = false;
};

using TableDataPtr = std::shared_ptr<const TableData>;

} // namespace flotsam
