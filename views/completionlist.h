// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/filtercompletion.h"

#include <QListView>

class QLineEdit;
class QStandardItemModel;

namespace flotsam {

/// What may be written next, in a list under a line edit. The edit keeps the focus; while the list is there, the keys
/// up, down, Return, Tab and Escape are for it. A child of the window, so that it needs no window of its own.
class CompletionList : public QListView
{
    Q_OBJECT
public:
    CompletionList(QLineEdit &edit, QWidget *window);

    /// Shows the candidates with their left edge at \a x of the edit; hides itself where there are none.
    void offer(const QList<CompletionCandidate> &candidates, int x);

signals:
    void chosen(int row);
    void hidden();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    bool takeKey(int key);
    void choose(int row);
    void step(int rows);
    void place(int x);

    QLineEdit &m_edit;
    QStandardItemModel *m_candidates;
};

} // namespace flotsam
