// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QMutex>

namespace flotsam::demo {

/// Simulated time that may run faster than the real one and never jumps. May be asked from any thread.
class DemoClock
{
public:
    explicit DemoClock(qint64 start);
    qint64 now() const; ///< milliseconds since the epoch
    int speed() const;
    void setSpeed(int speed); ///< simulated seconds a second, at least 1

private:
    qint64 nowLocked() const { return m_base + m_timer.elapsed() * m_speed; }

    mutable QMutex m_mutex;
    QElapsedTimer m_timer;
    qint64 m_base;
    int m_speed = 1;
};

} // namespace flotsam::demo
