// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy/journalrecord.h"
#include "models/remedy/restore.h"

#include <QDialog>
#include <QHash>

class QLabel;
class QPushButton;
class QTableView;
class QTreeWidget;

namespace flotsam {

class Notice;
class RemedyRows;

/// The journals of past runs and what they deleted; makes ports again.
class RestoreDialog : public QDialog
{
    Q_OBJECT
public:
    struct Entry
    {
        JournalRecord record;
        bool ofThisCloud = false; ///< its ports may be made again here
    };
    explicit RestoreDialog(QWidget *parent = nullptr);

    /// Newest first. Keeps the journal that is shown.
    void setEntries(const QList<Entry> &entries, const QString &folder);
    void showRestored(const QString &formerId, const RestoreAnswer &answer);
    /// Ports are being made: nothing else can be asked for.
    void setBusy(int left);
    void showRefusal(const QString &why);
    /// Not while ports are being made: what became of them would not be seen.
    void reject() override;

signals:
    void restoreRequested(const QString &journalPath, const QStringList &portIds);
    /// The journal that is shown is open: the cloud is to be asked about its ports, or nobody any more.
    void lookAgainRequested();
    void giveUpRequested(const QString &journalPath, const QStringList &unknown);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void showJournal();
    void showTicks();
    const Entry *current() const;

    QList<Entry> m_entries;
    QHash<QString, RestoreAnswer> m_answers; ///< by the former id
    int m_left = 0;
    QTreeWidget *m_journals;
    RemedyRows *m_rows;
    QTableView *m_table;
    QLabel *m_title;
    QLabel *m_nothing;
    Notice *m_problem;
    QPushButton *m_restore;
    QPushButton *m_again;
    QPushButton *m_giveUp;
    QPushButton *m_close;
};

} // namespace flotsam
