// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/macpanel.h"

#include "models/inventory/onworker.h"
#include "models/tables/format.h"
#include "views/plaintext.h"
#include "views/theme.h"

#include <QHBoxLayout>
#include <QHelpEvent>
#include <QLabel>
#include <QPainter>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

constexpr int Margin = 8;

/// A line of a card: what it is, and who or what.
struct Line
{
    QString text;
    enum Look
    {
        Plain,
        Quiet,
        Trouble
    } look
        = Plain;
};

QList<Line> linesOf(const MacGroup &group)
{
    QList<Line> lines;
    QString node = group.node.isEmpty() ? MacPanel::tr("a node that was not read") : group.node;
    if (!group.nodeState.isEmpty())
        node += u" ("_s + group.nodeState + (group.maintenance ? MacPanel::tr(", maintenance") : QString()) + u')';
    lines += {(group.portGroup ? MacPanel::tr("Port group of %1") : MacPanel::tr("NIC of %1")).arg(node), Line::Plain};
    lines += {MacPanel::tr("Wanted by %1").arg(group.wantedBy), Line::Plain};
    for (const MacHolder &holder : group.holders) {
        lines += {MacPanel::tr("Held by port %1 on network %2 (%3)").arg(holder.name, holder.network, holder.verdict),
                  Line::Trouble};
        lines += {holder.remedy, Line::Quiet};
    }
    return lines;
}

class CardDelegate : public QStyledItemDelegate
{
public:
    CardDelegate(const MacModel &model, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_model(model)
    { }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyleOptionViewItem item = option;
        initStyleOption(&item, index);
        const auto *const view = qobject_cast<const QAbstractItemView *>(item.widget);
        const int width = view ? view->viewport()->width() : item.fontMetrics.averageCharWidth() * 30;
        int height = item.fontMetrics.height() + Margin;
        for (const Line &line : linesOf(m_model.group(index.row())))
            height += textHeight(item.fontMetrics, line.text, width) + 2;
        return {width, height + Margin / 2};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyleOptionViewItem item = option;
        initStyleOption(&item, index);
        const MacGroup &group = m_model.group(index.row());
        const QPalette &palette = item.palette;
        painter->save();
        painter->fillRect(item.rect,
                          item.state & QStyle::State_Selected ? theme::linkedBackground(palette)
                                                              : palette.color(QPalette::Base));
        const QColor purple = theme::color(Mark::MacConflict, palette);
        const int side = item.fontMetrics.ascent() + 1;
        QRect line(item.rect.left() + Margin, item.rect.top() + Margin / 2, item.rect.width() - 2 * Margin,
                   item.fontMetrics.height());
        theme::paintIcon(*painter, Mark::MacConflict, QRectF(line.left(), line.top() + 1, side, side), purple);
        QFont code = theme::codeFont(item.font);
        code.setBold(true);
        painter->setFont(code);
        painter->setPen(purple);
        painter->drawText(line.adjusted(side + 6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, group.mac);
        painter->setFont(item.font);
        line.translate(0, line.height() + 2);
        for (const Line &one : linesOf(group)) {
            line.setHeight(textHeight(item.fontMetrics, one.text, item.rect.width()));
            painter->setPen(one.look == Line::Quiet         ? theme::quietColor(palette)
                                : one.look == Line::Trouble ? theme::troubleColor(palette)
                                                            : palette.color(QPalette::Text));
            painter->drawText(line, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, one.text);
            line.translate(0, line.height() + 2);
        }
        painter->setPen(theme::blend(palette.color(QPalette::Text), palette.color(QPalette::Base), 0.15));
        painter->drawLine(item.rect.bottomLeft(), item.rect.bottomRight());
        if (item.state & QStyle::State_HasFocus) {
            painter->setPen(palette.color(QPalette::Highlight));
            painter->drawRect(item.rect.adjusted(0, 0, -1, -1));
        }
        painter->restore();
    }

    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override
    {
        if (event->type() != QEvent::ToolTip || !index.isValid())
            return QStyledItemDelegate::helpEvent(event, view, option, index);
        showPlainToolTip(*event, *view, index);
        return true;
    }

private:
    static int textHeight(const QFontMetrics &metrics, const QString &text, int width)
    {
        return metrics.boundingRect(QRect(0, 0, width - 2 * Margin, 1000), Qt::TextWordWrap, text).height();
    }
    const MacModel &m_model;
};

} // namespace

MacView::MacView(MacModel &model, QWidget *parent)
    : QListView(parent)
{
    setModel(&model);
    setItemDelegate(new CardDelegate(model, this));
    setEditTriggers(NoEditTriggers);
    setSelectionMode(ExtendedSelection);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setResizeMode(Adjust);
    setFrameShape(NoFrame);
}

void MacView::resizeEvent(QResizeEvent *event)
{
    QListView::resizeEvent(event);
    scheduleDelayedItemsLayout(); // lines wrap differently
}

void MacView::changeEvent(QEvent *event)
{
    QListView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        scheduleDelayedItemsLayout();
}

