// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QMainWindow;

namespace flotsam {

/// All keys, as the window's actions have them, and what can be typed into the filter.
class HelpDialog : public QDialog
{
    Q_OBJECT
public:
    explicit HelpDialog(QMainWindow *window);
    static QString html(QMainWindow *window);
};

} // namespace flotsam
