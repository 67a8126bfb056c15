// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/filterterms.h"

#include "models/tables/filtervalues.h"
#include "models/tables/portfields.h"
#include "models/tables/portstable.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

TermMatcher::~TermMatcher() = default;

namespace {

/// Keeps the rows of a table of ports for which \a fits; no row of another table.
template <class Fits>
void keepPorts(const TableData &table, std::vector<char> &keep, Fits &&fits)
{
    const auto *const ports = dynamic_cast<const PortsTable *>(&table);
    if (!ports)
        return keep.assign(keep.size(), 0);
    for (size_t row = 0; row < keep.size(); ++row) {
        if (keep[row])
            keep[row] = fits(*ports, int(row));
    }
}

/// A word somewhere in the row.
class TextMatcher : public TermMatcher
{
public:
    explicit TextMatcher(const FilterValue &value)
        : m_value(value)
    { }
    void keepMatching(const TableData &table, std::vector<char> &keep) const override
    {
        if (m_value.pattern)
            table.searchText().keepPattern(m_value.text, keep);
        else
            table.searchText().keepMatches(m_value.text, keep);
    }
    bool ready(const TableData &table) const override { return table.hasSearchText(); }
    void prepare(const TableData &table) const override { table.searchText(); }

private:
    FilterValue m_value;
};

/// Verdict, reasons, flags…: bits against bits.
class WordMatcher : public TermMatcher
{
public:
    explicit WordMatcher(const FilterNode &term)
        : m_field(term.field)
    {
        for (const FilterValue &value : term.values)
            m_wanted |= wordsMatching(value, term.field, term.op);
    }
    void keepMatching(const TableData &table, std::vector<char> &keep) const override
    {
        keepPorts(table, keep,
                  [this](const PortsTable &ports, int row) { return (bits(ports.judgement(row)) & m_wanted) != 0; });
    }

private:
    quint64 bits(const PortJudgement &judgement) const
    {
        const quint64 one = 1;
        switch (m_field) {
        case FilterField::Verdict:
            return one << int(judgement.verdict);
        case FilterField::Confidence:
            return judgement.confidence == Confidence::None ? 0 : one << (int(judgement.confidence) - 1);
        case FilterField::Flag: {
            quint64 flags = 0;
            for (size_t i = 0; i < AllFlags.size(); ++i)
                flags |= judgement.has(AllFlags[i]) ? one << i : 0;
            return flags;
        }
        case FilterField::Remedy:
            return one << int(judgement.remedy);
        default:
            break;
        }
        quint64 reasons = 0;
        for (const Reason reason : judgement.reasons())
            reasons |= one << int(reason);
        return reasons;
    }

    FilterField m_field;
    quint64 m_wanted = 0;
};

/// Names, ids and other texts of the cloud: each value is looked at once.
class ColumnMatcher : public TermMatcher
{
public:
    explicit ColumnMatcher(const FilterNode &term)
        : m_field(term.field)
        , m_whole(term.op == FilterOperator::Is)
    {
        for (const FilterValue &value : term.values) {
            const QString text = m_field == FilterField::Mac ? bareMac(value.text, value.pattern) : value.text;
            m_wanted += {text.toCaseFolded(), value.pattern};
        }
    }
    void keepMatching(const TableData &table, std::vector<char> &keep) const override
    {
        const auto *const ports = dynamic_cast<const PortsTable *>(&table);
        if (!ports)
            return keep.assign(keep.size(), 0);
        const FieldColumn &column = ports->fields().column(m_field);
        std::vector<char> fits(size_t(column.valueCount()));
        for (int value = 0; value < column.valueCount(); ++value)
            fits[size_t(value)] = matches(column.textsOf(value));
        for (size_t row = 0; row < keep.size(); ++row)
            keep[row] = char(keep[row] & fits[column.valueOfRow[row]]);
    }
    bool ready(const TableData &table) const override
    {
        const auto *const ports = dynamic_cast<const PortsTable *>(&table);
        return !ports || ports->fields().isReady(m_field);
    }
    void prepare(const TableData &table) const override
    {
        if (const auto *const ports = dynamic_cast<const PortsTable *>(&table))
            ports->fields().column(m_field);
    }

private:
    bool matches(std::span<const QString> texts) const
    {
        return std::any_of(m_wanted.begin(), m_wanted.end(), [&](const FilterValue &wanted) {
            if (wanted.text.isEmpty())
                return std::all_of(texts.begin(), texts.end(), [](const QString &text) { return text.isEmpty(); });
            return std::any_of(texts.begin(), texts.end(), [&](const QString &text) { return fits(wanted, text); });
        });
    }
    bool fits(const FilterValue &wanted, const QString &text) const
    {
        if (wanted.pattern)
            return matchesPattern(wanted.text, text);
        return m_whole ? wanted.text == text : text.contains(wanted.text);
    }

