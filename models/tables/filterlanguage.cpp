// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/filterlanguage.h"

#include "models/triage/judgement.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

// In the order of the enumeration.
constexpr std::array<QLatin1StringView, FilterFieldCount> Names{
    ""_L1,   "verdict"_L1, "confidence"_L1, "reason"_L1, "flag"_L1,    "remedy"_L1,  "name"_L1,
    "id"_L1, "project"_L1, "network"_L1,    "owner"_L1,  "server"_L1,  "stack"_L1,   "mac"_L1,
    "ip"_L1, "status"_L1,  "host"_L1,       "age"_L1,    "created"_L1, "updated"_L1, "revision"_L1,
};

constexpr std::array<const char *, FilterFieldCount> Meanings{
    QT_TRANSLATE_NOOP("flotsam::FilterField", "anything shown"),
    QT_TRANSLATE_NOOP("flotsam::FilterField", "what the port is"),
    QT_TRANSLATE_NOOP("flotsam::FilterField", "how sure an orphan is one"),
    QT_TRANSLATE_NOOP("flotsam::FilterField", "why"),
    QT_TRANSLATE_NOOP("flotsam::FilterField", "what else is to be known"),
    QT_TRANSLATE_NOOP("flotsam::FilterField", "what to do"),
    QT_TRANSLATE_NOOP("flotsam::FilterField", "name of the port"),
    QT_TRANSLATE_NOOP("flotsam::FilterField", "ID of the port"),
    QT_TRANSLATE_NOOP("flotsam::FilterField", "project, name or ID"),
    QT_TRANSLATE_NOOP("flotsam::FilterField", "network, name or ID"),
    QT_TRANSLATE_NOOP("flotsam::FilterField", "device_owner"),
    QT_TRANSLATE_NOOP("flotsam::FilterField", "server, name, ID or state; gone"),
    QT_TRANSLATE_NOOP("flotsam::FilterField", "Heat stack or resource"),
    QT_TRANSLATE_NOOP("flotsam::FilterField", "MAC address in any spelling"),
    QT_TRANSLATE_NOOP("flotsam::FilterField", "address or 10.0.0.0/24"),
    QT_TRANSLATE_NOOP("flotsam::FilterField", "status of the port"),
    QT_TRANSLATE_NOOP("flotsam::FilterField", "binding:host_id"),
    QT_TRANSLATE_NOOP("flotsam::FilterField", "age>3d, age<2h"),
    QT_TRANSLATE_NOOP("flotsam::FilterField", "created<2026-11-01 (UTC)"),
    QT_TRANSLATE_NOOP("flotsam::FilterField", "updated>2026-11-30T09:00 (UTC)"),
    QT_TRANSLATE_NOOP("flotsam::FilterField", "revision>3"),
};

constexpr std::array<QLatin1StringView, 6> Operators{":"_L1, "="_L1, "<"_L1, "<="_L1, ">"_L1, ">="_L1};

/// Whether a value must be quoted so that it is not read as something else.
bool needsQuotes(const QString &text, bool inTerm)
{
    for (const QChar c : text) {
        if (c.isSpace() || u"\"()"_s.contains(c) || (inTerm && c == u','))
            return true;
    }
    if (inTerm)
        return text.isEmpty();
    FilterNode plain;
    plain.kind = FilterNode::Kind::Term;
    plain.values = {{text, false}};
    return !(parseFilter(text).query == plain);
}

void write(const FilterNode &node, QString &out);

void writeTerm(const FilterNode &term, QString &out)
{
    if (term.field == FilterField::Text) {
        out += quotedValue(term.values.first(), false);
        return;
    }
    out += fieldName(term.field) + Operators[size_t(term.op)];
    for (qsizetype i = 0; i < term.values.size(); ++i)
        out += (i > 0 ? u","_s : QString()) + quotedValue(term.values[i]);
}

/// \a node as a part of a larger query: in parentheses where it would fall apart.
void writePart(const FilterNode &node, QString &out, bool alone)
{
    const bool group = node.kind == FilterNode::Kind::Any
        || (node.kind == FilterNode::Kind::All && (alone || node.children.size() != 1));
    if (group)
        out += u'(';
    write(node, out);
    if (group)
        out += u')';
}

