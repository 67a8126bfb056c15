// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cellmenu.h"

#include "models/tables/filteredit.h"
#include "views/plaintext.h"

#include <QAction>
#include <QMenu>
#include <QModelIndex>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {

QString termOf(const IndexProxy &proxy, const QModelIndex &index, bool opposite)
{
    const TableDataPtr &table = proxy.rows().table();
    const int row = proxy.sourceRow(index.row());
    switch (proxy.rows().kind()) {
    case TableKind::Ports:
        return cellTerm(static_cast<const PortsTable &>(*table), row, index.column(), opposite);
    case TableKind::Instances:
        return cellTerm(static_cast<const InstancesTable &>(*table), row, index.column(), opposite);
    case TableKind::Resources:
        break;
    }
    return cellTerm(static_cast<const ResourcesTable &>(*table), row, index.column(), opposite);
}

} // namespace

void addFilterActions(QMenu &menu, Workbench &workbench, const QModelIndex &index)
{
    const auto *const proxy = qobject_cast<const IndexProxy *>(index.model());
    if (!proxy || !proxy->rows().table())
        return;
    const QString term = termOf(*proxy, index, false);
    if (term.isEmpty())
        return;
    const auto set = [&workbench](const QString &text) {
        FilterState state = workbench.filter(); // a range of time stays
        state.text = text;
        workbench.setFilter(state);
    };
    // What cannot be read cannot be added to: the filter that still holds can.
    const QString now = workbench.filterError() ? filterText(workbench.query().node) : workbench.filter().text;
    const QString shown
        = plainLabel(menu.fontMetrics().elidedText(term, Qt::ElideMiddle, menu.fontMetrics().height() * 24));
    const auto add = [&](const char *name, const QString &text, const QString &filter) {
        QAction *const action = menu.addAction(text);
        action->setObjectName(QLatin1StringView(name));
        QObject::connect(action, &QAction::triggered, &workbench, [set, filter] { set(filter); });
    };
    add("actionFilterBy", Workbench::tr("&Filter by %1").arg(shown), withPart(now, term));
    add("actionFilterOut", Workbench::tr("Filter &out %1").arg(shown), withPart(now, termOf(*proxy, index, true)));
    if (!now.trimmed().isEmpty())
        add("actionFilterOnly", Workbench::tr("Filter by %1 a&lone").arg(shown), term);
}

} // namespace flotsam
