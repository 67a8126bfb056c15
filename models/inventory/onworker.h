// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/workpool.h"

#include <QFutureWatcher>
#include <QObject>
#include <QThreadPool>
#include <QtConcurrentRun>

#include <type_traits>
#include <utility>

namespace flotsam {

/// For short work whose result the user waits for: it does not stand in line behind long work.
inline QThreadPool *promptPool()
{
    static QThreadPool pool;
    return &pool;
}

/// Runs \a work on a worker thread and hands its result, if it has one, to \a done on this thread, unless \a context is
/// gone by then. QFuture::then(context, …) of Qt 6.4 does not do: it asserts that the context outlives the work.
template <class Work, class Done>
void onWorker(QObject *context, Work work, Done done, QThreadPool *pool = workPool())
{
    using Value = decltype(work());
    auto *watcher = new QFutureWatcher<Value>(context);
    QObject::connect(watcher, &QFutureWatcher<Value>::finished, context, [watcher, done = std::move(done)]() mutable {
        watcher->deleteLater();
        if constexpr (std::is_void_v<Value>)
            done();
        else
            done(watcher->future().takeResult());
    });
    watcher->setFuture(QtConcurrent::run(pool, std::move(work)));
}

} // namespace flotsam
