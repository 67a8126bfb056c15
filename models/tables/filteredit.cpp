// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/filteredit.h"

#include "models/tables/filtervalues.h"
#include "models/tables/portfields.h"
#include "models/tables/portstable.h"

#include <QDateTime>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

using Kind = FilterNode::Kind;

bool isChipTerm(const FilterNode &node, FilterField field)
{
    return node.kind == Kind::Term && node.field == field && node.op == FilterOperator::Has
        && std::none_of(node.values.begin(), node.values.end(), [](const FilterValue &v) { return v.pattern; });
}

QString term(FilterField field, const QString &value, bool exact = true)
{
    const bool whole = exact && !value.isEmpty();
    return fieldName(field) + (whole ? u"="_s : u":"_s) + quotedValue({value, false});
}

/// By the name that people know where it names one value only, else by the id.
QString namedTerm(const PortsTable &table, FilterField field, const QString &name, const QString &id)
{
    if (id.isEmpty())
        return term(field, {});
    const FieldColumn &column = table.fields().column(field);
    const QString folded = name.toCaseFolded();
    int same = 0;
    for (int value = 0; value < column.valueCount(); ++value) {
        const auto texts = column.textsOf(value);
        same += int(std::find(texts.begin(), texts.end(), folded) != texts.end());
    }
    return term(field, !name.isEmpty() && same == 1 ? name : id);
}

QString stackTerm(const PortsTable &table, int row)
{
    const FieldColumn &column = table.fields().column(FilterField::Stack);
    return term(FilterField::Stack, column.shown[column.valueOfRow[size_t(row)]]);
}

QString serverTerm(const PortsTable &table, int row)
{
    const QString &id = table.port(row).deviceId;
    const FieldColumn &column = table.fields().column(FilterField::Server);
    return namedTerm(table, FilterField::Server, column.shown[column.valueOfRow[size_t(row)]], id);
}

QString positiveTerm(const PortsTable &table, int row, PortsTable::Column column)
{
    const Port &port = table.port(row);
    const PortJudgement &judgement = table.judgement(row);
    const Relations &relations = *table.dataset().relations;
    switch (column) {
    case PortsTable::VerdictColumn:
        return term(FilterField::Verdict, toWord(judgement.verdict), false);
    case PortsTable::Why:
        return judgement.reasonCount == 0 ? QString()
                                          : term(FilterField::Reason, toWord(judgement.reasons()[0]), false);
    case PortsTable::Name:
        return term(FilterField::Name, port.name);
    case PortsTable::Project:
        return projectTerm(table, port.projectId);
    case PortsTable::Network:
        return namedTerm(table, FilterField::Network, relations.networkName(port.networkId), port.networkId);
    case PortsTable::Addresses: {
        QStringList addresses;
        for (const FixedIp &ip : port.fixedIps)
            addresses += ip.text;
        return addresses.isEmpty() ? term(FilterField::Ip, {})
                                   : fieldName(FilterField::Ip) + u":"_s + addresses.join(u',');
    }
    case PortsTable::Mac:
        return term(FilterField::Mac, port.mac, false);
    case PortsTable::Owner:
        return term(FilterField::Owner, port.deviceOwner);
    case PortsTable::ServerColumn:
        return serverTerm(table, row);
    case PortsTable::StackColumn:
        return stackTerm(table, row);
    case PortsTable::Host:
        return term(FilterField::Host, port.hostId);
    case PortsTable::Status:
        return term(FilterField::Status, port.status);
    case PortsTable::Created:
        return port.createdAt ? fieldName(FilterField::Created) + u":"_s
                + QDateTime::fromMSecsSinceEpoch(*port.createdAt, Qt::UTC).toString(u"yyyy-MM-dd"_s)
                              : QString();
    case PortsTable::Revision:
        return port.revision ? term(FilterField::Revision, QString::number(*port.revision)) : QString();
    case PortsTable::Flags: {
        for (const Flag flag : AllFlags) {
            if (judgement.has(flag))
                return term(FilterField::Flag, toWord(flag), false);
        }
        return {};
    }
    case PortsTable::Id:
        return term(FilterField::Id, port.id);
    default:
        return {};
    }
}

} // namespace

QString withPart(const QString &text, const QString &part)
{
    if (text.trimmed().isEmpty())
        return part;
    if (part.isEmpty())
        return text;
    const QString whole = text.trimmed();
    const FilterNode query = parseFilter(whole).query;
    if (query.kind != Kind::Any)
        return whole + u' ' + part;
    const bool enclosed
        = whole.startsWith(u'(') && whole.endsWith(u')') && parseFilter(whole.mid(1, whole.size() - 2)).query == query;
    return (enclosed ? whole : u'(' + whole + u')') + u' ' + part;
}

std::optional<size_t> chipTerm(const FilterNode &query, FilterField field)
{
    if (isChipTerm(query, field))
        return 0;
    if (query.kind != Kind::All)
        return std::nullopt;
    const auto found = std::find_if(query.children.begin(), query.children.end(),
                                    [field](const FilterNode &child) { return isChipTerm(child, field); });
    if (found == query.children.end())
        return std::nullopt;
    return size_t(found - query.children.begin());
}

QStringList chipWords(const QString &text, FilterField field)
{
    const FilterNode query = parseFilter(text).query;
    const std::optional<size_t> at = chipTerm(query, field);
    if (!at)
        return {};
    quint64 bits = 0;
    for (const FilterValue &value : query.kind == Kind::Term ? query.values : query.children[*at].values)
        bits |= wordsMatching(value, field, FilterOperator::Has);
    QStringList words;
    const QList<QLatin1StringView> known = fieldWords(field);
    for (qsizetype i = 0; i < known.size(); ++i) {
        if (bits & (quint64(1) << i))
            words += known[i];
    }
    return words;
}

QString withChipWords(const QString &text, FilterField field, const QStringList &words)
{
    const ParsedFilter parsed = parseFilter(text);
    const QString term = words.isEmpty() ? QString() : fieldName(field) + u":"_s + words.join(u',');
    const std::optional<size_t> at = chipTerm(parsed.query, field);
    if (!at)
        return withPart(text, term);
    const FilterNode &old = parsed.query.kind == Kind::Term ? parsed.query : parsed.query.children[*at];
    QString result = text;
    result.replace(old.position, old.length, term);
    if (!term.isEmpty())
        return result;
    // The gap that is left: one blank less.
    if (old.position < result.size() && result[old.position].isSpace())
        result.remove(old.position, 1);
    return result.trimmed();
}

QString projectTerm(const PortsTable &table, const QString &projectId)
{
    return namedTerm(table, FilterField::Project, table.dataset().relations->projectName(projectId), projectId);
}

QString cellTerm(const PortsTable &table, int row, int column, bool opposite)
{
    const QString positive = positiveTerm(table, row, PortsTable::Column(column));
    return opposite && !positive.isEmpty() ? u'-' + positive : positive;
}

} // namespace flotsam
