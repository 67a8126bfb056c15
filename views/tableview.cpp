// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tableview.h"

#include "views/rowdelegate.h"
#include "views/tableheader.h"
#include "views/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr int SampleSize = 200;
constexpr int FadeTime = 2000; // milliseconds
constexpr int FadeStep = 50;

} // namespace

TableView::TableView(IndexProxy &proxy, SelectionHub &hub, QWidget *parent)
    : QTableView(parent)
    , m_proxy(proxy)
    , m_hub(hub)
    , m_delegate(new RowDelegate(proxy, hub, this))
{
    // Before setModel(), so that the place is taken before the view forgets it and put back after it has settled.
    connect(&proxy, &QAbstractItemModel::modelAboutToBeReset, this, &TableView::rememberPlace);
    setModel(&proxy);
    connect(&proxy, &QAbstractItemModel::modelReset, this, &TableView::restorePlace);
    connect(&hub, &SelectionHub::changed, this, [this] { follow(true); });
    connect(&hub, &SelectionHub::refreshed, this, [this] {
        follow(false);
        showFresh();
    });
    setItemDelegate(m_delegate);
    m_fade.setInterval(FadeStep);
    connect(&m_fade, &QTimer::timeout, this, &TableView::fade);

    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setWordWrap(false);
    setTextElideMode(Qt::ElideRight);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerPixel);
    setTabKeyNavigation(false);
    setFrameShape(NoFrame);
    setCornerButtonEnabled(false);

    setHorizontalHeader(new TableHeader(proxy, this));
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    measure();
    const QList<ColumnInfo> &columns = proxy.rows().columns();
    for (int column = 0; column < int(columns.size()); ++column)
        setColumnHidden(column, !columns[column].shown);

    const QList<SortColumn> sorted = proxy.sortColumns();
    setSortingEnabled(true);
    m_proxy.setSortColumns(sorted);
    const auto edited = [this] {
        if (!m_sizing)
            emit layoutEdited();
    };
    connect(horizontalHeader(), &QHeaderView::sectionMoved, this, edited);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, edited);
    connect(&proxy, &IndexProxy::sortChanged, this, edited);
}

TableView::~TableView() = default;

void TableView::measure()
{
    const QFontMetrics metrics = fontMetrics();
    const int height = metrics.height() * 8 / 5;
    verticalHeader()->setMinimumSectionSize(height);
    verticalHeader()->setDefaultSectionSize(height);
    m_sized = false;
    sizeColumns();
}

/// Once, from a sample of the first rows that there are: what the user sets later stays.
void TableView::sizeColumns()
{
    const int total = m_proxy.rows().rowCount();
    if (m_sized || total == 0)
        return;
    m_sized = true;
    const QScopedValueRollback sizing(m_sizing, true);
    const TableData &table = *m_proxy.rows().table();
    const QFontMetrics metrics = fontMetrics();
    const QFontMetrics codeMetrics(theme::codeFont(font()));
    QFont strong = font();
    strong.setBold(true);
    const QFontMetrics titleMetrics(strong);
    const QList<ColumnInfo> &columns = m_proxy.rows().columns();
    const int step = std::max(1, total / SampleSize);
    for (int column = 0; column < int(columns.size()); ++column) {
        const ColumnInfo &info = columns[column];
        const bool verdict = info.look == ColumnLook::Verdict;
        const QFontMetrics &cellMetrics = info.look == ColumnLook::Code ? codeMetrics : titleMetrics;
        const int title = metrics.horizontalAdvance(info.title) + 4 * metrics.averageCharWidth() + 12;
        const int most = info.width * metrics.averageCharWidth();
        // Any port may become any verdict at the next reading.
        int cells = info.key == QLatin1StringView("verdict") ? most : 0;
        // To lay out a text takes long: none that cannot be the widest, and none where it is wide enough.
        const int widest = cellMetrics.horizontalAdvance(u'W');
        for (int row = 0; row < total && cells < most; row += step) {
            const int icons = verdict ? (int(table.verdict(row).has_value()) + int(table.macConflict(row))) : 0;
            const QString text = table.text(row, column);
            const int extra = icons * (metrics.ascent() + 6);
            if (int(text.size()) * widest + extra > cells)
                cells = std::max(cells, cellMetrics.horizontalAdvance(text) + extra);
        }
        horizontalHeader()->resizeSection(column, std::max(title, std::min(cells, most) + 14));
    }
}

void TableView::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        measure();
}

void TableView::contextMenuEvent(QContextMenuEvent *event)
{
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const QModelIndex index = byMouse ? indexAt(viewport()->mapFromGlobal(event->globalPos())) : currentIndex();
    if (!index.isValid() || m_proxy.sourceRow(index.row()) < 0)
        return;
    auto *const menu = new QMenu(this);
    menu->setObjectName(u"cellMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    emit menuWanted(menu, index);
    menu->popup(byMouse ? event->globalPos() : viewport()->mapToGlobal(visualRect(index).bottomLeft()));
}

void TableView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        event->accept();
        return;
    }
    QTableView::keyPressEvent(event);
}

