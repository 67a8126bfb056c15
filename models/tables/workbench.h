// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/indexproxy.h"
#include "models/tables/selectionhub.h"

#include <QObject>
#include <QSet>
#include <QThreadPool>

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

    /// Filters the ports table. Of text that cannot be read to its end, what stands before the error counts, whatever
    /// was set before.
    void setFilter(const FilterState &filter);
    /// As it was set, with verdicts and macConflict as terms of its text.
    const FilterState &filter() const { return m_filter; }
    const std::optional<FilterError> &filterError() const { return m_filterError; }
    /// What is applied.
    const FilterQuery &query() const { return m_query; }
    const FilterCounts &filterCounts() const { return m_counts; }
    /// The rows of the ports table; null before the first reading.
    std::shared_ptr<const PortsTable> portsTable() const
    {
        return std::static_pointer_cast<const PortsTable>(m_ports.table());
    }

    /// Shows in every table only what is selected now and what belongs to it, whatever is selected later, until
    /// unpinned. Pinning nothing unpins. The hub's way back and forward leads through pins too.
    void pin();
    void unpin();
    bool isPinned() const { return !m_hub.pinned().isEmpty(); }
    /// What is pinned, for the eye: the name of the one object, or how many there are.
    QString pinTitle() const;

signals:
    void pinChanged();
    void datasetChanged();
    void filterChanged();
    void filterCountsChanged();

private:
    struct Next
    {
        std::array<Arrangement, 3> tables; ///< by TableKind
        std::array<TableChanges, 3> changes;
        std::array<bool, 3> same{}; ///< rows as in the table shown before
    };
    void publish(const Dataset &dataset, Next next);
    void prepareTheRest();
    void followPin();
    void applyFilters();
    void count();
    void setCounts(const FilterCounts &counts);

    Dataset m_dataset;
    FilterState m_filter;
    std::optional<FilterError> m_filterError;
    FilterQuery m_query;
    FilterCounts m_counts;
    int m_countGeneration = 0;
    PortsModel m_ports;
    ServersModel m_servers;
    ResourcesModel m_resources;
    IndexProxy m_portsProxy;
    IndexProxy m_serversProxy;
    IndexProxy m_resourcesProxy;
    SelectionHub m_hub;
    SelectionHub m_pin; ///< what is pinned, and what belongs to it in the reading shown
    RowFilterPtr m_portsFilter; ///< without the pin
    std::array<QSet<QString>, 3> m_pinnedIds;
    int m_generation = 0;
    bool m_preparing = false;
    std::shared_ptr<std::atomic_bool> m_stopPreparing;
    QThreadPool m_background;
};

} // namespace flotsam
