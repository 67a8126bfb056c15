// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QThreadPool>

namespace flotsam {

/// For work of any length. Not the global pool: to that one the painter of Qt 6.4 hands parts of what it fills, and the
/// GUI thread waits for them, behind all that runs there.
inline QThreadPool *workPool()
{
    static QThreadPool pool;
    // As for the global pool: what runs must not outlive the application.
    static const bool once = (qAddPostRoutine([] { workPool()->waitForDone(); }), true);
    Q_UNUSED(once)
    return &pool;
}

} // namespace flotsam
