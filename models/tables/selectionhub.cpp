// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/selectionhub.h"

#include <algorithm>

namespace flotsam {

SelectionHub::SelectionHub(QObject *parent)
    : QObject(parent)
    , m_history{Step()}
{ }

void SelectionHub::select(TableKind kind, const QStringList &ids)
{
    if (!take({kind, ids}))
        return;
    resolve();
    emit historyChanged();
    emit changed();
}

void SelectionHub::selectRows(TableKind kind, std::vector<int> rows)
{
    Selection wanted{kind, {}};
    wanted.ids.reserve(qsizetype(rows.size()));
    for (const int row : rows)
        wanted.ids.push_back(idOf(kind, row));
    if (!take(std::move(wanted)))
        return;
    m_selectedRows = std::move(rows);
    m_selectedMarks.assign(size_t(rowCount(kind)), 0);
    for (const int row : m_selectedRows)
        m_selectedMarks[size_t(row)] = 1;
    link();
    emit historyChanged();
    emit changed();
}

/// False where nothing changes.
bool SelectionHub::take(Selection wanted)
{
    if (wanted == m_selection)
        return false;
    m_selection = std::move(wanted);
    record();
    return true;
}

void SelectionHub::record()
{
    // One list stands in many steps without being copied: it counts where it comes in.
    const auto idsOf = [this](qsizetype at) {
        const Step &step = m_history[at];
        const Step none;
        const Step &before = at > 0 ? m_history[at - 1] : none;
        return (step.selection.ids.isSharedWith(before.selection.ids) ? 0 : step.selection.ids.size())
            + (step.pinned.ids.isSharedWith(before.pinned.ids) ? 0 : step.pinned.ids.size());
    };
    m_history.resize(m_position + 1);
    m_history.push_back({m_selection, m_pinned});
    qsizetype ids = 0;
    for (qsizetype i = 0; i < m_history.size(); ++i)
        ids += idsOf(i);
    while (m_history.size() > HistoryLimit || (ids > HistoryIdLimit && m_history.size() > 1)) {
        ids -= idsOf(0) + idsOf(1);
        m_history.removeFirst();
        ids += idsOf(0);
    }
    m_position = m_history.size() - 1;
}

void SelectionHub::pin(const Selection &pinned)
{
    if (pinned == m_pinned)
        return;
    m_pinned = pinned;
    record();
    emit pinChanged();
    emit historyChanged();
}

void SelectionHub::go(qsizetype position)
{
    if (position < 0 || position >= m_history.size() || position == m_position)
        return;
    const bool otherPin = !(m_history[position].pinned == m_pinned);
    m_position = position;
    m_selection = m_history[position].selection;
    m_pinned = m_history[position].pinned;
    resolve();
    if (otherPin)
        emit pinChanged();
    emit historyChanged();
    emit changed();
}

void SelectionHub::setDataset(const Dataset &dataset)
{
    m_data = dataset;
    resolve();
}

int SelectionHub::rowCount(TableKind kind) const
{
    if (m_data.isNull())
        return 0;
    switch (kind) {
    case TableKind::Instances:
        return int(m_data.relations->instances().size());
    case TableKind::Ports:
        return int(m_data.snapshot->ports.size());
    case TableKind::Resources:
        break;
    }
    return int(m_data.snapshot->resources.size());
}

int SelectionHub::rowOf(TableKind kind, const QString &id) const
{
    switch (kind) {
    case TableKind::Instances:
        return m_data.relations->instanceRow(id);
    case TableKind::Ports:
        return m_data.relations->portRow(id);
    case TableKind::Resources:
        break;
    }
    return m_data.relations->resourceRow(id);
}

QString SelectionHub::idOf(TableKind kind, int row) const
{
    switch (kind) {
    case TableKind::Instances:
        return m_data.relations->instances()[size_t(row)].id;
    case TableKind::Ports:
        return m_data.snapshot->ports[row].id;
    case TableKind::Resources:
        break;
    }
    return m_data.relations->resourceKey(row);
}

void SelectionHub::resolve()
{
    m_selectedRows.clear();
    m_selectedMarks.assign(size_t(rowCount(m_selection.kind)), 0);
    if (!m_data.isNull()) {
        for (const QString &id : m_selection.ids) {
            const int row = rowOf(m_selection.kind, id);
            if (row >= 0 && !m_selectedMarks[size_t(row)]) {
                m_selectedMarks[size_t(row)] = 1;
                m_selectedRows.push_back(row);
            }
        }
        std::sort(m_selectedRows.begin(), m_selectedRows.end());
    }
    link();
}

void SelectionHub::link()
{
    for (const TableKind kind : AllTables) {
        m_linkedRows[size_t(kind)].clear();
        m_linkedMarks[size_t(kind)].assign(m_selectedRows.empty() ? 0 : size_t(rowCount(kind)), 0);
    }
    for (const int row : m_selectedRows) {
        if (m_selection.kind == TableKind::Instances)
            linkFromInstance(row);
        else if (m_selection.kind == TableKind::Ports)
            linkFromPort(row);
        else
            linkFromResource(row);
    }
    for (std::vector<int> &rows : m_linkedRows)
        std::sort(rows.begin(), rows.end());
}

void SelectionHub::mark(TableKind kind, int row)
{
    if (kind == m_selection.kind && m_selectedMarks[size_t(row)])
        return;
    char &marked = m_linkedMarks[size_t(kind)][size_t(row)];
    if (marked)
        return;
    marked = 1;
    m_linkedRows[size_t(kind)].push_back(row);
}

void SelectionHub::markPort(int port) { mark(TableKind::Ports, port); }
void SelectionHub::markInstance(int instance) { mark(TableKind::Instances, instance); }
void SelectionHub::markResource(int resource) { mark(TableKind::Resources, resource); }

void SelectionHub::linkFromInstance(int instance)
{
    const Relations &relations = *m_data.relations;
    for (const int port : relations.portsOfInstance(instance)) {
        markPort(port);
        for (const int resource : relations.resourcesOfPort(port))
            markResource(resource);
    }
    for (const int own : relations.resourcesOfInstance(instance)) {
        const RowRange stack = relations.resourcesOfStack(m_data.snapshot->resources[own].stackId);
        for (int resource = stack.begin; resource < stack.end; ++resource)
            markResource(resource);
    }
}

void SelectionHub::linkFromPort(int port)
{
    const Relations &relations = *m_data.relations;
    for (const int resource : relations.resourcesOfPort(port)) {
        markResource(resource);
        if (const int instance = relations.instanceOfResource(resource); instance >= 0)
            markInstance(instance);
    }
    const int instance = relations.instanceOfPort(port);
    if (instance < 0)
        return;
    markInstance(instance);
    for (const int resource : relations.resourcesOfInstance(instance))
        markResource(resource);
}

void SelectionHub::linkFromResource(int selected)
{
    const Relations &relations = *m_data.relations;
    std::vector<int> todo{selected};
    std::vector<QString> entered{m_data.snapshot->resources[selected].stackId};
    while (!todo.empty()) {
        const int resource = todo.back();
        todo.pop_back();
        for (const int port : relations.portsOfResource(resource)) {
            markPort(port);
            if (const int instance = relations.instanceOfPort(port); instance >= 0)
                markInstance(instance);
        }
        if (const int instance = relations.instanceOfResource(resource); instance >= 0) {
            markInstance(instance);
            for (const int port : relations.portsOfInstance(instance))
                markPort(port);
        }
        // A resource may be a stack of its own: what is inside belongs to it.
        const QString &physical = m_data.snapshot->resources[resource].physicalId;
        const RowRange inside = relations.resourcesOfStack(physical);
        if (inside.begin == inside.end || std::find(entered.begin(), entered.end(), physical) != entered.end())
            continue;
        entered.push_back(physical);
        for (int nested = inside.begin; nested < inside.end; ++nested) {
            markResource(nested);
            todo.push_back(nested);
        }
    }
}

bool SelectionHub::isSelected(TableKind kind, int row) const
{
    return kind == m_selection.kind && row >= 0 && size_t(row) < m_selectedMarks.size() && m_selectedMarks[size_t(row)];
}

bool SelectionHub::isLinked(TableKind kind, int row) const
{
    const auto &marks = m_linkedMarks[size_t(kind)];
    return row >= 0 && size_t(row) < marks.size() && marks[size_t(row)];
}

const std::vector<int> &SelectionHub::portsInFocus() const
{
    return m_selection.kind == TableKind::Ports ? m_selectedRows : linkedRows(TableKind::Ports);
}

int SelectionHub::onlyPort() const
{
    const auto &ports = portsInFocus();
    return ports.size() == 1 ? ports.front() : -1;
}

} // namespace flotsam
