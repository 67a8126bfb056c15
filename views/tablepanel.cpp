// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tablepanel.h"

#include "models/tables/format.h"
#include "views/cellmenu.h"
#include "views/plaintext.h"
#include "views/tableview.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace flotsam {

TablePanel::TablePanel(Workbench &workbench, TableKind kind, const QString &name, const QString &title, QWidget *parent)
    : QFrame(parent)
    , m_workbench(workbench)
    , m_proxy(workbench.proxy(kind))
    , m_hub(workbench.hub())
    , m_view(new TableView(m_proxy, m_hub, this))
    , m_header(new QWidget(this))
    , m_count(new QLabel(m_header))
    , m_linked(new QLabel(m_header))
    , m_pinned(new QToolButton(m_header))
    , m_pages(new QStackedWidget(this))
    , m_noMatchTitle(tr("Nothing matches the filter"))
{
    setObjectName(name + u"Panel"_s);
    setFrameShape(StyledPanel);
    m_view->setObjectName(name + u"View"_s);
    m_view->setAccessibleName(title);
    connect(m_view, &TableView::menuWanted, this,
            [&workbench](QMenu *menu, const QModelIndex &index) { addFilterActions(*menu, workbench, index); });

    auto *const titleLabel = new QLabel(title, m_header);
    QFont bold = titleLabel->font();
    bold.setBold(true);
    titleLabel->setFont(bold);
    titleLabel->setBuddy(m_view);
    m_count->setObjectName(name + u"Count"_s);
    m_linked->setObjectName(name + u"Linked"_s);
    auto *const headerLine = new QHBoxLayout(m_header);
    headerLine->setContentsMargins(8, 4, 8, 4);
    headerLine->addWidget(titleLabel);
    m_pinned->setObjectName(name + u"Pinned"_s);
    m_pinned->setAutoRaise(true);
    m_pinned->setFocusPolicy(Qt::TabFocus);
    m_pinned->setToolTip(tr("Only what is pinned and what belongs to it is shown. Click to show all again."));
    connect(m_pinned, &QToolButton::clicked, &workbench, &Workbench::unpin);
    connect(&workbench, &Workbench::pinChanged, this, &TablePanel::update);
    headerLine->addWidget(m_pinned);
    headerLine->addStretch();
    headerLine->addWidget(m_linked);
    headerLine->addSpacing(12);
    headerLine->addWidget(m_count);

    auto *const empty = new QWidget(m_pages);
    empty->setObjectName(name + u"Empty"_s);
    empty->setBackgroundRole(QPalette::Base);
    empty->setAutoFillBackground(true);
    m_emptyTitle = new QLabel(empty);
    m_emptyTitle->setObjectName(name + u"EmptyTitle"_s);
    m_emptyTitle->setAlignment(Qt::AlignCenter);
    m_emptyTitle->setWordWrap(true);
    m_emptyTitle->setTextFormat(Qt::PlainText);
    bold.setPointSizeF(bold.pointSizeF() * 1.15);
    m_emptyTitle->setFont(bold);
    m_emptyDetail = new QLabel(empty);
    m_emptyDetail->setObjectName(name + u"EmptyDetail"_s);
    m_emptyDetail->setAlignment(Qt::AlignCenter);
    m_emptyDetail->setWordWrap(true);
    m_clearFilter = new QPushButton(tr("Show all"), empty);
    m_clearFilter->setObjectName(name + u"ClearFilter"_s);
    connect(m_clearFilter, &QPushButton::clicked, this,
            [this] { m_workbench.isPinned() ? m_workbench.unpin() : emit clearFilterRequested(); });
    auto *const emptyLines = new QVBoxLayout(empty);
    emptyLines->setContentsMargins(24, 12, 24, 12);
    emptyLines->addStretch();
    emptyLines->addWidget(m_emptyTitle);
    emptyLines->addWidget(m_emptyDetail);
    emptyLines->addSpacing(8);
    emptyLines->addWidget(m_clearFilter, 0, Qt::AlignHCenter);
    m_actionLine = new QHBoxLayout;
    emptyLines->addLayout(m_actionLine);
    emptyLines->addStretch();
    m_pages->addWidget(m_view);
    m_pages->addWidget(empty);

    auto *const lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(m_header);
    lines->addWidget(m_pages, 1);

    connect(&m_proxy, &IndexProxy::countsChanged, this, &TablePanel::update);
    connect(&m_hub, &SelectionHub::changed, this, &TablePanel::update);
    connect(&m_hub, &SelectionHub::refreshed, this, &TablePanel::update);
    update();
}

