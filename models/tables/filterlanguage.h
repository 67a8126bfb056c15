// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1StringView>
#include <QList>
#include <QString>

#include <optional>
#include <vector>

/// What can be typed into the filter bar. Words and terms beside each other must all fit; `or` between them, a dash or
/// parentheses before them work as expected; `or` binds loosest.
///   word "two words" web-*     anything that the row shows, and the ids behind it
///   name:x name:x,y name=x     holds x, holds x or y, is exactly x; * and ? stand for any text and any character
///   name:""                    is empty
///   ip:10.0.0.0/24             an address, a network, or the beginning of an address
///   age>3d created<2026-11-01  time since created_at; a time in UTC, where a day or a month is all of it
namespace flotsam {

enum class FilterField : quint8
{
    Text, ///< no term: searches everything
    Verdict,
    Confidence,
    Reason,
    Flag,
    Remedy,
    Name,
    Id,
    Project,
    Network,
    Owner,
    Server,
    Stack,
    Mac,
    Ip,
    Status,
    Host,
    Age,
    Created,
    Updated,
    Revision,
};
inline constexpr int FilterFieldCount = 21;

enum class FilterOperator : quint8
{
    Has, ///< name:x
    Is, ///< name=x
    Less,
    AtMost,
    Greater,
    AtLeast,
};

struct FilterValue
{
    QString text;
    bool pattern = false; ///< * and ? are wildcards, not themselves
    friend bool operator==(const FilterValue &, const FilterValue &) = default;
};

/// A query as a tree. Positions are those in the parsed text and do not count for equality.
struct FilterNode
{
    enum class Kind : quint8
    {
        All, ///< every child; without children: every row
        Any,
        Not, ///< of its one child
        Term,
    };
    Kind kind = Kind::All;
    std::vector<FilterNode> children;
    FilterField field = FilterField::Text;
    FilterOperator op = FilterOperator::Has;
    QList<FilterValue> values; ///< of a term: one of them must fit
    qsizetype position = 0;
    qsizetype length = 0;

    bool isEmpty() const { return kind == Kind::All && children.empty(); }
    friend bool operator==(const FilterNode &a, const FilterNode &b)
    {
        return a.kind == b.kind && a.children == b.children && a.field == b.field && a.op == b.op
            && a.values == b.values;
    }
};

struct FilterError
{
    qsizetype position = 0; ///< of the bad term in the text
    qsizetype length = 0;
    QString words; ///< what is wrong with it, a sentence
};

struct ParsedFilter
{
    FilterNode query; ///< empty where there is an error
    std::optional<FilterError> error;
};

ParsedFilter parseFilter(const QString &text);
/// As much of \a text as can be read: all of it, or what stands before the first term that cannot be.
QString readableBeginning(QString text);
/// \a query, read from \a text, without a last word that may become the name of a term; null where there is none.
std::optional<FilterNode> withoutUnfinishedWord(const FilterNode &query, const QString &text);
/// Text that parses to an equal query.
QString filterText(const FilterNode &query);

/// "verdict", "ip"…; empty for Text.
QLatin1StringView fieldName(FilterField field);
std::optional<FilterField> fieldFromName(QStringView name);
/// What the term asks for, a few words. Translated.
QString fieldMeaning(FilterField field);
/// Age, Created, Updated and Revision: compared with < and >.
bool isComparable(FilterField field);
/// The words of triage.md that the field takes; empty for other fields.
QList<QLatin1StringView> fieldWords(FilterField field);

/// Whether \a pattern with its wildcards describes all of \a text. Both case-folded.
bool matchesPattern(QStringView pattern, QStringView text);
/// In quotes where it must be to be read as this value.
QString quotedValue(const FilterValue &value, bool inTerm = true);

} // namespace flotsam
