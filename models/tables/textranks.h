// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

#include <string>
#include <vector>

namespace flotsam {

/// Bytes that compare as naturalCompare() compares the texts; empty for an empty text.
std::string sortKey(QStringView text);

/// Puts many texts in the order of naturalCompare(), much faster than comparing them: every text becomes a key of
/// bytes, and what all keys begin with is left out.
class TextRanks
{
public:
    void reserve(size_t count);
    void add(QStringView text);
    /// The place of every text in ascending order, in the order added; equal texts share a place, empty ones have
    /// \a none.
    std::vector<quint32> ranks(quint32 none) const;

private:
    size_t commonPrefix() const;
    std::string_view key(size_t index) const;

    std::string m_keys;
    std::vector<size_t> m_ends;
};

} // namespace flotsam
