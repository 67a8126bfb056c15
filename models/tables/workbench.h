// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/indexproxy.h"
#include "models/tables/selectionhub.h"

#include <QObject>

#include <atomic>
#include <memory>

namespace flotsam {

/// The models behind the window: three tables, their order and filter, and what is selected. Owns no widget.
class Workbench : public QObject
{
    Q_OBJECT
public:
    explicit Workbench(QObject *parent = nullptr);
    ~Workbench() override;

    /// Shows a new reading. A large one is sorted and filtered on a worker first; the old picture stays until then.
    void setDataset(const Dataset &dataset);
    void clear();
    /// The reading that is shown.
    const Dataset &dataset() const { return m_dataset; }
    /// A large reading was handed over and is not shown yet.
    bool isPreparing() const { return m_preparing; }

    PortsModel &ports() { return m_ports; }
    ServersModel &servers() { return m_servers; }
    ResourcesModel &resources() { return m_resources; }
    RowModel &model(TableKind kind);
    IndexProxy &proxy(TableKind kind);
    SelectionHub &hub() { return m_hub; }

    /// Filters the ports table.
    void setFilter(const FilterState &filter);
    const FilterState &filter() const { return m_filter; }

signals:
    void datasetChanged();
    void filterChanged();

private:
    struct Tables
    {
        TableDataPtr instances;
        TableDataPtr ports;
        TableDataPtr resources;
    };
    void publish(const Dataset &dataset, const Tables &tables);
    void prepareTheRest(const Tables &tables);

    Dataset m_dataset;
    FilterState m_filter;
    PortsModel m_ports;
    ServersModel m_servers;
    ResourcesModel m_resources;
    IndexProxy m_portsProxy;
    IndexProxy m_serversProxy;
    IndexProxy m_resourcesProxy;
    SelectionHub m_hub;
    int m_generation = 0;
    bool m_preparing = false;
    std::shared_ptr<std::atomic_bool> m_stopPreparing;
};

} // namespace flotsam
