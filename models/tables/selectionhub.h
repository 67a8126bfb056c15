// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/dataset.h"
#include "models/tables/rowmodel.h"

#include <QObject>
#include <QStringList>

#include <array>
#include <vector>

namespace flotsam {

/// What is selected: rows of one table, by id. The other tables show what belongs to them.
struct Selection
{
    TableKind kind = TableKind::Ports;
    QStringList ids;

    bool isEmpty() const { return ids.isEmpty(); }
    friend bool operator==(const Selection &a, const Selection &b)
    {
        return a.ids == b.ids && (a.ids.isEmpty() || a.kind == b.kind);
    }
};

/// The one place that knows what is selected and what is linked to it. Views report to it and read from it; no view
/// knows another. Ids that a refresh does not bring are kept, and are selected again when they come back.
class SelectionHub : public QObject
{
    Q_OBJECT
public:
    explicit SelectionHub(QObject *parent = nullptr);

    const Selection &selection() const { return m_selection; }
    void select(TableKind kind, const QStringList &ids);
    /// The same by rows of the shown reading, ascending and each once: no id is looked up.
    void selectRows(TableKind kind, std::vector<int> rows);
    void clear() { select(m_selection.kind, {}); }

    /// What the tables are held to; who holds them to it listens to pinChanged(). Nothing is linked to it here.
    const Selection &pinned() const { return m_pinned; }
    /// Pinning nothing unpins.
    void pin(const Selection &pinned);

    /// Rows are those of the source models. Sorted.
    const std::vector<int> &selectedRows() const { return m_selectedRows; }
    const std::vector<int> &linkedRows(TableKind kind) const { return m_linkedRows[size_t(kind)]; }
    bool isSelected(TableKind kind, int row) const;
    bool isLinked(TableKind kind, int row) const;
    /// The port to explain: the only one selected, or the only one linked to the selection; else -1.
    int onlyPort() const;
    /// Selected ports, or those linked to the selected rows.
    const std::vector<int> &portsInFocus() const;

    /// Steps through what was selected and pinned.
    bool canGoBack() const { return m_position > 0; }
    bool canGoForward() const { return m_position + 1 < m_history.size(); }
    void back() { go(m_position - 1); }
    void forward() { go(m_position + 1); }

    /// Takes the rows of a new reading without a signal; announce() when the models have them too.
    void setDataset(const Dataset &dataset);
    void announce() { emit refreshed(); }

signals:
    /// Somebody selected something else.
    void changed();
    void pinChanged();
    /// The same selection in a new reading: what is linked may be other rows.
    void refreshed();
    void historyChanged();

private:
    static constexpr qsizetype HistoryLimit = 100;
    static constexpr qsizetype HistoryIdLimit = 300'000; ///< in all entries together
    void go(qsizetype position);
    bool take(Selection wanted);
    void record();
    void resolve();
    QString idOf(TableKind kind, int row) const;
    void link();
    void mark(TableKind kind, int row);
    void markPort(int port);
    void markInstance(int instance);
    void markResource(int resource);
    void linkFromInstance(int instance);
    void linkFromPort(int port);
    void linkFromResource(int resource);
    int rowOf(TableKind kind, const QString &id) const;
    int rowCount(TableKind kind) const;

    Dataset m_data;
    Selection m_selection;
    Selection m_pinned;
    std::vector<int> m_selectedRows;
    std::vector<char> m_selectedMarks;
    std::array<std::vector<char>, 3> m_linkedMarks;
    std::array<std::vector<int>, 3> m_linkedRows;
    struct Step
    {
        Selection selection;
        Selection pinned;
    };
    QList<Step> m_history;
    qsizetype m_position = 0;
};

} // namespace flotsam
