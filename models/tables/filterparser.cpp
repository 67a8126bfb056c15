// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/filterlanguage.h"
#include "models/tables/filtervalues.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

using Kind = FilterNode::Kind;

bool isHexAddress(QStringView word)
{
    return std::all_of(word.begin(), word.end(), [](QChar c) {
        const char16_t lower = c.toLower().unicode();
        return (lower >= u'0' && lower <= u'9') || (lower >= u'a' && lower <= u'f') || u":./*?"_s.contains(c);
    });
}

/// How many letters differ, up to a few: for "did you mean".
int distance(QStringView a, QStringView b)
{
    std::vector<int> previous(size_t(b.size()) + 1);
    for (size_t j = 0; j < previous.size(); ++j)
        previous[j] = int(j);
    for (qsizetype i = 0; i < a.size(); ++i) {
        std::vector<int> current{int(i) + 1};
        for (qsizetype j = 0; j < b.size(); ++j)
            current.push_back(
                std::min({current.back() + 1, previous[size_t(j) + 1] + 1, previous[size_t(j)] + int(a[i] != b[j])}));
        previous.swap(current);
    }
    return previous.back();
}

class Parser
{
    Q_DECLARE_TR_FUNCTIONS(flotsam::Filter)
public:
    explicit Parser(const QString &text)
        : m_text(text)
    { }

    ParsedFilter parse()
    {
        ParsedFilter result{parseAny(), std::nullopt};
        result.error = m_error;
        if (m_error)
            result.query = {};
        return result;
    }

private:
    static constexpr int MaxDepth = 100;

    void fail(qsizetype position, qsizetype length, const QString &words)
    {
        if (!m_error)
            m_error = FilterError{position, length, words};
        m_at = m_text.size();
    }
    void skipSpaces()
    {
        while (m_at < m_text.size() && m_text[m_at].isSpace())
            ++m_at;
    }
    bool atEnd()
    {
        skipSpaces();
        return m_at >= m_text.size() || (m_text[m_at] == u')' && m_depth > 0);
    }
    /// The keyword \a word stands here, as a word of its own.
    bool keyword(QStringView word)
    {
        skipSpaces();
        const qsizetype end = m_at + word.size();
        if (end > m_text.size()
            || QStringView(m_text).sliced(m_at, word.size()).compare(word, Qt::CaseInsensitive) != 0)
            return false;
        if (end < m_text.size() && !m_text[end].isSpace() && m_text[end] != u'(' && m_text[end] != u')')
            return false;
        m_keywordAt = m_at;
        m_at = end;
        return true;
    }

    FilterNode parseAny();
    FilterNode parseAll();
    FilterNode parsePart();
    FilterNode parseWord();
    FilterNode parseTerm(FilterField field, qsizetype start);
    FilterValue readValue(bool inTerm);
    FilterOperator readOperator();
    void unknownTerm(QStringView name, qsizetype start);

    const QString &m_text;
    qsizetype m_at = 0;
    qsizetype m_keywordAt = 0;
    int m_depth = 0; ///< open parentheses
    int m_nested = 0; ///< parentheses and dashes
    std::optional<FilterError> m_error;
};

FilterNode Parser::parseAny()
{
    const auto orNeedsBothSides = [this] { fail(m_keywordAt, 2, tr("“or” stands between two terms.")); };
    std::vector<FilterNode> parts;
    const qsizetype start = m_at;
    if (keyword(u"or"))
        orNeedsBothSides();
    parts.push_back(parseAll());
    while (!m_error && keyword(u"or")) {
        const qsizetype at = m_keywordAt;
        parts.push_back(parseAll());
        if (parts.back().isEmpty()) {
            m_keywordAt = at;
            orNeedsBothSides();
        }
    }
    if (parts.size() == 1)
        return std::move(parts.front());
    FilterNode node;
    node.kind = Kind::Any;
    node.children = std::move(parts);
    node.position = start;
    node.length = m_at - start;
    return node;
}

FilterNode Parser::parseAll()
{
    FilterNode node;
    node.position = m_at;
    while (!m_error && !atEnd()) {
        const qsizetype before = m_at;
        if (keyword(u"or")) {
            m_at = before;
            break;
        }
        if (keyword(u"and"))
            continue;
        FilterNode part = parsePart();
        if (!part.isEmpty())
            node.children.push_back(std::move(part));
    }
    node.length = m_at - node.position;
    if (node.children.size() == 1)
        return FilterNode(std::move(node.children.front()));
    return node;
}

