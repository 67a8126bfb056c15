// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/rowfilter.h"

#include "models/tables/filteredit.h"
#include "models/tables/filterterms.h"
#include "models/tables/portstable.h"

#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

RowFilter::~RowFilter() = default;

namespace {

using Kind = FilterNode::Kind;

/// A query with its terms compiled.
struct Compiled
{
    Kind kind = Kind::All;
    std::vector<Compiled> children;
    std::unique_ptr<const TermMatcher> term;
};

Compiled compile(const FilterNode &node)
{
    Compiled result;
    result.kind = node.kind;
    if (node.kind == Kind::Term)
        result.term = makeMatcher(node);
    for (const FilterNode &child : node.children)
        result.children.push_back(compile(child));
    return result;
}

void keepMatching(const Compiled &node, const TableData &table, std::vector<char> &keep)
{
    switch (node.kind) {
    case Kind::Term:
        return node.term->keepMatching(table, keep);
    case Kind::All:
        for (const Compiled &child : node.children)
            keepMatching(child, table, keep);
        return;
    case Kind::Not: {
        std::vector<char> out = keep;
        keepMatching(node.children.front(), table, out);
        for (size_t i = 0; i < keep.size(); ++i)
            keep[i] = char(keep[i] & ~out[i]);
        return;
    }
    case Kind::Any:
        break;
    }
    std::vector<char> found(keep.size(), 0);
    for (const Compiled &child : node.children) {
        std::vector<char> one = keep;
        keepMatching(child, table, one);
        for (size_t i = 0; i < keep.size(); ++i)
            found[i] = char(found[i] | one[i]);
    }
    keep.swap(found);
}

template <class F>
bool allTerms(const Compiled &node, F &&test)
{
    if (node.term && !test(*node.term))
        return false;
    return std::all_of(node.children.begin(), node.children.end(),
                       [&](const Compiled &child) { return allTerms(child, test); });
}

void keepCreated(const FilterQuery &query, const TableData &table, std::vector<char> &keep)
{
    if (!query.createdFrom && !query.createdBefore)
        return;
    for (size_t row = 0; row < keep.size(); ++row) {
        if (!keep[row])
            continue;
        const Time created = table.created(int(row));
        keep[row] = created && (!query.createdFrom || *created >= *query.createdFrom)
            && (!query.createdBefore || *created < *query.createdBefore);
    }
}

class QueryFilter : public RowFilter
{
public:
    explicit QueryFilter(const FilterQuery &query)
        : m_range{{}, query.createdFrom, query.createdBefore}
        , m_query(compile(query.node))
    {
        if (query.meanwhile)
            m_meanwhile = compile(*query.meanwhile);
    }

    void apply(const TableData &table, std::vector<char> &keep) const override
    {
        keepCreated(m_range, table, keep);
        if (!m_meanwhile)
            return keepMatching(m_query, table, keep);
        std::vector<char> wanted = keep;
        keepMatching(m_query, table, wanted);
        if (std::find(wanted.begin(), wanted.end(), 1) != wanted.end())
            keep.swap(wanted);
        else
            keepMatching(*m_meanwhile, table, keep);
    }
    bool ready(const TableData &table) const override
    {
        return allTerms(m_query, [&](const TermMatcher &term) { return term.ready(table); });
    }
    void prepare(const TableData &table) const override
    {
        allTerms(m_query, [&](const TermMatcher &term) {
            term.prepare(table);
            return true;
        });
    }

private:
    FilterQuery m_range;
    Compiled m_query; ///< holds every term of m_meanwhile too
    std::optional<Compiled> m_meanwhile;
};

} // namespace

FilterState asText(const FilterState &state)
{
    if (state.verdicts == 0 && !state.macConflict)
        return state;
    QStringList words;
    for (int verdict = 0; verdict < VerdictCount; ++verdict) {
        if (state.verdicts & (1 << verdict))
            words += toWord(Verdict(verdict));
    }
    QStringList parts;
    if (!words.isEmpty())
        parts += u"verdict:"_s + words.join(u',');
    if (state.macConflict)
        parts += u"flag:"_s + toWord(Flag::MacConflict);
    const QString chips = parts.join(u" or "_s);
    FilterState result = state;
    result.verdicts = 0;
    result.macConflict = false;
    result.text
        = state.text.trimmed().isEmpty() ? chips : withPart(state.text, parts.size() > 1 ? u'(' + chips + u')' : chips);
    return result;
}

RowFilterPtr makeFilter(const FilterQuery &query)
{
    return query.isEmpty() ? nullptr : std::make_shared<const QueryFilter>(query);
}

RowFilterPtr makeFilter(const FilterState &state)
{
    return makeFilter(FilterQuery{parseFilter(asText(state).text).query, state.createdFrom, state.createdBefore});
}

FilterCounts countMatches(const PortsTable &table, const FilterQuery &query)
{
    // The chips' own terms are set aside: each group is counted without its own.
    FilterNode rest = query.node;
    FilterNode verdictTerm;
    FilterNode flagTerm;
    const auto takeOut = [&](FilterField field, FilterNode &into) {
        if (const std::optional<size_t> at = chipTerm(rest, field)) {
            into = rest.kind == Kind::Term ? rest : rest.children[*at];
            if (rest.kind == Kind::Term)
                rest = {};
            else
                rest.children.erase(rest.children.begin() + std::ptrdiff_t(*at));
        }
    };
    takeOut(FilterField::Verdict, verdictTerm);
    takeOut(FilterField::Flag, flagTerm);

    const size_t rows = size_t(table.rowCount());
    const auto apply = [&](const FilterNode &node, std::vector<char> keep) {
        if (!node.isEmpty())
            keepMatching(compile(node), table, keep);
        return keep;
    };
    std::vector<char> base(rows, 1);
    keepCreated(query, table, base);
    base = apply(rest, std::move(base));
    const std::vector<char> ofVerdicts = apply(verdictTerm, base);
    const std::vector<char> ofFlags = apply(flagTerm, base);
    FilterCounts counts;
    for (size_t row = 0; row < rows; ++row) {
        const PortJudgement &judgement = table.judgement(int(row));
        counts.verdicts[size_t(judgement.verdict)] += ofFlags[row];
        counts.shown += ofFlags[row] & ofVerdicts[row];
        if (judgement.flags == 0 || !ofVerdicts[row])
            continue;
        for (size_t i = 0; i < AllFlags.size(); ++i)
            counts.flags[i] += judgement.has(AllFlags[i]);
    }
    if (counts.shown == 0 && query.meanwhile)
        return countMatches(table, {*query.meanwhile, query.createdFrom, query.createdBefore, std::nullopt});
    return counts;
}

} // namespace flotsam