MacPanel::MacPanel(Workbench &workbench, QWidget *parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_model(this)
    , m_header(new QWidget(this))
    , m_count(new QLabel(m_header))
    , m_nodes(new QLabel(this))
    , m_view(new MacView(m_model, this))
    , m_empty(new QLabel(this))
    , m_pages(new QStackedWidget(this))
{
    setObjectName(u"macPanel"_s);
    auto *const title = new QLabel(tr("Bare metal"), m_header);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    title->setBuddy(m_view);
    m_count->setObjectName(u"macCount"_s);
    auto *const headerLine = new QHBoxLayout(m_header);
    headerLine->setContentsMargins(8, 4, 8, 4);
    headerLine->addWidget(title);
    headerLine->addStretch();
    headerLine->addWidget(m_count);

    m_nodes->setObjectName(u"macNodes"_s);
    m_nodes->setWordWrap(true);
    m_nodes->setMargin(Margin);
    m_nodes->setTextFormat(Qt::RichText);
    m_nodes->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_nodes->setBackgroundRole(QPalette::Base);
    m_nodes->setAutoFillBackground(true);
    m_view->setObjectName(u"macView"_s);
    m_view->setAccessibleName(tr("MAC conflicts"));
    m_empty->setObjectName(u"macEmpty"_s);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(12);
    m_empty->setBackgroundRole(QPalette::Base);
    m_empty->setAutoFillBackground(true);
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_empty);
    auto *const lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(m_nodes);
    lines->addWidget(m_pages, 1);

    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &MacPanel::select);
    connect(&workbench, &Workbench::datasetChanged, this, &MacPanel::read);
    connect(&workbench.hub(), &SelectionHub::changed, this, [this] {
        // Something else is selected by now: no card stays lit.
        const Selection &selection = m_workbench.hub().selection();
        const QStringList ids = chosenPorts();
        const bool same = selection.kind == TableKind::Ports && selection.ids.size() == ids.size()
            && std::all_of(ids.begin(), ids.end(), [&](const QString &id) { return selection.ids.contains(id); });
        if (!same)
            m_view->clearSelection();
    });
    read();
}

void MacPanel::read()
{
    const Dataset reading = m_workbench.dataset();
    ++m_generation;
    if (reading.isNull() || reading.snapshot->ports.size() <= IndexProxy::AtOnce)
        return showOverview(macOverview(reading));
    onWorker(
        this, [reading] { return macOverview(reading); },
        [this, generation = m_generation](const MacOverview &overview) {
            if (generation == m_generation)
                showOverview(overview);
        });
}

void MacPanel::showOverview(const MacOverview &overview)
{
    m_model.setGroups(overview.groups);
    const auto conflicts = overview.groups.size();
    m_count->setText(conflicts == 0       ? QString()
                         : conflicts == 1 ? tr("1 conflict")
                                          : tr("%1 conflicts").arg(groupedNumber(conflicts)));
    emit titleChanged(conflicts == 0 ? tr("Bare metal") : tr("Bare metal (%1)").arg(groupedNumber(conflicts)));

    QStringList paragraphs;
    for (const NodeClass &nodes : overview.classes) {
        const QString name = nodes.resourceClass.isEmpty() ? tr("Nodes without a resource class") : nodes.resourceClass;
        QString text = u"<b>"_s + name.toHtmlEscaped() + u"</b>: "_s + nodeClassText(nodes).toHtmlEscaped();
        if (const QString rest = nodeClassRest(nodes); !rest.isEmpty())
            text += u"<br>"_s + rest.toHtmlEscaped();
        paragraphs += u"<p style=\"margin:0 0 4px 0\">"_s + text + u"</p>"_s;
    }
    m_nodes->setText(paragraphs.join(QString()));
    m_nodes->setVisible(!paragraphs.isEmpty());

    QString empty;
    const Dataset &reading = m_workbench.dataset();
    if (!reading.isNull()) {
        const SourceInfo &nics = reading.snapshot->source(SourceId::BaremetalPorts);
        empty = nics.status == SourceStatus::Absent ? tr("This cloud has no bare-metal service.")
            : nics.unread() ? tr("The bare-metal NICs could not be read: conflicts are not known.")
                            : tr("No port holds the MAC address of a bare-metal NIC that does not name it.");
    }
    m_empty->setText(empty);
    m_pages->setCurrentIndex(overview.groups.isEmpty() ? 1 : 0);
}

QStringList MacPanel::chosenPorts() const
{
    QStringList ids;
    for (const QModelIndex &index : m_view->selectionModel()->selectedIndexes()) {
        for (const MacHolder &holder : m_model.group(index.row()).holders)
            ids += holder.portId;
    }
    ids.removeDuplicates();
    return ids;
}

void MacPanel::select()
{
    const QStringList ids = chosenPorts();
    if (ids.isEmpty())
        return;
    const std::shared_ptr<const PortsTable> table = m_workbench.portsTable();
    const bool hidden = table && std::any_of(ids.begin(), ids.end(), [&](const QString &id) {
                            const int row = table->rowOf(id);
                            return row >= 0 && m_workbench.proxy(TableKind::Ports).proxyRow(row) < 0;
                        });
    if (hidden) // by the filter: it cannot be shown there
        m_workbench.setFilter({});
    m_workbench.hub().select(TableKind::Ports, ids);
}

} // namespace flotsam
