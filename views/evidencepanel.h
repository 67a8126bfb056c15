// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/workbench.h"

#include <QFrame>

class QLabel;
class QTextBrowser;

namespace flotsam {

/// Why the selected port has its verdict: one sentence, the reasons, what to do, what was asked and what came back.
class EvidencePanel : public QFrame
{
    Q_OBJECT
public:
    explicit EvidencePanel(Workbench &workbench, QWidget *parent = nullptr);

    QWidget *header() const { return m_header; }
    QString text() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void update();
    QString explainPort(int port) const;
    QString summarize() const;

    Workbench &m_workbench;
    QWidget *m_header;
    QTextBrowser *m_text;
};

} // namespace flotsam
