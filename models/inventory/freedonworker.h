// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/workpool.h"

#include <QCoreApplication>
#include <QThread>

#include <memory>
#include <utility>

namespace flotsam {

/// An immutable value of any size: to free the strings of a large cloud takes longer than a frame, so that where the
/// GUI thread is the last to let go of it a worker does that.
template <class T, class... Arguments>
std::shared_ptr<const T> makeFreedOnWorker(Arguments &&...arguments)
{
    return {new T(std::forward<Arguments>(arguments)...), [](const T *value) {
                const QCoreApplication *const application = QCoreApplication::instance();
                if (application && QThread::currentThread() == application->thread())
                    workPool()->start([value] { delete value; });
                else
                    delete value;
            }};
}

} // namespace flotsam
