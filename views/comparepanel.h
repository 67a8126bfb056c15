// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/compare/comparisonmodel.h"
#include "models/tables/workbench.h"

#include <QFrame>

class QAction;
class QComboBox;
class QLabel;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace flotsam {

/// The reading that is shown against a snapshot file: what leaked since, what was freed, what changed. Compares again,
/// on a worker, after every refresh.
class ComparePanel : public QFrame
{
    Q_OBJECT
public:
    explicit ComparePanel(Workbench &workbench, QWidget *parent = nullptr);
    ~ComparePanel() override;

    QWidget *header() const { return m_header; }
    /// "Compare with snapshot…": asks for a file.
    QAction *action() const { return m_action; }
    /// The file that was chosen is being read.
    void setReading(const QString &fileName);
    /// Null: it could not be read.
    void setOther(const JudgementPtr &other);
    /// Null while there is nothing to show.
    const ComparisonPtr &comparison() const { return m_model.comparison(); }

signals:
    void fileChosen(const QString &path);
    /// There is something to see here.
    void wanted();
    /// The table shows the present reading against the file.
    void compared();

protected:
    void changeEvent(QEvent *event) override;

private:
    void buildHeader();
    void buildTable();
    void chooseFile();
    void end();
    void compareAgain();
    void show(const ComparisonPtr &comparison);
    void showState();
    void showKinds();
    void sizeColumns();
    void report();
    void follow();
    void copy() const;

    Workbench &m_workbench;
    ComparisonModel m_model;
    JudgementPtr m_other;
    QString m_fileName;
    bool m_reading = false;
    bool m_working = false;
    bool m_following = false;
    int m_generation = 0;

    QWidget *m_header;
    QAction *m_action;
    QLabel *m_title = nullptr;
    QComboBox *m_kinds = nullptr;
    QToolButton *m_end = nullptr;
    QLabel *m_notes;
    QStackedWidget *m_pages;
    QTableView *m_table;
    QLabel *m_empty;
};

} // namespace flotsam
