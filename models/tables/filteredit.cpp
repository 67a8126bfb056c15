// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/filteredit.h"

#include "models/tables/filtervalues.h"
#include "models/tables/instancestable.h"
#include "models/tables/portfields.h"
#include "models/tables/portstable.h"
#include "models/tables/resourcestable.h"

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

/// By the name that people know where only one of \a items has it, else by the id.
template <class Items, class Name>
QString namedTerm(FilterField field, const QString &name, const QString &id, const Items &items, Name &&nameOf)
{
    if (id.isEmpty())
        return term(field, {});
    const auto same = std::count_if(items.begin(), items.end(), [&](const auto &item) {
        return nameOf(item).compare(name, Qt::CaseInsensitive) == 0;
    });
    return term(field, same == 1 && !name.isEmpty() ? name : id);
}

QString stackTerm(const PortsTable &table, int row)
{
    const FieldColumn &column = table.fields().column(FilterField::Stack);
    return term(FilterField::Stack, column.shown[column.valueOfRow[size_t(row)]]);
}

/// \a at: row of the instance, -1 where \a id is none.
QString serverTerm(const Relations &relations, int at, const QString &id)
{
    const Server *const server = at < 0 ? nullptr : relations.instances()[size_t(at)].server;
    return namedTerm(FilterField::Server, server ? server->name : QString(), id, relations.instances(),
                     [](const Instance &instance) { return instance.server ? instance.server->name : QString(); });
}

QString projectTerm(const Dataset &data, const QString &projectId)
{
    return namedTerm(FilterField::Project, data.relations->projectName(projectId), projectId, data.snapshot->projects,
                     [](const Project &project) { return project.name; });
}

QString networkTerm(const PortsTable &table, const QString &id)
{
    const Dataset &data = table.dataset();
    return namedTerm(FilterField::Network, data.relations->networkName(id), id, data.snapshot->networks,
                     [](const Network &network) { return network.name; });
}

QString positiveTerm(const PortsTable &table, int row, PortsTable::Column column)
{
    const Port &port = table.port(row);
    const PortJudgement &judgement = table.judgement(row);
    switch (column) {
    case PortsTable::VerdictColumn:
        return term(FilterField::Verdict, toWord(judgement.verdict), false);
    case PortsTable::Why:
        return judgement.reasonCount == 0 ? QString()
                                          : term(FilterField::Reason, toWord(judgement.reasons()[0]), false);
    case PortsTable::Name:
        return term(FilterField::Name, port.name);
    case PortsTable::Project:
        return projectTerm(table.dataset(), port.projectId);
    case PortsTable::Network:
        return networkTerm(table, port.networkId);
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
        return serverTerm(*table.dataset().relations, table.dataset().relations->instanceOfPort(row), port.deviceId);
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

QString positiveTerm(const InstancesTable &table, int row, InstancesTable::Column column)
{
    const Instance &instance = table.instance(row);
    switch (column) {
    case InstancesTable::Name:
    case InstancesTable::Ports:
        return serverTerm(*table.dataset().relations, row, instance.id);
    case InstancesTable::Id:
        return term(FilterField::Server, instance.id);
    case InstancesTable::Project:
        return instance.server ? projectTerm(table.dataset(), instance.server->projectId) : QString();
    case InstancesTable::Host:
        return table.text(row, column).isEmpty() ? QString() : term(FilterField::Host, table.text(row, column));
    default:
        return {};
    }
}

QString positiveTerm(const ResourcesTable &table, int row, ResourcesTable::Column column)
{
    const Dataset &data = table.dataset();
    const StackResource &resource = table.resource(row);
    const Stack *const stack = table.stack(row);
    switch (column) {
    case ResourcesTable::StackColumn:
        return namedTerm(FilterField::Stack, stack ? stack->name : QString(), resource.stackId, data.snapshot->stacks,
                         [](const Stack &other) { return other.name; });
    case ResourcesTable::Resource:
        return term(FilterField::Stack, resource.name);
    case ResourcesTable::PhysicalId:
        if (data.relations->portRow(resource.physicalId) >= 0)
            return term(FilterField::Id, resource.physicalId);
        return data.relations->instanceRow(resource.physicalId) < 0 ? QString()
                                                                    : term(FilterField::Server, resource.physicalId);
    case ResourcesTable::Project:
        return stack ? projectTerm(data, stack->projectId) : QString();
    default:
        return {};
    }
}

QString opposed(const QString &positive, bool opposite)
{
    return opposite && !positive.isEmpty() ? u'-' + positive : positive;
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
    return projectTerm(table.dataset(), projectId);
}

QString cellTerm(const PortsTable &table, int row, int column, bool opposite)
{
    return opposed(positiveTerm(table, row, PortsTable::Column(column)), opposite);
}

QString cellTerm(const InstancesTable &table, int row, int column, bool opposite)
{
    return opposed(positiveTerm(table, row, InstancesTable::Column(column)), opposite);
}

QString cellTerm(const ResourcesTable &table, int row, int column, bool opposite)
{
    return opposed(positiveTerm(table, row, ResourcesTable::Column(column)), opposite);
}

} // namespace flotsam
