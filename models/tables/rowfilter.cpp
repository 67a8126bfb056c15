// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/rowfilter.h"

namespace flotsam {

RowFilter::~RowFilter() = default;

namespace {

class StateFilter : public RowFilter
{
public:
    explicit StateFilter(const FilterState &state)
        : m_words(filterWords(state.text))
        , m_verdicts(state.verdicts)
        , m_macConflict(state.macConflict)
        , m_createdFrom(state.createdFrom)
        , m_createdBefore(state.createdBefore)
    { }

    void apply(const TableData &table, std::vector<char> &keep) const override
    {
        for (const QString &word : m_words)
            table.searchText().keepMatches(word, keep);
        if (m_createdFrom || m_createdBefore) {
            for (int row = 0; row < int(keep.size()); ++row) {
                if (keep[size_t(row)])
                    keep[size_t(row)] = passesTime(table.created(row));
            }
        }
        if (m_verdicts == 0 && !m_macConflict)
            return;
        for (int row = 0; row < int(keep.size()); ++row) {
            if (keep[size_t(row)])
                keep[size_t(row)] = passesChips(table, row);
        }
    }

    bool ready(const TableData &table) const override { return m_words.isEmpty() || table.hasSearchText(); }

private:
    bool passesTime(Time created) const
    {
        return created && (!m_createdFrom || *created >= *m_createdFrom)
            && (!m_createdBefore || *created < *m_createdBefore);
    }

    bool passesChips(const TableData &table, int row) const
    {
        const auto verdict = table.verdict(row);
        return (verdict && (m_verdicts & (1 << int(*verdict)))) || (m_macConflict && table.macConflict(row));
    }

    QStringList m_words;
    quint8 m_verdicts;
    bool m_macConflict;
    Time m_createdFrom;
    Time m_createdBefore;
};

} // namespace

QStringList filterWords(const QString &text)
{
    QStringList words;
    QString word;
    bool quoted = false;
    const auto finish = [&] {
        if (!word.trimmed().isEmpty())
            words += word;
        word.clear();
    };
    for (const QChar c : text) {
        if (c == u'"') {
            finish();
            quoted = !quoted;
        } else if (c.isSpace() && !quoted) {
            finish();
        } else {
            word += c;
        }
    }
    finish();
    return words;
}

RowFilterPtr makeFilter(const FilterState &state)
{
    return state.isEmpty() ? nullptr : std::make_shared<const StateFilter>(state);
}

} // namespace flotsam