FilterNode Parser::parsePart()
{
    const qsizetype start = m_at;
    const QChar c = m_text[m_at];
    if (++m_nested > MaxDepth) {
        fail(start, 1, tr("There are too many parentheses or dashes."));
        return {};
    }
    FilterNode node;
    if (c == u'-' && m_at + 1 < m_text.size() && !m_text[m_at + 1].isSpace()) {
        ++m_at;
        FilterNode inner = atEnd() ? FilterNode() : parsePart();
        if (!m_error && inner.isEmpty())
            fail(start, 1, tr("What is to be left out?"));
        node.kind = Kind::Not;
        node.children.push_back(std::move(inner));
    } else if (c == u'(') {
        ++m_at;
        ++m_depth;
        node = parseAny();
        skipSpaces();
        if (!m_error && (m_at >= m_text.size() || m_text[m_at] != u')'))
            fail(start, 1, tr("This parenthesis is not closed."));
        --m_depth;
        m_at = std::min(m_at + 1, m_text.size());
    } else {
        node = parseWord();
    }
    --m_nested;
    node.position = start;
    node.length = m_at - start;
    return node;
}

FilterNode Parser::parseWord()
{
    const qsizetype start = m_at;
    qsizetype end = m_at;
    while (end < m_text.size() && m_text[end].isLetter())
        ++end;
    const QStringView name = QStringView(m_text).sliced(start, end - start);
    const QChar next = end < m_text.size() ? m_text[end] : QChar();
    const auto field = fieldFromName(name);
    if (field && QStringView(u":=<>").contains(next)) {
        m_at = end;
        return parseTerm(*field, start);
    }
    FilterNode node;
    node.kind = Kind::Term;
    node.values = {readValue(false)};
    const QStringView word = QStringView(m_text).sliced(start, m_at - start);
    // "OS::Nova::Server" and "fa:16:3e" are text.
    if (next == u':' && !name.isEmpty() && !isHexAddress(word) && !word.sliced(name.size()).startsWith(u"::"))
        unknownTerm(name, start);
    return node.values.first().text.isEmpty() ? FilterNode() : node;
}

void Parser::unknownTerm(QStringView name, qsizetype start)
{
    const QString wanted = name.toString().toLower();
    QString nearest;
    int least = 3;
    for (int i = 1; i < FilterFieldCount; ++i) {
        const QString known = fieldName(FilterField(i));
        const int far = known.startsWith(wanted) ? 1 : distance(wanted, known);
        if (far < least && far < int(known.size())) {
            least = far;
            nearest = known;
        }
    }
    fail(start, m_at - start,
         nearest.isEmpty() ? tr("There is no term “%1:”. To look for the text, put it in quotes.").arg(name)
                           : tr("There is no term “%1:”. Did you mean “%2:”? To look for the text, put it in quotes.")
                                 .arg(name, nearest));
}

FilterOperator Parser::readOperator()
{
    const QChar c = m_text[m_at++];
    if (c == u':')
        return FilterOperator::Has;
    if (c == u'=')
        return FilterOperator::Is;
    const bool equal = m_at < m_text.size() && m_text[m_at] == u'=';
    if (equal)
        ++m_at;
    if (c == u'<')
        return equal ? FilterOperator::AtMost : FilterOperator::Less;
    return equal ? FilterOperator::AtLeast : FilterOperator::Greater;
}

FilterNode Parser::parseTerm(FilterField field, qsizetype start)
{
    FilterNode node;
    node.kind = Kind::Term;
    node.field = field;
    node.op = readOperator();
    while (true) {
        const qsizetype valueAt = m_at;
        const FilterValue value = readValue(true);
        const bool last = m_at >= m_text.size() || m_text[m_at] != u',';
        if (m_at > valueAt) {
            const QString problem = problemWith(value, field, node.op);
            if (!problem.isEmpty()) {
                fail(valueAt, m_at - valueAt, problem);
                return node;
            }
            node.values += value;
        }
        if (last)
            break;
        ++m_at;
    }
    if (node.values.isEmpty())
        fail(start, m_at - start, tr("A value must follow: %1.").arg(fieldMeaning(field)));
    else if (node.op != FilterOperator::Has && node.op != FilterOperator::Is && !isComparable(field))
        fail(start, m_at - start, tr("%1 cannot be compared: write %1: or %1=.").arg(fieldName(field)));
    return node;
}

FilterValue Parser::readValue(bool inTerm)
{
    FilterValue value;
    bool quoted = false;
    bool hadQuotes = false;
    for (; m_at < m_text.size(); ++m_at) {
        const QChar c = m_text[m_at];
        if (c == u'"') {
            quoted = !quoted;
            hadQuotes = true;
        } else if (quoted) {
            const bool escape
                = c == u'\\' && m_at + 1 < m_text.size() && (m_text[m_at + 1] == u'"' || m_text[m_at + 1] == u'\\');
            value.text += escape ? m_text[++m_at] : c;
        } else if (c.isSpace() || (c == u')' && m_depth > 0) || (inTerm && c == u',')) {
            break;
        } else {
            value.text += c;
        }
    }
    value.pattern = !hadQuotes && (value.text.contains(u'*') || value.text.contains(u'?'));
    return value;
}

} // namespace

ParsedFilter parseFilter(const QString &text) { return Parser(text).parse(); }

} // namespace flotsam
