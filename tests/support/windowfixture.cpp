// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/windowfixture.h"

#include <QHeaderView>
#include <QLabel>

using namespace Qt::StringLiterals;

namespace flotsam::test {

WindowFixture::WindowFixture(QSize size)
    : window(workbench)
{
    window.resize(size);
    window.show();
    if (!QTest::qWaitForWindowExposed(&window))
        qFatal("the window does not appear");
}

TableView *WindowFixture::view(TableKind kind) const
{
    switch (kind) {
    case TableKind::Instances:
        return find<TableView>(u"serversView"_s);
    case TableKind::Ports:
        return find<TableView>(u"portsView"_s);
    case TableKind::Resources:
        break;
    }
    return find<TableView>(u"resourcesView"_s);
}

QString WindowFixture::labelText(const QString &name) const
{
    const auto *const label = find<QLabel>(name);
    return label && label->isVisible() ? label->text() : QString();
}

int WindowFixture::proxyRow(TableKind kind, const QString &id)
{
    const TableDataPtr &table = workbench.model(kind).table();
    const int source = table ? table->rowOf(id) : -1;
    return source < 0 ? -1 : workbench.proxy(kind).proxyRow(source);
}

void WindowFixture::click(TableKind kind, const QString &id, Qt::KeyboardModifiers modifiers)
{
    TableView *const table = view(kind);
    const QModelIndex index = workbench.proxy(kind).index(proxyRow(kind, id), 0);
    if (!index.isValid())
        qFatal("no such row: %s", qPrintable(id));
    table->scrollTo(index);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, modifiers, table->visualRect(index).center());
}

QStringList WindowFixture::selectedIds(TableKind kind) const
{
    QStringList ids;
    for (const QModelIndex &index : view(kind)->selectionModel()->selectedRows())
        ids += index.data(IdRole).toString();
    ids.sort();
    return ids;
}

QStringList WindowFixture::linkedIds(TableKind kind)
{
    QStringList ids;
    for (const int row : workbench.hub().linkedRows(kind))
        ids += workbench.model(kind).table()->id(row);
    ids.sort();
    return ids;
}

bool WindowFixture::inSight(TableKind kind, const QString &id)
{
    const QRect row = view(kind)->visualRect(workbench.proxy(kind).index(proxyRow(kind, id), 0));
    return row.isValid() && row.top() >= 0 && row.bottom() <= view(kind)->viewport()->height();
}

QColor WindowFixture::drawnBackground(TableKind kind, const QString &id)
{
    TableView *const table = view(kind);
    const QRect row = table->visualRect(workbench.proxy(kind).index(proxyRow(kind, id), 0));
    const QImage image = table->viewport()->grab().toImage();
    return image.pixelColor(row.right() - 2, row.top() + 2);
}

CloudChoice WindowFixture::cloud(const QString &name)
{
    CloudChoice choice;
    choice.name = name;
    choice.region = u"RegionOne"_s;
    return choice;
}

} // namespace flotsam::test
