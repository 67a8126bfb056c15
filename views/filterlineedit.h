// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/filterlanguage.h"

#include <QLineEdit>

namespace flotsam {

/// A line edit that underlines what is wrong in it and knows where its letters are.
class FilterLineEdit : public QLineEdit
{
    Q_OBJECT
public:
    explicit FilterLineEdit(QWidget *parent = nullptr);

    void setError(const std::optional<FilterError> &error);
    /// Of the letter at \a position, in the coordinates of the widget.
    int xOf(qsizetype position) const;

signals:
    /// Down or Ctrl+Space: what could stand here?
    void completionsWanted();
    void resized();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void underline();
    std::optional<FilterError> m_error;
};

} // namespace flotsam
