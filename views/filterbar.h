// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/filtercompletion.h"
#include "models/tables/savedfilters.h"
#include "models/tables/workbench.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QCompleter;
class QLabel;
class QLineEdit;
class QMenu;
class QStandardItemModel;
class QToolButton;

namespace flotsam {

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

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void buildCompleter();
    void buildMenu();
    void apply();
    void showFilter();
    void showError();
    void placeError();
    void offer(bool all);
    void show(const Completion &completion);
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
    QCompleter *m_completer;
    QStandardItemModel *m_candidates;
    Completion m_completion;
    SavedFilters m_filters;
};

} // namespace flotsam
