// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/workbench.h"
#include "views/theme.h"

#include <QAbstractButton>
#include <QWidget>

#include <array>

class QAction;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace flotsam {

class FilterBar;

/// A verdict or flag with its icon, word and count. Checked: the filter asks for it.
class Chip : public QAbstractButton
{
    Q_OBJECT
public:
    Chip(Mark mark, const QString &word, QWidget *parent = nullptr);

    Mark mark() const { return m_mark; }
    void setCount(int count);
    int count() const { return m_count; }
    /// Only icon and count; the word is in the tool tip.
    void setCompact(bool compact);
    QSize sizeHint() const override { return size(m_compact); }
    QSize minimumSizeHint() const override { return sizeHint(); }
    QSize fullSize() const { return size(false); }

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QString label(bool compact) const;
    QSize size(bool compact) const;
    Mark m_mark;
    QString m_word;
    int m_count = 0;
    bool m_compact = false;
};

/// What the operator sees first: how much is leaked, whose quota is full, how sure we are; the chips and the filter.
class SummaryBar : public QWidget
{
    Q_OBJECT
public:
    explicit SummaryBar(Workbench &workbench, QWidget *parent = nullptr);

    FilterBar &filterBar() { return *m_filter; }
    QLineEdit &filterEdit();
    /// Instead of the summary while there is no reading.
    void setHeadline(const QString &text);
    /// Which cloud is shown and as whom it was read.
    void setPlace(const QString &text);
    /// Stands as a button at the right end.
    void addButton(QAction *action);
    void clearFilter();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void buildFlags();
    void showDataset();
    void showCounts();
    void showFilter();
    void showLeaked(const QString &projectId);
    void toggle(FilterField field, const QStringList &words, bool on);
    void makeRoom();
    void addChip(Mark mark, const QString &word, const QString &toolTip);

    Workbench &m_workbench;
    QLabel *m_headline;
    QLabel *m_place;
    QHBoxLayout *m_top;
    QLabel *m_quota;
    FilterBar *m_filter;
    QToolButton *m_flags;
    std::array<QAction *, AllFlags.size()> m_flagActions{};
    std::array<Chip *, 7> m_chips{};
    size_t m_chipCount = 0;
};

/// "No leaked ports. 2,131 checked, every source complete." or what there is instead.
QString summaryText(const Dataset &dataset);
/// Projects whose port quota is used up, with what could be freed; empty where none is.
QString quotaText(const Dataset &dataset);
/// The same in the colours of \a palette; what could be freed is a link to the project's id.
QString quotaHtml(const Dataset &dataset, const QPalette &palette);
/// Sources that are not complete though the cloud has them.
QList<SourceId> unreadSources(const Snapshot &snapshot);

} // namespace flotsam
