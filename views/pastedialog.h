// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/pastefinder.h"
#include "models/tables/workbench.h"

#include <QDialog>
#include <QTimer>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTableView;

namespace flotsam {

/// Takes a log line, an error message or a printed table and shows what its ids, MACs, addresses and requests name.
/// Does not block: the tables beside it show what is chosen in it.
class PasteDialog : public QDialog
{
    Q_OBJECT
public:
    explicit PasteDialog(Workbench &workbench, QWidget *parent = nullptr);

    void setText(const QString &text);
    /// From the clipboard, where it holds anything that may name an object.
    void takeClipboard();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void search();
    void showResult(const PasteResult &result);
    void showHit(int row);
    void showAll();
    void select(const Selection &selection);

    Workbench &m_workbench;
    PasteModel m_model;
    QTimer m_delay;
    QPlainTextEdit *m_text;
    QLabel *m_summary;
    QTableView *m_hits;
    QLabel *m_missing;
    QPushButton *m_all;
    int m_generation = 0;
};

} // namespace flotsam
