// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/snapshot.h"

#include <QString>

class QFileDialog;
class QWidget;

namespace flotsam {

/// Dialogs that ask for a snapshot file. Not shown yet; they delete themselves when closed.
QFileDialog *openSnapshotDialog(QWidget *parent, const QString &objectName, const QString &title);
/// Proposes a name from the cloud and the time of reading; \a snapshot may be null.
QFileDialog *saveSnapshotDialog(QWidget *parent, const QString &objectName, const SnapshotPtr &snapshot);

} // namespace flotsam
