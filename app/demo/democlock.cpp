// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/democlock.h"

#include <QMutexLocker>

namespace flotsam::demo {

DemoClock::DemoClock(qint64 start)
    : m_base(start)
{
    m_timer.start();
}

qint64 DemoClock::now() const
{
    const QMutexLocker lock(&m_mutex);
    return nowLocked();
}

int DemoClock::speed() const
{
    const QMutexLocker lock(&m_mutex);
    return m_speed;
}

void DemoClock::setSpeed(int speed)
{
    const QMutexLocker lock(&m_mutex);
    m_base = nowLocked();
    m_timer.restart();
    m_speed = std::max(1, speed);
}

} // namespace flotsam::demo