void write(const FilterNode &node, QString &out)
{
    switch (node.kind) {
    case FilterNode::Kind::Term:
        return writeTerm(node, out);
    case FilterNode::Kind::Not:
        out += u'-';
        return writePart(node.children.front(), out, true);
    case FilterNode::Kind::All:
        for (size_t i = 0; i < node.children.size(); ++i) {
            if (i > 0)
                out += u' ';
            writePart(node.children[i], out, false);
        }
        return;
    case FilterNode::Kind::Any:
        break;
    }
    for (size_t i = 0; i < node.children.size(); ++i) {
        if (i > 0)
            out += " or "_L1;
        const FilterNode &child = node.children[i];
        // What stands beside each other binds closer than "or".
        if (child.kind == FilterNode::Kind::All && !child.children.empty())
            write(child, out);
        else
            writePart(child, out, false);
    }
}

} // namespace

QLatin1StringView fieldName(FilterField field) { return Names[size_t(field)]; }

std::optional<FilterField> fieldFromName(QStringView name)
{
    for (size_t i = 1; i < Names.size(); ++i) {
        if (name.compare(Names[i], Qt::CaseInsensitive) == 0)
            return FilterField(i);
    }
    return std::nullopt;
}

QString fieldMeaning(FilterField field)
{
    return QCoreApplication::translate("flotsam::FilterField", Meanings[size_t(field)]);
}

bool isComparable(FilterField field)
{
    return field == FilterField::Age || field == FilterField::Created || field == FilterField::Updated
        || field == FilterField::Revision;
}

QList<QLatin1StringView> fieldWords(FilterField field)
{
    QList<QLatin1StringView> words;
    switch (field) {
    case FilterField::Verdict:
        for (int i = 0; i < VerdictCount; ++i)
            words += toWord(flotsam::Verdict(i));
        break;
    case FilterField::Confidence:
        words = {toWord(Confidence::Likely), toWord(Confidence::Proven)};
        break;
    case FilterField::Reason:
        for (int i = 0; i < ReasonCount; ++i)
            words += toWord(flotsam::Reason(i));
        break;
    case FilterField::Flag:
        for (const flotsam::Flag flag : AllFlags)
            words += toWord(flag);
        break;
    case FilterField::Remedy:
        for (int i = 0; i <= int(Remedy::DeleteStack); ++i)
            words += toWord(flotsam::Remedy(i));
        break;
    default:
        break;
    }
    return words;
}

bool matchesPattern(QStringView pattern, QStringView text)
{
    qsizetype p = 0;
    qsizetype t = 0;
    qsizetype star = -1;
    qsizetype resume = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == u'*') {
            star = p++;
            resume = t;
        } else if (p < pattern.size() && (pattern[p] == u'?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (star >= 0) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == u'*')
        ++p;
    return p == pattern.size();
}

QString quotedValue(const FilterValue &value, bool inTerm)
{
    const bool literalStar = !value.pattern && (value.text.contains(u'*') || value.text.contains(u'?'));
    if (value.pattern || (!literalStar && !needsQuotes(value.text, inTerm)))
        return value.text;
    QString escaped = value.text;
    escaped.replace(u'\\', "\\\\"_L1).replace(u'"', "\\\""_L1);
    return u'"' + escaped + u'"';
}

QString readableBeginning(QString text)
{
    while (const auto error = parseFilter(text).error) {
        text.truncate(std::min(error->position, text.size() - 1));
        // A dash or parenthesis that stood before the bad term goes with it.
        const auto isLoose = [&text] {
            if (text.back().isSpace())
                return true;
            const qsizetype before = text.size() - 2;
            return (text.back() == u'-' || text.back() == u'(')
                && (before < 0 || text[before].isSpace() || text[before] == u'-' || text[before] == u'(');
        };
        while (!text.isEmpty() && isLoose())
            text.chop(1);
    }
    return text;
}

std::optional<FilterNode> withoutUnfinishedWord(const FilterNode &query, const QString &text)
{
    const bool alone = query.kind == FilterNode::Kind::Term;
    if (!alone && (query.kind != FilterNode::Kind::All || query.children.empty()))
        return std::nullopt;
    const FilterNode &last = alone ? query : query.children.back();
    if (last.kind != FilterNode::Kind::Term || last.field != FilterField::Text
        || last.position + last.length != text.size())
        return std::nullopt;
    const QStringView word = QStringView(text).sliced(last.position);
    const auto begins = [word](QLatin1StringView name) { return name.startsWith(word, Qt::CaseInsensitive); };
    if (!std::any_of(Names.begin() + 1, Names.end(), begins) && !begins("or"_L1) && !begins("and"_L1))
        return std::nullopt;
    FilterNode rest;
    if (!alone) {
        rest = query;
        rest.children.pop_back();
    }
    return rest;
}

QString filterText(const FilterNode &query)
{
    QString out;
    write(query, out);
    return out;
}

} // namespace flotsam