void TableView::copySelection()
{
    const QString text = selectionAsText();
    if (!text.isEmpty())
        QApplication::clipboard()->setText(text);
}

QString TableView::selectionAsText() const
{
    QList<int> columns;
    for (int visual = 0; visual < horizontalHeader()->count(); ++visual) {
        const int logical = horizontalHeader()->logicalIndex(visual);
        if (!isColumnHidden(logical))
            columns += logical;
    }
    const std::vector<int> rows = selectedRowsInOrder();
    if (rows.empty() || columns.isEmpty())
        return {};

    QString text;
    const auto addLine = [&](const auto &cell) {
        for (qsizetype i = 0; i < columns.size(); ++i) {
            QString value = cell(columns[i]);
            text += (i > 0 ? QStringLiteral("\t") : QString())
                + value.replace(u'\t', u' ').replace(u'\n', u' ').replace(u'\r', u' ');
        }
        text += u'\n';
    };
    addLine([this](int column) { return m_proxy.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(); });
    for (const int row : rows)
        addLine([this, row](int column) { return m_proxy.index(row, column).data().toString(); });
    return text;
}

std::vector<int> TableView::selectedRowsInOrder() const
{
    std::vector<int> rows;
    for (const QItemSelectionRange &range : selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    std::erase_if(rows, [this](int row) { return m_proxy.sourceRow(row) < 0; }); // gone
    return rows;
}

QString TableView::idAt(int row) const { return m_proxy.id(row); }

void TableView::setColumnShown(int column, bool shown)
{
    if (shown != isColumnHidden(column))
        return;
    setColumnHidden(column, !shown);
    if (shown && columnWidth(column) < 8)
        setColumnWidth(column, fontMetrics().averageCharWidth() * 12);
    emit layoutEdited();
}

void TableView::resetColumns()
{
    QHeaderView *const header = horizontalHeader();
    for (int column = 0; column < header->count(); ++column) {
        header->moveSection(header->visualIndex(column), column);
        setColumnHidden(column, !columns()[column].shown);
    }
    m_sized = false;
    sizeColumns();
    emit layoutEdited();
}

/// By the columns' keys, so that a later version with other columns reads it too.
QByteArray TableView::saveLayout() const
{
    const QHeaderView *const header = horizontalHeader();
    QJsonArray order;
    for (int visual = 0; visual < header->count(); ++visual) {
        const int column = header->logicalIndex(visual);
        QJsonObject one{{u"key"_s, columns()[column].key}, {u"shown"_s, !isColumnHidden(column)}};
        if (m_sized && !isColumnHidden(column))
            one.insert(u"width"_s, header->sectionSize(column));
        order.append(one);
    }
    QJsonArray sort;
    for (const SortColumn &one : m_proxy.sortColumns())
        sort.append(
            QJsonObject{{u"key"_s, columns()[one.column].key}, {u"descending"_s, one.order == Qt::DescendingOrder}});
    return QJsonDocument(QJsonObject{{u"columns"_s, order}, {u"sort"_s, sort}}).toJson(QJsonDocument::Compact);
}

bool TableView::restoreLayout(const QByteArray &layout)
{
    const QJsonObject saved = QJsonDocument::fromJson(layout).object();
    const auto columnOf = [this](const QJsonValue &value) {
        for (int column = 0; column < int(columns().size()); ++column) {
            if (columns()[column].key == value.toObject().value("key"_L1).toString())
                return column;
        }
        return -1;
    };
    const QJsonArray order = saved.value("columns"_L1).toArray();
    const bool any = std::any_of(order.begin(), order.end(), [&](const QJsonValue &value) {
        return columnOf(value) >= 0 && value.toObject().value("shown"_L1).toBool();
    });
    if (!any)
        return false;
    const QScopedValueRollback sizing(m_sizing, true);
    QHeaderView *const header = horizontalHeader();
    int visual = 0;
    for (const QJsonValue &value : order) {
        const int column = columnOf(value);
        if (column < 0)
            continue;
        header->moveSection(header->visualIndex(column), visual++);
        setColumnHidden(column, !value.toObject().value("shown"_L1).toBool());
        if (const int width = value.toObject().value("width"_L1).toInt(); width >= 8 && width < 10'000) {
            header->resizeSection(column, width);
            m_sized = true;
        }
    }
    QList<SortColumn> sort;
    for (const QJsonValue &value : saved.value("sort"_L1).toArray()) {
        const int column = columnOf(value);
        if (column >= 0 && sort.size() < IndexProxy::MostSortColumns)
            sort.append(
                {column, value.toObject().value("descending"_L1).toBool() ? Qt::DescendingOrder : Qt::AscendingOrder});
    }
    m_proxy.setSortColumns(sort);
    return true;
}

std::vector<int> TableView::selectedSourceRows() const
{
    std::vector<int> rows;
    for (const QItemSelectionRange &range : selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.push_back(m_proxy.sourceRow(row));
    }
    std::erase_if(rows, [](int row) { return row < 0; }); // gone
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

void TableView::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTableView::selectionChanged(selected, deselected);
    if (!m_following && !m_resetting)
        report();
}

void TableView::report()
{
    const TableKind kind = m_proxy.rows().kind();
    std::vector<int> rows = selectedSourceRows();
    // An empty selection here says nothing about the selection of another table.
    if (rows.empty() && m_hub.selection().kind != kind)
        return;
    const QScopedValueRollback guard(m_following, true);
    m_hub.selectRows(kind, std::move(rows));
}

void TableView::follow(bool reveal)
{
    if (!m_following) {
        applySelection();
        if (reveal)
            revealLinks();
    }
    viewport()->update();
}

void TableView::applySelection()
{
    const QScopedValueRollback guard(m_following, true);
    if (m_hub.selection().kind != m_proxy.rows().kind()) {
        selectionModel()->clearSelection();
        return;
    }
    if (selectedSourceRows() == m_hub.selectedRows())
        return;
    std::vector<int> rows;
    for (const int source : m_hub.selectedRows()) {
        if (const int row = m_proxy.proxyRow(source); row >= 0)
            rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end());
    QItemSelection selection;
    const int lastColumn = m_proxy.columnCount() - 1;
    for (size_t i = 0; i < rows.size();) {
        size_t end = i + 1;
        while (end < rows.size() && rows[end] == rows[end - 1] + 1)
            ++end;
        selection.append(QItemSelectionRange(m_proxy.index(rows[i], 0), m_proxy.index(rows[end - 1], lastColumn)));
        i = end;
    }
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (!rows.empty() && !m_resetting)
        selectionModel()->setCurrentIndex(m_proxy.index(rows.front(), std::max(0, currentIndex().column())),
                                          QItemSelectionModel::NoUpdate);
}

bool TableView::isInSight(int proxyRow) const
{
    const int top = rowViewportPosition(proxyRow);
    return top >= 0 && top + rowHeight(proxyRow) <= viewport()->height();
}

void TableView::revealLinks()
{
    const TableKind kind = m_proxy.rows().kind();
    const bool own = m_hub.selection().kind == kind && !m_hub.selectedRows().empty();
    const std::vector<int> &sources = own ? m_hub.selectedRows() : m_hub.linkedRows(kind);
    int first = -1;
    for (const int source : sources) {
        const int row = m_proxy.proxyRow(source);
        if (row < 0)
            continue;
        if (isInSight(row))
            return;
        if (first < 0 || row < first)
            first = row;
    }
    if (first < 0)
        return;
    const int horizontal = horizontalScrollBar()->value();
    scrollTo(m_proxy.index(first, 0), PositionAtCenter);
    horizontalScrollBar()->setValue(horizontal);
}

/// Rows that a refresh has brought stand on a tint that fades.
void TableView::showFresh()
{
    m_fade.stop();
    m_delegate->setFreshness(0);
    if (!m_proxy.hasFresh() || style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) <= 0)
        return;
    m_delegate->setFreshness(1);
    m_fadeBegin.start();
    m_fade.start();
}

