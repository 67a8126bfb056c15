// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/cloudchoice.h"
#include "models/inventory/snapshot.h"

#include <QHash>
#include <QTimer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QToolButton;

namespace flotsam {

/// The line at the bottom: what is being read and how far it is, Cancel, the age of what is shown and whether every
/// source was read.
class StatusStrip : public QWidget
{
    Q_OBJECT
public:
    explicit StatusStrip(QWidget *parent = nullptr);

    void setBusy(bool busy, const QString &what = {});
    bool isBusy() const { return m_busy; }
    void showProgress(const SourceProgress &progress);
    void showStep(const QString &text);
    /// One line per source, for a larger place than this one.
    QString progressLines() const;
    QString progressTable() const; ///< the same as HTML
    void showSnapshot(const SnapshotPtr &snapshot);
    /// The snapshot shown is older than it should be: a refresh failed, and \a why. Until the next snapshot.
    void setStale(const QString &why);

signals:
    void cancelRequested();

private:
    void refreshProgress();
    void refreshAge();
    void refreshSources();
    void colorAge();

protected:
    void changeEvent(QEvent *event) override;

private:
    QLabel *m_text;
    QProgressBar *m_bar;
    QToolButton *m_cancel;
    QToolButton *m_sources;
    QLabel *m_age;
    QTimer m_clock;
    QHash<SourceId, SourceProgress> m_progress;
    QString m_step;
    SnapshotPtr m_snapshot;
    QString m_stale;
    bool m_busy = false;
};

/// For people, e.g. "ports", "deleted servers".
QString sourceTitle(SourceId id);

} // namespace flotsam
