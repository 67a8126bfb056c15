// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/remedyrows.h"

#include "models/tables/format.h"
#include "models/triage/explain.h"
#include "views/plaintext.h"
#include "views/remedyparts.h"

#include <QApplication>
#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

RemedyRows::RemedyRows(const QStringList &titles, bool tickable, QObject *parent)
    : QAbstractTableModel(parent)
    , m_titles(titles)
    , m_tickable(tickable)
{ }

void RemedyRows::setRows(const QList<Row> &rows)
{
    beginResetModel();
    m_rows = rows;
    m_ticked = int(std::count_if(rows.begin(), rows.end(), [](const Row &row) { return row.ticked; }));
    endResetModel();
    emit ticksChanged();
}

void RemedyRows::append(const Row &row)
{
    const int at = int(m_rows.size());
    beginInsertRows({}, at, at);
    m_rows.append(row);
    endInsertRows();
}

QSet<QString> RemedyRows::ticked() const
{
    QSet<QString> ids;
    for (const Row &row : m_rows) {
        if (row.ticked)
            ids.insert(row.id);
    }
    return ids;
}

void RemedyRows::setTickable(bool tickable)
{
    if (m_tickable == tickable)
        return;
    m_tickable = tickable;
    if (!m_rows.isEmpty())
        emit dataChanged(index(0, 0), index(int(m_rows.size()) - 1, 0), {Qt::CheckStateRole});
}

int RemedyRows::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

int RemedyRows::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_titles.size()); }

QVariant RemedyRows::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[index.row()];
    const bool first = index.column() == 0;
    switch (role) {
    case Qt::DisplayRole:
        return row.texts.value(index.column());
    case Qt::ToolTipRole:
        return row.detail.isEmpty() ? QVariant() : plainToolTip(row.detail);
    case Qt::CheckStateRole:
        return first && m_tickable && row.tickable ? QVariant(int(row.ticked ? Qt::Checked : Qt::Unchecked))
                                                   : QVariant();
    case Qt::DecorationRole:
        return first && row.mark && theme::hasIcon(*row.mark)
            ? QVariant(theme::icon(*row.mark, QGuiApplication::palette()))
            : QVariant();
    case Qt::ForegroundRole:
        if (!first)
            return {};
        if (row.trouble)
            return theme::troubleColor(QGuiApplication::palette());
        return row.mark ? QVariant(theme::color(*row.mark, QGuiApplication::palette())) : QVariant();
    case Qt::AccessibleTextRole:
        return first ? row.texts.join(u", "_s) : row.texts.value(index.column());
    default:
        return {};
    }
}

bool RemedyRows::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::CheckStateRole || !m_tickable || index.column() != 0 || !index.isValid())
        return false;
    Row &row = m_rows[index.row()];
    if (!row.tickable)
        return false;
    const bool ticked = value.toInt() == Qt::Checked;
    if (row.ticked == ticked)
        return true;
    row.ticked = ticked;
    m_ticked += ticked ? 1 : -1;
    emit dataChanged(index, index, {Qt::CheckStateRole});
    emit ticksChanged();
    return true;
}

QVariant RemedyRows::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::DisplayRole)
        return m_titles.value(section);
    return {};
}

Qt::ItemFlags RemedyRows::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    if (m_tickable && index.column() == 0 && m_rows[index.row()].tickable)
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

QStringList plannedTitles()
{
    return {RemedyRows::tr("Verdict"),           RemedyRows::tr("Port"),
            RemedyRows::tr("Project"),           RemedyRows::tr("Address"),
            RemedyRows::tr("What it also does"), RemedyRows::tr("Why")};
}

QStringList refusedTitles() { return {RemedyRows::tr("Verdict"), RemedyRows::tr("Port"), RemedyRows::tr("Why not")}; }

QStringList outcomeTitles()
{
    return {RemedyRows::tr("Outcome"), RemedyRows::tr("Port"), RemedyRows::tr("What happened")};
}

namespace {

/// Some styles draw the frame of a tick box darker than what is behind it: on a dark ground an empty one is not seen.
class TickDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        QStyleOptionViewItem item = option;
        initStyleOption(&item, index);
        if (!(item.features & QStyleOptionViewItem::HasCheckIndicator))
            return;
        const QStyle *const style = item.widget ? item.widget->style() : QApplication::style();
        const QRect box = style->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &item, item.widget);
        const bool selected = item.state & QStyle::State_Selected;
        frameTick(*painter, box,
                  selected ? item.palette.color(QPalette::HighlightedText) : theme::quietColor(item.palette));
    }
};

