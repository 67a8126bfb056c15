// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/quotamodel.h"
#include "models/tables/workbench.h"

#include <QWidget>

class QLabel;
class QStackedWidget;

namespace flotsam {

class QuotaView;

/// The port quotas of all projects. A click filters the ports table.
class QuotaPanel : public QWidget
{
    Q_OBJECT
public:
    explicit QuotaPanel(Workbench &workbench, QWidget *parent = nullptr);

    /// The title line; a dock takes it as its title bar.
    QWidget *header() const { return m_header; }
    QuotaView &view() { return *m_view; }

private:
    void read();
    void showRows(const QList<QuotaRow> &rows);
    void filter(const QString &projectId, const QList<Verdict> &verdicts);
    void filterPattern(const QString &projectId, const QString &term);

    Workbench &m_workbench;
    QuotaModel m_model;
    QWidget *m_header;
    QLabel *m_count;
    QuotaView *m_view;
    QLabel *m_empty;
    QStackedWidget *m_pages;
    int m_generation = 0;
};

} // namespace flotsam
