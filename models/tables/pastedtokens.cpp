// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/pastedtokens.h"

#include "models/inventory/address.h"
#include "models/tables/filterlanguage.h"

#include <QSet>
#include <QStringList>

#include <algorithm>
#include <array>
#include <optional>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

using Kind = PastedToken::Kind;

bool isHex(QChar c)
{
    const char16_t lower = c.toLower().unicode();
    return (lower >= u'0' && lower <= u'9') || (lower >= u'a' && lower <= u'f');
}

bool isWord(QChar c) { return c.isLetterOrNumber() || c == u'_'; }

class Scanner
{
public:
    explicit Scanner(const QString &text)
        : m_text(text)
    { }

    QList<PastedToken> scan()
    {
        for (qsizetype at = 0; at < m_text.size();) {
            const std::optional<PastedToken> token = startsWord(at) ? tokenAt(at) : std::nullopt;
            if (!token) {
                ++at;
                continue;
            }
            at += token->length;
            keep(*token);
        }
        return m_found;
    }

private:
    bool startsWord(qsizetype at) const { return at == 0 || !isWord(m_text[at - 1]); }
    bool endsWord(qsizetype end) const { return end >= m_text.size() || !isWord(m_text[end]); }
    qsizetype hexRun(qsizetype at) const
    {
        qsizetype end = at;
        while (end < m_text.size() && isHex(m_text[end]))
            ++end;
        return end - at;
    }
    QChar letter(qsizetype at) const { return at < m_text.size() ? m_text[at] : QChar(); }
    PastedToken token(Kind kind, qsizetype at, qsizetype length) const
    {
        return {kind, m_text.mid(at, length).toLower(), at, length, true};
    }

    std::optional<PastedToken> tokenAt(qsizetype at) const
    {
        if (QStringView(m_text).sliced(at).startsWith(u"req-", Qt::CaseInsensitive) && isUuid(at + 4))
            return token(Kind::RequestId, at, 40);
        if (isUuid(at))
            return token(Kind::Uuid, at, 36);
        if (const auto mac = macAt(at))
            return mac;
        if (hexRun(at) == 32 && endsWord(at + 32))
            return token(Kind::HexId, at, 32);
        return addressAt(at);
    }

    bool isUuid(qsizetype at) const
    {
        constexpr std::array groupSizes{8, 4, 4, 4, 12};
        for (size_t i = 0; i < groupSizes.size(); ++i) {
            if ((i > 0 && letter(at++) != u'-') || hexRun(at) != groupSizes[i])
                return false;
            at += groupSizes[i];
        }
        return endsWord(at);
    }

    /// Groups of \a digits hexadecimal digits with \a separator between them; the length, 0 where they are not there.
    qsizetype groups(qsizetype at, int count, int digits, QChar separator) const
    {
        const qsizetype begin = at;
        for (int i = 0; i < count; ++i) {
            if (i > 0 && letter(at++) != separator)
                return 0;
            if (hexRun(at) != digits)
                return 0;
            at += digits;
        }
        const bool longer = letter(at) == separator && isHex(letter(at + 1));
        return endsWord(at) && !longer ? at - begin : 0;
    }

    std::optional<PastedToken> macAt(qsizetype at) const
    {
        qsizetype length = groups(at, 6, 2, u':');
        if (length == 0)
            length = groups(at, 6, 2, u'-');
        if (length == 0)
            length = groups(at, 3, 4, u'.');
        const bool bare = length == 0 && hexRun(at) == 12 && endsWord(at + 12);
        if ((length == 0 && !bare) || isTail(at))
            return std::nullopt;
        PastedToken mac = token(Kind::Mac, at, bare ? 12 : length);
        if (bare) {
            mac.certain = false;
            for (int i = 10; i > 0; i -= 2)
                mac.text.insert(i, u':');
        } else {
            mac.text = normalizedMac(mac.text);
        }
        return mac;
    }

    /// What stands before belongs to it: it is the rest of a longer address.
    bool isTail(qsizetype at) const
    {
        if (at < 2 || !u":-."_s.contains(m_text[at - 1]))
            return false;
        qsizetype begin = at - 1;
        while (begin > 0 && isHex(m_text[begin - 1]))
            --begin;
        return begin < at - 1 && at - 1 - begin <= 4 && startsWord(begin);
    }

    std::optional<PastedToken> addressAt(qsizetype at) const
    {
        qsizetype end = at;
        while (end < m_text.size() && (isHex(m_text[end]) || m_text[end] == u':' || m_text[end] == u'.'))
            ++end;
        if (!endsWord(end) || isTail(at))
            return std::nullopt;
        QStringView word = QStringView(m_text).sliced(at, end - at);
        while (!word.isEmpty() && (word.back() == u'.' || (word.back() == u':' && !word.endsWith(u"::"))))
            word.chop(1);
        if (word.count(u':') == 1) // an IPv4 address with a port
            word = word.first(word.indexOf(u':'));
        const bool v6 = word.contains(u':');
        if ((!v6 && word.count(u'.') != 3) || !IpAddress::fromString(word))
            return std::nullopt;
        return token(Kind::Address, at, word.size());
    }

    void keep(const PastedToken &token)
    {
        QString key = token.text;
        if (token.kind == Kind::Address) {
            const auto address = *IpAddress::fromString(token.text);
            const bool zero = std::all_of(address.bytes.begin(), address.bytes.begin() + address.bits() / 8 - 1,
                                          [](std::uint8_t byte) { return byte == 0; });
            if (zero || (!address.v6 && address.bytes[0] == 127))
                return;
            key = QString::fromLatin1(reinterpret_cast<const char *>(address.bytes.data()), 16)
                + (address.v6 ? u'6' : u'4');
        }
        if (m_seen.contains(key))
            return;
        m_seen.insert(key);
        m_found += token;
    }

    const QString &m_text;
    QList<PastedToken> m_found;
    QSet<QString> m_seen;
};

bool hasTerm(const FilterNode &node)
{
    if (node.kind == FilterNode::Kind::Term)
        return node.field != FilterField::Text;
    return std::any_of(node.children.begin(), node.children.end(), hasTerm);
}

} // namespace

QList<PastedToken> tokensIn(const QString &text) { return Scanner(text).scan(); }

bool tellsOfPortQuota(const QString &text)
{
    const auto says = [&text](QStringView words) { return text.contains(words, Qt::CaseInsensitive); };
    if (says(u"Maximum number of ports exceeded") || says(u"PortLimitExceeded"))
        return true;
    const qsizetype resources = text.indexOf(u"Quota exceeded for resources", 0, Qt::CaseInsensitive);
    if (resources < 0)
        return false;
    const qsizetype end = text.indexOf(u']', resources);
    return QStringView(text).sliced(resources, (end < 0 ? text.size() : end) - resources).contains(u"'port'");
}

bool looksPasted(const QString &text)
{
    const QStringList words = text.simplified().split(u' ', Qt::SkipEmptyParts);
    if (words.size() < 2)
        return false;
    const QList<PastedToken> tokens = tokensIn(text);
    const bool certain = std::any_of(tokens.begin(), tokens.end(), [](const PastedToken &t) { return t.certain; });
    return (certain || tellsOfPortQuota(text)) && !hasTerm(parseFilter(text).query);
}

} // namespace flotsam