QString portLabel(const QString &id, const QString &name)
{
    return name.isEmpty() ? shortId(id) : u"%1 (%2)"_s.arg(name, shortId(id));
}

QString addressesOf(const Port &port)
{
    QStringList addresses;
    for (const FixedIp &fixed : port.fixedIps)
        addresses += fixed.text;
    return addresses.join(u", "_s);
}

} // namespace

QList<RemedyRows::Row> plannedRows(const RemedyPlan &plan)
{
    QList<RemedyRows::Row> rows;
    rows.reserve(plan.size());
    for (const PlannedPort &planned : plan.ports()) {
        RemedyRows::Row row;
        row.id = planned.port.id;
        row.mark = markOf(planned.judgement.verdict);
        row.texts = {verdictLabel(planned.judgement),          portLabel(planned.port.id, planned.port.name),
                     plan.projectName(planned.port.projectId), addressesOf(planned.port),
                     planned.effects.sentences.join(u' '),     planned.sentence};
        row.detail = u"%1  %2\n%3\n%4"_s.arg(planned.port.id, planned.port.mac, planned.sentence,
                                             planned.effects.sentences.join(u'\n'));
        row.ticked = planned.tickedAtFirst(plan.action());
        rows.append(row);
    }
    return rows;
}

QList<RemedyRows::Row> refusedRows(const RemedyPlan &plan)
{
    QList<RemedyRows::Row> rows;
    rows.reserve(plan.refused().size());
    for (const RefusedPort &port : plan.refused()) {
        RemedyRows::Row row;
        row.id = port.id;
        row.mark = markOf(port.verdict);
        row.texts = {QString(toWord(port.verdict)), portLabel(port.id, port.name), port.why};
        row.detail = port.id + u'\n' + port.why;
        rows.append(row);
    }
    return rows;
}

QList<RemedyRows::Row> takenOutRows(const RemedyReview &review, const RemedyPlan &planned)
{
    QList<RemedyRows::Row> rows;
    for (const RecheckedPort &port : review.takenOut) {
        const PlannedPort *known = planned.find(port.id);
        RemedyRows::Row row;
        row.id = port.id;
        row.mark = markOf(port.judgement.verdict);
        row.texts = {verdictLabel(port.judgement), portLabel(port.id, known ? known->port.name : QString()), port.why};
        row.detail = port.id + u'\n' + port.why;
        rows.append(row);
    }
    return rows;
}

RemedyRows::Row outcomeRow(const PortOutcome &outcome, const RemedyPlan &plan)
{
    const PlannedPort *planned = plan.find(outcome.portId);
    RemedyRows::Row row;
    row.id = outcome.portId;
    row.trouble = outcome.canRetry();
    QStringList words{outcome.words};
    words += outcome.notAllowed;
    row.texts = {outcomeTitle(outcome.kind, plan.action()),
                 portLabel(outcome.portId, planned ? planned->port.name : QString()), words.join(u' ')};
    row.detail = outcome.portId + u'\n' + words.join(u'\n');
    if (!outcome.requestId.isEmpty())
        row.detail += u'\n' + RemedyRows::tr("Request %1, HTTP %2").arg(outcome.requestId).arg(outcome.status);
    return row;
}

QTableView *remedyTable(RemedyRows *rows, const QString &name, const QString &accessibleName, QWidget *parent)
{
    auto *const table = new QTableView(parent);
    table->setObjectName(name);
    table->setAccessibleName(accessibleName);
    table->setModel(rows);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->setWordWrap(false);
    table->setTextElideMode(Qt::ElideRight);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->verticalHeader()->setDefaultSectionSize(int(table->fontMetrics().height() * 1.6));
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    const int em = table->fontMetrics().averageCharWidth();
    static constexpr int widths[] = {30, 30, 14, 17, 38};
    for (int column = 0; column + 1 < rows->columnCount(); ++column)
        table->setColumnWidth(column, em * widths[column]);
    if (rows->columnCount() == 3)
        table->setColumnWidth(1, em * 40); // room for name and id
    table->setItemDelegateForColumn(0, new TickDelegate(table));
    return table;
}

void keepShort(QTableView *table, int most)
{
    const auto fit = [table, most] {
        const int rows = std::clamp(table->model()->rowCount(), 1, most);
        table->setMaximumHeight(table->horizontalHeader()->sizeHint().height() + 2 * table->frameWidth()
                                + rows * table->verticalHeader()->defaultSectionSize());
    };
    QObject::connect(table->model(), &QAbstractItemModel::modelReset, table, fit);
    fit();
}

} // namespace flotsam
