// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

#include <functional>

namespace flotsam {

/// Starts tasks so that at most \a limit of them are under way. A task calls its `done` exactly once, later than the
/// function that started it returns.
class TaskPool : public QObject
{
    Q_OBJECT
public:
    using Done = std::function<void()>;
    using Task = std::function<void(Done)>;

    explicit TaskPool(int limit, QObject *parent = nullptr)
        : QObject(parent)
        , m_limit(limit)
    { }

    void add(Task task);
    /// Forgets what has not started. drained() still comes once what runs is done.
    void clear() { m_waiting.clear(); }
    bool isIdle() const { return m_running == 0 && m_waiting.isEmpty(); }

signals:
    /// Nothing waits and nothing runs any more.
    void drained();

private:
    void pump();

    QList<Task> m_waiting;
    int m_limit;
    int m_running = 0;
};

} // namespace flotsam
