// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/workbench.h"

#include "models/inventory/freedonworker.h"
#include "models/inventory/onworker.h"
#include "models/tables/format.h"
#include "models/tables/pinfilter.h"

#include <QThread>

#include <algorithm>

namespace flotsam {

Workbench::Workbench(QObject *parent)
    : QObject(parent)
    , m_portsProxy(m_ports)
    , m_serversProxy(m_servers)
    , m_resourcesProxy(m_resources)
{
    m_background.setMaxThreadCount(1);
    m_background.setThreadPriority(QThread::LowPriority);
    connect(&m_hub, &SelectionHub::pinChanged, this, &Workbench::followPin);
    m_portsProxy.setSortColumns({{PortsTable::VerdictColumn, Qt::AscendingOrder}});
    m_serversProxy.setSortColumns({{InstancesTable::Name, Qt::AscendingOrder}});
    m_resourcesProxy.setSortColumns({{ResourcesTable::StackColumn, Qt::AscendingOrder}});
}

Workbench::~Workbench()
{
    if (m_stopPreparing)
        m_stopPreparing->store(true);
}

RowModel &Workbench::model(TableKind kind) { return proxy(kind).rows(); }

IndexProxy &Workbench::proxy(TableKind kind)
{
    switch (kind) {
    case TableKind::Instances:
        return m_serversProxy;
    case TableKind::Ports:
        return m_portsProxy;
    case TableKind::Resources:
        break;
    }
    return m_resourcesProxy;
}

void Workbench::setDataset(const Dataset &dataset)
{
    ++m_generation;
    if (dataset.isNull())
        return publish({}, {});
    const std::array<TableDataPtr, 3> tables{makeFreedOnWorker<InstancesTable>(dataset),
                                             makeFreedOnWorker<PortsTable>(dataset),
                                             makeFreedOnWorker<ResourcesTable>(dataset)};
    struct Wanted
    {
        TableDataPtr table;
        TableDataPtr before;
        std::vector<int> shown; ///< of before
        QList<SortColumn> sort;
        RowFilterPtr filter;
    };
    std::array<Wanted, 3> wanted;
    for (const TableKind kind : AllTables)
        wanted[size_t(kind)] = {tables[size_t(kind)], model(kind).table(), proxy(kind).shownSourceRows(),
                                proxy(kind).sortColumns(), proxy(kind).filter()};
    const auto prepare = [wanted] {
        Next next;
        for (size_t i = 0; i < wanted.size(); ++i) {
            next.same[i] = RowModel::sameRows(wanted[i].before.get(), wanted[i].table.get());
            if (wanted[i].before && !next.same[i])
                next.changes[i]
                    = TableChanges::between(*wanted[i].before, wanted[i].shown, wanted[i].filter, *wanted[i].table);
            next.tables[i] = Arrangement::of(wanted[i].table, wanted[i].sort, wanted[i].filter, next.changes[i].gone);
        }
        return next;
    };
    const bool large = std::any_of(tables.begin(), tables.end(),
                                   [](const TableDataPtr &table) { return table->rowCount() > IndexProxy::AtOnce; });
    if (!large)
        return publish(dataset, prepare());
    m_preparing = true;
    onWorker(
        this,
        [prepare, tables] {
            // The first keystroke and the first sort may come at once.
            const TableDataPtr &ports = tables[size_t(TableKind::Ports)];
            ports->searchText();
            for (int column = 0; column < ports->columnCount(); ++column)
                ports->ranks(column);
            return prepare();
        },
        [this, dataset, generation = m_generation](Next next) {
            if (generation == m_generation)
                publish(dataset, std::move(next));
        });
}

/// What the first sort of a column of the other two tables will need, while the user still reads.
void Workbench::prepareTheRest()
{
    if (m_stopPreparing)
        m_stopPreparing->store(true);
    m_stopPreparing = std::make_shared<std::atomic_bool>(false);
    if (!m_ports.table() || m_ports.rowCount() <= IndexProxy::AtOnce)
        return;
    const std::array<TableDataPtr, 2> tables{m_servers.table(), m_resources.table()};
    m_background.start([tables, stop = m_stopPreparing] {
        for (const TableDataPtr &table : tables) {
            for (int column = 0; column < table->columnCount() && !stop->load(); ++column) {
                while (promptPool()->activeThreadCount() > 0 && !stop->load())
                    QThread::msleep(2); // what the user waits for goes first
                table->ranks(column);
            }
        }
    });
}

void Workbench::clear() { setDataset({}); }

void Workbench::publish(const Dataset &dataset, Next next)
{
    m_preparing = false;
    m_dataset = dataset;
    m_hub.setDataset(dataset);
    for (const TableKind kind : AllTables) {
        Arrangement &table = next.tables[size_t(kind)];
        const TableDataPtr data = table.table;
        proxy(kind).offer(std::move(table), std::move(next.changes[size_t(kind)]));
        model(kind).setTable(data, next.same[size_t(kind)]);
    }
    m_pin.setDataset(dataset);
    m_hub.announce();
    if (isPinned())
        applyFilters();
    count();
    emit datasetChanged();
    prepareTheRest();
}

void Workbench::setFilter(const FilterState &filter)
{
    const FilterState wanted = asText(filter);
    if (wanted == m_filter)
        return;
    m_filter = wanted;
    ParsedFilter parsed = parseFilter(wanted.text);
    m_filterError = parsed.error;
    if (parsed.error)
        parsed.query = parseFilter(readableBeginning(wanted.text)).query;
    FilterQuery query{std::move(parsed.query), wanted.createdFrom, wanted.createdBefore};
    if (wanted.unfinished && !parsed.error)
        query.meanwhile = withoutUnfinishedWord(query.node, wanted.text);
    if (!(query == m_query)) {
        m_query = std::move(query);
        m_portsFilter = makeFilter(m_query);
        applyFilters();
        count();
    }
    emit filterChanged();
}

void Workbench::pin() { m_hub.pin(m_hub.selection()); }

void Workbench::unpin() { m_hub.pin({}); }

void Workbench::followPin()
{
    m_pin.select(m_hub.pinned().kind, m_hub.pinned().ids);
    applyFilters();
    emit pinChanged();
}

QString Workbench::pinTitle() const
{
    const Selection &pinned = m_pin.selection();
    if (pinned.ids.size() != 1 || m_pin.selectedRows().size() != 1)
        return pinned.kind == TableKind::Instances ? tr("%1 instances").arg(groupedNumber(pinned.ids.size()))
            : pinned.kind == TableKind::Ports      ? tr("%1 ports").arg(groupedNumber(pinned.ids.size()))
                                                   : tr("%1 Heat resources").arg(groupedNumber(pinned.ids.size()));
    const int row = m_pin.selectedRows().front();
    QString name;
    switch (pinned.kind) {
    case TableKind::Instances:
        if (const Server *server = m_dataset.relations->instances()[size_t(row)].server)
            name = server->name;
        break;
    case TableKind::Ports:
        name = m_dataset.snapshot->ports[row].name;
        break;
    case TableKind::Resources:
        name = m_dataset.snapshot->resources[row].name;
        break;
    }
    return name.isEmpty() ? shortId(pinned.ids.first()) : name;
}

void Workbench::applyFilters()
{
    for (const TableKind kind : AllTables) {
        const RowFilterPtr base = kind == TableKind::Ports ? m_portsFilter : nullptr;
        QSet<QString> ids;
        const TableDataPtr &table = model(kind).table();
        if (isPinned() && table) {
            for (const int row : m_pin.linkedRows(kind))
                ids.insert(table->id(row));
            if (kind == m_pin.selection().kind)
                ids.unite(QSet<QString>(m_pin.selection().ids.begin(), m_pin.selection().ids.end()));
        }
        QSet<QString> &known = m_pinnedIds[size_t(kind)];
        const bool samePin = isPinned() && proxy(kind).filter() && ids == known && kind != TableKind::Ports;
        known = ids;
        if (samePin)
            continue;
        proxy(kind).setFilter(isPinned() ? std::make_shared<const PinFilter>(base, std::move(ids)) : base);
    }
}

void Workbench::count()
{
    ++m_countGeneration;
    const std::shared_ptr<const PortsTable> table = portsTable();
    if (!table)
        return setCounts({});
    if (table->rowCount() <= IndexProxy::AtOnce)
        return setCounts(countMatches(*table, m_query));
    onWorker(
        this, [table, query = m_query] { return countMatches(*table, query); },
        [this, generation = m_countGeneration](const FilterCounts &counts) {
            if (generation == m_countGeneration)
                setCounts(counts);
        });
}

void Workbench::setCounts(const FilterCounts &counts)
{
    if (counts == m_counts)
        return;
    m_counts = counts;
    emit filterCountsChanged();
}

} // namespace flotsam
