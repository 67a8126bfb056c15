// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/taskpool.h"

#include <QPointer>

namespace flotsam {

void TaskPool::add(Task task)
{
    m_waiting.append(std::move(task));
    pump();
}

void TaskPool::pump()
{
    while (m_running < m_limit && !m_waiting.isEmpty()) {
        ++m_running;
        const Task task = m_waiting.takeFirst();
        task([self = QPointer<TaskPool>(this)] {
            if (!self)
                return;
            --self->m_running;
            self->pump();
            if (self->isIdle())
                emit self->drained();
        });
    }
}

} // namespace flotsam
