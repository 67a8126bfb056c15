// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/filtercompletion.h"
#include "models/tables/savedfilters.h"
#include "models/tables/workbench.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;

namespace flotsam {

class CompletionList;
class FilterLineEdit;

/// Where the filter of the ports table is written: with completion, the error under the bad term, and saved filters.
class FilterBar : public QWidget
{
    Q_OBJECT
public:
    explicit FilterBar(Workbench &workbench, QWidget *parent = nullptr);
    ~FilterBar() override;

    QLineEdit &edit();
    void focusEdit();

signals:
    /// Return: the filter is as wanted, on to the rows.
    void accepted();
    /// Text that was no filter, but a log line or the like, was put in; or what the filter names is to be looked up.
    void pasted(const QString &text);

protected:
    void changeEvent(QEvent *event) override;

private:
    void buildMenu();
    void apply();
    void finish();
    void edited();
    void showFilter();
    void showError();
    void placeError();
    void offer(bool all);
    void showCompletion(const Completion &completion);
    void prepare(FilterField field);
    void take(int row);
    void fillMenu();
    void askName();

    Workbench &m_workbench;
    FilterLineEdit *m_edit;
    QToolButton *m_range;
    QToolButton *m_saved;
    QMenu *m_menu;
    QPointer<QLabel> m_error; ///< a child of the window
    QTimer m_errorDelay;
    QPointer<CompletionList> m_list; ///< a child of the window too
    Completion m_completion;
    int m_lookUp = -1; ///< the candidate that looks up what is named
    SavedFilters m_filters;
    QString m_before; ///< the text before the last edit
    bool m_writing = false; ///< the text is being edited at its end
};

} // namespace flotsam
