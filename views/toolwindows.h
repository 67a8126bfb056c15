// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/workbench.h"

#include <QObject>
#include <QPointer>

class QWidget;

namespace flotsam {

class PasteDialog;

/// The windows that stand beside the main window: what a text names. None blocks.
class ToolWindows : public QObject
{
    Q_OBJECT
public:
    ToolWindows(Workbench &workbench, QWidget *window);

public slots:
    /// \a text empty: what is in the clipboard.
    void findPasted(const QString &text = {});

private:
    Workbench &m_workbench;
    QWidget *m_window;
    QPointer<PasteDialog> m_paste;
};

} // namespace flotsam
