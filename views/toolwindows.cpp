// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/toolwindows.h"

#include "views/pastedialog.h"

namespace flotsam {

ToolWindows::ToolWindows(Workbench &workbench, QWidget *window)
    : QObject(window)
    , m_workbench(workbench)
    , m_window(window)
{ }

void ToolWindows::findPasted(const QString &text)
{
    if (!m_paste) {
        m_paste = new PasteDialog(m_workbench, m_window);
        m_paste->setAttribute(Qt::WA_DeleteOnClose);
    }
    if (text.isEmpty())
        m_paste->takeClipboard();
    else
        m_paste->setText(text);
    m_paste->show();
    m_paste->raise();
    m_paste->activateWindow();
}

} // namespace flotsam
