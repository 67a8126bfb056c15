// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/portfields.h"

#include "models/tables/filtervalues.h"
#include "models/tables/portstable.h"

#include <QHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

class Builder
{
public:
    explicit Builder(qsizetype rows)
        : m_column(std::make_unique<FieldColumn>())
    {
        m_column->valueOfRow.reserve(size_t(rows));
    }

    /// The next row has a value of its own.
    void addUnique(const QString &shown, std::initializer_list<QString> texts)
    {
        m_column->valueOfRow.push_back(newValue(shown, texts));
        m_column->counts.push_back(1);
    }
    /// The next row has the value known as \a key; \a texts makes its shown text and its texts, once.
    template <class Texts>
    void add(const QString &key, Texts &&texts)
    {
        auto known = m_known.constFind(key);
        if (known == m_known.constEnd()) {
            const auto [shown, all] = texts();
            known = m_known.insert(key, newValue(shown, all));
            m_column->counts.push_back(0);
        }
        m_column->valueOfRow.push_back(*known);
        ++m_column->counts[*known];
    }
    void add(const QString &text)
    {
        add(text, [&] { return std::pair(text, QStringList{text}); });
    }
    std::unique_ptr<const FieldColumn> take() { return std::move(m_column); }

private:
    template <class List>
    quint32 newValue(const QString &shown, const List &texts)
    {
        for (const QString &text : texts)
            m_column->texts.push_back(text.toCaseFolded());
        m_column->ends.push_back(quint32(m_column->texts.size()));
        m_column->shown.push_back(shown);
        return quint32(m_column->ends.size() - 1);
    }

    std::unique_ptr<FieldColumn> m_column;
    QHash<QString, quint32> m_known;
};

using Texts = std::pair<QString, QStringList>;

Texts nameAndId(const QString &name, const QString &id)
{
    return {name, name == id ? QStringList{id} : QStringList{name, id}};
}

Texts serverTexts(const Dataset &data, int row)
{
    const int at = data.relations->instanceOfPort(row);
    if (at < 0)
        return nameAndId(data.snapshot->ports[row].deviceId, data.snapshot->ports[row].deviceId);
    const Instance &instance = data.relations->instances()[size_t(at)];
    const QString name = instance.server ? instance.server->name : QString();
    Texts texts = nameAndId(name.isEmpty() ? instance.id : name, instance.id);
    texts.second += instanceState(instance);
    // Searched by this word whether the listing of deleted servers knows it or only Nova's 404 does.
    if (instance.state == Instance::State::Deleted || instance.state == Instance::State::Gone)
        texts.second += u"gone"_s;
    return texts;
}

std::span<const int> resourcesOf(const Relations &relations, int row)
{
    const std::span<const int> own = relations.resourcesOfPort(row);
    return !own.empty() || relations.instanceOfPort(row) < 0
        ? own
        : relations.resourcesOfInstance(relations.instanceOfPort(row));
}

Texts stackTexts(const Dataset &data, std::span<const int> resources)
{
    Texts texts;
    for (const int at : resources) {
        const StackResource &resource = data.snapshot->resources[at];
        const Stack *stack = data.relations->stackOfResource(at);
        const QString name = stack ? stack->name : resource.stackId;
        if (texts.first.isEmpty())
            texts.first = name;
        texts.second += {name, resource.stackId, resource.name};
    }
    return texts;
}

QString keyOf(std::span<const int> numbers)
{
    return QString(reinterpret_cast<const QChar *>(numbers.data()), qsizetype(numbers.size() * sizeof(int) / 2));
}

} // namespace

bool PortFields::hasColumn(FilterField field)
{
    switch (field) {
    case FilterField::Name:
    case FilterField::Id:
    case FilterField::Project:
    case FilterField::Network:
    case FilterField::Owner:
    case FilterField::Server:
    case FilterField::Stack:
    case FilterField::Mac:
    case FilterField::Status:
    case FilterField::Host:
        return true;
    default:
        return false;
    }
}

std::unique_ptr<const FieldColumn> PortFields::make(FilterField field) const
{
    const Relations &relations = *m_data.relations;
    const QList<Port> &ports = m_data.snapshot->ports;
    Builder column(ports.size());
    for (int row = 0; row < int(ports.size()); ++row) {
        const Port &port = ports[row];
        switch (field) {
        case FilterField::Name:
            column.add(port.name);
            break;
        case FilterField::Id:
            column.addUnique(port.id, {port.id});
            break;
        case FilterField::Project:
            column.add(port.projectId,
                       [&] { return nameAndId(relations.projectName(port.projectId), port.projectId); });
            break;
        case FilterField::Network:
            column.add(port.networkId,
                       [&] { return nameAndId(relations.networkName(port.networkId), port.networkId); });
            break;
        case FilterField::Owner:
            column.add(port.deviceOwner);
            break;
        case FilterField::Server:
            column.add(port.deviceId, [&] { return serverTexts(m_data, row); });
            break;
        case FilterField::Stack: {
            const std::span<const int> resources = resourcesOf(relations, row);
            column.add(keyOf(resources), [&] { return stackTexts(m_data, resources); });
            break;
        }
        case FilterField::Mac:
            column.addUnique(port.mac, {bareMac(port.mac, false)});
            break;
        case FilterField::Status:
            column.add(port.status);
            break;
        case FilterField::Host:
            column.add(port.hostId);
            break;
        default:
            Q_UNREACHABLE();
        }
    }
    return column.take();
}

const FieldColumn &PortFields::column(FilterField field) const
{
    Q_ASSERT(hasColumn(field));
    if (!isReady(field)) {
        auto made = make(field);
        const std::lock_guard lock(m_mutex);
        if (!m_columns[size_t(field)])
            m_columns[size_t(field)] = std::move(made);
    }
    const std::lock_guard lock(m_mutex);
    return *m_columns[size_t(field)];
}

bool PortFields::isReady(FilterField field) const
{
    const std::lock_guard lock(m_mutex);
    return bool(m_columns[size_t(field)]);
}

} // namespace flotsam
