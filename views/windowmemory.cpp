// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/windowmemory.h"

#include "views/tableview.h"

#include <QDockWidget>
#include <QEvent>

using namespace Qt::StringLiterals;

namespace flotsam {

WindowMemory::WindowMemory(QMainWindow *window, const QHash<QString, TableView *> &tables)
    : QObject(window)
    , m_window(window)
    , m_tables(tables)
    , m_initial(window->saveState(LayoutVersion))
{
    m_writer.setMaxThreadCount(1);
    m_later.setSingleShot(true);
    m_later.setInterval(500);
    connect(&m_later, &QTimer::timeout, this, &WindowMemory::save);
    const auto later = [this] {
        if (!m_file.isEmpty())
            m_later.start();
    };
    for (TableView *table : tables)
        connect(table, &TableView::layoutEdited, this, later);
    const auto docks = window->findChildren<QDockWidget *>();
    for (QDockWidget *dock : docks) {
        connect(dock, &QDockWidget::visibilityChanged, this, later);
        connect(dock, &QDockWidget::topLevelChanged, this, later);
        connect(dock, &QDockWidget::dockLocationChanged, this, later);
    }
    window->installEventFilter(this);
}

bool WindowMemory::use(std::unique_ptr<QSettings> settings)
{
    m_file = settings->fileName();
    m_format = settings->format();
    m_window->restoreGeometry(settings->value("window/geometry"_L1).toByteArray());
    const bool restored = m_window->restoreState(settings->value("window/state"_L1).toByteArray(), LayoutVersion);
    for (auto table = m_tables.cbegin(); table != m_tables.cend(); ++table)
        table.value()->restoreLayout(settings->value(u"tables/"_s + table.key()).toByteArray());
    m_later.stop();
    return restored;
}

void WindowMemory::save()
{
    QHash<QString, QVariant> values{{u"window/geometry"_s, m_window->saveGeometry()},
                                    {u"window/state"_s, m_window->saveState(LayoutVersion)}};
    for (auto table = m_tables.cbegin(); table != m_tables.cend(); ++table)
        values.insert(u"tables/"_s + table.key(), table.value()->saveLayout());
    keep(values);
}

void WindowMemory::keep(const QHash<QString, QVariant> &values)
{
    if (m_file.isEmpty())
        return;
    m_writer.start([file = m_file, format = m_format, values] {
        QSettings settings(file, format);
        for (auto value = values.cbegin(); value != values.cend(); ++value)
            settings.setValue(value.key(), value.value());
    });
}

void WindowMemory::resetLayout()
{
    m_window->restoreState(m_initial, LayoutVersion);
    for (TableView *table : std::as_const(m_tables))
        table->resetColumns();
    emit layoutReset();
    m_later.start();
}

bool WindowMemory::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_window && event->type() == QEvent::Close) {
        m_later.stop();
        save();
    }
    return false;
}

} // namespace flotsam
