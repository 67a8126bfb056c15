// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/workbench.h"

#include "models/inventory/onworker.h"

#include <QFuture>
#include <QThreadPool>

namespace flotsam {

Workbench::Workbench(QObject *parent)
    : QObject(parent)
    , m_portsProxy(m_ports)
    , m_serversProxy(m_servers)
    , m_resourcesProxy(m_resources)
{
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
    const Tables tables{std::make_shared<const InstancesTable>(dataset), std::make_shared<const PortsTable>(dataset),
                        std::make_shared<const ResourcesTable>(dataset)};
    if (tables.ports->rowCount() <= IndexProxy::AtOnce && tables.instances->rowCount() <= IndexProxy::AtOnce
        && tables.resources->rowCount() <= IndexProxy::AtOnce)
        return publish(dataset, tables);

    const auto prepare = [tables, filter = m_portsProxy.filter(), ports = m_portsProxy.sortColumns(),
                          servers = m_serversProxy.sortColumns(), resources = m_resourcesProxy.sortColumns()] {
        IndexProxy::prepare(*tables.ports, ports, filter.get());
        IndexProxy::prepare(*tables.instances, servers, nullptr);
        IndexProxy::prepare(*tables.resources, resources, nullptr);
    };
    m_preparing = true;
    onWorker(this, prepare, [this, dataset, tables, generation = m_generation] {
        if (generation == m_generation)
            publish(dataset, tables);
    });
}

/// What the first keystroke and the first sort of each column will need, while the user still reads.
void Workbench::prepareTheRest(const Tables &tables)
{
    if (m_stopPreparing)
        m_stopPreparing->store(true);
    m_stopPreparing = std::make_shared<std::atomic_bool>(false);
    if (!tables.ports || tables.ports->rowCount() <= IndexProxy::AtOnce)
        return;
    QThreadPool::globalInstance()->start([tables, stop = m_stopPreparing] {
        if (!stop->load())
            tables.ports->searchText();
        for (const TableDataPtr &table : {tables.ports, tables.instances, tables.resources}) {
            for (int column = 0; column < table->columnCount() && !stop->load(); ++column)
                table->ranks(column);
        }
    });
}

void Workbench::clear() { setDataset({}); }

void Workbench::publish(const Dataset &dataset, const Tables &tables)
{
    m_preparing = false;
    m_dataset = dataset;
    m_hub.setDataset(dataset);
    m_servers.setTable(tables.instances);
    m_ports.setTable(tables.ports);
    m_resources.setTable(tables.resources);
    m_hub.announce();
    count();
    emit datasetChanged();
    prepareTheRest(tables);
}

void Workbench::setFilter(const FilterState &filter)
{
    const FilterState wanted = asText(filter);
    if (wanted == m_filter)
        return;
    m_filter = wanted;
    ParsedFilter parsed = parseFilter(wanted.text);
    m_filterError = parsed.error;
    FilterQuery query{parsed.error ? m_query.node : std::move(parsed.query), wanted.createdFrom, wanted.createdBefore};
    if (!(query == m_query)) {
        m_query = std::move(query);
        m_portsProxy.setFilter(makeFilter(m_query));
        count();
    }
    emit filterChanged();
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