void TablePanel::addButton(QWidget *button)
{
    auto *const line = qobject_cast<QHBoxLayout *>(m_header->layout());
    line->insertWidget(line->indexOf(m_linked), button);
    line->insertSpacing(line->indexOf(m_linked), 12);
}

void TablePanel::setEmptyMessage(const QString &title, const QString &detail, const QList<QAction *> &actions,
                                 Qt::TextFormat format)
{
    m_emptyDetail->setTextFormat(format);
    m_nothingTitle = title;
    m_nothingDetail = detail;
    if (actions != m_actions) {
        m_actions = actions;
        qDeleteAll(m_actionButtons);
        m_actionButtons.clear();
        while (m_actionLine->count() > 0)
            delete m_actionLine->takeAt(0);
        m_actionLine->addStretch();
        for (QAction *action : actions) {
            auto *const button = new QPushButton(action->text().remove(u'&'), m_pages->widget(1));
            button->setMinimumWidth(fontMetrics().averageCharWidth() * 20);
            button->setObjectName(action->objectName() + u"Button"_s);
            button->setToolTip(action->toolTip());
            connect(button, &QPushButton::clicked, action, &QAction::trigger);
            m_actionLine->addWidget(button);
            m_actionButtons += button;
        }
        m_actionLine->addStretch();
    }
    update();
}

void TablePanel::setNoMatchMessage(const QString &title)
{
    m_noMatchTitle = title;
    update();
}

void TablePanel::update()
{
    const int shown = m_proxy.shownCount();
    const int total = m_proxy.totalCount();
    m_count->setVisible(m_proxy.rows().table() != nullptr);
    m_count->setText(shown == total ? groupedNumber(total)
                                    : tr("%1 of %2").arg(groupedNumber(shown), groupedNumber(total)));
    if (const int gone = m_proxy.goneCount(); gone > 0 && shown > 0)
        m_count->setText(tr("%1, %2 gone").arg(m_count->text(), groupedNumber(gone)));
    const TableKind kind = m_proxy.rows().kind();
    const auto linked = qint64(m_hub.linkedRows(kind).size());
    const bool own = m_hub.selection().kind == kind;
    const auto selected = own ? qint64(m_hub.selectedRows().size()) : 0;
    if (selected > 1)
        m_linked->setText(tr("%1 selected").arg(groupedNumber(selected)));
    else if (linked > 0)
        m_linked->setText(tr("%1 related").arg(groupedNumber(linked)));
    else
        m_linked->clear();

    const bool pinned = m_workbench.isPinned();
    m_pinned->setVisible(pinned);
    m_pinned->setText(tr("Pinned: %1 ✕").arg(plainLabel(m_workbench.pinTitle())));
    const bool filtered = shown == 0 && total > 0;
    m_emptyTitle->setText(!filtered    ? m_nothingTitle
                              : pinned ? tr("Nothing here belongs to what is pinned.")
                                       : m_noMatchTitle);
    m_emptyDetail->setText(filtered ? QString() : m_nothingDetail);
    m_emptyDetail->setVisible(!m_emptyDetail->text().isEmpty());
    m_clearFilter->setVisible(filtered);
    for (QPushButton *button : std::as_const(m_actionButtons))
        button->setVisible(!filtered);
    m_pages->setCurrentIndex(shown == 0 ? 1 : 0);
}

} // namespace flotsam