void TableView::fade()
{
    const double left = 1 - double(m_fadeBegin.elapsed()) / FadeTime;
    m_delegate->setFreshness(std::max(0.0, left));
    if (left <= 0)
        m_fade.stop();
    const int width = viewport()->width();
    for (int row = std::max(0, rowAt(0)); row < m_proxy.rowCount(); ++row) {
        const int top = rowViewportPosition(row);
        if (top >= viewport()->height())
            break;
        if (m_proxy.isFresh(row))
            viewport()->update(0, top, width, rowHeight(row));
    }
}

void TableView::rememberPlace()
{
    m_resetting = true;
    m_place = {};
    if (!m_proxy.rows().table() || m_proxy.rowCount() == 0)
        return;
    const auto idOf = [this](int row) { return row < 0 ? QString() : m_proxy.id(row); };
    for (int row = rowAt(0); row >= 0 && row < m_proxy.rowCount() && rowViewportPosition(row) < viewport()->height();
         ++row)
        m_place.visible.emplace_back(idOf(row), rowViewportPosition(row));
    m_place.currentId = idOf(currentIndex().row());
    m_place.column = std::max(0, currentIndex().column());
    m_place.horizontal = horizontalScrollBar()->value();
}

void TableView::restorePlace()
{
    const auto rowOf = [this](const QString &id) { return id.isEmpty() ? -1 : m_proxy.proxyRowOf(id); };
    sizeColumns();
    applySelection();
    if (const int current = rowOf(m_place.currentId); current >= 0) {
        const QScopedValueRollback guard(m_following, true);
        selectionModel()->setCurrentIndex(m_proxy.index(current, m_place.column), QItemSelectionModel::NoUpdate);
    }
    for (const auto &[id, position] : std::as_const(m_place.visible)) {
        const int row = rowOf(id); // of the rows in sight, the first that is still there stays in its place
        if (row < 0)
            continue;
        updateGeometries();
        verticalScrollBar()->setValue(row * verticalHeader()->defaultSectionSize() - position);
        horizontalScrollBar()->setValue(m_place.horizontal);
        break;
    }
    m_resetting = false;
}

} // namespace flotsam
