// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/workbench.h"
#include "views/rawview.h"

#include <QFrame>

#include <memory>

class QPlainTextEdit;
class QTabWidget;
class QTextBrowser;

namespace flotsam {

class PortLifeStrip;
class SideEffectIndex;

/// Why the selected port has its verdict: one sentence, what to do, the chain of evidence, what would change it and
/// what deleting it would also do; the objects as they were read; the commands that check it again.
class EvidencePanel : public QFrame
{
    Q_OBJECT
public:
    explicit EvidencePanel(Workbench &workbench, QWidget *parent = nullptr);
    ~EvidencePanel() override;

    QWidget *header() const { return m_header; }
    QString text() const;
    /// What can be done with what is selected, below the evidence.
    void setFooter(QWidget *footer);
    /// Shows the objects as they were read, ready to be searched.
    void searchRaw();
    /// The commands that check the selected port again, to the clipboard.
    void copyCommands();

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Effects; ///< the index with the judgement that it points into
    void update();
    void showPort(int port);
    void findEffects();
    std::optional<QStringList> effectsOf(int port) const;
    QList<RawView::Object> objectsOf(int port) const;

    Workbench &m_workbench;
    QWidget *m_header;
    PortLifeStrip *m_life;
    QTabWidget *m_tabs;
    QTextBrowser *m_text;
    RawView *m_raw;
    QPlainTextEdit *m_commands;
    std::shared_ptr<const Effects> m_effects;
    JudgementPtr m_lookingUp;
};

} // namespace flotsam