    FilterField m_field;
    bool m_whole;
    QList<FilterValue> m_wanted;
};

class AddressMatcher : public TermMatcher
{
public:
    explicit AddressMatcher(const FilterNode &term)
        : m_whole(term.op == FilterOperator::Is)
    {
        for (const FilterValue &value : term.values) {
            const auto prefix = value.pattern ? std::nullopt : IpPrefix::fromString(value.text);
            if (prefix)
                m_prefixes += *prefix;
            else
                m_texts += {value.text.toCaseFolded(), value.pattern};
        }
    }
    void keepMatching(const TableData &table, std::vector<char> &keep) const override
    {
        keepPorts(table, keep, [this](const PortsTable &ports, int row) { return matches(ports.port(row)); });
    }

private:
    bool matches(const Port &port) const
    {
        const auto fits = [&](const FilterValue &wanted) {
            if (wanted.text.isEmpty())
                return port.fixedIps.isEmpty();
            return std::any_of(port.fixedIps.begin(), port.fixedIps.end(), [&](const FixedIp &ip) {
                if (wanted.pattern)
                    return matchesPattern(wanted.text, ip.text.toCaseFolded());
                return m_whole ? ip.text == wanted.text : ip.text.startsWith(wanted.text, Qt::CaseInsensitive);
            });
        };
        if (std::any_of(m_texts.begin(), m_texts.end(), fits))
            return true;
        return std::any_of(port.fixedIps.begin(), port.fixedIps.end(), [this](const FixedIp &ip) {
            return ip.address && std::any_of(m_prefixes.begin(), m_prefixes.end(), [&](const IpPrefix &prefix) {
                       return prefix.contains(*ip.address);
                   });
        });
    }

    bool m_whole;
    QList<IpPrefix> m_prefixes;
    QList<FilterValue> m_texts; ///< beginnings and patterns
};

/// Age, times and revision. A port without the number fits no comparison.
class NumberMatcher : public TermMatcher
{
public:
    explicit NumberMatcher(const FilterNode &term)
        : m_field(term.field)
        , m_op(term.op)
    {
        for (const FilterValue &value : term.values) {
            if (m_field == FilterField::Revision) {
                const qint64 number = value.text.toLongLong();
                m_spans += {number, number + 1};
            } else if (m_field == FilterField::Age) {
                const qint64 age = durationFromText(value.text).value_or(0);
                m_spans += {age, age + unitOf(value.text)};
            } else {
                m_spans += timeFromText(value.text).value_or(TimeSpan());
            }
        }
    }
    void keepMatching(const TableData &table, std::vector<char> &keep) const override
    {
        keepPorts(table, keep, [this](const PortsTable &ports, int row) {
            const std::optional<qint64> number = numberOf(ports, row);
            return number && std::any_of(m_spans.begin(), m_spans.end(), [&](const TimeSpan &span) {
                       return fits(*number, span);
                   });
        });
    }

private:
    /// "age:3d" is from three days on, up to the fourth.
    static qint64 unitOf(const QString &text)
    {
        qsizetype at = text.size();
        while (at > 0 && text[at - 1].isLetter())
            --at;
        return durationFromText(u'1' + text.sliced(at)).value_or(1000);
    }
    std::optional<qint64> numberOf(const PortsTable &ports, int row) const
    {
        const Port &port = ports.port(row);
        switch (m_field) {
        case FilterField::Revision:
            return port.revision;
        case FilterField::Created:
            return port.createdAt;
        case FilterField::Updated:
            return port.updatedAt;
        default:
            break;
        }
        if (!port.createdAt)
            return std::nullopt;
        return ports.dataset().snapshot->takenAt.toMSecsSinceEpoch() - *port.createdAt;
    }
    bool fits(qint64 number, const TimeSpan &span) const
    {
        // An age or a number is a point, a day is a span: after it means after its end.
        const bool point = m_field == FilterField::Age || m_field == FilterField::Revision;
        const qint64 last = point ? span.begin : span.end - 1;
        switch (m_op) {
        case FilterOperator::Less:
            return number < span.begin;
        case FilterOperator::AtMost:
            return number <= last;
        case FilterOperator::Greater:
            return number > last;
        case FilterOperator::AtLeast:
            return number >= span.begin;
        default:
            return number >= span.begin && number < span.end;
        }
    }

    FilterField m_field;
    FilterOperator m_op;
    QList<TimeSpan> m_spans;
};

} // namespace

std::unique_ptr<const TermMatcher> makeMatcher(const FilterNode &term)
{
    if (term.field == FilterField::Text)
        return std::make_unique<const TextMatcher>(term.values.first());
    if (PortFields::hasColumn(term.field))
        return std::make_unique<const ColumnMatcher>(term);
    if (term.field == FilterField::Ip)
        return std::make_unique<const AddressMatcher>(term);
    if (isComparable(term.field))
        return std::make_unique<const NumberMatcher>(term);
    return std::make_unique<const WordMatcher>(term);
}

} // namespace flotsam
